/* cuda_bf16.h -- conversions of bf16, by the names of CUDA's header */
#ifndef FT_CUDA_BF16_H
#define FT_CUDA_BF16_H
#include "ft_machine.h"

inline __nv_bfloat16 __ushort_as_bfloat16(unsigned short bits)
{
    return {bits};
}
inline unsigned short __bfloat16_as_ushort(__nv_bfloat16 h)
{
    return h.bits;
}
inline float __bfloat162float(__nv_bfloat16 h)
{
    return ft_cpu::of_bf16(h.bits);
}
inline __nv_bfloat16 __float2bfloat16(float x)
{
    return {ft_cpu::bf16_of(x)};
}
#endif
