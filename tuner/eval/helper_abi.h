/* helper_abi.h -- what kernels.cu and the host share: data generator (see inputs.h), formats,
 * structs. NVRTC gets it as fatune_config.h. An element has the same bits made on CPU and GPU. */
#ifndef FT_HELPER_ABI_H
#define FT_HELPER_ABI_H

#ifdef __CUDACC_RTC__
typedef long long ft_h64;
typedef unsigned long long ft_hu64;
#define FT_SHARED_FN static __device__ __forceinline__
#else
#include <stdint.h>
typedef int64_t ft_h64;
typedef uint64_t ft_hu64;
#define FT_SHARED_FN static inline
#endif

enum { FT_TAG_Q, FT_TAG_K, FT_TAG_V };
enum { FT_HBF16 = 0, FT_HFP16 = 1, FT_HFP32 = 2 }; /* as fatune_dtype */

/* Guard words and poison: both are NaN as bf16, fp16 and fp32, and tell from one another. */
#define FT_GUARD_WORD  0xfff5fff5u
#define FT_POISON_WORD 0xffffffffu

union ft_float_bits {
    unsigned u;
    float f;
};

FT_SHARED_FN ft_hu64 ft_mix64(ft_hu64 z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
}

FT_SHARED_FN float ft_input_normal(ft_hu64 seed, ft_hu64 i)
{
    const ft_hu64 g = 0x9e3779b97f4a7c15ull, even = 0x0000ffff0000ffffull;
    const ft_hu64 a = ft_mix64(seed + (2 * i + 1) * g), b = ft_mix64(seed + (2 * i + 2) * g);
    const ft_hu64 s = (a & even) + ((a >> 16) & even) + (b & even) + ((b >> 16) & even);
    return (float)((int)(unsigned)s + (int)(unsigned)(s >> 32) - 262140) * 1.8688124e-05f;
}

FT_SHARED_FN unsigned short ft_bf16_of(float x)
{
    union ft_float_bits v;
    v.f = x;
    if ((v.u & 0x7fffffffu) > 0x7f800000u)
        return (unsigned short)((v.u >> 16) | 0x40u);
    return (unsigned short)((v.u + 0x7fffu + ((v.u >> 16) & 1u)) >> 16);
}

FT_SHARED_FN float ft_float_of_bf16(unsigned short h)
{
    const union ft_float_bits v = {(unsigned)h << 16};
    return v.f;
}

FT_SHARED_FN unsigned short ft_fp16_of(float x)
{
    union ft_float_bits v;
    v.f = x;
    const unsigned sign = (v.u >> 16) & 0x8000u, a = v.u & 0x7fffffffu;
    if (a >= 0x477ff000u) /* NaN, or rounds to 65536 or more */
        return (unsigned short)(sign | (a > 0x7f800000u ? 0x7e00u : 0x7c00u));
    if (a < 0x33000000u) /* below half of the smallest subnormal */
        return (unsigned short)sign;
    if (a < 0x38800000u) { /* subnormal: the implicit bit becomes explicit */
        const unsigned shift = 126u - (a >> 23), m = (a & 0x7fffffu) | 0x800000u;
        const unsigned kept = m >> shift, rest = m & ((1u << shift) - 1u), half = 1u << (shift - 1);
        return (unsigned short)(sign | (kept + (rest > half || (rest == half && (kept & 1u)))));
    }
    return (unsigned short)(sign | ((a - 0x38000000u + 0xfffu + ((a >> 13) & 1u)) >> 13));
}

FT_SHARED_FN float ft_float_of_fp16(unsigned short h)
{
    union ft_float_bits v;
    const unsigned e = (h >> 10) & 31u, m = h & 0x3ffu;
    v.u = ((e == 31 ? 255u : e + 112u) << 23) | (m << 13);
    if (e == 0)
        v.f = (float)m * 5.9604645e-08f; /* subnormal: units of 2^-24 */
    v.u |= (unsigned)(h & 0x8000u) << 16;
    return v.f;
}

FT_SHARED_FN float ft_load_element(const void *data, ft_h64 i, int dtype)
{
    return dtype == FT_HBF16   ? ft_float_of_bf16(((const unsigned short *)data)[i])
           : dtype == FT_HFP16 ? ft_float_of_fp16(((const unsigned short *)data)[i])
                               : ((const float *)data)[i];
}

FT_SHARED_FN void ft_store_element(void *data, ft_h64 i, int dtype, float x)
{
    if (dtype == FT_HFP32)
        ((float *)data)[i] = x;
    else
        ((unsigned short *)data)[i] = dtype == FT_HBF16 ? ft_bf16_of(x) : ft_fp16_of(x);
}

FT_SHARED_FN float ft_round_to(float x, int dtype)
{
    return dtype == FT_HBF16   ? ft_float_of_bf16(ft_bf16_of(x))
           : dtype == FT_HFP16 ? ft_float_of_fp16(ft_fp16_of(x))
                               : x;
}

struct ft_view { /* strides in elements; paged: stride_batch is the stride between pages */
    void *data;
    ft_h64 stride_batch, stride_row, stride_head;
};

struct ft_ref_args { /* pointers are device or host memory, as the callee's */
    struct ft_view q, k, v;
    const int *lengths;     /* [batch], or null: seqlen_kv each */
    const int *block_table; /* null: strided */
    ft_h64 block_table_stride;
    int batch, q_heads, kv_heads, seqlen_q, seqlen_kv, head_dim, head_dim_v;
    int dtype, kv_dtype, o_dtype, page_size, causal, window_left, window_right;
    float softmax_scale, softcap;
};

struct ft_rows {        /* results are in this order */
    const ft_h64 *rows; /* index in [batch, q_heads, seqlen_q] of each, or null: all */
    ft_h64 n;
};

struct ft_fill_args {
    struct ft_view to;
    const int *lengths;     /* rows in use per sequence, or null: all */
    int last_rows;          /* only so many of these, the last ones, are filled; -1: all */
    const int *block_table; /* null: strided */
    ft_h64 block_table_stride;
    int batch, rows, heads, dim, dtype, page_size;
    int constant; /* 1: every element is scale; else scale times normal */
    float scale;
    ft_hu64 seed;
};

struct ft_guard_zone { /* words that must still be FT_GUARD_WORD, and what a check found */
    unsigned *words;
    ft_h64 n;
    ft_hu64 n_changed, first; /* index of the first changed word; ~0: none */
};

struct ft_scan_result { /* of the output; first_: by element; gap: between rows, no poison */
    ft_hu64 n_nonfinite, first_nonfinite, n_gap, first_gap;
};
#endif
