/* Tests of model/recording.h: order of values and points, repeated configs, what cannot be
 * recorded. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/recording.h"

static const char *const names[] = {"n", "word"};

static void add(struct ft_recording *r, const char *n, const char *word, double time)
{
    const char *texts[] = {n, word};
    struct ft_recorded result = {isnan(time) ? FT_OUT_WRONG : FT_OUT_OK, time, {1, 2, NAN, 4, NAN}};
    ft_recording_add(r, texts, &result);
}

static void sorts(void **state)
{
    struct ft_recording r;
    struct ft_err err = {0};
    (void)state;
    ft_recording_init(&r, "t", "d", names, 2);
    add(&r, "100", "b", 1);
    add(&r, "20", "b", 2);
    add(&r, "20", "a", 3);
    add(&r, "-3.5", "b", NAN);
    add(&r, "20", "b", 4); /* again: the last result counts */
    assert_int_equal(ft_recording_finish(&r, &err), 0);
    assert_int_equal(r.n, 4);
    assert_int_equal(r.params[0].n_values, 3);
    assert_string_equal(r.params[0].values[0], "-3.5");
    assert_string_equal(r.params[0].values[2], "100");
    assert_true(r.params[0].is_ordered && !r.params[1].is_ordered);
    assert_int_equal(r.points[0].outcome, FT_OUT_WRONG);
    assert_true(r.points[1].time_ns == 3 && r.points[2].time_ns == 4 && r.points[3].time_ns == 1);
    assert_true(ft_recorded_cost(&r.points[0]) == 7);
    ft_recording_free(&r);
}

static void refuses(void **state)
{
    struct ft_recording r;
    struct ft_err err = {0};
    char text[16];
    (void)state;
    ft_recording_init(&r, "t", "d", names, 2);
    add(&r, "1", "a", NAN);
    assert_int_equal(ft_recording_finish(&r, &err), -1);
    assert_non_null(strstr(err.text, "1 configs"));
    ft_recording_free(&r);
    err = (struct ft_err){0};
    ft_recording_init(&r, "t", "d", names, 2);
    for (int i = 0; i < 70000; i++) {
        snprintf(text, sizeof text, "%d", i);
        add(&r, text, "a", 1);
    }
    assert_int_equal(ft_recording_finish(&r, &err), -1);
    assert_non_null(strstr(err.text, "70000 values"));
    ft_recording_free(&r);
}

static void matches(void **state)
{
    static const char *const turned[] = {"word", "n"}, *const other[] = {"n", "words"};
    struct ft_recording a, b, c, d;
    (void)state;
    ft_recording_init(&a, "t", "d", names, 2);
    ft_recording_init(&b, "t", "d", turned, 2);
    ft_recording_init(&c, "t", "d", other, 2);
    ft_recording_init(&d, "t", "d", names, 1);
    assert_true(ft_recording_matches(&a, &b));
    assert_false(ft_recording_matches(&a, &c));
    assert_false(ft_recording_matches(&a, &d));
    ft_recording_free(&a);
    ft_recording_free(&b);
    ft_recording_free(&c);
    ft_recording_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sorts), cmocka_unit_test(refuses),
                                       cmocka_unit_test(matches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
