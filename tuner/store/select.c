/* select.c -- winners and trials by filter, as rows, as tables for machines, and why there are none
 *
 * The views do the work; this file owns the WHERE clause and the stable names of columns.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/opt.h"
#include "base/table.h"
#include "store/select.h"

#define FILTER                                                                                     \
    " WHERE (?1 IS NULL OR ft_glob(?1, device)) AND (?2 IS NULL OR ft_glob(?2, key) OR "           \
    "ft_glob(?2, problem) OR EXISTS (SELECT 1 FROM problem_name WHERE "                            \
    "problem_name.problem_id = v.problem_id AND ft_glob(?2, problem_name.name))) "                 \
    "AND (?3 IS NULL OR ft_glob(?3, contestant)) "

/* "H200" means any name with H200 in it; a text with pattern characters is taken as it is. Caller
 * frees. */
static char *device_pattern(const char *device)
{
    if (!device)
        return NULL;
    return strpbrk(device, "*?[") ? ft_strdup(device) : ft_asprintf("*%s*", device);
}

static int select_filtered(struct ft_db *db, const struct ft_db_filter *filter, const char *sql,
                           ft_db_row_fn *fn, void *ctx, struct ft_err *err)
{
    char *device = device_pattern(filter->device);
    const char *args[3] = {device, filter->problem, filter->family};
    int rc = ft_db_select(db, fn, ctx, err, sql, 3, args);
    free(device);
    return rc;
}

struct accepted {
    const struct ft_db_filter *filter;
    ft_db_row_fn *fn;
    void *ctx;
};

static int pass_accepted(void *ctx, int n, const char *const *names, const char *const *values)
{
    const struct accepted *a = ctx;
    if (a->filter->accept && !a->filter->accept(a->filter->accept_ctx, n, names, values))
        return 0;
    return a->fn(a->ctx, n, names, values);
}

int ft_db_each_winner(struct ft_db *db, const struct ft_db_filter *filter, ft_db_row_fn *fn,
                      void *ctx, struct ft_err *err)
{
    struct accepted accepted = {filter, fn, ctx};
    return select_filtered(
        db, filter, "SELECT * FROM winners v" FILTER "ORDER BY device, device_id, problem_id",
        pass_accepted, &accepted, err);
}

int ft_db_each_trial_row(struct ft_db *db, const struct ft_db_filter *filter, ft_db_row_fn *fn,
                         void *ctx, struct ft_err *err)
{
    return select_filtered(
        db, filter,
        "SELECT * FROM trials v" FILTER
        "ORDER BY device, device_id, problem_id, outcome <> 'ok', median_ns IS NULL, median_ns, "
        "contestant, config",
        fn, ctx, err);
}

int ft_db_each_entry(struct ft_db *db, const struct ft_db_filter *filter, ft_db_row_fn *fn,
                     void *ctx, struct ft_err *err)
{
    return select_filtered(
        db, filter,
        "SELECT * FROM (SELECT d.id AS device_id, d.name AS name, "
        "trim(d.name || ' ' || own.partition) AS device, d.cc AS cc, d.sms AS sms, "
        "e.build_id AS build_id, b.family AS family, b.family AS contestant, "
        "b.signature AS signature, b.arch AS arch, b.config AS config, b.regs AS regs, "
        "b.program AS program, e.ns AS ns, e.is_default AS is_default, e.problem AS problem, "
        "e.problem AS key, p.id AS problem_id "
        "FROM reader_entries e JOIN reader_builds b ON b.id = e.build_id "
        "JOIN reader_devices d ON d.id = e.device_id JOIN device own ON own.id = d.id "
        "JOIN problem p ON p.key = e.problem) v" FILTER
        "ORDER BY name, cc, sms, device_id, problem, is_default",
        fn, ctx, err);
}

int ft_db_each_loss(struct ft_db *db, const struct ft_db_filter *filter, ft_db_row_fn *fn,
                    void *ctx, struct ft_err *err)
{
    return select_filtered(
        db, filter,
        "SELECT device, problem, group_concat(n || ' ' || outcome, ', ') AS outcomes FROM "
        "(SELECT device_id, device, problem_id, problem, outcome, count(*) AS n FROM "
        "(SELECT t.device_id AS device_id, trim(d.name || ' ' || d.partition) AS device, "
        "t.problem_id AS problem_id, p.name AS problem, p.key AS key, t.contestant AS contestant, "
        "t.outcome AS outcome FROM trial t JOIN device d ON d.id = t.device_id "
        "JOIN problem p ON p.id = t.problem_id WHERE NOT EXISTS (SELECT 1 FROM winner w JOIN trial "
        "u "
        "ON u.id = w.trial_id AND u.outcome = 'ok' WHERE w.device_id = t.device_id "
        "AND w.problem_id = t.problem_id)) v" FILTER
        "GROUP BY device_id, problem_id, outcome ORDER BY n DESC, outcome) "
        "GROUP BY device_id, problem_id ORDER BY device, device_id, problem_id",
        fn, ctx, err);
}

const char *ft_db_row_text(int n, const char *const *names, const char *const *values,
                           const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(names[i], name) == 0)
            return values[i];
    return NULL;
}

double ft_db_row_number(int n, const char *const *names, const char *const *values,
                        const char *name)
{
    const char *text = ft_db_row_text(n, names, values, name);
    return text ? strtod(text, NULL) : NAN;
}

/* ---- tables for machines ---- */

struct field {
    const char *column; /* of the view; NULL ends the list */
    const char *key;    /* outside; never changes its meaning */
    int is_number;
};

static const struct field winner_fields[] = {
    {"device", "device", 0},
    {"cc", "compute_capability", 1},
    {"sms", "sms", 1},
    {"problem", "problem", 0},
    {"key", "problem_key", 0},
    {"contestant", "contestant", 0},
    {"config", "config", 0},
    {"median_ns", "time_ns_median", 1},
    {"ci_low_ns", "time_ns_ci_low", 1},
    {"ci_high_ns", "time_ns_ci_high", 1},
    {"spread_ratio", "spread_ratio", 1},
    {"gbps", "gbps", 1},
    {"tflops", "tflops", 1},
    {"roof_ns", "time_ns_roof", 1},
    {"roof_ratio", "roof_ratio", 1},
    {"runner_up", "runner_up_contestant", 0},
    {"runner_up_config", "runner_up_config", 0},
    {"runner_up_median_ns", "runner_up_time_ns_median", 1},
    {"runner_up_behind_ratio", "runner_up_behind_ratio", 1},
    {"n_ties", "n_ties", 1},
    {"ties", "ties", 0},
    {"n_valid", "n_valid", 1},
    {"n_trials", "n_trials", 1},
    {"n_samples", "n_samples", 1},
    {"optimism_ratio", "optimism_ratio", 1},
    {"own_contestant", "own_contestant", 0},
    {"own_config", "own_config", 0},
    {"own_median_ns", "own_time_ns_median", 1},
    {"cache", "cache", 0},
    {"timer", "timer", 0},
    {"driver", "driver", 0},
    {"nvrtc", "nvrtc", 0},
    {"stale", "stale", 0},
    {"at", "at", 0},
    {"run_id", "run_id", 1},
    {"trial_id", "trial_id", 1},
    {"rigor", "rigor", 0},
    {"n_configs", "n_configs", 1},
    {"is_throttled", "is_throttled", 1},
    {NULL, NULL, 0},
};

static const struct field trial_fields[] = {
    {"device", "device", 0},
    {"problem", "problem", 0},
    {"key", "problem_key", 0},
    {"contestant", "contestant", 0},
    {"config", "config", 0},
    {"outcome", "outcome", 0},
    {"detail", "detail", 0},
    {"median_ns", "time_ns_median", 1},
    {"phase", "phase", 0},
    {"n_samples", "n_samples", 1},
    {"gbps", "gbps", 1},
    {"tflops", "tflops", 1},
    {"regs", "regs", 1},
    {"spill_bytes", "spill_bytes", 1},
    {"ctas_per_sm", "ctas_per_sm", 1},
    {"smem_bytes", "smem_bytes", 1},
    {"workspace_bytes", "workspace_bytes", 1},
    {"max_abs", "max_abs", 1},
    {"mean_abs", "mean_abs", 1},
    {"rel_l2", "rel_l2", 1},
    {"cosine", "cosine", 1},
    {"tol", "tol", 1},
    {"lse_max_abs", "lse_max_abs", 1},
    {"cache", "cache", 0},
    {"timer", "timer", 0},
    {"signature", "signature", 0},
    {"at", "at", 0},
    {"run_id", "run_id", 1},
    {"trial_id", "trial_id", 1},
    {NULL, NULL, 0},
};

struct table_ctx {
    const struct field *fields;
    struct ft_table_out *out;
};

static int add_row(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct table_ctx *t = ctx;
    for (const struct field *f = t->fields; f->column; f++)
        if (f->is_number)
            ft_table_num(t->out, ft_db_row_number(n, names, values, f->column), NULL);
        else
            ft_table_text(t->out, ft_db_row_text(n, names, values, f->column));
    return 0;
}

static void add_columns(const struct field *fields, struct ft_table_out *out)
{
    for (const struct field *f = fields; f->column; f++)
        ft_table_column(out, f->key, f->key, f->is_number ? FT_RIGHT : FT_LEFT);
}

int ft_db_winners_table(struct ft_db *db, const struct ft_db_filter *filter,
                        struct ft_table_out *out, struct ft_err *err)
{
    struct table_ctx ctx = {winner_fields, out};
    add_columns(winner_fields, out);
    return ft_db_each_winner(db, filter, add_row, &ctx, err);
}

int ft_db_trials_table(struct ft_db *db, const struct ft_db_filter *filter,
                       struct ft_table_out *out, struct ft_err *err)
{
    struct table_ctx ctx = {trial_fields, out};
    add_columns(trial_fields, out);
    return ft_db_each_trial_row(db, filter, add_row, &ctx, err);
}

/* ---- why nothing matches ---- */

struct names {
    struct ft_arena *arena;
    const char **items;
    size_t n, cap;
};

static int add_name(void *ctx, int n, const char *const *columns, const char *const *values)
{
    (void)n;
    (void)columns;
    struct names *names = ctx;
    FT_GROW(names->items, names->n + 1, names->cap);
    names->items[names->n++] = ft_arena_strdup(names->arena, values[0] ? values[0] : "");
    return 0;
}

static int read_names(struct ft_db *db, const char *sql, struct names *names, struct ft_err *err)
{
    names->n = 0;
    return ft_db_select(db, add_name, names, err, sql, 0, NULL);
}

/* Up to three names, the nearest to the pattern first, as "'a', 'b', 'c'". Takes them from the
 * list. */
static void list_nearest(struct names *names, const char *pattern, struct ft_buf *out)
{
    struct ft_buf plain = FT_BUF_INIT; /* a pattern is compared by its letters */
    for (const char *c = pattern; *c; c++)
        if (!strchr("*?[]", *c))
            ft_buf_putc(&plain, *c);
    for (int shown = 0; shown < 3 && names->n > 0; shown++) {
        const char *near = ft_nearest_name(ft_buf_str(&plain), names->items, names->n);
        size_t at = 0;
        while (near && strcmp(names->items[at], near) != 0)
            at++;
        ft_buf_printf(out, "%s'%s'", shown ? ", " : "", names->items[at]);
        names->n--;
        memmove(&names->items[at], &names->items[at + 1], (names->n - at) * sizeof *names->items);
    }
    ft_buf_free(&plain);
}

static int count_row(void *ctx, int n, const char *const *names, const char *const *values)
{
    (void)n;
    (void)names;
    (void)values;
    ++*(size_t *)ctx;
    return 0;
}

/* Blames one part of the filter when it alone matches no trial. 1: blamed, 0: innocent, -1. */
static int blame(struct ft_db *db, const struct ft_db_filter *part, const char *what,
                 const char *pattern, const char *sql_names, struct ft_err *err)
{
    size_t n_trials = 0;
    if (!pattern)
        return 0;
    if (ft_db_each_trial_row(db, part, count_row, &n_trials, err) < 0)
        return -1;
    if (n_trials > 0)
        return 0;
    struct names names = {.arena = ft_arena_new()};
    struct ft_buf near = FT_BUF_INIT;
    int rc = read_names(db, sql_names, &names, err);
    if (rc == 0) {
        ft_err_set(err, FT_ERR_FOUND, "no %s in the database matches '%s'", what, pattern);
        size_t n = names.n;
        list_nearest(&names, pattern, &near);
        if (n <= 3)
            ft_err_hint(err, "it holds %s", ft_buf_str(&near));
        else
            ft_err_hint(err, "nearest of its %zu: %s", n, ft_buf_str(&near));
        rc = 1;
    }
    ft_buf_free(&near);
    free(names.items);
    ft_arena_free(names.arena);
    return rc;
}

int ft_db_explain_nothing(struct ft_db *db, const struct ft_db_filter *filter, struct ft_err *err)
{
    size_t n = 0;
    struct ft_db_filter everything = {0}, device = {.device = filter->device},
                        problem = {.problem = filter->problem}, family = {.family = filter->family};
    if (ft_db_each_trial_row(db, &everything, count_row, &n, err) < 0)
        return -1;
    if (n == 0) {
        ft_err_set(err, FT_ERR_FOUND, "the database holds no trial yet");
        ft_err_hint(err, "'fatune --config FILE' fills it");
        return -1;
    }
    if (blame(db, &device, "device", filter->device, "SELECT name FROM device ORDER BY id", err) ||
        blame(db, &problem, "problem", filter->problem,
              "SELECT DISTINCT name FROM problem_name ORDER BY problem_id", err) ||
        blame(db, &family, "family", filter->family,
              "SELECT DISTINCT contestant FROM trial ORDER BY contestant", err))
        return -1;
    n = 0;
    if (ft_db_each_trial_row(db, filter, count_row, &n, err) < 0)
        return -1;
    if (n == 0)
        return ft_err_set(err, FT_ERR_FOUND, "nothing in the database matches all of the filters");
    size_t n_winners = 0;
    if (ft_db_each_winner(db, filter, count_row, &n_winners, err) < 0)
        return -1;
    if (n_winners > 0) {
        ft_err_set(err, FT_ERR_FOUND, "no machine code is stored for what won");
        ft_err_hint(err, "tune it again; outside contestants cannot be exported");
        return -1;
    }
    ft_err_set(err, FT_ERR_FOUND, "%zu trial%s, but none was chosen as a winner", n,
               n == 1 ? " matches" : "s match");
    ft_err_hint(err, "'fatune query --all' shows how each of them ended");
    return -1;
}
