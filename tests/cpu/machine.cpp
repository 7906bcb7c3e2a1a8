/* machine.cpp -- the executor of the CPU device by itself: small kernels, their results over seeds, and their faults
 *
 * Built by machine.sh with and without sanitizers. Exit status 0 when all is well; else each failure is a line.
 */
#include "machine_test.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

/* ---- indices ---- */

static void indices(unsigned *out)
{
    const unsigned cta = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    const unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[cta * blockDim.x * blockDim.y * blockDim.z + thread] += cta * 1000 + thread + 1;
}
static void test_indices()
{
    std::vector<unsigned> out(24 * 60);
    const int n = count_right(
        [&](int seed) {
            std::fill(out.begin(), out.end(), 0);
            return run<indices>(seed, {2, 3, 4}, {5, 4, 3}, 0, out.data());
        },
        [&] {
            for (unsigned i = 0; i < out.size(); i++)
                if (out[i] != i / 60 * 1000 + i % 60 + 1)
                    return false;
            return true;
        });
    CHECK(n == kSeeds, "%d", n);
}

/* ---- barriers ---- */

/* Each thread reads what another has written; with kBarriers of the two barriers. */
template <int kBarriers> static void neighbours(int *out)
{
    int *x_smem = (int *)ft_dynamic_smem();
    const int i = threadIdx.x, n = blockDim.x;
    int sum = 0;
    for (int round = 0; round < 4; round++) {
        x_smem[i] = i + round;
        if (kBarriers & 1)
            __syncthreads();
        sum += x_smem[(i + 37) % n];
        if (kBarriers & 2)
            __syncthreads();
    }
    out[blockIdx.x * n + i] = sum;
}
template <int kBarriers> static int right_neighbours()
{
    std::vector<int> out(3 * 96);
    return count_right([&](int seed) { return run<neighbours<kBarriers>>(seed, {3, 1, 1}, {96, 1, 1}, 96 * 4, out.data()); },
                       [&] {
                           for (int i = 0; i < 3 * 96; i++)
                               if (out[i] != 4 * ((i % 96 + 37) % 96) + 6)
                                   return false;
                           return true;
                       });
}
static void some_leave(int *out)
{
    if (threadIdx.x % 64 >= 40)
        return;
    out[threadIdx.x] = __syncthreads_or(threadIdx.x == 70) + 2 * __syncthreads_or(threadIdx.x == 1000) +
                       4 * __syncthreads_and(1) + 8 * __syncthreads_and(threadIdx.x != 70);
}
static void two_kinds(int *)
{
    if (threadIdx.x < 32)
        __syncthreads();
    else
        __syncthreads_or(1);
}
static void never_comes(int *)
{
    if (threadIdx.x < 32)
        ft_cpu::executor->barrier("bar.sync", 1, 64, 0, true);
    else
        __syncthreads();
}
static void test_barriers()
{
    std::vector<int> out(128, -1);
    CHECK(right_neighbours<3>() == kSeeds, "with both barriers: %d of %d", right_neighbours<3>(), kSeeds);
    CHECK(right_neighbours<2>() < kSeeds / 2, "without the first: %d of %d", right_neighbours<2>(), kSeeds);
    CHECK(right_neighbours<1>() < kSeeds, "without the second: %d of %d", right_neighbours<1>(), kSeeds);
    for (int seed = 0; seed < kSeeds; seed++) {
        CHECK(run<some_leave>(seed, {1, 1, 1}, {128, 1, 1}, 0, out.data()) == FT_CPU_OK, "%s", why);
        for (int i = 0; i < 128; i++)
            CHECK(out[i] == (i % 64 >= 40 ? -1 : 5), "thread %d: %d", i, out[i]);
    }
    CHECK(run<two_kinds>(1, {1, 1, 1}, {64, 1, 1}, 0, out.data()) == FT_CPU_BAD_SYNC, "%s", why);
    CHECK(strstr(why, "__syncthreads") && strstr(why, "__syncthreads_or at barrier 0"), "%s", why);
    CHECK(run<never_comes>(1, {1, 1, 1}, {64, 1, 1}, 0, out.data()) == FT_CPU_BAD_SYNC, "%s", why);
    CHECK(strstr(why, "for ever") && strstr(why, "bar.sync") && strstr(why, "__syncthreads"), "%s", why);
}

/* ---- shuffles and votes ---- */

static void shuffles(int *out)
{
    const int lane = threadIdx.x % 32, x = 100 + lane;
    int *o = out + threadIdx.x * 8;
    o[0] = __shfl_sync(~0u, x, 5);
    o[1] = __shfl_xor_sync(~0u, x, 3);
    o[2] = __shfl_up_sync(~0u, x, 2, 16);
    o[3] = __shfl_down_sync(~0u, x, 2, 16);
    o[4] = (int)__ballot_sync(~0u, lane % 3 == 0);
    o[5] = __any_sync(~0u, lane == 31) + 2 * __all_sync(~0u, lane < 31);
    if (lane < 16) /* half a warp by itself */
        o[6] = __shfl_xor_sync(0xffffu, x, 8);
    else
        o[6] = __shfl_xor_sync(0xffff0000u, x, 4);
    o[7] = (int)__shfl_sync(~0u, (long long)x << 33, lane ^ 1, 8) + (int)(__shfl_sync(~0u, (long long)x << 33, 9, 8) >> 33);
}
static void absent(int *)
{
    if (threadIdx.x == 7)
        return;
    __shfl_xor_sync(~0u, 1, 1);
}
static void elsewhere(int *)
{
    if (threadIdx.x < 16)
        __syncwarp();
    else
        __any_sync(~0u, 1);
}
static void not_mine(int *)
{
    __shfl_sync(1u << (31 - threadIdx.x % 32), 1, 0);
}
static void test_shuffles()
{
    std::vector<int> out(64 * 8);
    for (int seed = 0; seed < kSeeds; seed++) {
        CHECK(run<shuffles>(seed, {1, 1, 1}, {64, 1, 1}, 0, out.data()) == FT_CPU_OK, "%s", why);
        for (int i = 0; i < 64; i++) {
            const int lane = i % 32, *o = &out[i * 8];
            const int wanted[8] = {105, 100 + (lane ^ 3), 100 + (lane % 16 < 2 ? lane : lane - 2), 100 + (lane % 16 > 13 ? lane : lane + 2),
                                   0x49249249, 1, 100 + (lane < 16 ? lane ^ 8 : lane ^ 4), 100 + lane / 8 * 8 + 1};
            for (int k = 0; k < 8; k++)
                CHECK(o[k] == wanted[k], "lane %d, %d: %d, wanted %d", lane, k, o[k], wanted[k]);
        }
    }
    CHECK(run<shuffles>(1, {1, 1, 1}, {16, 1, 1}, 0, out.data()) == FT_CPU_OK, "a part of a warp: %s", why);
    for (int seed = 0; seed < 4; seed++) {
        CHECK(run<absent>(seed, {1, 1, 1}, {32, 1, 1}, 0, out.data()) == FT_CPU_BAD_SYNC, "%s", why);
        CHECK(strstr(why, "__shfl_xor_sync") && (strstr(why, "lane 7, which has ended") || strstr(why, "(warp 0, lane 7): ended")), "%s", why);
    }
    CHECK(run<elsewhere>(1, {1, 1, 1}, {32, 1, 1}, 0, out.data()) == FT_CPU_BAD_SYNC, "%s", why);
    CHECK(strstr(why, "__syncwarp") && strstr(why, "__any_sync"), "%s", why);
    CHECK(run<not_mine>(1, {1, 1, 1}, {32, 1, 1}, 0, out.data()) == FT_CPU_BAD_SYNC && strstr(why, "its own lane"), "%s", why);
}

/* ---- asynchronous copies ---- */

/* Three tiles in groups of their own; the last but kPending of them are read. */
template <int kPending, bool kWaits> static void copies(const ft_chunk *from, unsigned *out)
{
    ft_chunk *to_smem = (ft_chunk *)ft_dynamic_smem();
    const int i = ft_thread(), n = blockDim.x;
    for (int group = 0; group < 3; group++) {
        ft_cp_async<16>(to_smem + group * n + i, from + group * n + i, group != 1 || i % 2 == 0);
        ft_cp_async_commit_group();
    }
    if (kWaits)
        ft_cp_async_wait_group<kPending>();
    ft_barrier_cta();
    for (int group = 0; group < 3; group++)
        out[group * n + i] = to_smem[group * n + (i + 1) % n].word[3];
}
template <int kPending, bool kWaits> static int right_copies(int n_groups)
{
    alignas(16) static ft_chunk from[3 * 64];
    std::vector<unsigned> out(3 * 64);
    for (unsigned i = 0; i < 3 * 64; i++)
        from[i].word[3] = i + 7;
    return count_right([&](int seed) { return run<copies<kPending, kWaits>>(seed, {1, 1, 1}, {64, 1, 1}, 3 * 64 * 16, (const ft_chunk *)from, out.data()); },
                       [&] {
                           for (int g = 0; g < n_groups; g++)
                               for (unsigned i = 0; i < 64; i++) {
                                   const unsigned j = (i + 1) % 64;
                                   if (out[g * 64 + i] != (g == 1 && j % 2 ? 0 : g * 64 + j + 7))
                                       return false;
                               }
                           return true;
                       });
}
static void test_copies()
{
    const int all = right_copies<0, true>(3), two = right_copies<1, true>(2), too_many = right_copies<1, true>(3), none = right_copies<0, false>(1);
    CHECK(all == kSeeds && two == kSeeds, "%d, %d", all, two);
    CHECK(too_many < kSeeds && none < kSeeds, "waits that are missing show: %d, %d of %d", too_many, none, kSeeds);
}

/* ---- addresses ---- */

[[maybe_unused]] static void past_shared(int *)
{
    ft_dynamic_smem()[blockDim.x * 4 + threadIdx.x] = 1;
}
static void copy_past_shared(int *p)
{
    ft_cp_async<16>(ft_dynamic_smem() + 120, p, false);
}
static void misaligned(int *p)
{
    ft_ld_nc((char *)p + 4 * threadIdx.x);
}
static void outside(int *p)
{
    ft_ld_nc(p + 4 * threadIdx.x);
}
struct Statics {
    int x[64];
};
static void statics(int *out)
{
    auto &a = *(Statics *)ft_static_smem<sizeof(Statics), 16>();
    a.x[threadIdx.x] = (int)(threadIdx.x + blockIdx.x);
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = a.x[63 - threadIdx.x];
}
static void test_addresses()
{
    alignas(16) static int memory[64];
    std::vector<int> out(4 * 64);
#ifndef FT_HAS_ASAN /* which ends the process itself */
    CHECK(run<past_shared>(0, {1, 1, 1}, {32, 1, 1}, 128, (int *)memory) == FT_CPU_ILLEGAL_ADDRESS && strstr(why, "outside of its shared memory"), "%s", why);
#endif
    CHECK(run<copy_past_shared>(0, {1, 1, 1}, {1, 1, 1}, 128, (int *)memory) == FT_CPU_MISALIGNED, "%s", why);
    CHECK(run<misaligned>(0, {1, 1, 1}, {4, 1, 1}, 0, (int *)memory) == FT_CPU_MISALIGNED && strstr(why, "thread (1,0,0)") && strstr(why, "ld.global.nc"), "%s", why);
    allocated = memory;
    n_allocated = sizeof memory;
    CHECK(run<outside>(0, {1, 1, 1}, {16, 1, 1}, 0, (int *)memory) == FT_CPU_OK, "%s", why);
    CHECK(run<outside>(0, {2, 1, 1}, {17, 1, 1}, 0, (int *)memory) == FT_CPU_ILLEGAL_ADDRESS && strstr(why, "thread (16,0,0)"), "%s", why);
    allocated = nullptr;
    for (int seed = 0; seed < kSeeds; seed++) {
        CHECK(run<statics>(seed, {4, 1, 1}, {64, 1, 1}, 0, out.data()) == FT_CPU_OK, "%s", why);
        for (int i = 0; i < 4 * 64; i++)
            CHECK(out[i] == 63 - i % 64 + i / 64, "%d: %d", i, out[i]);
    }
    CHECK(run<statics>(0, {1, 1, 1}, {2048, 1, 1}, 0, out.data()) == FT_CPU_BAD_LAUNCH, "%s", why);
    CHECK(run<statics>(0, {1, 1, 1}, {64, 1, 1}, 300 << 10, out.data()) == FT_CPU_BAD_LAUNCH, "%s", why);
}

/* ---- atomics, and CTAs that take turns ---- */

/* The last CTA to arrive adds up what all have written; kIsRight: each arrives after it has written. */
template <bool kIsRight> static void last_adds(unsigned *arrived, int *part, int *sum)
{
    part[blockIdx.x * blockDim.x + threadIdx.x] = 1;
    if (kIsRight)
        __syncthreads();
    bool is_last = false;
    if (threadIdx.x == 0)
        is_last = ft_atom_inc_acq_rel(arrived, gridDim.x - 1) == gridDim.x - 1;
    if (__syncthreads_or(is_last) && threadIdx.x == 0)
        for (unsigned i = 0; i < gridDim.x * blockDim.x; i++)
            *sum += part[i];
}
template <bool kIsRight> static int right_sums()
{
    unsigned arrived = 0;
    int sum;
    std::vector<int> part(6 * 64);
    return count_right(
        [&](int seed) {
            std::fill(part.begin(), part.end(), 0);
            sum = 0;
            return run<last_adds<kIsRight>>(seed, {6, 1, 1}, {64, 1, 1}, 0, &arrived, part.data(), &sum);
        },
        [&] { return sum == 6 * 64 && arrived == 0; });
}
static void counts(int *n, unsigned long long *least)
{
    atomicAdd(n, 2);
    atomicMin(least, 1000ull - threadIdx.x - blockIdx.x);
}
static void test_atomics()
{
    const int right = right_sums<true>(), wrong = right_sums<false>();
    CHECK(right == kSeeds && wrong < kSeeds, "%d and %d of %d", right, wrong, kSeeds);
    int n = 0;
    unsigned long long least = ~0ull;
    run<counts>(3, {5, 1, 1}, {100, 1, 1}, 0, &n, &least);
    CHECK(n == 1000 && least == 1000 - 99 - 4, "%d %llu", n, least);
}

/* ---- programmatic dependent launch ---- */

/* The second grid adds up what the first has written; kWaits: after it has waited for it. */
template <bool kLets> static void writes(int *x)
{
    if (kLets)
        ft_griddepcontrol_launch_dependents();
    __syncthreads();
    x[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
template <bool kWaits> static void adds(int *x, int n, int *sum)
{
    if (kWaits)
        ft_griddepcontrol_wait();
    if (threadIdx.x == 0)
        for (int i = 0; i < n; i++)
            *sum += x[i];
}
template <bool kLets, bool kWaits> static int right_dependents()
{
    std::vector<int> x(4 * 64);
    int *p = x.data(), n = (int)x.size(), sum, *q = &sum;
    return count_right(
        [&](int seed) {
            void *first[] = {&p}, *second[] = {&p, &n, &q};
            std::fill(x.begin(), x.end(), 0);
            sum = 0;
            const auto entry = ft_cpu::Entry<adds<kWaits>>::describe("adds", false);
            const ft_cpu_launch dependent = launch_of(seed, {1, 1, 1}, {32, 1, 1}, 0, second);
            ft_cpu_launch launch = launch_of(seed, {4, 1, 1}, {64, 1, 1}, 0, first);
            launch.dependent = &dependent;
            launch.dependent_entry = &entry;
            return ft_cpu::Entry<writes<kLets>>::describe("writes", false).run(&launch);
        },
        [&] { return sum == 4 * 64; });
}
static void test_dependents()
{
    const int waits = right_dependents<true, true>(), never_let = right_dependents<false, false>(), careless = right_dependents<true, false>();
    CHECK(waits == kSeeds && never_let == kSeeds, "%d, %d: %s", waits, never_let, why);
    CHECK(careless < kSeeds, "a wait that is missing shows: %d of %d", careless, kSeeds);
}

/* ---- matrix instructions ---- */

template <bool kIsBf16> static void one_mma(const float *a, const float *b, float *d)
{
    const int n = ft_lane() / 4, t = ft_lane() % 4;
    auto pack = [](float low, float high) { return kIsBf16 ? ft_cvt_bf16x2(low, high) : ft_cvt_f16x2(low, high); };
    unsigned a_frag[4], b_frag[2];
    float d_frag[4];
    for (int r = 0; r < 4; r++) {
        const float *p = a + (n + r % 2 * 8) * 16 + 2 * t + r / 2 * 8;
        a_frag[r] = pack(p[0], p[1]);
    }
    for (int r = 0; r < 2; r++)
        b_frag[r] = pack(b[(2 * t + r * 8) * 8 + n], b[(2 * t + r * 8 + 1) * 8 + n]);
    for (int r = 0; r < 4; r++)
        d_frag[r] = (float)r;
    if (kIsBf16)
        ft_mma_m16n8k16_bf16(d_frag, a_frag, b_frag[0], b_frag[1]);
    else
        ft_mma_m16n8k16_f16(d_frag, a_frag, b_frag[0], b_frag[1]);
    for (int r = 0; r < 4; r++)
        d[(n + r / 2 * 8) * 8 + 2 * t + r % 2] = d_frag[r] - (float)r;
}
/* Four 8 x 8 blocks, each with rows where it likes; lane 8 i + r names row r of block i. */
template <bool kIsTransposed> static void one_ldmatrix(unsigned *out)
{
    ft_chunk *rows_smem = (ft_chunk *)ft_dynamic_smem();
    const int lane = ft_lane(), place = lane * 5 % 32;
    for (int i = 0; i < 8; i++)
        rows_smem[place].half[i] = (ft_half)(lane * 8 + i);
    __syncwarp();
    unsigned d[4];
    if (kIsTransposed)
        ft_ldmatrix_x4_trans(d, rows_smem + place);
    else
        ft_ldmatrix_x4(d, rows_smem + place);
    memcpy(out + lane * 4, d, sizeof d);
}
template <bool kIsTransposed> static int right_ldmatrix()
{
    std::vector<unsigned> out(32 * 4);
    return count_right([&](int seed) { return run<one_ldmatrix<kIsTransposed>>(seed, {1, 1, 1}, {32, 1, 1}, 512, out.data()); },
                       [&] {
                           for (unsigned lane = 0; lane < 32; lane++)
                               for (unsigned i = 0; i < 4; i++) {
                                   const unsigned n = lane / 4, t = lane % 4, from = i * 64;
                                   const unsigned low = from + (kIsTransposed ? 2 * t * 8 + n : n * 8 + 2 * t), step = kIsTransposed ? 8 : 1;
                                   if (out[lane * 4 + i] != (low | (low + step) << 16))
                                       return false;
                               }
                           return true;
                       });
}
/* A block is read, and overwritten by the next round: with or without a barrier in between. */
template <bool kHasBarrier> static void ldmatrix_rounds(unsigned *out)
{
    ft_chunk *rows_smem = (ft_chunk *)ft_dynamic_smem();
    for (int round = 0; round < 4; round++) {
        unsigned d[4];
        rows_smem[ft_lane()].word[0] = (unsigned)(round * 32 + ft_lane());
        __syncwarp();
        ft_ldmatrix_x4(d, rows_smem + ft_lane());
        if (kHasBarrier)
            __syncwarp();
        if (ft_lane() % 4 == 0)
            out[round * 8 + ft_lane() / 4] = d[3];
    }
}
template <bool kHasBarrier> static int right_ldmatrix_rounds()
{
    std::vector<unsigned> out(32);
    return count_right([&](int seed) { return run<ldmatrix_rounds<kHasBarrier>>(seed, {1, 1, 1}, {32, 1, 1}, 512, out.data()); },
                       [&] {
                           for (unsigned i = 0; i < 32; i++)
                               if (out[i] != i / 8 * 32 + 24 + i % 8)
                                   return false;
                           return true;
                       });
}
static void ldmatrix_misaligned(int *)
{
    unsigned d[4];
    ft_ldmatrix_x4(d, ft_dynamic_smem() + 16 * ft_lane() + 8 * (ft_lane() == 9));
}
static void ldmatrix_past_shared(int *)
{
    unsigned d[4];
    ft_ldmatrix_x4_trans(d, ft_dynamic_smem() + 16 * ft_lane() + 16);
}
/* D = A B through shared memory; kIsPlace: by places that a kernel must not know. */
template <bool kIsPlace> static void one_wmma(const float *a, const float *b, float *d)
{
    using namespace nvcuda::wmma;
    struct Smem {
        __half a[16][16], b[16][16];
        float d[16][16];
    };
    Smem &smem = *(Smem *)ft_dynamic_smem();
    fragment<matrix_a, 16, 16, 16, __half, row_major> fa;
    fragment<matrix_b, 16, 16, 16, __half, col_major> fb;
    fragment<accumulator, 16, 16, 16, float> fd;
    for (int i = ft_lane(); i < 256; i += 32) {
        smem.a[i / 16][i % 16].bits = ft_cpu::fp16_of(a[i]);
        smem.b[i % 16][i / 16].bits = ft_cpu::fp16_of(b[i]);
    }
    __syncwarp();
    load_matrix_sync(fa, smem.a[0], 16);
    load_matrix_sync(fb, smem.b[0], 16);
    fill_fragment(fd, 0.0f);
    mma_sync(fd, fa, fb, fd);
    store_matrix_sync(smem.d[0], fd, 16, mem_row_major);
    __syncwarp();
    for (int i = ft_lane(); i < 256; i += 32)
        d[i] = smem.d[i / 16][i % 16];
    if (kIsPlace)
        for (int i = 0; i < 8; i++)
            d[ft_lane() * 8 + i] = fd.x[i];
}
static bool is_product(const float *a, const float *b, const float *d, int n)
{
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < n; j++) {
            float sum = 0;
            for (int k = 0; k < 16; k++)
                sum += a[i * 16 + k] * b[k * n + j];
            if (sum != d[i * n + j])
                return false;
        }
    return true;
}
static void test_matrices()
{
    float a[256], b[256], d[256];
    for (int i = 0; i < 256; i++) {
        a[i] = (float)(i * 7 % 13 - 6);
        b[i] = (float)(i * 5 % 11 - 5);
    }
    const float *pa = a, *pb = b;
    int n = count_right([&](int seed) { return run<one_mma<true>>(seed, {1, 1, 1}, {32, 1, 1}, 0, pa, pb, (float *)d); }, [&] { return is_product(a, b, d, 8); });
    CHECK(n == kSeeds, "bf16 mma: %d", n);
    n = count_right([&](int seed) { return run<one_mma<false>>(seed, {1, 1, 1}, {32, 1, 1}, 0, pa, pb, (float *)d); }, [&] { return is_product(a, b, d, 8); });
    CHECK(n == kSeeds, "fp16 mma: %d", n);
    const int plain = right_ldmatrix<false>(), transposed = right_ldmatrix<true>();
    const int separated = right_ldmatrix_rounds<true>(), careless = right_ldmatrix_rounds<false>();
    CHECK(plain == kSeeds && transposed == kSeeds, "ldmatrix: %d, %d, %s", plain, transposed, why);
    CHECK(separated == kSeeds && careless < kSeeds, "a barrier that is missing after ldmatrix shows: %d, %d", separated, careless);
    CHECK(run<ldmatrix_misaligned>(0, {1, 1, 1}, {32, 1, 1}, 1024, (int *)nullptr) == FT_CPU_MISALIGNED && strstr(why, "ldmatrix") && strstr(why, "lane 9"), "%s", why);
    CHECK(run<ldmatrix_past_shared>(0, {1, 1, 1}, {32, 1, 1}, 512, (int *)nullptr) == FT_CPU_ILLEGAL_ADDRESS && strstr(why, "ldmatrix.trans"), "%s", why);
    n = count_right([&](int seed) { return run<one_wmma<false>>(seed, {1, 1, 1}, {32, 1, 1}, 2048, pa, pb, (float *)d); }, [&] { return is_product(a, b, d, 16); });
    CHECK(n == kSeeds, "wmma: %d, %s", n, why);
    n = count_right([&](int seed) { return run<one_wmma<true>>(seed, {1, 1, 1}, {32, 1, 1}, 2048, pa, pb, (float *)d); }, [&] { return is_product(a, b, d, 16); });
    CHECK(n < kSeeds / 4, "places in fragments are not to be known: %d", n);
}

/* ---- numbers ---- */

static void test_numbers()
{
    using namespace ft_cpu;
    for (int h = 0; h < 65536; h++) {
        const float x = of_fp16((ft_half)h), y = of_bf16((ft_half)h);
        CHECK(x != x || fp16_of(x) == h, "fp16 %x", h);
        CHECK(y != y || bf16_of(y) == h, "bf16 %x", h);
    }
    CHECK(fp16_of(65519.9f) == 0x7bff && fp16_of(65520) == 0x7c00 && fp16_of(2049) == 0x6800 && fp16_of(2051) == 0x6802, "fp16 ties to even");
    CHECK(fp16_of(ldexpf(1, -25)) == 0 && fp16_of(ldexpf(1.001f, -25)) == 1 && fp16_of(ldexpf(3, -25)) == 2, "fp16 below the normal numbers");
    CHECK(bf16_of(1.00390625f) == 0x3f80 && bf16_of(1.01171875f) == 0x3f82 && bf16_of(NAN) == 0x7fff && bf16_of(-INFINITY) == 0xff80, "bf16");
    CHECK(__half2float(__float2half(1.5f)) == 1.5f && __half_as_ushort(__ushort_as_half(7)) == 7 && __bfloat162float(__float2bfloat16(-3)) == -3 &&
              __bfloat16_as_ushort(__ushort_as_bfloat16(9)) == 9, "CUDA's names");
    CHECK(ft_ex2(-INFINITY) == 0 && ft_ex2(-140) == 0 && ft_ex2(3) == 8 && ft_lg2(0) == -INFINITY && ft_rcp(4) == 0.25f, "ex2, lg2, rcp");
    CHECK(ft_prmt_low(0x11112222, 0x33334444) == 0x44442222 && ft_prmt_high(0x11112222, 0x33334444) == 0x33331111, "prmt");
}

/* ---- the order ---- */

static void trace(int *order, int *n)
{
    for (int round = 0; round < 3; round++) {
        order[(*n)++] = (int)(blockIdx.x * 1000 + threadIdx.x);
        __syncthreads();
    }
}
static void test_order()
{
    std::vector<std::vector<int>> seen;
    for (int seed = 0; seed < kSeeds; seed++)
        for (int again = 0; again < 2; again++) {
            std::vector<int> order(4 * 32 * 3);
            int n = 0;
            run<trace>(seed, {4, 1, 1}, {32, 1, 1}, 0, order.data(), &n);
            if (again)
                CHECK(order == seen.back(), "seed %d is not always the same", seed);
            else
                seen.push_back(order);
        }
    std::sort(seen.begin(), seen.end());
    CHECK(std::unique(seen.begin(), seen.end()) == seen.end(), "seeds differ");
}

int main()
{
    test_indices();
    test_barriers();
    test_shuffles();
    test_copies();
    test_addresses();
    test_atomics();
    test_dependents();
    test_matrices();
    test_numbers();
    test_order();
    if (n_failures == 0)
        printf("the executor does what it should, over %d seeds\n", kSeeds);
    return n_failures > 0;
}
