/* cmd_report_figures.h -- plots of a report: what gnuplot draws, and which of it is where in the
 * page
 */
#ifndef FT_CMD_REPORT_FIGURES_H
#define FT_CMD_REPORT_FIGURES_H
#include "cmd_report.h"

/* ---- plots ---- */

struct ft_plots;
/* NULL with err: no place for files, or no templates. */
struct ft_plots *ft_plots_new(struct ft_arena *arena, struct ft_err *err);
/* Starts plot number n (from 0) from report/TEMPLATE.gp; both buffers may be added to until the
 * next one is started: data are its rows, set its variables. */
size_t ft_plots_add(struct ft_plots *p, const char *template_name, int width, int height,
                    const char *alt, struct ft_buf **data, struct ft_buf **set);
/* What a point with this number ("hypertext") leads to. Returns the number. */
size_t ft_plots_link(struct ft_plots *p, const char *href, const char *title);
/* A text as gnuplot's scripts have it, between single quotes. */
void ft_plots_quote(struct ft_buf *out, const char *text);
/* Runs gnuplot. 1: done, 0: there is no gnuplot, -1. */
int ft_plots_draw(struct ft_plots *p, struct ft_err *err);
/* Appends <svg>...</svg>. */
void ft_plots_put(struct ft_plots *p, size_t plot, struct ft_buf *out);
/* Appends the point symbols of all plots that were put, once a page. */
void ft_plots_put_symbols(const struct ft_plots *p, struct ft_buf *out);
void ft_plots_free(struct ft_plots *p); /* and its files */

/* ---- figures ---- */

/* Numbers of the page's variables --cN, report/page.css; and as a plot's data have them. */
enum {
    FT_C_OUTCOME = 20,
    FT_C_HEAT = 32,
    FT_C_HEAT_TEXT = 40,
    FT_C_HEAT_FAILED = 47,
    FT_C_HEAT_FAILED_TEXT = 48
};
#define FT_ROLE(n) ((n)*0x010101)

#define FT_NO_PLOT ((size_t)-1)
struct ft_figures {
    struct ft_plots *plots; /* NULL: there is no gnuplot */
    struct ft_report_device_figures {
        size_t against_baseline, against_roof, outcomes;
        size_t *groups;
    } * devices;
    size_t *pairs;
    struct ft_report_heat {
        size_t winner, plot;
        const char *family;
        double best_ns; /* what is 1.00 in it */
    } * heats;          /* by winner */
    size_t n_heats, cap_heats;
};
#define FT_N_HEAT_CLASSES 7
extern const double ft_heat_limits[FT_N_HEAT_CLASSES - 1]; /* upper ends of all but the last */
int ft_figures_make(struct ft_report *r, struct ft_figures *out, struct ft_err *err);
void ft_figures_heats(struct ft_report *r, struct ft_figures *f, const struct ft_report_device *d);
/* Fine, never tried, failed to build, failed to run, wrong: five kinds, five colours. */
int ft_outcome_kind(const char *outcome);
void ft_figures_free(struct ft_figures *f);

#endif
