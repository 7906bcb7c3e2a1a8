/* known.h -- what a strategy knows: which points were proposed, what was told, and draws at random
 *
 * Shared by the strategies that look at answers. A time is in ns, comparable and nothing more; of a
 * point that failed it is infinite, of one that is not told yet NaN. A censored time is a lower
 * bound: it ranks a point, but never makes it the best.
 */
#ifndef FT_KNOWN_H
#define FT_KNOWN_H
#include "base/rng.h"
#include "search/search.h"

struct ft_known {
    const struct ft_grid *grid;
    struct ft_rng rng;
    double *times;                        /* [n] NaN: not told; INFINITY: failed */
    unsigned char *is_proposed;           /* [n] also told ones */
    size_t n_fresh;                       /* points not proposed */
    size_t best;                          /* fastest that is valid, or FT_GRID_NONE */
    size_t *ranked, n_ranked, cap_ranked; /* valid points told, fastest first */
    struct ft_search_hint *hints;
    size_t n_hints, next_hint;
    uint32_t *shuffled; /* draws: [0, n_drawn) are used up */
    size_t n_drawn;
    size_t *neighbours; /* [max_neighbours] room for one call */
};
void ft_known_init(struct ft_known *known, const struct ft_grid *grid,
                   const struct ft_search_hint *hints, size_t n_hints, uint64_t seed);
void ft_known_free(struct ft_known *known);

/* Marks a point as proposed. 0 when it was already. */
int ft_known_take(struct ft_known *known, size_t point);
int ft_known_is_told(const struct ft_known *known, size_t point);
/* Takes a told point in; once a point. Returns 1 when it is the new best. */
int ft_known_tell(struct ft_known *known, const struct ft_told *told);

/* A fresh point at random, the next fresh hint, or the one of `n_tries` random points that is
 * furthest from the points in `from`. Not marked. FT_GRID_NONE when there is none. */
size_t ft_known_draw(struct ft_known *known);
size_t ft_known_next_hint(struct ft_known *known);
size_t ft_known_draw_apart(struct ft_known *known, const size_t *from, size_t n_from, int n_tries);
/* Fresh Hamming neighbours into known->neighbours, in random order. */
size_t ft_known_fresh_neighbours(struct ft_known *known, size_t point);

#endif
