/* cmd_winners.h -- winners as people read them: the table that `tune` ends with and `query` shows
 *
 * A row is one of the view `winners` (store/schema.sql); name is what the problem is called in it.
 */
#ifndef FT_CMD_WINNERS_H
#define FT_CMD_WINNERS_H
#include "base/table.h"

void ft_cmd_winner_columns(struct ft_table_out *t);
void ft_cmd_winner_row(struct ft_table_out *t, const char *name, int n, const char *const *names,
                       const char *const *values);

void ft_cmd_add_time(struct ft_table_out *t, double ns);   /* "-" for NaN */
void ft_cmd_add_rounded(struct ft_table_out *t, double v); /* to a whole number */
/* "family Bc=32,warps=4", or the name alone for an outside contestant. */
void ft_cmd_put_contestant(struct ft_buf *out, const char *contestant, const char *config);
#endif
