/* module.c -- loaded cubins, shared by plans
 *
 * A module serves all plans of its cubin and context, is counted, and is unloaded with the last.
 * What depends on a plan's problem stands in the plan's own struct ft_kernels.
 *
 * The handle owns the list; whoever calls holds the handle's lock.
 */
#include <stdlib.h>
#include "handle.h"
#ifndef FT_NO_CUDA

struct ft_module {
    struct ft_module *next;
    const void *cubin;
    CUcontext context;
    CUmodule handle;
    size_t n_plans;
};

CUresult ft_module_get(fatune *ft, const void *cubin, CUcontext context, struct ft_module **out)
{
    struct ft_module *m = ft->modules;
    while (m && (m->cubin != cubin || m->context != context))
        m = m->next;
    if (!m) {
        m = calloc(1, sizeof *m);
        if (!m)
            return CUDA_ERROR_OUT_OF_MEMORY;
        CUresult r = ft->driver.cuModuleLoadData(&m->handle, cubin);
        if (r != CUDA_SUCCESS) {
            free(m);
            return r;
        }
        m->cubin = cubin;
        m->context = context;
        m->next = ft->modules;
        ft->modules = m;
    }
    m->n_plans++;
    *out = m;
    return CUDA_SUCCESS;
}

/* A module is unloaded in its own context; when that is gone, so is the module. */
void ft_module_put(fatune *ft, struct ft_module *m)
{
    CUcontext caller = NULL;
    struct ft_module **link = &ft->modules;
    if (--m->n_plans > 0)
        return;
    while (*link != m)
        link = &(*link)->next;
    *link = m->next;
    ft->driver.cuCtxGetCurrent(&caller);
    if (caller == m->context) {
        ft->driver.cuModuleUnload(m->handle);
    } else if (ft->driver.cuCtxSetCurrent(m->context) == CUDA_SUCCESS) {
        ft->driver.cuModuleUnload(m->handle);
        ft->driver.cuCtxSetCurrent(caller);
    }
    free(m);
}

CUmodule ft_module_handle(const struct ft_module *module)
{
    return module->handle;
}
#endif
