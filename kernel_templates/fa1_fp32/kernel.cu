/* fa1_fp32 -- FlashAttention v1 as published: Algorithm 1 of arXiv 2205.14135, in fp32
 *
 * Idea
 *   Attention without the N x N matrix: blocks of Bc rows of K and V stay on chip while all of Q
 *   passes by in blocks of Br rows, and a softmax that sees its scores block by block is corrected
 *   as it goes. One CTA computes one head of one sequence; it has Br threads, and a thread does all
 *   the work of one row of Q_i. "line n" below is the line of Algorithm 1:
 *
 *      2  O = 0, l = 0, m = -inf in global memory
 *      5  for each block j of K and V
 *      6      load K_j, V_j
 *      7      for each block i of Q
 *      8          load Q_i, O_i, l_i, m_i
 *      9          S = Q_i K_j^T
 *     10          m~ = rowmax(S), P~ = exp(S - m~), l~ = rowsum(P~)
 *     11          m_new = max(m_i, m~), l_new = e^(m_i - m_new) l_i + e^(m~ - m_new) l~
 *     12          O_i = (l_i e^(m_i - m_new) O_i + e^(m~ - m_new) P~ V_j) / l_new, written back
 *     13          l_i = l_new, m_i = m_new, written back
 *
 *   Added to the paper: a softmax scale, inside exp; masks; log-sum-exp; blocks of Q that see none
 *   of K_j are left out.
 *
 * Why it is slow
 *   Time is steps times the time of a step, (N / Br) (N / Bc) t. A thread does the same work
 *   however many rows there are, so t hardly depends on Br (two warps meet at shared memory, a
 *   little): time falls as 1/Br and grows as N^2.
 *   - Parallelism: batch * heads CTAs of one or two warps. Most SMs are idle, the others wait for
 *     the latency of every load and of every dependent FMA: no second warp hides it.
 *   - Order of the loops: with Q inside, O, m and l cannot stay in registers. Each step reads and
 *     writes them, and divides by l only for the next to multiply again. FlashAttention-2 swaps
 *     the loops and splits Q over CTAs.
 *   - Operands: a row of K or V is read from shared memory for every row of Q, 16 bytes for four
 *     FMAs. Tensor cores, as in prefill families, share it among 16 rows.
 *   What parameters buy back: larger Br, for which shared memory must be dynamic; padding, without
 *   which threads that read a column of Q or O wait for one bank; exponentials computed once.
 *
 * Shared memory, static or dynamic          written by            read by
 *   k, v  [Bc][head_dim]                    all, line 6           all, the same row at a time
 *   q     [Br][head_dim + pad]              all, line 8           the thread of the row
 *   o     [Br][head_dim + pad]              all, line 8; the      the thread of the row; all when
 *                                           thread, line 12       it is written back
 *   s     [Bc][Br], transposed              the thread            the thread
 *
 * Barriers (CTA)            separates
 *   after line 2            O = 0 written           | it is read
 *   after line 8            tiles written           | rows are read
 *   after line 12           rows of O updated       | the tile is written back
 *   after the write back    tiles read, O_i written | tiles are overwritten, O_i read again
 *
 * Workspace, float; row of a head as in Q, heads as in [batch][q_heads]
 *   m[row], l[row]  running maximum and sum; read and written by the row's thread alone
 *
 * Limits: q, k, v, o and their strides are aligned to 16 bytes. No softcap, ALiBi or window.
 */
#include "fatune_config.h"
#include "ft_abi.h"
#include "ft_kv.cuh"
#include "ft_smem.cuh"
#include "ft_softmax.cuh"
#include "ft_static_smem.cuh"

/* ---- configuration: macros appear only here ------------------------------------------------- */

constexpr int kHeadDim = FT_HEAD_DIM, kBr = FT_BR, kBc = FT_BC, kPad = FT_PAD;
constexpr int kRowFloats = FT_ROW_FLOATS, kSmemBytes = FT_SMEM_BYTES;
constexpr bool kIsCausal = FT_MASK == FT_CAUSAL;
constexpr bool kIsDynamic = FT_SMEM == FT_SMEM_DYNAMIC;
constexpr bool kKeepsExps = FT_EXPS == FT_EXPS_KEEP;
constexpr int kWsM = FT_WS_M, kWsL = FT_WS_L;

constexpr int kThreads = kBr;        /* one a row */
constexpr int kQuads = kHeadDim / 4; /* float4s of a row */
/* Bounds of unrolling; with more, a build takes long to compile and this stays slow. */
constexpr int kLoadsInFlight = 8; /* float4s that a thread loads before it stores them */
constexpr int kKeysAtOnce = 8;    /* of the inner loops over the keys of a block */
/* Partial sums of a score: one long sum rounds twice as much as a plain attention does. */
constexpr int kSums = kHeadDim > 64 ? 16 : 8;

static_assert(kHeadDim >= 32 && kHeadDim <= 128 && kHeadDim % 4 == 0,
              "head_dim must be 32 to 128, a multiple of 4");
static_assert(kRowFloats == kHeadDim + kPad, "row_floats follows from pad");
static_assert(kIsDynamic || kSmemBytes <= kStaticSmemMax, "static shared memory ends at 48 KiB");

struct alignas(kSmemAlign) Smem {
    ft_float4 k[kBc][kQuads], v[kBc][kQuads];
    float q[kBr][kRowFloats], o[kBr][kRowFloats];
    float s[kBc][kBr]; /* scores S, then P~ if exponentials are kept */
};
static_assert(sizeof(Smem) == kSmemBytes, "shared memory as family.yaml computes it");

/* ---- what a CTA works on -------------------------------------------------------------------- */

/* One head of one sequence of a tensor: [rows][head_dim]. */
struct Matrix {
    float *data_gmem;
    ft_i64 stride;

    FT_DEVICE Matrix(const ft_tensor &tensor, int seq, int head)
        : data_gmem(static_cast<float *>(tensor.data) + seq * tensor.stride_batch +
                    head * tensor.stride_head),
          stride(tensor.stride_row)
    {
    }
    FT_DEVICE ft_float4 &at(int row, int quad) const
    {
        return reinterpret_cast<ft_float4 *>(data_gmem + row * stride)[quad];
    }
};

/* One attention head; line 1 and 3 of the paper: it is cut into blocks of kBr and kBc rows. */
struct Head {
    Matrix q, k, v, o;
    float *m_gmem, *l_gmem; /* [n_rows] */
    int n_rows, n_keys;
    float scale_log2; /* times log2(e): exponentials are powers of 2 */

    FT_DEVICE Head(const ft_attn_args &args, int seq, int head)
        : q(args.q, seq, head), k(args.k, seq, head / (args.q_heads / args.kv_heads)),
          v(args.v, seq, head / (args.q_heads / args.kv_heads)), o(args.o, seq, head),
          n_rows(args.seqlens_q ? args.seqlens_q[seq] : args.seqlen_q),
          n_keys(ft_kv_length(args, seq)), scale_log2(args.softmax_scale * kLog2E)
    {
        const ft_i64 first = ((ft_i64)seq * args.q_heads + head) * args.seqlen_q;
        m_gmem = static_cast<float *>(args.workspace[kWsM]) + first;
        l_gmem = static_cast<float *>(args.workspace[kWsL]) + first;
    }
    /* e^(scale * (x - max)). Scores are scaled here and not before: the difference is small and so
     * is its rounding, and a row that sees one key gets exactly 1. */
    FT_DEVICE float exp_of(float x, float max) const
    {
        return ft_ex2((x - ft_softmax_reference(max)) * scale_log2);
    }
    /* The keys 0 .. n - 1 that a row sees; the mask is aligned to the bottom right. */
    FT_DEVICE int n_seen(int row) const
    {
        const int n = kIsCausal ? row + 1 + n_keys - n_rows : n_keys;
        return n < n_keys ? n : n_keys;
    }
    /* The first block of Q with a row that sees key `key`. */
    FT_DEVICE int first_block(int key) const
    {
        const int row = kIsCausal ? key - (n_keys - n_rows) : 0;
        return row > 0 ? row / kBr : 0;
    }
};

/* ---- tiles ---------------------------------------------------------------------------------- */

FT_DEVICE void put(ft_float4 (&row_smem)[kQuads], int quad, const ft_float4 &x)
{
    row_smem[quad] = x;
}
FT_DEVICE void put(float (&row_smem)[kRowFloats], int quad, const ft_float4 &x)
{
#pragma unroll
    for (int i = 0; i < 4; i++)
        row_smem[4 * quad + i] = x.v[i];
}

/* All threads: kRows rows of a matrix from row `first`, neighbouring threads at neighbouring
 * addresses. Rows past the end are zeros. */
template <int kRows, class Row>
FT_DEVICE void load_tile(Row (&tile_smem)[kRows], const Matrix &matrix, int first, int n_rows)
{
    constexpr unsigned kItems = kRows * kQuads;
#pragma unroll 1
    for (unsigned start = ft_thread(); start < kItems; start += kThreads * kLoadsInFlight) {
        ft_float4 x[kLoadsInFlight] = {};
#pragma unroll
        for (int i = 0; i < kLoadsInFlight; i++) {
            const unsigned item = start + i * kThreads, row = item / kQuads;
            if (row < kRows && first + (int)row < n_rows)
                x[i] = matrix.at(first + row, item % kQuads);
        }
#pragma unroll
        for (int i = 0; i < kLoadsInFlight; i++) {
            const unsigned item = start + i * kThreads;
            if (item < kItems)
                put(tile_smem[item / kQuads], item % kQuads, x[i]);
        }
    }
}

FT_DEVICE void store_tile(const Matrix &matrix, const float (&tile_smem)[kBr][kRowFloats],
                          int first, int n_rows)
{
#pragma unroll kLoadsInFlight
    for (unsigned item = ft_thread(); item < kBr * kQuads; item += kThreads) {
        const unsigned row = item / kQuads, quad = item % kQuads;
        const float *x_smem = &tile_smem[row][4 * quad];
        if (first + (int)row < n_rows)
            matrix.at(first + row, quad) = {{x_smem[0], x_smem[1], x_smem[2], x_smem[3]}};
    }
}

/* ---- the lines of Algorithm 1 --------------------------------------------------------------- */

/* Line 2. */
FT_DEVICE void initialise(const Head &head)
{
#pragma unroll 1
    for (int row = ft_thread(); row < head.n_rows; row += kThreads) {
        head.m_gmem[row] = -ft_infinity();
        head.l_gmem[row] = 0.0f;
    }
#pragma unroll 1
    for (ft_i64 item = ft_thread(); item < (ft_i64)head.n_rows * kQuads; item += kThreads)
        head.o.at((int)(item / kQuads), (int)(item % kQuads)) = {};
}

/* Line 9, this thread's row: its products with the block's keys; -inf past the first n_seen. */
FT_DEVICE void score_row(Smem &smem, int n_seen)
{
    float q_row[kHeadDim];
#pragma unroll
    for (int d = 0; d < kHeadDim; d++)
        q_row[d] = smem.q[ft_thread()][d];
#pragma unroll 1
    for (int c = 0; c < kBc; c++) {
        float sums[kSums] = {};
#pragma unroll
        for (int quad = 0; quad < kQuads; quad++) {
            const ft_float4 k = smem.k[c][quad];
#pragma unroll
            for (int i = 0; i < 4; i++)
                sums[(4 * quad + i) % kSums] += q_row[4 * quad + i] * k.v[i];
        }
#pragma unroll
        for (int n = kSums / 2; n > 0; n /= 2)
#pragma unroll
            for (int i = 0; i < n; i++)
                sums[i] += sums[i + n];
        smem.s[c][ft_thread()] = c < n_seen ? sums[0] : -ft_infinity();
    }
}

/* Line 10: m~ and l~ of a row of S, which becomes P~ if exponentials are kept. */
FT_DEVICE void softmax_row(Smem &smem, const Head &head, float &max, float &sum)
{
    max = -ft_infinity();
    sum = 0.0f;
#pragma unroll kKeysAtOnce
    for (int c = 0; c < kBc; c++)
        max = fmaxf(max, smem.s[c][ft_thread()]);
#pragma unroll kKeysAtOnce
    for (int c = 0; c < kBc; c++) {
        const float p = head.exp_of(smem.s[c][ft_thread()], max);
        sum += p;
        if (kKeepsExps)
            smem.s[c][ft_thread()] = p;
    }
}

/* Line 12, this thread's row: O = old * O + add * P~ V_j. */
FT_DEVICE void update_row(Smem &smem, const Head &head, float max, float old, float add)
{
#pragma unroll 1
    for (int quad = 0; quad < kQuads; quad++) {
        float pv[4] = {};
#pragma unroll kKeysAtOnce
        for (int c = 0; c < kBc; c++) {
            const float s = smem.s[c][ft_thread()];
            const float p = kKeepsExps ? s : head.exp_of(s, max);
            const ft_float4 v = smem.v[c][quad];
#pragma unroll
            for (int i = 0; i < 4; i++)
                pv[i] += p * v.v[i];
        }
#pragma unroll
        for (int i = 0; i < 4; i++) {
            float &o_smem = smem.o[ft_thread()][4 * quad + i];
            o_smem = old * o_smem + add * pv[i];
        }
    }
}

/* Lines 8 to 13: block i of Q meets the block of K and V that begins at `first_key`. */
FT_DEVICE void merge_block(Smem &smem, const Head &head, int i, int first_key)
{
    const int first = i * kBr, row = first + ft_thread();
    const bool exists = row < head.n_rows;

    load_tile(smem.q, head.q, first, head.n_rows); /* line 8 */
    load_tile(smem.o, head.o, first, head.n_rows);
    const float m = exists ? head.m_gmem[row] : -ft_infinity();
    const float l = exists ? head.l_gmem[row] : 0.0f;
    ft_barrier_cta(); /* tiles written | rows are read */

    float max, sum;                                /* m~, l~ */
    score_row(smem, head.n_seen(row) - first_key); /* line 9 */
    softmax_row(smem, head, max, sum);             /* line 10 */

    const float m_new = fmaxf(m, max); /* line 11 */
    const float old = head.exp_of(m, m_new) * l, add = head.exp_of(max, m_new);
    const float l_new = old + add * sum;

    const float inverse = l_new == 0.0f ? 0.0f : 1.0f / l_new; /* 0: no key seen so far */
    update_row(smem, head, max, old * inverse, add * inverse); /* line 12 */
    ft_barrier_cta(); /* rows of O updated | the tile is written back */
    store_tile(head.o, smem.o, first, head.n_rows);
    if (exists) { /* line 13 */
        head.m_gmem[row] = m_new;
        head.l_gmem[row] = l_new;
    }
    ft_barrier_cta(); /* tiles read, O_i written | tiles are overwritten, O_i read again */
}

/* Not in the paper: log-sum-exp of each row, -inf without keys. */
FT_DEVICE void store_lse(const Head &head, const ft_tensor &lse, int seq, int head_index)
{
    float *lse_gmem =
        static_cast<float *>(lse.data) + seq * lse.stride_batch + head_index * lse.stride_head;
#pragma unroll 1
    for (int row = ft_thread(); row < head.n_rows; row += kThreads)
        lse_gmem[row * lse.stride_row] =
            (head.m_gmem[row] * head.scale_log2 + ft_lg2(head.l_gmem[row])) * kLn2;
}

/* ---- entry ---------------------------------------------------------------------------------- */

FT_DEVICE Smem &shared_memory()
{
    if constexpr (kIsDynamic)
        return ft_smem_as<Smem>();
    else
        return ft_static_smem_as<Smem>();
}

extern "C" __global__ void __launch_bounds__(kThreads)
    fa1_fp32(const __grid_constant__ struct ft_attn_args args)
{
    Smem &smem = shared_memory();
    const int head_index = ft_cta_x(), seq = ft_cta_y();
    const Head head(args, seq, head_index);

    initialise(head); /* line 2 */
    ft_barrier_cta(); /* O = 0 written | it is read */
#pragma unroll 1
    for (int key = 0; key < head.n_keys; key += kBc) { /* line 5 */
        load_tile(smem.k, head.k, key, head.n_keys);   /* line 6 */
        load_tile(smem.v, head.v, key, head.n_keys);
#pragma unroll 1
        for (int i = head.first_block(key); i * kBr < head.n_rows; i++) /* line 7 */
            merge_block(smem, head, i, key);
    }
    if (args.lse.data)
        store_lse(head, args.lse, seq, head_index);
}
