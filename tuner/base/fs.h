/* fs.h -- files: read whole, publish atomically, make directories, find the program's own data */
#ifndef FT_FS_H
#define FT_FS_H
#include <stddef.h>
#include "base/buf.h"
#include "base/err.h"

int ft_fs_read(const char *path, struct ft_buf *out, struct ft_err *err);
/* Writes path.tmp.PID, fsyncs, renames: readers see the old file or the whole new one. */
int ft_fs_write_atomic(const char *path, const void *data, size_t n, struct ft_err *err);
/* The last step of the above, for a file that was written by other means: `temp` must be of the same
 * file system, and is gone afterwards. */
int ft_fs_publish(const char *temp, const char *path, struct ft_err *err);
int ft_fs_mkdirs(const char *path, struct ft_err *err); /* like mkdir -p */
int ft_fs_exists(const char *path);
int ft_fs_is_dir(const char *path);
/* The file, or where it would be made, is on a file system that several machines may share. */
int ft_fs_is_shared(const char *path);
char *ft_fs_join(const char *a, const char *b); /* caller frees */
char *ft_fs_dirname(const char *path);          /* caller frees; "." where there is none */
/* Sorted names in a directory (without . and ..), caller frees each and the array. */
int ft_fs_list(const char *path, char ***names, size_t *n, struct ft_err *err);
char *ft_fs_program_dir(struct ft_err *err); /* of the running program; caller frees */
/* A directory of the program's data ("kernel_templates", "configs", "report"): FATUNE_SHARE, beside the build in a source
 * tree, or PREFIX/share/fatune. Caller frees; NULL with err when none exists. */
char *ft_fs_share(const char *name, struct ft_err *err);
char *ft_fs_cache_dir(struct ft_err *err); /* FATUNE_CACHE, else XDG_CACHE_HOME/fatune, else ~/.cache/fatune; made */

#endif
