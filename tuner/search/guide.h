/* guide.h -- the model of kriging.h put to use: which fresh point promises most
 *
 * What a point promises is its expected improvement on the best time, times the chance that it is
 * valid (what the failures near it say). Looking at all of a large grid for each proposal would
 * cost more than some evaluations do; a pool of candidates is looked at, drawn anew whenever the
 * model is fitted, and joined by the neighbours of each new best.
 *
 * Hints become the trend of the model. Where they say nothing of a point, a second model, of the
 * hints, fills the gap.
 */
#ifndef FT_GUIDE_H
#define FT_GUIDE_H
#include "search/known.h"
#include "search/kriging.h"

struct ft_guide_options {
    size_t n_best;   /* points whose neighbours are in the pool, fastest first */
    int random_part; /* 1: the pool is filled up with points at random, and with hints */
    int uses_trend;
};
struct ft_guide {
    struct ft_known *known; /* borrowed */
    struct ft_guide_options options;
    struct ft_kriging model;
    size_t n_told, next_fit; /* told results, and at how many the model is fitted again */
    double clip;             /* log times are cut here: how slow a slow point is teaches nothing */
    uint32_t *entries;       /* per point: entry in the pool + 1, or 0 */
    float *like_valid,
        *like_failed; /* per entry: sums of correlations with answers of either kind */
    float *row;
    size_t *failed, n_failed, cap_failed;
    size_t *pending, n_pending, cap_pending; /* proposed, not told */
    double *trend; /* per point; NaN: not asked for yet. NULL without hints */
    struct ft_kriging of_hints;
    double *hint_weights; /* NULL until a point without a hint is looked at */
};
void ft_guide_init(struct ft_guide *g, struct ft_known *known,
                   const struct ft_guide_options *options);
void ft_guide_free(struct ft_guide *g);
/* Before and after a point is told to `known`: proposed by whatever rule, told with what outcome.
 */
void ft_guide_propose(struct ft_guide *g, size_t point);
void ft_guide_tell(struct ft_guide *g, const struct ft_told *told, int is_best);
/* The fresh point of the pool that promises most; when is_plain, without the trend, and looking
 * further from what is known. FT_GRID_NONE when the pool has no fresh point. */
size_t ft_guide_pick(struct ft_guide *g, int is_plain);

/* A strategy that is guided: the first member of its state. It differs in what it proposes next. */
struct ft_guided {
    struct ft_known known;
    struct ft_guide guide;
    size_t n_proposed;
    size_t (*next_point)(void *state); /* FT_GRID_NONE: there is none */
};
void ft_guided_init(struct ft_guided *guided, const struct ft_grid *grid,
                    const struct ft_search_hint *hints, size_t n_hints, uint64_t seed,
                    const struct ft_guide_options *options, size_t (*next_point)(void *state));
/* ask, tell and close of such a strategy; close frees the state. */
size_t ft_guided_ask(void *state, size_t *points, size_t max);
void ft_guided_tell(void *state, const struct ft_told *told);
void ft_guided_close(void *state);

#endif
