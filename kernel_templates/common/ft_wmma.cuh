/* ft_wmma.cuh -- warp matrices of CUDA's <mma.h>: D[16 x 16] += A[16 x 16] B[16 x 16]
 *
 * Which lane holds which element of a fragment is not documented, so a fragment is loaded from and
 * stored to shared memory only. What may be relied on: fragments of one type agree on the places.
 * Two accumulators can therefore be multiplied element by element.
 *
 * Blocks of 16 x 16 start at a multiple of 32 bytes: rows are multiples of 16 bytes, and a matrix
 * is aligned to 32.
 */
#ifndef FT_WMMA_CUH
#define FT_WMMA_CUH
#include <mma.h>
#include "ft_mma.cuh"

constexpr int kWmma = 16;

template <class Element> struct ft_wmma_element;
template <> struct ft_wmma_element<ft_bf16> {
    using type = __nv_bfloat16;
};
template <> struct ft_wmma_element<ft_fp16> {
    using type = __half;
};

using ft_wmma_d = nvcuda::wmma::fragment<nvcuda::wmma::accumulator, kWmma, kWmma, kWmma, float>;
template <class Element>
using ft_wmma_a =
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_a, kWmma, kWmma, kWmma,
                           typename ft_wmma_element<Element>::type, nvcuda::wmma::row_major>;
template <class Element>
using ft_wmma_b =
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, kWmma, kWmma, kWmma,
                           typename ft_wmma_element<Element>::type, nvcuda::wmma::row_major>;
/* B from memory that holds its transpose. */
template <class Element>
using ft_wmma_bt =
    nvcuda::wmma::fragment<nvcuda::wmma::matrix_b, kWmma, kWmma, kWmma,
                           typename ft_wmma_element<Element>::type, nvcuda::wmma::col_major>;

/* A matrix in shared memory; kPad unused elements end each row, to shift rows over the banks. */
template <class T, int kRows, int kCols, int kPad> struct alignas(32) ft_wmma_matrix {
    static_assert(kCols % kWmma == 0 && kPad * sizeof(T) % 16 == 0, "blocks start at 32 bytes");
    static constexpr int kStride = kCols + kPad;
    T at[kRows][kStride];
};

/* fp16 blocks load through <mma.h>, bf16 blocks as ft_ptx.cuh says. */
template <class Fragment>
FT_DEVICE void ft_wmma_load_16bit(Fragment &frag, const void *src_smem, int stride)
{
    nvcuda::wmma::load_matrix_sync(frag, static_cast<const __half *>(src_smem), stride);
}
FT_DEVICE void ft_wmma_load_16bit(ft_wmma_a<ft_bf16> &frag, const void *src_smem, int stride)
{
    ft_wmma_load_a_bf16(reinterpret_cast<unsigned(&)[4]>(frag.x), src_smem, stride);
}
FT_DEVICE void ft_wmma_load_16bit(ft_wmma_b<ft_bf16> &frag, const void *src_smem, int stride)
{
    ft_wmma_load_b_row_bf16(reinterpret_cast<unsigned(&)[4]>(frag.x), src_smem, stride);
}
FT_DEVICE void ft_wmma_load_16bit(ft_wmma_bt<ft_bf16> &frag, const void *src_smem, int stride)
{
    ft_wmma_load_b_col_bf16(reinterpret_cast<unsigned(&)[4]>(frag.x), src_smem, stride);
}

/* The block of `matrix` that starts at (row, col). All lanes of the warp take part. */
template <class Fragment, class Matrix>
FT_DEVICE void ft_wmma_load(Fragment &frag, const Matrix &matrix_smem, int row, int col)
{
    ft_wmma_load_16bit(frag, &matrix_smem.at[row][col], Matrix::kStride);
}
template <class Matrix>
FT_DEVICE void ft_wmma_load(ft_wmma_d &frag, const Matrix &matrix_smem, int row, int col)
{
    nvcuda::wmma::load_matrix_sync(frag, &matrix_smem.at[row][col], Matrix::kStride,
                                   nvcuda::wmma::mem_row_major);
}
template <class Matrix>
FT_DEVICE void ft_wmma_store(Matrix &matrix_smem, int row, int col, const ft_wmma_d &frag)
{
    nvcuda::wmma::store_matrix_sync(&matrix_smem.at[row][col], frag, Matrix::kStride,
                                    nvcuda::wmma::mem_row_major);
}
FT_DEVICE void ft_wmma_zero(ft_wmma_d &frag)
{
    nvcuda::wmma::fill_fragment(frag, 0.0f);
}
/* frag *= factors, element by element. */
FT_DEVICE void ft_wmma_scale(ft_wmma_d &frag, const ft_wmma_d &factors)
{
#pragma unroll
    for (int i = 0; i < ft_wmma_d::num_elements; i++)
        frag.x[i] *= factors.x[i];
}
/* d += a b */
template <class A, class B> FT_DEVICE void ft_wmma_mma(ft_wmma_d &d, const A &a, const B &b)
{
    nvcuda::wmma::mma_sync(d, a, b, d);
}

#endif
