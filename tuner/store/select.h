/* select.h -- winners and trials chosen by device, problem and family, for the commands that show
 * or write them */
#ifndef FT_SELECT_H
#define FT_SELECT_H
#include "store/db.h"

struct ft_table_out; /* base/table.h */

/* Shell patterns, letters of either case; NULL takes all. A device matches when the pattern occurs
 * in its name; a problem by its key or any of its names; a family by the contestant's name. */
struct ft_db_filter {
    const char *device, *problem, *family;
    /* A last word on a winner, or NULL: 1 takes it. */
    int (*accept)(const void *ctx, int n, const char *const *names, const char *const *values);
    const void *accept_ctx;
};

/* Rows of the views `winners` and `trials` in schema.sql, all columns, ordered by device and
 * problem; trials of a problem by time, failures last. */
int ft_db_each_winner(struct ft_db *db, const struct ft_db_filter *filter, ft_db_row_fn *fn,
                      void *ctx, struct ft_err *err);
int ft_db_each_trial_row(struct ft_db *db, const struct ft_db_filter *filter, ft_db_row_fn *fn,
                         void *ctx, struct ft_err *err);
/* Problems that were tried but have no valid winner: columns device, problem, outcomes ("3 wrong, 1
 * crashed"). */
int ft_db_each_loss(struct ft_db *db, const struct ft_db_filter *filter, ft_db_row_fn *fn,
                    void *ctx, struct ft_err *err);
/* What can be exported, ordered by device name and problem key: columns device_id, name (as the
 * driver says it), device (with the partition), cc, sms,
 * build_id, family, signature, arch, config, regs, program, ns, is_default, problem (its key). */
int ft_db_each_entry(struct ft_db *db, const struct ft_db_filter *filter, ft_db_row_fn *fn,
                     void *ctx, struct ft_err *err);
/* Winners and trials as tables for machines: keys are stable and carry their units. */
int ft_db_winners_table(struct ft_db *db, const struct ft_db_filter *filter,
                        struct ft_table_out *out, struct ft_err *err);
int ft_db_trials_table(struct ft_db *db, const struct ft_db_filter *filter,
                       struct ft_table_out *out, struct ft_err *err);

/* Value of a column of a row; NULL for NULL. An unknown name is a mistake of the caller and NULL
 * too. */
const char *ft_db_row_text(int n, const char *const *names, const char *const *values,
                           const char *name);
double ft_db_row_number(int n, const char *const *names, const char *const *values,
                        const char *name); /* NaN for NULL */

/* Sets err to why nothing matches the filter, with the nearest names as a hint. Returns -1. */
int ft_db_explain_nothing(struct ft_db *db, const struct ft_db_filter *filter, struct ft_err *err);

#endif
