/* The fastest known attention kernels, and a function that chooses one for a problem
 *
 * Written by fatune 0.1.0 (8e803a5). Every figure is a measurement and belongs to nobody: use this
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

static int qwen3_h200_select_needs_75d1257dddef(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (131072 <= v->d_smem_per_cta);
}
static int qwen3_h200_select_needs_9a8a2cfbd406(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (65536 <= v->d_smem_per_cta);
}
static int qwen3_h200_select_needs_ac9863f23f8e(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (131072 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}
static int qwen3_h200_select_needs_fce0457925f1(const struct qwen3_h200_select_vars *v)
{
    return ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (v->p_batch < 65536) &&
           (126464 <= v->d_smem_per_cta) &&
           (qwen3_h200_select_op('c', v->p_seqlen_q, 64) < 65536);
}
static int qwen3_h200_select_needs_462bdf6acdd3(const struct qwen3_h200_select_vars *v)
{
    return ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (v->p_batch < 65536) &&
           (75264 <= v->d_smem_per_cta) &&
           (qwen3_h200_select_op('c', v->p_seqlen_q, 64) < 65536);
}
static int qwen3_h200_select_needs_6fbff53e75f1(const struct qwen3_h200_select_vars *v)
{
    return ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (v->p_batch < 65536) &&
           (92672 <= v->d_smem_per_cta) &&
           (qwen3_h200_select_op('c', v->p_seqlen_q, 64) < 65536);
}
static int qwen3_h200_select_needs_e7a4711fd553(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (196608 <= v->d_smem_per_cta);
}
static int qwen3_h200_select_needs_605c7d830654(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (98304 <= v->d_smem_per_cta);
}
static int qwen3_h200_select_needs_98c02eef67c5(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (65536 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}
static int qwen3_h200_select_needs_d308e42f9e57(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (32768 <= v->d_smem_per_cta);
}
static int qwen3_h200_select_needs_db6ed9a8fb54(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (32768 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}
static int qwen3_h200_select_needs_6d67e54ebffe(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (33280 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}
static int qwen3_h200_select_needs_3a6ae68abcca(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (66560 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}
static int qwen3_h200_select_needs_c1fbd6388a3a(const struct qwen3_h200_select_vars *v)
{
    return (v->p_seqlen_q == 1) &&
           ((v->p_window_left == -1) && (v->p_window_right == -1)) &&
           (98304 <= v->d_smem_per_cta) &&
           ((0 != 0) || (v->d_cc >= 90));
}

/* ---- how kernels are launched ---- */

static const char *const qwen3_h200_select_program_68b6e4930149[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_10e61fa70380[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_2330a930ffe0[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_ddb6e385fc22[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_77254c7ac86e[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_c6260510ac8e[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_bdcc122623c0[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_1739eed262e7[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 2 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_a095717eef10[] = {
    "args 544",
    "kernel prefill_wmma when=1 grid=p.q_heads,p.seqlen_q 64 ceil_div,p.batch block=128,1,1 cluster=1,1,1 smem=126464 pdl=0",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need p.batch 65536 <",
    "need 126464 d.smem_per_cta <=",
    "need p.seqlen_q 64 ceil_div 65536 <",
    NULL};
static const char *const qwen3_h200_select_program_598e33acb004[] = {
    "args 544",
    "kernel prefill_wmma when=1 grid=p.q_heads,p.seqlen_q 64 ceil_div,p.batch block=128,1,1 cluster=1,1,1 smem=75264 pdl=0",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need p.batch 65536 <",
    "need 75264 d.smem_per_cta <=",
    "need p.seqlen_q 64 ceil_div 65536 <",
    NULL};
static const char *const qwen3_h200_select_program_cc657af36ea2[] = {
    "args 544",
    "kernel prefill_wmma when=1 grid=p.q_heads,p.seqlen_q 64 ceil_div,p.batch block=128,1,1 cluster=1,1,1 smem=92672 pdl=0",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need p.batch 65536 <",
    "need 92672 d.smem_per_cta <=",
    "need p.seqlen_q 64 ceil_div 65536 <",
    NULL};
static const char *const qwen3_h200_select_program_dda9eb910c93[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_2121ec1a9cf0[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=196608 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 196608 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_e607337e5280[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=98304 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 98304 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_c1a28379b8fc[] = {
    "args 544",
    "pass p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_a498f0bf4374[] = {
    "args 544",
    "pass p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_56f60a6621d8[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_c6d907be1872[] = {
    "args 544",
    "pass p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_2df047600a32[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_3fc4df123ddf[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_70ad482318ff[] = {
    "args 544",
    "pass p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_d3d73b830e77[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_db3d9bad68d5[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 256 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_7de0e91bee41[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=32768 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 32768 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_306478885ba3[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_d2e996eea36a[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_79e38d47c186[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_888726b551bf[] = {
    "args 544",
    "pass p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 2 1 2 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_8a2ff8a69838[] = {
    "args 544",
    "pass p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_1c9e698ea0e1[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_a5ea7ae57baf[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_0a35f3ecb0fa[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_3f383a6862c3[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 4 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_da4a9db0df0f[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_c3f0c4114995[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=32768 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 32768 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_fd8f98767eb6[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_4f5f5f6c528b[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_440d7593685d[] = {
    "args 544",
    "pass p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=196608 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 196608 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_ffd541604ad8[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_c4fa1dafff3e[] = {
    "args 544",
    "pass p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 5 * p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 8 1 8 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_e05e83471ddb[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=33280 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 2 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 33280 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_5a4cde8930b9[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=196608 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 196608 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_f192337c2ca0[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_a43fe1f33877[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_b25ff5768345[] = {
    "args 544",
    "pass p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=p.batch_invariant 4 1 4 p.seqlen_kv 64 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_99ca5409c77e[] = {
    "args 544",
    "pass p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=66560 pdl=0",
    "kernel decode_combine when=p.batch_invariant 4 1 4 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 66560 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_051c8a76ebac[] = {
    "args 544",
    "pass p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 32 1 32 p.seqlen_kv 256 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_1bcb35ba5211[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=98304 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 98304 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_875ef9441309[] = {
    "args 544",
    "pass p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_c44b6d45d576[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=66560 pdl=0",
    "kernel decode_combine when=p.batch_invariant 16 1 16 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 66560 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_d53c72ec0ff8[] = {
    "args 544",
    "pass p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 16 * p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant 32 1 32 p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_e47cd7120fbb[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=0",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 128 ceil_div min max ? 1 > 1 && grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=1",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    "need 0 d.cc 90 >= ||",
    NULL};
static const char *const qwen3_h200_select_program_de4021bde6bd[] = {
    "args 544",
    "pass p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? 1 p.batch_invariant 8 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 8 < 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 1 b.ctas_per_sm 1 min d.sms * p.batch p.kv_heads * / max 2 / 2 * ? ? p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_0dc07effd0d0[] = {
    "args 544",
    "pass p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 1 1 1 p.seqlen_kv 64 ceil_div min max ?,p.kv_heads,p.batch block=128,1,1 cluster=1,1,1 smem=65536 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 65536 d.smem_per_cta <=",
    NULL};
static const char *const qwen3_h200_select_program_d14d2b7a2024[] = {
    "args 544",
    "pass p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?",
    "workspace o_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 128 * 0 ?",
    "workspace lse_partial zeroed=never bytes=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > 4 p.batch p.kv_heads * * 8 * p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? * 0 ?",
    "workspace arrived zeroed=once bytes=1 p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ? 1 > && 4 p.batch p.kv_heads * * 0 ?",
    "kernel decode_split when=1 grid=p.batch_invariant 16 1 16 p.seqlen_kv 256 ceil_div min max ?,p.kv_heads,p.batch block=256,1,1 cluster=1,1,1 smem=131072 pdl=0",
    "kernel decode_combine when=0 grid=p.q_heads,p.batch,1 block=128,1,1 cluster=1,1,1 smem=2560 pdl=0",
    "need p.seqlen_q 1 ==",
    "need p.window_left -1 == p.window_right -1 == &&",
    "need 131072 d.smem_per_cta <=",
    NULL};

/* ---- kernels ---- */

static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_40e940cf05cb_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_40e940cf05cb = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=8,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_40e940cf05cb_params, 7,
    qwen3_h200_select_program_68b6e4930149, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_9f46cb6be7ab_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_9f46cb6be7ab = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=8,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_9f46cb6be7ab_params, 7,
    qwen3_h200_select_program_10e61fa70380, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_331e358cc5e0_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_331e358cc5e0 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_331e358cc5e0_params, 7,
    qwen3_h200_select_program_2330a930ffe0, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_7c115fbfcbb8_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_7c115fbfcbb8 = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_7c115fbfcbb8_params, 7,
    qwen3_h200_select_program_ddb6e385fc22, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_d48e9612b6d4_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_d48e9612b6d4 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_d48e9612b6d4_params, 7,
    qwen3_h200_select_program_77254c7ac86e, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_f6ac292e91c4_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_f6ac292e91c4 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=8,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_f6ac292e91c4_params, 7,
    qwen3_h200_select_program_c6260510ac8e, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_1a867fe4bfe8_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_1a867fe4bfe8 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_1a867fe4bfe8_params, 7,
    qwen3_h200_select_program_bdcc122623c0, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_c36dd349ccaa_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "8", 8}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_c36dd349ccaa = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=8,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_c36dd349ccaa_params, 7,
    qwen3_h200_select_program_1739eed262e7, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_prefill_wmma_70fa412964b4_params[] = {
    {"Bc", "128", 128}, {"warps", "4", 4}, {"kv_owner", "cta", QWEN3_H200_SELECT_WORD}, {"load", "vec16", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"q", "fragment", QWEN3_H200_SELECT_WORD}, {"softmax_lanes", "32", 32}, {"p_tile", "scores", QWEN3_H200_SELECT_WORD}, {"acc", "fragment", QWEN3_H200_SELECT_WORD}, {"pad", "8", 8}, {"skip_masked", "1", 1}, {"min_ctas", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_prefill_wmma_70fa412964b4 = {
    "prefill_wmma", "Bc=128,warps=4,kv_owner=cta,load=vec16,stages=2,q=fragment,softmax_lanes=32,p_tile=scores,acc=fragment,pad=8,skip_masked=1,min_ctas=1",
    qwen3_h200_select_kernel_prefill_wmma_70fa412964b4_params, 12,
    qwen3_h200_select_program_a095717eef10, qwen3_h200_select_needs_fce0457925f1};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad_params[] = {
    {"Bc", "64", 64}, {"warps", "4", 4}, {"kv_owner", "cta", QWEN3_H200_SELECT_WORD}, {"load", "vec16", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"q", "smem", QWEN3_H200_SELECT_WORD}, {"softmax_lanes", "32", 32}, {"p_tile", "scores", QWEN3_H200_SELECT_WORD}, {"acc", "fragment", QWEN3_H200_SELECT_WORD}, {"pad", "8", 8}, {"skip_masked", "1", 1}, {"min_ctas", "3", 3}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad = {
    "prefill_wmma", "Bc=64,warps=4,kv_owner=cta,load=vec16,stages=2,q=smem,softmax_lanes=32,p_tile=scores,acc=fragment,pad=8,skip_masked=1,min_ctas=3",
    qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad_params, 12,
    qwen3_h200_select_program_598e33acb004, qwen3_h200_select_needs_462bdf6acdd3};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_prefill_wmma_94ebcc9cf365_params[] = {
    {"Bc", "64", 64}, {"warps", "4", 4}, {"kv_owner", "cta", QWEN3_H200_SELECT_WORD}, {"load", "vec16", QWEN3_H200_SELECT_WORD}, {"stages", "3", 3}, {"q", "fragment", QWEN3_H200_SELECT_WORD}, {"softmax_lanes", "32", 32}, {"p_tile", "scores", QWEN3_H200_SELECT_WORD}, {"acc", "fragment", QWEN3_H200_SELECT_WORD}, {"pad", "8", 8}, {"skip_masked", "1", 1}, {"min_ctas", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_prefill_wmma_94ebcc9cf365 = {
    "prefill_wmma", "Bc=64,warps=4,kv_owner=cta,load=vec16,stages=3,q=fragment,softmax_lanes=32,p_tile=scores,acc=fragment,pad=8,skip_masked=1,min_ctas=1",
    qwen3_h200_select_kernel_prefill_wmma_94ebcc9cf365_params, 12,
    qwen3_h200_select_program_cc657af36ea2, qwen3_h200_select_needs_6fbff53e75f1};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_7364538e3b2c_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_7364538e3b2c = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=8,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_7364538e3b2c_params, 7,
    qwen3_h200_select_program_dda9eb910c93, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_87f3ec0bf9f3_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "3", 3}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_87f3ec0bf9f3 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=3,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_87f3ec0bf9f3_params, 7,
    qwen3_h200_select_program_2121ec1a9cf0, qwen3_h200_select_needs_e7a4711fd553};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_c47575bb0e16_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "3", 3}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_c47575bb0e16 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=3,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_c47575bb0e16_params, 7,
    qwen3_h200_select_program_e607337e5280, qwen3_h200_select_needs_605c7d830654};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_289530773341_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "4", 4}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_289530773341 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=4",
    qwen3_h200_select_kernel_decode_split_289530773341_params, 7,
    qwen3_h200_select_program_c1a28379b8fc, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_f5cf94d0f814_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "4", 4}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_f5cf94d0f814 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=4",
    qwen3_h200_select_kernel_decode_split_f5cf94d0f814_params, 7,
    qwen3_h200_select_program_a498f0bf4374, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_dca7831e057f_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_dca7831e057f = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_dca7831e057f_params, 7,
    qwen3_h200_select_program_56f60a6621d8, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_a593f8c61ba0_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "32", 32}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_a593f8c61ba0 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=32",
    qwen3_h200_select_kernel_decode_split_a593f8c61ba0_params, 7,
    qwen3_h200_select_program_c6d907be1872, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_42d75c018eb5_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_42d75c018eb5 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_42d75c018eb5_params, 7,
    qwen3_h200_select_program_2df047600a32, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_275d31ea3f2d_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_275d31ea3f2d = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=16",
    qwen3_h200_select_kernel_decode_split_275d31ea3f2d_params, 7,
    qwen3_h200_select_program_3fc4df123ddf, qwen3_h200_select_needs_98c02eef67c5};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_096569f35afc_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "32", 32}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_096569f35afc = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=32",
    qwen3_h200_select_kernel_decode_split_096569f35afc_params, 7,
    qwen3_h200_select_program_70ad482318ff, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_prefill_wmma_34e3b5fe2d9c_params[] = {
    {"Bc", "64", 64}, {"warps", "4", 4}, {"kv_owner", "cta", QWEN3_H200_SELECT_WORD}, {"load", "vec16", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"q", "fragment", QWEN3_H200_SELECT_WORD}, {"softmax_lanes", "32", 32}, {"p_tile", "scores", QWEN3_H200_SELECT_WORD}, {"acc", "fragment", QWEN3_H200_SELECT_WORD}, {"pad", "8", 8}, {"skip_masked", "1", 1}, {"min_ctas", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_prefill_wmma_34e3b5fe2d9c = {
    "prefill_wmma", "Bc=64,warps=4,kv_owner=cta,load=vec16,stages=2,q=fragment,softmax_lanes=32,p_tile=scores,acc=fragment,pad=8,skip_masked=1,min_ctas=1",
    qwen3_h200_select_kernel_prefill_wmma_34e3b5fe2d9c_params, 12,
    qwen3_h200_select_program_598e33acb004, qwen3_h200_select_needs_462bdf6acdd3};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_b441e594c7ac_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_b441e594c7ac = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=8,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_b441e594c7ac_params, 7,
    qwen3_h200_select_program_d3d73b830e77, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_f7cd07fe3309_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_f7cd07fe3309 = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_f7cd07fe3309_params, 7,
    qwen3_h200_select_program_db3d9bad68d5, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_424f19fe95f7_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_424f19fe95f7 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_424f19fe95f7_params, 7,
    qwen3_h200_select_program_7de0e91bee41, qwen3_h200_select_needs_d308e42f9e57};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_720068cc6cb1_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_720068cc6cb1 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=8,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_720068cc6cb1_params, 7,
    qwen3_h200_select_program_306478885ba3, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_2af6cf1af1df_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_2af6cf1af1df = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_2af6cf1af1df_params, 7,
    qwen3_h200_select_program_d2e996eea36a, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_f6f0846bcc30_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_f6f0846bcc30 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=8,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_f6f0846bcc30_params, 7,
    qwen3_h200_select_program_79e38d47c186, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_8dce41f5cea9_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "2", 2}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_8dce41f5cea9 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=2",
    qwen3_h200_select_kernel_decode_split_8dce41f5cea9_params, 7,
    qwen3_h200_select_program_888726b551bf, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_2fbadf91fed8_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "8", 8}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_2fbadf91fed8 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=8",
    qwen3_h200_select_kernel_decode_split_2fbadf91fed8_params, 7,
    qwen3_h200_select_program_8a2ff8a69838, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_17da4b3924bc_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_17da4b3924bc = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=8,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_17da4b3924bc_params, 7,
    qwen3_h200_select_program_1c9e698ea0e1, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_a84d7b46933c_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_a84d7b46933c = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_a84d7b46933c_params, 7,
    qwen3_h200_select_program_a5ea7ae57baf, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_9f6f78d741c4_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_9f6f78d741c4 = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=16",
    qwen3_h200_select_kernel_decode_split_9f6f78d741c4_params, 7,
    qwen3_h200_select_program_0a35f3ecb0fa, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_5573ce8a8862_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_5573ce8a8862 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_5573ce8a8862_params, 7,
    qwen3_h200_select_program_79e38d47c186, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_e429e5ea7488_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_e429e5ea7488 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=16",
    qwen3_h200_select_kernel_decode_split_e429e5ea7488_params, 7,
    qwen3_h200_select_program_3f383a6862c3, qwen3_h200_select_needs_98c02eef67c5};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_0d2c35f355cc_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_0d2c35f355cc = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_0d2c35f355cc_params, 7,
    qwen3_h200_select_program_d3d73b830e77, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_a588095b908e_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_a588095b908e = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=8,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_a588095b908e_params, 7,
    qwen3_h200_select_program_da4a9db0df0f, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_c884c160748c_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_c884c160748c = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_c884c160748c_params, 7,
    qwen3_h200_select_program_c3f0c4114995, qwen3_h200_select_needs_db6ed9a8fb54};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_8f144cae22da_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_8f144cae22da = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=8,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_8f144cae22da_params, 7,
    qwen3_h200_select_program_fd8f98767eb6, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_2ef0587ad0c0_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_2ef0587ad0c0 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_2ef0587ad0c0_params, 7,
    qwen3_h200_select_program_da4a9db0df0f, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_f3661df593b7_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_f3661df593b7 = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_f3661df593b7_params, 7,
    qwen3_h200_select_program_4f5f5f6c528b, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_f5c9977f6376_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "3", 3}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "8", 8}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_f5c9977f6376 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=3,vec=16,combine=last_cta,splits=8",
    qwen3_h200_select_kernel_decode_split_f5c9977f6376_params, 7,
    qwen3_h200_select_program_440d7593685d, qwen3_h200_select_needs_e7a4711fd553};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_91d6f57e6453_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_91d6f57e6453 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=8,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_91d6f57e6453_params, 7,
    qwen3_h200_select_program_ffd541604ad8, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_58326f5e1bd3_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_58326f5e1bd3 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_58326f5e1bd3_params, 7,
    qwen3_h200_select_program_ffd541604ad8, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_abcf1007bbbf_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "8", 8}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_abcf1007bbbf = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=8",
    qwen3_h200_select_kernel_decode_split_abcf1007bbbf_params, 7,
    qwen3_h200_select_program_c4fa1dafff3e, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_7ffc52cb9094_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_7ffc52cb9094 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_7ffc52cb9094_params, 7,
    qwen3_h200_select_program_e05e83471ddb, qwen3_h200_select_needs_6d67e54ebffe};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_894623774fad_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "3", 3}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_894623774fad = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=3,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_894623774fad_params, 7,
    qwen3_h200_select_program_5a4cde8930b9, qwen3_h200_select_needs_e7a4711fd553};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_19a05aa7401a_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_19a05aa7401a = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=16,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_19a05aa7401a_params, 7,
    qwen3_h200_select_program_f192337c2ca0, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_7a53a80a1332_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_7a53a80a1332 = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=1,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_7a53a80a1332_params, 7,
    qwen3_h200_select_program_a43fe1f33877, qwen3_h200_select_needs_98c02eef67c5};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_4816956b3b92_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "4", 4}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_4816956b3b92 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=16,combine=pdl,splits=4",
    qwen3_h200_select_kernel_decode_split_4816956b3b92_params, 7,
    qwen3_h200_select_program_b25ff5768345, qwen3_h200_select_needs_98c02eef67c5};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_ee633fba4229_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "4", 4}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_ee633fba4229 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=4",
    qwen3_h200_select_kernel_decode_split_ee633fba4229_params, 7,
    qwen3_h200_select_program_99ca5409c77e, qwen3_h200_select_needs_3a6ae68abcca};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_4bc03f91d30f_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "32", 32}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_4bc03f91d30f = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=32",
    qwen3_h200_select_kernel_decode_split_4bc03f91d30f_params, 7,
    qwen3_h200_select_program_051c8a76ebac, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_63f61a1b91fe_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "3", 3}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_63f61a1b91fe = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=3,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_63f61a1b91fe_params, 7,
    qwen3_h200_select_program_1bcb35ba5211, qwen3_h200_select_needs_c1fbd6388a3a};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_abbe043155dd_params[] = {
    {"Bc", "32", 32}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "32", 32}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_abbe043155dd = {
    "decode_split", "Bc=32,warps=4,load=cp_async,stages=2,vec=16,combine=pdl,splits=32",
    qwen3_h200_select_kernel_decode_split_abbe043155dd_params, 7,
    qwen3_h200_select_program_875ef9441309, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_432431ffdd67_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_432431ffdd67 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=1,vec=16,combine=pdl,splits=16",
    qwen3_h200_select_kernel_decode_split_432431ffdd67_params, 7,
    qwen3_h200_select_program_c44b6d45d576, qwen3_h200_select_needs_3a6ae68abcca};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_bce0a32b115c_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "32", 32}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_bce0a32b115c = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=32",
    qwen3_h200_select_kernel_decode_split_bce0a32b115c_params, 7,
    qwen3_h200_select_program_d53c72ec0ff8, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_80a071a132e4_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_80a071a132e4 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=8,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_80a071a132e4_params, 7,
    qwen3_h200_select_program_e47cd7120fbb, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_ee9fbe78be02_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_ee9fbe78be02 = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=8,combine=last_cta,splits=auto",
    qwen3_h200_select_kernel_decode_split_ee9fbe78be02_params, 7,
    qwen3_h200_select_program_de4021bde6bd, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_53317b45785f_params[] = {
    {"Bc", "16", 16}, {"warps", "4", 4}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_53317b45785f = {
    "decode_split", "Bc=16,warps=4,load=cp_async,stages=2,vec=8,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_53317b45785f_params, 7,
    qwen3_h200_select_program_0dc07effd0d0, qwen3_h200_select_needs_9a8a2cfbd406};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_c1c04feb91f3_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "1", 1}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_c1c04feb91f3 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=last_cta,splits=1",
    qwen3_h200_select_kernel_decode_split_c1c04feb91f3_params, 7,
    qwen3_h200_select_program_dda9eb910c93, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_e172386f4606_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "16", 16}, {"combine", "pdl", QWEN3_H200_SELECT_WORD}, {"splits", "auto", QWEN3_H200_SELECT_WORD}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_e172386f4606 = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=16,combine=pdl,splits=auto",
    qwen3_h200_select_kernel_decode_split_e172386f4606_params, 7,
    qwen3_h200_select_program_e47cd7120fbb, qwen3_h200_select_needs_ac9863f23f8e};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_9e1adcfed24e_params[] = {
    {"Bc", "16", 16}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "2", 2}, {"vec", "8", 8}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_9e1adcfed24e = {
    "decode_split", "Bc=16,warps=8,load=cp_async,stages=2,vec=8,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_9e1adcfed24e_params, 7,
    qwen3_h200_select_program_2df047600a32, qwen3_h200_select_needs_75d1257dddef};
static const struct qwen3_h200_select_param qwen3_h200_select_kernel_decode_split_44e677ee47dd_params[] = {
    {"Bc", "32", 32}, {"warps", "8", 8}, {"load", "cp_async", QWEN3_H200_SELECT_WORD}, {"stages", "1", 1}, {"vec", "16", 16}, {"combine", "last_cta", QWEN3_H200_SELECT_WORD}, {"splits", "16", 16}};
static const struct qwen3_h200_select_kernel qwen3_h200_select_kernel_decode_split_44e677ee47dd = {
    "decode_split", "Bc=32,warps=8,load=cp_async,stages=1,vec=16,combine=last_cta,splits=16",
    qwen3_h200_select_kernel_decode_split_44e677ee47dd_params, 7,
    qwen3_h200_select_program_d14d2b7a2024, qwen3_h200_select_needs_75d1257dddef};

/* ---- winners, by device and problem ---- */

static const struct qwen3_h200_select_entry qwen3_h200_select_entries[] = {
    {{0, 0, 0, 0, 128, 128, 16, 8, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 938527.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_40e940cf05cb,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 120832.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_9f46cb6be7ab,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 237791.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_9f46cb6be7ab,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 10432.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_331e358cc5e0,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 61840.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_7c115fbfcbb8,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5296.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_d48e9612b6d4,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 122080.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_f6ac292e91c4,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 19088.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_1a867fe4bfe8,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 8111.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_1a867fe4bfe8,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 62879.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_c36dd349ccaa,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 36736.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_70fa412964b4,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 4781546.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 90384.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_94ebcc9cf365,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 19366065.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 327663.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_94ebcc9cf365,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 17312.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_70fa412964b4,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 16, 8, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 1226638.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 474191.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_7364538e3b2c,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 62208.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_87f3ec0bf9f3,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 121231.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_c47575bb0e16,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 8415.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_289530773341,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 33760.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_f5cf94d0f814,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5120.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_dca7831e057f,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 64544.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_a593f8c61ba0,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 12480.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_42d75c018eb5,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 6848.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_275d31ea3f2d,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 34560.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_096569f35afc,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 51552.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_34e3b5fe2d9c,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 9701531.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 177184.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 38303292.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 631471.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 22480.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_34e3b5fe2d9c,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 4, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 2412607.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 939551.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_b441e594c7ac,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 128, 1, 8192, 0, -1, -1, 2, 16, 0, 0}, 0, 0, 958991.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_f7cd07fe3309,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=128,seqlen_q=1,seqlen_kv=8192,kv=paged,page_size=16"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 120335.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_424f19fe95f7,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 32, 1, 4096, 0, -1, -1, 2, 64, 0, 0}, 0, 0, 122896.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_424f19fe95f7,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=32,seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=64"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 238399.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_720068cc6cb1,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 10368.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_2af6cf1af1df,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 62336.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_f6f0846bcc30,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 8, 1, 8192, 0, -1, -1, 2, 16, 0, 0}, 0, 0, 65823.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_8dce41f5cea9,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=8192,kv=paged,page_size=16"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5327.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_2fbadf91fed8,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 122495.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_17da4b3924bc,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 19120.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_a84d7b46933c,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 16384, 0, -1, -1, 2, 16, 0, 0}, 0, 0, 20592.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_9f6f78d741c4,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=16384,kv=paged,page_size=16"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 8160.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_5573ce8a8862,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 4096, 0, -1, -1, 2, 64, 0, 0}, 0, 0, 9135.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_e429e5ea7488,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=64"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 63504.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_0d2c35f355cc,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1, 65536, 0, -1, -1, 2, 64, 0, 0}, 0, 0, 65488.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_9f6f78d741c4,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=65536,kv=paged,page_size=64"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 51536.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_34e3b5fe2d9c,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 9696201.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 176400.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 38692171.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 631312.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 22016.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_34e3b5fe2d9c,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 32, 8, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 2421035.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 940655.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_a588095b908e,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 120784.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_c884c160748c,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 238767.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_8f144cae22da,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 10528.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_2ef0587ad0c0,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 61647.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_f3661df593b7,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5584.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_f5c9977f6376,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 122320.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_91d6f57e6453,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 19375.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_58326f5e1bd3,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 8320.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_abcf1007bbbf,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 63648.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_58326f5e1bd3,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 61792.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 12125433.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 211664.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 48230409.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 781087.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 23392.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_34e3b5fe2d9c,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 40, 8, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 3017485.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=40,kv_heads=8,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 475871.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_7ffc52cb9094,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 62672.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_894623774fad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 122496.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_19a05aa7401a,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 64, 1, 4096, 0, -1, -1, 2, 64, 0, 0}, 0, 0, 124080.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_7a53a80a1332,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=64,seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=64"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 9551.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_4816956b3b92,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 35072.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_ee633fba4229,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5760.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_7ffc52cb9094,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 65247.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_4bc03f91d30f,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 13344.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_63f61a1b91fe,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 16384, 0, -1, -1, 2, 64, 0, 0}, 0, 0, 13920.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_abbe043155dd,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=16384,kv=paged,page_size=64"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 7632.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_432431ffdd67,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 35232.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_bce0a32b115c,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 97855.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 19392679.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 334367.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 76966856.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 1237023.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 31775.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_34e3b5fe2d9c,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 4, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 4829597.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=4,seqlen_q=8192,seqlen_kv=8192,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 128, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 941711.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_80a071a132e4,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=128,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 32, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 120768.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_ee9fbe78be02,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=32,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 64, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 238640.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_53317b45785f,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=64,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 8, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 10880.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_c1c04feb91f3,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 8, 1, 8192, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 62976.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_c1c04feb91f3,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=8,seqlen_q=1,seqlen_kv=8192"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1, 1024, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 5664.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_e172386f4606,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1,seqlen_kv=1024"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1, 131072, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 123183.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_9e1adcfed24e,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1,seqlen_kv=131072"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1, 16384, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 19392.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_44e677ee47dd,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1,seqlen_kv=16384"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1, 4096, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 8448.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_275d31ea3f2d,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1,seqlen_kv=4096"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1, 65536, 0, -1, -1, 0, 0, 0, 0}, 0, 0, 63519.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_decode_split_44e677ee47dd,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1,seqlen_kv=65536"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 1024, 1024, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 97680.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=1024,seqlen_kv=1024,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 16384, 16384, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 19401062.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=16384,seqlen_kv=16384,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 2048, 2048, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 331760.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=2048,seqlen_kv=2048,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 32768, 32768, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 77527994.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=32768,seqlen_kv=32768,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 4096, 4096, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 1234543.5,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=4096,seqlen_kv=4096,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 512, 512, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 31360.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_34e3b5fe2d9c,
     "dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,seqlen_q=512,seqlen_kv=512,mask=causal"},
    {{0, 0, 0, 0, 128, 128, 64, 8, 1, 8192, 8192, 1, -1, -1, 0, 0, 0, 0}, 0, 0, 4832909.0,
     &qwen3_h200_select_device_nvidia_h200_90_132,
     &qwen3_h200_select_kernel_prefill_wmma_5f0e664c32ad,
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
