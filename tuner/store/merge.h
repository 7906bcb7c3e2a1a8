/* merge.h -- several databases into one: what one database would hold if all runs had gone there
 *
 * Nothing that was measured is lost and nothing is there twice, however often and in whatever order
 * databases are merged: rows are the same when they say the same, never because of their ids. Where
 * two inputs contradict each other, merge_rules.c says which row counts.
 */
#ifndef FT_MERGE_H
#define FT_MERGE_H
#include <signal.h>
#include "store/db.h"

struct ft_merge_options {
    const char *out;
    const char *const *inputs;
    size_t n_inputs;
    int into; /* `out` may exist: then it is the first input, and replaced by the result */
    volatile sig_atomic_t *stop; /* set by a signal handler: give up, leave nothing; or NULL */
};

/* Kinds of rows that are counted: the table, and what people call it. */
#define FT_MERGE_COUNTS(X)                                                                         \
    X(device, "devices")                                                                           \
    X(problem, "problems")                                                                         \
    X(build, "builds")                                                                             \
    X(run, "runs")                                                                                 \
    X(trial, "trials")                                                                             \
    X(sample, "samples")                                                                           \
    X(counter_set, "counters")                                                                     \
    X(winner, "winners")
enum ft_merge_count {
#define FT_X(table, title) FT_MERGE_##table,
    FT_MERGE_COUNTS(FT_X)
#undef FT_X
        FT_MERGE_N_COUNTS
};

struct ft_merge_source {
    char *path;
    int64_t n[FT_MERGE_N_COUNTS];       /* rows of the database */
    int64_t n_fresh[FT_MERGE_N_COUNTS]; /* of these, in no source before it */
    int64_t n_deciding;                 /* winners of the result that are this one's decision */
    int64_t n_running;                  /* runs without an end: under way, or killed */
};
struct ft_merge_result {
    struct ft_merge_source
        *sources; /* in the order they were named; `out` first where it was there */
    size_t n_sources;
    int64_t n[FT_MERGE_N_COUNTS]; /* rows of the result */
    int64_t n_winner_disputes;    /* searches that ended with another winner elsewhere */
    int64_t n_outcome_disputes;   /* trials that ended otherwise elsewhere */
};

/* Writes options->out beside its place and publishes it whole: on failure what was there stays. */
int ft_merge(const struct ft_merge_options *options, struct ft_merge_result *result,
             struct ft_err *err);
void ft_merge_result_free(struct ft_merge_result *result);

#endif
