/* fatune.h -- libfatune: launch the fastest known attention kernel for a problem
 *
 * The library reads a dispatch table (fatune export --format table) or the tuner's database, chooses a winner for a problem
 * on the current device, loads its cubin, and launches it. It compiles nothing, needs libc and libcuda.so.1 (loaded at
 * run time), and works in the caller's current CUDA context and stream. No output, no abort; the only
 * variable outside of handles and plans is each thread's text of its last failure.
 *
 *     fatune *ft;  fatune_plan *plan;
 *     fatune_open("qwen3.fatune", NULL, &ft);
 *     fatune_plan_create(ft, &problem, &plan);
 *     size_t n = fatune_plan_workspace_bytes(plan);   // allocate once, zero it once
 *     fatune_run(plan, &args, stream);                // launch only; capturable in a CUDA graph
 *
 * Threads: a handle may be used from several threads; a plan is immutable and fatune_run may be called
 * concurrently as long as each call has its own workspace. Planning takes a lock and may load a module; running takes none
 * and allocates nothing. Structs start with struct_size: set it to sizeof the struct; zero everything you do not use.
 */
#ifndef FATUNE_H
#define FATUNE_H
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FATUNE_API __attribute__((visibility("default")))
#else
#define FATUNE_API
#endif

#define FATUNE_VERSION_MAJOR 0
#define FATUNE_VERSION_MINOR 1

typedef struct fatune fatune;
typedef struct fatune_plan fatune_plan;

typedef enum {
    FATUNE_OK = 0,
    FATUNE_ERR_ARGUMENT,    /* a pointer, size, stride or value of the call is wrong */
    FATUNE_ERR_NO_MEMORY,
    FATUNE_ERR_FILE,        /* cannot be read, damaged, of another version, not a table */
    FATUNE_ERR_NO_DRIVER,   /* libcuda.so.1 or SQLite cannot be loaded, or no current context */
    FATUNE_ERR_CUDA,        /* a CUDA call failed; fatune_last_error names it */
    FATUNE_ERR_UNSUPPORTED, /* no entry supports this problem on this device */
} fatune_status;

typedef enum { FATUNE_OP_FWD = 0, FATUNE_OP_BWD = 1 } fatune_op;
typedef enum { FATUNE_BF16 = 0, FATUNE_FP16 = 1, FATUNE_FP32 = 2, FATUNE_E4M3 = 3, FATUNE_E5M2 = 4 } fatune_dtype;
typedef enum { FATUNE_MASK_NONE = 0, FATUNE_MASK_CAUSAL = 1 } fatune_mask;
typedef enum { FATUNE_KV_STRIDED = 0, FATUNE_KV_VARLEN = 1, FATUNE_KV_PAGED = 2 } fatune_kv_form;

/* What is to be computed. head_dim_v, kv_dtype and o_dtype have no default here: fatune_problem_init sets
 * them. seqlen_* and batch are maxima: the lengths of a call may be smaller where seqlens_kv is given. */
typedef struct {
    size_t struct_size;
    int32_t op, dtype, kv_dtype, o_dtype;
    int32_t head_dim, head_dim_v;
    int32_t q_heads, kv_heads;
    int32_t batch;
    int32_t seqlen_q, seqlen_kv;
    int32_t mask;                      /* aligned to the bottom right */
    int32_t window_left, window_right; /* -1: unlimited; inclusive, as FlashAttention's */
    int32_t kv;                        /* fatune_kv_form */
    int32_t page_size;                 /* tokens per page when paged, else 0 */
    int32_t want_lse;
    int32_t batch_invariant; /* results of a sequence must not depend on the others of its batch */
} fatune_problem;

/* Fills in: forward, bf16, window -1/-1, no mask, strided, one query token, head_dim_v = head_dim. */
FATUNE_API void fatune_problem_init(fatune_problem *problem, int32_t q_heads, int32_t kv_heads,
                                    int32_t head_dim, int32_t batch, int32_t seqlen_kv);

/* A tensor in device memory; strides in elements, the innermost dimension (head_dim) is contiguous. Element (b, s, h, d) is at
 * data + b*stride_batch + s*stride_row + h*stride_head + d. Paged K and V: stride_batch is the stride between pages. */
typedef struct {
    void *data;
    int64_t stride_batch, stride_row, stride_head;
} fatune_tensor;

typedef struct {
    size_t struct_size;
    fatune_tensor q, k, v, o;
    fatune_tensor lse;                       /* float [batch, q_heads, seqlen_q]; data NULL when not wanted */
    fatune_tensor dout, dq, dk, dv, delta;   /* backward */
    const int32_t *seqlens_kv, *seqlens_q;   /* device, [batch], or NULL: every sequence has the problem's length */
    const int32_t *cu_seqlens_q, *cu_seqlens_kv; /* device, [batch + 1], varlen */
    const int32_t *block_table;              /* device, [batch, block_table_stride], paged */
    int64_t block_table_stride;
    const float *q_scale, *k_scale, *v_scale; /* device, fp8, or NULL */
    const float *alibi_slopes;
    int32_t batch;                            /* this call's; 0: the problem's. May be smaller than planned */
    float softmax_scale;                      /* 0: 1/sqrt(head_dim) */
    float softcap;                            /* 0: none */
    void *workspace;                          /* device, fatune_plan_workspace_bytes(), 256-byte aligned */
    size_t workspace_bytes;
} fatune_args;

typedef struct {
    size_t struct_size;
    int32_t allow_other_device; /* 1: an entry measured on another device with the same architecture may be used */
    int32_t allow_nearest;      /* 1: lengths, batch and page size may differ from the measured problem */
} fatune_options;

typedef enum {
    FATUNE_MATCH_NONE = 0,
    FATUNE_MATCH_EXACT,   /* the same problem was measured: on this device model, or with allow_other_device perhaps on another */
    FATUNE_MATCH_BUCKET,  /* batch and lengths round to the same powers of two as a measured problem */
    FATUNE_MATCH_NEAREST, /* nearest measured problem by log distance of batch and lengths; never across dtype, heads, mask, ... */
    FATUNE_MATCH_DEFAULT, /* the family's default config; for tables of an engine's own, as fatune writes no such entries yet */
} fatune_match;

/* options NULL: allow_nearest alone. */
FATUNE_API fatune_status fatune_open(const char *path, const fatune_options *options, fatune **out);
FATUNE_API void fatune_close(fatune *ft); /* free its plans first; NULL is fine */

/* Chooses an entry for the problem on the current context's device and loads its cubin. */
FATUNE_API fatune_status fatune_plan_create(fatune *ft, const fatune_problem *problem, fatune_plan **out);
FATUNE_API void fatune_plan_free(fatune_plan *plan);

/* Bytes of workspace that suffice for every batch up to the planned one; beyond 1024 for that and for powers of two, and
 * fatune_run refuses a batch between them that needs more. The caller zeroes it once before first use. It belongs to
 * this plan: parts of it must be found as the plan's last call left them, so zero it again before another plan uses it. */
FATUNE_API size_t fatune_plan_workspace_bytes(const fatune_plan *plan);
FATUNE_API fatune_match fatune_plan_match(const fatune_plan *plan);
/* One line: family, parameters, how the entry was matched, its measured time. Owned by the plan. */
FATUNE_API const char *fatune_plan_describe(const fatune_plan *plan);
/* The measured median of the matched entry on its own problem, nanoseconds; 0 when unknown. */
FATUNE_API double fatune_plan_measured_ns(const fatune_plan *plan);

/* Launches on `stream` (a CUstream / cudaStream_t; NULL is the default stream), in the context that was current while planning.
 * Checks what the host can see: missing pointers, alignment to 16 bytes of tensors and of strides that matter, workspace; and
 * softcap, alibi_slopes, seqlens_q and scales, which are FATUNE_ERR_UNSUPPORTED unless the planned kernels heed them. */
FATUNE_API fatune_status fatune_run(const fatune_plan *plan, const fatune_args *args, void *stream);

/* Text of the calling thread's last failure, on whatever handle (ft is not looked at and may be NULL). Valid until the
 * thread's next call. Never NULL. */
FATUNE_API const char *fatune_last_error(const fatune *ft);
FATUNE_API const char *fatune_strstatus(fatune_status status);

#ifdef __cplusplus
}
#endif
#endif
