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
#include "search/search.h"

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
    size_t family_i, point;         /* narrowing and number in its space */
    struct ft_built *built;
    const char *contestant, *text; /* "decode_split", "Bc=32,..."; "pytorch/cudnn", "" */
    char *program;
    int outside_id, is_default;
    int64_t trial_id;
    enum ft_outcome outcome;
    int has_outcome, is_told; /* told: to the strategy */
    int is_counted;           /* in the totals of this run */
    char detail[512];
    struct ft_gpu_loaded loaded;
    struct ft_validation validation;
    double *screen, *final;
    size_t n_screen, n_final;
    struct ft_stats stats; /* of screen, later of the race */
    double promise;        /* the best one's time over its own on a similar problem; 0 unknown */
    int slot;              /* the id it has in the GPU worker when loaded with others */
    int loaded_id, generation; /* in the GPU worker; -1 when not loaded */
};

struct ft_stored;
struct ft_hunt { /* the search of one family's space: tune_hunt.c */
    struct ft_grid grid;
    const struct ft_strategy *strategy;
    void *state;
    size_t max, n_known; /* configs to try; candidates so far */
    int is_over;         /* the strategy has no more */
    struct ft_stored *stored;
    size_t n_stored, cap_stored;
};

struct ft_tuning { /* one problem */
    const struct ft_named_problem *problem;
    int64_t problem_id;
    struct ft_space
        *spaces; /* per narrowing of the experiment; n 0 where the family does not support it */
    struct ft_hunt *hunts; /* parallel to spaces */
    char scopes[FT_N_RIGORS][FT_HEX_BYTES];
    int is_free; /* the user chose strategy or evaluations */
    enum ft_rigor rigor;
    int is_kept, is_open, is_taken; /* answered already; its hunts have begun; a lane has it, or had
                                     */
    int n_decided; /* trials behind the stored winner of less rigor; 0: there is none */
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
    int n_crashed, n_survived;        /* candidates */
    int64_t rested_ns[FT_N_SPENDING]; /* in ft_lane_rest */
    pthread_t thread;                 /* the first lane runs in the caller's */
    struct ft_err err;                /* why it ended early */
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
    struct ft_warm *warm;
    size_t n_warm, cap_warm;
    int is_warm; /* stored trials are in warm */
    struct ft_tune_progress progress;
    int64_t start_ns, budget_ns; /* budget: of this model of GPU; 0: none */
    size_t n_screened;           /* trials of this run */
};

int ft_tune_should_stop(const struct ft_tuner *tuner);
void ft_tune_report_progress(struct ft_lane *lane, const struct ft_tuning *tuning, size_t trial_i,
                             const char *phase);
/* tune_lane.c */
int ft_lane_start(struct ft_lane *lane, int device_index, struct ft_err *err);
void ft_lane_stop(struct ft_lane *lane);
/* Adds what all lanes spent to the totals. */
void ft_lanes_account(const struct ft_tuner *tuner);
/* The problem that a lane takes next: of those that are open, the one of whose space least was
 * tried. NULL: none. */
struct ft_tuning *ft_lane_next(const struct ft_tuner *tuner);
/* Lets other lanes run while nothing can be done here; builds go on. -1 when nothing compiles. */
int ft_lane_rest(struct ft_lane *lane, enum ft_spending why, struct ft_err *err);
/* All open problems, by all lanes, of which the first is started; 0 done (or stopped), -1 when no
 * lane could go on. */
int ft_lanes_run(struct ft_tuner *tuner, struct ft_err *err);
/* tune_problem.c: 0 done (or stopped: see ft_tune_should_stop), -1 error */
int ft_tune_problem(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_err *err);
/* tune_store.c */
int ft_tune_store_trial(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_candidate *c,
                        struct ft_err *err);
int ft_tune_store_cubin(struct ft_lane *lane, struct ft_built *built, struct ft_err *err);
int ft_tune_store_counters(struct ft_lane *lane, struct ft_tuning *tuning,
                           struct ft_candidate *winner, struct ft_err *err);
#endif
