/* tensors.c -- a case in device memory
 *
 * Order of the block: see eval/inputs.h. Two guard zones lie between neighbours; a hit in the first
 * half is blamed on the buffer before it, in the second half on the buffer after it. Guards and
 * poison are NaN in every type, so reading them shows in the results, and they differ, so that
 * writing poison shows too.
 */
#ifndef FT_NO_CUDA
#include "eval/tensors.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "eval/ref.h"

#define CHECKED_ROWS 24 /* of a case, on the CPU */

static size_t output_offset(const struct ft_tensors *t)
{
    return t->layout.regions[FT_REGION_O].offset;
}

static size_t output_bytes(const struct ft_layout *layout) /* o, what lies between, lse */
{
    const int has_lse = layout->regions[FT_REGION_LSE].bytes > 0;
    const int last = has_lse ? FT_REGION_LSE : FT_REGION_O;

    return layout->regions[last].offset + layout->regions[last].bytes -
           layout->regions[FT_REGION_O].offset;
}

static char *block_at(const struct ft_tensors *t)
{
    return (char *)(uintptr_t)t->block;
}

size_t ft_tensors_bytes(const struct ft_case *c)
{
    struct ft_layout layout;
    int64_t *rows;
    const int64_t n_rows = ft_case_rows(c, &rows);

    free(rows);
    ft_layout_of(c, &layout);
    /* block, saved output, gathered rows, and while the reference is computed its rows in fp64 */
    return layout.bytes + output_bytes(&layout) +
           (size_t)n_rows * (size_t)(c->problem.f.head_dim_v + 1) *
               (sizeof(float) + sizeof(double));
}

static int make_zones(struct ft_bench *b, struct ft_tensors *t, struct ft_err *err)
{
    size_t end = 0; /* of the previous buffer */

    t->n_zones = 0;
    for (int r = 0; r <= FT_N_REGIONS; r++) {
        const int is_last = r == FT_N_REGIONS;
        const size_t next = is_last ? t->layout.bytes : t->layout.regions[r].offset;

        if (!is_last && t->layout.regions[r].bytes == 0)
            continue;
        t->zones[t->n_zones++] = (struct ft_guard_zone){.words = (unsigned *)(block_at(t) + end),
                                                        .n = (int64_t)((next - end) / 4),
                                                        .first = ~0ull};
        if (!is_last)
            end = next + t->layout.regions[r].bytes;
    }
    return ft_bench_alloc(b, sizeof t->zones, &t->zones_device, err);
}

int ft_tensors_fill(struct ft_bench *b, struct ft_tensors *t, struct ft_err *err)
{
    const struct ft_layout *layout = &t->layout;
    int32_t *table = NULL;
    int rc = -1;

    if (ft_bench_set_words(b, t->block, layout->bytes, FT_GUARD_WORD, err) < 0)
        return -1;
    for (int r = 0; r < FT_N_REGIONS; r++) {
        const int is_kv = r == FT_REGION_K || r == FT_REGION_V;

        if (ft_bench_set_words(b, t->block + layout->regions[r].offset, layout->regions[r].bytes,
                               is_kv ? ft_case_unused_word(t->c) : FT_POISON_WORD, err) < 0)
            return -1;
    }
    if (ft_bench_sync(b, "filling the buffers", err) < 0)
        return -1;
    if (layout->regions[FT_REGION_LENGTHS].bytes &&
        ft_bench_upload(b, t->block + layout->regions[FT_REGION_LENGTHS].offset, t->c->lengths,
                        layout->regions[FT_REGION_LENGTHS].bytes, err) < 0)
        return -1;
    if (layout->regions[FT_REGION_TABLE].bytes) {
        table = ft_case_block_table(t->c, layout);
        if (ft_bench_upload(b, t->block + layout->regions[FT_REGION_TABLE].offset, table,
                            layout->regions[FT_REGION_TABLE].bytes, err) < 0)
            goto out;
    }
    for (int tag = FT_TAG_Q; tag <= FT_TAG_V; tag++) {
        struct ft_fill_args fill;
        void *params[] = {&fill};

        ft_case_fill_args(t->c, layout, block_at(t), tag, &fill);
        const int64_t n_rows = (int64_t)fill.batch * fill.rows, most = b->vars.sms * 16;

        if (ft_bench_launch(b, FT_HELPER_FILL, n_rows < most ? n_rows : most, params, err) < 0)
            goto out;
    }
    rc = ft_bench_sync(b, "filling the inputs", err);
out:
    free(table);
    return rc;
}

/* The same by eval/ref.c, where device memory is host memory. */
static void run_host_reference(const struct ft_tensors *t, const struct ft_ref_args *args,
                               enum ft_helper helper, double *o, double *lse)
{
    const int64_t dim = t->c->problem.f.head_dim_v;

    for (int64_t r = 0; r < t->n_rows; r++)
        (helper == FT_HELPER_PLAIN ? ft_ref_row_plain : ft_ref_row)(args, t->rows ? t->rows[r] : r,
                                                                    o + r * dim, lse + r);
}

/* One of the two reference kernels over all compared rows, into new host arrays. */
static int run_reference(struct ft_bench *b, struct ft_tensors *t, enum ft_helper helper,
                         double **o, double **lse, struct ft_err *err)
{
    const size_t n = (size_t)t->n_rows, dim = (size_t)t->c->problem.f.head_dim_v;
    struct ft_ref_args args;
    struct ft_rows which = {.rows = (const ft_h64 *)(uintptr_t)t->rows_device, .n = t->n_rows};
    CUdeviceptr result = 0, result_lse;
    void *params[] = {&args, &which, &result, &result_lse};
    int rc = -1;

    ft_case_ref_args(t->c, &t->layout, block_at(t), &args);
    *o = ft_malloc(n * dim * sizeof **o);
    *lse = ft_malloc(n * sizeof **lse);
    if (b->is_cpu) {
        run_host_reference(t, &args, helper, *o, *lse);
        return 0;
    }
    if (ft_bench_alloc(b, n * (dim + 1) * sizeof(double), &result, err) < 0)
        return -1;
    result_lse = result + n * dim * sizeof(double);
    if (ft_bench_launch(b, helper, t->n_rows, params, err) == 0 &&
        ft_bench_sync(b, "computing the reference", err) == 0 &&
        ft_bench_download(b, *o, result, n * dim * sizeof(double), err) == 0 &&
        ft_bench_download(b, *lse, result_lse, n * sizeof(double), err) == 0)
        rc = 0;
    ft_bench_free(b, &result);
    return rc;
}

/* What is compared, but for what a contestant gave. */
static struct ft_compare_in compare_in(const struct ft_tensors *t)
{
    const fatune_problem *p = &t->c->problem.f;

    return (struct ft_compare_in){
        .n_rows = t->n_rows,
        .dim = p->head_dim_v,
        .rows_per_group = t->n_rows / p->batch,
        .o_dtype = p->o_dtype,
        .rows = t->rows,
        .q_heads = p->q_heads,
        .seqlen_q = p->seqlen_q,
        .ref = t->ref,
        .o = t->o,
        .ref_lse = t->ref_lse,
        .lse = t->layout.regions[FT_REGION_LSE].bytes > 0 ? t->lse : NULL,
        .tolerances = t->tolerances,
    };
}

/* Reference results, and what they allow. */
static int make_reference(struct ft_bench *b, struct ft_tensors *t, struct ft_err *err)
{
    double *plain = NULL, *plain_lse = NULL;
    int rc = run_reference(b, t, FT_HELPER_REFERENCE, &t->ref, &t->ref_lse, err);

    if (rc == 0)
        rc = run_reference(b, t, FT_HELPER_PLAIN, &plain, &plain_lse, err);
    if (rc == 0) {
        const struct ft_compare_in in = compare_in(t);
        t->tolerances = ft_tolerances_make(&in, plain, plain_lse);
    }
    free(plain);
    free(plain_lse);
    return rc;
}

int ft_tensors_open(struct ft_bench *b, const struct ft_case *c, int with_reference,
                    struct ft_tensors *t, struct ft_err *err)
{
    const size_t dim = (size_t)c->problem.f.head_dim_v;

    memset(t, 0, sizeof *t);
    t->c = c;
    ft_layout_of(c, &t->layout);
    t->n_rows = ft_case_rows(c, &t->rows);
    const size_t n = (size_t)t->n_rows;

    if (ft_bench_alloc(b, t->layout.bytes, &t->block, err) < 0 ||
        ft_bench_alloc(b, output_bytes(&t->layout), &t->copy, err) < 0 ||
        ft_bench_alloc(b, n * (dim + 1) * sizeof(float), &t->gathered, err) < 0 ||
        make_zones(b, t, err) < 0)
        return -1;
    if (t->rows && (ft_bench_alloc(b, n * sizeof *t->rows, &t->rows_device, err) < 0 ||
                    ft_bench_upload(b, t->rows_device, t->rows, n * sizeof *t->rows, err) < 0))
        return -1;
    t->o = ft_malloc(n * dim * sizeof *t->o);
    t->lse = ft_malloc(n * sizeof *t->lse);
    if (ft_tensors_fill(b, t, err) < 0)
        return -1;
    return with_reference ? make_reference(b, t, err) : 0;
}

void ft_tensors_close(struct ft_bench *b, struct ft_tensors *t)
{
    ft_bench_free(b, &t->block);
    ft_bench_free(b, &t->copy);
    ft_bench_free(b, &t->zones_device);
    ft_bench_free(b, &t->rows_device);
    ft_bench_free(b, &t->gathered);
    free(t->rows);
    free(t->ref);
    free(t->ref_lse);
    free(t->tolerances);
    free(t->o);
    free(t->lse);
    memset(t, 0, sizeof *t);
}

int ft_tensors_check_reference(struct ft_bench *b, struct ft_tensors *t, struct ft_err *err)
{
    const int dim = t->c->problem.f.head_dim_v;
    const int64_t step = (t->n_rows + CHECKED_ROWS - 1) / CHECKED_ROWS;
    char *block = ft_malloc(t->layout.bytes);
    double *o = ft_malloc((size_t)dim * sizeof *o), lse;
    struct ft_ref_args args;
    int rc = ft_bench_download(b, block, t->block, t->layout.bytes, err);

    ft_case_ref_args(t->c, &t->layout, block, &args);
    for (int64_t r = 0; r < t->n_rows && rc == 0; r += step) {
        double worst = 0;

        ft_ref_row(&args, t->rows ? t->rows[r] : r, o, &lse);
        for (int d = 0; d < dim; d++) {
            const double e = fabs(o[d] - t->ref[r * dim + d]);

            if (!(e <= worst))
                worst = e;
        }
        const int same_lse = lse == t->ref_lse[r] || fabs(lse - t->ref_lse[r]) <= 1e-9;

        if (!(worst <= 1e-9) || !same_lse)
            rc =
                ft_err_set(err, FT_ERR_INTERNAL,
                           "the GPU's reference differs from the CPU's by %g (lse %.12g and %.12g) "
                           "in row %lld of case '%s'",
                           worst, t->ref_lse[r], lse, (long long)r, t->c->name);
    }
    free(o);
    free(block);
    return rc;
}

static fatune_tensor tensor_of(const struct ft_tensors *t, const struct ft_view *view,
                               enum ft_region region)
{
    fatune_tensor out = {.stride_batch = view->stride_batch,
                         .stride_row = view->stride_row,
                         .stride_head = view->stride_head};

    if (t->layout.regions[region].bytes)
        out.data = block_at(t) + t->layout.regions[region].offset;
    return out;
}

void ft_tensors_args(const struct ft_tensors *t, fatune_args *out)
{
    struct ft_ref_args ref;

    ft_case_ref_args(t->c, &t->layout, block_at(t), &ref);
    *out = (fatune_args){
        .struct_size = sizeof *out,
        .q = tensor_of(t, &t->layout.q, FT_REGION_Q),
        .k = tensor_of(t, &t->layout.k, FT_REGION_K),
        .v = tensor_of(t, &t->layout.v, FT_REGION_V),
        .o = tensor_of(t, &t->layout.o, FT_REGION_O),
        .lse = tensor_of(t, &t->layout.lse, FT_REGION_LSE),
        .seqlens_kv = ref.lengths,
        .block_table = ref.block_table,
        .block_table_stride = t->layout.table_stride,
        .batch = t->c->problem.f.batch,
        .softmax_scale = ref.softmax_scale,
    };
}

int ft_tensors_poison_output(struct ft_bench *b, struct ft_tensors *t, struct ft_err *err)
{
    for (int r = FT_REGION_O; r <= FT_REGION_LSE; r++)
        if (ft_bench_set_words(b, t->block + t->layout.regions[r].offset,
                               t->layout.regions[r].bytes, FT_POISON_WORD, err) < 0)
            return -1;
    return 0;
}

int ft_tensors_save_output(struct ft_bench *b, struct ft_tensors *t, struct ft_err *err)
{
    return ft_bench_check(
        b, b->driver.cuMemcpyDtoD(t->copy, t->block + output_offset(t), output_bytes(&t->layout)),
        "saving the output", err);
}

int ft_tensors_diff_output(struct ft_bench *b, struct ft_tensors *t, uint64_t *n_differ,
                           struct ft_err *err)
{
    CUdeviceptr output = t->block + output_offset(t), counter = b->scratch;
    int64_t n = (int64_t)(output_bytes(&t->layout) / 4);
    void *params[] = {&output, &t->copy, &n, &counter};

    if (ft_bench_set_words(b, counter, sizeof *n_differ, 0, err) < 0 ||
        ft_bench_launch(b, FT_HELPER_DIFF, ft_bench_blocks(b, n), params, err) < 0)
        return -1;
    return ft_bench_download(b, n_differ, counter, sizeof *n_differ, err);
}

/* The whole output, of which only some rows are compared: 0 and out's outcome set where it fails.
 */
static int scan(struct ft_bench *b, struct ft_tensors *t, struct ft_compare *out,
                struct ft_err *err)
{
    const fatune_problem *p = &t->c->problem.f;
    CUdeviceptr o = t->block + output_offset(t), found = b->scratch;
    int dtype = p->o_dtype;
    const int heads_in_row = t->c->is_heads_first ? 1 : p->q_heads;
    ft_h64 n_rows = (ft_h64)p->batch * p->seqlen_q * (p->q_heads / heads_in_row);
    ft_h64 stride = t->layout.o.stride_row, used = (ft_h64)heads_in_row * p->head_dim_v;
    void *params[] = {&o, &dtype, &n_rows, &stride, &used, &found};
    struct ft_scan_result result = {.first_nonfinite = ~0ull, .first_gap = ~0ull};

    if (ft_bench_upload(b, found, &result, sizeof result, err) < 0 ||
        ft_bench_launch(b, FT_HELPER_SCAN, ft_bench_blocks(b, n_rows * stride), params, err) < 0 ||
        ft_bench_download(b, &result, found, sizeof result, err) < 0)
        return -1;
    if (result.n_nonfinite > 0 && out->outcome == FT_OUT_OK) {
        const ft_h64 row = (ft_h64)result.first_nonfinite / stride,
                     e = (ft_h64)result.first_nonfinite % stride;

        out->outcome = FT_OUT_NONFINITE;
        snprintf(out->detail, sizeof out->detail,
                 "%llu elements of o are NaN, infinite or were never written, first "
                 "o[sequence %lld, head %lld, query %lld, element %lld]",
                 (unsigned long long)result.n_nonfinite,
                 (long long)(row / p->seqlen_q / (p->q_heads / heads_in_row)),
                 (long long)(heads_in_row > 1 ? e / p->head_dim_v : row / p->seqlen_q % p->q_heads),
                 (long long)(row % p->seqlen_q), (long long)(e % p->head_dim_v));
    }
    if (result.n_gap > 0 && out->outcome == FT_OUT_OK) {
        out->outcome = FT_OUT_WRONG;
        snprintf(out->detail, sizeof out->detail,
                 "wrote %llu elements between the rows of o, first at element %llu",
                 (unsigned long long)result.n_gap, (unsigned long long)result.first_gap);
    }
    return 0;
}

int ft_tensors_compare(struct ft_bench *b, struct ft_tensors *t, struct ft_compare *out,
                       struct ft_err *err)
{
    const fatune_problem *p = &t->c->problem.f;
    const size_t n = (size_t)t->n_rows, dim = (size_t)p->head_dim_v;
    struct ft_view o = t->layout.o, lse = t->layout.lse;
    struct ft_rows which = {.rows = (const ft_h64 *)(uintptr_t)t->rows_device, .n = t->n_rows};
    int q_heads = p->q_heads, seqlen_q = p->seqlen_q, row_dim = p->head_dim_v, dtype = p->o_dtype;
    CUdeviceptr o_out = t->gathered, lse_out = t->gathered + n * dim * sizeof(float);
    void *params[] = {&o, &lse, &which, &q_heads, &seqlen_q, &row_dim, &dtype, &o_out, &lse_out};
    const int has_lse = t->layout.regions[FT_REGION_LSE].bytes > 0;

    o.data = block_at(t) + output_offset(t);
    lse.data = has_lse ? block_at(t) + t->layout.regions[FT_REGION_LSE].offset : NULL;
    if (ft_bench_launch(b, FT_HELPER_GATHER, t->n_rows, params, err) < 0 ||
        ft_bench_download(b, t->o, o_out, n * dim * sizeof(float), err) < 0 ||
        (has_lse && ft_bench_download(b, t->lse, lse_out, n * sizeof(float), err) < 0))
        return -1;
    const struct ft_compare_in in = compare_in(t);

    ft_compare_run(&in, out);
    return scan(b, t, out, err);
}

int ft_tensors_guards(struct ft_bench *b, struct ft_tensors *t, char *what, size_t cap,
                      struct ft_err *err)
{
    struct ft_guard_zone found[FT_N_REGIONS + 1];
    void *params[] = {&t->zones_device};
    int before = -1, zone = 0; /* the buffer before the zone */

    if (ft_bench_upload(b, t->zones_device, t->zones, sizeof t->zones, err) < 0 ||
        ft_bench_launch(b, FT_HELPER_GUARDS, t->n_zones, params, err) < 0 ||
        ft_bench_download(b, found, t->zones_device, sizeof found, err) < 0)
        return -1;
    for (int r = 0; r <= FT_N_REGIONS; r++) {
        if (r < FT_N_REGIONS && t->layout.regions[r].bytes == 0)
            continue;
        const struct ft_guard_zone *hit = &found[zone++];
        const uint64_t n_bytes = 4 * hit->n_changed, offset = 4 * hit->first;
        const int is_after = before >= 0 && (offset < FT_GUARD_BYTES || r == FT_N_REGIONS);

        if (n_bytes > 0 && is_after)
            snprintf(what, cap, "wrote %llu bytes past the end of %s, first %llu bytes after it",
                     (unsigned long long)n_bytes, ft_region_names[before],
                     (unsigned long long)offset);
        else if (n_bytes > 0)
            snprintf(what, cap, "wrote %llu bytes before the start of %s",
                     (unsigned long long)n_bytes, ft_region_names[r]);
        if (n_bytes > 0)
            return 1;
        before = r;
    }
    return 0;
}
#endif
