/* driver_int.h -- what the files of the CPU device's driver share; see driver.c
 *
 * Law of errors: whatever returns a code has said why before, with ft_cpu_refuse (this call did
 * nothing) or ft_cpu_fault (a kernel failed: for good). cuGetErrorString hands the text out.
 */
#ifndef FT_CPU_DRIVER_INT_H
#define FT_CPU_DRIVER_INT_H
#ifndef FT_NO_CUDA
#include <pthread.h>
#include <stddef.h>
#include <cuda.h>
#include "cpu/abi.h"

#define FT_CPU_EXPORT    __attribute__((visibility("default")))
#define FT_CPU_WHY_BYTES 1024

/* The device. Constants: they size launches, so they must not depend on the machine. */
enum {
    FT_CPU_SMS = 4,
    FT_CPU_WARP = 32,
    FT_CPU_THREADS_PER_CTA = 1024,
    FT_CPU_THREADS_PER_SM = 2048,
    FT_CPU_CTAS_PER_SM = 32,
    FT_CPU_REGISTERS = 65536,
    FT_CPU_L2_BYTES = 256 << 10,
    FT_CPU_SMEM_DEFAULT = 48 << 10, /* static and dynamic of a CTA, without opting in */
    FT_CPU_SMEM_PER_CTA = 227 << 10,
    FT_CPU_SMEM_PER_SM = 228 << 10,
    FT_CPU_SMEM_RESERVED = 1 << 10 /* of each CTA */
};

struct ft_cpu_function { /* what a CUfunction points to; its module owns it */
    const void *module;
    const struct ft_cpu_entry *entry;
    uint32_t max_dynamic_bytes;
};

/* Held while memory or modules change and while a kernel runs. */
extern pthread_mutex_t ft_cpu_lock;

/* Runs a launch that is put off; its error is left behind. Every call that may see what it does
 * comes here first, most of them through ft_cpu_ready. */
void ft_cpu_flush(void);
/* The error of an earlier kernel, or CUDA_ERROR_INVALID_CONTEXT where the thread has none. */
CUresult ft_cpu_ready(void);
CUresult ft_cpu_not_faulted(void); /* as above, for calls that need no context */
CUresult ft_cpu_refuse(CUresult code, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
CUresult ft_cpu_fault(CUresult code, const char *why); /* with the lock held */
#define FT_CPU_CHECK(call)                                                                         \
    do {                                                                                           \
        const CUresult failed_with = (call);                                                       \
        if (failed_with != CUDA_SUCCESS)                                                           \
            return failed_with;                                                                    \
    } while (0)

/* driver_memory.c; with the lock held. */
int ft_cpu_memory_holds(const void *p, size_t n);
size_t ft_cpu_memory_total(void);
#endif
#endif
