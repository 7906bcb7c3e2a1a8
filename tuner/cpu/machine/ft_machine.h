/* ft_machine.h -- CUDA C++ for the host's compiler: first include of every unit of the CPU device
 *
 * Kernels reach the machine through common/ft_ptx.cuh, which ft_ptx_host.h replaces, and <mma.h>,
 * which lies beside this file. What a kernel of one's own may use besides is here: built-in
 * variables, barriers, shuffles, votes, atomics.
 *
 * `__shared__ T x[n]` becomes a static variable, which all CTAs would share: then they run one at a
 * time (FT_CPU_MODULE counts the uses). Shared memory from ft_smem.cuh is a CTA's own.
 */
#ifndef FT_MACHINE_H
#define FT_MACHINE_H
#include <limits.h>
#include <math.h>
#include <time.h>
#include "ft_entry.h"

#define FT_HOST_EXECUTOR 1
#define __device__
#define __host__
#define __global__
#define __constant__    static
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__    __attribute__((noinline))
#define __restrict__ __restrict
#define __grid_constant__
#define __launch_bounds__(...)
#define __align__(n) __attribute__((aligned(n)))
#define __shared__   alignas(0 * __COUNTER__) static

/* ---- built-in variables and types ----------------------------------------------------------- */

#define threadIdx (ft_cpu::self().index)
#define blockIdx  (ft_cpu::self().cta->index)
#define blockDim  (ft_cpu::dim_of(ft_cpu::executor->launch().block))
#define gridDim   (ft_cpu::dim_of(ft_cpu::executor->launch().grid))
constexpr int warpSize = 32;

namespace ft_cpu
{
inline Dim dim_of(const uint32_t (&d)[3])
{
    return {d[0], d[1], d[2]};
}
} // namespace ft_cpu

struct alignas(8) float2 {
    float x, y;
};
struct alignas(16) float4 {
    float x, y, z, w;
};
struct alignas(16) uint4 {
    unsigned x, y, z, w;
};
inline float2 make_float2(float x, float y)
{
    return {x, y};
}
inline float4 make_float4(float x, float y, float z, float w)
{
    return {x, y, z, w};
}

template <class A, class B> constexpr auto min(A a, B b) -> decltype(a + b)
{
    return a < b ? a : b;
}
template <class A, class B> constexpr auto max(A a, B b) -> decltype(a + b)
{
    return a < b ? b : a;
}

template <class To, class From> FT_TRUSTED inline To ft_bits_of(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same bits");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}
inline float __int_as_float(int x)
{
    return ft_bits_of<float>(x);
}
inline int __float_as_int(float x)
{
    return ft_bits_of<int>(x);
}
inline double __longlong_as_double(long long x)
{
    return ft_bits_of<double>(x);
}
inline float __uint_as_float(unsigned x)
{
    return ft_bits_of<float>(x);
}
inline unsigned __float_as_uint(float x)
{
    return ft_bits_of<unsigned>(x);
}
inline float __logf(float x)
{
    return logf(x);
}
inline float __fdividef(float x, float y)
{
    return x / y;
}
template <class T> T __ldg(const T *p)
{
    return *p;
}
[[noreturn]] inline void __trap()
{
    ft_cpu::executor->fault(FT_CPU_TRAP, "__trap");
}
/* What assert() becomes in CUDA. */
extern "C" [[noreturn]] inline void __assertfail(const char *what, const char *file, unsigned line,
                                                 const char *function, size_t)
{
    ft_cpu::executor->fault(FT_CPU_TRAP, "assertion '%s' failed in %s, %s:%u", what, function, file,
                            line);
}
/* One clock for all: the host's, in nanoseconds. Who waits for it lets others run. */
inline long long clock64()
{
    struct timespec now;
    ft_cpu::executor->maybe_yield();
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000000000ll + now.tv_nsec;
}
inline float __expf(float x)
{
    return expf(x);
}
inline float rsqrtf(float x)
{
    return 1.0f / sqrtf(x);
}

/* ---- barriers, votes, shuffles -------------------------------------------------------------- */

inline void __syncthreads()
{
    ft_cpu::executor->barrier("__syncthreads", 0, 0, 0, true);
}
inline int __syncthreads_or(int flag)
{
    return ft_cpu::executor->barrier("__syncthreads_or", 0, 0, flag != 0, true);
}
inline int __syncthreads_and(int flag)
{
    return ft_cpu::executor->barrier("__syncthreads_and", 0, 0, flag != 0, false);
}
inline void __syncwarp(unsigned mask = 0xffffffffu)
{
    ft_cpu::executor->collective("__syncwarp", mask, nullptr, nullptr, [](ft_cpu::Lanes &) {});
}
inline void __threadfence()
{
}
inline void __threadfence_block()
{
}

namespace ft_cpu
{
inline unsigned ballot(const char *what, unsigned mask, int flag)
{
    unsigned result;
    executor->collective(what, mask, &flag, &result, [](Lanes &lanes) {
        unsigned all = 0;
        for (int i = 0; i < kLanes; i++)
            if (lanes.mask >> i & 1 && *(const int *)lanes.in[i])
                all |= 1u << i;
        for (int i = 0; i < kLanes; i++)
            if (lanes.mask >> i & 1)
                *(unsigned *)lanes.out[i] = all;
    });
    return result;
}

template <class T> struct Shuffled {
    T value;
    int source;
};
/* A lane that is not in the mask has no value to give: what comes from it is undefined, so it is
 * poison. A source outside of the warp's part of `width` is the lane itself. */
template <class T> T shuffle(const char *what, unsigned mask, T value, int source)
{
    Shuffled<T> in = {value, source};
    T result;
    executor->collective(what, mask, &in, &result, [](Lanes &lanes) {
        for (int i = 0; i < kLanes; i++) {
            if (!(lanes.mask >> i & 1))
                continue;
            const int from = ((const Shuffled<T> *)lanes.in[i])->source;
            if (lanes.mask >> from & 1)
                *(T *)lanes.out[i] = ((const Shuffled<T> *)lanes.in[from])->value;
            else
                memset(lanes.out[i], kPoisonByte, sizeof(T));
        }
    });
    return result;
}
inline int lane()
{
    return (int)self().lane;
}
} // namespace ft_cpu

inline unsigned __ballot_sync(unsigned mask, int flag)
{
    return ft_cpu::ballot("__ballot_sync", mask, flag);
}
inline int __any_sync(unsigned mask, int flag)
{
    return ft_cpu::ballot("__any_sync", mask, flag) != 0;
}
inline int __all_sync(unsigned mask, int flag)
{
    return ft_cpu::ballot("__all_sync", mask, !flag) == 0;
}
template <class T> T __shfl_sync(unsigned mask, T x, int source, int width = 32)
{
    const int base = ft_cpu::lane() / width * width;
    return ft_cpu::shuffle("__shfl_sync", mask, x, base + source % width);
}
template <class T> T __shfl_xor_sync(unsigned mask, T x, int lane_mask, int width = 32)
{
    const int lane = ft_cpu::lane(), source = lane ^ lane_mask;
    return ft_cpu::shuffle("__shfl_xor_sync", mask, x,
                           source / width == lane / width ? source : lane);
}
template <class T> T __shfl_up_sync(unsigned mask, T x, unsigned delta, int width = 32)
{
    const int lane = ft_cpu::lane(), source = lane - (int)delta;
    return ft_cpu::shuffle("__shfl_up_sync", mask, x,
                           source >= lane / width * width ? source : lane);
}
template <class T> T __shfl_down_sync(unsigned mask, T x, unsigned delta, int width = 32)
{
    const int lane = ft_cpu::lane(), source = lane + (int)delta;
    return ft_cpu::shuffle("__shfl_down_sync", mask, x,
                           source < (lane / width + 1) * width ? source : lane);
}

/* ---- atomics: others may come first --------------------------------------------------------- */

namespace ft_cpu
{
template <class T, class Fn> T atomic(const char *what, T *p, Fn fn)
{
    executor->maybe_yield();
    if ((uintptr_t)p % sizeof(T) != 0)
        executor->fault(FT_CPU_MISALIGNED, "%s of %zu bytes at %p", what, sizeof(T), (void *)p);
    const T old = *p;
    *p = fn(old);
    return old;
}
} // namespace ft_cpu

template <class T, class V> T atomicAdd(T *p, V x)
{
    return ft_cpu::atomic("atomicAdd", p, [=](T old) { return (T)(old + x); });
}
template <class T, class V> T atomicMin(T *p, V x)
{
    return ft_cpu::atomic("atomicMin", p, [=](T old) { return old < (T)x ? old : (T)x; });
}
template <class T, class V> T atomicMax(T *p, V x)
{
    return ft_cpu::atomic("atomicMax", p, [=](T old) { return old < (T)x ? (T)x : old; });
}
template <class T, class V> T atomicExch(T *p, V x)
{
    return ft_cpu::atomic("atomicExch", p, [=](T) { return (T)x; });
}
template <class T, class V, class W> T atomicCAS(T *p, V expected, W x)
{
    return ft_cpu::atomic("atomicCAS", p, [=](T old) { return old == (T)expected ? (T)x : old; });
}
inline unsigned atomicInc(unsigned *p, unsigned wrap)
{
    return ft_cpu::atomic("atomicInc", p, [=](unsigned old) { return old >= wrap ? 0 : old + 1; });
}

/* ---- the module ----------------------------------------------------------------------------- */

#define FT_E1(f)                                                             ft_cpu::Entry<f>::describe(#f, kIsAlone),
#define FT_E2(f, ...)                                                        FT_E1(f) FT_E1(__VA_ARGS__)
#define FT_E3(f, ...)                                                        FT_E1(f) FT_E2(__VA_ARGS__)
#define FT_E4(f, ...)                                                        FT_E1(f) FT_E3(__VA_ARGS__)
#define FT_E5(f, ...)                                                        FT_E1(f) FT_E4(__VA_ARGS__)
#define FT_E6(f, ...)                                                        FT_E1(f) FT_E5(__VA_ARGS__)
#define FT_E7(f, ...)                                                        FT_E1(f) FT_E6(__VA_ARGS__)
#define FT_E8(f, ...)                                                        FT_E1(f) FT_E7(__VA_ARGS__)
#define FT_E9(f, ...)                                                        FT_E1(f) FT_E8(__VA_ARGS__)
#define FT_E10(f, ...)                                                       FT_E1(f) FT_E9(__VA_ARGS__)
#define FT_E11(f, ...)                                                       FT_E1(f) FT_E10(__VA_ARGS__)
#define FT_E12(f, ...)                                                       FT_E1(f) FT_E11(__VA_ARGS__)
#define FT_E13(f, ...)                                                       FT_E1(f) FT_E12(__VA_ARGS__)
#define FT_E14(f, ...)                                                       FT_E1(f) FT_E13(__VA_ARGS__)
#define FT_E15(f, ...)                                                       FT_E1(f) FT_E14(__VA_ARGS__)
#define FT_E16(f, ...)                                                       FT_E1(f) FT_E15(__VA_ARGS__)
#define FT_PICK(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, chosen, ...) chosen
#define FT_EACH(...)                                                                               \
    FT_PICK(__VA_ARGS__, FT_E16, FT_E15, FT_E14, FT_E13, FT_E12, FT_E11, FT_E10, FT_E9, FT_E8,     \
            FT_E7, FT_E6, FT_E5, FT_E4, FT_E3, FT_E2, FT_E1)                                       \
    (__VA_ARGS__)
/* Last in a unit: its kernels, at most 16. */
#define FT_CPU_MODULE(...)                                                                         \
    static constexpr bool kIsAlone = __COUNTER__ > 0;                                              \
    static const ft_cpu_entry ft_cpu_entries[] = {FT_EACH(__VA_ARGS__)};                           \
    extern "C" __attribute__((visibility("default"))) const ft_cpu_module ft_cpu_module;           \
    const struct ft_cpu_module ft_cpu_module = {                                                   \
        FT_CPU_ABI_VERSION, sizeof ft_cpu_entries / sizeof *ft_cpu_entries, ft_cpu_entries};

#include "ft_ptx_host.h"
#endif
