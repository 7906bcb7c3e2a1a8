/* full_set.h -- the adversarial set on the device: cases with their inputs and references, kept as
 * long as problems of one class follow each other
 */
#ifndef FT_FULL_SET_H
#define FT_FULL_SET_H
#include "eval/contestant.h"
#ifndef FT_NO_CUDA

struct ft_full_set { /* zeroed: none */
    char *class;     /* of problems that the set belongs to, or NULL */
    struct ft_case_set cases;
    struct ft_tensors *tensors; /* [cases.n], opened when first used */
    size_t part, parts;         /* every parts-th case from part on is run: 0 and 1, but in tests */
};
void ft_full_set_drop(struct ft_bench *b, struct ft_full_set *set);

extern const struct ft_compare ft_nothing_compared;
/* The cases for problems like this one that the contestant takes, up to the first that fails. The
 * name of the worst case, or NULL with err. A build that takes next to none cannot be called right.
 */
const char *ft_full_set_validate(struct ft_bench *b, struct ft_full_set *set,
                                 const struct ft_problem *problem, struct ft_contestant *contestant,
                                 struct ft_compare *worst, struct ft_verdict *v,
                                 struct ft_err *err);
#endif
#endif
