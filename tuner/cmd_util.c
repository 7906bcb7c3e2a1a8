/* cmd_util.c -- see the header */
#include "cmd_util.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/fs.h"
#include "base/log.h"
#include "cpu/device.h"
#include "search/search.h"

int ft_cmd_families_load(const struct ft_opt_list *dirs, struct ft_cmd_families *out,
                         struct ft_err *err)
{
    const char *all[FT_MAX_FAMILY_DIRS + 1];
    size_t n = 0, n_include = 0;
    memset(out, 0, sizeof *out);
    if (dirs && dirs->n > FT_MAX_FAMILY_DIRS)
        return ft_err_set(err, FT_ERR_USAGE, "more than %d --families directories",
                          FT_MAX_FAMILY_DIRS);
    if (!(out->builtin_dir = ft_fs_share("kernel_templates", err)))
        return -1;
    out->common_dir = ft_fs_join(out->builtin_dir, "common");
    all[n++] = out->builtin_dir;
    for (size_t i = 0; dirs && i < dirs->n; i++)
        all[n++] = dirs->items[i];
    for (size_t i = 1; i < n; i++)
        out->include_dirs[n_include++] = all[i];
    out->include_dirs[n_include++] = out->builtin_dir;
    out->include_dirs[n_include++] = out->common_dir;
    if (ft_families_load(all, n, &out->families, err) < 0) {
        ft_cmd_families_free(out);
        return -1;
    }
    for (size_t i = 0; i < out->families.n; i++)
        out->families.items[i]->is_extra =
            strcmp(out->families.items[i]->templates_dir, out->builtin_dir) != 0;
    return 0;
}

struct ft_experiment *
ft_cmd_experiment_load(const char *name, const struct ft_cmd_families *families, struct ft_err *err)
{
    struct ft_experiment *e = ft_experiment_load(name, &families->families, err);
    if (!e || !e->strategy || ft_strategy_find(e->strategy))
        return e;
    ft_err_at(err, e->file, e->strategy_line, e->strategy_column, "unknown strategy '%s'",
              e->strategy);
    ft_err_hint(err, "'fatune list strategies' shows all");
    ft_experiment_free(e);
    return NULL;
}

int ft_cmd_problems_match(const struct ft_experiment *experiment, const char *config,
                          const char *glob, struct ft_err *err)
{
    for (size_t i = 0; i < experiment->n_problems; i++)
        if (ft_problem_matches(&experiment->problems[i], glob))
            return 0;
    ft_err_set(err, FT_ERR_USAGE, "no problem matches '%s'", glob);
    ft_err_hint(err, "fatune list problems --config %s", config);
    return -1;
}

int ft_cmd_cache_check(struct ft_err *err)
{
    char *dir = ft_fs_cache_dir(err);
    int rc = dir ? 0 : -1;
    if (dir && access(dir, W_OK) != 0) {
        rc = ft_err_errno(err, "cannot write to the cache of builds, '%s'", dir);
        ft_err_hint(err, "FATUNE_CACHE names another directory");
    }
    free(dir);
    return rc;
}

int ft_cmd_write(const char *path, const struct ft_buf *text, struct ft_err *err)
{
    static const char magic[] = "SQLite format 3"; /* and a NUL */
    char head[sizeof magic] = "";
    struct stat st;

    if (stat(path, &st) == 0 && S_ISREG(st.st_mode)) {
        FILE *file = fopen(path, "rb");
        size_t n = file ? fread(head, 1, sizeof head, file) : 0;
        if (file)
            fclose(file);
        if (n == sizeof head && memcmp(head, magic, sizeof magic) == 0) {
            ft_err_set(err, FT_ERR_USAGE, "'%s' is a database, and would be lost", path);
            ft_err_hint(err, "name another file with -o");
            return -1;
        }
    }
    return ft_fs_write_atomic(path, text->data, text->len, err);
}

void ft_cmd_families_free(struct ft_cmd_families *families)
{
    ft_families_free(&families->families);
    free(families->builtin_dir);
    free(families->common_dir);
    memset(families, 0, sizeof *families);
}

void ft_cmd_print_table(const struct ft_table_out *table, enum ft_table_format format)
{
    struct ft_buf text = FT_BUF_INIT;
    ft_table_print(table, format, &text);
    fputs(ft_buf_str(&text), stdout);
    fflush(stdout); /* before notes on stderr, when both go to one file */
    ft_buf_free(&text);
}

int ft_cmd_device(const char *text, int *index, struct ft_err *err)
{
    char *end;
    *index = 0;
    if (!text && ft_cpu_is_only_device()) {
        ft_note("there is no GPU: the CPU device takes its place, whose times say nothing of a "
                "GPU's");
        *index = FT_DEVICE_CPU;
    }
    if (!text)
        return 0;
    if (strcmp(text, "cpu") == 0) {
        *index = FT_DEVICE_CPU;
        return 0;
    }
    long n = strtol(text, &end, 10);
    if (*text >= '0' && *text <= '9' && !*end && n <= 1023) {
        *index = (int)n;
        return 0;
    }
    ft_err_set(err, FT_ERR_USAGE, "--device '%s' is no device", text);
    ft_err_hint(err, "a number from 0 to 1023, or cpu; 'fatune doctor' shows what there is");
    return -1;
}
