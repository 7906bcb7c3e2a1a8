/* test_family.c -- contracts: the six written ahead of their kernels, phases, names, headers,
 * launch programs, signatures */
#include "model_util.h"
#include <stdio.h>
#include <unistd.h>
#include "model/build.h"
#include "model/space.h"

/* ---- the contracts of tests/data/contracts ---- */

static const struct contract {
    const char *file, *problem, *arch;
    const char *in_header, *in_program; /* lines that must be there */
} contracts[] = {
    {"backward_three",
     "op=bwd,dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=2,seqlen_q=4096,seqlen_kv=4096",
     "sm_80", "#define FT_SMEM_BYTES 131072\n",
     "kernel bwd_main when=1 grid=p.seqlen_kv 128 ceil_div,p.kv_heads,p.batch block=256,1,1"},
    {"decode_split_pdl", DECODE_KEY, "sm_90a", "#define FT_PASS_BC 1\n", "pass 64\n"},
    {"decode_tma_paged", DECODE_KEY ",kv=paged,page_size=64", "sm_90a", "#define FT_TMA_V 1\n",
     "tma v buffer=v dims=head_dim,head,row,batch box=64,1,16,1 swizzle=128 l2=128\n"},
    {"fa1_fp32", "dtype=fp32,head_dim=64,q_heads=8,kv_heads=8,seqlen_q=512,seqlen_kv=512", "sm_80",
     "#define FT_ROW_FLOATS 65\n", "block=32,1,1 cluster=1,1,1 smem=0 pdl=0"},
    {"prefill_tma_persistent",
     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=4096,seqlen_kv=4096,mask=causal",
     "sm_90a", "#define FT_SCHED_ATOMIC (-",
     "tma o buffer=o dims=head_dim,row,head,batch box=64,16,1,1 swizzle=128 l2=0\n"},
    {"prefill_wmma",
     "dtype=fp16,head_dim=64,q_heads=32,kv_heads=8,seqlen_q=4096,seqlen_kv=4096,mask=causal",
     "sm_80", "#define FT_BR 32\n", "grid=p.seqlen_q 32 ceil_div,p.q_heads,p.batch block=64,1,1"},
};

/* What the tuner writes, the library reads and evaluates for the same problem and device. */
static void check_program(const char *text, const struct ft_config *config,
                          const struct ft_problem *problem, const struct ft_device *device)
{
    struct ft_program program;
    struct ft_launch launch;
    int64_t vars[FT_MAX_VARS];
    unsigned char known[FT_MAX_VARS];
    struct ft_err err = {0};
    char why[256];

    MUST(ft_family_bind(config, problem, device, vars, known, &err));
    vars[FT_VAR_B_REGS] = 100;
    vars[FT_VAR_B_CTAS_PER_SM] = 2;
    if (ft_program_parse(text, &program, why, sizeof why) < 0)
        fail_msg("%s in\n%s", why, text);
    if (ft_program_eval(&program, vars, &launch, why, sizeof why) < 0)
        fail_msg("%s in\n%s", why, text);
    assert_int_equal(program.args_bytes, 560);
    ft_program_free(&program);
}

static void check_contract(const struct contract *c)
{
    char path[128];
    struct ft_buf text = FT_BUF_INIT, header = FT_BUF_INIT, program = FT_BUF_INIT,
                  again = FT_BUF_INIT;
    struct ft_err err = {0};
    struct ft_problem problem = must_problem(c->problem);
    struct ft_device device = must_device(c->arch);
    struct ft_space space;
    char why[256] = "";

    snprintf(path, sizeof path, "tests/data/contracts/%s.yaml", c->file);
    MUST(ft_fs_read(path, &text, &err));
    struct ft_family *f = ft_family_parse(path, text.data, text.len, &err);
    if (!f)
        fail_msg("%s (%s)", err.text, err.hint);
    assert_string_equal(f->name, c->file);
    if (!ft_family_supports(f, &problem, &device, why, sizeof why))
        fail_msg("%s: %s", c->file, why);
    MUST(ft_space_enumerate(f, NULL, &problem, &device, &space, &err));
    assert_true(space.n > 0);
    for (size_t i = 0; i < space.n; i++) { /* every config has a header and a program */
        ft_buf_clear(&header);
        ft_buf_clear(&program);
        MUST(ft_config_header(&space.configs[i], &problem, &device, &header, &err));
        MUST(ft_config_program(&space.configs[i], &problem, &device, 560, &program, &err));
        check_program(ft_buf_str(&program), &space.configs[i], &problem, &device);
    }
    struct ft_config config;
    ft_config_default(f, &config);
    ft_buf_clear(&header);
    ft_buf_clear(&program);
    MUST(ft_config_header(&config, &problem, &device, &header, &err));
    MUST(ft_config_header(&config, &problem, &device, &again, &err));
    MUST(ft_config_program(&config, &problem, &device, 560, &program, &err));
    assert_string_equal(ft_buf_str(&header), ft_buf_str(&again));
    if (!strstr(ft_buf_str(&header), c->in_header) || !strstr(ft_buf_str(&program), c->in_program))
        fail_msg("%s: %s%s", c->file, ft_buf_str(&header), ft_buf_str(&program));
    ft_space_free(&space);
    ft_family_free(f);
    ft_buf_free(&text);
    ft_buf_free(&header);
    ft_buf_free(&program);
    ft_buf_free(&again);
}

static void test_contracts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof contracts / sizeof *contracts; i++)
        check_contract(&contracts[i]);
}

/* ---- headers ---- */

static const char toy[] =
    HEAD "specialise: [dtype, head_dim]\n"
         "params:\n"
         "  Bc: {values: [16, 32], default: 32, help: x}\n"
         "  load: {values: [copy, direct, paged], default: direct, help: x}\n"
         "  twice: {values: [false, true], default: true, help: x}\n"
         "  splits: {values: [auto, 1, 2], default: auto, at: launch, help: x}\n"
         "derived:\n"
         "  bytes: \"Bc * p.head_dim * (twice ? 2 : 1)\"\n"
         "  rows: p.batch * 4\n"
         "  n_splits: \"splits == auto ? b.ctas_per_sm : splits\"\n"
         "  negative: -Bc\n"
         "pass: [n_splits]\n"
         "kernels:\n  - {entry: k, grid: [n_splits, rows], block: [Bc]}\n";

static void test_header(void **state)
{
    struct ft_family *f = must_parse(toy);
    struct ft_problem p = must_problem(DECODE_KEY), other = must_problem(DECODE_KEY ",batch=7"),
                      wide;
    struct ft_device d = must_device("sm_90a");
    struct ft_config config;
    struct ft_buf a = FT_BUF_INIT, b = FT_BUF_INIT;
    struct ft_err err = {0};

    (void)state;
    ft_config_default(f, &config);
    MUST(ft_config_header(&config, &p, &d, &a, &err));
    static const char *const lines[] = {
        "FT_BC 32\n",           "FT_BYTES 8192\n",   "FT_DTYPE (-1017)\n",
        "FT_BF16 (-1017)\n",    "FT_HEAD_DIM 128\n", "FT_NEGATIVE (-32)\n",
        "FT_PASS_N_SPLITS 0\n", "FT_TWICE 1\n",      "FT_LOAD_PAGED (-1051)\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        if (!strstr(ft_buf_str(&a), lines[i]))
            fail_msg("no '%s' in\n%s", lines[i], ft_buf_str(&a));
    }
    assert_null(strstr(ft_buf_str(&a), "FT_ROWS"));
    assert_null(strstr(ft_buf_str(&a), "FT_SPLITS "));
    assert_null(strstr(ft_buf_str(&a), "FT_N_SPLITS"));
    /* sorted by bytes */
    const char *line = strchr(ft_buf_str(&a), '\n') + 1;
    for (const char *next; (next = strchr(line, '\n')) && next[1]; line = next + 1)
        assert_true(strncmp(line, next + 1, strcspn(line, " (") + 60) < 0 ||
                    strcmp(line, next + 1) < 0);
    /* neither launch-time parameters nor unspecialised fields matter */
    config.values[3] = 2;
    MUST(ft_config_header(&config, &other, &d, &b, &err));
    assert_string_equal(ft_buf_str(&a), ft_buf_str(&b));
    /* a field whose default is a specialised one is specialised with it */
    ft_buf_clear(&b);
    wide = must_problem(DECODE_KEY ",head_dim_v=64");
    MUST(ft_config_header(&config, &wide, &d, &b, &err));
    assert_non_null(strstr(ft_buf_str(&b), "FT_HEAD_DIM_V 64\n"));
    ft_buf_free(&a);
    ft_buf_free(&b);
    ft_family_free(f);
}

static void test_build_key(void **state)
{
    struct ft_family *f = must_parse(toy);
    struct ft_problem p = must_problem(DECODE_KEY), longer = must_problem(DECODE_KEY ",batch=7");
    struct ft_device d = must_device("sm_90a"), d80 = must_device("sm_80");
    struct ft_build a, b;
    struct ft_config config;
    struct ft_err err = {0};

    (void)state;
    ft_config_default(f, &config);
    MUST(ft_build_init(&a, &config, &p, &d, "13.0", &err));
    config.values[3] = 2; /* launch time */
    MUST(ft_build_init(&b, &config, &longer, &d, "13.0", &err));
    assert_string_equal(a.key, b.key);
    assert_int_equal(b.config.values[3], a.config.values[3]);
    ft_build_fini(&b);
    MUST(ft_build_init(&b, &config, &p, &d, "12.9", &err));
    assert_string_not_equal(a.key, b.key);
    ft_build_fini(&b);
    MUST(ft_build_init(&b, &config, &p, &d80, "13.0", &err));
    assert_string_not_equal(a.key, b.key);
    ft_build_fini(&b);
    config.values[0] = 16; /* build time */
    MUST(ft_build_init(&b, &config, &p, &d, "13.0", &err));
    assert_string_not_equal(a.key, b.key);
    ft_build_fini(&b);
    ft_build_fini(&a);
    ft_family_free(f);
}

/* ---- names, phases, binding ---- */

static void test_names(void **state)
{
    struct ft_family *f = must_parse(toy);
    int64_t seen[64];
    size_t n = 0;

    (void)state;
    /* two names never share a value, and none is a number that a parameter may have */
    for (size_t i = 0; i < f->n_params; i++) {
        for (size_t k = 0; k < f->params[i].n_values; k++) {
            const struct ft_value *v = &f->params[i].values[k];
            if (!v->name || strcmp(v->name, "true") == 0 || strcmp(v->name, "false") == 0)
                continue;
            assert_true(v->v < FT_NAME_VALUE_BASE);
            for (size_t s = 0; s < n; s++)
                assert_int_not_equal(seen[s], v->v);
            seen[n++] = v->v;
        }
    }
    assert_int_equal(n, 4);
    ft_family_free(f);
}

static void test_phases(void **state)
{
    struct ft_family *f = must_parse(toy);

    (void)state;
    assert_int_equal(f->derived[0].phase, FT_PHASE_BUILD);
    assert_int_equal(f->derived[1].phase, FT_PHASE_PROBLEM);
    assert_int_equal(f->derived[2].phase, FT_PHASE_LAUNCH);
    assert_int_equal(f->is_deterministic, 1);
    ft_family_free(f);
}

static void test_bind(void **state)
{
    struct ft_family *f = must_parse(toy);
    struct ft_problem p = must_problem(DECODE_KEY ",batch=3");
    struct ft_device d = must_device("sm_90a");
    struct ft_config config;
    int64_t vars[FT_MAX_VARS];
    unsigned char known[FT_MAX_VARS];
    struct ft_err err = {0};

    (void)state;
    ft_config_default(f, &config);
    MUST(ft_family_bind(&config, &p, &d, vars, known, &err));
    assert_true(known[f->derived[1].slot]);
    assert_int_equal(vars[f->derived[1].slot], 12);
    assert_false(known[f->derived[2].slot]);
    assert_false(known[FT_VAR_B_REGS]);
    assert_int_equal(vars[FT_VAR_D_SMS], 132);
    MUST(ft_family_bind(&config, NULL, NULL, vars, known, &err)); /* parameters alone */
    assert_false(known[f->derived[0].slot]);
    assert_int_equal(vars[f->derived[3].slot], -32);
    ft_family_free(f);
}

static void test_program_folds_and_inlines(void **state)
{
    struct ft_family *f = must_parse(toy);
    struct ft_problem p = must_problem(DECODE_KEY);
    struct ft_device d = must_device("sm_90a");
    struct ft_config config;
    struct ft_buf program = FT_BUF_INIT;
    struct ft_err err = {0};

    (void)state;
    MUST(ft_config_parse(f, "splits=2,Bc=16", &config, &err));
    MUST(ft_config_program(&config, &p, &d, 560, &program, &err));
    assert_string_equal(ft_buf_str(&program),
                        "args 560\npass 2\nkernel k when=1 grid=2,p.batch 4 *,1 block=16,1,1 "
                        "cluster=1,1,1 smem=0 pdl=0\n");
    ft_buf_clear(&program);
    MUST(ft_config_parse(f, "", &config, &err));
    MUST(ft_config_program(&config, &p, &d, 560, &program, &err));
    assert_non_null(strstr(ft_buf_str(&program), "pass b.ctas_per_sm\n"));
    ft_buf_free(&program);
    ft_family_free(f);
}

static void test_config_round_trip(void **state)
{
    struct ft_family *f = must_parse(toy);
    struct ft_space space;
    struct ft_problem p = must_problem(DECODE_KEY);
    struct ft_device d = must_device("sm_90a");
    struct ft_buf text = FT_BUF_INIT;
    struct ft_config back;
    struct ft_err err = {0};

    (void)state;
    MUST(ft_space_enumerate(f, NULL, &p, &d, &space, &err));
    assert_int_equal(space.n, 2 * 3 * 2 * 3);
    for (size_t i = 0; i < space.n; i++) {
        ft_buf_clear(&text);
        ft_config_format(&space.configs[i], 0, &text);
        MUST(ft_config_parse(f, ft_buf_str(&text), &back, &err));
        assert_memory_equal(&back, &space.configs[i], sizeof back);
    }
    ft_buf_clear(&text);
    ft_config_format(&space.configs[0], 0, &text);
    assert_string_equal(ft_buf_str(&text), "Bc=16,load=copy,twice=false,splits=auto");
    ft_buf_clear(&text);
    ft_config_format(&space.configs[0], 1, &text);
    assert_string_equal(ft_buf_str(&text), "Bc=16,load=copy,twice=false");
    static const char *const wrong[] = {"Bd=16", "Bc",      "Bc=17", "Bc=16,Bc=16", "Bc=16,",
                                        ",",     "load=16", "=",     "Bc=16 "};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_int_equal(ft_config_parse(f, wrong[i], &back, NULL), -1);
    ft_space_free(&space);
    ft_buf_free(&text);
    ft_family_free(f);
}

static void test_supports(void **state)
{
    struct ft_family *f =
        must_parse(HEAD "arch: {only: [sm_90a, sm_100a]}\n"
                        "supports:\n"
                        "  - {require: \"p.kv == paged\", why: \"paged only\"}\n"
                        "  - {require: \"64 % (p.page_size - 16) == 0\", why: \"odd\"}\n" KERNELS);
    struct ft_problem p = must_problem(DECODE_KEY),
                      paged = must_problem(DECODE_KEY ",kv=paged,page_size=32"),
                      bad = must_problem(DECODE_KEY ",kv=paged,page_size=16");
    struct ft_device d90 = must_device("sm_90"), d80 = must_device("sm_80");
    char why[256];

    (void)state;
    assert_true(ft_family_supports(f, &paged, &d90, why, sizeof why));
    assert_true(ft_family_supports(f, &paged, NULL, why, sizeof why));
    assert_false(ft_family_supports(f, &p, &d90, why, sizeof why));
    assert_string_equal(why, "paged only");
    assert_false(ft_family_supports(f, &paged, &d80, why, sizeof why));
    assert_string_equal(why, "it is only for sm_90a sm_100a");
    assert_false(ft_family_supports(f, &bad, &d90, why, sizeof why));
    assert_non_null(strstr(why, "division by zero"));
    ft_family_free(f);
}

/* ---- signatures ---- */

static void copy_file(const char *from, const char *dir, const char *name, const char *more)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_err err = {0};
    char *to = ft_fs_join(dir, name);

    MUST(ft_fs_read(from, &text, &err));
    ft_buf_puts(&text, more);
    MUST(ft_fs_write_atomic(to, ft_buf_str(&text), text.len, &err));
    ft_buf_free(&text);
    free(to);
}

/* A copy of the toy family below ROOT; its signature. */
static void signature_of_copy(const char *root, const char *more_abi, const char *more_yaml,
                              char out[65])
{
    struct ft_err err = {0};
    char *dir = ft_fs_join(root, "toy"), *common = ft_fs_join(root, "common");

    MUST(ft_fs_mkdirs(dir, &err));
    MUST(ft_fs_mkdirs(common, &err));
    copy_file("tests/data/good/families/toy/family.yaml", dir, "family.yaml", more_yaml);
    copy_file("tests/data/good/families/toy/kernel.cu", dir, "kernel.cu", "");
    copy_file("tests/data/good/families/toy/helper.cuh", dir, "helper.cuh", "");
    copy_file("kernel_templates/common/ft_abi.h", common, "ft_abi.h", more_abi);
    struct ft_family *f = ft_family_load(dir, &err);
    if (!f)
        fail_msg("%s", err.text);
    assert_int_equal(f->n_include_paths, 3);
    assert_non_null(strstr(f->include_paths[0], "toy/kernel.cu"));
    strcpy(out, f->signature);
    ft_family_free(f);
    free(dir);
    free(common);
}

static void test_signature(void **state)
{
    char root[] = "/tmp/ft-family-XXXXXX", command[64], a[65], b[65];

    (void)state;
    assert_non_null(mkdtemp(root));
    char *one = ft_fs_join(root, "one"), *two = ft_fs_join(root, "two");
    signature_of_copy(one, "", "", a);
    signature_of_copy(two, "", "", b);
    assert_string_equal(a, b); /* where it lies does not matter */
    signature_of_copy(two, "// changed\n", "", b);
    assert_string_not_equal(a, b); /* an include of an include does */
    signature_of_copy(two, "", "# changed\n", b);
    assert_string_not_equal(a, b);
    free(one);
    free(two);
    snprintf(command, sizeof command, "rm -r %s", root);
    assert_int_equal(system(command), 0);
}

static void test_families_load(void **state)
{
    const char *const dirs[] = {"tests/data/good/families", "tests/data/good/families/"};
    struct ft_families families;
    struct ft_err err = {0};

    (void)state;
    MUST(ft_families_load(dirs, 1, &families, &err));
    assert_non_null(ft_families_find(&families, "toy"));
    assert_null(ft_families_find(&families, "none"));
    ft_families_free(&families);
    assert_int_equal(ft_families_load(dirs, 2, &families, &err), -1);
    assert_non_null(strstr(err.text, "two families are named 'toy'"));
    ft_err_clear(&err);
    const char *const no_families[] = {"tests/data/contracts"};
    assert_int_equal(ft_families_load(no_families, 1, &families, &err), -1);
    assert_non_null(strstr(err.text, "no family in"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contracts),
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_build_key),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_phases),
        cmocka_unit_test(test_bind),
        cmocka_unit_test(test_program_folds_and_inlines),
        cmocka_unit_test(test_config_round_trip),
        cmocka_unit_test(test_supports),
        cmocka_unit_test(test_signature),
        cmocka_unit_test(test_families_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
