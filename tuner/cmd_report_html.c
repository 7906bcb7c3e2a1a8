/* cmd_report_html.c -- see the header */
#include "cmd_report_html.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/mem.h"
#include "base/units.h"

void ft_html_text(struct ft_buf *out, const char *text)
{
    for (; text && *text; text++) {
        switch (*text) {
        case '&':
            ft_buf_puts(out, "&amp;");
            break;
        case '<':
            ft_buf_puts(out, "&lt;");
            break;
        case '>':
            ft_buf_puts(out, "&gt;");
            break;
        case '"':
            ft_buf_puts(out, "&quot;");
            break;
        default:
            ft_buf_putc(out, *text);
        }
    }
}

void ft_html_config(struct ft_buf *out, const char *config)
{
    while (config && *config) {
        size_t bytes = strcspn(config, ",");
        char *item = ft_strndup(config, bytes);
        ft_html_text(out, item);
        free(item);
        config += bytes;
        if (*config) {
            ft_buf_puts(out, ",<wbr>");
            config++;
        }
    }
}

void ft_html_number(struct ft_buf *out, double v)
{
    if (!isfinite(v))
        ft_buf_putc(out, '-');
    else
        ft_buf_printf(out, "%.*f", fabs(v) >= 100 ? 0 : fabs(v) >= 10 ? 1 : 2, v);
}

void ft_html_time(struct ft_buf *out, double ns)
{
    char text[FT_UNIT_BYTES];
    ft_buf_puts(out, isfinite(ns) ? ft_format_ns(ns, text) : "-");
}

void ft_html_columns(struct ft_buf *out, const struct ft_html_column *columns, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const struct ft_html_column *c = &columns[i];
        ft_buf_printf(out, "<th class=\"%s%s\"", c->is_number ? "num" : "",
                      c->is_extra ? " extra" : "");
        if (c->key)
            ft_buf_printf(out, " data-key=\"%s\"", c->key);
        ft_buf_printf(out, " scope=\"col\"><button type=\"button\">%s</button></th>\n", c->title);
    }
}

void ft_html_cell(struct ft_buf *out, const struct ft_html_column *column, double v,
                  const char *shown)
{
    ft_buf_printf(out, "<td class=\"num%s\"", column->is_extra ? " extra" : "");
    if (!column->key && isfinite(v))
        ft_buf_printf(out, " data-v=\"%.9g\"", v);
    else if (!column->key)
        ft_buf_puts(out, " data-v=\"\"");
    ft_buf_printf(out, ">%s</td>", isfinite(v) ? shown : "-");
}

void ft_html_data(struct ft_buf *out, const struct ft_table_out *table, size_t row)
{
    for (size_t c = 0; c < table->n_columns; c++) {
        const struct ft_table_cell *cell = &table->cells[row * table->n_columns + c];
        if (!cell->value)
            continue;
        ft_buf_puts(out, " data-");
        for (const char *k = table->columns[c].key; *k; k++)
            ft_buf_putc(out, *k == '_' ? '-' : *k);
        ft_buf_puts(out, "=\"");
        ft_html_text(out, cell->value);
        ft_buf_putc(out, '"');
    }
}

int ft_html_template(struct ft_buf *out, const char *file, const struct ft_html_slot *slots,
                     struct ft_err *err)
{
    struct ft_buf text = FT_BUF_INIT;
    char *share = ft_fs_share("report", err), *path = share ? ft_fs_join(share, file) : NULL;
    int rc = path ? ft_fs_read(path, &text, err) : -1;
    const char *at = ft_buf_str(&text);
    while (rc == 0 && *at) {
        const char *open = strstr(at, "{{"), *close = open ? strstr(open, "}}") : NULL;
        const struct ft_html_slot *slot = slots;
        if (!close)
            break;
        size_t bytes = (size_t)(close - open) - 2;
        while (slot->name &&
               (strlen(slot->name) != bytes || strncmp(slot->name, open + 2, bytes) != 0))
            slot++;
        ft_buf_add(out, at, (size_t)(open - at));
        if (slot->name)
            ft_buf_puts(out, slot->text);
        else
            rc = ft_err_set(err, FT_ERR_ENV, "'%s' wants '%.*s', which a report does not have",
                            path, (int)bytes, open + 2);
        at = close + 2;
    }
    if (rc == 0)
        ft_buf_puts(out, at);
    ft_buf_free(&text);
    free(path);
    free(share);
    return rc;
}
