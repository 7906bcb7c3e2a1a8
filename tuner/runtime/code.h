/* code.h -- the expression machine: integer code for a stack, shared by tuner and library
 *
 * Expressions of family.yaml and configs (model/expr.h parses them) compile to postfix code, evaluated here and nowhere
 * else, so that a launch computed by the tuner and one computed by libfatune cannot differ.
 *
 * Text form, used in dispatch tables and the database: tokens separated by blanks. An integer pushes itself; a
 * name such as `p.batch` pushes the variable of that slot; an operator pops its operands. `a b c ?` picks b when a != 0, else c;
 * all operands of && || ? are evaluated (expressions have no side effects; errors: below).
 *     "p.seqlen_kv 64 ceil_div 1 max"
 * Errors: overflow, division by zero, a shift outside 0..62. Because && || ? must protect their other
 * side (`n != 0 && x / n > 1`), a failed operation yields a poisoned value, which is an error only if it reaches the result
 * or a comparison that decides it; && with a false side, || with a true side, and ? with the other branch discard it.
 */
#ifndef FT_CODE_H
#define FT_CODE_H
#include <stddef.h>
#include <stdint.h>

enum ft_op {
    FT_OP_CONST, /* value */
    FT_OP_VAR,   /* slot */
    FT_OP_NEG, FT_OP_NOT,
    FT_OP_ADD, FT_OP_SUB, FT_OP_MUL, FT_OP_DIV, FT_OP_MOD, FT_OP_SHL, FT_OP_SHR,
    FT_OP_LT, FT_OP_LE, FT_OP_GT, FT_OP_GE, FT_OP_EQ, FT_OP_NE,
    FT_OP_AND, FT_OP_OR,
    FT_OP_SELECT,
    FT_OP_MIN, FT_OP_MAX, FT_OP_CEIL_DIV, FT_OP_ALIGN, /* align(x, a): x rounded up to a multiple of a */
    FT_N_OPS
};

struct ft_insn {
    enum ft_op op;
    int slot;      /* VAR */
    int64_t value; /* CONST */
    int column;    /* where the operator stands in the source, from 1; 0 unknown. For messages only. */
};

#define FT_CODE_MAX_STACK 64
struct ft_code {
    struct ft_insn *insns; /* owned by whoever built the code */
    size_t n;
};

/* Number of operands and the token of an operator (CONST and VAR: 0 and NULL). */
int ft_op_arity(enum ft_op op);
const char *ft_op_token(enum ft_op op);

/* Evaluates. vars[slot] are the variables. Returns 0, or -1 with a message ("division by zero") and the failing instruction's index
 * in *bad (may be NULL). Stack use is checked when code is built, see ft_code_check. */
int ft_code_eval(const struct ft_code *code, const int64_t *vars, int64_t *result, const char **why, size_t *bad);
/* 0 when the code is well-formed: operands present, one result, stack at most FT_CODE_MAX_STACK, slots < n_vars. */
int ft_code_check(const struct ft_code *code, int n_vars);

/* Variables that exist at launch. The slot of a name never changes; new ones are appended. p. problem and call, d. device,
 * b. build. Everything else (parameters, derived values) is a constant by then. */
#define FT_LAUNCH_VARS(X)                                                                              \
    X(P_BATCH, "p.batch") X(P_Q_HEADS, "p.q_heads") X(P_KV_HEADS, "p.kv_heads")                        \
    X(P_SEQLEN_Q, "p.seqlen_q") X(P_SEQLEN_KV, "p.seqlen_kv") X(P_PAGE_SIZE, "p.page_size")            \
    X(P_WINDOW_LEFT, "p.window_left") X(P_WINDOW_RIGHT, "p.window_right")                              \
    X(P_WANT_LSE, "p.want_lse") X(P_BATCH_INVARIANT, "p.batch_invariant") X(P_HAS_LENGTHS, "p.has_lengths") \
    X(D_SMS, "d.sms") X(D_CC, "d.cc") X(D_L2_BYTES, "d.l2_bytes")                                      \
    X(D_SMEM_PER_SM, "d.smem_per_sm") X(D_SMEM_PER_CTA, "d.smem_per_cta")                              \
    X(B_REGS, "b.regs") X(B_CTAS_PER_SM, "b.ctas_per_sm")
enum ft_launch_var {
#define FT_X(id, name) FT_VAR_##id,
    FT_LAUNCH_VARS(FT_X)
#undef FT_X
    FT_N_LAUNCH_VARS
};
const char *ft_launch_var_name(int slot);
int ft_launch_var_find(const char *name, size_t n); /* slot, or -1 */

/* Text form. Parsing allocates code->insns with malloc (free it with free()); -1 when malformed. Formatting
 * writes at most cap bytes and returns the length needed, as snprintf. Slots are FT_LAUNCH_VARS. */
int ft_code_parse(const char *text, size_t n, struct ft_code *code);
size_t ft_code_format(const struct ft_code *code, char *out, size_t cap);

#endif
