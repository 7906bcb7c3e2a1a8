/* cuda_fp16.h -- conversions of fp16, by the names of CUDA's header */
#ifndef FT_CUDA_FP16_H
#define FT_CUDA_FP16_H
#include "ft_machine.h"

inline __half __ushort_as_half(unsigned short bits)
{
    return {bits};
}
inline unsigned short __half_as_ushort(__half h)
{
    return h.bits;
}
inline float __half2float(__half h)
{
    return ft_cpu::of_fp16(h.bits);
}
inline __half __float2half(float x)
{
    return {ft_cpu::fp16_of(x)};
}
#endif
