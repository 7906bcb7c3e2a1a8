/* compile_pool.h -- builds compiled by worker processes, one a core, through the disk cache
 *
 * Jobs are taken in the order they were added. A job whose build is in the cache is done at once. A
 * worker that runs past the deadline is killed: the job ends as compile_timeout (never cached); one
 * that dies takes only its job with it, which is tried once more alone before it is blamed.
 */
#ifndef FT_COMPILE_POOL_H
#define FT_COMPILE_POOL_H
#include "base/err.h"
#include "base/outcome.h"
#include "model/build.h"

enum ft_job_state { FT_JOB_WAITING, FT_JOB_RUNNING, FT_JOB_DONE };
struct ft_job {
    const struct ft_build *build; /* borrowed */
    enum ft_job_state state;
    int n_tries;
    int is_cached; /* was in the cache before this run */
    enum ft_outcome outcome;
    char detail[512]; /* first line of what went wrong */
    double wall_ns;
    int regs, spill_bytes, static_smem_bytes; /* the largest of the build's kernels */
};

#define FT_COMPILE_LIMIT_NS ((int64_t)60 * 1000000000) /* unless the user says otherwise */
struct ft_pool;
/* include_dirs: NULL-terminated, borrowed. n_workers 0: one a core, bounded by memory. */
struct ft_pool *ft_pool_new(int n_workers, int64_t deadline_ns, const char *const *include_dirs);
void ft_pool_free(struct ft_pool *pool); /* kills what still runs */
void ft_pool_add(struct ft_pool *pool, struct ft_job *job);
/* Starts waiting jobs, collects finished ones; waits up to timeout_ns for the next. -1 when this
 * machine cannot compile: no worker starts, there is no compiler, the cache cannot be written. No
 * build is blamed for that, and every later call says it again. */
int ft_pool_pump(struct ft_pool *pool, int64_t timeout_ns, struct ft_err *err);
size_t ft_pool_pending(const struct ft_pool *pool);
#endif
