/* The fastest known attention kernels, and a function that chooses one for a problem
 *
 * Written by fatune 0.1.0 (c863b04). Every figure is a measurement and belongs to nobody: use this
 * file without conditions. C99 and C++17; it needs nothing else.
 *
 *     struct qwen3_h200_select_problem problem;
 *     struct qwen3_h200_select_device device = {"NVIDIA H200", 90, 132, 0, 0, 0};
 *     enum qwen3_h200_select_match how;
 *     qwen3_h200_select_problem_init(&problem, 32, 8, 128, batch, seqlen_kv);
 *     const struct qwen3_h200_select_entry *best = qwen3_h200_select(&problem, &device, QWEN3_H200_SELECT_ALLOW_NEAREST, &how);
 *     if (best)
 *         my_launch(best->kernel->family, qwen3_h200_select_value(best, "Bc", 0));
 *
 * It chooses as libfatune does: the own device, then exact, bucket, nearest, default, then
 * distance and time; an entry that would be wrong for the problem is passed over. What only
 * a launch can tell is not looked at: a grid or shared memory beyond the device's limits.
 */
#ifndef QWEN3_H200_SELECT_H
#define QWEN3_H200_SELECT_H
#include <stddef.h>
#include <stdint.h>

/* op */
enum { QWEN3_H200_SELECT_FWD, QWEN3_H200_SELECT_BWD };
/* dtype, kv_dtype, o_dtype */
enum { QWEN3_H200_SELECT_BF16, QWEN3_H200_SELECT_FP16, QWEN3_H200_SELECT_FP32, QWEN3_H200_SELECT_E4M3, QWEN3_H200_SELECT_E5M2 };
/* mask, aligned to the bottom right */
enum { QWEN3_H200_SELECT_NO_MASK, QWEN3_H200_SELECT_CAUSAL };
/* kv */
enum { QWEN3_H200_SELECT_STRIDED, QWEN3_H200_SELECT_VARLEN, QWEN3_H200_SELECT_PAGED };
/* allow */
enum { QWEN3_H200_SELECT_ALLOW_NEAREST = 1, QWEN3_H200_SELECT_ALLOW_OTHER_DEVICE = 2 };

enum qwen3_h200_select_match {
    QWEN3_H200_SELECT_NONE,
    QWEN3_H200_SELECT_EXACT,   /* the same problem was measured (with QWEN3_H200_SELECT_ALLOW_OTHER_DEVICE perhaps elsewhere) */
    QWEN3_H200_SELECT_BUCKET,  /* batch and lengths round up to the same powers of two */
    QWEN3_H200_SELECT_NEAREST, /* the nearest by log distance of batch and lengths */
    QWEN3_H200_SELECT_DEFAULT  /* the family's default config; fatune writes no such entries yet */
};

struct qwen3_h200_select_problem { /* qwen3_h200_select_problem_init fills in what is usual */
    int32_t op, dtype, kv_dtype, o_dtype;
    int32_t head_dim, head_dim_v, q_heads, kv_heads;
    int32_t batch, seqlen_q, seqlen_kv;
    int32_t mask, window_left, window_right; /* windows: -1 is unlimited */
    int32_t kv, page_size;                   /* page_size: 0 unless paged */
    int32_t want_lse, batch_invariant;
};

struct qwen3_h200_select_device {
    const char *name; /* as the driver has it */
    int32_t cc, sms;  /* compute capability times 10, multiprocessors */
    int64_t smem_per_cta, smem_per_sm, l2_bytes; /* 0 in a query: those of the entry's device */
};

struct qwen3_h200_select_param {
    const char *name, *text;
    int32_t value; /* QWEN3_H200_SELECT_WORD where the text is no number */
};
#define QWEN3_H200_SELECT_WORD INT32_MIN

struct qwen3_h200_select_vars { /* what a kernel's needs are about: p_ problem, d_ device */
    int64_t p_batch, p_q_heads, p_kv_heads, p_seqlen_q, p_seqlen_kv, p_page_size;
    int64_t p_window_left, p_window_right, p_want_lse, p_batch_invariant, p_has_lengths;
    int64_t d_sms, d_cc, d_l2_bytes, d_smem_per_sm, d_smem_per_cta;
};

struct qwen3_h200_select_kernel {
    const char *family, *config;
    const struct qwen3_h200_select_param *params;
    size_t n_params;
    const char *const *program; /* how it is launched (grid, block, shared memory): lines, then NULL */
    int (*needs)(const struct qwen3_h200_select_vars *v); /* 0: it is wrong for the problem; NULL: never */
};

struct qwen3_h200_select_entry {
    struct qwen3_h200_select_problem problem;
    int32_t is_uneven; /* measured with sequences of uneven lengths */
    int32_t is_default;
    double ns; /* measured median; 0: unknown */
    const struct qwen3_h200_select_device *device;
    const struct qwen3_h200_select_kernel *kernel;
    const char *key;
};

/* ---- devices ---- */

static const struct qwen3_h200_select_device qwen3_h200_select_device_nvidia_h200_90_132 = {
    "NVIDIA H200", 90, 132, 232448, 233472, 62914560};

/* ---- arithmetic that may fail, for needs: a result that does not exist is QWEN3_H200_SELECT_FAILED ---- */

#define QWEN3_H200_SELECT_FAILED INT64_MIN

static inline int64_t qwen3_h200_select_multiply(int64_t x, int64_t y)
{
    if (x > 0 ? (y > 0 ? x > INT64_MAX / y : y < INT64_MIN / x)
              : (y > 0 ? x < INT64_MIN / y : x != 0 && y < INT64_MAX / x))
        return QWEN3_H200_SELECT_FAILED;
    return x * y;
}

static inline int64_t qwen3_h200_select_round_up(int64_t x, int64_t y)
{
    return x / y + (x % y != 0 && (x < 0) == (y < 0));
}

static inline int64_t qwen3_h200_select_op(char op, int64_t x, int64_t y)
{
    if (op == '&' && (x == 0 || y == 0))
        return 0;
    if (op == '|' && ((x != 0 && x != QWEN3_H200_SELECT_FAILED) || (y != 0 && y != QWEN3_H200_SELECT_FAILED)))
        return 1;
    if (x == QWEN3_H200_SELECT_FAILED || y == QWEN3_H200_SELECT_FAILED)
        return QWEN3_H200_SELECT_FAILED;
    switch (op) {
    case '&': return 1;
    case '|': return 0;
    case '+': return (y > 0 ? x > INT64_MAX - y : x < INT64_MIN - y) ? QWEN3_H200_SELECT_FAILED : x + y;
    case '-': return (y > 0 ? x < INT64_MIN + y : x > INT64_MAX + y) ? QWEN3_H200_SELECT_FAILED : x - y;
    case '*': return qwen3_h200_select_multiply(x, y);
    case '/': return y == 0 ? QWEN3_H200_SELECT_FAILED : x / y;
    case '%': return y == 0 ? QWEN3_H200_SELECT_FAILED : x % y;
    case 'c': return y == 0 ? QWEN3_H200_SELECT_FAILED : qwen3_h200_select_round_up(x, y);
    case 'a': return y <= 0 ? QWEN3_H200_SELECT_FAILED : qwen3_h200_select_multiply(qwen3_h200_select_round_up(x, y), y);
    case 'l': return y < 0 || y > 62 ? QWEN3_H200_SELECT_FAILED : qwen3_h200_select_multiply(x, (int64_t)1 << y);
    case 'r': return y < 0 || y > 62 ? QWEN3_H200_SELECT_FAILED : x >> y;
    case '<': return x < y;
    case '>': return x > y;
    case '[': return x <= y;
    case ']': return x >= y;
    case '=': return x == y;
    case '#': return x != y;
    case 'm': return x < y ? x : y;
    case 'M': return x > y ? x : y;
    default: return QWEN3_H200_SELECT_FAILED;
    }
}

static inline int64_t qwen3_h200_select_pick(int64_t condition, int64_t yes, int64_t no)
{
    return condition == QWEN3_H200_SELECT_FAILED ? QWEN3_H200_SELECT_FAILED : condition != 0 ? yes : no;
}

static inline int qwen3_h200_select_holds(int64_t value)
{
    return value != 0 && value != QWEN3_H200_SELECT_FAILED;
}

/* ---- what must hold, or a kernel is wrong ---- */

static int qwen3_h200_select_needs_f92a331a8c34(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_seqlen_q == 1) &&
           (131072 <= v->d_smem_per_cta);
}
static int qwen3_h200_select_needs_d629b34a6f6c(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_seqlen_q == 1) &&
           (32768 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}
static int qwen3_h200_select_needs_c3a30ea5b1c4(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_seqlen_q == 1) &&
           (65536 <= v->d_smem_per_cta);
}
static int qwen3_h200_select_needs_282fb9b27a58(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_seqlen_q == 1) &&
           (32768 <= v->d_smem_per_cta);
}
static int qwen3_h200_select_needs_f7dd7027fe2e(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_seqlen_q == 1) &&
           (131072 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}
static int qwen3_h200_select_needs_329a5f469d0a(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_window_right == -1) &&
           (v->p_seqlen_q > 1) &&
           ((v->p_batch < 65536) && (v->p_q_heads < 65536)) &&
           (32768 <= v->d_smem_per_cta) &&
           (qwen3_h200_select_op('c', v->p_seqlen_q, 64) < 65536);
}
static int qwen3_h200_select_needs_fb70f7ca8e37(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_window_right == -1) &&
           (v->p_seqlen_q > 1) &&
           ((v->p_batch < 65536) && (v->p_q_heads < 65536)) &&
           (98304 <= v->d_smem_per_cta) &&
           (qwen3_h200_select_op('c', v->p_seqlen_q, 128) < 65536);
}
static int qwen3_h200_select_needs_5f808ac1eaaa(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_window_right == -1) &&
           (v->p_seqlen_q > 1) &&
           ((v->p_batch < 65536) && (v->p_q_heads < 65536)) &&
           (49152 <= v->d_smem_per_cta) &&
           (qwen3_h200_select_op('c', v->p_seqlen_q, 64) < 65536);
}
static int qwen3_h200_select_needs_8290052958de(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_seqlen_q == 1) &&
           (65536 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}
static int qwen3_h200_select_needs_7dc5cd9905f8(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_window_right == -1) &&
           (v->p_seqlen_q > 1) &&
           ((v->p_batch < 65536) && (v->p_q_heads < 65536)) &&
           (65536 <= v->d_smem_per_cta) &&
           (qwen3_h200_select_op('c', v->p_seqlen_q, 64) < 65536);
}
static int qwen3_h200_select_needs_f3a0ae625004(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_window_right == -1) &&
           (v->p_seqlen_q > 1) &&
           ((v->p_batch < 65536) && (v->p_q_heads < 65536)) &&
           (16384 <= v->d_smem_per_cta) &&
           (qwen3_h200_select_op('c', v->p_seqlen_q, 64) < 65536);
}
static int qwen3_h200_select_needs_33e613917ce8(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_seqlen_q == 1) &&
           (33280 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}
static int qwen3_h200_select_needs_61a09be83fe5(const struct qwen3_h200_select_vars *v)
{
    return (v->p_window_left == -1) &&
           (v->p_seqlen_q == 1) &&
           (66560 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}

/* ---- how kernels are launched ---- */

static const char *const qwen3_h200_select_program_d338bf5dbbd7[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_dfeedcc643fb[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=32768 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 32768 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_62d3dd0aa201[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_581a80d5c19d[] = {
    "args 544",
    "pass p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_8b608ab7571c[] = {
    "args 544",
    "pass p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=32768 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 32768 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_9668397ef762[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_29aaecca6c47[] = {
    "args 544",
    "pass p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_1a0ef63c955b[] = {
    "args 544",
    "kernel prefill_mma when=1 grid=p.q_heads,p.seqlen_q 64 ceil_div,p.batch block=128,1,1 cluster=1,1,1 smem=32768 pdl=0",
    "need p.window_left -1 ==",
    "need p.window_right -1 ==",
    "need p.seqlen_q 1 >",
    "need p.batch 65536 < p.q_heads 65536 < &&",
    "need 32768 d.smem_per_cta <=",
    "need p.seqlen_q 64 ceil_div 65536 <",
    NULL};
static const char *const qwen3_h200_select_program_f3b0dae5d947[] = {
    "args 544",
    "kernel prefill_mma when=1 grid=p.q_heads,p.seqlen_q 128 ceil_div,p.batch block=128,1,1 cluster=1,1,1 smem=98304 pdl=0",
    "need p.window_left -1 ==",
    "need p.window_right -1 ==",
    "need p.seqlen_q 1 >",
    "need p.batch 65536 < p.q_heads 65536 < &&",
    "need 98304 d.smem_per_cta <=",
    "need p.seqlen_q 128 ceil_div 65536 <",
    NULL};
static const char *const qwen3_h200_select_program_b83353513552[] = {
    "args 544",
    "kernel prefill_mma when=1 grid=p.q_heads,p.seqlen_q 64 ceil_div,p.batch block=128,1,1 cluster=1,1,1 smem=49152 pdl=0",
    "need p.window_left -1 ==",
    "need p.window_right -1 ==",
    "need p.seqlen_q 1 >",
    "need p.batch 65536 < p.q_heads 65536 < &&",
    "need 49152 d.smem_per_cta <=",
    "need p.seqlen_q 64 ceil_div 65536 <",
    NULL};
static const char *const qwen3_h200_select_program_81cd6a1d3782[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_2654132c1adb[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_087fce1aeaae[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_b809240cf103[] = {
    "args 544",
    "pass p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_7ca5384ddce5[] = {
    "args 544",
    "pass p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_7e180c7a122a[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_26f155b74fdd[] = {
    "args 544",
    "pass p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_30e91201d1ad[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_80f5b2df4d2f[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_fd201e2d37dd[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_9a3d35a04995[] = {
    "args 544",
    "kernel prefill_mma when=1 grid=p.q_heads,p.seqlen_q 64 ceil_div,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "need p.window_left -1 ==",
    "need p.window_right -1 ==",
    "need p.seqlen_q 1 >",
    "need p.batch 65536 < p.q_heads 65536 < &&",
    "need 65536 d.smem_per_cta <=",
    "need p.seqlen_q 64 ceil_div 65536 <",
    NULL};
static const char *const qwen3_h200_select_program_716fabaa2620[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_bdb53f94f7a3[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_60052eeedd17[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=32768 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 32768 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_4f3c2f76cd5c[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_bb1cd77af231[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_a331f86d9ffa[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=32768 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 32768 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_09b72b8c07f4[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_72b371029260[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_60e1de1b80e5[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_25093274c71f[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_01ec386eeaf9[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_6ad679ab1e93[] = {
    "args 544",
    "pass p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_330fe651f38e[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_6124d9451dd2[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_b0919db10992[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=32768 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 32768 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_98a967bbb63d[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_5b885909088e[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_f9463bd923ab[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_c2e5a119c287[] = {
    "args 544",
    "pass p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_8c6e22192258[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_e11c05eef7e2[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_b5ad42e09b70[] = {
    "args 544",
    "pass p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_b17671645247[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_6c742aa3cb32[] = {
    "args 544",
    "kernel prefill_mma when=1 grid=p.q_heads,p.seqlen_q 64 ceil_div,p.batch block=128,1,1 cluster=1,1,1 smem=16384 pdl=0",
    "need p.window_left -1 ==",
    "need p.window_right -1 ==",
    "need p.seqlen_q 1 >",
    "need p.batch 65536 < p.q_heads 65536 < &&",
    "need 16384 d.smem_per_cta <=",
    "need p.seqlen_q 64 ceil_div 65536 <",
    NULL};
static const char *const qwen3_h200_select_program_02d3086c5c63[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=33280 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 33280 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_d262838939fc[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_a8821b90f8be[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_c6bd556505cc[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_376f869a6ada[] = {
    "args 544",
    "pass p.batch_invariant 8 1 8 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 8 1 8 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 8 1 8 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=33280 pdl=0",
    "kernel decode_combine when=p.batch_invariant 8 1 8 p.seqlen_kv 64 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 33280 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_961e35555727[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=33280 pdl=0",
    "kernel decode_combine when=p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 33280 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_7519a65760cf[] = {
    "args 544",
    "pass p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_bf72ab22deb8[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_3ec34759157c[] = {
    "args 544",
    "pass p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_b523af57f4a1[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=66560 pdl=0",
    "kernel decode_combine when=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 66560 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_3d9c065394fc[] = {
    "args 544",
    "pass p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_93420e497b34[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=32768 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 32768 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_2529d4e6e9f1[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_ecb300800554[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_28cd8293ea8d[] = {
    "args 544",
    "pass p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_52509232daba[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_ea874c962647[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.window_left -1 ==",
    "need p.seqlen_q 1 ==",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};

/* ---- kernels ---- */

static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_b445db7e2e23_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_b445db7e2e23 = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_b445db7e2e23_params, 7,
    qwen3_h200_select_program_d338bf5dbbd7, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_0e8ce91c03d6_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_0e8ce91c03d6 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_0e8ce91c03d6_params, 7,
    qwen3_h200_select_program_dfeedcc643fb, qwen3_h200_select_needs_d629b34a6f6c};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_74f3ba26aadb_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_74f3ba26aadb = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_74f3ba26aadb_params, 7,
    qwen3_h200_select_program_62d3dd0aa201, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_4c7e49ba496b_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "2", 2}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_4c7e49ba496b = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=2",
    qwen3_h200_select_kernel_decode_split_4c7e49ba496b_params, 7,
    qwen3_h200_select_program_581a80d5c19d, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_853d8111936b_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "4", 4}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_853d8111936b = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=last_cta,splits=4",
    qwen3_h200_select_kernel_decode_split_853d8111936b_params, 7,
    qwen3_h200_select_program_8b608ab7571c, qwen3_h200_select_needs_282fb9b27a58};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_2943cbb4a4fa_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_2943cbb4a4fa = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_2943cbb4a4fa_params, 7,
    qwen3_h200_select_program_9668397ef762, qwen3_h200_select_needs_f7dd7027fe2e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_957e302e365b_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "8", 8}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_957e302e365b = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=8",
    qwen3_h200_select_kernel_decode_split_957e302e365b_params, 7,
    qwen3_h200_select_program_29aaecca6c47, qwen3_h200_select_needs_f7dd7027fe2e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_prefill_mma_921a8374979c_params[] = {
    {"Br", "64", 64}, {"Bc", "32", 32}, {"warps", "4", 4}, {"stages", "2", 2}, {"q", "registers", QWEN3_H200_SELECT_WORD}, {"order", "heads", QWEN3_H200_SELECT_WORD}, {"rescale", "lazy", QWEN3_H200_SELECT_WORD}, {"min_ctas", "3", 3}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_prefill_mma_921a8374979c = {
    "prefill_mma", "Br=64,Bc=32,warps=4,stages=2,q=registers,order=heads,rescale=lazy,min_ctas=3",
    qwen3_h200_select_kernel_prefill_mma_921a8374979c_params, 8,
    qwen3_h200_select_program_1a0ef63c955b, qwen3_h200_select_needs_329a5f469d0a};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_prefill_mma_637b71abea9b_params[] = {
    {"Br", "128", 128}, {"Bc", "64", 64}, {"warps", "4", 4}, {"stages", "2", 2}, {"q", "smem", QWEN3_H200_SELECT_WORD}, {"order", "heads", QWEN3_H200_SELECT_WORD}, {"rescale", "lazy", QWEN3_H200_SELECT_WORD}, {"min_ctas", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_prefill_mma_637b71abea9b = {
    "prefill_mma", "Br=128,Bc=64,warps=4,stages=2,q=smem,order=heads,rescale=lazy,min_ctas=1",
    qwen3_h200_select_kernel_prefill_mma_637b71abea9b_params, 8,
    qwen3_h200_select_program_f3b0dae5d947, qwen3_h200_select_needs_fb70f7ca8e37};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_prefill_mma_8dbde8f26bf2_params[] = {
    {"Br", "64", 64}, {"Bc", "96", 96}, {"warps", "4", 4}, {"stages", "1", 1}, {"q", "registers", QWEN3_H200_SELECT_WORD}, {"order", "heads", QWEN3_H200_SELECT_WORD}, {"rescale", "lazy", QWEN3_H200_SELECT_WORD}, {"min_ctas", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_prefill_mma_8dbde8f26bf2 = {
    "prefill_mma", "Br=64,Bc=96,warps=4,stages=1,q=registers,order=heads,rescale=lazy,min_ctas=1",
    qwen3_h200_select_kernel_prefill_mma_8dbde8f26bf2_params, 8,
    qwen3_h200_select_program_b83353513552, qwen3_h200_select_needs_5f808ac1eaaa};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_2dcf7b48c5d1_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_2dcf7b48c5d1 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_2dcf7b48c5d1_params, 7,
    qwen3_h200_select_program_81cd6a1d3782, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_40740022a9b6_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_40740022a9b6 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_40740022a9b6_params, 7,
    qwen3_h200_select_program_2654132c1adb, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_73ea3384c4a7_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_73ea3384c4a7 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_73ea3384c4a7_params, 7,
    qwen3_h200_select_program_087fce1aeaae, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_1fd484b3a1eb_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "4", 4}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_1fd484b3a1eb = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=4",
    qwen3_h200_select_kernel_decode_split_1fd484b3a1eb_params, 7,
    qwen3_h200_select_program_b809240cf103, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_5d4551cbed88_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "4", 4}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_5d4551cbed88 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=4",
    qwen3_h200_select_kernel_decode_split_5d4551cbed88_params, 7,
    qwen3_h200_select_program_7ca5384ddce5, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_0f96bc502fdb_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_0f96bc502fdb = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_0f96bc502fdb_params, 7,
    qwen3_h200_select_program_7e180c7a122a, qwen3_h200_select_needs_8290052958de};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_2b8fee96536e_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "32", 32}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_2b8fee96536e = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=32",
    qwen3_h200_select_kernel_decode_split_2b8fee96536e_params, 7,
    qwen3_h200_select_program_26f155b74fdd, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_01409b5de159_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_01409b5de159 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_01409b5de159_params, 7,
    qwen3_h200_select_program_30e91201d1ad, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_e27ce07bc370_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_e27ce07bc370 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=16",
    qwen3_h200_select_kernel_decode_split_e27ce07bc370_params, 7,
    qwen3_h200_select_program_80f5b2df4d2f, qwen3_h200_select_needs_8290052958de};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_96852b5e77e5_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_96852b5e77e5 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_96852b5e77e5_params, 7,
    qwen3_h200_select_program_fd201e2d37dd, qwen3_h200_select_needs_f7dd7027fe2e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_prefill_mma_00281c394e08_params[] = {
    {"Br", "64", 64}, {"Bc", "64", 64}, {"warps", "4", 4}, {"stages", "2", 2}, {"q", "registers", QWEN3_H200_SELECT_WORD}, {"order", "heads", QWEN3_H200_SELECT_WORD}, {"rescale", "lazy", QWEN3_H200_SELECT_WORD}, {"min_ctas", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_prefill_mma_00281c394e08 = {
    "prefill_mma", "Br=64,Bc=64,warps=4,stages=2,q=registers,order=heads,rescale=lazy,min_ctas=1",
    qwen3_h200_select_kernel_prefill_mma_00281c394e08_params, 8,
    qwen3_h200_select_program_9a3d35a04995, qwen3_h200_select_needs_7dc5cd9905f8};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_c8e703e6dd3e_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_c8e703e6dd3e = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_c8e703e6dd3e_params, 7,
    qwen3_h200_select_program_716fabaa2620, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_4d397a1bad91_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_4d397a1bad91 = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_4d397a1bad91_params, 7,
    qwen3_h200_select_program_bdb53f94f7a3, qwen3_h200_select_needs_f7dd7027fe2e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_8983c9e8dfec_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_8983c9e8dfec = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_8983c9e8dfec_params, 7,
    qwen3_h200_select_program_60052eeedd17, qwen3_h200_select_needs_282fb9b27a58};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_f1b463ade90b_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_f1b463ade90b = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_f1b463ade90b_params, 7,
    qwen3_h200_select_program_4f3c2f76cd5c, qwen3_h200_select_needs_8290052958de};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_e91b53ebe172_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_e91b53ebe172 = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=1,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_e91b53ebe172_params, 7,
    qwen3_h200_select_program_bb1cd77af231, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_e09dd8613b83_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_e09dd8613b83 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_e09dd8613b83_params, 7,
    qwen3_h200_select_program_a331f86d9ffa, qwen3_h200_select_needs_282fb9b27a58};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_f8cfb7376e69_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_f8cfb7376e69 = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_f8cfb7376e69_params, 7,
    qwen3_h200_select_program_09b72b8c07f4, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_30914d31d719_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_30914d31d719 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_30914d31d719_params, 7,
    qwen3_h200_select_program_72b371029260, qwen3_h200_select_needs_8290052958de};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_ddc9a2b786ef_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_ddc9a2b786ef = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_ddc9a2b786ef_params, 7,
    qwen3_h200_select_program_60e1de1b80e5, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_6ba6e289f5ff_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_6ba6e289f5ff = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_6ba6e289f5ff_params, 7,
    qwen3_h200_select_program_25093274c71f, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_cb907f3ad913_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_cb907f3ad913 = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_cb907f3ad913_params, 7,
    qwen3_h200_select_program_01ec386eeaf9, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_8c2d6e60ef95_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "8", 8}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_8c2d6e60ef95 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=8",
    qwen3_h200_select_kernel_decode_split_8c2d6e60ef95_params, 7,
    qwen3_h200_select_program_6ad679ab1e93, qwen3_h200_select_needs_f7dd7027fe2e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_433377d68569_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_433377d68569 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_433377d68569_params, 7,
    qwen3_h200_select_program_330fe651f38e, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_38854ba51255_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_38854ba51255 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_38854ba51255_params, 7,
    qwen3_h200_select_program_6124d9451dd2, qwen3_h200_select_needs_8290052958de};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_5c61d3a9edb6_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_5c61d3a9edb6 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_5c61d3a9edb6_params, 7,
    qwen3_h200_select_program_b0919db10992, qwen3_h200_select_needs_282fb9b27a58};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_439ee746d3aa_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_439ee746d3aa = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=1,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_439ee746d3aa_params, 7,
    qwen3_h200_select_program_98a967bbb63d, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_bd152c237b30_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_bd152c237b30 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_bd152c237b30_params, 7,
    qwen3_h200_select_program_5b885909088e, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_653878d08ac2_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_653878d08ac2 = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_653878d08ac2_params, 7,
    qwen3_h200_select_program_f9463bd923ab, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_86ce6b03e6ab_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "8", 8}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_86ce6b03e6ab = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=8",
    qwen3_h200_select_kernel_decode_split_86ce6b03e6ab_params, 7,
    qwen3_h200_select_program_c2e5a119c287, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_25020d31852c_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_25020d31852c = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_25020d31852c_params, 7,
    qwen3_h200_select_program_8c6e22192258, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_af5bb8c2048d_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_af5bb8c2048d = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_af5bb8c2048d_params, 7,
    qwen3_h200_select_program_e11c05eef7e2, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_69c046f5ca07_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "8", 8}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_69c046f5ca07 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=8",
    qwen3_h200_select_kernel_decode_split_69c046f5ca07_params, 7,
    qwen3_h200_select_program_b5ad42e09b70, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_93c587b57d02_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_93c587b57d02 = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_93c587b57d02_params, 7,
    qwen3_h200_select_program_b17671645247, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_prefill_mma_7f08f17dcda4_params[] = {
    {"Br", "64", 64}, {"Bc", "32", 32}, {"warps", "4", 4}, {"stages", "1", 1}, {"q", "registers", QWEN3_H200_SELECT_WORD}, {"order", "heads", QWEN3_H200_SELECT_WORD}, {"rescale", "lazy", QWEN3_H200_SELECT_WORD}, {"min_ctas", "3", 3}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_prefill_mma_7f08f17dcda4 = {
    "prefill_mma", "Br=64,Bc=32,warps=4,stages=1,q=registers,order=heads,rescale=lazy,min_ctas=3",
    qwen3_h200_select_kernel_prefill_mma_7f08f17dcda4_params, 8,
    qwen3_h200_select_program_6c742aa3cb32, qwen3_h200_select_needs_f3a0ae625004};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_prefill_mma_8d16078f1682_params[] = {
    {"Br", "64", 64}, {"Bc", "64", 64}, {"warps", "4", 4}, {"stages", "1", 1}, {"q", "registers", QWEN3_H200_SELECT_WORD}, {"order", "heads", QWEN3_H200_SELECT_WORD}, {"rescale", "lazy", QWEN3_H200_SELECT_WORD}, {"min_ctas", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_prefill_mma_8d16078f1682 = {
    "prefill_mma", "Br=64,Bc=64,warps=4,stages=1,q=registers,order=heads,rescale=lazy,min_ctas=1",
    qwen3_h200_select_kernel_prefill_mma_8d16078f1682_params, 8,
    qwen3_h200_select_program_1a0ef63c955b, qwen3_h200_select_needs_329a5f469d0a};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_b822a9875425_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_b822a9875425 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_b822a9875425_params, 7,
    qwen3_h200_select_program_02d3086c5c63, qwen3_h200_select_needs_33e613917ce8};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_15f208949bba_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_15f208949bba = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_15f208949bba_params, 7,
    qwen3_h200_select_program_d262838939fc, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_477a350add5f_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_477a350add5f = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_477a350add5f_params, 7,
    qwen3_h200_select_program_a8821b90f8be, qwen3_h200_select_needs_8290052958de};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_ccc68103356f_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_ccc68103356f = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=1,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_ccc68103356f_params, 7,
    qwen3_h200_select_program_c6bd556505cc, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_b94c4f646799_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "8", 8}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_b94c4f646799 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=pdl,splits=8",
    qwen3_h200_select_kernel_decode_split_b94c4f646799_params, 7,
    qwen3_h200_select_program_376f869a6ada, qwen3_h200_select_needs_33e613917ce8};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_b8ef8396670e_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_b8ef8396670e = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=pdl,splits=16",
    qwen3_h200_select_kernel_decode_split_b8ef8396670e_params, 7,
    qwen3_h200_select_program_961e35555727, qwen3_h200_select_needs_33e613917ce8};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_99e5a090fe88_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "32", 32}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_99e5a090fe88 = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=32",
    qwen3_h200_select_kernel_decode_split_99e5a090fe88_params, 7,
    qwen3_h200_select_program_7519a65760cf, qwen3_h200_select_needs_f7dd7027fe2e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_414366d42c39_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_414366d42c39 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=16",
    qwen3_h200_select_kernel_decode_split_414366d42c39_params, 7,
    qwen3_h200_select_program_bf72ab22deb8, qwen3_h200_select_needs_f7dd7027fe2e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_dd7e859241c4_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "32", 32}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_dd7e859241c4 = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=pdl,splits=32",
    qwen3_h200_select_kernel_decode_split_dd7e859241c4_params, 7,
    qwen3_h200_select_program_3ec34759157c, qwen3_h200_select_needs_f7dd7027fe2e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_96521741057a_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_96521741057a = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=16",
    qwen3_h200_select_kernel_decode_split_96521741057a_params, 7,
    qwen3_h200_select_program_b523af57f4a1, qwen3_h200_select_needs_61a09be83fe5};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_2c148835480d_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "32", 32}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_2c148835480d = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=32",
    qwen3_h200_select_kernel_decode_split_2c148835480d_params, 7,
    qwen3_h200_select_program_3d9c065394fc, qwen3_h200_select_needs_f7dd7027fe2e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_027de704daf5_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_027de704daf5 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_027de704daf5_params, 7,
    qwen3_h200_select_program_93420e497b34, qwen3_h200_select_needs_d629b34a6f6c};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_76d146266aab_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_76d146266aab = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=1,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_76d146266aab_params, 7,
    qwen3_h200_select_program_2529d4e6e9f1, qwen3_h200_select_needs_c3a30ea5b1c4};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_ddc96fa802fa_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_ddc96fa802fa = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_ddc96fa802fa_params, 7,
    qwen3_h200_select_program_ecb300800554, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_7898944b1527_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "8", 8}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_7898944b1527 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=8",
    qwen3_h200_select_kernel_decode_split_7898944b1527_params, 7,
    qwen3_h200_select_program_28cd8293ea8d, qwen3_h200_select_needs_8290052958de};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_b954d3fe857e_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_b954d3fe857e = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_b954d3fe857e_params, 7,
    qwen3_h200_select_program_52509232daba, qwen3_h200_select_needs_f92a331a8c34};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_c06a53d365eb_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_c06a53d365eb = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=16",
    qwen3_h200_select_kernel_decode_split_c06a53d365eb_params, 7,
    qwen3_h200_select_program_ea874c962647, qwen3_h200_select_needs_f7dd7027fe2e};

/* ---- winners, by device and problem ---- */

static const struct qwen3_h200_select_entry qwen3_h200_select_entries[] = {
    {{0, 0, 0, 0, 128, 128, 16, 8, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 923742.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_b445db7e2e23,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 118543.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_0e8ce91c03d6,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 238127.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_74f3ba26aadb,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 11488.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_4c7e49ba496b,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 62240.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_853d8111936b,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5280.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_2943cbb4a4fa,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 120432.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_74f3ba26aadb,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 19071.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_74f3ba26aadb,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 8065.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_957e302e365b,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 62848.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_74f3ba26aadb,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 27072.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_921a8374979c,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 2695785.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 62624.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_8dbde8f26bf2,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 10888710.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 186591.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 13008.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_921a8374979c,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 684510.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 465198.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_2dcf7b48c5d1,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 60831.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_40740022a9b6,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 119135.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_73ea3384c4a7,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 8447.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_1fd484b3a1eb,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 33424.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_5d4551cbed88,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5183.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_0f96bc502fdb,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 63776.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_2b8fee96536e,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 12559.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_01409b5de159,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 6944.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_e27ce07bc370,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 34144.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_96852b5e77e5,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 36304.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_00281c394e08,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 5430391.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 103648.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 21681537.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 365039.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 15968.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_921a8374979c,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 1362494.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 925661.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_c8e703e6dd3e,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 128, 1, 8192, 0, -1, -1, 2, 16, 0, 0}, 0, 0, 937485.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_4d397a1bad91,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=128,seqlen_q=1,seqlen_kv=8192,kv=paged,page_size=16"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 118479.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_8983c9e8dfec,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 32, 1, 4096, 0, -1, -1, 2, 64, 0, 0}, 0, 0, 120032.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_f1b463ade90b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=32,seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=64"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 235279.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_e91b53ebe172,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 11488.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_e09dd8613b83,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 61471.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_f8cfb7376e69,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 8, 1, 8192, 0, -1, -1, 2, 16, 0, 0}, 0, 0, 64640.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_c8e703e6dd3e,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=8192,kv=paged,page_size=16"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5408.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_30914d31d719,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 121024.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_ddc9a2b786ef,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 19008.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_6ba6e289f5ff,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 16384, 0, -1, -1, 2, 16, 0, 0}, 0, 0, 20096.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_cb907f3ad913,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=16384,kv=paged,page_size=16"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 8128.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_8c2d6e60ef95,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 4096, 0, -1, -1, 2, 64, 0, 0}, 0, 0, 9088.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_c8e703e6dd3e,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=64"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 62816.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_6ba6e289f5ff,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 65536, 0, -1, -1, 2, 64, 0, 0}, 0, 0, 65216.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_433377d68569,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=65536,kv=paged,page_size=64"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 36431.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_00281c394e08,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 5454260.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 104128.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 21735492.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 363935.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 16032.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_921a8374979c,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 1366909.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 927021.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_38854ba51255,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 118640.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_5c61d3a9edb6,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 235615.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_439ee746d3aa,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 10496.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_bd152c237b30,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 61567.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_653878d08ac2,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5632.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_86ce6b03e6ab,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 120976.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_25020d31852c,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 19232.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_af5bb8c2048d,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 8320.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_69c046f5ca07,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 63055.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_93c587b57d02,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 42240.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_7f08f17dcda4,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 6852419.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 134288.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 27124049.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 458623.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 17056.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_8d16078f1682,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 1701484.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 466063.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_b822a9875425,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 62240.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_15f208949bba,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 120031.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_477a350add5f,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 64, 1, 4096, 0, -1, -1, 2, 64, 0, 0}, 0, 0, 121775.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_ccc68103356f,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=64,seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=64"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 9536.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_b94c4f646799,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 34624.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_477a350add5f,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5888.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_b8ef8396670e,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 64415.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_99e5a090fe88,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 13184.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_414366d42c39,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 16384, 0, -1, -1, 2, 64, 0, 0}, 0, 0, 13888.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_dd7e859241c4,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=16384,kv=paged,page_size=64"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 7712.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_96521741057a,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 34815.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_2c148835480d,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 59296.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 10963566.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 201936.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 43390434.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 712767.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 22080.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_921a8374979c,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 2730267.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 924925.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_2dcf7b48c5d1,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 118911.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_027de704daf5,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 235215.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_76d146266aab,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 10784.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_40740022a9b6,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 62207.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_ddc96fa802fa,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5600.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_7898944b1527,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 120911.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_b954d3fe857e,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 19168.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_c06a53d365eb,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 8480.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_e27ce07bc370,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 63136.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_b954d3fe857e,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 59328.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 10999196.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 201215.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 43445086.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 710255.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 21856.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_921a8374979c,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 2726955.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_mma_637b71abea9b,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
};

/* ---- choosing ---- */

#define QWEN3_H200_SELECT_N_ENTRIES (sizeof qwen3_h200_select_entries / sizeof *qwen3_h200_select_entries)

struct qwen3_h200_select_score { /* less is better, field by field, then the earlier entry */
    int is_other_device;
    enum qwen3_h200_select_match kind;
    double distance;
    int surplus; /* properties that were not asked for, or that are missing but harmless */
    double ns;
    const struct qwen3_h200_select_entry *entry;
};

static inline int qwen3_h200_select_is_less(const struct qwen3_h200_select_score *a, const struct qwen3_h200_select_score *b)
{
    if (a->is_other_device != b->is_other_device)
        return a->is_other_device < b->is_other_device;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    if (a->distance != b->distance)
        return a->distance < b->distance;
    if (a->surplus != b->surplus)
        return a->surplus < b->surplus;
    if (a->ns != b->ns)
        return a->ns < b->ns;
    return a->entry < b->entry;
}

/* log2 to the last bit of a double: 2/ln 2 * artanh((x - 1)/(x + 1)), as a series. */
static inline double qwen3_h200_select_log2(double ratio)
{
    long double x = ratio, s, sum = 0;
    int exponent = 0, k;
    for (; x > 1.41421356L; x /= 2)
        exponent++;
    for (; x < 0.70710678L; x *= 2)
        exponent--;
    s = (x - 1) / (x + 1);
    for (k = 31; k > 0; k -= 2)
        sum = sum * s * s + 1.0L / k;
    return (double)(exponent + 2.885390081777926814719849362003784L * s * sum);
}

static inline int qwen3_h200_select_log2_up(int32_t v)
{
    int n = 0;
    while (n < 31 && ((int64_t)1 << n) < v)
        n++;
    return n;
}

static inline void qwen3_h200_select_compare_size(int32_t have, int32_t wanted, double *distance, int *same_bucket)
{
    volatile double d, square; /* each rounded to a double, whatever the compiler would fuse */
    if (have <= 0 || wanted <= 0) /* page_size of what is not paged */
        return;
    d = qwen3_h200_select_log2((double)have / wanted);
    square = d * d;
    *distance += square;
    *same_bucket &= qwen3_h200_select_log2_up(have) == qwen3_h200_select_log2_up(wanted);
}

static inline struct qwen3_h200_select_score qwen3_h200_select_score_of(const struct qwen3_h200_select_entry *entry, const struct qwen3_h200_select_problem *w,
                                        int is_other_device)
{
    const struct qwen3_h200_select_problem *e = &entry->problem;
    struct qwen3_h200_select_score s;
    int same_bucket = 1;
    s.is_other_device = is_other_device;
    s.distance = 0;
    qwen3_h200_select_compare_size(e->batch, w->batch, &s.distance, &same_bucket);
    qwen3_h200_select_compare_size(e->seqlen_q, w->seqlen_q, &s.distance, &same_bucket);
    qwen3_h200_select_compare_size(e->seqlen_kv, w->seqlen_kv, &s.distance, &same_bucket);
    qwen3_h200_select_compare_size(e->page_size, w->page_size, &s.distance, &same_bucket);
    s.surplus = (e->want_lse != w->want_lse) + (e->batch_invariant != w->batch_invariant) +
                (entry->is_uneven != 0);
    s.ns = entry->ns > 0 ? entry->ns : 1e300;
    s.entry = entry;
    if (entry->is_default)
        s.kind = QWEN3_H200_SELECT_DEFAULT;
    else if (s.distance == 0 && s.surplus == 0)
        s.kind = QWEN3_H200_SELECT_EXACT;
    else
        s.kind = same_bucket ? QWEN3_H200_SELECT_BUCKET : QWEN3_H200_SELECT_NEAREST;
    return s;
}

/* All but batch, lengths and page size must agree. An entry that is batch-invariant serves everyone. */
static inline int qwen3_h200_select_is_of_class(const struct qwen3_h200_select_problem *e, const struct qwen3_h200_select_problem *w)
{
    return e->op == w->op && e->dtype == w->dtype && e->kv_dtype == w->kv_dtype &&
           e->o_dtype == w->o_dtype && e->head_dim == w->head_dim &&
           e->head_dim_v == w->head_dim_v && e->q_heads == w->q_heads &&
           e->kv_heads == w->kv_heads && e->mask == w->mask && e->window_left == w->window_left &&
           e->window_right == w->window_right && e->kv == w->kv &&
           (e->seqlen_q == 1) == (w->seqlen_q == 1) &&
           (e->batch_invariant || !w->batch_invariant);
}

/* 0 the queried device, 1 another that its code runs on, -1 one that is of no use here. */
static inline int qwen3_h200_select_device_rank(const struct qwen3_h200_select_device *d, const struct qwen3_h200_select_device *queried, int allow)
{
    const char *a = d->name, *b = queried->name;
    if (d->cc != queried->cc)
        return -1;
    while (*a && *a == *b) {
        a++;
        b++;
    }
    if (*a == *b && d->sms == queried->sms)
        return 0;
    return allow & QWEN3_H200_SELECT_ALLOW_OTHER_DEVICE ? 1 : -1;
}

static inline int qwen3_h200_select_is_within(int32_t v, int32_t least, int32_t most)
{
    return v >= least && v <= most;
}

static inline int qwen3_h200_select_is_valid(const struct qwen3_h200_select_problem *p)
{
    return qwen3_h200_select_is_within(p->op, QWEN3_H200_SELECT_FWD, QWEN3_H200_SELECT_BWD) && qwen3_h200_select_is_within(p->dtype, QWEN3_H200_SELECT_BF16, QWEN3_H200_SELECT_E5M2) &&
           qwen3_h200_select_is_within(p->kv_dtype, QWEN3_H200_SELECT_BF16, QWEN3_H200_SELECT_E5M2) && qwen3_h200_select_is_within(p->o_dtype, QWEN3_H200_SELECT_BF16, QWEN3_H200_SELECT_E5M2) &&
           qwen3_h200_select_is_within(p->mask, QWEN3_H200_SELECT_NO_MASK, QWEN3_H200_SELECT_CAUSAL) && qwen3_h200_select_is_within(p->kv, QWEN3_H200_SELECT_STRIDED, QWEN3_H200_SELECT_PAGED) &&
           qwen3_h200_select_is_within(p->want_lse, 0, 1) && qwen3_h200_select_is_within(p->batch_invariant, 0, 1) &&
           qwen3_h200_select_is_within(p->head_dim, 1, 4096) && qwen3_h200_select_is_within(p->head_dim_v, 1, 4096) &&
           qwen3_h200_select_is_within(p->q_heads, 1, 65535) && qwen3_h200_select_is_within(p->kv_heads, 1, 65535) &&
           qwen3_h200_select_is_within(p->batch, 1, 1 << 24) && qwen3_h200_select_is_within(p->seqlen_q, 1, 1 << 30) &&
           qwen3_h200_select_is_within(p->seqlen_kv, 1, 1 << 30) && qwen3_h200_select_is_within(p->window_left, -1, 1 << 30) &&
           qwen3_h200_select_is_within(p->window_right, -1, 1 << 30) && p->q_heads % p->kv_heads == 0 &&
           (p->kv == QWEN3_H200_SELECT_PAGED ? qwen3_h200_select_is_within(p->page_size, 1, 1 << 20) : p->page_size == 0);
}

/* Problems that ask for the same computation become equal. */
static inline void qwen3_h200_select_normalise(struct qwen3_h200_select_problem *p)
{
    p->want_lse = p->want_lse && p->op == QWEN3_H200_SELECT_FWD;
    if (p->window_right == 0)
        p->mask = QWEN3_H200_SELECT_CAUSAL;
    if (p->window_left >= p->seqlen_kv - 1)
        p->window_left = -1;
    if (p->window_right >= p->seqlen_q - 1 || p->mask == QWEN3_H200_SELECT_CAUSAL)
        p->window_right = -1;
    if (p->seqlen_q == 1)
        p->mask = QWEN3_H200_SELECT_NO_MASK;
}

/* A call may give the lengths of its sequences or not; one of both will do. */
static inline int qwen3_h200_select_is_right(const struct qwen3_h200_select_entry *entry, const struct qwen3_h200_select_problem *p,
                             const struct qwen3_h200_select_device *device)
{
    const struct qwen3_h200_select_device *d = entry->device;
    struct qwen3_h200_select_vars v;
    if (!entry->kernel->needs)
        return 1;
    v.p_batch = p->batch;
    v.p_q_heads = p->q_heads;
    v.p_kv_heads = p->kv_heads;
    v.p_seqlen_q = p->seqlen_q;
    v.p_seqlen_kv = p->seqlen_kv;
    v.p_page_size = p->page_size;
    v.p_window_left = p->window_left;
    v.p_window_right = p->window_right;
    v.p_want_lse = p->want_lse;
    v.p_batch_invariant = p->batch_invariant;
    v.d_sms = device->sms;
    v.d_cc = device->cc;
    v.d_l2_bytes = device->l2_bytes > 0 ? device->l2_bytes : d->l2_bytes;
    v.d_smem_per_sm = device->smem_per_sm > 0 ? device->smem_per_sm : d->smem_per_sm;
    v.d_smem_per_cta = device->smem_per_cta > 0 ? device->smem_per_cta : d->smem_per_cta;
    for (v.p_has_lengths = 0; v.p_has_lengths < 2; v.p_has_lengths++)
        if (entry->kernel->needs(&v))
            return 1;
    return 0;
}

/* ---- what you call ---- */

/* Forward, bf16, one query token, no mask and no window, strided. */
static inline void qwen3_h200_select_problem_init(struct qwen3_h200_select_problem *p, int32_t q_heads, int32_t kv_heads,
                                  int32_t head_dim, int32_t batch, int32_t seqlen_kv)
{
    p->op = QWEN3_H200_SELECT_FWD;
    p->dtype = p->kv_dtype = p->o_dtype = QWEN3_H200_SELECT_BF16;
    p->head_dim = p->head_dim_v = head_dim;
    p->q_heads = q_heads;
    p->kv_heads = kv_heads;
    p->batch = batch;
    p->seqlen_q = 1;
    p->seqlen_kv = seqlen_kv;
    p->mask = QWEN3_H200_SELECT_NO_MASK;
    p->window_left = p->window_right = -1;
    p->kv = QWEN3_H200_SELECT_STRIDED;
    p->page_size = p->want_lse = p->batch_invariant = 0;
}

/* The entry for a problem on a device, and in *how (may be NULL) how it was matched; NULL when none
 * serves it. allow: QWEN3_H200_SELECT_ALLOW_ flags; without NEAREST only entries of the same batch, lengths and page size. */
static inline const struct qwen3_h200_select_entry *qwen3_h200_select(const struct qwen3_h200_select_problem *problem, const struct qwen3_h200_select_device *device,
                                      int allow, enum qwen3_h200_select_match *how)
{
    struct qwen3_h200_select_problem wanted = *problem;
    struct qwen3_h200_select_score last, best, s;
    int n_tried = 0;
    if (how)
        *how = QWEN3_H200_SELECT_NONE;
    if (!qwen3_h200_select_is_valid(&wanted))
        return NULL;
    qwen3_h200_select_normalise(&wanted);
    last = best = qwen3_h200_select_score_of(&qwen3_h200_select_entries[0], &wanted, 0);
    for (;;) { /* the order is total: the next is the least that is greater than the last */
        int found = 0;
        size_t i;
        for (i = 0; i < QWEN3_H200_SELECT_N_ENTRIES; i++) {
            const struct qwen3_h200_select_entry *e = &qwen3_h200_select_entries[i];
            int rank = qwen3_h200_select_device_rank(e->device, device, allow);
            if (rank < 0 || !qwen3_h200_select_is_of_class(&e->problem, &wanted))
                continue;
            s = qwen3_h200_select_score_of(e, &wanted, rank);
            if ((n_tried == 0 || qwen3_h200_select_is_less(&last, &s)) && (!found || qwen3_h200_select_is_less(&s, &best))) {
                best = s;
                found = 1;
            }
        }
        if (!found)
            return NULL;
        if ((allow & QWEN3_H200_SELECT_ALLOW_NEAREST || best.distance == 0) &&
            qwen3_h200_select_is_right(best.entry, &wanted, device)) {
            if (how)
                *how = best.kind;
            return best.entry;
        }
        last = best;
        n_tried++;
    }
}

/* A parameter of the entry's config; `otherwise` where there is none of that name. */
static inline int32_t qwen3_h200_select_value(const struct qwen3_h200_select_entry *entry, const char *name, int32_t otherwise)
{
    size_t i;
    for (i = 0; i < entry->kernel->n_params; i++) {
        const char *a = entry->kernel->params[i].name, *b = name;
        while (*a && *a == *b) {
            a++;
            b++;
        }
        if (*a == *b)
            return entry->kernel->params[i].value;
    }
    return otherwise;
}

#endif
