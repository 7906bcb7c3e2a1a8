/* table.c -- reads a dispatch table into memory, and builds tables in memory for any loader
 *
 * The file is trusted in nothing: lengths are checked before they are used, both checksums before
 * anything is believed, and every field is parsed exactly as format.h lays it out. A table that is
 * damaged, cut short or of another version is refused with a line number and a reason.
 *
 * The idea: the head is copied once and cut into strings in place; the cubins are copied once, as
 * one aligned block. Both copies are chunks of the table's storage, a list that ft_table_unload
 * frees; so do the strings and cubins that load_db.c adds one by one. A program's code belongs to
 * its build.
 */
#include "format.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_FILE_BYTES ((size_t)1 << 31)
#define CHECK_DIGITS   16
#define BLOB_ALIGN     16

uint64_t ft_fnv1a(uint64_t seed, const void *data, size_t n)
{
    const unsigned char *bytes = data;
    for (size_t i = 0; i < n; i++)
        seed = (seed ^ bytes[i]) * 0x100000001b3ULL;
    return seed;
}

/* ---- tables in memory ---- */

struct chunk {
    struct chunk *next;
    max_align_t data[];
};

void *ft_table_keep(struct ft_table *table, const void *data, size_t n)
{
    struct chunk *chunk = n < SIZE_MAX / 2 ? malloc(sizeof *chunk + n + 1) : NULL;
    if (!chunk)
        return NULL;
    chunk->next = table->storage;
    table->storage = chunk;
    if (n > 0)
        memcpy(chunk->data, data, n);
    ((char *)chunk->data)[n] = 0;
    return chunk->data;
}

/* Appends an item. The capacity is the power of two that holds n, so it need not be stored. */
static int append(void **items, size_t *n, const void *item, size_t size)
{
    if ((*n & (*n - 1)) == 0) {
        size_t capacity = *n ? 2 * *n : 1;
        void *grown = capacity > SIZE_MAX / size ? NULL : realloc(*items, capacity * size);
        if (!grown)
            return -1;
        *items = grown;
    }
    memcpy((char *)*items + *n * size, item, size);
    ++*n;
    return 0;
}

int ft_table_add_device(struct ft_table *table, const struct ft_table_device *device)
{
    return append((void **)&table->devices, &table->n_devices, device, sizeof *device);
}

int ft_table_add_build(struct ft_table *table, const struct ft_table_build *build)
{
    return append((void **)&table->builds, &table->n_builds, build, sizeof *build);
}

int ft_table_add_entry(struct ft_table *table, const struct ft_table_entry *entry)
{
    return append((void **)&table->entries, &table->n_entries, entry, sizeof *entry);
}

void ft_table_unload(struct ft_table *table)
{
    for (size_t i = 0; i < table->n_builds; i++)
        ft_program_free(&table->builds[i].program);
    free(table->devices);
    free(table->builds);
    free(table->entries);
    for (struct chunk *chunk = table->storage, *next; chunk; chunk = next) {
        next = chunk->next;
        free(chunk);
    }
    memset(table, 0, sizeof *table);
}

/* ---- reading ---- */

struct reader {
    const char *path;
    struct ft_table *table;
    char *at, *end; /* what is left of the head */
    int line;       /* number of the line read last */
    const char *blobs;
    size_t blob_bytes;
    char *why;
    size_t cap;
};

static int refuse(struct reader *r, fatune_status status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
static int refuse(struct reader *r, fatune_status status, const char *fmt, ...)
{
    char reason[256];
    va_list args;
    va_start(args, fmt);
    vsnprintf(reason, sizeof reason, fmt, args);
    va_end(args);
    if (r->line > 0)
        snprintf(r->why, r->cap, "'%s' line %d: %s", r->path, r->line, reason);
    else
        snprintf(r->why, r->cap, "'%s': %s", r->path, reason);
    return status;
}

static int no_memory(struct reader *r)
{
    r->line = 0;
    return refuse(r, FATUNE_ERR_NO_MEMORY, "out of memory");
}

/* The next line without its end, or NULL. */
static char *next_line(struct reader *r)
{
    char *line = r->at, *newline = memchr(line, '\n', (size_t)(r->end - line));
    if (!newline)
        return NULL;
    *newline = 0;
    r->at = newline + 1;
    r->line++;
    return line;
}

/* 1 and moves past `word` when the text starts with it. */
static int take_word(char **at, const char *word)
{
    size_t n = strlen(word);
    if (strncmp(*at, word, n) != 0)
        return 0;
    *at += n;
    return 1;
}

/* The text up to the next blank, or to the end of the line; NULL when there is none. */
static char *take_token(char **at)
{
    char *token = *at;
    size_t n = strcspn(token, " ");
    if (n == 0)
        return NULL;
    *at = token + n;
    if (token[n] == ' ') {
        token[n] = 0;
        ++*at;
    }
    return token;
}

static int parse_number(const char *text, int base, uint64_t max, uint64_t *out)
{
    uint64_t v = 0;
    if (!*text)
        return 0;
    for (; *text; text++) {
        int digit = *text >= '0' && *text <= '9'   ? *text - '0'
                    : *text >= 'a' && *text <= 'f' ? *text - 'a' + 10
                                                   : 99;
        if (digit >= base || v > (UINT64_MAX - (unsigned)digit) / (unsigned)base)
            return 0;
        v = v * (unsigned)base + (unsigned)digit;
    }
    *out = v;
    return v <= max;
}

/* A token that is a number of at most max, after `word`. */
static int take_number(char **at, const char *word, uint64_t max, uint64_t *out)
{
    char *token = take_word(at, word) ? take_token(at) : NULL;
    return token && parse_number(token, 10, max, out);
}

static int take_check(char **at, const char *word, uint64_t *out)
{
    char *token = take_word(at, word) ? take_token(at) : NULL;
    return token && strlen(token) == CHECK_DIGITS && parse_number(token, 16, UINT64_MAX, out);
}

static char *take_text(char **at, const char *word)
{
    return take_word(at, word) ? take_token(at) : NULL;
}

/* What remains of the line. */
static char *take_rest(char **at, const char *word)
{
    return take_word(at, word) && **at ? *at : NULL;
}

/* A time as SQLite prints it: 4130.5, 1.0e+15. strtod would follow the caller's locale. */
static int parse_ns(const char *text, double *out)
{
    double v = 0;
    int exponent = 0, n = 0;
    for (; *text >= '0' && *text <= '9'; n++)
        v = v * 10 + (*text++ - '0');
    if (*text == '.')
        for (text++; *text >= '0' && *text <= '9'; n++, exponent--)
            v = v * 10 + (*text++ - '0');
    if (n == 0 || n > 40)
        return 0;
    if (*text == 'e') {
        uint64_t e;
        int sign = text[1] == '-' ? -1 : 1;
        if (!parse_number(text + (text[1] == '-' || text[1] == '+' ? 2 : 1), 10, 300, &e))
            return 0;
        exponent += sign * (int)e;
        text = "";
    }
    *out = exponent < 0 ? v / pow(10, -exponent) : v * pow(10, exponent);
    return !*text && isfinite(*out);
}

static int read_device(struct reader *r, char *at)
{
    uint64_t index, cc, sms;
    struct ft_table_device device;
    if (!take_number(&at, "", SIZE_MAX, &index) || index != r->table->n_devices ||
        !take_number(&at, "sm=", 10000, &cc) || !take_number(&at, "sms=", 1 << 20, &sms) ||
        !(device.name = take_rest(&at, "name=")))
        return refuse(r, FATUNE_ERR_FILE, "malformed device");
    device.cc = (int)cc;
    device.sms = (int)sms;
    return ft_table_add_device(r->table, &device) < 0 ? no_memory(r) : 0;
}

/* The n lines of the program that belongs to a build. */
static int read_program(struct reader *r, uint64_t n, struct ft_program *out)
{
    char *text = r->at, reason[200];
    for (uint64_t i = 0; i < n; i++) {
        char *newline = memchr(r->at, '\n', (size_t)(r->end - r->at));
        if (!newline)
            return refuse(r, FATUNE_ERR_FILE, "the launch program is cut short");
        r->at = newline + 1;
    }
    r->at[-1] = 0;
    if (ft_program_parse(text, out, reason, sizeof reason) < 0)
        return refuse(r, FATUNE_ERR_FILE, "%s", reason);
    r->line += (int)n;
    return 0;
}

static int read_build(struct reader *r, char *at)
{
    uint64_t index, device, regs, offset, bytes, check, n_lines;
    struct ft_table_build build = {0};
    if (!take_number(&at, "", SIZE_MAX, &index) || index != r->table->n_builds ||
        !take_number(&at, "device=", SIZE_MAX, &device) ||
        !(build.family = take_text(&at, "family=")) ||
        !(build.signature = take_text(&at, "signature=")) ||
        !(build.arch = take_text(&at, "arch=")) || !take_number(&at, "regs=", 65536, &regs) ||
        !take_number(&at, "offset=", SIZE_MAX, &offset) ||
        !take_number(&at, "bytes=", SIZE_MAX, &bytes) || !take_check(&at, "check=", &check) || *at)
        return refuse(r, FATUNE_ERR_FILE, "malformed build");
    if (device >= r->table->n_devices)
        return refuse(r, FATUNE_ERR_FILE, "there is no device %llu", (unsigned long long)device);
    if (offset % BLOB_ALIGN != 0 || offset > r->blob_bytes || bytes == 0 ||
        bytes > r->blob_bytes - offset)
        return refuse(r, FATUNE_ERR_FILE, "the cubin lies outside the file, which is cut short");
    if (ft_fnv1a(FT_FNV_SEED, r->blobs + offset, bytes) != check)
        return refuse(r, FATUNE_ERR_FILE, "the cubin is damaged: its checksum differs");
    build.device = (int)device;
    build.regs = (int)regs;
    build.cubin = r->blobs + offset;
    build.cubin_bytes = bytes;

    char *line = next_line(r);
    if (!line || !take_word(&line, "config "))
        return refuse(r, FATUNE_ERR_FILE, "a build needs its config");
    build.config = line;
    line = next_line(r);
    if (!line || !take_number(&line, "program ", 1000, &n_lines) || *line || n_lines == 0)
        return refuse(r, FATUNE_ERR_FILE, "a build needs its launch program");
    int status = read_program(r, n_lines, &build.program);
    if (status == FATUNE_OK && ft_table_add_build(r->table, &build) < 0) {
        ft_program_free(&build.program);
        status = no_memory(r);
    }
    return status;
}

static int read_entry(struct reader *r, char *at)
{
    uint64_t device, build, is_default;
    char *ns, *key;
    struct ft_table_entry entry;
    if (!take_number(&at, "device=", SIZE_MAX, &device) ||
        !take_number(&at, "build=", SIZE_MAX, &build) || !(ns = take_text(&at, "ns=")) ||
        !parse_ns(ns, &entry.ns) || !take_number(&at, "default=", 1, &is_default) ||
        !(key = take_rest(&at, "problem=")))
        return refuse(r, FATUNE_ERR_FILE, "malformed entry");
    if (build >= r->table->n_builds || (int)device != r->table->builds[build].device)
        return refuse(r, FATUNE_ERR_FILE, "there is no build %llu of device %llu",
                      (unsigned long long)build, (unsigned long long)device);
    if (ft_problem_parse_key(key, &entry.problem) < 0)
        return refuse(r, FATUNE_ERR_FILE, "'%s' is no problem this library knows", key);
    entry.device = (int)device;
    entry.build = (int)build;
    entry.is_default = (int)is_default;
    return ft_table_add_entry(r->table, &entry) < 0 ? no_memory(r) : 0;
}

static int read_items(struct reader *r)
{
    for (char *line; (line = next_line(r));) {
        int status = FATUNE_OK;
        if (take_word(&line, "device "))
            status = read_device(r, line);
        else if (take_word(&line, "build "))
            status = read_build(r, line);
        else if (take_word(&line, "entry "))
            status = read_entry(r, line);
        else if (strcmp(line, "end") == 0 && r->at == r->end)
            return FATUNE_OK;
        else
            status = refuse(r, FATUNE_ERR_FILE, "unknown item");
        if (status != FATUNE_OK)
            return status;
    }
    return refuse(r, FATUNE_ERR_FILE, "the table has no end");
}

/* Reads the three lines that say what this is and how long its head is, from a copy, because the
 * head's sum is over its bytes as they are in the file. *front_bytes: of these lines. */
static int read_front(struct reader *r, const char *file, size_t file_bytes, size_t *front_bytes,
                      size_t *head_bytes, uint64_t *check)
{
    char front[512], *line;
    size_t n = file_bytes < sizeof front ? file_bytes : sizeof front - 1;
    uint64_t version, bytes;
    memcpy(front, file, n);
    front[n] = 0;
    r->at = front;
    r->end = front + n;
    line = next_line(r);
    if (!line || !take_word(&line, FT_TABLE_MAGIC " ") || !parse_number(line, 10, 9999, &version))
        return refuse(r, FATUNE_ERR_FILE, "this is no dispatch table");
    if (version != FT_TABLE_VERSION)
        return refuse(r, FATUNE_ERR_FILE,
                      "the dispatch table has version %d, this library reads version %d",
                      (int)version, FT_TABLE_VERSION);
    line = next_line(r);
    if (!line || !take_word(&line, "made "))
        return refuse(r, FATUNE_ERR_FILE, "a table says here when it was made");
    line = next_line(r);
    if (!line || !take_number(&line, "head ", MAX_FILE_BYTES, &bytes) ||
        !take_check(&line, "check ", check) || *line)
        return refuse(r, FATUNE_ERR_FILE, "a table says here how long its head is");
    *front_bytes = (size_t)(r->at - front);
    *head_bytes = bytes;
    if (bytes > file_bytes || bytes < *front_bytes)
        return refuse(r, FATUNE_ERR_FILE,
                      "the file has %zu bytes, its head alone %zu: it is cut short", file_bytes,
                      *head_bytes);
    return FATUNE_OK;
}

static int read_table(struct reader *r, const char *file, size_t file_bytes)
{
    static const char zeros[] = "0000000000000000";
    size_t front_bytes = 0, head_bytes = 0;
    uint64_t check = 0;
    int status = read_front(r, file, file_bytes, &front_bytes, &head_bytes, &check);
    if (status != FATUNE_OK)
        return status;

    const char *digits = file + front_bytes - 1 - CHECK_DIGITS;
    uint64_t sum = ft_fnv1a(FT_FNV_SEED, file, (size_t)(digits - file));
    sum = ft_fnv1a(sum, zeros, CHECK_DIGITS);
    sum = ft_fnv1a(sum, digits + CHECK_DIGITS, head_bytes - (front_bytes - 1));
    if (sum != check || memchr(file, 0, head_bytes)) {
        r->line = 0;
        return refuse(r, FATUNE_ERR_FILE, "the table is damaged: its checksum differs");
    }
    r->at = ft_table_keep(r->table, file + front_bytes, head_bytes - front_bytes);
    r->blobs = ft_table_keep(r->table, file + head_bytes, file_bytes - head_bytes);
    if (!r->at || !r->blobs)
        return no_memory(r);
    r->end = r->at + (head_bytes - front_bytes);
    r->blob_bytes = file_bytes - head_bytes;
    return read_items(r);
}

/* The file's bytes, from malloc. */
static int read_file(struct reader *r, char **out, size_t *n)
{
    struct stat st;
    char *bytes = NULL;
    int status = FATUNE_OK, fd = open(r->path, O_RDONLY | O_CLOEXEC);
    *n = 0;
    if (fd < 0 || fstat(fd, &st) < 0) {
        status = refuse(r, FATUNE_ERR_FILE, "%s", strerror(errno));
        goto out;
    }
    if (!S_ISREG(st.st_mode) || st.st_size < 0 || (uint64_t)st.st_size > MAX_FILE_BYTES) {
        status = refuse(r, FATUNE_ERR_FILE, "no regular file, or one of more than 2 GiB");
        goto out;
    }
    bytes = malloc((size_t)st.st_size + 1);
    if (!bytes) {
        status = no_memory(r);
        goto out;
    }
    while (*n < (size_t)st.st_size) {
        ssize_t got = read(fd, bytes + *n, (size_t)st.st_size - *n);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            status = refuse(r, FATUNE_ERR_FILE, "cannot be read: %s",
                            got < 0 ? strerror(errno) : "it became shorter");
            goto out;
        }
        *n += (size_t)got;
    }
    *out = bytes;
    bytes = NULL;
out:
    free(bytes);
    if (fd >= 0)
        close(fd);
    return status;
}

int ft_table_load_file(const char *path, struct ft_table *out, char *why, size_t cap)
{
    struct reader r = {.path = path, .table = out, .why = why, .cap = cap};
    char *file = NULL;
    size_t file_bytes;
    memset(out, 0, sizeof *out);
    int status = read_file(&r, &file, &file_bytes);
    if (status == FATUNE_OK)
        status = read_table(&r, file, file_bytes);
    free(file);
    if (status != FATUNE_OK)
        ft_table_unload(out);
    return status;
}
