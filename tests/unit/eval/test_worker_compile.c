/* test_worker_compile.c -- the compile worker as a process: compiles, reports errors, answers from
 * the cache, can be killed */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/fs.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/mem.h"
#include "base/units.h"
#include "eval/process.h"
#include "eval/protocol.h"
#include "gpu/cache.h"
#include "gpu/nvrtc.h"
#include "unit/scratch.h"

#define SECOND_NS 1000000000LL

static char dir[] = "/tmp/fatune-test-compile-XXXXXX";

static struct ft_process start(void)
{
    const char *argv[] = {"/proc/self/exe", "--worker", NULL};
    struct ft_process p = FT_PROCESS_INIT;
    struct ft_err err = {0};

    if (ft_process_start(&p, (char *const *)argv, NULL, NULL, &err) < 0)
        fail_msg("%s", err.text);
    return p;
}

/* Asks for text to be compiled; key is the text's hash. */
static void ask(struct ft_process *p, const char *text, const char *arch, char key[FT_HEX_BYTES])
{
    char *path = ft_fs_join(dir, "kernel.cu");
    struct ft_buf request = FT_BUF_INIT;
    struct ft_sha256 sha;
    struct ft_err err = {0};
    struct ft_json j;

    assert_int_equal(ft_fs_write_atomic(path, text, strlen(text), &err), 0);
    ft_sha256_init(&sha);
    ft_sha256_add_field(&sha, text, strlen(text));
    ft_sha256_add_field(&sha, arch, strlen(arch));
    ft_sha256_hex(&sha, key);
    ft_json_init(&j, &request, 0);
    ft_json_object(&j);
    ft_json_kstr(&j, "do", "compile");
    ft_json_kstr(&j, "key", key);
    ft_json_kstr(&j, "source", path);
    ft_json_kstr(&j, "header", "#define FT_N 128\n");
    ft_json_kstr(&j, "arch", arch);
    ft_json_key(&j, "include");
    ft_json_array(&j);
    ft_json_str(&j, dir);
    ft_json_array_end(&j);
    ft_json_object_end(&j);
    if (ft_process_send(p, ft_buf_str(&request), &err) < 0)
        fail_msg("%s", err.text);
    ft_buf_free(&request);
    free(path);
}

static const struct ft_jval *answer(struct ft_process *p, struct ft_arena *arena)
{
    const char *line = NULL;
    struct ft_err err = {0};
    const struct ft_jval *v;

    if (ft_process_recv(p, 60 * SECOND_NS, &line) != 1)
        fail_msg("no answer: %s", p->exit_text);
    v = ft_json_parse(arena, line, strlen(line), &err);
    if (!v)
        fail_msg("%s: %s", line, err.text);
    return v;
}

static void require_nvrtc(void)
{
    char version[16];
    struct ft_err err = {0};

    if (ft_nvrtc_version(version, &err) < 0) {
        print_message("skipped: %s\n", err.text);
        skip();
    }
}

static const char good[] = "#include \"fatune_config.h\"\n"
                           "extern \"C\" __global__ void __launch_bounds__(FT_N) k(float *x)\n"
                           "{ x[threadIdx.x] *= FT_N; }\n";

static void test_compiles_and_remembers(void **state)
{
    const char *const archs[] = {"sm_80", "sm_90a"};
    struct ft_process p;

    (void)state;
    require_nvrtc();
    p = start();
    for (size_t i = 0; i < 2; i++) {
        struct ft_arena *arena = ft_arena_new();
        struct ft_compile_result result = {0};
        struct ft_err err = {0};
        char key[FT_HEX_BYTES];
        const struct ft_jval *v;
        double first_ns;
        int64_t begin_ns;

        ask(&p, good, archs[i], key);
        v = answer(&p, arena);
        assert_string_equal(ft_jget_str(v, "outcome", ft_jget_str(v, "error", "")), "ok");
        first_ns = ft_jget_num(v, "wall_ns", 0);
        assert_true(first_ns > 0);
        assert_int_equal(ft_cache_get(key, &result, &err), 1);
        assert_string_equal(result.entries[0].entry, "k");
        ft_compile_result_free(&result);

        begin_ns = ft_now_ns();
        ask(&p, good, archs[i], key);
        v = answer(&p, arena);
        assert_true(ft_jget_num(v, "wall_ns", 0) == first_ns); /* what the compile took then */
        assert_true((double)(ft_now_ns() - begin_ns) < first_ns + 1e7);
        ft_arena_free(arena);
    }
    ft_process_stop(&p);
    assert_string_equal(p.exit_text, "exit status 0");
}

static void test_error_is_an_outcome(void **state)
{
    struct ft_process p;
    char key[FT_HEX_BYTES];

    (void)state;
    require_nvrtc();
    p = start();
    for (int i = 0; i < 2; i++) { /* compiled, then from the cache */
        struct ft_arena *arena = ft_arena_new();
        const struct ft_jval *v;

        ask(&p, "#error planted\n", "sm_80", key);
        v = answer(&p, arena);
        assert_int_equal(ft_jget_int(v, "ok", 0), 1);
        assert_string_equal(ft_jget_str(v, "outcome", ""), "compile_failed");
        assert_string_equal(ft_jget_str(v, "detail", ""),
                            "kernel.cu(1): catastrophic error: #error directive: planted");
        ft_arena_free(arena);
    }
    ft_process_stop(&p);
}

static void test_survives_nonsense(void **state)
{
    static const char *const requests[] = {
        "",
        "not json",
        "[]",
        "{\"do\":\"dance\"}",
        "{\"do\":\"compile\"}",
        "{\"do\":\"compile\",\"key\":\"../x\",\"source\":\"a\",\"header\":\"\","
        "\"arch\":\"sm_80\",\"include\":5}"};
    struct ft_process p = start();
    struct ft_err err = {0};

    (void)state;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct ft_arena *arena = ft_arena_new();
        const struct ft_jval *v;

        assert_int_equal(ft_process_send(&p, requests[i], &err), 0);
        v = answer(&p, arena);
        assert_int_equal(ft_jget_int(v, "ok", 1), 0);
        assert_true(strlen(ft_jget_str(v, "error", "")) > 5);
        ft_arena_free(arena);
    }
    assert_int_equal(ft_process_send(&p, "{\"do\":\"quit\"}", &err), 0);
    ft_process_stop(&p);
    assert_string_equal(p.exit_text, "exit status 0");
}

/* Nested templates that would keep the compiler busy for minutes. */
static void test_deadline(void **state)
{
    static const char slow[] = "template <int D, int N> struct T { static constexpr int v = T<D - "
                               "1, 2 * N>::v + T<D - 1, 2 * N + 1>::v; };\n"
                               "template <int N> struct T<0, N> { static constexpr int v = N; };\n"
                               "extern \"C\" __global__ void k(int *x) { x[0] = T<25, 1>::v; }\n";
    struct ft_process p;
    char key[FT_HEX_BYTES];
    const char *line;
    int64_t begin_ns;

    (void)state;
    require_nvrtc();
    p = start();
    ask(&p, slow, "sm_80", key);
    assert_int_equal(ft_process_recv(&p, SECOND_NS, &line), 0);
    begin_ns = ft_now_ns();
    ft_process_kill(&p, "deadline of 1 s");
    assert_true(ft_now_ns() - begin_ns < 2 * SECOND_NS);
    assert_string_equal(p.exit_text, "killed: deadline of 1 s");
}

static void test_no_nvrtc(void **state)
{
    struct ft_arena *arena = ft_arena_new();
    struct ft_process p;
    char key[FT_HEX_BYTES];
    const struct ft_jval *v;

    (void)state;
    require_nvrtc(); /* elsewhere nothing else can be said of it */
    setenv("FATUNE_LIBNVRTC", "/nonexistent/libnvrtc.so", 1);
    p = start();
    unsetenv("FATUNE_LIBNVRTC");
    ask(&p, "// new\n", "sm_80", key);
    v = answer(&p, arena);
    assert_int_equal(ft_jget_int(v, "ok", 1), 0);
    assert_non_null(strstr(ft_jget_str(v, "error", ""), "NVRTC"));
    assert_non_null(ft_jget_str(v, "hint", NULL));
    ft_process_stop(&p);
    ft_arena_free(arena);
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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compiles_and_remembers),
        cmocka_unit_test(test_error_is_an_outcome),
        cmocka_unit_test(test_survives_nonsense),
        cmocka_unit_test(test_deadline),
        cmocka_unit_test(test_no_nvrtc),
    };

    if (argc == 2 && strcmp(argv[1], "--worker") == 0)
        return ft_worker_compile_main();
    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
