/* test_launch.c -- driver, loading and launching against a driver without a GPU */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "launch.h"

#ifndef FT_NO_CUDA
#include "ft_abi.h"
#include "fake/fake_driver.h"

static void parse(const char *text, struct ft_program *p)
{
    char why[200] = "";

    if (ft_program_parse(text, p, why, sizeof why) < 0)
        fail_msg("%s", why);
}

/* Loads, evaluates and launches. 0 or -1 with *cu and why. */
static int launch(const char *text, const fatune_args *args, CUresult *cu, char *why, size_t cap)
{
    struct ft_program p;
    struct ft_kernels kernels;
    struct ft_launch l;
    int64_t vars[FT_N_LAUNCH_VARS];

    parse(text, &p);
    *cu = CUDA_SUCCESS;
    int rc = ft_kernels_load(&driver, "cubin", &p, &fake_problem, &device, &kernels, cu, why, cap);
    if (rc == 0) {
        ft_launch_vars(&fake_problem, 0, &device, &kernels, vars);
        rc = ft_program_eval(&p, vars, &l, why, cap);
        if (rc == 0)
            rc = ft_launch_run(&kernels, &p, &l, &fake_problem, args, NULL, cu, why, cap);
        ft_kernels_unload(&kernels);
    }
    ft_program_free(&p);
    return rc;
}

static const char two_kernels[] =
    "args 544\n"
    "pass b.ctas_per_sm\n"
    "workspace sums zeroed=launch bytes=300\n"
    "workspace arrived zeroed=once bytes=4\n"
    "kernel split grid=b.ctas_per_sm d.sms *,p.batch block=128 smem=100000\n"
    "kernel combine grid=p.q_heads block=64 pdl=1\n";

static void test_two_kernels(void **state)
{
    unsigned char workspace[1024];
    fatune_args args = {.struct_size = sizeof args, .workspace = workspace};
    char why[256] = "", log[2048];
    CUresult cu;

    (void)state;
    memset(workspace, 7, sizeof workspace);
    fake_cuda_logged(log, sizeof log);
    if (launch(two_kernels, &args, &cu, why, sizeof why) < 0)
        fail_msg("%s", why);
    assert_string_equal(fake_cuda_logged(log, sizeof log),
                        "module load\n"
                        "set split attribute=8 value=232448\n"
                        "memset bytes=300\n"
                        "launch split grid=264,4,1 block=128,1,1 smem=100000 cluster=1,1,1 pdl=0\n"
                        "launch combine grid=32,1,1 block=64,1,1 smem=0 cluster=1,1,1 pdl=1\n"
                        "module unload\n");
    assert_int_equal(workspace[299], 0);
    assert_int_equal(workspace[300], 7);
    assert_int_equal(fake_driver_live(), 0);
}

static void test_maps_and_clusters(void **state)
{
    static const char text[] =
        "args 536\n"
        "kernel a grid=64 block=128 cluster=16\n"
        "tma k buffer=k dims=head_dim,head,row,batch box=64,1,p.page_size,1 swizzle=128 l2=128\n"
        "tma q buffer=q dims=head_dim,row,head,batch box=64,1,1,1 swizzle=64\n";
    fatune_args args = {.struct_size = sizeof args,
                        .k = {NULL, 8 * 128 * 16, 8 * 128, 128},
                        .q = {NULL, 32 * 128, 0, 128}};
    char why[256] = "", log[2048];
    CUresult cu;

    (void)state;
    fake_problem.kv = FATUNE_KV_PAGED;
    fake_problem.page_size = 16;
    if (launch(text, &args, &cu, why, sizeof why) < 0)
        fail_msg("%s", why);
    /* 536 is rounded to 576, then two maps of 128 bytes. A dimension of one has some valid stride.
     */
    assert_string_equal(fake_cuda_logged(log, sizeof log),
                        "module load\n"
                        "set a attribute=14 value=1\n"
                        "map type=9 swizzle=3 l2=2 128:0/64 8:256/1 16:2048/16 2147483647:32768/1\n"
                        "map type=9 swizzle=2 l2=0 128:0/64 1:256/1 32:256/1 4:8192/1\n"
                        "launch a grid=64,1,1 block=128,1,1 smem=0 cluster=16,1,1 pdl=0\n"
                        "module unload\n");
    fake_problem.kv = FATUNE_KV_VARLEN;
    assert_int_equal(launch(text, &args, &cu, why, sizeof why), -1);
    fake_problem.kv = FATUNE_KV_STRIDED;
    fake_problem.page_size = 0;
}

/* An older driver has no cuLaunchKernelEx: dependent launches become ordinary, clusters and maps an
 * error. */
static void test_old_driver(void **state)
{
    unsigned char workspace[1024];
    fatune_args args = {.struct_size = sizeof args, .workspace = workspace};
    struct ft_driver whole = driver;
    char why[256] = "", log[2048];
    CUresult cu;

    (void)state;
    driver.cuLaunchKernelEx = NULL;
    driver.cuTensorMapEncodeTiled = NULL;
    assert_int_equal(launch(two_kernels, &args, &cu, why, sizeof why), 0);
    assert_non_null(strstr(fake_cuda_logged(log, sizeof log), "combine grid=32,1,1 block=64,1,1 "
                                                              "smem=0 cluster=1,1,1 pdl=0"));
    assert_int_equal(
        launch("args 544\nkernel a grid=2 block=32 cluster=2\n", &args, &cu, why, sizeof why), -1);
    assert_int_equal(cu, CUDA_ERROR_NOT_SUPPORTED);
    assert_int_equal(launch("args 544\nkernel a grid=2 block=32\n"
                            "tma q buffer=q dims=head_dim,row box=64,1\n",
                            &args, &cu, why, sizeof why),
                     -1);
    driver = whole;
}

static void test_every_call_may_fail(void **state)
{
    unsigned char workspace[1024];
    fatune_args args = {.struct_size = sizeof args, .workspace = workspace};
    char why[256], spec[32], log[4096];
    CUresult cu;
    int n, rc;

    (void)state;
    for (n = 1; n < 100; n++) {
        snprintf(spec, sizeof spec, "*=999@%d", n);
        setenv("FAKE_CUDA_FAIL", spec, 1);
        why[0] = 0;
        rc = launch(two_kernels, &args, &cu, why, sizeof why);
        if (rc == 0)
            break;
        assert_int_equal(cu, 999);
        assert_non_null(strstr(why, "CUDA_ERROR_FAKE (999): as the test asked"));
        unsetenv("FAKE_CUDA_FAIL");
        assert_int_equal(fake_driver_live(), 0);
    }
    unsetenv("FAKE_CUDA_FAIL");
    /* The first n to pass is the one that failed only the unloading. */
    assert_in_range(n, 10, 20);
    fake_cuda_logged(log, sizeof log);
}

static void test_refused_builds(void **state)
{
    static const struct {
        const char *text, *why;
    } cases[] = {
        {"args 544\nkernel missing_entry grid=1 block=32\n",
         "cuModuleGetFunction of 'missing_entry': CUDA_ERROR_NOT_FOUND (500)"},
        {"args 544\nkernel a grid=1 block=32 smem=300000\n",
         "'a' needs 300000 bytes of shared memory, the device has 232448"},
        {"args 4096\nkernel a grid=1 block=32\n", "it was built for a newer library"},
        {"args 544\nkernel a grid=0 block=32\n", "grid of 'a' is 0"},
    };
    fatune_args args = {.struct_size = sizeof args};
    char why[256];
    CUresult cu;
    int before = fake_driver_live();

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(launch(cases[i].text, &args, &cu, why, sizeof why), -1);
        if (!strstr(why, cases[i].why))
            fail_msg("%s", why);
        assert_int_equal(fake_driver_live(), before);
    }
}

static void test_no_driver(void **state)
{
    struct ft_driver d;
    char why[256] = "", *saved = strdup(getenv("FATUNE_LIBCUDA"));

    (void)state;
    setenv("FATUNE_LIBCUDA", "/nonexistent/libcuda.so", 1);
    assert_int_equal(ft_driver_load(&d, why, sizeof why), -1);
    assert_non_null(strstr(why, "/nonexistent/libcuda.so"));
    assert_null(d.library);
    setenv("FATUNE_LIBCUDA", "libm.so.6", 1); /* a library, but no driver */
    assert_int_equal(ft_driver_load(&d, why, sizeof why), -1);
    assert_non_null(strstr(why, "too old"));
    setenv("FATUNE_LIBCUDA", saved, 1);
    free(saved);
}

static void test_device(void **state)
{
    struct ft_device_vars vars;
    char why[256] = "", text[64];

    (void)state;
    assert_int_equal(device.cc, 90);
    assert_int_equal(device.sms, 132);
    assert_int_equal(device.smem_per_cta, 232448);
    setenv("FAKE_CUDA_FAIL", "cuDeviceGetAttribute=3@4", 1);
    assert_int_equal(ft_device_vars_get(&driver, 0, &vars, why, sizeof why), -1);
    unsetenv("FAKE_CUDA_FAIL");
    assert_string_equal(why, "cuDeviceGetAttribute: CUDA_ERROR_FAKE (3): as the test asked");
    assert_string_equal(ft_driver_error(&driver, CUDA_ERROR_NOT_FOUND, text, sizeof text),
                        "CUDA_ERROR_NOT_FOUND (500): as the test asked");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_device),
        cmocka_unit_test(test_two_kernels),
        cmocka_unit_test(test_maps_and_clusters),
        cmocka_unit_test(test_old_driver),
        cmocka_unit_test(test_every_call_may_fail),
        cmocka_unit_test(test_refused_builds),
        cmocka_unit_test(test_no_driver),
    };
    return cmocka_run_group_tests(tests, fake_driver_setup, fake_driver_teardown);
}
#else
static void test_nothing(void **state)
{
    (void)state;
    print_message("built without CUDA headers\n");
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_nothing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
