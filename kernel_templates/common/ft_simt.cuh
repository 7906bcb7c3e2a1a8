/* ft_simt.cuh -- what CUDA's built-ins say by short names: indices, barriers, votes, shuffles; and the
 * types of data
 *
 * No CUDA header is needed: 16-bit floats travel as halves of 32-bit words. Every executor has these
 * built-ins.
 */
#ifndef FT_SIMT_CUH
#define FT_SIMT_CUH

#define FT_DEVICE __device__ __forceinline__

constexpr int kWarp = 32;
constexpr unsigned kFullMask = 0xffffffffu;

using ft_half = unsigned short; /* bits of a bf16 or fp16 */

/* 16 bytes: the widest load, and 8 elements of 16 bits. */
constexpr int kChunkBytes = 16;
constexpr int kChunkHalves = 8;
union alignas(16) ft_chunk {
    unsigned word[4];
    ft_half half[8];
};
struct alignas(16) ft_float4 {
    float v[4];
};

/* ---- where am I ----------------------------------------------------------------------------- */

FT_DEVICE int ft_thread()
{
    return threadIdx.x;
}
FT_DEVICE int ft_lane()
{
    return threadIdx.x % kWarp;
}
/* The shuffle tells the compiler that the warp's index is the same in all lanes. */
FT_DEVICE int ft_warp()
{
    return __shfl_sync(kFullMask, threadIdx.x / kWarp, 0);
}
FT_DEVICE int ft_cta_x()
{
    return blockIdx.x;
}
FT_DEVICE int ft_cta_y()
{
    return blockIdx.y;
}
FT_DEVICE int ft_cta_z()
{
    return blockIdx.z;
}

/* ---- barriers, shuffles --------------------------------------------------------------------- */

FT_DEVICE void ft_barrier_cta()
{
    __syncthreads();
}
/* Barrier that returns whether any thread came with `flag`. */
FT_DEVICE bool ft_barrier_cta_or(bool flag)
{
    return __syncthreads_or(flag);
}
FT_DEVICE void ft_barrier_warp()
{
    __syncwarp();
}
/* Whether any lane came with `flag`. */
FT_DEVICE bool ft_any(bool flag)
{
    return __any_sync(kFullMask, flag);
}
FT_DEVICE float ft_shfl_xor(float x, int lane_mask)
{
    return __shfl_xor_sync(kFullMask, x, lane_mask);
}
/* Of a type of 4 or 8 bytes. */
template <class T> FT_DEVICE T ft_shfl(T x, int source_lane)
{
    return __shfl_sync(kFullMask, x, source_lane);
}

#endif
