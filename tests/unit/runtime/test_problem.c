/* test_problem.c -- keys, normalisation, checks, FLOPs, bytes and generated lengths of problems */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "problem.h"

static struct ft_problem prefill(void)
{
    struct ft_problem p;

    memset(&p, 0, sizeof p);
    p.f = (fatune_problem){.struct_size = sizeof p.f,
                           .head_dim = 128,
                           .head_dim_v = 128,
                           .q_heads = 32,
                           .kv_heads = 8,
                           .batch = 4,
                           .seqlen_q = 512,
                           .seqlen_kv = 1024,
                           .mask = FATUNE_MASK_CAUSAL,
                           .window_left = -1,
                           .window_right = -1};
    return p;
}

static void assert_key(const struct ft_problem *p, const char *wanted)
{
    char key[FT_PROBLEM_KEY_BYTES];

    ft_problem_key(p, key);
    assert_string_equal(key, wanted);
}

static void test_key(void **state)
{
    struct ft_problem p = prefill(), q;
    char key[FT_PROBLEM_KEY_BYTES];

    (void)state;
    assert_key(&p, "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=4,seqlen_q=512,"
                   "seqlen_kv=1024,mask=causal");
    p.f.dtype = FATUNE_FP16;
    p.f.kv_dtype = FATUNE_E4M3;
    p.f.o_dtype = FATUNE_FP16;
    p.f.head_dim_v = 64;
    p.f.batch = 1;
    p.f.kv = FATUNE_KV_PAGED;
    p.f.page_size = 16;
    p.f.want_lse = 7;
    assert_key(&p, "dtype=fp16,kv_dtype=e4m3,head_dim=128,head_dim_v=64,q_heads=32,kv_heads=8,"
                   "seqlen_q=512,seqlen_kv=1024,mask=causal,kv=paged,page_size=16,want_lse=1");
    p.f.batch = 8;
    p.lengths = FT_LENGTHS_ZIPF;
    p.lengths_seed = 1LL << 40;
    ft_problem_key(&p, key);
    assert_int_equal(ft_problem_parse_key(key, &q), 0);
    assert_int_equal(q.lengths_seed, 1LL << 40);
    assert_key(&q, key);
    assert_int_equal(
        ft_problem_parse_key(
            "op=fwd,dtype=bf16,head_dim=64,q_heads=1,kv_heads=1,seqlen_q=1,seqlen_kv=5", &q),
        0);
    assert_int_equal(q.f.batch, 1);
    assert_int_equal(q.f.kv_dtype, FATUNE_BF16);
    assert_int_equal(q.f.head_dim_v, 64);
    assert_int_equal(q.f.window_left, -1);
}

static void test_longest_key_fits(void **state)
{
    struct ft_problem p = prefill();
    char key[FT_PROBLEM_KEY_BYTES];

    (void)state;
    p.f.kv_dtype = p.f.o_dtype = 99; /* written as numbers */
    for (int32_t *v = &p.f.head_dim; v <= &p.f.seqlen_kv; v++)
        *v = INT32_MIN;
    p.f.window_left = p.f.window_right = p.f.page_size = INT32_MIN;
    p.f.kv = FATUNE_KV_PAGED;
    p.f.want_lse = p.f.batch_invariant = 1;
    p.lengths = FT_LENGTHS_ONE_LONG;
    p.lengths_seed = INT64_MIN;
    ft_problem_key(&p, key);
    assert_in_range(strlen(key), 200, FT_PROBLEM_KEY_BYTES - 64);
}

static void test_bad_keys(void **state)
{
    static const char base[] = "dtype=bf16,head_dim=64,q_heads=4,kv_heads=2,seqlen_q=1,seqlen_kv=5";
    static const char *const more[] = {
        ",",
        ",x=1",
        ",batch",
        ",batch=",
        ",batch=1x",
        ",batch= 1",
        ",batch=+1",
        ",batch=0",
        ",batch=-3",
        ",batch=99999999999",
        ",mask=full",
        ",dtype=bf16",
        ",want_lse=2",
        ",kv=paged",
        ",op=FWD",
        ",lengths=1",
        ",lengths_seed=99999999999999999999",
        ",q_heads=4",
        ",o_dtype=bf16,,",
    };
    char key[256];
    struct ft_problem p;

    (void)state;
    assert_int_equal(ft_problem_parse_key(base, &p), 0);
    for (size_t i = 0; i < sizeof more / sizeof more[0]; i++) {
        snprintf(key, sizeof key, "%s%s", base, more[i]);
        if (ft_problem_parse_key(key, &p) == 0)
            fail_msg("'%s' parses", key);
    }
    assert_int_equal(ft_problem_parse_key("", &p), -1);
    assert_int_equal(ft_problem_parse_key("dtype=bf16", &p), -1);
    for (size_t n = 0; n < strlen(base);
         n++) { /* every cut: an error or another problem, no crash */
        memcpy(key, base, n);
        key[n] = 0;
        (void)ft_problem_parse_key(key, &p);
    }
}

static void test_normalise(void **state)
{
    struct ft_problem p = prefill(), causal = prefill();
    char key[FT_PROBLEM_KEY_BYTES];

    (void)state;
    ft_problem_key(&causal, key);
    p.f.mask = FATUNE_MASK_NONE;
    p.f.window_right = 0;
    assert_key(&p, key);
    p.f.mask = FATUNE_MASK_CAUSAL;
    p.f.window_right = 100;
    p.f.window_left = 1023;
    p.f.page_size = 64;
    p.lengths_seed = 5;
    assert_key(&p, key);

    p.f.seqlen_q = 1;
    p.f.window_right = -1;
    ft_problem_normalise(&p);
    assert_int_equal(p.f.mask, FATUNE_MASK_NONE);
    p = prefill();
    p.f.batch = 1;
    p.lengths = FT_LENGTHS_ZIPF;
    p.f.op = FATUNE_OP_BWD;
    p.f.want_lse = 1;
    ft_problem_normalise(&p);
    assert_int_equal(p.lengths, FT_LENGTHS_EQUAL);
    assert_int_equal(p.f.want_lse, 0);
    p = prefill();
    p.f.window_left = 100;
    ft_problem_normalise(&p);
    assert_int_equal(p.f.window_left, 100);
}

static void test_check(void **state)
{
    struct ft_problem p = prefill();
    char why[128] = "";

    (void)state;
    assert_int_equal(ft_problem_check(&p, why, sizeof why), 0);
    p.f.q_heads = 30;
    assert_int_equal(ft_problem_check(&p, why, sizeof why), -1);
    assert_string_equal(why, "q_heads (30) is no multiple of kv_heads (8)");
    p = prefill();
    p.f.kv_heads = 0;
    assert_int_equal(ft_problem_check(&p, why, sizeof why), -1);
    p = prefill();
    p.f.window_left = -2;
    assert_int_equal(ft_problem_check(&p, why, sizeof why), -1);
    p = prefill();
    p.f.o_dtype = 17;
    assert_int_equal(ft_problem_check(&p, why, sizeof why), -1);
    assert_string_equal(why, "o_dtype (17) is no known value");
    p = prefill();
    p.f.kv = FATUNE_KV_PAGED;
    assert_int_equal(ft_problem_check(&p, why, sizeof why), -1);
}

/* Visible pairs and keys by the definition. */
static void count_visible(const fatune_problem *f, int len_kv, double *pairs, int *keys)
{
    *keys = 0;
    for (int j = 0; j < len_kv; j++) {
        int seen = 0;
        for (int i = 0; i < f->seqlen_q; i++) {
            int diagonal = i + len_kv - f->seqlen_q;
            int visible = (f->mask != FATUNE_MASK_CAUSAL || j <= diagonal) &&
                          (f->window_left < 0 || j >= diagonal - f->window_left) &&
                          (f->window_right < 0 || j <= diagonal + f->window_right);
            *pairs += visible;
            seen |= visible;
        }
        *keys += seen;
    }
}

static void test_sizes(void **state)
{
    static const int windows[][2] = {{-1, -1}, {0, -1}, {5, -1}, {-1, 3}, {7, 2}, {40, 40}};
    const int32_t lengths[3] = {37, 1, 12};

    (void)state;
    for (size_t w = 0; w < sizeof windows / sizeof windows[0]; w++) {
        for (int mask = 0; mask < 2; mask++) {
            for (int seqlen_q = 1; seqlen_q < 50; seqlen_q += 16) {
                struct ft_problem p = prefill();
                double pairs = 0, pages = 0, keys_sum = 0;
                p.f.batch = 3;
                p.f.seqlen_q = seqlen_q;
                p.f.seqlen_kv = 37;
                p.f.mask = mask;
                p.f.window_left = windows[w][0];
                p.f.window_right = windows[w][1];
                p.f.head_dim_v = 64;
                p.f.kv = FATUNE_KV_PAGED;
                p.f.page_size = 8;
                p.f.want_lse = 1;
                for (int b = 0; b < 3; b++) {
                    int keys;
                    count_visible(&p.f, lengths[b], &pairs, &keys);
                    keys_sum += keys;
                    pages += (keys + 7) / 8;
                }
                double rows = 3.0 * seqlen_q * 32;
                double wanted =
                    rows * (128 + 64) * 2 + keys_sum * 8 * (128 + 64) * 2 + 4 * rows + 4 * pages;
                assert_true(ft_problem_flops(&p, lengths) == 2.0 * 32 * pairs * (128 + 64));
                assert_true(ft_problem_min_bytes(&p, lengths) == wanted);
            }
        }
    }
    struct ft_problem p = prefill();
    p.f.mask = FATUNE_MASK_NONE;
    double forward = 4.0 * 4 * 32 * 512 * 1024 * 128;
    assert_true(ft_problem_flops(&p, NULL) == forward);
    p.f.op = FATUNE_OP_BWD;
    assert_true(ft_problem_flops(&p, NULL) == 2.5 * forward);
    double q = 4.0 * 512 * 32 * 128 * 2, k = 4.0 * 1024 * 8 * 128 * 2, lse = 4.0 * 4 * 512 * 32;
    assert_true(ft_problem_min_bytes(&p, NULL) == 4 * q + 4 * k + lse);
}

static void test_lengths(void **state)
{
    int32_t a[100], b[100];

    (void)state;
    for (int kind = 0; ft_lengths_name(kind); kind++) {
        for (int seed = 0; seed < 20; seed++) {
            struct ft_problem p = prefill();
            int n_full = 0, differs = 0;
            p.f.batch = 100;
            p.f.seqlen_kv = seed % 2 ? 3 : 4096;
            p.lengths = kind;
            p.lengths_seed = seed;
            ft_problem_lengths(&p, a);
            ft_problem_lengths(&p, b);
            assert_memory_equal(a, b, sizeof a);
            for (int i = 0; i < 100; i++) {
                assert_in_range(a[i], 1, p.f.seqlen_kv);
                n_full += a[i] == p.f.seqlen_kv;
                differs += a[i] != p.f.seqlen_kv;
            }
            assert_true(n_full >= 1);
            assert_true(kind == FT_LENGTHS_EQUAL ? differs == 0 : differs > 10);
            p.lengths_seed = seed + 1000;
            ft_problem_lengths(&p, b);
            assert_true((memcmp(a, b, sizeof a) == 0) == (kind == FT_LENGTHS_EQUAL));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_key),      cmocka_unit_test(test_longest_key_fits),
        cmocka_unit_test(test_bad_keys), cmocka_unit_test(test_normalise),
        cmocka_unit_test(test_check),    cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
