/* ft_ptx_host.h -- the functions of kernel_templates/common/ft_ptx.cuh on the host
 *
 * The same names and meanings; documentation stands there. Its include guard is taken here, so that
 * kernels get this file. Addresses are checked where common code names them: alignment, inside of
 * an allocation, or of the CTA's shared memory.
 */
#ifndef FT_PTX_CUH
#define FT_PTX_CUH
#include "ft_abi.h"
#include "ft_simt.cuh"
#include "ft_tma.h"

constexpr int kComputeCapability = 90;

/* ---- shared memory -------------------------------------------------------------------------- */

FT_DEVICE unsigned char *ft_dynamic_smem()
{
    return ft_cpu::dynamic_smem();
}
template <int kBytes, int kAlign> FT_DEVICE unsigned char *ft_static_smem()
{
    return ft_cpu::static_smem<kBytes, kAlign>();
}

FT_DEVICE int ft_opaque(int x)
{
    return x;
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

FT_DEVICE float ft_infinity()
{
    return INFINITY;
}
/* ftz: what is below the smallest normal number is 0. */
FT_DEVICE float ft_flushed(float x)
{
    return fabsf(x) < 1.17549435e-38f ? copysignf(0.0f, x) : x;
}
FT_DEVICE float ft_ex2(float x)
{
    return ft_flushed(exp2f(ft_flushed(x)));
}
FT_DEVICE float ft_lg2(float x)
{
    return log2f(ft_flushed(x));
}
FT_DEVICE float ft_rcp(float x)
{
    return ft_flushed(1.0f / ft_flushed(x));
}

namespace ft_cpu
{
inline ft_half bf16_of(float x)
{
    const uint32_t u = ft_bits_of<uint32_t>(x);
    return (u & 0x7fffffffu) > 0x7f800000u ? 0x7fff
                                           : (ft_half)((u + 0x7fffu + (u >> 16 & 1)) >> 16);
}
FT_TRUSTED inline float of_bf16(ft_half h)
{
    return ft_bits_of<float>((uint32_t)h << 16);
}
inline ft_half fp16_of(float x)
{
    const uint32_t u = ft_bits_of<uint32_t>(x), sign = u >> 16 & 0x8000u;
    const float a = fabsf(x);
    if (a != a)
        return 0x7fff;
    if (a >= 65520.0f) /* rounds past the largest, 65504 */
        return (ft_half)(sign | 0x7c00u);
    if (a == 0)
        return (ft_half)sign;
    int exponent;
    frexpf(a, &exponent); /* a < 2^exponent; 11 bits of it, or what a subnormal has */
    const int unit = exponent - 11 < -24 ? -24 : exponent - 11;
    const uint32_t n = (uint32_t)nearbyintf(ldexpf(a, -unit)); /* to nearest even */
    return (ft_half)(sign | (n + ((uint32_t)(unit + 24) << 10)));
}
FT_TRUSTED inline float of_fp16(ft_half h)
{
    const uint32_t bits = (h & 0x7fffu) << 13;
    const float a = ft_bits_of<float>(bits) * 0x1p112f; /* subnormals too, exactly */
    return ft_bits_of<float>((a < 65536.0f ? ft_bits_of<uint32_t>(a) : bits | 0x7f800000u) |
                             (h & 0x8000u) << 16);
}
} // namespace ft_cpu

FT_DEVICE unsigned ft_cvt_bf16x2(float low, float high)
{
    return ft_cpu::bf16_of(low) | (unsigned)ft_cpu::bf16_of(high) << 16;
}
FT_DEVICE unsigned ft_cvt_f16x2(float low, float high)
{
    return ft_cpu::fp16_of(low) | (unsigned)ft_cpu::fp16_of(high) << 16;
}
FT_DEVICE unsigned ft_prmt_low(unsigned a, unsigned b)
{
    return (a & 0xffffu) | b << 16;
}
FT_DEVICE unsigned ft_prmt_high(unsigned a, unsigned b)
{
    return a >> 16 | (b & 0xffff0000u);
}

/* mma.m16n8k16: fragments as ft_mma.cuh draws them. The products of a step are added up first, as
 * the hardware does (with more bits). */
namespace ft_cpu
{
struct MmaOperands {
    const unsigned *a;
    unsigned b[2];
    const float *d;
};
template <float (*kOf)(ft_half)> FT_TRUSTED void mma_m16n8k16(Lanes &lanes)
{
    typedef float Row __attribute__((vector_size(32)));
    float a[16][16];
    Row b[16], sum[16] = {};
    for (int lane = 0; lane < kLanes; lane++) {
        const MmaOperands &in = *(const MmaOperands *)lanes.in[lane];
        const int n = lane / 4, t = lane % 4;
        for (int i = 0; i < 2; i++) { /* of the two in a word */
            for (int r = 0; r < 4; r++)
                a[n + r % 2 * 8][2 * t + r / 2 * 8 + i] = kOf((ft_half)(in.a[r] >> 16 * i));
            for (int r = 0; r < 2; r++)
                b[2 * t + r * 8 + i][n] = kOf((ft_half)(in.b[r] >> 16 * i));
        }
    }
    for (int row = 0; row < 16; row++)
        for (int k = 0; k < 16; k++)
            sum[row] += a[row][k] * b[k];
    for (int lane = 0; lane < kLanes; lane++) {
        const MmaOperands &in = *(const MmaOperands *)lanes.in[lane];
        for (int r = 0; r < 4; r++)
            ((float *)lanes.out[lane])[r] =
                in.d[r] + sum[lane / 4 + r / 2 * 8][2 * (lane % 4) + r % 2];
    }
}
template <float (*kOf)(ft_half)>
void mma(const char *what, float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    const MmaOperands in = {a, {b0, b1}, d};
    float out[4];
    executor->collective(what, kFullMask, &in, out, mma_m16n8k16<kOf>);
    memcpy(d, out, sizeof out);
}
} // namespace ft_cpu

FT_DEVICE void ft_mma_m16n8k16_bf16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    ft_cpu::mma<ft_cpu::of_bf16>("mma.m16n8k16.bf16", d, a, b0, b1);
}
FT_DEVICE void ft_mma_m16n8k16_f16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    ft_cpu::mma<ft_cpu::of_fp16>("mma.m16n8k16.f16", d, a, b0, b1);
}

/* ldmatrix: lanes tell each other the addresses, then each reads for itself. Reads order no memory:
 * a lane that is overtaken by another's later write has it, unless a barrier stands in between. */
namespace ft_cpu
{
struct RowAddresses {
    const ft_half *of_lane[kLanes];
};
template <bool kIsTransposed>
FT_TRUSTED void ldmatrix_x4(const char *what, unsigned (&d)[4], const void *row_smem)
{
    RowAddresses rows;
    executor->check_shared(row_smem, 16, 16, what);
    executor->collective(what, kFullMask, row_smem, &rows, [](Lanes &lanes) FT_TRUSTED {
        for (int to = 0; to < kLanes; to++)
            for (int from = 0; from < kLanes; from++)
                ((RowAddresses *)lanes.out[to])->of_lane[from] = (const ft_half *)lanes.in[from];
    });
    const int n = lane() / 4, t = lane() % 4;
    for (int i = 0; i < 4; i++) {
        unsigned halves[2];
        for (int k = 0; k < 2; k++)
            halves[k] = kIsTransposed ? rows.of_lane[8 * i + 2 * t + k][n]
                                      : rows.of_lane[8 * i + n][2 * t + k];
        d[i] = halves[0] | halves[1] << 16;
    }
}
} // namespace ft_cpu

FT_DEVICE void ft_ldmatrix_x4(unsigned (&d)[4], const void *row_smem)
{
    ft_cpu::ldmatrix_x4<false>("ldmatrix", d, row_smem);
}
FT_DEVICE void ft_ldmatrix_x4_trans(unsigned (&d)[4], const void *row_smem)
{
    ft_cpu::ldmatrix_x4<true>("ldmatrix.trans", d, row_smem);
}

FT_DEVICE unsigned ft_movmatrix_trans(unsigned a)
{
    unsigned d;
    ft_cpu::executor->collective(
        "movmatrix", kFullMask, &a, &d, [](ft_cpu::Lanes &lanes) FT_TRUSTED {
            const auto &in = lanes.in;
            auto element = [&](int row, int col) FT_TRUSTED {
                return *(const unsigned *)in[4 * row + col / 2] >> 16 * (col % 2) & 0xffffu;
            };
            for (int lane = 0; lane < ft_cpu::kLanes; lane++) {
                const int n = lane / 4, t = lane % 4;
                *(unsigned *)lanes.out[lane] = element(2 * t, n) | element(2 * t + 1, n) << 16;
            }
        });
    return d;
}

/* ---- global memory -------------------------------------------------------------------------- */

FT_DEVICE ft_chunk ft_ld_nc(const void *p_gmem)
{
    ft_cpu::executor->check_global(p_gmem, 16, 16, "ld.global.nc");
    return *static_cast<const ft_chunk *>(p_gmem);
}
FT_DEVICE ft_chunk ft_ld_nc_once(const void *p_gmem, bool exists)
{
    return exists ? ft_ld_nc(p_gmem) : ft_chunk{};
}
FT_DEVICE unsigned ft_atom_inc_acq_rel(unsigned *p_gmem, unsigned wrap)
{
    ft_cpu::executor->check_global(p_gmem, 4, 4, "atom.inc");
    return atomicInc(p_gmem, wrap);
}

/* ---- asynchronous copies, global to shared -------------------------------------------------- */

template <int kBytes> FT_DEVICE void ft_cp_async(void *dst_smem, const void *src_gmem, bool exists)
{
    static_assert(kBytes == 16 || kBytes == 8, "a copy is 16 or 8 bytes");
    ft_cpu::executor->check_shared(dst_smem, kBytes, kBytes, "cp.async to shared memory");
    if (exists)
        ft_cpu::executor->check_global(src_gmem, kBytes, kBytes, "cp.async from global memory");
    ft_cpu::executor->start_copy({dst_smem, src_gmem, kBytes, exists});
}
FT_DEVICE void ft_cp_async_commit_group()
{
    ft_cpu::executor->close_copies();
}
template <int kPending> FT_DEVICE void ft_cp_async_wait_group()
{
    ft_cpu::executor->wait_copies(kPending);
}

/* ---- barriers in shared memory, and bulk copies --------------------------------------------- */

struct alignas(8) ft_mbarrier {
    ft_u64 state;
};

FT_DEVICE void ft_mbarrier_init(ft_mbarrier *bar_smem, int arrivals)
{
    ft_cpu::executor->init_mbarrier(bar_smem, arrivals);
}
FT_DEVICE void ft_fence_mbarrier_init()
{
}
FT_DEVICE void ft_mbarrier_arrive(ft_mbarrier *bar_smem)
{
    ft_cpu::executor->arrive("mbarrier.arrive", bar_smem, 0);
}
FT_DEVICE void ft_mbarrier_arrive_expect_tx(ft_mbarrier *bar_smem, int bytes)
{
    ft_cpu::executor->arrive("mbarrier.arrive.expect_tx", bar_smem, bytes);
}
FT_DEVICE void ft_mbarrier_wait(ft_mbarrier *bar_smem, int parity)
{
    ft_cpu::executor->wait_mbarrier(bar_smem, parity);
}
FT_DEVICE void ft_bulk_load(void *dst_smem, const void *src_gmem, int bytes, ft_mbarrier *bar_smem)
{
    if (bytes <= 0 || bytes % 16 != 0)
        ft_cpu::executor->fault(FT_CPU_MISALIGNED, "cp.async.bulk of %d bytes", bytes);
    ft_cpu::executor->check_shared(dst_smem, (size_t)bytes, 16, "cp.async.bulk to shared memory");
    ft_cpu::executor->check_global(src_gmem, (size_t)bytes, 16, "cp.async.bulk from global memory");
    ft_cpu::executor->open_bulk_copy("cp.async.bulk", bar_smem)
        .push_back({dst_smem, src_gmem, bytes, true});
    ft_cpu::executor->start_bulk_copy();
}
FT_DEVICE void ft_tma_prefetch_map(const ft_tensor_map *map)
{
    ft_cpu::tensor_map("prefetch.tensormap", map);
}
FT_DEVICE void ft_tma_load_4d(void *dst_smem, const ft_tensor_map *map, int c0, int c1, int c2,
                              int c3, ft_mbarrier *bar_smem)
{
    const char *what = "cp.async.bulk.tensor.4d";
    ft_cpu::add_box<4>(what, dst_smem, map, {c0, c1, c2, c3},
                       ft_cpu::executor->open_bulk_copy(what, bar_smem));
    ft_cpu::executor->start_bulk_copy();
}

/* ---- programmatic dependent launch ---------------------------------------------------------- */

FT_DEVICE void ft_griddepcontrol_launch_dependents()
{
    ft_cpu::executor->let_dependent_start();
}
FT_DEVICE void ft_griddepcontrol_wait()
{
    ft_cpu::executor->wait_for_previous();
}

#include "mma.h"

/* The bf16 loads of WMMA that <mma.h> leaves generic. */
FT_DEVICE void ft_wmma_load_a_bf16(unsigned (&d)[4], const void *src_smem, int stride)
{
    ft_cpu::wmma_load<ft_cpu::kRowMajor, ft_half>("wmma.load.a", d, src_smem, stride);
}
FT_DEVICE void ft_wmma_load_b_row_bf16(unsigned (&d)[4], const void *src_smem, int stride)
{
    ft_cpu::wmma_load<ft_cpu::kRowMajor, ft_half>("wmma.load.b", d, src_smem, stride);
}
FT_DEVICE void ft_wmma_load_b_col_bf16(unsigned (&d)[4], const void *src_smem, int stride)
{
    ft_cpu::wmma_load<ft_cpu::kColMajor, ft_half>("wmma.load.b", d, src_smem, stride);
}

#endif
