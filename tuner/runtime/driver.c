/* driver.c -- opens libcuda and finds its functions; see driver.h
 *
 * The idea: the lists of driver.h give names and signatures, so a function is written down once.
 * Names are made strings after macro expansion, as cuda.h maps many of them to versioned symbols.
 *
 * Ownership: the struct owns the library handle. Nothing here calls into the driver but for error
 * texts.
 */
#include "driver.h"
#ifndef FT_NO_CUDA
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STRING_OF(name) #name
#define SYMBOL(name)    STRING_OF(name)

/* These got a _v2 with the same signature in CUDA 13; a driver of CUDA 12 has the old name only. */
static const char *const renamed[][2] = {
    {"cuEventElapsedTime_v2", "cuEventElapsedTime"},
    {"cuDeviceGetUuid_v2", "cuDeviceGetUuid"},
};

static void *find_symbol(void *library, const char *name)
{
    void *symbol = dlsym(library, name);

    for (size_t i = 0; !symbol && i < sizeof renamed / sizeof renamed[0]; i++) {
        if (strcmp(name, renamed[i][0]) == 0)
            symbol = dlsym(library, renamed[i][1]);
    }
    return symbol;
}

static void *open_library(char *why, size_t cap)
{
    const char *named = getenv("FATUNE_LIBCUDA");
    const char *path = named && *named ? named : "libcuda.so.1";
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);

    if (library)
        return library;
    const char *reason = dlerror();
    size_t n = strlen(path);
    if (reason && strncmp(reason, path, n) == 0 && strncmp(reason + n, ": ", 2) == 0)
        reason += n + 2; /* the name is said already */
    snprintf(why, cap, "cannot load the NVIDIA driver %s: %s", path, reason ? reason : "?");
    return path == named ? NULL : dlopen("libcuda.so", RTLD_NOW | RTLD_LOCAL);
}

int ft_driver_load(struct ft_driver *driver, char *why, size_t cap)
{
    const char *missing = NULL;

    memset(driver, 0, sizeof *driver);
    driver->library = open_library(why, cap);
    if (!driver->library)
        return -1;
    /* dlsym's object pointers become function pointers through memcpy, which ISO C allows. */
    void *symbol;
#define FT_X(fn)                                                                                   \
    symbol = find_symbol(driver->library, SYMBOL(fn));                                             \
    memcpy(&driver->fn, &symbol, sizeof symbol);                                                   \
    if (!symbol && !missing)                                                                       \
        missing = SYMBOL(fn);
    FT_DRIVER_REQUIRED(FT_X)
#undef FT_X
#define FT_X(fn)                                                                                   \
    symbol = find_symbol(driver->library, SYMBOL(fn));                                             \
    memcpy(&driver->fn, &symbol, sizeof symbol);
    FT_DRIVER_OPTIONAL(FT_X)
#undef FT_X
    if (!missing)
        return 0;
    snprintf(why, cap, "the CUDA driver is too old: it has no '%s'", missing);
    ft_driver_unload(driver);
    return -1;
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

    if (driver->cuGetErrorName(r, &name) != CUDA_SUCCESS || !name)
        name = "unknown CUDA error";
    if (driver->cuGetErrorString(r, &text) != CUDA_SUCCESS || !text)
        text = "no description";
    snprintf(out, cap, "%s (%d): %s", name, (int)r, text);
    return out;
}
#endif
