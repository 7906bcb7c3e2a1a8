/* cmd_util.h -- what several commands need: families with their include directories, tables to
 * stdout */
#ifndef FT_CMD_UTIL_H
#define FT_CMD_UTIL_H
#include "base/opt.h"
#include "base/table.h"
#include "model/experiment.h"

#define FT_DEFAULT_DB      "results/fatune.db"
#define FT_MAX_FAMILY_DIRS 16

struct ft_cmd_families {
    struct ft_families families;
    char *builtin_dir, *common_dir;
    const char *include_dirs[FT_MAX_FAMILY_DIRS + 3]; /* for kernels, NULL-terminated */
};
/* The built-in families and those of the further directories (--families). */
int ft_cmd_families_load(const struct ft_opt_list *dirs, struct ft_cmd_families *out,
                         struct ft_err *err);
/* A config file; its strategy is one that exists. NULL with err. */
struct ft_experiment *ft_cmd_experiment_load(const char *name,
                                             const struct ft_cmd_families *families,
                                             struct ft_err *err);
/* At least one problem must match the glob; `config` is what the user calls the file. */
int ft_cmd_problems_match(const struct ft_experiment *experiment, const char *config,
                          const char *glob, struct ft_err *err);
/* The cache of builds must be there (it is made) and writable: said before anything is compiled. */
int ft_cmd_cache_check(struct ft_err *err);
/* ft_fs_write_atomic, but never over a database of results. */
int ft_cmd_write(const char *path, const struct ft_buf *text, struct ft_err *err);
/* --device: a CUDA device's number, or "cpu". NULL: 0, or the CPU device where there is no GPU, which
 * is said. */
int ft_cmd_device(const char *text, int *index, struct ft_err *err);
#define FT_CMD_DEVICE_HELP "a CUDA device's number (default 0), or cpu: the host, thread by thread"
#define FT_CMD_COMPILE_LIMIT_HELP "end a build that takes longer (default 60s)"
void ft_cmd_families_free(struct ft_cmd_families *families);
/* Prints a table to stdout. */
void ft_cmd_print_table(const struct ft_table_out *table, enum ft_table_format format);
#endif
