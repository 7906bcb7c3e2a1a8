/* table.c -- a table of results as aligned text, CSV (RFC 4180) or JSON
 *
 * The idea: cells are kept as text in two versions, for people and for machines, until all are
 * there; only then are the widths known. A row that is not full is padded with unknown cells.
 *
 * The table owns copies of everything it is given.
 */
#include "base/table.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

void ft_table_column(struct ft_table_out *t, const char *title, const char *key,
                     enum ft_align align)
{
    FT_GROW(t->columns, t->n_columns + 1, t->cap_columns);
    t->columns[t->n_columns++] = (struct ft_table_column){ft_strdup(title), ft_strdup(key), align};
}

static void add_cell(struct ft_table_out *t, const char *shown, const char *value, int is_number)
{
    FT_GROW(t->cells, t->n_cells + 1, t->cap_cells);
    t->cells[t->n_cells++] =
        (struct ft_table_cell){ft_strdup(shown), value ? ft_strdup(value) : NULL, is_number};
}

void ft_table_text(struct ft_table_out *t, const char *text)
{
    add_cell(t, text ? text : "-", text, 0);
}

void ft_table_int(struct ft_table_out *t, int64_t v)
{
    char *text = ft_asprintf("%lld", (long long)v);

    add_cell(t, text, text, 1);
    free(text);
}

void ft_table_num(struct ft_table_out *t, double v, const char *shown)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_json j;

    if (!isfinite(v)) {
        add_cell(t, "-", NULL, 1);
        return;
    }
    ft_json_init(&j, &text, 0);
    ft_json_num(&j, v);
    add_cell(t, shown ? shown : ft_buf_str(&text), ft_buf_str(&text), 1);
    ft_buf_free(&text);
}

size_t ft_table_rows(const struct ft_table_out *t)
{
    return t->n_columns ? (t->n_cells + t->n_columns - 1) / t->n_columns : 0;
}

static struct ft_table_cell cell_at(const struct ft_table_out *t, size_t row, size_t column)
{
    static char dash[] = "-";
    size_t i = row * t->n_columns + column;

    return i < t->n_cells ? t->cells[i] : (struct ft_table_cell){dash, NULL, 0};
}

/* Columns that text takes on a terminal: characters, not bytes. */
static size_t width_of(const char *s)
{
    size_t width = 0;

    for (; *s; s++)
        width += ((unsigned char)*s & 0xc0) != 0x80;
    return width;
}

static void add_padded(struct ft_buf *out, const char *s, size_t width, enum ft_align align,
                       int is_last)
{
    size_t pad = width - width_of(s);

    for (size_t i = 0; align == FT_RIGHT && i < pad; i++)
        ft_buf_putc(out, ' ');
    ft_buf_puts(out, s);
    while (is_last && out->len && out->data[out->len - 1] == ' ') /* of an empty last cell */
        out->data[--out->len] = 0;
    for (size_t i = 0; align == FT_LEFT && !is_last && i < pad; i++)
        ft_buf_putc(out, ' ');
    ft_buf_puts(out, is_last ? "\n" : "  ");
}

static void print_text(const struct ft_table_out *t, struct ft_buf *out)
{
    size_t *widths = ft_calloc(t->n_columns, sizeof *widths);

    for (size_t c = 0; c < t->n_columns; c++) {
        widths[c] = width_of(t->columns[c].title);
        for (size_t r = 0; r < ft_table_rows(t); r++) {
            size_t width = width_of(cell_at(t, r, c).shown);
            if (width > widths[c])
                widths[c] = width;
        }
    }
    for (size_t c = 0; c < t->n_columns; c++)
        add_padded(out, t->columns[c].title, widths[c], t->columns[c].align, c + 1 == t->n_columns);
    for (size_t r = 0; r < ft_table_rows(t); r++) {
        for (size_t c = 0; c < t->n_columns; c++)
            add_padded(out, cell_at(t, r, c).shown, widths[c], t->columns[c].align,
                       c + 1 == t->n_columns);
    }
    free(widths);
}

static void add_csv(struct ft_buf *out, const char *s, int is_last)
{
    if (s && strpbrk(s, ",\"\r\n")) {
        ft_buf_putc(out, '"');
        for (; *s; s++) {
            if (*s == '"')
                ft_buf_putc(out, '"');
            ft_buf_putc(out, *s);
        }
        ft_buf_putc(out, '"');
    } else if (s) {
        ft_buf_puts(out, s);
    }
    ft_buf_puts(out, is_last ? "\n" : ",");
}

static void print_csv(const struct ft_table_out *t, struct ft_buf *out)
{
    for (size_t c = 0; c < t->n_columns; c++)
        add_csv(out, t->columns[c].key, c + 1 == t->n_columns);
    for (size_t r = 0; r < ft_table_rows(t); r++) {
        for (size_t c = 0; c < t->n_columns; c++)
            add_csv(out, cell_at(t, r, c).value, c + 1 == t->n_columns);
    }
}

void ft_table_json(const struct ft_table_out *t, struct ft_json *j)
{
    ft_json_array(j);
    for (size_t r = 0; r < ft_table_rows(t); r++) {
        ft_json_object(j);
        for (size_t c = 0; c < t->n_columns; c++) {
            struct ft_table_cell cell = cell_at(t, r, c);
            ft_json_key(j, t->columns[c].key);
            if (cell.is_number && cell.value)
                ft_json_raw(j, cell.value);
            else
                ft_json_str(j, cell.value);
        }
        ft_json_object_end(j);
    }
    ft_json_array_end(j);
}

void ft_table_print(const struct ft_table_out *t, enum ft_table_format format, struct ft_buf *out)
{
    struct ft_json j;

    switch (format) {
    case FT_TABLE_TEXT:
        print_text(t, out);
        break;
    case FT_TABLE_CSV:
        print_csv(t, out);
        break;
    case FT_TABLE_JSON:
        ft_json_init(&j, out, 1);
        ft_table_json(t, &j);
        ft_buf_putc(out, '\n');
        break;
    }
}

void ft_table_free(struct ft_table_out *t)
{
    for (size_t c = 0; c < t->n_columns; c++) {
        free(t->columns[c].title);
        free(t->columns[c].key);
    }
    for (size_t i = 0; i < t->n_cells; i++) {
        free(t->cells[i].shown);
        free(t->cells[i].value);
    }
    free(t->columns);
    free(t->cells);
    *t = (struct ft_table_out)FT_TABLE_INIT;
}
