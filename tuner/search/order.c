/* order.c -- strategies that only choose an order: every config as enumerated, or shuffled by the
 * seed
 *
 * Exhaustive search keeps configs of one build together (a space lists launch-time parameters in
 * its own order), so that a build is loaded and validated in full once. Random order is what a
 * limited number of evaluations needs to be fair.
 */
#include <stdlib.h>
#include "base/mem.h"
#include "base/rng.h"
#include "search/search.h"

struct order {
    size_t *indices;
    size_t n, next;
};

static void *open_order(const struct ft_space *space)
{
    struct order *order = ft_calloc(1, sizeof *order);
    order->n = space->n;
    order->indices = ft_calloc(space->n + 1, sizeof *order->indices);
    for (size_t i = 0; i < space->n; i++)
        order->indices[i] = i;
    return order;
}

static void *open_exhaustive(const struct ft_space *space, uint64_t seed)
{
    (void)seed;
    return open_order(space);
}

static void *open_random(const struct ft_space *space, uint64_t seed)
{
    struct order *order = open_order(space);
    struct ft_rng rng;
    ft_rng_seed(&rng, seed);
    for (size_t i = order->n; i > 1; i--) { /* Fisher-Yates */
        size_t other = (size_t)ft_rng_below(&rng, i), last = order->indices[i - 1];
        order->indices[i - 1] = order->indices[other];
        order->indices[other] = last;
    }
    return order;
}

static size_t ask(void *state, size_t *indices, size_t max)
{
    struct order *order = state;
    size_t n = 0;
    while (n < max && order->next < order->n)
        indices[n++] = order->indices[order->next++];
    return n;
}

static void tell(void *state, const struct ft_told *told)
{
    (void)state;
    (void)told;
}

static void close_order(void *state)
{
    struct order *order = state;
    free(order->indices);
    free(order);
}

const struct ft_strategy ft_search_exhaustive = {
    "exhaustive", "every config, in the order of the space", open_exhaustive, ask, tell,
    close_order};
const struct ft_strategy ft_search_random = {
    "random", "every config, in an order drawn from the seed", open_random, ask, tell, close_order};
