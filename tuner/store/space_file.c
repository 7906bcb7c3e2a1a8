/* space_file.c -- recorded spaces: unpacks, tells the format, and repairs what a killed tuner left
 */
#include "store/space_file.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include "base/fs.h"
#include "store/space_int.h"

#define MAX_UNPACKED_BYTES ((size_t)1 << 30) /* a packed file may claim to be endless */
#define GZIP_WINDOW        (15 + 16)         /* zlib: largest window, gzip header */

int ft_space_fail(const struct ft_space_source *source, size_t at, struct ft_err *err,
                  const char *fmt, ...)
{
    char what[512];
    int line = 1, column = 1;
    va_list args;
    va_start(args, fmt);
    vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    for (size_t i = 0; i < at && i < source->n; i++) {
        column++;
        if (source->text[i] == '\n') {
            line++;
            column = 1;
        }
    }
    return ft_err_at(err, source->path, line, column, "%s", what);
}

int ft_space_take(const struct ft_space_source *source, struct ft_recording *recording,
                  struct ft_err *err)
{
    if (ft_recording_finish(recording, err) < 0) {
        ft_err_wrap(err, "%s", source->path);
        ft_recording_free(recording);
        return -1;
    }
    FT_GROW(source->out->items, source->out->n + 1, source->out->cap);
    source->out->items[source->out->n++] = *recording;
    return 0;
}

const char *ft_space_value_text(struct ft_arena *arena, const struct ft_jval *value)
{
    char number[40];
    switch (value->kind) {
    case FT_J_STR:
        return value->str;
    case FT_J_BOOL:
        return value->i ? "true" : "false";
    case FT_J_NUM:
        if (value->is_int)
            return ft_arena_printf(arena, "%lld", (long long)value->i);
        snprintf(number, sizeof number, "%.15g", value->num);
        if (strtod(number, NULL) != value->num)
            snprintf(number, sizeof number, "%.17g", value->num);
        return ft_arena_strdup(arena, number);
    default:
        return NULL;
    }
}

double ft_space_mean(const struct ft_jval *array)
{
    double sum = 0;
    size_t n = 0;
    for (const struct ft_jval *v = array ? array->child : NULL; v; v = v->next)
        if (v->kind == FT_J_NUM) {
            sum += v->num;
            n++;
        }
    return n ? sum / (double)n : NAN;
}

void ft_recordings_free(struct ft_recordings *recordings)
{
    for (size_t i = 0; i < recordings->n; i++)
        ft_recording_free(&recordings->items[i]);
    free(recordings->items);
    *recordings = (struct ft_recordings){0};
}

/* ---- gzip ---- */

/* NUL is none of them. */
static int is_one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

static int unpack(const char *path, struct ft_buf *text, struct ft_err *err)
{
    struct ft_buf out = FT_BUF_INIT;
    unsigned char block[1 << 16];
    z_stream z = {.next_in = (unsigned char *)text->data, .avail_in = (unsigned)text->len};
    int rc = inflateInit2(&z, GZIP_WINDOW);
    if (rc != Z_OK)
        return ft_err_set(err, FT_ERR_INTERNAL, "zlib cannot start: %d", rc);
    do {
        z.next_out = block;
        z.avail_out = sizeof block;
        rc = inflate(&z, Z_NO_FLUSH);
        ft_buf_add(&out, block, sizeof block - z.avail_out);
        if (rc == Z_STREAM_END && z.avail_in > 0) /* members may follow each other */
            rc = inflateReset(&z);
    } while (rc == Z_OK && out.len <= MAX_UNPACKED_BYTES);
    inflateEnd(&z);
    if (out.len > MAX_UNPACKED_BYTES) {
        ft_err_set(err, FT_ERR_USAGE, "'%s' unpacks to over %zu MB", path,
                   MAX_UNPACKED_BYTES >> 20);
        ft_buf_free(&out);
        return -1;
    }
    if (rc != Z_STREAM_END) {
        ft_err_set(err, FT_ERR_USAGE, "'%s' is a damaged gzip file (after %zu unpacked bytes)",
                   path, out.len);
        ft_err_hint(err, "was it copied to the end? gzip -t says so too");
        ft_buf_free(&out);
        return -1;
    }
    ft_buf_free(text);
    *text = out;
    return 0;
}

int ft_space_file_text(const char *path, struct ft_buf *out, struct ft_err *err)
{
    if (ft_fs_read(path, out, err) < 0)
        return -1;
    if (out->len >= UINT32_MAX)
        return ft_err_set(err, FT_ERR_USAGE, "'%s' is too large", path);
    const unsigned char *head = (const unsigned char *)ft_buf_str(out);
    if (out->len >= 2 && head[0] == 0x1f && head[1] == 0x8b)
        return unpack(path, out, err);
    return 0;
}

/* ---- JSON ---- */

/* Kernel Tuner appends to its file and closes it at the end; of a killed run the brackets are
 * missing and the last line may be half. NULL with the fault of the text as it is. */
static const struct ft_jval *parse_json(struct ft_arena *arena,
                                        const struct ft_space_source *source,
                                        struct ft_json_fault *fault)
{
    static const struct {
        int drops_line;
        const char *closing;
    } repairs[] = {{0, "}"}, {0, "}}"}, {1, "}}"}};
    struct ft_json_fault other;
    const struct ft_jval *root = ft_json_parse_loose(arena, source->text, source->n, fault);
    size_t last_line = source->n;
    while (last_line > 0 && source->text[last_line - 1] != '\n')
        last_line--;
    if (root || fault->at < last_line)
        return root;
    for (size_t i = 0; !root && i < sizeof repairs / sizeof *repairs; i++) {
        struct ft_buf text = FT_BUF_INIT;
        ft_buf_add(&text, source->text, repairs[i].drops_line ? last_line : source->n);
        while (text.len > 0 && is_one_of(text.data[text.len - 1], " \t\r\n,"))
            text.len--;
        ft_buf_puts(&text, repairs[i].closing);
        root = ft_json_parse_loose(arena, ft_buf_str(&text), text.len, &other);
        if (!ft_jget(root, "cache"))
            root = NULL; /* it was no such file, or has no config yet */
        ft_buf_free(&text);
    }
    return root;
}

static int read_json(const struct ft_space_source *source, struct ft_err *err)
{
    struct ft_arena *arena = ft_arena_new();
    struct ft_json_fault fault;
    const struct ft_jval *root = parse_json(arena, source, &fault);
    int rc;
    if (!root)
        rc = ft_space_fail(source, fault.at, err, "%s", fault.what);
    else if (ft_jget(root, "tune_params_keys") || ft_jget(root, "cache"))
        rc = ft_space_read_kernel_tuner(source, root, err);
    else if (ft_jget(root, "results"))
        rc = ft_space_read_t4(source, root, err);
    else if (ft_jget(root->child, "fatune_replay")) {
        rc = ft_space_fail(source, 0, err, "the output of a replay, and no recorded space");
        ft_err_hint(err, "'fatune score' reads it");
    } else {
        rc = ft_space_fail(source, root->at, err, "JSON, but no recorded space");
        ft_err_hint(err, "a Kernel Tuner cache file has 'tune_params_keys' and 'cache', a T4 file "
                         "has 'results'");
    }
    ft_arena_free(arena);
    return rc;
}

static int is_packed(const char *path)
{
    FILE *file = fopen(path, "rb");
    int is = file && fgetc(file) == 0x1f && fgetc(file) == 0x8b;
    if (file)
        fclose(file);
    return is;
}

int ft_space_file_parse(const char *path, const struct ft_buf *text,
                        const struct ft_db_filter *filter, struct ft_recordings *out,
                        struct ft_err *err)
{
    static const char sqlite[] = "SQLite format 3";
    static const struct ft_db_filter all;
    struct ft_space_source source = {path, ft_buf_str(text), text->len, filter ? filter : &all,
                                     out,  is_packed(path)};
    size_t at = 0, n_before = out->n;
    int rc;
    while (at < text->len && is_one_of(source.text[at], " \t\r\n"))
        at++;
    if (at == text->len)
        return ft_err_set(err, FT_ERR_USAGE, "'%s' is empty", path);
    if (text->len > sizeof sqlite && memcmp(source.text, sqlite, sizeof sqlite) == 0)
        rc = ft_space_read_db(&source, err);
    else if (source.text[at] == '{' || source.text[at] == '[')
        rc = read_json(&source, err);
    else
        rc = ft_space_read_csv(&source, err);
    if (rc < 0)
        while (out->n > n_before)
            ft_recording_free(&out->items[--out->n]);
    return rc;
}

int ft_space_file_read(const char *path, const struct ft_db_filter *filter,
                       struct ft_recordings *out, struct ft_err *err)
{
    struct ft_buf text = FT_BUF_INIT;
    int rc = ft_space_file_text(path, &text, err);
    if (rc == 0)
        rc = ft_space_file_parse(path, &text, filter, out, err);
    ft_buf_free(&text);
    return rc;
}
