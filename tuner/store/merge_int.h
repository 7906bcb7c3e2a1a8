/* merge_int.h -- private to store/merge*.c: tables as the merge sees them */
#ifndef FT_MERGE_INT_H
#define FT_MERGE_INT_H
#include "store/db_int.h"
#include "store/merge.h"

/* How rows of a table are told apart and chosen: SQL over the table's columns, where a reference is
 * the id in the result already, `src` is the source's number and `old` the row's id there. */
struct ft_merge_rule {
    const char *table;
    const char *identity; /* columns that are equal in rows that stand for the same thing */
    const char *rank;     /* ORDER BY: of equal rows the first counts; all columns break ties */
    const char *order;    /* ORDER BY: ids of the result follow it */
    const char *extra;  /* a further column for `rank`, over all rows of the same group; or NULL */
    const char *joined; /* a column that is not the chosen row's, and */
    const char *joined_value; /* its aggregate over the group; or NULL */
};
/* Every table of schema.sql, each after those that it refers to. Ends with table NULL. */
extern const struct ft_merge_rule ft_merge_rules[];

struct ft_merge_table {
    const struct ft_merge_rule *rule;
    char **columns; /* without id */
    char **targets; /* parallel: the table that the column refers to, or NULL */
    size_t n_columns, cap_columns, cap_targets;
    int has_id;
};
/* Reads the columns of a rule's table from a database of ours. */
int ft_merge_table_init(struct ft_merge_table *table, const struct ft_merge_rule *rule,
                        struct ft_db *db, struct ft_err *err);
void ft_merge_table_fini(struct ft_merge_table *table);

/* Statements that are made for one table and run once. */
int ft_merge_exec(struct ft_db *db, const char *sql, struct ft_err *err);
int ft_merge_query_int(struct ft_db *db, int64_t *out, struct ft_err *err, const char *fmt, ...)
    FT_PRINTF(4, 5);

/* Joins the staged rows (temp.s_TABLE: src, id, columns) of one table into main.TABLE, and leaves
 * temp.m_TABLE (src, old, new), its ids. */
int ft_merge_join(struct ft_db *db, const struct ft_merge_table *table,
                  struct ft_merge_result *result, struct ft_err *err);

#endif
