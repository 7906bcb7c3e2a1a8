/* ft_softmax.cuh -- online softmax in base 2
 *
 * A partial softmax over some keys is (max, sum, o): max the largest score, already times log2(e);
 * sum that of 2^(s - max); o the same sum weighted by V. Before any key: (-inf, 0, 0). Two of them
 * over different keys merge by scaling with ft_softmax_weight(own max, common max) and adding.
 */
#ifndef FT_SOFTMAX_CUH
#define FT_SOFTMAX_CUH
#include "ft_ptx.cuh"

constexpr float kLog2E = 1.4426950408889634f;
constexpr float kLn2 = 0.6931471805599453f;

/* What to subtract from scores: the maximum; 0 where no key was seen, since -inf - -inf is NaN. */
FT_DEVICE float ft_softmax_reference(float max)
{
    return max == -ft_infinity() ? 0.0f : max;
}
FT_DEVICE float ft_softmax_weight(float max, float common_max)
{
    return ft_ex2(max - ft_softmax_reference(common_max));
}

/* Over the four lanes that share a row of an mma tile. */
FT_DEVICE float ft_quad_max(float x)
{
    x = fmaxf(x, ft_shfl_xor(x, 1));
    return fmaxf(x, ft_shfl_xor(x, 2));
}
FT_DEVICE float ft_quad_sum(float x)
{
    x += ft_shfl_xor(x, 1);
    return x + ft_shfl_xor(x, 2);
}
/* Over the eight lanes that share a column. */
FT_DEVICE float ft_column_max(float x)
{
    x = fmaxf(x, ft_shfl_xor(x, 4));
    x = fmaxf(x, ft_shfl_xor(x, 8));
    return fmaxf(x, ft_shfl_xor(x, 16));
}
FT_DEVICE float ft_column_sum(float x)
{
    x += ft_shfl_xor(x, 4);
    x += ft_shfl_xor(x, 8);
    return x + ft_shfl_xor(x, 16);
}

/* A share of a merged result: four neighbouring dims of O with the row's maximum and sum. */
struct ft_softmax_part {
    ft_float4 o;
    float max, sum;
};
FT_DEVICE ft_softmax_part ft_softmax_empty()
{
    return {{{0.0f, 0.0f, 0.0f, 0.0f}}, -ft_infinity(), 0.0f};
}
/* Changes the reference of a part to a maximum that is at least its own. */
FT_DEVICE void ft_softmax_raise(ft_softmax_part &part, float max)
{
    const float weight = ft_softmax_weight(part.max, max);
    for (int i = 0; i < 4; i++)
        part.o.v[i] *= weight;
    part.sum *= weight;
    part.max = max;
}
/* Adds a result whose maximum is at most that of `part`. */
FT_DEVICE void ft_softmax_add(ft_softmax_part &part, const ft_float4 &o, float max, float sum)
{
    const float weight = ft_softmax_weight(max, part.max);
    for (int i = 0; i < 4; i++)
        part.o.v[i] += weight * o.v[i];
    part.sum += weight * sum;
}
/* O divided by the sum (0 without keys), and the log-sum-exp in base 2 (-inf without keys). */
FT_DEVICE ft_float4 ft_softmax_output(const ft_softmax_part &part)
{
    const float inverse = part.sum == 0.0f ? 0.0f : ft_rcp(part.sum);
    return {{part.o.v[0] * inverse, part.o.v[1] * inverse, part.o.v[2] * inverse,
             part.o.v[3] * inverse}};
}
FT_DEVICE float ft_softmax_lse2(const ft_softmax_part &part)
{
    return part.max + ft_lg2(part.sum);
}

#endif
