/* validate.h -- are these results right? The rule, on arrays in host memory
 *
 * The rule is FlashAttention's, applied to each sequence by itself (a short sequence has large
 * outputs, whose rounding must not excuse errors in a long one): with `plain` a plain attention in
 * the tensors' precision,
 *
 *     max|o - ref| <= 2 * max|plain - ref| + 2 * max|(ref + 0.3 - 0.3) - ref|
 *
 * with the last term computed in the type of o, and
 *
 *     max|lse - ref_lse| <= 2 * max|plain_lse - ref_lse| + 1e-4
 *
 * LSE is fp32 whatever the type: 1e-4 covers exp2 and log2. A row that sees no key has LSE -inf and
 * an output of exactly 0. NaN and infinity never pass. The worst element decides; averages inform.
 */
#ifndef FT_VALIDATE_H
#define FT_VALIDATE_H
#include <stddef.h>
#include <stdint.h>
#include "base/outcome.h"

struct ft_tolerance {
    double o, lse; /* absolute */
};
struct ft_compare_in {
    int64_t n_rows;
    int dim;                /* elements of a row of o */
    int64_t rows_per_group; /* rows of one sequence; they follow one another */
    int o_dtype;
    const int64_t *rows; /* index in [batch, q_heads, seqlen_q] of each row, for messages; NULL: its
                            own number */
    int q_heads, seqlen_q;
    const double *ref; /* [n_rows * dim] */
    const float *o;
    const double *ref_lse;                 /* [n_rows] */
    const float *lse;                      /* NULL: not wanted */
    const struct ft_tolerance *tolerances; /* one a group, of ft_tolerances_make */
};
/* What the rule allows each group of rows: from in->ref, in->ref_lse, and plain and plain_lse of
 * the same shapes. Caller frees. */
struct ft_tolerance *ft_tolerances_make(const struct ft_compare_in *in, const double *plain,
                                        const double *plain_lse);

struct ft_compare {
    enum ft_outcome outcome; /* OK, WRONG or NONFINITE */
    char detail[256];        /* empty when OK */
    double max_abs, mean_abs, rel_l2, cosine;
    double tol;         /* of the sequence with the worst ratio of error to tolerance */
    double lse_max_abs; /* NaN: not checked */
    double worst_ratio; /* error / tolerance, at most 1 when right */
};
void ft_compare_run(const struct ft_compare_in *in, struct ft_compare *out);
#endif
