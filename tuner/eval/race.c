/* race.c -- see the header */
#include "eval/race.h"
#include <math.h>
#include <string.h>

size_t ft_race_survivors(const struct ft_stats *stats, size_t n, double slack_ratio, size_t keep,
                         size_t *order)
{
    size_t n_order = 0;
    for (size_t i = 0; i < n; i++) { /* insertion by median: n is a few hundred */
        if (stats[i].n == 0)
            continue;
        size_t at = n_order++;
        for (; at > 0 && stats[order[at - 1]].median > stats[i].median; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    size_t kept = 0;
    for (; kept < n_order && kept < keep; kept++) {
        const struct ft_stats *best = &stats[order[0]], *s = &stats[order[kept]];
        int is_beaten = s->ci_low > best->ci_high && s->median > slack_ratio * best->median;
        if (is_beaten && kept >= 2)
            break;
    }
    return kept;
}

/* Ratios b/a, paired by round. */
static void compare(const struct ft_finalist *a, const struct ft_finalist *b,
                    struct ft_stats *ratio)
{
    const size_t n = a->n_rounds < b->n_rounds ? a->n_rounds : b->n_rounds;
    ft_stats_ratio(b->ns, a->ns, n, FT_TIE_COVERAGE, ratio);
}

static int is_tie(const struct ft_finalist *a, const struct ft_finalist *b,
                  const struct ft_stats *ratio)
{
    const double off = fabs(ratio->median - 1.0);
    return off <= FT_TIE_RATIO || fabs(b->stats.median - a->stats.median) <= FT_TIMER_NS ||
           (off <= FT_TIE_MAX_RATIO && ratio->ci_low <= 1.0 && ratio->ci_high >= 1.0);
}

static int is_cheaper(const struct ft_finalist *a, const struct ft_finalist *b)
{
    if (a->regs != b->regs)
        return a->regs < b->regs;
    if (a->smem_bytes != b->smem_bytes)
        return a->smem_bytes < b->smem_bytes;
    return strcmp(a->config, b->config) < 0;
}

/* Fills stats; the index of the least median. */
static size_t find_fastest(struct ft_finalist *finalists, size_t n)
{
    size_t fastest = 0;
    for (size_t i = 0; i < n; i++) {
        ft_stats_of(finalists[i].ns, finalists[i].n_rounds, &finalists[i].stats);
        if (finalists[i].stats.median < finalists[fastest].stats.median)
            fastest = i;
    }
    return fastest;
}

/* The fastest of ours that tie with an outside one; else that one. */
static size_t prefer_ours(const struct ft_finalist *finalists, size_t n, size_t fastest)
{
    size_t best = fastest;
    struct ft_stats ratio;
    for (size_t i = 0; i < n && finalists[fastest].is_outside; i++) {
        compare(&finalists[fastest], &finalists[i], &ratio);
        if (!finalists[i].is_outside && is_tie(&finalists[fastest], &finalists[i], &ratio) &&
            (best == fastest || finalists[i].stats.median < finalists[best].stats.median))
            best = i;
    }
    return best;
}

size_t ft_race_decide(struct ft_finalist *finalists, size_t n)
{
    const size_t best = prefer_ours(finalists, n, find_fastest(finalists, n));
    size_t winner = best;
    struct ft_stats ratio;
    for (size_t i = 0; i < n; i++) {
        compare(&finalists[best], &finalists[i], &ratio);
        if (finalists[i].is_outside == finalists[best].is_outside &&
            ratio.median <= 1 + FT_EQUAL_RATIO && is_cheaper(&finalists[i], &finalists[winner]))
            winner = i;
    }
    for (size_t i = 0; i < n; i++) {
        compare(&finalists[winner], &finalists[i], &ratio);
        finalists[i].is_tie = i != winner && is_tie(&finalists[winner], &finalists[i], &ratio);
        finalists[i].behind_ratio = i == winner ? 1 : ratio.median;
    }
    return winner;
}

size_t ft_race_undecided(struct ft_finalist *finalists, size_t n)
{
    const size_t fastest = find_fastest(finalists, n);
    size_t n_undecided = 0;
    struct ft_stats ratio;
    for (size_t i = 0; i < n; i++) {
        compare(&finalists[fastest], &finalists[i], &ratio);
        finalists[i].is_undecided =
            i != fastest && ratio.ci_low < 1 - FT_RESOLUTION_RATIO && ratio.ci_high >= 1;
        n_undecided += (size_t)finalists[i].is_undecided;
    }
    if (n_undecided > 0) {
        finalists[fastest].is_undecided = 1;
        n_undecided++;
    }
    return n_undecided;
}
