/* cmd_report_compare.c -- the part of a report's page that holds two devices against each other
 *
 * What is compared is what `fatune compare` compares (store/compare.h): problems that both have a
 * winner for. A is the device with more SMs, as a rule the whole GPU, B its partition. Rows carry
 * their figures as data attributes, named and written as `compare --json` does.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/units.h"
#include "cmd_report.h"
#include "cmd_report_figures.h"
#include "cmd_report_html.h"

#define MAX_PAIRS 6 /* of many devices; `fatune compare` shows any two */

/* ---- the pairs ---- */

static double sms_of(const struct ft_report *r, size_t device)
{
    return ft_report_number(&r->device_rows, r->devices[device].row, "sms");
}

/* As the page calls it; with the number of SMs where another device has that name. */
static const char *side_name(const struct ft_report *r, size_t device)
{
    const char *name = r->devices[device].name;
    for (size_t i = 0; i < r->n_devices; i++)
        if (i != device && strcmp(r->devices[i].name, name) == 0)
            return ft_arena_printf(r->arena, "%s (%.0f SMs)", name, sms_of(r, device));
    return name;
}

static int add_pair(struct ft_report *r, size_t a, size_t b, struct ft_err *err)
{
    struct ft_report_pair pair = {.devices = {a, b}};
    for (int side = 0; side < 2; side++)
        pair.sides[side] = (struct ft_compare_side){.db = r->db,
                                                    .path = "",
                                                    .device_id = r->devices[pair.devices[side]].id,
                                                    .run_id = "",
                                                    .name = side_name(r, pair.devices[side])};
    pair.id = ft_arena_printf(r->arena, "c%s-%s", pair.sides[0].device_id, pair.sides[1].device_id);
    if (ft_compare_read(pair.sides, r->filter->problem, NULL, &pair.compare, err) < 0)
        return -1;
    if (pair.compare.n_rows == 0 || r->n_pairs == MAX_PAIRS) {
        r->n_pairs_left_out += pair.compare.n_rows > 0;
        ft_compare_free(&pair.compare);
        return 0;
    }
    FT_GROW(r->pairs, r->n_pairs + 1, r->cap_pairs);
    r->pairs[r->n_pairs++] = pair;
    return 0;
}

int ft_report_pairs_load(struct ft_report *r, struct ft_err *err)
{
    for (size_t i = 0; i < r->n_devices; i++)
        for (size_t k = i + 1; k < r->n_devices; k++) {
            int is_swapped = sms_of(r, k) > sms_of(r, i);
            if (r->devices[i].n > 0 && r->devices[k].n > 0 &&
                add_pair(r, is_swapped ? k : i, is_swapped ? i : k, err) < 0)
                return -1;
        }
    return 0;
}

void ft_report_pairs_free(struct ft_report *r)
{
    for (size_t i = 0; i < r->n_pairs; i++)
        ft_compare_free(&r->pairs[i].compare);
    free(r->pairs);
    r->pairs = NULL;
    r->n_pairs = 0;
}

const struct ft_report_winner *ft_report_pair_winner(const struct ft_report *r,
                                                     const struct ft_report_pair *pair, int side,
                                                     const struct ft_compare_row *row)
{
    const struct ft_report_device *d = &r->devices[pair->devices[side]];
    for (size_t i = d->first_winner; i < d->first_winner + d->n; i++)
        if (strcmp(r->winners[i].key, row->key) == 0)
            return &r->winners[i];
    return NULL; /* the database has changed since it was read */
}

void ft_report_pair_loss(struct ft_buf *out, const struct ft_compare_row *row)
{
    double loss = ft_compare_loss(row);
    if (row->is_same)
        ft_buf_puts(out, "same");
    else if (!isnan(loss))
        ft_buf_printf(out, "%s%s%+.1f %%", row->is_tie ? "tie " : "",
                      strcmp(row->transfer_phase, "screen") == 0 ? "~" : "", loss * 100);
    else if (*row->transfer_outcome && strcmp(row->transfer_outcome, "ok") != 0)
        ft_buf_puts(out, row->transfer_outcome);
    else
        ft_buf_puts(out, "not measured");
}

/* ---- prose ---- */

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void put_lead(const struct ft_report_pair *pair, const struct ft_compare_summary *s,
                     struct ft_buf *out)
{
    size_t n = pair->compare.n_rows;
    ft_buf_puts(out, "B, ");
    ft_html_text(out, pair->sides[1].name);
    ft_buf_printf(out, ", takes %.3f times the time of A, ", s->mean_ratio);
    ft_html_text(out, pair->sides[0].name);
    if (n == 1)
        ft_buf_puts(out, " on the one common problem.");
    else
        ft_buf_printf(out, ", geometric mean of %zu common problems.", n);
    if (s->n_different == 0)
        ft_buf_puts(out, " Both have the same winners.");
    if (s->worst) {
        ft_buf_printf(out, " With A's winner B loses at most %.1f %%, on ",
                      ft_compare_loss(s->worst) * 100);
        ft_html_text(out, s->worst->problem);
        ft_buf_puts(out, ".");
    }
}

static void put_notes(const struct ft_report *r, const struct ft_report_pair *pair,
                      const struct ft_compare_summary *s, struct ft_buf *out)
{
    const struct ft_compare *c = &pair->compare;
    if (s->n_different > 0)
        ft_buf_printf(out, "%zu problem%s different winners", s->n_different,
                      s->n_different == 1 ? " has" : "s have");
    if (s->n_ties > 0)
        ft_buf_printf(out, ", %zu of them a tie: on B the two could not be told apart", s->n_ties);
    ft_buf_puts(out, s->n_different > 0 ? ". " : "");
    if (s->n_screened > 0)
        ft_buf_printf(out,
                      "~: %zu of B's times of A's winner come%s from screening, a few samples. ",
                      s->n_screened, s->n_screened == 1 ? "s" : "");
    if (s->n_not_valid > 0)
        ft_buf_printf(out, "On %zu problem%s A's winner does not work on B. ", s->n_not_valid,
                      plural(s->n_not_valid));
    if (s->n_not_measured > 0)
        ft_buf_printf(out,
                      "On %zu problem%s A's winner was not measured on B: <code>fatune compare "
                      "--measure</code> does it where B is. ",
                      s->n_not_measured, plural(s->n_not_measured));
    if (s->n_other_cache > 0)
        ft_buf_printf(out,
                      "%zu problem%s timed with another state of the L2 cache: those times do not "
                      "compare. ",
                      s->n_other_cache, s->n_other_cache == 1 ? " was" : "s were");
    if (c->n_only_a > 0)
        ft_buf_printf(out, "%zu problem%s only on A. ", c->n_only_a,
                      c->n_only_a == 1 ? " is" : "s are");
    if (c->n_only_b > 0)
        ft_buf_printf(out, "%zu problem%s only on B. ", c->n_only_b,
                      c->n_only_b == 1 ? " is" : "s are");
    if (r->n_pairs_left_out > 0 && pair == &r->pairs[r->n_pairs - 1])
        ft_buf_printf(out,
                      "%zu more pair%s of devices can be seen with <code>fatune "
                      "compare</code>. ",
                      r->n_pairs_left_out, plural(r->n_pairs_left_out));
}

/* ---- the table ---- */

enum { PROBLEM, A, A_ROOF, B, B_ROOF, RATIO, LOSS, CHANGE, N_COLUMNS };
static const struct ft_html_column columns[N_COLUMNS] = {
    {"Problem", "problem", 0, 0},
    {"A", "a-time-ns-median", 1, 0},
    {"Of roof", "a-roof-ratio", 1, 1},
    {"B", "b-time-ns-median", 1, 0},
    {"Of roof", "b-roof-ratio", 1, 1},
    {"B / A", "time-ratio", 1, 0},
    {"With A's winner", "transfer-loss-ratio", 1, 0},
    {"A's winner &rarr; B's", NULL, 0, 1},
};

static void put_data(const struct ft_compare_row *row, struct ft_buf *out)
{
    struct ft_table_out t = FT_TABLE_INIT;
    static const char *const keys[] = {"problem",
                                       "problem_key",
                                       "a_time_ns_median",
                                       "b_time_ns_median",
                                       "a_roof_ratio",
                                       "b_roof_ratio",
                                       "time_ratio",
                                       "same_winner",
                                       "tie_on_b",
                                       "transfer_outcome",
                                       "transfer_phase",
                                       "transfer_time_ns_median",
                                       "transfer_base_ns_median",
                                       "transfer_loss_ratio"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        ft_table_column(&t, keys[i], keys[i], FT_LEFT);
    ft_table_text(&t, row->problem);
    ft_table_text(&t, row->key);
    ft_table_num(&t, row->a.median_ns, NULL);
    ft_table_num(&t, row->b.median_ns, NULL);
    ft_table_num(&t, row->a.roof_ratio, NULL);
    ft_table_num(&t, row->b.roof_ratio, NULL);
    ft_table_num(&t, ft_compare_ratio(row), NULL);
    ft_table_int(&t, row->is_same);
    ft_table_int(&t, row->is_tie);
    ft_table_text(&t, *row->transfer_outcome ? row->transfer_outcome : NULL);
    ft_table_text(&t, *row->transfer_phase ? row->transfer_phase : NULL);
    ft_table_num(&t, row->transfer_ns, NULL);
    ft_table_num(&t, row->transfer_base_ns, NULL);
    ft_table_num(&t, ft_compare_loss(row), NULL);
    ft_html_data(out, &t, 0);
    ft_table_free(&t);
}

/* "splits 8 -> 16", or "decode_split -> pytorch/fa2". */
static void put_change(struct ft_report *r, const struct ft_compare_row *row, struct ft_buf *out)
{
    int n = 0;
    if (row->is_same) {
        ft_buf_puts(out, "same");
        return;
    }
    if (strcmp(row->a.contestant, row->b.contestant) != 0) {
        ft_html_text(out, row->a.contestant);
        ft_buf_puts(out, " &rarr; ");
        ft_html_text(out, row->b.contestant);
        return;
    }
    for (const char *at = row->b.config; *at; at += strcspn(at, ","), at += *at == ',') {
        const char *name = ft_arena_strndup(r->arena, at, strcspn(at, "="));
        const char *a = ft_report_param(r, row->a.config, name);
        const char *b = ft_report_param(r, row->b.config, name);
        if (strcmp(a, b) == 0)
            continue;
        ft_buf_puts(out, n++ ? ", " : "");
        ft_html_text(out, name);
        ft_buf_putc(out, ' ');
        ft_html_text(out, *a ? a : "-");
        ft_buf_puts(out, "&rarr;");
        ft_html_text(out, b);
    }
}

static void put_time(const struct ft_html_column *column, const struct ft_report_winner *w,
                     double ns, struct ft_buf *out)
{
    char time[FT_UNIT_BYTES];
    struct ft_buf shown = FT_BUF_INIT;
    ft_format_ns(ns, time);
    if (w)
        ft_buf_printf(&shown, "<a href=\"#%s\">%s</a>", w->id, time);
    ft_html_cell(out, column, ns, w ? ft_buf_str(&shown) : time);
    ft_buf_free(&shown);
}

static void put_share(const struct ft_html_column *column, double ratio, struct ft_buf *out)
{
    char shown[32];
    snprintf(shown, sizeof shown, "%.1f %%", ratio * 100);
    ft_html_cell(out, column, ratio, shown);
}

static void put_row(struct ft_report *r, const struct ft_report_pair *pair, size_t i,
                    struct ft_buf *out)
{
    const struct ft_compare_row *row = &pair->compare.rows[i];
    char ratio[32];
    struct ft_buf loss = FT_BUF_INIT;
    ft_buf_printf(out, "<tr id=\"%s-%zu\"", pair->id, i + 1);
    put_data(row, out);
    ft_buf_puts(out, ">\n<td class=\"problem\">");
    ft_html_text(out, row->problem);
    ft_buf_puts(out, "</td>");
    put_time(&columns[A], ft_report_pair_winner(r, pair, 0, row), row->a.median_ns, out);
    put_share(&columns[A_ROOF], row->a.roof_ratio, out);
    put_time(&columns[B], ft_report_pair_winner(r, pair, 1, row), row->b.median_ns, out);
    put_share(&columns[B_ROOF], row->b.roof_ratio, out);
    snprintf(ratio, sizeof ratio, "%.3f", ft_compare_ratio(row));
    ft_html_cell(out, &columns[RATIO], ft_compare_ratio(row), ratio);
    ft_report_pair_loss(&loss, row);
    ft_html_cell(out, &columns[LOSS], 0 /* a word where it is not known */, ft_buf_str(&loss));
    ft_buf_puts(out, "<td class=\"extra change\">");
    put_change(r, row, out);
    ft_buf_puts(out, "</td></tr>\n");
    ft_buf_free(&loss);
}

/* ---- the section ---- */

static void put_figure(const struct ft_report *r, const struct ft_report_pair *pair,
                       const struct ft_figures *figures, struct ft_buf *out)
{
    if (!figures->plots)
        return;
    size_t plot = figures->pairs[pair - r->pairs];
    if (plot == FT_NO_PLOT)
        return;
    ft_buf_puts(out, "<figure><figcaption>Time of B over time of A, and what B loses with A's "
                     "winner<small>One point a problem; it leads to the row of the "
                     "table.</small></figcaption>\n");
    ft_plots_put(figures->plots, plot, out);
    ft_buf_puts(out, "</figure>\n");
}

int ft_report_pair(struct ft_report *r, const struct ft_report_pair *pair,
                   const struct ft_figures *figures, struct ft_buf *out, struct ft_err *err)
{
    enum { NAME_A, NAME_B, LEAD, NOTES, FIGURE, COLUMNS, ROWS, N };
    static const char *const names[N] = {"a", "b", "lead", "notes", "figure", "columns", "rows"};
    struct ft_buf parts[N] = {{0}};
    struct ft_compare_summary summary;
    ft_compare_summarise(&pair->compare, &summary);
    ft_html_text(&parts[NAME_A], pair->sides[0].name);
    ft_html_text(&parts[NAME_B], pair->sides[1].name);
    put_lead(pair, &summary, &parts[LEAD]);
    put_notes(r, pair, &summary, &parts[NOTES]);
    put_figure(r, pair, figures, &parts[FIGURE]);
    ft_html_columns(&parts[COLUMNS], columns, N_COLUMNS);
    for (size_t i = 0; i < pair->compare.n_rows; i++)
        put_row(r, pair, i, &parts[ROWS]);
    struct ft_html_slot slots[N + 2] = {{"id", pair->id}};
    for (int i = 0; i < N; i++)
        slots[i + 1] = (struct ft_html_slot){names[i], ft_buf_str(&parts[i])};
    int rc = ft_html_template(out, "compare.html", slots, err);
    for (int i = 0; i < N; i++)
        ft_buf_free(&parts[i]);
    return rc;
}
