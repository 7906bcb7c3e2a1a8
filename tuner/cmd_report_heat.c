/* cmd_report_heat.c -- heat maps: for each winner and family, the two parameters that say most
 *
 * Which parameters those are is decided once for a family and device, so that its maps can be held
 * against each other.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cmd_report_figures.h"

const double ft_heat_limits[FT_N_HEAT_CLASSES - 1] = {1.01, 1.03, 1.1, 1.25, 1.5, 2};

/* By ft_outcome_kind. */
static const char *const kind_names[] = {"ok", "reject", "build", "run", "wrong"};

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

/* Is there room for so many columns with these names, or with ratios in them? */
static int fits_as_columns(const struct axis *axis)
{
    size_t widest = strlen("1.00");
    for (int i = 0; i < axis->n; i++)
        widest = strlen(axis->values[i]) > widest ? strlen(axis->values[i]) : widest;
    return axis->n * (int)(6 * widest + 4) <= 330;
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
        ft_buf_printf(data, "%d\t%d\t%d\t%d\t%s\n", x, y, FT_ROLE(FT_C_HEAT_FAILED),
                      FT_ROLE(FT_C_HEAT_FAILED_TEXT), kind_names[ft_outcome_kind(cell->outcome)]);
        return;
    }
    double ratio = cell->ns / best_ns;
    int class = 0;
    while (class < FT_N_HEAT_CLASSES - 1 && ratio > ft_heat_limits[class])
        class ++;
    ft_buf_printf(data, ratio < 10 ? "%d\t%d\t%d\t%d\t%.2f\n" : "%d\t%d\t%d\t%d\t%.0f\n", x, y,
                  FT_ROLE(FT_C_HEAT + class), FT_ROLE(FT_C_HEAT_TEXT + class), ratio);
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

void ft_figures_heats(struct ft_report *r, struct ft_figures *f, const struct ft_report_device *d)
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
        if (family->x && family->y && !fits_as_columns(family->x) && fits_as_columns(family->y)) {
            struct axis *x = family->x;
            family->x = family->y;
            family->y = x;
        }
    }
    for (size_t w = d->first_winner; w < d->first_winner + d->n; w++)
        for (size_t i = 0; i < n; i++)
            if (families[i].x && families[i].y)
                add_heat(r, f, w, families[i].name, families[i].x, families[i].y);
    free(families);
}
