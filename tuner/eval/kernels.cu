/* kernels.cu -- the worker's own kernels: data, reference, checks, flush, clock probe
 *
 * Nothing here is shared with the families: the reference is written as plainly as possible, so that both cannot be wrong
 * in the same way. Every entry starts with ft_helper_, by which the timer tells them from a contestant's kernels.
 * fatune_config.h is helper_abi.h, given in memory. Blocks have 256 threads unless a kernel says otherwise.
 */
#include "fatune_config.h"

#define WARPS 8
#define CHUNK 64 /* keys per step of the second pass */
#define LANE_DIMS 8 /* head_dim <= 32 * LANE_DIMS */

/* ---- data ---- */

extern "C" __global__ void ft_helper_fill_flat(void *data, ft_h64 n, int dtype, ft_hu64 seed)
{
    for (ft_h64 i = (ft_h64)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (ft_h64)gridDim.x * blockDim.x)
        ft_store_element(data, i, dtype, ft_input_normal(seed, i));
}

extern "C" __global__ void ft_helper_fill(ft_fill_args a)
{
    const ft_h64 n_rows = (ft_h64)a.batch * a.rows;
    for (ft_h64 row = blockIdx.x; row < n_rows; row += gridDim.x) {
        const int b = (int)(row / a.rows), s = (int)(row % a.rows);
        const int length = a.lengths ? a.lengths[b] : a.rows;
        if (s >= length || (a.last_rows >= 0 && s < length - a.last_rows))
            continue;
        ft_h64 base = b * a.to.stride_batch + s * a.to.stride_row;
        if (a.block_table)
            base = a.block_table[b * a.block_table_stride + s / a.page_size] * a.to.stride_batch +
                   (s % a.page_size) * a.to.stride_row;
        for (int e = threadIdx.x; e < a.heads * a.dim; e += blockDim.x) {
            const int h = e / a.dim, d = e % a.dim;
            const float x = a.constant ? a.scale : ft_input_normal(a.seed, row * a.heads * a.dim + e) * a.scale;
            ft_store_element(a.to.data, base + h * a.to.stride_head + d, a.dtype, x);
        }
    }
}

/* ---- reference ---- */

/* Sum over a warp, the same in every lane. */
template <typename A> __device__ A warp_sum(A x)
{
    for (int k = 16; k > 0; k /= 2)
        x += __shfl_xor_sync(0xffffffffu, x, k);
    return x;
}

__device__ double exp_of(double x) { return exp(x); }
__device__ float exp_of(float x) { return expf(x); }
__device__ double tanh_of(double x) { return tanh(x); }
__device__ float tanh_of(float x) { return tanhf(x); }
__device__ double log_of(double x) { return log(x); }
__device__ float log_of(float x) { return logf(x); }

/* Offset of key or value row j of a sequence, head g. */
__device__ ft_h64 kv_offset(const ft_ref_args &a, const ft_view &t, int b, int j, int g)
{
    if (a.block_table)
        return a.block_table[b * a.block_table_stride + j / a.page_size] * t.stride_batch +
               (j % a.page_size) * t.stride_row + g * t.stride_head;
    return b * t.stride_batch + j * t.stride_row + g * t.stride_head;
}

/* One block computes one row. A is the type of the arithmetic. LOW rounds as a plain attention in the tensors' precision
 * does: scores and probabilities to the type of q, the output to its own. */
template <typename A, bool LOW>
__device__ void attention_row(const ft_ref_args &a, const ft_rows &which, double *o, double *lse)
{
    __shared__ A max_smem[WARPS], sum_smem[WARPS], p_smem[CHUNK];
    __shared__ ft_h64 v_at_smem[CHUNK];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    const A infinity = (A)__longlong_as_double(0x7ff0000000000000ll);

    const ft_h64 row = which.rows ? which.rows[blockIdx.x] : (ft_h64)blockIdx.x;
    const int i = (int)(row % a.seqlen_q), h = (int)(row / a.seqlen_q % a.q_heads);
    const int b = (int)(row / a.seqlen_q / a.q_heads), g = h / (a.q_heads / a.kv_heads);

    const int len = a.lengths ? a.lengths[b] : a.seqlen_kv, diagonal = i + len - a.seqlen_q;
    int first = 0, end = len; /* the visible keys */
    if (a.causal)
        end = min(end, diagonal + 1);
    if (a.window_left >= 0)
        first = max(first, diagonal - a.window_left);
    if (a.window_right >= 0)
        end = min(end, diagonal + a.window_right + 1);

    A q_reg[LANE_DIMS];
    for (int t = 0; t < LANE_DIMS; t++) {
        const int d = lane + 32 * t;
        const ft_h64 at = b * a.q.stride_batch + i * a.q.stride_row + h * a.q.stride_head + d;
        q_reg[t] = d < a.head_dim ? (A)ft_load_element(a.q.data, at, a.dtype) : (A)0;
    }
    auto score = [&](int j) -> A { /* by a whole warp */
        const ft_h64 at = kv_offset(a, a.k, b, j, g);
        A dot = 0;
        for (int t = 0; t < LANE_DIMS; t++)
            if (lane + 32 * t < a.head_dim)
                dot += q_reg[t] * (A)ft_load_element(a.k.data, at + lane + 32 * t, a.kv_dtype);
        A s = warp_sum(dot) * (A)a.softmax_scale;
        if (LOW)
            s = ft_round_to((float)s, a.dtype);
        if (a.softcap > 0) {
            s = (A)a.softcap * tanh_of(s / (A)a.softcap);
            if (LOW)
                s = ft_round_to((float)s, a.dtype);
        }
        return s;
    };

    /* First pass: maximum and sum, each warp on its own keys, then over the warps. */
    A m = -infinity, l = 0;
    for (int j = first + warp; j < end; j += WARPS) {
        const A s = score(j);
        if (s > m) {
            l = l * exp_of(m - s) + 1; /* m is -inf at first: exp gives 0 */
            m = s;
        } else {
            l += exp_of(s - m);
        }
    }
    if (lane == 0) {
        max_smem[warp] = m;
        sum_smem[warp] = l;
    }
    __syncthreads();
    A row_max = -infinity, row_sum = 0;
    for (int w = 0; w < WARPS; w++)
        row_max = max_smem[w] > row_max ? max_smem[w] : row_max;
    for (int w = 0; w < WARPS; w++)
        if (sum_smem[w] > 0)
            row_sum += sum_smem[w] * exp_of(max_smem[w] - row_max);

    /* Second pass: a chunk's probabilities by warps, then every thread adds up its own output dimension. */
    A acc = 0;
    for (int base = first; base < end; base += CHUNK) {
        const int n = min(CHUNK, end - base);
        for (int c = warp; c < n; c += WARPS) {
            A p = exp_of(score(base + c) - row_max) / row_sum;
            if (LOW)
                p = ft_round_to((float)p, a.dtype);
            if (lane == 0) {
                p_smem[c] = p;
                v_at_smem[c] = kv_offset(a, a.v, b, base + c, g);
            }
        }
        __syncthreads(); /* the chunk is complete */
        if (threadIdx.x < a.head_dim_v)
            for (int c = 0; c < n; c++)
                acc += p_smem[c] * (A)ft_load_element(a.v.data, v_at_smem[c] + threadIdx.x, a.kv_dtype);
        __syncthreads(); /* nobody reads it any more */
    }
    if (LOW)
        acc = ft_round_to((float)acc, a.o_dtype);
    if (threadIdx.x < a.head_dim_v)
        o[(ft_h64)blockIdx.x * a.head_dim_v + threadIdx.x] = acc;
    if (threadIdx.x == 0)
        lse[blockIdx.x] = end > first ? row_max + log_of(row_sum) : -infinity;
}

extern "C" __global__ void ft_helper_reference(ft_ref_args a, ft_rows which, double *o, double *lse)
{
    attention_row<double, false>(a, which, o, lse);
}

extern "C" __global__ void ft_helper_plain(ft_ref_args a, ft_rows which, double *o, double *lse)
{
    attention_row<float, true>(a, which, o, lse);
}

/* ---- checks ---- */

/* One block per row: the contestant's output as packed fp32 rows. lse may be null. */
extern "C" __global__ void ft_helper_gather(ft_view o, ft_view lse, ft_rows which, int q_heads, int seqlen_q, int dim,
                                            int dtype, float *o_out, float *lse_out)
{
    const ft_h64 row = which.rows ? which.rows[blockIdx.x] : (ft_h64)blockIdx.x;
    const ft_h64 i = row % seqlen_q, h = row / seqlen_q % q_heads, b = row / seqlen_q / q_heads;
    for (int d = threadIdx.x; d < dim; d += blockDim.x)
        o_out[(ft_h64)blockIdx.x * dim + d] =
            ft_load_element(o.data, b * o.stride_batch + i * o.stride_row + h * o.stride_head + d, dtype);
    if (lse.data && threadIdx.x == 0)
        lse_out[blockIdx.x] =
            ((const float *)lse.data)[b * lse.stride_batch + h * lse.stride_head + i * lse.stride_row];
}

/* The whole output: n_rows rows of `stride` elements of which the first `used` are data and the rest must still be poison. */
extern "C" __global__ void ft_helper_scan(const void *o, int dtype, ft_h64 n_rows, ft_h64 stride, ft_h64 used,
                                          ft_scan_result *result)
{
    const ft_h64 n = n_rows * stride;
    for (ft_h64 e = (ft_h64)blockIdx.x * blockDim.x + threadIdx.x; e < n; e += (ft_h64)gridDim.x * blockDim.x) {
        const bool is_data = e % stride < used;
        ft_float_bits v;
        v.f = ft_load_element(o, e, dtype);
        if (is_data && (v.u & 0x7f800000u) == 0x7f800000u) {
            atomicAdd(&result->n_nonfinite, 1ull);
            atomicMin(&result->first_nonfinite, (ft_hu64)e);
        }
        const bool is_poison = dtype == FT_HFP32 ? ((const unsigned *)o)[e] == FT_POISON_WORD
                                                 : ((const unsigned short *)o)[e] == 0xffffu;
        if (!is_data && !is_poison) {
            atomicAdd(&result->n_gap, 1ull);
            atomicMin(&result->first_gap, (ft_hu64)e);
        }
    }
}

/* Counts words that differ. */
extern "C" __global__ void ft_helper_diff(const unsigned *a, const unsigned *b, ft_h64 n, ft_hu64 *n_differ)
{
    for (ft_h64 i = (ft_h64)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (ft_h64)gridDim.x * blockDim.x)
        if (a[i] != b[i])
            atomicAdd(n_differ, 1ull);
}

/* One block per zone. */
extern "C" __global__ void ft_helper_guards(ft_guard_zone *zones)
{
    ft_guard_zone *zone = &zones[blockIdx.x];
    for (ft_h64 i = threadIdx.x; i < zone->n; i += blockDim.x)
        if (zone->words[i] != FT_GUARD_WORD) {
            atomicAdd(&zone->n_changed, 1ull);
            atomicMin(&zone->first, (ft_hu64)i);
        }
}

/* ---- timing ---- */

/* Reads n16 units of 16 bytes, 4096 floats a block: the roof, the flush, and the least time for a problem's bytes. */
extern "C" __global__ void __launch_bounds__(256) ft_helper_read(const float4 *data, ft_h64 n16, float *sink)
{
    const ft_h64 base = (ft_h64)blockIdx.x * 1024 + threadIdx.x;
    float4 x[4];
#pragma unroll
    for (int t = 0; t < 4; t++) {
        const ft_h64 i = base + 256 * t;
        x[t] = i < n16 ? data[i] : make_float4(0, 0, 0, 0);
    }
    float sum = 0;
#pragma unroll
    for (int t = 0; t < 4; t++)
        sum += x[t].x + x[t].y + x[t].z + x[t].w;
    if (sum == 12345.678f) /* never, but the compiler cannot know */
        *sink = sum;
}

/* A fixed amount of arithmetic: its time follows the SM clock and nothing else. */
extern "C" __global__ void ft_helper_spin(int n, float *sink)
{
    float x[4];
    for (int k = 0; k < 4; k++)
        x[k] = (float)(threadIdx.x + k);
    for (int i = 0; i < n; i++)
#pragma unroll
        for (int k = 0; k < 4; k++)
            x[k] = x[k] * 0.999f + 0.5f;
    if (x[0] + x[1] + x[2] + x[3] == 12345.678f)
        *sink = x[0];
}

/* 256 KiB of straight code: afterwards the instruction caches of an SM hold this and nothing of the kernel that is timed next, as in
 * a model, where other kernels ran in between. On an H200 code that is still cached makes a 5 us kernel 0.2 to 0.6 us faster,
 * and whether it is depends on what was timed before. */
#define FT_FMA4                                                                              \
    "fma.rn.f32 %0, %0, %4, %5; fma.rn.f32 %1, %1, %4, %5; fma.rn.f32 %2, %2, %4, %5; fma.rn.f32 %3, %3, %4, %5;"
#define FT_TIMES_8(x) x x x x x x x x
extern "C" __global__ void __launch_bounds__(256) ft_helper_code(float *sink)
{
    float a = threadIdx.x, b = a + 1, c = a + 2, d = a + 3;
#ifndef FT_HOST_EXECUTOR /* which has no instruction cache of its own */
    asm volatile(FT_TIMES_8(FT_TIMES_8(FT_TIMES_8(FT_TIMES_8(FT_FMA4))))
                 : "+f"(a), "+f"(b), "+f"(c), "+f"(d)
                 : "f"(0.999f), "f"(0.5f));
#endif
    if (a + b + c + d == 12345.678f)
        *sink = a;
}

extern "C" __global__ void ft_helper_empty(void) {}
