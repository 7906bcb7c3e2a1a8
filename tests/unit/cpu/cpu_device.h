/* cpu_device.h -- for unit tests: the CPU device of this build, and modules made of fixtures
 */
#ifndef CPU_DEVICE_H
#define CPU_DEVICE_H
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/fs.h"
#include "base/mem.h"
#include "driver.h"
#include "unit/scratch.h"

static char dir[] = "/tmp/fatune-test-cpu-XXXXXX";
static struct ft_driver cu;

/* A source as an image. */
static inline struct ft_buf compiled(const char *name, const char *compiler, const char *source)
{
    char *path = ft_asprintf("%s/%s.so", dir, name);
    char *command =
        ft_asprintf("%s -shared -fPIC -Ituner -o '%s' tests/unit/cpu/%s", compiler, path, source);
    struct ft_buf image = FT_BUF_INIT;

    assert_int_equal(system(command), 0);
    assert_int_equal(ft_fs_read(path, &image, NULL), 0);
    free(command);
    free(path);
    return image;
}

/* fixture_module.c with these options, as an image. */
static inline struct ft_buf fixture(const char *name, const char *options)
{
    char *compiler = ft_asprintf("cc %s", options);
    const struct ft_buf image = compiled(name, compiler, "fixture_module.c");

    free(compiler);
    return image;
}

static inline CUmodule load(const struct ft_buf *image)
{
    CUmodule module = NULL;
    char text[256];
    CUresult r = cu.cuModuleLoadData(&module, image->data);

    if (r != CUDA_SUCCESS)
        fail_msg("%s", ft_driver_error(&cu, r, text, sizeof text));
    return module;
}

static inline CUmodule load_plain(void)
{
    struct ft_buf image = fixture("plain", "");
    CUmodule module = load(&image);

    ft_buf_free(&image);
    return module;
}

static inline CUfunction find(CUmodule module, const char *name)
{
    CUfunction f = NULL;

    assert_int_equal(cu.cuModuleGetFunction(&f, module, name), CUDA_SUCCESS);
    return f;
}

static inline CUdeviceptr allocate(size_t n)
{
    CUdeviceptr p = 0;

    assert_int_equal(cu.cuMemAlloc(&p, n), CUDA_SUCCESS);
    return p;
}

static inline CUresult launch(CUfunction f, unsigned grid, unsigned block, unsigned smem,
                              void **params)
{
    return cu.cuLaunchKernel(f, grid, 1, 1, block, 1, 1, smem, NULL, params, NULL);
}

/* The text of a code must contain this. */
static inline void expect_text(CUresult r, const char *text)
{
    char got[1200];

    ft_driver_error(&cu, r, got, sizeof got);
    if (!strstr(got, text))
        fail_msg("'%s' is not in '%s'", text, got);
}

/* The library of the build that this program belongs to. */
static char *find_library(void)
{
    char program[4096];
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    char *at = NULL;

    if (n <= 0)
        return NULL;
    program[n] = '\0';
    at = strstr(program, "/tests/unit/cpu/");
    return at ? ft_asprintf("%.*s/libfatune_cpu.so", (int)(at - program), program) : NULL;
}

static inline int set_up(void **state)
{
    char *library = find_library(), why[1024] = "";
    CUcontext context = NULL;
    int rc = -1;

    (void)state;
    if (!mkdtemp(dir) || !library)
        return -1;
    setenv("FATUNE_LIBCUDA", library, 1);
    if (ft_driver_load(&cu, why, sizeof why) < 0)
        print_message("%s\n", why);
    else if (cu.cuInit(0) == CUDA_SUCCESS &&
             cu.cuDevicePrimaryCtxRetain(&context, 0) == CUDA_SUCCESS &&
             cu.cuCtxSetCurrent(context) == CUDA_SUCCESS)
        rc = 0;
    free(library);
    return rc;
}

static inline int tear_down(void **state)
{
    (void)state;
    ft_driver_unload(&cu);
    return remove_tree(dir);
}
#endif
