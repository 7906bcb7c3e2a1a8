/* fixture_module.c -- a module for the CPU device without an executor, for test_driver.c
 *
 * -DFIXTURE_VERSION=N makes it one of another version, -DFIXTURE_NAME=NAME exports the table under
 * another name, -DFIXTURE_MARK=N is what `mark` writes.
 */
#include <stdio.h>
#include "cpu/abi.h"

#ifndef FIXTURE_VERSION
#define FIXTURE_VERSION FT_CPU_ABI_VERSION
#endif
#ifndef FIXTURE_NAME
#define FIXTURE_NAME ft_cpu_module
#endif
#ifndef FIXTURE_MARK
#define FIXTURE_MARK 0
#endif

/* add(int *data, int n, int step): every thread of the grid adds to its element. */
static int add(const struct ft_cpu_launch *l)
{
    int *data = *(int **)l->params[0], n = *(int *)l->params[1], step = *(int *)l->params[2];
    const uint32_t threads = l->grid[0] * l->block[0];

    for (uint32_t i = 0; i < threads && (int)i < n; i++) {
        if (!l->is_allocated(&data[i], sizeof data[i])) {
            snprintf(l->why, l->why_cap, "add, block 0, thread %u: write of element %u", i, i);
            return FT_CPU_ILLEGAL_ADDRESS;
        }
        data[i] += step;
    }
    return FT_CPU_OK;
}

struct sight { /* of a launch */
    uint64_t seed;
    uint32_t grid[3], block[3], dynamic_smem_bytes, max_smem_bytes;
};

/* look(struct { struct sight *out; }) */
static int look(const struct ft_cpu_launch *l)
{
    struct sight *out = *(struct sight **)l->params[0];

    out->seed = l->seed;
    for (int i = 0; i < 3; i++) {
        out->grid[i] = l->grid[i];
        out->block[i] = l->block[i];
    }
    out->dynamic_smem_bytes = l->dynamic_smem_bytes;
    out->max_smem_bytes = l->max_smem_bytes;
    return FT_CPU_OK;
}

/* end(int status, int with_text) */
static int end(const struct ft_cpu_launch *l)
{
    if (*(int *)l->params[1])
        snprintf(l->why, l->why_cap, "end, block 1, thread 2: status %d", *(int *)l->params[0]);
    return *(int *)l->params[0];
}

/* mark(int *out) */
static int mark(const struct ft_cpu_launch *l)
{
    **(int **)l->params[0] = FIXTURE_MARK;
    return FT_CPU_OK;
}

static int nothing(const struct ft_cpu_launch *l)
{
    return l->params ? FT_CPU_TRAP : FT_CPU_OK;
}

static const struct ft_cpu_entry entries[] = {
    {"add", add, 0, NULL, 0},
    {"look", look, 1000, NULL, sizeof(struct sight *)},
    {"end", end, 0, NULL, 0},
    {"mark", mark, 0, NULL, 0},
    {"nothing", nothing, 0, NULL, 0},
};

const struct ft_cpu_module FIXTURE_NAME = {FIXTURE_VERSION, sizeof entries / sizeof *entries,
                                           entries};
