/* space.c -- the configs of a family that its constraints allow, for one problem and device
 *
 * The idea: parameters are assigned in order, one recursion level each. A derived value or a
 * constraint belongs to the first level at which all its names are known, and is looked at there,
 * so a rejected prefix is never expanded; it counts for all the configs it stands for.
 *
 * A derived value that cannot be computed (division by zero) is unknown: a constraint may still
 * reject the config, as in `n > 1` beside `x: 8 / (n - 1)`. Only when a whole config passes is it
 * an error.
 *
 * Constraints that need a problem or device that is not given are left out.
 */
#include "model/space.h"
#include <stdlib.h>
#include <string.h>
#include "model/family_impl.h"

#define MAX_CONFIGS (1u << 22)    /* what memory holds with ease, and nobody can time */
#define NEVER       FT_MAX_PARAMS /* the level of what stays unknown */

struct search {
    const struct ft_family *family;
    const struct ft_value *values[FT_MAX_PARAMS];
    size_t n_values[FT_MAX_PARAMS];
    uint64_t n_below[FT_MAX_PARAMS + 1]; /* configs that a prefix of this length stands for */
    int64_t vars[FT_MAX_VARS];
    unsigned char known[FT_MAX_VARS];
    int levels[FT_MAX_VARS]; /* when a variable is known: 0 before the first parameter, i + 1 with
                                parameter i */
    int *rule_levels;
    struct ft_space *out;
    struct ft_err *err;
};

/* n_below saturates: a hostile contract has more configs than fit 64 bits. */
static uint64_t multiply(uint64_t a, uint64_t b)
{
    uint64_t product;

    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t add(uint64_t a, uint64_t b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

static int level_of(const struct search *s, const struct ft_expr *expr)
{
    int level = 0;

    for (size_t i = 0; i < expr->code.n; i++) {
        const struct ft_insn *insn = &expr->code.insns[i];
        if (insn->op == FT_OP_VAR && s->levels[insn->slot] > level)
            level = s->levels[insn->slot];
    }
    return level;
}

static void plan(struct search *s)
{
    const struct ft_family *f = s->family;

    for (int slot = 0; slot < f->n_vars; slot++)
        s->levels[slot] = s->known[slot] ? 0 : NEVER + 1;
    for (size_t i = 0; i < f->n_params; i++)
        s->levels[f->params[i].slot] = (int)i + 1;
    for (size_t i = 0; i < f->n_derived; i++)
        s->levels[f->derived[i].slot] = level_of(s, &f->derived[i].expr);
    for (size_t i = 0; i < s->out->n_constraints; i++)
        s->rule_levels[i] = level_of(s, &s->out->rules[i]->expr);
    s->n_below[f->n_params] = 1;
    for (size_t i = f->n_params; i-- > 0;)
        s->n_below[i] = multiply(s->n_below[i + 1], s->n_values[i]);
}

/* Derived values and constraints of a level: 1 allowed, 0 rejected, -1 error. */
static int test_level(struct search *s, int level)
{
    const struct ft_family *f = s->family;

    for (size_t i = 0; i < f->n_derived; i++) {
        const struct ft_derived *d = &f->derived[i];
        if (s->levels[d->slot] == level)
            s->known[d->slot] = ft_family_is_known(&d->expr, s->known) &&
                                ft_expr_eval(&d->expr, s->vars, &s->vars[d->slot], NULL) == 0;
    }
    for (size_t i = 0; i < s->out->n_constraints; i++) {
        const struct ft_expr *expr = &s->out->rules[i]->expr;
        int64_t holds;
        if (s->rule_levels[i] != level || !ft_family_is_known(expr, s->known))
            continue;
        if (ft_expr_eval(expr, s->vars, &holds, s->err) < 0)
            return -1;
        if (!holds) {
            s->out->n_rejected[i] = add(s->out->n_rejected[i], s->n_below[level]);
            return 0;
        }
    }
    return 1;
}

/* A config that passed: every derived value that could be known must be. */
static int accept(struct search *s)
{
    const struct ft_family *f = s->family;
    struct ft_config config = {.family = f};

    for (size_t i = 0; i < f->n_derived; i++) {
        const struct ft_derived *d = &f->derived[i];
        int64_t value;
        if (s->known[d->slot] || s->levels[d->slot] > NEVER ||
            !ft_family_is_known(&d->expr, s->known))
            continue;
        return ft_expr_eval(&d->expr, s->vars, &value, s->err); /* fails as it did before */
    }
    if (s->out->n == MAX_CONFIGS) {
        ft_err_set(s->err, FT_ERR_USAGE, "the space of family '%s' has over %u configs", f->name,
                   MAX_CONFIGS);
        ft_err_hint(s->err, "narrow its parameters in the config file");
        return -1;
    }
    for (size_t i = 0; i < f->n_params; i++)
        config.values[i] = s->vars[f->params[i].slot];
    FT_GROW(s->out->configs, s->out->n + 1, s->out->cap);
    s->out->configs[s->out->n++] = config;
    return 0;
}

static int expand(struct search *s, size_t level)
{
    int allowed = test_level(s, (int)level);

    if (allowed <= 0)
        return allowed;
    if (level == s->family->n_params)
        return accept(s);
    int slot = s->family->params[level].slot;
    for (size_t i = 0; i < s->n_values[level]; i++) {
        s->vars[slot] = s->values[level][i].v;
        s->known[slot] = 1;
        if (expand(s, level + 1) < 0)
            return -1;
    }
    s->known[slot] = 0;
    return 0;
}

int ft_space_enumerate(const struct ft_family *family, const struct ft_narrowing *narrowing,
                       const struct ft_problem *problem, const struct ft_device *device,
                       struct ft_space *out, struct ft_err *err)
{
    struct ft_space space = {0};
    struct search s = {.family = family, .out = &space, .err = err};
    size_t n_own = family->n_constraints, n_more = narrowing ? narrowing->n_constraints : 0;

    space.n_constraints = n_own + n_more;
    space.rules = ft_calloc(space.n_constraints + 1, sizeof *space.rules);
    space.n_rejected = ft_calloc(space.n_constraints + 1, sizeof *space.n_rejected);
    s.rule_levels = ft_calloc(space.n_constraints + 1, sizeof *s.rule_levels);
    for (size_t i = 0; i < space.n_constraints; i++)
        space.rules[i] = i < n_own ? &family->constraints[i] : &narrowing->constraints[i - n_own];
    for (size_t i = 0; i < family->n_params; i++) {
        int is_narrow = narrowing && narrowing->values && narrowing->values[i];
        s.values[i] = is_narrow ? narrowing->values[i] : family->params[i].values;
        s.n_values[i] = is_narrow ? narrowing->n_values[i] : family->params[i].n_values;
    }
    ft_family_bind_base(family, problem, device, s.vars, s.known);
    plan(&s);
    space.n_product = s.n_below[0];
    int rc = expand(&s, 0);
    free(s.rule_levels);
    if (rc < 0)
        ft_space_free(&space);
    else
        *out = space;
    return rc;
}

void ft_space_free(struct ft_space *space)
{
    free(space->configs);
    free(space->n_rejected);
    free(space->rules);
    *space = (struct ft_space){0};
}

size_t ft_space_find(const struct ft_space *space, const struct ft_family *family, const char *text)
{
    struct ft_config config;
    struct ft_err ignored = {0}; /* a parameter that is no more, a value that is not in the file */
    if (ft_config_parse(family, text, &config, &ignored) < 0)
        return space->n;
    for (size_t i = 0; i < space->n; i++)
        if (memcmp(space->configs[i].values, config.values,
                   family->n_params * sizeof *config.values) == 0)
            return i;
    return space->n;
}
