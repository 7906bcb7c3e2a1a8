/* kriging.h -- a model of the time over a grid: a Gaussian process, which captures interactions
 *
 * The logarithm of the time is a level, plus a multiple of a given trend (what was seen elsewhere;
 * 0 without hints), plus a process whose correlation is a product over the parameters: points are
 * alike that are near in every parameter that matters, and how much each matters is fitted to the
 * answers. The product is what lets parameters interact; a sum over parameters could not.
 *
 * Predictions are kept for a pool of candidates, and an answer updates all of them in time
 * proportional to answers x pool: the factor of the covariance only ever grows by a row, and so
 * does each candidate's column of it. Level and slope of the trend enter last, so they are solved
 * for anew at each answer without touching the pool.
 */
#ifndef FT_KRIGING_H
#define FT_KRIGING_H
#include "search/grid.h"

struct ft_kriging {
    const struct ft_grid *grid;
    size_t *active, n_active; /* parameters with more than one value */
    double *theta; /* per active parameter: decay of the log correlation over its range */
    float **decay; /* per active parameter [n_values]: correlation at a distance */
    size_t n, max; /* answers held */
    size_t *points;
    double *y, *trend;
    double *factor;       /* [max][max]: lower Cholesky factor of the answers' correlation */
    double *zy, *z1, *zt; /* factor^-1 of y, of ones, of the trend */
    double level, slope, variance;
    size_t n_pool, max_pool; /* max_pool is a multiple of FT_KRIGING_LANES */
    size_t *pool;
    uint16_t *pool_values; /* [n_active][max_pool] */
    float *columns;        /* [max][max_pool]: factor^-1 of the correlation of answers and pool */
    float *py, *p1, *pt;   /* [max_pool]: columns times zy, z1, zt */
    float *unexplained;    /* [max_pool]: part of the variance that the answers leave */
    float *pool_trend;
    double *work;
    float *by_value;
};
#define FT_KRIGING_LANES 16

void ft_kriging_init(struct ft_kriging *k, const struct ft_grid *grid, size_t max, size_t max_pool);
void ft_kriging_free(struct ft_kriging *k);
/* Adds an answer: y is the log of the time. Nothing when `max` are held. */
void ft_kriging_add(struct ft_kriging *k, size_t point, double y, double trend);
/* Takes `n` answers in the place of those held, fits theta to them, and empties the pool. */
void ft_kriging_fit(struct ft_kriging *k, const size_t *points, const double *y,
                    const double *trend, size_t n);
/* Takes these points (at most max_pool) in the place of the pool. */
void ft_kriging_refill(struct ft_kriging *k, const size_t *points, const double *trends, size_t n);
/* Puts a point into the pool, as entry `at`: n_pool appends. A few points cost less this way. */
void ft_kriging_pool(struct ft_kriging *k, size_t at, size_t point, double trend);
/* Prediction of the log time of an entry, and its standard deviation. */
double ft_kriging_mean(const struct ft_kriging *k, size_t entry);
double ft_kriging_deviation(const struct ft_kriging *k, size_t entry);
/* Level and slope by generalised least squares, given factor^-1 of y, ones and trend; returns the
 * variance. */
double ft_kriging_level(size_t n, const double *zy, const double *z1, const double *zt,
                        double *level, double *slope);
/* weights[n], for a prediction without the pool: level + sum of weight x correlation (no trend). */
void ft_kriging_weights(const struct ft_kriging *k, double *weights);
double ft_kriging_correlation(const struct ft_kriging *k, size_t a, size_t b);
/* Correlation of a point with all of the pool. out: [max_pool]. */
void ft_kriging_correlations(const struct ft_kriging *k, size_t point, float *out);

#endif
