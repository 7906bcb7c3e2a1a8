/* test_rows.c -- rows keep their ids, runs resume, views pick the right winner, machines get stable
 * columns */
#include "fixture.h"

#include <math.h>

#include "base/table.h"
#include "store/select.h"

static void test_ids_stay(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    struct ft_device device = some_device("NVIDIA H200", 132);
    device.read_roof_gbps = 4600;
    device.driver_version = 13010;
    assert_int_equal(ft_db_device(f.db, &device, &err), f.device_id);
    device.read_roof_gbps = 0; /* unknown this time: what is known stays */
    assert_int_equal(ft_db_device(f.db, &device, &err), f.device_id);
    assert_string_equal(value_of(f.db, "SELECT read_roof_gbps FROM device"), "4600.0");
    assert_string_equal(value_of(f.db, "SELECT driver_version FROM device"), "13010");
    device.sms = 66; /* a partition is another device */
    assert_true(ft_db_device(f.db, &device, &err) != f.device_id);

    struct ft_family family = some_family("decode", 'a');
    assert_int_equal(ft_db_family(f.db, &family, &err), f.family_id);
    family = some_family("decode", 'b');
    assert_true(ft_db_family(f.db, &family, &err) != f.family_id);

    assert_int_equal(add_problem(f.db, 4, "another-name"), f.problem_id);
    assert_string_equal(value_of(f.db, "SELECT name FROM problem"), "another-name");
    assert_string_equal(value_of(f.db, "SELECT count(*) FROM problem_name"), "2");
    /* The functions and the columns of a problem agree. */
    assert_string_equal(value_of(f.db, "SELECT flops = ft_problem_flops(key) AND min_bytes = "
                                       "ft_problem_bytes(key) AND flops > 0 FROM problem"),
                        "1");
    assert_string_equal(value_of(f.db, "SELECT ft_problem_flops('nonsense')"), "NULL");
    assert_string_equal(value_of(f.db, "SELECT seed FROM run"), "18446744073709551615");

    int64_t build = add_build(f.db, f.family_id, "k", "CUBIN");
    assert_int_equal(add_build(f.db, f.family_id, "k", NULL), build); /* keeps the cubin */
    struct ft_buf cubin = FT_BUF_INIT;
    OK(ft_db_blob(f.db, "SELECT cubin FROM build WHERE id = ?1", build, &cubin, &err), err);
    assert_string_equal(ft_buf_str(&cubin), "CUBIN");
    ft_buf_clear(&cubin);
    OK(ft_db_blob(f.db, "SELECT cubin FROM build WHERE id = ?1", 999, &cubin, &err), err);
    assert_int_equal(cubin.len, 0);
    ft_buf_free(&cubin);

    OK(ft_db_run_end(f.db, f.run_id, "interrupted", &err), err);
    assert_string_equal(value_of(f.db, "SELECT status FROM run WHERE ended_at >= started_at"),
                        "interrupted");
    assert_int_equal(ft_db_run_end(f.db, f.run_id, "paused", &err), -1);
    fixture_remove(&f);
}

static void test_every_outcome_is_stored(void **state)
{
    (void)state;
    struct fixture f;
    fixture_fill(&f);
    struct ft_db_trial trial = some_trial(&f, 0, "");
    trial.family_id = f.family_id;
    for (int outcome = 0; outcome < FT_N_OUTCOMES; outcome++) {
        char config[32];
        snprintf(config, sizeof config, "Bc=%d", outcome);
        trial.config = config;
        trial.outcome = (enum ft_outcome)outcome;
        add_trial(f.db, &trial);
    }
    assert_string_equal(value_of(f.db, "SELECT count(*) || ' ' || sum(n) FROM outcomes"), "11 11");
    fixture_remove(&f);
}

struct seen {
    int n;
    char text[1024];
};

static int see_trial(void *ctx, const struct ft_db_trial *t, const double *screen_ns, size_t n)
{
    struct seen *seen = ctx;
    size_t used = strlen(seen->text);
    seen->n++;
    snprintf(seen->text + used, sizeof seen->text - used, "%s %s '%s' %zu%s%.0f max_abs=%g;",
             t->config, ft_outcome_name(t->outcome), t->detail, n, n ? " last " : " ",
             n ? screen_ns[n - 1] : 0.0, t->validation.max_abs);
    return strcmp(t->config, "stop") == 0 ? 7 : 0;
}

static void test_resume(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    int64_t build = add_build(f.db, f.family_id, "k", NULL);
    struct ft_db_trial good = some_trial(&f, build, "Bc=32"), bad = some_trial(&f, build, "Bc=64");
    good.validation = (struct ft_validation){.max_abs = 0.5, .cosine = NAN};
    bad.outcome = FT_OUT_WRONG;
    bad.detail = "NaN in row 3";
    bad.validation.max_abs = NAN;
    int64_t id = add_trial(f.db, &good);
    add_trial(f.db, &bad);
    double ns[3] = {10, 11, 12}, later[2] = {20, 21};
    OK(ft_db_samples(f.db, id, f.run_id, "screen", 0, ns, 3, 1980, 0, &err), err);
    OK(ft_db_samples(f.db, id, f.run_id, "race", 0, later, 2, 1980, 0, &err), err);

    struct seen seen = {0};
    OK(ft_db_each_trial(f.db, f.device_id, f.problem_id, f.family_id, "cold", "cupti", see_trial,
                        &seen, &err),
       err);
    assert_string_equal(seen.text, "Bc=32 ok '' 3 last 12 max_abs=0.5;"
                                   "Bc=64 wrong 'NaN in row 3' 0 0 max_abs=nan;");
    assert_string_equal(value_of(f.db, "SELECT cosine FROM trial WHERE config = 'Bc=32'"), "NULL");

    /* Only the newest run's screening counts, and measuring again keeps the row. */
    f.run_id = good.run_id = add_run(f.db, f.device_id, "580.65");
    assert_int_equal(add_trial(f.db, &good), id);
    OK(ft_db_samples(f.db, id, f.run_id, "screen", 0, later, 2, 1980, 1, &err), err);
    memset(&seen, 0, sizeof seen);
    OK(ft_db_each_trial(f.db, f.device_id, f.problem_id, f.family_id, "cold", "cupti", see_trial,
                        &seen, &err),
       err);
    assert_non_null(strstr(seen.text, "Bc=32 ok '' 2 last 21"));

    /* Other families, cache modes and timers are other trials; an outside contestant has no family.
     */
    struct ft_db_trial outside = some_trial(&f, 0, "");
    outside.contestant = "pytorch/cudnn";
    add_trial(f.db, &outside);
    good.cache = "hot";
    assert_true(add_trial(f.db, &good) != id);
    memset(&seen, 0, sizeof seen);
    OK(ft_db_each_trial(f.db, f.device_id, f.problem_id, 0, "cold", "cupti", see_trial, &seen,
                        &err),
       err);
    assert_int_equal(seen.n, 1);

    /* A callback may stop the reading. */
    good.cache = "cold";
    good.config = "stop";
    add_trial(f.db, &good);
    good.config = "unseen";
    add_trial(f.db, &good);
    memset(&seen, 0, sizeof seen);
    assert_int_equal(ft_db_each_trial(f.db, f.device_id, f.problem_id, f.family_id, "cold", "cupti",
                                      see_trial, &seen, &err),
                     7);
    assert_int_equal(seen.n, 3);
    fixture_remove(&f);
}

static void test_winner(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    int64_t build = add_build(f.db, f.family_id, "k", "CUBIN");
    struct ft_db_trial first = some_trial(&f, build, "Bc=32,splits=4");
    struct ft_db_trial second = some_trial(&f, build, "Bc=32,splits=8");
    int64_t a = add_trial(f.db, &first), b = add_trial(f.db, &second);
    double ns[4] = {103, 101, 104, 102}, screen[1] = {1};
    OK(ft_db_samples(f.db, b, f.run_id, "screen", 0, screen, 1, 0, 0, &err), err);
    OK(ft_db_samples(f.db, b, f.run_id, "final", 0, ns, 2, 0, 0, &err), err);
    OK(ft_db_samples(f.db, b, f.run_id, "final", 1, ns + 2, 2, 0, 0, &err), err);

    assert_int_equal(ft_db_find_winner(f.db, f.device_id, f.problem_id, "scope", &err), 0);
    struct ft_db_winner winner = some_winner(&f, a, 100);
    winner.runner_up_id = b;
    OK(ft_db_set_winner(f.db, &winner, &err), err);
    assert_int_equal(ft_db_find_winner(f.db, f.device_id, f.problem_id, "scope", &err), 1);
    assert_int_equal(ft_db_find_winner(f.db, f.device_id, f.problem_id, "other", &err), 0);
    assert_string_equal(value_of(f.db,
                                 "SELECT config || ' ' || median_ns || ' ' || "
                                 "round(spread_ratio, 4) || ' ' || runner_up_median_ns || ' ' "
                                 "|| roof_ratio || ' ' || (stale IS NULL) FROM winners"),
                        "Bc=32,splits=4 100.0 0.01 102.5 0.9 1");
    assert_string_equal(
        value_of(f.db, "SELECT gbps * median_ns = ft_problem_bytes(key) FROM winners"), "1");
    assert_string_equal(value_of(f.db,
                                 "SELECT median_ns || ' ' || phase || ' ' || n_samples FROM trials "
                                 "WHERE config = 'Bc=32,splits=8'"),
                        "102.5 final 4");

    /* Writing it again changes the row. */
    winner.median_ns = 99;
    OK(ft_db_set_winner(f.db, &winner, &err), err);
    assert_string_equal(value_of(f.db, "SELECT count(*) || ' ' || max(median_ns) FROM winners"),
                        "1 99.0");
    /* A narrower search that found something slower does not hide it; something faster does. */
    struct ft_db_winner narrow = some_winner(&f, b, 101);
    narrow.scope = "narrow";
    OK(ft_db_set_winner(f.db, &narrow, &err), err);
    assert_string_equal(value_of(f.db, "SELECT config FROM winners"), "Bc=32,splits=4");
    /* A newer driver makes it stale. */
    add_run(f.db, f.device_id, "590.01");
    assert_string_equal(value_of(f.db, "SELECT stale FROM winners"), "driver 580.65 -> 590.01");
    /* A winner that turns out to be wrong is looked for again; the other search's answer is shown.
     */
    first.outcome = FT_OUT_WRONG;
    add_trial(f.db, &first);
    assert_int_equal(ft_db_find_winner(f.db, f.device_id, f.problem_id, "scope", &err), 0);
    assert_string_equal(value_of(f.db, "SELECT config FROM winners"), "Bc=32,splits=8");
    assert_string_equal(value_of(f.db, "SELECT config FROM reader_builds"), "Bc=32,splits=8");
    fixture_remove(&f);
}

static void test_edited_family_replaces_its_older_self(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    struct ft_db_trial old = some_trial(&f, add_build(f.db, f.family_id, "old", "OLD"), "Bc=32");
    struct ft_db_winner winner = some_winner(&f, add_trial(f.db, &old), 100);
    OK(ft_db_set_winner(f.db, &winner, &err), err);
    /* seen_at has milliseconds */
    value_of(f.db, "UPDATE family SET seen_at = '2000-01-01T00:00:00.000Z'");
    struct ft_family edited = some_family("decode", 'b');
    int64_t family_id = ft_db_family(f.db, &edited, &err);
    assert_string_equal(value_of(f.db, "SELECT median_ns FROM winners"), "100.0");
    struct ft_db_trial new = some_trial(&f, add_build(f.db, family_id, "new", "NEW"), "Bc=32");
    winner = some_winner(&f, add_trial(f.db, &new), 110);
    winner.scope = "edited";
    OK(ft_db_set_winner(f.db, &winner, &err), err);
    assert_string_equal(value_of(f.db, "SELECT median_ns FROM winners"), "110.0");
    assert_string_equal(value_of(f.db, "SELECT ns FROM reader_entries"), "110.0");
    assert_string_equal(value_of(f.db, "SELECT count(*) FROM reader_builds"), "1");
    fixture_remove(&f);
}

static void test_outside_winner(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    struct ft_db_trial outside = some_trial(&f, 0, "");
    outside.contestant = "pytorch/cudnn";
    outside.program = "";
    struct ft_db_trial own = some_trial(&f, add_build(f.db, f.family_id, "k", "CUBIN"), "Bc=32");
    struct ft_db_winner winner = some_winner(&f, add_trial(f.db, &outside), 90);
    winner.own_trial_id = winner.runner_up_id = add_trial(f.db, &own);
    winner.own_median_ns = 95;
    OK(ft_db_set_winner(f.db, &winner, &err), err);
    assert_string_equal(value_of(f.db, "SELECT contestant || ' ' || own_contestant || ' ' || "
                                       "own_median_ns FROM winners"),
                        "pytorch/cudnn decode 95.0");
    assert_string_equal(value_of(f.db,
                                 "SELECT b.family || ' ' || e.ns || ' ' || e.is_default || ' ' "
                                 "|| b.regs || ' ' || d.sms FROM reader_entries e "
                                 "JOIN reader_builds b ON b.id = e.build_id "
                                 "JOIN reader_devices d ON d.id = e.device_id"),
                        "decode 95.0 0 96 132");
    fixture_remove(&f);
}

static void test_counters(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    struct ft_db_trial trial = some_trial(&f, add_build(f.db, f.family_id, "k", NULL), "Bc=32");
    int64_t id = add_trial(f.db, &trial);
    const char *names[] = {"dram_bytes", "stalls"};
    double values[] = {5, NAN};
    OK(ft_db_counters(f.db, id, "ok", 1, names, values, 2, &err), err);
    values[0] = 6;
    OK(ft_db_counters(f.db, id, "ok", 1, names, values, 1, &err), err);
    OK(ft_db_counters(f.db, id, "denied", 0, NULL, NULL, 0, &err), err); /* hides nothing */
    assert_string_equal(value_of(f.db, "SELECT group_concat(name || '=' || ifnull(value, '?')) "
                                       "FROM (SELECT * FROM counters ORDER BY name)"),
                        "dram_bytes=6.0,stalls=?");
    assert_int_equal(ft_db_counters(f.db, 999, "ok", 1, names, values, 2, &err), -1);
    fixture_remove(&f);
}

static void expect_nothing(struct ft_db *db, struct ft_db_filter filter, const char *text,
                           const char *hint)
{
    struct ft_err err = {0};
    assert_int_equal(ft_db_explain_nothing(db, &filter, &err), -1);
    assert_int_equal(err.code, FT_ERR_FOUND);
    if (!strstr(err.text, text) || !strstr(err.hint, hint))
        fail_msg("\"%s\", \"%s\"", err.text, err.hint);
}

static void test_filters(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    expect_nothing(f.db, (struct ft_db_filter){0}, "holds no trial yet", "fatune --config");
    int64_t build = add_build(f.db, f.family_id, "k", "CUBIN");
    const char *names[] = {"m8b-4x4k", "m8b-8x4k", "m32b-4x4k", "m0.6b-1x1k"};
    for (int i = 0; i < 4; i++) {
        f.problem_id = add_problem(f.db, 4 << i, names[i]);
        struct ft_db_trial trial = some_trial(&f, build, "Bc=32");
        struct ft_db_winner winner = some_winner(&f, add_trial(f.db, &trial), 100 + i);
        if (i < 3)
            OK(ft_db_set_winner(f.db, &winner, &err), err);
    }
    struct ft_table_out table = FT_TABLE_INIT;
    struct ft_db_filter some = {.device = "h200", .problem = "M8B-*"};
    OK(ft_db_winners_table(f.db, &some, &table, &err), err);
    assert_int_equal(ft_table_rows(&table), 2);
    struct ft_buf out = FT_BUF_INIT;
    ft_table_print(&table, FT_TABLE_CSV, &out);
    assert_non_null(strstr(ft_buf_str(&out), "time_ns_median"));
    ft_buf_free(&out);
    ft_table_free(&table);
    some = (struct ft_db_filter){.problem = "*batch=8,*", .family = "dec*"};
    OK(ft_db_trials_table(f.db, &some, &table, &err), err);
    assert_int_equal(ft_table_rows(&table), 1);
    ft_table_free(&table);
    some = (struct ft_db_filter){.problem = "model-decode-4x4k"}; /* its older name */
    OK(ft_db_winners_table(f.db, &some, &table, &err), err);
    assert_int_equal(ft_table_rows(&table), 1);
    ft_table_free(&table);

    expect_nothing(f.db, (struct ft_db_filter){.device = "A100"},
                   "no device in the database matches 'A100'", "it holds 'NVIDIA H200'");
    expect_nothing(f.db, (struct ft_db_filter){.problem = "m8b-4x8k"},
                   "no problem in the database matches", "'m8b-4x4k', 'm8b-8x4k'");
    expect_nothing(f.db, (struct ft_db_filter){.family = "prefill"}, "no family", "'decode'");
    expect_nothing(f.db, (struct ft_db_filter){.problem = "m0.6b*"}, "1 trial matches, but none",
                   "query --all");
    fixture_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids_stay),
        cmocka_unit_test(test_every_outcome_is_stored),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_winner),
        cmocka_unit_test(test_edited_family_replaces_its_older_self),
        cmocka_unit_test(test_outside_winner),
        cmocka_unit_test(test_counters),
        cmocka_unit_test(test_filters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
