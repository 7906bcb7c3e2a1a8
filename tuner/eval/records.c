/* records.c -- see the header */
#include "eval/records.h"
#include <string.h>

/* Can this record be of that item? Ours tells its name. A contestant's is only known not to be
 * ours: CUPTI remembers names by the function's handle, and a kernel whose module got the handle of
 * one that was unloaded is reported under the old name (CUDA 13.0, driver 580: the first prefill
 * kernel after a thousand decode modules was called decode_split). Order and number are what
 * identifies it. Our modules stay loaded. */
static int is_of(const struct ft_activity_record *record, const struct ft_timed *item)
{
    return item->helper ? strcmp(record->name, item->helper) == 0
                        : strncmp(record->name, FT_HELPER_PREFIX, sizeof FT_HELPER_PREFIX - 1) != 0;
}

int ft_records_read(const struct ft_activity_record *records, size_t n_records,
                    struct ft_timed *items, int n)
{
    size_t at = 0;

    for (int i = 0; i < n; i++) {
        struct ft_timed *item = &items[i];
        uint64_t start = UINT64_MAX, end = 0;

        if (at + (size_t)(item->n_flush + item->n_kernels) > n_records)
            return -1;
        for (int k = 0; k < item->n_flush; k++)
            if (strcmp(records[at++].name, item->flush[k]) != 0)
                return -1;
        for (int k = 0; k < item->n_kernels; k++, at++) {
            if (!is_of(&records[at], item))
                return -1;
            start = records[at].start_ns < start ? records[at].start_ns : start;
            end = records[at].end_ns > end ? records[at].end_ns : end;
        }
        item->ns = (double)(end - start);
    }
    return at == n_records ? 0 : -1;
}
