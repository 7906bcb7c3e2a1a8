/* machine_bulk.cpp -- the executor of the CPU device: barriers in shared memory, bulk copies, boxes
 * of tensors
 *
 * Built by machine.sh with and without sanitizers. Exit status 0 when all is well; else each
 * failure is a line.
 */
#include "machine_test.h"

/* Has the kernel fault with one thread or two, for a seed, and in these words. */
template <auto kKernel, class... Args>
static bool has_fault(int status, const char *words, unsigned n_threads, uint64_t seed,
                      Args... args)
{
    return run<kKernel>(seed, {1, 1, 1}, {n_threads, 1, 1}, 8192, args...) == status &&
           strstr(why, words);
}
/* The barriers lie behind the data. */
constexpr int kDataBytes = 4096;
static ft_mbarrier *barriers()
{
    return (ft_mbarrier *)(ft_dynamic_smem() + kDataBytes);
}

/* ---- phases ---- */

/* Two warps hand a number to and fro; kIsRight: each waits for the parity that its round has. */
template <bool kIsRight> static void to_and_fro(int *out)
{
    volatile int *x_smem = (int *)ft_dynamic_smem();
    ft_mbarrier *full = barriers(), *empty = full + 1;
    if (ft_thread() == 0) {
        ft_mbarrier_init(full, 32);
        ft_mbarrier_init(empty, 32);
        ft_fence_mbarrier_init();
    }
    ft_barrier_cta();
    for (int round = 0; round < 6; round++) {
        const int parity = kIsRight ? round & 1 : 0;
        if (ft_warp() == 0) {
            ft_mbarrier_wait(empty,
                             parity ^ 1); /* the first time at once: the phase before the first */
            x_smem[ft_lane()] = round * 32 + ft_lane();
            ft_mbarrier_arrive(full);
        } else {
            ft_mbarrier_wait(full, parity);
            out[round * 32 + ft_lane()] = x_smem[31 - ft_lane()];
            ft_mbarrier_arrive(empty);
        }
    }
}
template <bool kIsRight> static int right_to_and_fro()
{
    std::vector<int> out(6 * 32);
    return count_right(
        [&](int seed) {
            return run<to_and_fro<kIsRight>>(seed, {2, 1, 1}, {64, 1, 1}, 8192, out.data());
        },
        [&] {
            for (int i = 0; i < 6 * 32; i++)
                if (out[i] != i / 32 * 32 + 31 - i % 32)
                    return false;
            return true;
        });
}
/* The first thread ends two phases while the second one sleeps in its wait for the first. */
static void overtaken()
{
    ft_mbarrier *b = barriers();
    if (ft_thread() == 0)
        ft_mbarrier_init(b, 1);
    ft_barrier_cta();
    if (ft_thread() == 0) {
        ft_mbarrier_arrive(b);
        ft_mbarrier_arrive(b);
    } else {
        ft_mbarrier_wait(b, 0);
    }
}
static void never_ends(int n_arrivals, int n_bytes)
{
    ft_mbarrier_init(barriers(), n_arrivals);
    ft_mbarrier_arrive_expect_tx(barriers(), n_bytes);
    ft_mbarrier_wait(barriers(), 0);
}
static void init_at(int offset, int n_arrivals, int n_times)
{
    for (int i = 0; i < n_times; i++)
        ft_mbarrier_init((ft_mbarrier *)(ft_dynamic_smem() + offset), n_arrivals);
}
static void not_initialised()
{
    ft_mbarrier_arrive(barriers());
}
static void overwritten()
{
    ft_mbarrier_init(barriers(), 1);
    *(volatile int *)barriers() = 0;
    ft_mbarrier_wait(barriers(), 1);
}
/* A place that has become something else may be a barrier again. */
static void used_again()
{
    ft_mbarrier_init(barriers(), 2);
    ft_mbarrier_arrive(barriers());
    *(volatile ft_u64 *)barriers() = 0;
    ft_mbarrier_init(barriers(), 1);
    ft_mbarrier_arrive(barriers());
    ft_mbarrier_wait(barriers(), 0);
}
static void too_many()
{
    ft_mbarrier_init(barriers(), 1);
    ft_mbarrier_arrive_expect_tx(barriers(), 16);
    ft_mbarrier_arrive(barriers());
}
static void parity(int p)
{
    ft_mbarrier_init(barriers(), 1);
    ft_mbarrier_wait(barriers(), p);
}
static void test_phases()
{
    const int right = right_to_and_fro<true>(), wrong = right_to_and_fro<false>();
    CHECK(right == kSeeds && wrong < kSeeds, "%d and %d of %d: %s", right, wrong, kSeeds, why);
    int n_stuck = 0;
    for (int seed = 0; seed < kSeeds; seed++)
        n_stuck += run<overtaken>(seed, {1, 1, 1}, {2, 1, 1}, 8192) == FT_CPU_BAD_SYNC;
    CHECK(n_stuck > 0 && n_stuck < kSeeds, "a phase that is missed shows: %d of %d", n_stuck,
          kSeeds);
    for (uint64_t seed = 0; seed < 4; seed++) {
        CHECK(has_fault<never_ends>(FT_CPU_BAD_SYNC,
                                    "thread (0,0,0) waits in mbarrier.try_wait (byte 4096; phase 0 "
                                    "lacks 1 of 2 arrivals, 0 bytes) for ever",
                                    1, seed, 2, 0),
              "%s", why);
        CHECK(has_fault<never_ends>(FT_CPU_BAD_SYNC, "lacks 0 of 1 arrivals, 48 bytes", 1, seed, 1,
                                    48),
              "%s", why);
        CHECK(run<used_again>(seed, {1, 1, 1}, {1, 1, 1}, 8192) == FT_CPU_OK, "%s", why);
    }
    CHECK(has_fault<never_ends>(FT_CPU_BAD_SYNC, "expect_tx of -16 bytes", 1, 0, 1, -16), "%s",
          why);
    CHECK(has_fault<never_ends>(FT_CPU_BAD_SYNC, "expect_tx of 1048576 bytes", 1, 0, 1, 1 << 20),
          "%s", why);
    CHECK(has_fault<init_at>(FT_CPU_MISALIGNED, "mbarrier.init of 8 bytes", 1, 0, 4, 1, 1), "%s",
          why);
    CHECK(has_fault<init_at>(FT_CPU_ILLEGAL_ADDRESS,
                             "mbarrier.init of 8 bytes, outside of shared memory", 1, 0, 8192, 1,
                             1),
          "%s", why);
    CHECK(has_fault<init_at>(FT_CPU_BAD_SYNC, "mbarrier.init with 0 arrivals", 1, 0, 0, 0, 1), "%s",
          why);
    CHECK(has_fault<init_at>(FT_CPU_BAD_SYNC, "where one is in use", 1, 0, 0, 1, 2), "%s", why);
    CHECK(has_fault<not_initialised>(FT_CPU_BAD_SYNC, "mbarrier.arrive at ", 1, 0) &&
              strstr(why, "where no mbarrier is"),
          "%s", why);
    CHECK(has_fault<overwritten>(FT_CPU_BAD_SYNC, "overwritten", 1, 0), "%s", why);
    CHECK(has_fault<too_many>(FT_CPU_BAD_SYNC, "mbarrier.arrive, while all 1 arrivals", 1, 0), "%s",
          why);
    CHECK(has_fault<parity>(FT_CPU_BAD_SYNC, "for parity 2", 1, 0, 2), "%s", why);
    CHECK(run<parity>(0, {1, 1, 1}, {1, 1, 1}, 8192, 1) == FT_CPU_OK, "%s", why);
}

/* ---- bulk copies ---- */

enum class Lacks { kNothing, kFull, kEmpty, kBytes };

/* Warp 0 fills two stages in turn, warp 1 reads them; one of the waits, or half of the bytes
 * expected, may lack. */
template <Lacks kLacks> static void ring(const int *from, int *out, int n_rounds)
{
    constexpr int kStageBytes = 256;
    ft_mbarrier *full = barriers(), *empty = full + 2;
    if (ft_thread() == 0) {
        for (int i = 0; i < 2; i++) {
            ft_mbarrier_init(full + i, 1);
            ft_mbarrier_init(empty + i, 32);
        }
        ft_fence_mbarrier_init();
    }
    ft_barrier_cta();
    for (int round = 0; round < n_rounds; round++) {
        const int stage = round % 2, parity = round / 2 % 2;
        int *stage_smem = (int *)(ft_dynamic_smem() + stage * kStageBytes);
        if (ft_warp() == 1) {
            if (kLacks != Lacks::kFull)
                ft_mbarrier_wait(full + stage, parity);
            out[round * 64 + ft_lane()] = stage_smem[ft_lane()];
            out[round * 64 + 32 + ft_lane()] = stage_smem[32 + ft_lane()];
            ft_mbarrier_arrive(empty + stage);
        } else if (ft_lane() == 0) {
            if (kLacks != Lacks::kEmpty)
                ft_mbarrier_wait(empty + stage, parity ^ 1);
            ft_mbarrier_arrive_expect_tx(full + stage,
                                         kLacks == Lacks::kBytes ? kStageBytes / 2 : kStageBytes);
            for (int half = 0; half < 2; half++)
                ft_bulk_load(stage_smem + half * 32, from + round * 64 + half * 32, kStageBytes / 2,
                             full + stage);
        }
    }
}
template <Lacks kLacks> static int right_ring()
{
    constexpr int kRounds = 7;
    alignas(16) static int from[kRounds * 64];
    std::vector<int> out(kRounds * 64);
    for (int i = 0; i < kRounds * 64; i++)
        from[i] = i * 3;
    return count_right(
        [&](int seed) {
            std::fill(out.begin(), out.end(), -1);
            return run<ring<kLacks>>(seed, {3, 1, 1}, {64, 1, 1}, 8192, (const int *)from,
                                     out.data(), kRounds);
        },
        [&] { return std::equal(out.begin(), out.end(), from); });
}
/* The bytes may arrive before they are expected. */
static void expected_late(const void *from, int *out)
{
    ft_mbarrier_init(barriers(), 1);
    ft_bulk_load(ft_dynamic_smem(), from, 64, barriers());
    ft_mbarrier_arrive_expect_tx(barriers(), 64);
    ft_mbarrier_wait(barriers(), 0);
    *out = ((int *)ft_dynamic_smem())[15];
}
/* The second thread spins until the first one has its bytes. */
static void spins(const void *from, int *flag)
{
    if (ft_thread() == 0) {
        ft_mbarrier_init(barriers(), 1);
        ft_bulk_load(ft_dynamic_smem(), from, 64, barriers());
        ft_mbarrier_arrive_expect_tx(barriers(), 64);
        ft_mbarrier_wait(barriers(), 0);
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {
        }
    }
}
static void load_at(int to, const void *from, int n_bytes, int bar)
{
    ft_mbarrier_init(barriers(), 1);
    ft_bulk_load(ft_dynamic_smem() + to, from, n_bytes, barriers() + bar);
}
/* The copy is half expected, or not at all; and nobody waits. */
static void lost(const void *from, int n_expected)
{
    ft_mbarrier_init(barriers(), 2);
    ft_mbarrier_arrive_expect_tx(barriers(), n_expected);
    ft_bulk_load(ft_dynamic_smem(), from, 64, barriers());
}
static void init_under_way(const void *from)
{
    ft_mbarrier_init(barriers(), 1);
    ft_bulk_load(ft_dynamic_smem(), from, 64, barriers());
    *(volatile ft_u64 *)barriers() = 0;
    ft_mbarrier_init(barriers(), 1);
}
static void test_bulk_copies()
{
    const int right = right_ring<Lacks::kNothing>(), early = right_ring<Lacks::kFull>(),
              spoilt = right_ring<Lacks::kEmpty>(), half = right_ring<Lacks::kBytes>();
    CHECK(right == kSeeds, "%d of %d: %s", right, kSeeds, why);
    CHECK(early < kSeeds / 2 && spoilt < kSeeds && half < kSeeds,
          "what lacks shows: %d, %d, %d of %d", early, spoilt, half, kSeeds);
    alignas(16) static int memory[16];
    int out = 0, n_under_way = 0, n_lost = 0;
    const char *p = (const char *)memory;
    memory[15] = 77;
    allocated = memory;
    n_allocated = sizeof memory;
    int n = count_right(
        [&](int seed) {
            return out = 0,
                   run<expected_late>(seed, {1, 1, 1}, {1, 1, 1}, 8192, (const void *)memory, &out);
        },
        [&] { return out == 77; });
    CHECK(n == kSeeds, "%d: %s", n, why);
    CHECK(
        has_fault<load_at>(FT_CPU_MISALIGNED, "cp.async.bulk to shared memory", 1, 0, 8, p, 32, 0),
        "%s", why);
    n = count_right(
        [&](int seed) {
            out = 0;
            return run<spins>(seed, {1, 1, 1}, {2, 1, 1}, 8192, (const void *)memory, &out);
        },
        [&] { return out == 1; });
    CHECK(n == kSeeds, "%d: %s", n, why);
    CHECK(has_fault<load_at>(FT_CPU_MISALIGNED, "cp.async.bulk from global memory", 1, 0, 0, p + 8,
                             32, 0),
          "%s", why);
    CHECK(has_fault<load_at>(FT_CPU_MISALIGNED, "cp.async.bulk of 24 bytes", 1, 0, 0, p, 24, 0),
          "%s", why);
    CHECK(has_fault<load_at>(FT_CPU_MISALIGNED, "cp.async.bulk of 0 bytes", 1, 0, 0, p, 0, 0), "%s",
          why);
    CHECK(has_fault<load_at>(FT_CPU_ILLEGAL_ADDRESS, "outside of shared memory", 1, 0, 8176, p, 32,
                             0),
          "%s", why);
    CHECK(has_fault<load_at>(FT_CPU_ILLEGAL_ADDRESS, "not allocated", 1, 0, 0, p + 16, 64, 0), "%s",
          why);
    CHECK(has_fault<load_at>(FT_CPU_BAD_SYNC, "where no mbarrier is", 1, 0, 0, p, 64, 1), "%s",
          why);
    CHECK(has_fault<lost>(
              FT_CPU_BAD_SYNC,
              "CTA (0,0,0): bulk copies told an mbarrier of 16 bytes that no phase had expected", 1,
              0, p, 48),
          "%s", why);
    for (int seed = 0; seed < kSeeds; seed++) {
        n_lost += run<lost>(seed, {1, 1, 1}, {1, 1, 1}, 8192, p, 64) != FT_CPU_OK &&
                  strstr(why, "ended while 1 bulk copies were under way");
        n_under_way += has_fault<init_under_way>(FT_CPU_BAD_SYNC, "in use", 1, seed, p);
    }
    CHECK(n_lost > 0 && n_lost < kSeeds && n_under_way > 0, "%d, %d of %d", n_lost, n_under_way,
          kSeeds);
    allocated = nullptr;
}

/* ---- boxes of tensors ---- */

constexpr int kExtents[4] = {100, 5, 3, 4},
              kRowBytes = 256; /* of the tensor; every row has room for more than it holds */

struct Corner {
    int c[4];
};
static void load_box(ft_tensor_map map, Corner at, int n_bytes, unsigned char *out, int to)
{
    ft_tma_prefetch_map(&map);
    if (ft_thread() == 0) {
        ft_mbarrier_init(barriers(), 1);
        ft_fence_mbarrier_init();
        ft_mbarrier_arrive_expect_tx(barriers(), n_bytes);
        ft_tma_load_4d(ft_dynamic_smem() + to, &map, at.c[0], at.c[1], at.c[2], at.c[3],
                       barriers());
    }
    ft_barrier_cta();
    ft_mbarrier_wait(barriers(), 0);
    for (int i = ft_thread(); i < n_bytes; i += 32)
        out[i] = ft_dynamic_smem()[to + i];
}
static ft_cpu_tensor_map map_of(const void *tensor, int element_bytes, int swizzle_bytes,
                                int box_bytes)
{
    ft_cpu_tensor_map map = {};
    map.mark = FT_CPU_TENSOR_MAP_MARK;
    map.address = (uintptr_t)tensor;
    map.rank = 4;
    map.element_bytes = (uint8_t)element_bytes;
    map.swizzle_bytes = (uint8_t)swizzle_bytes;
    for (int d = 0; d < 4; d++)
        map.extents[d] = (uint64_t)kExtents[d];
    map.box[0] = (uint16_t)(box_bytes / element_bytes);
    map.box[1] = 4;
    map.box[2] = 2;
    map.box[3] = 2;
    map.strides[0] = kRowBytes;
    map.strides[1] = 5 * kRowBytes;
    map.strides[2] = 3 * 5 * kRowBytes;
    return map;
}
static ft_tensor_map opaque(const ft_cpu_tensor_map &map)
{
    ft_tensor_map out = {};
    memcpy(&out, &map, sizeof map);
    return out;
}
/* The byte of a box, by rows, as the tensor has it. */
static unsigned char gathered(const ft_cpu_tensor_map &map, const Corner &at, int i)
{
    const int row_bytes = map.box[0] * map.element_bytes, row = i / row_bytes;
    const int c[4] = {at.c[0] + i % row_bytes / map.element_bytes, at.c[1] + row % 4,
                      at.c[2] + row / 4 % 2, at.c[3] + row / 8};
    for (int d = 0; d < 4; d++)
        if (c[d] < 0 || c[d] >= kExtents[d])
            return 0;
    return ((const unsigned char *)map.address)[((c[3] * 3 + c[2]) * 5 + c[1]) * kRowBytes +
                                                c[0] * map.element_bytes + i % map.element_bytes];
}
/* Where the byte of a box lies: rows of 128 bytes in 8 turns of their chunks, of 64 in 4, of 32
 * in 2. */
static int swizzled(int i, int swizzle_bytes)
{
    const int line = i / 128, chunk = i / 16 % 8;
    return swizzle_bytes ? line * 128 + (chunk ^ line % (swizzle_bytes / 16)) * 16 + i % 16 : i;
}
static unsigned char tensor[4 * 3 * 5 * kRowBytes] __attribute__((aligned(16)));

static void test_boxes()
{
    const Corner corners[] = {{{0, 0, 0, 0}},  {{3, 1, 1, 1}},   {{-5, -2, -1, -1}},
                              {{90, 3, 2, 3}}, {{200, 0, 0, 0}}, {{0, -9, 0, 0}},
                              {{-20, 0, 1, 7}}};
    std::vector<unsigned char> out(2048);
    for (size_t i = 0; i < sizeof tensor; i++)
        tensor[i] = (unsigned char)(1 + i * 7 % 251);
    for (int swizzle : {0, 32, 64, 128})
        for (int element : {1, 2})
            for (const Corner &corner : corners) {
                const ft_cpu_tensor_map map =
                    map_of(tensor, element, swizzle, swizzle ? swizzle : 48);
                const int n_bytes = (swizzle ? swizzle : 48) * 16;
                const int n = count_right(
                    [&](int seed) {
                        return run<load_box>(seed, {2, 1, 1}, {32, 1, 1}, 8192, opaque(map), corner,
                                             n_bytes, out.data(), 1024);
                    },
                    [&] {
                        for (int i = 0; i < n_bytes; i++)
                            if (out[swizzled(i, swizzle)] != gathered(map, corner, i))
                                return false;
                        return true;
                    });
                CHECK(n == kSeeds, "swizzle %d, elements of %d bytes, corner %d %d %d %d: %d, %s",
                      swizzle, element, corner.c[0], corner.c[1], corner.c[2], corner.c[3], n, why);
            }
}
static void box_misaligned_map(const unsigned char *map)
{
    ft_tma_prefetch_map((const ft_tensor_map *)map);
}
static void test_box_faults()
{
    const ft_cpu_tensor_map good = map_of(tensor, 2, 128, 128);
    ft_cpu_tensor_map bad = good;
    std::vector<unsigned char> out(2048);
    const Corner corner = {};
    auto fails = [&](const ft_cpu_tensor_map &map, int to, int status, const char *words) {
        return has_fault<load_box>(status, words, 32, 0, opaque(map), corner, 2048, out.data(), to);
    };
    CHECK(fails(good, 128, FT_CPU_MISALIGNED, "cp.async.bulk.tensor.4d of 2048 bytes"),
          "a swizzle of 128 bytes wants more: %s", why);
    bad = map_of(tensor, 2, 0, 128);
    CHECK(fails(bad, 64, FT_CPU_MISALIGNED, "cp.async.bulk.tensor.4d of 2048 bytes"), "%s", why);
    CHECK(!fails(bad, 128, FT_CPU_OK, "?") && why[0] == 0, "%s", why);
    CHECK(fails(bad, 8192 - 128, FT_CPU_ILLEGAL_ADDRESS, "outside of shared memory"), "%s", why);
    CHECK(fails(map_of(tensor, 2, 128, 64), 0, FT_CPU_TRAP, "rows of 64 bytes in a swizzle of 128"),
          "%s", why);
    bad.rank = 3;
    CHECK(fails(bad, 0, FT_CPU_ILLEGAL_ADDRESS, "a tensor map of 3 dimensions"), "%s", why);
    bad.mark = 0;
    CHECK(fails(bad, 0, FT_CPU_ILLEGAL_ADDRESS, "prefetch.tensormap with ") &&
              strstr(why, "no tensor map"),
          "%s", why);
    CHECK(has_fault<box_misaligned_map>(FT_CPU_MISALIGNED, "tensor map at ", 1, 0,
                                        (const unsigned char *)(uintptr_t)72),
          "%s", why);
    allocated = tensor;
    n_allocated = 4 * kRowBytes; /* one row less than the box has */
    bad = good;
    bad.box[1] = 5;
    CHECK(fails(bad, 0, FT_CPU_ILLEGAL_ADDRESS, "cp.async.bulk.tensor.4d of 128 bytes") &&
              strstr(why, "not allocated"),
          "%s", why);
    allocated = nullptr;
    const int n_stuck = run<load_box>(1, {1, 1, 1}, {32, 1, 1}, 8192, opaque(good), corner,
                                      2048 + 16, out.data(), 0);
    CHECK(n_stuck == FT_CPU_BAD_SYNC && strstr(why, ", 16 bytes) for ever"), "%s", why);
}

/* ---- movmatrix ---- */

static void transposes(unsigned *out)
{
    const int n = ft_lane() / 4, t = ft_lane() % 4;
    out[ft_lane()] =
        ft_movmatrix_trans((unsigned)(n * 8 + 2 * t) | (unsigned)(n * 8 + 2 * t + 1) << 16);
}
static void test_movmatrix()
{
    std::vector<unsigned> out(32);
    const int right = count_right(
        [&](int seed) {
            return run<transposes>(seed, {1, 1, 1}, {32, 1, 1}, 0, out.data());
        },
        [&] {
            for (unsigned lane = 0; lane < 32; lane++) {
                const unsigned n = lane / 4, t = lane % 4, low = 2 * t * 8 + n;
                if (out[lane] != (low | (low + 8) << 16))
                    return false;
            }
            return true;
        });
    CHECK(right == kSeeds, "%d", right);
}

int main()
{
    test_phases();
    test_bulk_copies();
    test_boxes();
    test_box_faults();
    test_movmatrix();
    if (n_failures == 0)
        printf("barriers in shared memory and the copies that tell them do what they should, over "
               "%d seeds\n",
               kSeeds);
    return n_failures > 0;
}
