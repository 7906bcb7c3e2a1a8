/* table_text.h -- dispatch tables written by hand, for the tests of reader, matcher and library */
#ifndef FT_TEST_TABLE_TEXT_H
#define FT_TEST_TABLE_TEXT_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "format.h"

#define SIGNATURE "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

struct table_text {
    char dir[64], path[96];
    char *bytes; /* the file */
    size_t n, head_bytes;
};

static inline void table_text_save(struct table_text *t)
{
    FILE *f = fopen(t->path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(t->bytes, 1, t->n, f), t->n);
    assert_int_equal(fclose(f), 0);
}

/* Makes the head's sum right again after a change that keeps its length. */
static inline void table_text_seal(struct table_text *t)
{
    char *digits = strstr(t->bytes, " check ");
    char text[17];
    assert_non_null(digits);
    digits += strlen(" check ");
    memset(digits, '0', 16);
    snprintf(text, sizeof text, "%016llx",
             (unsigned long long)ft_fnv1a(FT_FNV_SEED, t->bytes, t->head_bytes));
    memcpy(digits, text, 16);
}

/* A table with these lines (after the three first ones) and this blob. */
static inline void table_text_make(struct table_text *t, const char *lines, const char *blob)
{
    size_t need = strlen(lines) + strlen(blob) + 256;
    strcpy(t->dir, "/tmp/ft_test_runtime_XXXXXX");
    assert_non_null(mkdtemp(t->dir));
    snprintf(t->path, sizeof t->path, "%s/table.fatune", t->dir);
    t->bytes = calloc(1, need);
    assert_non_null(t->bytes);
    for (t->head_bytes = 0;;) {
        int n = snprintf(t->bytes, need,
                         "fatune-table 1\nmade by hand\nhead %zu check 0000000000000000\n%send\n",
                         t->head_bytes, lines);
        if ((size_t)n == t->head_bytes)
            break;
        t->head_bytes = (size_t)n;
    }
    table_text_seal(t);
    memcpy(t->bytes + t->head_bytes, blob, strlen(blob));
    t->n = t->head_bytes + strlen(blob);
    table_text_save(t);
}

static inline void table_text_remove(struct table_text *t)
{
    unlink(t->path);
    rmdir(t->dir);
    free(t->bytes);
}

/* A build's lines, appended at out; its cubin is the first `bytes` of `blob`. */
static inline void add_build_text(char *out, size_t cap, int index, int device, const char *program,
                                  const char *blob, size_t bytes)
{
    int n_lines = 0;
    for (const char *c = program; *c; c++)
        n_lines += *c == '\n';
    size_t n = strlen(out);
    int more =
        snprintf(out + n, cap - n,
                 "build %d device=%d family=decode signature=" SIGNATURE
                 " arch=sm_90a regs=96 offset=0 bytes=%zu check=%016llx\n"
                 "config Bc=%d splits=4\nprogram %d\n%s",
                 index, device, bytes, (unsigned long long)ft_fnv1a(FT_FNV_SEED, blob, bytes),
                 16 << index, n_lines, program);
    assert_in_range(more, 1, (int)(cap - n) - 1);
}

static inline void add_text(char *out, size_t cap, const char *text)
{
    assert_true(strlen(out) + strlen(text) < cap);
    strcat(out, text);
}
#endif
