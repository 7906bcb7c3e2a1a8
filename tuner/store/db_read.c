/* db_read.c -- rows out of the database: what a resumed run must know, and any SELECT as text
 *
 * Statements here are prepared for each call and not shared, because callbacks may use the handle
 * again. Texts and numbers handed to a callback live until it returns.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "store/db_int.h"

int ft_db_find_winner(struct ft_db *db, int64_t device_id, int64_t problem_id, const char *scope,
                      struct ft_err *err)
{
    /* A winner that was found wrong later must be looked for again, and one whose run could not
     * compile every candidate. */
    return (int)ft_db_query_int(
        db, err,
        "SELECT 1 FROM winner w JOIN trial t ON t.id = w.trial_id JOIN trial o ON o.id = "
        "w.own_trial_id WHERE w.device_id = ? AND w.problem_id = ? AND w.scope = ? "
        "AND t.outcome = 'ok' AND o.outcome = 'ok' AND NOT EXISTS (SELECT 1 FROM trial u "
        "WHERE u.device_id = w.device_id AND u.problem_id = w.problem_id AND u.run_id = w.run_id "
        "AND u.outcome = 'compile_failed' AND u.detail GLOB '" FT_COMPILER_DIED "*')",
        "llt", device_id, problem_id, scope);
}

int64_t ft_db_winner_trials(struct ft_db *db, int64_t device_id, int64_t problem_id,
                            const char *scope, struct ft_err *err)
{
    return ft_db_query_int(db, err,
                           "SELECT n_trials FROM winner WHERE device_id = ? AND problem_id = ? "
                           "AND scope = ?",
                           "llt", device_id, problem_id, scope);
}

static sqlite3_stmt *prepare(struct ft_db *db, const char *sql, struct ft_err *err)
{
    sqlite3_stmt *stmt = NULL;
    if (sqlite3_prepare_v2(db->sql, sql, -1, &stmt, NULL) != SQLITE_OK)
        ft_db_fail(db, err);
    return stmt;
}

static const char *text_of(sqlite3_stmt *stmt, int column)
{
    const char *text = (const char *)sqlite3_column_text(stmt, column);
    return text ? text : "";
}

static double number_of(sqlite3_stmt *stmt, int column)
{
    return sqlite3_column_type(stmt, column) == SQLITE_NULL ? NAN
                                                            : sqlite3_column_double(stmt, column);
}

/* Appends the screening samples of the newest run that screened the trial. */
static int read_screen(struct ft_db *db, sqlite3_stmt *stmt, int64_t trial_id, struct ft_buf *out,
                       struct ft_err *err)
{
    ft_buf_clear(out);
    sqlite3_bind_int64(stmt, 1, trial_id);
    int rc;
    while ((rc = sqlite3_step(stmt)) == SQLITE_ROW)
        ft_buf_add(out, sqlite3_column_blob(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0));
    sqlite3_reset(stmt);
    return rc == SQLITE_DONE ? 0 : ft_db_fail(db, err);
}

#define TRIAL_COLUMNS                                                                              \
    "id, run_id, device_id, problem_id, ifnull(build_id, 0), contestant, config, cache, timer, "   \
    "outcome, detail, (SELECT text FROM launch_program WHERE id = program_id), "                   \
    "ifnull(ctas_per_sm, 0), ifnull(smem_bytes, 0), "                                              \
    "ifnull(workspace_bytes, 0), max_abs, mean_abs, rel_l2, cosine, tol, lse_max_abs, "            \
    "ifnull(family_id, 0), (SELECT key FROM build WHERE build.id = build_id)"

static void trial_of(sqlite3_stmt *stmt, struct ft_db_trial *out)
{
    *out = (struct ft_db_trial){
        .id = sqlite3_column_int64(stmt, 0),
        .run_id = sqlite3_column_int64(stmt, 1),
        .device_id = sqlite3_column_int64(stmt, 2),
        .problem_id = sqlite3_column_int64(stmt, 3),
        .build_id = sqlite3_column_int64(stmt, 4),
        .contestant = text_of(stmt, 5),
        .config = text_of(stmt, 6),
        .cache = text_of(stmt, 7),
        .timer = text_of(stmt, 8),
        .outcome = (enum ft_outcome)ft_outcome_find(text_of(stmt, 9)),
        .detail = text_of(stmt, 10),
        .program = text_of(stmt, 11),
        .ctas_per_sm = sqlite3_column_int(stmt, 12),
        .smem_bytes = sqlite3_column_int(stmt, 13),
        .workspace_bytes = sqlite3_column_int64(stmt, 14),
        .validation = {.max_abs = number_of(stmt, 15),
                       .mean_abs = number_of(stmt, 16),
                       .rel_l2 = number_of(stmt, 17),
                       .cosine = number_of(stmt, 18),
                       .tol = number_of(stmt, 19),
                       .lse_max_abs = number_of(stmt, 20)},
        .family_id = sqlite3_column_int64(stmt, 21),
        .build_key = (const char *)sqlite3_column_text(stmt, 22),
    };
}

int ft_db_each_trial(struct ft_db *db, int64_t device_id, int64_t problem_id, int64_t family_id,
                     const char *cache, const char *timer, ft_db_trial_fn *fn, void *ctx,
                     struct ft_err *err)
{
    struct ft_buf samples = FT_BUF_INIT;
    int rc = -1;
    sqlite3_stmt *screen = NULL, *trials = prepare(db,
                                                   "SELECT " TRIAL_COLUMNS " FROM trial "
                                                   "WHERE device_id = ? AND problem_id = ? "
                                                   "AND ifnull(family_id, 0) = ? AND cache = ? "
                                                   "AND timer = ? ORDER BY id",
                                                   err);
    if (!trials)
        goto out;
    screen = prepare(db,
                     "SELECT ns FROM sample WHERE trial_id = ?1 AND phase = 'screen' AND run_id = "
                     "(SELECT max(run_id) FROM sample WHERE trial_id = ?1 AND phase = 'screen') "
                     "ORDER BY round, id",
                     err);
    if (!screen)
        goto out;
    sqlite3_bind_int64(trials, 1, device_id);
    sqlite3_bind_int64(trials, 2, problem_id);
    sqlite3_bind_int64(trials, 3, family_id);
    sqlite3_bind_text(trials, 4, cache, -1, SQLITE_STATIC);
    sqlite3_bind_text(trials, 5, timer, -1, SQLITE_STATIC);
    int step = SQLITE_DONE;
    rc = 0;
    while (rc == 0 && (step = sqlite3_step(trials)) == SQLITE_ROW) {
        struct ft_db_trial trial;
        trial_of(trials, &trial);
        rc = read_screen(db, screen, trial.id, &samples, err);
        if (rc == 0) /* the buffer comes from malloc: aligned for doubles */
            rc = fn(ctx, &trial, (const double *)(const void *)samples.data,
                    samples.len / sizeof(double));
    }
    if (rc == 0 && step != SQLITE_DONE)
        rc = ft_db_fail(db, err);
out:
    sqlite3_finalize(trials);
    sqlite3_finalize(screen);
    ft_buf_free(&samples);
    return rc;
}

int ft_db_select(struct ft_db *db, ft_db_row_fn *fn, void *ctx, struct ft_err *err, const char *sql,
                 int n_args, const char *const *args)
{
    sqlite3_stmt *stmt = prepare(db, sql, err);
    if (!stmt)
        return -1;
    int n = sqlite3_column_count(stmt);
    const char **names = ft_calloc((size_t)n + 1, sizeof *names);
    const char **values = ft_calloc((size_t)n + 1, sizeof *values);
    for (int i = 0; i < n_args; i++)
        sqlite3_bind_text(stmt, i + 1, args[i], -1, SQLITE_STATIC);
    int rc = 0, step = SQLITE_DONE;
    while (rc == 0 && (step = sqlite3_step(stmt)) == SQLITE_ROW) {
        for (int i = 0; i < n; i++) {
            names[i] = sqlite3_column_name(stmt, i);
            values[i] = (const char *)sqlite3_column_text(stmt, i);
        }
        rc = fn(ctx, n, names, values);
    }
    if (rc == 0 && step != SQLITE_DONE)
        rc = ft_db_fail(db, err);
    sqlite3_finalize(stmt);
    free(names);
    free(values);
    return rc;
}

int ft_db_blob(struct ft_db *db, const char *sql, int64_t id, struct ft_buf *out,
               struct ft_err *err)
{
    sqlite3_stmt *stmt = prepare(db, sql, err);
    if (!stmt)
        return -1;
    sqlite3_bind_int64(stmt, 1, id);
    int step = sqlite3_step(stmt);
    int rc = step == SQLITE_ROW || step == SQLITE_DONE ? 0 : ft_db_fail(db, err);
    if (step == SQLITE_ROW) {
        const void *blob = sqlite3_column_blob(stmt, 0);
        ft_buf_add(out, blob, (size_t)sqlite3_column_bytes(stmt, 0));
    }
    sqlite3_finalize(stmt);
    return rc;
}
