/* test_race.c -- who stays in the race, who wins, what is a tie */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "base/rng.h"
#include "eval/race.h"

#define ROUNDS 30

/* Times around 100 `ns`, far from the steps of a timer, with a common drift, so that only paired
 * comparison can tell close ones apart.
 */
static void draw(double *out, double ns, double noise_ratio, uint64_t seed)
{
    struct ft_rng rng, drift;
    ft_rng_seed(&rng, seed);
    ft_rng_seed(&drift, 99);
    for (int i = 0; i < ROUNDS; i++)
        out[i] =
            100 * ns * (1 + 0.02 * ft_rng_normal(&drift)) * (1 + noise_ratio * ft_rng_normal(&rng));
}

static void clear_winner(void **state)
{
    (void)state;
    double a[ROUNDS], b[ROUNDS];
    draw(a, 1000, 0.001, 1);
    draw(b, 1010, 0.001, 2); /* 1 % slower, drift of 2 %: pairs tell */
    struct ft_finalist f[2] = {{.ns = b, .n_rounds = ROUNDS, .config = "b"},
                               {.ns = a, .n_rounds = ROUNDS, .config = "a"}};
    assert_int_equal(ft_race_decide(f, 2), 1);
    assert_false(f[0].is_tie);
    assert_true(f[0].behind_ratio > 1.005 && f[0].behind_ratio < 1.015);
}

static void tie_goes_to_fewer_registers(void **state)
{
    (void)state;
    double a[ROUNDS], b[ROUNDS], c[ROUNDS];
    draw(a, 1000, 0.004, 1);
    draw(b, 1000.3, 0.004, 2);
    draw(c, 1100, 0.004, 3);
    struct ft_finalist f[3] = {{.ns = a, .n_rounds = ROUNDS, .regs = 128, .config = "a"},
                               {.ns = b, .n_rounds = ROUNDS, .regs = 96, .config = "b"},
                               {.ns = c, .n_rounds = ROUNDS, .regs = 32, .config = "c"}};
    assert_int_equal(ft_race_decide(f, 3), 1);
    assert_true(f[0].is_tie);
    assert_false(f[2].is_tie);
}

/* The same kernel listed twice must tie, and the choice must not depend on luck. */
static void same_against_itself(void **state)
{
    (void)state;
    int n_ties = 0;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        double a[ROUNDS], b[ROUNDS];
        draw(a, 1000, 0.005, 1000 + seed);
        draw(b, 1000, 0.005, 50000 + seed);
        struct ft_finalist f[2] = {{.ns = a, .n_rounds = ROUNDS, .config = "a"},
                                   {.ns = b, .n_rounds = ROUNDS, .config = "b"}};
        size_t w = ft_race_decide(f, 2);
        n_ties += f[1 - w].is_tie;
        if (f[1 - w].behind_ratio <= 1 + FT_EQUAL_RATIO &&
            f[1 - w].behind_ratio >= 1 - FT_EQUAL_RATIO)
            assert_int_equal(w, 0);
    }
    assert_true(n_ties >= 985); /* the interval covers 99 % */
}

/* Cheaper ones win only where they are as fast, not where the samples cannot tell. */
static void a_wide_tie_goes_to_the_fastest(void **state)
{
    (void)state;
    double a[ROUNDS], b[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        a[i] = 100000;
        b[i] = i % 2 ? 97000 : 104600; /* its ratio to a is 1.008, between 0.97 and 1.046 */
    }
    struct ft_finalist f[2] = {{.ns = a, .n_rounds = ROUNDS, .regs = 128, .config = "a"},
                               {.ns = b, .n_rounds = ROUNDS, .regs = 32, .config = "b"}};
    assert_int_equal(ft_race_decide(f, 2), 0);
    assert_true(f[1].is_tie);
    f[0].is_outside = 1; /* but one of ours wins against an outside one */
    assert_int_equal(ft_race_decide(f, 2), 1);
    assert_true(f[0].is_tie);
}

static void a_step_of_the_timer_is_no_difference(void **state)
{
    (void)state;
    double a[ROUNDS], b[ROUNDS], c[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        a[i] = 1600;
        b[i] = 1632;
        c[i] = 1664;
    }
    struct ft_finalist f[3] = {{.ns = b, .n_rounds = ROUNDS, .regs = 32, .config = "b"},
                               {.ns = a, .n_rounds = ROUNDS, .regs = 128, .config = "a"},
                               {.ns = c, .n_rounds = ROUNDS, .regs = 32, .config = "c"}};
    assert_int_equal(ft_race_decide(f, 3), 1);
    assert_true(f[0].is_tie);
    assert_false(f[2].is_tie);
}

static void undecided_are_the_close_and_noisy(void **state)
{
    (void)state;
    double a[ROUNDS], b[ROUNDS], c[ROUNDS], d[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
        a[i] = 100000;
        b[i] = i % 2 ? 98000 : 103000; /* close, and wild */
        c[i] = i % 2 ? 99900 : 100300; /* close, and exact */
        d[i] = i % 2 ? 104000 : 109000;
    }
    struct ft_finalist f[4] = {{.ns = d, .n_rounds = ROUNDS, .config = "d"},
                               {.ns = b, .n_rounds = ROUNDS, .config = "b"},
                               {.ns = a, .n_rounds = ROUNDS, .config = "a"},
                               {.ns = c, .n_rounds = ROUNDS, .config = "c"}};
    assert_int_equal(ft_race_undecided(f, 4), 2);
    assert_false(f[0].is_undecided);
    assert_true(f[1].is_undecided);
    assert_true(f[2].is_undecided); /* the fastest, whom the others are compared with */
    assert_false(f[3].is_undecided);
    f[1] = f[0]; /* nothing left to find out */
    assert_int_equal(ft_race_undecided(f, 4), 0);
    assert_false(f[2].is_undecided);
}

/* Few, wild samples: their interval includes 1, but the slower one must not win for its registers.
 */
static void wild_samples_are_no_tie(void **state)
{
    (void)state;
    double a[10], b[10];
    for (int i = 0; i < 10; i++) {
        a[i] = 10000;
        b[i] = i < 2 ? 9950 : 10600;
    }
    struct ft_finalist f[2] = {{.ns = a, .n_rounds = 10, .regs = 128, .config = "a"},
                               {.ns = b, .n_rounds = 10, .regs = 32, .config = "b"}};
    assert_int_equal(ft_race_decide(f, 2), 0);
    assert_false(f[1].is_tie);
}

static struct ft_stats interval(double low, double median, double high)
{
    return (struct ft_stats){
        .n = 5, .median = median, .ci_low = low, .ci_high = high, .min = low, .max = high};
}

static void survivors(void **state)
{
    (void)state;
    struct ft_stats s[5] = {interval(99, 100, 101),
                            interval(104, 105, 106),
                            interval(140, 150, 160),
                            interval(90, 130, 170),
                            {0}};
    size_t order[5];
    size_t n = ft_race_survivors(s, 5, 1.10, 24, order);
    assert_int_equal(
        n, 3); /* 130 is noisy enough to stay; 150 is beaten, the empty one is not there */
    assert_int_equal(order[0], 0);
    assert_int_equal(order[1], 1);
    assert_int_equal(order[2], 3);
    assert_int_equal(ft_race_survivors(s, 5, 1.10, 1, order), 1);
    assert_int_equal(ft_race_survivors(s, 0, 1.10, 24, order), 0);
    struct ft_stats far[2] = {interval(9, 10, 11), interval(90, 100, 110)};
    assert_int_equal(ft_race_survivors(far, 2, 1.10, 24, order), 2); /* two always race */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(clear_winner),
                                       cmocka_unit_test(tie_goes_to_fewer_registers),
                                       cmocka_unit_test(wild_samples_are_no_tie),
                                       cmocka_unit_test(same_against_itself),
                                       cmocka_unit_test(a_step_of_the_timer_is_no_difference),
                                       cmocka_unit_test(a_wide_tie_goes_to_the_fastest),
                                       cmocka_unit_test(undecided_are_the_close_and_noisy),
                                       cmocka_unit_test(survivors)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
