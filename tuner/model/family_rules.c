/* family_rules.c -- expressions and {require or prefer, why} rules from YAML nodes
 *
 * Shared by contracts (supports, constraints) and experiments (further constraints): one grammar,
 * one set of messages.
 */
#include <string.h>
#include "model/family_impl.h"

int ft_family_expr(const struct ft_family *family, struct ft_arena *arena,
                   const struct ft_ynode *node, const char *what, struct ft_expr *out,
                   struct ft_err *err)
{
    const char *text;

    if (ft_yaml_text(node, what, &text, err) < 0)
        return -1;
    return ft_expr_parse(arena, text, node->file, node->line, node->text_column, ft_family_resolve,
                         (void *)family, out, err);
}

static int parse_rule(const struct ft_family *family, struct ft_arena *arena,
                      const struct ft_ynode *node, struct ft_rule *out, struct ft_err *err)
{
    static const char *const keys[] = {"require", "why", "prefer"};

    if (ft_yaml_only_keys(node, keys, 3, "a rule", err) < 0)
        return -1;
    const struct ft_ynode *require = ft_yget(node, "require"), *why = ft_yget(node, "why");
    const struct ft_ynode *prefer = ft_yget(node, "prefer");
    if (require && prefer) {
        ft_yerr(prefer, err, "a rule has 'require' or 'prefer', not both");
        ft_err_hint(err, "'require' what is right, 'prefer' what is worth trying");
        return -1;
    }
    if (prefer) {
        require = prefer;
        out->is_preference = 1;
    }
    if (!require || !why) {
        ft_yerr(node, err, "a rule needs '%s'", require ? "why" : "require");
        ft_err_hint(err, "{require: \"expression\", why: \"sentence shown when it rejects\"}");
        return -1;
    }
    if (ft_yaml_text(why, "'why'", &out->why, err) < 0 ||
        ft_family_expr(family, arena, require, prefer ? "'prefer'" : "'require'", &out->expr, err) <
            0)
        return -1;
    out->phase = ft_family_expr_phase(family, &out->expr);
    return 0;
}

int ft_family_rules(const struct ft_family *family, struct ft_arena *arena,
                    const struct ft_ynode *list, const char *what, struct ft_rule **rules,
                    size_t *n, struct ft_err *err)
{
    if (!list)
        return 0;
    if (ft_yaml_want(list, FT_Y_LIST, what, err) < 0)
        return -1;
    *rules = ft_arena_alloc(arena, (list->n + 1) * sizeof **rules);
    for (size_t i = 0; i < list->n; i++) {
        if (parse_rule(family, arena, list->items[i], &(*rules)[i], err) < 0)
            return -1;
    }
    *n = list->n;
    return 0;
}

int ft_family_constraints(const struct ft_family *family, struct ft_arena *arena,
                          const struct ft_ynode *list, struct ft_rule **rules, size_t *n,
                          struct ft_err *err)
{
    if (ft_family_rules(family, arena, list, "'constraints'", rules, n, err) < 0)
        return -1;
    for (size_t i = 0; i < *n; i++) {
        const struct ft_expr *expr = &(*rules)[i].expr;
        const char *late = ft_family_late_var(family, expr, FT_PHASE_LAUNCH);
        if (!late)
            continue;
        ft_err_at(err, expr->file, expr->line, expr->column,
                  "a constraint cannot use '%s', which is known only once a build is loaded", late);
        ft_err_hint(err, "constraints decide what is built: use parameters, p. and d.");
        return -1;
    }
    return 0;
}
