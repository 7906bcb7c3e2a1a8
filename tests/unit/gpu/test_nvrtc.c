/* test_nvrtc.c -- the compiler's log as text, and the compiler itself where it is installed */
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
#include "gpu/dl.h"
#include "gpu/nvrtc.h"
#include "unit/scratch.h"

static void test_log_of_two_entries(void **state)
{
    static const char log[] =
        "kernel.cu(3): warning #177-D: variable \"error\" was declared but never referenced\n"
        "ptxas info    : 0 bytes gmem\n"
        "ptxas info    : Compiling entry function 'attend' for 'sm_90a'\n"
        "ptxas info    : Function properties for helper\n"
        "ptxas         .     64 bytes stack frame, 8 bytes spill stores, 8 bytes spill loads\n"
        "ptxas info    : Function properties for attend\n"
        "ptxas         .     2736 bytes stack frame, 2584 bytes spill stores, 4532 bytes spill "
        "loads\n"
        "ptxas info    : Used 32 registers, used 1 barriers, 2736 bytes cumulative stack size\n"
        "ptxas info    : Compile time = 525.229 ms\n"
        "ptxas info    : Compiling entry function 'combine' for 'sm_90a'\n"
        "ptxas info    : Function properties for combine\n"
        "    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n" /* of older versions
                                                                                */
        "ptxas info    : Used 10 registers, used 1 barriers, 1024 bytes smem, 360 bytes cmem[0]\n";
    struct ft_entry_resources entries[4];
    int serialized = -1;
    char first[100];

    (void)state;
    assert_int_equal(ft_nvrtc_parse_log(log, entries, 4, &serialized), 2);
    assert_int_equal(serialized, 0);
    assert_string_equal(entries[0].entry, "attend");
    assert_int_equal(entries[0].regs, 32);
    assert_int_equal(entries[0].stack_bytes, 2736);
    assert_int_equal(entries[0].spill_store_bytes, 2584);
    assert_int_equal(entries[0].spill_load_bytes, 4532);
    assert_int_equal(entries[0].static_smem_bytes, 0);
    assert_string_equal(entries[1].entry, "combine");
    assert_int_equal(entries[1].regs, 10);
    assert_int_equal(entries[1].static_smem_bytes, 1024);
    assert_int_equal(entries[1].spill_store_bytes, 0);
    assert_int_equal(ft_nvrtc_parse_log(log, entries, 1, &serialized), 1);
    assert_int_equal(ft_nvrtc_parse_log("", entries, 4, &serialized), 0);
    ft_nvrtc_first_error(log, first, sizeof first);
    assert_string_equal(first, "");
}

static void test_log_of_serialized_wgmma(void **state)
{
    struct ft_entry_resources entries[4];
    int serialized = 0;

    (void)state;
    ft_nvrtc_parse_log(
        "ptxas info    : (C7510) Potential Performance Loss: wgmma.mma_async instructions are "
        "serialized due to insufficient register resources for the wgmma pipeline in function "
        "'k'\n",
        entries, 4, &serialized);
    assert_int_equal(serialized, 1);
}

/* ---- with the library ------------------------------------------------------------------- */

static char dir[] = "/tmp/fatune-test-nvrtc-XXXXXX";

static void require_nvrtc(void)
{
    struct ft_err err = {0};
    char version[16];

    if (ft_nvrtc_version(version, &err) < 0) {
        print_message("skipped: %s\n", err.text);
        skip();
    }
}

/* Compiles text as DIR/kernel.cu. */
static int compile(const char *text, const char *arch, struct ft_compile_result *out,
                   struct ft_err *err)
{
    char *path = ft_fs_join(dir, "kernel.cu");
    const char *include_dirs[] = {dir, NULL};
    const char *options[] = {"--extra-device-vectorization", NULL};
    struct ft_compile_request request = {.source_path = path,
                                         .header = "#define FT_N 256\n",
                                         .arch = arch,
                                         .include_dirs = include_dirs,
                                         .options = options};
    int rc;

    assert_int_equal(ft_fs_write_atomic(path, text, strlen(text), err), 0);
    memset(out, 0, sizeof *out);
    rc = ft_nvrtc_compile(&request, out, err);
    free(path);
    return rc;
}

static const char source[] =
    "#include \"fatune_config.h\"\n"
    "#include \"extra/twice.cuh\"\n"
    "extern \"C\" __global__ void __launch_bounds__(FT_N) reverse(float *x)\n"
    "{\n"
    "    __shared__ float s[FT_N];\n"
    "    s[threadIdx.x] = x[threadIdx.x];\n"
    "    __syncthreads();\n"
    "    x[threadIdx.x] = twice(s[FT_N - 1 - threadIdx.x]);\n"
    "}\n";

static void test_compiles(void **state)
{
    const char *const archs[] = {"sm_80", "sm_90a"};

    (void)state;
    require_nvrtc();
    for (size_t i = 0; i < 2; i++) {
        struct ft_compile_result result;
        struct ft_err err = {0};

        if (compile(source, archs[i], &result, &err) < 0)
            fail_msg("%s", err.text);
        assert_int_equal(result.outcome, FT_OUT_OK);
        assert_true(result.cubin.len > 100);
        assert_memory_equal(result.cubin.data, "\177ELF", 4);
        assert_int_equal(result.n_entries, 1);
        assert_string_equal(result.entries[0].entry, "reverse");
        assert_in_range(result.entries[0].regs, 4, 40);
        assert_int_equal(result.entries[0].static_smem_bytes, 1024);
        assert_int_equal(result.entries[0].spill_store_bytes, 0);
        assert_int_equal(result.serialized, 0);
        assert_true(result.wall_ns > 0);
        ft_compile_result_free(&result);
    }
}

static void test_spills(void **state)
{
    struct ft_compile_result result;
    struct ft_err err = {0};

    (void)state;
    require_nvrtc();
    assert_int_equal(
        compile("extern \"C\" __global__ void __launch_bounds__(1024, 2) fat(float *p) {\n"
                "    float a[120], t = 0;\n"
                "    for (int i = 0; i < 120; i++) a[i] = p[i * threadIdx.x];\n"
                "    __syncthreads();\n"
                "    for (int i = 0; i < 120; i++) t += a[i] * a[(i * 7) % 120];\n"
                "    p[threadIdx.x] = t; }\n",
                "sm_80", &result, &err),
        0);
    assert_int_equal(result.outcome, FT_OUT_OK); /* the caller judges */
    assert_int_equal(result.entries[0].regs, 32);
    assert_true(result.entries[0].spill_store_bytes > 0);
    assert_true(result.entries[0].spill_load_bytes > 0);
    ft_compile_result_free(&result);
}

static void test_ptx(void **state)
{
    struct ft_compile_result result;
    struct ft_err err = {0};

    (void)state;
    require_nvrtc();
    assert_int_equal(compile(source, "compute_90", &result, &err), 0);
    assert_int_equal(result.outcome, FT_OUT_OK);
    assert_non_null(strstr(ft_buf_str(&result.cubin), ".target sm_90"));
    assert_int_equal(result.n_entries, 0);
    ft_compile_result_free(&result);
}

static void expect_error(const char *text, const char *first)
{
    struct ft_compile_result result;
    struct ft_err err = {0};
    char detail[256];

    assert_int_equal(compile(text, "sm_80", &result, &err), 0);
    assert_int_equal(result.outcome, FT_OUT_COMPILE_FAILED);
    assert_int_equal(result.cubin.len, 0);
    ft_nvrtc_first_error(ft_buf_str(&result.log), detail, sizeof detail);
    assert_string_equal(detail, first);
    ft_compile_result_free(&result);
}

static void test_errors_of_the_source(void **state)
{
    (void)state;
    require_nvrtc();
    expect_error("\n#error planted\n",
                 "kernel.cu(2): catastrophic error: #error directive: planted");
    expect_error("#include \"nowhere.cuh\"\n",
                 "kernel.cu(1): catastrophic error: cannot open source file \"nowhere.cuh\"");
    expect_error("#include \"fatune_config.h\"\nstatic_assert(FT_N == 128, \"tile too wide\");\n",
                 "kernel.cu(2): error: static assertion failed with \"tile too wide\"");
    expect_error("extern \"C\" __global__ void k(int *p) { __shared__ int s[60000]; s[p[0]] = 1;\n"
                 "__syncthreads(); p[1] = s[p[2]]; }\n",
                 "error: entry 'k' has 240000 bytes of static shared memory, more than 48 KiB");
}

static void test_errors_of_the_request(void **state)
{
    struct ft_compile_result result;
    struct ft_compile_request missing = {
        .source_path = "/nonexistent/kernel.cu", .header = "", .arch = "sm_80"};
    struct ft_err err = {0};

    (void)state;
    require_nvrtc();
    assert_int_equal(compile(source, "sm_13", &result, &err), -1);
    assert_non_null(strstr(err.text, "'sm_13'"));
    ft_err_clear(&err);
    assert_int_equal(ft_nvrtc_compile(&missing, &result, &err), -1);
    assert_non_null(strstr(err.text, "/nonexistent/kernel.cu"));
}

static void test_version_and_archs(void **state)
{
    char version[16] = "";
    struct ft_err err = {0};
    int archs[64], n, has_80 = 0;

    (void)state;
    require_nvrtc();
    assert_int_equal(ft_nvrtc_version(version, &err), 0);
    assert_true(atof(version) >= 11);
    n = ft_nvrtc_archs(archs, 64, &err);
    assert_true(n > 0);
    for (int i = 0; i < n; i++)
        has_80 |= archs[i] == 80;
    assert_true(has_80);
    assert_int_equal(ft_nvrtc_archs(archs, 1, &err), 1);
}

static int make_dir(void **state)
{
    struct ft_err err = {0};
    static const char twice[] = "__device__ inline float twice(float x) { return 2 * x; }\n";
    char *sub, *file;

    (void)state;
    if (!mkdtemp(dir))
        return -1;
    sub = ft_fs_join(dir, "extra");
    file = ft_fs_join(sub, "twice.cuh");
    int rc =
        ft_fs_mkdirs(sub, &err) || ft_fs_write_atomic(file, twice, strlen(twice), &err) ? -1 : 0;

    free(sub);
    free(file);
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
        cmocka_unit_test(test_log_of_two_entries),
        cmocka_unit_test(test_log_of_serialized_wgmma),
        cmocka_unit_test(test_compiles),
        cmocka_unit_test(test_spills),
        cmocka_unit_test(test_ptx),
        cmocka_unit_test(test_errors_of_the_source),
        cmocka_unit_test(test_errors_of_the_request),
        cmocka_unit_test(test_version_and_archs),
    };

    return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
