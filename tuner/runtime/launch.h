/* launch.h -- from a launch program and a call's arguments to kernels on a stream
 *
 * Used by fatune_run and by the tuner's worker, so what is timed is what users run. Split in two: resolving
 * (entries, attributes; once per plan) and running (evaluate, fill ft_attn_args, encode tensor maps, launch; no allocation, no lock).
 */
#ifndef FT_LAUNCH_H
#define FT_LAUNCH_H
#include "driver.h"
#include "fatune.h"
#include "program.h"
#ifndef FT_NO_CUDA

struct ft_kernels { /* a loaded build */
    const struct ft_driver *driver;
    CUmodule module;
    CUfunction functions[FT_PROGRAM_MAX_KERNELS];
    int64_t regs, ctas_per_sm; /* of the first kernel: b.regs, b.ctas_per_sm at its block size and shared memory */
};
int ft_device_vars_get(const struct ft_driver *driver, CUdevice device, struct ft_device_vars *out, char *why, size_t cap);

/* The launch variables of a problem on a device; b.* come from kernels (1 before they are loaded, so that quotients exist). */
void ft_launch_vars(const fatune_problem *problem, int has_lengths, const struct ft_device_vars *device,
                    const struct ft_kernels *kernels, int64_t vars[FT_N_LAUNCH_VARS]);

/* Loads a cubin, finds the program's entries, raises the dynamic shared memory limit, and computes occupancy for `problem`. */
int ft_kernels_load(const struct ft_driver *driver, const void *cubin, const struct ft_program *program,
                    const fatune_problem *problem, const struct ft_device_vars *device, struct ft_kernels *out,
                    CUresult *cu, char *why, size_t cap);
/* The part of loading that depends on the problem; kernels->module is loaded. One module may serve several problems, each with its
 * own copy of ft_kernels; only one copy is unloaded. */
int ft_kernels_prepare(struct ft_kernels *kernels, const struct ft_program *program, const fatune_problem *problem,
                       const struct ft_device_vars *device, CUresult *cu, char *why, size_t cap);
void ft_kernels_unload(struct ft_kernels *kernels);

/* Launches on stream. `launch` is the program evaluated for these variables (ft_program_eval). CUresult of the
 * first failing call in *cu. Checks nothing that fatune_run has not checked. */
int ft_launch_run(const struct ft_kernels *kernels, const struct ft_program *program, const struct ft_launch *launch,
                  const fatune_problem *problem, const fatune_args *args, CUstream stream, CUresult *cu, char *why, size_t cap);
#endif
#endif
