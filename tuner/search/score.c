/* score.c -- see the header
 *
 * The baseline after M evaluations is the value at rank M (N + 1) / (M + 1) of the N valid times,
 * slowest first: where the best of M draws is expected. Between evaluations it is interpolated by
 * the monotone cubic of Fritsch and Butland, so that the baseline over time never falls and rises.
 */
#include "search/score.h"
#include <math.h>
#include <stdlib.h>
#include "base/stats.h"

static int slowest_first(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x < y) - (x > y);
}

void ft_score_space_of(const struct ft_recording *recording, struct ft_score_space *out)
{
    double *costs = ft_calloc(recording->n + 1, sizeof *costs), sum = 0;
    *out = (struct ft_score_space){.n = recording->n};
    out->valid_ns = ft_calloc(recording->n + 1, sizeof *out->valid_ns);
    for (size_t i = 0; i < recording->n; i++) {
        costs[i] = ft_recorded_cost(&recording->points[i]);
        sum += costs[i];
        if (recording->points[i].outcome == FT_OUT_OK)
            out->valid_ns[out->n_valid++] = recording->points[i].time_ns;
    }
    qsort(out->valid_ns, out->n_valid, sizeof *out->valid_ns, slowest_first);
    out->mean_cost_ns = recording->n ? sum / (double)recording->n : 0;
    out->median_cost_ns = recording->n ? ft_median(costs, recording->n) : 0;
    free(costs);
}

void ft_score_space_free(struct ft_score_space *space)
{
    free(space->valid_ns);
    *space = (struct ft_score_space){0};
}

double ft_score_optimum(const struct ft_score_space *space)
{
    return space->valid_ns[space->n_valid - 1];
}

double ft_score_baseline(const struct ft_score_space *space, size_t n_evals)
{
    double m = (double)n_evals, n = (double)space->n_valid;
    double rank = nearbyint(m * (n + 1) / (m + 1));
    return space->valid_ns[rank < n - 1 ? (size_t)rank : space->n_valid - 1];
}

/* Derivative at a knot between two slopes, for knots at distance 1. */
static double monotone_slope(double left, double right)
{
    return left * right > 0 ? 2 * left * right / (left + right) : 0;
}

double ft_score_baseline_at(const struct ft_score_space *space, double elapsed_ns)
{
    double at = elapsed_ns / space->mean_cost_ns;
    if (!(at > 1))
        return ft_score_baseline(space, 1);
    size_t m = (size_t)at;
    double x = at - (double)m;
    double y0 = ft_score_baseline(space, m), y1 = ft_score_baseline(space, m + 1);
    double here = y1 - y0, after = ft_score_baseline(space, m + 2) - y1;
    double before = m > 1 ? y0 - ft_score_baseline(space, m - 1) : here;
    double d0 = monotone_slope(before, here), d1 = monotone_slope(here, after);
    double x2 = x * x, x3 = x2 * x;
    return (2 * x3 - 3 * x2 + 1) * y0 + (x3 - 2 * x2 + x) * d0 + (3 * x2 - 2 * x3) * y1 +
           (x3 - x2) * d1;
}

size_t ft_score_evals_to(const struct ft_score_space *space, double part)
{
    double optimum = ft_score_optimum(space), median = ft_median(space->valid_ns, space->n_valid);
    double target = optimum + (median - optimum) * (1 - part);
    size_t i = 0, n = space->n_valid;
    while (i < n - 1 && space->valid_ns[i] > target)
        i++;
    size_t evals = (i + n - i) / (n + 1 - i); /* ceil(i / (n + 1 - i)) */
    return evals > 0 ? evals : 1;
}

double ft_score_mean_best(const struct ft_score_space *space, const struct ft_replay_run *runs,
                          size_t n_runs, size_t n_evals)
{
    double sum = 0;
    for (size_t r = 0; r < n_runs; r++) {
        double best = ft_replay_best_after(&runs[r], n_evals);
        sum += isnan(best) ? space->valid_ns[0] : best;
    }
    return sum / (double)n_runs;
}

double ft_score_fraction(const struct ft_score_space *space, const struct ft_replay_run *runs,
                         size_t n_runs, size_t n_evals)
{
    double sum = 0;
    for (size_t r = 0; r < n_runs; r++) {
        double best = ft_replay_best_after(&runs[r], n_evals);
        sum += ft_score_optimum(space) / (isnan(best) ? space->valid_ns[0] : best);
    }
    return sum / (double)n_runs;
}

double ft_score_regret(const struct ft_score_space *space, const struct ft_replay_run *runs,
                       size_t n_runs, size_t n_evals)
{
    double *regrets = ft_calloc(n_runs + 1, sizeof *regrets);
    for (size_t r = 0; r < n_runs; r++) {
        double best = ft_replay_best_after(&runs[r], n_evals);
        regrets[r] = (isnan(best) ? space->valid_ns[0] : best) / ft_score_optimum(space) - 1;
    }
    double median = ft_median(regrets, n_runs);
    free(regrets);
    return median;
}

/* Random search has as good as found the optimum there: what is left would divide by next to
 * nothing. */
static int is_settled(double baseline, double optimum)
{
    return !(baseline > optimum * (1 + 1e-9));
}

/* Mean, deviation and interval of the runs' own scores. */
static void summarise(const double *scores, size_t n, struct ft_score *out)
{
    double sum = 0, squares = 0;
    for (size_t i = 0; i < n; i++)
        sum += scores[i];
    out->mean = n ? sum / (double)n : NAN;
    for (size_t i = 0; i < n; i++)
        squares += (scores[i] - out->mean) * (scores[i] - out->mean);
    out->std = n > 1 ? sqrt(squares / (double)(n - 1)) : NAN;
    out->ci = n > 1 ? 1.96 * out->std / sqrt((double)n) : NAN;
}

void ft_score_evals(const struct ft_score_space *space, const struct ft_replay_run *runs,
                    size_t n_runs, size_t from, size_t to, struct ft_score *out)
{
    double optimum = ft_score_optimum(space);
    double *scores = ft_calloc(n_runs + 1, sizeof *scores);
    double *baseline = ft_calloc(to + 1, sizeof *baseline);
    size_t end = from; /* evaluations from..end-1 count */
    for (; end <= to && end <= space->n; end++)
        if (is_settled(baseline[end] = ft_score_baseline(space, end), optimum))
            break;
    for (size_t r = 0; r < n_runs; r++) {
        double best = space->valid_ns[0], sum = 0;
        size_t step = 0;
        for (size_t m = from; m < end; m++) {
            for (; step < runs[r].n_steps && runs[r].steps[step].n_evals <= m; step++)
                best = runs[r].steps[step].best_ns;
            sum += (best - baseline[m]) / (optimum - baseline[m]);
        }
        scores[r] = end > from ? sum / (double)(end - from) : NAN;
    }
    summarise(scores, end > from ? n_runs : 0, out);
    free(scores);
    free(baseline);
}

void ft_score_isotonic(double *values, size_t n)
{
    size_t *lengths = ft_calloc(n + 1, sizeof *lengths), n_blocks = 0;
    double *means = ft_calloc(n + 1, sizeof *means);
    for (size_t i = 0; i < n; i++) { /* a block that would rise is pooled with the one before it */
        means[n_blocks] = values[i];
        lengths[n_blocks++] = 1;
        while (n_blocks > 1 && means[n_blocks - 1] > means[n_blocks - 2]) {
            double a = (double)lengths[n_blocks - 2], b = (double)lengths[n_blocks - 1];
            means[n_blocks - 2] = (a * means[n_blocks - 2] + b * means[n_blocks - 1]) / (a + b);
            lengths[n_blocks - 2] += lengths[n_blocks - 1];
            n_blocks--;
        }
    }
    for (size_t i = 0, block = 0; block < n_blocks; block++)
        for (size_t k = 0; k < lengths[block]; k++)
            values[i++] = means[block];
    free(lengths);
    free(means);
}

void ft_score_time(const struct ft_score_space *space, const struct ft_replay_run *runs,
                   size_t n_runs, double *curve, struct ft_score *out)
{
    double optimum = ft_score_optimum(space);
    double start_ns = (double)ft_score_evals_to(space, FT_SCORE_START) * space->median_cost_ns;
    double end_ns = (double)ft_score_evals_to(space, FT_SCORE_CUTOFF) * space->median_cost_ns;
    double *best = ft_calloc(FT_SCORE_POINTS, sizeof *best);
    size_t *counts = ft_calloc(FT_SCORE_POINTS, sizeof *counts);
    double *scores = ft_calloc(n_runs + 1, sizeof *scores);
    double baseline[FT_SCORE_POINTS], sum = 0;
    size_t n = 0;
    *out = (struct ft_score){NAN, NAN, NAN};
    if (!(space->mean_cost_ns > 0))
        goto out;
    for (size_t i = 0; i < FT_SCORE_POINTS; i++) {
        double t = start_ns + (end_ns - start_ns) * (double)i / (FT_SCORE_POINTS - 1);
        baseline[i] = ft_score_baseline_at(space, t);
    }
    for (size_t r = 0; r < n_runs; r++) {
        size_t step = 0, n_points = 0;
        double run_sum = 0, known = NAN;
        for (size_t i = 0; i < FT_SCORE_POINTS; i++) {
            double t = start_ns + (end_ns - start_ns) * (double)i / (FT_SCORE_POINTS - 1);
            for (; step < runs[r].n_steps && runs[r].steps[step].elapsed_ns <= t; step++)
                known = runs[r].steps[step].best_ns;
            if (isnan(known))
                continue;
            best[i] += known;
            counts[i]++;
            if (!is_settled(baseline[i], optimum)) {
                run_sum += (known - baseline[i]) / (optimum - baseline[i]);
                n_points++;
            }
        }
        scores[r] = n_points ? run_sum / (double)n_points : 0;
    }
    summarise(scores, n_runs, out);
    for (size_t i = 0; i < FT_SCORE_POINTS; i++) /* before any run has a time: as good as random */
        best[i] = counts[i] ? best[i] / (double)counts[i] : fmax(baseline[i], optimum);
    ft_score_isotonic(best, FT_SCORE_POINTS);
    for (size_t i = 0; i < FT_SCORE_POINTS; i++) {
        int counted = !is_settled(baseline[i], optimum);
        double p = counted ? (best[i] - baseline[i]) / (optimum - baseline[i]) : NAN;
        if (curve)
            curve[i] = p;
        sum += counted ? p : 0;
        n += (size_t)counted;
    }
    out->mean = n ? sum / (double)n : NAN;
out:
    free(best);
    free(counts);
    free(scores);
}
