/* cmd_export.c -- `fatune export`: winners as a dispatch table for libfatune, as a C header, or as
 * JSON or CSV */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/opt.h"
#include "base/table.h"
#include "base/units.h"
#include "cmd.h"
#include "cmd_util.h"
#include "store/export_c.h"

static void note_counts(const struct ft_export_counts *counts, const struct ft_buf *out)
{
    char size[FT_UNIT_BYTES];
    ft_note("%zu problem%s, %zu build%s, %zu device%s, %s", counts->n_entries,
            counts->n_entries == 1 ? "" : "s", counts->n_builds, counts->n_builds == 1 ? "" : "s",
            counts->n_devices, counts->n_devices == 1 ? "" : "s",
            ft_format_bytes((double)out->len, size));
}

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
    note_counts(&counts, out);
    return 0;
}

static int export_c(struct ft_db *db, const struct ft_db_filter *filter, const char *name,
                    const char *to, struct ft_buf *out, struct ft_err *err)
{
    char made[128], *own_name = name ? ft_strdup(name) : ft_export_c_name(to ? to : "");
    struct ft_export_counts counts;
    snprintf(made, sizeof made, "fatune %s", ft_version); /* no date: equal winners, equal bytes */
    int rc = ft_export_c(db, filter, own_name, made, out, &counts, err);
    if (rc == 0)
        note_counts(&counts, out);
    free(own_name);
    return rc;
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

static int is_identifier(const char *name)
{
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") ==
               strlen(name) &&
           *name && !strchr("0123456789_", *name);
}

static int check_usage(const char *format, const char *to, const char *name, struct ft_err *err)
{
    int is_stdout = !to || strcmp(to, "-") == 0;
    if (strcmp(format, "table") == 0 && is_stdout) {
        ft_err_set(err, FT_ERR_USAGE, "a table holds machine code and needs a file");
        ft_err_hint(err, "name it with -o, for example -o winners.fatune");
        return -1;
    }
    if (name && strcmp(format, "c") != 0)
        return ft_err_set(err, FT_ERR_USAGE, "--name is for --format c");
    if (name && !is_identifier(name)) {
        ft_err_set(err, FT_ERR_USAGE, "'%s' cannot start names in C", name);
        ft_err_hint(err, "a letter, then letters, digits and _; for example --name qwen3");
        return -1;
    }
    return 0;
}

int ft_cmd_export(int argc, char **argv, struct ft_err *err)
{
    const char *path = FT_DEFAULT_DB, *format = "table", *to = NULL, *name = NULL;
    struct ft_db_filter filter = {0};
    int n_operands = 0;
    const struct ft_opt opts[] = {
        {"format", 'f', FT_OPT_CHOICE, &format, "FORMAT",
         "table (for libfatune, the default), c (a header that chooses by itself), json or csv", 0,
         0, "table|c|json|csv"},
        {"output", 'o', FT_OPT_STRING, &to, "OUT",
         "the file to write; '-' is standard output, the default but for tables", 0, 0, NULL},
        {"name", 0, FT_OPT_STRING, &name, "NAME",
         "start of all names in the C header; default: the file's name", 0, 0, NULL},
        {"db", 0, FT_OPT_STRING, &path, "FILE", "the database; default " FT_DEFAULT_DB, 0, 0, NULL},
        {"device", 0, FT_OPT_STRING, &filter.device, "D", "only devices with D in their name", 0, 0,
         NULL},
        {"problem", 'p', FT_OPT_STRING, &filter.problem, "GLOB",
         "only problems whose name or key matches", 0, 0, NULL},
        {0},
    };
    int rc = ft_opt_parse(opts, argc, argv, "fatune export [--format table|c|json|csv] -o OUT",
                          "Writes the winners. A table holds their machine code too: libfatune "
                          "loads it and launches them, without this program. A C header has "
                          "tables and a function that chooses as libfatune does, for an engine "
                          "with kernels of its own.",
                          &n_operands, err);
    if (rc != 0)
        return rc > 0 ? FT_OK : FT_ERR_USAGE;
    int is_stdout = !to || strcmp(to, "-") == 0;
    if (n_operands > 0) {
        ft_err_set(err, FT_ERR_USAGE, "unexpected '%s'", argv[1]);
        ft_err_hint(err, "-o names the file to write, --db the database");
        return FT_ERR_USAGE;
    }
    if (check_usage(format, to, name, err) < 0)
        return FT_ERR_USAGE;
    struct ft_db *db = ft_db_open(path, FT_DB_READ, err);
    if (!db)
        return (int)err->code;
    struct ft_buf out = FT_BUF_INIT;
    if (strcmp(format, "table") == 0)
        rc = export_table(db, &filter, &out, err);
    else if (strcmp(format, "c") == 0)
        rc = export_c(db, &filter, name, is_stdout ? NULL : to, &out, err);
    else
        rc = export_text(db, &filter, strcmp(format, "json") == 0 ? FT_TABLE_JSON : FT_TABLE_CSV,
                         &out, err);
    if (rc == 0 && is_stdout)
        fwrite(ft_buf_str(&out), 1, out.len, stdout);
    else if (rc == 0)
        rc = ft_cmd_write(to, &out, err);
    ft_buf_free(&out);
    ft_db_close(db);
    return rc == 0 ? FT_OK : (int)err->code;
}
