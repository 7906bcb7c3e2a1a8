/* cmd_report_data.c -- reads what a report shows
 *
 * The idea: rows are kept as the database's views give them, as texts; only what plots and tables
 * need beyond that is derived, once, for each winner: the baselines' times, the heads' group.
 *
 * Invariants: winners and trials are ordered by device and problem (store/select.h), so that the
 * trials of a winner are one stretch of rows. A baseline is compared only where its L2 mode is the
 * winner's; where another timer took its time, the winner says so.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/stats.h"
#include "cmd_report.h"

static int keep_row(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct ft_report_rows *rows = ctx;
    if (rows->n == 0) {
        rows->n_columns = (size_t)n;
        rows->names = ft_arena_alloc(rows->arena, (size_t)n * sizeof *rows->names);
        for (int i = 0; i < n; i++)
            rows->names[i] = ft_arena_strdup(rows->arena, names[i]);
    }
    FT_GROW(rows->values, (rows->n + 1) * rows->n_columns, rows->cap);
    const char **row = rows->values + rows->n++ * rows->n_columns;
    for (int i = 0; i < n; i++)
        row[i] = values[i] ? ft_arena_strdup(rows->arena, values[i]) : NULL;
    return 0;
}

const char *ft_report_text(const struct ft_report_rows *rows, size_t row, const char *column)
{
    return ft_db_row_text((int)rows->n_columns, rows->names, rows->values + row * rows->n_columns,
                          column);
}

double ft_report_number(const struct ft_report_rows *rows, size_t row, const char *column)
{
    return ft_db_row_number((int)rows->n_columns, rows->names, rows->values + row * rows->n_columns,
                            column);
}

const char *ft_report_param(struct ft_report *r, const char *config, const char *name)
{
    size_t bytes = strlen(name);
    for (const char *at = config; at && *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL)
        if (strncmp(at, name, bytes) == 0 && at[bytes] == '=')
            return ft_arena_strndup(r->arena, at + bytes + 1, strcspn(at + bytes + 1, ","));
    return "";
}

/* ---- devices and their baselines ---- */

static struct ft_report_device *device_of(struct ft_report *r, const char *id)
{
    for (size_t i = 0; i < r->n_devices; i++)
        if (strcmp(r->devices[i].id, id) == 0)
            return &r->devices[i];
    return NULL;
}

static int is_outside(const struct ft_report *r, size_t trial)
{
    return !ft_report_text(&r->trials, trial, "signature");
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void find_baselines(const struct ft_report *r, struct ft_report_device *d)
{
    for (size_t t = d->first_trial; t < d->first_trial + d->n_trials; t++) {
        int i = 0;
        if (!is_outside(r, t) || strcmp(ft_report_text(&r->trials, t, "outcome"), "ok") != 0)
            continue;
        const char *name = ft_report_text(&r->trials, t, "contestant");
        while (i < d->n_baselines && strcmp(d->baselines[i], name) != 0)
            i++;
        if (i == d->n_baselines && i < FT_REPORT_MAX_BASELINES)
            d->baselines[d->n_baselines++] = name;
    }
    qsort(d->baselines, (size_t)d->n_baselines, sizeof *d->baselines, by_name);
}

/* A device has a section when there is a trial on it; without a winner it shows what failed. (No
 * winner on any device is an error.) */
static void find_devices(struct ft_report *r)
{
    r->devices =
        ft_arena_alloc(r->arena, (r->device_rows.n ? r->device_rows.n : 1) * sizeof *r->devices);
    for (size_t t = 0; t < r->trials.n; t++) {
        const char *id = ft_report_text(&r->trials, t, "device_id");
        struct ft_report_device *d = device_of(r, id);
        if (!d) {
            d = &r->devices[r->n_devices++];
            d->id = id;
            d->name = ft_report_text(&r->trials, t, "device");
            d->first_trial = t;
            for (size_t i = 0; i < r->device_rows.n; i++)
                if (strcmp(ft_report_text(&r->device_rows, i, "id"), id) == 0)
                    d->row = i;
        }
        d->n_trials++;
    }
    for (size_t i = 0; i < r->n_devices; i++)
        find_baselines(r, &r->devices[i]);
}

/* ---- winners ---- */

static size_t find_trial(const struct ft_report *r, const struct ft_report_winner *w,
                         const char *id)
{
    for (size_t t = w->first_trial; id && t < w->first_trial + w->n_trials; t++)
        if (strcmp(ft_report_text(&r->trials, t, "trial_id"), id) == 0)
            return t;
    return SIZE_MAX;
}

static int same(const struct ft_report *r, size_t a, size_t b, const char *column)
{
    return strcmp(ft_report_text(&r->trials, a, column), ft_report_text(&r->trials, b, column)) ==
           0;
}

/* Time of one baseline; a trial that was timed as our own is preferred. */
static double baseline_ns(const struct ft_report *r, struct ft_report_winner *w, size_t row,
                          const char *name)
{
    size_t like = w->own_trial != SIZE_MAX ? w->own_trial : w->trial, found = SIZE_MAX;
    for (size_t t = w->first_trial; t < w->first_trial + w->n_trials; t++) {
        if (!is_outside(r, t) || strcmp(ft_report_text(&r->trials, t, "contestant"), name) != 0 ||
            strcmp(ft_report_text(&r->trials, t, "outcome"), "ok") != 0 ||
            isnan(ft_report_number(&r->trials, t, "median_ns")) || !same(r, t, like, "cache"))
            continue;
        if (found == SIZE_MAX || (!same(r, found, like, "timer") && same(r, t, like, "timer")))
            found = t;
    }
    if (found == SIZE_MAX)
        return NAN;
    if (!same(r, found, like, "timer"))
        w->timer_differs = 1;
    return found == w->trial ? ft_report_number(&r->winner_rows, row, "median_ns")
                             : ft_report_number(&r->trials, found, "median_ns");
}

static void derive_winner(struct ft_report *r, size_t row)
{
    struct ft_report_winner *w = &r->winners[row];
    const struct ft_report_rows *rows = &r->winner_rows;
    const char *device_id = ft_report_text(rows, row, "device_id");
    const char *problem_id = ft_report_text(rows, row, "problem_id");
    struct ft_report_device *d = device_of(r, device_id);

    w->device = (size_t)(d - r->devices);
    if (d->n++ == 0)
        d->first_winner = row;
    w->id = ft_arena_printf(r->arena, "d%s-%s", device_id, problem_id);
    w->name = ft_report_text(rows, row, "problem");
    w->key = ft_report_text(rows, row, "key");
    if (ft_problem_parse_key(w->key, &w->problem) < 0)
        memset(&w->problem, 0, sizeof w->problem);
    double median_ns = ft_report_number(rows, row, "median_ns");
    w->min_bytes = ft_report_number(rows, row, "gbps") * median_ns;
    w->flops = ft_report_number(rows, row, "tflops") * median_ns * 1000;

    for (size_t t = d->first_trial; t < d->first_trial + d->n_trials; t++)
        if (strcmp(ft_report_text(&r->trials, t, "problem_id"), problem_id) == 0) {
            if (w->n_trials++ == 0)
                w->first_trial = t;
        } else if (w->n_trials > 0) {
            break;
        }
    w->trial = find_trial(r, w, ft_report_text(rows, row, "trial_id"));
    w->own_trial = find_trial(r, w, ft_report_text(rows, row, "own_trial_id"));
    w->runner_up = find_trial(r, w, ft_report_text(rows, row, "runner_up_id"));
    if (w->own_trial != SIZE_MAX && is_outside(r, w->own_trial))
        w->own_trial = SIZE_MAX;
    w->own_ns = w->own_trial != SIZE_MAX ? ft_report_number(rows, row, "own_median_ns") : NAN;
    w->best_baseline = -1;
    for (int i = 0; i < d->n_baselines; i++) {
        w->baseline_ns[i] = baseline_ns(r, w, row, d->baselines[i]);
        if (!isnan(w->baseline_ns[i]) &&
            (w->best_baseline < 0 || w->baseline_ns[i] < w->baseline_ns[w->best_baseline]))
            w->best_baseline = i;
    }
}

/* ---- groups: equal but for batch and lengths ---- */

static const char *part_of_key(struct ft_report *r, const char *key)
{
    struct ft_buf part = FT_BUF_INIT;
    for (const char *at = key; *at; at += strcspn(at, ","), at += *at == ',') {
        size_t bytes = strcspn(at, ",");
        if (strncmp(at, "batch=", 6) == 0 || strncmp(at, "seqlen_q=", 9) == 0 ||
            strncmp(at, "seqlen_kv=", 10) == 0)
            continue;
        ft_buf_printf(&part, "%s%.*s", part.len ? "," : "", (int)bytes, at);
    }
    const char *text = ft_arena_strdup(r->arena, ft_buf_str(&part));
    ft_buf_free(&part);
    return text;
}

static const char *group_title(struct ft_report *r, const struct ft_problem *p)
{
    struct ft_buf title = FT_BUF_INIT;
    ft_buf_printf(&title, "%s%s, %d query heads, %d KV head%s, head size %d, %s",
                  p->f.seqlen_q == 1 ? "Decode" : "Prefill",
                  p->f.op == FATUNE_OP_BWD ? " backward" : "", p->f.q_heads, p->f.kv_heads,
                  p->f.kv_heads == 1 ? "" : "s", p->f.head_dim, ft_dtype_name(p->f.dtype));
    if (p->f.kv_dtype != p->f.dtype)
        ft_buf_printf(&title, ", %s cache", ft_dtype_name(p->f.kv_dtype));
    if (p->f.kv == FATUNE_KV_PAGED)
        ft_buf_printf(&title, ", pages of %d", p->f.page_size);
    else if (p->f.kv != FATUNE_KV_STRIDED)
        ft_buf_printf(&title, ", %s", ft_kv_form_name(p->f.kv));
    if (p->f.mask != FATUNE_MASK_NONE)
        ft_buf_printf(&title, ", %s", ft_mask_name(p->f.mask));
    if (p->f.window_left >= 0)
        ft_buf_printf(&title, ", window %d", p->f.window_left);
    if (p->lengths != FT_LENGTHS_EQUAL)
        ft_buf_printf(&title, ", %s lengths", ft_lengths_name(p->lengths));
    if (p->f.want_lse)
        ft_buf_puts(&title, ", with LSE");
    if (p->f.batch_invariant)
        ft_buf_puts(&title, ", batch invariant");
    const char *text = ft_arena_strdup(r->arena, ft_buf_str(&title));
    ft_buf_free(&title);
    return text;
}

/* Has the problem of this winner a name that starts with these bytes? */
static int has_name(const struct ft_report *r, size_t winner, const char *start, size_t bytes)
{
    const char *problem_id = ft_report_text(&r->winner_rows, winner, "problem_id");
    for (size_t i = 0; i < r->problem_names.n; i++)
        if (strcmp(ft_report_text(&r->problem_names, i, "problem_id"), problem_id) == 0 &&
            strncmp(ft_report_text(&r->problem_names, i, "name"), start, bytes) == 0)
            return 1;
    return 0;
}

/* The group's names for people: what the names of all its problems start with, up to the last '-'
 * of one of them. */
static const char *group_models(struct ft_report *r, const struct ft_report_device *d, int group)
{
    struct ft_buf models = FT_BUF_INIT;
    size_t first = d->first_winner;
    while (r->winners[first].group != group)
        first++;
    const char *problem_id = ft_report_text(&r->winner_rows, first, "problem_id");
    for (size_t i = 0; i < r->problem_names.n; i++) {
        const char *name = ft_report_text(&r->problem_names, i, "name"), *end = strrchr(name, '-');
        if (strcmp(ft_report_text(&r->problem_names, i, "problem_id"), problem_id) != 0)
            continue;
        size_t bytes = end ? (size_t)(end - name) : strlen(name);
        int is_shared = 1;
        for (size_t w = d->first_winner; w < d->first_winner + d->n; w++)
            if (r->winners[w].group == group && !has_name(r, w, name, bytes))
                is_shared = 0;
        if (is_shared)
            ft_buf_printf(&models, "%s%.*s", models.len ? ", " : "", (int)bytes, name);
    }
    const char *text = ft_arena_strdup(r->arena, ft_buf_str(&models));
    ft_buf_free(&models);
    return text;
}

/* Work a byte from which a problem counts as bound by arithmetic, not by memory. */
#define TFLOPS_FROM_INTENSITY 64

static void find_groups(struct ft_report *r, struct ft_report_device *d)
{
    for (size_t i = d->first_winner; i < d->first_winner + d->n; i++) {
        struct ft_report_winner *w = &r->winners[i];
        const char *part = part_of_key(r, w->key);
        if (w->problem.f.seqlen_q == 1) /* decode and prefill of the same heads are two plots */
            part = ft_arena_printf(r->arena, "decode,%s", part);
        for (w->group = 0; w->group < d->n_groups; w->group++)
            if (strcmp(d->groups[w->group].part, part) == 0)
                break;
        if (w->group == d->n_groups) {
            FT_GROW(d->groups, (size_t)d->n_groups + 1, d->cap_groups);
            d->groups[d->n_groups++] = (struct ft_report_group){
                .title = group_title(r, &w->problem), .part = part, .unit = "GB/s"};
        }
        struct ft_report_group *group = &d->groups[w->group];
        group->n++;
        w->is_tflops = w->flops > TFLOPS_FROM_INTENSITY * w->min_bytes;
        if (w->is_tflops) {
            group->is_tflops = 1;
            group->unit = "TFLOP/s";
        }
    }
    for (int i = 0; i < d->n_groups; i++)
        d->groups[i].models = group_models(r, d, i);
}

int ft_report_load(struct ft_report *r, const struct ft_db_filter *filter, struct ft_err *err)
{
    r->arena = ft_arena_new();
    r->filter = filter;
    r->winner_rows.arena = r->trials.arena = r->losses.arena = r->device_rows.arena =
        r->runs.arena = r->problem_names.arena = r->arena;
    if (ft_db_each_winner(r->db, filter, keep_row, &r->winner_rows, err) < 0 ||
        ft_db_each_trial_row(r->db, filter, keep_row, &r->trials, err) < 0 ||
        ft_db_each_loss(r->db, filter, keep_row, &r->losses, err) < 0 ||
        ft_db_winners_table(r->db, filter, &r->winner_table, err) < 0 ||
        ft_db_select(r->db, keep_row, &r->device_rows, err, "SELECT * FROM device ORDER BY id", 0,
                     NULL) < 0 ||
        ft_db_select(r->db, keep_row, &r->runs, err,
                     "SELECT id, device_id, experiment, command, fatune_version, driver, nvrtc, "
                     "cupti, timer, cache, seed, status, started_at, "
                     "(julianday(ended_at) - julianday(started_at)) * 86400 AS seconds "
                     "FROM run ORDER BY id",
                     0, NULL) < 0 ||
        ft_db_select(r->db, keep_row, &r->problem_names, err,
                     "SELECT problem_id, name FROM problem_name ORDER BY problem_id, name", 0,
                     NULL) < 0)
        return -1;
    if (r->winner_rows.n == 0)
        return ft_db_explain_nothing(r->db, filter, err);
    find_devices(r);
    r->n_winners = r->winner_rows.n;
    r->winners = ft_arena_alloc(r->arena, (r->n_winners ? r->n_winners : 1) * sizeof *r->winners);
    for (size_t i = 0; i < r->n_winners; i++)
        derive_winner(r, i);
    for (size_t i = 0; i < r->n_devices; i++)
        find_groups(r, &r->devices[i]);
    return 0;
}

void ft_report_free(struct ft_report *r)
{
    struct ft_report_rows *all[] = {&r->winner_rows, &r->trials, &r->losses,
                                    &r->device_rows, &r->runs,   &r->problem_names};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]->values);
    for (size_t i = 0; i < r->n_devices; i++)
        free(r->devices[i].groups);
    ft_report_pairs_free(r);
    ft_table_free(&r->winner_table);
    ft_arena_free(r->arena);
}

void ft_report_summarise(const struct ft_report *r, const struct ft_report_device *d,
                         struct ft_report_summary *out)
{
    struct ft_report_summary s = {.n = d->n, .n_trials = d->n_trials};
    double *roof = ft_malloc((d->n + 1) * sizeof *roof), log_sum[2] = {0};
    for (size_t i = d->first_winner; i < d->first_winner + d->n; i++) {
        const struct ft_report_winner *w = &r->winners[i];
        double roof_ns = ft_report_number(&r->winner_rows, i, "roof_ns");
        if (w->trial != SIZE_MAX && w->trial == w->own_trial)
            s.n_own++;
        else
            s.n_outside++;
        if (isfinite(roof_ns / w->own_ns) && !w->is_tflops)
            roof[s.n_roof++] = roof_ns / w->own_ns;
        if (w->best_baseline >= 0 && isfinite(w->own_ns)) {
            log_sum[!!w->is_tflops] += log(w->baseline_ns[w->best_baseline] / w->own_ns);
            s.against_baseline[!!w->is_tflops].n++;
        }
    }
    for (size_t t = d->first_trial; t < d->first_trial + d->n_trials; t++)
        s.n_valid += strcmp(ft_report_text(&r->trials, t, "outcome"), "ok") == 0;
    s.median_roof_ratio = s.n_roof ? ft_median(roof, s.n_roof) : NAN;
    for (int i = 0; i < 2; i++) /* NaN of none */
        s.against_baseline[i].ratio = exp(log_sum[i] / (double)s.against_baseline[i].n);
    free(roof);
    *out = s;
}
