/* records.h -- what kernel records of a block say of what was launched: numbers only
 *
 * A block is items in the order of their launches; each is a flush of known kernels of ours, then
 * kernels of ours or of a contestant.
 */
#ifndef FT_RECORDS_H
#define FT_RECORDS_H
#include <stddef.h>
#include "gpu/cupti.h"

#define FT_HELPER_PREFIX "ft_helper_" /* of the names of our own kernels */

struct ft_timed {
    const char *const *flush; /* names */
    int n_flush;
    const char *helper; /* name of a kernel of ours; NULL: a contestant's kernels */
    int n_kernels;
    double ns; /* out: last end minus first start of its kernels */
};
/* -1 where the records are not of these items. */
int ft_records_read(const struct ft_activity_record *records, size_t n_records,
                    struct ft_timed *items, int n);
#endif
