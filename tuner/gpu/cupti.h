/* cupti.h (ours) -- device times of kernels from CUPTI activity records
 *
 * Usage, one thread: ft_activity_open once per process before the first launch; then, per block of
 * samples, cuCtxSynchronize, begin, launch, cuCtxSynchronize, end. Records come back in launch order (by correlation
 * id). A record with a zero or reversed timestamp, a dropped record, or a wrong count makes
 * ft_activity_end fail: the caller repeats the block.
 */
#ifndef FT_CUPTI_H
#define FT_CUPTI_H
#include <stddef.h>
#include <stdint.h>
#include "base/err.h"

struct ft_activity_record {
    uint64_t start_ns, end_ns;
    uint32_t correlation_id;
    char name[64]; /* truncated kernel name */
};
int ft_activity_open(
    struct ft_err *err); /* FT_ERR_ENV with a hint when CUPTI is missing, taken or refused */
int ft_activity_begin(struct ft_err *err);
/* The records since begin, in launch order; valid until the next begin. expected < 0: any count. */
int ft_activity_end(long expected, const struct ft_activity_record **records, size_t *n,
                    struct ft_err *err);
int ft_cupti_version(uint32_t *version, struct ft_err *err);
#endif
