/* cmd_report_figures.c -- which plots a report has, and their data
 *
 * For each device: our own kernels against the fastest baseline and against the roof, over bytes;
 * the speed of each head configuration over length; how the candidates ended. For two devices: one
 * against the other. Heat maps are made in cmd_report_heat.c.
 *
 * How plots look is in report/TEMPLATE.gp; colours are numbers of the page's variables --cN.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/units.h"
#include "cmd_report_figures.h"

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
#define AXIS_PX   340 /* width of a plot's axis */
#define CHAR_PX   6   /* of a tic's label */

/* 1, 2 or 5 times a power of ten: about so many steps up to the highest value. */
static double round_step(double highest, int n)
{
    double step = highest / n, power = pow(10, floor(log10(step)));
    return power * (step / power <= 1 ? 1 : step / power <= 2 ? 2 : step / power <= 5 ? 5 : 10);
}

/* "4k", or "16/4k" where there are several queries a sequence, fewer than keys. */
static size_t put_shape(struct ft_buf *out, const struct length_point *p)
{
    size_t before = out->len;
    if (p->seqlen_q != 1 && p->seqlen_q != p->seqlen_kv) {
        put_length(out, p->seqlen_q);
        ft_buf_putc(out, '/');
    }
    put_length(out, p->seqlen_kv);
    return out->len - before;
}

/* Do the labels of the lengths touch, were they written beside each other? */
static int want_tilt(const struct length_point *points, const size_t *label_bytes, size_t n,
                     double x_max)
{
    for (size_t i = 1; i < n; i++) {
        double steps = points[i].batch == points[i - 1].batch ? 1 : 1 + BATCH_GAP;
        double half_widths = (double)(label_bytes[i] + label_bytes[i - 1]) * CHAR_PX / 2;
        if (half_widths + 2 > steps * AXIS_PX / x_max)
            return 1;
    }
    return 0;
}

static size_t add_lengths(struct ft_report *r, struct ft_plots *plots,
                          const struct ft_report_device *d, int group_index)
{
    const struct ft_report_group *group = &d->groups[group_index];
    struct length_point *points = ft_calloc(group->n, sizeof *points);
    size_t *label_bytes = ft_calloc(group->n, sizeof *label_bytes), n = 0, longest = 0;
    struct ft_buf rows = FT_BUF_INIT, labels = FT_BUF_INIT, *data, *set;
    double x = 0, first_x = 0, highest = 0;
    int has_roof = 0;

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
        double roof = group->is_tflops ? NAN : speed(group, w, roof_ns);
        if (i == 0 || p->batch != p[-1].batch) {
            x += i ? BATCH_GAP : 0;
            first_x = x + 1;
            if (i > 0)
                ft_buf_putc(&rows, '\n');
        }
        x += 1;
        ft_buf_printf(&rows, "%.9g\t", x);
        label_bytes[i] = put_shape(&rows, p);
        longest = label_bytes[i] > longest ? label_bytes[i] : longest;
        put_value(&rows, roof);
        has_roof |= isfinite(roof);
        put_value(&rows, speed(group, w, w->own_ns));
        highest = fmax(highest, fmax(roof, speed(group, w, w->own_ns))); /* NaN is left out */
        for (int b = 0; b < d->n_baselines; b++) {
            put_value(&rows, speed(group, w, w->baseline_ns[b]));
            highest = fmax(highest, speed(group, w, w->baseline_ns[b]));
        }
        ft_buf_printf(&rows, "\t%zu\n", add_link(r, plots, p->winner));
        if (i + 1 == n || p[1].batch != p->batch)
            ft_buf_printf(&labels,
                          "set label '%d' at first %g, screen 9.5 / height center textcolor rgb "
                          "c_ink\n",
                          p->batch, (first_x + x) / 2);
    }
    int tilt = want_tilt(points, label_bytes, n, x + 0.2);
    int bottom = 46 + (tilt ? CHAR_PX * (int)longest - 10 : 0);
    int top = 14 + 18 * ((has_roof + d->n_baselines + 1 + 1) / 2); /* two names a line */
    char *alt = ft_asprintf("%s: speed over length and batch", group->title);
    size_t plot = ft_plots_add(plots, "length", 400, 180 + bottom + top, alt, &data, &set);
    free(alt);
    ft_buf_add(data, rows.data, rows.len);
    ft_buf_puts(set, ft_buf_str(&labels));
    ft_buf_puts(set, "baselines = '");
    for (int b = 0; b < d->n_baselines; b++)
        ft_buf_printf(set, "%s%s", b ? " " : "", d->baselines[b]);
    double step = highest > 0 ? round_step(highest, 5) : 1;
    double y_max = fmax(1, ceil(highest * 1.02 / step)) * step;
    char widest[32];
    int left = 26 + 7 * snprintf(widest, sizeof widest, "%g", y_max - step);
    ft_buf_printf(set,
                  "'\nunit = '%s'\nx_max = %g\ny_max = %g\ny_step = %g\nhas_roof = %d\n"
                  "top = %d\nbottom = %d\nleft = %d\ntilt = %d\n",
                  group->unit, x + 0.6, y_max, step, has_roof, top, bottom, left < 54 ? 54 : left,
                  tilt);
    ft_buf_free(&rows);
    ft_buf_free(&labels);
    free(label_bytes);
    free(points);
    return plot;
}

/* ---- two devices ---- */

static size_t add_pair_link(struct ft_plots *plots, const struct ft_report_pair *pair, size_t i)
{
    const struct ft_compare_row *row = &pair->compare.rows[i];
    struct ft_buf title = FT_BUF_INIT;
    char time[FT_UNIT_BYTES];
    ft_buf_printf(&title, "%s: A %s", row->problem, ft_format_ns(row->a.median_ns, time));
    ft_buf_printf(&title, ", B %s, B / A %.3f; with A's winner ",
                  ft_format_ns(row->b.median_ns, time), ft_compare_ratio(row));
    ft_report_pair_loss(&title, row);
    char *href = ft_asprintf("#%s-%zu", pair->id, i + 1);
    size_t link = ft_plots_link(plots, href, ft_buf_str(&title));
    free(href);
    ft_buf_free(&title);
    return link;
}

static size_t add_pair(struct ft_report *r, struct ft_plots *plots,
                       const struct ft_report_pair *pair)
{
    struct ft_buf rows = FT_BUF_INIT, *data, *set;
    double x_low = INFINITY, x_high = 0, low = 0, high = 0;
    size_t n = 0, n_side = 0, n_screen = 0, n_same = 0;
    for (size_t i = 0; i < pair->compare.n_rows; i++) {
        const struct ft_compare_row *row = &pair->compare.rows[i];
        const struct ft_report_winner *w = ft_report_pair_winner(r, pair, 0, row);
        double loss = row->is_same ? NAN : ft_compare_loss(row) * 100;
        int is_screened = strcmp(row->transfer_phase, "screen") == 0;
        if (!w || !(w->min_bytes > 0) || !isfinite(ft_compare_ratio(row)))
            continue;
        x_low = fmin(x_low, w->min_bytes);
        x_high = fmax(x_high, w->min_bytes);
        low = fmin(low, loss);
        high = fmax(high, loss);
        n_side += isfinite(loss) && !is_screened;
        n_screen += isfinite(loss) && is_screened;
        n_same += row->is_same != 0;
        ft_buf_printf(&rows, "%.9g\t%.9g", w->min_bytes, ft_compare_ratio(row));
        put_value(&rows, is_screened ? NAN : loss);
        put_value(&rows, is_screened ? loss : NAN);
        put_value(&rows, row->is_same ? 0 : NAN);
        ft_buf_printf(&rows, "\t%zu\n", add_pair_link(plots, pair, i));
        n++;
    }
    size_t plot = FT_NO_PLOT;
    if (n > 0) {
        int has_loss = n_side + n_screen > 0;
        double room = fmax((high - low) * 0.08, 0.2);
        plot = ft_plots_add(plots, "compare", 400, has_loss ? 380 : 250,
                            "Time of device B over time of device A, and what B loses with A's "
                            "winner, over bytes, one point a problem",
                            &data, &set);
        ft_buf_add(data, rows.data, rows.len);
        ft_buf_printf(set,
                      "x_low = %g\nx_high = %g\nloss_low = %g\nloss_high = %g\nhas_loss = %d\n"
                      "n_side = %zu\nn_screen = %zu\nn_same = %zu\n",
                      x_low / 1.5, x_high * 1.5, low - room, high + room, has_loss, n_side,
                      n_screen, n_same);
    }
    ft_buf_free(&rows);
    return plot;
}

/* ---- outcomes ---- */

static const char *const outcomes[] = {
    "ok",    "rejected",  "compile_failed",   "compile_timeout", "spills",  "launch_failed",
    "wrong", "nonfinite", "nondeterministic", "timeout",         "crashed",
};
#define N_OUTCOMES (sizeof outcomes / sizeof *outcomes)

int ft_outcome_kind(const char *outcome)
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
    size_t widest = 0, y = 0,
           plot = ft_plots_add(plots, "outcomes", 400, height,
                               "Number of candidates by contestant and outcome", &data, &set);
    for (size_t i = 0; i < n_names; i++)
        for (size_t o = 0; o < N_OUTCOMES; o++)
            if (counts[i][o] > 0) {
                size_t bytes = strlen(names[i]) + 1 + strlen(outcomes[o]);
                widest = bytes > widest ? bytes : widest;
                ft_buf_printf(data, "%zu\t%zu\t%d\t%s %s\t%zu\n", ++y, counts[i][o],
                              FT_ROLE(FT_C_OUTCOME + ft_outcome_kind(outcomes[o])), names[i],
                              outcomes[o], counts[i][o]);
            }
    ft_buf_printf(set, "y_max = %zu\nx_max = %zu\nleft_edge = %g\nbottom_edge = %g\n", y, most,
                  fmin(0.7, (16 + CHAR_PX * 1.05 * (double)widest) / 400), 20.0 / height);
    return plot;
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
        ft_figures_heats(r, f, d);
    }
    f->pairs = ft_arena_alloc(r->arena, (r->n_pairs + 1) * sizeof *f->pairs);
    for (size_t i = 0; i < r->n_pairs; i++)
        f->pairs[i] = add_pair(r, f->plots, &r->pairs[i]);
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
