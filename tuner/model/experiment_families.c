/* experiment_families.c -- the section `families`: which families, and how much of each space
 *
 * An experiment may narrow a contract, never widen it: values must be among the family's,
 * constraints come on top of its own.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/opt.h"
#include "model/experiment_impl.h"

static struct ft_family *find_family(const struct ft_families *families,
                                     const struct ft_ynode *node, struct ft_err *err)
{
    struct ft_family *family = ft_families_find(families, node->text);

    if (family)
        return family;
    const char **names = ft_calloc(families->n + 1, sizeof *names);
    for (size_t i = 0; i < families->n; i++)
        names[i] = families->items[i]->name;
    ft_yerr(node, err, "unknown family '%s'", node->text);
    const char *near = ft_nearest_name(node->text, names, families->n);
    if (near)
        ft_err_hint(err, "did you mean '%s'?", near);
    else
        ft_err_hint(err, "'fatune list families' shows all; --families DIR adds your own");
    free(names);
    return NULL;
}

static int narrow_values(struct ft_experiment *e, struct ft_narrowing *n, size_t param_i,
                         const struct ft_ynode *node, struct ft_err *err)
{
    const struct ft_param *param = &n->family->params[param_i];
    const struct ft_ynode *const *items = &node; /* one value is a list of one */
    size_t n_items = 1;

    if (node->kind == FT_Y_LIST) {
        items = (const struct ft_ynode *const *)node->items;
        n_items = node->n;
    }
    if (!n_items)
        return ft_yerr(node, err, "'%s' has no value left", param->name);
    n->values[param_i] = ft_arena_alloc(e->arena, n_items * sizeof **n->values);
    for (size_t i = 0; i < n_items; i++) {
        int value_i = ft_param_find_value(param, items[i], err);
        if (value_i < 0)
            return -1;
        for (size_t k = 0; k < i; k++) {
            if (n->values[param_i][k].v == param->values[value_i].v)
                return ft_yerr(items[i], err, "'%s' stands twice", items[i]->text);
        }
        n->values[param_i][i] = param->values[value_i];
    }
    n->n_values[param_i] = n_items;
    return 0;
}

static int narrow_params(struct ft_experiment *e, struct ft_narrowing *n,
                         const struct ft_ynode *params, struct ft_err *err)
{
    const char *names[FT_MAX_PARAMS];
    char what[FT_NAME_BYTES + 32];

    if (!params)
        return 0;
    snprintf(what, sizeof what, "the parameters of '%s'", n->family->name);
    ft_family_param_names(n->family, names);
    if (ft_yaml_only_keys(params, names, n->family->n_params, what, err) < 0)
        return -1;
    for (size_t i = 0; i < n->family->n_params; i++) {
        const struct ft_ynode *node = ft_yget(params, names[i]);
        if (node && narrow_values(e, n, i, node, err) < 0)
            return -1;
    }
    return 0;
}

/* node: what stands behind the family's name; NULL or empty: all of its space. */
static int add_narrowing(struct ft_experiment *e, const struct ft_family *family,
                         const struct ft_ynode *node, struct ft_err *err)
{
    static const char *const keys[] = {"params", "constraints"};
    struct ft_narrowing *n = &e->narrowings[e->n_families++];

    n->family = family;
    n->values = ft_arena_alloc(e->arena, (family->n_params + 1) * sizeof *n->values);
    n->n_values = ft_arena_alloc(e->arena, (family->n_params + 1) * sizeof *n->n_values);
    if (!node || (node->kind == FT_Y_SCALAR && !*node->text))
        return 0;
    if (ft_yaml_only_keys(node, keys, 2, "a family of an experiment", err) < 0 ||
        narrow_params(e, n, ft_yget(node, "params"), err) < 0)
        return -1;
    return ft_family_constraints(family, e->arena, ft_yget(node, "constraints"), &n->constraints,
                                 &n->n_constraints, err);
}

static int supports_any(const struct ft_experiment *e, const struct ft_family *family)
{
    char why[256];

    for (size_t i = 0; i < e->n_problems; i++) {
        if (ft_family_supports(family, &e->problems[i].problem, NULL, why, sizeof why))
            return 1;
    }
    return 0;
}

static int has_family(const struct ft_experiment *e, const struct ft_family *family)
{
    for (size_t i = 0; i < e->n_families; i++) {
        if (e->narrowings[i].family == family)
            return 1;
    }
    return 0;
}

/* Families that the user named on the command line need no mention in the file. */
static int add_extra(struct ft_experiment *e, const struct ft_families *families,
                     struct ft_err *err)
{
    for (size_t i = 0; i < families->n; i++) {
        const struct ft_family *family = families->items[i];
        if (family->is_extra && !has_family(e, family) && supports_any(e, family) &&
            add_narrowing(e, family, NULL, err) < 0)
            return -1;
    }
    return 0;
}

int ft_experiment_load_families(struct ft_experiment *experiment, const struct ft_ynode *root,
                                const struct ft_families *families, struct ft_err *err)
{
    const struct ft_ynode *node = ft_yget(root, "families");
    size_t n = (node ? node->n : 0) + families->n;

    experiment->narrowings =
        ft_arena_alloc(experiment->arena, (n + 1) * sizeof *experiment->narrowings);
    for (size_t i = 0; !node && i < families->n; i++) {
        if (supports_any(experiment, families->items[i]) &&
            add_narrowing(experiment, families->items[i], NULL, err) < 0)
            return -1;
    }
    if (!node)
        return 0;
    if (node->kind != FT_Y_LIST && ft_yaml_want(node, FT_Y_MAP, "'families'", err) < 0)
        return -1;
    for (size_t i = 0; i < node->n; i++) {
        const struct ft_ynode *name = node->kind == FT_Y_MAP ? node->keys[i] : node->items[i];
        if (ft_yaml_want(name, FT_Y_SCALAR, "a family's name", err) < 0)
            return -1;
        const struct ft_family *family = find_family(families, name, err);
        if (!family)
            return -1;
        if (has_family(experiment, family))
            return ft_yerr(name, err, "family '%s' stands twice", family->name);
        if (add_narrowing(experiment, family, node->kind == FT_Y_MAP ? node->items[i] : NULL, err) <
            0)
            return -1;
    }
    return node->n ? add_extra(experiment, families, err)
                   : ft_yerr(node, err, "'families' is empty");
}
