/* measure.h -- times of contestants, and of the device itself
 *
 * A sample is the device time of one iteration: last end minus first start of its kernels, from
 * CUPTI records. Iterations run in blocks of up to FT_BLOCK, each after a flush of L2; one
 * synchronisation and one collection a block, no host work between. Records must be the expected
 * kernels in the expected order, or the block is repeated; after three failures the timer is CUDA
 * events, and says so.
 */
#ifndef FT_MEASURE_H
#define FT_MEASURE_H
#include "eval/contestant.h"
#ifndef FT_NO_CUDA

enum ft_cache_mode {
    FT_CACHE_COLD,  /* L2 holds clean lines of other data: it was read last */
    FT_CACHE_DIRTY, /* L2 holds dirty lines of other data, which the next kernel pays for */
    FT_CACHE_HOT,   /* as the iteration before left it */
};
int ft_cache_mode_find(const char *name); /* -1 when unknown */
int ft_flush(struct ft_bench *b, enum ft_cache_mode mode, struct ft_err *err);
int ft_flush_kernels(enum ft_cache_mode mode); /* how many kernels a flush is */

#define FT_BLOCK 16
struct ft_meter {
    struct ft_bench *b; /* borrowed */
    int use_events;     /* CUPTI is absent or has failed */
    char why[192];      /* what was wrong with its last bad block */
    CUevent events[2 * FT_BLOCK];
    double reference_ns; /* of the spin kernel when the clock was up; 0: not calibrated */
    int64_t checked_ns;  /* when the clock was checked last */
    int sm_mhz;          /* 0: NVML does not say */
    int has_reasons;     /* NVML says why the clock is what it is */
    uint64_t n_rounds;   /* timed so far */
    int is_throttled;    /* since ft_meter_time began */
};
int ft_meter_open(struct ft_bench *b, struct ft_meter *m, struct ft_err *err);
const char *
ft_meter_timer(const struct ft_meter *m); /* "cupti", "event"; "host" on the CPU device */

struct ft_calibration {
    double read_roof_gbps, empty_kernel_ns, reference_ns;
};
/* Warms up until the clock is flat, then measures the roofs. */
int ft_meter_calibrate(struct ft_meter *m, struct ft_calibration *out, struct ft_err *err);
/* Median time of a plain read of these bytes. */
int ft_meter_read(struct ft_meter *m, CUdeviceptr data, size_t bytes, enum ft_cache_mode mode,
                  double *ns, struct ft_err *err);

struct ft_series_ns {
    double *ns; /* room for n_rounds; the caller's */
    int n, n_kernels;
};
/* n_rounds rounds over the plans in turn; a sample above limit_ns (0: none) ends that plan's
 * series. On failure *bad is the plan that failed, or -1 where several were in flight. */
int ft_meter_time(struct ft_meter *m, struct ft_plan *const *plans, int n_plans, int n_rounds,
                  enum ft_cache_mode mode, double limit_ns, struct ft_series_ns *out, int *bad,
                  struct ft_verdict *v);
#endif
#endif
