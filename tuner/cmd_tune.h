/* cmd_tune.h -- between the two files of `fatune tune` */
#ifndef FT_CMD_TUNE_H
#define FT_CMD_TUNE_H
#include "base/table.h"
#include "eval/tune.h"

#define FT_MAX_MODELS 16
struct ft_tune_runs { /* rows of the database, a run a model of GPU */
    int64_t devices[FT_MAX_MODELS], runs[FT_MAX_MODELS];
    size_t n;
};
/* Whose winners are shown: this experiment's problems on these devices. */
struct ft_tune_shown {
    const struct ft_experiment *experiment;
    const char *problem_glob;
    const struct ft_tune_runs *runs;
    const unsigned char *selected; /* by problem; NULL: all */
};
extern const struct ft_tune_observer ft_tune_on_terminal;
/* To stdout, and why candidates failed to stderr. */
int ft_tune_print_winners(const char *db_path, const struct ft_tune_shown *shown,
                          enum ft_table_format format, struct ft_err *err);
void ft_tune_note_totals(const struct ft_tune_totals *t, const char *db_path);
#endif
