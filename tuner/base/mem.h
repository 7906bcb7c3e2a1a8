/* mem.h -- memory of the tuner: allocation that does not fail, and arenas
 *
 * Law of ownership: arguments are borrowed; a returned pointer is the caller's to free unless its
 * type is const. Exceptions carry _take in the name. In the tuner an allocation that fails ends
 * the process with a message (the run-time library in runtime/ has its own rules and checks every
 * allocation). Everything in an arena lives until the arena is freed; strings inside are borrowed.
 */
#ifndef FT_MEM_H
#define FT_MEM_H
#include <stddef.h>

void *ft_malloc(size_t bytes);
void *ft_calloc(size_t count, size_t bytes);
void *ft_realloc(void *old, size_t bytes);
char *ft_strdup(const char *s);
char *ft_strndup(const char *s, size_t n);
char *ft_asprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Grows array `*items` (element size `size`) so that it holds at least `need` elements; *cap is its
 * capacity in elements. Use: FT_GROW(items, n + 1, cap). */
void ft_grow(void **items, size_t *cap, size_t need, size_t size);
#define FT_GROW(items, need, cap) ft_grow((void **)&(items), &(cap), (need), sizeof *(items))

struct ft_arena; /* growing list of blocks */
struct ft_arena *ft_arena_new(void);
void ft_arena_free(struct ft_arena *arena); /* NULL is fine */
void *ft_arena_alloc(struct ft_arena *arena, size_t bytes); /* zeroed, aligned for any type */
char *ft_arena_strdup(struct ft_arena *arena, const char *s);
char *ft_arena_strndup(struct ft_arena *arena, const char *s, size_t n);
char *ft_arena_printf(struct ft_arena *arena, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

#endif
