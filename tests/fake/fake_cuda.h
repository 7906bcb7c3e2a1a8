/* fake_cuda.h -- for unit tests: builds tests/fake/libcuda.c once and makes FATUNE_LIBCUDA name it
 */
#ifndef FAKE_CUDA_H
#define FAKE_CUDA_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char fake_cuda_dir[] = "/tmp/fatune-fake-cuda-XXXXXX";
static char fake_cuda_log[sizeof fake_cuda_dir + 8];

/* 0, or -1 when it does not compile. Tests run in the root of the tree. */
static inline int fake_cuda_setup(void)
{
    char command[512], path[sizeof fake_cuda_dir + 16];

    if (!mkdtemp(fake_cuda_dir))
        return -1;
    snprintf(path, sizeof path, "%s/libcuda.so", fake_cuda_dir);
    snprintf(fake_cuda_log, sizeof fake_cuda_log, "%s/log", fake_cuda_dir);
    snprintf(command, sizeof command,
             "$(env -u MAKEFLAGS ${MAKE:-make} -s print-cflags) -shared -o %s tests/fake/libcuda.c",
             path);
    if (system(command) != 0)
        return -1;
    setenv("FATUNE_LIBCUDA", path, 1);
    setenv("FAKE_CUDA_LOG", fake_cuda_log, 1);
    unsetenv("FAKE_CUDA_FAIL");
    return 0;
}

static inline void fake_cuda_teardown(void)
{
    char path[sizeof fake_cuda_dir + 16];

    snprintf(path, sizeof path, "%s/libcuda.so", fake_cuda_dir);
    unlink(path);
    unlink(fake_cuda_log);
    rmdir(fake_cuda_dir);
}

/* What was logged since the last call, in out. */
static inline const char *fake_cuda_logged(char *out, size_t cap)
{
    FILE *f = fopen(fake_cuda_log, "r");
    size_t n = f ? fread(out, 1, cap - 1, f) : 0;

    out[n] = 0;
    if (f)
        fclose(f);
    unlink(fake_cuda_log);
    return out;
}
#endif
