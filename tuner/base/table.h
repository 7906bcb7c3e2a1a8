/* table.h -- a table of results that prints as aligned text, CSV, or a JSON array of objects
 *
 * Add the columns, then the cells row by row. A cell has what people read and what machines read:
 * "4.13 us" in the text, 4130 in CSV and JSON. An unknown number is "-" for people, empty in CSV
 * and null in JSON. Use:
 *
 *     struct ft_table_out t = FT_TABLE_INIT;
 *     ft_table_column(&t, "config", "config", FT_LEFT);
 *     ft_table_column(&t, "time", "time_ns", FT_RIGHT);
 *     ft_table_text(&t, "Bc=32");
 *     ft_table_num(&t, 4130, "4.13 us");
 *     ft_table_print(&t, FT_TABLE_TEXT, &buf);
 *     ft_table_free(&t);
 */
#ifndef FT_TABLE_OUT_H
#define FT_TABLE_OUT_H
#include <stddef.h>
#include <stdint.h>
#include "base/buf.h"
#include "base/json.h"

enum ft_align { FT_LEFT, FT_RIGHT };
enum ft_table_format { FT_TABLE_TEXT, FT_TABLE_CSV, FT_TABLE_JSON };

struct ft_table_column {
    char *title, *key; /* for people; for CSV and JSON (stable: scripts use it) */
    enum ft_align align;
};
struct ft_table_cell {
    char *shown, *value; /* value NULL: the unknown */
    int is_number;
};
struct ft_table_out {
    struct ft_table_column *columns;
    struct ft_table_cell *cells; /* row by row */
    size_t n_columns, cap_columns, n_cells, cap_cells;
};
#define FT_TABLE_INIT                                                                              \
    {                                                                                              \
        0                                                                                          \
    }

void ft_table_column(struct ft_table_out *t, const char *title, const char *key,
                     enum ft_align align);
void ft_table_text(struct ft_table_out *t, const char *text); /* NULL: unknown */
void ft_table_int(struct ft_table_out *t, int64_t v);
/* shown NULL: the number itself, in the shortest form that reads back the same. NaN: unknown. */
void ft_table_num(struct ft_table_out *t, double v, const char *shown);
size_t ft_table_rows(const struct ft_table_out *t);

void ft_table_print(const struct ft_table_out *t, enum ft_table_format format, struct ft_buf *out);
/* The rows as a JSON array, as a value inside a larger document. */
void ft_table_json(const struct ft_table_out *t, struct ft_json *j);
void ft_table_free(struct ft_table_out *t);

#endif
