/* test_log.c -- levels, and progress off a terminal */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"
#include "base/log.h"

/* Runs `body` with stderr in a file and returns what it wrote. */
static const char *captured(void (*body)(void))
{
    static char text[4096];
    FILE *file = tmpfile();
    int saved = dup(STDERR_FILENO);
    size_t n;
    fflush(stderr);
    dup2(fileno(file), STDERR_FILENO);
    body();
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved);
    rewind(file);
    n = fread(text, 1, sizeof text - 1, file);
    text[n] = '\0';
    fclose(file);
    return text;
}

static void all_levels(void)
{
    ft_warn("w%d", 1);
    ft_note("n");
    ft_info("i");
}

static void test_levels(void **state)
{
    static const char *const expected[] = {"", "warning: w1\nn\n", "warning: w1\nn\ni\n"};
    (void)state;
    for (ft_log_level = 0; ft_log_level < 3; ft_log_level++)
        assert_string_equal(captured(all_levels), expected[ft_log_level]);
    ft_log_level = 1;
}

static void many_lines(void)
{
    for (int i = 0; i < 100; i++)
        ft_progress("step %d", i);
    ft_progress("%s", "");
}

static void test_progress_off_a_terminal(void **state)
{
    (void)state;
    assert_string_equal(captured(many_lines), "step 0\n");
    assert_string_equal(captured(many_lines), ""); /* again within ten seconds */
}

static void show_error(void)
{
    struct ft_err err = {0};
    ft_err_set(&err, FT_ERR_USAGE, "no 'x'");
    ft_err_print(&err);
    ft_err_hint(&err, "try 'y'");
    ft_err_print(&err);
}

static void test_error_on_stderr(void **state)
{
    (void)state;
    assert_string_equal(captured(show_error), "fatune: no 'x'\nfatune: no 'x'\nhint: try 'y'\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_progress_off_a_terminal),
        cmocka_unit_test(test_error_on_stderr),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
