/* cases.c -- the adversarial set
 *
 * One table for decode (one query token) and one for prefill; a row is a shape and at most one
 * peculiarity, so that a failing case names its cause. Lengths are odd on purpose: shorter than a
 * tile, one past a tile, prime to page sizes, empty. Every row has its own seed; page sizes and
 * whether LSE is wanted rotate over the rows.
 */
#include "eval/cases.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

enum peculiarity {
    PLAIN,
    LARGE_SCORES, /* q scaled by 10 */
    HUGE_SCORES,  /* by 60: 2^score overflows unless the maximum is subtracted that belongs to it */
    CONSTANT_V,   /* every output must be that constant */
    HUGE_UNUSED,  /* large finite values in unused rows: a maximum taken over them shows */
    GAP_8,        /* strides with gaps */
    GAP_16,
    V_GAP,       /* strides of v differ from those of k */
    O_GAP,       /* and those of o from those of q */
    LSE_GAP,     /* log-sum-exps not packed */
    LSE_ROWS,    /* and those of a row together, [batch, rows, heads] */
    HEADS_FIRST, /* [batch, heads, rows, dim] */
    HALF_SCALE,  /* a softmax scale that is not 1/sqrt(head_dim) */
    FAR,         /* gaps so large that offsets exceed 2^31 elements */
};
static const char *const peculiarity_names[] = {
    "",          "-large-scores", "-huge-scores", "-constant-v", "-huge-unused",
    "-gap-8",    "-gap-16",       "-v-gap",       "-o-gap",      "-lse-gap",
    "-lse-rows", "-heads-first",  "-half-scale",  "-far"};

struct row {
    int batch, kv_heads /* 0: the problem's */, seqlen_q, seqlen_kv;
    int uneven; /* decode: lengths 0, 1, 17, full, full - 1; prefill: full, 1, 2/3 */
    enum peculiarity peculiarity;
};

static const struct row decode_rows[] = {
    {5, 2, 1, 1, 1, PLAIN},
    {5, 2, 1, 77, 1, PLAIN},
    {5, 2, 1, 333, 1, PLAIN},
    {5, 2, 1, 1000, 1, PLAIN},
    {5, 2, 1, 4101, 1, PLAIN},
    {1, 1, 1, 1, 0, PLAIN},
    {1, 2, 1, 129, 0, PLAIN},
    {33, 2, 1, 64, 0, PLAIN},
    {1, 1, 1, 4101, 0, PLAIN},
    {5, 2, 1, 333, 1, LARGE_SCORES},
    {5, 2, 1, 1000, 1, CONSTANT_V},
    {5, 2, 1, 333, 1, HUGE_UNUSED},
    {5, 2, 1, 77, 1, GAP_8},
    {5, 2, 1, 333, 1, GAP_16},
    {5, 2, 1, 1000, 1, LARGE_SCORES},
    {5, 3, 1, 4101, 1, GAP_8},
    {5, 2, 1, 333, 1, V_GAP},
    {5, 2, 1, 129, 1, LSE_GAP},
    {5, 2, 1, 129, 1, O_GAP},
    {5, 2, 1, 333, 1, HUGE_SCORES},
    {5, 2, 1, 333, 1, HEADS_FIRST},
    {5, 2, 1, 333, 1, HALF_SCALE},
    /* for families that take few shapes: the problem's heads, round lengths */
    {5, 0, 1, 256, 1, PLAIN},
    {1, 0, 1, 1024, 0, LARGE_SCORES},
    {3, 0, 1, 512, 0, GAP_8},
    {2, 0, 1, 4096, 0, PLAIN},
};
static const struct row prefill_rows[] = {
    {2, 2, 1, 1, 0, PLAIN},
    {2, 2, 64, 128, 0, PLAIN},
    {2, 2, 239, 1, 0, PLAIN},
    {2, 2, 113, 203, 0, PLAIN},
    {2, 2, 128, 217, 0, PLAIN},
    {2, 2, 108, 256, 0, PLAIN},
    {2, 2, 256, 512, 0, PLAIN},
    {2, 2, 5, 2, 0, PLAIN},
    {2, 2, 129, 129, 0, PLAIN},
    {3, 2, 113, 203, 1, PLAIN},
    {1, 1, 300, 300, 0, PLAIN},
    {2, 2, 113, 203, 0, LARGE_SCORES},
    {2, 2, 128, 217, 0, CONSTANT_V},
    {3, 2, 64, 128, 1, HUGE_UNUSED},
    {2, 2, 113, 203, 0, GAP_8},
    {2, 3, 129, 129, 0, GAP_16},
    {2, 2, 113, 203, 0, V_GAP},
    {2, 2, 129, 129, 0, LSE_GAP},
    {2, 2, 113, 131, 0, O_GAP},
    {2, 2, 113, 203, 0, HUGE_SCORES},
    {2, 2, 113, 203, 0, HEADS_FIRST},
    {2, 2, 108, 256, 0, HALF_SCALE},
    {2, 2, 64, 100, 0, LSE_ROWS},
    {1, 0, 128, 128, 0, PLAIN},
    {2, 0, 256, 256, 0, LARGE_SCORES},
    {1, 0, 256, 512, 0, PLAIN},
    {2, 0, 384, 384, 0, GAP_8},
};
static const struct row decode_far = {2, 2, 1, 4101, 0, FAR};
static const struct row prefill_far = {2, 2, 113, 4101, 0, FAR};
#define FAR_GAP     ((1 << 19) + 64)
#define SLOW_SCORES 10000
#define SLOW_HEADS  2

static void set_lengths(const struct row *row, struct ft_case *c)
{
    const int32_t full = row->seqlen_kv;
    const int32_t decode[] = {0, 1, 17, full, full - 1}, prefill[] = {full, 1, full * 2 / 3};
    const int n = row->seqlen_q == 1 ? 5 : 3;

    c->lengths = ft_malloc((size_t)row->batch * sizeof *c->lengths);
    for (int b = 0; b < row->batch; b++) {
        const int32_t length = row->seqlen_q == 1 ? decode[b % n] : prefill[b % n];

        c->lengths[b] = length < full ? length : full;
    }
}

/* What heads and sequences have to do with each other shows in the smaller cases. */
static void shrink(const struct row *row, fatune_problem *p)
{
    const int is_large = row->seqlen_q > 1 && row->seqlen_q * row->seqlen_kv > SLOW_SCORES;

    if (is_large && !row->uneven)
        p->batch = p->kv_heads = 1;
    else if (row->kv_heads == 0 && p->kv_heads > SLOW_HEADS)
        p->kv_heads = SLOW_HEADS;
}

static void make_case(const struct row *row, size_t index, const struct ft_problem *problem,
                      const struct ft_variation *variation, struct ft_case *c)
{
    const fatune_problem *class = &problem->f;
    const int group = class->q_heads / class->kv_heads;
    fatune_problem *p = &c->problem.f;

    *c = (struct ft_case){.problem = *problem,
                          .seed = 1000 + index,
                          .q_scale = 1,
                          /* In decode an engine may have freed their pages. */
                          .is_hidden_hostile = row->seqlen_q == 1,
                          .softmax_scale = ft_problem_softmax_scale(problem)};
    c->problem.lengths = FT_LENGTHS_EQUAL;
    c->problem.lengths_seed = 0;
    p->batch = row->batch;
    if (row->kv_heads > 0)
        p->kv_heads = row->kv_heads;
    if (variation->is_slow)
        shrink(row, p);
    p->q_heads = p->kv_heads * group;
    p->seqlen_q = row->seqlen_q;
    p->seqlen_kv = row->seqlen_kv;
    if (variation->any_lse)
        p->want_lse = index % 2 == 0 || row->peculiarity == LSE_GAP || row->peculiarity == LSE_ROWS;
    if (p->kv == FATUNE_KV_PAGED) {
        const size_t k = index % (size_t)(variation->n_page_sizes + 1);

        p->page_size = k == 0 ? class->page_size : variation->page_sizes[k - 1];
    }
    if (row->uneven)
        set_lengths(row, c);
    switch (row->peculiarity) {
    case PLAIN:
        break;
    case LARGE_SCORES:
        c->q_scale = 10;
        break;
    case HUGE_SCORES:
        c->q_scale = 60;
        break;
    case CONSTANT_V:
        c->constant_v = 1;
        break;
    case HUGE_UNUSED:
        c->unused = FT_UNUSED_HUGE;
        break;
    case GAP_8:
        c->row_gap = 8;
        break;
    case GAP_16:
        c->row_gap = 16;
        break;
    case V_GAP:
        c->v_gap = 24;
        break;
    case O_GAP:
        c->o_gap = 40;
        break;
    case LSE_GAP:
        c->lse_gap = 3;
        break;
    case LSE_ROWS:
        c->lse_gap = 3;
        c->is_lse_rows_first = 1;
        break;
    case HEADS_FIRST:
        c->is_heads_first = 1;
        c->row_gap = 8;
        break;
    case HALF_SCALE:
        c->softmax_scale /= 2;
        break;
    case FAR:
        c->row_gap = FAR_GAP;
        break;
    }
    int n =
        snprintf(c->name, sizeof c->name, "%dx%dx%d%s%s", p->batch, row->seqlen_q, row->seqlen_kv,
                 row->uneven ? "-uneven" : "", peculiarity_names[row->peculiarity]);
    if (p->kv == FATUNE_KV_PAGED)
        snprintf(c->name + n, sizeof c->name - (size_t)n, "-page-%d", p->page_size);
}

void ft_case_set_make(const struct ft_problem *problem, const struct ft_variation *variation,
                      int with_large, struct ft_case_set *out)
{
    const int is_decode = problem->f.seqlen_q == 1;
    const struct row *rows = is_decode ? decode_rows : prefill_rows;
    const size_t n =
        is_decode ? sizeof decode_rows / sizeof *rows : sizeof prefill_rows / sizeof *rows;

    out->n = n + (with_large ? 1 : 0);
    out->cases = ft_calloc(out->n, sizeof *out->cases);
    for (size_t i = 0; i < n; i++)
        make_case(&rows[i], i, problem, variation, &out->cases[i]);
    if (with_large)
        make_case(is_decode ? &decode_far : &prefill_far, n, problem, variation, &out->cases[n]);
}

void ft_case_set_free(struct ft_case_set *set)
{
    for (size_t i = 0; i < set->n; i++)
        ft_case_free(&set->cases[i]);
    free(set->cases);
    *set = (struct ft_case_set){0};
}
