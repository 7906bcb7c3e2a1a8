/* cmd_tune_show.c -- what `fatune tune` says while it runs, and at its end
 *
 * Progress is one line on stderr, redrawn on a TTY; the table on stdout is read back from the
 * database, so that a second run with nothing to do prints the same winners as the first.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include "base/buf.h"
#include "base/log.h"
#include "base/units.h"
#include "cmd_tune.h"
#include "cmd_util.h"
#include "cmd_winners.h"
#include "store/select.h"

static void show_device(void *ctx, const struct ft_device *device, const char *timer, size_t n_gpus)
{
    char times[32] = "";
    (void)ctx;
    if (n_gpus > 1)
        snprintf(times, sizeof times, "%zu x ", n_gpus);
    if (strcmp(device->arch, FT_ARCH_CPU) == 0)
        ft_note("cpu: kernels run thread by thread on this machine, times by its own clock");
    else if (device->read_roof_gbps > 0)
        ft_note("%s%s (%s, %d SMs, plain read %.2f TB/s), times by %s", times, device->name,
                device->arch, device->sms, device->read_roof_gbps / 1000,
                strcmp(timer, "cupti") == 0 ? "CUPTI activity records" : "CUDA events");
    else
        ft_note("%s%s (%s, %d SMs)", times, device->name, device->arch, device->sms);
}

static void add_failures(struct ft_buf *text, const int outcomes[FT_N_OUTCOMES])
{
    for (int i = 0; i < FT_N_OUTCOMES; i++)
        if (i != FT_OUT_OK && outcomes[i] > 0)
            ft_buf_printf(text, " · %d %s", outcomes[i], ft_outcome_name((enum ft_outcome)i));
}

static void show_progress(void *ctx, const struct ft_tune_progress *p)
{
    struct ft_buf text = FT_BUF_INIT;
    char time[FT_UNIT_BYTES];
    (void)ctx;
    if (p->n_lanes > 1)
        ft_buf_printf(&text, "[%zu of %zu done, %zu GPUs] %s %s", p->n_done, p->n_problems,
                      p->n_lanes, p->problem, p->phase);
    else
        ft_buf_printf(&text, "[%zu/%zu] %s %s", p->problem_i + 1, p->n_problems, p->problem,
                      p->phase);
    if (p->trial_i < p->n_trials)
        ft_buf_printf(&text, " %zu/%zu", p->trial_i + 1, p->n_trials);
    if (p->n_compile_pending > 0)
        ft_buf_printf(&text, " · compile %zu", p->n_compile_pending);
    if (p->best_ns > 0)
        ft_buf_printf(&text, " · best %s", ft_format_ns(p->best_ns, time));
    ft_buf_printf(&text, " · %d ok", p->outcomes[FT_OUT_OK]);
    add_failures(&text, p->outcomes);
    if (p->eta_s > 0)
        ft_buf_printf(&text, " · ETA %s", ft_format_seconds(p->eta_s, time));
    ft_progress("%s", ft_buf_str(&text));
    ft_buf_free(&text);
}

static void show_result(void *ctx, const struct ft_tune_result *r)
{
    char time[FT_UNIT_BYTES];
    struct ft_buf failures = FT_BUF_INIT;
    (void)ctx;
    add_failures(&failures, r->outcomes);
    if (r->has_winner)
        ft_info("%s: %s %s %s%s", r->problem->names[0], ft_format_ns(r->median_ns, time),
                r->contestant, r->config, ft_buf_str(&failures));
    else if (!r->is_kept)
        ft_warn("%s: no valid config (%d tried%s): %s", r->problem->names[0], r->n_trials,
                ft_buf_str(&failures), r->note);
    ft_buf_free(&failures);
}

const struct ft_tune_observer ft_tune_on_terminal = {NULL, show_device, show_progress, show_result};

/* ---- what won ---- */

struct printing {
    const struct ft_tune_shown *shown;
    struct ft_table_out *table;
};

static const struct ft_named_problem *find_problem(const struct ft_tune_shown *shown,
                                                   const char *key)
{
    for (size_t i = 0; i < shown->experiment->n_problems; i++) {
        const struct ft_named_problem *p = &shown->experiment->problems[i];
        if (strcmp(p->key, key) == 0)
            return (!shown->problem_glob || ft_problem_matches(p, shown->problem_glob)) &&
                           (!shown->selected || shown->selected[i])
                       ? p
                       : NULL;
    }
    return NULL;
}

static int is_shown(const void *ctx, int n, const char *const *names, const char *const *values)
{
    const struct ft_tune_shown *shown = ctx;
    const int64_t device_id = (int64_t)ft_db_row_number(n, names, values, "device_id");
    int is_device = 0;
    for (size_t i = 0; i < shown->runs->n; i++)
        is_device |= shown->runs->devices[i] == device_id;
    return is_device && find_problem(shown, ft_db_row_text(n, names, values, "key"));
}

/* Under the name that was asked for, and how many more the problem has. */
static int add_row(void *ctx, int n, const char *const *names, const char *const *values)
{
    const struct printing *printing = ctx;
    const struct ft_tune_shown *shown = printing->shown;
    const struct ft_named_problem *p = find_problem(shown, ft_db_row_text(n, names, values, "key"));
    size_t asked = 0;
    char name[256];
    for (size_t i = p->n_names; shown->problem_glob && i-- > 0;)
        if (fnmatch(shown->problem_glob, p->names[i], FNM_CASEFOLD) == 0)
            asked = i;
    snprintf(name, sizeof name, p->n_names > 1 ? "%s +%zu" : "%s", p->names[asked], p->n_names - 1);
    ft_cmd_winner_row(printing->table, name, n, names, values);
    return 0;
}

/* Why candidates of this run failed: each kind of reason once, with an example. */
static int add_failure(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct ft_buf *text = ctx;
    const char *detail = ft_db_row_text(n, names, values, "detail");
    ft_buf_printf(text, "  %s %s: %.*s", ft_db_row_text(n, names, values, "n"),
                  ft_db_row_text(n, names, values, "outcome"), (int)strcspn(detail, "\n"), detail);
    ft_buf_printf(text, "  (%s %s)\n", ft_db_row_text(n, names, values, "contestant"),
                  ft_db_row_text(n, names, values, "config"));
    return 0;
}

static int note_failures(struct ft_db *db, int64_t run_id, struct ft_err *err)
{
    struct ft_buf text = FT_BUF_INIT;
    char id[32];
    const char *args[] = {id};
    snprintf(id, sizeof id, "%lld", (long long)run_id);
    int rc = ft_db_select(db, add_failure, &text, err,
                          "SELECT count(*) AS n, outcome, detail, contestant, config FROM trial "
                          "WHERE run_id = ? AND outcome <> 'ok' GROUP BY outcome, "
                          "substr(detail, -24) ORDER BY n DESC LIMIT 12",
                          1, args);
    if (rc == 0 && text.len > 0)
        ft_note(
            "failed candidates of this run, an example each ('fatune query --all' has all):\n%.*s",
            (int)text.len - 1, text.data);
    ft_buf_free(&text);
    return rc;
}

int ft_tune_print_winners(const char *db_path, const struct ft_tune_shown *shown,
                          enum ft_table_format format, struct ft_err *err)
{
    struct ft_table_out table = FT_TABLE_INIT;
    struct ft_db_filter filter = {.accept = is_shown, .accept_ctx = (void *)(uintptr_t)shown};
    struct ft_db *db = ft_db_open(db_path, FT_DB_READ, err);
    int rc = db ? 0 : -1;
    struct printing printing = {shown, &table};
    if (rc == 0 && format != FT_TABLE_TEXT) {
        rc = ft_db_winners_table(db, &filter, &table, err);
    } else if (rc == 0) {
        ft_cmd_winner_columns(&table);
        rc = ft_db_each_winner(db, &filter, add_row, &printing, err);
    }
    if (rc == 0 && (ft_table_rows(&table) > 0 || format != FT_TABLE_TEXT))
        ft_cmd_print_table(&table, format);
    for (size_t i = 0; rc == 0 && i < shown->runs->n; i++)
        if (shown->runs->runs[i] > 0)
            rc = note_failures(db, shown->runs->runs[i], err);
    ft_db_close(db);
    ft_table_free(&table);
    return rc;
}

/* Where the time went: "time: samples 3m12s (45 %), ...". What is under a percent is in "other". */
static void note_spending(const struct ft_tune_totals *t)
{
    static const char *const names[FT_N_SPENDING] = {[FT_SPENT_SETUP] = "set-up",
                                                     [FT_SPENT_LOADING] = "loading",
                                                     [FT_SPENT_VALIDATION] = "validation",
                                                     [FT_SPENT_SAMPLES] = "samples",
                                                     [FT_SPENT_COUNTERS] = "counters",
                                                     [FT_SPENT_BASELINES] = "baselines",
                                                     [FT_SPENT_BUILDS] = "waiting for builds",
                                                     [FT_SPENT_COOLING] = "waiting for a hot GPU"};
    struct ft_buf text = FT_BUF_INIT;
    char time[FT_UNIT_BYTES];
    double other = t->lanes_s;
    for (int i = 0; i < FT_N_SPENDING; i++) {
        if (t->spent_s[i] < 0.01 * t->lanes_s)
            continue;
        other -= t->spent_s[i];
        ft_buf_printf(&text, "%s %s (%.0f %%), ", names[i], ft_format_seconds(t->spent_s[i], time),
                      100 * t->spent_s[i] / t->lanes_s);
    }
    ft_note("time: %sother %s (%.0f %%)", ft_buf_str(&text), ft_format_seconds(other, time),
            100 * other / t->lanes_s);
    ft_buf_free(&text);
}

void ft_tune_note_totals(const struct ft_tune_totals *t, const char *db_path)
{
    struct ft_buf text = FT_BUF_INIT;
    char wall[FT_UNIT_BYTES], cpu[FT_UNIT_BYTES];
    ft_buf_printf(&text, "%zu problem%s: %zu tuned, %zu known already", t->n_problems,
                  t->n_problems == 1 ? "" : "s", t->n_winners, t->n_kept);
    if (t->n_trials > 0) {
        ft_buf_printf(&text, "; %zu configs: %d ok", t->n_trials, t->outcomes[FT_OUT_OK]);
        add_failures(&text, t->outcomes);
        ft_buf_printf(&text, "; %zu builds (%zu cached", t->n_builds, t->n_cached_builds);
        if (t->n_cached_builds < t->n_builds)
            ft_buf_printf(&text, ", %s of compiling", ft_format_seconds(t->compile_s, cpu));
        ft_buf_putc(&text, ')');
    }
    if (t->n_restarts > 0)
        ft_buf_printf(&text, "; GPU worker replaced %d time%s", t->n_restarts,
                      t->n_restarts == 1 ? "" : "s");
    ft_buf_printf(&text, "; %s, results in %s", ft_format_seconds(t->wall_s, wall), db_path);
    ft_note("%s", ft_buf_str(&text));
    ft_buf_free(&text);
    if (t->n_trials > 0)
        note_spending(t);
    if (t->n_throttled > 0)
        ft_warn(
            "the GPU held its clock back %d time%s (heat, power): what was timed then was timed "
            "again after a pause, or is marked where that did not help",
            t->n_throttled, t->n_throttled == 1 ? "" : "s");
    if (t->n_lowered > 0)
        ft_note("%zu problem%s searched with less rigor, to share the budget: the same command "
                "goes on with them",
                t->n_lowered, t->n_lowered == 1 ? " was" : "s were");
}
