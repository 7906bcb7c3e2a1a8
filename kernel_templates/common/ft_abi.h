/* ft_abi.h -- the one struct that every kernel entry takes
 *
 * Plain C, included by the launcher and by kernels (NVRTC, no CUDA header). The struct only grows at its end; its
 * size at compile time is recorded with each build, and the launcher passes that many bytes, so old cubins stay loadable.
 *
 * Conventions
 *   Strides count elements, not bytes; the innermost dimension (head_dim) is contiguous. All offsets are 64-bit.
 *   q, o, dq, do: [batch, seqlen_q, q_heads, head_dim] addressed as data + b*stride_batch + s*stride_row + h*stride_head
 *   k, v, dk, dv: the same with seqlen_kv and kv_heads; paged: stride_batch is the stride between pages, and row s of
 *                 sequence b is row s % page_size of page block_table[b*block_table_stride + s / page_size]
 *   varlen (cu_seqlens_* set): stride_batch is 0, and sequence b owns rows cu_seqlens[b] .. cu_seqlens[b+1]-1
 *   lse, delta:   float, [batch, q_heads, seqlen_q]: data + b*stride_batch + h*stride_head + s*stride_row; varlen as above
 *   Scores are softmax_scale * q.k, capped by softcap * tanh(x / softcap) where softcap > 0. LSE is natural log.
 *   Masks align to the bottom right (FlashAttention): key j is visible to query i of a sequence when
 *   j <= i + len_kv - len_q (causal), and i + len_kv - len_q - window_left <= j <= i + len_kv - len_q + window_right.
 *   A row that sees no key gives O = 0 and LSE = -inf.
 */
#ifndef FT_ABI_H
#define FT_ABI_H

#ifdef __CUDACC_RTC__
typedef long long ft_i64;
typedef unsigned long long ft_u64;
typedef int ft_i32;
#else
#include <stdint.h>
typedef int64_t ft_i64;
typedef uint64_t ft_u64;
typedef int32_t ft_i32;
#endif

#define FT_MAX_WORKSPACES 8
#define FT_MAX_PASSED 8
#define FT_MAX_TENSOR_MAPS 8

struct ft_tensor {
    void *data;
    ft_i64 stride_batch, stride_row, stride_head; /* elements */
};

struct ft_attn_args {
    struct ft_tensor q, k, v, o, lse;
    struct ft_tensor dout, dq, dk, dv, delta; /* op bwd */

    const ft_i32 *seqlens_kv;    /* [batch] keys in use per sequence, or null: seqlen_kv each */
    const ft_i32 *seqlens_q;     /* [batch] queries in use per sequence, or null */
    const ft_i32 *cu_seqlens_q;  /* [batch + 1] varlen, or null */
    const ft_i32 *cu_seqlens_kv; /* [batch + 1] varlen, or null */
    const ft_i32 *block_table;   /* [batch, block_table_stride] page numbers, or null */
    const float *q_scale;        /* fp8: [batch, kv_heads] factors of q, k, v, or null for 1 */
    const float *k_scale;
    const float *v_scale;
    const float *alibi_slopes; /* [q_heads], or null */
    void *workspace[FT_MAX_WORKSPACES]; /* regions in family.yaml's order: FT_WS_<NAME> is the index */

    ft_i64 block_table_stride;
    ft_i32 batch, q_heads, kv_heads;
    ft_i32 seqlen_q, seqlen_kv; /* the longest of the batch */
    ft_i32 page_size;
    ft_i32 causal, window_left, window_right; /* window -1: unlimited */
    float softmax_scale; /* 1/sqrt(head_dim) unless the caller says otherwise */
    float softcap;       /* 0: none */
    ft_i32 passed[FT_MAX_PASSED]; /* launch-time values of family.yaml's `pass`: FT_PASS_<NAME> is the index */
};

/* Kernels of a family with `tma:` take this instead; maps follow in family.yaml's order: FT_TMA_<NAME> is the index.
 * The launcher puts them at the first multiple of 64 after the recorded size of ft_attn_args. */
struct
#ifdef __cplusplus
    alignas(64)
#else
    __attribute__((aligned(64)))
#endif
        ft_tensor_map {
    ft_u64 opaque[16]; /* CUtensorMap */
};

#endif
