/* modules.c -- see the header */
#ifndef FT_NO_CUDA
#include "eval/modules.h"
#include <stdlib.h>
#include <string.h>

void ft_module_free(struct ft_module *module)
{
    ft_kernels_unload(&module->kernels);
    ft_buf_free(&module->cubin);
    free(module->cubin_path);
    memset(module, 0, sizeof *module);
}

static void forget(struct ft_modules *modules, size_t i)
{
    modules->n--;
    memmove(&modules->kept[i], &modules->kept[i + 1], (modules->n - i) * sizeof *modules->kept);
}

int ft_modules_take(struct ft_modules *modules, const char *cubin_path, struct ft_module *out)
{
    memset(out, 0, sizeof *out);
    for (size_t i = modules->n; i-- > 0;)
        if (strcmp(modules->kept[i].cubin_path, cubin_path) == 0) {
            *out = modules->kept[i];
            forget(modules, i);
            return 1;
        }
    return 0;
}

void ft_modules_keep(struct ft_modules *modules, struct ft_module *module)
{
    if (!module->kernels.module) {
        ft_module_free(module);
        return;
    }
    if (modules->n == FT_MODULES_KEPT) {
        ft_module_free(&modules->kept[0]);
        forget(modules, 0);
    }
    modules->kept[modules->n++] = *module;
    memset(module, 0, sizeof *module);
}
#endif
