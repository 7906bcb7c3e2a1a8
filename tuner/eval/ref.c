/* ref.c -- attention by its definition
 *
 * Whether key j counts is decided key by key from the text in ft_abi.h; nothing is skipped, blocked
 * or merged.
 */
#include "eval/ref.h"
#include <math.h>
#include <stdlib.h>
#include "base/mem.h"

struct row {
    int64_t b, h, i, g; /* sequence, query head, query, KV head */
    int len;
};

static struct row row_of(const struct ft_ref_args *a, int64_t index)
{
    struct row r = {.i = index % a->seqlen_q,
                    .h = index / a->seqlen_q % a->q_heads,
                    .b = index / a->seqlen_q / a->q_heads};

    r.g = r.h / (a->q_heads / a->kv_heads);
    r.len = a->lengths ? a->lengths[r.b] : a->seqlen_kv;
    return r;
}

static int is_visible(const struct ft_ref_args *a, const struct row *r, int64_t j)
{
    const int64_t i = r->i + r->len - a->seqlen_q; /* bottom right */

    return !(a->causal && j > i) && !(a->window_left >= 0 && j < i - a->window_left) &&
           !(a->window_right >= 0 && j > i + a->window_right);
}

static int64_t offset_of_key(const struct ft_ref_args *a, const struct ft_view *t,
                             const struct row *r, int64_t j)
{
    int64_t outer = r->b, inner = j;

    if (a->block_table) {
        outer = a->block_table[r->b * a->block_table_stride + j / a->page_size];
        inner = j % a->page_size;
    }
    return outer * t->stride_batch + inner * t->stride_row + r->g * t->stride_head;
}

void ft_ref_row(const struct ft_ref_args *a, int64_t index, double *o, double *lse)
{
    const struct row r = row_of(a, index);
    const int64_t q_at = r.b * a->q.stride_batch + r.i * a->q.stride_row + r.h * a->q.stride_head;
    double *scores = ft_malloc((size_t)(r.len + 1) * sizeof *scores), max = -INFINITY, sum = 0;

    for (int j = 0; j < r.len; j++) {
        scores[j] = -INFINITY;
        if (!is_visible(a, &r, j))
            continue;
        const int64_t k_at = offset_of_key(a, &a->k, &r, j);
        double dot = 0;

        for (int d = 0; d < a->head_dim; d++)
            dot += (double)ft_load_element(a->q.data, q_at + d, a->dtype) *
                   ft_load_element(a->k.data, k_at + d, a->kv_dtype);
        scores[j] = dot * a->softmax_scale;
        if (a->softcap > 0)
            scores[j] = a->softcap * tanh(scores[j] / a->softcap);
        max = fmax(max, scores[j]);
    }
    for (int d = 0; d < a->head_dim_v; d++)
        o[d] = 0;
    for (int j = 0; j < r.len; j++)
        sum += scores[j] == -INFINITY ? 0 : exp(scores[j] - max);
    for (int j = 0; j < r.len; j++) {
        if (scores[j] == -INFINITY)
            continue;
        const int64_t v_at = offset_of_key(a, &a->v, &r, j);
        const double p = exp(scores[j] - max) / sum;

        for (int d = 0; d < a->head_dim_v; d++)
            o[d] += p * ft_load_element(a->v.data, v_at + d, a->kv_dtype);
    }
    *lse = max + log(sum); /* no key: -inf + log(0) */
    free(scores);
}

void ft_ref_row_plain(const struct ft_ref_args *a, int64_t index, double *o, double *lse)
{
    const struct row r = row_of(a, index);
    const int64_t q_at = r.b * a->q.stride_batch + r.i * a->q.stride_row + r.h * a->q.stride_head;
    float *scores = ft_malloc((size_t)(r.len + 1) * sizeof *scores), max = -INFINITY, sum = 0;
    float *acc = ft_calloc((size_t)a->head_dim_v, sizeof *acc);

    for (int j = 0; j < r.len; j++) {
        scores[j] = -INFINITY;
        if (!is_visible(a, &r, j))
            continue;
        const int64_t k_at = offset_of_key(a, &a->k, &r, j);
        float dot = 0;

        for (int d = 0; d < a->head_dim; d++)
            dot += ft_load_element(a->q.data, q_at + d, a->dtype) *
                   ft_load_element(a->k.data, k_at + d, a->kv_dtype);
        scores[j] = ft_round_to(dot * a->softmax_scale, a->dtype);
        if (a->softcap > 0)
            scores[j] = ft_round_to(a->softcap * tanhf(scores[j] / a->softcap), a->dtype);
        max = fmaxf(max, scores[j]);
    }
    for (int j = 0; j < r.len; j++)
        sum += scores[j] == -INFINITY ? 0 : expf(scores[j] - max);
    for (int j = 0; j < r.len; j++) {
        if (scores[j] == -INFINITY)
            continue;
        const int64_t v_at = offset_of_key(a, &a->v, &r, j);
        const float p = ft_round_to(expf(scores[j] - max) / sum, a->dtype);

        for (int d = 0; d < a->head_dim_v; d++)
            acc[d] += p * ft_load_element(a->v.data, v_at + d, a->kv_dtype);
    }
    for (int d = 0; d < a->head_dim_v; d++)
        o[d] = ft_round_to(acc[d], a->o_dtype);
    *lse = max + logf(sum);
    free(acc);
    free(scores);
}
