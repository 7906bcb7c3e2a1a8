/* kriging.c -- see the header */
#include "search/kriging.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

#ifndef NUGGET
#define NUGGET 0.003
#endif
#ifndef THETA0
#define THETA0 0.8
#endif
#ifndef THETA_SD
#define THETA_SD 1.2
#endif
#ifndef FIT_MAX
#define FIT_MAX 80
#endif
#ifndef POWER
#define POWER 1.0
#endif

static void fill_decay(struct ft_kriging *k, size_t p)
{
    const struct ft_grid_param *param = &k->grid->params[p];
    for (size_t d = 0; d < param->n_values; d++)
        k->decay[p][d] = !param->is_ordered || param->n_values < 2
                             ? (d ? -k->theta[p] : 0)
                             : -k->theta[p] * pow((double)d / (double)(param->n_values - 1), POWER);
}

void ft_kriging_init(struct ft_kriging *k, const struct ft_grid *grid, size_t max, size_t max_pool)
{
    *k = (struct ft_kriging){.grid = grid, .max = max, .max_pool = max_pool, .slope_prior = 1};
    k->points = ft_calloc(max, sizeof *k->points);
    k->y = ft_calloc(max, sizeof *k->y);
    k->trend = ft_calloc(max, sizeof *k->trend);
    k->chol = ft_calloc(max * max, sizeof *k->chol);
    k->zy = ft_calloc(max, sizeof *k->zy);
    k->z1 = ft_calloc(max, sizeof *k->z1);
    k->zt = ft_calloc(max, sizeof *k->zt);
    k->theta = ft_calloc(grid->n_params + 1, sizeof *k->theta);
    k->decay = ft_calloc(grid->n_params + 1, sizeof *k->decay);
    k->pool = ft_calloc(max_pool, sizeof *k->pool);
    k->rows = ft_calloc(max * max_pool, sizeof *k->rows);
    k->ay = ft_calloc(max_pool, sizeof *k->ay);
    k->a1 = ft_calloc(max_pool, sizeof *k->a1);
    k->at = ft_calloc(max_pool, sizeof *k->at);
    k->free_variance = ft_calloc(max_pool, sizeof *k->free_variance);
    k->pool_trend = ft_calloc(max_pool, sizeof *k->pool_trend);
    k->scratch = ft_calloc(max_pool + max * 4 + max * max, sizeof *k->scratch);
    for (size_t p = 0; p < grid->n_params; p++) {
        k->theta[p] = THETA0;
        k->decay[p] = ft_calloc(grid->params[p].n_values + 1, sizeof **k->decay);
        fill_decay(k, p);
    }
    k->variance = 0.1;
}

void ft_kriging_free(struct ft_kriging *k)
{
    for (size_t p = 0; p < k->grid->n_params; p++)
        free(k->decay[p]);
    free(k->points);
    free(k->y);
    free(k->trend);
    free(k->chol);
    free(k->zy);
    free(k->z1);
    free(k->zt);
    free(k->theta);
    free(k->decay);
    free(k->pool);
    free(k->rows);
    free(k->ay);
    free(k->a1);
    free(k->at);
    free(k->free_variance);
    free(k->pool_trend);
    free(k->scratch);
}

static size_t distance(uint16_t a, uint16_t b)
{
    return a > b ? (size_t)(a - b) : (size_t)(b - a);
}

double ft_kriging_correlation(const struct ft_kriging *k, size_t a, size_t b)
{
    const uint16_t *x = ft_grid_values(k->grid, a), *y = ft_grid_values(k->grid, b);
    double sum = 0;
    for (size_t p = 0; p < k->grid->n_params; p++)
        sum += k->decay[p][distance(x[p], y[p])];
    return exp(sum);
}

/* Level, slope and variance by generalised least squares; the slope is drawn to its prior. */
static double solve_level(size_t n, const double *zy, const double *z1, const double *zt,
                          double slope_prior, double *level, double *slope)
{
    double s11 = 1e-9, s1t = 0, stt = 0, s1y = 0, sty = 0, rest = 0;
    for (size_t i = 0; i < n; i++) {
        s11 += z1[i] * z1[i];
        s1t += z1[i] * zt[i];
        stt += zt[i] * zt[i];
        s1y += z1[i] * zy[i];
        sty += zt[i] * zy[i];
    }
    double lambda = 0.2;
    stt += lambda;
    sty += lambda * slope_prior;
    double det = s11 * stt - s1t * s1t;
    *level = (s1y * stt - sty * s1t) / det;
    *slope = (s11 * sty - s1t * s1y) / det;
    for (size_t i = 0; i < n; i++) {
        double r = zy[i] - *level * z1[i] - *slope * zt[i];
        rest += r * r;
    }
    return (rest + 2 * 0.05) / ((double)n + 2);
}

/* Row `i` of the factor, from the rows before it. cov: covariances with answers 0..i-1, scratch. */
static int factor_row(double *chol, size_t stride, size_t i, double *cov)
{
    double *row = &chol[i * stride], rest = 1 + NUGGET;
    for (size_t j = 0; j < i; j++) {
        double v = cov[j];
        const double *other = &chol[j * stride];
        for (size_t m = 0; m < j; m++)
            v -= row[m] * other[m];
        row[j] = v / other[j];
        rest -= row[j] * row[j];
    }
    row[i] = sqrt(rest > NUGGET / 4 ? rest : NUGGET / 4);
    return 0;
}

static double forward(const double *row, const double *z, size_t i, double value)
{
    for (size_t j = 0; j < i; j++)
        value -= row[j] * z[j];
    return value / row[i];
}

static void append(struct ft_kriging *k, size_t i)
{
    double *row = &k->chol[i * k->max];
    for (size_t j = 0; j < i; j++)
        k->scratch[j] = ft_kriging_correlation(k, k->points[i], k->points[j]);
    factor_row(k->chol, k->max, i, k->scratch);
    k->zy[i] = forward(row, k->zy, i, k->y[i]);
    k->z1[i] = forward(row, k->z1, i, 1);
    k->zt[i] = forward(row, k->zt, i, k->trend[i]);
}

static void settle(struct ft_kriging *k)
{
    k->variance = solve_level(k->n, k->zy, k->z1, k->zt, k->slope_prior, &k->level, &k->slope);
}

void ft_kriging_add(struct ft_kriging *k, size_t point, double y, double trend)
{
    size_t i = k->n;
    if (i == k->max)
        return;
    k->points[i] = point;
    k->y[i] = y;
    k->trend[i] = trend;
    append(k, i);
    k->n++;
    settle(k);
    const double *row = &k->chol[i * k->max];
    float *new = &k->rows[i * k->max_pool];
    for (size_t c = 0; c < k->n_pool; c++)
        new[c] = (float)ft_kriging_correlation(k, point, k->pool[c]);
    for (size_t j = 0; j < i; j++) {
        const float *old = &k->rows[j * k->max_pool];
        float factor = (float)row[j];
        for (size_t c = 0; c < k->n_pool; c++)
            new[c] -= factor * old[c];
    }
    float scale = (float)(1 / row[i]), zy = (float)k->zy[i], z1 = (float)k->z1[i],
          zt = (float)k->zt[i];
    for (size_t c = 0; c < k->n_pool; c++) {
        float v = new[c] * scale;
        new[c] = v;
        k->ay[c] += v * zy;
        k->a1[c] += v * z1;
        k->at[c] += v * zt;
        k->free_variance[c] -= v * v;
    }
}

void ft_kriging_pool(struct ft_kriging *k, size_t at, size_t point, double trend)
{
    if (at == k->n_pool)
        k->n_pool++;
    k->pool[at] = point;
    k->pool_trend[at] = (float)trend;
    double ay = 0, a1 = 0, az = 0, rest = 1;
    for (size_t i = 0; i < k->n; i++) {
        const double *row = &k->chol[i * k->max];
        double v = ft_kriging_correlation(k, point, k->points[i]);
        for (size_t j = 0; j < i; j++)
            v -= row[j] * k->scratch[j];
        v /= row[i];
        k->scratch[i] = v;
        k->rows[i * k->max_pool + at] = (float)v;
        ay += v * k->zy[i];
        a1 += v * k->z1[i];
        az += v * k->zt[i];
        rest -= v * v;
    }
    k->ay[at] = (float)ay;
    k->a1[at] = (float)a1;
    k->at[at] = (float)az;
    k->free_variance[at] = (float)rest;
}

double ft_kriging_mean(const struct ft_kriging *k, size_t c)
{
    return k->level + k->slope * k->pool_trend[c] + k->ay[c] - k->level * k->a1[c] -
           k->slope * k->at[c];
}

double ft_kriging_deviation(const struct ft_kriging *k, size_t c)
{
    return sqrt(k->variance * fmax(k->free_variance[c], 1e-6));
}

/* Log likelihood of the answers chosen by `from`, with all lengths as they are; log_cov is their log
 * covariance. */
static double likelihood(struct ft_kriging *k, const size_t *chosen, size_t n, const double *log_cov)
{
    double *zy = k->scratch + k->max_pool, *z1 = zy + k->max, *zt = z1 + k->max, *cov = zt + k->max;
    double *chol = cov + k->max, logs = 0, level, slope;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++)
            cov[j] = exp(log_cov[i * n + j]);
        factor_row(chol, n, i, cov);
        zy[i] = forward(&chol[i * n], zy, i, k->y[chosen[i]]);
        z1[i] = forward(&chol[i * n], z1, i, 1);
        zt[i] = forward(&chol[i * n], zt, i, k->trend[chosen[i]]);
        logs += log(chol[i * n + i]);
    }
    double variance = solve_level(n, zy, z1, zt, k->slope_prior, &level, &slope);
    return -0.5 * (double)n * log(variance) - logs;
}

static double prior(double theta)
{
    double x = log(theta / THETA0) / THETA_SD;
    return -0.5 * x * x;
}

static void shift(struct ft_kriging *k, size_t p, double theta, const size_t *chosen, size_t n,
                  const double *from, double *to)
{
    const struct ft_grid_param *param = &k->grid->params[p];
    double change = theta / k->theta[p] - 1;
    (void)param;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            size_t d = distance(ft_grid_values(k->grid, k->points[chosen[i]])[p],
                                ft_grid_values(k->grid, k->points[chosen[j]])[p]);
            to[i * n + j] = from[i * n + j] + change * k->decay[p][d];
        }
}

static void fit_theta(struct ft_kriging *k)
{
    size_t n = k->n < FIT_MAX ? k->n : FIT_MAX, n_params = k->grid->n_params;
    size_t chosen[FIT_MAX];
    double *log_cov = ft_calloc(n * n + 1, sizeof *log_cov), *other = ft_calloc(n * n + 1, sizeof *other);
    /* the newest ones and evenly among the rest */
    for (size_t i = 0; i < n; i++)
        chosen[i] = k->n <= n ? i : i < n / 2 ? i * (k->n - n / 2) / (n - n / 2) : k->n - (n - i);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            log_cov[i * n + j] = log(ft_kriging_correlation(k, k->points[chosen[i]], k->points[chosen[j]]));
    double best = likelihood(k, chosen, n, log_cov);
    for (int sweep = 0; sweep < 1; sweep++)
        for (size_t p = 0; p < n_params; p++) {
            if (k->grid->params[p].n_values < 2)
                continue;
            for (int direction = -1; direction <= 1; direction += 2) {
                int moved = 0;
                for (int step = 0; step < 2; step++) {
                    double theta = k->theta[p] * (direction < 0 ? 0.5 : 2);
                    shift(k, p, theta, chosen, n, log_cov, other);
                    double l = likelihood(k, chosen, n, other) + prior(theta) - prior(k->theta[p]);
                    if (l <= best)
                        break;
                    best = l - prior(theta) + prior(k->theta[p]);
                    k->theta[p] = theta;
                    fill_decay(k, p);
                    double *t = log_cov;
                    log_cov = other;
                    other = t;
                    moved = 1;
                }
                if (moved)
                    break;
            }
        }
    free(log_cov);
    free(other);
}

void ft_kriging_fit(struct ft_kriging *k, const double *y)
{
    memcpy(k->y, y, k->n * sizeof *y);
    fit_theta(k);
    for (size_t i = 0; i < k->n; i++)
        append(k, i);
    settle(k);
    k->n_pool = 0;
}
