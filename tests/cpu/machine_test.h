/* machine_test.h -- for tests of the executor: runs a kernel on a grid, over seeds
 */
#ifndef MACHINE_TEST_H
#define MACHINE_TEST_H
#include "ft_machine.h"

constexpr int kSeeds = 30;
static int n_failures;
static char why[1024];

#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            n_failures++;                                                                          \
            printf("line %d: %s: ", __LINE__, #condition);                                         \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
        }                                                                                          \
    } while (0)

static const void *allocated; /* null: not checked */
static size_t n_allocated;
static inline int is_allocated(const void *p, size_t n)
{
    return p >= allocated && (const char *)p + n <= (const char *)allocated + n_allocated;
}

static ft_cpu_launch launch_of(uint64_t seed, ft_cpu::Dim grid, ft_cpu::Dim block, unsigned smem,
                               void **params)
{
    ft_cpu_launch launch = {};
    const unsigned from[6] = {grid.x, grid.y, grid.z, block.x, block.y, block.z};
    for (int i = 0; i < 3; i++) {
        launch.grid[i] = from[i];
        launch.block[i] = from[3 + i];
    }
    launch.dynamic_smem_bytes = smem;
    launch.max_smem_bytes = 227 << 10;
    launch.params = params;
    launch.seed = seed;
    launch.is_allocated = allocated ? is_allocated : nullptr;
    launch.why = why;
    launch.why_cap = sizeof why;
    why[0] = 0;
    return launch;
}
/* Runs kernel(params...) on a grid. */
template <auto kKernel, class... Args>
static int run(uint64_t seed, ft_cpu::Dim grid, ft_cpu::Dim block, unsigned smem, Args... args)
{
    void *params[] = {(void *)&args..., nullptr};
    const ft_cpu_launch launch = launch_of(seed, grid, block, smem, params);
    return ft_cpu::Entry<kKernel>::describe("kernel", false).run(&launch);
}
/* How many of the seeds 0 .. kSeeds - 1 give a result that `is_right` accepts. */
template <class Run, class Right> static int count_right(Run run_seed, Right is_right)
{
    int n = 0;
    for (int seed = 0; seed < kSeeds; seed++)
        n += run_seed(seed) == FT_CPU_OK && is_right();
    return n;
}
#endif
