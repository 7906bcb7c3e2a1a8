/* test_err.c -- the first error wins, texts are cut, context is prefixed */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <string.h>

#include "base/err.h"

static void test_set_returns_minus_one(void **state)
{
    struct ft_err err = {0};
    (void)state;
    assert_int_equal(ft_err_set(&err, FT_ERR_USAGE, "no family '%s'", "fa9"), -1);
    assert_int_equal(err.code, FT_ERR_USAGE);
    assert_string_equal(err.text, "no family 'fa9'");
    assert_string_equal(err.hint, "");
}

static void test_first_error_wins(void **state)
{
    struct ft_err err = {0};
    (void)state;
    ft_err_set(&err, FT_ERR_ENV, "first");
    ft_err_set(&err, FT_ERR_USAGE, "second");
    ft_err_at(&err, "a.yaml", 1, 1, "third");
    errno = ENOENT;
    ft_err_errno(&err, "fourth");
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_string_equal(err.text, "first");
    ft_err_hint(&err, "one");
    ft_err_hint(&err, "two");
    assert_string_equal(err.hint, "one");
    ft_err_clear(&err);
    assert_int_equal(err.code, FT_OK);
    ft_err_set(&err, FT_ERR_USAGE, "again");
    assert_string_equal(err.text, "again");
    assert_string_equal(err.hint, "");
}

static void test_hint_needs_an_error(void **state)
{
    struct ft_err err = {0};
    (void)state;
    ft_err_hint(&err, "hint");
    ft_err_wrap(&err, "context");
    assert_string_equal(err.hint, "");
    assert_string_equal(err.text, "");
}

static void test_errno(void **state)
{
    struct ft_err err = {0};
    (void)state;
    errno = ENOENT;
    assert_int_equal(ft_err_errno(&err, "cannot read '%s'", "x"), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_string_equal(err.text, "cannot read 'x': No such file or directory");
    assert_int_equal(errno, ENOENT);
}

static void test_places(void **state)
{
    static const struct {
        int line, column;
        const char *text;
    } rows[] = {
        {3, 7, "f.yaml:3:7: bad 'x'"}, {3, 0, "f.yaml:3: bad 'x'"}, {0, 0, "f.yaml: bad 'x'"}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ft_err err = {0};
        ft_err_at(&err, "f.yaml", rows[i].line, rows[i].column, "bad '%s'", "x");
        assert_string_equal(err.text, rows[i].text);
        assert_int_equal(err.code, FT_ERR_USAGE);
    }
}

static void test_wrap(void **state)
{
    struct ft_err err = {0};
    (void)state;
    ft_err_set(&err, FT_ERR_ENV, "cause");
    ft_err_wrap(&err, "family '%s'", "fa1");
    ft_err_wrap(&err, "tuning");
    assert_string_equal(err.text, "tuning: family 'fa1': cause");
}

static void test_long_texts_are_cut(void **state)
{
    struct ft_err err = {0};
    char big[5000];
    (void)state;
    memset(big, 'x', sizeof big - 1);
    big[sizeof big - 1] = '\0';
    ft_err_at(&err, "f", 1, 1, "%s", big);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    ft_err_wrap(&err, "%s", big);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    ft_err_hint(&err, "%s", big);
    assert_int_equal(strlen(err.hint), sizeof err.hint - 1);
}

static void test_null_is_fine(void **state)
{
    (void)state;
    assert_int_equal(ft_err_set(NULL, FT_ERR_ENV, "x"), -1);
    assert_int_equal(ft_err_errno(NULL, "x"), -1);
    assert_int_equal(ft_err_at(NULL, "f", 1, 1, "x"), -1);
    ft_err_hint(NULL, "x");
    ft_err_wrap(NULL, "x");
    ft_err_clear(NULL);
    ft_err_print(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_set_returns_minus_one),
        cmocka_unit_test(test_first_error_wins),
        cmocka_unit_test(test_hint_needs_an_error),
        cmocka_unit_test(test_errno),
        cmocka_unit_test(test_places),
        cmocka_unit_test(test_wrap),
        cmocka_unit_test(test_long_texts_are_cut),
        cmocka_unit_test(test_null_is_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
