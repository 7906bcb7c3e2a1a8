/* kriging.c -- see the header
 *
 * After Rasmussen and Williams, "Gaussian Processes for Machine Learning", 2006, chapter 2; the
 * level by generalised least squares, section 2.7. Matrices of answers are double; what is kept for
 * the pool is float, as thousands of multiplications a candidate are the cost of a proposal.
 */
#include "search/kriging.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "search/kriging_int.h"

#define LANES FT_KRIGING_LANES
typedef float lanes __attribute__((vector_size(LANES * sizeof(float)), aligned(sizeof(float))));

/* The slope of the trend is 1 (it is as elsewhere) until answers say otherwise: a prior that weighs
 * as much as this sum of squares of answers. */
#define SLOPE_PRIOR        1.0
#define SLOPE_PRIOR_WEIGHT 0.2
/* The variance: prior value, and how many answers it weighs as much as. */
#define VARIANCE_PRIOR   0.05
#define VARIANCE_ANSWERS 2

void ft_kriging_set_theta(struct ft_kriging *k, size_t a, double theta)
{
    const struct ft_grid_param *param = &k->grid->params[k->active[a]];
    k->theta[a] = theta;
    for (size_t d = 0; d < param->n_values; d++) {
        double part = param->is_ordered ? (double)d / (double)(param->n_values - 1) : d > 0;
        k->decay[a][d] = (float)exp(-theta * part);
    }
}

void ft_kriging_init(struct ft_kriging *k, const struct ft_grid *grid, size_t max, size_t max_pool)
{
    size_t most_values = 0;
    max_pool = (max_pool + LANES - 1) / LANES * LANES;
    *k = (struct ft_kriging){
        .grid = grid, .max = max, .max_pool = max_pool, .variance = VARIANCE_PRIOR};
    k->active = ft_calloc(grid->n_params + 1, sizeof *k->active);
    k->theta = ft_calloc(grid->n_params + 1, sizeof *k->theta);
    k->decay = ft_calloc(grid->n_params + 1, sizeof *k->decay);
    for (size_t p = 0; p < grid->n_params; p++) {
        if (grid->params[p].n_values < 2)
            continue;
        k->active[k->n_active] = p;
        k->decay[k->n_active] = ft_calloc(grid->params[p].n_values, sizeof **k->decay);
        ft_kriging_set_theta(k, k->n_active++, FT_KRIGING_THETA);
        if (grid->params[p].n_values > most_values)
            most_values = grid->params[p].n_values;
    }
    k->by_value = ft_calloc(most_values + 1, sizeof *k->by_value);
    k->points = ft_calloc(max, sizeof *k->points);
    k->y = ft_calloc(max, sizeof *k->y);
    k->trend = ft_calloc(max, sizeof *k->trend);
    k->factor = ft_calloc(max * max, sizeof *k->factor);
    k->zy = ft_calloc(max, sizeof *k->zy);
    k->z1 = ft_calloc(max, sizeof *k->z1);
    k->zt = ft_calloc(max, sizeof *k->zt);
    k->work = ft_calloc(max, sizeof *k->work);
    k->pool = ft_calloc(max_pool, sizeof *k->pool);
    k->pool_values = ft_calloc(k->n_active * max_pool + 1, sizeof *k->pool_values);
    k->columns = ft_calloc(max * max_pool, sizeof *k->columns);
    k->py = ft_calloc(max_pool, sizeof *k->py);
    k->p1 = ft_calloc(max_pool, sizeof *k->p1);
    k->pt = ft_calloc(max_pool, sizeof *k->pt);
    k->unexplained = ft_calloc(max_pool, sizeof *k->unexplained);
    k->pool_trend = ft_calloc(max_pool, sizeof *k->pool_trend);
}

void ft_kriging_free(struct ft_kriging *k)
{
    for (size_t a = 0; a < k->n_active; a++)
        free(k->decay[a]);
    free(k->active);
    free(k->theta);
    free(k->decay);
    free(k->by_value);
    free(k->points);
    free(k->y);
    free(k->trend);
    free(k->factor);
    free(k->zy);
    free(k->z1);
    free(k->zt);
    free(k->work);
    free(k->pool);
    free(k->pool_values);
    free(k->columns);
    free(k->py);
    free(k->p1);
    free(k->pt);
    free(k->unexplained);
    free(k->pool_trend);
}

double ft_kriging_correlation(const struct ft_kriging *k, size_t a, size_t b)
{
    const uint16_t *x = ft_grid_values(k->grid, a), *y = ft_grid_values(k->grid, b);
    double product = 1;
    for (size_t i = 0; i < k->n_active; i++) {
        int d = x[k->active[i]] - y[k->active[i]];
        product *= k->decay[i][d < 0 ? -d : d];
    }
    return product;
}

void ft_kriging_correlations(const struct ft_kriging *k, size_t point, float *out)
{
    const uint16_t *values = ft_grid_values(k->grid, point);
    for (size_t c = 0; c < k->n_pool; c++)
        out[c] = 1;
    for (size_t a = 0; a < k->n_active; a++) {
        const uint16_t *others = &k->pool_values[a * k->max_pool];
        const size_t value = values[k->active[a]],
                     n_values = k->grid->params[k->active[a]].n_values;
        for (size_t v = 0; v < n_values; v++) /* by value in the place of distance */
            k->by_value[v] = k->decay[a][v > value ? v - value : value - v];
        for (size_t c = 0; c < k->n_pool; c++)
            out[c] *= k->by_value[others[c]];
    }
}

void ft_kriging_factor_row(double *factor, size_t stride, size_t i, const double *correlations)
{
    double *row = &factor[i * stride], rest = 1 + FT_KRIGING_NUGGET;
    for (size_t j = 0; j < i; j++) {
        row[j] = ft_kriging_forward(&factor[j * stride], row, j, correlations[j]);
        rest -= row[j] * row[j];
    }
    row[i] = sqrt(fmax(rest, FT_KRIGING_NUGGET / 4));
}

double ft_kriging_forward(const double *row, const double *z, size_t i, double v)
{
    double sums[4] = {0, 0, 0, 0}; /* independent, so that additions need not wait for each other */
    size_t j = 0;
    for (; j + 4 <= i; j += 4)
        for (size_t u = 0; u < 4; u++)
            sums[u] += row[j + u] * z[j + u];
    for (; j < i; j++)
        v -= row[j] * z[j];
    return (v - (sums[0] + sums[1]) - (sums[2] + sums[3])) / row[i];
}

double ft_kriging_level(size_t n, const double *zy, const double *z1, const double *zt,
                        double *level, double *slope)
{
    double s11 = 1e-9, s1t = 0, stt = SLOPE_PRIOR_WEIGHT, s1y = 0;
    double sty = SLOPE_PRIOR_WEIGHT * SLOPE_PRIOR, rest = 0;
    for (size_t i = 0; i < n; i++) {
        s11 += z1[i] * z1[i];
        s1t += z1[i] * zt[i];
        stt += zt[i] * zt[i];
        s1y += z1[i] * zy[i];
        sty += zt[i] * zy[i];
    }
    double det = s11 * stt - s1t * s1t;
    *level = (s1y * stt - sty * s1t) / det;
    *slope = (s11 * sty - s1t * s1y) / det;
    for (size_t i = 0; i < n; i++) {
        double r = zy[i] - *level * z1[i] - *slope * zt[i];
        rest += r * r;
    }
    return (rest + VARIANCE_ANSWERS * VARIANCE_PRIOR) / ((double)n + VARIANCE_ANSWERS);
}

/* Factors answer i, whose predecessors are factored. */
static void append(struct ft_kriging *k, size_t i)
{
    double *row = &k->factor[i * k->max];
    for (size_t j = 0; j < i; j++)
        k->work[j] = ft_kriging_correlation(k, k->points[i], k->points[j]);
    ft_kriging_factor_row(k->factor, k->max, i, k->work);
    k->zy[i] = ft_kriging_forward(row, k->zy, i, k->y[i]);
    k->z1[i] = ft_kriging_forward(row, k->z1, i, 1);
    k->zt[i] = ft_kriging_forward(row, k->zt, i, k->trend[i]);
}

/* The pool's columns of answer i, and what they add to the predictions. Lanes past n_pool hold
 * whatever they hold: they are set when an entry comes there. */
static void update_pool(struct ft_kriging *k, size_t i)
{
    const double *row = &k->factor[i * k->max];
    float *column = &k->columns[i * k->max_pool];
    const float scale = (float)(1 / row[i]);
    const float zy = (float)k->zy[i], z1 = (float)k->z1[i], zt = (float)k->zt[i];
    ft_kriging_correlations(k, k->points[i], column);
    for (size_t c = 0; c < k->n_pool; c += LANES) {
        lanes v = *(lanes *)&column[c];
        for (size_t j = 0; j < i; j++)
            v -= (float)row[j] * *(const lanes *)&k->columns[j * k->max_pool + c];
        v *= scale;
        *(lanes *)&column[c] = v;
        *(lanes *)&k->py[c] += v * zy;
        *(lanes *)&k->p1[c] += v * z1;
        *(lanes *)&k->pt[c] += v * zt;
        *(lanes *)&k->unexplained[c] -= v * v;
    }
}

void ft_kriging_add(struct ft_kriging *k, size_t point, double y, double trend)
{
    const size_t i = k->n;
    if (i == k->max)
        return;
    k->points[i] = point;
    k->y[i] = y;
    k->trend[i] = trend;
    append(k, i);
    update_pool(k, i);
    k->n++;
    k->variance = ft_kriging_level(k->n, k->zy, k->z1, k->zt, &k->level, &k->slope);
}

void ft_kriging_fit(struct ft_kriging *k, const size_t *points, const double *y,
                    const double *trend, size_t n)
{
    k->n = n;
    k->n_pool = 0;
    memmove(k->points, points, n * sizeof *points);
    memmove(k->y, y, n * sizeof *y);
    memmove(k->trend, trend, n * sizeof *trend);
    ft_kriging_fit_theta(k);
    for (size_t i = 0; i < n; i++)
        append(k, i);
    k->variance = ft_kriging_level(n, k->zy, k->z1, k->zt, &k->level, &k->slope);
}

static void set_entry(struct ft_kriging *k, size_t at, size_t point, double trend)
{
    for (size_t a = 0; a < k->n_active; a++)
        k->pool_values[a * k->max_pool + at] = ft_grid_values(k->grid, point)[k->active[a]];
    k->pool[at] = point;
    k->pool_trend[at] = (float)trend;
    k->py[at] = k->p1[at] = k->pt[at] = 0;
    k->unexplained[at] = 1;
}

void ft_kriging_refill(struct ft_kriging *k, const size_t *points, const double *trends, size_t n)
{
    k->n_pool = n;
    for (size_t at = 0; at < n; at++)
        set_entry(k, at, points[at], trends[at]);
    for (size_t i = 0; i < k->n; i++)
        update_pool(k, i);
}

void ft_kriging_pool(struct ft_kriging *k, size_t at, size_t point, double trend)
{
    double py = 0, p1 = 0, pt = 0, unexplained = 1;
    if (at == k->n_pool)
        k->n_pool++;
    set_entry(k, at, point, trend);
    for (size_t i = 0; i < k->n; i++) {
        double v = ft_kriging_forward(&k->factor[i * k->max], k->work, i,
                                      ft_kriging_correlation(k, point, k->points[i]));
        k->work[i] = v;
        k->columns[i * k->max_pool + at] = (float)v;
        py += v * k->zy[i];
        p1 += v * k->z1[i];
        pt += v * k->zt[i];
        unexplained -= v * v;
    }
    k->py[at] = (float)py;
    k->p1[at] = (float)p1;
    k->pt[at] = (float)pt;
    k->unexplained[at] = (float)unexplained;
}

double ft_kriging_mean(const struct ft_kriging *k, size_t entry)
{
    return k->py[entry] + k->level * (1 - k->p1[entry]) +
           k->slope * (k->pool_trend[entry] - k->pt[entry]);
}

double ft_kriging_deviation(const struct ft_kriging *k, size_t entry)
{
    return sqrt(k->variance * fmax(k->unexplained[entry], 1e-6));
}

void ft_kriging_weights(const struct ft_kriging *k, double *weights)
{
    for (size_t i = k->n; i-- > 0;) { /* back substitution */
        double v = k->zy[i] - k->level * k->z1[i];
        for (size_t j = i + 1; j < k->n; j++)
            v -= k->factor[j * k->max + i] * weights[j];
        weights[i] = v / k->factor[i * k->max + i];
    }
}
