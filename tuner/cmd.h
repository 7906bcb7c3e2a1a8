/* cmd.h -- commands: one file each, one row in main.c's table */
#ifndef FT_CMD_H
#define FT_CMD_H
#include "base/err.h"
struct ft_cmd {
    const char *name, *summary;
    /* argv[0] is the command's name. Returns the exit code; err is printed by main when set. */
    int (*run)(int argc, char **argv, struct ft_err *err);
};
#define FT_CMDS(X)                                                                                 \
    X(tune)                                                                                        \
    X(check) X(list) X(compile) X(query) X(compare) X(report) X(export) X(verify) X(reproduce)     \
        X(explain) X(merge) X(replay) X(score) X(doctor)
#define FT_X(name) int ft_cmd_##name(int argc, char **argv, struct ft_err *err);
FT_CMDS(FT_X)
#undef FT_X
extern const char ft_version[]; /* "0.1.0 (a1b2c3d)" */
#endif
