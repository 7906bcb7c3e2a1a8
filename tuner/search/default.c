/* prototype */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/mem.h"
#include "search/known.h"
#include "search/kriging.h"

#ifndef MAXN
#define MAXN 320
#endif
#ifndef POOL
#define POOL 1024
#endif
#ifndef NSTART
#define NSTART 8
#endif
#ifndef CLIP
#define CLIP 1.0
#endif
#ifndef NB
#define NB 4
#endif
#ifndef TRIES
#define TRIES 16
#endif

struct guided {
    struct ft_known known;
    struct ft_kriging model;
    double *trend; /* per point */
    size_t starts[64], n_starts, n_told, next_fit;
    double *raw; /* log times of answers */
    size_t *pending, n_pending, cap_pending;
    uint32_t *entry; /* per point: pool entry + 1 */
    size_t n_valid_told;
    size_t *failed, n_failed, cap_failed;
    double clip;
    size_t refill;
};

static void *open_guided(const struct ft_grid *grid, const struct ft_search_hint *hints,
                         size_t n_hints, uint64_t seed)
{
    struct guided *g = ft_calloc(1, sizeof *g);
    ft_known_init(&g->known, grid, hints, n_hints, seed);
    ft_kriging_init(&g->model, grid, MAXN, POOL);
    g->trend = ft_calloc(grid->n + 1, sizeof *g->trend);
    g->raw = ft_calloc(MAXN, sizeof *g->raw);
    g->entry = ft_calloc(grid->n + 1, sizeof *g->entry);
    g->next_fit = NSTART;
    g->clip = INFINITY;
    if (n_hints) {
        double bg = fmax(log(hints[n_hints / 2].ratio), 0.5);
        for (size_t i = 0; i < grid->n; i++)
            g->trend[i] = bg;
        for (size_t i = 0; i < n_hints; i++)
            g->trend[hints[i].point] = fmin(log(hints[i].ratio), CLIP);
    }
    return g;
}

static void to_pool(struct guided *g, size_t point)
{
    struct ft_kriging *m = &g->model;
    if (g->entry[point] || g->known.is_proposed[point])
        return;
    size_t at = m->n_pool;
    if (at == POOL) {
        at = (size_t)ft_rng_below(&g->known.rng, POOL);
        g->entry[m->pool[at]] = 0;
    }
    ft_kriging_pool(m, at, point, g->trend[point]);
    g->entry[point] = (uint32_t)at + 1;
}

static void pool_neighbours(struct guided *g, size_t point)
{
    size_t n = ft_known_fresh_neighbours(&g->known, point);
    for (size_t i = 0; i < n; i++)
        to_pool(g, g->known.neighbours[i]);
}

static void refit(struct guided *g)
{
    struct ft_kriging *m = &g->model;
    struct ft_known *k = &g->known;
    double y[MAXN];
    for (size_t c = 0; c < m->n_pool; c++)
        g->entry[m->pool[c]] = 0;
    double best = k->best != FT_GRID_NONE ? log(k->times[k->best]) : 0;
    double median = k->n_ranked ? log(k->times[k->ranked[k->n_ranked / 2]]) : 0;
    g->clip = fmax(best + CLIP * 0.5, median);
    g->clip = best + CLIP;
    for (size_t i = 0; i < m->n; i++)
        y[i] = fmin(g->raw[i], g->clip);
    ft_kriging_fit(m, y);
    for (size_t i = 0; i < k->n_ranked && i < NB; i++)
        pool_neighbours(g, k->ranked[i]);
    for (size_t i = 0, added = 0; i < k->n_hints && added < POOL / 4; i++)
        if (!k->is_proposed[k->hints[i].point]) {
            to_pool(g, k->hints[i].point);
            added++;
        }
    for (size_t i = 0; i < k->grid->n && m->n_pool < POOL * 3 / 4; i++) {
        size_t point = k->grid->n <= POOL * 3 / 4 ? i : (size_t)ft_rng_below(&k->rng, k->grid->n);
        to_pool(g, point);
    }
}

static double expected(double mean, double sd, double best)
{
    double z = (best - mean) / sd;
    if (z < -6)
        return 0;
    return sd * (z * 0.5 * erfc(-z * 0.70710678) + 0.39894228 * exp(-0.5 * z * z));
}

static size_t next_point(struct guided *g)
{
    struct ft_known *k = &g->known;
    struct ft_kriging *m = &g->model;
    size_t point = FT_GRID_NONE;
    if (g->n_starts < NSTART) {
        if (k->n_hints && g->n_starts % 3 != 2)
            point = ft_known_next_hint(k);
        if (point == FT_GRID_NONE)
            point = ft_known_draw_apart(k, g->starts, g->n_starts, TRIES);
        g->starts[g->n_starts++] = point;
        return point;
    }
    if (g->n_told >= g->next_fit) {
        refit(g);
        g->next_fit = g->n_told * 4 / 3 + 2;
    }
    double most = -1;
    double best = k->best != FT_GRID_NONE ? log(k->times[k->best]) : m->level;
    double clear = k->n_ranked ? 1 : 0;
    (void)clear;
    for (size_t c = 0; c < m->n_pool; c++) {
        if (k->is_proposed[m->pool[c]])
            continue;
        double value = expected(ft_kriging_mean(m, c), ft_kriging_deviation(m, c), best);
        if (value <= most)
            continue;
        if (g->n_failed) {
            double bad = 0, good = 1;
            for (size_t i = 0; i < g->n_failed; i++)
                bad += ft_kriging_correlation(m, m->pool[c], g->failed[i]);
            for (size_t i = 0; i < m->n; i++)
                good += ft_kriging_correlation(m, m->pool[c], m->points[i]);
            value *= good / (good + bad);
        }
        for (size_t i = 0; i < g->n_pending; i++) {
            double r = ft_kriging_correlation(m, m->pool[c], g->pending[i]);
            value *= 1 - r * r;
        }
        if (value > most) {
            most = value;
            point = m->pool[c];
        }
    }
    return point != FT_GRID_NONE ? point : ft_known_draw(k);
}

static size_t ask(void *state, size_t *points, size_t max)
{
    struct guided *g = state;
    size_t n = 0;
    while (n < max && (points[n] = next_point(g)) != FT_GRID_NONE) {
        ft_known_take(&g->known, points[n]);
        FT_GROW(g->pending, g->n_pending + 1, g->cap_pending);
        g->pending[g->n_pending++] = points[n++];
    }
    return n;
}

static void tell(void *state, const struct ft_told *told)
{
    struct guided *g = state;
    int better = ft_known_tell(&g->known, told);
    for (size_t i = 0; i < g->n_pending; i++)
        if (g->pending[i] == told->point)
            g->pending[i] = g->pending[--g->n_pending];
    g->n_told++;
    if (told->outcome != FT_OUT_OK) {
        FT_GROW(g->failed, g->n_failed + 1, g->cap_failed);
        g->failed[g->n_failed++] = told->point;
        return;
    }
    double y = log(told->median_ns);
    if (g->model.n < MAXN)
        g->raw[g->model.n] = y;
    ft_kriging_add(&g->model, told->point, fmin(y, g->clip), g->trend[told->point]);
    if (better)
        pool_neighbours(g, told->point);
}

static void close_guided(void *state)
{
    struct guided *g = state;
    if (getenv("THETA")) {
        for (size_t p = 0; p < g->known.grid->n_params; p++)
            printf(" %.3g", g->model.theta[p]);
        printf(" slope %.2f var %.3f\n", g->model.slope, g->model.variance);
    }
    ft_known_free(&g->known);
    ft_kriging_free(&g->model);
    free(g->trend);
    free(g->raw);
    free(g->entry);
    free(g->pending);
    free(g->failed);
    free(g);
}

const struct ft_strategy ft_search_default = {
    "default", "x", open_guided, ask,
    tell, close_guided};
