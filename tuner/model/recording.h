/* recording.h -- a recorded space: configs that were tried once, by us or by another tuner, and how
 * each ended
 *
 * Plain data, so that strategies can be run against it without a GPU (search/replay.h). Values are
 * texts; those of a parameter whose values are all numbers stand in ascending order, names by
 * alphabet. Points are sorted by their values, the last parameter first to change, because a source
 * may be sorted by time, and an order must not give the answer away. A config that occurs twice
 * keeps its last result.
 *
 *     ft_recording_init(&r, "conv", "A100", names, n);
 *     ft_recording_add(&r, texts, &result);   for each config
 *     ft_recording_finish(&r, err);
 */
#ifndef FT_RECORDING_H
#define FT_RECORDING_H
#include <stddef.h>
#include <stdint.h>
#include "base/err.h"
#include "base/mem.h"
#include "base/outcome.h"

/* What one evaluation cost, as tuners record it. */
enum ft_cost {
    FT_COST_COMPILE,
    FT_COST_BENCHMARK,
    FT_COST_VALIDATE,
    FT_COST_FRAMEWORK,
    FT_COST_SEARCH
};
#define FT_N_COSTS 5

struct ft_recorded_param {
    const char *name;
    const char **values;
    size_t n_values;
    int is_ordered; /* numbers */
};
struct ft_recorded {
    enum ft_outcome outcome;
    double time_ns;             /* of the config, when ok; else NaN */
    double cost_ns[FT_N_COSTS]; /* NaN: not recorded */
};
struct ft_recording {
    struct ft_arena *arena;
    const char *title;  /* kernel, or problem and family */
    const char *device; /* "" when the source does not say */
    const char *family, *problem_key; /* of results of ours; "": the source does not say */
    struct ft_recorded_param *params;
    size_t n_params;
    struct ft_recorded *points;
    uint16_t *values; /* [n][n_params]: index into a parameter's values */
    size_t n;
    const char **texts; /* [n][n_params] until it is finished */
    size_t cap_points, cap_texts;
};
void ft_recording_init(struct ft_recording *r, const char *title, const char *device,
                       const char *const *names, size_t n_params);
void ft_recording_add(struct ft_recording *r, const char *const *texts,
                      const struct ft_recorded *result);
/* Sorts values and points, drops repeated configs. A recording without a valid config is an error.
 */
int ft_recording_finish(struct ft_recording *r, struct ft_err *err);
void ft_recording_free(struct ft_recording *r);

/* All costs of an evaluation; 0 where none was recorded. */
double ft_recorded_cost(const struct ft_recorded *point);
/* Parameters of one name each, in any order: configs of one can be looked up in the other. */
int ft_recording_matches(const struct ft_recording *a, const struct ft_recording *b);

#endif
