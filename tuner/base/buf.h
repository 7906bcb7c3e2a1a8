/* buf.h -- a growing byte buffer that is always NUL-terminated */
#ifndef FT_BUF_H
#define FT_BUF_H
#include <stddef.h>

struct ft_buf {
    char *data; /* NULL until something is added; use ft_buf_str to read */
    size_t len; /* without the NUL */
    size_t cap;
};
#define FT_BUF_INIT {0}

void ft_buf_add(struct ft_buf *buf, const void *data, size_t n);
void ft_buf_puts(struct ft_buf *buf, const char *s);
void ft_buf_putc(struct ft_buf *buf, char c);
void ft_buf_printf(struct ft_buf *buf, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
const char *ft_buf_str(const struct ft_buf *buf); /* "" when empty */
char *ft_buf_take(struct ft_buf *buf);            /* the text, caller frees; buf is empty again */
void ft_buf_clear(struct ft_buf *buf);            /* keeps the memory */
void ft_buf_free(struct ft_buf *buf);

#endif
