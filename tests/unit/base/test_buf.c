/* test_buf.c -- buffers are always NUL-terminated and may hold any byte */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"

static void test_building(void **state)
{
    struct ft_buf buf = FT_BUF_INIT;
    (void)state;
    assert_string_equal(ft_buf_str(&buf), "");
    ft_buf_puts(&buf, "a");
    ft_buf_putc(&buf, 'b');
    ft_buf_printf(&buf, "%d", 42);
    ft_buf_printf(&buf, "%s", "");
    ft_buf_add(&buf, "xyz", 2);
    assert_string_equal(ft_buf_str(&buf), "ab42xy");
    assert_int_equal(buf.len, 6);
    ft_buf_clear(&buf);
    assert_string_equal(ft_buf_str(&buf), "");
    assert_true(buf.cap > 0);
    ft_buf_add(&buf, "a\0b", 3);
    assert_int_equal(buf.len, 3);
    assert_int_equal(memcmp(buf.data, "a\0b", 4), 0);
    ft_buf_free(&buf);
    assert_null(buf.data);
}

static void test_take(void **state)
{
    struct ft_buf buf = FT_BUF_INIT;
    char *text = ft_buf_take(&buf);
    (void)state;
    assert_string_equal(text, "");
    free(text);
    ft_buf_puts(&buf, "text");
    text = ft_buf_take(&buf);
    assert_string_equal(text, "text");
    assert_int_equal(buf.len, 0);
    assert_null(buf.data);
    free(text);
}

static void test_large(void **state)
{
    struct ft_buf buf = FT_BUF_INIT;
    (void)state;
    for (int i = 0; i < 10000; i++)
        ft_buf_printf(&buf, "%04d", i);
    assert_int_equal(buf.len, 40000);
    assert_memory_equal(buf.data + 4 * 1234, "1234", 4);
    ft_buf_printf(&buf, "%*d", 100000, 1);
    assert_int_equal(strlen(buf.data), 140000);
    ft_buf_free(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_building),
        cmocka_unit_test(test_take),
        cmocka_unit_test(test_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
