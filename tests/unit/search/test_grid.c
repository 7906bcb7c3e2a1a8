/* Tests of search/grid.h: points by value, neighbours, grids of recordings and of spaces. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include "model/recording.h"
#include "model/space.h"
#include "search_util.h"
#include "base/rng.h"

static void finds_points(void **state)
{
    struct ft_grid grid;
    uint16_t missing[N_PARAMS] = {5, 4, 3, 0}; /* 5 + 4 + 3 is cut out */
    (void)state;
    make_grid(&grid);
    assert_in_range(grid.n, 250, 360);
    for (size_t i = 0; i < grid.n; i++)
        assert_int_equal(ft_grid_find(&grid, ft_grid_values(&grid, i)), i);
    assert_true(ft_grid_find(&grid, missing) == FT_GRID_NONE);
    ft_grid_free(&grid);
}

static size_t n_different(const struct ft_grid *grid, size_t a, size_t b)
{
    size_t n = 0;
    for (size_t p = 0; p < grid->n_params; p++)
        n += ft_grid_values(grid, a)[p] != ft_grid_values(grid, b)[p];
    return n;
}

static void neighbours_differ_in_one(void **state)
{
    struct ft_grid grid;
    (void)state;
    make_grid(&grid);
    size_t *out = calloc(grid.max_neighbours, sizeof *out);
    for (size_t i = 0; i < grid.n; i++) {
        size_t n = ft_grid_neighbours(&grid, i, out), expected = 0;
        assert_true(n <= grid.max_neighbours);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(n_different(&grid, i, out[k]), 1);
        for (size_t k = 0; k < grid.n; k++)
            expected += n_different(&grid, i, k) == 1;
        assert_int_equal(n, expected);
    }
    free(out);
    ft_grid_free(&grid);
}

/* One ordered parameter with a hole, and one of names. */
static void adjacent_step_over_holes(void **state)
{
    static const struct ft_grid_param params[] = {{5, 1}, {3, 0}};
    static const uint16_t values[] = {0, 0, 1, 0, 3, 0, 4, 0, 3, 1, 3, 2};
    struct ft_grid grid;
    size_t out[16];
    (void)state;
    ft_grid_init(&grid, params, 2, values, 6);
    assert_int_equal(ft_grid_adjacent(&grid, 2, out), 4); /* (3, 0) */
    assert_int_equal(out[0], 1);                          /* 1, as there is no 2 */
    assert_int_equal(out[1], 3);
    assert_int_equal(out[2], 4);
    assert_int_equal(out[3], 5);
    assert_int_equal(ft_grid_adjacent(&grid, 0, out), 1);
    assert_int_equal(out[0], 1);
    assert_int_equal(ft_grid_neighbours(&grid, 0, out), 3);
    assert_true(ft_grid_distance(&grid, 0, 0) == 0);
    assert_true(fabs(ft_grid_distance(&grid, 0, 3) - 0.5) < 1e-12);
    assert_true(fabs(ft_grid_distance(&grid, 0, 4) - 0.875) < 1e-12);
    ft_grid_free(&grid);
}

static void of_recording(void **state)
{
    const char *names[] = {"Bc", "load"},
               *rows[][2] = {{"128", "vec"}, {"16", "vec"}, {"64", "bulk"}};
    struct ft_recorded result = {.outcome = FT_OUT_OK, .time_ns = 5};
    struct ft_recording r;
    struct ft_err err = {0};
    struct ft_grid grid;
    (void)state;
    ft_recording_init(&r, "t", "d", names, 2);
    for (size_t i = 0; i < 3; i++)
        ft_recording_add(&r, rows[i], &result);
    assert_int_equal(ft_recording_finish(&r, &err), 0);
    ft_grid_of_recording(&grid, &r);
    assert_int_equal(grid.n, 3);
    assert_int_equal(grid.params[0].n_values, 3);
    assert_true(grid.params[0].is_ordered);
    assert_false(grid.params[1].is_ordered);
    assert_int_equal(ft_grid_values(&grid, 0)[0], 0); /* 16 comes first: numbers, not texts */
    assert_int_equal(ft_grid_values(&grid, 2)[0], 2);
    ft_grid_free(&grid);
    ft_recording_free(&r);
}

static void of_space(void **state)
{
    struct ft_value numbers[] = {{64, NULL}, {16, NULL}}, words[] = {{-1, "vec"}, {-2, "bulk"}};
    struct ft_param params[] = {{.name = "Bc", .values = numbers, .n_values = 2},
                                {.name = "load", .values = words, .n_values = 2}};
    struct ft_family family = {.params = params, .n_params = 2};
    struct ft_config configs[] = {{&family, {64, -1}}, {&family, {64, -2}}, {&family, {16, -1}}};
    struct ft_space space = {.configs = configs, .n = 3}, empty = {.n = 0};
    struct ft_grid grid;
    (void)state;
    ft_grid_of_space(&grid, &space);
    assert_int_equal(grid.n, 3);
    assert_true(grid.params[0].is_ordered && !grid.params[1].is_ordered);
    assert_int_equal(ft_grid_values(&grid, 0)[0],
                     1); /* points keep their order, values have their own */
    assert_int_equal(ft_grid_values(&grid, 2)[0], 0);
    ft_grid_free(&grid);
    ft_grid_of_space(&grid, &empty);
    assert_int_equal(grid.n, 0);
    ft_grid_free(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(finds_points),
                                       cmocka_unit_test(neighbours_differ_in_one),
                                       cmocka_unit_test(adjacent_step_over_holes),
                                       cmocka_unit_test(of_recording), cmocka_unit_test(of_space)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
