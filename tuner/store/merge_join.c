/* merge_join.c -- one table of all sources into the result
 *
 * Three steps, each a statement that is made from the table's columns and its rule:
 *     g   every row with references replaced by ids of the result, and a number for its group: rows
 *         that stand for the same thing. A database may hold several rows that say the same (two
 *         tuners that start in the same millisecond), so the second of one source is paired with
 *         the second of another.
 *     k   the row of each group that counts, and its id in the result
 *     m   source and id there -> id in the result, for the tables that refer to this one
 * A column that is added to the schema is merged without a change here.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "store/merge_int.h"

int ft_merge_exec(struct ft_db *db, const char *sql, struct ft_err *err)
{
    return sqlite3_exec(db->sql, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : ft_db_fail(db, err);
}

int ft_merge_query_int(struct ft_db *db, int64_t *out, struct ft_err *err, const char *fmt, ...)
{
    char sql[512];
    sqlite3_stmt *stmt = NULL;
    va_list args;
    va_start(args, fmt);
    vsnprintf(sql, sizeof sql, fmt, args);
    va_end(args);
    int rc = sqlite3_prepare_v2(db->sql, sql, -1, &stmt, NULL);
    *out = 0;
    if (rc == SQLITE_OK && (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        *out = sqlite3_column_int64(stmt, 0);
        rc = SQLITE_DONE;
    }
    int status = rc == SQLITE_DONE ? 0 : ft_db_fail(db, err);
    sqlite3_finalize(stmt);
    return status;
}

static int read_columns(struct ft_merge_table *table, struct ft_db *db, struct ft_err *err)
{
    sqlite3_stmt *stmt = NULL;
    int rc = sqlite3_prepare_v2(db->sql,
                                "SELECT c.name, f.\"table\" FROM pragma_table_info(?1) c "
                                "LEFT JOIN pragma_foreign_key_list(?1) f ON f.\"from\" = c.name "
                                "ORDER BY c.cid",
                                -1, &stmt, NULL);
    if (rc == SQLITE_OK)
        sqlite3_bind_text(stmt, 1, table->rule->table, -1, SQLITE_STATIC);
    while (rc == SQLITE_OK && (rc = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *name = (const char *)sqlite3_column_text(stmt, 0);
        const char *target = (const char *)sqlite3_column_text(stmt, 1);
        rc = SQLITE_OK;
        if (strcmp(name, "id") == 0) {
            table->has_id = 1;
            continue;
        }
        FT_GROW(table->columns, table->n_columns + 1, table->cap_columns);
        FT_GROW(table->targets, table->n_columns + 1, table->cap_targets);
        table->columns[table->n_columns] = ft_strdup(name);
        table->targets[table->n_columns++] = target ? ft_strdup(target) : NULL;
    }
    int status = rc == SQLITE_DONE ? 0 : ft_db_fail(db, err);
    sqlite3_finalize(stmt);
    return status;
}

int ft_merge_table_init(struct ft_merge_table *table, const struct ft_merge_rule *rule,
                        struct ft_db *db, struct ft_err *err)
{
    memset(table, 0, sizeof *table);
    table->rule = rule;
    return read_columns(table, db, err);
}

void ft_merge_table_fini(struct ft_merge_table *table)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        free(table->columns[i]);
        free(table->targets[i]);
    }
    free(table->columns);
    free(table->targets);
    memset(table, 0, sizeof *table);
}

/* A reference to a row that is not there: SQLite's checks do not see it when it reads. */
static int check_references(struct ft_db *db, const struct ft_merge_table *table,
                            const struct ft_merge_result *result, struct ft_err *err)
{
    for (size_t i = 0; i < table->n_columns; i++) {
        const char *column = table->columns[i], *target = table->targets[i];
        int64_t source;
        if (!target)
            continue;
        if (ft_merge_query_int(db, &source, err,
                               "SELECT s.src + 1 FROM temp.s_%s s WHERE s.\"%s\" IS NOT NULL "
                               "AND NOT EXISTS (SELECT 1 FROM temp.m_%s m WHERE m.src = s.src AND "
                               "m.old = s.\"%s\") ORDER BY s.src LIMIT 1",
                               table->rule->table, column, target, column) < 0)
            return -1;
        if (source == 0)
            continue;
        ft_err_set(err, FT_ERR_ENV,
                   "database '%s' is damaged: a row of '%s' refers to a '%s' that is not there",
                   result->sources[source - 1].path, table->rule->table, target);
        ft_err_hint(err, "leave it out, or see what 'PRAGMA foreign_key_check' of sqlite3 says");
        return -1;
    }
    return 0;
}

static void add_columns(struct ft_buf *sql, const struct ft_merge_table *table)
{
    for (size_t i = 0; i < table->n_columns; i++)
        ft_buf_printf(sql, ", \"%s\"", table->columns[i]);
}

/* Empties the text. */
static int run(struct ft_db *db, struct ft_buf *sql, struct ft_err *err)
{
    int rc = ft_merge_exec(db, ft_buf_str(sql), err);
    ft_buf_clear(sql);
    return rc;
}

static int make_groups(struct ft_db *db, const struct ft_merge_table *table, struct ft_buf *sql,
                       struct ft_err *err)
{
    const struct ft_merge_rule *rule = table->rule;
    ft_buf_printf(
        sql,
        "CREATE TEMP TABLE g AS SELECT *, dense_rank() OVER (ORDER BY %s, ordinal) AS gid "
        "FROM (SELECT *, row_number() OVER (PARTITION BY src, %s ORDER BY old) AS "
        "ordinal FROM (SELECT s.src AS src, %s AS old",
        rule->identity, rule->identity, table->has_id ? "s.id" : "NULL");
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->targets[i])
            ft_buf_printf(sql, ", m%zu.new AS \"%s\"", i, table->columns[i]);
        else
            ft_buf_printf(sql, ", s.\"%s\" AS \"%s\"", table->columns[i], table->columns[i]);
    ft_buf_printf(sql, " FROM temp.s_%s s", rule->table);
    for (size_t i = 0; i < table->n_columns; i++)
        if (table->targets[i])
            ft_buf_printf(sql,
                          " LEFT JOIN temp.m_%s m%zu ON m%zu.src = s.src AND m%zu.old = s.\"%s\"",
                          table->targets[i], i, i, i, table->columns[i]);
    ft_buf_puts(sql, "))");
    return run(db, sql, err);
}

static int choose(struct ft_db *db, const struct ft_merge_table *table, struct ft_buf *sql,
                  struct ft_err *err)
{
    const struct ft_merge_rule *rule = table->rule;
    ft_buf_printf(sql,
                  "CREATE TEMP TABLE k AS SELECT row_number() OVER (ORDER BY %s, gid) AS new, "
                  "gid, src",
                  rule->order);
    add_columns(sql, table);
    ft_buf_printf(sql, " FROM (SELECT *, row_number() OVER (PARTITION BY gid ORDER BY %s",
                  rule->rank);
    add_columns(sql, table);
    ft_buf_puts(sql, ", src) AS pick FROM (SELECT src, old, gid");
    for (size_t i = 0; i < table->n_columns; i++)
        if (rule->joined && strcmp(table->columns[i], rule->joined) == 0)
            ft_buf_printf(sql, ", %s OVER (PARTITION BY gid) AS \"%s\"", rule->joined_value,
                          rule->joined);
        else
            ft_buf_printf(sql, ", \"%s\"", table->columns[i]);
    if (rule->extra)
        ft_buf_printf(sql, ", %s", rule->extra);
    ft_buf_puts(sql, " FROM temp.g) g) WHERE pick = 1");
    return run(db, sql, err);
}

static int insert(struct ft_db *db, const struct ft_merge_table *table, struct ft_buf *sql,
                  struct ft_err *err)
{
    const char *name = table->rule->table;
    if (!table->has_id) {
        ft_buf_printf(sql, "INSERT INTO main.%s SELECT ", name);
        for (size_t i = 0; i < table->n_columns; i++)
            ft_buf_printf(sql, "%s\"%s\"", i ? ", " : "", table->columns[i]);
        ft_buf_puts(sql, " FROM temp.k ORDER BY new");
        return run(db, sql, err);
    }
    ft_buf_printf(sql, "INSERT INTO main.%s (id", name);
    add_columns(sql, table);
    ft_buf_puts(sql, ") SELECT new");
    add_columns(sql, table);
    ft_buf_printf(sql,
                  " FROM temp.k ORDER BY new;"
                  "CREATE TEMP TABLE m_%s (src, old, new, PRIMARY KEY (src, old)) WITHOUT ROWID;"
                  "INSERT INTO m_%s SELECT g.src, g.old, k.new FROM temp.g g JOIN temp.k k "
                  "USING (gid);",
                  name, name);
    return run(db, sql, err);
}

static int count(struct ft_db *db, const char *name, struct ft_merge_result *result,
                 struct ft_err *err)
{
    static const char *const names[] = {
#define FT_X(table, title) #table,
        FT_MERGE_COUNTS(FT_X)
#undef FT_X
    };
    size_t kind = 0;
    int rc = 0;
    while (kind < FT_MERGE_N_COUNTS && strcmp(names[kind], name) != 0)
        kind++;
    if (kind == FT_MERGE_N_COUNTS)
        return 0;
    rc = ft_merge_query_int(db, &result->n[kind], err, "SELECT count(*) FROM temp.k");
    for (size_t i = 0; rc == 0 && i < result->n_sources; i++) {
        struct ft_merge_source *source = &result->sources[i];
        rc = ft_merge_query_int(db, &source->n[kind], err,
                                "SELECT count(*) FROM temp.g WHERE src = %zu", i);
        if (rc == 0)
            rc = ft_merge_query_int(db, &source->n_fresh[kind], err,
                                    "SELECT count(*) FROM (SELECT min(src) AS first FROM temp.g "
                                    "GROUP BY gid) WHERE first = %zu",
                                    i);
        if (rc == 0 && kind == FT_MERGE_winner)
            rc = ft_merge_query_int(db, &source->n_deciding, err,
                                    "SELECT count(*) FROM temp.k WHERE src = %zu", i);
        if (rc == 0 && kind == FT_MERGE_run)
            rc = ft_merge_query_int(db, &source->n_running, err,
                                    "SELECT count(*) FROM temp.g WHERE src = %zu AND "
                                    "status = 'running'",
                                    i);
    }
    if (rc == 0 && kind == FT_MERGE_winner)
        rc = ft_merge_query_int(db, &result->n_winner_disputes, err,
                                "SELECT count(*) FROM (SELECT 1 FROM temp.g GROUP BY gid HAVING "
                                "count(DISTINCT trial_id || ' ' || own_trial_id) > 1)");
    if (rc == 0 && kind == FT_MERGE_trial)
        rc = ft_merge_query_int(db, &result->n_outcome_disputes, err,
                                "SELECT count(*) FROM (SELECT 1 FROM temp.g GROUP BY gid HAVING "
                                "count(DISTINCT outcome) > 1)");
    return rc;
}

int ft_merge_join(struct ft_db *db, const struct ft_merge_table *table,
                  struct ft_merge_result *result, struct ft_err *err)
{
    struct ft_buf sql = FT_BUF_INIT;
    int rc = check_references(db, table, result, err);
    if (rc == 0)
        rc = make_groups(db, table, &sql, err);
    if (rc == 0)
        rc = choose(db, table, &sql, err);
    if (rc == 0)
        rc = insert(db, table, &sql, err);
    if (rc == 0)
        rc = count(db, table->rule->table, result, err);
    ft_buf_printf(&sql, "DROP TABLE temp.g; DROP TABLE temp.k; DROP TABLE temp.s_%s",
                  table->rule->table);
    if (rc == 0)
        rc = run(db, &sql, err);
    ft_buf_free(&sql);
    return rc;
}
