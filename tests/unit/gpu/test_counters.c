/* test_counters.c -- metric names and passes by chip, which CUPTI knows without a GPU */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/counters.h"
#include "gpu/cupti.h"

static void require_cupti(void)
{
    struct ft_err err = {0};
    uint32_t version = 0;

#ifdef __SANITIZE_ADDRESS__
    print_message("skipped: CUPTI opens its host library in a way that AddressSanitizer refuses\n");
    skip();
#endif
    if (ft_cupti_version(&version, &err) < 0 || version < 24) {
        print_message("skipped: %s\n", err.code ? err.text : "CUPTI is too old");
        skip();
    }
}

static void test_one_pass(void **state)
{
    const char *const chips[] = {"GA100", "GH100"};

    (void)state;
    require_cupti();
    for (size_t c = 0; c < 2; c++) {
        unsigned char exists[FT_MAX_COUNTERS];
        struct ft_err err = {0};
        int n_passes = 0, n = 0;

        if (ft_counters_check(chips[c], ft_counters_one_pass, exists, &n_passes, &err) < 0)
            fail_msg("%s", err.text);
        assert_int_equal(n_passes, 1);
        for (; ft_counters_one_pass[n]; n++)
            assert_int_equal(exists[n], 1);
        assert_int_equal(n, 15);
    }
}

static void test_more_passes_and_unknown_names(void **state)
{
    const char *const names[] = {"gpu__time_duration.sum", "no__such_metric.sum",
                                 "sm__throughput.avg.pct_of_peak_sustained_elapsed", NULL};
    unsigned char exists[3];
    struct ft_err err = {0};
    int n_passes = 0;

    (void)state;
    require_cupti();
    assert_int_equal(ft_counters_check("GH100", names, exists, &n_passes, &err), 0);
    assert_int_equal(exists[0], 1);
    assert_int_equal(exists[1], 0);
    assert_int_equal(exists[2], 1);
    assert_true(n_passes > 1);
    /* GB202 has no separate read counter of DRAM: the list shrinks, it does not fail. */
    assert_int_equal(
        ft_counters_check("GB202",
                          (const char *const[]){"dram__bytes_read.sum", "dram__bytes.sum", NULL},
                          exists, &n_passes, &err),
        0);
    assert_int_equal(exists[0], 0);
    assert_int_equal(exists[1], 1);
}

static void test_errors(void **state)
{
    unsigned char exists[FT_MAX_COUNTERS];
    struct ft_err err = {0};
    int n_passes = 0;

    (void)state;
    require_cupti();
    assert_int_equal(ft_counters_check("XX999", ft_counters_one_pass, exists, &n_passes, &err), -1);
    assert_non_null(strstr(err.text, "XX999"));
    ft_err_clear(&err);
    assert_int_equal(ft_counters_check("GH100", (const char *const[]){"no__such_metric.sum", NULL},
                                       exists, &n_passes, &err),
                     -1);
}

static int never(void *ctx)
{
    (void)ctx;
    fail_msg("launched without a context");
    return -1;
}

/* Without a context nothing of the target half may be called: parts of it crash. */
static void test_collect_without_context(void **state)
{
    struct ft_counters out;
    struct ft_err err = {0};

    (void)state;
    memset(&out, 0, sizeof out);
    assert_int_equal(ft_counters_collect(ft_counters_one_pass, never, never, NULL, &out, &err), 0);
    assert_string_not_equal(out.status, "ok");
    assert_true(err.code == FT_ERR_ENV);
    for (int i = 0; i < out.n; i++) {
        assert_string_equal(out.names[i], ft_counters_one_pass[i]);
        assert_true(isnan(out.values[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_pass),
        cmocka_unit_test(test_more_passes_and_unknown_names),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_collect_without_context),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
