/* Tests of search/kriging.h against the formulas worked out in full, and of search/guide.h's parts.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "search/kriging.h"
#include "search/kriging_int.h"
#include "search_util.h"

#define N 12

/* Mean and variance (over the process variance) by solving the whole system, Gauss-Jordan. */
static void predict(const struct ft_kriging *k, size_t point, double trend, double *mean,
                    double *unexplained)
{
    double a[N][N + 2], c[N];
    for (size_t i = 0; i < k->n; i++) {
        c[i] = ft_kriging_correlation(k, point, k->points[i]);
        for (size_t j = 0; j < k->n; j++)
            a[i][j] = i == j ? 1 + FT_KRIGING_NUGGET
                             : ft_kriging_correlation(k, k->points[i], k->points[j]);
        a[i][N] = k->y[i] - k->level - k->slope * k->trend[i];
        a[i][N + 1] = c[i];
    }
    for (size_t p = 0; p < k->n; p++)
        for (size_t i = 0; i < k->n; i++) {
            if (i == p)
                continue;
            double f = a[i][p] / a[p][p];
            for (size_t j = 0; j < N + 2; j++)
                if (j < k->n || j >= N)
                    a[i][j] -= f * a[p][j];
        }
    *mean = k->level + k->slope * trend;
    *unexplained = 1;
    for (size_t i = 0; i < k->n; i++) {
        *mean += c[i] * a[i][N] / a[i][i];
        *unexplained -= c[i] * a[i][N + 1] / a[i][i];
    }
}

static double trend_of(size_t point)
{
    return (double)(point % 5) * 0.1;
}

static void check(const struct ft_kriging *k)
{
    for (size_t e = 0; e < k->n_pool; e++) {
        double mean, unexplained;
        predict(k, k->pool[e], trend_of(k->pool[e]), &mean, &unexplained);
        assert_true(fabs(ft_kriging_mean(k, e) - mean) < 1e-3);
        assert_true(fabs(ft_kriging_deviation(k, e) - sqrt(k->variance * unexplained)) < 2e-3);
    }
}

/* Answers before the pool, after it, and points that join it: always what the formulas say. */
static void predictions(void **state)
{
    struct ft_grid grid;
    struct ft_kriging k;
    size_t pool[20];
    double trends[20];
    (void)state;
    make_grid(&grid);
    ft_kriging_init(&k, &grid, N, 32);
    for (size_t i = 0; i < 20; i++) {
        pool[i] = i * 13 + 5;
        trends[i] = trend_of(pool[i]);
    }
    for (size_t i = 0; i < 6; i++)
        ft_kriging_add(&k, i * 41, log(time_of(&grid, i * 41)), trend_of(i * 41));
    ft_kriging_refill(&k, pool, trends, 20);
    check(&k);
    for (size_t i = 6; i < 9; i++)
        ft_kriging_add(&k, i * 31, log(time_of(&grid, i * 31)), trend_of(i * 31));
    check(&k);
    ft_kriging_pool(&k, 20, 222, trend_of(222));
    ft_kriging_pool(&k, 3, 111, trend_of(111));
    assert_int_equal(k.n_pool, 21);
    check(&k);
    ft_kriging_fit(&k, k.points, k.y, k.trend, k.n);
    assert_int_equal(k.n_pool, 0);
    ft_kriging_refill(&k, pool, trends, 20);
    check(&k);
    for (size_t i = 0; i < 10; i++) /* more than it holds are not taken */
        ft_kriging_add(&k, 200 + i, 1, 0);
    assert_int_equal(k.n, N);
    ft_kriging_free(&k);
    ft_grid_free(&grid);
}

/* A parameter that does not matter is found out, and so is one that does. */
static void fit(void **state)
{
    static const struct ft_grid_param params[] = {{8, 1}, {8, 1}};
    uint16_t values[64 * 2];
    struct ft_grid grid;
    struct ft_kriging k;
    (void)state;
    for (uint16_t i = 0; i < 64; i++) {
        values[2 * i] = i / 8;
        values[2 * i + 1] = i % 8;
    }
    ft_grid_init(&grid, params, 2, values, 64);
    ft_kriging_init(&k, &grid, 64, 16);
    for (size_t i = 0; i < 64; i += 2)
        ft_kriging_add(&k, (i * 37) % 64, sin((double)((i * 37) % 64 / 8) * 2), 0);
    for (int i = 0; i < 4; i++)
        ft_kriging_fit(&k, k.points, k.y, k.trend, k.n);
    assert_true(k.theta[0] > 4 * k.theta[1]);
    ft_kriging_free(&k);
    ft_grid_free(&grid);
}

/* A trend that is right is believed, one that is upside down is not. */
static void slope(void **state)
{
    struct ft_grid grid;
    (void)state;
    make_grid(&grid);
    for (int sign = -1; sign <= 1; sign += 2) {
        struct ft_kriging k;
        ft_kriging_init(&k, &grid, 32, 16);
        for (size_t i = 0; i < 30; i++) {
            double y = log(time_of(&grid, i * 9));
            ft_kriging_add(&k, i * 9, y, sign * (y - 7));
        }
        assert_true(sign > 0 ? k.slope > 0.9 : k.slope < 0);
        ft_kriging_free(&k);
    }
    ft_grid_free(&grid);
}

static void weights(void **state)
{
    struct ft_grid grid;
    struct ft_kriging k;
    double w[8];
    size_t point = 77;
    (void)state;
    make_grid(&grid);
    ft_kriging_init(&k, &grid, 8, 16);
    for (size_t i = 0; i < 8; i++)
        ft_kriging_add(&k, i * 30, log(time_of(&grid, i * 30)), 0);
    ft_kriging_weights(&k, w);
    ft_kriging_pool(&k, 0, point, 0);
    double mean = k.level;
    for (size_t i = 0; i < 8; i++)
        mean += w[i] * ft_kriging_correlation(&k, point, k.points[i]);
    assert_true(fabs(mean - ft_kriging_mean(&k, 0)) < 1e-3);
    ft_kriging_free(&k);
    ft_grid_free(&grid);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(predictions), cmocka_unit_test(fit),
                                       cmocka_unit_test(slope), cmocka_unit_test(weights)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
