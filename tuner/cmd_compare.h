/* cmd_compare.h -- the parts of `fatune compare` */
#ifndef FT_CMD_COMPARE_H
#define FT_CMD_COMPARE_H
#include "base/opt.h"
#include "store/compare.h"

struct ft_cmd_measure {
    int device_index;
    const struct ft_opt_list *family_dirs;
};
/* Times A's winner and B's, side by side, on B's GPU, for each problem where they differ, and
 * stores that as a run of B's database. -1 when this GPU is not B, or nothing can be measured here;
 * what was measured before that is stored. */
int ft_cmd_compare_measure(const struct ft_compare *compare, const struct ft_compare_side *b,
                           const struct ft_cmd_measure *options, struct ft_err *err);
#endif
