/* kriging.h -- a model of the time over a grid: a Gaussian process, which captures interactions
 *
 * The logarithm of the time is taken as a level, plus a multiple of a given trend (what was seen
 * elsewhere; 0 without hints), plus a process whose correlation is a product over the parameters: so
 * points are alike that are near in each parameter that matters, and how much each matters is fitted
 * to the answers. The product is what makes parameters interact.
 *
 * Predictions are kept for a pool of candidate points, and an answer updates all of them in time
 * proportional to pool x answers: everything is a forward substitution that only goes on. Level and
 * multiple of the trend are solved for anew at each answer without touching the pool.
 */
#ifndef FT_KRIGING_H
#define FT_KRIGING_H
#include "search/grid.h"

struct ft_kriging {
    const struct ft_grid *grid;
    size_t n, max; /* answers held, at most */
    size_t *points;
    double *y, *trend;       /* of the answers */
    double *chol;            /* [max][max], lower triangle */
    double *zy, *z1, *zt;    /* L^-1 of y, of ones, of the trend */
    double level, slope, variance; /* of the process: level + slope * trend */
    double slope_prior;
    double *theta;           /* per parameter: decay over its whole range */
    double **decay;          /* [n_params][n_values]: log correlation at a distance */
    size_t n_pool, max_pool;
    size_t *pool;
    float *rows;             /* [max][max_pool]: L^-1 of the covariance of answers and pool */
    float *ay, *a1, *at, *free_variance, *pool_trend;
    double *scratch;
};
void ft_kriging_init(struct ft_kriging *k, const struct ft_grid *grid, size_t max, size_t max_pool);
void ft_kriging_free(struct ft_kriging *k);
/* Adds an answer: y is the log of the time. Nothing once `max` are held. */
void ft_kriging_add(struct ft_kriging *k, size_t point, double y, double trend);
/* Replaces all y (a new clipping, say) and fits theta; predictions of the pool are lost: it is empty. */
void ft_kriging_fit(struct ft_kriging *k, const double *y);
/* Adds a point to the pool, in the place of entry `at` (n_pool: at the end). */
void ft_kriging_pool(struct ft_kriging *k, size_t at, size_t point, double trend);
/* Of an entry of the pool. */
double ft_kriging_mean(const struct ft_kriging *k, size_t entry);
double ft_kriging_deviation(const struct ft_kriging *k, size_t entry);
double ft_kriging_correlation(const struct ft_kriging *k, size_t a, size_t b);

#endif
