/* driver.c -- see the header */
#include "driver.h"
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifndef FT_NO_CUDA

#define TEXT_OF(x) #x
#define TEXT(x)    TEXT_OF(x) /* after macro expansion: cuMemAlloc -> "cuMemAlloc_v2" */

static void *open_library(char *why, size_t cap)
{
    const char *names[] = {getenv("FATUNE_LIBCUDA"), "libcuda.so.1", "libcuda.so"};
    size_t at = 0;
    if (cap > 0)
        why[0] = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (!names[i])
            continue;
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (library)
            return library;
        if (at < cap)
            at += (size_t)snprintf(why + at, cap - at, "%s%s",
                                   at ? "; " : "cannot load the NVIDIA driver: ", dlerror());
        if (i == 0)
            break; /* an explicit choice has no substitute */
    }
    return NULL;
}

int ft_driver_load(struct ft_driver *driver, char *why, size_t cap)
{
    memset(driver, 0, sizeof *driver);
    driver->library = open_library(why, cap);
    if (!driver->library)
        return -1;
#define FT_X(fn) *(void **)&driver->fn = dlsym(driver->library, TEXT(fn));
    FT_DRIVER_REQUIRED(FT_X)
    FT_DRIVER_OPTIONAL(FT_X)
#undef FT_X
#define FT_X(fn)                                                                                   \
    if (!driver->fn) {                                                                             \
        snprintf(why, cap, "the NVIDIA driver has no %s: it is too old", TEXT(fn));                \
        ft_driver_unload(driver);                                                                  \
        return -1;                                                                                 \
    }
    FT_DRIVER_REQUIRED(FT_X)
#undef FT_X
    return 0;
}

void ft_driver_unload(struct ft_driver *driver)
{
    if (driver->library)
        dlclose(driver->library);
    memset(driver, 0, sizeof *driver);
}

const char *ft_driver_error(const struct ft_driver *driver, CUresult r, char *out, size_t cap)
{
    const char *name = NULL, *text = NULL;
    if (driver->cuGetErrorName)
        driver->cuGetErrorName(r, &name);
    if (driver->cuGetErrorString)
        driver->cuGetErrorString(r, &text);
    snprintf(out, cap, "%s (%d)%s%s", name ? name : "CUDA error", (int)r, text ? ": " : "",
             text ? text : "");
    return out;
}
#endif
