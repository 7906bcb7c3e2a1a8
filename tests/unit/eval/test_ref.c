/* The CPU reference against results that are known without it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "eval/ref.h"

/* One head, head_dim 2, fp32: q = (1, 0) each, key j = (x[j], 0), value j = (j, 1), so scores are
 * scale * x[j]. */
static float q_data[8][2], k_data[8][2], v_data[8][2];
static struct ft_ref_args args_of(int seqlen_q, const float *x, int seqlen_kv)
{
    for (int i = 0; i < 8; i++) {
        q_data[i][0] = 1;
        k_data[i][0] = i < seqlen_kv ? x[i] : NAN;
        v_data[i][0] = i < seqlen_kv ? (float)i : NAN;
        v_data[i][1] = 1;
    }
    return (struct ft_ref_args){.q = {q_data, 16, 2, 2},
                                .k = {k_data, 16, 2, 2},
                                .v = {v_data, 16, 2, 2},
                                .batch = 1,
                                .q_heads = 1,
                                .kv_heads = 1,
                                .seqlen_q = seqlen_q,
                                .seqlen_kv = seqlen_kv,
                                .head_dim = 2,
                                .head_dim_v = 2,
                                .dtype = FT_HFP32,
                                .kv_dtype = FT_HFP32,
                                .o_dtype = FT_HFP32,
                                .window_left = -1,
                                .window_right = -1,
                                .softmax_scale = 1};
}

static void expect(const struct ft_ref_args *a, int64_t row, double o0, double lse)
{
    double o[2], got;
    for (int plain = 0; plain < 2; plain++) {
        (plain ? ft_ref_row_plain : ft_ref_row)(a, row, o, &got);
        if (isinf(lse)) {
            assert_true(got == lse && o[0] == 0 && o[1] == 0);
        } else {
            assert_true(fabs(o[0] - o0) < 1e-6 * (1 + fabs(o0)) && fabs(got - lse) < 1e-6);
            assert_true(fabs(o[1] - 1) < 1e-6);
        }
    }
}

static void softmax_by_hand(void **state)
{
    (void)state;
    const float x[] = {0, (float)log(3), 0, 0};
    struct ft_ref_args a = args_of(1, x, 2);
    expect(&a, 0, 0.75, log(4)); /* weights 1/4, 3/4 */
    a = args_of(1, x, 1);
    expect(&a, 0, 0, 0);
    a = args_of(1, x, 2);
    a.softmax_scale = 2;
    expect(&a, 0, 0.9, log(10));
    const float large[] = {-1000, 1000};
    a = args_of(1, large, 2);
    expect(&a, 0, 1, 1000);
    a.softcap = 1; /* +-1 */
    expect(&a, 0, 1 / (1 + exp(-2)), log(exp(1) + exp(-1)));
}

static void masks_align_to_the_bottom_right(void **state)
{
    (void)state;
    const float zero[8] = {0};
    struct ft_ref_args a = args_of(2, zero, 4);
    a.causal = 1; /* rows see 3 and 4 keys */
    expect(&a, 0, 1, log(3));
    expect(&a, 1, 1.5, log(4));
    a = args_of(5, zero, 2);
    a.causal = 1; /* the first three rows see none */
    for (int i = 0; i < 3; i++)
        expect(&a, i, 0, -INFINITY);
    expect(&a, 3, 0, 0);
    expect(&a, 4, 0.5, log(2));
    a = args_of(4, zero, 4);
    a.window_left = 1;
    a.window_right = 0;
    expect(&a, 0, 0, 0);
    expect(&a, 3, 2.5, log(2));
    a.window_right = 1;
    expect(&a, 1, 1, log(3));
    const int lengths[] = {3};
    a = args_of(1, zero, 4);
    a.lengths = lengths;
    expect(&a, 0, 1, log(3));
    const int none[] = {0};
    a.lengths = none;
    expect(&a, 0, 0, -INFINITY);
}

static void heads_pages_and_strides(void **state)
{
    (void)state;
    /* two KV heads of two query heads each; pages of 2 rows; key rows of sequence 0 are pages 2, 0
     */
    static float q[4][2], k[3][2][2][2], v[3][2][2][2];
    const int table[] = {2, 0, 2147480000};
    for (int h = 0; h < 4; h++)
        q[h][0] = 1;
    for (int p = 0; p < 3; p++)
        for (int s = 0; s < 2; s++)
            for (int g = 0; g < 2; g++) {
                k[p][s][g][0] = 0;
                v[p][s][g][0] = (float)(100 * p + 10 * s + g);
                v[p][s][g][1] = 1;
            }
    struct ft_ref_args a = {.q = {q, 8, 8, 2},
                            .k = {k, 8, 4, 2},
                            .v = {v, 8, 4, 2},
                            .block_table = table,
                            .block_table_stride = 3,
                            .batch = 1,
                            .q_heads = 4,
                            .kv_heads = 2,
                            .seqlen_q = 1,
                            .seqlen_kv = 3,
                            .head_dim = 2,
                            .head_dim_v = 2,
                            .dtype = FT_HFP32,
                            .kv_dtype = FT_HFP32,
                            .o_dtype = FT_HFP32,
                            .page_size = 2,
                            .window_left = -1,
                            .window_right = -1,
                            .softmax_scale = 1};
    for (int h = 0; h < 4; h++)
        expect(&a, h, (200 + 210 + 0) / 3. + h / 2, log(3));
}

static void plain_attention_rounds(void **state)
{
    (void)state;
    static unsigned short q[2], k[3][2], v[3][2];
    q[0] = ft_bf16_of(1);
    for (int j = 0; j < 3; j++) {
        k[j][0] = ft_bf16_of(0);
        v[j][0] = ft_bf16_of(j == 0 ? 1 : 0);
    }
    struct ft_ref_args a = {.q = {q, 2, 2, 2},
                            .k = {k, 6, 2, 2},
                            .v = {v, 6, 2, 2},
                            .batch = 1,
                            .q_heads = 1,
                            .kv_heads = 1,
                            .seqlen_q = 1,
                            .seqlen_kv = 3,
                            .head_dim = 2,
                            .head_dim_v = 2,
                            .window_left = -1,
                            .window_right = -1,
                            .softmax_scale = 1};
    double o[2], lse;
    ft_ref_row(&a, 0, o, &lse);
    assert_true(fabs(o[0] - 1 / 3.) < 1e-15);
    ft_ref_row_plain(&a, 0, o, &lse);
    assert_true(o[0] == ft_round_to(1 / 3.f, FT_HBF16));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(softmax_by_hand),
        cmocka_unit_test(masks_align_to_the_bottom_right),
        cmocka_unit_test(heads_pages_and_strides),
        cmocka_unit_test(plain_attention_rounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
