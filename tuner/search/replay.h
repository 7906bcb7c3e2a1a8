/* replay.h -- strategies run against a recorded space, where an evaluation is a look-up
 *
 * What a run is worth is judged by score.h. Only improvements are kept of it: a step says after how
 * many evaluations, and how much of the recorded time, which best time was known.
 */
#ifndef FT_REPLAY_H
#define FT_REPLAY_H
#include "model/recording.h"
#include "search/search.h"

struct ft_replay_step {
    size_t n_evals; /* this one included; invalid configs count */
    double elapsed_ns, best_ns;
};
struct ft_replay_run {
    struct ft_replay_step *steps;
    size_t n_steps, cap;
    size_t n_evals;
    double elapsed_ns; /* of all evaluations, each with all its costs */
};
struct ft_replay_options {
    const struct ft_strategy *strategy;
    uint64_t seed;
    size_t max_evals; /* 0: the whole space */
    size_t batch;     /* answers are told after so many proposals, at least 1 */
};
/* A run ends early when it has the optimum: nothing gets better any more. */
void ft_replay_run(const struct ft_recording *recording, const struct ft_grid *grid,
                   const struct ft_search_hint *hints, size_t n_hints,
                   const struct ft_replay_options *options, struct ft_replay_run *out);
void ft_replay_run_free(struct ft_replay_run *run);
/* Best time after so many evaluations; NaN before the first valid config. */
double ft_replay_best_after(const struct ft_replay_run *run, size_t n_evals);

/* Hints for a recording out of others of the same parameters, best first: the valid configs that
 * both have, by the mean (geometric) of their ratios to the best there. Caller frees *hints. */
size_t ft_replay_hints(const struct ft_recording *recording, const struct ft_grid *grid,
                       const struct ft_recording *const *others, size_t n_others,
                       struct ft_search_hint **hints);

#endif
