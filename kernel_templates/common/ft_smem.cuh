/* ft_smem.cuh -- dynamic shared memory as a struct, and a swizzled tile of 16-bit rows in it
 *
 * Swizzle: the chunks of a 128-byte group are permuted by XOR with the row's index. Eight lanes
 * that read one chunk of 8 rows, or 8 chunks of one row, then touch different banks.
 */
#ifndef FT_SMEM_CUH
#define FT_SMEM_CUH
#include "ft_ptx.cuh"

constexpr int kSmemAlign = 128;
constexpr int kSwizzleRows = 8;

template <class T> FT_DEVICE T &ft_smem_as()
{
    static_assert(alignof(T) <= kSmemAlign, "dynamic shared memory is aligned to 128 bytes");
    return *reinterpret_cast<T *>(ft_dynamic_smem());
}

template <int kRows, int kChunks> struct alignas(kSmemAlign) ft_smem_tile {
    static_assert(kChunks % kSwizzleRows == 0, "a row is a multiple of 128 bytes");
    ft_chunk chunks[kRows][kChunks];

    FT_DEVICE ft_chunk &at(int row, int chunk)
    {
        return chunks[row][chunk ^ (row % kSwizzleRows)];
    }
};

#endif
