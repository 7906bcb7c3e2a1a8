/* known.c -- see the header
 *
 * Random draws are a shuffle that goes only as far as it is used (Fisher and Yates), so that a draw
 * costs the same in a space of a hundred points and of a million.
 */
#include "search/known.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

void ft_known_init(struct ft_known *known, const struct ft_grid *grid,
                   const struct ft_search_hint *hints, size_t n_hints, uint64_t seed)
{
    *known = (struct ft_known){.grid = grid, .n_fresh = grid->n, .best = FT_GRID_NONE};
    ft_rng_seed(&known->rng, seed);
    known->times = ft_calloc(grid->n + 1, sizeof *known->times);
    known->is_proposed = ft_calloc(grid->n + 1, 1);
    known->shuffled = ft_calloc(grid->n + 1, sizeof *known->shuffled);
    known->neighbours = ft_calloc(grid->max_neighbours, sizeof *known->neighbours);
    for (size_t i = 0; i < grid->n; i++) {
        known->times[i] = NAN;
        known->shuffled[i] = (uint32_t)i;
    }
    known->hints = ft_calloc(n_hints + 1, sizeof *hints);
    if (n_hints > 0)
        memcpy(known->hints, hints, n_hints * sizeof *hints);
    known->n_hints = n_hints;
}

void ft_known_free(struct ft_known *known)
{
    free(known->times);
    free(known->is_proposed);
    free(known->ranked);
    free(known->hints);
    free(known->shuffled);
    free(known->neighbours);
    *known = (struct ft_known){0};
}

int ft_known_take(struct ft_known *known, size_t point)
{
    if (known->is_proposed[point])
        return 0;
    known->is_proposed[point] = 1;
    known->n_fresh--;
    return 1;
}

int ft_known_is_told(const struct ft_known *known, size_t point)
{
    return !isnan(known->times[point]);
}

int ft_known_tell(struct ft_known *known, const struct ft_told *told)
{
    int is_valid = told->outcome == FT_OUT_OK && told->median_ns > 0 && isfinite(told->median_ns);
    if (ft_known_is_told(known, told->point))
        return 0;
    ft_known_take(known, told->point);
    known->times[told->point] = is_valid ? told->median_ns : INFINITY;
    if (!is_valid)
        return 0;
    size_t at = known->n_ranked;
    FT_GROW(known->ranked, known->n_ranked + 1, known->cap_ranked);
    for (; at > 0 && known->times[known->ranked[at - 1]] > told->median_ns; at--)
        known->ranked[at] = known->ranked[at - 1];
    known->ranked[at] = told->point;
    known->n_ranked++;
    if (known->best != FT_GRID_NONE && known->times[known->best] <= told->median_ns)
        return 0;
    known->best = told->point;
    return 1;
}

size_t ft_known_draw(struct ft_known *known)
{
    const size_t n = known->grid->n;
    while (known->n_drawn < n) {
        size_t other = known->n_drawn + (size_t)ft_rng_below(&known->rng, n - known->n_drawn);
        uint32_t point = known->shuffled[other];
        if (!known->is_proposed[point])
            return point;
        known->shuffled[other] = known->shuffled[known->n_drawn];
        known->shuffled[known->n_drawn++] = point;
    }
    return FT_GRID_NONE;
}

size_t ft_known_next_hint(struct ft_known *known)
{
    while (known->next_hint < known->n_hints) {
        size_t point = known->hints[known->next_hint++].point;
        if (!known->is_proposed[point])
            return point;
    }
    return FT_GRID_NONE;
}

size_t ft_known_draw_apart(struct ft_known *known, const size_t *from, size_t n_from, int n_tries)
{
    size_t chosen = FT_GRID_NONE;
    double furthest = -1;
    for (int i = 0; i < n_tries; i++) {
        size_t point = ft_known_draw(known);
        double nearest = INFINITY;
        if (point == FT_GRID_NONE)
            break;
        for (size_t k = 0; k < n_from; k++)
            nearest = fmin(nearest, ft_grid_distance(known->grid, point, from[k]));
        if (nearest > furthest) {
            furthest = nearest;
            chosen = point;
        }
        if (n_from == 0)
            break;
    }
    return chosen;
}

size_t ft_known_fresh_neighbours(struct ft_known *known, size_t point)
{
    size_t n = ft_grid_neighbours(known->grid, point, known->neighbours), n_fresh = 0;
    for (size_t i = 0; i < n; i++)
        if (!known->is_proposed[known->neighbours[i]])
            known->neighbours[n_fresh++] = known->neighbours[i];
    ft_rng_shuffle(&known->rng, known->neighbours, n_fresh);
    return n_fresh;
}
