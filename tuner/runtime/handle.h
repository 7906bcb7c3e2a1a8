/* handle.h -- what a handle and a plan are made of, for the library's own files
 *
 * A handle owns table, driver and modules; its lock guards driver and modules. A plan owns itself and a count in its
 * module, and is immutable.
 */
#ifndef FT_HANDLE_H
#define FT_HANDLE_H
#include <pthread.h>
#include "fatune.h"
#include "format.h"
#include "launch.h"

struct ft_module; /* a loaded cubin */

struct fatune {
    struct ft_table table;
    int allow_other_device, allow_nearest;
    pthread_mutex_t lock;
    struct ft_module *modules;
#ifndef FT_NO_CUDA
    struct ft_driver driver; /* loaded with the first plan */
#endif
};

struct fatune_plan {
    fatune *ft;
#ifndef FT_NO_CUDA
    struct ft_module *module;
    struct ft_kernels kernels; /* of the module, prepared for the problem */
#endif
    const struct ft_program *program;
    fatune_problem problem;            /* normalised */
    int64_t vars[2][FT_N_LAUNCH_VARS]; /* without and with lengths on the device */
    struct ft_launch launches[2];      /* at the planned batch; no kernels: it cannot be launched */
    size_t region_offset[FT_PROGRAM_MAX_WORKSPACES], region_bytes[FT_PROGRAM_MAX_WORKSPACES];
    size_t workspace_bytes;
    fatune_match match;
    double measured_ns;
    char description[];
};

/* Sets the calling thread's error text; returns status. */
fatune_status ft_fail(fatune_status status, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

#ifndef FT_NO_CUDA
fatune_status ft_fail_cuda(const fatune *ft, CUresult r, const char *call);

/* The module of a cubin in a context, loaded when it is not yet, and counted for one more plan. Lock held. */
CUresult ft_module_get(fatune *ft, const void *cubin, CUcontext context, struct ft_module **out);
/* One plan less; the last unloads the module. Lock held. */
void ft_module_put(fatune *ft, struct ft_module *module);
CUmodule ft_module_handle(const struct ft_module *module);
#endif
#endif
