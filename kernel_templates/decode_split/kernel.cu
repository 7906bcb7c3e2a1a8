/* decode_split -- one query token a sequence against its KV cache, the keys split over CTAs
 *
 * Idea
 *   A CTA takes one (sequence, KV head) and one split of the keys. The query heads of the group are
 *   the rows of one tensor-core tile, so every row of K and V is read once. Inside a warp this is
 *   FlashAttention-2 over tiles of kBc keys. A warp is alone with its tiles: it loads them, scores
 *   them, and keeps its own running softmax; no CTA barrier stands in the loop. Warps meet once, in
 *   shared memory; splits meet once, in the workspace, and are merged by their log-sum-exp.
 *   Tile i * kWarps * n_splits + w * n_splits + split belongs to warp w of CTA `split`: all CTAs of
 *   a sequence read one compact window of it at a time.
 *
 * Fragments and loads: ft_kv_tiles.cuh. Heads are the rows n and n + 8 of A. The scores of two
 *   8-key blocks are an A for P V as they are (ft_mma.cuh), and o[half][0..7] of a lane are
 *   neighbouring dims. The next K is fetched when the scores have consumed K, the next V when O has
 *   consumed V. Rows past the end are zeros; their scores become -inf.
 *
 * Shared memory, dynamic
 *   warp[w].ring    tiles of K and V, swizzled; written and read by warp w
 *   warp[w].result  O, max, sum of the group, over the ring; written by warp w, read by all. The
 *                   last CTA uses the first of these again, for shares of the splits.
 *   decode_combine has only the shares.
 *
 * Barriers                 separates
 *   warp  in wait_oldest     copies of all lanes have landed | the tile is read
 *   warp  before a fetch     all lanes have read K, or V     | it is overwritten
 *   warp  after the loop     all lanes have read the ring    | the result overwrites it
 *   cta   after the results  results of all warps written    | they are merged
 *   cta   combine            see ft_splits.cuh, where the workspace is described, too
 *
 * A window hides the keys before `begin`: work starts with the tile that holds it, and what lies
 *   before it is neither located nor read.
 *
 * Limits: q, k, v and their strides are aligned to 16 bytes, o to 8. No softcap or ALiBi.
 */
#include "fatune_config.h"
#include "ft_abi.h"
#include "ft_kv_tiles.cuh"
#include "ft_mma.cuh"
#include "ft_smem.cuh"
#include "ft_softmax.cuh"
#include "ft_splits.cuh"

/* ---- configuration: macros appear only here ------------------------------------------------- */

constexpr int kHeadDim = FT_HEAD_DIM, kGroup = FT_GROUP;
constexpr int kBc = FT_BC, kWarps = FT_WARPS, kStages = FT_STAGES, kVecBytes = FT_VEC;
constexpr int kThreads = FT_THREADS, kCombineThreads = FT_COMBINE_THREADS;
constexpr int kSmemBytes = FT_SMEM_BYTES, kCombineSmemBytes = FT_COMBINE_SMEM_BYTES;
constexpr bool kIsPaged = FT_KV == FT_PAGED, kIsDirect = FT_LOAD == FT_LOAD_DIRECT;
constexpr bool kIsLastCta = FT_COMBINE == FT_COMBINE_LAST_CTA;
constexpr bool kIsPdl = FT_COMBINE == FT_COMBINE_PDL;
constexpr int kWindowLeft = FT_WINDOW_LEFT; /* keys seen before the last one; -1: all */
constexpr bool kHasWindow = kWindowLeft >= 0;
using Element = ft_select<FT_DTYPE == FT_BF16, ft_bf16, ft_fp16>::type;

constexpr int kPassNSplits = FT_PASS_N_SPLITS;
constexpr int kWsOPartial = FT_WS_O_PARTIAL, kWsLsePartial = FT_WS_LSE_PARTIAL;
constexpr int kWsArrived = FT_WS_ARRIVED;

constexpr int kRowChunks = kHeadDim / kChunkHalves; /* 16-byte chunks of a row of K or V */
constexpr int kPairs = kRowChunks / 4;              /* pairs of mma steps over head_dim */
constexpr int kHalves = kRowChunks / kMmaN;         /* 64-dim parts of O */
constexpr int kBlocks = kBc / kMmaN;                /* 8-key blocks of a tile */
constexpr int kSteps = kBc / kMmaK;                 /* mma steps over the keys of a tile */
constexpr int kRowHalves = kGroup > 8 ? 2 : 1;      /* rows n, and n + 8, that hold heads */
constexpr int kQuads = kHeadDim / 4;                /* float4s of a row of O */
/* Partial results that a thread reads at once: all of them where one CTA reads for the whole group.
 */
constexpr int kSplitsInFlight = kIsLastCta ? 16 : 4;

static_assert(kHeadDim == 64 || kHeadDim == 128, "head_dim must be 64 or 128");
static_assert(kGroup <= kMmaM, "at most 16 query heads a KV head fit one tensor-core tile");
static_assert(kBc % kMmaK == 0 && kThreads == kWarp * kWarps, "threads follow from warps");
static_assert(!kIsDirect || kStages == 1,
              "stages are for cp_async; direct keeps its tile in registers");
static_assert(!kIsDirect || kVecBytes == kChunkBytes, "direct always loads 16 bytes");
static_assert(!kIsDirect || kBc <= 32, "a direct tile of 64 rows does not fit the registers");
static_assert(!kIsPdl || kComputeCapability >= 90,
              "programmatic dependent launch needs compute capability 9.0");

/* ---- where things are ----------------------------------------------------------------------- */

FT_DEVICE const ft_half *head_of(const ft_tensor &tensor, int head)
{
    return static_cast<const ft_half *>(tensor.data) + head * tensor.stride_head;
}

using Splits = ft_splits<Element, kGroup, kHeadDim, kSplitsInFlight>;

using Tiles =
    ft_select<kIsDirect, ft_direct_tiles<kIsPaged, kHasWindow, kBc, kHeadDim>,
              ft_staged_tiles<kIsPaged, kHasWindow, kBc, kHeadDim, kStages, kVecBytes>>::type;
union WarpSmem {
    Tiles::Ring ring;
    ft_split_result<kGroup, kHeadDim> result;
};
struct Smem {
    WarpSmem warp[kWarps];
};
static_assert(sizeof(Smem) == kSmemBytes, "shared memory as family.yaml computes it");

/* ---- the steps of a warp -------------------------------------------------------------------- */

struct Accumulator {
    float o[kHalves][8][4];                 /* [half][dim of 8][D of an mma]; columns: chunks */
    float max[kRowHalves], sum[kRowHalves]; /* rows n, n + 8; sum: this lane's keys only */
};

/* Heads as rows; rows past the group are zeros. */
FT_DEVICE void load_q(unsigned (&q_frag)[2 * kPairs][4], const ft_tensor &q, const ft_half *q_gmem)
{
    const int n = ft_lane() / 4, t = ft_lane() % 4;
#pragma unroll
    for (int j = 0; j < kPairs; j++) {
        ft_chunk rows[2] = {};
#pragma unroll
        for (int h = 0; h < kRowHalves; h++)
            if (n + 8 * h < kGroup)
                rows[h] = ft_ld_nc(q_gmem + (n + 8 * h) * q.stride_head +
                                   Tiles::q_chunk(j) * kChunkHalves);
#pragma unroll
        for (int i = 0; i < 2; i++) {
            q_frag[2 * j + i][0] = rows[0].word[2 * i];
            q_frag[2 * j + i][1] = rows[1].word[2 * i];
            q_frag[2 * j + i][2] = rows[0].word[2 * i + 1];
            q_frag[2 * j + i][3] = rows[1].word[2 * i + 1];
        }
    }
}

FT_DEVICE void score_tile(float (&s_frag)[kBlocks][4], const unsigned (&q_frag)[2 * kPairs][4],
                          Tiles &tiles, int stage)
{
#pragma unroll
    for (int block = 0; block < kBlocks; block++) {
#pragma unroll
        for (int i = 0; i < 4; i++)
            s_frag[block][i] = 0.0f;
#pragma unroll
        for (int j = 0; j < kPairs; j++) {
            const ft_chunk k = tiles.k_chunk(stage, block, j);
            Element::mma(s_frag[block], q_frag[2 * j], k.word[0], k.word[1]);
            Element::mma(s_frag[block], q_frag[2 * j + 1], k.word[2], k.word[3]);
        }
    }
}

/* Scores become weights 2^(s - max); o and sum move to the new maximum. Of the tile's keys those
 * from keys_hidden to keys_left are seen. */
FT_DEVICE void softmax_tile(unsigned (&p_frag)[kSteps][4], float (&s_frag)[kBlocks][4],
                            Accumulator &acc, float scale_log2, int keys_hidden, int keys_left)
{
    const int t = ft_lane() % 4;
#pragma unroll
    for (int block = 0; block < kBlocks; block++)
#pragma unroll
        for (int i = 0; i < 4; i++)
            s_frag[block][i] *= scale_log2;
    if (keys_left < kBc || (kHasWindow && keys_hidden > 0)) {
#pragma unroll
        for (int block = 0; block < kBlocks; block++)
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const int key = block * kMmaN + 2 * t + i % 2;
                if (key >= keys_left || (kHasWindow && key < keys_hidden))
                    s_frag[block][i] = -ft_infinity();
            }
    }
#pragma unroll
    for (int h = 0; h < kRowHalves; h++) {
        float max = acc.max[h];
#pragma unroll
        for (int block = 0; block < kBlocks; block++)
            max = fmaxf(max, fmaxf(s_frag[block][2 * h], s_frag[block][2 * h + 1]));
        max = ft_quad_max(max);
        const float weight = ft_softmax_weight(acc.max[h], max);
        const float reference = ft_softmax_reference(max);
        acc.max[h] = max;
        acc.sum[h] *= weight;
#pragma unroll
        for (int block = 0; block < kBlocks; block++) {
            const float p0 = ft_ex2(s_frag[block][2 * h] - reference);
            const float p1 = ft_ex2(s_frag[block][2 * h + 1] - reference);
            acc.sum[h] += p0 + p1;
            p_frag[block / 2][block % 2 * 2 + h] = Element::pack(p0, p1);
        }
#pragma unroll
        for (int half = 0; half < kHalves; half++)
#pragma unroll
            for (int j = 0; j < 8; j++) {
                acc.o[half][j][2 * h] *= weight;
                acc.o[half][j][2 * h + 1] *= weight;
            }
    }
    if (kRowHalves == 1) {
#pragma unroll
        for (int step = 0; step < kSteps; step++)
            p_frag[step][1] = p_frag[step][3] = 0;
    }
}

FT_DEVICE void accumulate_tile(Accumulator &acc, const unsigned (&p_frag)[kSteps][4], Tiles &tiles,
                               int stage)
{
#pragma unroll
    for (int step = 0; step < kSteps; step++)
#pragma unroll
        for (int half = 0; half < kHalves; half++) {
            ft_chunk v[4]; /* rows 2t, 2t+1, 2t+8, 2t+9 */
#pragma unroll
            for (int i = 0; i < 4; i++)
                v[i] = tiles.v_chunk(stage, step, half, i);
#pragma unroll
            for (int w = 0; w < 4; w++) {
                Element::mma(acc.o[half][2 * w], p_frag[step],
                             ft_prmt_low(v[0].word[w], v[1].word[w]),
                             ft_prmt_low(v[2].word[w], v[3].word[w]));
                Element::mma(acc.o[half][2 * w + 1], p_frag[step],
                             ft_prmt_high(v[0].word[w], v[1].word[w]),
                             ft_prmt_high(v[2].word[w], v[3].word[w]));
            }
        }
}

FT_DEVICE void store_result(ft_split_result<kGroup, kHeadDim> &result_smem, const Accumulator &acc)
{
    const int n = ft_lane() / 4, t = ft_lane() % 4;
#pragma unroll
    for (int h = 0; h < kRowHalves; h++) {
        const int row = n + 8 * h;
        const float sum = ft_quad_sum(acc.sum[h]);
        if (row >= kGroup)
            continue;
#pragma unroll
        for (int half = 0; half < kHalves; half++)
#pragma unroll
            for (int i = 0; i < 4; i++) { /* chunks 2t and 2t + 1, two float4s each */
                const int quad = half * 16 + 4 * t + i, j = i % 2 * 4, d = 2 * h + i / 2;
                result_smem.o_at(row, quad) = {{acc.o[half][j][d], acc.o[half][j + 1][d],
                                                acc.o[half][j + 2][d], acc.o[half][j + 3][d]}};
            }
        if (t == 0) {
            result_smem.max[row] = acc.max[h];
            result_smem.sum[row] = sum;
        }
    }
}

FT_DEVICE Splits splits_of(const ft_attn_args &args, int seq, int kv_head)
{
    return Splits(args, seq, kv_head, args.passed[kPassNSplits], args.workspace[kWsOPartial],
                  args.workspace[kWsLsePartial]);
}

/* ---- entries -------------------------------------------------------------------------------- */

extern "C" __global__ void __launch_bounds__(kThreads, 1)
    decode_split(const __grid_constant__ struct ft_attn_args args)
{
    Smem &smem = ft_smem_as<Smem>();
    const int split = ft_cta_x(), kv_head = ft_cta_y(), seq = ft_cta_z(), warp = ft_warp();
    const int n_splits = args.passed[kPassNSplits];
    const int length = ft_kv_length(args, seq);
    const int begin = kHasWindow && length > kWindowLeft ? length - 1 - kWindowLeft : 0;
    const int n_tiles = (length + kBc - 1) / kBc, tile_stride = kWarps * n_splits;
    const ft_half *k_gmem = head_of(args.k, kv_head), *v_gmem = head_of(args.v, kv_head);
    const float scale_log2 = args.softmax_scale * kLog2E;
    int tile = begin / kBc + warp * n_splits + split;

    unsigned q_frag[2 * kPairs][4];
    load_q(q_frag, args.q, head_of(args.q, kv_head * kGroup) + seq * args.q.stride_batch);

    Tiles tiles(smem.warp[warp].ring);
    Tiles::TileRows rows[Tiles::kDepth], next;
#pragma unroll
    for (int i = 0; i < Tiles::kDepth; i++)
        rows[i].locate(args, seq, tile + i * tile_stride, begin, length);
#pragma unroll
    for (int i = 0; i < Tiles::kDepth; i++) {
        tiles.fetch_k(i, args.k, k_gmem, rows[i]);
        tiles.fetch_v(i, args.v, v_gmem, rows[i]);
    }
    next.locate(args, seq, tile + Tiles::kDepth * tile_stride, begin, length);

    Accumulator acc = {};
#pragma unroll
    for (int h = 0; h < kRowHalves; h++)
        acc.max[h] = -ft_infinity();

#pragma unroll 1
    for (int stage = 0; tile < n_tiles; tile += tile_stride) {
        float s_frag[kBlocks][4];
        unsigned p_frag[kSteps][4];
        tiles.wait_oldest();
        score_tile(s_frag, q_frag, tiles, stage);
        ft_barrier_warp(); /* all lanes have read K (the scores used it) | it is overwritten */
        tiles.fetch_k(stage, args.k, k_gmem, next);
        softmax_tile(p_frag, s_frag, acc, scale_log2, begin - tile * kBc, length - tile * kBc);
        tiles.wait_oldest();
        accumulate_tile(acc, p_frag, tiles, stage);
        ft_barrier_warp(); /* all lanes have read V (O used it) | it is overwritten */
        tiles.fetch_v(stage, args.v, v_gmem, next);
        next.locate(args, seq, tile + (Tiles::kDepth + 1) * tile_stride, begin, length);
        stage = stage + 1 == Tiles::kDepth ? 0 : stage + 1;
    }

    ft_barrier_warp(); /* all lanes have read the ring | the result overwrites it */
    store_result(smem.warp[warp].result, acc);
    ft_barrier_cta(); /* results of all warps written | they are merged */
    const Splits splits = splits_of(args, seq, kv_head);
    splits.merge_warps<kThreads>(smem.warp, split);
    if constexpr (kIsLastCta) {
        if (n_splits > 1)
            splits.combine_if_last<kThreads>(smem.warp, args.workspace[kWsArrived]);
    } else if constexpr (kIsPdl) {
        ft_griddepcontrol_launch_dependents();
    }
}

struct CombineSlot {
    ft_split_result<1, kHeadDim> result;
};
constexpr int kCombineParts = kCombineThreads / kQuads;
static_assert(kCombineParts * sizeof(CombineSlot) == kCombineSmemBytes,
              "shared memory as family.yaml computes it");

/* A CTA a query head. */
extern "C" __global__ void __launch_bounds__(kCombineThreads)
    decode_combine(const __grid_constant__ struct ft_attn_args args)
{
    auto &slots_smem = ft_smem_as<CombineSlot[kCombineParts]>();
    const int head = ft_cta_x(), seq = ft_cta_y();
    if constexpr (kIsPdl)
        ft_griddepcontrol_wait();
    splits_of(args, seq, head / kGroup).combine<kCombineThreads, 1>(slots_smem, head % kGroup);
}
