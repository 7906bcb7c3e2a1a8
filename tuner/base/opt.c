/* opt.c -- command-line options from a table of rows
 *
 * Idea: one table says what the options are; parsing, --help and the hint for a typo all read it.
 * The options that every command has are rows too, in a second table that is searched last.
 * Values are borrowed from argv; operands are moved down in argv while it is read, which never
 * overtakes the reading.
 */
#include "base/opt.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/buf.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/units.h"

enum { COMMON_HELP, COMMON_QUIET, COMMON_VERBOSE };
static const struct ft_opt common_opts[] = {
    [COMMON_HELP] = {.name = "help", .letter = 'h', .help = "show this text"},
    [COMMON_QUIET] = {.name = "quiet", .letter = 'q', .help = "print errors only"},
    [COMMON_VERBOSE] = {.name = "verbose", .letter = 'v', .help = "say more"},
    {.name = NULL},
};

/* ---- the nearest name ---- */

#define EDIT 2 /* cost of one edit; a difference in case costs 1 */

static size_t min_size(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Edit distance with swaps of neighbours (optimal string alignment). */
static size_t distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b), result;
    size_t *rows = ft_malloc(3 * (m + 1) * sizeof *rows);
    size_t *before = rows, *above = rows + m + 1, *row = rows + 2 * (m + 1);
    for (size_t j = 0; j <= m; j++)
        above[j] = j * EDIT;
    for (size_t i = 1; i <= n; i++) {
        size_t *oldest = before;
        row[0] = i * EDIT;
        for (size_t j = 1; j <= m; j++) {
            size_t change = a[i - 1] == b[j - 1] ? 0
                            : tolower((unsigned char)a[i - 1]) == tolower((unsigned char)b[j - 1])
                                ? 1
                                : EDIT;
            row[j] = min_size(above[j - 1] + change, min_size(above[j], row[j - 1]) + EDIT);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = min_size(row[j], before[j - 2] + EDIT);
        }
        before = above;
        above = row;
        row = oldest;
    }
    result = above[m];
    free(rows);
    return result;
}

const char *ft_nearest_name(const char *given, const char *const *names, size_t n)
{
    size_t len = strlen(given), best_cost = SIZE_MAX;
    size_t limit = EDIT * (len <= 3 ? 1 : len <= 6 ? 2 : len / 3);
    const char *best = NULL;
    for (size_t i = 0; i < n; i++) {
        /* What somebody began to type is near, however much is missing. */
        int is_start = len >= 2 && strncasecmp(given, names[i], len) == 0;
        size_t cost = is_start ? 1 : distance(given, names[i]);
        int is_better = cost < best_cost || (cost == best_cost && *best != *given &&
                                             *names[i] == *given); /* f16: fp16, not bf16 */
        if (cost <= limit && is_better && (cost < EDIT * len || is_start)) {
            best = names[i];
            best_cost = cost;
        }
    }
    return best;
}

/* ---- help ---- */

static int takes_value(const struct ft_opt *opt)
{
    return opt->kind != FT_OPT_FLAG;
}

static const char *placeholder(const struct ft_opt *opt)
{
    if (opt->arg)
        return opt->arg;
    return opt->kind == FT_OPT_CHOICE ? opt->choices : "VALUE";
}

static void synopsis(struct ft_buf *out, const struct ft_opt *opt)
{
    ft_buf_clear(out);
    if (opt->letter)
        ft_buf_printf(out, "  -%c, --%s", opt->letter, opt->name);
    else
        ft_buf_printf(out, "      --%s", opt->name);
    if (takes_value(opt))
        ft_buf_printf(out, " %s", placeholder(opt));
}

/* Prints words from column `indent` on, breaking lines before column 80. */
static void print_wrapped(const char *text, size_t indent)
{
    size_t column = indent;
    while (*text) {
        size_t word = strcspn(text, " ");
        if (column > indent && column + 1 + word > 80) {
            printf("\n%*s", (int)indent, "");
            column = indent;
        } else if (column > indent) {
            putchar(' ');
            column++;
        }
        printf("%.*s", (int)word, text);
        column += word;
        text += word;
        text += strspn(text, " ");
    }
    putchar('\n');
}

#define MAX_SYNOPSIS 30 /* a longer one gets a line of its own */

static size_t widest_synopsis(const struct ft_opt *opts, size_t widest)
{
    struct ft_buf text = FT_BUF_INIT;
    for (; opts && opts->name; opts++) {
        synopsis(&text, opts);
        if (text.len > widest && text.len <= MAX_SYNOPSIS)
            widest = text.len;
    }
    ft_buf_free(&text);
    return widest;
}

static void print_rows(const struct ft_opt *opts, size_t column)
{
    struct ft_buf text = FT_BUF_INIT, help = FT_BUF_INIT;
    for (; opts && opts->name; opts++) {
        synopsis(&text, opts);
        ft_buf_clear(&help);
        ft_buf_puts(&help, opts->help ? opts->help : "");
        if (opts->kind == FT_OPT_CHOICE && opts->arg)
            ft_buf_printf(&help, " (%s)", opts->choices);
        if (opts->kind == FT_OPT_LIST)
            ft_buf_puts(&help, "; may be repeated");
        if (!help.len)
            printf("%s\n", ft_buf_str(&text));
        else if (text.len + 2 > column)
            printf("%s\n%*s", ft_buf_str(&text), (int)column, "");
        else
            printf("%-*s", (int)column, ft_buf_str(&text));
        if (help.len)
            print_wrapped(ft_buf_str(&help), column);
    }
    ft_buf_free(&help);
    ft_buf_free(&text);
}

static void print_help(const struct ft_opt *opts, const char *usage, const char *about)
{
    size_t column = widest_synopsis(opts, widest_synopsis(common_opts, 0)) + 2;
    printf("usage: %s\n", usage);
    if (about && *about)
        printf("\n%s\n", about);
    printf("\noptions:\n");
    print_rows(opts, column);
    print_rows(common_opts, column);
}

/* ---- values ---- */

static int set_whole(const struct ft_opt *opt, const char *text, long long v, struct ft_err *err)
{
    if ((opt->min || opt->max) && (v < opt->min || v > opt->max)) {
        if (opt->kind == FT_OPT_DURATION) {
            char low[FT_UNIT_BYTES], high[FT_UNIT_BYTES];
            return ft_err_set(err, FT_ERR_USAGE, "'%s' of '--%s' is not within %s to %s", text,
                              opt->name, ft_format_ns((double)opt->min, low),
                              ft_format_ns((double)opt->max, high));
        }
        if (opt->max == INT64_MAX)
            return ft_err_set(err, FT_ERR_USAGE, "'%s' of '--%s' is less than %lld", text,
                              opt->name, opt->min);
        return ft_err_set(err, FT_ERR_USAGE, "'%s' of '--%s' is not within %lld to %lld", text,
                          opt->name, opt->min, opt->max);
    }
    *(long long *)opt->value = v;
    return 0;
}

static int set_int(const struct ft_opt *opt, const char *text, struct ft_err *err)
{
    char *end;
    long long v;
    errno = 0;
    v = strtoll(text, &end, 10);
    if (errno || end == text || *end || isspace((unsigned char)*text))
        return ft_err_set(err, FT_ERR_USAGE, "'%s' of '--%s' is not a whole number", text,
                          opt->name);
    return set_whole(opt, text, v, err);
}

static int set_duration(const struct ft_opt *opt, const char *text, struct ft_err *err)
{
    int64_t ns;
    if (ft_parse_duration_ns(text, &ns)) {
        ft_err_set(err, FT_ERR_USAGE, "'%s' of '--%s' is not a duration", text, opt->name);
        ft_err_hint(err, "a number with a unit: 250ms, 90s, 10m, 2h, 1h30m");
        return -1;
    }
    return set_whole(opt, text, ns, err);
}

static int set_percent(const struct ft_opt *opt, const char *text, struct ft_err *err)
{
    char *end;
    double v = strtod(text, &end);
    int is_percent = end > text && strcmp(end, "%") == 0;
    if (is_percent)
        v /= 100;
    if (end == text || (*end && !is_percent) || !isfinite(v) || v < 0 || strpbrk(text, "xX ")) {
        ft_err_set(err, FT_ERR_USAGE, "'%s' of '--%s' is not a percentage", text, opt->name);
        ft_err_hint(err, "write 3%% or 0.03");
        return -1;
    }
    if (!is_percent && v > 1) { /* 3 would be 300 %, and somebody meant 3 % */
        ft_err_set(err, FT_ERR_USAGE, "'%s' of '--%s' has no percent sign", text, opt->name);
        ft_err_hint(err, "write '%s%%', or a ratio from 0 to 1", text);
        return -1;
    }
    *(double *)opt->value = v;
    return 0;
}

static int set_choice(const struct ft_opt *opt, const char *text, struct ft_err *err)
{
    char *copy = ft_strdup(opt->choices), *rest = copy, *name;
    const char **names = NULL, *nearest;
    size_t n = 0, cap = 0;
    int rc = -1;
    while ((name = strsep(&rest, "|"))) {
        FT_GROW(names, n + 1, cap);
        names[n++] = name;
        if (strcmp(name, text) == 0)
            rc = 0;
    }
    if (rc == 0) {
        *(const char **)opt->value = text;
    } else {
        ft_err_set(err, FT_ERR_USAGE, "'%s' is not a value of '--%s'", text, opt->name);
        nearest = ft_nearest_name(text, names, n);
        if (nearest)
            ft_err_hint(err, "did you mean '%s'? values: %s", nearest, opt->choices);
        else
            ft_err_hint(err, "values: %s", opt->choices);
    }
    free(names);
    free(copy);
    return rc;
}

static int set_value(const struct ft_opt *opt, const char *text, struct ft_err *err)
{
    struct ft_opt_list *list;
    switch (opt->kind) {
    case FT_OPT_FLAG:
        *(int *)opt->value = 1;
        return 0;
    case FT_OPT_STRING:
        *(const char **)opt->value = text;
        return 0;
    case FT_OPT_LIST:
        list = opt->value;
        FT_GROW(list->items, list->n + 1, list->cap);
        list->items[list->n++] = text;
        return 0;
    case FT_OPT_INT:
        return set_int(opt, text, err);
    case FT_OPT_DURATION:
        return set_duration(opt, text, err);
    case FT_OPT_PERCENT:
        return set_percent(opt, text, err);
    case FT_OPT_CHOICE:
        return set_choice(opt, text, err);
    }
    return ft_err_set(err, FT_ERR_INTERNAL, "option '--%s' has no kind", opt->name);
}

/* ---- parsing ---- */

static const struct ft_opt *find_name(const struct ft_opt *opts, const char *name, size_t len)
{
    for (; opts && opts->name; opts++)
        if (strlen(opts->name) == len && memcmp(opts->name, name, len) == 0)
            return opts;
    return NULL;
}

static const struct ft_opt *find_letter(const struct ft_opt *opts, char letter)
{
    for (; opts && opts->name; opts++)
        if (opts->letter == letter)
            return opts;
    return NULL;
}

static int unknown_name(const struct ft_opt *opts, const char *name, size_t len, struct ft_err *err)
{
    char *given = ft_strndup(name, len);
    const char **names = NULL, *nearest;
    size_t n = 0, cap = 0;
    const struct ft_opt *tables[] = {opts, common_opts};
    for (size_t t = 0; t < 2; t++) {
        for (const struct ft_opt *o = tables[t]; o && o->name; o++) {
            FT_GROW(names, n + 1, cap);
            names[n++] = o->name;
        }
    }
    nearest = ft_nearest_name(given, names, n);
    ft_err_set(err, FT_ERR_USAGE, "unknown option '--%s'", given);
    if (nearest)
        ft_err_hint(err, "did you mean '--%s'?", nearest);
    else
        ft_err_hint(err, "--help lists the options");
    free(names);
    free(given);
    return -1;
}

/* One of the options that every command has; 1 when it was --help. */
static int apply_common(const struct ft_opt *opt)
{
    switch (opt - common_opts) {
    case COMMON_QUIET:
        ft_log_level = 0;
        return 0;
    case COMMON_VERBOSE:
        if (ft_log_level < 2)
            ft_log_level++;
        return 0;
    default:
        return 1;
    }
}

/* Sets `opt` from `text`, or from the next argument when text is NULL; the same results as
 * ft_opt_parse. */
static int apply(const struct ft_opt *opt, int is_common, const char *text, int argc, char **argv,
                 int *i, struct ft_err *err)
{
    if (!takes_value(opt)) {
        if (text)
            return ft_err_set(err, FT_ERR_USAGE, "option '--%s' takes no value", opt->name);
        return is_common ? apply_common(opt) : set_value(opt, NULL, err);
    }
    if (!text) {
        if (*i + 1 >= argc) {
            ft_err_set(err, FT_ERR_USAGE, "option '--%s' needs a value", opt->name);
            ft_err_hint(err, "--%s %s", opt->name, placeholder(opt));
            return -1;
        }
        text = argv[++*i];
    }
    return set_value(opt, text, err);
}

static int parse_long(const struct ft_opt *opts, int argc, char **argv, int *i, struct ft_err *err)
{
    const char *name = argv[*i] + 2;
    size_t len = strcspn(name, "=");
    const struct ft_opt *opt = find_name(opts, name, len);
    int is_common = !opt;
    if (!opt)
        opt = find_name(common_opts, name, len);
    if (!opt)
        return unknown_name(opts, name, len, err);
    return apply(opt, is_common, name[len] ? name + len + 1 : NULL, argc, argv, i, err);
}

/* -abc is -a -b -c; the first letter that takes a value takes the rest, or the next argument. */
static int parse_letters(const struct ft_opt *opts, int argc, char **argv, int *i,
                         struct ft_err *err)
{
    for (const char *p = argv[*i] + 1; *p; p++) {
        const struct ft_opt *opt = find_letter(opts, *p);
        int is_common = !opt, rc;
        if (!opt)
            opt = find_letter(common_opts, *p);
        if (!opt) {
            ft_err_set(err, FT_ERR_USAGE, "unknown option '-%c'", *p);
            ft_err_hint(err, "--help lists the options");
            return -1;
        }
        if (takes_value(opt))
            return apply(opt, is_common, p[1] ? p + 1 : NULL, argc, argv, i, err);
        rc = apply(opt, is_common, NULL, argc, argv, i, err);
        if (rc)
            return rc;
    }
    return 0;
}

int ft_opt_parse(const struct ft_opt *opts, int argc, char **argv, const char *usage,
                 const char *about, int *n_operands, struct ft_err *err)
{
    int n = 0, only_operands = 0;
    for (int i = 1; i < argc; i++) {
        char *arg = argv[i];
        int rc = 0;
        if (only_operands || arg[0] != '-' || !arg[1])
            argv[1 + n++] = arg;
        else if (strcmp(arg, "--") == 0)
            only_operands = 1;
        else if (arg[1] == '-')
            rc = parse_long(opts, argc, argv, &i, err);
        else
            rc = parse_letters(opts, argc, argv, &i, err);
        if (rc > 0)
            print_help(opts, usage, about);
        if (rc)
            return rc;
    }
    *n_operands = n;
    return 0;
}
