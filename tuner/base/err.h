/* err.h -- errors: a code that becomes the exit status, and a text for a person
 *
 * Fallible functions return 0 or -1 (or a pointer or NULL) and take `struct ft_err *err` last.
 * On failure outputs are untouched. The first error wins: setting an error that is already set
 * does nothing, so a clean-up path cannot hide the cause. Callers add context with ft_err_wrap.
 *
 * Wording: lower case, no full stop, the subject 'quoted'; a way out goes into the hint, which is
 * printed on a line of its own. err may be NULL everywhere.
 */
#ifndef FT_ERR_H
#define FT_ERR_H

/* Values are the program's exit codes. */
enum ft_err_code {
    FT_OK = 0,
    FT_ERR_FOUND = 1,    /* a problem was found: no valid variant, a regression */
    FT_ERR_USAGE = 2,    /* command line, configuration, or contract is wrong */
    FT_ERR_ENV = 3,      /* the machine: no driver, no GPU, file system, missing library */
    FT_ERR_PARTIAL = 4,  /* interrupted or out of budget; results so far are saved */
    FT_ERR_INTERNAL = 5, /* our own mistake */
};

struct ft_err {
    enum ft_err_code code;
    char text[2048];
    char hint[1024]; /* empty, or one sentence that says what would do */
};

#define FT_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))

/* All of these return -1, so that `return ft_err_set(...)` and `rc = ft_err_set(...)` read well. */
int ft_err_set(struct ft_err *err, enum ft_err_code code, const char *fmt, ...) FT_PRINTF(3, 4);
/* As ft_err_set with ": strerror(errno)" appended; code FT_ERR_ENV. */
int ft_err_errno(struct ft_err *err, const char *fmt, ...) FT_PRINTF(2, 3);
/* Error at a place of a text file; line and column count from 1, 0 means unknown and is left out. */
int ft_err_at(struct ft_err *err, const char *file, int line, int column, const char *fmt, ...)
    FT_PRINTF(5, 6);
/* Sets the hint (of an error already set; does nothing where there is none or it has a hint). */
void ft_err_hint(struct ft_err *err, const char *fmt, ...) FT_PRINTF(2, 3);
/* Prefixes the text with "context: ". */
void ft_err_wrap(struct ft_err *err, const char *fmt, ...) FT_PRINTF(2, 3);
void ft_err_clear(struct ft_err *err);
/* Prints "fatune: text\n" and, where there is one, "hint: ...\n" to stderr. */
void ft_err_print(const struct ft_err *err);

#endif
