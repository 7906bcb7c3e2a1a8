/* test_merge.c -- databases joined: every table has its rule, nothing lost or twice, which of two
 * rows counts, and that the order of inputs does not matter */
#include "fixture.h"
#include <unistd.h>
#include "base/buf.h"
#include "base/mem.h"
#include "store/db_int.h"
#include "store/merge_int.h"

/* A database with one device, family, problem and run, whose times of day are set by hand. */
static void fill(struct fixture *f, const char *driver, const char *at)
{
    struct ft_err err = {0};
    fixture_fill(f);
    OK(ft_db_exec(f->db, &err, "UPDATE run SET started_at = ?, driver = ?", "tt", at, driver), err);
}

static int64_t add_own(struct fixture *f, const char *build_key, const char *cubin,
                       const char *config, enum ft_outcome outcome, const char *at)
{
    struct ft_err err = {0};
    struct ft_db_trial trial =
        some_trial(f, add_build(f->db, f->family_id, build_key, cubin), config);
    trial.outcome = outcome;
    trial.detail = outcome == FT_OUT_COMPILE_FAILED ? FT_COMPILER_DIED "signal 9" : "";
    int64_t id = add_trial(f->db, &trial);
    OK(ft_db_exec(f->db, &err, "UPDATE trial SET at = ? WHERE id = ?", "tl", at, id), err);
    return id;
}

static void add_winner(struct fixture *f, int64_t trial_id, double ns, const char *at)
{
    struct ft_err err = {0};
    struct ft_db_winner winner = some_winner(f, trial_id, ns);
    OK(ft_db_set_winner(f->db, &winner, &err), err);
    OK(ft_db_exec(f->db, &err, "UPDATE winner SET at = ?", "t", at), err);
}

static void close_all(struct fixture *f, int n)
{
    for (int i = 0; i < n; i++) {
        ft_db_close(f[i].db);
        f[i].db = NULL;
    }
}

static void merge(const char *out, const char *const *inputs, size_t n, int into)
{
    struct ft_merge_options options = {.out = out, .inputs = inputs, .n_inputs = n, .into = into};
    struct ft_merge_result result;
    struct ft_err err = {0};
    OK(ft_merge(&options, &result, &err), err);
    ft_merge_result_free(&result);
}

/* Every row of every table, ids included. Caller frees. */
static char *dump(const char *path)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_err err = {0};
    struct ft_db *db = ft_db_open(path, FT_DB_READ, &err);
    if (!db)
        fail_msg("%s", err.text);
    for (const struct ft_merge_rule *rule = ft_merge_rules; rule->table; rule++) {
        sqlite3_stmt *stmt;
        char *sql = ft_asprintf("SELECT * FROM %s ORDER BY 1, 2", rule->table);
        assert_int_equal(sqlite3_prepare_v2(db->sql, sql, -1, &stmt, NULL), SQLITE_OK);
        ft_buf_printf(&text, "%s\n", rule->table);
        while (sqlite3_step(stmt) == SQLITE_ROW) {
            for (int i = 0; i < sqlite3_column_count(stmt); i++) {
                const unsigned char *bytes = sqlite3_column_blob(stmt, i);
                int is_blob = sqlite3_column_type(stmt, i) == SQLITE_BLOB;
                for (int k = 0; is_blob && k < sqlite3_column_bytes(stmt, i); k++)
                    ft_buf_printf(&text, "%02x", bytes[k]);
                const char *shown = is_blob ? NULL : (const char *)sqlite3_column_text(stmt, i);
                ft_buf_printf(&text, "%s|", shown ? shown : "");
            }
            ft_buf_putc(&text, '\n');
        }
        sqlite3_finalize(stmt);
        free(sql);
    }
    ft_db_close(db);
    return ft_buf_take(&text);
}

static void expect_same(const char *a, const char *b)
{
    char *x = dump(a), *y = dump(b);
    assert_string_equal(x, y);
    free(x);
    free(y);
}

/* The merged value of `sql`, which must not depend on the order of inputs. */
static void expect(struct fixture *f, int n, const char *sql, const char *value)
{
    char *paths[2] = {ft_fs_join(f[0].dir, "forth.db"), ft_fs_join(f[0].dir, "back.db")};
    const char *forth[8], *back[8];
    struct ft_err err = {0};
    for (int i = 0; i < n; i++)
        forth[i] = back[n - 1 - i] = f[i].path;
    merge(paths[0], forth, (size_t)n, 0);
    merge(paths[1], back, (size_t)n, 0);
    expect_same(paths[0], paths[1]);
    struct ft_db *db = ft_db_open(paths[0], FT_DB_READ, &err);
    if (!db)
        fail_msg("%s", err.text);
    assert_string_equal(value_of(db, sql), value);
    assert_string_equal(value_of(db, "SELECT count(*) FROM pragma_foreign_key_check"), "0");
    ft_db_close(db);
    for (int i = 0; i < 2; i++) {
        unlink(paths[i]);
        free(paths[i]);
    }
}

#define EARLY "2026-01-01T00:00:00.000Z"
#define LATER "2026-01-02T00:00:00.000Z"
#define LAST  "2026-01-03T00:00:00.000Z"

static void test_every_table_has_a_rule(void **state)
{
    struct fixture f;
    struct ft_err err = {0};
    sqlite3_stmt *stmt;
    (void)state;
    fixture_fill(&f);
    assert_int_equal(sqlite3_prepare_v2(f.db->sql,
                                        "SELECT name FROM sqlite_master WHERE type = 'table'", -1,
                                        &stmt, NULL),
                     SQLITE_OK);
    int n = 0, n_rules = 0;
    while (sqlite3_step(stmt) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(stmt, 0);
        const struct ft_merge_rule *rule = ft_merge_rules;
        while (rule->table && strcmp(rule->table, name) != 0)
            rule++;
        if (!rule->table)
            fail_msg("table '%s' would not be merged: merge_rules.c has no row for it", name);
        n++;
    }
    sqlite3_finalize(stmt);
    for (const struct ft_merge_rule *rule = ft_merge_rules; rule->table; rule++, n_rules++) {
        struct ft_merge_table table;
        OK(ft_merge_table_init(&table, rule, f.db, &err), err);
        for (size_t i = 0; i < table.n_columns; i++) {
            const struct ft_merge_rule *before = ft_merge_rules;
            while (table.targets[i] && before != rule && strcmp(before->table, table.targets[i]))
                before++;
            if (table.targets[i] && before == rule)
                fail_msg("'%s' comes before '%s', which it refers to", rule->table,
                         table.targets[i]);
        }
        ft_merge_table_fini(&table);
    }
    assert_int_equal(n, n_rules);
    fixture_remove(&f);
}

/* Two machines with something of every kind, some of it in common. */
static void fill_pair(struct fixture f[2])
{
    static const double ns[3] = {1, 2, 3};
    static const char *const names[] = {"dram"};
    struct ft_err err = {0};
    for (int i = 0; i < 2; i++) {
        fill(&f[i], "580.65", i ? LATER : EARLY);
        int64_t shared = add_own(&f[i], "shared", NULL, "Bc=32", FT_OUT_OK, i ? LATER : EARLY);
        int64_t own = add_own(&f[i], i ? "b" : "a", "CODE", i ? "Bc=64" : "Bc=16", FT_OUT_OK,
                              i ? LATER : EARLY);
        OK(ft_db_samples(f[i].db, shared, f[i].run_id, "screen", 0, ns, 3, 0, 0, &err), err);
        OK(ft_db_samples(f[i].db, own, f[i].run_id, "final", 0, ns, 2, 1980, 1, &err), err);
        OK(ft_db_counters(f[i].db, own, "ok", 1, names, ns, 1, &err), err);
        struct ft_db_trial outside = some_trial(&f[i], 0, "");
        outside.contestant = "pytorch/cudnn";
        outside.program = "";
        add_trial(f[i].db, &outside);
        add_winner(&f[i], own, i ? 5000 : 6000, i ? LATER : EARLY);
        add_problem(f[i].db, i ? 64 : 32, i ? "in b" : "in a");
        struct ft_device other = some_device(i ? "NVIDIA H200" : "NVIDIA A100", 108);
        OK(ft_db_device(f[i].db, &other, &err), err);
    }
    close_all(f, 2);
}

static void test_idempotent(void **state)
{
    struct fixture f[2];
    (void)state;
    fill_pair(f);
    char *ab = ft_fs_join(f[0].dir, "ab.db"), *ba = ft_fs_join(f[0].dir, "ba.db"),
         *again = ft_fs_join(f[0].dir, "again.db");
    merge(ab, (const char *[]){f[0].path, f[1].path}, 2, 0);
    merge(ba, (const char *[]){f[1].path, f[0].path}, 2, 0);
    expect_same(ab, ba);
    merge(again, (const char *[]){f[0].path, f[0].path, f[1].path, f[0].path}, 4, 0);
    expect_same(ab, again);
    unlink(again);
    merge(again, (const char *[]){f[1].path, ab}, 2, 0);
    expect_same(ab, again);
    merge(again, (const char *[]){f[0].path}, 1, 1);
    expect_same(ab, again);
    merge(again, (const char *[]){again, ab}, 2, 1); /* itself: read once, and replaced */
    expect_same(ab, again);
    free(ab);
    free(ba);
    free(again);
    fixture_remove(&f[1]);
    fixture_remove(&f[0]);
}

static void test_everything_is_there(void **state)
{
    static const struct {
        const char *sql, *value;
    } rows[] = {
        {"SELECT count(*) FROM device", "3"},
        {"SELECT group_concat(name) FROM problem WHERE batch > 4", "in a,in b"},
        {"SELECT count(*) FROM problem_name", "3"},
        {"SELECT group_concat(started_at) FROM run", EARLY "," LATER},
        {"SELECT group_concat(key) FROM (SELECT key FROM build ORDER BY key)", "a,b,shared"},
        {"SELECT count(*) FROM trial", "4"},
        {"SELECT count(*) FROM trial WHERE contestant = 'pytorch/cudnn' AND build_id IS NULL", "1"},
        {"SELECT count(*) || ' ' || sum(n) || ' ' || sum(throttled) FROM sample", "4 10 2"},
        {"SELECT count(*) FROM sample s JOIN trial t ON t.id = s.trial_id WHERE t.config = 'Bc=32'",
         "2"},
        {"SELECT group_concat(value) FROM counter", "1.0,1.0"},
        {"SELECT count(*) FROM launch_program", "2"},
        /* The same search, the same conditions: the lesser time. */
        {"SELECT config || ' ' || median_ns FROM winners", "Bc=64 5000.0"},
        {"SELECT config || ' ' || CAST(cubin AS TEXT) FROM reader_builds", "Bc=64 CODE"},
    };
    struct fixture f[2];
    (void)state;
    fill_pair(f);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        expect(f, 2, rows[i].sql, rows[i].value);
    fixture_remove(&f[1]);
    fixture_remove(&f[0]);
}

/* Which of several outcomes of one trial counts. */
static void test_outcomes(void **state)
{
    static const struct {
        enum ft_outcome early, later;
        const char *counts;
    } cases[] = {
        {FT_OUT_OK, FT_OUT_WRONG, "wrong"},
        {FT_OUT_WRONG, FT_OUT_OK, "ok"},
        {FT_OUT_OK, FT_OUT_COMPILE_TIMEOUT, "ok"},
        {FT_OUT_OK, FT_OUT_COMPILE_FAILED, "ok"}, /* the compiler died */
        {FT_OUT_COMPILE_FAILED, FT_OUT_SPILLS, "spills"},
        {FT_OUT_COMPILE_TIMEOUT, FT_OUT_COMPILE_FAILED, "compile_failed"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f[2];
        fill(&f[0], "580.65", EARLY);
        fill(&f[1], "580.65", LATER);
        add_own(&f[0], "k", NULL, "Bc=32", cases[i].early, EARLY);
        add_own(&f[1], "k", NULL, "Bc=32", cases[i].later, LATER);
        close_all(f, 2);
        expect(f, 2, "SELECT outcome FROM trial", cases[i].counts);
        fixture_remove(&f[1]);
        fixture_remove(&f[0]);
    }
}

/* A winner stays exportable when another machine, with another compiler, has tried it too. */
static void test_code_is_kept(void **state)
{
    struct fixture f[3];
    (void)state;
    fill(&f[0], "580.65", EARLY);
    fill(&f[1], "580.65", LATER);
    add_winner(&f[0], add_own(&f[0], "nvrtc 12", "CODE", "Bc=32", FT_OUT_OK, EARLY), 5000, EARLY);
    add_own(&f[1], "nvrtc 13", NULL, "Bc=32", FT_OUT_OK, LATER);
    close_all(f, 2);
    expect(f, 2, "SELECT CAST(cubin AS TEXT) FROM reader_builds", "CODE");
    /* The same build: code joins it. And a newer word against it counts. */
    fill(&f[2], "580.65", LAST);
    add_own(&f[2], "nvrtc 12", NULL, "Bc=32", FT_OUT_OK, LAST);
    close_all(&f[2], 1);
    expect(f, 3, "SELECT CAST(cubin AS TEXT) FROM reader_builds", "CODE");
    fixture_remove(&f[2]);
    fill(&f[2], "580.65", LAST);
    add_own(&f[2], "nvrtc 12", NULL, "Bc=32", FT_OUT_WRONG, LAST);
    close_all(&f[2], 1);
    expect(f, 3, "SELECT count(*) FROM reader_builds", "0");
    for (int i = 2; i >= 0; i--)
        fixture_remove(&f[i]);
}

static void test_winners(void **state)
{
    static const struct {
        const char *drivers[2];
        double ns[2];
        const char *counts;
    } cases[] = {
        {{"580.65", "580.65"}, {5000, 6000}, "Bc=16"},
        {{"580.65", "580.65"}, {6000, 5000}, "Bc=64"},
        {{"580.65", "580.65"}, {5000, 5000}, "Bc=64"},  /* a tie: the newer */
        {{"580.65", "580.105"}, {5000, 6000}, "Bc=64"}, /* of the newer driver */
        {{"1000.1", "999.9"}, {6000, 5000}, "Bc=16"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct fixture f[3];
        for (int k = 0; k < 2; k++) {
            fill(&f[k], cases[i].drivers[k], k ? LATER : EARLY);
            int64_t trial = add_own(&f[k], k ? "b" : "a", "CODE", k ? "Bc=64" : "Bc=16", FT_OUT_OK,
                                    k ? LATER : EARLY);
            add_winner(&f[k], trial, cases[i].ns[k], k ? LATER : EARLY);
        }
        close_all(f, 2);
        expect(f, 2, "SELECT config FROM winners", cases[i].counts);
        expect(f, 2, "SELECT config FROM reader_builds", cases[i].counts);
        /* Somebody found the better one wrong: the other decision is there. */
        fill(&f[2], "580.65", LAST);
        int is_first = strcmp(cases[i].counts, "Bc=16") == 0;
        add_own(&f[2], is_first ? "a" : "b", NULL, cases[i].counts, FT_OUT_WRONG, LAST);
        close_all(&f[2], 1);
        expect(f, 3, "SELECT config FROM winners", is_first ? "Bc=64" : "Bc=16");
        for (int k = 2; k >= 0; k--)
            fixture_remove(&f[k]);
    }
}

/* A copy made while the run was under way, and the whole of it; and two runs that say the same. */
static void test_runs(void **state)
{
    static const double ns[1] = {1};
    struct fixture f[2];
    struct ft_err err = {0};
    (void)state;
    fill(&f[0], "580.65", EARLY);
    fill(&f[1], "580.65", EARLY);
    OK(ft_db_run_end(f[1].db, f[1].run_id, "done", &err), err);
    for (int i = 0; i < 2; i++) {
        int64_t twin = add_run(f[i].db, f[i].device_id, "580.65");
        OK(ft_db_exec(f[i].db, &err, "UPDATE run SET started_at = ?", "t", EARLY), err);
        int64_t trial = add_own(&f[i], "k", NULL, "Bc=32", FT_OUT_OK, EARLY);
        OK(ft_db_samples(f[i].db, trial, twin, "screen", 0, ns, 1, 0, 0, &err), err);
        OK(ft_db_samples(f[i].db, trial, twin, "screen", 0, ns, 1, 0, 0, &err), err);
        OK(ft_db_exec(f[i].db, &err, "UPDATE sample SET at = ?", "t", EARLY), err);
    }
    close_all(f, 2);
    expect(f, 2, "SELECT group_concat(status) FROM run", "done,running");
    expect(f, 2, "SELECT group_concat(run_id) FROM sample", "2,2");
    fixture_remove(&f[1]);
    fixture_remove(&f[0]);
}

static void test_seen_last(void **state)
{
    struct fixture f[2];
    struct ft_err err = {0};
    (void)state;
    fill(&f[0], "580.65", LATER);
    fill(&f[1], "580.65", EARLY);
    for (int i = 0; i < 2; i++) {
        struct ft_device device = some_device("NVIDIA H200", 132);
        device.sm_mhz = i ? 1 : 2;
        device.read_roof_gbps = 4000 + i;
        OK(ft_db_device(f[i].db, &device, &err), err);
        OK(ft_db_exec(f[i].db, &err, "UPDATE device SET at = ?", "t", i ? LAST : EARLY), err);
        OK(ft_db_exec(f[i].db, &err, "UPDATE family SET seen_at = ?", "t", i ? LAST : EARLY), err);
        add_own(&f[i], "k", NULL, "Bc=32", FT_OUT_OK, i ? LATER : EARLY);
        OK(ft_db_exec(f[i].db, &err, "UPDATE problem SET name = ?", "t", i ? "new" : "old"), err);
    }
    close_all(f, 2);
    expect(f, 2, "SELECT read_roof_gbps || ' ' || sm_mhz || ' ' || at FROM device",
           "4000.0 2 " EARLY);
    expect(f, 2, "SELECT seen_at FROM family", LAST);
    expect(f, 2, "SELECT name FROM problem", "new");
    fixture_remove(&f[1]);
    fixture_remove(&f[0]);
}

static void expect_failure(const struct ft_merge_options *options, enum ft_err_code code,
                           const char *text, const char *hint)
{
    struct ft_merge_result result;
    struct ft_err err = {0};
    assert_int_equal(ft_merge(options, &result, &err), -1);
    ft_merge_result_free(&result);
    if (err.code != code || !strstr(err.text, text) || !strstr(err.hint, hint))
        fail_msg("code %d, \"%s\", hint \"%s\"; wanted code %d, \"%s\" and \"%s\"", (int)err.code,
                 err.text, err.hint, (int)code, text, hint);
    assert_null(strstr(err.hint, "--db"));
}

static void test_failures(void **state)
{
    static volatile sig_atomic_t stop = 1;
    struct fixture f[2];
    struct ft_err err = {0};
    (void)state;
    fill_pair(f);
    char *out = ft_fs_join(f[0].dir, "out.db"), *log = ft_fs_join(f[0].dir, "out.db-wal");
    const char *inputs[] = {f[0].path, f[1].path};
    struct ft_merge_options options = {.out = out, .inputs = inputs, .n_inputs = 2};

    options.stop = &stop;
    expect_failure(&options, FT_ERR_ENV, "interrupted", "");
    options.stop = NULL;
    OK(ft_fs_write_atomic(log, "x", 1, &err), err);
    expect_failure(&options, FT_ERR_USAGE, "the log of a database that is not there", "-o");
    unlink(log);

    /* A row whose device is gone. */
    sqlite3 *sql;
    assert_int_equal(sqlite3_open(f[1].path, &sql), SQLITE_OK);
    assert_int_equal(sqlite3_exec(sql, "DELETE FROM problem", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(sql);
    expect_failure(&options, FT_ERR_ENV, "refers to a 'problem' that is not there", "leave it out");
    /* A table that is gone, though the version says that it is there. */
    assert_int_equal(sqlite3_open(f[1].path, &sql), SQLITE_OK);
    assert_int_equal(sqlite3_exec(sql, "DROP TABLE counter", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(sql);
    expect_failure(&options, FT_ERR_ENV, "is damaged: no such table", "");

    /* `out` in use. */
    merge(out, inputs, 1, 0);
    options.n_inputs = 1;
    expect_failure(&options, FT_ERR_USAGE, "exists already", "--into");
    options.into = 1;
    struct ft_db *user = ft_db_open(out, FT_DB_WRITE, &err);
    assert_non_null(user);
    expect_failure(&options, FT_ERR_ENV, "is in use by another process", "wait");
    ft_db_close(user);
    merge(out, inputs, 1, 1);
    char *command = ft_asprintf("test \"$(ls '%s' | grep -c 'out.db')\" = 1", f[0].dir);
    assert_int_equal(system(command), 0); /* nothing is left beside it */
    free(command);
    free(out);
    free(log);
    fixture_remove(&f[1]);
    fixture_remove(&f[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_table_has_a_rule),
        cmocka_unit_test(test_idempotent),
        cmocka_unit_test(test_everything_is_there),
        cmocka_unit_test(test_outcomes),
        cmocka_unit_test(test_code_is_kept),
        cmocka_unit_test(test_winners),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_seen_last),
        cmocka_unit_test(test_failures),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
