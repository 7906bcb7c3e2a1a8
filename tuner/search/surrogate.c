/* surrogate.c -- climbs as hillclimb does, but a model of all answers says which neighbour is tried
 *
 * Only Hamming neighbours of good points are proposed; the model (search/guide.h) is a filter that
 * leaves out the many that will not be faster. Starts are hints, then points at random; when no
 * good point has a neighbour left, a new start.
 */
#include <stdlib.h>
#include "base/mem.h"
#include "search/guide.h"

#define N_STARTS 12
#define N_BEST   8

struct filtered {
    struct ft_known known;
    struct ft_guide guide;
    size_t n_starts;
};

static void *open_filtered(const struct ft_grid *grid, const struct ft_search_hint *hints,
                           size_t n_hints, uint64_t seed)
{
    static const struct ft_guide_options options = {N_BEST, 0, 0};
    struct filtered *f = ft_calloc(1, sizeof *f);
    ft_known_init(&f->known, grid, hints, n_hints, seed);
    ft_guide_init(&f->guide, &f->known, &options);
    return f;
}

static size_t next_point(struct filtered *f)
{
    size_t point = FT_GRID_NONE;
    if (f->n_starts >= N_STARTS)
        point = ft_guide_pick(&f->guide, 0);
    if (point != FT_GRID_NONE)
        return point;
    if (f->n_starts++ % 2 == 0)
        point = ft_known_next_hint(&f->known);
    return point != FT_GRID_NONE ? point : ft_known_draw(&f->known);
}

static size_t ask(void *state, size_t *points, size_t max)
{
    struct filtered *f = state;
    size_t n = 0;
    while (n < max && (points[n] = next_point(f)) != FT_GRID_NONE) {
        ft_known_take(&f->known, points[n]);
        ft_guide_propose(&f->guide, points[n++]);
    }
    return n;
}

static void tell(void *state, const struct ft_told *told)
{
    struct filtered *f = state;
    if (ft_known_is_told(&f->known, told->point))
        return;
    ft_guide_tell(&f->guide, told, ft_known_tell(&f->known, told));
}

static void close_filtered(void *state)
{
    struct filtered *f = state;
    ft_guide_free(&f->guide);
    ft_known_free(&f->known);
    free(f);
}

const struct ft_strategy ft_search_surrogate = {
    "surrogate",   "neighbours of the best points, filtered by a model of all answers",
    open_filtered, ask,
    tell,          close_filtered};
