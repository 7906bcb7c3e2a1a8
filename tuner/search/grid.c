/* grid.c -- points by number and by value; see the header */
#include "search/grid.h"
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "model/recording.h"
#include "model/space.h"

static size_t hash_of(const struct ft_grid *grid, const uint16_t *values)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t p = 0; p < grid->n_params; p++) {
        h = (h ^ values[p]) * UINT64_C(0x9e3779b97f4a7c15);
        h ^= h >> 32;
    }
    return (size_t)h & (grid->n_slots - 1);
}

static int is_at(const struct ft_grid *grid, size_t point, const uint16_t *values)
{
    return memcmp(ft_grid_values(grid, point), values, grid->n_params * sizeof *values) == 0;
}

static void index_points(struct ft_grid *grid)
{
    grid->n_slots = 16;
    while (grid->n_slots < grid->n * 2)
        grid->n_slots *= 2;
    grid->slots = ft_calloc(grid->n_slots, sizeof *grid->slots);
    for (size_t i = 0; i < grid->n; i++) {
        size_t slot = hash_of(grid, ft_grid_values(grid, i));
        while (grid->slots[slot])
            slot = (slot + 1) & (grid->n_slots - 1);
        grid->slots[slot] = (uint32_t)(i + 1);
    }
    grid->max_neighbours = 1; /* never an empty array */
    for (size_t p = 0; p < grid->n_params; p++)
        grid->max_neighbours += grid->params[p].n_values;
}

static void allocate(struct ft_grid *grid, size_t n_params, size_t n)
{
    *grid = (struct ft_grid){.n_params = n_params, .n = n};
    grid->params = ft_calloc(n_params + 1, sizeof *grid->params);
    grid->values = ft_calloc(n * n_params + 1, sizeof *grid->values);
}

void ft_grid_init(struct ft_grid *grid, const struct ft_grid_param *params, size_t n_params,
                  const uint16_t *values, size_t n)
{
    allocate(grid, n_params, n);
    if (n_params > 0)
        memcpy(grid->params, params, n_params * sizeof *params);
    if (n * n_params > 0)
        memcpy(grid->values, values, n * n_params * sizeof *values);
    index_points(grid);
}

void ft_grid_of_recording(struct ft_grid *grid, const struct ft_recording *recording)
{
    allocate(grid, recording->n_params, recording->n);
    for (size_t p = 0; p < recording->n_params; p++)
        grid->params[p] =
            (struct ft_grid_param){recording->params[p].n_values, recording->params[p].is_ordered};
    memcpy(grid->values, recording->values, grid->n * grid->n_params * sizeof *grid->values);
    index_points(grid);
}

static int by_value(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Values that the configs have, in ascending order. Names are negative numbers (model/family.h), so
 * a parameter with one of them has no order. */
static void index_param(struct ft_grid *grid, const struct ft_space *space, size_t p)
{
    const struct ft_param *param = &space->configs[0].family->params[p];
    int64_t *sorted = ft_calloc(space->n, sizeof *sorted);
    size_t n = 0;
    for (size_t i = 0; i < space->n; i++) { /* mostly the value of the config before */
        int64_t value = space->configs[i].values[p];
        if (n > 0 && sorted[n - 1] == value)
            continue;
        sorted[n++] = value;
    }
    qsort(sorted, n, sizeof *sorted, by_value);
    size_t n_values = 0;
    for (size_t i = 0; i < n; i++)
        if (n_values == 0 || sorted[n_values - 1] != sorted[i])
            sorted[n_values++] = sorted[i];
    grid->params[p] = (struct ft_grid_param){n_values, 1};
    for (size_t k = 0; k < param->n_values; k++)
        if (param->values[k].name)
            grid->params[p].is_ordered = 0;
    for (size_t i = 0; i < space->n; i++) {
        int64_t *found =
            bsearch(&space->configs[i].values[p], sorted, n_values, sizeof *sorted, by_value);
        grid->values[i * grid->n_params + p] = (uint16_t)(found - sorted);
    }
    free(sorted);
}

void ft_grid_of_space(struct ft_grid *grid, const struct ft_space *space)
{
    allocate(grid, space->n ? space->configs[0].family->n_params : 0, space->n);
    for (size_t p = 0; p < grid->n_params; p++)
        index_param(grid, space, p);
    index_points(grid);
}

void ft_grid_free(struct ft_grid *grid)
{
    free(grid->params);
    free(grid->values);
    free(grid->slots);
    *grid = (struct ft_grid){0};
}

size_t ft_grid_find(const struct ft_grid *grid, const uint16_t *values)
{
    for (size_t slot = hash_of(grid, values); grid->slots[slot];
         slot = (slot + 1) & (grid->n_slots - 1))
        if (is_at(grid, grid->slots[slot] - 1, values))
            return grid->slots[slot] - 1;
    return FT_GRID_NONE;
}

/* The next point from `from` on in one direction of a parameter; *values ends where it began. */
static size_t next_in_order(const struct ft_grid *grid, uint16_t *values, size_t p, int step)
{
    uint16_t start = values[p];
    size_t found = FT_GRID_NONE;
    for (long v = (long)start + step;
         found == FT_GRID_NONE && v >= 0 && v < (long)grid->params[p].n_values; v += step) {
        values[p] = (uint16_t)v;
        found = ft_grid_find(grid, values);
    }
    values[p] = start;
    return found;
}

static size_t all_values(const struct ft_grid *grid, uint16_t *values, size_t p, size_t *out)
{
    uint16_t start = values[p];
    size_t n = 0;
    for (size_t v = 0; v < grid->params[p].n_values; v++) {
        values[p] = (uint16_t)v;
        size_t found = v == start ? FT_GRID_NONE : ft_grid_find(grid, values);
        if (found != FT_GRID_NONE)
            out[n++] = found;
    }
    values[p] = start;
    return n;
}

static size_t neighbours(const struct ft_grid *grid, size_t point, int adjacent_only, size_t *out)
{
    uint16_t small[64], *values = small;
    size_t n = 0;
    if (grid->n_params > sizeof small / sizeof *small)
        values = ft_calloc(grid->n_params, sizeof *values);
    memcpy(values, ft_grid_values(grid, point), grid->n_params * sizeof *values);
    for (size_t p = 0; p < grid->n_params; p++) {
        if (!adjacent_only || !grid->params[p].is_ordered) {
            n += all_values(grid, values, p, out + n);
            continue;
        }
        for (int step = -1; step <= 1; step += 2) {
            size_t found = next_in_order(grid, values, p, step);
            if (found != FT_GRID_NONE)
                out[n++] = found;
        }
    }
    if (values != small)
        free(values);
    return n;
}

size_t ft_grid_neighbours(const struct ft_grid *grid, size_t point, size_t *out)
{
    return neighbours(grid, point, 0, out);
}

size_t ft_grid_adjacent(const struct ft_grid *grid, size_t point, size_t *out)
{
    return neighbours(grid, point, 1, out);
}

double ft_grid_distance(const struct ft_grid *grid, size_t a, size_t b)
{
    const uint16_t *x = ft_grid_values(grid, a), *y = ft_grid_values(grid, b);
    double sum = 0;
    size_t n_free = 0;
    for (size_t p = 0; p < grid->n_params; p++) {
        const struct ft_grid_param *param = &grid->params[p];
        if (param->n_values < 2)
            continue;
        n_free++;
        if (!param->is_ordered)
            sum += x[p] != y[p];
        else
            sum +=
                (double)(x[p] > y[p] ? x[p] - y[p] : y[p] - x[p]) / (double)(param->n_values - 1);
    }
    return n_free ? sum / (double)n_free : 0;
}
