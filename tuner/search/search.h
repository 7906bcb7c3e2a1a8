/* search.h -- strategies: which configs of a space to try, in batches
 *
 * A strategy sees a space and numbers, never a GPU, a clock or SQL. ask() proposes indices into
 * space->configs, each at most once; tell() reports how a proposal ended. The same space and seed
 * give the same proposals for the same answers. A strategy is one file and one row in search.c.
 */
#ifndef FT_SEARCH_H
#define FT_SEARCH_H
#include <stddef.h>
#include <stdint.h>
#include "base/outcome.h"
#include "model/space.h"

struct ft_told { /* what is known of a proposal; times only when outcome is ok */
    size_t index;
    enum ft_outcome outcome;
    double median_ns, ci_low_ns, ci_high_ns;
    int is_censored; /* stopped early: median_ns is a lower bound */
};
struct ft_strategy {
    const char *name, *help;
    void *(*open)(const struct ft_space *space, uint64_t seed);
    size_t (*ask)(void *state, size_t *indices, size_t max); /* 0: finished */
    void (*tell)(void *state, const struct ft_told *told);
    void (*close)(void *state);
};
const struct ft_strategy *ft_strategy_find(const char *name); /* NULL when unknown */
extern const struct ft_strategy *const ft_strategies[];       /* NULL-terminated */
extern const struct ft_strategy ft_search_exhaustive, ft_search_random;
#endif
