/* cmd_report_detail.c -- the part of a report's page about one problem, and about one build
 *
 * Each part leads on: a problem to its row, its heat map, and the builds of its candidates; a build
 * is shown once, however many problems it serves.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/units.h"
#include "cmd_report.h"
#include "cmd_report_figures.h"
#include "cmd_report_html.h"

#define MAX_REASONS 5 /* of failures of a problem */

static void use_build(struct ft_report_builds *builds, const char *id)
{
    for (size_t i = 0; i < builds->n; i++)
        if (strcmp(builds->ids[i], id) == 0)
            return;
    FT_GROW(builds->ids, builds->n + 1, builds->cap);
    builds->ids[builds->n++] = id;
}

static void put_item(struct ft_buf *out, const char *name, const char *value)
{
    ft_buf_printf(out, "<dt>%s</dt><dd>", name);
    ft_html_text(out, value);
    ft_buf_puts(out, "</dd>\n");
}

static void put_count(struct ft_buf *out, const char *name, double v)
{
    char text[FT_UNIT_BYTES];
    if (!isfinite(v))
        return;
    snprintf(text, sizeof text, "%.0f", v);
    put_item(out, name, text);
}

static void put_bytes(struct ft_buf *out, const char *name, double v)
{
    char text[FT_UNIT_BYTES];
    if (isfinite(v))
        put_item(out, name, ft_format_bytes(v, text));
}

static void put_error(struct ft_buf *out, const char *name, double v, const char *more)
{
    if (isfinite(v))
        ft_buf_printf(out, "<dt>%s</dt><dd>%.3g%s</dd>\n", name, v, more);
}

/* ---- times ---- */

static void put_time_row(struct ft_report *r, size_t winner, const char *what, size_t trial,
                         const char *name, double ns, struct ft_report_builds *builds,
                         struct ft_buf *out)
{
    const struct ft_report_winner *w = &r->winners[winner];
    const struct ft_report_group *group = &r->devices[w->device].groups[w->group];
    double winner_ns = ft_report_number(&r->winner_rows, winner, "median_ns");
    const char *build = NULL, *config = "";
    if (trial != SIZE_MAX) {
        build = ft_report_text(&r->trials, trial, "build_id");
        config = ft_report_text(&r->trials, trial, "config");
    }
    if (!isfinite(ns))
        return;
    ft_buf_printf(out, "<tr><td>%s</td><td class=\"main\">", what);
    ft_html_text(out, name);
    if (*config) {
        ft_buf_puts(out, build ? " <a class=\"config\" href=\"#b" : " <span class=\"config\">");
        if (build) {
            ft_buf_printf(out, "%s\">", build);
            use_build(builds, build);
        }
        ft_html_config(out, config);
        ft_buf_puts(out, build ? "</a>" : "</span>");
    }
    ft_buf_puts(out, "</td><td class=\"num\">");
    ft_html_time(out, ns);
    ft_buf_puts(out, "</td><td class=\"num extra\">");
    ft_html_number(out, (group->is_tflops ? w->flops / 1000 : w->min_bytes) / ns);
    ft_buf_printf(out, "</td><td class=\"num\">%.3f</td></tr>\n", ns / winner_ns);
}

static void put_times(struct ft_report *r, size_t i, struct ft_report_builds *builds,
                      struct ft_buf *out)
{
    const struct ft_report_winner *w = &r->winners[i];
    const struct ft_report_device *d = &r->devices[w->device];
#define NUMBER(column) ft_report_number(&r->winner_rows, i, column)
#define TEXT(column)   ft_report_text(&r->winner_rows, i, column)
    double median_ns = NUMBER("median_ns");
    ft_buf_printf(out,
                  "<section class=\"wide\"><h4>Times</h4>\n<table class=\"times stack\"><thead><tr>"
                  "<th></th><th class=\"main\">Contestant</th><th class=\"num\">Time</th><th "
                  "class=\"num extra\">%s</th>"
                  "<th class=\"num\">Of winner</th></tr></thead><tbody>\n",
                  d->groups[w->group].unit);
    put_time_row(r, i, "Winner", w->trial, TEXT("contestant"), median_ns, builds, out);
    if (w->own_trial != SIZE_MAX && w->own_trial != w->trial)
        put_time_row(r, i, "Own kernel", w->own_trial, TEXT("own_contestant"), w->own_ns, builds,
                     out);
    if (w->runner_up != SIZE_MAX && w->runner_up != w->own_trial)
        put_time_row(r, i, "Runner-up", w->runner_up, TEXT("runner_up"),
                     NUMBER("runner_up_median_ns"), builds, out);
    for (int b = 0; b < d->n_baselines; b++)
        if (strcmp(d->baselines[b], TEXT("contestant")) != 0)
            put_time_row(r, i, "Baseline", SIZE_MAX, d->baselines[b], w->baseline_ns[b], builds,
                         out);
    put_time_row(r, i, "Roof", SIZE_MAX, "plain read of the same bytes", NUMBER("roof_ns"), builds,
                 out);
    ft_buf_printf(out,
                  "</tbody></table>\n<p class=\"small\">Median of %.0f samples, 95 %% "
                  "interval ",
                  NUMBER("n_samples"));
    ft_html_time(out, NUMBER("ci_low_ns"));
    ft_buf_puts(out, " to ");
    ft_html_time(out, NUMBER("ci_high_ns"));
    ft_buf_puts(out, "; timer ");
    ft_html_text(out, TEXT("timer"));
    ft_buf_puts(out, ", L2 ");
    ft_html_text(out, TEXT("cache"));
    if (isfinite(NUMBER("optimism_ratio")))
        ft_buf_printf(out, "; %+.1f %% against the samples of the choice",
                      NUMBER("optimism_ratio") * 100);
    if (w->timer_differs)
        ft_buf_puts(out, "; a baseline was timed with another timer");
    ft_buf_puts(out, ".</p>\n");
    if (NUMBER("n_ties") > 0) {
        ft_buf_printf(out, "<details><summary>Ties with %.0f other%s</summary>\n<pre>",
                      NUMBER("n_ties"), NUMBER("n_ties") == 1 ? "" : "s");
        ft_html_text(out, TEXT("ties"));
        ft_buf_puts(out, "</pre></details>\n");
    }
    ft_buf_puts(out, "</section>\n");
#undef NUMBER
#undef TEXT
}

/* ---- the kernel ---- */

static void put_kernel(struct ft_report *r, size_t trial, struct ft_report_builds *builds,
                       struct ft_buf *out)
{
#define NUMBER(column) ft_report_number(&r->trials, trial, column)
    const char *build = ft_report_text(&r->trials, trial, "build_id");
    ft_buf_puts(out, "<section><h4>Own kernel</h4>\n<dl>\n");
    put_item(out, "Family", ft_report_text(&r->trials, trial, "contestant"));
    ft_buf_puts(out, "<dt>Config</dt><dd class=\"config\">");
    ft_html_config(out, ft_report_text(&r->trials, trial, "config"));
    ft_buf_puts(out, "</dd>\n");
    if (build) {
        ft_buf_printf(out, "<dt>Build</dt><dd><a href=\"#b%s\">header and compile log</a></dd>\n",
                      build);
        use_build(builds, build);
    }
    put_count(out, "Registers a thread", NUMBER("regs"));
    put_bytes(out, "Spilled a thread", NUMBER("spill_bytes"));
    put_bytes(out, "Shared memory a CTA", NUMBER("smem_bytes"));
    put_count(out, "CTAs an SM holds", NUMBER("ctas_per_sm"));
    put_bytes(out, "Workspace of a call", NUMBER("workspace_bytes"));
    ft_buf_puts(out, "</dl></section>\n");
#undef NUMBER
}

static void put_errors(struct ft_report *r, size_t trial, struct ft_buf *out)
{
#define NUMBER(column) ft_report_number(&r->trials, trial, column)
    struct ft_buf allowed = FT_BUF_INIT;
    ft_buf_puts(out, "<h4>Errors against the reference</h4>\n<dl>\n");
    if (isfinite(NUMBER("tol")))
        ft_buf_printf(&allowed, ", allowed %.3g", NUMBER("tol"));
    put_error(out, "Largest absolute", NUMBER("max_abs"), ft_buf_str(&allowed));
    put_error(out, "Mean absolute", NUMBER("mean_abs"), "");
    put_error(out, "Relative L2", NUMBER("rel_l2"), "");
    if (isfinite(NUMBER("cosine")))
        ft_buf_printf(out, "<dt>Cosine similarity</dt><dd>%.8f</dd>\n", NUMBER("cosine"));
    put_error(out, "Log-sum-exp, absolute", NUMBER("lse_max_abs"), "");
    ft_buf_puts(out, "</dl>\n");
    ft_buf_free(&allowed);
#undef NUMBER
}

/* Whole numbers in groups of three digits. */
static void put_grouped(struct ft_buf *out, double v)
{
    char digits[64];
    if ((v != floor(v) && fabs(v) < 1000) || fabs(v) >= 1e15) {
        ft_html_number(out, v);
        return;
    }
    int n = snprintf(digits, sizeof digits, "%.0f", v);
    for (int i = 0; i < n; i++) {
        ft_buf_putc(out, digits[i]);
        if ((n - i - 1) % 3 == 0 && i + 1 < n && digits[i] != '-')
            ft_buf_puts(out, "\xe2\x80\xaf"); /* a narrow space that does not break */
    }
}

static int put_counter(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct ft_buf *out = ctx;
    ft_buf_puts(out, "<dt>");
    ft_html_text(out, ft_db_row_text(n, names, values, "name"));
    ft_buf_puts(out, "</dt><dd>");
    put_grouped(out, ft_db_row_number(n, names, values, "value"));
    ft_buf_puts(out, "</dd>\n");
    return 0;
}

static int put_counters(struct ft_report *r, size_t trial, struct ft_buf *out, struct ft_err *err)
{
    struct ft_buf rows = FT_BUF_INIT;
    const char *id = ft_report_text(&r->trials, trial, "trial_id");
    int rc = ft_db_select(r->db, put_counter, &rows, err,
                          "SELECT name, value FROM counters WHERE trial_id = ?1 "
                          "AND value IS NOT NULL ORDER BY name",
                          1, &id);
    if (rc == 0 && rows.len > 0) {
        ft_buf_puts(out, "<section><h4>Hardware counters, from runs of their own</h4>\n"
                         "<dl class=\"counters\">\n");
        ft_buf_add(out, rows.data, rows.len);
        ft_buf_puts(out, "</dl></section>\n");
    }
    ft_buf_free(&rows);
    return rc;
}

/* ---- all candidates of the problem ---- */

struct reason {
    const char *outcome, *detail;
    int bytes, n;
};

static int by_count(const void *a, const void *b)
{
    return ((const struct reason *)b)->n - ((const struct reason *)a)->n;
}

static void put_candidates(struct ft_report *r, size_t winner, struct ft_buf *out)
{
    const struct ft_report_winner *w = &r->winners[winner];
    struct reason *reasons = NULL;
    size_t n = 0, cap = 0, n_ok = 0;
    for (size_t t = w->first_trial; t < w->first_trial + w->n_trials; t++) {
        const char *outcome = ft_report_text(&r->trials, t, "outcome");
        const char *detail = ft_report_text(&r->trials, t, "detail");
        int bytes = (int)strcspn(detail, "\n");
        size_t i = 0;
        if (strcmp(outcome, "ok") == 0) {
            n_ok++;
            continue;
        }
        while (i < n && (strcmp(reasons[i].outcome, outcome) != 0 || reasons[i].bytes != bytes ||
                         strncmp(reasons[i].detail, detail, (size_t)bytes) != 0))
            i++;
        if (i == n) {
            FT_GROW(reasons, n + 1, cap);
            reasons[n++] = (struct reason){outcome, detail, bytes, 0};
        }
        reasons[i].n++;
    }
    if (n > 0)
        qsort(reasons, n, sizeof *reasons, by_count);
    ft_buf_printf(out, "<h4>Candidates</h4>\n<p>%zu of %zu were correct and timed%s.</p>\n", n_ok,
                  w->n_trials, w->best_baseline >= 0 ? ", baselines among them" : "");
    if (n > 0)
        ft_buf_puts(out, "<ul>\n");
    for (size_t i = 0; i < n && i < MAX_REASONS; i++) {
        char *detail = ft_strndup(reasons[i].detail, (size_t)reasons[i].bytes);
        ft_buf_printf(out, "<li>%d %s: ", reasons[i].n, reasons[i].outcome);
        ft_html_text(out, detail);
        ft_buf_puts(out, "</li>\n");
        free(detail);
    }
    if (n > MAX_REASONS)
        ft_buf_printf(out, "<li>and %zu other reasons</li>\n", n - MAX_REASONS);
    if (n > 0)
        ft_buf_puts(out, "</ul>\n");
    free(reasons);
}

static void put_commands(struct ft_report *r, size_t winner, size_t trial, struct ft_buf *out)
{
    ft_buf_puts(out, "<p class=\"small\">All of them: <code>fatune query --all -p &#39;");
    ft_html_text(out, r->winners[winner].name);
    ft_buf_puts(out, "&#39;</code>");
    if (trial != SIZE_MAX) {
        ft_buf_puts(out, "<br>The own kernel again: <code>fatune reproduce ");
        ft_html_text(out, ft_report_text(&r->trials, trial, "trial_id"));
        ft_buf_puts(out, "</code>");
    }
    ft_buf_puts(out, "</p></section>\n");
}

static void put_links(struct ft_report *r, const struct ft_figures *figures, size_t winner,
                      struct ft_buf *out)
{
    const struct ft_report_winner *w = &r->winners[winner];
    const char *problem_id = ft_report_text(&r->winner_rows, winner, "problem_id");
    int n = 0;
    ft_buf_puts(out, "<p class=\"wide\"><code>");
    ft_html_text(out, w->key);
    ft_buf_puts(out, "</code><br>\n");
    for (size_t i = 0; i < r->problem_names.n; i++)
        if (strcmp(ft_report_text(&r->problem_names, i, "problem_id"), problem_id) == 0 &&
            strcmp(ft_report_text(&r->problem_names, i, "name"), w->name) != 0) {
            ft_buf_puts(out, n++ ? ", " : "Also known as ");
            ft_html_text(out, ft_report_text(&r->problem_names, i, "name"));
        }
    ft_buf_printf(out, "%s<a href=\"#row-%s\">Row in the table</a>", n ? ". " : "", w->id);
    for (size_t i = 0; i < figures->n_heats; i++)
        if (figures->heats[i].winner == winner) {
            const char *device = r->devices[w->device].id;
            ft_buf_printf(out,
                          " &middot; <a href=\"#d%s-heat\" data-show=\"d%s\" data-winner=\"%s\">"
                          "Parameters</a>",
                          device, device, w->id);
            break;
        }
    ft_buf_puts(out, "</p>\n");
}

int ft_report_detail(struct ft_report *r, const struct ft_figures *figures, size_t i,
                     struct ft_report_builds *builds, struct ft_buf *out, struct ft_err *err)
{
    const struct ft_report_winner *w = &r->winners[i];
    ft_buf_printf(out, "<details class=\"win\" id=\"%s\"><summary><span class=\"name\">", w->id);
    ft_html_text(out, w->name);
    ft_buf_puts(out, "</span><span>");
    ft_html_time(out, ft_report_number(&r->winner_rows, i, "median_ns"));
    ft_buf_puts(out, "</span><span class=\"aside\">");
    ft_html_text(out, ft_report_text(&r->winner_rows, i, "contestant"));
    ft_buf_puts(out, "</span></summary>\n<div class=\"cols\">\n");
    put_links(r, figures, i, out);
    put_times(r, i, builds, out);
    if (w->own_trial != SIZE_MAX)
        put_kernel(r, w->own_trial, builds, out);
    ft_buf_puts(out, "<section>");
    if (w->own_trial != SIZE_MAX)
        put_errors(r, w->own_trial, out);
    put_candidates(r, i, out);
    put_commands(r, i, w->own_trial, out);
    int rc = w->own_trial != SIZE_MAX ? put_counters(r, w->own_trial, out, err) : 0;
    ft_buf_puts(out, "</div></details>\n");
    return rc;
}

/* ---- builds ---- */

static int put_build(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct ft_buf *out = ctx;
#define NUMBER(column) ft_db_row_number(n, names, values, column)
#define TEXT(column)   ft_db_row_text(n, names, values, column)
    char text[FT_UNIT_BYTES];
    ft_buf_printf(out, "<details class=\"build\" id=\"b%s\"><summary><span class=\"name\">",
                  TEXT("id"));
    ft_html_text(out, TEXT("family"));
    ft_buf_puts(out, "</span><span class=\"config\">");
    ft_html_config(out, TEXT("config"));
    ft_buf_puts(out, "</span></summary>\n<div class=\"cols\"><dl class=\"wide\">\n");
    put_item(out, "Compiled for", TEXT("arch"));
    put_item(out, "Compiler", TEXT("nvrtc"));
    put_item(out, "Options", TEXT("options"));
    put_count(out, "Registers a thread", NUMBER("regs"));
    put_bytes(out, "Spilled a thread", NUMBER("spill_bytes"));
    put_bytes(out, "Static shared memory", NUMBER("static_smem_bytes"));
    if (isfinite(NUMBER("wall_ns")))
        put_item(out, "Took", ft_format_seconds(NUMBER("wall_ns") / 1e9, text));
    put_item(out, "Signature of the family", TEXT("signature"));
    put_item(out, "Key of the build", TEXT("key"));
    ft_buf_puts(out, "</dl>\n<section class=\"wide\"><h4>Generated header</h4>\n<pre>");
    ft_html_text(out, TEXT("header"));
    ft_buf_puts(out, "</pre>\n<h4>Compile log</h4>\n");
    if (*TEXT("log")) {
        ft_buf_puts(out, "<pre>");
        ft_html_text(out, TEXT("log"));
        ft_buf_puts(out, "</pre>\n");
    } else {
        ft_buf_puts(out, "<p>The compiler had nothing to say.</p>\n");
    }
    ft_buf_puts(out, "</section></div></details>\n");
    return 0;
#undef NUMBER
#undef TEXT
}

int ft_report_build(struct ft_report *r, const char *id, struct ft_buf *out, struct ft_err *err)
{
    return ft_db_select(r->db, put_build, out, err,
                        "SELECT b.*, f.name AS family, f.signature AS signature FROM "
                        "(SELECT id, family_id, key, config, arch, header, options, nvrtc, log, "
                        "regs, spill_bytes, static_smem_bytes, wall_ns FROM build) b "
                        "JOIN family f ON f.id = b.family_id WHERE b.id = ?1",
                        1, &id);
}
