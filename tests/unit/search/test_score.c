/* Tests of search/score.h and search/replay.h on examples worked out by hand. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <string.h>

#include <stdio.h>
#include <stdlib.h>
#include "search/score.h"

#define assert_near(a, b) assert_true(fabs((a) - (b)) < 1e-9)

/* Times 10, 9, ... 1 ms in a scrambled order, and two that failed; each cost 2 s, 1 s of it to
 * compile. */
static void make(struct ft_recording *r, const char *device)
{
    static const char *const names[] = {"a", "b"};
    struct ft_err err = {0};
    ft_recording_init(r, "toy", device, names, 2);
    for (int i = 0; i < 12; i++) {
        char a[8], b[8];
        const char *texts[] = {a, b};
        struct ft_recorded result = {.outcome = FT_OUT_OK,
                                     .time_ns = (1 + i * 7 % 10) * 1e6,
                                     .cost_ns = {1e9, 0.5e9, 0.25e9, 0.25e9, NAN}};
        if (i >= 10)
            result = (struct ft_recorded){FT_OUT_CRASHED, NAN, {1e9, 0.5e9, 0.25e9, 0.25e9, 0}};
        snprintf(a, sizeof a, "%d", i / 4);
        snprintf(b, sizeof b, "%d", i % 4);
        ft_recording_add(r, texts, &result);
    }
    assert_int_equal(ft_recording_finish(r, &err), 0);
}

static void baseline(void **state)
{
    struct ft_recording r;
    struct ft_score_space s;
    (void)state;
    make(&r, "x");
    ft_score_space_of(&r, &s);
    assert_int_equal(s.n, 12);
    assert_int_equal(s.n_valid, 10);
    assert_near(s.valid_ns[0], 10e6);
    assert_near(ft_score_optimum(&s), 1e6);
    assert_near(s.mean_cost_ns, 2e9);
    assert_near(s.median_cost_ns, 2e9);
    /* ranks M * 11 / (M + 1): 5.5 -> 6 (to even), 7.33 -> 7, 8.25 -> 8, 8.8 -> 9 */
    assert_near(ft_score_baseline(&s, 1), 4e6);
    assert_near(ft_score_baseline(&s, 2), 3e6);
    assert_near(ft_score_baseline(&s, 3), 2e6);
    assert_near(ft_score_baseline(&s, 4), 1e6);
    assert_near(ft_score_baseline(&s, 1000), 1e6);
    /* Over time: the same at whole evaluations, never rising between them. */
    assert_near(ft_score_baseline_at(&s, 0), 4e6);
    for (size_t m = 1; m < 6; m++)
        assert_near(ft_score_baseline_at(&s, (double)m * 2e9), ft_score_baseline(&s, m));
    for (double t = 0, last = INFINITY; t < 12e9; t += 1e8) {
        double now = ft_score_baseline_at(&s, t);
        assert_true(now <= last + 1e-3 && now >= 1e6 - 1e-3);
        last = now;
    }
    /* Median 5.5: half of the way is 3.25, first reached at index 7: ceil(7 / 4); 96 % at index 9:
     * ceil(9 / 2). */
    assert_int_equal(ft_score_evals_to(&s, 0.5), 2);
    assert_int_equal(ft_score_evals_to(&s, 0.96), 5);
    ft_score_space_free(&s);
    ft_recording_free(&r);
}

static void scores(void **state)
{
    struct ft_recording r;
    struct ft_score_space s;
    struct ft_score score;
    struct ft_replay_step a[] = {{1, 2e9, 6e6}, {2, 4e9, 3e6}, {3, 6e9, 1e6}},
                          b[] = {{2, 4e9, 5e6}};
    struct ft_replay_run runs[] = {{a, 3, 3, 3, 6e9}, {b, 1, 1, 5, 10e9}};
    double curve[FT_SCORE_POINTS];
    (void)state;
    make(&r, "x");
    ft_score_space_of(&r, &s);
    /* Evaluations 1..3 count, as random has the optimum after 4. Run a: (6-4)/(1-4), (3-3)/(1-3),
     * (1-2)/(1-2); run b: 10 at first, then 5: (10-4)/(1-4), (5-3)/(1-3), (5-2)/(1-2). */
    double pa = (-2.0 / 3 + 0 + 1) / 3, pb = (-2.0 - 1 - 3) / 3;
    ft_score_evals(&s, runs, 2, 1, 200, &score);
    assert_near(score.mean, (pa + pb) / 2);
    assert_near(score.std, (pa - pb) / sqrt(2));
    assert_near(score.ci, 1.96 * score.std / sqrt(2));
    ft_score_evals(&s, runs, 1, 2, 2, &score);
    assert_near(score.mean, 0);
    assert_true(isnan(score.std));
    ft_score_evals(&s, runs, 2, 10, 200, &score);
    assert_true(isnan(score.mean)); /* nothing is left to find from 10 on */
    assert_near(ft_score_mean_best(&s, runs, 2, 1), 8e6);
    assert_near(ft_score_mean_best(&s, runs, 2, 9), 3e6);
    assert_near(ft_score_fraction(&s, runs, 2, 2), (1 / 3.0 + 1 / 5.0) / 2);
    assert_near(ft_score_regret(&s, runs, 2, 2), 3);
    assert_true(isnan(ft_replay_best_after(&runs[1], 1)));
    assert_near(ft_replay_best_after(&runs[0], 2), 3e6);
    /* By time: from 4 s to 10 s. From 8 s on random has the optimum. */
    ft_score_time(&s, runs, 1, curve, &score);
    assert_near(curve[0], 0);
    assert_true(isnan(curve[FT_SCORE_POINTS - 1]));
    assert_true(curve[FT_SCORE_POINTS / 2 - FT_SCORE_POINTS / 10] == 1);
    assert_true(score.mean > 0.3 && score.mean < 0.9);
    s.mean_cost_ns = 0;
    ft_score_time(&s, runs, 2, NULL, &score);
    assert_true(isnan(score.mean));
    ft_score_space_free(&s);
    ft_recording_free(&r);
}

static void isotonic(void **state)
{
    double values[] = {5, 3, 4, 4, 1, 2}, expected[] = {5, 11 / 3.0, 11 / 3.0, 11 / 3.0, 1.5, 1.5};
    (void)state;
    ft_score_isotonic(values, 6);
    for (size_t i = 0; i < 6; i++)
        assert_near(values[i], expected[i]);
    ft_score_isotonic(NULL, 0);
}

static void runs(void **state)
{
    struct ft_recording r;
    struct ft_grid grid;
    struct ft_replay_run run;
    struct ft_replay_options o = {&ft_search_exhaustive, 1, 0, 1};
    (void)state;
    make(&r, "x");
    ft_grid_of_recording(&grid, &r);
    ft_replay_run(&r, &grid, NULL, 0, &o, &run); /* times 1, 8, ... : the first is the best */
    assert_int_equal(run.n_steps, 1);
    assert_int_equal(run.n_evals, 1);
    assert_near(run.elapsed_ns, 2e9);
    ft_replay_run_free(&run);
    r.points[0].outcome = FT_OUT_WRONG; /* then 8, 5, 2 */
    ft_replay_run(&r, &grid, NULL, 0, &o, &run);
    assert_int_equal(run.n_steps, 3);
    assert_int_equal(run.steps[0].n_evals, 2); /* what failed counts as an evaluation */
    assert_near(run.steps[2].best_ns, 2e6);
    assert_near(run.steps[2].elapsed_ns, 8e9);
    ft_replay_run_free(&run);
    o.max_evals = 3;
    o.batch = 5;
    ft_replay_run(&r, &grid, NULL, 0, &o, &run);
    assert_int_equal(run.n_evals, 3);
    ft_replay_run_free(&run);
    ft_grid_free(&grid);
    ft_recording_free(&r);
}

static void hints(void **state)
{
    static const char *const names[] = {"b", "a"}; /* in another order, with another value */
    static const char *const rows[][2] = {
        {"0", "0"}, {"1", "0"}, {"2", "1"}, {"9", "1"}, {"3", "2"}};
    struct ft_recording r, other;
    struct ft_err err = {0};
    struct ft_grid grid;
    struct ft_search_hint *out;
    (void)state;
    make(&r, "x");
    ft_recording_init(&other, "toy", "y", names, 2);
    for (int i = 0; i < 5; i++) {
        struct ft_recorded result = {.outcome = i == 4 ? FT_OUT_WRONG : FT_OUT_OK,
                                     .time_ns = 40 - 10 * i};
        ft_recording_add(&other, rows[i], &result);
    }
    assert_int_equal(ft_recording_finish(&other, &err), 0);
    assert_true(ft_recording_matches(&r, &other));
    ft_grid_of_recording(&grid, &r);
    const struct ft_recording *others[] = {&other, &other};
    assert_int_equal(ft_replay_hints(&r, &grid, others, 1, &out), 3);
    assert_int_equal(out[0].point, 6); /* a=1, b=2 */
    assert_near(out[0].ratio, 2);      /* the best there, b=9, is unknown here */
    assert_int_equal(out[1].point, 1);
    assert_near(out[2].ratio, 4);
    free(out);
    assert_int_equal(ft_replay_hints(&r, &grid, others, 2, &out), 3);
    assert_near(out[0].ratio, 2);
    free(out);
    assert_int_equal(ft_replay_hints(&r, &grid, others, 0, &out), 0);
    free(out);
    ft_grid_free(&grid);
    ft_recording_free(&r);
    ft_recording_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(baseline), cmocka_unit_test(scores),
                                       cmocka_unit_test(isotonic), cmocka_unit_test(runs),
                                       cmocka_unit_test(hints)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
