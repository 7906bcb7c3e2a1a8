/* test_outcome.c -- every outcome has a name that is found again */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/outcome.h"

static void test_names(void **state)
{
    (void)state;
    for (int i = 0; i < FT_N_OUTCOMES; i++)
        assert_int_equal(ft_outcome_find(ft_outcome_name((enum ft_outcome)i)), i);
    assert_int_equal(ft_outcome_find("ok"), FT_OUT_OK);
    assert_int_equal(ft_outcome_find("nothing"), -1);
    assert_int_equal(ft_outcome_find(NULL), -1);
    assert_string_equal(ft_outcome_name(FT_N_OUTCOMES), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_names)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
