/* cmd_compare.c -- `fatune compare`: two devices, or two runs, side by side
 *
 * For people: per problem both winners, the ratio of their times, and what B loses with A's winner,
 * as measured; then a summary. For machines every figure, with its unit in its name.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/opt.h"
#include "base/table.h"
#include "cmd.h"
#include "cmd_compare.h"
#include "cmd_util.h"
#include "cmd_winners.h"
#include "store/compare.h"

#define MAX_DBS 16

/* ---- for people ---- */

static void add_share(struct ft_table_out *t, double ratio)
{
    char text[32];
    snprintf(text, sizeof text, "%.1f %%", ratio * 100);
    ft_table_num(t, ratio, isnan(ratio) ? "-" : text);
}

static void add_contestant(struct ft_table_out *t, const struct ft_compare_winner *w)
{
    struct ft_buf text = FT_BUF_INIT;
    ft_cmd_put_contestant(&text, w->contestant, w->config);
    ft_table_text(t, ft_buf_str(&text));
    ft_buf_free(&text);
}

/* "~" before what only screening samples tell. */
static void add_loss(struct ft_table_out *t, const struct ft_compare_row *row)
{
    double loss = ft_compare_loss(row);
    char text[32];
    if (row->is_same) {
        ft_table_text(t, "same");
    } else if (!isnan(loss)) {
        snprintf(text, sizeof text, "%s%s%+.1f %%", row->is_tie ? "tie " : "",
                 strcmp(row->transfer_phase, "screen") == 0 ? "~" : "", loss * 100);
        ft_table_num(t, loss, text);
    } else if (*row->transfer_outcome && strcmp(row->transfer_outcome, "ok") != 0) {
        ft_table_text(t, row->transfer_outcome);
    } else {
        ft_table_text(t, "not measured");
    }
}

static void print_rows(const struct ft_compare *compare, struct ft_buf *out)
{
    struct ft_table_out t = FT_TABLE_INIT;
    ft_table_column(&t, "problem", "problem", FT_LEFT);
    ft_table_column(&t, "A", "a", FT_RIGHT);
    ft_table_column(&t, "of roof", "a_roof", FT_RIGHT);
    ft_table_column(&t, "B", "b", FT_RIGHT);
    ft_table_column(&t, "of roof", "b_roof", FT_RIGHT);
    ft_table_column(&t, "B/A", "ratio", FT_RIGHT);
    ft_table_column(&t, "A's on B", "loss", FT_RIGHT);
    ft_table_column(&t, "winner on A", "a_winner", FT_LEFT);
    ft_table_column(&t, "winner on B", "b_winner", FT_LEFT);
    for (size_t i = 0; i < compare->n_rows; i++) {
        const struct ft_compare_row *row = &compare->rows[i];
        char ratio[32];
        snprintf(ratio, sizeof ratio, "%.3f", ft_compare_ratio(row));
        ft_table_text(&t, row->problem);
        ft_cmd_add_time(&t, row->a.median_ns);
        add_share(&t, row->a.roof_ratio);
        ft_cmd_add_time(&t, row->b.median_ns);
        add_share(&t, row->b.roof_ratio);
        ft_table_num(&t, ft_compare_ratio(row), ratio);
        add_loss(&t, row);
        add_contestant(&t, &row->a);
        if (row->is_same)
            ft_table_text(&t, "same");
        else
            add_contestant(&t, &row->b);
    }
    ft_table_print(&t, FT_TABLE_TEXT, out);
    ft_table_free(&t);
}

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

static void print_summary(const struct ft_compare *compare, const struct ft_compare_side sides[2],
                          struct ft_buf *out)
{
    struct ft_compare_summary s;
    ft_compare_summarise(compare, &s);
    ft_buf_printf(out, "%zu common problem%s", compare->n_rows, plural(compare->n_rows));
    if (compare->n_rows > 0)
        ft_buf_printf(out, ": B takes %.3f times A's time (geometric mean)\n", s.mean_ratio);
    else
        ft_buf_putc(out, '\n');
    if (s.n_different > 0)
        ft_buf_printf(out, "%zu ha%s different winners", s.n_different,
                      s.n_different == 1 ? "s" : "ve");
    if (s.n_ties > 0)
        ft_buf_printf(out, ", %zu of them a tie on B", s.n_ties);
    if (s.n_different > 0)
        ft_buf_putc(out, '\n');
    if (s.worst)
        ft_buf_printf(out, "with A's winner B loses at most %.1f %%, on %s%s\n",
                      ft_compare_loss(s.worst) * 100, s.worst->problem,
                      strcmp(s.worst->transfer_phase, "screen") == 0 ? " (~)" : "");
    if (s.n_screened > 0)
        ft_buf_printf(out,
                      "~: %zu of B's times of A's winner come%s from screening, a few samples\n",
                      s.n_screened, s.n_screened == 1 ? "s" : "");
    if (s.n_not_valid > 0)
        ft_buf_printf(out, "on %zu problem%s A's winner does not work on B\n", s.n_not_valid,
                      plural(s.n_not_valid));
    if (s.n_not_measured > 0)
        ft_buf_printf(
            out,
            "on %zu problem%s A's winner was not measured on B: --measure does it where B "
            "is\n",
            s.n_not_measured, plural(s.n_not_measured));
    if (s.n_other_cache > 0)
        ft_buf_printf(out,
                      "%zu problem%s timed with another state of the L2 cache: those times do "
                      "not compare\n",
                      s.n_other_cache, s.n_other_cache == 1 ? " was" : "s were");
    if (compare->n_only_a > 0)
        ft_buf_printf(out, "%zu problem%s only on A, %s\n", compare->n_only_a,
                      plural(compare->n_only_a), sides[0].name);
    if (compare->n_only_b > 0)
        ft_buf_printf(out, "%zu problem%s only on B, %s\n", compare->n_only_b,
                      plural(compare->n_only_b), sides[1].name);
}

/* ---- for machines ---- */

static void side_columns(struct ft_table_out *t, char side)
{
    static const struct {
        const char *key;
        enum ft_align align;
    } columns[] = {{"device", FT_LEFT},           {"contestant", FT_LEFT},
                   {"config", FT_LEFT},           {"cache", FT_LEFT},
                   {"time_ns_median", FT_RIGHT},  {"time_ns_ci_low", FT_RIGHT},
                   {"time_ns_ci_high", FT_RIGHT}, {"roof_ratio", FT_RIGHT}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        char key[40];
        snprintf(key, sizeof key, "%c_%s", side, columns[i].key);
        ft_table_column(t, key, key, columns[i].align);
    }
}

static void side_cells(struct ft_table_out *t, const char *name, const struct ft_compare_winner *w)
{
    ft_table_text(t, name);
    ft_table_text(t, w->contestant);
    ft_table_text(t, w->config);
    ft_table_text(t, w->cache);
    ft_table_num(t, w->median_ns, NULL);
    ft_table_num(t, w->ci_low_ns, NULL);
    ft_table_num(t, w->ci_high_ns, NULL);
    ft_table_num(t, w->roof_ratio, NULL);
}

static void print_machine(const struct ft_compare *compare, const struct ft_compare_side sides[2],
                          enum ft_table_format format, struct ft_buf *out)
{
    struct ft_table_out t = FT_TABLE_INIT;
    ft_table_column(&t, "problem", "problem", FT_LEFT);
    ft_table_column(&t, "problem_key", "problem_key", FT_LEFT);
    side_columns(&t, 'a');
    side_columns(&t, 'b');
    ft_table_column(&t, "time_ratio", "time_ratio", FT_RIGHT);
    ft_table_column(&t, "same_winner", "same_winner", FT_RIGHT);
    ft_table_column(&t, "tie_on_b", "tie_on_b", FT_RIGHT);
    ft_table_column(&t, "transfer_outcome", "transfer_outcome", FT_LEFT);
    ft_table_column(&t, "transfer_phase", "transfer_phase", FT_LEFT);
    ft_table_column(&t, "transfer_time_ns_median", "transfer_time_ns_median", FT_RIGHT);
    ft_table_column(&t, "transfer_base_ns_median", "transfer_base_ns_median", FT_RIGHT);
    ft_table_column(&t, "transfer_loss_ratio", "transfer_loss_ratio", FT_RIGHT);
    for (size_t i = 0; i < compare->n_rows; i++) {
        const struct ft_compare_row *row = &compare->rows[i];
        ft_table_text(&t, row->problem);
        ft_table_text(&t, row->key);
        side_cells(&t, sides[0].name, &row->a);
        side_cells(&t, sides[1].name, &row->b);
        ft_table_num(&t, ft_compare_ratio(row), NULL);
        ft_table_int(&t, row->is_same);
        ft_table_int(&t, row->is_tie);
        ft_table_text(&t, *row->transfer_outcome ? row->transfer_outcome : NULL);
        ft_table_text(&t, *row->transfer_phase ? row->transfer_phase : NULL);
        ft_table_num(&t, row->transfer_ns, NULL);
        ft_table_num(&t, row->transfer_base_ns, NULL);
        ft_table_num(&t, ft_compare_loss(row), NULL);
    }
    ft_table_print(&t, format, out);
    ft_table_free(&t);
}

/* ---- --fail-above ---- */

#define MAX_NAMED 5

static int judge(const struct ft_compare *compare, double limit, struct ft_err *err)
{
    struct ft_buf named = FT_BUF_INIT;
    size_t n_slower = 0, n_noise = 0;
    for (size_t i = 0; i < compare->n_rows; i++) {
        const struct ft_compare_row *row = &compare->rows[i];
        double ratio = ft_compare_ratio(row);
        if (!ft_compare_is_slower(row, limit)) {
            n_noise += ratio > 1 + limit;
            continue;
        }
        if (n_slower++ < MAX_NAMED)
            ft_buf_printf(&named, "%s'%s' (%+.1f %%)", n_slower > 1 ? ", " : "", row->problem,
                          (ratio - 1) * 100);
    }
    if (n_noise > 0)
        ft_note("on %zu problem%s B is slower by more than %g %%, but not beyond the intervals",
                n_noise, plural(n_noise), limit * 100);
    if (n_slower > 0)
        ft_err_set(err, FT_ERR_FOUND, "B is slower by more than %g %% on %zu problem%s: %s%s",
                   limit * 100, n_slower, plural(n_slower), ft_buf_str(&named),
                   n_slower > MAX_NAMED ? ", ..." : "");
    ft_buf_free(&named);
    return n_slower > 0 ? -1 : 0;
}

/* ---- the command ---- */

struct options {
    struct ft_opt_list dbs, devices, runs;
    const char *problem, *family;
    double fail_above; /* NaN: not asked */
    struct ft_cmd_measure measure;
    int with_measure, json, csv;
};

static int check_usage(const struct options *o, int n_operands, const char *operand,
                       struct ft_err *err)
{
    if (n_operands > 0) {
        ft_err_set(err, FT_ERR_USAGE, "unexpected '%s'", operand);
        ft_err_hint(err, "--device A --device B name what is compared, --db where it is");
        return -1;
    }
    if (o->json && o->csv)
        return ft_err_set(err, FT_ERR_USAGE, "--json and --csv exclude each other");
    if (o->dbs.n > MAX_DBS)
        return ft_err_set(err, FT_ERR_USAGE, "at most %d databases", MAX_DBS);
    if (o->devices.n > 2 || (o->runs.n > 0 && o->runs.n != 2))
        return ft_err_set(err, FT_ERR_USAGE, "a comparison has two sides, not %zu",
                          o->runs.n > 0 ? o->runs.n : o->devices.n);
    if (o->runs.n > 0 && o->with_measure) {
        ft_err_set(err, FT_ERR_USAGE, "--measure and --run exclude each other");
        ft_err_hint(err, "what is measured now belongs to a device, not to a run of the past");
        return -1;
    }
    if (o->runs.n > 0 && o->devices.n > 0)
        return ft_err_set(err, FT_ERR_USAGE, "--run and --device exclude each other");
    return 0;
}

static void print_all(const struct options *o, const struct ft_compare *compare,
                      const struct ft_compare_side sides[2])
{
    struct ft_buf out = FT_BUF_INIT;
    if (o->json || o->csv) {
        print_machine(compare, sides, o->json ? FT_TABLE_JSON : FT_TABLE_CSV, &out);
    } else {
        ft_buf_printf(&out, "A: %s\nB: %s\n\n", sides[0].name, sides[1].name);
        if (compare->n_rows > 0) {
            print_rows(compare, &out);
            ft_buf_putc(&out, '\n');
        }
        print_summary(compare, sides, &out);
    }
    fwrite(ft_buf_str(&out), 1, out.len, stdout);
    ft_buf_free(&out);
}

static int compare_open(const struct options *o, const struct ft_compare_db *dbs, size_t n_dbs,
                        struct ft_err *err)
{
    struct ft_arena *arena = ft_arena_new();
    struct ft_compare_side sides[2];
    struct ft_compare compare;
    const struct ft_compare_choice choice = {o->devices.items, o->runs.items, o->devices.n,
                                             o->runs.n};
    int rc = ft_compare_find_sides(dbs, n_dbs, &choice, arena, sides, err);
    if (rc == 0)
        rc = ft_compare_read(sides, o->problem, o->family, &compare, err);
    if (rc == 0 && o->with_measure) {
        rc = ft_cmd_compare_measure(&compare, &sides[1], &o->measure, err);
        ft_compare_free(&compare); /* and read again: what was measured is in it now */
        if (rc == 0)
            rc = ft_compare_read(sides, o->problem, o->family, &compare, err);
    }
    if (rc == 0) {
        print_all(o, &compare, sides);
        if (compare.n_rows == 0)
            rc = ft_err_set(err, FT_ERR_FOUND, "'%s' and '%s' have no problem in common%s",
                            sides[0].name, sides[1].name,
                            o->problem || o->family ? " that matches the filters" : "");
        else if (!isnan(o->fail_above))
            rc = judge(&compare, o->fail_above, err);
        ft_compare_free(&compare);
    }
    ft_arena_free(arena);
    return rc;
}

int ft_cmd_compare(int argc, char **argv, struct ft_err *err)
{
    struct options o = {.fail_above = NAN};
    struct ft_compare_db dbs[MAX_DBS] = {{FT_DEFAULT_DB, NULL}};
    int n_operands = 0;
    const char *gpu = "0";
    struct ft_opt_list family_dirs = {0};
    const struct ft_opt opts[] = {
        {"db", 0, FT_OPT_LIST, &o.dbs, "FILE", "a database (default " FT_DEFAULT_DB ")", 0, 0,
         NULL},
        {"device", 'd', FT_OPT_LIST, &o.devices, "D",
         "the device with D in its name; twice: first A, then B", 0, 0, NULL},
        {"run", 0, FT_OPT_LIST, &o.runs, "ID", "two runs instead of two devices", 0, 0, NULL},
        {"problem", 'p', FT_OPT_STRING, &o.problem, "GLOB",
         "only problems whose name or key matches", 0, 0, NULL},
        {"family", 0, FT_OPT_STRING, &o.family, "GLOB",
         "only problems that this kernel family or baseline wins on either side", 0, 0, NULL},
        {"fail-above", 0, FT_OPT_PERCENT, &o.fail_above, "P",
         "exit with 1 when B is slower than A by more than P (3%) on any problem, beyond the "
         "intervals of both",
         0, 0, NULL},
        {"measure", 0, FT_OPT_FLAG, &o.with_measure, NULL,
         "where the winners differ, time both on B's GPU now, and store it in B's database", 0, 0,
         NULL},
        {"gpu", 0, FT_OPT_STRING, &gpu, "D",
         "where --measure runs: a CUDA device's number (default 0), or cpu", 0, 0, NULL},
        {"families", 0, FT_OPT_LIST, &family_dirs, "DIR",
         "a further directory of families, for --measure", 0, 0, NULL},
        {"json", 0, FT_OPT_FLAG, &o.json, NULL, "a JSON array of objects, all columns", 0, 0, NULL},
        {"csv", 0, FT_OPT_FLAG, &o.csv, NULL, "CSV, all columns", 0, 0, NULL},
        {0},
    };
    int rc =
        ft_opt_parse(opts, argc, argv, "fatune compare [OPTIONS] --device A --device B",
                     "Compares the winners of two devices, problem by problem: times, how near "
                     "each comes to its own roof, and what B loses when it runs A's winner. "
                     "A device in two databases is two devices: 'NVIDIA H200 @old.db'.",
                     &n_operands, err);
    int code = rc > 0 ? FT_OK : FT_ERR_USAGE;
    size_t n = o.dbs.n > 0 ? o.dbs.n : 1, n_open = 0;
    if (rc != 0 || check_usage(&o, n_operands, argv[1], err) < 0)
        goto out;
    if (ft_cmd_device(gpu, &o.measure.device_index, err) < 0)
        goto out;
    o.measure.family_dirs = &family_dirs;
    while (rc == 0 && n_open < n) {
        if (o.dbs.n > 0)
            dbs[n_open].path = o.dbs.items[n_open];
        dbs[n_open].db = ft_db_open(dbs[n_open].path, FT_DB_READ, err);
        if (dbs[n_open].db)
            n_open++;
        else
            rc = -1;
    }
    if (rc == 0)
        rc = compare_open(&o, dbs, n, err);
    code = rc == 0 ? FT_OK : (int)err->code;
out:
    while (n_open > 0)
        ft_db_close(dbs[--n_open].db);
    free(o.dbs.items);
    free(o.devices.items);
    free(o.runs.items);
    free(family_dirs.items);
    return code;
}
