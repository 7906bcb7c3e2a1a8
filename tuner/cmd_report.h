/* cmd_report.h -- the parts of `fatune report`: what was read, its figures, its page
 *
 * - cmd_report.c: the command; Markdown and CSV
 * - cmd_report_data.c: reads the database: rows as they are, and what is derived for each winner
 * - cmd_report_figures.c: which plots there are, and their data; cmd_report_heat.c: heat maps
 * - cmd_report_plot.c: gnuplot: data and script files in, SVG for inclusion in HTML out
 * - cmd_report_svg.c: gnuplot's SVG, made short
 * - cmd_report_page.c: the HTML page: sections of a device, the table of winners
 * - cmd_report_compare.c: the HTML page: two devices side by side
 * - cmd_report_detail.c: the HTML page: all about one winner, builds
 * - cmd_report_html.c: pieces of HTML, templates
 *
 * Everything lives in the report's arena, unless said otherwise.
 */
#ifndef FT_CMD_REPORT_H
#define FT_CMD_REPORT_H
#include "base/buf.h"
#include "base/mem.h"
#include "base/table.h"
#include "runtime/problem.h"
#include "store/compare.h"

/* Rows of a SELECT, as texts; NULL for NULL. */
struct ft_report_rows {
    struct ft_arena *arena;
    size_t n_columns, n;
    const char **names, **values;
    size_t cap;
};
const char *ft_report_text(const struct ft_report_rows *rows, size_t row, const char *column);
double ft_report_number(const struct ft_report_rows *rows, size_t row, const char *column);

#define FT_REPORT_MAX_BASELINES 8

/* A row of the view `winners`, and what is derived from its trials. */
struct ft_report_winner {
    size_t device;  /* index in devices */
    const char *id; /* of its place in the page: "d1-12" */
    const char *name, *key;
    struct ft_problem problem;
    double min_bytes, flops;
    size_t first_trial, n_trials;       /* its rows of trials, the fastest first */
    size_t trial, own_trial, runner_up; /* rows of trials; SIZE_MAX: unknown, or there is none */
    double own_ns;                      /* fastest of our own families; NaN */
    double baseline_ns[FT_REPORT_MAX_BASELINES]; /* of the device's baselines; NaN */
    int best_baseline;                           /* -1: none */
    int timer_differs; /* a baseline was timed in another way than our own */
    int is_tflops;     /* bound by arithmetic: the roof says little */
    int group;         /* of the device */
};

/* Problems of a device with equal heads, types and form: they differ in batch and lengths. */
struct ft_report_group {
    const char *title, *models, *part /* of the key, without batch and lengths */;
    const char *unit; /* of its plot */
    int is_tflops;
    size_t n;
};

struct ft_report_device {
    const char *id, *name;
    size_t row;                   /* of device_rows */
    size_t first_winner, n;       /* winners */
    size_t first_trial, n_trials; /* rows of trials, winners or not */
    const char *baselines[FT_REPORT_MAX_BASELINES];
    int n_baselines;
    struct ft_report_group *groups;
    int n_groups;
    size_t cap_groups;
};

struct ft_report {
    struct ft_arena *arena;
    struct ft_db *db;
    struct ft_report_rows winner_rows, trials, losses, device_rows, runs, problem_names;
    struct ft_table_out winner_table; /* as `query --json`: row i is winners[i] */
    struct ft_report_winner *winners; /* in the order of winner_rows */
    size_t n_winners;
    struct ft_report_device *devices;
    size_t n_devices;
    const struct ft_db_filter *filter;
    const char *command; /* that makes this report */
    struct ft_report_pair {
        const char *id; /* of its place in the page: "c1-2" */
        size_t devices[2];
        struct ft_compare_side sides[2]; /* [0] has more SMs */
        struct ft_compare compare;
    } * pairs; /* devices with problems in common; only a page has them */
    size_t n_pairs, cap_pairs;
    size_t n_pairs_left_out;
};
int ft_report_load(struct ft_report *r, const struct ft_db_filter *filter, struct ft_err *err);
void ft_report_free(struct ft_report *r);
/* Value of a parameter in "Bc=16,warps=4", "" where there is none. */
const char *ft_report_param(struct ft_report *r, const char *config, const char *name);

/* ---- page ---- */

struct ft_figures; /* cmd_report_figures.h */

int ft_report_page(struct ft_report *r, struct ft_buf *out, struct ft_err *err);
/* All about one winner, without its heat maps. builds: ids that it refers to are added. */
struct ft_report_builds {
    const char **ids;
    size_t n, cap;
};
int ft_report_detail(struct ft_report *r, const struct ft_figures *figures, size_t winner,
                     struct ft_report_builds *builds, struct ft_buf *out, struct ft_err *err);
/* Reads r->pairs. */
int ft_report_pairs_load(struct ft_report *r, struct ft_err *err);
void ft_report_pairs_free(struct ft_report *r);
/* The winner of this side (0 or 1) of a pair for this row of its comparison. */
const struct ft_report_winner *ft_report_pair_winner(const struct ft_report *r,
                                                     const struct ft_report_pair *pair, int side,
                                                     const struct ft_compare_row *row);
/* "tie +1.2 %", "~+3.4 %", "same", "wrong": what B loses with A's winner. */
void ft_report_pair_loss(struct ft_buf *out, const struct ft_compare_row *row);
int ft_report_pair(struct ft_report *r, const struct ft_report_pair *pair,
                   const struct ft_figures *figures, struct ft_buf *out, struct ft_err *err);
int ft_report_build(struct ft_report *r, const char *id, struct ft_buf *out, struct ft_err *err);

/* How many of n problems our own, a baseline, won; and means. */
struct ft_report_summary {
    size_t n, n_own, n_outside, n_roof, n_trials, n_valid;
    double median_roof_ratio; /* of own kernels, where memory is the limit; NaN */
    struct {
        size_t n;
        double ratio;      /* fastest baseline's time over ours, geometric mean; NaN */
    } against_baseline[2]; /* [0]: where memory is the limit, [1]: where arithmetic is */
};
void ft_report_summarise(const struct ft_report *r, const struct ft_report_device *d,
                         struct ft_report_summary *out);
#endif
