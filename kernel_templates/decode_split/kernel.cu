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
 *   cta   before the count   partial results written         | the CTA counts as arrived
 *   cta   after the count    results merged, count known     | partials are read, `result` reused
 *   cta   in combine_splits  shares of the splits written    | they are merged
 *
 * Workspace, float; i = ((seq * kv_heads + kv_head) * n_splits + split) * group + head in group
 *   o_partial[i][head_dim]  O of a split, divided by its sum; 0 without keys
 *   lse_partial[i]          its log-sum-exp in base 2; -inf without keys
 *   arrived[seq * kv_heads + kv_head]  CTAs that have written; wraps, so 0 between launches
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
/* Partial results that a thread reads at once: all of them where one CTA reads for the whole group. */
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

/* A partial softmax, not divided by its sum. */
template <int kRows> struct alignas(kSmemAlign) Result {
    ft_float4 o[kRows][kQuads];
    float max[kRows], sum[kRows];

    /* Each lane of a quad writes four neighbouring float4s; the XOR puts what two rows write at
     * once into different banks. */
    FT_DEVICE ft_float4 &o_at(int row, int quad)
    {
        return o[row][quad ^ ((quad / 4 + row) % 4)];
    }
};

using Tiles =
    ft_select<kIsDirect, ft_direct_tiles<kIsPaged, kHasWindow, kBc, kHeadDim>,
              ft_staged_tiles<kIsPaged, kHasWindow, kBc, kHeadDim, kStages, kVecBytes>>::type;
union WarpSmem {
    Tiles::Ring ring;
    Result<kGroup> result;
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

FT_DEVICE void store_result(Result<kGroup> &result_smem, const Accumulator &acc)
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

/* ---- merging and storing -------------------------------------------------------------------- */

/* Four dims of a row, merged from the results of kParts slots. */
template <int kParts, class Slot>
FT_DEVICE ft_softmax_part merge_results(Slot (&slots_smem)[kParts], int row, int quad)
{
    ft_softmax_part part = ft_softmax_empty();
#pragma unroll
    for (int i = 0; i < kParts; i++)
        part.max = fmaxf(part.max, slots_smem[i].result.max[row]);
#pragma unroll
    for (int i = 0; i < kParts; i++)
        ft_softmax_add(part, slots_smem[i].result.o_at(row, quad), slots_smem[i].result.max[row],
                       slots_smem[i].result.sum[row]);
    return part;
}

FT_DEVICE void store_output(const ft_attn_args &args, int seq, int head, int quad,
                            const ft_softmax_part &part)
{
    struct alignas(8) Quad {
        unsigned word[2];
    };
    const ft_float4 o = ft_softmax_output(part);
    const ft_i64 o_at = seq * args.o.stride_batch + head * args.o.stride_head;
    const ft_i64 lse_at = seq * args.lse.stride_batch + head * args.lse.stride_head;
    reinterpret_cast<Quad *>(static_cast<ft_half *>(args.o.data) + o_at)[quad] = {
        {Element::pack(o.v[0], o.v[1]), Element::pack(o.v[2], o.v[3])}};
    if (quad == 0 && args.lse.data)
        static_cast<float *>(args.lse.data)[lse_at] = ft_softmax_lse2(part) * kLn2;
}

/* The partial results of one (sequence, KV head) in the workspace. */
struct Partials {
    ft_float4 *o_gmem; /* [n_splits, group, kQuads] */
    float *lse_gmem;   /* [n_splits, group] */
    int n_splits;

    FT_DEVICE Partials(const ft_attn_args &args, int seq, int kv_head)
        : n_splits(args.passed[kPassNSplits])
    {
        const ft_i64 first = ((ft_i64)seq * args.kv_heads + kv_head) * n_splits * kGroup;
        o_gmem = static_cast<ft_float4 *>(args.workspace[kWsOPartial]) + first * kQuads;
        lse_gmem = static_cast<float *>(args.workspace[kWsLsePartial]) + first;
    }
    FT_DEVICE void store(int split, int row, int quad, const ft_softmax_part &part) const
    {
        const int i = split * kGroup + row;
        o_gmem[i * kQuads + quad] = ft_softmax_output(part);
        if (quad == 0)
            lse_gmem[i] = ft_softmax_lse2(part);
    }
    /* Four dims of a row over splits first, first + stride, ...: many reads under way at once. */
    FT_DEVICE ft_softmax_part merge(int row, int quad, int first, int stride) const
    {
        ft_softmax_part part = ft_softmax_empty();
        for (int split = first; split < n_splits; split += stride * kSplitsInFlight) {
            ft_float4 o[kSplitsInFlight];
            float lse[kSplitsInFlight], max = part.max;
#pragma unroll
            for (int k = 0; k < kSplitsInFlight; k++) {
                const int i = (split + k * stride) * kGroup + row;
                const bool exists = split + k * stride < n_splits;
                lse[k] = exists ? lse_gmem[i] : -ft_infinity();
                o[k] = exists ? o_gmem[i * kQuads + quad] : ft_float4{};
            }
#pragma unroll
            for (int k = 0; k < kSplitsInFlight; k++)
                max = fmaxf(max, lse[k]);
            ft_softmax_raise(part, max);
#pragma unroll
            for (int k = 0; k < kSplitsInFlight; k++)
                ft_softmax_add(part, o[k], lse[k], 1.0f);
        }
        return part;
    }
};

/* Merges the splits of kRows heads and stores O and LSE; kParts groups of threads take a share of
 * the splits each. */
template <int kThreadsOfCta, int kRows, int kParts, class Slot>
FT_DEVICE void combine_splits(const ft_attn_args &args, Slot (&slots_smem)[kParts], int seq,
                              int kv_head, int row0)
{
    const Partials partials(args, seq, kv_head);
#pragma unroll 1 /* the registers belong to the loop over tiles */
    for (int item = ft_thread(); item < kParts * kRows * kQuads; item += kThreadsOfCta) {
        const int quad = item % kQuads, row = item / kQuads % kRows, share = item / kQuads / kRows;
        const ft_softmax_part part = partials.merge(row0 + row, quad, share, kParts);
        slots_smem[share].result.o_at(row, quad) = part.o;
        if (quad == 0) {
            slots_smem[share].result.max[row] = part.max;
            slots_smem[share].result.sum[row] = part.sum;
        }
    }
    ft_barrier_cta(); /* shares of the splits written | they are merged */
#pragma unroll 1
    for (int item = ft_thread(); item < kRows * kQuads; item += kThreadsOfCta) {
        const int quad = item % kQuads, row = item / kQuads;
        store_output(args, seq, kv_head * kGroup + row0 + row, quad,
                     merge_results(slots_smem, row, quad));
    }
}

/* The CTA's result: final, or one of the partial results. */
FT_DEVICE void merge_warps(const ft_attn_args &args, Smem &smem, int split, int seq, int kv_head)
{
    const Partials partials(args, seq, kv_head);
#pragma unroll 1 /* the registers belong to the loop over tiles */
    for (int item = ft_thread(); item < kGroup * kQuads; item += kThreads) {
        const int quad = item % kQuads, row = item / kQuads;
        const ft_softmax_part part = merge_results(smem.warp, row, quad);
        if (partials.n_splits == 1)
            store_output(args, seq, kv_head * kGroup + row, quad, part);
        else
            partials.store(split, row, quad, part);
    }
}

/* The CTA that counts last merges the splits, in their order: always the same bits. */
FT_DEVICE void combine_if_last(const ft_attn_args &args, Smem &smem, int seq, int kv_head)
{
    constexpr int kShares = kThreads / (kGroup * kQuads);
    constexpr int kParts = kShares < 1 ? 1 : kShares < kWarps ? kShares : kWarps;
    const unsigned last = args.passed[kPassNSplits] - 1;
    unsigned *arrived_gmem =
        static_cast<unsigned *>(args.workspace[kWsArrived]) + seq * args.kv_heads + kv_head;
    bool is_last = false;
    ft_barrier_cta(); /* partial results written | the CTA counts as arrived */
    if (ft_thread() == 0)
        is_last = ft_atom_inc_acq_rel(arrived_gmem, last) == last;
    /* results merged, count known | partials are read, `result` reused */
    if (ft_barrier_cta_or(is_last))
        combine_splits<kThreads, kGroup, kParts>(
            args, reinterpret_cast<WarpSmem(&)[kParts]>(smem.warp), seq, kv_head, 0);
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
    merge_warps(args, smem, split, seq, kv_head);
    if constexpr (kIsLastCta) {
        if (n_splits > 1)
            combine_if_last(args, smem, seq, kv_head);
    } else if constexpr (kIsPdl) {
        ft_griddepcontrol_launch_dependents();
    }
}

struct CombineSlot {
    Result<1> result;
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
    combine_splits<kCombineThreads, 1, kCombineParts>(args, slots_smem, seq, head / kGroup,
                                                      head % kGroup);
}
