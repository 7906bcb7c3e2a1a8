/* prefill_wmma -- many query tokens a sequence, through warp matrices whose layout is not known
 *
 * Idea
 *   A warp owns 16 rows of Q of one head and walks over tiles of kBc keys (FlashAttention-2): S =
 *   Q K^T, online softmax, O = O * factor + P V. CUDA documents WMMA fragments as opaque, so what
 *   needs rows goes through shared memory: S is stored, lanes take whole rows (or halves) of it, P
 *   comes back as a matrix. O can stay in fragments: a 16 x 16 tile whose row i holds factor i,
 *   loaded as an accumulator, has its elements where O has them. Q can stay in fragments too.
 *   Each parameter is one step from the plainest kernel to a fast one; with the defaults all tiles
 *   are private to a warp, loads take 2 bytes, and nothing overlaps.
 *
 * Steps
 *   K and V tiles are taken in turn, step 2 * tile is K and 2 * tile + 1 is V, from a ring of
 *   kStages slots. One slot: load, use, load. More: kStages - 1 steps are under way while one is
 *   used. CTAs with the most keys come first; the query heads of a KV head are neighbours.
 *
 * Shared memory, dynamic; bytes for head_dim 128, Bc 16, no padding
 *   warp[w].q             4096  16 rows of Q, written once by warp w, read by it
 *   warp[w].tiles.s       1024  scores, fp32; blocks of O at the end
 *   warp[w].tiles.p        512  probabilities, 16-bit; or over s
 *   warp[w].acc.tile_o    8192  P V of the tile, fp32   only when O accumulates in shared memory
 *   warp[w].acc.o         8192  O, fp32                 the same
 *   warp[w].acc.factor      64  of the rows; as a 16 x 16 tile (1024) when O is in fragments
 *   warp[w].max, sum       128  of the rows, base 2
 *   ring[r].slot[stage]   4096  K or V; a ring for each warp, or one that all warps share
 *   The plainest: 26304 a warp. Everything but a shared ring is private to its warp.
 *
 * Barriers                         separates
 *   owners  in acquire, one slot     all have read the slot         | it is overwritten
 *   owners  in acquire               copies of all have landed, and | the step is read, and the
 *                                    all have read the step before  | slot of that one reused
 *   warp    before the loop          Q, O, maxima, sums are stored  | they are read
 *   warp    after the scores         S is stored                    | lanes read rows of it
 *   warp    before P, over S         rows of S are in registers     | P overwrites them
 *   warp    after the softmax        P and the factors are stored   | fragments are loaded
 *   warp    after P V, in smem       tile_o is stored               | it is added to O
 *   warp    after adding, in smem    O is complete                  | rows of it are read
 *   warp    in the epilogue          a block of O is stored, read   | it is read, overwritten
 *   Owners are the warp, or the CTA when it shares the ring. S, P and the factors of the next tile
 *   need no barrier of their own: an acquire lies in between.
 *
 * What bounds it: a fragment of K or V, 512 bytes, serves one 16 x 16 x 16 product, and S makes the
 * round trip in fp32. At Bc 64 a warp moves 50 KB through shared memory for the 0.5 MFLOP of a
 * tile. O, S and Q in registers leave room for 8 to 12 warps an SM, few to hide its latency.
 *
 * Limits: tensors and strides are aligned to 16 bytes. No softcap, ALiBi, window or paging.
 */
#include "fatune_config.h"
#include "ft_abi.h"
#include "ft_kv.cuh"
#include "ft_smem.cuh"
#include "ft_softmax.cuh"
#include "ft_wmma.cuh"

/* ---- configuration: macros appear only here ------------------------------------------------- */

constexpr int kHeadDim = FT_HEAD_DIM, kBc = FT_BC, kWarps = FT_WARPS, kStages = FT_STAGES;
constexpr int kSoftmaxLanes = FT_SOFTMAX_LANES, kPad = FT_PAD, kThreads = FT_THREADS, kBr = FT_BR;
constexpr int kSmemBytes = FT_SMEM_BYTES, kMinCtas = FT_MIN_CTAS;
constexpr bool kIsCausal = FT_MASK == FT_CAUSAL;
constexpr bool kIsCtaRing = FT_KV_OWNER == FT_KV_OWNER_CTA;
constexpr bool kIsVec = FT_LOAD == FT_LOAD_VEC16, kIsAsync = kStages > 1;
constexpr bool kIsQInFragments = FT_Q == FT_Q_FRAGMENT;
constexpr bool kIsPOverS = FT_P_TILE == FT_P_TILE_SCORES;
constexpr bool kIsAccSmem = FT_ACC == FT_ACC_SMEM, kIsSkipping = FT_SKIP_MASKED;
using Element = ft_select<FT_DTYPE == FT_BF16, ft_bf16, ft_fp16>::type;

constexpr int kRows = kWmma;                       /* rows of Q a warp */
constexpr int kDimBlocks = kHeadDim / kWmma;       /* 16-dim blocks of a row */
constexpr int kKeyBlocks = kBc / kWmma;            /* 16-key blocks of a tile */
constexpr int kRowLanes = kSoftmaxLanes / kRows;   /* lanes that share a row in the softmax */
constexpr int kQuadsPerLane = kBc / 4 / kRowLanes; /* float4s of scores that a lane takes */
constexpr int kRings = kIsCtaRing ? 1 : kWarps;
constexpr int kOwners = kIsCtaRing ? kThreads : kWarp; /* threads that fill and read a ring */

static_assert(kHeadDim == 64 || kHeadDim == 128, "head_dim must be 64 or 128");
static_assert(kThreads == kWarp * kWarps && kBr == kRows * kWarps, "sizes follow from warps");
static_assert(!kIsAsync || kIsVec, "asynchronous copies take 16 bytes");
static_assert(kRowLanes == 1 || kRowLanes == 2, "one or two lanes share a row");

/* ---- shared memory -------------------------------------------------------------------------- */

template <class T, int kMatrixRows, int kCols>
using Matrix = ft_wmma_matrix<T, kMatrixRows, kCols, kPad>;

struct TilesApart {
    Matrix<float, kRows, kBc> s;
    Matrix<ft_half, kRows, kBc> p;
};
union TilesOver {
    Matrix<float, kRows, kBc> s;
    Matrix<ft_half, kRows, kBc> p;
};
using Tiles = ft_select<kIsPOverS, TilesOver, TilesApart>::type;

/* O of a warp, in shared memory or in fragments; both start at 0, and both take from the softmax a
 * factor for each row. */
struct SmemAccumulator {
    struct Smem {
        Matrix<float, kRows, kHeadDim> tile_o, o;
        float factor[kRows];
    };
    ft_wmma_d o_frag[kDimBlocks]; /* P V of this tile */

    FT_DEVICE void start(Smem &acc_smem)
    {
        for (int row = 0; row < kRows; row++)
            for (int dim = ft_lane(); dim < kHeadDim; dim += kWarp)
                acc_smem.o.at[row][dim] = 0.0f;
    }
    static FT_DEVICE void set_factor(Smem &acc_smem, int row, int share, float factor)
    {
        if (share == 0)
            acc_smem.factor[row] = factor;
    }
    FT_DEVICE void before_tile(const Smem &)
    {
#pragma unroll
        for (int j = 0; j < kDimBlocks; j++)
            ft_wmma_zero(o_frag[j]);
    }
    FT_DEVICE void after_tile(Smem &acc_smem)
    {
#pragma unroll
        for (int j = 0; j < kDimBlocks; j++)
            ft_wmma_store(acc_smem.tile_o, 0, j * kWmma, o_frag[j]);
        ft_barrier_warp(); /* tile_o is stored | it is added to O */
#pragma unroll 4
        for (int row = 0; row < kRows; row++)
#pragma unroll
            for (int dim = ft_lane(); dim < kHeadDim; dim += kWarp)
                acc_smem.o.at[row][dim] =
                    acc_smem.o.at[row][dim] * acc_smem.factor[row] + acc_smem.tile_o.at[row][dim];
        ft_barrier_warp(); /* O is complete | rows of it are read */
    }
    /* Eight dims of block j of O. */
    FT_DEVICE const float *read(const Smem &acc_smem, Tiles &, int j, int row, int col)
    {
        return &acc_smem.o.at[row][j * kWmma + col];
    }
};

struct FragmentAccumulator {
    struct Smem {
        ft_wmma_matrix<float, kRows, kWmma, 0> factor; /* a row holds its factor 16 times */
    };
    ft_wmma_d o_frag[kDimBlocks];

    FT_DEVICE void start(Smem &)
    {
#pragma unroll
        for (int j = 0; j < kDimBlocks; j++)
            ft_wmma_zero(o_frag[j]);
    }
    static FT_DEVICE void set_factor(Smem &acc_smem, int row, int share, float factor)
    {
#pragma unroll
        for (int i = 0; i < kWmma / 4 / kRowLanes; i++)
            reinterpret_cast<ft_float4 *>(
                acc_smem.factor.at[row])[share * (kWmma / 4 / kRowLanes) + i] = {
                {factor, factor, factor, factor}};
    }
    FT_DEVICE void before_tile(const Smem &acc_smem)
    {
        ft_wmma_d factor_frag;
        ft_wmma_load(factor_frag, acc_smem.factor, 0, 0);
#pragma unroll
        for (int j = 0; j < kDimBlocks; j++)
            ft_wmma_scale(o_frag[j], factor_frag);
    }
    FT_DEVICE void after_tile(Smem &)
    {
    }
    FT_DEVICE const float *read(const Smem &, Tiles &tiles_smem, int j, int row, int col)
    {
        ft_barrier_warp(); /* the block before is read | it is overwritten */
        ft_wmma_store(tiles_smem.s, 0, 0, o_frag[j]);
        ft_barrier_warp(); /* a block of O is stored | it is read */
        return &tiles_smem.s.at[row][col];
    }
};

using Accumulator = ft_select<kIsAccSmem, SmemAccumulator, FragmentAccumulator>::type;

struct WarpSmem {
    Matrix<ft_half, kRows, kHeadDim> q;
    Tiles tiles;
    Accumulator::Smem acc;
    float max[kRows], sum[kRows];
};
struct RingSmem {
    Matrix<ft_half, kBc, kHeadDim> slot[kStages];
};
struct Smem {
    RingSmem ring[kRings];
    WarpSmem warp[kWarps];
};
static_assert(sizeof(Smem) == kSmemBytes, "shared memory as family.yaml computes it");

/* ---- loads ---------------------------------------------------------------------------------- */

FT_DEVICE const ft_half *head_of(const ft_tensor &tensor, int seq, int head)
{
    return static_cast<const ft_half *>(tensor.data) + seq * tensor.stride_batch +
           head * tensor.stride_head;
}

/* Copies tiles of rows; kLoaders threads take part, kAcross of them on a row at a time. */
template <int kLoaders, bool kIsCopyAsync> struct Loader {
    static constexpr int kItemHalves = kIsVec ? kChunkHalves : 1;
    static constexpr int kRowItems = kHeadDim / kItemHalves;
    static constexpr int kAcross = kLoaders < kRowItems ? kLoaders : kRowItems;
    static constexpr int kDown = kLoaders / kAcross;

    /* This thread's first element of a tile that starts at rows_gmem. */
    static FT_DEVICE const ft_half *first(const ft_half *rows_gmem, ft_i64 stride, int thread)
    {
        return rows_gmem + thread / kAcross * stride + thread % kAcross * kItemHalves;
    }
    /* Copies from first() on; rows from rows_left on are zeros. */
    template <class Tile>
    static FT_DEVICE void copy(Tile &tile_smem, const ft_half *first_gmem, ft_i64 stride,
                               int rows_left, int thread)
    {
        constexpr int kTileRows = sizeof(tile_smem.at) / sizeof(tile_smem.at[0]);
        const int row0 = thread / kAcross, col0 = thread % kAcross * kItemHalves;
#pragma unroll kIsVec ? kTileRows : 4
        for (int i = 0; i < kTileRows; i += kDown) {
            const int row = i + row0;
            if (kTileRows % kDown != 0 && row >= kTileRows)
                break;
#pragma unroll
            for (int j = 0; j < kRowItems; j += kAcross) {
                const ft_half *src_gmem = first_gmem + i * stride + j * kItemHalves;
                ft_half *dst_smem = &tile_smem.at[row][col0 + j * kItemHalves];
                const bool exists = row < rows_left;
                if constexpr (kIsCopyAsync)
                    ft_cp_async<kChunkBytes>(dst_smem, src_gmem, exists);
                else if constexpr (kIsVec)
                    *reinterpret_cast<ft_chunk *>(dst_smem) =
                        exists ? ft_ld_nc(src_gmem) : ft_chunk{};
                else
                    *dst_smem = exists ? *src_gmem : 0;
            }
        }
    }
};

struct Ring {
    using KvLoader = Loader<kOwners, kIsAsync>;

    RingSmem &ring_smem;
    const ft_half *k_gmem, *v_gmem; /* this thread's part of the next tile */
    ft_i64 k_stride, v_stride;
    int thread, length, n_tiles;

    FT_DEVICE Ring(RingSmem &smem, const ft_attn_args &args, int seq, int kv_head, int keys)
        : ring_smem(smem), k_stride(args.k.stride_row), v_stride(args.v.stride_row),
          thread(kIsCtaRing ? ft_thread() : ft_lane()), length(ft_kv_length(args, seq)),
          n_tiles((keys + kBc - 1) / kBc)
    {
        k_gmem = KvLoader::first(head_of(args.k, seq, kv_head), k_stride, thread);
        v_gmem = KvLoader::first(head_of(args.v, seq, kv_head), v_stride, thread);
    }
    static FT_DEVICE void barrier_owners()
    {
        if constexpr (kIsCtaRing)
            ft_barrier_cta();
        else
            ft_barrier_warp();
    }
    /* Steps of even number are K, of odd V. A step past the end is empty. */
    template <bool kIsV> FT_DEVICE void fetch(int step)
    {
        const ft_half *&next_gmem = kIsV ? v_gmem : k_gmem;
        const ft_i64 stride = kIsV ? v_stride : k_stride;
        if (step < 2 * n_tiles) {
            KvLoader::copy(ring_smem.slot[step % kStages], next_gmem, stride,
                           length - step / 2 * kBc, thread);
            next_gmem += kBc * stride;
        }
        if constexpr (kIsAsync)
            ft_cp_async_commit_group();
    }
    /* Fetches the steps that may be under way before the first acquire. */
    FT_DEVICE void start()
    {
        if constexpr (kStages > 1)
            fetch<false>(0);
        if constexpr (kStages > 2)
            fetch<true>(1);
    }
    /* K or V of a tile; steps are acquired in order. */
    template <bool kIsV> FT_DEVICE const Matrix<ft_half, kBc, kHeadDim> &acquire(int tile)
    {
        const int step = 2 * tile + kIsV;
        if constexpr (kIsAsync) {
            ft_cp_async_wait_group<kStages - 2>();
            /* copies have landed, the step before is read | this one is read, its slot reused */
            barrier_owners();
            fetch<(kIsV + kStages - 1) % 2 != 0>(step + kStages - 1);
        } else {
            barrier_owners(); /* all have read the slot | it is overwritten */
            fetch<kIsV>(step);
            barrier_owners(); /* copies of all have landed | the step is read */
        }
        return ring_smem.slot[step % kStages];
    }
};

/* ---- the steps of a warp -------------------------------------------------------------------- */

/* The warp's rows of Q; rows from rows_left on are zeros. Not asynchronous: the first K and V are
 * under way meanwhile. */
FT_DEVICE void load_q(Matrix<ft_half, kRows, kHeadDim> &q_smem, const ft_tensor &q,
                      const ft_half *rows_gmem, int rows_left)
{
    using QLoader = Loader<kWarp, false>;
    QLoader::copy(q_smem, QLoader::first(rows_gmem, q.stride_row, ft_lane()), q.stride_row,
                  rows_left, ft_lane());
}

/* The 16 rows of Q as A: kept in fragments, or read from shared memory for each tile. */
struct QBlocks {
    ft_wmma_a<Element> kept[kIsQInFragments ? kDimBlocks : 1];

    FT_DEVICE void start(const WarpSmem &warp_smem)
    {
        if constexpr (kIsQInFragments)
#pragma unroll
            for (int j = 0; j < kDimBlocks; j++)
                ft_wmma_load(kept[j], warp_smem.q, 0, j * kWmma);
    }
    FT_DEVICE const ft_wmma_a<Element> &block(const WarpSmem &warp_smem, int j)
    {
        if constexpr (kIsQInFragments)
            return kept[j];
        ft_wmma_load(kept[0], warp_smem.q, 0, j * kWmma);
        return kept[0];
    }
};

/* S = Q K^T */
FT_DEVICE void score_tile(WarpSmem &warp_smem, QBlocks &q,
                          const Matrix<ft_half, kBc, kHeadDim> &k_smem)
{
    ft_wmma_d s_frag[kKeyBlocks];
#pragma unroll
    for (int block = 0; block < kKeyBlocks; block++)
        ft_wmma_zero(s_frag[block]);
#pragma unroll
    for (int j = 0; j < kDimBlocks; j++) {
        const ft_wmma_a<Element> &q_frag = q.block(warp_smem, j);
#pragma unroll
        for (int block = 0; block < kKeyBlocks; block++) {
            ft_wmma_bt<Element> k_frag;
            ft_wmma_load(k_frag, k_smem, block * kWmma, j * kWmma);
            ft_wmma_mma(s_frag[block], q_frag, k_frag);
        }
    }
#pragma unroll
    for (int block = 0; block < kKeyBlocks; block++)
        ft_wmma_store(warp_smem.tiles.s, 0, block * kWmma, s_frag[block]);
    ft_barrier_warp(); /* S is stored | lanes read rows of it */
}

/* The row that a lane works on in the softmax, and which of its quads are the lane's. */
struct SoftmaxLane {
    int row = ft_lane() / kRowLanes, share = ft_lane() % kRowLanes;
    bool is_active = ft_lane() < kSoftmaxLanes;

    static FT_DEVICE float max_of_row(float x)
    {
        return kRowLanes == 2 ? fmaxf(x, ft_shfl_xor(x, 1)) : x;
    }
    static FT_DEVICE float sum_of_row(float x)
    {
        return kRowLanes == 2 ? x + ft_shfl_xor(x, 1) : x;
    }
};

/* Scores become weights P = 2^(s - max); the first keys_visible keys of the tile count in this
 * lane's row. The row's maximum, sum and factor move to the new maximum. */
FT_DEVICE void softmax_tile(WarpSmem &warp_smem, const SoftmaxLane &lane, float scale_log2,
                            int keys_visible)
{
    float s[kQuadsPerLane][4];
    const float old_max = lane.is_active ? warp_smem.max[lane.row] : 0.0f;
    float max = old_max, sum = 0.0f;
    if (lane.is_active) {
        const ft_float4 *s_row = reinterpret_cast<ft_float4 *>(warp_smem.tiles.s.at[lane.row]);
#pragma unroll
        for (int j = 0; j < kQuadsPerLane; j++) {
            const ft_float4 quad = s_row[j * kRowLanes + lane.share];
#pragma unroll
            for (int i = 0; i < 4; i++)
                s[j][i] = quad.v[i] * scale_log2;
        }
        if (keys_visible < kBc) {
#pragma unroll
            for (int j = 0; j < kQuadsPerLane; j++)
#pragma unroll
                for (int i = 0; i < 4; i++)
                    if ((j * kRowLanes + lane.share) * 4 + i >= keys_visible)
                        s[j][i] = -ft_infinity();
        }
#pragma unroll
        for (int j = 0; j < kQuadsPerLane; j++)
            max = fmaxf(max, fmaxf(fmaxf(s[j][0], s[j][1]), fmaxf(s[j][2], s[j][3])));
    }
    max = lane.max_of_row(max);
    if constexpr (kIsPOverS)
        ft_barrier_warp(); /* rows of S are in registers | P overwrites them */
    if (lane.is_active) {
        struct alignas(8) Words {
            unsigned word[2];
        };
        Words *p_row = reinterpret_cast<Words *>(warp_smem.tiles.p.at[lane.row]);
        const float reference = ft_softmax_reference(max);
#pragma unroll
        for (int j = 0; j < kQuadsPerLane; j++) {
#pragma unroll
            for (int i = 0; i < 4; i++)
                s[j][i] = ft_ex2(s[j][i] - reference);
            sum += (s[j][0] + s[j][1]) + (s[j][2] + s[j][3]);
            p_row[j * kRowLanes + lane.share] = {
                {Element::pack(s[j][0], s[j][1]), Element::pack(s[j][2], s[j][3])}};
        }
    }
    sum = lane.sum_of_row(sum);
    if (lane.is_active) {
        const float factor = ft_softmax_weight(old_max, max);
        Accumulator::set_factor(warp_smem.acc, lane.row, lane.share, factor);
        if (lane.share == 0) {
            warp_smem.max[lane.row] = max;
            warp_smem.sum[lane.row] = warp_smem.sum[lane.row] * factor + sum;
        }
    }
    ft_barrier_warp(); /* P and the factors are stored | fragments are loaded */
}

/* O = O * factor + P V */
FT_DEVICE void accumulate_tile(Accumulator &acc, WarpSmem &warp_smem,
                               const Matrix<ft_half, kBc, kHeadDim> &v_smem)
{
    acc.before_tile(warp_smem.acc);
#pragma unroll
    for (int block = 0; block < kKeyBlocks; block++) {
        ft_wmma_a<Element> p_frag;
        ft_wmma_load(p_frag, warp_smem.tiles.p, 0, block * kWmma);
#pragma unroll
        for (int j = 0; j < kDimBlocks; j++) {
            ft_wmma_b<Element> v_frag;
            ft_wmma_load(v_frag, v_smem, block * kWmma, j * kWmma);
            ft_wmma_mma(acc.o_frag[j], p_frag, v_frag);
        }
    }
    acc.after_tile(warp_smem.acc);
}

/* Rows of O, divided by their sums, and their LSE; rows from rows_left on do not exist. Two lanes
 * share a row. */
FT_DEVICE void store_rows(const ft_attn_args &args, Accumulator &acc, WarpSmem &warp_smem, int seq,
                          int head, int first, int rows_left)
{
    const int row = ft_lane() / 2, col = ft_lane() % 2 * kChunkHalves;
    const float max = warp_smem.max[row], sum = warp_smem.sum[row];
    const float inverse = sum == 0.0f ? 0.0f : ft_rcp(sum);
    ft_half *o_gmem = static_cast<ft_half *>(args.o.data) + seq * args.o.stride_batch +
                      head * args.o.stride_head + (first + row) * args.o.stride_row + col;
#pragma unroll
    for (int j = 0; j < kDimBlocks; j++) {
        const float *o = acc.read(warp_smem.acc, warp_smem.tiles, j, row, col);
        ft_chunk chunk;
#pragma unroll
        for (int i = 0; i < 4; i++)
            chunk.word[i] = Element::pack(o[2 * i] * inverse, o[2 * i + 1] * inverse);
        if (row < rows_left)
            reinterpret_cast<ft_chunk *>(o_gmem)[j * kWmma / kChunkHalves] = chunk;
    }
    if (args.lse.data && row < rows_left && col == 0)
        static_cast<float *>(
            args.lse.data)[seq * args.lse.stride_batch + head * args.lse.stride_head +
                           (first + row) * args.lse.stride_row] = (max + ft_lg2(sum)) * kLn2;
}

/* ---- entry ---------------------------------------------------------------------------------- */

/* Keys that rows up to `row` see; row i sees i + 1 + length_kv - length_q of them when causal. */
FT_DEVICE int visible_keys(int row, int length_q, int length_kv)
{
    const int causal = row + 1 + length_kv - length_q;
    return !kIsCausal || causal > length_kv ? length_kv : causal < 0 ? 0 : causal;
}
FT_DEVICE int min_of(int a, int b)
{
    return a < b ? a : b;
}

extern "C" __global__ void __launch_bounds__(kThreads, kMinCtas)
    prefill_wmma(const __grid_constant__ struct ft_attn_args args)
{
    Smem &smem = ft_smem_as<Smem>();
    const int head = ft_cta_x(), seq = ft_cta_z(), warp = ft_warp();
    const int kv_head = head / (args.q_heads / args.kv_heads);
    const int length_q = args.seqlens_q ? args.seqlens_q[seq] : args.seqlen_q;
    const int length_kv = ft_kv_length(args, seq);
    const int cta_row = ((args.seqlen_q + kBr - 1) / kBr - 1 - ft_cta_y()) * kBr;
    const int row0 = cta_row + warp * kRows;
    if (cta_row >= length_q)
        return;

    /* Keys that this lane's row sees, and that those who share the ring need. */
    const SoftmaxLane lane;
    const int row = row0 + lane.row % kRows;
    const int row_keys = row < length_q ? visible_keys(row, length_q, length_kv) : 0;
    const int last_row = min_of(kIsCtaRing ? cta_row + kBr : row0 + kRows, length_q) - 1;
    const int ring_keys = kIsSkipping ? visible_keys(last_row, length_q, length_kv) : length_kv;
    const float scale_log2 = args.softmax_scale * kLog2E;

    WarpSmem &warp_smem = smem.warp[warp];
    Ring ring(smem.ring[kIsCtaRing ? 0 : warp], args, seq, kv_head, ring_keys);
    Accumulator acc;
    QBlocks q;
    ring.start();
    load_q(warp_smem.q, args.q, head_of(args.q, seq, head) + row0 * args.q.stride_row,
           length_q - row0);
    acc.start(warp_smem.acc);
    if (ft_lane() < kRows) {
        warp_smem.max[ft_lane()] = -ft_infinity();
        warp_smem.sum[ft_lane()] = 0.0f;
    }
    ft_barrier_warp(); /* Q, O, maxima and sums are stored | they are read */
    q.start(warp_smem);

#pragma unroll 1
    for (int tile = 0; tile < ring.n_tiles; tile++) {
        const bool is_needed = !kIsSkipping || ft_any(tile * kBc < row_keys);
        const auto &k_smem = ring.acquire<false>(tile);
        if (is_needed) {
            score_tile(warp_smem, q, k_smem);
            softmax_tile(warp_smem, lane, scale_log2, row_keys - tile * kBc);
        }
        const auto &v_smem = ring.acquire<true>(tile);
        if (is_needed)
            accumulate_tile(acc, warp_smem, v_smem);
    }

    if (row0 < length_q)
        store_rows(args, acc, warp_smem, seq, head, row0, length_q - row0);
}
