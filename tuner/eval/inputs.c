/* inputs.c -- cases, layouts and data of attention calls
 *
 * The idea: what a tensor holds is a function of (seed, logical index) alone, so the same case has
 * the same values strided or paged, on CPU or GPU, and in an outside program. Everything that must
 * not matter (rows past a sequence's end, pages nobody uses, gaps between rows, table entries past
 * the end) is made hostile instead of being left zero.
 *
 * Invariant: regions do not overlap, and between two of them, before the first and after the last
 * lie at least FT_GUARD_BYTES on each side of a buffer; a guard begins with the first byte after
 * its buffer.
 */
#include "eval/inputs.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/rng.h"

#define SPARE_PAGES  5
#define MAX_ALL_ROWS 16384
#define MAX_ALL_WORK ((int64_t)1 << 36) /* rows * keys * head_dim */
#define SAMPLED_ROWS 64

const char *const ft_region_names[FT_N_REGIONS] = {"q",           "k", "v",  "seqlens_kv",
                                                   "block_table", "o", "lse"};

void ft_case_of_problem(const struct ft_problem *problem, uint64_t seed, struct ft_case *out)
{
    *out = (struct ft_case){.name = "problem",
                            .problem = *problem,
                            .seed = seed,
                            .q_scale = 1,
                            .softmax_scale = ft_problem_softmax_scale(problem)};
    if (problem->lengths != FT_LENGTHS_EQUAL) {
        out->lengths = ft_malloc((size_t)problem->f.batch * sizeof *out->lengths);
        ft_problem_lengths(problem, out->lengths);
    }
}

void ft_case_free(struct ft_case *c)
{
    free(c->lengths);
    c->lengths = NULL;
}

static int64_t case_length(const struct ft_case *c, int b)
{
    return c->lengths ? c->lengths[b] : c->problem.f.seqlen_kv;
}

/* Of a sequence's rows only so many, the last, are seen by any query where a window hides the
 * others, and the others are hostile, as if their pages had been freed; -1: all are in use. */
static int64_t seen_rows(const struct ft_case *c)
{
    const fatune_problem *p = &c->problem.f;
    return c->is_hidden_hostile && p->window_left >= 0 ? (int64_t)p->window_left + p->seqlen_q : -1;
}

static int64_t pages_of(const struct ft_case *c, int64_t rows)
{
    return (rows + c->problem.f.page_size - 1) / c->problem.f.page_size;
}

/* Strides with a gap after each row, where a row is all heads of a token or, heads first, one head
 * of it; the number of elements. */
static int64_t view_of(int64_t outer, int64_t rows, int heads, int dim, int gap, int is_heads_first,
                       struct ft_view *view)
{
    if (is_heads_first) {
        *view = (struct ft_view){.stride_row = dim + gap, .stride_head = rows * (dim + gap)};
        view->stride_batch = heads * view->stride_head;
    } else {
        *view = (struct ft_view){.stride_head = dim, .stride_row = (int64_t)heads * dim + gap};
        view->stride_batch = rows * view->stride_row;
    }
    return outer * view->stride_batch;
}

static struct ft_view lse_view_of(const struct ft_case *c)
{
    const int64_t rows = c->problem.f.seqlen_q, heads = c->problem.f.q_heads, gap = c->lse_gap;

    return c->is_lse_rows_first ? (struct ft_view){.stride_head = 1,
                                                   .stride_row = heads + gap,
                                                   .stride_batch = rows * (heads + gap) + gap}
                                : (struct ft_view){.stride_head = rows + gap,
                                                   .stride_row = 1,
                                                   .stride_batch = heads * (rows + gap) + gap};
}

static void add_region(struct ft_layout *layout, enum ft_region region, int64_t bytes)
{
    if (bytes == 0)
        return;
    layout->regions[region].offset = layout->bytes;
    layout->regions[region].bytes = (size_t)bytes;
    /* Two guards up to the next buffer, which starts on a multiple of 256. */
    layout->bytes = (layout->bytes + (size_t)bytes + 2 * FT_GUARD_BYTES + 255) / 256 * 256;
}

void ft_layout_of(const struct ft_case *c, struct ft_layout *out)
{
    const fatune_problem *p = &c->problem.f;
    const int is_paged = p->kv == FATUNE_KV_PAGED, gap = c->row_gap;
    int64_t outer = p->batch, rows = p->seqlen_kv;

    memset(out, 0, sizeof *out);
    if (is_paged) {
        out->n_pages = SPARE_PAGES;
        for (int b = 0; b < p->batch; b++)
            out->n_pages += pages_of(c, case_length(c, b));
        out->table_stride = pages_of(c, p->seqlen_kv) + 1;
        outer = out->n_pages;
        rows = p->page_size;
    }
    const int first = c->is_heads_first;
    const int64_t q = view_of(p->batch, p->seqlen_q, p->q_heads, p->head_dim, gap, first, &out->q);
    const int64_t k = view_of(outer, rows, p->kv_heads, p->head_dim, gap, first, &out->k);
    const int64_t v =
        view_of(outer, rows, p->kv_heads, p->head_dim_v, gap + c->v_gap, first, &out->v);
    const int64_t o =
        view_of(p->batch, p->seqlen_q, p->q_heads, p->head_dim_v, gap + c->o_gap, first, &out->o);
    out->lse = lse_view_of(c);

    out->bytes = FT_GUARD_BYTES;
    add_region(out, FT_REGION_Q, q * ft_dtype_bytes(p->dtype));
    add_region(out, FT_REGION_K, k * ft_dtype_bytes(p->kv_dtype));
    add_region(out, FT_REGION_V, v * ft_dtype_bytes(p->kv_dtype));
    add_region(out, FT_REGION_LENGTHS, c->lengths ? (int64_t)sizeof(int32_t) * p->batch : 0);
    add_region(out, FT_REGION_TABLE,
               is_paged ? (int64_t)sizeof(int32_t) * p->batch * out->table_stride : 0);
    add_region(out, FT_REGION_O, o * ft_dtype_bytes(p->o_dtype));
    add_region(out, FT_REGION_LSE,
               p->want_lse ? (int64_t)sizeof(float) * p->batch * out->lse.stride_batch : 0);
}

int32_t *ft_case_block_table(const struct ft_case *c, const struct ft_layout *layout)
{
    const int batch = c->problem.f.batch;
    const int64_t n = batch * layout->table_stride;
    int32_t *table = ft_malloc((size_t)n * sizeof *table);
    int32_t *pages = ft_malloc((size_t)layout->n_pages * sizeof *pages);
    int64_t next = 0;
    struct ft_rng rng;

    ft_rng_seed(&rng, c->seed);
    for (int64_t i = 0; i < layout->n_pages; i++) { /* Fisher and Yates, inside out */
        const int64_t j = (int64_t)ft_rng_below(&rng, (uint64_t)i + 1);
        pages[i] = pages[j];
        pages[j] = (int32_t)i;
    }
    for (int64_t i = 0; i < n; i++)
        table[i] = FT_TABLE_GARBAGE;
    for (int b = 0; b < batch; b++)
        for (int64_t i = 0; i < pages_of(c, case_length(c, b)); i++, next++)
            if (seen_rows(c) < 0 ||
                (i + 1) * c->problem.f.page_size > case_length(c, b) - seen_rows(c))
                table[b * layout->table_stride + i] = pages[next];
    free(pages);
    return table;
}

static int order_i64(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* n distinct query rows, ascending: first and last, around multiples of tile sizes, then random
 * ones. */
static void sample_rows(struct ft_rng *rng, int64_t seqlen_q, int64_t *out, int n)
{
    const int64_t mid = seqlen_q / 2 / 128 * 128;
    const int64_t wanted[] = {0,   1,   15,      16,  63,      64,           127,         128,
                              129, 255, mid - 1, mid, mid + 1, seqlen_q - 2, seqlen_q - 1};
    int count = 0;

    for (size_t i = 0; count < n; i++) {
        const int is_fixed = i < sizeof wanted / sizeof wanted[0];
        int64_t row = is_fixed ? wanted[i] : (int64_t)ft_rng_below(rng, (uint64_t)seqlen_q);
        int is_new = row >= 0 && row < seqlen_q;

        for (int k = 0; k < count && is_new; k++)
            is_new = out[k] != row;
        if (is_new)
            out[count++] = row;
    }
    qsort(out, (size_t)n, sizeof *out, order_i64);
}

int64_t ft_case_rows(const struct ft_case *c, int64_t **rows)
{
    const fatune_problem *p = &c->problem.f;
    const int64_t n_heads = (int64_t)p->batch * p->q_heads, n_all = n_heads * p->seqlen_q;
    struct ft_rng rng;

    *rows = NULL;
    if (p->seqlen_q <= SAMPLED_ROWS ||
        (n_all <= MAX_ALL_ROWS && n_all * p->seqlen_kv * p->head_dim <= MAX_ALL_WORK))
        return n_all;
    *rows = ft_malloc((size_t)n_heads * SAMPLED_ROWS * sizeof **rows);
    ft_rng_seed(&rng, c->seed);
    for (int64_t h = 0; h < n_heads; h++) {
        int64_t *mine = *rows + h * SAMPLED_ROWS;

        sample_rows(&rng, p->seqlen_q, mine, SAMPLED_ROWS);
        for (int i = 0; i < SAMPLED_ROWS; i++)
            mine[i] += h * p->seqlen_q;
    }
    return n_heads * SAMPLED_ROWS;
}

float ft_problem_softmax_scale(const struct ft_problem *problem)
{
    return (float)(1 / sqrt((double)problem->f.head_dim));
}

static struct ft_view placed(struct ft_view view, const struct ft_layout *layout, char *base,
                             enum ft_region region)
{
    view.data = base + layout->regions[region].offset;
    return view;
}

void ft_case_ref_args(const struct ft_case *c, const struct ft_layout *layout, char *base,
                      struct ft_ref_args *out)
{
    const fatune_problem *p = &c->problem.f;

    *out = (struct ft_ref_args){
        .q = placed(layout->q, layout, base, FT_REGION_Q),
        .k = placed(layout->k, layout, base, FT_REGION_K),
        .v = placed(layout->v, layout, base, FT_REGION_V),
        .block_table_stride = layout->table_stride,
        .batch = p->batch,
        .q_heads = p->q_heads,
        .kv_heads = p->kv_heads,
        .seqlen_q = p->seqlen_q,
        .seqlen_kv = p->seqlen_kv,
        .head_dim = p->head_dim,
        .head_dim_v = p->head_dim_v,
        .dtype = p->dtype,
        .kv_dtype = p->kv_dtype,
        .o_dtype = p->o_dtype,
        .page_size = p->page_size,
        .causal = p->mask == FATUNE_MASK_CAUSAL,
        .window_left = p->window_left,
        .window_right = p->window_right,
        .softmax_scale = c->softmax_scale,
    };
    if (layout->regions[FT_REGION_LENGTHS].bytes)
        out->lengths = (const int *)(base + layout->regions[FT_REGION_LENGTHS].offset);
    if (layout->regions[FT_REGION_TABLE].bytes)
        out->block_table = (const int *)(base + layout->regions[FT_REGION_TABLE].offset);
}

void ft_case_fill_args(const struct ft_case *c, const struct ft_layout *layout, char *base, int tag,
                       struct ft_fill_args *out)
{
    const fatune_problem *p = &c->problem.f;
    struct ft_ref_args ref;

    ft_case_ref_args(c, layout, base, &ref);
    *out = (struct ft_fill_args){
        .to = tag == FT_TAG_Q   ? ref.q
              : tag == FT_TAG_K ? ref.k
                                : ref.v,
        .batch = p->batch,
        .rows = tag == FT_TAG_Q ? p->seqlen_q : p->seqlen_kv,
        .heads = tag == FT_TAG_Q ? p->q_heads : p->kv_heads,
        .dim = tag == FT_TAG_V ? p->head_dim_v : p->head_dim,
        .dtype = tag == FT_TAG_Q ? p->dtype : p->kv_dtype,
        .constant = tag == FT_TAG_V && c->constant_v,
        .last_rows = -1,
        .scale = 1,
        .seed = 8 * c->seed + (uint64_t)tag,
    };
    if (tag == FT_TAG_Q) {
        out->scale = c->q_scale;
        return;
    }
    if (out->constant)
        out->scale = FT_CONSTANT_V;
    out->lengths = ref.lengths;
    out->last_rows = (int)seen_rows(c);
    out->block_table = ref.block_table;
    out->block_table_stride = ref.block_table_stride;
    out->page_size = ref.page_size;
}

uint32_t ft_case_unused_word(const struct ft_case *c)
{
    union ft_float_bits huge = {.f = 30000};
    uint32_t half;

    if (c->unused == FT_UNUSED_NAN)
        return FT_POISON_WORD;
    if (c->problem.f.kv_dtype == FATUNE_FP32)
        return huge.u;
    half = c->problem.f.kv_dtype == FATUNE_BF16 ? ft_bf16_of(huge.f) : ft_fp16_of(huge.f);
    return half << 16 | half;
}

static void fill_words(char *to, size_t bytes, uint32_t word)
{
    for (size_t i = 0; i + sizeof word <= bytes; i += sizeof word)
        memcpy(to + i, &word, sizeof word);
}

static void fill_host(const struct ft_fill_args *a)
{
    for (int64_t row = 0; row < (int64_t)a->batch * a->rows; row++) {
        const int64_t b = row / a->rows, s = row % a->rows;
        int64_t at = b * a->to.stride_batch + s * a->to.stride_row;

        const int64_t length = a->lengths ? a->lengths[b] : a->rows;
        if (s >= length || (a->last_rows >= 0 && s < length - a->last_rows))
            continue;
        if (a->block_table)
            at = a->block_table[b * a->block_table_stride + s / a->page_size] * a->to.stride_batch +
                 s % a->page_size * a->to.stride_row;
        for (int64_t e = 0; e < (int64_t)a->heads * a->dim; e++) {
            const uint64_t i = (uint64_t)(row * a->heads * a->dim + e);
            const float x = a->constant ? a->scale : ft_input_normal(a->seed, i) * a->scale;

            ft_store_element(a->to.data, at + e / a->dim * a->to.stride_head + e % a->dim, a->dtype,
                             x);
        }
    }
}

void ft_case_fill_host(const struct ft_case *c, const struct ft_layout *layout, char *base)
{
    fill_words(base, layout->bytes, FT_GUARD_WORD);
    for (int r = 0; r < FT_N_REGIONS; r++)
        fill_words(base + layout->regions[r].offset, layout->regions[r].bytes,
                   r == FT_REGION_K || r == FT_REGION_V ? ft_case_unused_word(c) : FT_POISON_WORD);
    if (layout->regions[FT_REGION_LENGTHS].bytes)
        memcpy(base + layout->regions[FT_REGION_LENGTHS].offset, c->lengths,
               layout->regions[FT_REGION_LENGTHS].bytes);
    if (layout->regions[FT_REGION_TABLE].bytes) {
        int32_t *table = ft_case_block_table(c, layout);

        memcpy(base + layout->regions[FT_REGION_TABLE].offset, table,
               layout->regions[FT_REGION_TABLE].bytes);
        free(table);
    }
    for (int tag = FT_TAG_Q; tag <= FT_TAG_V; tag++) {
        struct ft_fill_args fill;

        ft_case_fill_args(c, layout, base, tag, &fill);
        fill_host(&fill);
    }
}
