/* test_mem.c -- arenas are zeroed and aligned, arrays grow */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/err.h"
#include "base/mem.h"

static void test_strings(void **state)
{
    char *a = ft_strdup("abc"), *b = ft_strndup("abcdef", 2), *c = ft_strndup("ab", 99);
    char *d = ft_asprintf("%s-%d", "x", 7);
    (void)state;
    assert_string_equal(a, "abc");
    assert_string_equal(b, "ab");
    assert_string_equal(c, "ab");
    assert_string_equal(d, "x-7");
    free(a);
    free(b);
    free(c);
    free(d);
}

static void test_grow(void **state)
{
    int *items = NULL;
    size_t n = 0, cap = 0;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        FT_GROW(items, n + 1, cap);
        items[n++] = i;
        assert_true(cap >= n);
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
    free(items);
}

static void test_arena(void **state)
{
    struct ft_arena *arena = ft_arena_new();
    const char *first = ft_arena_strdup(arena, "first");
    (void)state;
    for (size_t bytes = 0; bytes < 20000; bytes = bytes * 2 + 1) {
        unsigned char *p = ft_arena_alloc(arena, bytes);
        assert_int_equal((uintptr_t)p % 16, 0);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xff, bytes);
    }
    for (int i = 0; i < 5000; i++)
        memset(ft_arena_alloc(arena, 24), 0xee, 24);
    assert_string_equal(first, "first");
    assert_string_equal(ft_arena_strndup(arena, "abcdef", 3), "abc");
    assert_string_equal(ft_arena_printf(arena, "%0*d", 3000, 7) + 2990, "0000000007");
    ft_arena_free(arena);
    ft_arena_free(NULL);
}

/* Growth that overflows must end the process with a message, not wrap around. */
static void test_no_memory_ends_the_process(void **state)
{
    int status;
    pid_t pid = fork();
    (void)state;
    if (pid == 0) {
        double *items = NULL;
        size_t cap = 0;
        close(STDERR_FILENO);
        FT_GROW(items, SIZE_MAX / 4, cap);
        _exit(items ? 77 : 78);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), FT_ERR_ENV);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_grow),
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_no_memory_ends_the_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
