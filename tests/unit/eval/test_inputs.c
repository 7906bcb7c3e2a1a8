/* The data generator, number formats, layouts, block tables, sampled rows, and the adversarial set.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/mem.h"
#include "eval/cases.h"
#include "eval/inputs.h"

static void generator_is_what_is_documented(void **state)
{
    (void)state;
    const uint64_t g = 0x9e3779b97f4a7c15ull;
    assert_true(ft_mix64(g) == 0xe220a8397b1dcdafull); /* splitmix64's first output for seed 0 */
    assert_true(ft_mix64(2 * g) == 0x6e789e6aa1b965f4ull);
    const uint64_t out[2] = {0xe220a8397b1dcdafull, 0x6e789e6aa1b965f4ull};
    int sum = 0;
    for (int k = 0; k < 8; k++)
        sum += (int)(out[k / 4] >> (16 * (k % 4)) & 0xffff);
    assert_true(ft_input_normal(0, 0) == (float)(sum - 262140) * 1.8688124e-05f);
}

static void generator_is_a_standard_normal(void **state)
{
    (void)state;
    const int n = 400000;
    double m1 = 0, m2 = 0, m4 = 0, lag = 0, seeds = 0;
    int within_1 = 0, beyond_2 = 0;
    for (int i = 0; i < n; i++) {
        const double x = ft_input_normal(5, (uint64_t)i);
        m1 += x / n;
        m2 += x * x / n;
        m4 += x * x * x * x / n;
        lag += x * ft_input_normal(5, (uint64_t)i + 1) / n;
        seeds += x * ft_input_normal(6, (uint64_t)i) / n;
        within_1 += fabs(x) < 1;
        beyond_2 += fabs(x) > 2;
    }
    assert_true(fabs(m1) < 0.01 && fabs(m2 - 1) < 0.01 && fabs(lag) < 0.01 && fabs(seeds) < 0.01);
    assert_true(fabs(m4 - 2.85) < 0.05); /* a sum of eight uniforms; a normal has 3 */
    assert_true(fabs(within_1 / (double)n - 0.683) < 0.01 &&
                fabs(beyond_2 / (double)n - 0.0455) < 0.003);
}

static void number_formats_round_to_nearest_even(void **state)
{
    (void)state;
    for (uint32_t h = 0; h < 65536; h++) { /* every value survives the way through fp32 */
        const float b = ft_float_of_bf16((unsigned short)h),
                    f = ft_float_of_fp16((unsigned short)h);
        if (!isnan(b))
            assert_int_equal(ft_bf16_of(b), h);
        if (!isnan(f))
            assert_int_equal(ft_fp16_of(f), h);
        assert_int_equal(isnan(f) != 0, (h & 0x7fff) > 0x7c00);
        if (h > 0 && h < 0x7c00) { /* halfway below it: to the even neighbour; a bit more or less:
                                      to the nearer */
            const float mid = (f + ft_float_of_fp16((unsigned short)(h - 1))) / 2;
            assert_int_equal(ft_fp16_of(mid), h % 2 ? h - 1 : h);
            assert_int_equal(ft_fp16_of(nextafterf(mid, 1e9f)), h);
            assert_int_equal(ft_fp16_of(nextafterf(mid, -1)), h - 1);
        }
        if (h > 0 && h < 0x7f80) {
            const float mid = (float)(((double)b + ft_float_of_bf16((unsigned short)(h - 1))) / 2);
            assert_int_equal(ft_bf16_of(mid), h % 2 ? h - 1 : h);
        }
    }
    assert_true(ft_float_of_fp16(1) == ldexpf(1, -24) && ft_float_of_fp16(0x7bff) == 65504);
    assert_int_equal(ft_fp16_of(65519.9f), 0x7bff);
    assert_int_equal(ft_fp16_of(65520), 0x7c00);
    assert_int_equal(ft_bf16_of(3.4e38f), 0x7f80);
    assert_true(isnan(ft_float_of_fp16(ft_fp16_of(NAN))) &&
                isnan(ft_float_of_bf16(ft_bf16_of(NAN))));
    const uint32_t words[] = {FT_GUARD_WORD, FT_POISON_WORD}; /* NaN in every type */
    for (int dtype = FT_HBF16; dtype <= FT_HFP32; dtype++)
        for (int k = 0; k < 2; k++)
            assert_true(isnan(ft_load_element(&words[k], 0, dtype)));
}

static void problem(struct ft_case *c, int batch, int seqlen_q, int seqlen_kv, int page_size)
{
    memset(c, 0, sizeof *c);
    fatune_problem_init(&c->problem.f, 8, 2, 64, batch, seqlen_kv);
    c->problem.f.seqlen_q = seqlen_q;
    c->problem.f.want_lse = 1;
    c->problem.f.kv = page_size ? FATUNE_KV_PAGED : FATUNE_KV_STRIDED;
    c->problem.f.page_size = page_size;
    c->seed = 11;
    c->q_scale = 1;
}

static void layout_keeps_guards_around_buffers(void **state)
{
    (void)state;
    for (int page = 0; page <= 48; page += 16)
        for (int gap = 0; gap <= 16; gap += 8) {
            struct ft_case c;
            struct ft_layout l;
            problem(&c, 3, 5, 77, page);
            c.row_gap = gap;
            ft_layout_of(&c, &l);
            size_t end = 0;
            for (int r = 0; r < FT_N_REGIONS; r++) {
                if (l.regions[r].bytes == 0)
                    continue;
                assert_true(l.regions[r].offset >= end + (end ? 2 : 1) * FT_GUARD_BYTES);
                assert_int_equal(l.regions[r].offset % 256, 0);
                end = l.regions[r].offset + l.regions[r].bytes;
            }
            assert_true(l.bytes >= end + FT_GUARD_BYTES);
            assert_int_equal(l.regions[FT_REGION_LENGTHS].bytes, 0);
            assert_int_equal(l.regions[FT_REGION_TABLE].bytes > 0, page > 0);
            assert_int_equal(l.o.stride_row, 8 * 64 + gap);
            assert_int_equal(l.k.stride_batch, (page ? page : 77) * (2 * 64 + gap));
            assert_int_equal(l.lse.stride_batch, 8 * 5);
        }
}

static void block_table_is_a_permutation(void **state)
{
    (void)state;
    struct ft_case c;
    struct ft_layout l;
    int32_t lengths[] = {0, 1, 33};
    int used[64] = {0}, n_used = 0, n_garbage = 0;
    problem(&c, 3, 1, 40, 16);
    c.lengths = lengths;
    ft_layout_of(&c, &l);
    int32_t *table = ft_case_block_table(&c, &l);
    assert_true(l.n_pages > 4 && l.table_stride == 4);
    for (int i = 0; i < 3 * 4; i++) {
        if (table[i] == FT_TABLE_GARBAGE) {
            n_garbage++;
            continue;
        }
        assert_true(table[i] >= 0 && table[i] < l.n_pages && !used[table[i]]++);
        n_used++;
    }
    assert_int_equal(n_used, 0 + 1 + 3);
    assert_int_equal(n_garbage, 8);
    free(table);
}

/* The same case has the same values strided and paged; what is unused is NaN, or huge on request.
 */
static void values_do_not_depend_on_the_layout(void **state)
{
    (void)state;
    int32_t lengths[] = {7, 0, 40};
    struct ft_case c[2];
    struct ft_layout l[2];
    struct ft_ref_args args[2];
    char *block[2];
    for (int i = 0; i < 2; i++) {
        problem(&c[i], 3, 1, 40, i ? 16 : 0);
        c[i].lengths = lengths;
        c[i].row_gap = i ? 8 : 0;
        c[i].unused = i ? FT_UNUSED_HUGE : FT_UNUSED_NAN;
        ft_layout_of(&c[i], &l[i]);
        block[i] = ft_malloc(l[i].bytes);
        ft_case_fill_host(&c[i], &l[i], block[i]);
        ft_case_ref_args(&c[i], &l[i], block[i], &args[i]);
    }
    const struct ft_view *k = &args[1].k;
    for (int64_t e = 0; e < 40 * 2 * 64; e++) {
        const int64_t s = e / 128,
                      page = args[1].block_table[2 * args[1].block_table_stride + s / 16];
        const float x = ft_load_element(args[0].k.data, 2 * 40 * 128 + e, FT_HBF16);
        assert_true(x == ft_load_element(k->data,
                                         page * k->stride_batch + s % 16 * k->stride_row + e % 128,
                                         FT_HBF16));
        assert_true(x ==
                    ft_round_to(ft_input_normal(8 * 11 + FT_TAG_K, (uint64_t)(2 * 40 * 128 + e)),
                                FT_HBF16));
    }
    assert_true(isnan(ft_load_element(args[0].v.data, 7 * 128, FT_HBF16)));
    assert_true(isnan(ft_load_element(args[0].k.data, 40 * 128 + 5, FT_HBF16)));
    const int64_t page = args[1].block_table[0];
    assert_true(
        fabsf(ft_load_element(k->data, page * k->stride_batch + 7 * k->stride_row, FT_HBF16) -
              30000) < 200);
    for (int i = 0; i < 2; i++)
        free(block[i]);
}

static void compared_rows(void **state)
{
    (void)state;
    struct ft_case c;
    int64_t *rows;
    problem(&c, 4, 1, 1 << 20, 0); /* decode: always all */
    assert_int_equal(ft_case_rows(&c, &rows), 32);
    assert_null(rows);
    problem(&c, 1, 4096, 4096, 0);
    assert_int_equal(ft_case_rows(&c, &rows), 8 * 64);
    for (int h = 0; h < 8; h++) {
        const int64_t *mine = rows + h * 64;
        int has_edge = 0;
        assert_int_equal(mine[0], h * 4096);
        assert_int_equal(mine[63], h * 4096 + 4095);
        for (int i = 1; i < 64; i++) {
            assert_true(mine[i] > mine[i - 1]);
            has_edge += mine[i] == h * 4096 + 127 || mine[i] == h * 4096 + 128;
        }
        assert_int_equal(has_edge, 2);
    }
    free(rows);
    problem(&c, 1, 65, 1 << 28, 0); /* almost every row is sampled */
    assert_int_equal(ft_case_rows(&c, &rows), 8 * 64);
    free(rows);
}

static void adversarial_set_keeps_the_class(void **state)
{
    (void)state;
    for (int seqlen_q = 1; seqlen_q <= 512; seqlen_q += 511)
        for (int page = 0; page <= 64; page += 64) {
            struct ft_case c;
            struct ft_case_set set;
            const struct ft_variation variation = {
                .n_page_sizes = 2, .page_sizes = {1, 48}, .any_lse = 1};
            int sizes[3] = {0}, with_lse = 0, empty = 0, uneven = 0, gaps = 0;
            problem(&c, 64, seqlen_q, 512, page);
            c.problem.f.dtype = c.problem.f.kv_dtype = c.problem.f.o_dtype = FATUNE_FP16;
            c.problem.f.mask = seqlen_q > 1 ? FATUNE_MASK_CAUSAL : FATUNE_MASK_NONE;
            ft_case_set_make(&c.problem, &variation, 1, &set);
            assert_true(set.n > 12);
            for (size_t i = 0; i < set.n; i++) {
                const fatune_problem *p = &set.cases[i].problem.f;
                char why[256];
                for (size_t k = 0; k < i; k++)
                    assert_true(set.cases[k].seed != set.cases[i].seed &&
                                strcmp(set.cases[k].name, set.cases[i].name) != 0);
                assert_int_equal(ft_problem_check(&set.cases[i].problem, why, sizeof why), 0);
                assert_true(p->dtype == FATUNE_FP16 && p->head_dim == 64 &&
                            p->q_heads == 4 * p->kv_heads);
                assert_int_equal(p->mask, c.problem.f.mask);
                assert_int_equal(p->kv, c.problem.f.kv);
                if (seqlen_q == 1)
                    assert_int_equal(p->seqlen_q, 1);
                sizes[0] += p->page_size == page;
                sizes[1] += p->page_size == 1;
                sizes[2] += p->page_size == 48;
                with_lse += p->want_lse;
                gaps += set.cases[i].row_gap > 0;
                uneven += set.cases[i].lengths != NULL;
                for (int b = 0; set.cases[i].lengths && b < p->batch; b++) {
                    assert_in_range(set.cases[i].lengths[b], 0, p->seqlen_kv);
                    empty += set.cases[i].lengths[b] == 0;
                }
            }
            assert_true(sizes[0] > 2 && with_lse > 2 && with_lse < (int)set.n && uneven > 1 &&
                        gaps > 1);
            if (page)
                assert_true(sizes[1] > 2 && sizes[2] > 2);
            if (seqlen_q == 1)
                assert_true(empty > 4);
            struct ft_layout l;
            ft_layout_of(&set.cases[set.n - 1], &l);
            assert_true(l.regions[FT_REGION_K].bytes / 2 > (size_t)1 << 31);
            ft_case_set_free(&set);
        }
}

/* On a slow device a large case is one sequence and one KV head; small ones keep both. */
static void slow_devices_get_less(void **state)
{
    struct ft_case c;
    struct ft_case_set fast, slow;
    int n_shrunk = 0, n_several = 0;

    (void)state;
    problem(&c, 64, 512, 512, 0);
    ft_case_set_make(&c.problem, &(struct ft_variation){0}, 0, &fast);
    ft_case_set_make(&c.problem, &(struct ft_variation){.is_slow = 1}, 0, &slow);
    assert_int_equal(fast.n, slow.n);
    for (size_t i = 0; i < slow.n; i++) {
        const fatune_problem *p = &slow.cases[i].problem.f, *q = &fast.cases[i].problem.f;
        assert_int_equal(p->q_heads / p->kv_heads, q->q_heads / q->kv_heads);
        assert_true(p->seqlen_q == q->seqlen_q && p->seqlen_kv == q->seqlen_kv);
        n_shrunk += p->batch * p->kv_heads < q->batch * q->kv_heads;
        n_several += p->batch > 1 && p->kv_heads > 1;
    }
    assert_true(n_shrunk > 8 && n_several > 4);
    ft_case_set_free(&fast);
    ft_case_set_free(&slow);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(generator_is_what_is_documented),
        cmocka_unit_test(generator_is_a_standard_normal),
        cmocka_unit_test(number_formats_round_to_nearest_even),
        cmocka_unit_test(layout_keeps_guards_around_buffers),
        cmocka_unit_test(block_table_is_a_permutation),
        cmocka_unit_test(values_do_not_depend_on_the_layout),
        cmocka_unit_test(compared_rows),
        cmocka_unit_test(slow_devices_get_less),
        cmocka_unit_test(adversarial_set_keeps_the_class),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
