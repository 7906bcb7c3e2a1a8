/* grid.h -- what a strategy sees of a space: points, each an array of value indices
 *
 * A grid knows no names and no units: a parameter has so many values, and they are in order
 * (numbers) or not (names). Not every combination is a point: constraints cut holes. Made of a
 * space of ours or of a recorded one; points have the numbers of the configs they stand for, in the
 * same order.
 *
 * Finding a point by its values is one look-up in a hash table, so neighbours cost as many look-ups
 * as there are values to change.
 */
#ifndef FT_GRID_H
#define FT_GRID_H
#include <stddef.h>
#include <stdint.h>
#include "base/err.h"

struct ft_space;
struct ft_recording;

#define FT_GRID_NONE SIZE_MAX

struct ft_grid_param {
    size_t n_values;
    int is_ordered; /* values stand in ascending order */
};
struct ft_grid {
    size_t n_params, n;
    struct ft_grid_param *params;
    uint16_t *values;      /* [n][n_params] */
    size_t max_neighbours; /* no point has more */
    uint32_t *slots;       /* hash table of points + 1; 0 is empty */
    size_t n_slots;        /* a power of two */
};
/* From rows of value indices [n][n_params], which are copied. Two equal rows are a mistake of the
 * caller: one of them is never found. */
void ft_grid_init(struct ft_grid *grid, const struct ft_grid_param *params, size_t n_params,
                  const uint16_t *values, size_t n);
void ft_grid_of_space(struct ft_grid *grid, const struct ft_space *space);
void ft_grid_of_recording(struct ft_grid *grid, const struct ft_recording *recording);
void ft_grid_free(struct ft_grid *grid);

static inline const uint16_t *ft_grid_values(const struct ft_grid *grid, size_t point)
{
    return &grid->values[point * grid->n_params];
}
/* The point with these values, or FT_GRID_NONE. */
size_t ft_grid_find(const struct ft_grid *grid, const uint16_t *values);

/* Points that differ in one parameter (Hamming distance 1), parameter by parameter. out has room
 * for max_neighbours. Returns their number. */
size_t ft_grid_neighbours(const struct ft_grid *grid, size_t point, size_t *out);
/* Of those, the next point in each direction where values are in order; all where they are names.
 */
size_t ft_grid_adjacent(const struct ft_grid *grid, size_t point, size_t *out);

/* 0 for the same point, 1 for points that differ as much as can be in every parameter. */
double ft_grid_distance(const struct ft_grid *grid, size_t a, size_t b);

#endif
