/* bad_decode -- one CTA a query head, one thread a dim; right but for the one fault that it was asked for */
#include "fatune_config.h"
#include "ft_abi.h"
#include "ft_ptx.cuh"

#if FT_FAULT == FT_FAULT_NO_COMPILE
#error "this variant does not compile"
#endif

constexpr bool fault_is(int fault)
{
    return FT_FAULT == fault;
}
FT_DEVICE float to_float(unsigned short bf16)
{
    return __uint_as_float((unsigned)bf16 << 16);
}
__device__ int n_launches; /* for the fault that shows only later */

extern "C" __global__ void bad_decode(const __grid_constant__ struct ft_attn_args args)
{
    extern __shared__ float scores_smem[]; // [seqlen_kv]
    const int h = blockIdx.x, b = blockIdx.y, d = threadIdx.x, hk = h / FT_GROUP;
    const int n = args.seqlens_kv ? args.seqlens_kv[b] : args.seqlen_kv;
    const bool is_first = h == 0 && b == 0 && d == 0, is_last = h == args.q_heads - 1 && b == args.batch - 1 && d == FT_HEAD_DIM - 1;
    const unsigned short *q = (unsigned short *)args.q.data + b * args.q.stride_batch + h * args.q.stride_head;
    const unsigned short *k = (unsigned short *)args.k.data + b * args.k.stride_batch + hk * args.k.stride_head;
    const unsigned short *v = (unsigned short *)args.v.data + b * args.v.stride_batch + hk * args.v.stride_head;
    unsigned short *o_gmem = (unsigned short *)args.o.data + b * args.o.stride_batch + h * args.o.stride_head;

    if (fault_is(FT_FAULT_ILLEGAL_ACCESS) && is_first)
        *(volatile int *)0x10 = 1;
    if (fault_is(FT_FAULT_MISALIGNED) && is_first)
        *(volatile int *)((char *)args.o.data + 1) = 1;
    if (fault_is(FT_FAULT_TRAP) && is_first)
        __trap();
    if (fault_is(FT_FAULT_ENDLESS) && is_first)
        while (*(volatile unsigned short *)args.q.data != 0x7f81) // a NaN that no input has
            ;
    for (int j = d; j < n; j += FT_HEAD_DIM) {
        float s = 0;
        for (int i = 0; i < FT_HEAD_DIM; i++)
            s += to_float(q[i]) * to_float(k[j * args.k.stride_row + i]);
        scores_smem[j] = s * args.softmax_scale;
    }
    __syncthreads(); // all scores written | they are read
    float max = -ft_infinity(), sum = 0, o = 0;
    for (int j = 0; j < n; j++)
        max = fmaxf(max, scores_smem[j]);
    for (int j = 0; j < n; j++) {
        const float p = __expf(scores_smem[j] - max);
        sum += p;
        o += p * to_float(v[j * args.v.stride_row + d]);
    }
    o = n > 0 ? o / sum : 0;
    if (fault_is(FT_FAULT_WRONG_ELEMENT) && is_last)
        o += 0.25f;
    if (fault_is(FT_FAULT_NAN) && is_last)
        o = __int_as_float(0x7fffffff);
    if (fault_is(FT_FAULT_FLAKY) && is_last && atomicAdd(&n_launches, 1) > 0)
        o += 0.25f;
    if (!(fault_is(FT_FAULT_UNTOUCHED) && is_last))
        o_gmem[d] = ft_cvt_bf16x2(o, 0);
    if (fault_is(FT_FAULT_NEAR_WRITE) && is_last)
        o_gmem[FT_HEAD_DIM] = 0;
    if (d == 0 && args.lse.data)
        ((float *)args.lse.data)[b * args.lse.stride_batch + h * args.lse.stride_head] = n > 0 ? max + __logf(sum) : -ft_infinity();
}
