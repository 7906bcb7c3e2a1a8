/* err.c -- the error value that every fallible function of the tuner fills
 *
 * Idea: an error is a plain struct on the stack of whoever can act on it; it owns no memory, so it
 * needs no clean-up and can be copied. The first error wins, see err.h. Texts that do not fit are
 * cut, never overrun.
 */
#include "base/err.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"

static int is_open(const struct ft_err *err)
{
    return err && err->code == FT_OK;
}

/* Appends to what `text` holds; cuts at its size. */
static void vappend(char *text, size_t size, const char *fmt, va_list ap)
{
    size_t used = strlen(text);
    vsnprintf(text + used, size - used, fmt, ap);
}

FT_PRINTF(3, 4) static void append(char *text, size_t size, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vappend(text, size, fmt, ap);
    va_end(ap);
}

static void open_error(struct ft_err *err, enum ft_err_code code)
{
    err->code = code == FT_OK ? FT_ERR_INTERNAL : code;
    err->text[0] = '\0';
    err->hint[0] = '\0';
}

int ft_err_set(struct ft_err *err, enum ft_err_code code, const char *fmt, ...)
{
    if (is_open(err)) {
        va_list ap;
        open_error(err, code);
        va_start(ap, fmt);
        vappend(err->text, sizeof err->text, fmt, ap);
        va_end(ap);
    }
    return -1;
}

int ft_err_errno(struct ft_err *err, const char *fmt, ...)
{
    int saved = errno;
    if (is_open(err)) {
        va_list ap;
        open_error(err, FT_ERR_ENV);
        va_start(ap, fmt);
        vappend(err->text, sizeof err->text, fmt, ap);
        va_end(ap);
        append(err->text, sizeof err->text, ": %s", strerror(saved));
    }
    errno = saved;
    return -1;
}

int ft_err_at(struct ft_err *err, const char *file, int line, int column, const char *fmt, ...)
{
    if (is_open(err)) {
        va_list ap;
        open_error(err, FT_ERR_USAGE);
        append(err->text, sizeof err->text, "%s:", file ? file : "?");
        if (line > 0) {
            append(err->text, sizeof err->text, "%d:", line);
            if (column > 0)
                append(err->text, sizeof err->text, "%d:", column);
        }
        append(err->text, sizeof err->text, " ");
        va_start(ap, fmt);
        vappend(err->text, sizeof err->text, fmt, ap);
        va_end(ap);
    }
    return -1;
}

void ft_err_hint(struct ft_err *err, const char *fmt, ...)
{
    va_list ap;
    if (!err || err->code == FT_OK || err->hint[0])
        return;
    va_start(ap, fmt);
    vsnprintf(err->hint, sizeof err->hint, fmt, ap);
    va_end(ap);
}

void ft_err_wrap(struct ft_err *err, const char *fmt, ...)
{
    char old[sizeof err->text];
    va_list ap;
    if (!err || err->code == FT_OK)
        return;
    memcpy(old, err->text, sizeof old);
    va_start(ap, fmt);
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    append(err->text, sizeof err->text, ": %s", old);
}

void ft_err_clear(struct ft_err *err)
{
    if (err) {
        err->code = FT_OK;
        err->text[0] = '\0';
        err->hint[0] = '\0';
    }
}

void ft_err_print(const struct ft_err *err)
{
    if (!err || err->code == FT_OK)
        return;
    ft_progress("%s", "");
    fprintf(stderr, "fatune: %s\n", err->text);
    if (err->hint[0])
        fprintf(stderr, "hint: %s\n", err->hint);
}
