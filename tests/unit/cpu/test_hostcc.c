/* test_hostcc.c -- kernels in a source text, logs of compilers, and compilers that do as they are
 * told
 *
 * The fake compiler is a script that keeps what it was given; what the real one makes of the real
 * executor is for other tests, but that it loads is tried here.
 */
#include <dirent.h>
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/fs.h"
#include "base/mem.h"
#include "cpu/abi.h"
#include "cpu/hostcc.h"
#include "unit/scratch.h"

static char dir[] = "/tmp/fatune-test-hostcc-XXXXXX";

static char *in_dir(const char *name)
{
    return ft_fs_join(dir, name);
}

static char *write_text(const char *name, const char *text)
{
    char *path = in_dir(name);

    assert_int_equal(ft_fs_write_atomic(path, text, strlen(text), NULL), 0);
    return path;
}

static void expect_file(const char *name, const char *text)
{
    char *path = in_dir(name);
    struct ft_buf got = FT_BUF_INIT;

    assert_int_equal(ft_fs_read(path, &got, NULL), 0);
    if (!strstr(ft_buf_str(&got), text))
        fail_msg("'%s' is not in '%s'", text, ft_buf_str(&got));
    ft_buf_free(&got);
    free(path);
}

/* ---- kernels ---- */

static void test_entries(void **state)
{
    static const struct {
        const char *source, *names;
        int n;
    } rows[] = {
        {"", "", 0},
        {"extern \"C\" __global__ void k(int *p) {}", "k", 1},
        {"extern \"C\" __global__ void __launch_bounds__(kThreads, f(1, (2)))\n    k_2(int a)",
         "k_2", 1},
        {"__global__ __launch_bounds__(128) void k()", "k", 1},
        {"static void __global__ k (int)", "k", 1},
        {"__global__ void a(); __global__ void b(int);\n__global__ void a() {}", "a, b", 2},
        {"__global__ void ab(); __global__ void a();", "ab, a", 2},
        {"// __global__ void x()\n/* __global__ void y() */ __global__ /* void z( */ void k()", "k",
         1},
        {"const char *s = \"__global__ void x()\"; char c = '\"'; __global__ void k()", "k", 1},
        {"const char *s = \"\\\"__global__ void x()\";", "", 0},
        {"int n = 1'000'000; __global__ void k(); int m = 0xff'ff;", "k", 1},
        {"char c = '\\''; __global__ void k()", "k", 1},
        {"my__global__ void x(); __global__x void y()", "", 0},
        {"#define KERNEL __global__\n; int x()", "", 0},
        {"__global__ int *x;", "", 0},
        {"__global__ void", "", 0},
        {"__global__ void __launch_bounds__(3", "", 0},
        {"/* __global__ void x()", "", 0},
        {"__global__ __attribute__((x)) void k()", "k", 1},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ft_buf names = FT_BUF_INIT;
        const int n = ft_hostcc_entries(rows[i].source, &names);

        if (n != rows[i].n || strcmp(ft_buf_str(&names), rows[i].names) != 0)
            fail_msg("'%s': %d '%s'", rows[i].source, n, ft_buf_str(&names));
        ft_buf_free(&names);
    }
}

static void test_entries_of_sources(void **state)
{
    static const char *const rows[][2] = {
        {"kernel_templates/decode_split/kernel.cu", "decode_split, decode_combine"},
        {"kernel_templates/fa1_fp32/kernel.cu", "fa1_fp32"},
        {"kernel_templates/prefill_mma/kernel.cu", "prefill_mma"},
        {"kernel_templates/prefill_wmma/kernel.cu", "prefill_wmma"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ft_buf source = FT_BUF_INIT, names = FT_BUF_INIT;

        assert_int_equal(ft_fs_read(rows[i][0], &source, NULL), 0);
        ft_hostcc_entries(ft_buf_str(&source), &names);
        assert_string_equal(ft_buf_str(&names), rows[i][1]);
        ft_buf_free(&source);
        ft_buf_free(&names);
    }
}

/* ---- logs ---- */

static void test_logs(void **state)
{
    static const struct {
        const char *text, *log, *first;
    } rows[] = {
        {"", "", ""},
        {"/k/d/kernel.cu: In function 'void k()':\n"
         "/k/d/kernel.cu:12:5: error: 'x' was not declared\n"
         "   12 |     x = \"error: \";\n"
         "      |     ^\n",
         "kernel.cu: In function 'void k()':\n"
         "kernel.cu(12): error: 'x' was not declared\n"
         "   12 |     x = \"error: \";\n"
         "      |     ^\n",
         "kernel.cu(12): error: 'x' was not declared"},
        {"In file included from /tmp/t/unit.cpp:2:\n"
         "/k/d/kernel.cu:39:10: fatal error: no.h: No such file or directory\n",
         "In file included from unit.cpp:2:\n"
         "kernel.cu(39): fatal error: no.h: No such file or directory\n",
         "kernel.cu(39): fatal error: no.h: No such file or directory"},
        {"/tmp/t/ft_machine.h:7:1: note: declared here\n"
         "/k/d/kernel.cu:8:9:   required from here\n"
         "/inc/ft_kv.cuh:20:3: error: static assertion failed: a:1: b\n",
         "ft_machine.h(7): note: declared here\n"
         "kernel.cu(8): required from here\n"
         "/inc/ft_kv.cuh(20): error: static assertion failed: a:1: b\n",
         "/inc/ft_kv.cuh(20): error: static assertion failed: a:1: b"},
        {"/k/d/kernel.cu:3: error: no column\n", "kernel.cu(3): error: no column\n",
         "kernel.cu(3): error: no column"},
        {"collect2: error: ld returned 1 exit status",
         "collect2: error: ld returned 1 exit status\n",
         "collect2: error: ld returned 1 exit status"},
        {"cc1plus: all is well\n", "cc1plus: all is well\n", ""},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct ft_buf log = FT_BUF_INIT;
        char first[256];

        ft_hostcc_log(rows[i].text, "/tmp/t", "/k/d/kernel.cu", &log);
        assert_string_equal(ft_buf_str(&log), rows[i].log);
        ft_nvrtc_first_error(ft_buf_str(&log), first, sizeof first);
        assert_string_equal(first, rows[i].first);
        ft_buf_free(&log);
    }
}

/* ---- compilers ---- */

static void use_compiler(const char *script)
{
    char *text = ft_asprintf("#!/bin/sh\nhere='%s'\n%s", dir, script);
    char *path = write_text("fake-cxx", text);

    assert_int_equal(chmod(path, 0700), 0);
    setenv("FATUNE_CXX", path, 1);
    free(path);
    free(text);
}

/* Nothing but the directory given as TMPDIR may be left of a run. */
static int n_left(void)
{
    char *path = in_dir("tmp"), **names = NULL;
    size_t n = 0;

    assert_int_equal(ft_fs_list(path, &names, &n, NULL), 0);
    for (size_t i = 0; i < n; i++)
        free(names[i]);
    free(names);
    free(path);
    return (int)n;
}

static int compile(const char *source, struct ft_compile_result *result, struct ft_err *err)
{
    static const char *const include_dirs[] = {"/include one", "/include/two", NULL};
    char *path = write_text("kernel.cu", source);
    const struct ft_compile_request request = {.source_path = path,
                                               .header = "#define FT_CONFIG 7\n",
                                               .arch = "cpu",
                                               .include_dirs = include_dirs};
    const int rc = ft_hostcc_compile(&request, result, err);

    free(path);
    assert_int_equal(n_left(), 0);
    return rc;
}

static void expect_failure(const char *source, const char *first_error)
{
    struct ft_compile_result result = {0};
    char first[256];

    assert_int_equal(compile(source, &result, NULL), 0);
    assert_int_equal(result.outcome, FT_OUT_COMPILE_FAILED);
    assert_int_equal(result.cubin.len, 0);
    ft_nvrtc_first_error(ft_buf_str(&result.log), first, sizeof first);
    assert_string_equal(first, first_error);
    ft_compile_result_free(&result);
}

static void expect_source(const char *source, const char *wanted)
{
    struct ft_buf out = FT_BUF_INIT;

    ft_hostcc_source(source, &out);
    assert_string_equal(ft_buf_str(&out), wanted);
    ft_buf_free(&out);
}

static void test_dynamic_smem(void **state)
{
    (void)state;
    expect_source("int x;\n", "#line 1 \"kernel.cu\"\nint x;\n");
    expect_source("a\n  extern __shared__ float s_smem[]; b\n",
                  "#line 1 \"kernel.cu\"\na\n  \n#define s_smem ((float *)ft_cpu::dynamic_smem())\n"
                  "#line 2 \"kernel.cu\"\n b\n");
    expect_source(
        "extern /* of the CTA */ __shared__ __align__(16) unsigned char bytes[];",
        "#line 1 \"kernel.cu\"\n\n#define bytes ((unsigned char *)ft_cpu::dynamic_smem())\n"
        "#line 1 \"kernel.cu\"\n");
    /* Not those: a variable with a size, another linkage, a comment, a string. */
    expect_source(
        "__shared__ float x[8]; extern \"C\" void f(); // extern __shared__ int y[];\n\"extern\"",
        "#line 1 \"kernel.cu\"\n__shared__ float x[8]; extern \"C\" void f(); "
        "// extern __shared__ int y[];\n\"extern\"");
}

static void test_command(void **state)
{
    struct ft_compile_result result = {0};
    char *source_dir = ft_asprintf("\n-I\n%s\n-I\n/include one\n-I\n/include/two\n-o\n", dir);
    static const char include[] = "#include \"ft_machine.h\"\n#include \"kernel.cu\"\n"
                                  "FT_CPU_MODULE(a, b, c, d, e)\n";

    (void)state;
    use_compiler("for a; do echo \"$a\"; done >$here/args\n"
                 "while [ \"$1\" != -o ]; do shift; done\n"
                 "t=${2%/*}; cp $t/unit.cpp $t/fatune_config.h $t/abi.h $here\n"
                 "printf 'so\\0so' >$2\n"
                 "[ \"$TMPDIR\" = \"$t\" ] && [ \"$LC_ALL\" = C ] && : >\"$TMPDIR/rest\"\n");
    setenv("FATUNE_CPU_CXXFLAGS", "  -g -DX=1 ", 1);
    assert_int_equal(compile("__global__ void a() {} __global__ void b() {} __global__ void c() {}"
                             "__global__ void d() {} __global__ void e() {}",
                             &result, NULL),
                     0);
    unsetenv("FATUNE_CPU_CXXFLAGS");
    assert_int_equal(result.outcome, FT_OUT_OK);
    assert_int_equal(result.cubin.len, 5);
    assert_true(result.wall_ns > 0);
    assert_int_equal(result.n_entries, 4);
    assert_string_equal(result.entries[3].entry, "d");
    assert_int_equal(result.entries[3].static_smem_bytes, 0);
    expect_file("args",
                "-std=c++17\n-O2\n-fPIC\n-shared\n-fvisibility=hidden\n-fno-strict-aliasing\n"
                "-w\n");
    expect_file("args", "\n-g\n-DX=1\n-I\n");
    expect_file("args", source_dir);
    expect_file("unit.cpp", include);
    expect_file("fatune_config.h", "#define FT_CONFIG 7\n");
    expect_file("abi.h", "FT_CPU_MODULE_SYMBOL \"ft_cpu_module\"\n");
    ft_compile_result_free(&result);
    free(source_dir);
}

static void test_embedded_as_it_is(void **state)
{
    struct ft_buf abi = FT_BUF_INIT;

    (void)state; /* after test_command */
    assert_int_equal(ft_fs_read("tuner/cpu/abi.h", &abi, NULL), 0);
    expect_file("abi.h", ft_buf_str(&abi));
    ft_buf_free(&abi);
}

static void test_failures(void **state)
{
    static const char kernel[] = "__global__ void k() {}";
    struct ft_compile_result result = {0};

    (void)state;
    use_compiler("echo \"$here/kernel.cu:4:2: error: no\" >&2; exit 1\n");
    expect_failure(kernel, "kernel.cu(4): error: no");
    use_compiler("exit 3\n");
    expect_failure(kernel, "error: the compiler failed and did not say why");
    use_compiler("kill -9 $$\n");
    expect_failure(kernel, "error: the compiler was ended by signal 9 (Killed)");
    use_compiler("exit 0\n"); /* and made nothing */
    assert_int_equal(compile(kernel, &result, NULL), -1);
    expect_failure("int x;", "kernel.cu(1): error: it has no __global__ function");
}

static void test_long_log(void **state)
{
    struct ft_compile_result result = {0};

    (void)state;
    use_compiler("yes 0123456789abcde | head -c 3000000; exit 1\n");
    assert_int_equal(compile("__global__ void k() {}", &result, NULL), 0);
    assert_in_range(result.log.len, 1 << 20, (1 << 20) + 100);
    ft_compile_result_free(&result);
}

static void test_no_compiler(void **state)
{
    struct ft_compile_result result = {0};
    struct ft_err err = {0};
    char version[FT_HOSTCC_VERSION_BYTES];

    (void)state;
    setenv("FATUNE_CXX", "/nonexistent/c++ -x", 1);
    assert_int_equal(compile("__global__ void k() {}", &result, &err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_non_null(strstr(err.text, "'/nonexistent/c++'"));
    assert_non_null(strstr(err.hint, "FATUNE_CXX"));
    ft_err_clear(&err);
    assert_int_equal(ft_hostcc_version(version, &err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
    ft_err_clear(&err);
    setenv("FATUNE_CXX", "/bin/false", 1);
    assert_int_equal(ft_hostcc_version(version, &err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
}

static void take_version(const char *printed, char out[FT_HOSTCC_VERSION_BYTES])
{
    char *script = ft_asprintf("cat <<'END'\n%s\nEND\n", printed);

    use_compiler(script);
    assert_int_equal(ft_hostcc_version(out, NULL), 0);
    free(script);
}

static void test_versions(void **state)
{
    char a[FT_HOSTCC_VERSION_BYTES], b[FT_HOSTCC_VERSION_BYTES];

    (void)state;
    take_version("c++ (Debian 12.2.0-14+deb12u1) 12.2.1\n(C) Free Software Foundation, Inc.", a);
    assert_memory_equal(a, "g++ 12.2.1 ", 11);
    assert_int_equal(strlen(a), 11 + 8);
    setenv("FATUNE_CPU_CXXFLAGS", "-g", 1);
    assert_int_equal(ft_hostcc_version(b, NULL), 0);
    unsetenv("FATUNE_CPU_CXXFLAGS");
    assert_memory_equal(b, "g++ 12.2.1 ", 11);
    assert_string_not_equal(a, b);
    assert_int_equal(ft_hostcc_version(b, NULL), 0);
    assert_string_equal(a, b);
    take_version("g++ (GCC) 8.5.0 20210514 (Red Hat 8.5.0-4)\n(C) Free Software Foundation", a);
    assert_memory_equal(a, "g++ 8.5.0 ", 10);
    take_version("Debian clang version 14.0.6-2ubuntu\nTarget: x86_64-pc-linux-gnu", a);
    assert_memory_equal(a, "clang 14.0.6 ", 13);
    take_version("who knows", a);
    assert_memory_equal(a, "c++ ? ", 6);
}

/* The real compiler and the real executor: a library with a table, the same each time. */
static void test_real(void **state)
{
    static const char kernel[] = "#include \"fatune_config.h\"\n"
                                 "extern \"C\" __global__ void k(int *p) { *p = FT_CONFIG; }\n";
    struct ft_compile_result results[2] = {{0}, {0}};
    const struct ft_cpu_module *table;
    char *path = in_dir("real.so");
    void *library;

    (void)state;
    unsetenv("FATUNE_CXX");
    for (int i = 0; i < 2; i++) {
        assert_int_equal(compile(kernel, &results[i], NULL), 0);
        if (results[i].outcome != FT_OUT_OK)
            fail_msg("%s", ft_buf_str(&results[i].log));
    }
    assert_int_equal(results[0].cubin.len, results[1].cubin.len);
    assert_memory_equal(results[0].cubin.data, results[1].cubin.data, results[0].cubin.len);
    assert_int_equal(ft_fs_write_atomic(path, results[0].cubin.data, results[0].cubin.len, NULL),
                     0);
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    assert_non_null(library);
    table = dlsym(library, FT_CPU_MODULE_SYMBOL);
    assert_non_null(table);
    assert_int_equal(table->version, FT_CPU_ABI_VERSION);
    assert_int_equal(table->n_entries, 1);
    assert_string_equal(table->entries[0].name, "k");
    dlclose(library);
    for (int i = 0; i < 2; i++)
        ft_compile_result_free(&results[i]);
    free(path);
}

static int make_dir(void **state)
{
    char *tmp;
    int rc = -1;

    (void)state;
    if (mkdtemp(dir)) {
        tmp = in_dir("tmp");
        rc = mkdir(tmp, 0700);
        setenv("TMPDIR", tmp, 1);
        free(tmp);
    }
    return rc;
}

static int remove_dir(void **state)
{
    (void)state;
    return remove_tree(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_entries),     cmocka_unit_test(test_entries_of_sources),
        cmocka_unit_test(test_logs),        cmocka_unit_test(test_dynamic_smem),
        cmocka_unit_test(test_command),     cmocka_unit_test(test_embedded_as_it_is),
        cmocka_unit_test(test_failures),    cmocka_unit_test(test_long_log),
        cmocka_unit_test(test_no_compiler), cmocka_unit_test(test_versions),
        cmocka_unit_test(test_real),
    };

    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
