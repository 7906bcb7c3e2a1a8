/* test_fs.c -- whole reads, atomic writes, directories, where the data lies */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fs.h"
#include "unit/scratch.h"

static char dir[] = "/tmp/ft_test_fs_XXXXXX";

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(dir) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    return remove_tree(dir);
}

static void test_write_and_read(void **state)
{
    char *path = ft_fs_join(dir, "file");
    struct ft_buf text = FT_BUF_INIT;
    struct ft_err err = {0};
    char **names;
    size_t n;
    (void)state;
    assert_int_equal(ft_fs_write_atomic(path, "old", 3, &err), 0);
    assert_int_equal(ft_fs_write_atomic(path, "a\0new", 5, &err), 0);
    ft_buf_puts(&text, ">");
    assert_int_equal(ft_fs_read(path, &text, &err), 0);
    assert_int_equal(text.len, 6);
    assert_memory_equal(text.data, ">a\0new", 6);
    assert_int_equal(ft_fs_list(dir, &names, &n, &err), 0);
    assert_int_equal(n, 1); /* no temporary file is left */
    assert_string_equal(names[0], "file");
    free(names[0]);
    free(names);
    unlink(path);
    ft_buf_free(&text);
    free(path);
}

static void test_failures_leave_nothing(void **state)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_err err = {0};
    char *missing = ft_fs_join(dir, "no/such/file");
    (void)state;
    assert_int_equal(ft_fs_read(missing, &text, &err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_non_null(strstr(err.text, "no/such/file'"));
    assert_non_null(strstr(err.text, "No such file"));
    ft_err_clear(&err);
    assert_int_equal(ft_fs_read(dir, &text, &err), -1); /* a directory */
    ft_err_clear(&err);
    assert_int_equal(ft_fs_write_atomic(missing, "x", 1, &err), -1);
    ft_err_clear(&err);
    assert_int_equal(ft_fs_write_atomic(dir, "x", 1, &err), -1); /* cannot replace a directory */
    assert_int_equal(text.len, 0);
    assert_null(text.data);
    free(missing);
}

static void test_mkdirs_and_list(void **state)
{
    struct ft_err err = {0};
    char *deep = ft_fs_join(dir, "a/b//c/"), *plain = ft_fs_join(dir, "a/file"),
         *below = ft_fs_join(plain, "x");
    char *a = ft_fs_join(dir, "a");
    char **names;
    size_t n;
    (void)state;
    assert_int_equal(ft_fs_mkdirs(deep, &err), 0);
    assert_int_equal(ft_fs_mkdirs(deep, &err), 0);
    assert_true(ft_fs_is_dir(deep));
    assert_int_equal(ft_fs_mkdirs("/", &err), 0);
    assert_int_equal(ft_fs_mkdirs(".", &err), 0);
    assert_int_equal(ft_fs_write_atomic(plain, "", 0, &err), 0);
    assert_true(ft_fs_exists(plain));
    assert_false(ft_fs_is_dir(plain));
    assert_int_equal(ft_fs_mkdirs(below, &err), -1);
    ft_err_clear(&err);
    assert_int_equal(ft_fs_mkdirs(plain, &err), -1);
    ft_err_clear(&err);
    assert_int_equal(ft_fs_list(a, &names, &n, &err), 0);
    assert_int_equal(n, 2);
    assert_string_equal(names[0], "b");
    assert_string_equal(names[1], "file");
    free(names[0]);
    free(names[1]);
    free(names);
    assert_int_equal(ft_fs_list(plain, &names, &n, &err), -1);
    free(deep);
    free(plain);
    free(below);
    free(a);
}

static void test_paths(void **state)
{
    static const char *const rows[][3] = {
        {"a", "b", "a/b"}, {"a/", "b", "a/b"}, {"", "b", "b"}, {"a", "/b", "/b"}};
    static const char *const dirs[][2] = {{"a/b", "a"}, {"a", "."},     {"/a", "/"},
                                          {"/", "/"},   {"a//b/", "a"}, {"", "."}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *path = ft_fs_join(rows[i][0], rows[i][1]);
        assert_string_equal(path, rows[i][2]);
        free(path);
    }
    for (size_t i = 0; i < sizeof dirs / sizeof *dirs; i++) {
        char *path = ft_fs_dirname(dirs[i][0]);
        assert_string_equal(path, dirs[i][1]);
        free(path);
    }
}

static void test_share(void **state)
{
    struct ft_err err = {0};
    char *found;
    (void)state;
    unsetenv("FATUNE_SHARE");
    found = ft_fs_share("kernel_templates", &err); /* this test lies in a source tree */
    assert_non_null(found);
    assert_true(ft_fs_is_dir(found));
    free(found);
    assert_null(ft_fs_share("no_such_data", &err));
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_non_null(strstr(err.hint, "FATUNE_SHARE"));
    ft_err_clear(&err);
    setenv("FATUNE_SHARE", dir, 1);
    assert_null(ft_fs_share("kernel_templates", &err));
    ft_err_clear(&err);
    found = ft_fs_join(dir, "kernel_templates");
    assert_int_equal(mkdir(found, 0777), 0);
    free(found);
    found = ft_fs_share("kernel_templates", &err);
    assert_non_null(found);
    assert_memory_equal(found, dir, strlen(dir));
    free(found);
    unsetenv("FATUNE_SHARE");
}

static void expect_cache(const char *expected)
{
    struct ft_err err = {0};
    char *found = ft_fs_cache_dir(&err), *full = ft_fs_join(dir, expected);
    assert_non_null(found);
    assert_string_equal(found, full);
    assert_true(ft_fs_is_dir(found));
    free(full);
    free(found);
}

static void test_cache_dir(void **state)
{
    struct ft_err err = {0};
    char *cache = ft_fs_join(dir, "mine"), *xdg = ft_fs_join(dir, "xdg");
    (void)state;
    setenv("HOME", dir, 1);
    setenv("XDG_CACHE_HOME", xdg, 1);
    setenv("FATUNE_CACHE", cache, 1);
    expect_cache("mine");
    unsetenv("FATUNE_CACHE");
    expect_cache("xdg/fatune");
    setenv("XDG_CACHE_HOME", "relative", 1);
    expect_cache(".cache/fatune");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    assert_null(ft_fs_cache_dir(&err));
    assert_int_equal(err.code, FT_ERR_ENV);
    free(xdg);
    free(cache);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write_and_read),  cmocka_unit_test(test_failures_leave_nothing),
        cmocka_unit_test(test_mkdirs_and_list), cmocka_unit_test(test_paths),
        cmocka_unit_test(test_share),           cmocka_unit_test(test_cache_dir),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
