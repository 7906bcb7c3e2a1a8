/* space_file.h -- reads recorded spaces: ours and those of other tuners
 *
 * The format is told by the content, never by the name; each may be packed with gzip:
 *     Kernel Tuner's cache file, also of a run that was killed
 *     T4 results (schema 1.0.0)
 *     our database of results
 *     what `fatune query --all --csv` prints
 * The first two hold one space. The last two hold one for each device, problem, family, cache mode
 * and timer, of which a filter takes some.
 */
#ifndef FT_SPACE_FILE_H
#define FT_SPACE_FILE_H
#include "model/recording.h"
#include "store/select.h"

struct ft_recordings {
    struct ft_recording *items;
    size_t n, cap;
};
/* The file's text, unpacked when it is packed. */
int ft_space_file_text(const char *path, struct ft_buf *out, struct ft_err *err);
/* Appends the spaces of a file. filter may be NULL; none that it takes is an error. */
int ft_space_file_read(const char *path, const struct ft_db_filter *filter,
                       struct ft_recordings *out, struct ft_err *err);
/* As above, for a text at hand; path is what messages call it. */
int ft_space_file_parse(const char *path, const struct ft_buf *text,
                        const struct ft_db_filter *filter, struct ft_recordings *out,
                        struct ft_err *err);
void ft_recordings_free(struct ft_recordings *recordings);

#endif
