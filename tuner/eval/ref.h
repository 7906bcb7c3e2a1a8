/* ref.h -- attention on the CPU: the fp64 reference, and a plain attention in the tensors' own
 * precision
 *
 * The definition of what is right, written for reading. It serves unit tests, small cases, and
 * checks the GPU's reference kernel, which finds the visible keys in another way on purpose.
 */
#ifndef FT_REF_H
#define FT_REF_H
#include "eval/helper_abi.h"

/* One row (of [batch, q_heads, seqlen_q]): o[head_dim_v] and *lse in fp64. Pointers in args are
 * host memory. */
void ft_ref_row(const struct ft_ref_args *args, int64_t row, double *o, double *lse);
/* The same row as a plain attention computes it: fp32 arithmetic, scores and probabilities rounded
 * to the type of q, the output to its own. Its error is the measure for a contestant's. */
void ft_ref_row_plain(const struct ft_ref_args *args, int64_t row, double *o, double *lse);
#endif
