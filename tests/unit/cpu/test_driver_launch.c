/* test_driver_launch.c -- the CPU device through runtime/driver.h: launches and their faults
 *
 * Faults stay for the rest of a process, so each is tried in a child.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifndef FT_NO_CUDA
#include <sys/wait.h>
#include "cpu/abi.h"
#include "cpu_device.h"

/* ---- launches ---- */

static void test_launch(void **state)
{
    CUmodule module = load_plain();
    CUdeviceptr data = allocate(10 * sizeof(int));
    int n = 10, step = 3, got[10];
    void *params[] = {&data, &n, &step};

    (void)state;
    assert_int_equal(cu.cuMemsetD8(data, 0, sizeof got), CUDA_SUCCESS);
    assert_int_equal(launch(find(module, "add"), 2, 4, 0, params), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemcpyDtoH(got, data, sizeof got), CUDA_SUCCESS);
    for (int i = 0; i < 10; i++)
        assert_int_equal(got[i], i < 8 ? 3 : 0);
    assert_int_equal(launch(find(module, "nothing"), 1, 1, 0, NULL), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree(data), CUDA_SUCCESS);
    assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
}

struct sight { /* as in fixture_module.c */
    uint64_t seed;
    uint32_t grid[3], block[3], dynamic_smem_bytes, max_smem_bytes;
};

static CUresult look(CUfunction f, CUlaunchConfig config, struct sight *out)
{
    CUdeviceptr p = allocate(sizeof *out);
    void *params[] = {&p};
    CUresult r = cu.cuLaunchKernelEx(&config, f, params, NULL);

    if (r == CUDA_SUCCESS)
        assert_int_equal(cu.cuMemcpyDtoH(out, p, sizeof *out), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree(p), CUDA_SUCCESS);
    return r;
}

static CUlaunchConfig shape(unsigned grid, unsigned block, unsigned smem)
{
    return (CUlaunchConfig){.gridDimX = grid,
                            .gridDimY = 1,
                            .gridDimZ = 1,
                            .blockDimX = block,
                            .blockDimY = 1,
                            .blockDimZ = 1,
                            .sharedMemBytes = smem};
}

static void test_shapes(void **state)
{
    CUmodule module = load_plain();
    CUfunction f = find(module, "look");
    CUlaunchConfig config = shape(5, 6, 7);
    struct sight s = {0};

    (void)state;
    config.gridDimY = 2;
    config.blockDimZ = 3;
    assert_int_equal(look(f, config, &s), CUDA_SUCCESS);
    assert_int_equal(s.grid[0], 5);
    assert_int_equal(s.grid[1], 2);
    assert_int_equal(s.block[2], 3);
    assert_int_equal(s.dynamic_smem_bytes, 7);
    assert_int_equal(s.max_smem_bytes, 48 << 10);
    assert_int_equal(look(f, shape(0, 1, 0), &s), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(look(f, shape(1, 1025, 0), &s), CUDA_ERROR_INVALID_VALUE);
    config = shape(1, 512, 0);
    config.blockDimY = 3;
    assert_int_equal(look(f, config, &s), CUDA_ERROR_INVALID_VALUE);
    expect_text(CUDA_ERROR_INVALID_VALUE, "'look' with a CTA of 512 x 3 x 1 threads");
    config = shape(1, 1, 0);
    config.gridDimZ = 65536;
    assert_int_equal(look(f, config, &s), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
}

static void test_parameters_in_a_buffer(void **state)
{
    void *extra[] = {CU_LAUNCH_PARAM_END};
    CUmodule module = load_plain();

    (void)state;
    assert_int_equal(
        cu.cuLaunchKernel(find(module, "look"), 1, 1, 1, 1, 1, 1, 0, NULL, NULL, extra),
        CUDA_ERROR_NOT_SUPPORTED);
    expect_text(CUDA_ERROR_NOT_SUPPORTED, "'look' with parameters in a buffer");
    assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
}

static void test_shared_memory(void **state)
{
    const CUfunction_attribute most = CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES;
    CUmodule module = load_plain();
    CUfunction f = find(module, "look"); /* with 1000 bytes of static */
    struct sight s = {0};

    (void)state;
    assert_int_equal(look(f, shape(1, 1, (48 << 10) - 1000), &s), CUDA_SUCCESS);
    assert_int_equal(look(f, shape(1, 1, (48 << 10) - 999), &s), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuFuncSetAttribute(f, most, (227 << 10) - 999), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuFuncSetAttribute(f, most, -1), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuFuncSetAttribute(f, most, (227 << 10) - 1000), CUDA_SUCCESS);
    assert_int_equal(look(f, shape(1, 1, (227 << 10) - 1000), &s), CUDA_SUCCESS);
    assert_int_equal(s.max_smem_bytes, 227 << 10);
    assert_int_equal(look(f, shape(1, 1, (227 << 10) - 999), &s), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
}

static void test_launch_attributes(void **state)
{
    CUmodule module = load_plain();
    CUfunction f = find(module, "look");
    CUlaunchAttribute at[2];
    CUlaunchConfig config = shape(2, 1, 0);
    struct sight s = {0};

    (void)state;
    memset(at, 0, sizeof at);
    at[0].id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
    at[0].value.programmaticStreamSerializationAllowed = 1;
    at[1].id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    at[1].value.clusterDim.x = at[1].value.clusterDim.y = at[1].value.clusterDim.z = 1;
    config.attrs = at;
    config.numAttrs = 2;
    assert_int_equal(look(f, config, &s), CUDA_SUCCESS);
    at[1].value.clusterDim.x = 2;
    assert_int_equal(look(f, config, &s), CUDA_ERROR_NOT_SUPPORTED);
    expect_text(CUDA_ERROR_NOT_SUPPORTED, "clusters of 2 x 1 x 1");
    at[1].id = CU_LAUNCH_ATTRIBUTE_PRIORITY;
    assert_int_equal(look(f, config, &s), CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
}

static void test_seed(void **state)
{
    CUmodule module = load_plain();
    CUfunction f = find(module, "look");
    struct sight s[3];

    (void)state;
    unsetenv("FATUNE_CPU_SEED");
    assert_int_equal(look(f, shape(1, 1, 0), &s[0]), CUDA_SUCCESS);
    setenv("FATUNE_CPU_SEED", "0", 1);
    assert_int_equal(look(f, shape(1, 1, 0), &s[1]), CUDA_SUCCESS);
    assert_int_equal(s[0].seed | s[1].seed, 0);
    setenv("FATUNE_CPU_SEED", "12", 1);
    for (int i = 0; i < 2; i++)
        assert_int_equal(look(f, shape(1, 1, 0), &s[i]), CUDA_SUCCESS);
    assert_true(s[0].seed && s[1].seed && s[0].seed != s[1].seed);
    setenv("FATUNE_CPU_SEED", "12a", 1);
    assert_int_equal(look(f, shape(1, 1, 0), &s[2]), CUDA_ERROR_INVALID_VALUE);
    expect_text(CUDA_ERROR_INVALID_VALUE, "FATUNE_CPU_SEED");
    unsetenv("FATUNE_CPU_SEED");
    assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
}

/* ---- faults ---- */

static int in_child(void (*body)(void))
{
    int status = -1;
    const pid_t pid = fork();

    if (pid == 0) {
        body();
        _exit(0);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

#define CHILD_CHECK(condition)                                                                     \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "line %d: %s\n", __LINE__, #condition);                                \
            _exit(1);                                                                              \
        }                                                                                          \
    } while (0)

static int says(CUresult r, const char *text)
{
    const char *got = NULL;

    return cu.cuGetErrorString(r, &got) == CUDA_SUCCESS && strstr(got, text);
}

static void illegal_address(void)
{
    CUmodule module = load_plain();
    CUdeviceptr data = allocate(4), more = allocate(4);
    int n = 2, step = 1, major;
    void *params[] = {&data, &n, &step};
    CUfunction f = find(module, "add");

    CHILD_CHECK(launch(f, 1, 2, 0, params) == CUDA_ERROR_ILLEGAL_ADDRESS);
    CHILD_CHECK(says(CUDA_ERROR_ILLEGAL_ADDRESS, "add, block 0, thread 1: write of element 1"));
    CHILD_CHECK(cu.cuCtxSynchronize() == CUDA_ERROR_ILLEGAL_ADDRESS);
    CHILD_CHECK(launch(f, 1, 1, 0, params) == CUDA_ERROR_ILLEGAL_ADDRESS);
    CHILD_CHECK(cu.cuMemsetD8(data, 0, 100) == CUDA_ERROR_ILLEGAL_ADDRESS);
    CHILD_CHECK(cu.cuMemAlloc(&more, 4) == CUDA_ERROR_ILLEGAL_ADDRESS);
    CHILD_CHECK(cu.cuMemFree(data) == CUDA_ERROR_ILLEGAL_ADDRESS);
    CHILD_CHECK(cu.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 0) ==
                CUDA_ERROR_ILLEGAL_ADDRESS);
    CHILD_CHECK(cu.cuModuleUnload(module) == CUDA_ERROR_ILLEGAL_ADDRESS);
    CHILD_CHECK(says(CUDA_ERROR_ILLEGAL_ADDRESS, "write of element 1"));
}

static int status_of_end;
static CUresult expected_of_end;

static CUresult launch_end(int status, int with_text)
{
    CUmodule module = load_plain();
    void *params[] = {&status, &with_text};
    const CUresult r = launch(find(module, "end"), 1, 1, 0, params);

    cu.cuModuleUnload(module);
    return r;
}

static void end_with_status(void)
{
    CHILD_CHECK(launch_end(status_of_end, 1) == expected_of_end);
    CHILD_CHECK(says(expected_of_end, "end, block 1, thread 2"));
    CHILD_CHECK(cu.cuStreamSynchronize(NULL) == expected_of_end);
}

static void end_without_text(void)
{
    CHILD_CHECK(launch_end(FT_CPU_TRAP, 0) == CUDA_ERROR_LAUNCH_FAILED);
    CHILD_CHECK(says(CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure"));
}

static void test_faults(void **state)
{
    static const struct {
        int status;
        CUresult expected;
    } rows[] = {
        {FT_CPU_ILLEGAL_ADDRESS, CUDA_ERROR_ILLEGAL_ADDRESS},
        {FT_CPU_MISALIGNED, CUDA_ERROR_MISALIGNED_ADDRESS},
        {FT_CPU_BAD_SYNC, CUDA_ERROR_LAUNCH_FAILED},
        {FT_CPU_TRAP, CUDA_ERROR_LAUNCH_FAILED},
        {99, CUDA_ERROR_LAUNCH_FAILED},
    };

    (void)state;
    assert_int_equal(in_child(illegal_address), 0);
    assert_int_equal(in_child(end_without_text), 0);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        status_of_end = rows[i].status;
        expected_of_end = rows[i].expected;
        assert_int_equal(in_child(end_with_status), 0);
    }
}

static void test_bad_launch_passes(void **state)
{
    (void)state;
    assert_int_equal(launch_end(FT_CPU_BAD_LAUNCH, 1), CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    expect_text(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "end, block 1, thread 2: status 4");
    assert_int_equal(cu.cuCtxSynchronize(), CUDA_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_launch),
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_parameters_in_a_buffer),
        cmocka_unit_test(test_shared_memory),
        cmocka_unit_test(test_launch_attributes),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_faults),
        cmocka_unit_test(test_bad_launch_passes),
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
