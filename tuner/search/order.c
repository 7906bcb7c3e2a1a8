/* order.c -- strategies that only choose an order: every point as enumerated, or shuffled by the
 * seed
 *
 * Exhaustive search keeps configs of one build together (a space lists launch-time parameters in
 * its own order), so that a build is loaded and validated in full once. Random order is what a
 * limited number of evaluations needs to be fair. Neither looks at answers or hints, but for points
 * that were told before they were proposed.
 */
#include <stdlib.h>
#include "base/mem.h"
#include "base/rng.h"
#include "search/search.h"

struct order {
    size_t *points;
    unsigned char *is_done; /* proposed or told */
    size_t n, next;
};

static void *open_exhaustive(const struct ft_grid *grid, const struct ft_search_hint *hints,
                             size_t n_hints, uint64_t seed)
{
    struct order *order = ft_calloc(1, sizeof *order);
    (void)hints, (void)n_hints, (void)seed;
    order->n = grid->n;
    order->points = ft_calloc(grid->n + 1, sizeof *order->points);
    order->is_done = ft_calloc(grid->n + 1, 1);
    for (size_t i = 0; i < grid->n; i++)
        order->points[i] = i;
    return order;
}

static void *open_random(const struct ft_grid *grid, const struct ft_search_hint *hints,
                         size_t n_hints, uint64_t seed)
{
    struct order *order = open_exhaustive(grid, hints, n_hints, seed);
    struct ft_rng rng;
    ft_rng_seed(&rng, seed);
    ft_rng_shuffle(&rng, order->points, order->n);
    return order;
}

static size_t ask(void *state, size_t *points, size_t max)
{
    struct order *order = state;
    size_t n = 0;
    for (; n < max && order->next < order->n; order->next++) {
        size_t point = order->points[order->next];
        if (order->is_done[point])
            continue;
        order->is_done[point] = 1;
        points[n++] = point;
    }
    return n;
}

static void tell(void *state, const struct ft_told *told)
{
    struct order *order = state;
    order->is_done[told->point] = 1;
}

static void close_order(void *state)
{
    struct order *order = state;
    free(order->points);
    free(order->is_done);
    free(order);
}

const struct ft_strategy ft_search_exhaustive = {
    "exhaustive", "every config, in the order of the space", open_exhaustive, ask, tell,
    close_order};
const struct ft_strategy ft_search_random = {
    "random", "every config, in an order drawn from the seed", open_random, ask, tell, close_order};
