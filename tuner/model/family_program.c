/* family_program.c -- from a config to its launch program (runtime/program.h)
 *
 * The idea: what is fixed for the problem's class (parameters, specialised fields, limits that do
 * not exist at launch) becomes a constant; derived values are written out where they are used,
 * because a launch program has no variables but those of runtime/code.h.
 *
 * Invariant: the loader has refused every expression that needs something else, so code that
 * reaches `add_code` formats without unknown names.
 */
#include <stdlib.h>
#include <string.h>
#include "model/family_impl.h"

const char *const ft_tma_dim_names[FT_N_TMA_DIMS] = {[FT_DIM_HEAD_DIM] = "head_dim",
                                                     [FT_DIM_ROW] = "row",
                                                     [FT_DIM_HEAD] = "head",
                                                     [FT_DIM_BATCH] = "batch"};
const char *const ft_buffer_names[FT_N_BUFFERS] = {
    [FT_BUF_Q] = "q",       [FT_BUF_K] = "k",   [FT_BUF_V] = "v",   [FT_BUF_O] = "o",
    [FT_BUF_DOUT] = "dout", [FT_BUF_DQ] = "dq", [FT_BUF_DK] = "dk", [FT_BUF_DV] = "dv"};
const char *const ft_zeroed_names[3] = {
    [FT_ZEROED_NEVER] = "never", [FT_ZEROED_ONCE] = "once", [FT_ZEROED_LAUNCH] = "launch"};

struct writer {
    const struct ft_family *family;
    struct ft_arena *arena;
    int64_t vars[FT_MAX_VARS];
    unsigned char known[FT_MAX_VARS];
    const struct ft_code *bodies[FT_MAX_VARS]; /* of derived values */
    struct ft_buf *out;
    struct ft_err *err;
};

/* The expression in terms of launch variables only. */
static int lower(struct writer *w, const struct ft_expr *expr, struct ft_code *out)
{
    struct ft_expr inlined = *expr;

    if (ft_expr_inline(w->arena, expr, w->bodies, &inlined.code, w->err) < 0)
        return -1;
    return ft_expr_fold(w->arena, &inlined, w->vars, w->known, out, w->err);
}

static int lower_derived(struct writer *w)
{
    for (size_t i = 0; i < w->family->n_derived; i++) {
        const struct ft_derived *derived = &w->family->derived[i];
        struct ft_code *body = ft_arena_alloc(w->arena, sizeof *body);
        if (lower(w, &derived->expr, body) < 0)
            return -1;
        w->bodies[derived->slot] = body;
    }
    return 0;
}

static int add_code(struct writer *w, const char *before, const struct ft_expr *expr)
{
    struct ft_code code;

    if (lower(w, expr, &code) < 0)
        return -1;
    char most[512], *text = most;
    size_t n = ft_code_format(&code, most, sizeof most);
    if (n >= sizeof most) {
        text = ft_arena_alloc(w->arena, n + 1);
        ft_code_format(&code, text, n + 1);
    }
    ft_buf_puts(w->out, before);
    ft_buf_puts(w->out, text);
    return 0;
}

static int add_codes(struct writer *w, const char *before, const struct ft_expr *exprs, int n)
{
    for (int i = 0; i < n; i++) {
        if (add_code(w, i ? "," : before, &exprs[i]) < 0)
            return -1;
    }
    return 0;
}

static int add_passed(struct writer *w, const struct ft_passed *passed)
{
    struct ft_insn insn = {.op = FT_OP_VAR, .slot = passed->slot};
    struct ft_expr expr = {.text = passed->name, .file = w->family->name, .code = {&insn, 1}};

    if (add_code(w, "pass ", &expr) < 0)
        return -1;
    ft_buf_putc(w->out, '\n');
    return 0;
}

static int add_workspace(struct writer *w, const struct ft_workspace *ws)
{
    ft_buf_printf(w->out, "workspace %s zeroed=%s", ws->name, ft_zeroed_names[ws->zeroed]);
    if (add_code(w, " bytes=", &ws->bytes) < 0)
        return -1;
    ft_buf_putc(w->out, '\n');
    return 0;
}

static int add_kernel(struct writer *w, const struct ft_kernel *k)
{
    ft_buf_printf(w->out, "kernel %s", k->entry);
    if (add_code(w, " when=", &k->when) < 0 || add_codes(w, " grid=", k->grid, 3) < 0 ||
        add_codes(w, " block=", k->block, 3) < 0 || add_codes(w, " cluster=", k->cluster, 3) < 0 ||
        add_code(w, " smem=", &k->smem) < 0 || add_code(w, " pdl=", &k->pdl) < 0)
        return -1;
    ft_buf_putc(w->out, '\n');
    return 0;
}

static int add_map(struct writer *w, const struct ft_map *map)
{
    ft_buf_printf(w->out, "tma %s buffer=%s", map->name, ft_buffer_names[map->buffer]);
    for (int i = 0; i < map->n_dims; i++)
        ft_buf_printf(w->out, "%s%s", i ? "," : " dims=", ft_tma_dim_names[map->dims[i]]);
    if (add_codes(w, " box=", map->box, map->n_dims) < 0)
        return -1;
    ft_buf_printf(w->out, " swizzle=%d l2=%d\n", map->swizzle_bytes, map->l2_bytes);
    return 0;
}

/* What must hold wherever this program is launched, or the build is wrong there: the values it was
 * specialised for, the rules of `supports`, and what constraints require. Rules that hold for the
 * whole class are left out. */
static int add_need(struct writer *w, const struct ft_rule *rule)
{
    struct ft_code code;

    if (rule->is_preference)
        return 0;
    if (lower(w, &rule->expr, &code) < 0)
        return -1;
    if (code.n == 1 && code.insns[0].op == FT_OP_CONST)
        return 0;
    if (add_code(w, "need ", &rule->expr) < 0)
        return -1;
    ft_buf_putc(w->out, '\n');
    return 0;
}

static int add_needs(struct writer *w)
{
    const struct ft_family *f = w->family;
    int rc = 0;

    for (int slot = 0; slot < FT_N_LAUNCH_VARS; slot++)
        if (f->specialised[slot])
            ft_buf_printf(w->out, "need %s %lld ==\n", ft_launch_var_name(slot),
                          (long long)w->vars[slot]);
    for (size_t i = 0; rc == 0 && i < f->n_supports; i++)
        rc = add_need(w, &f->supports[i]);
    for (size_t i = 0; rc == 0 && i < f->n_constraints; i++)
        rc = add_need(w, &f->constraints[i]);
    return rc;
}

static int add_items(struct writer *w)
{
    const struct ft_family *f = w->family;
    int rc = 0;

    for (size_t i = 0; rc == 0 && i < f->n_passed; i++)
        rc = add_passed(w, &f->passed[i]);
    for (size_t i = 0; rc == 0 && i < f->n_workspaces; i++)
        rc = add_workspace(w, &f->workspaces[i]);
    for (size_t i = 0; rc == 0 && i < f->n_kernels; i++)
        rc = add_kernel(w, &f->kernels[i]);
    for (size_t i = 0; rc == 0 && i < f->n_maps; i++)
        rc = add_map(w, &f->maps[i]);
    return rc < 0 ? -1 : add_needs(w);
}

int ft_config_program(const struct ft_config *config, const struct ft_problem *problem,
                      const struct ft_device *device, size_t args_bytes, struct ft_buf *out,
                      struct ft_err *err)
{
    struct ft_buf text = FT_BUF_INIT;
    struct writer w = {.family = config->family, .out = &text, .err = err};

    if (ft_family_bind(config, problem, device, w.vars, w.known, err) < 0)
        return -1;
    for (int slot = 0; slot < FT_N_LAUNCH_VARS; slot++)
        w.known[slot] = w.family->specialised[slot];
    w.arena = ft_arena_new();
    ft_buf_printf(&text, "args %zu\n", args_bytes);
    int rc = lower_derived(&w);
    if (rc == 0)
        rc = add_items(&w);
    if (rc == 0)
        ft_buf_add(out, text.data, text.len);
    ft_arena_free(w.arena);
    ft_buf_free(&text);
    return rc;
}
