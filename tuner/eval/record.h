/* record.h -- what an evaluation found, as rows of the database: shared by everything that
 * evaluates */
#ifndef FT_RECORD_H
#define FT_RECORD_H
#include "eval/compile_pool.h"
#include "eval/gpu_client.h"
#include "store/db.h"

/* A build and how its job ended; with the machine code at cubin_path, or without (NULL). The row's
 * id, or -1. */
int64_t ft_record_build(struct ft_db *db, int64_t family_id, const struct ft_build *build,
                        const struct ft_job *job, const char *nvrtc, const char *cubin_path,
                        struct ft_err *err);

/* One collection of hardware counters, in a worker of its own, which is started when gpu is fresh.
 * What goes wrong there is a status, and costs nothing else; -1 only when it cannot be stored. */
struct ft_count {
    const char *key, *cache; /* problem, state of L2 */
    uint64_t seed;
    const struct ft_gpu_request *request;
    int device_index;
};
int ft_record_counters(struct ft_db *db, int64_t trial_id, struct ft_gpu *gpu,
                       const struct ft_count *count, struct ft_err *err);
#endif
