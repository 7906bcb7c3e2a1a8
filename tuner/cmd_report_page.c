/* cmd_report_page.c -- the HTML page of a report
 *
 * The idea: all that is prose, style or behaviour is in report/ (page.html, device.html, page.css,
 * page.js); this file fills in what the database says, where the templates have {{name}}. Rows of
 * the table of winners carry their figures as data attributes, named and written as `query --json`
 * does.
 *
 * Invariant: every text of the database goes through ft_html_text.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/units.h"
#include "cmd.h"
#include "cmd_report.h"
#include "cmd_report_figures.h"
#include "cmd_report_html.h"

/* ---- head of a device ---- */

static void put_tile(struct ft_buf *out, const char *value, const char *label)
{
    ft_buf_printf(out, "<li><b>%s</b> %s</li>", value, label);
}

static void put_tiles(struct ft_buf *out, const struct ft_report_device *d,
                      const struct ft_report_summary *s)
{
    char value[64], label[128];
    snprintf(value, sizeof value, "%zu", s->n);
    put_tile(out, value, s->n == 1 ? "problem with a winner" : "problems with a winner");
    snprintf(value, sizeof value, "%zu", s->n_trials);
    snprintf(label, sizeof label, "candidates tried, %zu of them correct and timed", s->n_valid);
    put_tile(out, value, label);
    snprintf(value, sizeof value, "%zu : %zu", s->n_own, s->n_outside);
    if (d->n_baselines > 0)
        put_tile(out, value, "problems won by own kernels : by a baseline");
    if (isfinite(s->median_roof_ratio)) {
        snprintf(value, sizeof value, "%.1f %%", s->median_roof_ratio * 100);
        snprintf(label, sizeof label,
                 "of the roof, median of the own kernels on %zu problem%s bound by memory",
                 s->n_roof, s->n_roof == 1 ? "" : "s");
        put_tile(out, value, label);
    }
    for (int i = 0; i < 2; i++) {
        if (s->against_baseline[i].n == 0)
            continue;
        snprintf(value, sizeof value, "%.2f", s->against_baseline[i].ratio);
        snprintf(label, sizeof label,
                 "time of the fastest baseline over the own kernel's, geometric mean of %zu bound "
                 "by %s",
                 s->against_baseline[i].n, i ? "arithmetic" : "memory");
        put_tile(out, value, label);
    }
}

static void put_lead(struct ft_buf *out, const struct ft_report_device *d,
                     const struct ft_report_summary *s)
{
    if (s->n == 0) {
        ft_buf_puts(out, "No problem has a winner yet.");
        return;
    }
    ft_buf_printf(out, "Own kernels win %zu of %zu problem%s", s->n_own, s->n,
                  s->n == 1 ? "" : "s");
    for (int i = 0; i < d->n_baselines; i++) {
        ft_buf_puts(out, i ? i + 1 == d->n_baselines ? " and " : ", " : ", compared with ");
        ft_html_text(out, d->baselines[i]);
    }
    if (isfinite(s->median_roof_ratio) && s->n_roof == 1)
        ft_buf_printf(out, "; on the one bound by memory they reach %.0f %% of the roof",
                      s->median_roof_ratio * 100);
    else if (isfinite(s->median_roof_ratio))
        ft_buf_printf(out,
                      "; on half of the %zu bound by memory they reach %.0f %% of the roof or more",
                      s->n_roof, s->median_roof_ratio * 100);
    ft_buf_puts(out, ".");
}

static void put_fact(struct ft_buf *out, const char *name, const char *value)
{
    ft_buf_printf(out, "<dt>%s</dt><dd>", name);
    ft_html_text(out, value);
    ft_buf_puts(out, "</dd>\n");
}

/* The values of a column among the device's winners, with how often each occurs: "cupti (18),
 * event (50)". */
static char *values_of(const struct ft_report *r, const struct ft_report_device *d,
                       const char *column)
{
    struct ft_buf out = FT_BUF_INIT;
    for (size_t i = d->first_winner; i < d->first_winner + d->n; i++) {
        const char *value = ft_report_text(&r->winner_rows, i, column);
        size_t n = 0, before = 0;
        for (size_t j = d->first_winner; value && j < d->first_winner + d->n; j++) {
            const char *other = ft_report_text(&r->winner_rows, j, column);
            int equal = other && strcmp(value, other) == 0;
            n += (size_t)equal;
            before += equal && j < i;
        }
        if (!value || before > 0)
            continue;
        ft_buf_printf(&out, n < d->n ? "%s%s (%zu)" : "%s%s", out.len ? ", " : "", value, n);
    }
    return ft_buf_take(&out);
}

static void put_facts(const struct ft_report *r, const struct ft_report_device *d,
                      struct ft_buf *out)
{
    struct ft_buf text = FT_BUF_INIT;
    char a[FT_UNIT_BYTES], b[FT_UNIT_BYTES];
#define NUMBER(column) ft_report_number(&r->device_rows, d->row, column)
#define TEXT(column)   ft_report_text(&r->device_rows, d->row, column)
    ft_buf_printf(&text, "%s, compute capability %.1f, %.0f SMs, up to %.0f MHz", TEXT("name"),
                  NUMBER("cc") / 10, NUMBER("sms"), NUMBER("sm_mhz"));
    if (*TEXT("partition"))
        ft_buf_printf(&text, ", partition %s", TEXT("partition"));
    put_fact(out, "Device", ft_buf_str(&text));
    ft_buf_clear(&text);
    ft_buf_printf(&text, "%s, L2 cache %s", ft_format_bytes(NUMBER("memory_bytes"), a),
                  ft_format_bytes(NUMBER("l2_bytes"), b));
    if (isfinite(NUMBER("read_roof_gbps")))
        ft_buf_printf(&text, ", a plain read reaches %.0f GB/s", NUMBER("read_roof_gbps"));
    put_fact(out, "Memory", ft_buf_str(&text));
    ft_buf_clear(&text);
    ft_buf_printf(&text, "%s a CTA, %s an SM", ft_format_bytes(NUMBER("smem_per_cta_bytes"), a),
                  ft_format_bytes(NUMBER("smem_per_sm_bytes"), b));
    put_fact(out, "Shared memory", ft_buf_str(&text));
#undef NUMBER
#undef TEXT
    static const struct {
        const char *column, *name;
    } fields[] = {
        {"timer", "Timer"},
        {"cache", "L2 before each sample"},
        {"n_samples", "Samples of a winner (winners with so many)"},
        {"driver", "Display driver"},
        {"nvrtc", "NVRTC (compiler)"},
    };
    for (size_t i = 0; d->n > 0 && i < sizeof fields / sizeof *fields; i++) {
        char *values = values_of(r, d, fields[i].column);
        put_fact(out, fields[i].name, values);
        free(values);
    }
    for (size_t i = r->runs.n; i-- > 0;) /* of the newest run */
        if (strcmp(ft_report_text(&r->runs, i, "device_id"), d->id) == 0) {
            put_fact(out, "CUPTI", ft_report_text(&r->runs, i, "cupti"));
            put_fact(out, "fatune", ft_report_text(&r->runs, i, "fatune_version"));
            break;
        }
    ft_buf_free(&text);
}

static void put_runs(const struct ft_report *r, const struct ft_report_device *d,
                     struct ft_buf *out)
{
    for (size_t i = 0; i < r->runs.n; i++) {
        char took[FT_UNIT_BYTES], at[17] = "";
        if (strcmp(ft_report_text(&r->runs, i, "device_id"), d->id) != 0)
            continue;
        double seconds = ft_report_number(&r->runs, i, "seconds");
        snprintf(at, sizeof at, "%s", ft_report_text(&r->runs, i, "started_at"));
        at[strcspn(at, "T")] = at[strcspn(at, "T")] ? ' ' : '\0';
        ft_buf_puts(out, "<tr><td>");
        ft_html_text(out, ft_report_text(&r->runs, i, "experiment"));
        ft_buf_puts(out, "</td><td>");
        ft_html_text(out, at);
        ft_buf_printf(out, "</td><td>%s</td><td>",
                      isfinite(seconds) ? ft_format_seconds(seconds, took) : "-");
        ft_html_text(out, ft_report_text(&r->runs, i, "status"));
        ft_buf_puts(out, "</td><td class=\"main\"><code>");
        ft_html_text(out, ft_report_text(&r->runs, i, "command"));
        ft_buf_puts(out, "</code></td></tr>\n");
    }
}

static void put_warnings(const struct ft_report *r, const struct ft_report_device *d,
                         struct ft_buf *out)
{
    size_t n_timer = 0, n_stale = 0;
    for (size_t i = d->first_winner; i < d->first_winner + d->n; i++) {
        n_timer += (size_t)r->winners[i].timer_differs;
        n_stale += ft_report_text(&r->winner_rows, i, "stale") != NULL;
    }
    if (n_timer > 0)
        ft_buf_printf(
            out,
            "<p class=\"warning\">In %zu of %zu problems a baseline was timed with "
            "another timer than the own kernel. Timers differ in what they include of a "
            "launch, so these ratios are not exact, least of all for short kernels.</p>\n",
            n_timer, d->n);
    if (n_stale > 0)
        ft_buf_printf(
            out,
            "<p class=\"warning\">%zu of %zu winners were measured with another driver or "
            "compiler than the newest run on this device used.</p>\n",
            n_stale, d->n);
}

/* ---- figures ---- */

static void put_figure(const struct ft_figures *figures, size_t plot, const char *caption,
                       const char *small, struct ft_buf *out)
{
    if (plot == FT_NO_PLOT)
        return;
    ft_buf_puts(out, "<figure><figcaption>");
    ft_html_text(out, caption);
    ft_buf_puts(out, "<small>");
    ft_html_text(out, small);
    ft_buf_puts(out, "</small></figcaption>\n");
    ft_plots_put(figures->plots, plot, out);
    ft_buf_puts(out, "</figure>\n");
}

static void put_overview(const struct ft_report_device *d, const struct ft_figures *figures,
                         const struct ft_report_device_figures *f, struct ft_buf *out)
{
    ft_buf_printf(
        out, "<section id=\"d%s-overview\">\n<h3>At a glance</h3>\n<div class=\"plots\">\n", d->id);
    put_figure(
        figures, f->against_roof, "How near to the roof",
        "One point a problem that is bound by memory. Small ones end before the memory is busy.",
        out);
    put_figure(figures, f->against_baseline, "Against the fastest baseline",
               "One point a problem. Above 1 the own kernel is faster.", out);
    put_figure(
        figures, f->outcomes, "How candidates ended",
        "Only those that are ok take part in the choice; all others are kept with the reason.",
        out);
    ft_buf_puts(out, "</div>\n</section>\n");
}

static void put_lengths(const struct ft_report_device *d, const struct ft_figures *figures,
                        const struct ft_report_device_figures *f, struct ft_buf *out)
{
    if (d->n_groups == 0)
        return;
    ft_buf_printf(out,
                  "<section id=\"d%s-lengths\">\n<h3>Speed over length and batch</h3>\n"
                  "<p class=\"prose\">One plot a head configuration. Each step to the right is a "
                  "problem: keys a sequence (queries/keys where they differ), in stretches of "
                  "equal batch. Higher is better; grey "
                  "bars are the roof, the speed of a plain read of as many bytes.</p>\n"
                  "<div class=\"plots\">\n",
                  d->id);
    for (int g = 0; g < d->n_groups; g++)
        put_figure(figures, f->groups[g], d->groups[g].title, d->groups[g].models, out);
    ft_buf_puts(out, "</div>\n</section>\n");
}

/* The problem whose heat maps show at first: the one with most candidates. */
static size_t first_heat(const struct ft_report *r, const struct ft_report_device *d,
                         const struct ft_figures *figures)
{
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < figures->n_heats; i++) {
        size_t w = figures->heats[i].winner;
        if (&r->devices[r->winners[w].device] == d &&
            (best == SIZE_MAX || r->winners[w].n_trials > r->winners[best].n_trials))
            best = w;
    }
    return best;
}

static void put_heat_legend(struct ft_buf *out)
{
    ft_buf_puts(out, "<ul class=\"legend\">");
    for (int i = 0; i < FT_N_HEAT_CLASSES; i++) {
        ft_buf_printf(out, "<li><i style=\"background: var(--c%d)\"></i>", 32 + i);
        if (i + 1 < FT_N_HEAT_CLASSES)
            ft_buf_printf(out, "to %.2f</li>", ft_heat_limits[i]);
        else
            ft_buf_printf(out, "above %.2f</li>", ft_heat_limits[i - 1]);
    }
    ft_buf_puts(out, "<li><i style=\"background: var(--c47)\"></i>none was valid</li>"
                     "<li><i></i>none was tried</li></ul>\n");
}

static void put_heats(const struct ft_report *r, const struct ft_report_device *d,
                      const struct ft_figures *figures, struct ft_buf *out)
{
    size_t first = first_heat(r, d, figures), last = SIZE_MAX;
    if (first == SIZE_MAX)
        return;
    ft_buf_printf(out,
                  "<section id=\"d%s-heat\">\n<h3>Two parameters of a family</h3>\n"
                  "<p class=\"prose\">Each cell is the best candidate with these two values, "
                  "whatever the other parameters: its time divided by that of the family's best. "
                  "Most candidates have few samples, so values near 1 are not exact.</p>\n"
                  "<p class=\"tools\"><label>Problem <select data-select=\"d%s\">",
                  d->id, d->id);
    for (size_t i = 0; i < figures->n_heats; i++) {
        const struct ft_report_winner *w = &r->winners[figures->heats[i].winner];
        if (&r->devices[w->device] != d || figures->heats[i].winner == last)
            continue;
        last = figures->heats[i].winner;
        ft_buf_printf(out, "<option value=\"%s\"%s>", w->id, last == first ? " selected" : "");
        ft_html_text(out, w->name);
        ft_buf_puts(out, "</option>\n");
    }
    ft_buf_puts(out, "</select></label></p>\n");
    put_heat_legend(out);
    ft_buf_puts(out, "<div class=\"plots\">\n");
    for (size_t i = 0; i < figures->n_heats; i++) {
        const struct ft_report_heat *heat = &figures->heats[i];
        const struct ft_report_winner *w = &r->winners[heat->winner];
        if (&r->devices[w->device] != d)
            continue;
        ft_buf_printf(out, "<figure data-heat=\"d%s\" data-winner=\"%s\"><figcaption>", d->id,
                      w->id);
        ft_html_text(out, heat->family);
        ft_buf_puts(out, "<small>");
        ft_html_text(out, w->name);
        ft_buf_puts(out, ": 1.00 is ");
        ft_html_time(out, heat->best_ns);
        ft_buf_printf(out, ", %.2f of the winner's time</small></figcaption>\n",
                      heat->best_ns / ft_report_number(&r->winner_rows, heat->winner, "median_ns"));
        ft_plots_put(figures->plots, heat->plot, out);
        ft_buf_puts(out, "</figure>\n");
    }
    ft_buf_puts(out, "</div>\n</section>\n");
}

/* ---- table of winners ---- */

enum { PROBLEM, WINNER, TIME, SPREAD, GBPS, TFLOPS, ROOF, BASELINE, BEHIND, VALID, N_COLUMNS };
static const struct ft_html_column columns[N_COLUMNS] = {
    {"Problem", "problem", 0, 0},     {"Winner", NULL, 0, 1},
    {"Time", "time-ns-median", 1, 0}, {"&plusmn;", "spread-ratio", 1, 1},
    {"GB/s", "gbps", 1, 1},           {"TFLOP/s", "tflops", 1, 1},
    {"Of roof", "roof-ratio", 1, 0},  {"Against baseline", NULL, 1, 0},
    {"Behind", NULL, 1, 1},           {"Valid", "n-valid", 1, 1},
};

static void put_row(struct ft_report *r, size_t i, struct ft_buf *out)
{
    const struct ft_report_winner *w = &r->winners[i];
    char shown[FT_UNIT_BYTES];
#define NUMBER(column) ft_report_number(&r->winner_rows, i, column)
#define TEXT(column)   ft_report_text(&r->winner_rows, i, column)
    ft_buf_printf(out, "<tr id=\"row-%s\"", w->id);
    ft_html_data(out, &r->winner_table, i);
    ft_buf_printf(out, ">\n<td class=\"problem\"><a href=\"#%s\">", w->id);
    ft_html_text(out, w->name);
    ft_buf_puts(out, "</a></td><td class=\"extra\">");
    ft_html_text(out, TEXT("contestant"));
    ft_buf_puts(out, " <span class=\"config\">");
    ft_html_config(out, TEXT("config"));
    ft_buf_puts(out, "</span></td>");
    ft_html_cell(out, &columns[TIME], NUMBER("median_ns"),
                 ft_format_ns(NUMBER("median_ns"), shown));
    snprintf(shown, sizeof shown, "%.1f %%", NUMBER("spread_ratio") * 100);
    ft_html_cell(out, &columns[SPREAD], NUMBER("spread_ratio"), shown);
    snprintf(shown, sizeof shown, "%.0f", NUMBER("gbps"));
    ft_html_cell(out, &columns[GBPS], NUMBER("gbps"), shown);
    snprintf(shown, sizeof shown, "%.*f", NUMBER("tflops") < 10, NUMBER("tflops"));
    ft_html_cell(out, &columns[TFLOPS], NUMBER("tflops"), shown);
    snprintf(shown, sizeof shown, "%.1f %%", NUMBER("roof_ratio") * 100);
    ft_html_cell(out, &columns[ROOF], NUMBER("roof_ratio"), shown);
    double ratio = w->best_baseline < 0 ? NAN : w->baseline_ns[w->best_baseline] / w->own_ns;
    snprintf(shown, sizeof shown, "%.2f", ratio);
    ft_html_cell(out, &columns[BASELINE], ratio, shown);
    double n_ties = NUMBER("n_ties"), behind = NUMBER("runner_up_behind_ratio");
    if (n_ties > 0)
        snprintf(shown, sizeof shown, "tie of %.0f", n_ties + 1);
    else
        snprintf(shown, sizeof shown, "%.1f %%", behind * 100);
    ft_html_cell(out, &columns[BEHIND], n_ties > 0 ? 0 : behind, shown);
    snprintf(shown, sizeof shown, "%.0f/%.0f", NUMBER("n_valid"), NUMBER("n_trials"));
    ft_html_cell(out, &columns[VALID], NUMBER("n_valid"), shown);
    ft_buf_puts(out, "</tr>\n");
#undef NUMBER
#undef TEXT
}

static void put_losses(const struct ft_report *r, const struct ft_report_device *d,
                       struct ft_buf *out)
{
    size_t n = 0;
    for (size_t i = 0; i < r->losses.n; i++) {
        if (strcmp(ft_report_text(&r->losses, i, "device"), d->name) != 0)
            continue;
        ft_buf_puts(out, n++ ? "<li>" : "<p>Problems without a winner:</p>\n<ul><li>");
        ft_html_text(out, ft_report_text(&r->losses, i, "problem"));
        ft_buf_puts(out, ": ");
        ft_html_text(out, ft_report_text(&r->losses, i, "outcomes"));
        ft_buf_puts(out, "</li>\n");
    }
    if (n > 0)
        ft_buf_puts(out, "</ul>\n");
}

/* ---- the page ---- */

static int put_device(struct ft_report *r, size_t index, const struct ft_figures *figures,
                      struct ft_report_builds *builds, struct ft_buf *out, struct ft_err *err)
{
    const struct ft_report_device *d = &r->devices[index];
    enum {
        NAME,
        LEAD,
        TILES,
        WARNINGS,
        FACTS,
        RUNS,
        OVERVIEW,
        LENGTHS,
        HEATS,
        COLUMNS,
        ROWS,
        LOSSES,
        DETAILS,
        N
    };
    static const char *const names[N] = {"device", "lead",     "tiles",   "warnings", "facts",
                                         "runs",   "overview", "lengths", "heats",    "columns",
                                         "rows",   "losses",   "details"};
    struct ft_buf parts[N] = {{0}};
    struct ft_report_summary summary;
    int rc = 0;

    ft_report_summarise(r, d, &summary);
    ft_html_text(&parts[NAME], d->name);
    put_lead(&parts[LEAD], d, &summary);
    put_tiles(&parts[TILES], d, &summary);
    put_warnings(r, d, &parts[WARNINGS]);
    put_facts(r, d, &parts[FACTS]);
    put_runs(r, d, &parts[RUNS]);
    if (figures->plots) {
        put_overview(d, figures, &figures->devices[index], &parts[OVERVIEW]);
        put_lengths(d, figures, &figures->devices[index], &parts[LENGTHS]);
        put_heats(r, d, figures, &parts[HEATS]);
    }
    ft_html_columns(&parts[COLUMNS], columns, N_COLUMNS);
    for (size_t i = d->first_winner; i < d->first_winner + d->n; i++)
        put_row(r, i, &parts[ROWS]);
    put_losses(r, d, &parts[LOSSES]);
    for (size_t i = d->first_winner; rc == 0 && i < d->first_winner + d->n; i++)
        rc = ft_report_detail(r, figures, i, builds, &parts[DETAILS], err);
    char *id = ft_asprintf("d%s", d->id);
    struct ft_html_slot slots[N + 2] = {{"id", id}};
    for (int i = 0; i < N; i++)
        slots[i + 1] = (struct ft_html_slot){names[i], ft_buf_str(&parts[i])};
    if (rc == 0)
        rc = ft_html_template(out, "device.html", slots, err);
    for (int i = 0; i < N; i++)
        ft_buf_free(&parts[i]);
    free(id);
    return rc;
}

/* Sections of a device that are there, when there is but one. */
static void put_nav(const struct ft_report *r, const struct ft_figures *figures, struct ft_buf *out)
{
    ft_buf_puts(out, "<a href=\"#how-to-read\">How to read</a>\n");
    for (size_t i = 0; i < r->n_devices; i++) {
        const struct ft_report_device *d = &r->devices[i];
        const struct {
            const char *id, *title;
            int is_there;
        } links[] = {
            {"overview", "At a glance", figures->plots != NULL},
            {"lengths", "Over length", figures->plots && d->n_groups > 0},
            {"heat", "Parameters", first_heat(r, d, figures) != SIZE_MAX},
            {"winners", "Winners", d->n > 0},
            {"details", "Each problem", d->n > 0},
        };
        ft_buf_printf(out, "<a href=\"#d%s\">", d->id);
        ft_html_text(out, d->name);
        ft_buf_puts(out, "</a>\n");
        for (size_t l = 0; r->n_devices == 1 && l < sizeof links / sizeof *links; l++)
            if (links[l].is_there)
                ft_buf_printf(out, "<a href=\"#d%s-%s\">%s</a>\n", d->id, links[l].id,
                              links[l].title);
    }
    for (size_t i = 0; i < r->n_pairs; i++) {
        ft_buf_printf(out, "<a href=\"#%s\">", r->pairs[i].id);
        ft_html_text(out, r->pairs[i].sides[1].name);
        ft_buf_puts(out, " against ");
        ft_html_text(out, r->pairs[i].sides[0].name);
        ft_buf_puts(out, "</a>\n");
    }
    ft_buf_puts(out, "<a href=\"#builds\">Builds</a>\n");
}

static void put_title(const struct ft_report *r, struct ft_buf *out)
{
    ft_buf_puts(out, "Attention kernels on ");
    for (size_t i = 0; i < r->n_devices; i++) {
        ft_buf_puts(out, i == 0 ? "" : i + 1 == r->n_devices ? " and " : ", ");
        ft_html_text(out, r->devices[i].name);
    }
}

static const char no_plots[] =
    "<p class=\"warning\">gnuplot was not found when this page was made, so it has no plots. With "
    "gnuplot installed (Debian: gnuplot-nox) the same command draws them.</p>\n";

int ft_report_page(struct ft_report *r, struct ft_buf *out, struct ft_err *err)
{
    struct ft_figures figures;
    if (ft_report_pairs_load(r, err) < 0 || ft_figures_make(r, &figures, err) < 0)
        return -1;
    struct ft_report_builds used = {0};
    struct ft_buf css = FT_BUF_INIT, js = FT_BUF_INIT, title = FT_BUF_INIT, nav = FT_BUF_INIT,
                  command = FT_BUF_INIT, devices = FT_BUF_INIT, builds = FT_BUF_INIT,
                  symbols = FT_BUF_INIT, pairs = FT_BUF_INIT;
    static const struct ft_html_slot none[] = {{NULL, NULL}};
    char made[32];
    time_t now = time(NULL);
    struct tm utc;
    strftime(made, sizeof made, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &utc));
    int rc = ft_html_template(&css, "page.css", none, err);
    if (rc == 0)
        rc = ft_html_template(&js, "page.js", none, err);
    for (size_t i = 0; rc == 0 && i < r->n_devices; i++)
        rc = put_device(r, i, &figures, &used, &devices, err);
    for (size_t i = 0; rc == 0 && i < r->n_pairs; i++)
        rc = ft_report_pair(r, &r->pairs[i], &figures, &pairs, err);
    for (size_t i = 0; rc == 0 && i < used.n; i++)
        rc = ft_report_build(r, used.ids[i], &builds, err);
    if (figures.plots)
        ft_plots_put_symbols(figures.plots, &symbols);
    put_title(r, &title);
    put_nav(r, &figures, &nav);
    ft_html_text(&command, r->command);
    const struct ft_html_slot slots[] = {
        {"title", ft_buf_str(&title)},
        {"css", ft_buf_str(&css)},
        {"js", ft_buf_str(&js)},
        {"symbols", ft_buf_str(&symbols)},
        {"made", made},
        {"version", ft_version},
        {"command", ft_buf_str(&command)},
        {"nav", ft_buf_str(&nav)},
        {"plots_note", figures.plots ? "" : no_plots},
        {"devices", ft_buf_str(&devices)},
        {"pairs", ft_buf_str(&pairs)},
        {"builds", ft_buf_str(&builds)},
        {NULL, NULL},
    };
    if (rc == 0)
        rc = ft_html_template(out, "page.html", slots, err);
    struct ft_buf *all[] = {&css, &js, &title, &nav, &command, &devices, &builds, &symbols, &pairs};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ft_buf_free(all[i]);
    free(used.ids);
    ft_figures_free(&figures);
    return rc;
}
