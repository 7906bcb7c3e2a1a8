/* export.h -- winners as a dispatch table for the run-time library */
#ifndef FT_EXPORT_H
#define FT_EXPORT_H
#include "store/select.h"

struct ft_export_counts {
    size_t n_devices, n_builds, n_entries;
};
/* Appends the file's bytes (runtime/format.h) to out. `made` is the text of its `made` line, the
 * only part that does not follow from the winners alone. No winner that can be exported is an
 * error. */
int ft_export_table(struct ft_db *db, const struct ft_db_filter *filter, const char *made,
                    struct ft_buf *out, struct ft_export_counts *counts, struct ft_err *err);

#endif
