/* opt.h -- command-line options as rows of a table
 *
 * The same rows parse the arguments, print --help and suggest the nearest name for a typo.
 * Accepts --name VALUE, --name=VALUE, -x VALUE, flags without a value, and "--" to end options;
 * options may stand before or after operands. Every command has --help/-h, -q and -v by itself.
 */
#ifndef FT_OPT_H
#define FT_OPT_H
#include <stddef.h>
#include "base/err.h"

enum ft_opt_kind {
    FT_OPT_FLAG,     /* int *: set to 1 */
    FT_OPT_STRING,   /* const char **: borrowed from argv */
    FT_OPT_LIST,     /* struct ft_opt_list *: may be repeated */
    FT_OPT_INT,      /* long long *: decimal, within [min, max] */
    FT_OPT_DURATION, /* long long *: nanoseconds; 90s, 10m, 2h, 250ms */
    FT_OPT_PERCENT,  /* double *: ratio; "3%" or "0.03" */
    FT_OPT_CHOICE,   /* const char **: one of `choices`, separated by '|' */
};

struct ft_opt_list {
    const char **items;
    size_t n, cap;
};

struct ft_opt {
    const char *name; /* without dashes; the table ends with NULL */
    char letter;      /* 0 for none */
    enum ft_opt_kind kind;
    void *value;
    const char *arg;  /* placeholder in help: "FILE" */
    const char *help; /* one sentence without a full stop */
    long long min, max; /* INT, DURATION: both 0 means any value */
    const char *choices;
};

/* Parses argv[1..argc-1]. Operands are moved to the front of argv[1...]; their number is returned in *n_operands.
 * Returns 1 when help was asked for (and printed to stdout), 0 when parsed, -1 on error. */
int ft_opt_parse(const struct ft_opt *opts, int argc, char **argv, const char *usage,
                 const char *about, int *n_operands, struct ft_err *err);

/* The entry of `names` (n strings) closest to `given` by edit distance, or NULL if nothing is near. */
const char *ft_nearest_name(const char *given, const char *const *names, size_t n);

#endif
