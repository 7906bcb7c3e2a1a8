/* test_driver.c -- the CPU device through runtime/driver.h: device, memory, modules
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#ifndef FT_NO_CUDA
#include <elf.h>
#include <link.h>
#include <pthread.h>
#include <time.h>
#include "cpu_device.h"

static int attribute(CUdevice_attribute which)
{
    int value = -1;

    assert_int_equal(cu.cuDeviceGetAttribute(&value, which, 0), CUDA_SUCCESS);
    return value;
}

/* ---- device, context ---- */

static void test_device(void **state)
{
    char name[16], bus[16];
    size_t available = 0, total = 0;
    int n = 0;
    CUdevice device = 7;
    CUuuid id;

    (void)state;
    assert_int_equal(cu.cuDeviceGetCount(&n), CUDA_SUCCESS);
    assert_int_equal(n, 1);
    assert_int_equal(cu.cuDeviceGet(&device, 0), CUDA_SUCCESS);
    assert_int_equal(cu.cuDeviceGet(&device, 1), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cu.cuDeviceGetName(name, sizeof name, device), CUDA_SUCCESS);
    assert_string_equal(name, "cpu");
    assert_int_equal(cu.cuDeviceGetPCIBusId(bus, sizeof bus, device), CUDA_SUCCESS);
    assert_string_equal(bus, "cpu");
    assert_int_equal(cu.cuDeviceGetUuid(&id, device), CUDA_SUCCESS);
    assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR), 9);
    assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR), 0);
    assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT), 4);
    assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN), 232448);
    assert_int_equal(attribute(CU_DEVICE_ATTRIBUTE_CLOCK_RATE), 0);
    assert_int_equal(cu.cuDeviceGetAttribute(&n, 100000, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuDeviceTotalMem(&total, device), CUDA_SUCCESS);
    assert_true(total > 0);
    assert_int_equal(cu.cuMemGetInfo(&available, &total), CUDA_SUCCESS);
    assert_in_range(available, 1, total);
}

static void *without_context(void *out)
{
    CUdeviceptr p;

    *(CUresult *)out = cu.cuMemAlloc(&p, 1);
    return NULL;
}

static void test_context_is_of_a_thread(void **state)
{
    CUresult r = CUDA_SUCCESS;
    pthread_t thread;
    int other;

    (void)state;
    assert_int_equal(pthread_create(&thread, NULL, without_context, &r), 0);
    pthread_join(thread, NULL);
    assert_int_equal(r, CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cu.cuCtxSetCurrent((CUcontext)(void *)&other), CUDA_ERROR_INVALID_CONTEXT);
    assert_int_equal(cu.cuCtxSynchronize(), CUDA_SUCCESS);
}

static void test_events(void **state)
{
    const struct timespec pause = {.tv_nsec = 2000000};
    CUstream stream = NULL;
    CUevent events[2];
    float ms = 0;

    (void)state;
    assert_int_equal(cu.cuStreamCreate(&stream, CU_STREAM_DEFAULT), CUDA_SUCCESS);
    for (int i = 0; i < 2; i++)
        assert_int_equal(cu.cuEventCreate(&events[i], CU_EVENT_DEFAULT), CUDA_SUCCESS);
    assert_int_equal(cu.cuEventElapsedTime(&ms, events[0], events[1]), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuEventRecord(events[0], stream), CUDA_SUCCESS);
    nanosleep(&pause, NULL);
    assert_int_equal(cu.cuEventRecord(events[1], stream), CUDA_SUCCESS);
    assert_int_equal(cu.cuStreamSynchronize(stream), CUDA_SUCCESS);
    assert_int_equal(cu.cuEventElapsedTime(&ms, events[0], events[1]), CUDA_SUCCESS);
    assert_true(ms >= 2.0F && ms < 2000.0F);
    for (int i = 0; i < 2; i++)
        free(events[i]);
}

/* ---- memory ---- */

static void test_memory(void **state)
{
    const CUdeviceptr p = allocate(1000), q = allocate(24);
    unsigned char bytes[1000];
    unsigned words[4] = {0};
    CUdeviceptr none = 0;

    (void)state;
    assert_int_equal(p % 256, 0);
    assert_int_equal(cu.cuMemsetD8(p, 0x5a, 1000), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemcpyDtoH(bytes, p, 1000), CUDA_SUCCESS);
    assert_int_equal(bytes[999], 0x5a);
    assert_int_equal(cu.cuMemsetD32Async(q, 0x01020304, 6, NULL), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemcpyDtoD(p + 984, q, 16), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemcpyDtoH(words, p + 984, 16), CUDA_SUCCESS);
    assert_int_equal(words[3], 0x01020304);
    assert_int_equal(cu.cuMemcpyHtoD(q, bytes, 24), CUDA_SUCCESS);

    assert_int_equal(cu.cuMemsetD8(p, 0, 1001), CUDA_ERROR_ILLEGAL_ADDRESS);
    expect_text(CUDA_ERROR_ILLEGAL_ADDRESS, "filling 1001 bytes");
    assert_int_equal(cu.cuMemsetD8Async(p + 1000, 0, 1, NULL), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cu.cuMemsetD32Async(q, 0, 7, NULL), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cu.cuMemsetD32Async(q + 1, 0, 1, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemsetD32Async(q, 0, SIZE_MAX / 2, NULL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemcpyHtoD(q + 1, bytes, 24), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cu.cuMemcpyDtoH(bytes, (CUdeviceptr)(uintptr_t)bytes, 1),
                     CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cu.cuMemcpyDtoD(p, q, SIZE_MAX), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cu.cuMemcpyDtoD(p, 16, 0), CUDA_SUCCESS);
    assert_int_equal(cu.cuCtxSynchronize(), CUDA_SUCCESS); /* none of these stays */

    assert_int_equal(cu.cuMemAlloc(&none, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemAlloc(&none, (size_t)1 << 60), CUDA_ERROR_OUT_OF_MEMORY);
    assert_int_equal(cu.cuMemFree(p + 256), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemFree(0), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree(p), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemFree(p), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cu.cuMemsetD8(p, 0, 1), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cu.cuMemFree(q), CUDA_SUCCESS);
}

/* The registry against a table: allocations come and go, every edge is asked for. */
static void test_registry(void **state)
{
    enum { N = 300 };
    CUdeviceptr p[N] = {0};
    size_t bytes[N] = {0};
    unsigned random = 1;

    (void)state;
    for (int round = 0; round < 4 * N; round++) {
        random = random * 1664525u + 1013904223u;
        const unsigned i = (random >> 8) % N;

        if (p[i]) {
            assert_int_equal(cu.cuMemFree(p[i]), CUDA_SUCCESS);
            p[i] = 0;
            continue;
        }
        bytes[i] = 1 + (random >> 20) % 700;
        p[i] = allocate(bytes[i]);
    }
    for (unsigned i = 0; i < N; i++) {
        if (!p[i])
            continue;
        assert_int_equal(cu.cuMemsetD8(p[i], 1, bytes[i]), CUDA_SUCCESS);
        assert_int_equal(cu.cuMemsetD8(p[i] + bytes[i] - 1, 1, 1), CUDA_SUCCESS);
        assert_int_equal(cu.cuMemsetD8(p[i], 1, bytes[i] + 1), CUDA_ERROR_ILLEGAL_ADDRESS);
        assert_int_equal(cu.cuMemsetD8(p[i] - 1, 1, 1), CUDA_ERROR_ILLEGAL_ADDRESS);
        assert_int_equal(cu.cuMemFree(p[i]), CUDA_SUCCESS);
    }
}

/* ---- modules ---- */

static void expect_bad_image(const void *image, CUresult expected, const char *text)
{
    CUmodule module = NULL;

    assert_int_equal(cu.cuModuleLoadData(&module, image), expected);
    assert_null(module);
    expect_text(expected, text);
}

static void test_bad_images(void **state)
{
    struct ft_buf other = fixture("other", "-DFIXTURE_VERSION=77");
    struct ft_buf unnamed = fixture("unnamed", "-DFIXTURE_NAME=something");
    ElfW(Ehdr) *header = (ElfW(Ehdr) *)(void *)unnamed.data;
    const ElfW(Ehdr) kept = *header;

    (void)state;
    expect_bad_image("", CUDA_ERROR_INVALID_IMAGE, "no ELF file");
    expect_bad_image("//\n// .version 8.0\n", CUDA_ERROR_INVALID_IMAGE, "no ELF file");
    expect_bad_image(other.data, CUDA_ERROR_INVALID_IMAGE, "version 77");
    expect_bad_image(unnamed.data, CUDA_ERROR_INVALID_IMAGE, "exports no 'ft_cpu_module'");
    header->e_machine = EM_CUDA;
    expect_bad_image(header, CUDA_ERROR_NO_BINARY_FOR_GPU, "a GPU");
    *header = kept;
    header->e_type = ET_REL;
    expect_bad_image(header, CUDA_ERROR_INVALID_IMAGE, "no shared object");
    *header = kept;
    header->e_shoff = (ElfW(Off))1 << 62;
    expect_bad_image(header, CUDA_ERROR_INVALID_IMAGE, "damaged");
    *header = kept;
    header->e_shoff = sizeof kept;
    header->e_shnum = 1;
    expect_bad_image(header, CUDA_ERROR_INVALID_IMAGE, "");
    *header = kept;
    header->e_ident[EI_CLASS] = 3;
    expect_bad_image(header, CUDA_ERROR_INVALID_IMAGE, "word size");
    ft_buf_free(&other);
    ft_buf_free(&unnamed);
}

static int mark_of(CUmodule module, CUdeviceptr out)
{
    void *params[] = {&out};
    int mark = -1;

    assert_int_equal(launch(find(module, "mark"), 1, 1, 0, params), CUDA_SUCCESS);
    assert_int_equal(cu.cuMemcpyDtoH(&mark, out, sizeof mark), CUDA_SUCCESS);
    return mark;
}

/* Libraries are told apart, whichever were unloaded before, and whether they went away or not. */
static void test_modules(void **state)
{
    struct ft_buf one = fixture("one", "-DFIXTURE_MARK=1"),
                  two = fixture("two", "-DFIXTURE_MARK=2"),
                  stays = fixture("stays", "-DFIXTURE_MARK=3 -Wl,-z,nodelete");
    const CUdeviceptr out = allocate(sizeof(int));
    CUfunction f = NULL;
    CUmodule a = load(&one), b = load(&two), c = load(&one);

    (void)state;
    assert_int_equal(mark_of(a, out), 1);
    assert_int_equal(mark_of(b, out), 2);
    assert_int_equal(mark_of(c, out), 1);
    assert_int_equal(cu.cuModuleGetFunction(&f, a, "add_"), CUDA_ERROR_NOT_FOUND);
    expect_text(CUDA_ERROR_NOT_FOUND, "'add_'");
    assert_int_equal(cu.cuModuleUnload(a), CUDA_SUCCESS);
    a = load(&stays);
    assert_int_equal(mark_of(a, out), 3);
    assert_int_equal(cu.cuModuleUnload(a), CUDA_SUCCESS);
    a = load(&two);
    assert_int_equal(mark_of(a, out), 2);
    assert_int_equal(cu.cuModuleUnload(a), CUDA_SUCCESS);
    assert_int_equal(cu.cuModuleUnload(b), CUDA_SUCCESS);
    assert_int_equal(cu.cuModuleUnload(c), CUDA_SUCCESS);
    assert_int_equal(cu.cuModuleUnload(NULL), CUDA_ERROR_INVALID_HANDLE);
    assert_int_equal(cu.cuMemFree(out), CUDA_SUCCESS);
    ft_buf_free(&one);
    ft_buf_free(&two);
    ft_buf_free(&stays);
}

static int function_attribute(CUfunction f, CUfunction_attribute which)
{
    int value = -1;

    assert_int_equal(cu.cuFuncGetAttribute(&value, which, f), CUDA_SUCCESS);
    return value;
}

static int occupancy(CUfunction f, int threads, size_t smem)
{
    int n = -1;

    assert_int_equal(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, f, threads, smem),
                     CUDA_SUCCESS);
    return n;
}

static void test_functions(void **state)
{
    CUmodule module = load_plain();
    CUfunction add = find(module, "add"), look = find(module, "look");
    int n;

    (void)state;
    assert_int_equal(function_attribute(look, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES), 1000);
    assert_int_equal(function_attribute(look, CU_FUNC_ATTRIBUTE_NUM_REGS), 0);
    assert_int_equal(function_attribute(look, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES), 0);
    assert_int_equal(function_attribute(look, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK), 1024);
    assert_int_equal(occupancy(add, 32, 0), 32);
    assert_int_equal(occupancy(add, 65, 0), 21);
    assert_int_equal(occupancy(add, 1024, 0), 2);
    assert_int_equal(occupancy(add, 1025, 0), 0);
    assert_int_equal(occupancy(add, 128, 227 << 10), 1);
    assert_int_equal(occupancy(add, 128, (227 << 10) + 1), 0);
    assert_int_equal(occupancy(add, 128, 113 << 10), 2);
    assert_int_equal(occupancy(look, 128, 113 << 10), 1);
    assert_int_equal(cu.cuOccupancyMaxActiveBlocksPerMultiprocessor(&n, add, 0, 0),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(
        cu.cuFuncSetAttribute(add, CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1),
        CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(cu.cuModuleUnload(module), CUDA_SUCCESS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_device),   cmocka_unit_test(test_context_is_of_a_thread),
        cmocka_unit_test(test_events),   cmocka_unit_test(test_memory),
        cmocka_unit_test(test_registry), cmocka_unit_test(test_bad_images),
        cmocka_unit_test(test_modules),  cmocka_unit_test(test_functions),
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
