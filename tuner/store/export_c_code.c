/* export_c_code.c -- an expression of a launch program as a C expression
 *
 * The idea: postfix code becomes a stack of C texts. Each comes with a bound of its magnitude in
 * bits, from the ranges that a valid problem has, so that most operations are seen never to fail
 * and become C's own operators. The others call the checked arithmetic of export_c_text.c, which
 * keeps the machine's rule: what failed only matters where it decides (runtime/code.h).
 *
 * The arena owns all texts.
 */
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "store/export_c.h"

struct term {
    const char *text;
    int bits;        /* |value| < 2^bits */
    int is_positive; /* at least 1 */
    int is_bool;     /* C gives it the type of a comparison */
    int is_atom;     /* needs no parentheses as an operand */
    int is_constant; /* no variable in it: C would compute in int */
    int may_fail;
};

struct emitter {
    struct ft_arena *arena;
    int regs, is_checked;
};

static const struct {
    int bits, is_positive;
} ranges[FT_N_LAUNCH_VARS] = {
    /* of a valid problem (ft_problem_check) and a real device */
    [FT_VAR_P_BATCH] = {25, 1},       [FT_VAR_P_Q_HEADS] = {16, 1},
    [FT_VAR_P_KV_HEADS] = {16, 1},    [FT_VAR_P_SEQLEN_Q] = {31, 1},
    [FT_VAR_P_SEQLEN_KV] = {31, 1},   [FT_VAR_P_PAGE_SIZE] = {21, 0},
    [FT_VAR_P_WINDOW_LEFT] = {31, 0}, [FT_VAR_P_WINDOW_RIGHT] = {31, 0},
    [FT_VAR_P_WANT_LSE] = {1, 0},     [FT_VAR_P_BATCH_INVARIANT] = {1, 0},
    [FT_VAR_P_HAS_LENGTHS] = {1, 0},  [FT_VAR_D_SMS] = {31, 0},
    [FT_VAR_D_CC] = {31, 0},          [FT_VAR_D_L2_BYTES] = {63, 0},
    [FT_VAR_D_SMEM_PER_SM] = {63, 0}, [FT_VAR_D_SMEM_PER_CTA] = {63, 0},
    [FT_VAR_B_REGS] = {31, 0},        [FT_VAR_B_CTAS_PER_SM] = {31, 0},
};
_Static_assert(FT_N_LAUNCH_VARS == 18,
               "a new variable: here, and struct @_vars in export_c_text.c");

#define MAX_BITS 62

static int max_int(int a, int b)
{
    return a > b ? a : b;
}

static struct term constant(struct emitter *e, int64_t value)
{
    struct term t = {.is_positive = value > 0, .is_atom = 1, .is_constant = 1};
    while (t.bits < 63 && (value < 0 ? -(value + 1) : value) >> t.bits)
        t.bits++;
    t.bits += value < 0;
    if (value == INT64_MIN) { /* the value that stands for failure */
        t.text = "$_FAILED";
        t.may_fail = e->is_checked = 1;
    } else if (value > INT32_MAX || value < -INT32_MAX) {
        t.text = ft_arena_printf(e->arena, "INT64_C(%lld)", (long long)value);
    } else {
        t.text = ft_arena_printf(e->arena, "%lld", (long long)value);
    }
    return t;
}

static struct term variable(struct emitter *e, int slot)
{
    if (slot == FT_VAR_B_REGS)
        return constant(e, e->regs);
    if (slot == FT_VAR_B_CTAS_PER_SM) /* not known before it is loaded; the library assumes 1 too */
        return constant(e, 1);
    char *text = ft_arena_printf(e->arena, "v->%s", ft_launch_var_name(slot));
    *strchr(text, '.') = '_';
    return (struct term){.text = text,
                         .bits = ranges[slot].bits,
                         .is_positive = ranges[slot].is_positive,
                         .is_atom = 1};
}

/* As an operand of arithmetic or of a comparison. */
static const char *number(struct emitter *e, const struct term *t)
{
    if (t->is_bool)
        return ft_arena_printf(e->arena, "(int64_t)(%s)", t->text);
    return t->is_atom ? t->text : ft_arena_printf(e->arena, "(%s)", t->text);
}

/* As an operand of && || ! ?. */
static const char *truth(struct emitter *e, const struct term *t)
{
    if (t->is_bool)
        return t->is_atom ? t->text : ft_arena_printf(e->arena, "(%s)", t->text);
    return ft_arena_printf(e->arena, "(%s != 0)", number(e, t));
}

static const char checked_letters[FT_N_OPS] = {
    [FT_OP_ADD] = '+', [FT_OP_SUB] = '-',      [FT_OP_MUL] = '*',  [FT_OP_DIV] = '/',
    [FT_OP_MOD] = '%', [FT_OP_SHL] = 'l',      [FT_OP_SHR] = 'r',  [FT_OP_LT] = '<',
    [FT_OP_LE] = '[',  [FT_OP_GT] = '>',       [FT_OP_GE] = ']',   [FT_OP_EQ] = '=',
    [FT_OP_NE] = '#',  [FT_OP_AND] = '&',      [FT_OP_OR] = '|',   [FT_OP_MIN] = 'm',
    [FT_OP_MAX] = 'M', [FT_OP_CEIL_DIV] = 'c', [FT_OP_ALIGN] = 'a'};

static struct term checked(struct emitter *e, enum ft_op op, const struct term *x,
                           const struct term *y, struct term out)
{
    e->is_checked = 1;
    out.text =
        ft_arena_printf(e->arena, "@_op('%c', %s, %s)", checked_letters[op], x->text, y->text);
    out.is_bool = 0;
    out.is_atom = 1;
    return out;
}

/* What is known of the result; may_fail where a failure cannot be excluded. */
static struct term outcome(enum ft_op op, const struct term *x, const struct term *y)
{
    struct term t = {.bits = max_int(x->bits, y->bits),
                     .is_constant = x->is_constant && y->is_constant,
                     .may_fail = x->may_fail || y->may_fail};
    int both = x->is_positive && y->is_positive;
    switch (op) {
    case FT_OP_ADD:
        t.is_positive = both;
        t.bits++;
        break;
    case FT_OP_SUB:
        t.bits++;
        break;
    case FT_OP_MUL:
        t.is_positive = both;
        t.bits = x->bits + y->bits;
        break;
    case FT_OP_DIV:
    case FT_OP_MOD:
        t.bits = x->bits;
        t.may_fail |= !y->is_positive;
        break;
    case FT_OP_CEIL_DIV:
        t.is_positive = both;
        t.bits = x->bits + 1;
        t.may_fail |= !y->is_positive;
        break;
    case FT_OP_ALIGN:
        t.is_positive = both;
        t.bits++;
        t.may_fail |= !y->is_positive;
        break;
    case FT_OP_SHL:
    case FT_OP_SHR:
        t.bits = MAX_BITS + 1; /* rare: always checked */
        break;
    case FT_OP_MIN:
        t.is_positive = both;
        break;
    case FT_OP_MAX:
        t.is_positive = x->is_positive || y->is_positive;
        break;
    default: /* comparisons, && and || */
        t.bits = 1;
        t.is_bool = 1;
        return t;
    }
    if (t.bits > MAX_BITS && op != FT_OP_MIN && op != FT_OP_MAX && op != FT_OP_DIV &&
        op != FT_OP_MOD)
        t.may_fail = 1;
    if (t.bits > 63)
        t.bits = 63;
    return t;
}

static struct term binary(struct emitter *e, enum ft_op op, const struct term *x,
                          const struct term *y)
{
    struct term t = outcome(op, x, y);
    int has_operator = checked_letters[op] != 'c' && checked_letters[op] != 'a' &&
                       op != FT_OP_MIN && op != FT_OP_MAX;
    if (t.may_fail || t.is_constant || !has_operator)
        return checked(e, op, x, y, t);
    int is_logic = op == FT_OP_AND || op == FT_OP_OR;
    t.text = ft_arena_printf(e->arena, "%s %s %s", is_logic ? truth(e, x) : number(e, x),
                             ft_op_token(op), is_logic ? truth(e, y) : number(e, y));
    return t;
}

static struct term unary(struct emitter *e, enum ft_op op, const struct term *x)
{
    struct term t = *x;
    if (op == FT_OP_NEG) {
        const struct term zero = constant(e, 0);
        return binary(e, FT_OP_SUB, &zero, x);
    }
    if (x->may_fail) { /* !x is x == 0, and fails with x */
        const struct term zero = constant(e, 0);
        return binary(e, FT_OP_EQ, x, &zero);
    }
    t.text = ft_arena_printf(e->arena, "!%s", truth(e, x));
    t.bits = t.is_bool = t.is_atom = 1;
    t.is_positive = 0;
    return t;
}

static struct term select_term(struct emitter *e, const struct term *condition,
                               const struct term *yes, const struct term *no)
{
    struct term t = {.bits = max_int(yes->bits, no->bits),
                     .is_positive = yes->is_positive && no->is_positive,
                     .is_atom = 1,
                     .may_fail = condition->may_fail || yes->may_fail || no->may_fail};
    if (condition->may_fail) {
        e->is_checked = 1;
        t.text =
            ft_arena_printf(e->arena, "@_pick(%s, %s, %s)", condition->text, yes->text, no->text);
    } else {
        t.text = ft_arena_printf(e->arena, "(%s ? %s : %s)", truth(e, condition), number(e, yes),
                                 number(e, no));
    }
    return t;
}

const char *ft_export_c_condition(struct ft_arena *arena, const struct ft_code *code, int regs,
                                  int *is_checked)
{
    struct emitter e = {arena, regs, 0};
    struct term stack[FT_CODE_MAX_STACK];
    size_t depth = 0;

    for (size_t i = 0; i < code->n; i++) {
        const struct ft_insn *insn = &code->insns[i];
        depth -= (size_t)ft_op_arity(insn->op);
        struct term *at = &stack[depth++];
        switch (ft_op_arity(insn->op)) {
        case 0:
            *at = insn->op == FT_OP_VAR ? variable(&e, insn->slot) : constant(&e, insn->value);
            break;
        case 1:
            *at = unary(&e, insn->op, at);
            break;
        case 2:
            *at = binary(&e, insn->op, at, at + 1);
            break;
        case 3:
            *at = select_term(&e, at, at + 1, at + 2);
            break;
        }
    }
    *is_checked |= e.is_checked;
    if (stack[0].may_fail)
        return ft_arena_printf(arena, "@_holds(%s)", stack[0].text);
    return truth(&e, &stack[0]);
}
