/* score.h -- how good runs of a strategy are, as the autotuning community counts it
 *
 * Methodology: Willemsen et al., "A methodology for comparing auto-tuning optimization algorithms",
 * Future Generation Computer Systems 2024. A score is P = (F - S) / (S_opt - S), where F is the
 * best time found, S what random search is calculated to have found, S_opt the optimum: 0 is as
 * good as random, 1 has the optimum, less than 0 is worse than random.
 *
 * Two scores. By evaluations: the mean of P over evaluations 10 to 200. By time: the mean of P over
 * points of recorded time (compilation, benchmark, validation, framework, search), evenly spaced
 * from where random search has come half of the way from the median to the optimum, to where it has
 * come 96 %.
 */
#ifndef FT_SCORE_H
#define FT_SCORE_H
#include "search/replay.h"

#define FT_SCORE_FROM   10
#define FT_SCORE_TO     200
#define FT_SCORE_START  0.50
#define FT_SCORE_CUTOFF 0.96
#define FT_SCORE_POINTS 1000

struct ft_score_space { /* what scoring needs of a recorded space */
    double *valid_ns;   /* times of valid configs, slowest first */
    size_t n_valid, n;
    double mean_cost_ns, median_cost_ns; /* of an evaluation; 0: not recorded */
};
void ft_score_space_of(const struct ft_recording *recording, struct ft_score_space *out);
void ft_score_space_free(struct ft_score_space *space);
double ft_score_optimum(const struct ft_score_space *space);
/* Best time that random search is calculated to know after so many evaluations. */
double ft_score_baseline(const struct ft_score_space *space, size_t n_evals);
/* After a time: between the evaluations, a monotone cubic. */
double ft_score_baseline_at(const struct ft_score_space *space, double elapsed_ns);
/* Evaluations that random search is calculated to need for a part of the way from the median to the
 * optimum. */
size_t ft_score_evals_to(const struct ft_score_space *space, double part);

struct ft_score {
    double mean, std, ci; /* over the runs: half-width of the 95 % interval of the mean */
};
/* Mean over evaluations from..to, and never past the point where random search is calculated to
 * have the optimum. A run that ended keeps its last value. All NaN when there is nothing to
 * average. */
void ft_score_evals(const struct ft_score_space *space, const struct ft_replay_run *runs,
                    size_t n_runs, size_t from, size_t to, struct ft_score *out);
/* All NaN where costs were not recorded. curve: NULL, or [FT_SCORE_POINTS] to be filled with P. */
void ft_score_time(const struct ft_score_space *space, const struct ft_replay_run *runs,
                   size_t n_runs, double *curve, struct ft_score *out);
/* Mean over the runs of the best time after n_evals (a run without one yet: the slowest time), and
 * of optimum / best. */
double ft_score_mean_best(const struct ft_score_space *space, const struct ft_replay_run *runs,
                          size_t n_runs, size_t n_evals);
double ft_score_fraction(const struct ft_score_space *space, const struct ft_replay_run *runs,
                         size_t n_runs, size_t n_evals);
/* Median over the runs of best / optimum - 1. */
double ft_score_regret(const struct ft_score_space *space, const struct ft_replay_run *runs,
                       size_t n_runs, size_t n_evals);
/* Makes values[n] the nearest (least squares) that never rise. */
void ft_score_isotonic(double *values, size_t n);

#endif
