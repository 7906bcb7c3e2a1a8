/* test_rigor.c -- levels of rigor: never more than there is, never less than the level below */
#include "model_util.h"
#include "model/rigor.h"

static void test_names(void **state)
{
    (void)state;
    for (int r = 0; r < FT_N_RIGORS; r++) {
        assert_int_equal(ft_rigor_find(ft_rigor_name((enum ft_rigor)r)), r);
        assert_non_null(strstr(ft_rigor_names(), ft_rigor_name((enum ft_rigor)r)));
    }
    assert_int_equal(ft_rigor_find("brave"), -1);
}

static void test_levels(void **state)
{
    const size_t sizes[] = {0, 1, 8, 9, 31, 32, 33, 95, 96, 97, 115, 340, 2000, 100000};

    (void)state;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const size_t n = sizes[i];
        for (int r = 0; r < FT_N_RIGORS; r++) {
            const size_t evals = ft_rigor_evals((enum ft_rigor)r, n);
            assert_true(evals <= n);
            assert_true(n == 0 || evals > 0);
            assert_true(r == 0 || evals >= ft_rigor_evals((enum ft_rigor)(r - 1), n));
        }
        assert_int_equal(ft_rigor_evals(FT_RIGOR_EXHAUSTIVE, n), n);
    }
    assert_int_equal(ft_rigor_evals(FT_RIGOR_ESTIMATE, 115), 8);
    assert_int_equal(ft_rigor_evals(FT_RIGOR_MEASURE, 115), 32);
    assert_int_equal(ft_rigor_evals(FT_RIGOR_MEASURE, 340), 42);
    assert_int_equal(ft_rigor_evals(FT_RIGOR_MEASURE, 100000), 128);
    assert_int_equal(ft_rigor_evals(FT_RIGOR_PATIENT, 340), 113);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names), cmocka_unit_test(test_levels)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
