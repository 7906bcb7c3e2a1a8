/* search.h -- strategies: which points of a grid to try, in batches
 *
 * A strategy sees a grid and numbers, never a GPU, a clock or SQL. A strategy is one file and one
 * row in search.c.
 *
 * ask() proposes points, none twice. It never waits: with answers outstanding, or none at all, it
 * gives its next best guess, so a caller may ask ahead as far as it likes (it compiles, say), and
 * pays for it with guesses that know less. Less than `max` means that every point has been
 * proposed; 0 is the end.
 *
 * tell() reports how a point ended, once a point, in any order. It may be one that was never
 * proposed (a result stored by an earlier run): it counts, and is not proposed any more.
 *
 * Hints are points expected to be good (they were, on another device), best first. They are where a
 * search starts, and no more: a strategy looks elsewhere too, and follows them only as far as the
 * answers agree. Hints of a point twice, or out of the grid, are a mistake of the caller.
 *
 * The same grid, hints, seed and answers in the same order give the same proposals.
 */
#ifndef FT_SEARCH_H
#define FT_SEARCH_H
#include <stddef.h>
#include <stdint.h>
#include "base/outcome.h"
#include "search/grid.h"

struct ft_search_hint {
    size_t point;
    double ratio; /* its time over the best time there, 1.0 is the best; NaN: unknown */
};
struct ft_told { /* what is known of a point; times only when outcome is ok */
    size_t point;
    enum ft_outcome outcome;
    double median_ns, ci_low_ns, ci_high_ns;
};
struct ft_strategy {
    const char *name, *help;
    void *(*open)(const struct ft_grid *grid, const struct ft_search_hint *hints, size_t n_hints,
                  uint64_t seed); /* grid must outlive the search; hints are copied */
    size_t (*ask)(void *state, size_t *points, size_t max);
    void (*tell)(void *state, const struct ft_told *told);
    void (*close)(void *state);
};
const struct ft_strategy *ft_strategy_find(const char *name); /* NULL when unknown */
extern const struct ft_strategy *const ft_strategies[];       /* NULL-terminated */
extern const struct ft_strategy ft_search_default, ft_search_exhaustive, ft_search_random,
    ft_search_hillclimb, ft_search_anneal, ft_search_surrogate;
#endif
