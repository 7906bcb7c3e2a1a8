/* test_db.c -- opening, refusing, journals, transactions, two processes, a killed writer */
#include "fixture.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store/db_int.h"

static void run_sql(const char *path, const char *sql)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

static void expect_hint(const char *path, const char *hint)
{
    struct ft_err err = {0};
    assert_null(ft_db_open(path, FT_DB_READ, &err));
    if (!strstr(err.hint, hint))
        fail_msg("hint \"%s\", wanted \"%s\"", err.hint, hint);
}

static void expect_refusal(const char *path, enum ft_db_mode mode, enum ft_err_code code,
                           const char *text)
{
    struct ft_err err = {0};
    assert_null(ft_db_open(path, mode, &err));
    if (err.code != code || !strstr(err.text, text))
        fail_msg("code %d, text \"%s\", wanted code %d and \"%s\"", (int)err.code, err.text,
                 (int)code, text);
}

static void test_makes_and_reopens(void **state)
{
    (void)state;
    struct fixture f;
    fixture_make(&f);
    struct ft_err err = {0};
    expect_refusal(f.path, FT_DB_READ, FT_ERR_ENV, "there is no database");
    char *deep = ft_fs_join(f.dir, "a/b/results.db");
    struct ft_db *db = ft_db_open(deep, FT_DB_WRITE, &err);
    if (!db)
        fail_msg("%s", err.text);
    assert_int_equal(ft_db_reader_version(db), FT_DB_VERSION);
    assert_string_equal(value_of(db, "PRAGMA application_id"), "1179931982");
    assert_string_equal(value_of(db, "PRAGMA journal_mode"), "wal");
    assert_string_equal(value_of(db, "PRAGMA foreign_keys"), "1");
    ft_db_close(db);
    /* A closed database is one plain file. */
    db = ft_db_open(deep, FT_DB_READ, &err);
    assert_non_null(db);
    assert_string_equal(value_of(db, "PRAGMA journal_mode"), "delete");
    assert_true(ft_db_family(db, &(struct ft_family){.name = "x", .about = ""}, &err) < 0);
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_non_null(strstr(err.text, "read-only"));
    ft_db_close(db);
    free(deep);
    fixture_remove(&f);
}

/* Every older version there was, as SQL text. */
static void test_brings_old_files_along(void **state)
{
    (void)state;
    struct fixture f, fresh;
    struct ft_err err = {0};
    fixture_make(&f);
    fixture_make(&fresh);
    struct ft_db *new = ft_db_open(fresh.path, FT_DB_WRITE, &err);
    assert_non_null(new);
    const char *sql = "SELECT group_concat(name || ' ' || coalesce(sql, ''), char(10)) FROM "
                      "(SELECT * FROM sqlite_master WHERE type = 'view' ORDER BY name)";
    const char *columns = "SELECT group_concat(name, ' ') FROM pragma_table_info('winner')";
    char *views = ft_strdup(value_of(new, sql)), *winner = ft_strdup(value_of(new, columns));
    ft_db_close(new);
    for (int version = FT_DB_OLDEST; version < FT_DB_VERSION; version++) {
        char *source = ft_asprintf("tests/data/databases/version_%d.sql", version);
        struct ft_buf text = FT_BUF_INIT;
        OK(ft_fs_read(source, &text, &err), err);
        run_sql(f.path, ft_buf_str(&text));
        /* A reader is enough; where the file cannot be written it stays what it is. */
        assert_int_equal(chmod(f.path, 0444), 0);
        if (geteuid() != 0) {
            expect_refusal(f.path, FT_DB_READ, FT_ERR_ENV, "cannot become one of version");
            expect_hint(f.path, "copy it");
        }
        assert_int_equal(chmod(f.path, 0644), 0);
        struct ft_db *db = ft_db_open(f.path, FT_DB_READ, &err);
        if (!db)
            fail_msg("%s", err.text);
        assert_int_equal(ft_db_reader_version(db), FT_DB_VERSION);
        assert_string_equal(value_of(db, sql), views);
        assert_string_equal(value_of(db, columns), winner);
        assert_string_equal(value_of(db, "SELECT count(*) FROM winners"), "2");
        assert_string_equal(value_of(db, "SELECT count(*) FROM trials WHERE median_ns > 0"), "4");
        assert_string_equal(value_of(db, "SELECT quote(max(rigor)) FROM winners"), "''");
        ft_db_close(db);
        assert_int_equal(unlink(f.path), 0);
        ft_buf_free(&text);
        free(source);
    }
    free(views);
    free(winner);
    fixture_remove(&fresh);
    fixture_remove(&f);
}

static void test_refuses_foreign_files(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_make(&f);
    char *text = ft_fs_join(f.dir, "text");
    char words[2000];
    memset(words, 'w', sizeof words);
    OK(ft_fs_write_atomic(text, words, sizeof words, &err), err);
    expect_refusal(text, FT_DB_READ, FT_ERR_USAGE, "not an SQLite file");
    expect_refusal(text, FT_DB_WRITE, FT_ERR_USAGE, "not an SQLite file");
    free(text);

    char *empty = ft_fs_join(f.dir, "empty");
    OK(ft_fs_write_atomic(empty, "", 0, &err), err);
    expect_refusal(empty, FT_DB_READ, FT_ERR_ENV, "is empty");
    free(empty);

    run_sql(f.path, "CREATE TABLE other (x)");
    expect_refusal(f.path, FT_DB_READ, FT_ERR_USAGE, "another program (application id 0)");
    expect_refusal(f.path, FT_DB_WRITE, FT_ERR_USAGE, "another program");
    run_sql(f.path, "PRAGMA application_id = 5");
    expect_refusal(f.path, FT_DB_WRITE, FT_ERR_USAGE, "application id 5");
    run_sql(f.path, "PRAGMA application_id = 1179931982; PRAGMA user_version = 7");
    expect_refusal(f.path, FT_DB_READ, FT_ERR_USAGE,
                   "has version 7, but this program knows version 2");
    expect_refusal(f.path, FT_DB_WRITE, FT_ERR_USAGE, "has version 7");
    expect_hint(f.path, "use the newer fatune");
    run_sql(f.path, "PRAGMA user_version = 0");
    expect_refusal(f.path, FT_DB_WRITE, FT_ERR_USAGE,
                   "has version 0, but this program knows version 2");
    expect_hint(f.path, "the older fatune that wrote it");
    expect_refusal(f.dir, FT_DB_WRITE, FT_ERR_ENV, "unable to open");
    fixture_remove(&f);
}

static void test_damaged(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    struct ft_buf bytes = FT_BUF_INIT;
    fixture_fill(&f);
    ft_db_close(f.db);
    f.db = NULL;
    OK(ft_fs_read(f.path, &bytes, &err), err);
    memset(bytes.data + 100, 0xff, bytes.len - 100);
    OK(ft_fs_write_atomic(f.path, bytes.data, bytes.len, &err), err);
    ft_buf_free(&bytes);
    expect_refusal(f.path, FT_DB_READ, FT_ERR_ENV, "is damaged");
    fixture_remove(&f);
}

static void test_read_only_places(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    ft_db_close(f.db);
    run_sql(f.path, "PRAGMA journal_mode = WAL"); /* as left behind by a shell */
    chmod(f.path, 0444);
    chmod(f.dir, 0555);
    if (geteuid() != 0) { /* root may write everywhere */
        expect_refusal(f.path, FT_DB_WRITE, FT_ERR_ENV, "is read-only");
    }
    f.db = ft_db_open(f.path, FT_DB_READ, &err);
    if (!f.db)
        fail_msg("%s", err.text);
    assert_string_equal(value_of(f.db, "SELECT count(*) FROM device"), "1");
    fixture_remove(&f);
}

static void test_rollback_journal(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    ft_db_close(f.db);
    /* A reader that stays keeps the file from changing to a log, as a file system without shared
     * memory would. */
    sqlite3 *reader;
    sqlite3_stmt *stmt;
    assert_int_equal(sqlite3_open(f.path, &reader), SQLITE_OK);
    sqlite3_prepare_v2(reader, "SELECT name FROM sqlite_master", -1, &stmt, NULL);
    assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
    f.db = ft_db_open(f.path, FT_DB_WRITE, &err);
    if (!f.db)
        fail_msg("%s", err.text);
    sqlite3_finalize(stmt);
    sqlite3_close(reader);
    assert_string_equal(value_of(f.db, "PRAGMA journal_mode"), "delete");
    assert_string_equal(value_of(f.db, "PRAGMA synchronous"), "2");
    assert_true(add_problem(f.db, 8, "p8") > 0);
    fixture_remove(&f);
}

static void test_transactions(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    double ns[2] = {1, 2};
    fixture_fill(&f);
    int64_t build = add_build(f.db, f.family_id, "k", NULL);
    struct ft_db_trial trial = some_trial(&f, build, "Bc=32");

    OK(ft_db_begin(f.db, &err), err);
    assert_int_equal(ft_db_begin(f.db, &err), -1);
    ft_err_clear(&err);
    int64_t id = add_trial(f.db, &trial);
    /* A failed call in the middle takes only its own changes back. */
    struct ft_db_trial bad = some_trial(&f, 999, "Bc=64");
    bad.problem_id = 999;
    assert_int_equal(ft_db_trial(f.db, &bad, &err), -1);
    assert_int_equal(err.code, FT_ERR_INTERNAL);
    ft_err_clear(&err);
    OK(ft_db_samples(f.db, id, f.run_id, "screen", 0, ns, 2, 1980, 0, &err), err);
    OK(ft_db_commit(f.db, &err), err);
    assert_string_equal(value_of(f.db, "SELECT count(*) FROM trial"), "1");
    assert_string_equal(value_of(f.db, "SELECT count(*) FROM sample"), "1");

    OK(ft_db_begin(f.db, &err), err);
    OK(ft_db_samples(f.db, id, f.run_id, "screen", 1, ns, 2, 1980, 0, &err), err);
    ft_db_rollback(f.db);
    assert_string_equal(value_of(f.db, "SELECT count(*) FROM sample"), "1");
    assert_int_equal(ft_db_commit(f.db, &err), -1);
    ft_err_clear(&err);

    /* What the schema forbids. */
    assert_int_equal(ft_db_samples(f.db, id, f.run_id, "warm-up", 1, ns, 2, 0, 0, &err), -1);
    ft_err_clear(&err);
    assert_int_equal(ft_db_samples(f.db, 999, f.run_id, "final", 1, ns, 2, 0, 0, &err), -1);
    ft_err_clear(&err);
    assert_int_equal(ft_db_samples(f.db, id, f.run_id, "final", 1, ns, 0, 0, 0, &err), -1);
    fixture_remove(&f);
}

/* Somebody deletes or replaces the file under a tuner. */
static void test_place(void **state)
{
    struct fixture f;
    struct ft_err err = {0};
    (void)state;
    for (int is_replaced = 0; is_replaced < 2; is_replaced++) {
        fixture_fill(&f);
        char *away = ft_fs_join(f.dir, "away.db");
        assert_int_equal(rename(f.path, away), 0);
        if (is_replaced)
            OK(ft_fs_write_atomic(f.path, "x", 1, &err), err);
        assert_int_equal(ft_db_begin(f.db, &err), -1);
        assert_int_equal(err.code, FT_ERR_ENV);
        assert_non_null(strstr(err.text, "was deleted or replaced meanwhile"));
        assert_non_null(strstr(err.hint, "put it back"));
        ft_err_clear(&err);
        assert_int_equal(ft_db_run_end(f.db, f.run_id, "done", &err), -1);
        ft_err_clear(&err);
        assert_int_equal(rename(away, f.path), 0); /* put back, it is good */
        OK(ft_db_run_end(f.db, f.run_id, "done", &err), err);
        free(away);
        fixture_remove(&f);
    }
}

static void test_two_connections(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    struct ft_db *reader = ft_db_open(f.path, FT_DB_READ, &err);
    assert_non_null(reader);
    OK(ft_db_begin(f.db, &err), err);
    add_problem(f.db, 8, "p8");
    /* The reader neither waits nor sees what is not committed. */
    assert_string_equal(value_of(reader, "SELECT count(*) FROM problem"), "1");
    OK(ft_db_commit(f.db, &err), err);
    assert_string_equal(value_of(reader, "SELECT count(*) FROM problem"), "2");
    struct ft_db *writer = ft_db_open(f.path, FT_DB_WRITE, &err);
    assert_non_null(writer);
    add_problem(writer, 16, "p16");
    add_problem(f.db, 32, "p32");
    assert_string_equal(value_of(reader, "SELECT count(*) FROM problem"), "4");
    ft_db_close(writer);
    ft_db_close(f.db); /* cannot fold the log in while the reader is there */
    f.db = NULL;
    assert_string_equal(value_of(reader, "SELECT count(*) FROM problem"), "4");
    ft_db_close(reader);
    char *log = ft_asprintf("%s-wal", f.path);
    assert_false(ft_fs_exists(log));
    free(log);
    fixture_remove(&f);
}

static void test_locked(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    sqlite3 *other;
    assert_int_equal(sqlite3_open(f.path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_busy_timeout(f.db->sql, 10);
    assert_int_equal(ft_db_begin(f.db, &err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_non_null(strstr(err.text, "locked by another process"));
    sqlite3_close(other);
    ft_err_clear(&err);
    OK(ft_db_begin(f.db, &err), err);
    fixture_remove(&f);
}

/* A page limit stands in for a full disk: SQLite reports both the same way. */
static void test_full(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    value_of(f.db, "PRAGMA max_page_count = 1"); /* lowered as far as the file allows */
    char *big = ft_malloc(1 << 20);
    memset(big, 'x', 1 << 20);
    big[(1 << 20) - 1] = 0;
    struct ft_db_build build = {.key = "big", .header = big};
    assert_int_equal(ft_db_build(f.db, f.family_id, &build, &err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_non_null(strstr(err.text, "no space left"));
    ft_err_clear(&err);
    OK(ft_db_begin(f.db, &err), err);
    assert_int_equal(ft_db_build(f.db, f.family_id, &build, &err), -1);
    ft_err_clear(&err);
    if (ft_db_commit(f.db, &err) < 0) /* SQLite may have had to undo all of it */
        assert_non_null(strstr(err.text, "undid the transaction"));
    value_of(f.db, "PRAGMA max_page_count = 1000000");
    ft_err_clear(&err);
    OK(ft_db_build(f.db, f.family_id, &build, &err), err);
    assert_string_equal(value_of(f.db, "SELECT count(*) FROM build"), "1");
    free(big);
    fixture_remove(&f);
}

static void test_killed_writer(void **state)
{
    (void)state;
    struct fixture f;
    struct ft_err err = {0};
    fixture_fill(&f);
    struct ft_db_trial trial = some_trial(&f, add_build(f.db, f.family_id, "k", NULL), "Bc=32");
    int64_t id = add_trial(f.db, &trial);
    ft_db_close(f.db);
    f.db = NULL;
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    if (child == 0) {
        double ns[3] = {1, 2, 3};
        struct ft_db *db = ft_db_open(f.path, FT_DB_WRITE, NULL);
        for (int round = 0; db && round < 5; round++)
            ft_db_samples(db, id, f.run_id, "race", round, ns, 3, 0, 0, NULL);
        if (db && ft_db_begin(db, NULL) == 0)
            ft_db_samples(db, id, f.run_id, "race", 5, ns, 3, 0, 0, NULL);
        ssize_t n = write(ready[1], "x", 1);
        (void)n;
        for (;;)
            pause();
    }
    char byte;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    close(ready[0]);
    close(ready[1]);
    f.db = ft_db_open(f.path, FT_DB_WRITE, &err);
    if (!f.db)
        fail_msg("%s", err.text);
    assert_string_equal(value_of(f.db, "SELECT count(*) FROM sample"), "5");
    assert_string_equal(value_of(f.db, "PRAGMA integrity_check"), "ok");
    assert_string_equal(value_of(f.db, "SELECT status FROM run"), "running");
    fixture_remove(&f);
}

static void test_created_by_two(void **state)
{
    (void)state;
    struct fixture f;
    fixture_make(&f);
    pid_t children[4];
    for (int i = 0; i < 4; i++) {
        children[i] = fork();
        if (children[i] == 0) {
            struct ft_err err = {0};
            struct ft_db *db = ft_db_open(f.path, FT_DB_WRITE, &err);
            if (!db)
                fprintf(stderr, "%s\n", err.text);
            int ok = db && ft_db_reader_version(db) == FT_DB_VERSION;
            ft_db_close(db);
            _exit(ok ? 0 : 1);
        }
    }
    for (int i = 0; i < 4; i++) {
        int status;
        waitpid(children[i], &status, 0);
        assert_int_equal(status, 0);
    }
    fixture_remove(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_makes_and_reopens),
        cmocka_unit_test(test_brings_old_files_along),
        cmocka_unit_test(test_refuses_foreign_files),
        cmocka_unit_test(test_damaged),
        cmocka_unit_test(test_read_only_places),
        cmocka_unit_test(test_rollback_journal),
        cmocka_unit_test(test_transactions),
        cmocka_unit_test(test_place),
        cmocka_unit_test(test_two_connections),
        cmocka_unit_test(test_locked),
        cmocka_unit_test(test_full),
        cmocka_unit_test(test_killed_writer),
        cmocka_unit_test(test_created_by_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
