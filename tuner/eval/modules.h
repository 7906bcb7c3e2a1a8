/* modules.h -- builds that a worker had loaded, kept for the next config of the same build
 *
 * Configs that differ in launch parameters only share a build, and are tried one soon after the
 * other. To load and unload a module takes 0.7 ms on an H200, as long as three samples.
 */
#ifndef FT_MODULES_H
#define FT_MODULES_H
#include "base/buf.h"
#include "runtime/launch.h"
#ifndef FT_NO_CUDA

#define FT_MODULES_KEPT 64

struct ft_module {
    char *cubin_path; /* names the build: the cache is keyed by content */
    struct ft_buf cubin;
    struct ft_kernels kernels; /* loaded, unless its module is NULL */
};
void ft_module_free(struct ft_module *module);

struct ft_modules {
    struct ft_module kept[FT_MODULES_KEPT]; /* oldest first */
    size_t n;
};
/* 1: it was there, and is the caller's from now on. 0: it was not, *out is empty. */
int ft_modules_take(struct ft_modules *modules, const char *cubin_path, struct ft_module *out);
/* Takes it over; the oldest goes where there is no room. *module is empty afterwards. */
void ft_modules_keep(struct ft_modules *modules, struct ft_module *module);
#endif
#endif
