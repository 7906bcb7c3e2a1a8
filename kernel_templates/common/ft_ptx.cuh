/* ft_ptx.cuh -- the machine: shared memory, copies, conversions, matrix instructions
 *
 * One function an instruction, named after it, without policy. All asm of the kernels is here, and
 * with ft_simt.cuh, which needs CUDA's built-ins only, kernels reach the machine in no other way,
 * so that another executor replaces this one file.
 */
#ifndef FT_PTX_CUH
#define FT_PTX_CUH
#include "ft_abi.h"
#include "ft_simt.cuh"

constexpr int kComputeCapability = __CUDA_ARCH__ / 10; /* 90 */

/* ---- shared memory -------------------------------------------------------------------------- */

extern __shared__ __align__(1024) unsigned char ft_dynamic_smem_bytes[];

/* Of the CTA: as many bytes as the launch asked for, aligned to 1024. */
FT_DEVICE unsigned char *ft_dynamic_smem()
{
    return ft_dynamic_smem_bytes;
}
/* A variable of the CTA for each pair of arguments. */
template <int kBytes, int kAlign> FT_DEVICE unsigned char *ft_static_smem()
{
    __shared__ alignas(kAlign) unsigned char bytes[kBytes];
    return bytes;
}

/* x, but the compiler does not know it. What is computed from it stays where it is: addresses that
 * are a register plus a constant, say, do not become a register each ahead of a loop. */
FT_DEVICE int ft_opaque(int x)
{
    asm volatile("" : "+r"(x));
    return x;
}

/* ---- arithmetic ----------------------------------------------------------------------------- */

FT_DEVICE float ft_infinity()
{
    return __int_as_float(0x7f800000);
}
/* 2^x; exactly 0 for -inf. */
FT_DEVICE float ft_ex2(float x)
{
    float y;
    asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
/* log2(x); -inf for 0. */
FT_DEVICE float ft_lg2(float x)
{
    float y;
    asm("lg2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
FT_DEVICE float ft_rcp(float x)
{
    float y;
    asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
    return y;
}
/* Two floats rounded to nearest even; `low` in the low half of the word. */
FT_DEVICE unsigned ft_cvt_bf16x2(float low, float high)
{
    unsigned d;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(high), "f"(low));
    return d;
}
FT_DEVICE unsigned ft_cvt_f16x2(float low, float high)
{
    unsigned d;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(d) : "f"(high), "f"(low));
    return d;
}
/* The low halves of two words, and the high halves, each as one word. */
FT_DEVICE unsigned ft_prmt_low(unsigned a, unsigned b)
{
    return __byte_perm(a, b, 0x5410);
}
FT_DEVICE unsigned ft_prmt_high(unsigned a, unsigned b)
{
    return __byte_perm(a, b, 0x7632);
}

/* d += a b; fragments as in ft_mma.cuh. */
FT_DEVICE void ft_mma_m16n8k16_bf16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}
FT_DEVICE void ft_mma_m16n8k16_f16(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 "
                 "{%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b0), "r"(b1));
}

/* Four 8 x 8 blocks of 16-bit elements: lane 8 i + r says where the 16 bytes of row r of block i
 * are. d[i] is of block i, with n = lane / 4 and t = lane % 4, row n, columns 2t, +1; _trans:
 * column n, rows 2t, +1. */
FT_DEVICE void ft_ldmatrix_x4(unsigned (&d)[4], const void *row_smem)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"((unsigned)__cvta_generic_to_shared(row_smem))
                 : "memory");
}
FT_DEVICE void ft_ldmatrix_x4_trans(unsigned (&d)[4], const void *row_smem)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])
                 : "r"((unsigned)__cvta_generic_to_shared(row_smem))
                 : "memory");
}

/* An 8 x 8 block of 16-bit elements, transposed: of each a lane has row lane / 4, columns 2t, +1.
 */
FT_DEVICE unsigned ft_movmatrix_trans(unsigned a)
{
    unsigned d;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(d) : "r"(a));
    return d;
}

/* A 16 x 16 block of bf16 for WMMA: A (rows), B (rows, or columns: memory holds its transpose);
 * rows are `stride` elements apart. As load_matrix_sync of <mma.h>, but told that memory is shared:
 * what <mma.h> loads as bf16 stays generic in NVRTC 13.0, 32-bit loads and no ldmatrix. */
#define FT_WMMA_LOAD_BF16(name, matrix, layout)                                                    \
    FT_DEVICE void name(unsigned(&d)[4], const void *src_smem, int stride)                         \
    {                                                                                              \
        asm volatile("wmma.load." matrix ".sync.aligned." layout                                   \
                     ".m16n16k16.shared.bf16 {%0, %1, %2, %3}, [%4], %5;"                          \
                     : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                              \
                     : "r"((unsigned)__cvta_generic_to_shared(src_smem)), "r"(stride)              \
                     : "memory");                                                                  \
    }
FT_WMMA_LOAD_BF16(ft_wmma_load_a_bf16, "a", "row")
FT_WMMA_LOAD_BF16(ft_wmma_load_b_row_bf16, "b", "row")
FT_WMMA_LOAD_BF16(ft_wmma_load_b_col_bf16, "b", "col")
#undef FT_WMMA_LOAD_BF16

/* ---- global memory -------------------------------------------------------------------------- */

/* Reads what no one writes while the kernel runs; kept in L1. */
FT_DEVICE ft_chunk ft_ld_nc(const void *p_gmem)
{
    ft_chunk c;
    asm volatile("ld.global.nc.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(c.word[0]), "=r"(c.word[1]), "=r"(c.word[2]), "=r"(c.word[3])
                 : "l"(p_gmem));
    return c;
}
/* The same for data that is read once: not kept in L1, fetched into L2 by lines. Zeros unless
 * `exists`, without a read. */
FT_DEVICE ft_chunk ft_ld_nc_once(const void *p_gmem, bool exists)
{
    ft_chunk c;
    asm volatile("{\n\t.reg .pred exists;\n\tsetp.ne.b32 exists, %5, 0;\n\t"
                 "mov.b32 %0, 0;\n\tmov.b32 %1, 0;\n\tmov.b32 %2, 0;\n\tmov.b32 %3, 0;\n\t"
                 "@exists ld.global.nc.L1::no_allocate.L2::128B.v4.u32 {%0, %1, %2, %3}, [%4];\n\t}"
                 : "=&r"(c.word[0]), "=&r"(c.word[1]), "=&r"(c.word[2]), "=&r"(c.word[3])
                 : "l"(p_gmem), "r"((int)exists));
    return c;
}
/* *p = old == wrap ? 0 : old + 1; returns old. What this thread wrote before, or saw written at a
 * barrier, is seen after it by whoever gets a later count, and after a barrier by its CTA. */
FT_DEVICE unsigned ft_atom_inc_acq_rel(unsigned *p_gmem, unsigned wrap)
{
    unsigned old;
    asm volatile("atom.acq_rel.gpu.global.inc.u32 %0, [%1], %2;"
                 : "=r"(old)
                 : "l"(p_gmem), "r"(wrap)
                 : "memory");
    return old;
}

/* ---- asynchronous copies, global to shared -------------------------------------------------- */

/* Copies kBytes (16 past L1, 8 through it); zeros unless `exists`, without a read. */
template <int kBytes> FT_DEVICE void ft_cp_async(void *dst_smem, const void *src_gmem, bool exists)
{
    static_assert(kBytes == 16 || kBytes == 8, "a copy is 16 or 8 bytes");
    const unsigned dst = (unsigned)__cvta_generic_to_shared(dst_smem);
    if constexpr (kBytes == 16)
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(dst),
                     "l"(src_gmem), "r"(exists ? 16 : 0)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, %2;" ::"r"(dst),
                     "l"(src_gmem), "r"(exists ? 8 : 0)
                     : "memory");
}
/* Closes a group of this thread's copies; a group may be empty. */
FT_DEVICE void ft_cp_async_commit_group()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}
/* Waits until at most kPending of this thread's newest groups are under way. Other threads see the
 * copies after a barrier. */
template <int kPending> FT_DEVICE void ft_cp_async_wait_group()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(kPending) : "memory");
}

/* ---- barriers in shared memory, bulk copies (compute capability 9.0 and later) -------------- */

/* Counts arrivals and bytes. A phase ends when both are complete, and the next one begins: the
 * first phase has parity 0, the next 1, and so on in turn. */
struct alignas(8) ft_mbarrier {
    ft_u64 state;
};

/* One thread, once; then ft_fence_mbarrier_init, and a barrier before others use it. */
FT_DEVICE void ft_mbarrier_init(ft_mbarrier *bar_smem, int arrivals)
{
    const unsigned bar = (unsigned)__cvta_generic_to_shared(bar_smem);
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(bar), "r"(arrivals) : "memory");
}
/* Makes this thread's ft_mbarrier_init visible to bulk copies. */
FT_DEVICE void ft_fence_mbarrier_init()
{
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
FT_DEVICE void ft_mbarrier_arrive(ft_mbarrier *bar_smem)
{
    const unsigned bar = (unsigned)__cvta_generic_to_shared(bar_smem);
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(bar) : "memory");
}
/* Arrives, and has the phase wait for so many bytes more. */
FT_DEVICE void ft_mbarrier_arrive_expect_tx(ft_mbarrier *bar_smem, int bytes)
{
    const unsigned bar = (unsigned)__cvta_generic_to_shared(bar_smem);
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(bytes)
                 : "memory");
}
/* Waits until the phase of this parity has ended; what its copies wrote is visible then. */
FT_DEVICE void ft_mbarrier_wait(ft_mbarrier *bar_smem, int parity)
{
    const unsigned bar = (unsigned)__cvta_generic_to_shared(bar_smem);
    unsigned is_over = 0;
    while (!is_over)
        asm volatile("{\n\t.reg .pred is_over;\n\t"
                     "mbarrier.try_wait.parity.shared::cta.b64 is_over, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, is_over;\n\t}"
                     : "=r"(is_over)
                     : "r"(bar), "r"(parity)
                     : "memory");
}
/* Copies bytes, a multiple of 16 between addresses that are, and tells the barrier. */
FT_DEVICE void ft_bulk_load(void *dst_smem, const void *src_gmem, int bytes, ft_mbarrier *bar_smem)
{
    const unsigned dst = (unsigned)__cvta_generic_to_shared(dst_smem);
    const unsigned bar = (unsigned)__cvta_generic_to_shared(bar_smem);
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, "
        "[%3];" ::"r"(dst),
        "l"(src_gmem), "r"(bytes), "r"(bar)
        : "memory");
}
FT_DEVICE void ft_tma_prefetch_map(const ft_tensor_map *map)
{
    asm volatile("prefetch.tensormap [%0];" ::"l"(map) : "memory");
}
/* Copies the box of the map at these coordinates, innermost first, and tells the barrier of all its
 * bytes. What is outside of the tensor becomes zeros. dst is aligned to 128 bytes; with a swizzle
 * of 128 bytes, to 1024. */
FT_DEVICE void ft_tma_load_4d(void *dst_smem, const ft_tensor_map *map, int c0, int c1, int c2,
                              int c3, ft_mbarrier *bar_smem)
{
    const unsigned dst = (unsigned)__cvta_generic_to_shared(dst_smem);
    const unsigned bar = (unsigned)__cvta_generic_to_shared(bar_smem);
    asm volatile("cp.async.bulk.tensor.4d.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
                 "[%0], [%1, {%3, %4, %5, %6}], [%2];" ::"r"(dst),
                 "l"(map), "r"(bar), "r"(c0), "r"(c1), "r"(c2), "r"(c3)
                 : "memory");
}

/* ---- programmatic dependent launch (compute capability 9.0 and later) ----------------------- */

/* Lets the next kernel start when all CTAs have come here or ended. */
FT_DEVICE void ft_griddepcontrol_launch_dependents()
{
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}
/* Waits until the kernel before has ended and its writes are visible. */
FT_DEVICE void ft_griddepcontrol_wait()
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
}

#endif
