/* code.c -- the expression machine: evaluation, well-formedness and the text form
 *
 * The idea: postfix code over a small stack of 64-bit integers. An operation that fails does not
 * stop the evaluation: its cell becomes poisoned and remembers where it failed first. Poison
 * spreads through every operator except
 * && || ?, which drop it when the other side already decides. It is an error only when the result
 * is poisoned.
 *
 * Invariant: whoever evaluates has run ft_code_check (ft_code_parse does), so evaluation needs no
 * bounds checks. Evaluation allocates nothing; ft_code_parse allocates the instructions, which
 * belong to the caller.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "code.h"

static const struct {
    const char *token;
    int arity;
} op_table[FT_N_OPS] = {
    [FT_OP_CONST] = {NULL, 0},
    [FT_OP_VAR] = {NULL, 0},
    [FT_OP_NEG] = {"neg", 1},
    [FT_OP_NOT] = {"!", 1},
    [FT_OP_ADD] = {"+", 2},
    [FT_OP_SUB] = {"-", 2},
    [FT_OP_MUL] = {"*", 2},
    [FT_OP_DIV] = {"/", 2},
    [FT_OP_MOD] = {"%", 2},
    [FT_OP_SHL] = {"<<", 2},
    [FT_OP_SHR] = {">>", 2},
    [FT_OP_LT] = {"<", 2},
    [FT_OP_LE] = {"<=", 2},
    [FT_OP_GT] = {">", 2},
    [FT_OP_GE] = {">=", 2},
    [FT_OP_EQ] = {"==", 2},
    [FT_OP_NE] = {"!=", 2},
    [FT_OP_AND] = {"&&", 2},
    [FT_OP_OR] = {"||", 2},
    [FT_OP_SELECT] = {"?", 3},
    [FT_OP_MIN] = {"min", 2},
    [FT_OP_MAX] = {"max", 2},
    [FT_OP_CEIL_DIV] = {"ceil_div", 2},
    [FT_OP_ALIGN] = {"align", 2},
};

static const char *const launch_var_names[FT_N_LAUNCH_VARS] = {
#define FT_X(id, name) [FT_VAR_##id] = name,
    FT_LAUNCH_VARS(FT_X)
#undef FT_X
};

int ft_op_arity(enum ft_op op)
{
    return (unsigned)op < FT_N_OPS ? op_table[op].arity : 0;
}

const char *ft_op_token(enum ft_op op)
{
    return (unsigned)op < FT_N_OPS ? op_table[op].token : NULL;
}

const char *ft_launch_var_name(int slot)
{
    return slot >= 0 && slot < FT_N_LAUNCH_VARS ? launch_var_names[slot] : NULL;
}

int ft_launch_var_find(const char *name, size_t n)
{
    for (int slot = 0; slot < FT_N_LAUNCH_VARS; slot++) {
        if (strlen(launch_var_names[slot]) == n && memcmp(launch_var_names[slot], name, n) == 0)
            return slot;
    }
    return -1;
}

struct cell {
    int64_t value;
    const char *why; /* not NULL: poisoned */
    size_t bad;      /* the instruction that failed first */
};

static const char overflow[] = "the result does not fit 64 bits";
static const char by_zero[] = "division by zero";
static const char bad_shift[] = "a shift must be by 0 to 62";
static const char bad_align[] = "align needs a positive number to align to";

/* x / a rounded towards plus infinity; NULL or what failed. */
static const char *ceil_div(int64_t x, int64_t a, int64_t *out)
{
    if (a == 0)
        return by_zero;
    if (x == INT64_MIN && a == -1)
        return overflow;
    *out = x / a + (x % a != 0 && (x < 0) == (a < 0));
    return NULL;
}

/* One operator with two sound operands; NULL or what failed. */
static const char *binary(enum ft_op op, int64_t x, int64_t y, int64_t *out)
{
    switch (op) {
    case FT_OP_ADD:
        return __builtin_add_overflow(x, y, out) ? overflow : NULL;
    case FT_OP_SUB:
        return __builtin_sub_overflow(x, y, out) ? overflow : NULL;
    case FT_OP_MUL:
        return __builtin_mul_overflow(x, y, out) ? overflow : NULL;
    case FT_OP_DIV:
    case FT_OP_MOD:
        if (y == 0)
            return by_zero;
        if (x == INT64_MIN && y == -1)
            return overflow;
        *out = op == FT_OP_DIV ? x / y : x % y;
        return NULL;
    case FT_OP_SHL:
        if (y < 0 || y > 62)
            return bad_shift;
        return __builtin_mul_overflow(x, (int64_t)1 << y, out) ? overflow : NULL;
    case FT_OP_SHR:
        if (y < 0 || y > 62)
            return bad_shift;
        *out = x >> y;
        return NULL;
    case FT_OP_CEIL_DIV:
        return ceil_div(x, y, out);
    case FT_OP_ALIGN:
        if (y <= 0)
            return bad_align;
        (void)ceil_div(x, y, out); /* y > 0: cannot fail */
        return __builtin_mul_overflow(*out, y, out) ? overflow : NULL;
    case FT_OP_LT:
        *out = x < y;
        return NULL;
    case FT_OP_LE:
        *out = x <= y;
        return NULL;
    case FT_OP_GT:
        *out = x > y;
        return NULL;
    case FT_OP_GE:
        *out = x >= y;
        return NULL;
    case FT_OP_EQ:
        *out = x == y;
        return NULL;
    case FT_OP_NE:
        *out = x != y;
        return NULL;
    case FT_OP_AND:
        *out = x && y;
        return NULL;
    case FT_OP_OR:
        *out = x || y;
        return NULL;
    case FT_OP_MIN:
        *out = x < y ? x : y;
        return NULL;
    case FT_OP_MAX:
        *out = x > y ? x : y;
        return NULL;
    default:
        return "an unknown operator";
    }
}

static struct cell apply_binary(enum ft_op op, struct cell x, struct cell y, size_t at)
{
    /* A side that decides && or || alone makes the other irrelevant, poisoned or not. */
    if (op == FT_OP_AND && ((!x.why && !x.value) || (!y.why && !y.value)))
        return (struct cell){0, NULL, 0};
    if (op == FT_OP_OR && ((!x.why && x.value) || (!y.why && y.value)))
        return (struct cell){1, NULL, 0};
    if (x.why)
        return x;
    if (y.why)
        return y;
    struct cell out = {0, NULL, 0};
    out.why = binary(op, x.value, y.value, &out.value);
    if (out.why)
        out.bad = at;
    return out;
}

static struct cell apply_unary(enum ft_op op, struct cell x, size_t at)
{
    if (x.why)
        return x;
    if (op == FT_OP_NOT)
        return (struct cell){!x.value, NULL, 0};
    if (x.value == INT64_MIN)
        return (struct cell){0, overflow, at};
    return (struct cell){-x.value, NULL, 0};
}

int ft_code_eval(const struct ft_code *code, const int64_t *vars, int64_t *result, const char **why,
                 size_t *bad)
{
    struct cell stack[FT_CODE_MAX_STACK];
    size_t depth = 0;

    for (size_t i = 0; i < code->n; i++) {
        const struct ft_insn *insn = &code->insns[i];
        switch (op_table[insn->op].arity) {
        case 0:
            stack[depth++] =
                (struct cell){insn->op == FT_OP_VAR ? vars[insn->slot] : insn->value, NULL, 0};
            break;
        case 1:
            stack[depth - 1] = apply_unary(insn->op, stack[depth - 1], i);
            break;
        case 2:
            depth--;
            stack[depth - 1] = apply_binary(insn->op, stack[depth - 1], stack[depth], i);
            break;
        case 3:
            depth -= 2;
            if (!stack[depth - 1].why) /* a poisoned condition stays as the result */
                stack[depth - 1] = stack[depth - 1].value ? stack[depth] : stack[depth + 1];
            break;
        }
    }
    if (stack[0].why) {
        *why = stack[0].why;
        if (bad)
            *bad = stack[0].bad;
        return -1;
    }
    *result = stack[0].value;
    return 0;
}

int ft_code_check(const struct ft_code *code, int n_vars)
{
    size_t depth = 0;

    for (size_t i = 0; i < code->n; i++) {
        const struct ft_insn *insn = &code->insns[i];
        if ((unsigned)insn->op >= FT_N_OPS)
            return -1;
        if (insn->op == FT_OP_VAR && (insn->slot < 0 || insn->slot >= n_vars))
            return -1;
        size_t arity = (size_t)op_table[insn->op].arity;
        if (depth < arity)
            return -1;
        depth = depth - arity + 1;
        if (depth > FT_CODE_MAX_STACK)
            return -1;
    }
    return depth == 1 ? 0 : -1;
}

/* A whole token as a decimal integer; 0 or -1. */
static int parse_int(const char *s, size_t n, int64_t *out)
{
    size_t i = n > 0 && s[0] == '-';
    int64_t v = 0;

    if (i == n)
        return -1;
    int sign = i ? -1 : 1;
    for (; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return -1;
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, sign * (s[i] - '0'), &v))
            return -1;
    }
    *out = v;
    return 0;
}

static int parse_token(const char *s, size_t n, struct ft_insn *out)
{
    memset(out, 0, sizeof *out);
    for (int op = 0; op < FT_N_OPS; op++) {
        const char *token = op_table[op].token;
        if (token && strlen(token) == n && memcmp(token, s, n) == 0) {
            out->op = (enum ft_op)op;
            return 0;
        }
    }
    if (parse_int(s, n, &out->value) == 0) {
        out->op = FT_OP_CONST;
        return 0;
    }
    out->op = FT_OP_VAR;
    out->slot = ft_launch_var_find(s, n);
    return out->slot < 0 ? -1 : 0;
}

int ft_code_parse(const char *text, size_t n, struct ft_code *code)
{
    struct ft_code parsed = {NULL, 0};

    /* A token takes at least one character and a blank. */
    parsed.insns = malloc((n / 2 + 1) * sizeof *parsed.insns);
    if (!parsed.insns)
        return -1;
    for (size_t i = 0; i < n;) {
        if (text[i] == ' ') {
            i++;
            continue;
        }
        size_t end = i;
        while (end < n && text[end] != ' ')
            end++;
        if (parse_token(text + i, end - i, &parsed.insns[parsed.n]) < 0)
            goto fail;
        parsed.n++;
        i = end;
    }
    if (ft_code_check(&parsed, FT_N_LAUNCH_VARS) < 0)
        goto fail;
    *code = parsed;
    return 0;
fail:
    free(parsed.insns);
    return -1;
}

/* Puts text behind the first `need` bytes, as far as there is room. Returns the bytes needed so
 * far. Not snprintf: a space's launch programs are made of millions of tokens. */
static size_t append(char *out, size_t cap, size_t need, const char *text)
{
    const size_t n = strlen(text), room = need + 1 < cap ? cap - need - 1 : 0;
    const size_t fits = n < room ? n : room;
    if (fits > 0) {
        memcpy(out + need, text, fits);
        out[need + fits] = '\0';
    }
    return need + n;
}

size_t ft_code_format(const struct ft_code *code, char *out, size_t cap)
{
    size_t need = 0;

    if (cap > 0)
        out[0] = 0;
    for (size_t i = 0; i < code->n; i++) {
        const struct ft_insn *insn = &code->insns[i];
        char number[24];
        const char *token = ft_op_token(insn->op);
        if (insn->op == FT_OP_CONST) {
            snprintf(number, sizeof number, "%lld", (long long)insn->value);
            token = number;
        } else if (insn->op == FT_OP_VAR) {
            token = ft_launch_var_name(insn->slot);
        }
        if (!token)
            token = "(unknown)";
        need = append(out, cap, need, i ? " " : "");
        need = append(out, cap, need, token);
    }
    return need;
}
