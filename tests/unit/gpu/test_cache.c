/* test_cache.c -- builds come back as they were stored; damage and races cost a compile, never a
 * wrong answer */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/fs.h"
#include "base/log.h"
#include "gpu/cache.h"
#include "unit/scratch.h"

#define KEY "00aa11bb22cc33dd44ee55ff66778899aabbccddeeff00112233445566778899"

static char dir[] = "/tmp/fatune-test-cache-XXXXXX";

static struct ft_compile_result sample(void)
{
    struct ft_compile_result r = {
        .outcome = FT_OUT_OK, .wall_ns = 1.5e9, .n_entries = 2, .serialized = 1};

    ft_buf_add(&r.cubin, "\177ELF\0\1\2binary", 13);
    ft_buf_puts(&r.log, "ptxas info    : \"quoted\"\n");
    r.entries[0] = (struct ft_entry_resources){"attend", 168, 8, 16, 32, 1024};
    r.entries[1] = (struct ft_entry_resources){"combine", 24, 0, 0, 0, 0};
    return r;
}

static void put(void)
{
    struct ft_compile_result r = sample();
    struct ft_err err = {0};

    if (ft_cache_put(KEY, "#define FT_Br 64\n", &r, &err) < 0)
        fail_msg("%s", err.text);
    ft_compile_result_free(&r);
}

static int get(struct ft_compile_result *out)
{
    struct ft_err err = {0};
    int found;

    memset(out, 0, sizeof *out);
    found = ft_cache_get(KEY, out, &err);
    if (found < 0)
        fail_msg("%s", err.text);
    return found;
}

static void test_round_trip(void **state)
{
    struct ft_compile_result out, r = sample();
    struct ft_err err = {0};
    struct ft_buf cubin = FT_BUF_INIT;
    char *path;

    (void)state;
    assert_int_equal(get(&out), 0);
    put();
    put(); /* the first one stays */
    assert_int_equal(get(&out), 1);
    assert_int_equal(out.outcome, FT_OUT_OK);
    assert_int_equal(out.cubin.len, r.cubin.len);
    assert_memory_equal(out.cubin.data, r.cubin.data, r.cubin.len);
    assert_string_equal(ft_buf_str(&out.log), ft_buf_str(&r.log));
    assert_true(out.wall_ns == r.wall_ns);
    assert_int_equal(out.serialized, 1);
    assert_int_equal(out.n_entries, 2);
    assert_memory_equal(out.entries, r.entries, sizeof r.entries);
    path = ft_cache_cubin_path(KEY, &err);
    assert_int_equal(ft_fs_read(path, &cubin, &err), 0);
    assert_int_equal(cubin.len, r.cubin.len);
    free(path);
    ft_buf_free(&cubin);
    ft_compile_result_free(&out);
    ft_compile_result_free(&r);
}

static void test_failures_are_cached_timeouts_not(void **state)
{
    static const char failed_key[] = "0123456789abcdef", late_key[] = "fedcba9876543210";
    struct ft_compile_result failed = {.outcome = FT_OUT_COMPILE_FAILED}, out = {0};
    struct ft_compile_result late = {.outcome = FT_OUT_COMPILE_TIMEOUT};
    struct ft_err err = {0};

    (void)state;
    ft_buf_puts(&failed.log, "kernel.cu(2): error: x\n");
    assert_int_equal(ft_cache_put(failed_key, "", &failed, &err), 0);
    assert_int_equal(ft_cache_put(late_key, "", &late, &err), 0);
    assert_int_equal(ft_cache_get(late_key, &out, &err), 0);
    assert_int_equal(ft_cache_get(failed_key, &out, &err), 1);
    assert_int_equal(out.outcome, FT_OUT_COMPILE_FAILED);
    assert_int_equal(out.cubin.len, 0);
    assert_string_equal(ft_buf_str(&out.log), ft_buf_str(&failed.log));
    ft_compile_result_free(&out);
    ft_compile_result_free(&failed);
}

static void test_damage(void **state)
{
    static const char *const damages[] = {
        "printf x >> %s/build.cubin",
        ": > %s/build.cubin",
        "rm %s/build.cubin",
        "rm %s/log.txt",
        "rm %s/meta.json",
        ": > %s/meta.json",
        "truncate -s 100 %s/meta.json",
        "echo '{}' > %s/meta.json",
        "echo '[]' > %s/meta.json",
        "sed -i s/00aa11/00aa12/ %s/meta.json",
    };
    struct ft_err err = {0};
    struct ft_compile_result out;
    char *path = ft_cache_cubin_path(KEY, &err), *entry = ft_fs_dirname(path);

    (void)state;
    ft_log_level = 0;
    for (size_t i = 0; i < sizeof damages / sizeof *damages; i++) {
        char command[512];

        put();
        assert_int_equal(get(&out), 1);
        ft_compile_result_free(&out);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        snprintf(command, sizeof command, damages[i], entry);
#pragma GCC diagnostic pop
        assert_int_equal(system(command), 0);
        assert_int_equal(get(&out), 0);
        assert_false(ft_fs_exists(entry));
    }
    ft_log_level = 1;
    free(entry);
    free(path);
}

/* Eight processes write, read and wreck the same entry: whatever is found is whole. */
static void test_race(void **state)
{
    struct ft_err err = {0};
    char *path = ft_cache_cubin_path(KEY, &err);
    pid_t pids[8];

    (void)state;
    ft_log_level = 0;
    for (int k = 0; k < 8; k++) {
        pids[k] = fork();
        if (pids[k] != 0)
            continue;
        for (int i = 0; i < 30; i++) {
            struct ft_compile_result r = sample(), out = {0};

            if (ft_cache_put(KEY, "", &r, &err) < 0)
                _exit(1);
            if (k == 0 && i % 5 == 0 && truncate(path, 3) < 0)
                continue; /* somebody has just removed it */
            if (ft_cache_get(KEY, &out, NULL) == 1 &&
                (out.cubin.len != r.cubin.len || memcmp(out.cubin.data, r.cubin.data, r.cubin.len)))
                _exit(2);
            ft_compile_result_free(&out);
            ft_compile_result_free(&r);
        }
        _exit(0);
    }
    for (int k = 0; k < 8; k++) {
        int status = -1;

        waitpid(pids[k], &status, 0);
        assert_int_equal(status, 0);
    }
    ft_log_level = 1;
    free(path);
}

static void test_keys(void **state)
{
    struct ft_compile_result out;
    struct ft_err err = {0};

    (void)state;
    assert_int_equal(ft_cache_get("../../etc/passwd", &out, &err), -1);
    assert_int_equal(err.code, FT_ERR_INTERNAL);
    assert_null(ft_cache_cubin_path("ab", &err));
}

static int make_dir(void **state)
{
    (void)state;
    return mkdtemp(dir) && setenv("FATUNE_CACHE", dir, 1) == 0 ? 0 : -1;
}

static int remove_dir(void **state)
{
    (void)state;
    return remove_tree(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_failures_are_cached_timeouts_not),
        cmocka_unit_test(test_damage),     cmocka_unit_test(test_race),
        cmocka_unit_test(test_keys),
    };

    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
