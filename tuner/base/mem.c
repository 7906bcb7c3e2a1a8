/* mem.c -- allocation that does not return on failure, and arenas
 *
 * Idea: a tuner that is out of memory has nothing sensible left to do, and results are already
 * committed to the database block by block, so it says so and ends; callers stay free of checks.
 * An arena is a list of blocks that are freed together; a request larger than a block gets a block
 * of its own.
 */
#include "base/mem.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/err.h"

/* No stdio and no exit handlers: both may allocate. */
__attribute__((noreturn)) static void out_of_memory(void)
{
    static const char text[] = "fatune: out of memory\n"
                               "hint: close other programs, or tune fewer problems at a time\n";
    ssize_t ignored = write(STDERR_FILENO, text, sizeof text - 1);
    (void)ignored;
    _exit(FT_ERR_ENV);
}

void *ft_malloc(size_t bytes)
{
    void *p = malloc(bytes ? bytes : 1);
    if (!p)
        out_of_memory();
    return p;
}

void *ft_calloc(size_t count, size_t bytes)
{
    void *p = count && bytes ? calloc(count, bytes) : calloc(1, 1);
    if (!p)
        out_of_memory();
    return p;
}

void *ft_realloc(void *old, size_t bytes)
{
    void *p = realloc(old, bytes ? bytes : 1);
    if (!p)
        out_of_memory();
    return p;
}

char *ft_strndup(const char *s, size_t n)
{
    size_t len = strnlen(s, n);
    char *copy = ft_malloc(len + 1);
    memcpy(copy, s, len);
    copy[len] = '\0';
    return copy;
}

char *ft_strdup(const char *s)
{
    return ft_strndup(s, SIZE_MAX);
}

char *ft_asprintf(const char *fmt, ...)
{
    char *text;
    va_list ap;
    int n;
    va_start(ap, fmt);
    n = vasprintf(&text, fmt, ap);
    va_end(ap);
    if (n < 0)
        out_of_memory();
    return text;
}

void ft_grow(void **items, size_t *cap, size_t need, size_t size)
{
    size_t bytes, wanted = *cap;
    if (need <= *cap)
        return;
    while (wanted < need) {
        if (wanted > SIZE_MAX / 2)
            out_of_memory();
        wanted = wanted ? wanted * 2 : 8;
    }
    if (__builtin_mul_overflow(wanted, size, &bytes))
        out_of_memory();
    *items = ft_realloc(*items, bytes);
    *cap = wanted;
}

#define ARENA_ALIGN       16
#define ARENA_BLOCK_BYTES 8192

struct block {
    struct block *next;
    size_t used, cap;
    _Alignas(ARENA_ALIGN) char data[];
};

struct ft_arena {
    struct block *blocks; /* the first one is being filled */
};

struct ft_arena *ft_arena_new(void)
{
    return ft_calloc(1, sizeof(struct ft_arena));
}

void ft_arena_free(struct ft_arena *arena)
{
    if (!arena)
        return;
    for (struct block *b = arena->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    free(arena);
}

static struct block *block_new(size_t cap)
{
    struct block *b = ft_calloc(1, sizeof *b + cap); /* zeroed, as ft_arena_alloc promises */
    b->cap = cap;
    return b;
}

void *ft_arena_alloc(struct ft_arena *arena, size_t bytes)
{
    struct block *b = arena->blocks;
    void *p;
    if (bytes > SIZE_MAX / 2)
        out_of_memory();
    bytes = (bytes + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    if (bytes >
        ARENA_BLOCK_BYTES / 4) { /* large: behind the block being filled, which stays first */
        struct block *big = block_new(bytes);
        big->used = bytes;
        if (b) {
            big->next = b->next;
            b->next = big;
        } else {
            arena->blocks = big;
        }
        return big->data;
    }
    if (!b || b->cap - b->used < bytes) {
        b = block_new(ARENA_BLOCK_BYTES);
        b->next = arena->blocks;
        arena->blocks = b;
    }
    p = b->data + b->used;
    b->used += bytes;
    return p;
}

char *ft_arena_strndup(struct ft_arena *arena, const char *s, size_t n)
{
    size_t len = strnlen(s, n);
    char *copy = ft_arena_alloc(arena, len + 1);
    memcpy(copy, s, len);
    return copy;
}

char *ft_arena_strdup(struct ft_arena *arena, const char *s)
{
    return ft_arena_strndup(arena, s, SIZE_MAX);
}

char *ft_arena_printf(struct ft_arena *arena, const char *fmt, ...)
{
    va_list ap, again;
    char *text;
    int n;
    va_start(ap, fmt);
    va_copy(again, ap);
    n = vsnprintf(NULL, 0, fmt, ap);
    if (n < 0)
        out_of_memory();
    text = ft_arena_alloc(arena, (size_t)n + 1);
    vsnprintf(text, (size_t)n + 1, fmt, again);
    va_end(again);
    va_end(ap);
    return text;
}
