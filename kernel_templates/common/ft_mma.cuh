/* ft_mma.cuh -- 16-bit element types and the tensor-core tile D[16 x 8] += A[16 x 16] B[16 x 8]
 *
 * What a lane holds, with n = lane / 4 and t = lane % 4; two neighbouring k, or columns, at a time,
 * the lower one in the low half of a word:
 *
 *      A  rows x k                 B  k x columns              D  rows x columns
 *      a[0]  row n,    k 2t, +1    b0  k 2t, +1    column n    d[0], d[1]  row n,    columns 2t, +1
 *      a[1]  row n+8,  k 2t, +1    b1  k 2t+8, +9  column n    d[2], d[3]  row n+8,  columns 2t, +1
 *      a[2]  row n,    k 2t+8, +9
 *      a[3]  row n+8,  k 2t+8, +9
 *
 * So D of two neighbouring 8-column tiles, packed, is an A: no shuffle between Q K^T and P V.
 */
#ifndef FT_MMA_CUH
#define FT_MMA_CUH
#include "ft_ptx.cuh"

constexpr int kMmaM = 16, kMmaN = 8, kMmaK = 16;

struct ft_bf16 {
    static FT_DEVICE unsigned pack(float low, float high)
    {
        return ft_cvt_bf16x2(low, high);
    }
    static FT_DEVICE void mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
    {
        ft_mma_m16n8k16_bf16(d, a, b0, b1);
    }
};
struct ft_fp16 {
    static FT_DEVICE unsigned pack(float low, float high)
    {
        return ft_cvt_f16x2(low, high);
    }
    static FT_DEVICE void mma(float (&d)[4], const unsigned (&a)[4], unsigned b0, unsigned b1)
    {
        ft_mma_m16n8k16_f16(d, a, b0, b1);
    }
};

/* ft_select<c, A, B>::type is A when c, else B. */
template <bool kFirst, class A, class B> struct ft_select {
    using type = A;
};
template <class A, class B> struct ft_select<false, A, B> {
    using type = B;
};

#endif
