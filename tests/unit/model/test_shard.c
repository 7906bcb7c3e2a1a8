/* test_shard.c -- parts of an experiment: disjoint, complete, balanced, independent of order */
#include "model_util.h"
#include <stdio.h>
#include <unistd.h>
#include "model/shard.h"

#define MAX_PROBLEMS 256

static struct ft_families load_families(void)
{
    const char *dir = "kernel_templates";
    struct ft_families families;
    struct ft_err err = {0};
    MUST(ft_families_load(&dir, 1, &families, &err));
    return families;
}

static struct ft_experiment *load(const char *name, const struct ft_families *families)
{
    struct ft_err err = {0};
    struct ft_experiment *e = ft_experiment_load(name, families, &err);
    if (!e)
        fail_msg("%s", err.text);
    assert_true(e->n_problems <= MAX_PROBLEMS);
    return e;
}

static void select_shard(int i, int n, const struct ft_experiment *e, const char *glob,
                         unsigned char *out)
{
    struct ft_shard shard = {i, n};
    struct ft_err err = {0};
    MUST(ft_shard_select(&shard, e, glob, NULL, 0, out, &err));
}

static void test_parse(void **state)
{
    static const char *const bad[] = {"",
                                      "2",
                                      "0/4",
                                      "5/4",
                                      "1/0",
                                      "-1/4",
                                      "1/-4",
                                      "a/4",
                                      "1/4x",
                                      "1/",
                                      "/4",
                                      " 1/4",
                                      "1 /4",
                                      "+1/4",
                                      "1/+4",
                                      "1//4",
                                      "1/99999999999999999999"};
    struct ft_shard shard;
    struct ft_err err = {0};
    (void)state;
    MUST(ft_shard_parse("2/4", &shard, &err));
    assert_true(shard.i == 2 && shard.n == 4);
    MUST(ft_shard_parse("1/1", &shard, &err));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct ft_err why = {0};
        if (ft_shard_parse(bad[i], &shard, &why) == 0)
            fail_msg("'%s' is taken for a shard", bad[i]);
        assert_int_equal(why.code, FT_ERR_USAGE);
        assert_non_null(strstr(why.hint, "--shard 2/4"));
    }
}

static void test_disjoint_and_complete(void **state)
{
    static const char *const globs[] = {NULL, "*prefill*", "qwen3-8b*"};
    struct ft_families families = load_families();
    struct ft_experiment *e = load("configs/qwen3.yaml", &families);
    (void)state;
    for (size_t g = 0; g < 3; g++)
        for (int n = 1; n <= 130; n = n < 9 ? n + 1 : n * 3) {
            int taken[MAX_PROBLEMS] = {0};
            for (int i = 1; i <= n; i++) {
                unsigned char selected[MAX_PROBLEMS];
                select_shard(i, n, e, globs[g], selected);
                for (size_t k = 0; k < e->n_problems; k++)
                    taken[k] += selected[k];
            }
            for (size_t k = 0; k < e->n_problems; k++)
                if (taken[k] != (!globs[g] || ft_problem_matches(&e->problems[k], globs[g])))
                    fail_msg("%s is in %d of %d shards", e->problems[k].names[0], taken[k], n);
        }
    ft_experiment_free(e);
    ft_families_free(&families);
}

/* Decode problems are alike, so that their number says how long a shard is. */
static void test_balanced(void **state)
{
    struct ft_families families = load_families();
    struct ft_experiment *e = load("configs/qwen3.yaml", &families);
    size_t n_decode = 0, n_ratios = 0;
    (void)state;
    for (size_t k = 0; k < e->n_problems; k++)
        n_decode += ft_problem_matches(&e->problems[k], "*-decode-*");
    for (int i = 1; i <= 4; i++) {
        unsigned char selected[MAX_PROBLEMS];
        size_t n = 0;
        unsigned ratios = 0; /* query heads a KV head: builds are specialised on it */
        select_shard(i, 4, e, "*-decode-*", selected);
        for (size_t k = 0; k < e->n_problems; k++)
            if (selected[k]) {
                const fatune_problem *f = &e->problems[k].problem.f;
                ratios |= 1u << (f->q_heads / f->kv_heads);
                n++;
            }
        if (n * 4 < n_decode * 6 / 10 || n * 4 > n_decode * 15 / 10)
            fail_msg("shard %d/4 has %zu of %zu problems", i, n, n_decode);
        n_ratios += (size_t)__builtin_popcount(ratios);
    }
    /* Five ratios, contiguous and paged: dealt out one by one, each of four shards would have all.
     */
    assert_true(n_ratios <= 12);
    ft_experiment_free(e);
    ft_families_free(&families);
}

static struct ft_experiment *load_text(const char *text, const struct ft_families *families)
{
    char path[] = "/tmp/ft-shard-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    struct ft_experiment *e = load(path, families);
    remove(path);
    return e;
}

static void test_order_of_the_file(void **state)
{
#define PROBLEM(batch, seqlen_kv)                                                                  \
    "  - {name: \"b" #batch "-s" #seqlen_kv "\", dtype: bf16, head_dim: 128, q_heads: 32, "        \
    "kv_heads: 8, seqlen_q: 1, batch: " #batch ", seqlen_kv: " #seqlen_kv "}\n"
    struct ft_families families = load_families();
    struct ft_experiment *a = load_text("problems:\n" PROBLEM(1, 1024) PROBLEM(2, 1024)
                                            PROBLEM(4, 2048) PROBLEM(8, 2048) PROBLEM(16, 4096),
                                        &families);
    struct ft_experiment *b = load_text("problems:\n" PROBLEM(16, 4096) PROBLEM(4, 2048)
                                            PROBLEM(1, 1024) PROBLEM(8, 2048) PROBLEM(2, 1024),
                                        &families);
    (void)state;
    for (int i = 1; i <= 3; i++) {
        unsigned char in_a[MAX_PROBLEMS], in_b[MAX_PROBLEMS];
        select_shard(i, 3, a, NULL, in_a);
        select_shard(i, 3, b, NULL, in_b);
        for (size_t k = 0; k < a->n_problems; k++)
            for (size_t l = 0; l < b->n_problems; l++)
                if (strcmp(a->problems[k].key, b->problems[l].key) == 0)
                    assert_int_equal(in_a[k], in_b[l]);
    }
    ft_experiment_free(a);
    ft_experiment_free(b);
    ft_families_free(&families);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parse),
        cmocka_unit_test(test_disjoint_and_complete),
        cmocka_unit_test(test_balanced),
        cmocka_unit_test(test_order_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
