/* expr.c -- expressions of family.yaml and configs: source text to code
 *
 * The idea: precedence climbing over a table of binary operators, emitting postfix code as it goes;
 * there is no tree. Evaluation belongs to runtime/code.c alone, so folding computes constant parts
 * by running that machine on them.
 *
 * Comparisons do not chain: `1 < x < 5` would mean (1 < x) < 5, which nobody wants.
 *
 * Invariants: parsed code passes ft_code_check; nesting is at most MAX_DEPTH, so hostile text
 * cannot overflow the stack. Code lives in the caller's arena.
 */
#include "model/expr.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 60

/* Instructions of code that is being made. */
struct emitter {
    struct ft_insn *insns;
    size_t n, cap;
};

static void emit(struct emitter *out, struct ft_insn insn)
{
    FT_GROW(out->insns, out->n + 1, out->cap);
    out->insns[out->n++] = insn;
}

/* Moves the code to the arena when it is sound; -1 when it is too large for the machine. */
static int finish(struct ft_arena *arena, const struct emitter *from, struct ft_code *out)
{
    struct ft_code code = {from->insns, from->n};

    if (code.n > FT_EXPR_MAX_INSNS || ft_code_check(&code, INT_MAX) < 0)
        return -1;
    out->insns = ft_arena_alloc(arena, code.n * sizeof *code.insns);
    memcpy(out->insns, code.insns, code.n * sizeof *code.insns);
    out->n = code.n;
    return 0;
}

static int fail_at(const struct ft_expr *expr, size_t offset, const char *text, struct ft_err *err)
{
    int column = expr->column ? expr->column + (int)offset : 0;

    return ft_err_at(err, expr->file, expr->line, column, "%s in '%s'", text, expr->text);
}

struct parser {
    const struct ft_expr *expr; /* text and place */
    const char *at;
    int depth;
    int compared; /* slot of the variable left of == or !=, -1 elsewhere: for hints */
    ft_resolve_fn *resolve;
    void *ctx;
    struct emitter out;
    struct ft_err *err;
};

static const struct {
    const char *token;
    enum ft_op op;
    int level; /* higher binds tighter */
    int is_comparison;
} binaries[] = {
    /* a token stands before its prefixes */
    {"||", FT_OP_OR, 1, 0}, {"&&", FT_OP_AND, 2, 0}, {"==", FT_OP_EQ, 3, 1},
    {"!=", FT_OP_NE, 3, 1}, {"<<", FT_OP_SHL, 5, 0}, {">>", FT_OP_SHR, 5, 0},
    {"<=", FT_OP_LE, 4, 1}, {">=", FT_OP_GE, 4, 1},  {"<", FT_OP_LT, 4, 1},
    {">", FT_OP_GT, 4, 1},  {"+", FT_OP_ADD, 6, 0},  {"-", FT_OP_SUB, 6, 0},
    {"*", FT_OP_MUL, 7, 0}, {"/", FT_OP_DIV, 7, 0},  {"%", FT_OP_MOD, 7, 0},
};
#define N_BINARIES (sizeof binaries / sizeof *binaries)

static const struct {
    const char *name;
    enum ft_op op;
} functions[] = {
    {"min", FT_OP_MIN},
    {"max", FT_OP_MAX},
    {"ceil_div", FT_OP_CEIL_DIV},
    {"align", FT_OP_ALIGN},
};

int ft_expr_is_function(const char *name, size_t n)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (strlen(functions[i].name) == n && memcmp(functions[i].name, name, n) == 0)
            return (int)i + 1;
    }
    return 0;
}

static int is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static void skip_blanks(struct parser *p)
{
    while (*p->at == ' ' || *p->at == '\t' || *p->at == '\n' || *p->at == '\r')
        p->at++;
}

static size_t offset_of(const struct parser *p, const char *at)
{
    return (size_t)(at - p->expr->text);
}

static int fail(struct parser *p, const char *at, const char *text)
{
    return fail_at(p->expr, offset_of(p, at), text, p->err);
}

static void emit_op(struct parser *p, enum ft_op op, const char *at)
{
    emit(&p->out, (struct ft_insn){.op = op, .column = (int)offset_of(p, at) + 1});
}

/* What stands here is not what the grammar wants: says what it is. */
static int fail_unexpected(struct parser *p, const char *wanted)
{
    char text[96];

    if (!*p->at) {
        snprintf(text, sizeof text, "expected %s at the end", wanted);
        fail(p, p->at, text);
        ft_err_hint(p->err, "an expression with ',' inside [ ] or { } must be in quotes");
        return -1;
    }
    int n = 1; /* bytes of the character */
    while (((unsigned char)p->at[n] & 0xc0) == 0x80)
        n++;
    snprintf(text, sizeof text, "expected %s, found '%.*s'", wanted, n < 5 ? n : 4, p->at);
    return fail(p, p->at, text);
}

static int parse_expr(struct parser *p);

static int parse_integer(struct parser *p)
{
    const char *start = p->at;
    int64_t v = 0;

    for (; is_digit(*p->at); p->at++) {
        if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, *p->at - '0', &v))
            return fail(p, start, "the number does not fit 64 bits");
    }
    int64_t unit = *p->at == 'k' ? 1024 : *p->at == 'M' ? 1024 * 1024 : 1;
    p->at += unit > 1;
    if (is_letter(*p->at) || is_digit(*p->at) || *p->at == '.') {
        fail(p, p->at, "this is no number");
        ft_err_hint(p->err, "numbers are decimal integers; k and M are powers of 1024");
        return -1;
    }
    if (__builtin_mul_overflow(v, unit, &v))
        return fail(p, start, "the number does not fit 64 bits");
    emit(&p->out,
         (struct ft_insn){.op = FT_OP_CONST, .value = v, .column = (int)offset_of(p, start) + 1});
    return 0;
}

static int parse_name(struct parser *p)
{
    const char *start = p->at;
    struct ft_insn insn = {
        .op = FT_OP_VAR, .slot = p->compared, .column = (int)offset_of(p, start) + 1};
    char hint[256] = "";

    while (is_letter(*p->at) || is_digit(*p->at) || (*p->at == '.' && is_letter(p->at[1])))
        p->at++;
    size_t n = (size_t)(p->at - start);
    switch (p->resolve(p->ctx, start, n, &insn.slot, &insn.value, hint, sizeof hint)) {
    case 1:
        break;
    case 2:
        insn.op = FT_OP_CONST;
        insn.slot = 0;
        break;
    default: {
        char text[160];
        snprintf(text, sizeof text, "unknown name '%.*s'", n < 100 ? (int)n : 100, start);
        fail(p, start, text);
        if (*hint)
            ft_err_hint(p->err, "%s", hint);
        return -1;
    }
    }
    emit(&p->out, insn);
    return 0;
}

/* f(a, b): at the name; 1 when it is a call, 0 when it is a plain name, -1. */
static int parse_call(struct parser *p)
{
    const char *start = p->at, *end = start;

    while (is_letter(*end) || is_digit(*end))
        end++;
    int function = ft_expr_is_function(start, (size_t)(end - start));
    if (!function)
        return 0;
    p->at = end;
    skip_blanks(p);
    if (*p->at != '(')
        return fail_unexpected(p, "'('");
    p->at++;
    if (parse_expr(p) < 0)
        return -1;
    if (*p->at != ',')
        return fail_unexpected(p, "',' (two arguments)");
    p->at++;
    if (parse_expr(p) < 0)
        return -1;
    if (*p->at != ')')
        return fail_unexpected(p, "')'");
    p->at++;
    emit_op(p, functions[function - 1].op, start);
    return 1;
}

static int parse_atom(struct parser *p)
{
    skip_blanks(p);
    if (is_digit(*p->at))
        return parse_integer(p);
    if (is_letter(*p->at)) {
        int rc = parse_call(p);
        return rc < 0 ? -1 : rc ? 0 : parse_name(p);
    }
    if (*p->at != '(')
        return fail_unexpected(p, "a number, a name or '('");
    p->at++;
    if (parse_expr(p) < 0)
        return -1;
    if (*p->at != ')')
        return fail_unexpected(p, "')'");
    p->at++;
    return 0;
}

static int parse_unary(struct parser *p)
{
    skip_blanks(p);
    const char *start = p->at;
    if ((*start != '-' && *start != '!') || (start[0] == '!' && start[1] == '='))
        return parse_atom(p);
    if (++p->depth > MAX_DEPTH)
        return fail(p, start, "nested too deeply");
    p->at++;
    if (parse_unary(p) < 0)
        return -1;
    p->depth--;
    emit_op(p, *start == '-' ? FT_OP_NEG : FT_OP_NOT, start);
    return 0;
}

static int find_binary(const struct parser *p)
{
    for (size_t i = 0; i < N_BINARIES; i++) {
        if (strncmp(p->at, binaries[i].token, strlen(binaries[i].token)) == 0)
            return (int)i;
    }
    return -1;
}

/* Operands joined by operators of at least this level. */
static int parse_binary(struct parser *p, int level)
{
    int had_comparison = 0; /* the level of one that was parsed here */
    size_t left = p->out.n;

    if (parse_unary(p) < 0)
        return -1;
    for (;;) {
        skip_blanks(p);
        const char *start = p->at;
        int i = find_binary(p);
        if (i < 0 || binaries[i].level < level)
            return 0;
        if (binaries[i].is_comparison && had_comparison == binaries[i].level) {
            fail(p, start, "comparisons do not chain");
            ft_err_hint(p->err, "join two comparisons with &&");
            return -1;
        }
        had_comparison = binaries[i].is_comparison ? binaries[i].level : 0;
        p->at += strlen(binaries[i].token);
        int is_equality = binaries[i].op == FT_OP_EQ || binaries[i].op == FT_OP_NE;
        if (is_equality && p->out.n == left + 1 && p->out.insns[left].op == FT_OP_VAR)
            p->compared = p->out.insns[left].slot;
        if (parse_binary(p, binaries[i].level + 1) < 0)
            return -1;
        p->compared = -1;
        emit_op(p, binaries[i].op, start);
    }
}

static int parse_expr(struct parser *p)
{
    if (++p->depth > MAX_DEPTH)
        return fail(p, p->at, "nested too deeply");
    if (parse_binary(p, 1) < 0)
        return -1;
    if (*p->at == '?') {
        const char *start = p->at++;
        if (parse_expr(p) < 0)
            return -1;
        if (*p->at != ':')
            return fail_unexpected(p, "':'");
        p->at++;
        if (parse_expr(p) < 0)
            return -1;
        emit_op(p, FT_OP_SELECT, start);
    }
    p->depth--;
    return 0;
}

static int parse_whole(struct parser *p)
{
    static const char *const near_misses[][2] = {
        {"&", "'and' is written &&"},    {"|", "'or' is written ||"},
        {"=", "equality is written =="}, {"and ", "'and' is written &&"},
        {"or ", "'or' is written ||"},
    };

    if (parse_expr(p) < 0)
        return -1;
    if (!*p->at)
        return 0;
    fail_unexpected(p, "an operator");
    for (size_t i = 0; i < sizeof near_misses / sizeof *near_misses; i++) {
        if (strncmp(p->at, near_misses[i][0], strlen(near_misses[i][0])) == 0)
            ft_err_hint(p->err, "%s", near_misses[i][1]);
    }
    return -1;
}

/* Without line ends, which messages would show; offsets stay. */
static char *one_line(struct ft_arena *arena, const char *text)
{
    size_t n = strlen(text);

    while (n > 0 && strchr(" \t\r\n", text[n - 1]))
        n--;
    char *out = ft_arena_strndup(arena, text, n);
    for (char *c = out; *c; c++)
        *c = *c == '\n' ? ' ' : *c;
    return out;
}

int ft_expr_parse(struct ft_arena *arena, const char *text, const char *file, int line, int column,
                  ft_resolve_fn *resolve, void *ctx, struct ft_expr *out, struct ft_err *err)
{
    struct ft_expr expr = {
        .text = one_line(arena, text), .file = file, .line = line, .column = column};
    struct parser p = {
        .expr = &expr, .at = expr.text, .compared = -1, .resolve = resolve, .ctx = ctx, .err = err};

    int rc = parse_whole(&p);
    if (rc == 0 && finish(arena, &p.out, &expr.code) < 0)
        rc = fail_at(&expr, 0, "too much at once", err);
    free(p.out.insns);
    if (rc == 0)
        *out = expr;
    return rc;
}

int ft_expr_eval(const struct ft_expr *expr, const int64_t *vars, int64_t *result,
                 struct ft_err *err)
{
    const char *why = NULL;
    size_t bad = 0;

    if (ft_code_eval(&expr->code, vars, result, &why, &bad) == 0)
        return 0;
    int column = expr->code.insns[bad].column;
    return fail_at(expr, column ? (size_t)column - 1 : 0, why, err);
}

int ft_expr_uses(const struct ft_expr *expr, int slot)
{
    for (size_t i = 0; i < expr->code.n; i++) {
        if (expr->code.insns[i].op == FT_OP_VAR && expr->code.insns[i].slot == slot)
            return 1;
    }
    return 0;
}

int ft_expr_inline(struct ft_arena *arena, const struct ft_expr *expr,
                   const struct ft_code *const *bodies, struct ft_code *out, struct ft_err *err)
{
    struct emitter e = {0};
    int rc = 0;

    for (size_t i = 0; i < expr->code.n && e.n <= FT_EXPR_MAX_INSNS; i++) {
        const struct ft_insn *insn = &expr->code.insns[i];
        const struct ft_code *body = insn->op == FT_OP_VAR ? bodies[insn->slot] : NULL;
        if (!body) {
            emit(&e, *insn);
            continue;
        }
        for (size_t k = 0; k < body->n; k++) {
            emit(&e, body->insns[k]);
            e.insns[e.n - 1].column = insn->column; /* columns are those of this expression */
        }
    }
    if (finish(arena, &e, out) < 0)
        rc = fail_at(expr, 0, "with its derived values written out too much stands", err);
    free(e.insns);
    return rc;
}

/* Folding. Each value on the machine's stack is a run of emitted instructions; starts[] says where
 * each begins. A run of one CONST is known. */
static int is_const(const struct emitter *e, size_t start, size_t end)
{
    return end == start + 1 && e->insns[start].op == FT_OP_CONST;
}

/* The code in [from, to) moves down to `at`, and everything behind it goes. */
static void keep_only(struct emitter *e, size_t at, size_t from, size_t to)
{
    memmove(e->insns + at, e->insns + from, (to - from) * sizeof *e->insns);
    e->n = at + (to - from);
}

static void keep_const(struct emitter *e, size_t at, int64_t value, int column)
{
    e->insns[at] = (struct ft_insn){.op = FT_OP_CONST, .value = value, .column = column};
    e->n = at + 1;
}

/* One side of && or || that decides, or a known condition of ?: 1 when the operator is gone. */
static int fold_decided(struct emitter *e, const struct ft_insn *insn, const size_t *starts)
{
    size_t end = e->n;

    if (insn->op == FT_OP_SELECT && is_const(e, starts[0], starts[1])) {
        if (e->insns[starts[0]].value)
            keep_only(e, starts[0], starts[1], starts[2]);
        else
            keep_only(e, starts[0], starts[2], end);
        return 1;
    }
    if (insn->op != FT_OP_AND && insn->op != FT_OP_OR)
        return 0;
    int decides = insn->op == FT_OP_OR; /* the truth value that decides alone */
    int left = is_const(e, starts[0], starts[1]) && !!e->insns[starts[0]].value == decides;
    int right = is_const(e, starts[1], end) && !!e->insns[starts[1]].value == decides;
    if (!left && !right)
        return 0;
    keep_const(e, starts[0], decides, insn->column);
    return 1;
}

static void fold_operator(struct emitter *e, const struct ft_insn *insn, const size_t *starts,
                          int arity)
{
    if (fold_decided(e, insn, starts))
        return;
    size_t start = starts[0];
    int all_const = e->n == start + (size_t)arity;
    for (size_t i = start; i < e->n; i++)
        all_const &= e->insns[i].op == FT_OP_CONST;
    emit(e, *insn);
    int64_t value;
    const char *why;
    struct ft_code part = {e->insns + start, e->n - start};
    /* What fails stays as it is: the result may discard it. */
    if (all_const && ft_code_eval(&part, NULL, &value, &why, NULL) == 0)
        keep_const(e, start, value, insn->column);
}

int ft_expr_fold(struct ft_arena *arena, const struct ft_expr *expr, const int64_t *vars,
                 const unsigned char *is_known, struct ft_code *out, struct ft_err *err)
{
    struct emitter e = {0};
    size_t starts[FT_CODE_MAX_STACK];
    size_t depth = 0;

    for (size_t i = 0; i < expr->code.n; i++) {
        struct ft_insn insn = expr->code.insns[i];
        int arity = ft_op_arity(insn.op);
        if (arity == 0) {
            if (insn.op == FT_OP_VAR && is_known[insn.slot])
                insn = (struct ft_insn){
                    .op = FT_OP_CONST, .value = vars[insn.slot], .column = insn.column};
            starts[depth++] = e.n;
            emit(&e, insn);
            continue;
        }
        depth -= (size_t)arity;
        fold_operator(&e, &insn, &starts[depth], arity);
        depth++; /* the run begins where its first operand began */
    }
    int rc = finish(arena, &e, out);
    if (rc < 0)
        rc = fail_at(expr, 0, "too much at once", err);
    free(e.insns);
    return rc;
}
