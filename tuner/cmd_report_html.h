/* cmd_report_html.h -- pieces of HTML, and templates: files of report/ with {{names}} in them */
#ifndef FT_CMD_REPORT_HTML_H
#define FT_CMD_REPORT_HTML_H
#include "base/buf.h"
#include "base/err.h"
#include "base/table.h"

void ft_html_text(struct ft_buf *out, const char *text);     /* escaped, also for attributes */
void ft_html_config(struct ft_buf *out, const char *config); /* may break at commas */
void ft_html_number(struct ft_buf *out, double v);           /* three digits, "-" for NaN */
void ft_html_time(struct ft_buf *out, double ns);            /* "4.13 us", "-" for NaN */

/* A column of a table that page.js sorts: by the data attribute `key` of a row, or, where that is
 * NULL, by data-v of a cell, or by its text. */
struct ft_html_column {
    const char *title, *key;
    int is_number, is_extra; /* extra: not on a phone */
};
void ft_html_columns(struct ft_buf *out, const struct ft_html_column *columns, size_t n);
/* The cell of a number: shown, or "-" where it is unknown. */
void ft_html_cell(struct ft_buf *out, const struct ft_html_column *column, double v,
                  const char *shown);
/* The cells of a row of a table as data attributes: " data-time-ns-median="5296"". */
void ft_html_data(struct ft_buf *out, const struct ft_table_out *table, size_t row);

struct ft_html_slot {
    const char *name; /* NULL ends the list */
    const char *text;
};
/* Puts report/FILE with its names filled in. A name that has no slot is an error. */
int ft_html_template(struct ft_buf *out, const char *file, const struct ft_html_slot *slots,
                     struct ft_err *err);
#endif
