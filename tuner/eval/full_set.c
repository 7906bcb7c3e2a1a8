/* full_set.c -- see the header */
#ifndef FT_NO_CUDA
#include "eval/full_set.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/mem.h"

#define LARGE_BYTES   ((size_t)24 << 30) /* what a case with offsets past 2^31 elements needs */
#define MIN_CASES     3                  /* of the set that a build must take */
#define CPU_REPEATED  3 /* thread by thread a launch takes long: one case in so many is repeated */
#define CHECKED_BYTES ((size_t)64 << 20) /* cases up to this size are checked on the CPU too */

void ft_full_set_drop(struct ft_bench *b, struct ft_full_set *set)
{
    for (size_t i = 0; i < set->cases.n; i++)
        ft_tensors_close(b, &set->tensors[i]);
    ft_case_set_free(&set->cases);
    free(set->tensors);
    free(set->class);
    *set = (struct ft_full_set){0};
}

/* The class of problems that share a full set: what set-making reads of a problem. */
static char *class_of(const struct ft_problem *problem, const struct ft_variation *variation)
{
    const fatune_problem *p = &problem->f;
    struct ft_buf text = FT_BUF_INIT;

    ft_buf_printf(&text, "%d %d %d %d %d group %d %s mask %d %d %d kv %d %d lse %d pages", p->dtype,
                  p->kv_dtype, p->o_dtype, p->head_dim, p->head_dim_v, p->q_heads / p->kv_heads,
                  p->seqlen_q == 1 ? "decode" : "prefill", p->mask, p->window_left, p->window_right,
                  p->kv, p->page_size, variation->any_lse ? -1 : p->want_lse);
    for (int i = 0; i < variation->n_page_sizes; i++)
        ft_buf_printf(&text, " %d", variation->page_sizes[i]);
    return ft_buf_take(&text);
}

/* FATUNE_TEST_CASES=0/2: only every second case. Where many configs of a family are run for the
 * sake of the family, and each costs seconds, they may share the set. */
static void choose_part(struct ft_full_set *set)
{
    const char *text = getenv("FATUNE_TEST_CASES");

    set->part = 0;
    set->parts = 1;
    if (!text)
        return;
    if (sscanf(text, "%zu/%zu", &set->part, &set->parts) != 2 || set->part >= set->parts) {
        set->part = 0;
        set->parts = 1;
    }
    ft_warn("only every %zu. case of validation is run", set->parts);
}

static void use(struct ft_bench *b, struct ft_full_set *set, const struct ft_problem *problem,
                const struct ft_variation *variation)
{
    const char *large = getenv("FATUNE_VALIDATE_LARGE");
    char *class = class_of(problem, variation);
    size_t free_bytes = 0, total_bytes = 0;

    if (set->class && strcmp(set->class, class) == 0) {
        free(class);
        return;
    }
    ft_full_set_drop(b, set);
    set->class = class;
    choose_part(set);
    b->driver.cuMemGetInfo(&free_bytes, &total_bytes);
    ft_case_set_make(problem, variation,
                     large && strcmp(large, "1") == 0 && free_bytes >= LARGE_BYTES, &set->cases);
    set->tensors = ft_calloc(set->cases.n, sizeof *set->tensors);
}

/* Case i of the full set. 0, or -1 with a verdict or, where the fault is ours, with err. */
static int validate_case(struct ft_bench *b, struct ft_full_set *set, size_t i,
                         struct ft_contestant *contestant, struct ft_compare *compare,
                         struct ft_verdict *v, struct ft_err *err)
{
    struct ft_tensors *t = &set->tensors[i];
    struct ft_plan plan;
    int rc;

    if (!t->block) {
        if (ft_tensors_open(b, &set->cases.cases[i], 1, t, err) < 0 ||
            (t->layout.bytes <= CHECKED_BYTES && !b->is_cpu &&
             ft_tensors_check_reference(b, t, err) < 0)) {
            ft_tensors_close(b, t);
            return -1;
        }
    }
    if (ft_plan_open(b, contestant, t, &plan, v) < 0)
        return -1;
    rc = ft_plan_check(b, &plan, t, b->is_cpu ? (i % CPU_REPEATED == 0 ? 2 : 1) : 3, compare, v);
    if (!v->is_sticky)
        ft_plan_close(b, &plan);
    if (rc < 0 && !v->is_sticky) /* it may have written anywhere */
        ft_tensors_fill(b, t, err);
    return rc;
}

const struct ft_compare ft_nothing_compared = {
    .max_abs = NAN, .mean_abs = NAN, .rel_l2 = NAN, .cosine = NAN, .tol = NAN, .lse_max_abs = NAN};

const char *ft_full_set_validate(struct ft_bench *b, struct ft_full_set *set,
                                 const struct ft_problem *problem, struct ft_contestant *contestant,
                                 struct ft_compare *worst, struct ft_verdict *v, struct ft_err *err)
{
    const char *name = "";
    double lse_max_abs = NAN;
    size_t n_taken = 0;

    use(b, set, problem, &contestant->variation);
    for (size_t i = 0; i < set->cases.n; i++) {
        struct ft_compare compare = ft_nothing_compared;

        if (i % set->parts != set->part ||
            !ft_contestant_takes(b, contestant, &set->cases.cases[i]))
            continue;
        const int rc = validate_case(b, set, i, contestant, &compare, v, err);

        if (err->code != FT_OK)
            return NULL;
        lse_max_abs = fmax(lse_max_abs, compare.lse_max_abs); /* NaN: not wanted in this case */
        if (rc < 0 || n_taken == 0 || compare.worst_ratio > worst->worst_ratio) {
            *worst = compare;
            name = set->cases.cases[i].name;
        }
        worst->lse_max_abs = lse_max_abs;
        n_taken++;
        if (rc < 0) { /* with the case, which is batch x seqlen_q x seqlen_kv and what is odd */
            const size_t n = strlen(v->detail);

            snprintf(v->detail + n, sizeof v->detail - n, " (case %s)", name);
            return name;
        }
    }
    if (n_taken < MIN_CASES)
        ft_verdict_set(v, FT_OUT_REJECTED,
                       "it takes only %zu of the %zu cases of validation: its 'supports' and "
                       "'require' rules exclude the others",
                       n_taken, set->cases.n);
    return name;
}
#endif
