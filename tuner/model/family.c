/* family.c -- sets of families, and configs as text
 *
 * A set owns its families. The text of a config names every parameter in the family's order;
 * reading it back, a parameter that is not named has its default, so that texts written before a
 * parameter was added stay valid.
 */
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/opt.h"
#include "model/family_impl.h"

static int add_family(struct ft_families *families, size_t *cap, const char *dir,
                      struct ft_err *err)
{
    struct ft_family *family = ft_family_load(dir, err);

    if (!family)
        return -1;
    const struct ft_family *other = ft_families_find(families, family->name);
    if (other) {
        ft_err_set(err, FT_ERR_USAGE, "two families are named '%s': '%s' and '%s'", family->name,
                   other->dir, family->dir);
        ft_family_free(family);
        return -1;
    }
    FT_GROW(families->items, families->n + 1, *cap);
    families->items[families->n++] = family;
    return 0;
}

/* Every DIR/NAME that has a family.yaml. */
static int add_dir(struct ft_families *families, size_t *cap, const char *dir, struct ft_err *err)
{
    char **names = NULL;
    size_t n = 0, n_before = families->n;
    int rc = ft_fs_list(dir, &names, &n, err);

    for (size_t i = 0; i < n && rc == 0; i++) {
        char *path = ft_fs_join(dir, names[i]), *file = ft_fs_join(path, "family.yaml");
        if (ft_fs_exists(file))
            rc = add_family(families, cap, path, err);
        free(path);
        free(file);
    }
    if (rc == 0 && families->n == n_before) {
        rc = ft_err_set(err, FT_ERR_USAGE, "no family in '%s'", dir);
        ft_err_hint(err, "a family is a directory in it with family.yaml and kernel.cu");
    }
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
    return rc;
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(struct ft_family *const *)a)->name, (*(struct ft_family *const *)b)->name);
}

int ft_families_load(const char *const *dirs, size_t n_dirs, struct ft_families *out,
                     struct ft_err *err)
{
    struct ft_families families = {0};
    size_t cap = 0;

    for (size_t i = 0; i < n_dirs; i++) {
        if (add_dir(&families, &cap, dirs[i], err) < 0) {
            ft_families_free(&families);
            return -1;
        }
    }
    if (families.n)
        qsort(families.items, families.n, sizeof *families.items, by_name);
    *out = families;
    return 0;
}

struct ft_family *ft_families_find(const struct ft_families *families, const char *name)
{
    for (size_t i = 0; i < families->n; i++) {
        if (strcmp(families->items[i]->name, name) == 0)
            return families->items[i];
    }
    return NULL;
}

void ft_families_free(struct ft_families *families)
{
    for (size_t i = 0; i < families->n; i++)
        ft_family_free(families->items[i]);
    free(families->items);
    *families = (struct ft_families){0};
}

void ft_config_default(const struct ft_family *family, struct ft_config *out)
{
    memset(out, 0, sizeof *out);
    out->family = family;
    for (size_t i = 0; i < family->n_params; i++)
        out->values[i] = family->params[i].values[family->params[i].default_i].v;
}

void ft_config_format(const struct ft_config *config, int build_only, struct ft_buf *out)
{
    const struct ft_family *family = config->family;
    const char *comma = "";

    for (size_t i = 0; i < family->n_params; i++) {
        const struct ft_param *param = &family->params[i];
        struct ft_value value = {config->values[i], NULL};
        char number[24];
        if (build_only && param->at_launch)
            continue;
        for (size_t k = 0; k < param->n_values; k++) {
            if (param->values[k].v == value.v)
                value = param->values[k];
        }
        ft_buf_printf(out, "%s%s=%s", comma, param->name, ft_value_text(&value, number));
        comma = ",";
    }
}

/* One NAME=VALUE. */
static int parse_setting(const struct ft_family *family, const char *name, const char *text,
                         struct ft_config *out, unsigned char *seen, struct ft_err *err)
{
    struct ft_param *param = ft_family_find_param(family, name);
    const char *names[FT_MAX_PARAMS];
    char number[24];

    if (!param) {
        ft_family_param_names(family, names);
        ft_err_set(err, FT_ERR_USAGE, "family '%s' has no parameter '%s'", family->name, name);
        const char *near = ft_nearest_name(name, names, family->n_params);
        if (near)
            ft_err_hint(err, "did you mean '%s'?", near);
        return -1;
    }
    size_t i = (size_t)(param - family->params);
    if (seen[i])
        return ft_err_set(err, FT_ERR_USAGE, "parameter '%s' is set twice", name);
    seen[i] = 1;
    for (size_t k = 0; k < param->n_values; k++) {
        if (strcmp(ft_value_text(&param->values[k], number), text) == 0) {
            out->values[i] = param->values[k].v;
            return 0;
        }
    }
    return ft_err_set(err, FT_ERR_USAGE, "parameter '%s' of family '%s' has no value '%s'", name,
                      family->name, text);
}

int ft_config_parse(const struct ft_family *family, const char *text, struct ft_config *out,
                    struct ft_err *err)
{
    struct ft_config config;
    unsigned char seen[FT_MAX_PARAMS] = {0};
    char *copy = ft_strdup(text), *rest = copy, *setting;
    int rc = 0;

    ft_config_default(family, &config);
    while (*text && rc == 0 && (setting = strsep(&rest, ","))) {
        char *equals = strchr(setting, '=');
        if (!equals) {
            rc = ft_err_set(err, FT_ERR_USAGE, "'%s' in config '%s' is no NAME=VALUE", setting,
                            text);
            break;
        }
        *equals = 0;
        rc = parse_setting(family, setting, equals + 1, &config, seen, err);
    }
    free(copy);
    if (rc == 0)
        *out = config;
    return rc;
}
