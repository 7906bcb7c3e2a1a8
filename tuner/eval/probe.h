/* probe.h -- our data, our flush and our timer for outside programs (libfatune_probe.so)
 *
 * For a process that has a CUDA context of its own and launches on the legacy default stream, such
 * as a Python program that runs PyTorch's attention; made to be called through ctypes. One thread.
 * All functions but the last return 0 or more, or -1 with a text in ft_probe_error().
 *
 *     open; fill(q), fill(k), fill(v)
 *     begin; { flush; call } x n; end(ns, kernels, n)        one sample per iteration, as the GPU
 * worker takes them
 */
#ifndef FT_PROBE_H
#define FT_PROBE_H
#include <stdint.h>

#define FT_PROBE_API __attribute__((visibility("default")))

FT_PROBE_API int
ft_probe_open(void); /* the current context; before the process's first profiling */
/* Fills n elements (dtype 0 bf16, 1 fp16, 2 fp32) as the worker fills tensor `tag` (0 q, 1 k, 2 v)
 * of a problem with this seed. */
FT_PROBE_API int ft_probe_fill(uint64_t device_ptr, int64_t n, int dtype, uint64_t seed, int tag);
FT_PROBE_API int ft_probe_begin(void);
/* Begins an iteration: flushes L2 (mode 0 cold, 1 dirty, 2 hot) and leaves a mark. */
FT_PROBE_API int ft_probe_flush(int mode);
/* Waits, and gives for each iteration the time from the first start to the last end of its kernels,
 * and their number. The number of iterations, at most max; -1 where records were lost: repeat. */
FT_PROBE_API int ft_probe_end(double *ns, int *kernels, int max);
FT_PROBE_API const char *ft_probe_timer(void); /* "cupti", or "event" */
FT_PROBE_API const char *ft_probe_error(void);
#endif
