#include "fatune_config.h" // generated: FT_HEAD_DIM, FT_UNROLL, ...
#include "ft_abi.h"        // struct ft_attn_args
#include "ft_ptx.cuh"      // ft_cvt_bf16x2 and other instructions

FT_DEVICE float to_float(unsigned short bf16) { return __uint_as_float((unsigned)bf16 << 16); }

extern "C" __global__ void naive_decode(const __grid_constant__ struct ft_attn_args args)
{
    extern __shared__ float scores_smem[]; // [seqlen_kv]
    const int h = blockIdx.x, b = blockIdx.y, d = threadIdx.x, hk = h / FT_GROUP;
    const int n = args.seqlens_kv ? args.seqlens_kv[b] : args.seqlen_kv;
    const unsigned short *q = (unsigned short *)args.q.data + b * args.q.stride_batch + h * args.q.stride_head;
    const unsigned short *k = (unsigned short *)args.k.data + b * args.k.stride_batch + hk * args.k.stride_head;
    const unsigned short *v = (unsigned short *)args.v.data + b * args.v.stride_batch + hk * args.v.stride_head;
    for (int j = d; j < n; j += FT_HEAD_DIM) {
        float s = 0;
        #pragma unroll FT_UNROLL
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
    ((unsigned short *)args.o.data)[b * args.o.stride_batch + h * args.o.stride_head + d] = ft_cvt_bf16x2(n > 0 ? o / sum : 0, 0);
    if (d == 0 && args.lse.data)
        ((float *)args.lse.data)[b * args.lse.stride_batch + h * args.lse.stride_head] = n > 0 ? max + __logf(sum) : -ft_infinity();
}
