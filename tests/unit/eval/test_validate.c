/* Mutation tests of the comparison: each way of being wrong must be caught, and being right within
 * rounding must pass. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "base/mem.h"
#include "eval/inputs.h"
#include "eval/ref.h"
#include "eval/validate.h"

struct fixture {
    struct ft_case c;
    struct ft_layout layout;
    char *block;
    struct ft_ref_args args;
    int64_t n_rows;
    double *ref, *plain, *ref_lse, *plain_lse;
    struct ft_tolerance *tolerances;
    float *o, *lse; /* start as right results in the tensors' type */
    struct ft_compare_in in;
};

static void make(struct fixture *f, int dtype, int seqlen_q, int seqlen_kv, int with_lengths)
{
    memset(f, 0, sizeof *f);
    fatune_problem_init(&f->c.problem.f, 8, 2, 64, 3, seqlen_kv);
    fatune_problem *p = &f->c.problem.f;
    p->dtype = p->kv_dtype = p->o_dtype = dtype;
    p->seqlen_q = seqlen_q;
    p->mask = seqlen_q > 1 ? FATUNE_MASK_CAUSAL : FATUNE_MASK_NONE;
    p->want_lse = 1;
    f->c.seed = 7;
    f->c.q_scale = 1;
    f->c.softmax_scale = ft_problem_softmax_scale(&f->c.problem);
    if (with_lengths) {
        f->c.lengths = ft_malloc(3 * sizeof *f->c.lengths);
        f->c.lengths[0] = 0;
        f->c.lengths[1] = 17;
        f->c.lengths[2] = seqlen_kv;
    }
    ft_layout_of(&f->c, &f->layout);
    f->block = ft_malloc(f->layout.bytes);
    ft_case_fill_host(&f->c, &f->layout, f->block);
    ft_case_ref_args(&f->c, &f->layout, f->block, &f->args);
    f->n_rows = (int64_t)3 * 8 * seqlen_q;
    const size_t n = (size_t)f->n_rows;
    f->ref = ft_calloc(n * 64, sizeof(double));
    f->plain = ft_calloc(n * 64, sizeof(double));
    f->ref_lse = ft_calloc(n, sizeof(double));
    f->plain_lse = ft_calloc(n, sizeof(double));
    f->o = ft_calloc(n * 64, sizeof(float));
    f->lse = ft_calloc(n, sizeof(float));
    for (int64_t r = 0; r < f->n_rows; r++) {
        ft_ref_row(&f->args, r, f->ref + r * 64, &f->ref_lse[r]);
        ft_ref_row_plain(&f->args, r, f->plain + r * 64, &f->plain_lse[r]);
        for (int d = 0; d < 64; d++)
            f->o[r * 64 + d] = ft_round_to((float)f->ref[r * 64 + d], dtype);
        f->lse[r] = (float)f->ref_lse[r];
    }
    f->in = (struct ft_compare_in){.n_rows = f->n_rows,
                                   .dim = 64,
                                   .rows_per_group = f->n_rows / 3,
                                   .o_dtype = dtype,
                                   .q_heads = 8,
                                   .seqlen_q = seqlen_q,
                                   .ref = f->ref,
                                   .o = f->o,
                                   .ref_lse = f->ref_lse,
                                   .lse = f->lse};
    f->in.tolerances = f->tolerances = ft_tolerances_make(&f->in, f->plain, f->plain_lse);
}

static void drop(struct fixture *f)
{
    ft_case_free(&f->c);
    free(f->block);
    free(f->ref);
    free(f->plain);
    free(f->ref_lse);
    free(f->plain_lse);
    free(f->tolerances);
    free(f->o);
    free(f->lse);
}

static struct ft_compare judge(const struct fixture *f)
{
    struct ft_compare out;
    ft_compare_run(&f->in, &out);
    if (out.outcome == FT_OUT_OK)
        assert_string_equal(out.detail, "");
    else
        assert_true(strlen(out.detail) > 10);
    return out;
}
#define EXPECT(f, what) assert_int_equal(judge(f).outcome, FT_OUT_##what)

static void right_results_pass(void **state)
{
    (void)state;
    for (int dtype = FATUNE_BF16; dtype <= FATUNE_FP32; dtype++)
        for (int seqlen_q = 1; seqlen_q <= 5; seqlen_q += 4) {
            struct fixture f;
            make(&f, dtype, seqlen_q, 77, 1);
            struct ft_compare c = judge(&f);
            assert_int_equal(c.outcome, FT_OUT_OK);
            assert_true(c.worst_ratio <= 1 && c.cosine > 0.999 && c.rel_l2 < 0.01 &&
                        c.lse_max_abs < 1e-5);
            /* the plain attention itself */
            for (int64_t e = 0; e < f.n_rows * 64; e++)
                f.o[e] = (float)f.plain[e];
            for (int64_t r = 0; r < f.n_rows; r++)
                f.lse[r] = (float)f.plain_lse[r];
            EXPECT(&f, OK);
            f.in.lse = NULL;
            c = judge(&f);
            assert_true(c.outcome == FT_OUT_OK && isnan(c.lse_max_abs));
            drop(&f);
        }
}

/* fp32 probabilities rounded to the type but not normalised before, as fast kernels do */
static void another_order_of_rounding_passes(void **state)
{
    (void)state;
    for (int dtype = FATUNE_BF16; dtype <= FATUNE_FP16; dtype++) {
        struct fixture f;
        make(&f, dtype, 1, 333, 1);
        for (int64_t r = 0; r < f.n_rows; r++) {
            const int64_t h = r % 8, b = r / 8;
            const int len = f.c.lengths[b];
            double max = -INFINITY, sum = 0, acc[64] = {0};
            for (int pass = 0; pass < 2; pass++)
                for (int j = 0; j < len; j++) {
                    const int64_t at =
                        b * f.layout.k.stride_batch + j * f.layout.k.stride_row + h / 4 * 64;
                    double s = 0;
                    for (int d = 0; d < 64; d++)
                        s += (double)ft_load_element(f.args.q.data, r * 64 + d, dtype) *
                             ft_load_element(f.args.k.data, at + d, dtype) / 8;
                    if (pass == 0) {
                        max = fmax(max, s);
                        continue;
                    }
                    const double p = exp(s - max);
                    sum += p;
                    for (int d = 0; d < 64; d++)
                        acc[d] += (double)ft_round_to((float)p, dtype) *
                                  ft_load_element(f.args.v.data, at + d, dtype);
                }
            for (int d = 0; d < 64; d++)
                f.o[r * 64 + d] = len ? ft_round_to((float)(acc[d] / sum), dtype) : 0;
        }
        EXPECT(&f, OK);
        drop(&f);
    }
}

static void wrong_values_are_caught(void **state)
{
    struct fixture f;
    (void)state;
    make(&f, FATUNE_BF16, 1, 333, 1);
    const int64_t last = f.n_rows * 64 - 1; /* of the longest sequence, whose outputs are small */
    float keep = f.o[last];

    f.o[last] = keep + 0.05f;
    EXPECT(&f, WRONG);
    f.o[last] = NAN;
    struct ft_compare c = judge(&f);
    assert_int_equal(c.outcome, FT_OUT_NONFINITE);
    assert_non_null(strstr(c.detail, "is NaN"));
    f.o[last] = ft_float_of_bf16(0xffff);
    c = judge(&f);
    assert_int_equal(c.outcome, FT_OUT_NONFINITE);
    assert_non_null(strstr(c.detail, "never written"));
    assert_non_null(strstr(c.detail, "o[sequence 2, head 7, query 0, element 63]"));
    f.o[last] = -INFINITY;
    EXPECT(&f, NONFINITE);
    f.o[last] = keep;
    EXPECT(&f, OK);
    f.o[5] = 1e-3f; /* a row that sees no key is exactly 0, whatever the tolerance */
    EXPECT(&f, WRONG);
    drop(&f);
}

static void misplaced_rows_are_caught(void **state)
{
    struct fixture f;
    float row[64];
    (void)state;
    make(&f, FATUNE_BF16, 1, 333, 1);
    for (int b = 1; b < 3; b++) { /* two heads of one sequence swapped */
        float *x = f.o + (b * 8 + 1) * 64, *y = f.o + (b * 8 + 6) * 64;
        memcpy(row, x, sizeof row);
        memcpy(x, y, sizeof row);
        memcpy(y, row, sizeof row);
        EXPECT(&f, WRONG);
        memcpy(y, x, sizeof row);
        memcpy(x, row, sizeof row);
        EXPECT(&f, OK);
    }
    for (int d = 0; d < 64; d++) /* stale: the result of another call */
        f.o[(2 * 8 + 3) * 64 + d] =
            ft_round_to(ft_input_normal(99, (uint64_t)d) * 0.05f, FATUNE_BF16);
    EXPECT(&f, WRONG);
    drop(&f);
}

/* The mask one key too wide or too narrow, in causal prefill and at the end of a sequence. */
static void masks_off_by_one_are_caught(void **state)
{
    (void)state;
    for (int shift = -1; shift <= 1; shift += 2) {
        struct fixture f;
        make(&f, FATUNE_BF16, 5, 20, 0);
        struct ft_ref_args wrong = f.args;
        double o[64], lse;
        wrong.causal = 0;
        wrong.window_left = -1;
        wrong.window_right = shift + 1;
        for (int64_t r = 0; r < f.n_rows; r++) {
            if (shift < 0) { /* row i as the right mask has it for row i - 1 */
                wrong = f.args;
                wrong.seqlen_kv = f.args.seqlen_kv - 1;
            }
            ft_ref_row(&wrong, r, o, &lse);
            for (int d = 0; d < 64; d++)
                f.o[r * 64 + d] = ft_round_to((float)o[d], FATUNE_BF16);
        }
        EXPECT(&f, WRONG);
        drop(&f);
    }
}

static void wrong_lse_is_caught(void **state)
{
    struct fixture f;
    (void)state;
    make(&f, FATUNE_BF16, 1, 77, 1);
    f.lse[23] += 0.05f;
    EXPECT(&f, WRONG);
    f.lse[23] = INFINITY;
    EXPECT(&f, NONFINITE);
    f.lse[23] = (float)f.ref_lse[23];
    f.lse[0] = INFINITY; /* for -inf */
    EXPECT(&f, NONFINITE);
    f.lse[0] = -3e38f;
    EXPECT(&f, NONFINITE);
    f.lse[0] = -INFINITY;
    f.lse[9] *= 1.44269504f; /* log2 for ln */
    EXPECT(&f, WRONG);
    drop(&f);
}

static void fp32_is_judged_as_fp32(void **state)
{
    struct fixture f;
    (void)state;
    make(&f, FATUNE_FP32, 1, 333, 1);
    f.o[(2 * 8) * 64] += 1e-4f; /* within bf16's tolerance, not within fp32's */
    EXPECT(&f, WRONG);
    drop(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_results_pass),
        cmocka_unit_test(another_order_of_rounding_passes),
        cmocka_unit_test(wrong_values_are_caught),
        cmocka_unit_test(misplaced_rows_are_caught),
        cmocka_unit_test(masks_off_by_one_are_caught),
        cmocka_unit_test(wrong_lse_is_caught),
        cmocka_unit_test(fp32_is_judged_as_fp32),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
