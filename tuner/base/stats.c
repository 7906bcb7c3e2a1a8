/* stats.c -- order statistics of timing samples: sort a copy once, read everything off it
 *
 * The interval of the median is (x_(r), x_(n-r+1)) with the largest r whose coverage is still at
 * least what was asked for. It assumes nothing about the distribution of the samples but that they
 * are independent. Fewer than 6 samples cannot reach 95 %, nor fewer than 8 reach 99 %: the
 * interval is then min..max, and coverage_ratio says how little that is.
 */
#include "base/stats.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

#define USUAL_COVERAGE 0.95

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Linear interpolation between the two nearest ranks; q = 0 is the minimum, 1 the maximum. */
static double quantile(const double *sorted, size_t n, double q)
{
    double at = q * (double)(n - 1);
    size_t lower = (size_t)at;
    double rest = at - (double)lower;
    if (rest == 0)
        return sorted[lower];
    return sorted[lower] + rest * (sorted[lower + 1] - sorted[lower]);
}

/* The largest r >= 1 with 1 - 2 P(X < r) >= wanted, where X is binomial(n, 1/2); 1 when there is
 * none. */
static size_t interval_rank(size_t n, double wanted, double *coverage)
{
    double log_term = -(double)n * log(2.0); /* of C(n, i) / 2^n; in logs, since 2^-n underflows */
    double tail = exp(log_term);             /* P(X <= i) for i = r - 1 */
    size_t r = 1;
    *coverage = 1 - 2 * tail;
    for (size_t i = 1; i < n / 2; i++) {
        log_term += log((double)(n - i + 1) / (double)i);
        tail += exp(log_term);
        if (1 - 2 * tail < wanted)
            break;
        r = i + 1;
        *coverage = 1 - 2 * tail;
    }
    return r;
}

static void summarise(const double *samples, size_t n, double coverage, struct ft_stats *out)
{
    double *sorted, sum = 0;
    size_t r;
    memset(out, 0, sizeof *out);
    if (n == 0)
        return;
    sorted = ft_malloc(n * sizeof *sorted);
    memcpy(sorted, samples, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, by_value);
    for (size_t i = 0; i < n; i++)
        sum += sorted[i];
    out->n = n;
    out->min = sorted[0];
    out->q1 = quantile(sorted, n, 0.25);
    out->median = quantile(sorted, n, 0.5);
    out->q3 = quantile(sorted, n, 0.75);
    out->max = sorted[n - 1];
    out->mean = sum / (double)n;
    r = interval_rank(n, coverage, &out->coverage_ratio);
    out->ci_low = sorted[r - 1];
    out->ci_high = sorted[n - r];
    free(sorted);
}

void ft_stats_of(const double *samples, size_t n, struct ft_stats *out)
{
    summarise(samples, n, USUAL_COVERAGE, out);
}

double ft_median(const double *samples, size_t n)
{
    struct ft_stats s;
    ft_stats_of(samples, n, &s);
    return n ? s.median : NAN;
}

void ft_stats_ratio(const double *a, const double *b, size_t n, double coverage,
                    struct ft_stats *out)
{
    double *ratio = ft_malloc(n * sizeof *ratio);
    for (size_t i = 0; i < n; i++)
        ratio[i] = a[i] / b[i];
    summarise(ratio, n, coverage, out);
    free(ratio);
}
