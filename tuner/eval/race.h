/* race.h -- who stays in the race, who has won, who cannot be told apart: numbers only, no GPU
 *
 * Screening gives every valid candidate a few samples. A candidate leaves when its interval lies
 * above the interval of the best, and its median is over the slack; the best `keep` stay. Finalists
 * get fresh samples in interleaved rounds: sample i of every finalist was taken in round i, so
 * ratios are taken pairwise and drift cancels.
 */
#ifndef FT_RACE_H
#define FT_RACE_H
#include <stddef.h>
#include "base/stats.h"

/* Indices of the survivors, fastest first, into order (room for n). Entries with stats[i].n == 0
 * are left out. At least two survive where there are two. */
size_t ft_race_survivors(const struct ft_stats *stats, size_t n, double slack_ratio, size_t keep,
                         size_t *order);

struct ft_finalist {
    const double *ns; /* [n_rounds], paired by round */
    size_t n_rounds;
    int is_outside; /* no kernel of ours: loses ties, since it cannot be exported */
    int regs, smem_bytes;
    const char *config;
    /* results */
    struct ft_stats stats;
    double behind_ratio; /* median of paired ratios to the winner: 1.02 is 2 % slower */
    int is_tie;          /* cannot be told apart from the winner */
    int is_undecided;    /* of ft_race_undecided */
};
/* Two finalists tie when their paired ratio is within FT_TIE_RATIO of 1, or their medians within
 * FT_TIMER_NS, or the ratio within FT_TIE_MAX_RATIO and its FT_TIE_COVERAGE interval includes 1
 * (the interval of few or wild samples includes almost anything). FT_TIE_RATIO is what the same
 * kernel may differ by when it is loaded twice; FT_TIMER_NS a step of CUPTI's clock on an H200. The
 * winner is the fastest, one of ours if any ties with it, or of those within FT_EQUAL_RATIO of that
 * one and of its kind the one with the fewest registers, the least shared memory, the first config
 * text. Fills the results; returns the winner's index. n >= 1. */
#define FT_EQUAL_RATIO   0.002
#define FT_TIE_RATIO     0.005
#define FT_TIMER_NS      32.0
#define FT_TIE_MAX_RATIO 0.02
#define FT_TIE_COVERAGE  0.99
size_t ft_race_decide(struct ft_finalist *finalists, size_t n);
/* Which of them need more rounds: those that may, by the interval of their ratio to the fastest, be
 * faster than it by more than FT_RESOLUTION_RATIO; and the fastest, where there are any. Marks
 * them; returns how many. */
#define FT_RESOLUTION_RATIO 0.005
size_t ft_race_undecided(struct ft_finalist *finalists, size_t n);
#endif
