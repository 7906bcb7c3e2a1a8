/* ft_kv_tiles.cuh -- tiles of K and V, from global memory to tensor-core fragments, one warp's own
 *
 * Idea: the order of the dims inside a dot product, and of the columns of O, is free. It is chosen
 * so that a lane needs plain 16-byte chunks of rows, the same from shared and from global memory.
 * With n = lane / 4, t = lane % 4:
 *   Q K^T  8 keys: k_chunk(block, j) is chunk q_chunk(j) of row n. Its words 0, 1 are B of mma step
 *          2j, its words 2, 3 of step 2j + 1. A takes the same chunk of Q: equal dims meet.
 *   P V    16 keys: v_chunk(step, half, i) is chunk n of rows 2t, 2t+1, 2t+8, 2t+9 (i = 0..3).
 *          Elements j of the four, paired, are B of mma j; column c of mma j is dim 8c + j.
 *
 * Two ways in, with one interface:
 *   ft_staged_tiles  a ring of tiles in shared memory, filled by cp.async
 *   ft_direct_tiles  one tile in registers; the next arrives where the last was consumed
 * fetch_k and fetch_v start a tile, K first; each wait_oldest waits for the oldest fetch. Between
 * the last read of a tile and the fetch over it the caller puts the mma that uses it, and a warp
 * barrier: a read has taken place when its result is used. Rows that are not seen become zeros,
 * unread.
 */
#ifndef FT_KV_TILES_CUH
#define FT_KV_TILES_CUH
#include "ft_kv.cuh"
#include "ft_mma.cuh"
#include "ft_smem.cuh"

template <bool kIsPaged, bool kHasBegin, int kBc, int kHeadDim, int kStages, int kVecBytes>
struct ft_staged_tiles {
    static constexpr int kDepth = kStages; /* tiles under way */
    static constexpr int kRowChunks = kHeadDim / kChunkHalves;
    using TileRows = ft_tile_rows<kIsPaged, kHasBegin, kBc>;
    using SmemTile = ft_smem_tile<kBc, kRowChunks>;
    struct Ring { /* in shared memory, a warp's own */
        SmemTile k[kStages], v[kStages];
    };
    Ring &ring_smem;

    explicit FT_DEVICE ft_staged_tiles(Ring &ring) : ring_smem(ring)
    {
    }
    /* Eight lanes that are served at once, two n and all t, read different banks. */
    static FT_DEVICE int q_chunk(int j)
    {
        return 8 * (j / 2) + 2 * (ft_lane() % 4) + j % 2;
    }
    FT_DEVICE void fetch_k(int stage, const ft_tensor &k, const ft_half *k_gmem,
                           const TileRows &rows)
    {
        copy_tile(ring_smem.k[stage], k, k_gmem, rows);
    }
    FT_DEVICE void fetch_v(int stage, const ft_tensor &v, const ft_half *v_gmem,
                           const TileRows &rows)
    {
        copy_tile(ring_smem.v[stage], v, v_gmem, rows);
    }
    FT_DEVICE void wait_oldest()
    {
        ft_cp_async_wait_group<2 * kStages - 1>(); /* K and V of kStages tiles are under way */
        ft_barrier_warp(); /* copies of all lanes have landed | the tile is read */
    }
    FT_DEVICE ft_chunk k_chunk(int stage, int block, int j)
    {
        return ring_smem.k[stage].at(block * kMmaN + ft_lane() / 4, q_chunk(j));
    }
    FT_DEVICE ft_chunk v_chunk(int stage, int step, int half, int i)
    {
        const int row = step * kMmaK + 2 * (ft_lane() % 4) + i % 2 + i / 2 * 8;
        return ring_smem.v[stage].at(row, half * kMmaN + ft_lane() / 4);
    }

  private:
    /* Consecutive lanes copy consecutive pieces of a row. The swizzle repeats every 8 rows, so an
     * address for each of these phases is enough. */
    static FT_DEVICE void copy_tile(SmemTile &tile_smem, const ft_tensor &tensor,
                                    const ft_half *head_gmem, const TileRows &rows)
    {
        constexpr int kPieceHalves = kVecBytes / 2, kChunkPieces = kChunkBytes / kVecBytes;
        constexpr int kRowPieces = kHeadDim / kPieceHalves, kCopyRows = kWarp / kRowPieces;
        constexpr int kPhases = kSwizzleRows / kCopyRows;
        const int piece = ft_lane() % kRowPieces, lane_row = ft_lane() / kRowPieces;
        if (!rows.is_empty()) {
            ft_half *phase_smem[kPhases];
#pragma unroll
            for (int i = 0; i < kPhases; i++)
                phase_smem[i] = tile_smem.at(i * kCopyRows + lane_row, piece / kChunkPieces).half +
                                piece % kChunkPieces * kPieceHalves;
            head_gmem += piece * kPieceHalves;
#pragma unroll
            for (int i = 0; i < TileRows::kParts; i++) {
                const auto &part = rows.part[i];
                const ft_i64 origin = part.origin(tensor);
#pragma unroll
                for (int r = 0; r < TileRows::kLocated; r += kCopyRows) {
                    const int first_of_8 = i * TileRows::kLocated + r / kSwizzleRows * kSwizzleRows;
                    ft_cp_async<kVecBytes>(phase_smem[r / kCopyRows % kPhases] +
                                               first_of_8 * kHeadDim,
                                           head_gmem + part.offset(origin, tensor, r + lane_row),
                                           part.exists(r + lane_row));
                }
            }
        }
        ft_cp_async_commit_group(); /* also an empty one: wait_oldest counts groups */
    }
};

template <bool kIsPaged, bool kHasBegin, int kBc, int kHeadDim> struct ft_direct_tiles {
    static constexpr int kDepth = 1;
    static constexpr int kRowChunks = kHeadDim / kChunkHalves;
    using TileRows = ft_tile_rows<kIsPaged, kHasBegin, kBc>;
    static_assert(TileRows::kParts == 1, "a direct tile of 64 rows does not fit the registers");
    struct Ring {
    };
    ft_chunk k_frag[kBc / kMmaN][kRowChunks / 4];
    ft_chunk v_frag[kBc / kMmaK][kRowChunks / kMmaN][4];

    explicit FT_DEVICE ft_direct_tiles(Ring &)
    {
    }
    /* The four lanes of a row read 64 neighbouring bytes. */
    static FT_DEVICE int q_chunk(int j)
    {
        return 4 * j + ft_lane() % 4;
    }
    FT_DEVICE void fetch_k(int, const ft_tensor &k, const ft_half *k_gmem, const TileRows &rows)
    {
        const auto &part = rows.part[0];
        if (rows.is_empty())
            return;
        const ft_i64 origin = part.origin(k);
#pragma unroll
        for (int block = 0; block < kBc / kMmaN; block++) {
            const int row = block * kMmaN + ft_lane() / 4;
            const ft_half *row_gmem = k_gmem + part.offset(origin, k, row);
#pragma unroll
            for (int j = 0; j < kRowChunks / 4; j++)
                k_frag[block][j] =
                    ft_ld_nc_once(row_gmem + q_chunk(j) * kChunkHalves, part.exists(row));
        }
    }
    FT_DEVICE void fetch_v(int, const ft_tensor &v, const ft_half *v_gmem, const TileRows &rows)
    {
        const auto &part = rows.part[0];
        if (rows.is_empty())
            return;
        const ft_i64 origin = part.origin(v);
#pragma unroll
        for (int step = 0; step < kBc / kMmaK; step++)
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const int row = step * kMmaK + 2 * (ft_lane() % 4) + i % 2 + i / 2 * 8;
                const ft_half *row_gmem = v_gmem + part.offset(origin, v, row);
#pragma unroll
                for (int half = 0; half < kRowChunks / kMmaN; half++)
                    v_frag[step][half][i] = ft_ld_nc_once(
                        row_gmem + (half * kMmaN + ft_lane() / 4) * kChunkHalves, part.exists(row));
            }
    }
    FT_DEVICE void wait_oldest()
    {
    }
    FT_DEVICE ft_chunk k_chunk(int, int block, int j)
    {
        return k_frag[block][j];
    }
    FT_DEVICE ft_chunk v_chunk(int, int step, int half, int i)
    {
        return v_frag[step][half][i];
    }
};

#endif
