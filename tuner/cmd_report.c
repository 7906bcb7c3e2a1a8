/* cmd_report.c -- `fatune report`: results as a page for people, as Markdown, or as CSV
 *
 * HTML is made by the files beside (cmd_report.h). Markdown and CSV are tables of winners with the
 * baselines' times: for a README, for a spreadsheet.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/log.h"
#include "base/opt.h"
#include "base/units.h"
#include "cmd.h"
#include "cmd_report.h"
#include "cmd_util.h"

/* ---- CSV: the columns of `query --csv`, then one for each baseline of any device ---- */

static double baseline_time(const struct ft_report *r, const struct ft_report_winner *w,
                            const char *name)
{
    const struct ft_report_device *d = &r->devices[w->device];
    for (int b = 0; b < d->n_baselines; b++)
        if (strcmp(d->baselines[b], name) == 0)
            return w->baseline_ns[b];
    return NAN;
}

/* Names of the baselines of all devices, each once. Caller frees the array. */
static const char **all_baselines(const struct ft_report *r, size_t *n)
{
    const char **names = ft_calloc(r->n_devices * FT_REPORT_MAX_BASELINES + 1, sizeof *names);
    *n = 0;
    for (size_t i = 0; i < r->n_devices; i++)
        for (int b = 0; b < r->devices[i].n_baselines; b++) {
            size_t j = 0;
            while (j < *n && strcmp(names[j], r->devices[i].baselines[b]) != 0)
                j++;
            if (j == *n)
                names[(*n)++] = r->devices[i].baselines[b];
        }
    return names;
}

static void put_csv(const struct ft_report *r, struct ft_buf *out)
{
    const struct ft_table_out *winners = &r->winner_table;
    struct ft_table_out table = FT_TABLE_INIT;
    size_t n_baselines;
    const char **baselines = all_baselines(r, &n_baselines);
    for (size_t c = 0; c < winners->n_columns; c++)
        ft_table_column(&table, winners->columns[c].title, winners->columns[c].key,
                        winners->columns[c].align);
    for (size_t b = 0; b < n_baselines; b++) {
        char *key = ft_asprintf("%s_time_ns_median", baselines[b]);
        ft_table_column(&table, key, key, FT_RIGHT);
        free(key);
    }
    for (size_t i = 0; i < r->n_winners; i++) {
        for (size_t c = 0; c < winners->n_columns; c++) {
            const struct ft_table_cell *cell = &winners->cells[i * winners->n_columns + c];
            if (cell->is_number)
                ft_table_num(&table, cell->value ? strtod(cell->value, NULL) : NAN, NULL);
            else
                ft_table_text(&table, cell->value);
        }
        for (size_t b = 0; b < n_baselines; b++)
            ft_table_num(&table, baseline_time(r, &r->winners[i], baselines[b]), NULL);
    }
    ft_table_print(&table, FT_TABLE_CSV, out);
    ft_table_free(&table);
    free(baselines);
}

/* ---- Markdown ---- */

static void put_cell(struct ft_buf *out, const char *text) /* a '|' would end the cell */
{
    for (; *text; text++) {
        if (*text == '|')
            ft_buf_putc(out, '\\');
        ft_buf_putc(out, *text == '\n' ? ' ' : *text);
    }
}

static void put_ratio(struct ft_buf *out, double ratio)
{
    if (isfinite(ratio))
        ft_buf_printf(out, " | %.1f %%", ratio * 100);
    else
        ft_buf_puts(out, " | -");
}

static void put_time(struct ft_buf *out, double ns)
{
    char text[FT_UNIT_BYTES];
    ft_buf_printf(out, " | %s", isfinite(ns) ? ft_format_ns(ns, text) : "-");
}

static void put_markdown_row(const struct ft_report *r, size_t i, struct ft_buf *out)
{
    const struct ft_report_winner *w = &r->winners[i];
    const struct ft_report_device *d = &r->devices[w->device];
    const char *config = ft_report_text(&r->winner_rows, i, "config");
    ft_buf_puts(out, "| ");
    put_cell(out, w->name);
    ft_buf_puts(out, " | ");
    put_cell(out, ft_report_text(&r->winner_rows, i, "contestant"));
    if (*config) {
        ft_buf_puts(out, " `");
        put_cell(out, config);
        ft_buf_putc(out, '`');
    }
    put_time(out, ft_report_number(&r->winner_rows, i, "median_ns"));
    put_ratio(out, ft_report_number(&r->winner_rows, i, "spread_ratio"));
    ft_buf_printf(out, " | %.0f | %.1f", ft_report_number(&r->winner_rows, i, "gbps"),
                  ft_report_number(&r->winner_rows, i, "tflops"));
    put_ratio(out, ft_report_number(&r->winner_rows, i, "roof_ratio"));
    if (d->n_baselines > 0)
        put_time(out, w->own_ns);
    for (int b = 0; b < d->n_baselines; b++)
        put_time(out, w->baseline_ns[b]);
    ft_buf_puts(out, " |\n");
}

static void put_markdown_device(const struct ft_report *r, const struct ft_report_device *d,
                                struct ft_buf *out)
{
    struct ft_report_summary s;
    ft_report_summarise(r, d, &s);
    ft_buf_printf(out, "## %s\n\n", d->name);
    for (size_t i = 0; i < r->runs.n; i++)
        if (strcmp(ft_report_text(&r->runs, i, "device_id"), d->id) == 0)
            ft_buf_printf(
                out, "- Run %s: `%s`, %s, fatune %s, driver %s, NVRTC %s, timer %s, L2 %s\n",
                ft_report_text(&r->runs, i, "id"), ft_report_text(&r->runs, i, "command"),
                ft_report_text(&r->runs, i, "started_at"),
                ft_report_text(&r->runs, i, "fatune_version"),
                ft_report_text(&r->runs, i, "driver"), ft_report_text(&r->runs, i, "nvrtc"),
                ft_report_text(&r->runs, i, "timer"), ft_report_text(&r->runs, i, "cache"));
    ft_buf_printf(out, "- %zu of %zu candidates were correct and timed\n", s.n_valid, s.n_trials);
    if (d->n > 0) {
        ft_buf_puts(out, "\n| problem | winner | time | +- | GB/s | TFLOP/s | of roof |");
        if (d->n_baselines > 0)
            ft_buf_puts(out, " own kernel |");
        for (int b = 0; b < d->n_baselines; b++) {
            ft_buf_putc(out, ' ');
            put_cell(out, d->baselines[b]);
            ft_buf_puts(out, " |");
        }
        ft_buf_puts(out, "\n| --- | --- | ---: | ---: | ---: | ---: | ---: |");
        for (int b = 0; d->n_baselines > 0 && b <= d->n_baselines; b++)
            ft_buf_puts(out, " ---: |");
        ft_buf_putc(out, '\n');
    }
    for (size_t i = d->first_winner; i < d->first_winner + d->n; i++)
        put_markdown_row(r, i, out);
    ft_buf_putc(out, '\n');
}

static void put_markdown(const struct ft_report *r, struct ft_buf *out)
{
    ft_buf_printf(out,
                  "# Attention kernels\n\nMade by `%s`. Of roof: a plain read of the same bytes "
                  "is 100 %%.\n\n",
                  r->command);
    for (size_t i = 0; i < r->n_devices; i++)
        put_markdown_device(r, &r->devices[i], out);
    for (size_t i = 0; i < r->losses.n; i++)
        ft_buf_printf(out, "%s- no winner on %s for %s: %s\n", i ? "" : "## Without a winner\n\n",
                      ft_report_text(&r->losses, i, "device"),
                      ft_report_text(&r->losses, i, "problem"),
                      ft_report_text(&r->losses, i, "outcomes"));
}

/* ---- the command ---- */

static char *command_line(int argc, char **argv)
{
    struct ft_buf text = FT_BUF_INIT;
    ft_buf_puts(&text, "fatune");
    for (int i = 0; i < argc; i++) {
        int is_plain = *argv[i] && !strpbrk(argv[i], " \t\n*?[]$&;|<>()'\"\\`#~");
        ft_buf_printf(&text, is_plain ? " %s" : " '%s'", argv[i]);
    }
    return ft_buf_take(&text);
}

int ft_cmd_report(int argc, char **argv, struct ft_err *err)
{
    const char *path = FT_DEFAULT_DB, *format = "html", *to = NULL;
    struct ft_db_filter filter = {0};
    int n_operands = 0;
    const struct ft_opt opts[] = {
        {"output", 'o', FT_OPT_STRING, &to, "OUT",
         "the file to write; '-' is standard output, the default of md and csv", 0, 0, NULL},
        {"format", 'f', FT_OPT_CHOICE, &format, "FORMAT", "html (the default), md or csv", 0, 0,
         "html|md|csv"},
        {"db", 0, FT_OPT_STRING, &path, "FILE", "the database; default " FT_DEFAULT_DB, 0, 0, NULL},
        {"device", 0, FT_OPT_STRING, &filter.device, "D", "only devices with D in their name", 0, 0,
         NULL},
        {"problem", 'p', FT_OPT_STRING, &filter.problem, "GLOB",
         "only problems whose name or key matches", 0, 0, NULL},
        {0},
    };
    char *command = command_line(argc, argv);
    struct ft_report report = {.command = command};
    struct ft_buf out = FT_BUF_INIT;
    int rc =
        ft_opt_parse(opts, argc, argv, "fatune report [OPTIONS] -o OUT",
                     "Writes a page for people, one file that needs no network: winners "
                     "against the roof and baselines, devices against each other, what "
                     "parameters do, how it was measured, and each winner's config, header and "
                     "compile log. Plots are drawn by gnuplot.",
                     &n_operands, err);
    if (rc != 0) {
        free(command);
        return rc > 0 ? FT_OK : FT_ERR_USAGE;
    }
    int is_html = strcmp(format, "html") == 0;
    if (n_operands > 0) {
        rc = ft_err_set(err, FT_ERR_USAGE, "unexpected '%s'", argv[1]);
        ft_err_hint(err, "-o names the file to write, --db the database");
    } else if (is_html && !to) {
        rc = ft_err_set(err, FT_ERR_USAGE, "a page needs a file");
        ft_err_hint(err, "name it with -o, for example -o report.html");
    } else if (!(report.db = ft_db_open(path, FT_DB_READ, err)) ||
               ft_report_load(&report, &filter, err) < 0) {
        rc = -1;
    } else if (is_html) {
        rc = ft_report_page(&report, &out, err);
    } else if (strcmp(format, "md") == 0) {
        put_markdown(&report, &out);
    } else {
        put_csv(&report, &out);
    }
    if (rc == 0 && (!to || strcmp(to, "-") == 0))
        fwrite(ft_buf_str(&out), 1, out.len, stdout);
    else if (rc == 0 && (rc = ft_cmd_write(to, &out, err)) == 0) {
        char size[FT_UNIT_BYTES];
        ft_note("%s: %zu problem%s, %s", to, report.n_winners, report.n_winners == 1 ? "" : "s",
                ft_format_bytes((double)out.len, size));
    }
    ft_buf_free(&out);
    ft_report_free(&report);
    if (report.db)
        ft_db_close(report.db);
    free(command);
    return rc == 0 ? FT_OK : (int)err->code;
}
