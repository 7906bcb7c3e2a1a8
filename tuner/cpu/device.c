/* device.c -- see the header */
#include "cpu/device.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/fs.h"
#include "base/mem.h"

#define DRIVER "libfatune_cpu.so"

char *ft_cpu_driver_path(struct ft_err *err)
{
    static const char *const places[] = {DRIVER, "../lib/" DRIVER};
    char *dir = ft_fs_program_dir(err), *path = NULL;
    for (size_t i = 0; dir && !path && i < sizeof places / sizeof *places; i++) {
        path = ft_fs_join(dir, places[i]);
        if (access(path, R_OK) != 0) {
            free(path);
            path = NULL;
        }
    }
    if (dir && !path) {
        ft_err_set(err, FT_ERR_ENV, "there is no %s beside this program", DRIVER);
        ft_err_hint(err, "make builds it where the CUDA headers are found");
    }
    free(dir);
    return path;
}

static int is_named(const char *variable)
{
    const char *value = getenv(variable);
    return value && *value;
}

int ft_cpu_is_only_device(void)
{
    static const char *const signs[] = {"/dev/nvidiactl", "/proc/driver/nvidia", "/dev/dxg"};
    if (is_named("FATUNE_LIBCUDA") || is_named("FATUNE_GPU_WORKER"))
        return 0;
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (access(signs[i], F_OK) == 0)
            return 0;
    void *library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    if (library)
        dlclose(library);
    return library == NULL;
}
