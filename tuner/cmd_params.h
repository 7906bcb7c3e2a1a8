/* cmd_params.h -- a family's parameters as rows of a table, for check and list */
#ifndef FT_CMD_PARAMS_H
#define FT_CMD_PARAMS_H
#include "base/table.h"
#include "model/family.h"

/* Columns and rows; with_family puts the family's name first. */
void ft_cmd_param_columns(struct ft_table_out *t, int with_family);
void ft_cmd_param_rows(struct ft_table_out *t, const struct ft_family *family, int with_family);
#endif
