/* log.c -- messages and the progress line, both on stderr
 *
 * Idea: the progress line is one line of state that is drawn only on a terminal. Whoever prints a
 * message first erases it, so that messages and progress never share a line; the next ft_progress
 * draws it again. Off a terminal it becomes an ordinary line now and then, for logs of long runs.
 */
#include "base/log.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/units.h"

#define PLAIN_INTERVAL_NS INT64_C(10000000000)

int ft_log_level = 1;

static int is_drawn; /* a progress line is on the terminal */
static int64_t last_plain_ns;
static int has_plain; /* last_plain_ns means something */

static void erase(void)
{
    if (is_drawn) {
        fputs("\r\033[K", stderr);
        fflush(stderr);
        is_drawn = 0;
    }
}

static void message(int level, const char *prefix, const char *fmt, va_list ap)
{
    if (ft_log_level < level)
        return;
    erase();
    fputs(prefix, stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
}

#define FT_MESSAGE(level, prefix)                                                                  \
    do {                                                                                           \
        va_list ap;                                                                                \
        va_start(ap, fmt);                                                                         \
        message(level, prefix, fmt, ap);                                                           \
        va_end(ap);                                                                                \
    } while (0)

void ft_warn(const char *fmt, ...)
{
    FT_MESSAGE(1, "warning: ");
}

void ft_note(const char *fmt, ...)
{
    FT_MESSAGE(1, "");
}

void ft_info(const char *fmt, ...)
{
    FT_MESSAGE(2, "");
}

int ft_progress_is_tty(void)
{
    const char *term = getenv("TERM");
    return isatty(STDERR_FILENO) && !getenv("NO_PROGRESS") && !(term && strcmp(term, "dumb") == 0);
}

static int terminal_columns(void)
{
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1)
        return size.ws_col;
    return 80;
}

void ft_progress(const char *fmt, ...)
{
    char text[512];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    if (!text[0]) {
        erase();
        return;
    }
    if (ft_log_level < 1)
        return;
    if (ft_progress_is_tty()) {
        /* One column less than there are: a full line would wrap and could not be erased. */
        fprintf(stderr, "\r\033[K%.*s", terminal_columns() - 1, text);
        fflush(stderr);
        is_drawn = 1;
    } else {
        int64_t now_ns = ft_now_ns();
        if (has_plain && now_ns - last_plain_ns < PLAIN_INTERVAL_NS)
            return;
        has_plain = 1;
        last_plain_ns = now_ns;
        fprintf(stderr, "%s\n", text);
    }
}
