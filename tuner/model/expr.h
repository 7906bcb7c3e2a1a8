/* expr.h -- expressions of family.yaml and configs: source text to code
 *
 *     expr   = cond
 *     cond   = or [ '?' expr ':' cond ]
 *     or, and, equality (== !=), relation (< <= > >=), shift (<< >>), sum (+ -),
 *     product (* / %), unary (- !): as in C, but comparisons do not chain
 *     atom   = integer [k|M] | name | function '(' expr ',' expr ')' | '(' expr ')'
 *     function: min, max, ceil_div, align
 *     name   = letter or _ , then letters, digits, _ , with dots between parts
 *
 * 64-bit integers; comparisons give 0 or 1. Names are resolved by the caller, who returns a slot or
 * a constant.
 */
#ifndef FT_EXPR_H
#define FT_EXPR_H
#include "base/err.h"
#include "base/mem.h"
#include "runtime/code.h"

/* How a name resolves. Returns 1: *slot is its variable; 2: *value is its constant; 0: unknown. For
 * an unknown name the resolver may put a sentence for the hint into `hint`. When it is called,
 * *slot is the variable that the name is compared with (VARIABLE == NAME), or -1. */
typedef int ft_resolve_fn(void *ctx, const char *name, size_t n, int *slot, int64_t *value,
                          char *hint, size_t hint_cap);

#define FT_EXPR_MAX_INSNS 4096 /* of one expression, derived values written out */

struct ft_expr {
    const char *text;    /* source */
    const char *file;    /* where it stands, for messages */
    int line, column;    /* column 0: unknown (text over several lines) */
    struct ft_code code; /* in the arena */
};

/* Parses text; positions in messages are those of the YAML scalar (line, column + offset). */
int ft_expr_parse(struct ft_arena *arena, const char *text, const char *file, int line, int column,
                  ft_resolve_fn *resolve, void *ctx, struct ft_expr *out, struct ft_err *err);
/* min, max, ceil_div, align: cannot name anything else. Returns 0 when the name is none of them. */
int ft_expr_is_function(const char *name, size_t n);
/* Evaluates; a failure is reported at the operator's place in the file. */
int ft_expr_eval(const struct ft_expr *expr, const int64_t *vars, int64_t *result,
                 struct ft_err *err);
/* 1 when the code reads the variable. */
int ft_expr_uses(const struct ft_expr *expr, int slot);
/* Copies code with each variable for which bodies[slot] is not NULL replaced by that code: a
 * derived value written out. */
int ft_expr_inline(struct ft_arena *arena, const struct ft_expr *expr,
                   const struct ft_code *const *bodies, struct ft_code *out, struct ft_err *err);
/* Copies code with each variable for which is_known[slot] replaced by vars[slot], and constant
 * parts computed. Result in the arena. */
int ft_expr_fold(struct ft_arena *arena, const struct ft_expr *expr, const int64_t *vars,
                 const unsigned char *is_known, struct ft_code *out, struct ft_err *err);

#endif
