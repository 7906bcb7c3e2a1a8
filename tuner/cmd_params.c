/* cmd_params.c -- a family's parameters as rows of a table, for check and list */
#include "cmd_params.h"

void ft_cmd_param_columns(struct ft_table_out *t, int with_family)
{
    if (with_family)
        ft_table_column(t, "family", "family", FT_LEFT);
    ft_table_column(t, "parameter", "parameter", FT_LEFT);
    ft_table_column(t, "values", "values", FT_LEFT);
    ft_table_column(t, "default", "default", FT_LEFT);
    ft_table_column(t, "at", "at", FT_LEFT);
    ft_table_column(t, "meaning", "help", FT_LEFT);
}

void ft_cmd_param_rows(struct ft_table_out *t, const struct ft_family *family, int with_family)
{
    struct ft_buf values = FT_BUF_INIT;
    char number[24];

    for (size_t i = 0; i < family->n_params; i++) {
        const struct ft_param *p = &family->params[i];
        ft_buf_clear(&values);
        for (size_t k = 0; k < p->n_values; k++)
            ft_buf_printf(&values, "%s%s", k ? " " : "", ft_value_text(&p->values[k], number));
        if (with_family)
            ft_table_text(t, family->name);
        ft_table_text(t, p->name);
        ft_table_text(t, ft_buf_str(&values));
        ft_table_text(t, ft_value_text(&p->values[p->default_i], number));
        ft_table_text(t, p->at_launch ? "launch" : "build");
        ft_table_text(t, p->help);
    }
    ft_buf_free(&values);
}
