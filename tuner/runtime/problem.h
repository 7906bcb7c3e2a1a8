/* problem.h -- the canonical text key of a problem, and its fields as one list
 *
 * Key: `op=fwd,dtype=bf16,...` in the order of FT_PROBLEM_FIELDS; a field with its default value is left out, so that a field
 * added later keeps old keys. Normalising first makes equal problems equal text: a causal mask over one query token is no mask, kv_dtype equal to
 * dtype is left out, and so on.
 */
#ifndef FT_PROBLEM_H
#define FT_PROBLEM_H
#include "fatune.h"

/* Uneven lengths of a batch, produced by a named generator from a seed (tuning only; the library gets lengths in the call). */
enum ft_lengths { FT_LENGTHS_EQUAL = 0, FT_LENGTHS_UNIFORM, FT_LENGTHS_ZIPF, FT_LENGTHS_ONE_LONG };

struct ft_problem {
    fatune_problem f;
    int32_t lengths;      /* enum ft_lengths */
    int64_t lengths_seed; /* 0 when equal */
};

/* X(field, path in ft_problem, kind, default). kind: INT, or the enum whose names are allowed. The
 * defaults of kv_dtype, o_dtype and head_dim_v are dtype and head_dim. */
#define FT_PROBLEM_FIELDS(X)                                                                           \
    X(op, f.op, OP, FATUNE_OP_FWD) X(dtype, f.dtype, DTYPE, -1) X(kv_dtype, f.kv_dtype, DTYPE, -2)     \
    X(o_dtype, f.o_dtype, DTYPE, -2) X(head_dim, f.head_dim, INT, -1) X(head_dim_v, f.head_dim_v, INT, -3) \
    X(q_heads, f.q_heads, INT, -1) X(kv_heads, f.kv_heads, INT, -1) X(batch, f.batch, INT, 1)          \
    X(seqlen_q, f.seqlen_q, INT, -1) X(seqlen_kv, f.seqlen_kv, INT, -1)                                \
    X(mask, f.mask, MASK, FATUNE_MASK_NONE)                                                            \
    X(window_left, f.window_left, INT, -1000) X(window_right, f.window_right, INT, -1000)              \
    X(kv, f.kv, KV, FATUNE_KV_STRIDED) X(page_size, f.page_size, INT, 0)                               \
    X(want_lse, f.want_lse, BOOL, 0) X(batch_invariant, f.batch_invariant, BOOL, 0)                    \
    X(lengths, lengths, LENGTHS, FT_LENGTHS_EQUAL) X(lengths_seed, lengths_seed, INT, 0)
/* default -1: required; -2: dtype; -3: head_dim; -1000: the value -1 */

#define FT_PROBLEM_KEY_BYTES 512

/* Names of the enums ("bf16"); NULL for a value out of range. */
const char *ft_dtype_name(int v);
const char *ft_op_name(int v);
const char *ft_mask_name(int v);
const char *ft_kv_form_name(int v);
const char *ft_lengths_name(int v);
int ft_dtype_bytes(int v);

void ft_problem_normalise(struct ft_problem *p);
/* 0, or -1 with a message ("q_heads (30) is no multiple of kv_heads (8)") in why. */
int ft_problem_check(const struct ft_problem *p, char *why, size_t cap);
/* The key of the normalised problem. */
void ft_problem_key(const struct ft_problem *p, char out[FT_PROBLEM_KEY_BYTES]);
int ft_problem_parse_key(const char *key, struct ft_problem *out); /* 0, or -1 */

/* FLOPs of the call, as the field counts them: 4*B*Hq*Sq*Skv*D for forward (2*(D + Dv)), causal counts visible keys halved as usual
 * (exactly: visible pairs), backward 2.5 times that. Bytes: each input read once and each output written once; of K and V only keys that some
 * query sees; paged adds 4 bytes of block table for each such page; backward reads Q, K, V, O, dO, LSE and writes dQ, dK, dV.
 * lengths: [batch] or NULL. */
double ft_problem_flops(const struct ft_problem *p, const int32_t *lengths);
double ft_problem_min_bytes(const struct ft_problem *p, const int32_t *lengths);
/* Lengths of the problem's generator into out[batch]: each in 1..seqlen_kv, at least one equal to seqlen_kv. */
void ft_problem_lengths(const struct ft_problem *p, int32_t *out);

#endif
