/* tune_int.h -- state shared by the files of the tuning engine (tune*.c); nobody else includes it
 *
 * Ownership: a tuner owns everything here; a tuning owns its candidates; a candidate borrows its
 * build, which belongs to the tuner because several problems may use it.
 *
 * Lanes. Every GPU has a lane, which takes one problem after the other. There is one thread a lane
 * and one lock, tuner->lock: whoever runs the engine holds it, and gives it up only while it waits
 * for a process (ft_gpu's hooks, ft_lane_rest). So nothing here changes but across a wait, no
 * transaction of the database may contain a wait, and nothing below needs a lock of its own.
 */
#ifndef FT_TUNE_INT_H
#define FT_TUNE_INT_H
#include <pthread.h>
#include "base/stats.h"
#include "eval/compile_pool.h"
#include "eval/gpu_client.h"
#include "eval/tune.h"

struct ft_check { /* a full validation set: of a launch program, on a class of problems */
    char class[FT_PROBLEM_KEY_BYTES];
    const char *program;
    enum ft_outcome outcome;
    char detail[512];
    struct ft_validation result;
};

struct ft_built { /* a build and what is known of it, for all problems that use it */
    struct ft_build build;
    struct ft_job job;
    int64_t family_id, db_id; /* db_id 0: not stored yet */
    struct ft_check *checks;  /* full validation sets that ran in this run */
    size_t n_checks, cap_checks;
};

struct ft_candidate { /* a contestant of one problem: a config of ours, or an outside baseline */
    const struct ft_config *config; /* NULL: outside */
    struct ft_built *built;
    const char *contestant, *text; /* "decode_split", "Bc=32,..."; "pytorch/cudnn", "" */
    char *program;
    int outside_id, is_default;
    int64_t trial_id;
    enum ft_outcome outcome;
    int has_outcome;
    char detail[512];
    struct ft_gpu_loaded loaded;
    struct ft_validation validation;
    double *screen, *final;
    size_t n_screen, n_final;
    struct ft_stats stats;     /* of screen, later of the race */
    int slot;                  /* the id it has in the GPU worker when loaded with others */
    int loaded_id, generation; /* in the GPU worker; -1 when not loaded */
};

struct ft_tuning { /* one problem */
    const struct ft_named_problem *problem;
    int64_t problem_id;
    struct ft_space
        *spaces; /* per narrowing of the experiment; n 0 where the family does not support it */
    char scope[FT_HEX_BYTES];
    int is_kept, is_taken; /* answered already; a lane has it, or had */
    struct ft_candidate *candidates;
    size_t n, cap;
    double best_ns;
    const char *best_config;
};

struct ft_lane { /* one GPU with its workers */
    struct ft_tuner *tuner;
    struct ft_gpu gpu, counters, outside;
    int has_outside;
    char *outside_argv[3];
    pthread_t thread;  /* the first lane runs in the caller's */
    struct ft_err err; /* why it ended early */
};

struct ft_tuner {
    const struct ft_tune_options *options;
    const struct ft_tune_observer *observer;
    struct ft_tune_totals *totals;
    struct ft_arena *arena;
    struct ft_db *db;
    pthread_mutex_t lock;
    pthread_cond_t lane_idle;
    struct ft_lane *lanes;
    size_t n_lanes, n_idle; /* idle: has no problem to work at */
    struct ft_pool *pool;
    struct ft_device device;                /* as the first lane's worker describes it */
    char timer[16], nvrtc[32];              /* of that worker when it started */
    int64_t run_id, device_id, *family_ids; /* per narrowing */
    struct ft_tuning *tunings;
    size_t n_tunings;
    void *builds_by_key; /* tsearch tree of struct ft_built */
    struct ft_tune_progress progress;
    int64_t start_ns, screen_ns; /* of the run; spent on screening so far */
    size_t n_screened, n_left;   /* trials of this run: done, to do */
};

int ft_tune_should_stop(const struct ft_tuner *tuner);
void ft_tune_report_progress(struct ft_lane *lane, const struct ft_tuning *tuning, size_t trial_i,
                             const char *phase);
/* tune_lane.c */
int ft_lane_start(struct ft_lane *lane, int device_index, struct ft_err *err);
void ft_lane_stop(struct ft_lane *lane);
/* Lets other lanes run while nothing can be done here; builds go on. -1 when nothing compiles. */
int ft_lane_rest(struct ft_lane *lane, struct ft_err *err);
/* All open problems, by all lanes, of which the first is started; 0 done (or stopped), -1 when no
 * lane could go on. */
int ft_lanes_run(struct ft_tuner *tuner, struct ft_err *err);
/* tune_space.c: spaces, scope, candidates with their builds */
int ft_tuning_enumerate(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_err *err);
int ft_tuning_prepare(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_err *err);
void ft_tuning_free(struct ft_tuner *tuner, struct ft_tuning *tuning);
/* tune_group.c */
#define FT_RACE_MAX 24 /* candidates that may enter the race */
/* A group that is timed together, in two parts: ours and outside contestants. */
struct ft_group {
    struct ft_candidate **members;
    size_t n;
    int n_unexplained;           /* losses of a worker that no member caused alone */
    int sm_mhz[2], throttled[2]; /* of the last block, by is_outside */
};
/* A worker that was lost is replaced; whatever it had loaded is gone (generation differs). */
int ft_tune_ensure_worker(struct ft_lane *lane, struct ft_gpu *gpu, struct ft_err *err);
void ft_candidate_set_outcome(struct ft_candidate *c, enum ft_outcome outcome, const char *detail);
int ft_candidate_load(struct ft_lane *lane, struct ft_candidate *c, int id,
                      enum ft_outcome *outcome, char *detail, size_t cap, struct ft_err *err);
/* The full validation set for a loaded candidate: of its build on this class of problems with any
 * launch program, or with its own. Runs once a run; a check that failed condemns the build. 1
 * answered, 0 lost, -1 error */
int ft_candidate_check(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_candidate *c,
                       int own_program, enum ft_outcome *outcome, struct ft_err *err);
/* Finalists once more: each launch program on the full set, and the problem with every other seed.
 * Members that fail leave. */
int ft_group_check(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                   struct ft_err *err);
/* n_samples interleaved samples of every member into `final`; members that fail leave the group,
 * and the rest starts again. */
int ft_group_time(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                  int n_samples, const char *phase, struct ft_err *err);
int ft_group_unload(struct ft_lane *lane, struct ft_group *group, struct ft_err *err);
void ft_group_drop(struct ft_group *group, size_t i);
/* tune_problem.c: 0 done (or stopped: see ft_tune_should_stop), -1 error */
int ft_tune_problem(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_err *err);
/* tune_store.c */
int ft_tune_store_trial(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_candidate *c,
                        struct ft_err *err);
int ft_tune_store_cubin(struct ft_lane *lane, struct ft_built *built, struct ft_err *err);
int ft_tune_store_counters(struct ft_lane *lane, struct ft_tuning *tuning,
                           struct ft_candidate *winner, struct ft_err *err);
#endif
