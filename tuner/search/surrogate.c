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
    struct ft_guided guided;
    size_t n_starts;
};

static size_t next_point(void *state)
{
    struct filtered *f = state;
    size_t point = FT_GRID_NONE;
    if (f->n_starts >= N_STARTS)
        point = ft_guide_pick(&f->guided.guide, 0);
    if (point != FT_GRID_NONE)
        return point;
    if (f->n_starts++ % 2 == 0)
        point = ft_known_next_hint(&f->guided.known);
    return point != FT_GRID_NONE ? point : ft_known_draw(&f->guided.known);
}

static void *open_filtered(const struct ft_grid *grid, const struct ft_search_hint *hints,
                           size_t n_hints, uint64_t seed)
{
    static const struct ft_guide_options options = {N_BEST, 0, 0};
    struct filtered *f = ft_calloc(1, sizeof *f);
    ft_guided_init(&f->guided, grid, hints, n_hints, seed, &options, next_point);
    return f;
}

const struct ft_strategy ft_search_surrogate = {
    "surrogate",    "neighbours of the best points, filtered by a model of all answers",
    open_filtered,  ft_guided_ask,
    ft_guided_tell, ft_guided_close};
