/* ft_matrix_tiles.cuh -- tiles of 16-bit matrices, a CTA's: in by cp.async, out by ldmatrix
 *
 * A tile is an ft_smem_tile, swizzled, so neither way in nor out meets bank conflicts. Blocks are
 * 16 x 16. ft_tile_blocks loads them as A, or as two B side by side, each in two neighbouring
 * registers as mma wants it: words 0, 1 are B of columns 0 - 7, words 2, 3 of columns 8 - 15.
 *   load_a    rows in memory are rows of A        (Q of Q K^T)
 *   load_bt   rows in memory are columns of B     (K of Q K^T)
 *   load_b    rows in memory are rows of B        (V of P V)
 */
#ifndef FT_MATRIX_TILES_CUH
#define FT_MATRIX_TILES_CUH
#include "ft_abi.h"
#include "ft_kv.cuh"
#include "ft_mma.cuh"
#include "ft_smem.cuh"

constexpr int kBlockRows = 16, kBlockChunks = 2; /* of a 16 x 16 block */

/* A thread's part in copying tiles, where kThreads take part: consecutive threads take consecutive
 * chunks of a row. Where the thread writes repeats as the swizzle does: an offset for each of these
 * phases is enough. */
template <class Tile, int kThreads> struct ft_tile_copy {
    static constexpr int kLowBit = Tile::kChunks & -Tile::kChunks;
    static constexpr int kAcross = kLowBit < kThreads ? kLowBit : kThreads;
    static constexpr int kDown = kThreads / kAcross;       /* rows at a time */
    static constexpr int kParts = Tile::kChunks / kAcross; /* of a row */
    static constexpr int kPhases = kDown < kSwizzleRows ? kSwizzleRows / kDown : 1;
    static_assert(kDown % kSwizzleRows == 0 || kSwizzleRows % kDown == 0, "phases are whole");
    int row, chunk;
    int offset[kPhases][kParts]; /* chunks from row 0 of the tile, or row 8 i of it */

    explicit FT_DEVICE ft_tile_copy(int thread)
        : row(ft_opaque(thread / kAcross)), chunk(thread % kAcross)
    {
#pragma unroll
        for (int i = 0; i < kPhases; i++)
#pragma unroll
            for (int part = 0; part < kParts; part++)
                offset[i][part] = ft_opaque((i * kDown + row) * Tile::kChunks +
                                            Tile::place(i * kDown + row, chunk + part * kAcross));
    }
    /* The thread's first element of a tile that starts at rows_gmem. */
    FT_DEVICE const ft_half *first(const ft_half *rows_gmem, ft_i64 stride) const
    {
        return rows_gmem + row * stride + chunk * kChunkHalves;
    }
    /* Copies from first() on. kIsPartial: rows from rows_left on become zeros, and are not read. */
    template <bool kIsPartial>
    FT_DEVICE void start(Tile &tile_smem, const ft_half *first_gmem, ft_i64 stride,
                         int rows_left) const
    {
#pragma unroll
        for (int i = 0; i < Tile::kRows; i += kDown) {
            const bool exists = !kIsPartial || i < rows_left - row;
            if (i + kDown > Tile::kRows && i + row >= Tile::kRows)
                break;
            constexpr int kPeriod = kPhases * kDown;
#pragma unroll
            for (int part = 0; part < kParts; part++)
                ft_cp_async<kChunkBytes>(
                    tile_smem.chunks[i / kPeriod * kPeriod] + offset[i / kDown % kPhases][part],
                    first_gmem + i * stride + part * kAcross * kChunkHalves, exists);
        }
    }
    /* The same for rows that lie anywhere; head_gmem is the head's first element of row 0, page 0.
     * All lanes take part. */
    template <class TileRows>
    FT_DEVICE void start(Tile &tile_smem, const ft_half *head_gmem, const ft_tensor &tensor,
                         const TileRows &rows) const
    {
        ft_i64 origin[TileRows::kParts];
#pragma unroll
        for (int part = 0; part < TileRows::kParts; part++)
            origin[part] = rows.part[part].origin(tensor);
#pragma unroll
        for (int i = 0; i < Tile::kRows; i += kDown) {
            constexpr int kPeriod = kPhases * kDown;
            const int at = i + row, lane = at % TileRows::kLocated;
            bool exists = false;
            ft_i64 from = 0;
#pragma unroll
            for (int part = 0; part < TileRows::kParts; part++) {
                const ft_i64 there = TileRows::Rows::offset(origin[part], tensor, lane);
                if (at / TileRows::kLocated == part) {
                    from = there;
                    exists = rows.part[part].exists(lane);
                }
            }
            if (at >= Tile::kRows)
                break;
#pragma unroll
            for (int part = 0; part < kParts; part++)
                ft_cp_async<kChunkBytes>(
                    tile_smem.chunks[i / kPeriod * kPeriod] + offset[i / kDown % kPhases][part],
                    head_gmem + from + (chunk + part * kAcross) * kChunkHalves, exists);
        }
    }
};

/* A lane's part in loading blocks of tiles with rows like Tile's. Of a block only the place of its
 * chunks depends on the lane's row, and it repeats: a few offsets serve all tiles, the rest of an
 * address is a constant. */
template <class Tile> struct ft_tile_blocks {
    static constexpr int kOffsets = Tile::kSwizzled / kBlockChunks;
    int a[kOffsets], bt[kOffsets]; /* chunks from the start of a tile, or of 16 rows of it */

    FT_DEVICE ft_tile_blocks()
    {
        /* Lane 8 i + r names row r of 8 x 8 block i. Blocks 0, 1 lie below each other, or side by
         * side. */
        const int r = ft_lane() % 8, i = ft_lane() / 8;
#pragma unroll
        for (int k = 0; k < kOffsets; k++) {
            a[k] = offset(r + i % 2 * 8, k * kBlockChunks + i / 2);
            bt[k] = offset(r + i / 2 * 8, k * kBlockChunks + i % 2);
        }
    }
    /* The block of rows 16 row_block, ..., columns 16 col_block, ... All lanes take part. */
    template <class AnyTile>
    FT_DEVICE void load_a(unsigned (&frag)[4], const AnyTile &tile_smem, int row_block,
                          int col_block) const
    {
        ft_ldmatrix_x4(frag, place_of(tile_smem, a, row_block, col_block));
    }
    template <class AnyTile>
    FT_DEVICE void load_bt(unsigned (&frag)[4], const AnyTile &tile_smem, int row_block,
                           int col_block) const
    {
        ft_ldmatrix_x4(frag, place_of(tile_smem, bt, row_block, col_block));
    }
    template <class AnyTile>
    FT_DEVICE void load_b(unsigned (&frag)[4], const AnyTile &tile_smem, int row_block,
                          int col_block) const
    {
        ft_ldmatrix_x4_trans(frag, place_of(tile_smem, a, row_block, col_block));
    }

  private:
    static FT_DEVICE int offset(int row, int chunk)
    {
        return ft_opaque(row * Tile::kChunks + Tile::place(row, chunk));
    }
    template <class AnyTile>
    static FT_DEVICE const ft_chunk *
    place_of(const AnyTile &tile_smem, const int (&offsets)[kOffsets], int row_block, int col_block)
    {
        static_assert(AnyTile::kChunks == Tile::kChunks, "rows like Tile's");
        return tile_smem.chunks[row_block * kBlockRows] + col_block / kOffsets * Tile::kSwizzled +
               offsets[col_block % kOffsets];
    }
};

#endif
