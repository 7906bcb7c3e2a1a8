/* test_experiment.c -- config files: products, names, merging, narrowing, defaults, and the configs
 * that the tree ships */
#include "model_util.h"
#include <stdio.h>
#include <unistd.h>
#include "model/rigor.h"
#include "model/space.h"

static struct ft_families load_families(const char *dir)
{
    struct ft_families families;
    struct ft_err err = {0};

    MUST(ft_families_load(&dir, 1, &families, &err));
    return families;
}

/* An experiment from text, by way of a file. */
static struct ft_experiment *load_text(const char *text, const struct ft_families *families,
                                       struct ft_err *err)
{
    char path[] = "/tmp/ft-experiment-XXXXXX";
    int fd = mkstemp(path);

    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    struct ft_experiment *e = ft_experiment_load(path, families, err);
    remove(path);
    return e;
}

#define TOY "tests/data/good/families"

static void test_products_and_names(void **state)
{
    struct ft_families families = load_families(TOY);
    struct ft_err err = {0};
    struct ft_experiment *e = load_text("problems:\n"
                                        "  - name: \"{model}-{batch}x{seqlen_kv}-{dtype}\"\n"
                                        "    dtype: bf16\n"
                                        "    head_dim: 64\n"
                                        "    seqlen_q: 1\n"
                                        "    batch: 2\n"
                                        "    models:\n"
                                        "      m1: {q_heads: 32, kv_heads: 8}\n"
                                        "      m2: {q_heads: 16, kv_heads: 8, head_dim: 128}\n"
                                        "      m3: {q_heads: 32, kv_heads: 8}\n"
                                        "    shapes:\n"
                                        "      - {seqlen_kv: [1000, 4k]}\n"
                                        "      - {seqlen_kv: 128k, batch: [1, 2]}\n",
                                        &families, &err);

    (void)state;
    if (!e)
        fail_msg("%s", err.text);
    assert_int_equal(e->n_problems, 8); /* m3 is m1 by another name */
    assert_string_equal(e->problems[0].names[0], "m1-2x1000-bf16");
    assert_int_equal(e->problems[0].n_names, 2);
    assert_string_equal(e->problems[0].names[1], "m3-2x1000-bf16");
    assert_string_equal(e->problems[1].names[0], "m1-2x4k-bf16");
    assert_string_equal(e->problems[2].names[0],
                        "m1-1x128k-bf16"); /* the shape wins over the entry */
    assert_string_equal(
        e->problems[4].key,
        "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,batch=2,seqlen_q=1,seqlen_kv=1000");
    assert_true(ft_problem_matches(&e->problems[0], "M3-*"));
    assert_true(ft_problem_matches(&e->problems[0], "*head_dim=64*"));
    assert_false(ft_problem_matches(&e->problems[0], "m2*"));
    assert_int_equal(e->n_families, 1);
    ft_experiment_free(e);
    ft_families_free(&families);
}

#define ONE                                                                                        \
    "problems:\n  - {dtype: bf16, head_dim: 128, q_heads: 32, kv_heads: 8, seqlen_q: 1, "          \
    "seqlen_kv: 4k}\n"

static void test_defaults(void **state)
{
    struct ft_families families = load_families(TOY);
    struct ft_err err = {0};
    struct ft_experiment *e = load_text(ONE, &families, &err);

    (void)state;
    if (!e)
        fail_msg("%s", err.text);
    assert_string_equal(e->problems[0].names[0], DECODE_KEY); /* without a name its key */
    assert_null(e->strategy);
    assert_int_equal(e->rigor, FT_RIGOR_AUTO);
    assert_int_equal(e->max_evals, 0);
    assert_int_equal(e->budget_ns, 0);
    assert_int_equal(e->seed, 1);
    assert_int_equal(e->cache, FT_CACHE_COLD);
    assert_int_equal(e->screen_samples, 5);
    assert_int_equal(e->final_samples, 30);
    assert_int_equal(e->finalists, 8);
    assert_int_equal(e->n_seeds, 3);
    assert_int_equal(e->seeds[2], 3);
    ft_experiment_free(e);
    ft_families_free(&families);
}

static void test_settings(void **state)
{
    struct ft_families families = load_families(TOY);
    struct ft_device d = must_device("sm_90a");
    struct ft_err err = {0};
    struct ft_space space;
    struct ft_experiment *e =
        load_text("name: other\n" ONE "families:\n"
                  "  toy:\n"
                  "    params: {Bc: [64, 16], load: copy}\n"
                  "    constraints: [{require: \"splits != 2\", why: x}]\n"
                  "search: {strategy: random, max_evals: 2k, rigor: patient, budget: 10m, seed: 7}\n"
                  "timing: {cache: hot, screen_samples: 3, final_samples: 9, finalists: 2}\n"
                  "validation: {seeds: [5]}\n",
                  &families, &err);

    (void)state;
    if (!e)
        fail_msg("%s", err.text);
    assert_string_equal(e->name, "other");
    assert_string_equal(e->strategy, "random");
    assert_int_equal(e->max_evals, 2048);
    assert_int_equal(e->rigor, FT_RIGOR_PATIENT);
    assert_int_equal(e->budget_ns, (int64_t)600 * 1000000000);
    assert_int_equal(e->seed, 7);
    assert_int_equal(e->cache, FT_CACHE_HOT);
    assert_int_equal(e->finalists, 2);
    assert_int_equal(e->seeds[0], 5);
    MUST(ft_space_enumerate(e->narrowings[0].family, &e->narrowings[0], &e->problems[0].problem, &d,
                            &space, &err));
    assert_int_equal(space.n_product, 2 * 1 * 4);
    assert_int_equal(space.n, 2 * 3);
    assert_int_equal(space.configs[0].values[0], 64); /* in the order of the file */
    ft_space_free(&space);
    ft_experiment_free(e);
    ft_families_free(&families);
}

static void test_check_names_the_constraint(void **state)
{
    struct ft_families families = load_families(TOY);
    struct ft_device d = must_device("sm_90a"), old = {.cc = 75, .arch = "sm_75"};
    struct ft_err err = {0};
    struct ft_experiment *e =
        ft_experiment_load("tests/data/bad/config_contradiction.yaml", &families, &err);

    (void)state;
    if (!e)
        fail_msg("%s", err.text);
    assert_int_equal(ft_experiment_check(e, &d, &err), -1);
    assert_non_null(
        strstr(err.text, "config_contradiction.yaml:7:20: no config of family 'toy' is left"));
    assert_non_null(strstr(err.hint, "removes 8 of 12"));
    ft_err_clear(&err);
    assert_int_equal(ft_experiment_check(e, &old, &err), -1);
    assert_non_null(strstr(err.text, "toy: it needs sm_80 or newer"));
    ft_experiment_free(e);
    ft_families_free(&families);
}

/* The configs of the tree, against the families of the tree. */
static void test_shipped(void **state)
{
    struct ft_families families = load_families("kernel_templates");
    struct ft_device d = must_device("sm_90a");
    struct ft_err err = {0};
    struct ft_experiment *e = ft_experiment_load("configs/qwen3.yaml", &families, &err);

    (void)state;
    if (!e)
        fail_msg("%s", err.text);
    MUST(ft_experiment_check(e, &d, &err));
    assert_in_range(e->n_problems, 100, 120);
    size_t n_names = 0;
    for (size_t i = 0; i < e->n_problems; i++)
        n_names += e->problems[i].n_names;
    /* every model at every size of decode and prefill, and the paged ones */
    assert_int_equal(n_names, 8 * (10 + 7) + 8);
    ft_experiment_free(e);
    e = ft_experiment_load("configs/qwen3-smoke.yaml", &families, &err);
    if (!e)
        fail_msg("%s", err.text);
    MUST(ft_experiment_check(e, &d, &err));
    assert_int_equal(e->n_problems, 3);
    ft_experiment_free(e);
    ft_families_free(&families);
}

static void test_missing_file(void **state)
{
    struct ft_families families = {0};
    struct ft_err err = {0};

    (void)state;
    assert_null(ft_experiment_load("no/such/file", &families, &err));
    assert_string_equal(err.text, "cannot find the config file 'no/such/file'");
    assert_int_equal(err.code, FT_ERR_USAGE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_products_and_names),
        cmocka_unit_test(test_defaults),
        cmocka_unit_test(test_settings),
        cmocka_unit_test(test_check_names_the_constraint),
        cmocka_unit_test(test_shipped),
        cmocka_unit_test(test_missing_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
