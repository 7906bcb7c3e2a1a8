/* rerun.h -- stored configs once more, outside of a tuning run: built, loaded together, validated,
 * timed in interleaved rounds
 *
 * For commands that look at single results again (reproduce, compare --measure). A config that
 * fails ends with its outcome; the others go on without it.
 */
#ifndef FT_RERUN_H
#define FT_RERUN_H
#include "base/stats.h"
#include "eval/compile_pool.h"
#include "eval/gpu_client.h"

#define FT_RERUN_MAX 8
struct ft_rerun {
    const struct ft_config *config; /* in; borrowed */
    /* out */
    struct ft_build build;
    struct ft_job job;
    char *cubin, *program; /* path of the code; launch program */
    enum ft_outcome outcome;
    char detail[512];
    struct ft_gpu_loaded loaded;
    struct ft_validation validation;
    double *ns; /* samples; sample i of all was taken in round i */
    size_t n;
    struct ft_stats stats; /* of them; n 0 without */
    int sm_mhz, throttled;
    int is_checked;
};
struct ft_rerun_plan {
    const char *key, *cache;         /* the problem, and the state of L2 */
    const char *const *include_dirs; /* for kernels, NULL-terminated */
    uint64_t seed;                   /* of the data */
    int n_samples;
};
/* gpu is started; it is calibrated and revived here as needed. items have their config set and the
 * rest zeroed. -1: nothing can be said about any of them. Afterwards ft_rerun_free. */
int ft_rerun(struct ft_gpu *gpu, const struct ft_rerun_plan *plan, struct ft_rerun *items, size_t n,
             struct ft_err *err);
void ft_rerun_free(struct ft_rerun *items, size_t n);
#endif
