/* hillclimb.c -- climbs from many starts, one parameter at a time: a point that is faster is
 * stepped to at once; when no Hamming neighbour is faster, the climb starts again elsewhere
 *
 * Taking the first step up, and going on with the parameters that were not looked at yet, finds a
 * good point after far fewer evaluations than looking at all neighbours first. Starts are the
 * hints, best first, and points at random in turn. A step is decided by the answers that are there;
 * asked ahead, the strategy proposes the neighbours that it would look at next.
 */
#include <math.h>
#include <stdlib.h>
#include "base/mem.h"
#include "search/known.h"

struct climb {
    struct ft_known known;
    size_t at;     /* where the climb stands; FT_GRID_NONE: a start is needed */
    size_t start;  /* proposed as a start, not told yet */
    size_t *order; /* parameters, in the order of this climb */
    size_t next;   /* position in the order */
    size_t n_starts;
    size_t n_idle; /* parameters in a row without a step up */
    size_t *line;  /* neighbours that differ in the parameter at hand */
    size_t n_line;
};

static void *open_climb(const struct ft_grid *grid, const struct ft_search_hint *hints,
                        size_t n_hints, uint64_t seed)
{
    struct climb *c = ft_calloc(1, sizeof *c);
    ft_known_init(&c->known, grid, hints, n_hints, seed);
    c->at = c->start = FT_GRID_NONE;
    c->order = ft_calloc(grid->n_params + 1, sizeof *c->order);
    c->line = ft_calloc(grid->max_neighbours, sizeof *c->line);
    for (size_t p = 0; p < grid->n_params; p++)
        c->order[p] = p;
    return c;
}

/* Neighbours along the parameter whose turn it is, in random order. */
static void take_line(struct climb *c)
{
    const struct ft_grid *grid = c->known.grid;
    size_t n = ft_grid_neighbours(grid, c->at, c->known.neighbours);
    size_t p = c->order[c->next];
    c->n_line = 0;
    for (size_t i = 0; i < n; i++)
        if (ft_grid_values(grid, c->known.neighbours[i])[p] != ft_grid_values(grid, c->at)[p])
            c->line[c->n_line++] = c->known.neighbours[i];
    ft_rng_shuffle(&c->known.rng, c->line, c->n_line);
}

static void begin(struct climb *c, size_t at)
{
    c->at = at;
    c->next = c->n_idle = 0;
    ft_rng_shuffle(&c->known.rng, c->order, c->known.grid->n_params);
    take_line(c);
}

/* Decides what the answers so far decide. */
static void move(struct climb *c)
{
    const double *times = c->known.times;
    const size_t n_params = c->known.grid->n_params;
    if (c->start != FT_GRID_NONE && !isnan(times[c->start])) {
        if (isfinite(times[c->start]))
            begin(c, c->start);
        c->start = FT_GRID_NONE;
    }
    while (c->at != FT_GRID_NONE) {
        int is_open = 0, has_moved = 0;
        for (size_t i = 0; i < c->n_line; i++) {
            if (isnan(times[c->line[i]]))
                is_open = 1;
            else if (times[c->line[i]] < times[c->at]) {
                c->at = c->line[i];
                has_moved = 1;
            }
        }
        if (has_moved)
            c->n_idle = 0;
        if (is_open && !has_moved)
            return;
        c->n_idle += !has_moved;
        c->next = (c->next + 1) % n_params;
        if (c->n_idle > n_params)
            c->at = FT_GRID_NONE;
        else
            take_line(c);
    }
}

static size_t next_point(struct climb *c)
{
    struct ft_known *known = &c->known;
    size_t point;
    move(c);
    for (size_t i = 0; c->at != FT_GRID_NONE && i < c->n_line; i++)
        if (!known->is_proposed[c->line[i]])
            return c->line[i];
    if (c->at != FT_GRID_NONE && ft_known_fresh_neighbours(known, c->at) > 0)
        return known->neighbours[0];
    point = c->n_starts++ % 2 == 0 ? ft_known_next_hint(known) : FT_GRID_NONE;
    if (point == FT_GRID_NONE)
        point = ft_known_draw(known);
    if (c->at == FT_GRID_NONE && c->start == FT_GRID_NONE)
        c->start = point;
    return point;
}

static size_t ask(void *state, size_t *points, size_t max)
{
    struct climb *c = state;
    size_t n = 0;
    while (n < max && (points[n] = next_point(c)) != FT_GRID_NONE)
        ft_known_take(&c->known, points[n++]);
    return n;
}

static void tell(void *state, const struct ft_told *told)
{
    struct climb *c = state;
    ft_known_tell(&c->known, told);
}

static void close_climb(void *state)
{
    struct climb *c = state;
    ft_known_free(&c->known);
    free(c->order);
    free(c->line);
    free(c);
}

const struct ft_strategy ft_search_hillclimb = {
    "hillclimb", "climbs from many starts, one parameter after the other", open_climb, ask, tell,
    close_climb};
