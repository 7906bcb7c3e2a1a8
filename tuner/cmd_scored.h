/* cmd_scored.h -- runs of strategies on recorded spaces: what replay makes, what score judges */
#ifndef FT_CMD_SCORED_H
#define FT_CMD_SCORED_H
#include "base/json.h"
#include "base/opt.h"
#include "base/table.h"
#include "search/score.h"
#include "store/space_file.h"

struct ft_cmd_scored { /* one strategy on one space */
    char *space, *device, *strategy;
    size_t n_hints, max_evals, n_runs;
    uint64_t seed;
    struct ft_score_space stats;
    struct ft_replay_run *runs;
};
struct ft_cmd_scored_list {
    struct ft_cmd_scored *items;
    size_t n, cap;
};
struct ft_cmd_replay_options {
    const char *strategy; /* a name, or "all" */
    long long repeats, max_evals /* 0: what the score by time needs */, seed, batch;
    long long max_hints; /* 0: all */
    int misleads;        /* hints with the worst first */
};
/* `all`, or a strategy that exists. */
int ft_cmd_strategy_check(const char *name, struct ft_err *err);
/* Appends the strategies' runs on a space; each other recording of the same parameters in warm is a
 * source of hints. warm may be NULL. */
int ft_cmd_scored_run(const struct ft_recording *recording, const struct ft_recordings *warm,
                      const struct ft_cmd_replay_options *options, struct ft_cmd_scored_list *out,
                      struct ft_err *err);
void ft_cmd_scored_free(struct ft_cmd_scored_list *list);

/* One row a space and strategy; then, of each strategy on several spaces, the mean. */
void ft_cmd_scored_table(const struct ft_cmd_scored_list *list, struct ft_table_out *out);

/* Says where runs are too short for the score by time. */
void ft_cmd_scored_note(const struct ft_cmd_scored_list *list);

/* A JSON array, an object each: the runs, and what scoring needs of the space. */
void ft_cmd_scored_write(const struct ft_cmd_scored_list *list, struct ft_json *j);
int ft_cmd_scored_is(const struct ft_jval *root);
int ft_cmd_scored_read(const char *path, const struct ft_jval *root, struct ft_cmd_scored_list *out,
                       struct ft_err *err);
#endif
