/* test_modules.c -- which builds a worker keeps loaded, against a driver without a GPU */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "eval/modules.h"

#ifndef FT_NO_CUDA
#include "base/mem.h"
#include "fake/fake_driver.h"

static struct ft_modules modules;

static struct ft_module loaded(const char *cubin_path)
{
    struct ft_module module = {.cubin_path = ft_strdup(cubin_path)};
    struct ft_program program;
    char why[512];
    CUresult cu;

    assert_int_equal(
        ft_program_parse("args 544\nkernel decode grid=1 block=32\n", &program, why, sizeof why),
        0);
    if (ft_kernels_load(&driver, "cubin", &program, &fake_problem, &device, &module.kernels, &cu,
                        why, sizeof why) < 0)
        fail_msg("%s", why);
    ft_program_free(&program);
    return module;
}

/* Keeps a build of that number. */
static void keep(int number)
{
    char path[32];

    snprintf(path, sizeof path, "%d.cubin", number);
    struct ft_module module = loaded(path);
    ft_modules_keep(&modules, &module);
    assert_null(module.cubin_path);
    assert_null(module.kernels.module);
}

static void expect_taken(const char *path, int is_there)
{
    struct ft_module module;

    assert_int_equal(ft_modules_take(&modules, path, &module), is_there);
    if (is_there) {
        assert_string_equal(module.cubin_path, path);
        assert_non_null(module.kernels.module);
    } else {
        assert_null(module.cubin_path);
        assert_null(module.kernels.module);
    }
    ft_module_free(&module);
}

static void test_taken_once(void **state)
{
    (void)state;
    expect_taken("1.cubin", 0);
    keep(1);
    keep(2);
    assert_int_equal(fake_driver_live(), 2);
    expect_taken("1.cubin", 1);
    expect_taken("1.cubin", 0);
    expect_taken("2.cubin", 1);
    assert_int_equal(fake_driver_live(), 0);
}

static void test_not_loaded(void **state)
{
    struct ft_module module = {.cubin_path = ft_strdup("1.cubin")};

    (void)state;
    ft_modules_keep(&modules, &module);
    assert_null(module.cubin_path);
    expect_taken("1.cubin", 0);
}

static void test_oldest_goes(void **state)
{
    char path[32];

    (void)state;
    for (int i = 0; i < FT_MODULES_KEPT + 2; i++)
        keep(i);
    assert_int_equal(fake_driver_live(), FT_MODULES_KEPT);
    for (int i = FT_MODULES_KEPT + 1; i >= 0; i--) {
        snprintf(path, sizeof path, "%d.cubin", i);
        expect_taken(path, i >= 2);
    }
    assert_int_equal(fake_driver_live(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taken_once),
        cmocka_unit_test(test_not_loaded),
        cmocka_unit_test(test_oldest_goes),
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
