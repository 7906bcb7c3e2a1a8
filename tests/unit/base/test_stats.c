/* test_stats.c -- order statistics, and that the interval covers what it says */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "base/rng.h"
#include "base/stats.h"

static int near(double a, double b)
{
    return fabs(a - b) <= 1e-9 * (1 + fabs(b));
}

static void test_small_sets(void **state)
{
    static const double samples[] = {5, 1, 4, 2, 3};
    struct ft_stats s;
    (void)state;
    ft_stats_of(samples, 5, &s);
    assert_int_equal(s.n, 5);
    assert_true(s.min == 1 && s.q1 == 2 && s.median == 3 && s.q3 == 4 && s.max == 5 && s.mean == 3);
    assert_true(s.ci_low == 1 && s.ci_high == 5); /* too few: everything */
    assert_true(near(s.coverage_ratio, 1 - 2.0 / 32));
    assert_true(samples[0] == 5);
    ft_stats_of(samples, 4, &s);
    assert_true(s.median == 3); /* of 1 2 4 5 */
    assert_true(near(s.q1, 1.75) && near(s.q3, 4.25));
    ft_stats_of(samples, 1, &s);
    assert_true(s.min == 5 && s.median == 5 && s.max == 5 && s.ci_low == 5 && s.ci_high == 5);
    assert_true(s.coverage_ratio == 0);
    assert_true(ft_median(samples, 5) == 3);
    assert_true(isnan(ft_median(samples, 0)));
}

/* Ranks and coverages from tables of the sign test (r is the rank of the lower end, from 1). */
static void test_interval_ranks(void **state)
{
    static const struct {
        size_t n, r;
        double coverage;
    } rows[] = {{6, 1, 0.96875},  {8, 1, 0.9921875}, {9, 2, 0.9609375}, {10, 2, 0.978515625},
                {20, 6, 0.95861}, {30, 10, 0.95723}, {50, 18, 0.96716}, {100, 40, 0.96480}};
    double samples[100];
    (void)state;
    for (size_t i = 0; i < 100; i++)
        samples[i] = (double)(i + 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ft_stats s;
        ft_stats_of(samples, rows[i].n, &s);
        assert_true(s.ci_low == (double)rows[i].r);
        assert_true(s.ci_high == (double)(rows[i].n - rows[i].r + 1));
        assert_true(fabs(s.coverage_ratio - rows[i].coverage) < 1e-5);
    }
}

/* The largest n for which 2^-n is a double is 1074; the interval must not break there. */
static void test_many_samples(void **state)
{
    static double samples[20001];
    static const size_t counts[] = {1000, 1074, 1075, 2000, 20001};
    (void)state;
    for (size_t i = 0; i < 20001; i++)
        samples[i] = (double)i;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        struct ft_stats s;
        double n = (double)counts[i];
        ft_stats_of(samples, counts[i], &s);
        assert_true(s.coverage_ratio >= 0.95 && s.coverage_ratio < 0.956);
        /* the normal approximation of the ranks is good here */
        assert_true(fabs(s.ci_low - (n / 2 - 0.98 * sqrt(n))) < 2);
        assert_true(fabs(s.ci_low + s.ci_high - (n - 1)) < 1e-9);
    }
}

/* Skewed samples, as times are: the true median must be inside in at least 95 % of the draws. */
static void test_coverage(void **state)
{
    static const size_t counts[] = {6, 12, 20, 51, 100};
    struct ft_rng rng;
    (void)state;
    ft_rng_seed(&rng, 7);
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        const int draws = 4000;
        int inside = 0;
        struct ft_stats s = {0};
        for (int d = 0; d < draws; d++) {
            double samples[100];
            for (size_t i = 0; i < counts[k]; i++)
                samples[i] = 100 - log(1 - ft_rng_unit(&rng)); /* median 100 + ln 2 */
            ft_stats_of(samples, counts[k], &s);
            inside += s.ci_low <= 100 + log(2) && 100 + log(2) <= s.ci_high;
        }
        assert_true(s.coverage_ratio >= 0.95);
        assert_true(fabs((double)inside / draws - s.coverage_ratio) < 0.015);
    }
}

static void test_ratio(void **state)
{
    static const double a[] = {2, 6, 12, 20, 30, 42}, b[] = {1, 2, 3, 4, 5, 6};
    struct ft_stats s;
    (void)state;
    ft_stats_ratio(a, b, 6, 0.95, &s);
    assert_true(near(s.median, 4.5) && near(s.ci_low, 2) && near(s.ci_high, 7));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_sets),   cmocka_unit_test(test_interval_ranks),
        cmocka_unit_test(test_many_samples), cmocka_unit_test(test_coverage),
        cmocka_unit_test(test_ratio),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
