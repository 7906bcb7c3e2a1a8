/* family_launch.c -- the sections workspace, pass, kernels and tma: what a launch needs
 *
 * Every expression here ends in a launch program, so it must not need a p. field that does not
 * exist at launch; and what determines a build's occupancy must not depend on it (b.).
 */
#include <stdlib.h>
#include <string.h>
#include "model/family_impl.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int fail_blocked(struct ft_loader *l, const char *field)
{
    ft_err_hint(l->err, "add '%s' to 'specialise'", field + strlen("p."));
    return -1;
}

/* An expression of the launch: kernels, workspace, tensor maps. */
static int launch_expr(struct ft_loader *l, const struct ft_ynode *node, const char *what,
                       struct ft_expr *out)
{
    if (ft_family_expr(l->family, l->arena, node, what, out, l->err) < 0)
        return -1;
    const char *field = ft_load_blocked_by(l, out);
    if (!field)
        return 0;
    ft_err_at(l->err, out->file, out->line, out->column,
              "%s needs '%s', which is not known at launch", what, field);
    return fail_blocked(l, field);
}

static struct ft_expr constant_expr(struct ft_loader *l, const char *text)
{
    struct ft_expr expr = {0};

    ft_expr_parse(l->arena, text, "", 0, 0, ft_family_resolve, l->family, &expr, NULL);
    return expr;
}

/* ---- workspace, pass ---- */

int ft_load_workspace(struct ft_loader *l, const struct ft_ynode *node)
{
    static const char *const keys[] = {"bytes", "zeroed"};
    struct ft_family *f = l->family;

    if (!node)
        return 0;
    if (ft_yaml_want(node, FT_Y_MAP, "'workspace'", l->err) < 0)
        return -1;
    if (node->n > FT_PROGRAM_MAX_WORKSPACES)
        return ft_load_too_many(l, node, "workspace regions", FT_PROGRAM_MAX_WORKSPACES);
    f->workspaces = ft_arena_alloc(l->arena, (node->n + 1) * sizeof *f->workspaces);
    for (size_t i = 0; i < node->n; i++) {
        struct ft_workspace *ws = &f->workspaces[i];
        const struct ft_ynode *item = node->items[i];
        if (ft_load_identifier(l, node->keys[i], "a workspace region") < 0 ||
            ft_yaml_only_keys(item, keys, 2, "a workspace region", l->err) < 0)
            return -1;
        ws->name = node->keys[i]->text;
        if (!ft_yget(item, "bytes") || !ft_yget(item, "zeroed")) {
            ft_yerr(node->keys[i], l->err, "'%s' needs 'bytes' and 'zeroed'", ws->name);
            ft_err_hint(l->err, "{bytes: \"4 * p.batch\", zeroed: never}, or once, or launch");
            return -1;
        }
        int z = ft_yaml_choice(ft_yget(item, "zeroed"), "'zeroed'", ft_zeroed_names, 3, l->err);
        if (z < 0 || launch_expr(l, ft_yget(item, "bytes"), "'bytes'", &ws->bytes) < 0)
            return -1;
        ws->zeroed = (enum ft_zeroed)z;
        f->n_workspaces++;
    }
    return 0;
}

int ft_load_pass(struct ft_loader *l, const struct ft_ynode *node)
{
    struct ft_family *f = l->family;

    if (!node)
        return 0;
    if (ft_yaml_want(node, FT_Y_LIST, "'pass'", l->err) < 0)
        return -1;
    if (node->n > FT_PROGRAM_MAX_PASSED)
        return ft_load_too_many(l, node, "passed values", FT_PROGRAM_MAX_PASSED);
    f->passed = ft_arena_alloc(l->arena, (node->n + 1) * sizeof *f->passed);
    for (size_t i = 0; i < node->n; i++) {
        struct ft_expr value;
        if (launch_expr(l, node->items[i], "a passed value", &value) < 0)
            return -1;
        if (value.code.n != 1 || value.code.insns[0].op != FT_OP_VAR ||
            strchr(node->items[i]->text, '.')) {
            ft_yerr(node->items[i], l->err, "'%s' is no parameter or derived value",
                    node->items[i]->text);
            ft_err_hint(l->err, "give the expression a name under 'derived' and pass that");
            return -1;
        }
        f->passed[i] = (struct ft_passed){node->items[i]->text, value.code.insns[0].slot};
        f->n_passed++;
    }
    return 0;
}

/* ---- kernels ---- */

/* Up to three expressions; the rest are 1. is_fixed: they may not depend on the build, which they
 * determine. */
static int load_extent(struct ft_loader *l, const struct ft_ynode *node, const char *what,
                       int is_fixed, struct ft_expr out[3])
{
    for (size_t i = 0; i < 3; i++)
        out[i] = constant_expr(l, "1");
    if (!node)
        return 0;
    if (ft_yaml_want(node, FT_Y_LIST, what, l->err) < 0)
        return -1;
    if (node->n < 1 || node->n > 3)
        return ft_yerr(node, l->err, "%s has 1 to 3 dimensions, not %zu", what, node->n);
    for (size_t i = 0; i < node->n; i++) {
        if (launch_expr(l, node->items[i], what, &out[i]) < 0)
            return -1;
        const char *late =
            is_fixed ? ft_family_late_var(l->family, &out[i], FT_PHASE_LAUNCH) : NULL;
        if (late)
            return ft_yerr(
                node->items[i], l->err,
                "%s cannot use '%s', which depends on the build's occupancy and so on %s", what,
                late, what);
    }
    return 0;
}

static int load_kernel(struct ft_loader *l, const struct ft_ynode *node, struct ft_kernel *k)
{
    static const char *const keys[] = {"entry", "when", "grid", "block", "cluster", "smem", "pdl"};
    const struct ft_ynode *when = ft_yget(node, "when"), *smem = ft_yget(node, "smem"),
                          *pdl = ft_yget(node, "pdl");

    if (ft_yaml_only_keys(node, keys, COUNT(keys), "a kernel", l->err) < 0)
        return -1;
    for (size_t i = 0; i < COUNT(keys); i++) {
        int is_needed = i == 0 || i == 2 || i == 3;
        if (is_needed && !ft_yget(node, keys[i]))
            return ft_yerr(node, l->err, "a kernel needs '%s'", keys[i]);
    }
    if (ft_yaml_text(ft_yget(node, "entry"), "'entry'", &k->entry, l->err) < 0 ||
        ft_load_identifier(l, ft_yget(node, "entry"), "a kernel") < 0)
        return -1;
    k->when = constant_expr(l, "1");
    k->smem = k->pdl = constant_expr(l, "0");
    if ((when && launch_expr(l, when, "'when'", &k->when) < 0) ||
        load_extent(l, ft_yget(node, "grid"), "'grid'", 0, k->grid) < 0 ||
        load_extent(l, ft_yget(node, "block"), "'block'", 1, k->block) < 0 ||
        load_extent(l, ft_yget(node, "cluster"), "'cluster'", 1, k->cluster) < 0 ||
        (smem && launch_expr(l, smem, "'smem'", &k->smem) < 0) ||
        (pdl && launch_expr(l, pdl, "'pdl'", &k->pdl) < 0))
        return -1;
    const char *late = ft_family_late_var(l->family, &k->smem, FT_PHASE_LAUNCH);
    if (late)
        return ft_yerr(
            smem, l->err,
            "'smem' cannot use '%s', which depends on the build's occupancy and so on 'smem'",
            late);
    return 0;
}

int ft_load_kernels(struct ft_loader *l, const struct ft_ynode *root)
{
    const struct ft_ynode *node = ft_yget(root, "kernels");
    struct ft_family *f = l->family;

    if (!node)
        return ft_yerr(root, l->err, "'kernels' is missing: what is launched, and how");
    if (ft_yaml_want(node, FT_Y_LIST, "'kernels'", l->err) < 0)
        return -1;
    if (node->n > FT_PROGRAM_MAX_KERNELS)
        return ft_load_too_many(l, node, "kernels", FT_PROGRAM_MAX_KERNELS);
    f->kernels = ft_arena_alloc(l->arena, (node->n + 1) * sizeof *f->kernels);
    for (size_t i = 0; i < node->n; i++) {
        if (load_kernel(l, node->items[i], &f->kernels[i]) < 0)
            return -1;
        f->n_kernels++;
    }
    return node->n ? 0 : ft_yerr(node, l->err, "'kernels' is empty");
}

/* ---- tma ---- */

static int load_choice_int(struct ft_loader *l, const struct ft_ynode *node, const char *what,
                           const char *const *allowed, size_t n, int *out)
{
    if (!node)
        return 0;
    int i = ft_yaml_choice(node, what, allowed, n, l->err);
    if (i < 0)
        return -1;
    *out = atoi(allowed[i]);
    return 0;
}

static int load_map(struct ft_loader *l, const struct ft_ynode *node, struct ft_map *map)
{
    static const char *const keys[] = {"buffer", "dims", "box", "swizzle", "l2"};
    static const char *const swizzles[] = {"0", "32", "64", "128"};
    static const char *const promotions[] = {"0", "64", "128", "256"};

    if (ft_yaml_only_keys(node, keys, COUNT(keys), "a tensor map", l->err) < 0)
        return -1;
    for (size_t i = 0; i < 3; i++) {
        if (!ft_yget(node, keys[i]))
            return ft_yerr(node, l->err, "a tensor map needs '%s'", keys[i]);
    }
    const struct ft_ynode *dims = ft_yget(node, "dims"), *box = ft_yget(node, "box");
    int buffer =
        ft_yaml_choice(ft_yget(node, "buffer"), "'buffer'", ft_buffer_names, FT_N_BUFFERS, l->err);
    if (buffer < 0 || ft_yaml_want(dims, FT_Y_LIST, "'dims'", l->err) < 0 ||
        ft_yaml_want(box, FT_Y_LIST, "'box'", l->err) < 0)
        return -1;
    map->buffer = (enum ft_buffer)buffer;
    if (dims->n < 2 || dims->n > 5)
        return ft_yerr(dims, l->err, "'dims' must have 2 to 5 entries, not %zu", dims->n);
    if (box->n != dims->n)
        return ft_yerr(box, l->err, "'box' has %zu entries, 'dims' has %zu", box->n, dims->n);
    map->n_dims = (int)dims->n;
    for (size_t i = 0; i < dims->n; i++) {
        int dim =
            ft_yaml_choice(dims->items[i], "a dimension", ft_tma_dim_names, FT_N_TMA_DIMS, l->err);
        if (dim < 0 || launch_expr(l, box->items[i], "'box'", &map->box[i]) < 0)
            return -1;
        for (size_t k = 0; k < i; k++) {
            if ((int)map->dims[k] == dim)
                return ft_yerr(dims->items[i], l->err, "dimension '%s' stands twice",
                               ft_tma_dim_names[dim]);
        }
        map->dims[i] = (enum ft_tma_dim)dim;
    }
    if (map->dims[0] != FT_DIM_HEAD_DIM)
        return ft_yerr(dims->items[0], l->err,
                       "the innermost dimension is head_dim, the contiguous one");
    if (load_choice_int(l, ft_yget(node, "swizzle"), "'swizzle'", swizzles, 4,
                        &map->swizzle_bytes) < 0)
        return -1;
    return load_choice_int(l, ft_yget(node, "l2"), "'l2'", promotions, 4, &map->l2_bytes);
}

int ft_load_maps(struct ft_loader *l, const struct ft_ynode *node)
{
    struct ft_family *f = l->family;

    if (!node)
        return 0;
    if (ft_yaml_want(node, FT_Y_MAP, "'tma'", l->err) < 0)
        return -1;
    if (node->n > FT_PROGRAM_MAX_MAPS)
        return ft_load_too_many(l, node, "tensor maps", FT_PROGRAM_MAX_MAPS);
    f->maps = ft_arena_alloc(l->arena, (node->n + 1) * sizeof *f->maps);
    for (size_t i = 0; i < node->n; i++) {
        if (ft_load_identifier(l, node->keys[i], "a tensor map") < 0 ||
            load_map(l, node->items[i], &f->maps[i]) < 0)
            return -1;
        f->maps[i].name = node->keys[i]->text;
        f->n_maps++;
    }
    return 0;
}
