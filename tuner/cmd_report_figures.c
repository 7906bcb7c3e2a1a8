/* cmd_report_figures.c -- which plots a report has, and their data
 *
 * For each device: our own kernels against the fastest baseline and against the roof, over bytes;
 * the speed of each head configuration over length; how the candidates ended. For each winner and
 * family: a heat map of the two parameters that say most.
 *
 * How plots look is in report/TEMPLATE.gp; colours are numbers of the page's variables --cN.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/units.h"
#include "cmd_report.h"

/* Numbers of variables in report/page.css. */
enum { C_OUTCOME = 20, C_HEAT = 32, C_HEAT_TEXT = 40, C_HEAT_FAILED = 47, C_HEAT_FAILED_TEXT = 48 };
#define ROLE(n) ((n)*0x010101)

const double ft_heat_limits[FT_N_HEAT_CLASSES - 1] = {1.01, 1.03, 1.1, 1.25, 1.5, 2};

static void put_value(struct ft_buf *out, double v)
{
    if (isfinite(v))
        ft_buf_printf(out, "\t%.9g", v);
    else
        ft_buf_puts(out, "\t?");
}

static size_t add_link(struct ft_report *r, struct ft_plots *plots, size_t winner)
{
    const struct ft_report_winner *w = &r->winners[winner];
    const struct ft_report_device *d = &r->devices[w->device];
    struct ft_buf title = FT_BUF_INIT;
    char time[FT_UNIT_BYTES];
    double roof_ns = ft_report_number(&r->winner_rows, winner, "roof_ns");

    ft_buf_printf(&title, "%s: %s", w->name, ft_format_ns(w->own_ns, time));
    if (isfinite(roof_ns / w->own_ns))
        ft_buf_printf(&title, ", %.1f %% of the roof", roof_ns / w->own_ns * 100);
    for (int i = 0; i < d->n_baselines; i++)
        if (!isnan(w->baseline_ns[i]))
            ft_buf_printf(&title, "; %s %s", d->baselines[i],
                          ft_format_ns(w->baseline_ns[i], time));
    char *href = ft_asprintf("#%s", w->id);
    size_t link = ft_plots_link(plots, href, ft_buf_str(&title));
    free(href);
    ft_buf_free(&title);
    return link;
}

/* ---- over bytes ---- */

static size_t add_scatter(struct ft_report *r, struct ft_plots *plots,
                          const struct ft_report_device *d, int against_roof)
{
    struct ft_buf *data, *set, rows = FT_BUF_INIT;
    size_t n = 0;
    for (size_t i = d->first_winner; i < d->first_winner + d->n; i++) {
        const struct ft_report_winner *w = &r->winners[i];
        double roof_ns = ft_report_number(&r->winner_rows, i, "roof_ns");
        double y = against_roof            ? roof_ns / w->own_ns * 100
                   : w->best_baseline >= 0 ? w->baseline_ns[w->best_baseline] / w->own_ns
                                           : NAN;
        if (!isfinite(y) || !(w->min_bytes > 0) || (against_roof && w->is_tflops))
            continue;
        ft_buf_printf(&rows, "%.9g\t%.9g\t%zu\n", w->min_bytes, y, add_link(r, plots, i));
        n++;
    }
    size_t plot = FT_NO_PLOT;
    if (n > 0) {
        plot = ft_plots_add(plots, "scatter", 400, 250,
                            against_roof ? "Percent of the roof over bytes, one point a problem"
                                         : "Time of the fastest baseline over the time of the "
                                           "own kernel, over bytes, one point a problem",
                            &data, &set);
        ft_buf_add(data, rows.data, rows.len);
        ft_buf_puts(set, against_roof
                             ? "y_title = '% of the roof'\ny_log = 0\nreference = 100\n"
                             : "y_title = 'baseline / own kernel'\ny_log = 1\nreference = 1\n");
    }
    ft_buf_free(&rows);
    return plot;
}

/* ---- over length ---- */

struct length_point {
    size_t winner;
    int batch, seqlen_q, seqlen_kv;
};

static int by_shape(const void *a, const void *b)
{
    const struct length_point *x = a, *y = b;
    if (x->batch != y->batch)
        return x->batch < y->batch ? -1 : 1;
    if (x->seqlen_kv != y->seqlen_kv)
        return x->seqlen_kv < y->seqlen_kv ? -1 : 1;
    return (x->seqlen_q > y->seqlen_q) - (x->seqlen_q < y->seqlen_q);
}

static void put_length(struct ft_buf *out, int n)
{
    ft_buf_printf(out, n >= 1024 && n % 1024 == 0 ? "%dk" : "%d",
                  n >= 1024 && n % 1024 == 0 ? n / 1024 : n);
}

static double speed(const struct ft_report_group *group, const struct ft_report_winner *w,
                    double ns)
{
    return group->is_tflops ? w->flops / ns / 1000 : w->min_bytes / ns;
}

#define BATCH_GAP 0.6 /* between the last problem of a batch and the first of the next */

static size_t add_lengths(struct ft_report *r, struct ft_plots *plots,
                          const struct ft_report_device *d, int group_index)
{
    const struct ft_report_group *group = &d->groups[group_index];
    struct length_point *points = ft_calloc(group->n, sizeof *points);
    struct ft_buf *data, *set;
    char *alt = ft_asprintf("%s: speed over length and batch", group->title);
    size_t n = 0, plot = ft_plots_add(plots, "length", 400, 270, alt, &data, &set);
    double x = 0, first_x = 0, has_roof = 0;

    free(alt);
    for (size_t i = d->first_winner; i < d->first_winner + d->n; i++)
        if (r->winners[i].group == group_index)
            points[n++] = (struct length_point){i, r->winners[i].problem.f.batch,
                                                r->winners[i].problem.f.seqlen_q,
                                                r->winners[i].problem.f.seqlen_kv};
    qsort(points, n, sizeof *points, by_shape);
    for (size_t i = 0; i < n; i++) {
        const struct length_point *p = &points[i];
        const struct ft_report_winner *w = &r->winners[p->winner];
        double roof_ns = ft_report_number(&r->winner_rows, p->winner, "roof_ns");
        if (i == 0 || p->batch != p[-1].batch) {
            x += i ? BATCH_GAP : 0;
            first_x = x + 1;
            if (i > 0)
                ft_buf_putc(data, '\n');
        }
        x += 1;
        ft_buf_printf(data, "%.9g\t", x);
        if (p->seqlen_q != 1 && p->seqlen_q != p->seqlen_kv) {
            put_length(data, p->seqlen_q);
            ft_buf_putc(data, '/');
        }
        put_length(data, p->seqlen_kv);
        put_value(data, group->is_tflops ? NAN : speed(group, w, roof_ns));
        has_roof += !group->is_tflops && isfinite(roof_ns);
        put_value(data, speed(group, w, w->own_ns));
        for (int b = 0; b < d->n_baselines; b++)
            put_value(data, speed(group, w, w->baseline_ns[b]));
        ft_buf_printf(data, "\t%zu\n", add_link(r, plots, p->winner));
        if (i + 1 == n || p[1].batch != p->batch)
            ft_buf_printf(set,
                          "set label '%d' at first %g, screen 0.035 center textcolor rgb c_ink\n",
                          p->batch, (first_x + x) / 2);
    }
    ft_buf_puts(set, "baselines = '");
    for (int b = 0; b < d->n_baselines; b++)
        ft_buf_printf(set, "%s%s", b ? " " : "", d->baselines[b]);
    ft_buf_printf(set, "'\nunit = '%s'\nx_max = %g\nhas_roof = %d\n", group->unit, x + 0.6,
                  has_roof > 0);
    free(points);
    return plot;
}

/* ---- outcomes ---- */

static const char *const outcomes[] = {
    "ok",    "rejected",  "compile_failed",   "compile_timeout", "spills",  "launch_failed",
    "wrong", "nonfinite", "nondeterministic", "timeout",         "crashed",
};
#define N_OUTCOMES (sizeof outcomes / sizeof *outcomes)

/* Fine, never tried, failed to build, failed to run, wrong: five kinds, five colours. */
static const char *const kind_names[] = {"ok", "reject", "build", "run", "wrong"};

static int outcome_kind(const char *outcome)
{
    static const int kinds[N_OUTCOMES] = {0, 1, 2, 2, 2, 3, 4, 4, 4, 3, 3};
    for (size_t i = 0; i < N_OUTCOMES; i++)
        if (strcmp(outcomes[i], outcome) == 0)
            return kinds[i];
    return 1;
}

static size_t add_outcomes(struct ft_report *r, struct ft_plots *plots,
                           const struct ft_report_device *d)
{
    const char *names[64];
    size_t counts[64][N_OUTCOMES] = {{0}}, n_names = 0, n_bars = 0, most = 1;
    for (size_t t = d->first_trial; t < d->first_trial + d->n_trials; t++) {
        const char *name = ft_report_text(&r->trials, t, "contestant");
        const char *outcome = ft_report_text(&r->trials, t, "outcome");
        size_t i = 0, o = 0;
        while (i < n_names && strcmp(names[i], name) != 0)
            i++;
        if (i == 64)
            continue;
        if (i == n_names)
            names[n_names++] = name;
        while (o + 1 < N_OUTCOMES && strcmp(outcomes[o], outcome) != 0)
            o++;
        if (++counts[i][o] > most)
            most = counts[i][o];
    }
    for (size_t i = 0; i < n_names; i++)
        for (size_t o = 0; o < N_OUTCOMES; o++)
            n_bars += counts[i][o] > 0;
    struct ft_buf *data, *set;
    int height = 24 + 22 * (int)n_bars;
    size_t y = 0,
           plot = ft_plots_add(plots, "outcomes", 400, height,
                               "Number of candidates by contestant and outcome", &data, &set);
    for (size_t i = 0; i < n_names; i++)
        for (size_t o = 0; o < N_OUTCOMES; o++)
            if (counts[i][o] > 0)
                ft_buf_printf(data, "%zu\t%zu\t%d\t%s %s\t%zu\n", ++y, counts[i][o],
                              ROLE(C_OUTCOME + outcome_kind(outcomes[o])), names[i], outcomes[o],
                              counts[i][o]);
    ft_buf_printf(set, "y_max = %zu\nx_max = %zu\nbottom_edge = %g\n", y, most, 20.0 / height);
    return plot;
}

/* ---- heat maps ---- */

#define MAX_PARAMS 32
#define MAX_VALUES 24

struct axis {
    const char *name, *values[MAX_VALUES];
    int n, n_numbers;
};

static int is_number(const char *text)
{
    return isdigit((unsigned char)*text) ||
           ((*text == '-' || *text == '+') && isdigit((unsigned char)text[1]));
}

static int by_value(const void *a, const void *b) /* words first, then numbers as such */
{
    const char *x = *(const char *const *)a, *y = *(const char *const *)b;
    if (!is_number(x) || !is_number(y))
        return is_number(x) != is_number(y) ? is_number(x) - is_number(y) : strcmp(x, y);
    double u = strtod(x, NULL), v = strtod(y, NULL);
    return (u > v) - (u < v);
}

static void axis_add(struct axis *axis, const char *value)
{
    for (int i = 0; i < axis->n; i++)
        if (strcmp(axis->values[i], value) == 0)
            return;
    if (axis->n == MAX_VALUES)
        return;
    axis->values[axis->n++] = value;
    axis->n_numbers += is_number(value);
}

static int axis_find(const struct axis *axis, const char *value)
{
    for (int i = 0; i < axis->n; i++)
        if (strcmp(axis->values[i], value) == 0)
            return i;
    return -1;
}

/* Parameters and their values in all configs of the family on the device. */
static int read_axes(struct ft_report *r, const struct ft_report_device *d, const char *family,
                     struct axis *axes)
{
    int n = 0;
    for (size_t t = d->first_trial; t < d->first_trial + d->n_trials; t++) {
        if (strcmp(ft_report_text(&r->trials, t, "contestant"), family) != 0)
            continue;
        const char *at = ft_report_text(&r->trials, t, "config");
        while (*at) {
            size_t bytes = strcspn(at, ","), name = strcspn(at, "=");
            int i = 0;
            while (i < n && (strlen(axes[i].name) != name || strncmp(axes[i].name, at, name) != 0))
                i++;
            if (i == n && n < MAX_PARAMS) {
                axes[n] = (struct axis){0};
                axes[n++].name = ft_arena_strndup(r->arena, at, name);
            }
            if (i < n && name < bytes) {
                char value[64];
                snprintf(value, sizeof value, "%.*s", (int)(bytes - name - 1), at + name + 1);
                if (axis_find(&axes[i], value) < 0)
                    axis_add(&axes[i], ft_arena_strdup(r->arena, value));
            }
            at += bytes;
            at += *at == ',';
        }
    }
    for (int i = 0; i < n; i++)
        qsort(axes[i].values, (size_t)axes[i].n, sizeof *axes[i].values, by_value);
    return n;
}

static struct axis *axis_named(struct axis *axes, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (strcmp(axes[i].name, name) == 0 && axes[i].n > 1)
            return &axes[i];
    return NULL;
}

/* The one with most values, numeric ones first; not `other`. */
static struct axis *widest_axis(struct axis *axes, int n, const struct axis *other)
{
    struct axis *best = NULL;
    for (int i = 0; i < n; i++) {
        if (&axes[i] == other || axes[i].n < 2)
            continue;
        int numeric = axes[i].n_numbers > 1, best_numeric = best && best->n_numbers > 1;
        if (!best || numeric > best_numeric || (numeric == best_numeric && axes[i].n > best->n))
            best = &axes[i];
    }
    return best;
}

struct cell {
    double ns;
    const char *outcome; /* of a config that failed; NULL: none was tried */
};

static void put_tics(struct ft_buf *set, const char *which, const struct axis *axis)
{
    ft_buf_printf(set, "set %stics (", which);
    for (int i = 0; i < axis->n; i++) {
        ft_buf_puts(set, i ? ", " : "");
        ft_plots_quote(set, axis->values[i]);
        ft_buf_printf(set, " %d", i + 1);
    }
    ft_buf_puts(set, ")\n");
}

static void put_cell(struct ft_buf *data, int x, int y, const struct cell *cell, double best_ns)
{
    if (isinf(cell->ns)) {
        ft_buf_printf(data, "%d\t%d\t%d\t%d\t%s\n", x, y, ROLE(C_HEAT_FAILED),
                      ROLE(C_HEAT_FAILED_TEXT), kind_names[outcome_kind(cell->outcome)]);
        return;
    }
    double ratio = cell->ns / best_ns;
    int class = 0;
    while (class < FT_N_HEAT_CLASSES - 1 && ratio > ft_heat_limits[class])
        class ++;
    ft_buf_printf(data, ratio < 10 ? "%d\t%d\t%d\t%d\t%.2f\n" : "%d\t%d\t%d\t%d\t%.0f\n", x, y,
                  ROLE(C_HEAT + class), ROLE(C_HEAT_TEXT + class), ratio);
}

static void add_heat(struct ft_report *r, struct ft_figures *f, size_t winner, const char *family,
                     const struct axis *x, const struct axis *y)
{
    const struct ft_report_winner *w = &r->winners[winner];
    struct cell cells[MAX_VALUES][MAX_VALUES];
    int n_cells = 0;
    double best_ns = INFINITY;
    for (int i = 0; i < x->n; i++)
        for (int j = 0; j < y->n; j++)
            cells[i][j] = (struct cell){INFINITY, NULL};
    for (size_t t = w->first_trial; t < w->first_trial + w->n_trials; t++) {
        const char *config = ft_report_text(&r->trials, t, "config");
        if (strcmp(ft_report_text(&r->trials, t, "contestant"), family) != 0)
            continue;
        int i = axis_find(x, ft_report_param(r, config, x->name));
        int j = axis_find(y, ft_report_param(r, config, y->name));
        if (i < 0 || j < 0)
            continue;
        double ns = ft_report_number(&r->trials, t, "median_ns");
        const char *outcome = ft_report_text(&r->trials, t, "outcome");
        n_cells += !cells[i][j].outcome;
        cells[i][j].outcome = outcome;
        if (strcmp(outcome, "ok") == 0 && ns < cells[i][j].ns)
            cells[i][j].ns = ns;
        best_ns = fmin(best_ns, cells[i][j].ns);
    }
    if (n_cells < 2 || isinf(best_ns))
        return;
    struct ft_buf *data, *set;
    char *alt = ft_asprintf("%s on %s: best time by %s and %s, relative to the best of all", family,
                            w->name, x->name, y->name);
    int height = 46 + 30 * y->n;
    size_t plot = ft_plots_add(f->plots, "heat", 400, height, alt, &data, &set);
    free(alt);
    for (int i = 0; i < x->n; i++)
        for (int j = 0; j < y->n; j++)
            if (cells[i][j].outcome)
                put_cell(data, i + 1, j + 1, &cells[i][j], best_ns);
    size_t widest = 1;
    for (int j = 0; j < y->n; j++)
        widest = strlen(y->values[j]) > widest ? strlen(y->values[j]) : widest;
    ft_buf_printf(set, "x_max = %d\ny_max = %d\nx_title = '%s'\ny_title = '%s'\n", x->n, y->n,
                  x->name, y->name);
    ft_buf_printf(set, "left_edge = %g\nbottom_edge = %g\n", (32.0 + 6.5 * (double)widest) / 400,
                  40.0 / height);
    put_tics(set, "x", x);
    put_tics(set, "y", y);
    FT_GROW(f->heats, f->n_heats + 1, f->cap_heats);
    f->heats[f->n_heats++] = (struct ft_report_heat){winner, plot, family, best_ns};
}

static void add_heats(struct ft_report *r, struct ft_figures *f, const struct ft_report_device *d)
{
    struct family {
        const char *name;
        struct axis axes[MAX_PARAMS], *x, *y;
    } *families = NULL;
    size_t n = 0, cap = 0;
    for (size_t t = d->first_trial; t < d->first_trial + d->n_trials; t++) {
        const char *name = ft_report_text(&r->trials, t, "contestant");
        size_t i = 0;
        while (i < n && strcmp(families[i].name, name) != 0)
            i++;
        if (i < n || !ft_report_text(&r->trials, t, "signature"))
            continue;
        FT_GROW(families, n + 1, cap);
        families[n++].name = name;
    }
    for (size_t i = 0; i < n; i++) { /* families stay where they are from here */
        struct family *family = &families[i];
        int n_axes = read_axes(r, d, family->name, family->axes);
        family->x = axis_named(family->axes, n_axes, "Bc");
        family->y = axis_named(family->axes, n_axes, "Br");
        if (!family->x || !family->y) {
            family->x = widest_axis(family->axes, n_axes, NULL);
            family->y = widest_axis(family->axes, n_axes, family->x);
        }
    }
    for (size_t w = d->first_winner; w < d->first_winner + d->n; w++)
        for (size_t i = 0; i < n; i++)
            if (families[i].x && families[i].y)
                add_heat(r, f, w, families[i].name, families[i].x, families[i].y);
    free(families);
}

/* ---- all ---- */

int ft_figures_make(struct ft_report *r, struct ft_figures *f, struct ft_err *err)
{
    memset(f, 0, sizeof *f);
    if (!(f->plots = ft_plots_new(r->arena, err)))
        return -1;
    f->devices = ft_arena_alloc(r->arena, (r->n_devices + 1) * sizeof *f->devices);
    for (size_t i = 0; i < r->n_devices; i++) {
        const struct ft_report_device *d = &r->devices[i];
        struct ft_report_device_figures *figures = &f->devices[i];
        figures->against_baseline = add_scatter(r, f->plots, d, 0);
        figures->against_roof = add_scatter(r, f->plots, d, 1);
        figures->outcomes = add_outcomes(r, f->plots, d);
        figures->groups =
            ft_arena_alloc(r->arena, ((size_t)d->n_groups + 1) * sizeof *figures->groups);
        for (int g = 0; g < d->n_groups; g++)
            figures->groups[g] = add_lengths(r, f->plots, d, g);
        add_heats(r, f, d);
    }
    int drawn = ft_plots_draw(f->plots, err);
    if (drawn == 0)
        ft_warn("gnuplot was not found, so the page has no plots; on Debian it is in the package "
                "gnuplot-nox");
    if (drawn <= 0) {
        ft_figures_free(f);
        f->plots = NULL;
        f->n_heats = 0;
    }
    return drawn < 0 ? -1 : 0;
}

void ft_figures_free(struct ft_figures *f)
{
    ft_plots_free(f->plots);
    free(f->heats);
    f->heats = NULL;
    f->plots = NULL;
}
