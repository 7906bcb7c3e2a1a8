/* family_params.c -- the sections params and derived: the names of a contract's own
 *
 * Invariant: within a family a name means one thing: a variable, a value or a function.
 */
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include "model/family_impl.h"

#define MAX_VALUES   1024
#define COUNT(array) (sizeof(array) / sizeof *(array))

/* A new parameter or derived value: an identifier that means nothing else yet. */
static int check_new_var(struct ft_loader *l, const struct ft_ynode *node, const char *what)
{
    int64_t value;
    size_t n = strlen(node->text);

    if (ft_load_identifier(l, node, what) < 0)
        return -1;
    if (ft_expr_is_function(node->text, n))
        return ft_yerr(node, l->err, "'%s' is the name of a function", node->text);
    if (ft_family_find_value(l->family, node->text, n, &value))
        return ft_yerr(node, l->err, "'%s' is the name of a value", node->text);
    if (ft_family_find_var(l->family, node->text, n) >= 0)
        return ft_yerr(node, l->err, "'%s' is the name of a parameter already", node->text);
    return 0;
}

const char *ft_value_text(const struct ft_value *value, char number[24])
{
    snprintf(number, 24, "%lld", (long long)value->v);
    return value->name ? value->name : number;
}

/* "16, 32 or auto" */
static void list_values(const struct ft_param *param, char *out, size_t cap)
{
    size_t len = 0;
    char number[24];

    out[0] = 0;
    for (size_t i = 0; i < param->n_values && len < cap; i++)
        len += (size_t)snprintf(out + len, cap - len, "%s%s",
                                i == 0                    ? ""
                                : i + 1 < param->n_values ? ", "
                                                          : " or ",
                                ft_value_text(&param->values[i], number));
}

/* The scalar as an integer where it is one. */
static int is_integer(const struct ft_ynode *node, int64_t *v)
{
    return node->kind == FT_Y_SCALAR && ft_yaml_int(node, "", v, NULL) == 0;
}

int ft_param_find_value(const struct ft_param *param, const struct ft_ynode *node,
                        struct ft_err *err)
{
    int64_t v = 0;
    int is_int = is_integer(node, &v);
    char allowed[512];

    if (ft_yaml_want(node, FT_Y_SCALAR, "a value", err) < 0)
        return -1;
    for (size_t i = 0; i < param->n_values; i++) {
        const struct ft_value *value = &param->values[i];
        if (value->name ? strcmp(value->name, node->text) == 0 : is_int && value->v == v)
            return (int)i;
    }
    list_values(param, allowed, sizeof allowed);
    ft_yerr(node, err, "'%s' has no value '%s'", param->name, node->text);
    ft_err_hint(err, "the family allows %s", allowed);
    return -1;
}

struct ft_param *ft_family_find_param(const struct ft_family *family, const char *name)
{
    for (size_t i = 0; i < family->n_params; i++) {
        if (strcmp(family->params[i].name, name) == 0)
            return &family->params[i];
    }
    return NULL;
}

void ft_family_param_names(const struct ft_family *family, const char **names)
{
    for (size_t i = 0; i < family->n_params; i++)
        names[i] = family->params[i].name;
}

/* A name gets a constant that no other name of the family has. */
static int64_t name_constant(const struct ft_family *f, const char *name)
{
    int64_t value, lowest = FT_NAME_VALUE_BASE * 2;

    if (ft_family_find_value(f, name, strlen(name), &value))
        return value;
    for (size_t i = 0; i < f->n_params; i++) {
        for (size_t k = 0; k < f->params[i].n_values; k++) {
            const struct ft_value *v = &f->params[i].values[k];
            if (v->name && v->v < lowest)
                lowest = v->v;
        }
    }
    return lowest - 1;
}

static int load_value(struct ft_loader *l, struct ft_param *param, const struct ft_ynode *node)
{
    struct ft_value *value = &param->values[param->n_values];
    int64_t same;

    if (ft_yaml_want(node, FT_Y_SCALAR, "a value", l->err) < 0)
        return -1;
    if (!is_integer(node, &value->v)) {
        if (ft_load_identifier(l, node, "a value") < 0)
            return -1;
        if (ft_expr_is_function(node->text, strlen(node->text)))
            return ft_yerr(node, l->err, "'%s' is the name of a function", node->text);
        value->name = node->text;
        value->v = name_constant(l->family, node->text);
    } else if (value->v <= FT_NAME_VALUE_BASE || value->v > INT_MAX) {
        return ft_yerr(node, l->err, "a value must lie in %d..%d", FT_NAME_VALUE_BASE + 1, INT_MAX);
    }
    same = value->v;
    for (size_t i = 0; i < param->n_values; i++) {
        if (param->values[i].v == same)
            return ft_yerr(node, l->err, "'%s' stands twice among the values of '%s'", node->text,
                           param->name);
    }
    param->n_values++;
    return 0;
}

static int load_param(struct ft_loader *l, const struct ft_ynode *key, const struct ft_ynode *node)
{
    static const char *const keys[] = {"values", "default", "help", "at"};
    struct ft_family *f = l->family;
    struct ft_param *param = &f->params[f->n_params];
    char what[FT_NAME_BYTES + 32];

    if (check_new_var(l, key, "a parameter") < 0)
        return -1;
    snprintf(what, sizeof what, "parameter '%s'", key->text);
    if (ft_yaml_only_keys(node, keys, COUNT(keys), what, l->err) < 0)
        return -1;
    for (size_t i = 0; i < 3; i++) {
        if (!ft_yget(node, keys[i])) {
            ft_yerr(key, l->err, "%s has no '%s'", what, keys[i]);
            ft_err_hint(l->err, "{values: [1, 2], default: 1, help: what it means}");
            return -1;
        }
    }
    const struct ft_ynode *values = ft_yget(node, "values"), *at = ft_yget(node, "at");
    param->name = key->text;
    param->line = key->line;
    param->column = key->column;
    if (ft_yaml_want(values, FT_Y_LIST, "'values'", l->err) < 0 ||
        ft_yaml_text(ft_yget(node, "help"), "'help'", &param->help, l->err) < 0)
        return -1;
    if (values->n > MAX_VALUES)
        return ft_load_too_many(l, values, "values of a parameter", MAX_VALUES);
    param->values = ft_arena_alloc(l->arena, (values->n + 1) * sizeof *param->values);
    f->n_params++; /* names of its values count from here on */
    for (size_t i = 0; i < values->n; i++) {
        if (load_value(l, param, values->items[i]) < 0)
            return -1;
    }
    if (!values->n)
        return ft_yerr(values, l->err, "%s has no value", what);
    int default_i = ft_param_find_value(param, ft_yget(node, "default"), l->err);
    if (default_i < 0)
        return -1;
    param->default_i = (size_t)default_i;
    static const char *const launch[] = {"launch"};
    if (at && ft_yaml_choice(at, "'at'", launch, 1, l->err) < 0)
        return -1;
    param->at_launch = at != NULL;
    param->slot = ft_family_add_var(f, param->name, at ? FT_PHASE_PROBLEM : FT_PHASE_BUILD);
    return param->slot < 0 ? ft_load_too_many(l, key, "variables", FT_MAX_VARS) : 0;
}

int ft_load_params(struct ft_loader *l, const struct ft_ynode *node)
{
    struct ft_family *f = l->family;

    if (!node)
        return 0;
    if (ft_yaml_want(node, FT_Y_MAP, "'params'", l->err) < 0)
        return -1;
    if (node->n > FT_MAX_PARAMS)
        return ft_load_too_many(l, node, "parameters", FT_MAX_PARAMS);
    f->params = ft_arena_alloc(l->arena, (node->n + 1) * sizeof *f->params);
    for (size_t i = 0; i < node->n; i++) {
        if (load_param(l, node->keys[i], node->items[i]) < 0)
            return -1;
    }
    for (size_t i = 0; i < f->n_params; i++) {
        for (size_t k = 0; k < f->params[i].n_values; k++) {
            const char *name = f->params[i].values[k].name;
            if (name && ft_family_find_var(f, name, strlen(name)) >= 0)
                return ft_yerr(ft_yget(node, f->params[i].name), l->err,
                               "value '%s' has the name of a parameter", name);
        }
    }
    return 0;
}

/* ---- derived, constraints ---- */

int ft_load_derived(struct ft_loader *l, const struct ft_ynode *node)
{
    struct ft_family *f = l->family;

    if (!node)
        return 0;
    if (ft_yaml_want(node, FT_Y_MAP, "'derived'", l->err) < 0)
        return -1;
    f->derived = ft_arena_alloc(l->arena, (node->n + 1) * sizeof *f->derived);
    for (size_t i = 0; i < node->n; i++) {
        struct ft_derived *derived = &f->derived[i];
        char what[FT_NAME_BYTES + 32];
        if (check_new_var(l, node->keys[i], "a derived value") < 0)
            return -1;
        derived->name = node->keys[i]->text;
        snprintf(what, sizeof what, "derived value '%s'", derived->name);
        if (ft_family_expr(f, l->arena, node->items[i], what, &derived->expr, l->err) < 0)
            return -1;
        derived->phase = ft_family_expr_phase(f, &derived->expr);
        derived->slot = ft_family_add_var(f, derived->name, derived->phase);
        if (derived->slot < 0)
            return ft_load_too_many(l, node->keys[i], "variables", FT_MAX_VARS);
        l->blocked[derived->slot] = ft_load_blocked_by(l, &derived->expr);
        f->n_derived++;
    }
    return 0;
}
