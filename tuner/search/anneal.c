/* anneal.c -- simulated annealing: a walk over Hamming neighbours that also goes uphill, less and
 * less
 *
 * It walks from the best of a few starts (hints first, then points far apart). A step to a slower
 * point is taken with probability exp(-(relative loss) / temperature); the temperature falls with
 * each answer, and rises again for a new walk when the walk is stuck. Points that are known already
 * cost no evaluation, so the walk passes over them freely.
 */
#include <math.h>
#include <stdlib.h>
#include "base/mem.h"
#include "search/known.h"

#define N_STARTS    6
#define HOT         0.05 /* a loss of 5 % is taken in one of e */
#define COLD        0.002
#define COOLING     0.95 /* each answer */
#define STUCK_AFTER 60   /* answers without a step to a new point */
#define FREE_STEPS  200  /* over known points, before a jump */

struct anneal {
    struct ft_known known;
    size_t starts[N_STARTS], n_starts;
    size_t at; /* FT_GRID_NONE: not yet walking */
    double temperature;
    int n_idle;
};

static void *open_anneal(const struct ft_grid *grid, const struct ft_search_hint *hints,
                         size_t n_hints, uint64_t seed)
{
    struct anneal *a = ft_calloc(1, sizeof *a);
    ft_known_init(&a->known, grid, hints, n_hints, seed);
    a->at = FT_GRID_NONE;
    a->temperature = HOT;
    return a;
}

static int is_taken(struct anneal *a, double from, double to)
{
    if (!isfinite(to))
        return 0;
    return to <= from || ft_rng_unit(&a->known.rng) < exp(-(to / from - 1) / a->temperature);
}

/* Walks over known points until a fresh neighbour comes up. */
static size_t walk(struct anneal *a)
{
    struct ft_known *known = &a->known;
    for (int i = 0; i < FREE_STEPS; i++) {
        size_t n = ft_grid_neighbours(known->grid, a->at, known->neighbours);
        if (n == 0)
            break;
        size_t next = known->neighbours[ft_rng_below(&known->rng, n)];
        if (!known->is_proposed[next])
            return next;
        if (!isnan(known->times[next]) && is_taken(a, known->times[a->at], known->times[next]))
            a->at = next;
    }
    return FT_GRID_NONE;
}

static size_t next_point(struct anneal *a)
{
    struct ft_known *known = &a->known;
    size_t point = FT_GRID_NONE;
    if (a->n_starts < N_STARTS) {
        if (a->n_starts % 2 == 0)
            point = ft_known_next_hint(known);
        if (point == FT_GRID_NONE)
            point = ft_known_draw_apart(known, a->starts, a->n_starts, 8);
        a->starts[a->n_starts++] = point;
        return point;
    }
    if (a->at == FT_GRID_NONE || a->n_idle > STUCK_AFTER) {
        if (a->at != FT_GRID_NONE)
            a->temperature = HOT / 2;
        a->at = known->best;
        a->n_idle = 0;
    }
    if (a->at != FT_GRID_NONE)
        point = walk(a);
    return point != FT_GRID_NONE ? point : ft_known_draw(known);
}

static size_t ask(void *state, size_t *points, size_t max)
{
    struct anneal *a = state;
    size_t n = 0;
    while (n < max && (points[n] = next_point(a)) != FT_GRID_NONE)
        ft_known_take(&a->known, points[n++]);
    return n;
}

static void tell(void *state, const struct ft_told *told)
{
    struct anneal *a = state;
    ft_known_tell(&a->known, told);
    if (a->at == FT_GRID_NONE)
        return;
    a->temperature = fmax(COLD, a->temperature * COOLING);
    a->n_idle++;
    if (is_taken(a, a->known.times[a->at], a->known.times[told->point])) {
        a->at = told->point;
        a->n_idle = 0;
    }
}

static void close_anneal(void *state)
{
    struct anneal *a = state;
    ft_known_free(&a->known);
    free(a);
}

const struct ft_strategy ft_search_anneal = {
    "anneal",    "simulated annealing from the best of a few starts", open_anneal, ask, tell,
    close_anneal};
