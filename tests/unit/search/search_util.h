/* search_util.h -- small grids and made-up times for the tests of search/ */
#ifndef SEARCH_UTIL_H
#define SEARCH_UTIL_H
#include <math.h>
#include <stdlib.h>
#include "search/search.h"

#define N_PARAMS 4

/* 6 x 5 x 4 x 3, the last one names, without what a constraint cuts out: 300 points. */
static inline void make_grid(struct ft_grid *grid)
{
    static const struct ft_grid_param params[N_PARAMS] = {{6, 1}, {5, 1}, {4, 1}, {3, 0}};
    uint16_t values[6 * 5 * 4 * 3 * N_PARAMS], *v = values;
    size_t n = 0;
    for (uint16_t a = 0; a < 6; a++)
        for (uint16_t b = 0; b < 5; b++)
            for (uint16_t c = 0; c < 4; c++)
                for (uint16_t d = 0; d < 3; d++)
                    if (a + b + c < 10 && (a * b) % 7 != 6) {
                        *v++ = a, *v++ = b, *v++ = c, *v++ = d;
                        n++;
                    }
    ft_grid_init(grid, params, N_PARAMS, values, n);
}

/* Times with interactions; the best is where a = 4, b = 1, c = 2, d = 1. */
static inline double time_of(const struct ft_grid *grid, size_t point)
{
    const uint16_t *v = ft_grid_values(grid, point);
    double a = v[0] - 4.0, b = v[1] - 1.0, c = v[2] - 2.0;
    return 1000 * (1 + 0.1 * a * a + 0.2 * fabs(b) + 0.1 * fabs(a * b) + 0.15 * c * c +
                   (v[3] == 1   ? 0
                    : v[3] == 0 ? 0.3 + 0.1 * fabs(c)
                                : 0.2));
}

static inline struct ft_told answer(const struct ft_grid *grid, size_t point)
{
    double t = time_of(grid, point);
    return (struct ft_told){point, FT_OUT_OK, t, t * 0.99, t * 1.01, 0};
}

#endif
