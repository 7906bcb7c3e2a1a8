/* family_vars.c -- the variables of a family: names, slots, phases, and their values for a config
 *
 * The idea: every name that an expression may use is a slot of one table (family.h says in which
 * order), so that expressions are parsed once and evaluated over a plain array. Names that are
 * values (bf16, causal, cp_async) are constants and need no slot.
 *
 * Invariant: slots below FT_N_LAUNCH_VARS are those of runtime/code.h, so code that uses nothing
 * else can go into a launch program as it is.
 */
#include <stdio.h>
#include <string.h>
#include "base/opt.h"
#include "model/family_impl.h"

static int starts_with(const char *s, const char *start)
{
    return strncmp(s, start, strlen(start)) == 0;
}

static int is_name(const char *candidate, const char *name, size_t n)
{
    return strlen(candidate) == n && memcmp(candidate, name, n) == 0;
}

int ft_family_add_var(struct ft_family *family, const char *name, enum ft_phase phase)
{
    if (family->n_vars == FT_MAX_VARS)
        return -1;
    family->var_names[family->n_vars] = name;
    family->phases[family->n_vars] = (unsigned char)phase;
    return family->n_vars++;
}

void ft_family_init_vars(struct ft_family *family)
{
    size_t n_device;
    const char *const *device_names = ft_device_var_names(&n_device);

    for (int slot = 0; slot < FT_N_LAUNCH_VARS; slot++) {
        const char *name = ft_launch_var_name(slot);
        ft_family_add_var(family, name,
                          *name == 'p'   ? FT_PHASE_PROBLEM
                          : *name == 'd' ? FT_PHASE_BUILD
                                         : FT_PHASE_LAUNCH);
    }
    for (size_t i = 0; i < ft_n_fields; i++) {
        char *name = ft_arena_printf(family->arena, "p.%s", ft_fields[i].name);
        if (ft_launch_var_find(name, strlen(name)) < 0)
            ft_family_add_var(family, name, FT_PHASE_PROBLEM);
    }
    ft_family_add_var(family, "p.group", FT_PHASE_PROBLEM);
    for (size_t i = 0; i < n_device; i++) {
        if (ft_launch_var_find(device_names[i], strlen(device_names[i])) < 0)
            ft_family_add_var(family, device_names[i], FT_PHASE_BUILD);
    }
}

int ft_family_find_var(const struct ft_family *family, const char *name, size_t n)
{
    for (int slot = 0; slot < family->n_vars; slot++) {
        if (is_name(family->var_names[slot], name, n))
            return slot;
    }
    return -1;
}

int ft_family_is_problem_var(const struct ft_family *family, int slot)
{
    return starts_with(family->var_names[slot], "p.");
}

int ft_is_builtin_value(const char *name, size_t n, int64_t *value)
{
    if (is_name("true", name, n) || is_name("false", name, n)) {
        *value = name[0] == 't';
        return 1;
    }
    for (int kind = FT_FIELD_OP; kind < FT_N_FIELD_KINDS; kind++) {
        const char *candidate;
        for (int64_t v = 0; (candidate = ft_field_value_name((enum ft_field_kind)kind, v)); v++) {
            if (is_name(candidate, name, n)) {
                *value = ft_field_constant((enum ft_field_kind)kind, v);
                return 1;
            }
        }
    }
    return 0;
}

int ft_family_find_value(const struct ft_family *family, const char *name, size_t n, int64_t *value)
{
    if (ft_is_builtin_value(name, n, value))
        return 1;
    for (size_t i = 0; i < family->n_params; i++) {
        const struct ft_param *param = &family->params[i];
        for (size_t k = 0; k < param->n_values; k++) {
            if (param->values[k].name && is_name(param->values[k].name, name, n)) {
                *value = param->values[k].v;
                return 1;
            }
        }
    }
    return 0;
}

/* What a field of a problem that has names as values may be; 0 when the slot is no such field. */
static int suggest_field_values(const struct ft_family *family, int slot, const char *given,
                                char *hint, size_t cap)
{
    const char *var = family->var_names[slot], *values[16];
    const struct ft_field *field =
        starts_with(var, "p.") ? ft_field_find(var + 2, strlen(var + 2)) : NULL;
    struct ft_buf list = FT_BUF_INIT;
    size_t n = 0;

    if (!field || field->kind < FT_FIELD_OP)
        return 0;
    while (n < 16 && (values[n] = ft_field_value_name(field->kind, (int64_t)n))) {
        ft_buf_printf(&list, "%s%s", n ? ", " : "", values[n]);
        n++;
    }
    const char *near = ft_nearest_name(given, values, n);
    if (near)
        snprintf(hint, cap, "did you mean '%s'?", near);
    else
        snprintf(hint, cap, "%s is one of %s", var, ft_buf_str(&list));
    ft_buf_free(&list);
    return 1;
}

/* Writes a hint for an unknown name: the nearest known one. */
static void suggest(const struct ft_family *family, const char *name, size_t n, int compared,
                    char *hint, size_t cap)
{
    const char *candidates[FT_MAX_VARS + 512];
    size_t n_candidates = 0, room = sizeof candidates / sizeof *candidates;
    char given[FT_NAME_BYTES * 2], with_p[FT_NAME_BYTES * 2 + 2];

    snprintf(given, sizeof given, "%.*s", n < sizeof given ? (int)n : (int)sizeof given - 1, name);
    snprintf(with_p, sizeof with_p, "p.%s", given);
    if (compared >= 0 && suggest_field_values(family, compared, given, hint, cap))
        return;
    for (int slot = 0; slot < family->n_vars; slot++)
        candidates[n_candidates++] = family->var_names[slot];
    for (int kind = FT_FIELD_OP; kind < FT_N_FIELD_KINDS; kind++) {
        const char *value;
        for (int64_t v = 0; (value = ft_field_value_name((enum ft_field_kind)kind, v)); v++)
            candidates[n_candidates++] = value;
    }
    for (size_t i = 0; i < family->n_params; i++) {
        const struct ft_param *param = &family->params[i];
        for (size_t k = 0; k < param->n_values && n_candidates < room; k++) {
            if (param->values[k].name)
                candidates[n_candidates++] = param->values[k].name;
        }
    }
    const char *near = ft_family_find_var(family, with_p, strlen(with_p)) >= 0
                           ? with_p
                           : ft_nearest_name(given, candidates, n_candidates);
    if (near)
        snprintf(hint, cap, "did you mean '%s'?", near);
    else if (starts_with(given, "b."))
        snprintf(hint, cap, "the build has b.regs and b.ctas_per_sm");
    else
        snprintf(hint, cap,
                 "names are parameters, derived values further up, p. fields of the problem, "
                 "d. limits of the device and values such as bf16");
}

int ft_family_resolve(void *ctx, const char *name, size_t n, int *slot, int64_t *value, char *hint,
                      size_t hint_cap)
{
    const struct ft_family *family = ctx;
    const int compared = *slot;

    *slot = ft_family_find_var(family, name, n);
    if (*slot >= 0)
        return 1;
    if (ft_family_find_value(family, name, n, value))
        return 2;
    suggest(family, name, n, compared, hint, hint_cap);
    return 0;
}

enum ft_phase ft_family_expr_phase(const struct ft_family *family, const struct ft_expr *expr)
{
    int phase = FT_PHASE_BUILD;

    for (size_t i = 0; i < expr->code.n; i++) {
        const struct ft_insn *insn = &expr->code.insns[i];
        if (insn->op == FT_OP_VAR && family->phases[insn->slot] > phase)
            phase = family->phases[insn->slot];
    }
    return (enum ft_phase)phase;
}

const char *ft_family_late_var(const struct ft_family *family, const struct ft_expr *expr,
                               enum ft_phase phase)
{
    for (size_t i = 0; i < expr->code.n; i++) {
        const struct ft_insn *insn = &expr->code.insns[i];
        if (insn->op == FT_OP_VAR && family->phases[insn->slot] >= phase)
            return family->var_names[insn->slot];
    }
    return NULL;
}

int ft_family_is_known(const struct ft_expr *expr, const unsigned char *known)
{
    for (size_t i = 0; i < expr->code.n; i++) {
        if (expr->code.insns[i].op == FT_OP_VAR && !known[expr->code.insns[i].slot])
            return 0;
    }
    return 1;
}

static void bind_var(const struct ft_family *family, const char *name, int64_t value, int64_t *vars,
                     unsigned char *known)
{
    int slot = ft_family_find_var(family, name, strlen(name));

    vars[slot] = value;
    known[slot] = 1;
}

void ft_family_bind_base(const struct ft_family *family, const struct ft_problem *problem,
                         const struct ft_device *device, int64_t *vars, unsigned char *known)
{
    memset(vars, 0, (size_t)family->n_vars * sizeof *vars);
    memset(known, 0, (size_t)family->n_vars);
    for (size_t i = 0; problem && i < ft_n_fields; i++) {
        char name[FT_NAME_BYTES];
        int64_t v = ft_field_get(problem, &ft_fields[i]);
        if (ft_fields[i].kind >= FT_FIELD_OP)
            v = ft_field_constant(ft_fields[i].kind, v);
        snprintf(name, sizeof name, "p.%s", ft_fields[i].name);
        bind_var(family, name, v, vars, known);
    }
    if (problem) {
        int64_t kv_heads = problem->f.kv_heads;
        bind_var(family, "p.group", kv_heads ? problem->f.q_heads / kv_heads : 0, vars, known);
        bind_var(family, "p.has_lengths", problem->lengths != FT_LENGTHS_EQUAL, vars, known);
    }
    size_t n_device;
    const char *const *device_names = ft_device_var_names(&n_device);
    for (size_t i = 0; device && i < n_device; i++) {
        int64_t v = 0;
        ft_device_var(device, device_names[i], &v);
        bind_var(family, device_names[i], v, vars, known);
    }
}

int ft_family_bind(const struct ft_config *config, const struct ft_problem *problem,
                   const struct ft_device *device, int64_t *vars, unsigned char *known,
                   struct ft_err *err)
{
    const struct ft_family *family = config->family;

    ft_family_bind_base(family, problem, device, vars, known);
    for (size_t i = 0; i < family->n_params; i++) {
        vars[family->params[i].slot] = config->values[i];
        known[family->params[i].slot] = 1;
    }
    for (size_t i = 0; i < family->n_derived; i++) {
        const struct ft_derived *derived = &family->derived[i];
        if (!ft_family_is_known(&derived->expr, known))
            continue;
        if (ft_expr_eval(&derived->expr, vars, &vars[derived->slot], err) < 0)
            return -1;
        known[derived->slot] = 1;
    }
    return 0;
}

static int supports_arch(const struct ft_family *family, const struct ft_device *device, char *why,
                         size_t cap)
{
    if (device->cc < family->arch_min) {
        snprintf(why, cap, "it needs sm_%d or newer, the device is %s", family->arch_min,
                 device->arch);
        return 0;
    }
    for (size_t i = 0; i < family->n_arch_only; i++) {
        if (strcmp(family->arch_only[i], device->arch) == 0)
            return 1;
    }
    if (!family->n_arch_only)
        return 1;
    size_t len = (size_t)snprintf(why, cap, "it is only for");
    for (size_t i = 0; i < family->n_arch_only && len < cap; i++)
        len += (size_t)snprintf(why + len, cap - len, " %s", family->arch_only[i]);
    return 0;
}

int ft_family_supports(const struct ft_family *family, const struct ft_problem *problem,
                       const struct ft_device *device, char *why, size_t cap)
{
    int64_t vars[FT_MAX_VARS];
    unsigned char known[FT_MAX_VARS];

    if (device && !supports_arch(family, device, why, cap))
        return 0;
    ft_family_bind_base(family, problem, device, vars, known);
    for (size_t i = 0; i < family->n_supports; i++) {
        const struct ft_rule *rule = &family->supports[i];
        struct ft_err err = {0};
        int64_t holds;
        if (!ft_family_is_known(&rule->expr, known))
            continue;
        if (ft_expr_eval(&rule->expr, vars, &holds, &err) < 0) {
            snprintf(why, cap, "%s", err.text);
            return 0;
        }
        if (!holds) {
            snprintf(why, cap, "%s", rule->why);
            return 0;
        }
    }
    return 1;
}
