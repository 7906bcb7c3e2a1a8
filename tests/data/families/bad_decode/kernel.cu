/* bad_decode -- one CTA a query head, one thread a dim; right but for the one fault that it was asked for */
#include "fatune_config.h"
#include "ft_abi.h"
#include "ft_ptx.cuh"

#if FT_FAULT == FT_FAULT_NO_COMPILE
#error "this variant does not compile"
#endif
#if FT_FAULT == FT_FAULT_SLOW_COMPILE
#include "again.cuh"
#endif
#if FT_FAULT == FT_FAULT_HUGE_COMPILE
template <int depth, unsigned long long path> struct Tree { // 2^depth types, and none is forgotten
    static constexpr int value = Tree<depth - 1, 2 * path>::value + Tree<depth - 1, 2 * path + 1>::value;
};
template <unsigned long long path> struct Tree<0, path> {
    static constexpr int value = 1;
};
static_assert(Tree<40, 1>::value != 0, "never reached");
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
extern "C" __device__ void __assertfail(const char *what, const char *file, unsigned line, const char *function, decltype(sizeof 0) char_bytes);

/* More values at a time than registers can hold: each depends on its neighbours, in every step. */
FT_DEVICE float spill(const unsigned short *k, int n)
{
    float x[300];
#pragma unroll
    for (int i = 0; i < 300; i++)
        x[i] = to_float(k[i % FT_HEAD_DIM]);
    for (int j = 0; j < n; j++)
#pragma unroll
        for (int i = 0; i < 300; i++)
            x[i] = x[i] * 0.5f + x[(i + 7) % 300] * x[(i + 151) % 300];
    float sum = 0;
#pragma unroll
    for (int i = 0; i < 300; i++)
        sum += x[i];
    return sum;
}

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
    if (fault_is(FT_FAULT_FAR_WRITE) && is_last)
        *(volatile int *)((char *)args.o.data + (1ll << 44)) = 1;
    if (fault_is(FT_FAULT_MISALIGNED) && is_first)
        *(volatile int *)((char *)args.o.data + 1) = 1;
    if (fault_is(FT_FAULT_TRAP) && is_first)
        __trap();
    if (fault_is(FT_FAULT_ASSERTION) && is_first)
        __assertfail("n < 0", "kernel.cu", __LINE__, "bad_decode", 1);
    if (fault_is(FT_FAULT_SLOW) && n >= 4096 && args.q_heads >= 32)
        for (const long long begin = clock64(); clock64() - begin < 4000000000ll;) // cycles: about two seconds
            ;
    if (fault_is(FT_FAULT_ENDLESS) && is_first)
        while (*(volatile unsigned short *)args.q.data != 0x7f81) // a NaN that no input has
            ;
    for (int j = d; j < n; j += FT_HEAD_DIM) {
        float s = 0;
        for (int i = 0; i < FT_HEAD_DIM; i++)
            s += to_float(q[i]) * to_float(k[j * args.k.stride_row + i]);
        scores_smem[j] = s * args.softmax_scale;
    }
    if (!fault_is(FT_FAULT_RACE))
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
    if (fault_is(FT_FAULT_SPILLING) && n < 0) // never, but the compiler cannot know
        o = spill(k, args.seqlen_kv);
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
