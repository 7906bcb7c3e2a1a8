/* cmd_export.c -- `fatune export`: winners as a dispatch table for libfatune, or as JSON or CSV */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include "base/fs.h"
#include "base/log.h"
#include "base/opt.h"
#include "base/table.h"
#include "base/units.h"
#include "cmd.h"
#include "store/export.h"

static int export_table(struct ft_db *db, const struct ft_db_filter *filter, struct ft_buf *out,
                        struct ft_err *err)
{
    char made[128], at[32];
    time_t now = time(NULL);
    struct tm utc;
    strftime(at, sizeof at, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    snprintf(made, sizeof made, "fatune %s on %s", ft_version, at);
    struct ft_export_counts counts;
    if (ft_export_table(db, filter, made, out, &counts, err) < 0)
        return -1;
    char size[FT_UNIT_BYTES];
    ft_note("%zu problem%s, %zu build%s, %zu device%s, %s", counts.n_entries,
            counts.n_entries == 1 ? "" : "s", counts.n_builds, counts.n_builds == 1 ? "" : "s",
            counts.n_devices, counts.n_devices == 1 ? "" : "s",
            ft_format_bytes((double)out->len, size));
    return 0;
}

static int export_text(struct ft_db *db, const struct ft_db_filter *filter,
                       enum ft_table_format format, struct ft_buf *out, struct ft_err *err)
{
    struct ft_table_out table = FT_TABLE_INIT;
    int rc = ft_db_winners_table(db, filter, &table, err);
    if (rc == 0 && ft_table_rows(&table) == 0)
        rc = ft_db_explain_nothing(db, filter, err);
    if (rc == 0)
        ft_table_print(&table, format, out);
    ft_table_free(&table);
    return rc;
}

int ft_cmd_export(int argc, char **argv, struct ft_err *err)
{
    const char *path = "results/fatune.db", *format = "table", *to = NULL;
    struct ft_db_filter filter = {0};
    int n_operands = 0;
    const struct ft_opt opts[] = {
        {"format", 'f', FT_OPT_CHOICE, &format, "FORMAT",
         "table (for libfatune, the default), json or csv", 0, 0, "table|json|csv"},
        {"output", 'o', FT_OPT_STRING, &to, "OUT",
         "the file to write; '-' is standard output, the default of json and csv", 0, 0, NULL},
        {"db", 0, FT_OPT_STRING, &path, "FILE", "the database; default results/fatune.db", 0, 0,
         NULL},
        {"device", 0, FT_OPT_STRING, &filter.device, "D", "only devices with D in their name", 0, 0,
         NULL},
        {"problem", 'p', FT_OPT_STRING, &filter.problem, "GLOB",
         "only problems whose name or key matches", 0, 0, NULL},
        {0},
    };
    int rc = ft_opt_parse(opts, argc, argv, "fatune export [--format table|json|csv] -o OUT",
                          "Writes the winners. A table holds their machine code too: libfatune "
                          "loads it and launches them, without this program.",
                          &n_operands, err);
    if (rc != 0)
        return rc > 0 ? FT_OK : FT_ERR_USAGE;
    int is_table = strcmp(format, "table") == 0, is_stdout = !to || strcmp(to, "-") == 0;
    if (n_operands > 0) {
        ft_err_set(err, FT_ERR_USAGE, "unexpected '%s'", argv[1]);
        ft_err_hint(err, "-o names the file to write, --db the database");
        return FT_ERR_USAGE;
    }
    if (is_table && is_stdout) {
        ft_err_set(err, FT_ERR_USAGE, "a table holds machine code and needs a file");
        ft_err_hint(err, "name it with -o, for example -o winners.fatune");
        return FT_ERR_USAGE;
    }
    struct ft_db *db = ft_db_open(path, FT_DB_READ, err);
    if (!db)
        return (int)err->code;
    struct ft_buf out = FT_BUF_INIT;
    if (is_table)
        rc = export_table(db, &filter, &out, err);
    else
        rc = export_text(db, &filter, strcmp(format, "json") == 0 ? FT_TABLE_JSON : FT_TABLE_CSV,
                         &out, err);
    if (rc == 0 && is_stdout)
        fwrite(ft_buf_str(&out), 1, out.len, stdout);
    else if (rc == 0)
        rc = ft_fs_write_atomic(to, out.data, out.len, err);
    ft_buf_free(&out);
    ft_db_close(db);
    return rc == 0 ? FT_OK : (int)err->code;
}
