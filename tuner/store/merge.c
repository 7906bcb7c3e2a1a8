/* merge.c -- several databases into one: reading each, joining table by table, publishing
 *
 * The idea: copy the rows of every source as they are into temporary tables of the result's
 * connection, let merge_join.c build the result from all of them at once, and rename it into place.
 * All at once, because ids must follow the time of day over all sources (merge_rules.c).
 *
 * A source is read in one transaction, so it is taken as it was at one moment, also while a tuner
 * writes to it; and it is only copied then, so that a tuner without a write-ahead log, which has to
 * wait meanwhile, does not wait for the joining.
 *
 * Invariants:
 *  1. `out` is what it was, or the whole result, also after kill -9; a left-over out.tmp.PID may be
 *     deleted at will;
 *  2. sources are never written to;
 *  3. with `into`, `out` is locked from before it is read until it is replaced, and has no log that
 *     a later opening would take for the result's.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/fs.h"
#include "base/mem.h"
#include "store/merge_int.h"

#define IN_USE_TIMEOUT_MS 1000
#define CHECK_EVERY       10000 /* steps of SQLite's machine between looks at `stop` */

struct merge {
    const struct ft_merge_options *options;
    struct ft_merge_result *result;
    struct ft_db *db; /* the result, still under another name */
    char *temp_path;
    struct ft_db *old; /* `out` as it was, locked; NULL when there is none */
};

static int should_stop(const struct ft_merge_options *options)
{
    return options->stop && *options->stop;
}

static int on_progress(void *ctx)
{
    return should_stop(((const struct merge *)ctx)->options);
}

static void watch(struct merge *m, struct ft_db *db)
{
    sqlite3_progress_handler(db->sql, CHECK_EVERY, on_progress, m);
}

/* The store speaks of the file that it has open and of a tuner's ways out; the user of this one has
 * named `out`, and has no --db. */
static void fit_error(const struct merge *m, const struct ft_err *from, struct ft_err *err)
{
    static const char *const ends[] = {" with --db", "; --db names another file"};
    const char *temp = m->temp_path ? strstr(from->text, m->temp_path) : NULL;
    char *hint = ft_strdup(from->hint);
    if (temp)
        ft_err_set(err, from->code, "%.*s%s%s", (int)(temp - from->text), from->text,
                   m->options->out, temp + strlen(m->temp_path));
    else
        ft_err_set(err, from->code, "%s", from->text);
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        char *end = strstr(hint, ends[i]);
        if (end)
            *end = 0;
    }
    if (strstr(from->text, "no space left"))
        ft_err_hint(err, "free some space there, and for temporary files (SQLITE_TMPDIR says "
                         "where), and run the same command again: nothing was written");
    else if (*hint)
        ft_err_hint(err, "%s", hint);
    free(hint);
}

/* ---- reading ---- */

static int make_stage(struct ft_db *db, struct ft_err *err)
{
    struct ft_buf sql = FT_BUF_INIT;
    int rc = 0;
    for (const struct ft_merge_rule *rule = ft_merge_rules; rc == 0 && rule->table; rule++) {
        struct ft_merge_table table;
        rc = ft_merge_table_init(&table, rule, db, err);
        ft_buf_printf(&sql, "CREATE TEMP TABLE s_%s (src%s", rule->table,
                      table.has_id ? ", id" : "");
        for (size_t i = 0; i < table.n_columns; i++)
            ft_buf_printf(&sql, ", \"%s\"", table.columns[i]);
        ft_buf_putc(&sql, ')');
        ft_merge_table_fini(&table);
        if (rc == 0)
            rc = ft_merge_exec(db, ft_buf_str(&sql), err);
        ft_buf_clear(&sql);
    }
    ft_buf_free(&sql);
    if (rc < 0)
        return -1;
    return ft_merge_exec(db,
                         "CREATE INDEX temp.run_by_source ON s_run (src, device_id, started_at);"
                         "CREATE INDEX temp.trial_by_source ON s_trial (src, problem_id, at)",
                         err);
}

static int copy_rows(const struct merge *m, struct ft_db *from, size_t source,
                     const struct ft_merge_table *table, struct ft_err *err)
{
    struct ft_buf read = FT_BUF_INIT, write = FT_BUF_INIT;
    sqlite3_stmt *in = NULL, *out = NULL;
    int n = (int)table->n_columns + table->has_id;
    ft_buf_printf(&read, "SELECT %s", table->has_id ? "id, " : "");
    ft_buf_printf(&write, "INSERT INTO temp.s_%s VALUES (%zu", table->rule->table, source);
    for (size_t i = 0; i < table->n_columns; i++)
        ft_buf_printf(&read, "%s\"%s\"", i ? ", " : "", table->columns[i]);
    for (int i = 0; i < n; i++)
        ft_buf_puts(&write, ", ?");
    ft_buf_printf(&read, " FROM main.%s", table->rule->table);
    ft_buf_putc(&write, ')');
    int rc = 0, step;
    if (sqlite3_prepare_v2(from->sql, ft_buf_str(&read), -1, &in, NULL) != SQLITE_OK) {
        /* Its version says that the table is there. */
        if (sqlite3_errcode(from->sql) == SQLITE_ERROR)
            rc = ft_err_set(err, FT_ERR_ENV, "database '%s' is damaged: %s", from->path,
                            sqlite3_errmsg(from->sql));
        else
            rc = ft_db_fail(from, err);
    } else if (sqlite3_prepare_v2(m->db->sql, ft_buf_str(&write), -1, &out, NULL) != SQLITE_OK) {
        rc = ft_db_fail(m->db, err);
    }
    while (rc == 0 && (step = sqlite3_step(in)) != SQLITE_DONE) {
        if (step != SQLITE_ROW) {
            rc = ft_db_fail(from, err);
            break;
        }
        for (int i = 0; i < n; i++)
            sqlite3_bind_value(out, i + 1, sqlite3_column_value(in, i));
        if (sqlite3_step(out) != SQLITE_DONE)
            rc = ft_db_fail(m->db, err);
        sqlite3_reset(out);
    }
    sqlite3_finalize(in);
    sqlite3_finalize(out);
    ft_buf_free(&read);
    ft_buf_free(&write);
    return rc;
}

/* Reading goes by the tables alone, and does not see all that is wrong with a file. */
static int check_pages(struct ft_db *from, struct ft_err *err)
{
    sqlite3_stmt *stmt = NULL;
    int rc = 0;
    if (sqlite3_prepare_v2(from->sql, "PRAGMA quick_check(1)", -1, &stmt, NULL) != SQLITE_OK ||
        sqlite3_step(stmt) != SQLITE_ROW) {
        rc = ft_db_fail(from, err);
    } else if (strcmp((const char *)sqlite3_column_text(stmt, 0), "ok") != 0) {
        rc = ft_err_set(err, FT_ERR_ENV, "database '%s' is damaged: %s", from->path,
                        (const char *)sqlite3_column_text(stmt, 0));
        ft_err_hint(err, "sqlite3 '%s' .recover saves what can be read", from->path);
    }
    sqlite3_finalize(stmt);
    return rc;
}

static int copy_source(struct merge *m, struct ft_db *from, struct ft_err *err)
{
    struct ft_merge_result *result = m->result;
    size_t source = result->n_sources++;
    result->sources[source].path = ft_strdup(from->path);
    watch(m, from);
    int rc = ft_merge_exec(from, sqlite3_get_autocommit(from->sql) ? "BEGIN" : "", err);
    if (rc == 0)
        rc = check_pages(from, err);
    for (const struct ft_merge_rule *rule = ft_merge_rules; rc == 0 && rule->table; rule++) {
        struct ft_merge_table table;
        rc = ft_merge_table_init(&table, rule, m->db, err);
        if (rc == 0)
            rc = copy_rows(m, from, source, &table, err);
        ft_merge_table_fini(&table);
    }
    return rc;
}

/* ---- the result ---- */

/* Nobody else may have it open: what they wrote after we have read it would be lost. Folding its
 * log in needs that, and waits for whoever is about to close it. */
static int lock_out(struct merge *m, struct ft_err *err)
{
    const char *out = m->options->out;
    sqlite3_stmt *stmt = NULL;
    m->old = ft_db_open(out, FT_DB_READ, err); /* a writer would make a log first */
    if (!m->old)
        return -1;
    if (sqlite3_db_readonly(m->old->sql, "main") == 1) {
        ft_err_set(err, FT_ERR_ENV, "database '%s' is read-only", out);
        ft_err_hint(err, "make the file and its directory writable, or name another file with -o");
        return -1;
    }
    int is_folded = 0;
    sqlite3_busy_timeout(m->old->sql, IN_USE_TIMEOUT_MS);
    if (ft_merge_exec(m->old, "PRAGMA query_only = OFF", err) == 0 &&
        sqlite3_prepare_v2(m->old->sql, "PRAGMA journal_mode = DELETE", -1, &stmt, NULL) ==
            SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        is_folded = strcmp((const char *)sqlite3_column_text(stmt, 0), "delete") == 0;
    sqlite3_finalize(stmt);
    if (!is_folded) {
        ft_err_set(err, FT_ERR_ENV, "database '%s' is in use by another process", out);
        ft_err_hint(err, "wait until it has ended, or merge into another file: what is read may be "
                         "in use");
        return -1;
    }
    return ft_merge_exec(m->old, "BEGIN EXCLUSIVE", err);
}

static int check_out(struct merge *m, struct ft_err *err)
{
    static const char *const rests[] = {"-wal", "-journal"};
    const char *out = m->options->out;
    if (ft_fs_is_dir(out)) {
        ft_err_set(err, FT_ERR_USAGE, "'%s' is a directory", out);
        ft_err_hint(err, "name a file in it with -o");
        return -1;
    }
    if (ft_fs_exists(out)) {
        if (m->options->into)
            return lock_out(m, err);
        ft_err_set(err, FT_ERR_USAGE, "'%s' exists already", out);
        ft_err_hint(err, "--into keeps what it holds and adds the others; or name another file "
                         "with -o");
        return -1;
    }
    for (size_t i = 0; i < sizeof rests / sizeof *rests; i++) {
        char *path = ft_asprintf("%s%s", out, rests[i]);
        int is_there = ft_fs_exists(path);
        if (is_there) {
            ft_err_set(err, FT_ERR_USAGE, "'%s' is the log of a database that is not there", path);
            ft_err_hint(err, "put it beside its database, or name another file with -o");
        }
        free(path);
        if (is_there)
            return -1;
    }
    return 0;
}

/* A new file beside `out`: it needs no journal, as it is thrown away when anything fails. */
static int make_result(struct merge *m, struct ft_err *err)
{
    const char *out = m->options->out;
    char *dir = ft_fs_dirname(out);
    int rc = ft_fs_mkdirs(dir, err);
    free(dir);
    if (rc < 0)
        return -1;
    char *path = ft_asprintf("%s.tmp.%ld", out, (long)getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0) {
        ft_err_errno(err, "cannot write '%s'", out);
        ft_err_hint(err, "name another file with -o");
        free(path);
        return -1;
    }
    close(fd);
    m->temp_path = path;
    m->db = ft_db_open(path, FT_DB_WRITE, err);
    if (!m->db)
        return -1;
    free(m->db->path); /* messages speak of what was asked for */
    m->db->path = ft_strdup(out);
    watch(m, m->db);
    if (ft_merge_exec(m->db,
                      "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
                      "BEGIN; DELETE FROM main.meta",
                      err) < 0)
        return -1;
    return make_stage(m->db, err);
}

static int read_sources(struct merge *m, struct ft_err *err)
{
    const struct ft_merge_options *options = m->options;
    int rc = m->old ? copy_source(m, m->old, err) : 0;
    for (size_t i = 0; rc == 0 && i < options->n_inputs; i++) {
        char *a = realpath(options->inputs[i], NULL), *b = realpath(options->out, NULL);
        int is_out = m->old && a && b && strcmp(a, b) == 0; /* read already, and locked by us */
        free(a);
        free(b);
        if (is_out)
            continue;
        struct ft_db *db = ft_db_open(options->inputs[i], FT_DB_READ, err);
        rc = db ? copy_source(m, db, err) : -1;
        ft_db_close(db);
    }
    return rc;
}

static int join(struct merge *m, struct ft_err *err)
{
    int rc = 0;
    for (const struct ft_merge_rule *rule = ft_merge_rules; rc == 0 && rule->table; rule++) {
        struct ft_merge_table table;
        rc = ft_merge_table_init(&table, rule, m->db, err);
        if (rc == 0)
            rc = ft_merge_join(m->db, &table, m->result, err);
        ft_merge_table_fini(&table);
    }
    return rc == 0 ? ft_merge_exec(m->db, "COMMIT", err) : -1;
}

static int publish(struct merge *m, struct ft_err *err)
{
    struct stat before;
    char *real = realpath(m->options->out, NULL); /* a link stays a link */
    ft_db_close(m->db);
    m->db = NULL;
    if (real && stat(real, &before) == 0) /* else who could read it might not any more */
        chmod(m->temp_path, before.st_mode & 07777);
    int rc = should_stop(m->options)
                 ? -1
                 : ft_fs_publish(m->temp_path, real ? real : m->options->out, err);
    free(real);
    return rc;
}

int ft_merge(const struct ft_merge_options *options, struct ft_merge_result *result,
             struct ft_err *err)
{
    struct merge m = {.options = options, .result = result};
    struct ft_err why = {0};
    memset(result, 0, sizeof *result);
    result->sources = ft_calloc(options->n_inputs + 1, sizeof *result->sources);
    int rc = check_out(&m, &why);
    if (rc == 0)
        rc = make_result(&m, &why);
    if (rc == 0)
        rc = read_sources(&m, &why);
    if (rc == 0)
        rc = join(&m, &why);
    if (rc == 0)
        rc = publish(&m, &why);
    if (m.db)
        sqlite3_progress_handler(m.db->sql, 0, NULL, NULL);
    ft_db_close(m.db);
    ft_db_close(m.old);
    if (rc < 0 && m.temp_path)
        unlink(m.temp_path);
    if (rc < 0 && should_stop(options))
        ft_err_set(err, FT_ERR_ENV, "interrupted: '%s' is as it was", options->out);
    else if (rc < 0)
        fit_error(&m, &why, err);
    free(m.temp_path);
    return rc;
}

void ft_merge_result_free(struct ft_merge_result *result)
{
    for (size_t i = 0; i < result->n_sources; i++)
        free(result->sources[i].path);
    free(result->sources);
    memset(result, 0, sizeof *result);
}
