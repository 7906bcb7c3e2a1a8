/* family_header.c -- the generated header fatune_config.h
 *
 * The idea: collect (name, value) entries, sort them by bytes, print them. What is collected does
 * not depend on a config, so that two meanings of one macro are found when the contract is loaded.
 *
 * Invariant: only values of the build phase enter. The text is a part of the build key: equal text,
 * equal build.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "model/family_impl.h"

struct entry {
    char name[3 * FT_NAME_BYTES];
    int64_t value;
    int line;    /* of what it comes from, 0 where that says nothing */
    int is_name; /* the constant of a name: may be listed twice */
};
struct entries {
    struct entry *items;
    size_t n, cap;
};

/* FT_<a>[_<b>], upper-cased. */
static struct entry *add(struct entries *list, const char *a, const char *b, int64_t value,
                         int is_name)
{
    FT_GROW(list->items, list->n + 1, list->cap);
    struct entry *entry = &list->items[list->n++];
    snprintf(entry->name, sizeof entry->name, "FT_%s%s%s", a, b ? "_" : "", b ? b : "");
    for (char *c = entry->name; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    entry->value = value;
    entry->line = 0;
    entry->is_name = is_name;
    return entry;
}

/* A specialised field, and where it is an enum the names of its values. */
static void add_specialised(const struct ft_family *family, int slot, const int64_t *vars,
                            struct entries *list)
{
    const char *name = family->var_names[slot] + strlen("p."), *value;
    const struct ft_field *field = ft_field_find(name, strlen(name));

    add(list, name, NULL, vars[slot], 0);
    for (int64_t v = 0; field && (value = ft_field_value_name(field->kind, v)); v++)
        add(list, value, NULL, ft_field_constant(field->kind, v), 1);
}

static void add_param(const struct ft_param *param, const int64_t *vars, struct entries *list)
{
    if (!param->at_launch)
        add(list, param->name, NULL, vars[param->slot], 0)->line = param->line;
    for (size_t i = 0; i < param->n_values; i++) {
        if (param->values[i].name)
            add(list, param->name, param->values[i].name, param->values[i].v, 1)->line =
                param->line;
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct entry *)a)->name, ((const struct entry *)b)->name);
}

static void collect(const struct ft_family *family, const int64_t *vars, struct entries *list)
{
    for (int slot = 0; slot < family->n_vars; slot++) {
        if (family->specialised[slot])
            add_specialised(family, slot, vars, list);
    }
    for (size_t i = 0; i < family->n_params; i++)
        add_param(&family->params[i], vars, list);
    for (size_t i = 0; i < family->n_derived; i++) {
        if (family->derived[i].phase == FT_PHASE_BUILD)
            add(list, family->derived[i].name, NULL, vars[family->derived[i].slot], 0)->line =
                family->derived[i].expr.line;
    }
    for (size_t i = 0; i < family->n_passed; i++)
        add(list, "pass", family->passed[i].name, (int64_t)i, 0);
    for (size_t i = 0; i < family->n_workspaces; i++)
        add(list, "ws", family->workspaces[i].name, (int64_t)i, 0);
    for (size_t i = 0; i < family->n_maps; i++)
        add(list, "tma", family->maps[i].name, (int64_t)i, 0);
    if (list->n)
        qsort(list->items, list->n, sizeof *list->items, by_name);
}

int ft_family_check_header(const struct ft_family *family, struct ft_err *err)
{
    int64_t vars[FT_MAX_VARS] = {0};
    struct entries list = {0};
    int rc = 0;

    collect(family, vars, &list);
    for (size_t i = 1; i < list.n && rc == 0; i++) {
        const struct entry *a = &list.items[i - 1], *b = &list.items[i];
        if (strcmp(a->name, b->name) == 0 && !(a->is_name && b->is_name && a->value == b->value)) {
            rc = ft_err_at(err, family->file, a->line > b->line ? a->line : b->line, 0,
                           "two things would be '%s' in the generated header", a->name);
            ft_err_hint(
                err, "names that differ only in case, or 'x_y' beside value 'y' of 'x', collide");
        }
    }
    free(list.items);
    return rc;
}

int ft_config_header(const struct ft_config *config, const struct ft_problem *problem,
                     const struct ft_device *device, struct ft_buf *out, struct ft_err *err)
{
    int64_t vars[FT_MAX_VARS];
    unsigned char known[FT_MAX_VARS];
    struct entries list = {0};

    if (ft_family_bind(config, problem, device, vars, known, err) < 0)
        return -1;
    for (int slot = 0; slot < config->family->n_vars; slot++) {
        if (!known[slot] && config->family->phases[slot] == FT_PHASE_BUILD)
            return ft_err_set(err, FT_ERR_INTERNAL, "no value for '%s' in the header of '%s'",
                              config->family->var_names[slot], config->family->name);
    }
    collect(config->family, vars, &list);
    ft_buf_puts(out, "/* generated by fatune */\n");
    for (size_t i = 0; i < list.n; i++) {
        const struct entry *entry = &list.items[i];
        if (i && strcmp(entry->name, list.items[i - 1].name) == 0)
            continue;
        ft_buf_printf(out, entry->value < 0 ? "#define %s (%lld)\n" : "#define %s %lld\n",
                      entry->name, (long long)entry->value);
    }
    free(list.items);
    return 0;
}
