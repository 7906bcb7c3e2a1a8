/* cases.h -- the adversarial set: small cases that a build must get right before it is timed
 *
 * The set belongs to a class: what builds are specialised on (dtype, head_dim, query heads per KV
 * head, mask, window, KV form) is as in the problem; everything else varies. The worker leaves out
 * the cases that a build says it cannot take (the `need` lines of its launch program).
 */
#ifndef FT_CASES_H
#define FT_CASES_H
#include "eval/inputs.h"

#define FT_MAX_PAGE_SIZES 4
struct ft_variation { /* what may differ from the problem, because the family is not specialised on
                         it */
    int n_page_sizes; /* further page sizes than the problem's */
    int32_t page_sizes[FT_MAX_PAGE_SIZES];
    int any_lse; /* 1: LSE both wanted and not; 0: as the problem */
    int is_slow; /* the device runs thread by thread: large cases have one sequence and few heads */
};

struct ft_case_set {
    struct ft_case *cases;
    size_t n;
};
/* with_large adds a case whose offsets exceed 2^31 elements (about 20 GB). */
void ft_case_set_make(const struct ft_problem *problem, const struct ft_variation *variation,
                      int with_large, struct ft_case_set *out);
void ft_case_set_free(struct ft_case_set *set);
#endif
