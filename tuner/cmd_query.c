/* cmd_query.c -- `fatune query`: what won, by how much, and how every other candidate ended
 *
 * For people: one table a device, only what helps to judge a winner. For machines (--json, --csv):
 * every column, as store/select.c names them.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/opt.h"
#include "base/table.h"
#include "base/units.h"
#include "cmd.h"
#include "cmd_util.h"
#include "cmd_winners.h"
#include "store/select.h"

#define MAX_DETAIL_BYTES 100 /* of a reason in the table; --json has it whole */

/* Rows for people: the table of the device at hand, which is printed when another device follows.
 */
struct view {
    struct ft_buf *out;
    struct ft_table_out table;
    char *device_id, *heading;
    void (*add_columns)(struct ft_table_out *t);
    void (*add_row)(struct ft_table_out *t, int n, const char *const *names,
                    const char *const *values);
    size_t n_rows;
};

static void flush_device(struct view *view)
{
    if (ft_table_rows(&view->table) > 0) {
        if (view->out->len > 0)
            ft_buf_putc(view->out, '\n');
        ft_buf_printf(view->out, "%s\n", view->heading);
        ft_table_print(&view->table, FT_TABLE_TEXT, view->out);
    }
    ft_table_free(&view->table);
    free(view->device_id);
    free(view->heading);
    view->device_id = view->heading = NULL;
}

static int view_row(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct view *view = ctx;
    const char *device_id = ft_db_row_text(n, names, values, "device_id");
    if (!view->device_id || strcmp(view->device_id, device_id) != 0) {
        flush_device(view);
        view->device_id = ft_strdup(device_id);
        view->heading = ft_strdup(ft_db_row_text(n, names, values, "device"));
        view->add_columns(&view->table);
    }
    view->add_row(&view->table, n, names, values);
    view->n_rows++;
    return 0;
}

static void winner_row(struct ft_table_out *t, int n, const char *const *names,
                       const char *const *values)
{
    ft_cmd_winner_row(t, ft_db_row_text(n, names, values, "problem"), n, names, values);
}

static void trial_columns(struct ft_table_out *t)
{
    ft_table_column(t, "problem", "problem", FT_LEFT);
    ft_table_column(t, "outcome", "outcome", FT_LEFT);
    ft_table_column(t, "time", "time", FT_RIGHT);
    ft_table_column(t, "samples", "samples", FT_RIGHT);
    ft_table_column(t, "GB/s", "gbps", FT_RIGHT);
    ft_table_column(t, "regs", "regs", FT_RIGHT);
    ft_table_column(t, "trial", "trial", FT_RIGHT);
    ft_table_column(t, "contestant", "contestant", FT_LEFT);
    ft_table_column(t, "why", "why", FT_LEFT);
}

/* Of the row at hand. */
#define TEXT(name)   ft_db_row_text(n, names, values, name)
#define NUMBER(name) ft_db_row_number(n, names, values, name)

static void trial_row(struct ft_table_out *t, int n, const char *const *names,
                      const char *const *values)
{
    struct ft_buf contestant = FT_BUF_INIT;
    char why[MAX_DETAIL_BYTES + 1];
    const char *detail = TEXT("detail");
    ft_cmd_put_contestant(&contestant, TEXT("contestant"), TEXT("config"));
    snprintf(why, sizeof why, "%.*s", (int)strcspn(detail, "\n"), detail);
    ft_table_text(t, TEXT("problem"));
    ft_table_text(t, TEXT("outcome"));
    ft_cmd_add_time(t, NUMBER("median_ns"));
    ft_table_num(t, NUMBER("n_samples"), NULL);
    ft_cmd_add_rounded(t, NUMBER("gbps"));
    ft_table_num(t, NUMBER("regs"), NULL);
    ft_table_num(t, NUMBER("trial_id"), NULL);
    ft_table_text(t, ft_buf_str(&contestant));
    ft_table_text(t, *why ? why : NULL);
    ft_buf_free(&contestant);
}

static int print_machine(struct ft_db *db, const struct ft_db_filter *filter, int all,
                         enum ft_table_format format, struct ft_buf *out, struct ft_err *err)
{
    struct ft_table_out table = FT_TABLE_INIT;
    int rc = all ? ft_db_trials_table(db, filter, &table, err)
                 : ft_db_winners_table(db, filter, &table, err);
    if (rc == 0 && ft_table_rows(&table) == 0)
        rc = ft_db_explain_nothing(db, filter, err);
    if (rc == 0)
        ft_table_print(&table, format, out);
    ft_table_free(&table);
    return rc;
}

static int loss_row(void *ctx, int n, const char *const *names, const char *const *values)
{
    ft_buf_printf(ctx, "no winner on %s for %s: %s\n", TEXT("device"), TEXT("problem"),
                  TEXT("outcomes"));
    return 0;
}
#undef TEXT
#undef NUMBER

static int print_people(struct ft_db *db, const struct ft_db_filter *filter, int all,
                        struct ft_buf *out, struct ft_err *err)
{
    struct view view = {.out = out,
                        .add_columns = all ? trial_columns : ft_cmd_winner_columns,
                        .add_row = all ? trial_row : winner_row};
    int rc = all ? ft_db_each_trial_row(db, filter, view_row, &view, err)
                 : ft_db_each_winner(db, filter, view_row, &view, err);
    flush_device(&view);
    if (rc == 0 && view.n_rows == 0)
        rc = ft_db_explain_nothing(db, filter, err);
    else if (rc == 0 && !all)
        rc = ft_db_each_loss(db, filter, loss_row, out, err);
    return rc;
}

int ft_cmd_query(int argc, char **argv, struct ft_err *err)
{
    const char *path = FT_DEFAULT_DB;
    struct ft_db_filter filter = {0};
    int all = 0, json = 0, csv = 0, n_operands = 0;
    const struct ft_opt opts[] = {
        {"db", 0, FT_OPT_STRING, &path, "FILE", "the database; default " FT_DEFAULT_DB, 0, 0, NULL},
        {"problem", 'p', FT_OPT_STRING, &filter.problem, "GLOB",
         "only problems whose name or key matches", 0, 0, NULL},
        {"family", 0, FT_OPT_STRING, &filter.family, "GLOB", "only this kernel family or baseline",
         0, 0, NULL},
        {"device", 0, FT_OPT_STRING, &filter.device, "D", "only devices with D in their name", 0, 0,
         NULL},
        {"all", 'a', FT_OPT_FLAG, &all, NULL, "every trial and how it ended, not only winners", 0,
         0, NULL},
        {"json", 0, FT_OPT_FLAG, &json, NULL, "a JSON array of objects, all columns", 0, 0, NULL},
        {"csv", 0, FT_OPT_FLAG, &csv, NULL, "CSV, all columns", 0, 0, NULL},
        {0},
    };
    int rc = ft_opt_parse(opts, argc, argv, "fatune query [OPTIONS]",
                          "Shows the winner of each problem: its time with the half-width of the "
                          "95 % interval, the bytes a second that it moves, how near it comes to a "
                          "plain read of the same bytes (the roof), and how far behind the "
                          "runner-up is.",
                          &n_operands, err);
    if (rc != 0)
        return rc > 0 ? FT_OK : FT_ERR_USAGE;
    if (n_operands > 0) {
        ft_err_set(err, FT_ERR_USAGE, "unexpected '%s'", argv[1]);
        ft_err_hint(err, "--problem selects problems, --db names the database");
        return FT_ERR_USAGE;
    }
    if (json && csv) {
        ft_err_set(err, FT_ERR_USAGE, "--json and --csv exclude each other");
        return FT_ERR_USAGE;
    }
    struct ft_db *db = ft_db_open(path, FT_DB_READ, err);
    if (!db)
        return (int)err->code;
    struct ft_buf out = FT_BUF_INIT;
    if (json || csv)
        rc = print_machine(db, &filter, all, json ? FT_TABLE_JSON : FT_TABLE_CSV, &out, err);
    else
        rc = print_people(db, &filter, all, &out, err);
    if (rc == 0)
        fwrite(ft_buf_str(&out), 1, out.len, stdout);
    ft_buf_free(&out);
    ft_db_close(db);
    return rc == 0 ? FT_OK : (int)err->code;
}
