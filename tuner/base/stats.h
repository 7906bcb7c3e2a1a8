/* stats.h -- order statistics of timing samples
 *
 * Times are right-skewed with outliers, so the estimate is the median, with a distribution-free interval from order
 * statistics (David & Nagaraja, Order Statistics, 3rd ed., section 7.1: coverage of (x_(r), x_(s)) for the median is
 * sum_{i=r}^{s-1} C(n,i) / 2^n).
 */
#ifndef FT_STATS_H
#define FT_STATS_H
#include <stddef.h>

struct ft_stats {
    size_t n;
    double min, q1, median, q3, max, mean;
    double ci_low, ci_high; /* interval of the median with at least 95 % coverage (but see ft_stats_ratio); min..max where n is too small for it */
    double coverage_ratio;  /* what the interval really covers */
};
void ft_stats_of(const double *samples, size_t n, struct ft_stats *out); /* n >= 1; samples are not changed */
double ft_median(const double *samples, size_t n);
/* Median of the paired ratios a[i]/b[i] and its interval with at least this coverage (min..max
 * where n is too small for it). */
void ft_stats_ratio(const double *a, const double *b, size_t n, double coverage,
                    struct ft_stats *out);

#endif
