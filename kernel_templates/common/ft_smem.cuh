/* ft_smem.cuh -- dynamic shared memory as a struct, and a swizzled tile of 16-bit rows in it
 *
 * Swizzle: the chunks of a 128-byte group are permuted by XOR with the row's index. Eight lanes
 * that read one chunk of 8 rows, or 8 chunks of one row, then touch different banks. Rows that end
 * in half of a group take turns in where they begin, so there 4 chunks are permuted, by pairs of rows.
 */
#ifndef FT_SMEM_CUH
#define FT_SMEM_CUH
#include "ft_ptx.cuh"

constexpr int kSmemAlign = 128;
constexpr int kTensorAlign = 1024; /* of what a tensor copy with a swizzle of 128 bytes fills */
constexpr int kSwizzleRows = 8;

template <class T> FT_DEVICE T &ft_smem_as()
{
    static_assert(alignof(T) <= kTensorAlign, "dynamic shared memory is aligned to 1024 bytes");
    return *reinterpret_cast<T *>(ft_dynamic_smem());
}

template <int kRowsOfTile, int kChunksOfRow> struct alignas(kSmemAlign) ft_smem_tile {
    static constexpr int kRows = kRowsOfTile, kChunks = kChunksOfRow;
    static constexpr int kSwizzled = kChunks % 8 == 0 ? 8 : 4; /* chunks that change places */
    static_assert(kChunks % kSwizzled == 0, "a row is a multiple of 64 bytes");
    ft_chunk chunks[kRows][kChunks];

    static FT_DEVICE int place(int row, int chunk)
    {
        return chunk ^ (row % kSwizzleRows / (kSwizzleRows / kSwizzled));
    }
    FT_DEVICE ft_chunk &at(int row, int chunk)
    {
        return chunks[row][place(row, chunk)];
    }
};

#endif
