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

/* Is b, paired with a, indistinguishable? Ratio b/a into *ratio. */
static int ties_with(const struct ft_finalist *a, const struct ft_finalist *b, double *ratio)
{
    size_t n = a->n_rounds < b->n_rounds ? a->n_rounds : b->n_rounds;
    struct ft_stats r;
    ft_stats_ratio(b->ns, a->ns, n, &r);
    *ratio = r.median;
    double off = fabs(r.median - 1.0);
    return off <= FT_TIE_RATIO || (off <= FT_TIE_MAX_RATIO && r.ci_low <= 1.0 && r.ci_high >= 1.0);
}

static int is_preferred(const struct ft_finalist *a, const struct ft_finalist *b)
{
    if (a->is_outside != b->is_outside)
        return b->is_outside;
    if (a->regs != b->regs)
        return a->regs < b->regs;
    if (a->smem_bytes != b->smem_bytes)
        return a->smem_bytes < b->smem_bytes;
    return strcmp(a->config, b->config) < 0;
}

size_t ft_race_decide(struct ft_finalist *finalists, size_t n)
{
    size_t fastest = 0, winner;
    double ratio;
    for (size_t i = 0; i < n; i++) {
        ft_stats_of(finalists[i].ns, finalists[i].n_rounds, &finalists[i].stats);
        if (finalists[i].stats.median < finalists[fastest].stats.median)
            fastest = i;
    }
    winner = fastest;
    for (size_t i = 0; i < n; i++)
        if (i != fastest && ties_with(&finalists[fastest], &finalists[i], &ratio) &&
            is_preferred(&finalists[i], &finalists[winner]))
            winner = i;
    for (size_t i = 0; i < n; i++) {
        finalists[i].is_tie =
            i != winner && ties_with(&finalists[winner], &finalists[i], &finalists[i].behind_ratio);
        if (i == winner)
            finalists[i].behind_ratio = 1;
    }
    return winner;
}
