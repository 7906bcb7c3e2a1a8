/* test_driver_tensor_map.c -- the CPU device through runtime/driver.h: tensor maps, and a kernel
 * that loads by one
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifndef FT_NO_CUDA
#include <stdalign.h>
#include "cpu/abi.h"
#include "cpu_device.h"

/* A tensor of 70 x 6 x 3 x 2 halves, whose rows have room for 80; boxes of two rows of two of the
 * third. */
enum { N_0 = 70, N_1 = 6, N_2 = 3, N_3 = 2, ROW_BYTES = 160, MOST_BYTES = 128 * 4 };

struct request {
    CUtensorMapDataType type;
    cuuint32_t rank;
    void *address;
    cuuint64_t extents[5], strides[4];
    cuuint32_t box[5], steps[5];
    CUtensorMapInterleave interleave;
    CUtensorMapSwizzle swizzle;
    CUtensorMapFloatOOBfill fill;
};

static struct request plain(void *address)
{
    return (struct request){
        .type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        .rank = 4,
        .address = address,
        .extents = {N_0, N_1, N_2, N_3},
        .strides = {ROW_BYTES, N_1 * ROW_BYTES, N_1 * N_2 * ROW_BYTES},
        .box = {64, 2, 2, 1},
        .steps = {1, 1, 1, 1, 1},
    };
}

static CUresult encode(const struct request *r, CUtensorMap *out)
{
    return cu.cuTensorMapEncodeTiled(out, r->type, r->rank, r->address, r->extents, r->strides,
                                     r->box, r->steps, r->interleave, r->swizzle,
                                     CU_TENSOR_MAP_L2_PROMOTION_L2_128B, r->fill);
}

static void expect_refused(const struct request *r, CUresult expected, const char *text)
{
    CUtensorMap map;

    assert_int_equal(encode(r, &map), expected);
    expect_text(expected, text);
}

/* ---- what is refused ---- */

static void test_requests(void **state)
{
    static alignas(16) unsigned char data[16];
    const struct request good = plain(data);
    struct request r = good;
    CUtensorMap maps[2];

    (void)state;
    assert_int_equal(encode(&good, &maps[0]), CUDA_SUCCESS);
    for (cuuint32_t rank = 1; rank <= 5; rank++) {
        r = good;
        r.rank = rank;
        r.extents[4] = r.box[4] = 1;
        assert_int_equal(encode(&r, &maps[0]), CUDA_SUCCESS);
    }
#define REFUSED(change, code, text)                                                                \
    do {                                                                                           \
        r = good;                                                                                  \
        change;                                                                                    \
        expect_refused(&r, code, text);                                                            \
    } while (0)
    REFUSED(r.rank = 0, CUDA_ERROR_INVALID_VALUE, "0 dimensions");
    REFUSED(r.rank = 6, CUDA_ERROR_INVALID_VALUE, "6 dimensions");
    REFUSED(r.address = data + 8, CUDA_ERROR_INVALID_VALUE, "a tensor at");
    REFUSED(r.extents[2] = 0, CUDA_ERROR_INVALID_VALUE, "dimension 2 of a tensor has 0");
    REFUSED(r.extents[2] = ((cuuint64_t)1 << 32) + 1, CUDA_ERROR_INVALID_VALUE, "dimension 2");
    REFUSED(r.strides[0] = 168, CUDA_ERROR_INVALID_VALUE, "dimension 1 of a tensor with a stride");
    REFUSED(r.strides[2] = (cuuint64_t)1 << 40, CUDA_ERROR_INVALID_VALUE, "dimension 3");
    REFUSED(r.box[1] = 0, CUDA_ERROR_INVALID_VALUE, "dimension 1 of a box has 0");
    REFUSED(r.box[1] = 257, CUDA_ERROR_INVALID_VALUE, "dimension 1 of a box has 257");
    REFUSED(r.box[0] = 60, CUDA_ERROR_INVALID_VALUE, "rows of 120 bytes");
    REFUSED(r.steps[3] = 0, CUDA_ERROR_INVALID_VALUE, "in steps of 0");
    REFUSED(r.steps[3] = 9, CUDA_ERROR_INVALID_VALUE, "in steps of 9");
    REFUSED(r.steps[3] = 2, CUDA_ERROR_NOT_SUPPORTED, "in steps of 2");
    REFUSED(r.swizzle = CU_TENSOR_MAP_SWIZZLE_64B, CUDA_ERROR_INVALID_VALUE, "swizzle of 64");
    REFUSED(r.swizzle = CU_TENSOR_MAP_SWIZZLE_32B, CUDA_ERROR_INVALID_VALUE, "swizzle of 32");
    REFUSED((r.swizzle = CU_TENSOR_MAP_SWIZZLE_128B, r.box[0] = 72), CUDA_ERROR_INVALID_VALUE,
            "rows of 144 bytes in a swizzle of 128");
    REFUSED(r.interleave = CU_TENSOR_MAP_INTERLEAVE_16B, CUDA_ERROR_NOT_SUPPORTED, "interleave");
    REFUSED(r.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA, CUDA_ERROR_NOT_SUPPORTED,
            "fill");
    REFUSED(r.type = (CUtensorMapDataType)77, CUDA_ERROR_NOT_SUPPORTED, "data type");
#undef REFUSED
    r = good;
    r.extents[1] = (cuuint64_t)1 << 32;
    r.box[1] = 256;
    assert_int_equal(encode(&r, &maps[0]), CUDA_SUCCESS);
    assert_int_equal(encode(&good, (CUtensorMap *)(void *)((char *)maps + 8)),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuCtxSynchronize(), CUDA_SUCCESS); /* none of these stays */
}

/* ---- what a kernel loads ---- */

struct box_args { /* as in fixture_box.cpp */
    CUdeviceptr out;
    int corner[4], bytes;
    alignas(64) unsigned char map[sizeof(CUtensorMap)];
};

/* The half at a place of the tensor; 0 outside of it. */
static uint16_t half_at(int c0, int c1, int c2, int c3)
{
    if (c0 < 0 || c0 >= N_0 || c1 < 0 || c1 >= N_1 || c2 < 0 || c2 >= N_2 || c3 < 0 || c3 >= N_3)
        return 0;
    return (uint16_t)(1 + c0 + 100 * (c1 + 10 * (c2 + 10 * c3)));
}

static CUdeviceptr make_tensor(void)
{
    const CUdeviceptr tensor = allocate((size_t)N_1 * N_2 * N_3 * ROW_BYTES);

    assert_int_equal(cu.cuMemsetD8(tensor, 0xff, (size_t)N_1 * N_2 * N_3 * ROW_BYTES),
                     CUDA_SUCCESS);
    for (int row = 0; row < N_1 * N_2 * N_3; row++) {
        uint16_t halves[N_0];

        for (int i = 0; i < N_0; i++)
            halves[i] = half_at(i, row % N_1, row / N_1 % N_2, row / N_1 / N_2);
        assert_int_equal(
            cu.cuMemcpyHtoD(tensor + (CUdeviceptr)row * ROW_BYTES, halves, sizeof halves),
            CUDA_SUCCESS);
    }
    return tensor;
}

/* The kernel has one parameter, as libfatune's have: with a seed the launch is put off. */
static void load_box(CUfunction f, struct box_args *args, uint16_t *out)
{
    void *params[] = {args};
    char text[1200];

    assert_int_equal(
        cu.cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, (unsigned)args->bytes + 8, NULL, params, NULL),
        CUDA_SUCCESS);
    const CUresult r = cu.cuMemcpyDtoH(out, args->out, (size_t)args->bytes);
    if (r != CUDA_SUCCESS)
        fail_msg("%s", ft_driver_error(&cu, r, text, sizeof text));
}

static void expect_box(const struct box_args *args, const uint16_t *got, int swizzle)
{
    const int row_halves = args->bytes / 4 / 2;

    for (int i = 0; i < args->bytes / 2; i++) {
        const int row = i / row_halves, line = i / 64, chunk = i / 8 % 8;
        const int turned = swizzle ? chunk ^ line % (swizzle / 16) : chunk;
        const int *c = args->corner;

        assert_int_equal(got[line * 64 + turned * 8 + i % 8],
                         half_at(c[0] + i % row_halves, c[1] + row % 2, c[2] + row / 2, c[3]));
    }
}

static void test_kernel(void **state)
{
    static const struct {
        CUtensorMapSwizzle swizzle;
        int bytes, row_bytes;
    } kinds[] = {{CU_TENSOR_MAP_SWIZZLE_NONE, 0, 96},
                 {CU_TENSOR_MAP_SWIZZLE_32B, 32, 32},
                 {CU_TENSOR_MAP_SWIZZLE_64B, 64, 64},
                 {CU_TENSOR_MAP_SWIZZLE_128B, 128, 128}};
    static const int corners[][4] = {{0, 0, 0, 0}, {5, 4, 1, 1}, {-3, -1, -1, 0}, {60, 5, 2, 1}};
    static const char *const seeds[] = {"0", "1", "2", "3", "4", "5"};
    struct ft_buf image = compiled("box",
                                   "c++ -std=c++17 -O1 -w -Wno-psabi -Ituner/cpu "
                                   "-Ituner/cpu/machine -Ikernel_templates/common",
                                   "fixture_box.cpp");
    CUmodule module = load(&image);
    CUfunction f = find(module, "box");
    const CUdeviceptr tensor = make_tensor();
    struct box_args args = {.out = allocate(MOST_BYTES)};
    uint16_t got[MOST_BYTES / 2];

    (void)state;
    for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++) {
        struct request r = plain((void *)(uintptr_t)tensor);
        CUtensorMap map; /* more strictly aligned than its place in the parameters */

        r.swizzle = kinds[kind].swizzle;
        r.box[0] = (cuuint32_t)kinds[kind].row_bytes / 2;
        args.bytes = kinds[kind].row_bytes * 4;
        assert_int_equal(encode(&r, &map), CUDA_SUCCESS);
        memcpy(args.map, &map, sizeof map);
        for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++)
            for (size_t seed = 0; seed < sizeof seeds / sizeof seeds[0]; seed++) {
                setenv("FATUNE_CPU_SEED", seeds[seed], 1);
                memcpy(args.corner, corners[i], sizeof args.corner);
                load_box(f, &args, got);
                expect_box(&args, got, kinds[kind].bytes);
            }
    }
    unsetenv("FATUNE_CPU_SEED");
    assert_int_equal(cu.cuMemFree(tensor), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree(args.out), CUDA_SUCCESS);
    assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
    ft_buf_free(&image);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_kernel),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
#else
static void test_none(void **state)
{
    (void)state;
    skip(); /* a driver needs CUDA's headers */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_none)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
