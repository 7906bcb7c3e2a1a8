/* test_compare.c -- sides by name and by run, what A's winner does on B, and when B is slower */
#include "fixture.h"

#include <math.h>

#include "store/compare.h"

struct two { /* an H200 and its partition in one database; problems at batches 4, 8, 16 */
    struct fixture f;
    int64_t whole, part, whole_run, part_run, build;
    struct ft_arena *arena;
};

static void fill(struct two *t)
{
    struct ft_err err = {0};
    fixture_fill(&t->f);
    t->whole = t->f.device_id;
    t->whole_run = t->f.run_id;
    struct ft_device part = some_device("NVIDIA H200", 66);
    snprintf(part.partition, sizeof part.partition, "66 SMs");
    t->part = ft_db_device(t->f.db, &part, &err);
    OK(t->part, err);
    t->part_run = add_run(t->f.db, t->part, "580.65");
    t->build = add_build(t->f.db, t->f.family_id, "k", "CUBIN");
    t->arena = ft_arena_new();
}

static void on_whole(struct two *t, int batch)
{
    t->f.device_id = t->whole;
    t->f.run_id = t->whole_run;
    t->f.problem_id = add_problem(t->f.db, batch, batch == 4 ? "four" : "other");
}

static void on_part(struct two *t, int batch)
{
    on_whole(t, batch);
    t->f.device_id = t->part;
    t->f.run_id = t->part_run;
}

/* A trial with samples of ns - 1, ns and ns + 1 in a phase; its id. */
static int64_t timed(struct two *t, const char *config, const char *phase, double ns)
{
    struct ft_err err = {0};
    struct ft_db_trial trial = some_trial(&t->f, t->build, config);
    int64_t id = add_trial(t->f.db, &trial);
    const double samples[] = {ns - 1, ns, ns + 1};
    OK(ft_db_samples(t->f.db, id, t->f.run_id, phase, 0, samples, 3, 1980, 0, &err), err);
    return id;
}

static void failed(struct two *t, const char *config, enum ft_outcome outcome)
{
    struct ft_db_trial trial = some_trial(&t->f, t->build, config);
    trial.outcome = outcome;
    trial.detail = "no";
    add_trial(t->f.db, &trial);
}

/* Winner with an interval of 1 %. */
static void won(struct two *t, const char *config, double ns)
{
    struct ft_err err = {0};
    struct ft_db_winner winner = some_winner(&t->f, timed(t, config, "final", ns), ns);
    winner.ties = "pytorch/cudnn\ndecode Bc=16";
    OK(ft_db_set_winner(t->f.db, &winner, &err), err);
}

static int find(struct two *t, const char *a, const char *b, int as_runs,
                struct ft_compare_side sides[2], struct ft_err *err)
{
    const struct ft_compare_db db = {t->f.path, t->f.db};
    const char *both[] = {a, b};
    const struct ft_compare_choice choice = {both, both, as_runs ? 0 : (size_t)(!!a + !!b),
                                             as_runs ? 2 : 0};
    memset(err, 0, sizeof *err);
    return ft_compare_find_sides(&db, 1, &choice, t->arena, sides, err);
}

static void done(struct two *t)
{
    ft_arena_free(t->arena);
    fixture_remove(&t->f);
}

static void test_sides(void **state)
{
    (void)state;
    struct two t;
    struct ft_compare_side sides[2];
    struct ft_err err;
    fill(&t);
    assert_int_equal(find(&t, NULL, NULL, 0, sides, &err), -1);
    assert_string_equal(err.hint, "there is no device with results");
    on_whole(&t, 4);
    won(&t, "Bc=32", 100);
    assert_int_equal(find(&t, "H200", NULL, 0, sides, &err), -1);
    assert_string_equal(err.hint, "there is 'NVIDIA H200'"); /* the partition has no winners */
    on_part(&t, 4);
    won(&t, "Bc=32", 200);

    /* The end of a name is worth more than its middle: "H200" is the whole GPU. */
    static const char *const pairs[][2] = {
        {"H200", "66 SMs"}, {"nvidia h200", "h200 66"}, {"NVIDIA H200", "NVIDIA H200 66 SMs"}};
    for (size_t i = 0; i < 3; i++) {
        OK(find(&t, pairs[i][0], pairs[i][1], 0, sides, &err), err);
        assert_string_equal(sides[0].name, "NVIDIA H200");
        assert_string_equal(sides[1].name, "NVIDIA H200 66 SMs");
        assert_string_not_equal(sides[0].device_id, sides[1].device_id);
    }
    OK(find(&t, NULL, NULL, 0, sides, &err), err); /* there are but two */
    assert_string_equal(sides[0].name, "NVIDIA H200");
    OK(find(&t, "NVIDIA", NULL, 0, sides, &err), err); /* one pattern, two devices */
    assert_string_equal(sides[1].name, "NVIDIA H200 66 SMs");

    assert_int_equal(find(&t, "H200", "nvidia", 0, sides, &err), -1);
    assert_int_equal(err.code, FT_ERR_USAGE);
    assert_string_equal(err.text, "'nvidia' means 2 devices");
    assert_string_equal(err.hint, "there are 'NVIDIA H200', 'NVIDIA H200 66 SMs'");
    assert_int_equal(find(&t, "H200", "A100", 0, sides, &err), -1);
    assert_int_equal(err.code, FT_ERR_FOUND);
    assert_string_equal(err.text, "no device with winners is called 'A100'");
    assert_int_equal(find(&t, "H200", "NVIDIA H200", 0, sides, &err), -1);
    assert_string_equal(err.text, "both sides are 'NVIDIA H200'");

    OK(find(&t, "2", "1", 1, sides, &err), err);
    assert_string_equal(sides[0].name, "NVIDIA H200 66 SMs run 2");
    assert_string_equal(sides[1].name, "NVIDIA H200 run 1");
    assert_int_equal(find(&t, "1", "9", 1, sides, &err), -1);
    assert_string_equal(err.text, "there is no run '9'");
    assert_int_equal(find(&t, "1", "1", 1, sides, &err), -1);

    /* The same model twice in one file, and in another file. */
    struct ft_device slice = some_device("NVIDIA H200", 100);
    on_whole(&t, 4);
    t.f.device_id = ft_db_device(t.f.db, &slice, &err);
    t.f.run_id = add_run(t.f.db, t.f.device_id, "580.65");
    won(&t, "Bc=32", 150);
    OK(find(&t, "(132", "(100", 0, sides, &err), err);
    assert_string_equal(sides[0].name, "NVIDIA H200 (132 SMs)");
    assert_string_equal(sides[1].name, "NVIDIA H200 (100 SMs)");
    const char *patterns[] = {"66 SMs @old/results.db", "66 sms @new/results.db"};
    const struct ft_compare_db dbs[] = {{"old/results.db", t.f.db}, {"new/results.db", t.f.db}};
    OK(ft_compare_find_sides(dbs, 2, &(struct ft_compare_choice){patterns, NULL, 2, 0}, t.arena,
                             sides, &err),
       err);
    assert_string_equal(sides[0].name, "NVIDIA H200 66 SMs @old/results.db");
    done(&t);
}

static void read_sides(struct two *t, const char *a, const char *b, int as_runs,
                       struct ft_compare *out)
{
    struct ft_err err;
    struct ft_compare_side sides[2];
    OK(find(t, a, b, as_runs, sides, &err), err);
    OK(ft_compare_read(sides, NULL, NULL, out, &err), err);
}

static void test_transfer(void **state)
{
    (void)state;
    struct two t;
    struct ft_compare c;
    struct ft_compare_summary s;
    fill(&t);
    static const int batches[] = {4, 8, 16, 32, 64, 128};
    for (int i = 0; i < 6; i++) {
        on_whole(&t, batches[i]);
        won(&t, i == 0 ? "Bc=32" : "Bc=16", 100);
        on_part(&t, batches[i]);
        won(&t, "Bc=32", 200);
    }
    on_part(&t, 16); /* screened first, later in the final: that counts */
    timed(&t, "Bc=16", "screen", 500);
    timed(&t, "Bc=16", "final", 210);
    on_part(&t, 32);
    failed(&t, "Bc=16", FT_OUT_WRONG);
    on_part(&t, 64);
    timed(&t, "Bc=16", "screen", 260);
    on_part(&t, 128); /* of another cache mode */
    struct ft_db_trial hot = some_trial(&t.f, t.build, "Bc=16");
    hot.cache = "hot";
    add_trial(t.f.db, &hot);
    on_whole(&t, 256);
    won(&t, "Bc=16", 1);
    on_part(&t, 512);
    won(&t, "Bc=16", 1);
    on_part(&t, 1024);
    won(&t, "Bc=16", 1);

    read_sides(&t, "H200", "66 SMs", 0, &c);
    assert_int_equal(c.n_rows, 6);
    assert_int_equal(c.n_only_a, 1);
    assert_int_equal(c.n_only_b, 2);
    assert_string_equal(c.rows[0].problem, "four");
    assert_true(c.rows[0].is_same && ft_compare_loss(&c.rows[0]) == 0);
    assert_true(!c.rows[1].is_same && c.rows[1].is_tie && isnan(c.rows[1].transfer_ns));
    assert_string_equal(c.rows[1].transfer_outcome, "");
    assert_true(fabs(ft_compare_loss(&c.rows[2]) - 0.05) < 1e-12);
    assert_string_equal(c.rows[2].transfer_phase, "final");
    assert_string_equal(c.rows[3].transfer_outcome, "wrong");
    assert_true(isnan(c.rows[3].transfer_ns));
    assert_true(fabs(ft_compare_loss(&c.rows[4]) - 0.3) < 1e-12);
    assert_string_equal(c.rows[4].transfer_phase, "screen");
    assert_string_equal(c.rows[5].transfer_outcome, "ok");
    assert_true(isnan(c.rows[5].transfer_ns));

    ft_compare_summarise(&c, &s);
    assert_true(fabs(s.mean_ratio - 2) < 1e-12);
    assert_int_equal(s.n_different, 5);
    assert_int_equal(s.n_ties, 5);
    assert_int_equal(s.n_not_measured, 2);
    assert_int_equal(s.n_not_valid, 1);
    assert_int_equal(s.n_screened, 1);
    assert_int_equal(s.n_other_cache, 0);
    assert_ptr_equal(s.worst, &c.rows[4]);
    ft_compare_free(&c);

    /* What a family has to do with it. */
    struct ft_err err;
    struct ft_compare_side sides[2];
    OK(find(&t, "H200", "66 SMs", 0, sides, &err), err);
    OK(ft_compare_read(sides, "four", "DEC*", &c, &err), err);
    assert_int_equal(c.n_rows, 1);
    ft_compare_free(&c);
    OK(ft_compare_read(sides, NULL, "prefill*", &c, &err), err);
    assert_int_equal(c.n_rows + c.n_only_a + c.n_only_b, 0);
    ft_compare_free(&c);
    done(&t);
}

/* A later run replaces the decision of an earlier one; its samples stay and tell. */
static void test_runs(void **state)
{
    (void)state;
    struct two t;
    struct ft_compare c;
    fill(&t);
    on_whole(&t, 4);
    won(&t, "Bc=32", 100);
    timed(&t, "Bc=16", "final", 104);
    timed(&t, "Bc=64", "screen", 90); /* screening does not beat a final */
    int64_t later = add_run(t.f.db, t.whole, "590.00");
    t.f.run_id = later;
    won(&t, "Bc=16", 98);
    on_whole(&t, 8);
    won(&t, "Bc=32", 7); /* in the first run only */

    char *run = ft_asprintf("%d", (int)later);
    read_sides(&t, "1", run, 1, &c);
    free(run);
    assert_int_equal(c.n_rows, 1);
    assert_int_equal(c.n_only_a, 1);
    const struct ft_compare_row *row = &c.rows[0];
    assert_string_equal(row->a.config, "Bc=32");
    assert_true(row->a.median_ns == 100 && isnan(row->a.roof_ratio));
    assert_true(row->a.ci_low_ns == 99 && row->a.ci_high_ns == 101);
    assert_string_equal(row->b.config, "Bc=16");
    assert_true(row->b.median_ns == 98 && fabs(row->b.roof_ratio - 0.9) < 1e-12);
    assert_string_equal(row->transfer_outcome, "ok"); /* a trial, but not timed in that run */
    assert_true(isnan(row->transfer_ns));
    ft_compare_free(&c);
    done(&t);
}

static void test_slower(void **state)
{
    (void)state;
    struct ft_compare_row row = {.a = {.median_ns = 100, .ci_low_ns = 99, .ci_high_ns = 101},
                                 .b = {.median_ns = 105, .ci_low_ns = 104.5, .ci_high_ns = 106}};
    assert_true(ft_compare_is_slower(&row, 0.03));
    assert_true(ft_compare_is_slower(&row, 0));
    assert_false(ft_compare_is_slower(&row, 0.04)); /* 104.5 is not above 101 * 1.04 */
    row.b.ci_low_ns = 100.5;
    assert_false(ft_compare_is_slower(&row, 0));
    row.b = row.a;
    assert_false(ft_compare_is_slower(&row, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sides),
        cmocka_unit_test(test_transfer),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_slower),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
