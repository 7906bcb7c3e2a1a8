/* db.h -- the SQLite database of results; schema.sql is the truth, this is its C face
 *
 * One writer: the tuning parent. Every call commits before it returns unless inside
 * ft_db_begin/commit. A file of an older schema version is brought along where it stands; one of a
 * newer version is refused with a hint, and so is one that is no database of ours. Samples are stored raw; everything derived is a view or
 * computed when read.
 */
#ifndef FT_DB_H
#define FT_DB_H
#include <stddef.h>
#include <stdint.h>
#include "base/err.h"
#include "base/outcome.h"
#include "model/device.h"
#include "model/experiment.h"

struct ft_db;
enum ft_db_mode { FT_DB_READ, FT_DB_WRITE /* made when missing, with its directory */ };
struct ft_db *ft_db_open(const char *path, enum ft_db_mode mode, struct ft_err *err);
void ft_db_close(struct ft_db *db);
int ft_db_begin(struct ft_db *db, struct ft_err *err);
int ft_db_commit(struct ft_db *db, struct ft_err *err);
void ft_db_rollback(struct ft_db *db); /* undoes an open transaction; nothing when none is open */

/* Rows of the model; all return the row's id (>= 1), made or found, or -1. */
int64_t ft_db_device(struct ft_db *db, const struct ft_device *device, struct ft_err *err);
int64_t ft_db_family(struct ft_db *db, const struct ft_family *family, struct ft_err *err);
int64_t ft_db_problem(struct ft_db *db, const struct ft_named_problem *problem, struct ft_err *err);
struct ft_db_run {
    const char *experiment, *config_text, *command, *fatune_version, *host, *driver, *nvrtc, *cupti,
        *timer, *cache;
    uint64_t seed;
};
int64_t ft_db_run_start(struct ft_db *db, const struct ft_db_run *run, int64_t device_id,
                        struct ft_err *err);
int ft_db_run_end(struct ft_db *db, int64_t run_id,
                  const char *status /* done|interrupted|failed */, struct ft_err *err);

struct ft_db_build {
    const char *key, *config /* build-time part */, *arch, *header, *options, *nvrtc, *log;
    enum ft_outcome outcome;
    const char *detail;
    int regs, spill_bytes, static_smem_bytes;
    double wall_ns;
    const void *cubin; /* stored for winners only: NULL keeps what is there */
    size_t cubin_bytes, args_bytes;
};
int64_t ft_db_build(struct ft_db *db, int64_t family_id, const struct ft_db_build *build,
                    struct ft_err *err);

struct ft_db_trial {
    int64_t id; /* filled when read */
    int64_t run_id, device_id, problem_id, build_id /* 0: an outside contestant */;
    const char *build_key;  /* of build_id, when read; NULL for outside contestants */
    const char *contestant; /* family name, or "pytorch/cudnn" */
    const char *config;     /* full config text, "" for outside contestants */
    const char *cache, *timer;
    enum ft_outcome outcome;
    const char *detail;  /* why it failed, "" when ok */
    const char *program; /* launch program text */
    int ctas_per_sm, smem_bytes;
    int64_t workspace_bytes;
    struct ft_validation validation;
    int64_t family_id; /* 0: the build's. Needed only for one of our configs that was rejected
                          before it was compiled */
};
/* Inserts, or replaces the row of the same (device, problem, contestant, family signature, config,
 * cache, timer): its samples of older runs stay. */
int64_t ft_db_trial(struct ft_db *db, const struct ft_db_trial *trial, struct ft_err *err);
/* phase: screen | race | final. round numbers the interleaved block: samples with the same round of
 * one problem and run are paired. */
int ft_db_samples(struct ft_db *db, int64_t trial_id, int64_t run_id, const char *phase, int round,
                  const double *ns, size_t n, int sm_mhz, int throttled, struct ft_err *err);
int ft_db_counters(struct ft_db *db, int64_t trial_id, const char *status, int passes,
                   const char *const *names, const double *values, int n, struct ft_err *err);

struct ft_db_winner {
    int64_t run_id, device_id, problem_id, trial_id, runner_up_id /* 0: none */;
    double median_ns, ci_low_ns, ci_high_ns; /* fresh samples */
    double screen_median_ns; /* what the selection saw: final/screen - 1 is the optimism */
    double roof_ns;          /* plain read of the same bytes in the same run; 0 unknown */
    int n_samples, n_ties;   /* other finalists that cannot be told apart */
    const char *ties;        /* their configs, one a line */
    int n_valid, n_trials;
    const char *rigor; /* how much was tried; "": chosen by the user */
    int64_t n_configs; /* of the spaces */
    int is_throttled;  /* the GPU held its clock back in the last round */
    const char *scope; /* fingerprint of what was searched, see ft_db_find_winner */
    /* Best of our own families, when an outside contestant won: it is what can be exported. 0: the
     * same as trial_id, median_ns. */
    int64_t own_trial_id;
    double own_median_ns;
};
int ft_db_set_winner(struct ft_db *db, const struct ft_db_winner *winner, struct ft_err *err);
/* Forgets the decision with this scope, which a wider search of the same configs has made again; its
 * trials and samples stay. */
int ft_db_drop_winner(struct ft_db *db, int64_t device_id, int64_t problem_id, const char *scope,
                      struct ft_err *err);
/* Is there a winner for (device, problem) found with the same scope (hash of families' signatures,
 * narrowing, options, cache, timer)? 1, 0, -1. */
int ft_db_find_winner(struct ft_db *db, int64_t device_id, int64_t problem_id, const char *scope,
                      struct ft_err *err);
/* Trials behind the winner with this scope; 0 when there is none, -1. */
int64_t ft_db_winner_trials(struct ft_db *db, int64_t device_id, int64_t problem_id,
                            const char *scope, struct ft_err *err);
/* fn of the readers below: 0 goes on, another value ends the reading and is returned. It may use
 * the handle; what it is given lives until it returns. Trials of (device, problem) with the family
 * signature that ended other than ok: not tried again when a run resumes. Calls fn for each
 * (config, outcome, detail); also valid ones with their screening samples. */
typedef int ft_db_trial_fn(void *ctx, const struct ft_db_trial *trial, const double *screen_ns,
                           size_t n);
int ft_db_each_trial(struct ft_db *db, int64_t device_id, int64_t problem_id, int64_t family_id,
                     const char *cache, const char *timer, ft_db_trial_fn *fn, void *ctx,
                     struct ft_err *err);

/* Reading for query, export, verify: any SELECT over the views, row by row as text. */
typedef int ft_db_row_fn(void *ctx, int n, const char *const *names,
                         const char *const *values /* NULL: null */);
int ft_db_select(struct ft_db *db, ft_db_row_fn *fn, void *ctx, struct ft_err *err, const char *sql,
                 int n_args, const char *const *args);
/* Appends the first column of the row that `sql` finds for id (?1); nothing when there is none or
 * it is NULL. */
int ft_db_blob(struct ft_db *db, const char *sql, int64_t id, struct ft_buf *out,
               struct ft_err *err);
int64_t
ft_db_reader_version(struct ft_db *db); /* the file's schema version; -1 when it cannot be read */
#endif
