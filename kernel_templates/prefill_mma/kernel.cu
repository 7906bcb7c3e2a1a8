/* prefill_mma -- many query tokens a sequence, in registers: FlashAttention-2 by mma and ldmatrix
 *
 * Idea
 *   A CTA takes kBr rows of Q of one head; its warps share tiles of kBc keys, and each owns 16 or
 *   32 of the rows. S = Q K^T stays in the registers where mma leaves it: there S is also where P
 *   must be for P V. The softmax is online, in base 2; O is divided by the sums once, at the end.
 *   A fragment of K or V, 512 bytes, serves as many products as a warp has 16 rows. With 16 rows a
 *   byte from shared memory is worth 16 FLOPs, too little to keep mma busy; with 32, 32.
 *
 * Steps
 *   Tiles of keys are taken from right to left, so the masked ones, which hold the diagonal and the
 *   end of the sequence, come first, and the loop over the others has no mask. Tiles that no row of
 *   the CTA sees are left out. CTAs with the most keys come first.
 *   One stage: V is under way while the scores are computed, the next K from then on. More: K and V
 *   of kStages - 1 tiles are under way all the time.
 *
 * Shared memory, dynamic; bytes for head_dim 128, Br 128, Bc 32, two stages
 *   q             32768  Q, then O; a warp's rows are read, and overwritten by O, by itself alone
 *   ring.k[slot]   8192  K, one slot a stage; written by all threads, read by all warps
 *   ring.v[slot]   8192  V
 *   With Q in registers the ring lies over q, whose place is taken by Q first and by O last.
 *   Tiles are swizzled (ft_smem.cuh); copies and fragments: ft_matrix_tiles.cuh.
 *
 * Barriers                  separates
 *   cta   acquire_k, 1 stage    K has landed, V before is read   | K is read, V overwritten
 *   cta   acquire_v, 1 stage    V has landed, K is read          | V is read, K overwritten
 *   cta   acquire_k, more       a tile has landed, the one       | it is read, the one before
 *                               before is read                   | overwritten
 *   cta   Q in registers        Q has landed                     | fragments of it are read
 *   cta   and then              Q is in registers                | the ring is filled
 *   cta   negate_q              Q has landed                     | its signs change
 *   cta   after the loops       Q and the ring are read          | O overwrites them
 *   warp  store_rows            a warp's rows of O are stored    | they are read
 *   Q in shared memory needs none of its own: it lands with the first K. All warps of a CTA go
 *   through the same loops, so that they meet at the same barriers.
 *
 * Paged K and V: a lane looks up the page of one row of a tile, and the others ask it (ft_kv.cuh).
 *
 * Limits: tensors and strides are aligned to 16 bytes. No softcap, ALiBi or varlen.
 */
#include "fatune_config.h"
#include "ft_abi.h"
#include "ft_kv.cuh"
#include "ft_matrix_tiles.cuh"
#include "ft_mma.cuh"
#include "ft_smem.cuh"
#include "ft_softmax.cuh"

/* ---- configuration: macros appear only here ------------------------------------------------- */

constexpr int kHeadDim = FT_HEAD_DIM, kBr = FT_BR, kBc = FT_BC, kWarps = FT_WARPS;
constexpr int kStages = FT_STAGES, kMinCtas = FT_MIN_CTAS, kThreads = FT_THREADS;
constexpr int kSmemBytes = FT_SMEM_BYTES;
constexpr bool kIsPaged = FT_KV == FT_PAGED;
constexpr bool kIsCausal = FT_MASK == FT_CAUSAL;
constexpr bool kIsQInRegisters = FT_Q == FT_Q_REGISTERS;
constexpr bool kIsHeadsFirst = FT_ORDER == FT_ORDER_HEADS;
constexpr bool kIsLazy = FT_RESCALE == FT_RESCALE_LAZY;
using Element = ft_select<FT_DTYPE == FT_BF16, ft_bf16, ft_fp16>::type;

/* Row i sees keys from i + length_kv - length_q - kLeft to i + length_kv - length_q + kRight;
 * negative: without an end. */
constexpr int kMaxWindow = 1 << 30;
constexpr int kLeft = FT_WINDOW_LEFT > kMaxWindow ? kMaxWindow : FT_WINDOW_LEFT;
constexpr int kRight = kIsCausal ? 0 : FT_WINDOW_RIGHT > kMaxWindow ? kMaxWindow : FT_WINDOW_RIGHT;
constexpr bool kHasLeft = kLeft >= 0, kHasRight = kRight >= 0;

constexpr float kLazyLog2 = 8.0f; /* weights up to 2^8 */
constexpr float kTinyScale = 1e-30f;

constexpr int kRowChunks = kHeadDim / kChunkHalves;
constexpr int kWarpRows = kBr / kWarps;       /* rows of Q a warp */
constexpr int kRowBlocks = kWarpRows / kMmaM; /* 16-row blocks of them */
constexpr int kRowHalves = 2;                 /* rows n and n + 8 of a block, a lane's */
constexpr int kKeyBlocks = kBc / kMmaN;       /* 8-key blocks of a tile, columns of S */
constexpr int kKeySteps = kBc / kMmaK;        /* mma steps over the keys of a tile */
constexpr int kDimBlocks = kHeadDim / kMmaN;  /* 8-dim blocks, columns of O */
constexpr int kDimSteps = kHeadDim / kMmaK;   /* mma steps over head_dim */

static_assert(kHeadDim == 64 || kHeadDim == 96 || kHeadDim == 128 || kHeadDim == 256,
              "head_dim must be 64, 96, 128 or 256");
static_assert(kWarpRows == 16 || kWarpRows == 32, "a warp owns 16 or 32 rows of Q");
static_assert(kThreads == kWarp * kWarps, "threads follow from warps");

/* ---- shared memory -------------------------------------------------------------------------- */

using QTile = ft_smem_tile<kBr, kRowChunks>;
using KvTile = ft_smem_tile<kBc, kRowChunks>;
using Blocks = ft_tile_blocks<KvTile>;

struct RingSmem {
    KvTile k[kStages], v[kStages];
};
struct Apart {
    QTile q;
    RingSmem ring;
};
union Over {
    QTile q;
    RingSmem ring;
};
using Smem = ft_select<kIsQInRegisters, Over, Apart>::type;
static_assert(sizeof(Smem) == kSmemBytes, "shared memory as family.yaml computes it");

/* ---- which keys a row sees ------------------------------------------------------------------ */

FT_DEVICE int min_of(int a, int b)
{
    return a < b ? a : b;
}
FT_DEVICE int max_of(int a, int b)
{
    return a > b ? a : b;
}

struct Visible {
    int length_q, length_kv;

    /* Row `row` sees keys first(row) to end(row) - 1; none where that is empty. Neither falls from
     * a row to the next. */
    FT_DEVICE int first(int row) const
    {
        return kHasLeft ? max_of(row - kLeft + length_kv - length_q, 0) : 0;
    }
    FT_DEVICE int end(int row) const
    {
        return kHasRight ? min_of(row + 1 + length_kv - length_q + kRight, length_kv) : length_kv;
    }
};

/* ---- K and V -------------------------------------------------------------------------------- */

FT_DEVICE const ft_half *head_of(const ft_tensor &tensor, int seq, int head)
{
    return static_cast<const ft_half *>(tensor.data) + seq * tensor.stride_batch +
           head * tensor.stride_head;
}

/* Tiles of K and V from right to left, by slots. A tile's K and V are acquired in turn; kIsPartial:
 * what is fetched meanwhile may have rows past the end. */
struct Ring {
    RingSmem &ring_smem;
    const ft_attn_args &args;
    const ft_tile_copy<KvTile, kThreads> copy;
    const ft_half *k_gmem, *v_gmem; /* this thread's, of the next K and V to fetch; paged: the
                                     * head's, of page 0 */
    int sequence, length, first;    /* length: keys; first: the tile to end with */
    int slot;                       /* of the tile that is used */

    FT_DEVICE Ring(RingSmem &smem, const ft_attn_args &arguments, int seq, int kv_head,
                   int length_kv, int first_tile, int last_tile)
        : ring_smem(smem), args(arguments), copy(ft_thread()), sequence(seq), length(length_kv),
          first(first_tile), slot(0)
    {
        if constexpr (kIsPaged) {
            k_gmem = head_of(args.k, 0, kv_head);
            v_gmem = head_of(args.v, 0, kv_head);
        } else {
            const ft_i64 row = (ft_i64)last_tile * kBc;
            k_gmem = copy.first(head_of(args.k, seq, kv_head) + row * args.k.stride_row,
                                args.k.stride_row);
            v_gmem = copy.first(head_of(args.v, seq, kv_head) + row * args.v.stride_row,
                                args.v.stride_row);
        }
    }
    /* Of the next tile, if there is one. */
    template <bool kIsPartial> FT_DEVICE void fetch_k(int tile, int to_slot)
    {
        fetch<kIsPartial>(ring_smem.k[ft_opaque(to_slot)], args.k, k_gmem, tile);
    }
    template <bool kIsPartial> FT_DEVICE void fetch_v(int tile, int to_slot)
    {
        fetch<kIsPartial>(ring_smem.v[ft_opaque(to_slot)], args.v, v_gmem, tile);
    }
    template <bool kIsPartial>
    FT_DEVICE void fetch(KvTile &tile_smem, const ft_tensor &tensor, const ft_half *&from_gmem,
                         int tile)
    {
        if constexpr (kIsPaged) {
            if (tile >= first) {
                ft_tile_rows<true, false, kBc> rows;
                rows.locate(args, sequence, tile, 0, length);
                copy.start(tile_smem, from_gmem, tensor, rows);
            }
        } else {
            if (tile >= first)
                copy.start<kIsPartial>(tile_smem, from_gmem, tensor.stride_row,
                                       length - tile * kBc);
            from_gmem -= kBc * tensor.stride_row;
        }
    }
    /* Fetches what may be under way before the first tile is acquired. A group of copies is a K, or
     * a V, or with more than one stage both of a tile; what was started before joins the first. */
    FT_DEVICE void start(int tile)
    {
        if constexpr (kStages == 1) {
            fetch_k<true>(tile, 0);
            ft_cp_async_commit_group();
        }
#pragma unroll
        for (int i = 0; i < kStages - 1; i++) {
            fetch_k<true>(tile - i, i);
            fetch_v<true>(tile - i, i);
            ft_cp_async_commit_group(); /* also an empty one: waits count groups */
        }
    }
    template <bool kIsPartial> FT_DEVICE const KvTile &acquire_k(int tile)
    {
        if constexpr (kStages == 1) {
            ft_cp_async_wait_group<0>();
            ft_barrier_cta(); /* K has landed, V before is read | K is read, V overwritten */
            fetch_v<kIsPartial>(tile, 0);
            ft_cp_async_commit_group();
        } else {
            const int before = slot == 0 ? kStages - 1 : slot - 1;
            ft_cp_async_wait_group<kStages - 2>();
            /* the tile has landed, the one before is read | it is read, that one overwritten */
            ft_barrier_cta();
            fetch_k<kIsPartial>(tile - (kStages - 1), before);
            fetch_v<kIsPartial>(tile - (kStages - 1), before);
            ft_cp_async_commit_group();
        }
        return ring_smem.k[ft_opaque(slot)];
    }
    template <bool kIsPartial> FT_DEVICE const KvTile &acquire_v(int tile)
    {
        const int used = slot;
        if constexpr (kStages == 1) {
            ft_cp_async_wait_group<0>();
            ft_barrier_cta(); /* V has landed, K is read | V is read, K overwritten */
            fetch_k<kIsPartial>(tile - 1, 0);
            ft_cp_async_commit_group();
        } else {
            slot = slot + 1 == kStages ? 0 : slot + 1;
        }
        return ring_smem.v[ft_opaque(used)];
    }
};

/* ---- Q -------------------------------------------------------------------------------------- */

/* The CTA's rows of Q on their way to shared memory; rows from rows_left on become zeros. */
FT_DEVICE void fetch_q(QTile &q_smem, const ft_tensor &q, const ft_half *rows_gmem, int rows_left)
{
    const ft_tile_copy<QTile, kThreads> copy(ft_thread());
    copy.start<true>(q_smem, copy.first(rows_gmem, q.stride_row), q.stride_row, rows_left);
}

/* Q becomes -Q, in shared memory: a negative scale of the scores is one of -Q that is not. */
FT_DEVICE void negate_q(QTile &q_smem)
{
    constexpr unsigned kSigns = 0x80008000u;
    ft_cp_async_commit_group();
    ft_cp_async_wait_group<0>();
    ft_barrier_cta(); /* Q has landed | its signs change */
    for (int i = ft_thread(); i < kBr * kRowChunks; i += kThreads)
#pragma unroll
        for (int w = 0; w < 4; w++)
            q_smem.chunks[i / kRowChunks][i % kRowChunks].word[w] ^= kSigns;
}

/* The warp's rows as A: fragments are kept, or read from shared memory for each tile. */
struct QBlocks {
    int row_block; /* the warp's first */
    unsigned kept[kIsQInRegisters ? kDimSteps : 1][kRowBlocks][4];

    FT_DEVICE QBlocks() : row_block(ft_warp() * kRowBlocks)
    {
    }
    FT_DEVICE void read(unsigned (&q_frag)[kRowBlocks][4], const Smem &smem, const Blocks &blocks,
                        int step) const
    {
        const int first = ft_opaque(row_block);
#pragma unroll
        for (int r = 0; r < kRowBlocks; r++)
            blocks.load_a(q_frag[r], smem.q, first + r, step);
    }
    FT_DEVICE void start(const Smem &smem, const Blocks &blocks)
    {
        if constexpr (kIsQInRegisters)
#pragma unroll
            for (int step = 0; step < kDimSteps; step++)
                read(kept[step], smem, blocks, step);
    }
    FT_DEVICE const unsigned (&step(const Smem &smem, const Blocks &blocks, int i))[kRowBlocks][4]
    {
        if constexpr (kIsQInRegisters)
            return kept[i];
        read(kept[0], smem, blocks, i);
        return kept[0];
    }
};

/* ---- the steps of a warp -------------------------------------------------------------------- */

/* With n = lane / 4, t = lane % 4: row n + 8 h of a block of rows, columns 8 j + 2t, +1, are at
 * [block][j][2 h], [2 h + 1]. */
using Scores = float[kRowBlocks][kKeyBlocks][4];
using Weights = unsigned[kRowBlocks][kKeySteps][4]; /* A of P V */

struct Accumulator {
    float o[kRowBlocks][kDimBlocks][4];
    float max[kRowBlocks][kRowHalves]; /* of scores that are not scaled */
    float sum[kRowBlocks][kRowHalves]; /* of the weights of this lane's columns */
};

/* S = Q K^T. Unrolled whole, the loop over dims has more fragments loaded ahead than there are
 * registers; with Q in registers it must be. */
FT_DEVICE void score_tile(Scores &s_frag, QBlocks &q, const Smem &smem, const Blocks &blocks,
                          const KvTile &k_smem)
{
#pragma unroll
    for (int r = 0; r < kRowBlocks; r++)
#pragma unroll
        for (int j = 0; j < kKeyBlocks; j++)
#pragma unroll
            for (int i = 0; i < 4; i++)
                s_frag[r][j][i] = 0.0f;
#pragma unroll kIsQInRegisters ? kDimSteps : Blocks::kOffsets
    for (int step = 0; step < kDimSteps; step++) {
        const auto &q_frag = q.step(smem, blocks, step);
#pragma unroll
        for (int j = 0; j < kKeyBlocks; j += 2) {
            unsigned k_frag[4];
            blocks.load_bt(k_frag, k_smem, j / 2, step);
#pragma unroll
            for (int r = 0; r < kRowBlocks; r++) {
                Element::mma(s_frag[r][j], q_frag[r], k_frag[0], k_frag[1]);
                Element::mma(s_frag[r][j + 1], q_frag[r], k_frag[2], k_frag[3]);
            }
        }
    }
}

/* Scores of keys that a row does not see become -inf. The warp's rows start at row0. */
FT_DEVICE void mask_tile(Scores &s_frag, const Visible &visible, int row0, int tile)
{
    const int n = ft_lane() / 4, t = ft_lane() % 4;
#pragma unroll
    for (int r = 0; r < kRowBlocks; r++)
#pragma unroll
        for (int h = 0; h < kRowHalves; h++) {
            const int row = row0 + r * kMmaM + h * 8 + n, key0 = tile * kBc + 2 * t;
            const int first = visible.first(row) - key0, end = visible.end(row) - key0;
#pragma unroll
            for (int j = 0; j < kKeyBlocks; j++)
#pragma unroll
                for (int i = 0; i < 2; i++)
                    if (j * kMmaN + i >= end || (kHasLeft && j * kMmaN + i < first))
                        s_frag[r][j][2 * h + i] = -ft_infinity();
        }
}

/* Scores become weights P = 2^(scale s - scale max); O and sums move to the maxima that now hold.
 * Lazy: a row keeps its old one until a score exceeds it by so much that weights would be large,
 * which is rare once some keys are seen. */
FT_DEVICE void softmax_tile(Weights &p_frag, const Scores &s_frag, Accumulator &acc,
                            float scale_log2)
{
    float factor[kRowBlocks][kRowHalves];
    bool is_raised = false;
#pragma unroll
    for (int r = 0; r < kRowBlocks; r++)
#pragma unroll
        for (int h = 0; h < kRowHalves; h++) {
            const float old = acc.max[r][h];
            float max = old;
#pragma unroll
            for (int j = 0; j < kKeyBlocks; j++)
                max = fmaxf(max, fmaxf(s_frag[r][j][2 * h], s_frag[r][j][2 * h + 1]));
            max = ft_quad_max(max);
            if constexpr (kIsLazy) {
                /* not so where both are -inf, and their difference NaN */
                const bool is_far = (max - old) * scale_log2 > kLazyLog2;
                max = is_far ? max : old;
                is_raised |= is_far;
            }
            acc.max[r][h] = max;
            const float reference = ft_softmax_reference(max) * scale_log2;
            factor[r][h] = ft_ex2(old * scale_log2 - reference);
            acc.sum[r][h] *= factor[r][h];
#pragma unroll
            for (int j = 0; j < kKeyBlocks; j++) {
                const float p0 = ft_ex2(s_frag[r][j][2 * h] * scale_log2 - reference);
                const float p1 = ft_ex2(s_frag[r][j][2 * h + 1] * scale_log2 - reference);
                acc.sum[r][h] += p0 + p1;
                p_frag[r][j / 2][j % 2 * 2 + h] = Element::pack(p0, p1);
            }
        }
    if (!kIsLazy || ft_any(is_raised)) {
#pragma unroll
        for (int r = 0; r < kRowBlocks; r++)
#pragma unroll
            for (int j = 0; j < kDimBlocks; j++)
#pragma unroll
                for (int i = 0; i < 4; i++)
                    acc.o[r][j][i] *= factor[r][i / 2];
    }
}

/* O += P V */
FT_DEVICE void accumulate_tile(Accumulator &acc, const Weights &p_frag, const Blocks &blocks,
                               const KvTile &v_smem)
{
#pragma unroll
    for (int step = 0; step < kKeySteps; step++)
#pragma unroll
        for (int j = 0; j < kDimBlocks; j += 2) {
            unsigned v_frag[4];
            blocks.load_b(v_frag, v_smem, step, j / 2);
#pragma unroll
            for (int r = 0; r < kRowBlocks; r++) {
                Element::mma(acc.o[r][j], p_frag[r][step], v_frag[0], v_frag[1]);
                Element::mma(acc.o[r][j + 1], p_frag[r][step], v_frag[2], v_frag[3]);
            }
        }
}

/* The warp's rows of O, divided by their sums, and their LSE; rows from rows_left on do not exist.
 * o_gmem and lse_gmem (or null) are where the first row is. */
FT_DEVICE void store_rows(const ft_attn_args &args, QTile &o_smem, const Accumulator &acc,
                          float scale_log2, ft_half *o_gmem, float *lse_gmem, int rows_left)
{
    const int n = ft_lane() / 4, t = ft_lane() % 4, warp_row = ft_warp() * kWarpRows;
#pragma unroll
    for (int r = 0; r < kRowBlocks; r++)
#pragma unroll
        for (int h = 0; h < kRowHalves; h++) {
            const int row = r * kMmaM + h * 8 + n;
            const float sum = ft_quad_sum(acc.sum[r][h]);
            const float inverse = sum == 0.0f ? 0.0f : ft_rcp(sum);
#pragma unroll
            for (int j = 0; j < kDimBlocks; j++)
                o_smem.at(warp_row + row, j).word[t] =
                    Element::pack(acc.o[r][j][2 * h] * inverse, acc.o[r][j][2 * h + 1] * inverse);
            if (lse_gmem && t == 0 && row < rows_left)
                lse_gmem[row * args.lse.stride_row] =
                    (acc.max[r][h] * scale_log2 + ft_lg2(sum)) * kLn2;
        }
    ft_barrier_warp(); /* the warp's rows of O are stored | they are read */
#pragma unroll 4
    for (int i = ft_lane(); i < kWarpRows * kRowChunks; i += kWarp) {
        const int row = i / kRowChunks, chunk = i % kRowChunks;
        if (row < rows_left)
            reinterpret_cast<ft_chunk *>(o_gmem + row * args.o.stride_row)[chunk] =
                o_smem.at(warp_row + row, chunk);
    }
}

/* ---- entry ---------------------------------------------------------------------------------- */

/* One tile of K and V. kIsMasked: of the warp's rows, which start at row0, some may not see some of
 * it. */
template <bool kIsMasked>
FT_DEVICE void attend_tile(Accumulator &acc, QBlocks &q, Ring &ring, const Smem &smem,
                           const Blocks &blocks, float scale_log2, const Visible &visible, int row0,
                           int tile)
{
    Scores s_frag;
    Weights p_frag;
    score_tile(s_frag, q, smem, blocks, ring.acquire_k<kIsMasked>(tile));
    const KvTile &v_smem = ring.acquire_v<kIsMasked>(tile);
    if constexpr (kIsMasked)
        mask_tile(s_frag, visible, row0, tile);
    softmax_tile(p_frag, s_frag, acc, scale_log2);
    accumulate_tile(acc, p_frag, blocks, v_smem);
}

extern "C" __global__ void __launch_bounds__(kThreads, kMinCtas)
    prefill_mma(const __grid_constant__ struct ft_attn_args args)
{
    Smem &smem = ft_smem_as<Smem>();
    const int head = kIsHeadsFirst ? ft_cta_x() : ft_cta_y(), seq = ft_cta_z();
    const int kv_head = head / (args.q_heads / args.kv_heads);
    const int n_row_tiles = (args.seqlen_q + kBr - 1) / kBr;
    const int cta_row = (n_row_tiles - 1 - (kIsHeadsFirst ? ft_cta_y() : ft_cta_x())) * kBr;
    const Visible visible = {args.seqlens_q ? args.seqlens_q[seq] : args.seqlen_q,
                             ft_kv_length(args, seq)};
    if (cta_row >= visible.length_q)
        return;

    const int row0 = cta_row + ft_warp() * kWarpRows;
    const int last_row = min_of(cta_row + kBr, visible.length_q) - 1;

    /* Tiles that some row of the CTA sees: first to end - 1; that all rows see whole: unmasked to
     * unmasked_end - 1. */
    const int first = visible.first(cta_row) / kBc;
    const int end = (visible.end(last_row) + kBc - 1) / kBc;
    const int unmasked = (visible.first(last_row) + kBc - 1) / kBc;
    const int unmasked_end = max_of(visible.end(cta_row) / kBc, first);
    /* Positive: the largest score has the largest weight, and -inf times it is -inf. */
    const float scale_log2 = fmaxf(fabsf(args.softmax_scale) * kLog2E, kTinyScale);

    const Blocks blocks;
    QBlocks q;
    Ring ring(smem.ring, args, seq, kv_head, visible.length_kv, first, end - 1);
    fetch_q(smem.q, args.q, head_of(args.q, seq, head) + cta_row * args.q.stride_row,
            visible.length_q - cta_row);
    if (args.softmax_scale < 0.0f)
        negate_q(smem.q);
    if constexpr (kIsQInRegisters) {
        ft_cp_async_commit_group();
        ft_cp_async_wait_group<0>();
        ft_barrier_cta(); /* Q has landed | fragments of it are read */
        q.start(smem, blocks);
        ft_barrier_cta(); /* Q is in registers | the ring is filled */
    }
    ring.start(end - 1);

    Accumulator acc = {};
#pragma unroll
    for (int r = 0; r < kRowBlocks; r++)
        acc.max[r][0] = acc.max[r][1] = -ft_infinity();

    int tile = end - 1;
#pragma unroll 1
    for (; tile >= unmasked_end; tile--)
        attend_tile<true>(acc, q, ring, smem, blocks, scale_log2, visible, row0, tile);
#pragma unroll 1
    for (; tile >= unmasked; tile--)
        attend_tile<false>(acc, q, ring, smem, blocks, scale_log2, visible, row0, tile);
    if constexpr (kHasLeft) {
#pragma unroll 1
        for (; tile >= first; tile--)
            attend_tile<true>(acc, q, ring, smem, blocks, scale_log2, visible, row0, tile);
    }

    ft_cp_async_wait_group<0>(); /* Q, where there was no tile */
    ft_barrier_cta();            /* all have read Q and the ring | O overwrites them */
    const ft_i64 o_at = seq * args.o.stride_batch + head * args.o.stride_head;
    const ft_i64 lse_at = seq * args.lse.stride_batch + head * args.lse.stride_head;
    store_rows(args, smem.q, acc, scale_log2,
               static_cast<ft_half *>(args.o.data) + o_at + row0 * args.o.stride_row,
               args.lse.data
                   ? static_cast<float *>(args.lse.data) + lse_at + row0 * args.lse.stride_row
                   : nullptr,
               visible.length_q - row0);
}
