/* cmd_util.c -- see the header */
#include "cmd_util.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
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
    if (!e || ft_strategy_find(e->strategy))
        return e;
    ft_err_at(err, e->file, e->strategy_line, e->strategy_column, "unknown strategy '%s'",
              e->strategy);
    ft_err_hint(err, "'fatune list strategies' shows all");
    ft_experiment_free(e);
    return NULL;
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
    ft_buf_free(&text);
}
