/* tune.h -- a tuning run: from an experiment to a winner for every problem, in the database
 *
 * One parent, no CUDA in it: compile workers (compile_pool.h), one GPU worker a GPU (gpu_client.h),
 * optionally an outside baseline. Every trial is committed when it ends; a run that is interrupted
 * and started again does only what is missing. The engine prints nothing: it tells its observer.
 */
#ifndef FT_TUNE_H
#define FT_TUNE_H
#include <signal.h>
#include "base/outcome.h"
#include "eval/spending.h"
#include "model/experiment.h"
#include "model/rigor.h"
#include "store/db.h"

struct ft_tune_options {
    const struct ft_experiment *experiment;
    const struct ft_families *families;
    const char *const *include_dirs; /* for kernels, NULL-terminated */
    const char *db_path, *problem_glob, *family_glob, *command, *version;
    const unsigned char *selected; /* one a problem of the experiment: 1 takes it; NULL: all */
    const char *baseline, *python; /* script of an outside worker and its interpreter, or NULL */
    int device_index, partition_sms, n_compile_workers, with_counters;
    int64_t compile_limit_ns; /* of one build */
    int all_alike;            /* also every later device of this host that is of the same model */
    int64_t budget_ns;        /* 0: none */
    int rigor;                /* enum ft_rigor, or FT_RIGOR_AUTO */
    /* Chosen by the user in the place of rigor; 0 and NULL: not. max_evals: configs a family. */
    int64_t max_evals;
    const char *strategy;
    uint64_t seed;
    const char *const
        *warm_paths; /* databases whose trials are hints, too; NULL-terminated or NULL */
    volatile sig_atomic_t *stop; /* set by a signal handler: finish the candidate, save, return */
};

struct ft_tune_progress {
    const char *problem; /* its first name */
    size_t problem_i, n_problems, n_done, n_lanes, trial_i, n_trials, n_compile_pending;
    int outcomes[FT_N_OUTCOMES]; /* of the run so far */
    double best_ns;              /* of this problem; 0 none yet */
    const char *best_config;
    double eta_s;      /* < 0 unknown */
    const char *phase; /* "compile", "screen", "race", "final", "counters" */
};

/* How a problem ended; everything about its winner is in the database. */
struct ft_tune_result {
    const struct ft_named_problem *problem;
    int is_kept; /* a winner of the same scope was there already */
    int has_winner;
    const char *contestant, *config;
    double median_ns;
    int n_trials, outcomes[FT_N_OUTCOMES];
    size_t n_configs; /* of the spaces */
    const char *note; /* why there is no winner: "out of memory", the first failure; or empty */
};
struct ft_tune_observer {
    void *ctx;
    void (*device)(void *ctx, const struct ft_device *device, const char *timer, size_t n_gpus);
    void (*progress)(void *ctx, const struct ft_tune_progress *progress);
    void (*result)(void *ctx, const struct ft_tune_result *result);
};
struct ft_tune_totals {
    size_t n_problems, n_kept, n_winners, n_trials;
    size_t n_lost_problems; /* the worker died while it set them up: they were not searched */
    size_t n_lowered;       /* problems searched with less rigor than wanted, for the budget */
    size_t n_builds, n_cached_builds;
    double compile_s, wall_s;      /* compile: summed over workers */
    double spent_s[FT_N_SPENDING]; /* summed over lanes */
    double lanes_s;                /* wall time of all lanes */
    int outcomes[FT_N_OUTCOMES], n_restarts, is_interrupted, is_out_of_budget;
    int n_throttled;           /* blocks of the races during which a GPU held its clock back */
    int64_t device_id, run_id; /* run_id 0: there was nothing to do */
    int next_device;           /* all_alike: the first GPU of another model, -1: none */
};
/* 0 also when some problem has no valid candidate (totals say so); -1 when the run cannot go on. */
int ft_tune_run(const struct ft_tune_options *options, const struct ft_tune_observer *observer,
                struct ft_tune_totals *totals, struct ft_err *err);
#endif
