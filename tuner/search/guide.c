/* guide.c -- see the header */
#include "search/guide.h"
#include <math.h>
#include <stdlib.h>
#include "base/mem.h"

#define MAX_ANSWERS       256 /* the model holds; when full, 3/4 of them stay */
#define MAX_HINTS         192 /* the model of the hints holds */
#define POOL              512
#define POOL_FILLED       384 /* at a fit; the rest is for neighbours of points found later */
#define POOL_HINTS        128 /* of those, taken from the hints */
#define MAX_PENDING       64  /* the newest; a caller may ask far ahead */
#define FIRST_FIT         6
#define WIDER             2.0 /* how far a pick that ignores the hints looks, in deviations of the model's */
#define CLIP              1.0 /* log times above best + this count as this: 2.7 times as slow */
#define UNKNOWN_RATIO_LOG 0.5 /* hints without ratios: of the last */

void ft_guide_init(struct ft_guide *g, struct ft_known *known,
                   const struct ft_guide_options *options)
{
    *g = (struct ft_guide){
        .known = known, .options = *options, .next_fit = FIRST_FIT, .clip = INFINITY};
    ft_kriging_init(&g->model, known->grid, MAX_ANSWERS, POOL);
    g->entries = ft_calloc(known->grid->n + 1, sizeof *g->entries);
    g->like_valid = ft_calloc(POOL, sizeof *g->like_valid);
    g->like_failed = ft_calloc(POOL, sizeof *g->like_failed);
    g->row = ft_calloc(POOL, sizeof *g->row);
    if (!options->uses_trend || known->n_hints == 0)
        return;
    g->trend = ft_calloc(known->grid->n + 1, sizeof *g->trend);
    for (size_t i = 0; i < known->grid->n; i++)
        g->trend[i] = NAN;
    for (size_t i = 0; i < known->n_hints; i++) {
        double ratio = known->hints[i].ratio;
        double log_ratio =
            ratio > 0 ? log(ratio) : UNKNOWN_RATIO_LOG * (double)i / (double)known->n_hints;
        g->trend[known->hints[i].point] = fmin(log_ratio, CLIP);
    }
}

void ft_guide_free(struct ft_guide *g)
{
    ft_kriging_free(&g->model);
    if (g->hint_weights)
        ft_kriging_free(&g->of_hints);
    free(g->entries);
    free(g->like_valid);
    free(g->like_failed);
    free(g->row);
    free(g->failed);
    free(g->pending);
    free(g->trend);
    free(g->hint_weights);
}

/* ---- trend ---- */

/* The best hints, and evenly some of the rest. */
static void model_hints(struct ft_guide *g)
{
    const struct ft_known *k = g->known;
    size_t points[MAX_HINTS], n = k->n_hints < MAX_HINTS ? k->n_hints : MAX_HINTS;
    double y[MAX_HINTS], trend[MAX_HINTS] = {0};
    for (size_t i = 0; i < n; i++) {
        size_t from = i < n / 2 ? i : n / 2 + (i - n / 2) * (k->n_hints - n / 2) / (n - n / 2);
        points[i] = k->hints[from].point;
        y[i] = g->trend[points[i]];
    }
    ft_kriging_init(&g->of_hints, k->grid, n, 1);
    ft_kriging_fit(&g->of_hints, points, y, trend, n);
    g->hint_weights = ft_calloc(n, sizeof *g->hint_weights);
    ft_kriging_weights(&g->of_hints, g->hint_weights);
}

static double trend_of(struct ft_guide *g, size_t point)
{
    if (!g->trend)
        return 0;
    if (isnan(g->trend[point])) {
        if (!g->hint_weights)
            model_hints(g);
        double sum = g->of_hints.level;
        for (size_t i = 0; i < g->of_hints.n; i++)
            sum += g->hint_weights[i] *
                   ft_kriging_correlation(&g->of_hints, point, g->of_hints.points[i]);
        g->trend[point] = fmin(fmax(sum, 0), CLIP);
    }
    return g->trend[point];
}

/* ---- pool ---- */

static void count_likeness(struct ft_guide *g, size_t point, float *likeness)
{
    ft_kriging_correlations(&g->model, point, g->row);
    for (size_t c = 0; c < g->model.n_pool; c++)
        likeness[c] += g->row[c];
}

/* A point that is told later joins a pool that is there; when that is full, in the place of
 * another. */
static void add_to_pool(struct ft_guide *g, size_t point)
{
    struct ft_kriging *m = &g->model;
    size_t at = m->n_pool;
    if (g->entries[point] || g->known->is_proposed[point])
        return;
    if (at == POOL) {
        at = (size_t)ft_rng_below(&g->known->rng, POOL);
        g->entries[m->pool[at]] = 0;
    }
    ft_kriging_pool(m, at, point, trend_of(g, point));
    g->entries[point] = (uint32_t)at + 1;
    g->like_valid[at] = 1; /* valid until failures near it say otherwise */
    g->like_failed[at] = 0;
    for (size_t i = 0; i < m->n && g->n_failed > 0; i++)
        g->like_valid[at] += (float)ft_kriging_correlation(m, point, m->points[i]);
    for (size_t i = 0; i < g->n_failed; i++)
        g->like_failed[at] += (float)ft_kriging_correlation(m, point, g->failed[i]);
}

struct filling {
    size_t points[POOL], n;
    double trends[POOL];
};

static void fill(struct ft_guide *g, struct filling *f, size_t point)
{
    if (f->n == POOL_FILLED || g->entries[point] || g->known->is_proposed[point])
        return;
    g->entries[point] = (uint32_t)f->n + 1;
    f->trends[f->n] = trend_of(g, point);
    f->points[f->n++] = point;
}

static void refill(struct ft_guide *g)
{
    struct ft_known *k = g->known;
    struct ft_kriging *m = &g->model;
    struct filling f = {.n = 0};
    for (size_t c = 0; c < m->n_pool; c++)
        g->entries[m->pool[c]] = 0;
    for (size_t i = 0; i < k->n_ranked && i < g->options.n_best && f.n < POOL_FILLED; i++) {
        size_t n = ft_known_fresh_neighbours(k, k->ranked[i]);
        for (size_t j = 0; j < n; j++)
            fill(g, &f, k->neighbours[j]);
    }
    if (g->options.random_part) {
        for (size_t i = 0, end = f.n + POOL_HINTS; g->trend && i < k->n_hints && f.n < end; i++)
            fill(g, &f, k->hints[i].point);
        if (k->n_fresh <= POOL_FILLED)
            for (size_t i = 0; i < k->grid->n; i++)
                fill(g, &f, i);
        for (size_t i = 0; i < 2 * POOL_FILLED && f.n < POOL_FILLED; i++) {
            size_t point = ft_known_draw(k);
            if (point != FT_GRID_NONE)
                fill(g, &f, point);
        }
    }
    ft_kriging_refill(m, f.points, f.trends, f.n);
    for (size_t c = 0; c < f.n; c++) {
        g->like_valid[c] = 1;
        g->like_failed[c] = 0;
    }
    for (size_t i = 0; i < g->n_failed; i++)
        count_likeness(g, g->failed[i], g->like_failed);
    for (size_t i = 0; i < m->n && g->n_failed > 0; i++)
        count_likeness(g, m->points[i], g->like_valid);
}

static int by_time(const void *a, const void *b, void *ctx)
{
    const double *times = ctx;
    double x = times[*(const size_t *)a], y = times[*(const size_t *)b];
    return (x > y) - (x < y);
}

/* Fits the model to what it holds; of a full one the faster half stays, and every other of the
 * rest. */
static void refit(struct ft_guide *g)
{
    struct ft_known *k = g->known;
    struct ft_kriging *m = &g->model;
    size_t points[MAX_ANSWERS], n = 0;
    double y[MAX_ANSWERS], trends[MAX_ANSWERS];
    if (m->n == MAX_ANSWERS)
        qsort_r(m->points, m->n, sizeof *m->points, by_time, k->times);
    g->clip = k->best != FT_GRID_NONE ? log(k->times[k->best]) + CLIP : INFINITY;
    for (size_t i = 0; i < m->n; i++) {
        if (m->n == MAX_ANSWERS && i >= MAX_ANSWERS / 2 && i % 2)
            continue;
        points[n] = m->points[i];
        y[n] = fmin(log(k->times[points[n]]), g->clip);
        trends[n] = trend_of(g, points[n]);
        n++;
    }
    for (size_t c = 0; c < m->n_pool; c++)
        g->entries[m->pool[c]] = 0;
    ft_kriging_fit(m, points, y, trends, n);
    refill(g);
    g->next_fit = g->n_told * 4 / 3 + 2;
}

/* ---- what a strategy calls ---- */

void ft_guide_propose(struct ft_guide *g, size_t point)
{
    FT_GROW(g->pending, g->n_pending + 1, g->cap_pending);
    g->pending[g->n_pending++] = point;
}

static void begin_failures(struct ft_guide *g)
{
    const struct ft_kriging *m = &g->model;
    for (size_t i = 0; i < m->n; i++)
        count_likeness(g, m->points[i], g->like_valid);
}

void ft_guide_tell(struct ft_guide *g, const struct ft_told *told, int is_best)
{
    double time = g->known->times[told->point];
    for (size_t i = 0; i < g->n_pending; i++)
        if (g->pending[i] == told->point) {
            g->pending[i] = g->pending[--g->n_pending];
            break;
        }
    g->n_told++;
    if (!isfinite(time)) {
        if (g->n_failed == 0)
            begin_failures(g);
        FT_GROW(g->failed, g->n_failed + 1, g->cap_failed);
        g->failed[g->n_failed++] = told->point;
        count_likeness(g, told->point, g->like_failed);
        return;
    }
    if (g->model.n == MAX_ANSWERS)
        refit(g);
    ft_kriging_add(&g->model, told->point, fmin(log(time), g->clip), trend_of(g, told->point));
    if (g->n_failed > 0)
        count_likeness(g, told->point, g->like_valid);
    if (is_best) {
        size_t n = ft_known_fresh_neighbours(g->known, told->point);
        for (size_t i = 0; i < n; i++)
            add_to_pool(g, g->known->neighbours[i]);
    }
}

/* Expected improvement of a normal variable on `best` (Jones, Schonlau and Welch, 1998). Far in the
 * tail it is nothing; what comes nearest is preferred still. */
static double improvement(double mean, double deviation, double best)
{
    double z = (best - mean) / deviation;
    if (z < -6)
        return -1e-12 * z * deviation / (z * z * z * z);
    return deviation * (z * 0.5 * erfc(-z * M_SQRT1_2) + 0.3989422804 * exp(-0.5 * z * z));
}

struct outlook { /* level and variance as if there were no trend */
    double level, variance;
};

static struct outlook plain_outlook(const struct ft_kriging *m)
{
    double slope = 0, level = 0, variance;
    double *none = ft_calloc(m->n + 1, sizeof *none);
    variance = ft_kriging_level(m->n, m->zy, m->z1, none, &level, &slope);
    free(none);
    return (struct outlook){level, variance};
}

static size_t pick(struct ft_guide *g, int is_plain, size_t *n_fresh)
{
    const struct ft_known *k = g->known;
    const struct ft_kriging *m = &g->model;
    const double best = k->best != FT_GRID_NONE ? log(k->times[k->best]) : m->level;
    const size_t first_pending = g->n_pending > MAX_PENDING ? g->n_pending - MAX_PENDING : 0;
    struct outlook plain = {0, 0};
    size_t chosen = FT_GRID_NONE;
    double most = -1;
    if (is_plain)
        plain = plain_outlook(m);
    *n_fresh = 0;
    for (size_t c = 0; c < m->n_pool; c++) {
        if (k->is_proposed[m->pool[c]])
            continue;
        ++*n_fresh;
        double mean = ft_kriging_mean(m, c), deviation = ft_kriging_deviation(m, c);
        if (is_plain) {
            mean = m->py[c] + plain.level * (1 - m->p1[c]);
            deviation = WIDER * sqrt(plain.variance * fmax(m->unexplained[c], 1e-6));
        }
        if (0.4 * deviation + fmax(0, best - mean) <= most)
            continue; /* it cannot be more, and most are not */
        double value = improvement(mean, deviation, best);
        if (g->n_failed > 0)
            value *= g->like_valid[c] / (g->like_valid[c] + g->like_failed[c]);
        for (size_t i = first_pending; i < g->n_pending && value > most; i++) {
            double likeness = ft_kriging_correlation(m, m->pool[c], g->pending[i]);
            value *= 1 - likeness * likeness; /* what that answer will say of this point */
        }
        if (value > most) {
            most = value;
            chosen = m->pool[c];
        }
    }
    return chosen;
}

size_t ft_guide_pick(struct ft_guide *g, int is_plain)
{
    size_t n_fresh, point;
    if (g->model.n == 0)
        return FT_GRID_NONE;
    if (g->n_told >= g->next_fit)
        refit(g);
    point = pick(g, is_plain && g->trend, &n_fresh);
    if (n_fresh < POOL / 8 && n_fresh < g->known->n_fresh) {
        refill(g);
        point = pick(g, is_plain && g->trend, &n_fresh);
    }
    return point;
}

/* ---- strategies ---- */

void ft_guided_init(struct ft_guided *guided, const struct ft_grid *grid,
                    const struct ft_search_hint *hints, size_t n_hints, uint64_t seed,
                    const struct ft_guide_options *options, size_t (*next_point)(void *state))
{
    ft_known_init(&guided->known, grid, hints, n_hints, seed);
    ft_guide_init(&guided->guide, &guided->known, options);
    guided->next_point = next_point;
}

size_t ft_guided_ask(void *state, size_t *points, size_t max)
{
    struct ft_guided *guided = state;
    size_t n = 0;
    while (n < max && (points[n] = guided->next_point(state)) != FT_GRID_NONE) {
        ft_known_take(&guided->known, points[n]);
        ft_guide_propose(&guided->guide, points[n++]);
        guided->n_proposed++;
    }
    return n;
}

void ft_guided_tell(void *state, const struct ft_told *told)
{
    struct ft_guided *guided = state;
    if (!ft_known_is_told(&guided->known, told->point))
        ft_guide_tell(&guided->guide, told, ft_known_tell(&guided->known, told));
}

void ft_guided_close(void *state)
{
    struct ft_guided *guided = state;
    ft_guide_free(&guided->guide);
    ft_known_free(&guided->known);
    free(guided);
}
