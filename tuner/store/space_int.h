/* space_int.h -- private to the readers of recorded spaces */
#ifndef FT_SPACE_INT_H
#define FT_SPACE_INT_H
#include "base/json.h"
#include "store/space_file.h"

struct ft_space_source {
    const char *path; /* what messages call it */
    const char *text;
    size_t n;
    const struct ft_db_filter *filter; /* never NULL */
    struct ft_recordings *out;
    int is_packed; /* text is not what the file holds */
};
/* An error at an offset of the text, as file:line:column. Returns -1. */
int ft_space_fail(const struct ft_space_source *source, size_t at, struct ft_err *err,
                  const char *fmt, ...) FT_PRINTF(4, 5);
/* Finishes a recording and appends it; frees it on failure. */
int ft_space_take(const struct ft_space_source *source, struct ft_recording *recording,
                  struct ft_err *err);
/* A JSON value as the text of a parameter's value; NULL when it is an array, object or null. */
const char *ft_space_value_text(struct ft_arena *arena, const struct ft_jval *value);
/* The mean of an array's numbers; NaN when there is none. */
double ft_space_mean(const struct ft_jval *array);

int ft_space_read_kernel_tuner(const struct ft_space_source *source, const struct ft_jval *root,
                               struct ft_err *err);
int ft_space_read_t4(const struct ft_space_source *source, const struct ft_jval *root,
                     struct ft_err *err);
int ft_space_read_csv(const struct ft_space_source *source, struct ft_err *err);
int ft_space_read_db(const struct ft_space_source *source, struct ft_err *err);

#endif
