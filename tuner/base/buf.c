/* buf.c -- a growing byte buffer; invariant: data is NULL or data[len] is NUL */
#include "base/buf.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

void ft_buf_add(struct ft_buf *buf, const void *data, size_t n)
{
    FT_GROW(buf->data, buf->len + n + 1, buf->cap);
    if (n)
        memcpy(buf->data + buf->len, data, n);
    buf->len += n;
    buf->data[buf->len] = '\0';
}

void ft_buf_puts(struct ft_buf *buf, const char *s)
{
    ft_buf_add(buf, s, strlen(s));
}

void ft_buf_putc(struct ft_buf *buf, char c)
{
    ft_buf_add(buf, &c, 1);
}

void ft_buf_printf(struct ft_buf *buf, const char *fmt, ...)
{
    va_list ap, again;
    int n;
    va_start(ap, fmt);
    va_copy(again, ap);
    n = vsnprintf(NULL, 0, fmt, ap);
    if (n > 0) {
        FT_GROW(buf->data, buf->len + (size_t)n + 1, buf->cap);
        vsnprintf(buf->data + buf->len, (size_t)n + 1, fmt, again);
        buf->len += (size_t)n;
    }
    va_end(again);
    va_end(ap);
}

const char *ft_buf_str(const struct ft_buf *buf)
{
    return buf->data ? buf->data : "";
}

char *ft_buf_take(struct ft_buf *buf)
{
    char *text = buf->data ? buf->data : ft_strdup("");
    *buf = (struct ft_buf)FT_BUF_INIT;
    return text;
}

void ft_buf_clear(struct ft_buf *buf)
{
    buf->len = 0;
    if (buf->data)
        buf->data[0] = '\0';
}

void ft_buf_free(struct ft_buf *buf)
{
    free(buf->data);
    *buf = (struct ft_buf)FT_BUF_INIT;
}
