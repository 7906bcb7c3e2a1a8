/* kriging_int.h -- private to the model: shared by prediction (kriging.c) and fit (kriging_fit.c)
 */
#ifndef FT_KRIGING_INT_H
#define FT_KRIGING_INT_H
#include "search/kriging.h"

/* Part of the variance that a config does not share with its like: scatter of measurements, and
 * what the parameters do not say. It also keeps the factor well conditioned. */
#define FT_KRIGING_NUGGET 0.001
/* theta of a parameter before answers say anything: its first and last value correlate by e^-0.8.
 */
#define FT_KRIGING_THETA 0.8

/* Row i of a factor with rows of `stride`, from the correlations with answers 0..i-1. */
void ft_kriging_factor_row(double *factor, size_t stride, size_t i, const double *correlations);
/* The i-th element of factor^-1 v, from the elements before it. */
double ft_kriging_forward(const double *row, const double *z, size_t i, double v);
/* Fits theta to the answers held. */
void ft_kriging_fit_theta(struct ft_kriging *k);
void ft_kriging_set_theta(struct ft_kriging *k, size_t a, double theta);

#endif
