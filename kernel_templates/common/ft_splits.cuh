/* ft_splits.cuh -- decode over split keys: results of warps and of splits, merged into O and LSE
 *
 * Each warp has a result for the query heads of one KV head, the rows, over its own keys. Warps
 * meet in shared memory, the splits of a (sequence, KV head) in the workspace:
 *   o_partial[i][head_dim]  O of a split, divided by its sum; 0 without keys
 *   lse_partial[i]          its log-sum-exp in base 2; -inf without keys
 *   arrived[seq * kv_heads + kv_head]  CTAs that have written; wraps, so 0 between launches
 * with i = ((seq * kv_heads + kv_head) * n_splits + split) * group + row.
 *
 * A slot is a struct in shared memory whose member `result` is an ft_split_result. A thread merges
 * four neighbouring dims of a row, a quad.
 */
#ifndef FT_SPLITS_CUH
#define FT_SPLITS_CUH
#include "ft_abi.h"
#include "ft_mma.cuh"
#include "ft_smem.cuh"
#include "ft_softmax.cuh"

/* A partial softmax for kRows heads, not divided by its sums. */
template <int kRows, int kHeadDim> struct alignas(kSmemAlign) ft_split_result {
    static constexpr int kQuads = kHeadDim / 4;
    ft_float4 o[kRows][kQuads];
    float max[kRows], sum[kRows];

    /* Eight lanes store at once: two neighbouring rows and quads 4 t + i, or rows 2 t + e and quads
     * i and i + 2, with t = 0 .. 3. The XOR puts either into different banks. */
    FT_DEVICE ft_float4 &o_at(int row, int quad)
    {
        return o[row][quad ^ ((quad / 4 + row + row / 2) % 4 + row / 4 % 2 * 4)];
    }
};

/* The splits of one (sequence, KV head). kInFlight: partial results that a thread reads at once. */
template <class Element, int kGroup, int kHeadDim, int kInFlight> struct ft_splits {
    static constexpr int kQuads = kHeadDim / 4;
    const ft_attn_args &args;
    int seq, kv_head, n_splits;
    ft_float4 *o_gmem; /* [n_splits, kGroup, kQuads] */
    float *lse_gmem;   /* [n_splits, kGroup] */

    FT_DEVICE ft_splits(const ft_attn_args &args, int seq, int kv_head, int n_splits,
                        void *o_partial, void *lse_partial)
        : args(args), seq(seq), kv_head(kv_head), n_splits(n_splits)
    {
        const ft_i64 first = ((ft_i64)seq * args.kv_heads + kv_head) * n_splits * kGroup;
        o_gmem = static_cast<ft_float4 *>(o_partial) + first * kQuads;
        lse_gmem = static_cast<float *>(lse_partial) + first;
    }

    /* The CTA's result, of its warps: final, or one of the partial results. */
    template <int kThreads, int kWarps, class Slot>
    FT_DEVICE void merge_warps(Slot (&warps_smem)[kWarps], int split) const
    {
#pragma unroll 1 /* the registers belong to the loop over tiles */
        for (int item = ft_thread(); item < kGroup * kQuads; item += kThreads) {
            const int quad = item % kQuads, row = item / kQuads;
            const ft_softmax_part part = merge_slots(warps_smem, row, quad);
            if (n_splits == 1)
                store_output(row, quad, part);
            else
                store_partial(split, row, quad, part);
        }
    }

    /* After merge_warps. The CTA that counts last merges the splits, in their order: always the
     * same bits. */
    template <int kThreads, int kWarps, class Slot>
    FT_DEVICE void combine_if_last(Slot (&warps_smem)[kWarps], void *arrived) const
    {
        constexpr int kShares = kThreads / (kGroup * kQuads);
        constexpr int kParts = kShares < 1 ? 1 : kShares < kWarps ? kShares : kWarps;
        const unsigned last = n_splits - 1;
        unsigned *arrived_gmem = static_cast<unsigned *>(arrived) + seq * args.kv_heads + kv_head;
        bool is_last = false;
        ft_barrier_cta(); /* partial results written | the CTA counts as arrived */
        if (ft_thread() == 0)
            is_last = ft_atom_inc_acq_rel(arrived_gmem, last) == last;
        /* results merged, count known | partials are read, the slots reused */
        if (ft_barrier_cta_or(is_last))
            combine<kThreads, kGroup>(reinterpret_cast<Slot(&)[kParts]>(warps_smem), 0);
    }

    /* Merges the splits of kRows heads and stores O and LSE; a group of threads for each slot takes
     * a share of the splits. */
    template <int kThreads, int kRows, int kParts, class Slot>
    FT_DEVICE void combine(Slot (&slots_smem)[kParts], int row0) const
    {
#pragma unroll 1
        for (int item = ft_thread(); item < kParts * kRows * kQuads; item += kThreads) {
            const int quad = item % kQuads, row = item / kQuads % kRows;
            const int share = item / kQuads / kRows;
            const ft_softmax_part part = merge_partials(row0 + row, quad, share, kParts);
            slots_smem[share].result.o_at(row, quad) = part.o;
            if (quad == 0) {
                slots_smem[share].result.max[row] = part.max;
                slots_smem[share].result.sum[row] = part.sum;
            }
        }
        ft_barrier_cta(); /* shares of the splits written | they are merged */
#pragma unroll 1
        for (int item = ft_thread(); item < kRows * kQuads; item += kThreads) {
            const int quad = item % kQuads, row = item / kQuads;
            store_output(row0 + row, quad, merge_slots(slots_smem, row, quad));
        }
    }

  private:
    template <int kParts, class Slot>
    static FT_DEVICE ft_softmax_part merge_slots(Slot (&slots_smem)[kParts], int row, int quad)
    {
        ft_softmax_part part = ft_softmax_empty();
#pragma unroll
        for (int i = 0; i < kParts; i++)
            part.max = fmaxf(part.max, slots_smem[i].result.max[row]);
#pragma unroll
        for (int i = 0; i < kParts; i++)
            ft_softmax_add(part, slots_smem[i].result.o_at(row, quad),
                           slots_smem[i].result.max[row], slots_smem[i].result.sum[row]);
        return part;
    }
    /* Over splits first, first + stride, ...: many reads under way at once. */
    FT_DEVICE ft_softmax_part merge_partials(int row, int quad, int first, int stride) const
    {
        ft_softmax_part part = ft_softmax_empty();
        for (int split = first; split < n_splits; split += stride * kInFlight) {
            ft_float4 o[kInFlight];
            float lse[kInFlight], max = part.max;
#pragma unroll
            for (int k = 0; k < kInFlight; k++) {
                const int i = (split + k * stride) * kGroup + row;
                const bool exists = split + k * stride < n_splits;
                lse[k] = exists ? lse_gmem[i] : -ft_infinity();
                o[k] = exists ? o_gmem[i * kQuads + quad] : ft_float4{};
            }
#pragma unroll
            for (int k = 0; k < kInFlight; k++)
                max = fmaxf(max, lse[k]);
            ft_softmax_raise(part, max);
#pragma unroll
            for (int k = 0; k < kInFlight; k++)
                ft_softmax_add(part, o[k], lse[k], 1.0f);
        }
        return part;
    }
    FT_DEVICE void store_partial(int split, int row, int quad, const ft_softmax_part &part) const
    {
        const int i = split * kGroup + row;
        o_gmem[i * kQuads + quad] = ft_softmax_output(part);
        if (quad == 0)
            lse_gmem[i] = ft_softmax_lse2(part);
    }
    FT_DEVICE void store_output(int row, int quad, const ft_softmax_part &part) const
    {
        struct alignas(8) Quad {
            unsigned word[2];
        };
        const int head = kv_head * kGroup + row;
        const ft_float4 o = ft_softmax_output(part);
        const ft_i64 o_at = seq * args.o.stride_batch + head * args.o.stride_head;
        const ft_i64 lse_at = seq * args.lse.stride_batch + head * args.lse.stride_head;
        reinterpret_cast<Quad *>(static_cast<ft_half *>(args.o.data) + o_at)[quad] = {
            {Element::pack(o.v[0], o.v[1]), Element::pack(o.v[2], o.v[3])}};
        if (quad == 0 && args.lse.data)
            static_cast<float *>(args.lse.data)[lse_at] = ft_softmax_lse2(part) * kLn2;
    }
};

#endif
