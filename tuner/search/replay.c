/* replay.c -- see the header */
#include "search/replay.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MAX_BATCH 1024

static void add_step(struct ft_replay_run *run, double best_ns)
{
    FT_GROW(run->steps, run->n_steps + 1, run->cap);
    run->steps[run->n_steps++] = (struct ft_replay_step){run->n_evals, run->elapsed_ns, best_ns};
}

void ft_replay_run(const struct ft_recording *recording, const struct ft_grid *grid,
                   const struct ft_search_hint *hints, size_t n_hints,
                   const struct ft_replay_options *options, struct ft_replay_run *out)
{
    const struct ft_strategy *strategy = options->strategy;
    void *state = strategy->open(grid, hints, n_hints, options->seed);
    size_t max = options->max_evals ? options->max_evals : recording->n;
    size_t points[MAX_BATCH], n = 0;
    double best_ns = INFINITY, optimum_ns = INFINITY;
    for (size_t i = 0; i < recording->n; i++)
        if (recording->points[i].outcome == FT_OUT_OK)
            optimum_ns = fmin(optimum_ns, recording->points[i].time_ns);
    *out = (struct ft_replay_run){0};
    while (out->n_evals < max && best_ns > optimum_ns) {
        size_t batch = options->batch > MAX_BATCH ? MAX_BATCH : options->batch;
        if (batch > max - out->n_evals)
            batch = max - out->n_evals;
        n = strategy->ask(state, points, batch ? batch : 1);
        if (n == 0)
            break;
        for (size_t i = 0; i < n; i++) {
            const struct ft_recorded *point = &recording->points[points[i]];
            struct ft_told told = {points[i],      point->outcome, point->time_ns,
                                   point->time_ns, point->time_ns};
            out->n_evals++;
            out->elapsed_ns += ft_recorded_cost(point);
            if (point->outcome == FT_OUT_OK && point->time_ns < best_ns)
                add_step(out, best_ns = point->time_ns);
            strategy->tell(state, &told);
        }
    }
    strategy->close(state);
}

void ft_replay_run_free(struct ft_replay_run *run)
{
    free(run->steps);
    *run = (struct ft_replay_run){0};
}

double ft_replay_best_after(const struct ft_replay_run *run, size_t n_evals)
{
    double best = NAN;
    for (size_t i = 0; i < run->n_steps && run->steps[i].n_evals <= n_evals; i++)
        best = run->steps[i].best_ns;
    return best;
}

/* ---- hints ---- */

/* For each parameter of `to`, its number in `from` and where each value of `from` is in `to`. */
struct translation {
    size_t *param;
    uint16_t **value; /* UINT16_MAX: not there */
    uint16_t *row;
};

static void translate(struct ft_arena *arena, const struct ft_recording *from,
                      const struct ft_recording *to, struct translation *out)
{
    out->param = ft_arena_alloc(arena, (to->n_params + 1) * sizeof *out->param);
    out->value = ft_arena_alloc(arena, (to->n_params + 1) * sizeof *out->value);
    out->row = ft_arena_alloc(arena, (to->n_params + 1) * sizeof *out->row);
    for (size_t p = 0; p < to->n_params; p++) {
        size_t q = 0;
        while (strcmp(from->params[q].name, to->params[p].name) != 0)
            q++;
        const struct ft_recorded_param *a = &from->params[q], *b = &to->params[p];
        out->param[p] = q;
        out->value[p] = ft_arena_alloc(arena, (a->n_values + 1) * sizeof **out->value);
        for (size_t v = 0; v < a->n_values; v++) {
            size_t w = 0;
            while (w < b->n_values && strcmp(a->values[v], b->values[w]) != 0)
                w++;
            out->value[p][v] = w < b->n_values ? (uint16_t)w : UINT16_MAX;
        }
    }
}

static size_t find_in(const struct ft_grid *grid, const struct translation *t,
                      const uint16_t *values)
{
    for (size_t p = 0; p < grid->n_params; p++) {
        t->row[p] = t->value[p][values[t->param[p]]];
        if (t->row[p] == UINT16_MAX)
            return FT_GRID_NONE;
    }
    return ft_grid_find(grid, t->row);
}

static int by_ratio(const void *a, const void *b)
{
    const struct ft_search_hint *x = a, *y = b;
    if (x->ratio != y->ratio)
        return (x->ratio > y->ratio) - (x->ratio < y->ratio);
    return (x->point > y->point) - (x->point < y->point);
}

size_t ft_replay_hints(const struct ft_recording *recording, const struct ft_grid *grid,
                       const struct ft_recording *const *others, size_t n_others,
                       struct ft_search_hint **hints)
{
    double *sums = ft_calloc(grid->n + 1, sizeof *sums);
    unsigned *counts = ft_calloc(grid->n + 1, sizeof *counts);
    size_t n = 0;
    for (size_t k = 0; k < n_others; k++) {
        const struct ft_recording *other = others[k];
        struct ft_arena *arena = ft_arena_new();
        struct translation t;
        double best = INFINITY;
        translate(arena, other, recording, &t);
        for (size_t i = 0; i < other->n; i++)
            if (other->points[i].outcome == FT_OUT_OK)
                best = fmin(best, other->points[i].time_ns);
        for (size_t i = 0; i < other->n; i++) {
            size_t point = other->points[i].outcome != FT_OUT_OK
                               ? FT_GRID_NONE
                               : find_in(grid, &t, &other->values[i * other->n_params]);
            if (point == FT_GRID_NONE)
                continue;
            sums[point] += log(other->points[i].time_ns / best);
            counts[point]++;
        }
        ft_arena_free(arena);
    }
    *hints = ft_calloc(grid->n + 1, sizeof **hints);
    for (size_t i = 0; i < grid->n; i++)
        if (counts[i])
            (*hints)[n++] = (struct ft_search_hint){i, exp(sums[i] / counts[i])};
    qsort(*hints, n, sizeof **hints, by_ratio);
    free(sums);
    free(counts);
    return n;
}
