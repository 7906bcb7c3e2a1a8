/* abi.h -- between the CPU driver (driver.c) and the code of a build (machine/): plain C and C++
 *
 * A build for the CPU device is a shared object: kernel.cu compiled by the host's C++ compiler
 * together with the executor (machine/). It exports one symbol, ft_cpu_module, a table of its
 * kernels. A launch is a call: it returns when every thread of the grid has ended, or with the
 * first fault, whose text names kernel, block, thread and operation.
 */
#ifndef FT_CPU_ABI_H
#define FT_CPU_ABI_H
#include <stddef.h>
#include <stdint.h>

#define FT_CPU_ABI_VERSION   3
#define FT_CPU_MODULE_SYMBOL "ft_cpu_module"

enum ft_cpu_status {
    FT_CPU_OK,
    FT_CPU_ILLEGAL_ADDRESS, /* outside of what was allocated, or of shared memory */
    FT_CPU_MISALIGNED,
    FT_CPU_BAD_SYNC,   /* a barrier or a shuffle that not everybody comes to */
    FT_CPU_BAD_LAUNCH, /* more threads or shared memory than there are */
    FT_CPU_TRAP
};

/* Memory that the driver has handed out: is [p, p + n) inside one allocation? */
typedef int ft_cpu_is_allocated(const void *p, size_t n);

struct ft_cpu_entry;
struct ft_cpu_launch {
    uint32_t grid[3], block[3];
    uint32_t dynamic_smem_bytes,
        max_smem_bytes; /* asked for, and static + dynamic that there are */
    void **params;      /* as for cuLaunchKernel */
    /* Order of threads and CTAs, and when asynchronous operations take effect. 0: threads in turn,
     * copies at once. */
    uint64_t seed;
    ft_cpu_is_allocated *is_allocated; /* NULL: not checked */
    char *why;                         /* text of a fault */
    size_t why_cap;
    /* A launch of the same module that may start before this one has ended (programmatic dependent
     * launch): when all CTAs have let it, or ended. NULL: none. */
    const struct ft_cpu_launch *dependent;
    const struct ft_cpu_entry *dependent_entry;
};

struct ft_cpu_entry {
    const char *name;
    int (*run)(const struct ft_cpu_launch *launch); /* enum ft_cpu_status */
    uint32_t static_smem_bytes;                     /* 0: not known */
    void (*body)(void *params); /* the kernel once, by one thread; for the executor */
    uint32_t param_bytes;       /* of its only parameter; 0: it has none, or several */
};

/* What a CUtensorMap holds here: written by cuTensorMapEncodeTiled, read by machine/ft_tma.h. */
#define FT_CPU_TENSOR_MAP_MARK 0x6674746d61703031u
struct ft_cpu_tensor_map {
    uint64_t mark, address;
    uint64_t extents[5]; /* in elements, innermost first */
    uint64_t strides[4]; /* in bytes, of the dimensions but the innermost */
    uint16_t box[5];
    uint8_t rank, element_bytes, swizzle_bytes; /* 0: none */
};

struct ft_cpu_module {
    uint32_t version, n_entries;
    const struct ft_cpu_entry *entries;
};
#endif
