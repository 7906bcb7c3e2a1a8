/* decode_tma -- one query token a sequence against its KV cache, on Hopper, at the speed of memory
 *
 * Idea
 *   A CTA takes one (sequence, KV head) and one split of the keys, a warp every so many tiles of
 *   kBc keys. A warp is alone with its tiles: its lane 0 has the tensor memory accelerator bring
 *   them, all lanes score them, and the warp keeps a running softmax of its own; no CTA barrier
 *   stands in the loop. Warps meet once, in shared memory; splits meet once, in the workspace, and
 *   the last CTA to finish merges them (ft_splits.cuh).
 *   Tile i * kWarps * n_splits + w * n_splits + split belongs to warp w of CTA `split`: all CTAs of
 *   a sequence read one compact window of it at a time.
 *
 * Tensor cores, with keys as the rows: m16n8k16 has 8 columns, and a group rarely has more heads.
 *     S^T [keys x heads] = K Q^T      A = K      B = Q^T
 *     O^T [dims x heads] += V^T P^T   A = V^T    B = P^T, which is S^T transposed: movmatrix
 *   The order of dims inside a dot product, and of the rows of O^T, is free. It is chosen so that a
 *   lane needs plain 16-byte chunks; with n = lane / 4, t = lane % 4, and for each 64 dims:
 *     K  chunks 2t and 2t + 1 of rows n and n + 8; Q the same chunks of head n
 *     V  chunk n of rows 2t, 2t + 1, 2t + 8, 2t + 9; a byte permutation pairs neighbouring rows
 *   Swizzled as the copies leave them, eight lanes that are served at once meet different banks.
 *
 * Steps of a tile: wait for K, score, start the next copy of K, softmax, wait for V, add to O,
 *   start the next copy of V. A copy is started only when tensor cores have consumed what it
 *   overwrites: a read that was merely issued may still be under way.
 *   The weights of a head are 2^(s - max), where max is a score of the first tile, and is raised
 *   when a score exceeds it by kLazyLog2: exact for any data, and O is seldom rescaled.
 *
 * Shared memory, dynamic; bytes for head_dim 128, group 4, Bc 16, 8 warps, one stage
 *   warp[w].ring    8192  tiles of K and V, for each 64 dims one part; filled by copies of warp w
 *   warp[w].result  2176  O, max, sum of the group, over the ring; written by warp w, read by all.
 *                         The last CTA uses the first of these again, for shares of the splits.
 *   barriers[w]       16  mbarriers of each stage, K and V
 *
 * Barriers                   separates
 *   warp      after init     mbarriers initialised            | they are waited for
 *   mbarrier  k, v           a copy has landed                | the tile is read
 *   warp      before a copy  all lanes have consumed K, or V  | it is overwritten
 *   warp      after the loop all lanes have read the ring     | the result overwrites it
 *   cta       after that     results of all warps written     | they are merged
 *   cta       combine        see ft_splits.cuh
 *   Phase i of an mbarrier is its stage's i-th tile, so the parity to wait for flips when the ring
 *   wraps. Lane 0 alone arrives, with the bytes to come.
 *
 * Rows past the end of a sequence, or before a window, may hold anything: their scores become -inf,
 *   and their V zeros, since 0 * NaN is NaN. Tiles without a key that is seen are not located.
 *
 * Limits: q, k, v and their strides are aligned to 16 bytes, o to 8; a page holds whole tiles. No
 *   softcap or ALiBi.
 */
#include "fatune_config.h"
#include "ft_abi.h"
#include "ft_kv.cuh"
#include "ft_mma.cuh"
#include "ft_smem.cuh"
#include "ft_softmax.cuh"
#include "ft_splits.cuh"

/* ---- configuration: macros appear only here ------------------------------------------------- */

constexpr int kHeadDim = FT_HEAD_DIM, kGroup = FT_GROUP;
constexpr int kBc = FT_BC, kWarps = FT_WARPS, kStages = FT_STAGES, kThreads = FT_THREADS;
constexpr int kSmemBytes = FT_SMEM_BYTES;
constexpr bool kIsPaged = FT_KV == FT_PAGED;
constexpr int kWindowLeft = FT_WINDOW_LEFT; /* keys seen before the last one; -1: all */
constexpr bool kHasWindow = kWindowLeft >= 0;
using Element = ft_select<FT_DTYPE == FT_BF16, ft_bf16, ft_fp16>::type;

constexpr int kPassNSplits = FT_PASS_N_SPLITS;
constexpr int kWsOPartial = FT_WS_O_PARTIAL, kWsLsePartial = FT_WS_LSE_PARTIAL;
constexpr int kWsArrived = FT_WS_ARRIVED;
constexpr int kMapK = FT_TMA_K, kMapV = FT_TMA_V, kMaps = 2;

constexpr int kPartDims = 64, kPartChunks = kPartDims / kChunkHalves; /* one copy: 128-byte rows */
constexpr int kParts = kHeadDim / kPartDims;
constexpr int kBlocks = kBc / kMmaM;                     /* 16-key blocks of a tile */
constexpr int kHeadTiles = (kGroup + kMmaN - 1) / kMmaN; /* 8-head columns of S^T and O^T */
constexpr int kTileBytes = kBc * kHeadDim * 2;           /* of K, or of V */
constexpr float kLazyLog2 = 8.0f;                        /* weights up to 2^8 */
constexpr int kSplitsInFlight = 16; /* partial results a thread reads at once */

static_assert(kHeadDim == 64 || kHeadDim == 128, "head_dim must be 64 or 128");
static_assert(kGroup <= 2 * kMmaN, "at most 16 query heads a KV head fit two tensor-core tiles");
static_assert(kBc % kMmaM == 0 && kThreads == kWarp * kWarps, "threads follow from warps");
static_assert(kComputeCapability >= 90, "tensor copies need compute capability 9.0");

/* ---- where things are ----------------------------------------------------------------------- */

struct Params {
    ft_attn_args args;
    ft_tensor_map map[kMaps];
};

using TilePart = ft_smem_tile<kBc, kPartChunks>;
static_assert(TilePart::kSwizzled == kSwizzleRows, "swizzled as tensor copies do it");

struct Stage {
    TilePart k[kParts], v[kParts];
};
union alignas(kTensorAlign) WarpSmem {
    Stage ring[kStages];
    ft_split_result<kGroup, kHeadDim> result;
};
struct StageBarriers {
    ft_mbarrier k, v;
};
struct Smem {
    WarpSmem warp[kWarps];
    StageBarriers barriers[kWarps][kStages];
};
static_assert(sizeof(Smem) == kSmemBytes, "shared memory as family.yaml computes it");
static_assert(sizeof(TilePart) % kTensorAlign == 0, "every part of a tile is aligned");

using Splits = ft_splits<Element, kGroup, kHeadDim, kSplitsInFlight>;

/* The keys of a tile that the query sees: from `begin` up to `end`. */
struct SeenKeys {
    int begin, end;

    FT_DEVICE bool is_all() const
    {
        return end >= kBc && (!kHasWindow || begin <= 0);
    }
    FT_DEVICE bool has(int key) const
    {
        return key < end && (!kHasWindow || key >= begin);
    }
};

/* ---- loading -------------------------------------------------------------------------------- */

/* Coordinates of a tile in the tensor maps; `batch` is the page of a paged cache. */
struct TileAt {
    int row, batch;
};

/* The copies of one warp, all started by its lane 0. */
struct Loads {
    const Params &params;
    Stage (&ring_smem)[kStages];
    StageBarriers (&barriers_smem)[kStages];
    int seq, kv_head, n_tiles;

    FT_DEVICE void init() const
    {
        if (ft_lane() == 0) {
#pragma unroll
            for (int stage = 0; stage < kStages; stage++) {
                ft_mbarrier_init(&barriers_smem[stage].k, 1);
                ft_mbarrier_init(&barriers_smem[stage].v, 1);
            }
            ft_fence_mbarrier_init();
        }
    }
    FT_DEVICE bool is_mine(int tile) const
    {
        return ft_lane() == 0 && tile < n_tiles;
    }
    FT_DEVICE TileAt locate(int tile) const
    {
        const int key = tile * kBc;
        if constexpr (kIsPaged) {
            const ft_attn_args &args = params.args;
            const int page_index = (unsigned)key / (unsigned)args.page_size;
            const int slot = key - page_index * args.page_size;
            return {slot, is_mine(tile)
                              ? args.block_table[seq * args.block_table_stride + page_index]
                              : 0};
        } else {
            return {key, seq};
        }
    }
    FT_DEVICE void start_k(int stage, int tile, const TileAt &at) const
    {
        if (is_mine(tile))
            start(ring_smem[stage].k, params.map[kMapK], at, &barriers_smem[stage].k);
    }
    FT_DEVICE void start_v(int stage, int tile, const TileAt &at) const
    {
        if (is_mine(tile))
            start(ring_smem[stage].v, params.map[kMapV], at, &barriers_smem[stage].v);
    }

  private:
    FT_DEVICE void start(TilePart (&parts_smem)[kParts], const ft_tensor_map &map, const TileAt &at,
                         ft_mbarrier *bar_smem) const
    {
        ft_mbarrier_arrive_expect_tx(bar_smem, kTileBytes);
#pragma unroll
        for (int part = 0; part < kParts; part++)
            ft_tma_load_4d(&parts_smem[part], &map, part * kPartDims, kv_head, at.row, at.batch,
                           bar_smem);
    }
};

/* Heads as columns; those past the group are zeros. All warps read the same: through L1. */
FT_DEVICE void load_q(ft_chunk (&q_frag)[kHeadTiles][kParts][2], const ft_attn_args &args, int seq,
                      int kv_head)
{
    const int n = ft_lane() / 4, t = ft_lane() % 4;
#pragma unroll
    for (int i = 0; i < kHeadTiles; i++) {
        const int row = i * kMmaN + n;
        const ft_half *q_gmem = static_cast<const ft_half *>(args.q.data) +
                                seq * args.q.stride_batch +
                                (kv_head * kGroup + row) * args.q.stride_head;
#pragma unroll
        for (int part = 0; part < kParts; part++)
#pragma unroll
            for (int j = 0; j < 2; j++)
                q_frag[i][part][j] =
                    row < kGroup ? ft_ld_nc(q_gmem + part * kPartDims + (2 * t + j) * kChunkHalves)
                                 : ft_chunk{};
    }
}

/* ---- the steps of a tile -------------------------------------------------------------------- */

struct Accumulator {
    float o[kHeadTiles][kParts][4][4]; /* [.][.][w]: D of an mma; its rows n, n + 8 are dims 2w, +1
                                        * of chunk n of the part, its columns heads */
    float max[kHeadTiles][2];          /* heads 2t, 2t + 1; within kLazyLog2 of the largest score */
    float sum[kHeadTiles][2];          /* this lane's keys only */
};

/* Scores in base 2. The dot product is a sum over the parts, to keep chains of mma short. */
FT_DEVICE void score_tile(float (&s_frag)[kBlocks][kHeadTiles][4],
                          const ft_chunk (&q_frag)[kHeadTiles][kParts][2],
                          TilePart (&k_smem)[kParts], float scale_log2)
{
    const int n = ft_lane() / 4, t = ft_lane() % 4;
#pragma unroll
    for (int block = 0; block < kBlocks; block++) {
        float sums[kHeadTiles][kParts][4] = {};
#pragma unroll
        for (int j = 0; j < 2; j++)
#pragma unroll
            for (int part = 0; part < kParts; part++) {
                const ft_chunk k0 = k_smem[part].at(block * kMmaM + n, 2 * t + j);
                const ft_chunk k8 = k_smem[part].at(block * kMmaM + n + 8, 2 * t + j);
#pragma unroll
                for (int w = 0; w < 4; w += 2) {
                    const unsigned a[4] = {k0.word[w], k8.word[w], k0.word[w + 1], k8.word[w + 1]};
#pragma unroll
                    for (int i = 0; i < kHeadTiles; i++)
                        Element::mma(sums[i][part], a, q_frag[i][part][j].word[w],
                                     q_frag[i][part][j].word[w + 1]);
                }
            }
#pragma unroll
        for (int i = 0; i < kHeadTiles; i++)
#pragma unroll
            for (int d = 0; d < 4; d++) {
                float s = sums[i][0][d];
                if constexpr (kParts == 2)
                    s += sums[i][1][d];
                s_frag[block][i][d] = s * scale_log2;
            }
    }
}

FT_DEVICE void mask_tile(float (&s_frag)[kBlocks][kHeadTiles][4], const SeenKeys &seen)
{
#pragma unroll
    for (int block = 0; block < kBlocks; block++)
#pragma unroll
        for (int d = 0; d < 4; d++)
            if (!seen.has(block * kMmaM + ft_lane() / 4 + d / 2 * 8))
#pragma unroll
                for (int i = 0; i < kHeadTiles; i++)
                    s_frag[block][i][d] = -ft_infinity();
}

/* Moves a head's maximum, o and sum to a new maximum; d: its column of the lane's two. */
FT_DEVICE void raise_max(Accumulator &acc, int i, int d, float max)
{
    const float weight = ft_softmax_weight(acc.max[i][d], max);
    acc.max[i][d] = max;
    acc.sum[i][d] *= weight;
#pragma unroll
    for (int part = 0; part < kParts; part++)
#pragma unroll
        for (int w = 0; w < 4; w++) {
            acc.o[i][part][w][d] *= weight;
            acc.o[i][part][w][2 + d] *= weight;
        }
}

/* Scores become weights, as B of P V. */
FT_DEVICE void softmax_tile(unsigned (&p_frag)[kBlocks][kHeadTiles][2],
                            const float (&s_frag)[kBlocks][kHeadTiles][4], Accumulator &acc,
                            bool is_first)
{
    float max[kHeadTiles][2]; /* over this lane's keys */
    bool is_exceeded = false;
#pragma unroll
    for (int i = 0; i < kHeadTiles; i++)
#pragma unroll
        for (int d = 0; d < 2; d++) {
            max[i][d] = -ft_infinity();
#pragma unroll
            for (int block = 0; block < kBlocks; block++)
                max[i][d] = fmaxf(max[i][d], fmaxf(s_frag[block][i][d], s_frag[block][i][2 + d]));
            if (is_first) /* any score will do: that of a lane's keys saves two shuffles */
                acc.max[i][d] = ft_shfl(max[i][d], ft_lane() % 4);
            is_exceeded |= max[i][d] > acc.max[i][d] + kLazyLog2;
        }
    if (ft_any(is_exceeded)) {
#pragma unroll
        for (int i = 0; i < kHeadTiles; i++)
#pragma unroll
            for (int d = 0; d < 2; d++)
                raise_max(acc, i, d, fmaxf(acc.max[i][d], ft_column_max(max[i][d])));
    }
#pragma unroll
    for (int i = 0; i < kHeadTiles; i++) {
        const float reference[2] = {ft_softmax_reference(acc.max[i][0]),
                                    ft_softmax_reference(acc.max[i][1])};
#pragma unroll
        for (int block = 0; block < kBlocks; block++)
#pragma unroll
            for (int r = 0; r < 2; r++) { /* rows n, n + 8 */
                const float p0 = ft_ex2(s_frag[block][i][2 * r] - reference[0]);
                const float p1 = ft_ex2(s_frag[block][i][2 * r + 1] - reference[1]);
                acc.sum[i][0] += p0;
                acc.sum[i][1] += p1;
                p_frag[block][i][r] = ft_movmatrix_trans(Element::pack(p0, p1));
            }
    }
}

FT_DEVICE void accumulate_tile(Accumulator &acc, const unsigned (&p_frag)[kBlocks][kHeadTiles][2],
                               TilePart (&v_smem)[kParts], const SeenKeys &seen)
{
    const int n = ft_lane() / 4, t = ft_lane() % 4;
#pragma unroll
    for (int block = 0; block < kBlocks; block++)
#pragma unroll
        for (int part = 0; part < kParts; part++) {
            ft_chunk v[4]; /* rows 2t, 2t + 1, 2t + 8, 2t + 9 */
#pragma unroll
            for (int r = 0; r < 4; r++)
                v[r] = v_smem[part].at(block * kMmaM + 2 * t + r % 2 + r / 2 * 8, n);
            if (!seen.is_all()) {
#pragma unroll
                for (int r = 0; r < 4; r++)
                    if (!seen.has(block * kMmaM + 2 * t + r % 2 + r / 2 * 8))
                        v[r] = {};
            }
#pragma unroll
            for (int w = 0; w < 4; w++) {
                const unsigned a[4] = {ft_prmt_low(v[0].word[w], v[1].word[w]),
                                       ft_prmt_high(v[0].word[w], v[1].word[w]),
                                       ft_prmt_low(v[2].word[w], v[3].word[w]),
                                       ft_prmt_high(v[2].word[w], v[3].word[w])};
#pragma unroll
                for (int i = 0; i < kHeadTiles; i++)
                    Element::mma(acc.o[i][part][w], a, p_frag[block][i][0], p_frag[block][i][1]);
            }
        }
}

FT_DEVICE void store_result(ft_split_result<kGroup, kHeadDim> &result_smem, const Accumulator &acc)
{
    const int n = ft_lane() / 4, t = ft_lane() % 4;
#pragma unroll
    for (int i = 0; i < kHeadTiles; i++)
#pragma unroll
        for (int d = 0; d < 2; d++) {
            const int row = i * kMmaN + 2 * t + d;
            const float sum = ft_column_sum(acc.sum[i][d]);
            if (row >= kGroup)
                continue;
#pragma unroll
            for (int part = 0; part < kParts; part++)
#pragma unroll
                for (int w = 0; w < 4; w += 2) { /* a chunk is two float4s */
                    const auto &o = acc.o[i][part];
                    result_smem.o_at(row, part * kPartDims / 4 + 2 * n + w / 2) = {
                        {o[w][d], o[w][2 + d], o[w + 1][d], o[w + 1][2 + d]}};
                }
            if (n == 0) {
                result_smem.max[row] = acc.max[i][d];
                result_smem.sum[row] = sum;
            }
        }
}

/* ---- entry ---------------------------------------------------------------------------------- */

extern "C" __global__ void __launch_bounds__(kThreads, 1)
    decode_tma(const __grid_constant__ Params params)
{
    Smem &smem = ft_smem_as<Smem>();
    const ft_attn_args &args = params.args;
    const int split = ft_cta_x(), kv_head = ft_cta_y(), seq = ft_cta_z(), warp = ft_warp();
    const int n_splits = args.passed[kPassNSplits];
    if (ft_thread() < kMaps)
        ft_tma_prefetch_map(&params.map[ft_thread()]);
    /* First, as the warps of all CTAs of a sequence ask for the same few lines. */
    ft_chunk q_frag[kHeadTiles][kParts][2];
    load_q(q_frag, args, seq, kv_head);

    const int length = ft_kv_length(args, seq);
    const int begin = kHasWindow && length > kWindowLeft ? length - 1 - kWindowLeft : 0;
    const int n_tiles = (length + kBc - 1) / kBc, tile_stride = kWarps * n_splits;
    const int first_tile = begin / kBc + warp * n_splits + split;
    const float scale_log2 = args.softmax_scale * kLog2E;

    auto &ring_smem = smem.warp[warp].ring;
    auto &barriers_smem = smem.barriers[warp];
    const Loads loads = {params, ring_smem, barriers_smem, seq, kv_head, n_tiles};
    TileAt at[kStages];
#pragma unroll
    for (int i = 0; i < kStages; i++)
        at[i] = loads.locate(first_tile + i * tile_stride);
    loads.init();
#pragma unroll
    for (int i = 0; i < kStages; i++) {
        loads.start_k(i, first_tile + i * tile_stride, at[i]);
        loads.start_v(i, first_tile + i * tile_stride, at[i]);
    }
    TileAt next = loads.locate(first_tile + kStages * tile_stride);
    ft_barrier_warp(); /* mbarriers initialised | they are waited for */

    Accumulator acc = {};
#pragma unroll
    for (int i = 0; i < kHeadTiles; i++)
        acc.max[i][0] = acc.max[i][1] = -ft_infinity();

    int stage = 0, parity = 0;
#pragma unroll 1
    for (int tile = first_tile; tile < n_tiles; tile += tile_stride) {
        const SeenKeys seen = {begin - tile * kBc, length - tile * kBc};
        const int next_tile = tile + kStages * tile_stride;
        float s_frag[kBlocks][kHeadTiles][4];
        unsigned p_frag[kBlocks][kHeadTiles][2];
        ft_mbarrier_wait(&barriers_smem[stage].k, parity);
        score_tile(s_frag, q_frag, ring_smem[stage].k, scale_log2);
        ft_barrier_warp(); /* all lanes have consumed K (the scores used it) | it is overwritten */
        loads.start_k(stage, next_tile, next);
        if (!seen.is_all())
            mask_tile(s_frag, seen);
        softmax_tile(p_frag, s_frag, acc, tile == first_tile);
        ft_mbarrier_wait(&barriers_smem[stage].v, parity);
        accumulate_tile(acc, p_frag, ring_smem[stage].v, seen);
        ft_barrier_warp(); /* all lanes have consumed V (O used it) | it is overwritten */
        loads.start_v(stage, next_tile, next);
        next = loads.locate(next_tile + tile_stride);
        if (++stage == kStages) {
            stage = 0;
            parity ^= 1;
        }
    }

    const Splits splits(args, seq, kv_head, n_splits, args.workspace[kWsOPartial],
                        args.workspace[kWsLsePartial]);
    ft_barrier_warp(); /* all lanes have read the ring | the result overwrites it */
    store_result(smem.warp[warp].result, acc);
    ft_barrier_cta(); /* results of all warps written | they are merged */
    splits.merge_warps<kThreads>(smem.warp, split);
    if (n_splits > 1)
        splits.combine_if_last<kThreads>(smem.warp, args.workspace[kWsArrived]);
}
