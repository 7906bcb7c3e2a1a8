/* bench.h -- the GPU as the worker uses it: context, our helper kernels, memory, and what a CUDA
 * error means
 *
 * Either opens a device with its primary context (the worker), or attaches to the context that is
 * current (eval/probe.c). All work goes to one stream. Owns everything it hands out but memory from
 * ft_bench_alloc.
 */
#ifndef FT_BENCH_H
#define FT_BENCH_H
#include "base/err.h"
#include "base/json.h"
#include "base/outcome.h"
#include "eval/helper_abi.h"
#include "launch.h"
#ifndef FT_NO_CUDA

/* X(id, entry of kernels.cu) */
#define FT_HELPERS(X)                                                                              \
    X(FILL_FLAT, "ft_helper_fill_flat")                                                            \
    X(FILL, "ft_helper_fill")                                                                      \
    X(REFERENCE, "ft_helper_reference")                                                            \
    X(PLAIN, "ft_helper_plain")                                                                    \
    X(GATHER, "ft_helper_gather")                                                                  \
    X(SCAN, "ft_helper_scan")                                                                      \
    X(DIFF, "ft_helper_diff")                                                                      \
    X(GUARDS, "ft_helper_guards")                                                                  \
    X(READ, "ft_helper_read")                                                                      \
    X(CODE, "ft_helper_code")                                                                      \
    X(SPIN, "ft_helper_spin")                                                                      \
    X(EMPTY, "ft_helper_empty")
enum ft_helper {
#define FT_X(id, entry) FT_HELPER_##id,
    FT_HELPERS(FT_X)
#undef FT_X
        FT_N_HELPERS
};

struct ft_bench {
    struct ft_driver driver;
    CUdevice device;
    CUstream stream; /* NULL when attached: the caller's legacy stream */
    struct ft_device_vars vars;
    int is_cpu; /* the device of cpu/driver.c: device memory is host memory */
    int is_partition; /* vars.sms of the device's multiprocessors (partition.h) */
    char pci[32];
    CUmodule module;
    CUfunction helpers[FT_N_HELPERS];
    CUdeviceptr scratch; /* FT_SCRATCH_BYTES for small results and the sinks of kernels that must
                            not be optimised away */
    CUdeviceptr flush;   /* data to read or fill, so that L2 holds nothing else */
    size_t flush_bytes;
    int has_cupti;       /* kernel times come from activity records, else from events */
    char cupti_why[256]; /* why not */
};
#define FT_SCRATCH_BYTES 4096

/* ordinal FT_DEVICE_CPU: the CPU device (tuner/README.md). partition_sms: work on so many multiprocessors only; 0: all. with_cupti: try to become CUPTI's
 * client (one per process; not in a process that collects counters). */
int ft_bench_open(struct ft_bench *b, int ordinal, int partition_sms, int with_cupti,
                  struct ft_err *err);
int ft_bench_attach(struct ft_bench *b, struct ft_err *err);

/* "device", "pci" and "versions" of the answer to hello. */
void ft_bench_describe(const struct ft_bench *b, struct ft_json *j);

/* 0, or -1 with "what: CUDA_ERROR_..." */
int ft_bench_check(const struct ft_bench *b, CUresult r, const char *what, struct ft_err *err);
/* The context is lost: the process must be replaced. */
int ft_cuda_is_sticky(CUresult r);
/* How a contestant ended that met this error. */
enum ft_outcome ft_cuda_outcome(CUresult r);

int ft_bench_alloc(struct ft_bench *b, size_t bytes, CUdeviceptr *out, struct ft_err *err);
void ft_bench_free(struct ft_bench *b, CUdeviceptr *p); /* sets it to 0; 0 is fine */
int ft_bench_set_words(struct ft_bench *b, CUdeviceptr to, size_t bytes, uint32_t word,
                       struct ft_err *err);
int ft_bench_upload(struct ft_bench *b, CUdeviceptr to, const void *from, size_t bytes,
                    struct ft_err *err);
int ft_bench_download(struct ft_bench *b, void *to, CUdeviceptr from, size_t bytes,
                      struct ft_err *err);
/* 256 threads a block. params as for cuLaunchKernel. */
int ft_bench_launch(struct ft_bench *b, enum ft_helper helper, int64_t n_blocks, void **params,
                    struct ft_err *err);
/* Blocks for a loop over n elements. */
int64_t ft_bench_blocks(const struct ft_bench *b, int64_t n);
int ft_bench_sync(struct ft_bench *b, const char *what, struct ft_err *err);
#endif
#endif
