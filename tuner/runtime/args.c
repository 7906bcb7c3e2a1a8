/* args.c -- see the header
 *
 * A kernel reads its tensors with 16-byte loads and trusts every stride. So each tensor that the
 * problem needs must be there and aligned, and a stride that matters may not be zero by omission.
 * What no family is validated with (softcap, ALiBi, lengths of queries) is refused, because a
 * kernel that does not know it would ignore it.
 */
#include "args.h"
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include "problem.h"
#include "program.h"

#define ALIGN_BYTES 16

struct check {
    const fatune_problem *p;
    const fatune_args *args;
    int32_t batch;
    char *why;
    size_t cap;
};

static fatune_status refuse(const struct check *c, fatune_status status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static fatune_status refuse(const struct check *c, fatune_status status, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(c->why, c->cap, fmt, args);
    va_end(args);
    return status;
}

enum tensor_is { IS_INPUT = 0, IS_OUTPUT = 1, IS_KV = 2, IS_PER_ROW = 4 /* float, one a row */ };

struct extent {
    const char *name;
    int64_t n, stride;
    int may_repeat; /* a stride of 0 is sensible */
};

static fatune_status check_tensor(const struct check *c, const char *name, const fatune_tensor *t,
                                  int dtype, int is)
{
    const fatune_problem *p = c->p;
    const int is_paged = (is & IS_KV) && p->kv == FATUNE_KV_PAGED;
    const int is_varlen = p->kv == FATUNE_KV_VARLEN;
    const int64_t align = is & IS_PER_ROW ? (int64_t)sizeof(float) : ALIGN_BYTES;
    const int64_t step = align / ft_dtype_bytes(dtype); /* elements */
    const int64_t rows = is & IS_KV ? p->seqlen_kv : p->seqlen_q;
    const struct extent extents[] = {
        /* page numbers are anything: a page stride always matters */
        {"stride_batch", is_paged ? 2 : c->batch, t->stride_batch, !(is & IS_OUTPUT) && !is_paged},
        {"stride_row", is_paged ? p->page_size : rows, t->stride_row, 0},
        {"stride_head", is & IS_KV ? p->kv_heads : p->q_heads, t->stride_head, 0},
    };

    if (!t->data)
        return refuse(c, FATUNE_ERR_ARGUMENT, "'%s.data' is NULL", name);
    if ((uintptr_t)t->data % (uintptr_t)align != 0)
        return refuse(c, FATUNE_ERR_ARGUMENT, "'%s.data' is not aligned to %d bytes", name,
                      (int)align);
    for (size_t i = 0; i < sizeof extents / sizeof *extents; i++) {
        const struct extent *e = &extents[i];
        if (i == 0 && is_varlen) {
            if (e->stride != 0)
                return refuse(c, FATUNE_ERR_ARGUMENT, "'%s.stride_batch' must be 0 when kv: varlen",
                              name);
            continue;
        }
        if (e->n <= 1)
            continue;
        if (e->stride == 0 && !e->may_repeat)
            return refuse(c, FATUNE_ERR_ARGUMENT, "'%s.%s' is 0, but there are %s%lld of them",
                          name, e->name, is_paged && i == 0 ? "at least " : "", (long long)e->n);
        if (e->stride % step != 0)
            return refuse(c, FATUNE_ERR_ARGUMENT, "'%s.%s' (%lld) is no multiple of %d bytes", name,
                          e->name, (long long)e->stride, (int)align);
    }
    return FATUNE_OK;
}

static fatune_status check_tensors(const struct check *c)
{
    const fatune_problem *p = c->p;
    const fatune_args *a = c->args;
    const int is_bwd = p->op == FATUNE_OP_BWD;
    const struct {
        const char *name;
        const fatune_tensor *t;
        int is_needed, dtype, is;
    } tensors[] = {
        {"q", &a->q, 1, p->dtype, IS_INPUT},
        {"k", &a->k, 1, p->kv_dtype, IS_INPUT | IS_KV},
        {"v", &a->v, 1, p->kv_dtype, IS_INPUT | IS_KV},
        {"o", &a->o, 1, p->o_dtype, is_bwd ? IS_INPUT : IS_OUTPUT},
        {"lse", &a->lse, p->want_lse || is_bwd, FATUNE_FP32,
         IS_PER_ROW | (is_bwd ? IS_INPUT : IS_OUTPUT)},
        {"dout", &a->dout, is_bwd, p->o_dtype, IS_INPUT},
        {"dq", &a->dq, is_bwd, p->dtype, IS_OUTPUT},
        {"dk", &a->dk, is_bwd, p->kv_dtype, IS_OUTPUT | IS_KV},
        {"dv", &a->dv, is_bwd, p->kv_dtype, IS_OUTPUT | IS_KV},
    };
    if (a->lse.data && !is_bwd && !p->want_lse)
        return refuse(c, FATUNE_ERR_ARGUMENT, "'lse.data' is set, but the problem has no want_lse");
    for (size_t i = 0; i < sizeof tensors / sizeof *tensors; i++) {
        if (!tensors[i].is_needed)
            continue;
        fatune_status status =
            check_tensor(c, tensors[i].name, tensors[i].t, tensors[i].dtype, tensors[i].is);
        if (status != FATUNE_OK)
            return status;
    }
    return FATUNE_OK;
}

static fatune_status check_lengths(const struct check *c)
{
    const fatune_problem *p = c->p;
    const fatune_args *a = c->args;
    const int is_varlen = p->kv == FATUNE_KV_VARLEN, is_paged = p->kv == FATUNE_KV_PAGED;
    const struct {
        const char *name;
        const int32_t *data;
        int is_needed, is_allowed;
    } arrays[] = {
        {"seqlens_kv", a->seqlens_kv, 0, 1},
        {"seqlens_q", a->seqlens_q, 0, 1},
        {"cu_seqlens_q", a->cu_seqlens_q, is_varlen, is_varlen},
        {"cu_seqlens_kv", a->cu_seqlens_kv, is_varlen, is_varlen},
        {"block_table", a->block_table, is_paged, is_paged},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        if (arrays[i].is_needed && !arrays[i].data)
            return refuse(c, FATUNE_ERR_ARGUMENT, "'%s' is NULL, but kv: %s needs it",
                          arrays[i].name, ft_kv_form_name(p->kv));
        if (arrays[i].data && !arrays[i].is_allowed)
            return refuse(c, FATUNE_ERR_ARGUMENT, "'%s' is set, but kv: %s has none",
                          arrays[i].name, ft_kv_form_name(p->kv));
        if ((uintptr_t)arrays[i].data % sizeof(int32_t) != 0)
            return refuse(c, FATUNE_ERR_ARGUMENT, "'%s' is not aligned to 4 bytes", arrays[i].name);
    }
    /* Lengths on the device may need fewer pages than the problem's, so then any width will do. */
    const int64_t pages = is_paged ? ((int64_t)p->seqlen_kv + p->page_size - 1) / p->page_size : 0;
    if (is_paged && c->batch > 1 && a->block_table_stride < (a->seqlens_kv ? 1 : pages))
        return refuse(c, FATUNE_ERR_ARGUMENT,
                      "'block_table_stride' (%lld) is less than the %lld pages of a sequence",
                      (long long)a->block_table_stride, (long long)pages);
    return FATUNE_OK;
}

static int is_fp8(int dtype)
{
    return dtype == FATUNE_E4M3 || dtype == FATUNE_E5M2;
}

static fatune_status check_numbers(const struct check *c)
{
    const fatune_args *a = c->args;
    if ((a->q_scale && !is_fp8(c->p->dtype)) ||
        ((a->k_scale || a->v_scale) && !is_fp8(c->p->kv_dtype)))
        return refuse(c, FATUNE_ERR_ARGUMENT, "scales of q, k and v are for fp8 only");
    if (!(a->softmax_scale >= 0) || isinf(a->softmax_scale))
        return refuse(c, FATUNE_ERR_ARGUMENT, "'softmax_scale' must be positive, or 0");
    if (!(a->softcap >= 0) || isinf(a->softcap))
        return refuse(c, FATUNE_ERR_ARGUMENT, "'softcap' must be positive, or 0");
    return FATUNE_OK;
}

static fatune_status check_accepted(const struct check *c, unsigned accepts)
{
    const fatune_args *a = c->args;
    const unsigned given = (a->softcap != 0 ? FT_ACCEPTS_SOFTCAP : 0) |
                           (a->alibi_slopes ? FT_ACCEPTS_ALIBI : 0) |
                           (a->seqlens_q ? FT_ACCEPTS_SEQLENS_Q : 0) |
                           (a->q_scale || a->k_scale || a->v_scale ? FT_ACCEPTS_SCALES : 0);
#define FT_X(name, bit)                                                                            \
    if (given & ~accepts & (bit))                                                                  \
        return refuse(c, FATUNE_ERR_UNSUPPORTED, "the planned kernels know nothing of %s", name);
    FT_ACCEPTS(FT_X)
#undef FT_X
    return FATUNE_OK;
}

fatune_status ft_args_check(const fatune_problem *problem, unsigned accepts, int32_t batch,
                            const fatune_args *args, char *why, size_t cap)
{
    const struct check c = {problem, args, batch, why, cap};
    fatune_status status = check_tensors(&c);
    if (status == FATUNE_OK)
        status = check_lengths(&c);
    if (status == FATUNE_OK)
        status = check_numbers(&c);
    return status == FATUNE_OK ? check_accepted(&c, accepts) : status;
}
