/* test_rng.c -- the sequence is fixed for ever, and it is uniform and normal enough */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>

#include "base/rng.h"

/* The generator itself, from the state 1, 2, 3, 4: values worked out by hand from its definition.
 */
static void test_known_start(void **state)
{
    struct ft_rng rng = {{1, 2, 3, 4}};
    (void)state;
    assert_int_equal(ft_rng_u64(&rng), 11520);
    assert_int_equal(ft_rng_u64(&rng), 0);
    assert_int_equal(ft_rng_u64(&rng), 1509978240);
}

/* splitmix64 of the seed 0 is published with its source: the four words of state. */
static void test_seeding(void **state)
{
    struct ft_rng rng;
    (void)state;
    ft_rng_seed(&rng, 0);
    assert_true(rng.s[0] == UINT64_C(0xe220a8397b1dcdaf));
    assert_true(rng.s[1] == UINT64_C(0x6e789e6aa1b965f4));
    assert_true(rng.s[2] == UINT64_C(0x06c45d188009454f));
    assert_true(rng.s[3] == UINT64_C(0xf88bb8a8724c81ec));
}

static void test_below(void **state)
{
    struct ft_rng rng;
    int counts[7] = {0};
    (void)state;
    ft_rng_seed(&rng, 1);
    for (int i = 0; i < 70000; i++)
        counts[ft_rng_below(&rng, 7)]++;
    for (int i = 0; i < 7; i++)
        assert_in_range(counts[i], 9500, 10500);
    assert_int_equal(ft_rng_below(&rng, 1), 0);
    for (int i = 0; i < 100; i++) /* more than half of all values are rejected here */
        assert_true(ft_rng_below(&rng, (UINT64_C(1) << 63) + 1) <= UINT64_C(1) << 63);
}

static void test_moments(void **state)
{
    struct ft_rng rng;
    double sum = 0, squares = 0, unit = 0;
    const int n = 100000;
    (void)state;
    ft_rng_seed(&rng, 42);
    for (int i = 0; i < n; i++) {
        double x = ft_rng_normal(&rng), u = ft_rng_unit(&rng);
        assert_true(isfinite(x) && u >= 0 && u < 1);
        sum += x;
        squares += x * x;
        unit += u;
    }
    assert_true(fabs(sum / n) < 0.02);
    assert_true(fabs(squares / n - 1) < 0.03);
    assert_true(fabs(unit / n - 0.5) < 0.01);
}

/* Every order of three equally often. */
static void test_shuffle(void **state)
{
    struct ft_rng rng;
    int counts[3][3] = {{0}};
    (void)state;
    ft_rng_seed(&rng, 5);
    for (int i = 0; i < 60000; i++) {
        size_t order[] = {0, 1, 2};
        ft_rng_shuffle(&rng, order, 3);
        assert_int_equal(order[0] + order[1] + order[2], 3);
        assert_true(order[0] != order[1] && order[1] != order[2]);
        counts[order[0]][order[1]]++;
    }
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            assert_in_range(counts[i][k], i == k ? 0 : 9500, i == k ? 0 : 10500);
    ft_rng_shuffle(&rng, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_start), cmocka_unit_test(test_seeding),
        cmocka_unit_test(test_below),       cmocka_unit_test(test_shuffle),
        cmocka_unit_test(test_moments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
