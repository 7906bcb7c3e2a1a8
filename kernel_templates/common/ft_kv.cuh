/* ft_kv.cuh -- where rows of K and V lie in global memory, strided or paged
 *
 * Up to 32 consecutive keys of a sequence are located at once. Strided: all follow from the first.
 * Paged: lane r knows the page and slot of row r, and the others ask it by shuffle, so a key costs
 * one table read and one division, whatever the page size. Entries of keys that are not seen (past
 * the end, before a window) are not read: an engine may have freed their pages.
 */
#ifndef FT_KV_CUH
#define FT_KV_CUH
#include "ft_abi.h"
#include "ft_ptx.cuh"

FT_DEVICE int ft_kv_length(const ft_attn_args &args, int seq)
{
    return args.seqlens_kv ? args.seqlens_kv[seq] : args.seqlen_kv;
}

/* kHasBegin: keys before some key are not seen either. */
template <bool kIsPaged, bool kHasBegin> struct ft_kv_rows {
    int n_left;     /* keys from row 0 to the end of the sequence; may be negative */
    int n_hidden;   /* rows before the first key that is seen; may be negative */
    int page, slot; /* paged: of row `lane`; strided: the sequence, and the key of row 0 */

    /* Row 0 is key `first`; keys begin .. end - 1 are seen. */
    FT_DEVICE void locate(const ft_attn_args &args, int seq, int first, int begin, int end)
    {
        n_left = end - first;
        n_hidden = begin - first;
        page = seq;
        slot = first;
        if constexpr (kIsPaged) {
            const int key = first + ft_lane();
            const int page_index = (unsigned)key / (unsigned)args.page_size;
            slot = key - page_index * args.page_size;
            const bool is_seen = key < end && (!kHasBegin || key >= begin);
            page = is_seen ? args.block_table[seq * args.block_table_stride + page_index] : 0;
        }
    }
    FT_DEVICE bool exists(int row) const
    {
        return row < n_left && (!kHasBegin || row >= n_hidden);
    }
    /* origin() once for a tensor, then offset() for each row: elements from the tensor's data. All
     * lanes take part. */
    FT_DEVICE ft_i64 origin(const ft_tensor &tensor) const
    {
        return page * tensor.stride_batch + slot * tensor.stride_row;
    }
    static FT_DEVICE ft_i64 offset(ft_i64 origin, const ft_tensor &tensor, int row)
    {
        if constexpr (kIsPaged)
            return ft_shfl(origin, row);
        else
            return origin + row * tensor.stride_row;
    }
};

/* The rows of one tile, located 32 at a time. */
template <bool kIsPaged, bool kHasBegin, int kBc> struct ft_tile_rows {
    using Rows = ft_kv_rows<kIsPaged, kHasBegin>;
    static constexpr int kLocated = kBc < kWarp ? kBc : kWarp;
    static constexpr int kParts =
        (kBc + kLocated - 1) / kLocated; /* the last one reaches further */
    Rows part[kParts];

    FT_DEVICE void locate(const ft_attn_args &args, int seq, int tile, int begin, int end)
    {
#pragma unroll
        for (int i = 0; i < kParts; i++)
            part[i].locate(args, seq, tile * kBc + i * kLocated, begin, end);
    }
    FT_DEVICE bool is_empty() const
    {
        return part[0].n_left <= 0;
    }
};

#endif
