/* json.c -- a JSON writer and a small strict reader (RFC 8259)
 *
 * The writer knows only where commas and newlines go: one byte per open level says whether it has
 * an item already. Text that is not UTF-8 (a compiler's output, say) is repaired with U+FFFD, so
 * that what is written is always JSON. The reader is a recursive descent over a bounded text; all
 * that it returns lives in the caller's arena.
 */
#include "base/json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DEPTH 64

/* ---- writer ---- */

void ft_json_init(struct ft_json *j, struct ft_buf *out, int pretty)
{
    memset(j, 0, sizeof *j);
    j->out = out;
    j->pretty = pretty;
}

static void newline(struct ft_json *j)
{
    if (j->pretty)
        ft_buf_printf(j->out, "\n%*s", 2 * j->depth, "");
}

static unsigned char *level(struct ft_json *j)
{
    return &j->has_item[j->depth < MAX_DEPTH ? j->depth : MAX_DEPTH - 1];
}

/* Before each value and each key: the comma and the line it stands on. */
static void before_item(struct ft_json *j)
{
    if (j->after_key) {
        j->after_key = 0;
        return;
    }
    if (j->depth == 0)
        return;
    if (*level(j))
        ft_buf_putc(j->out, ',');
    *level(j) = 1;
    newline(j);
}

static void begin(struct ft_json *j, char bracket)
{
    before_item(j);
    ft_buf_putc(j->out, bracket);
    j->depth++;
    *level(j) = 0;
}

static void end(struct ft_json *j, char bracket)
{
    int had_item = *level(j);
    j->depth--;
    if (had_item)
        newline(j);
    ft_buf_putc(j->out, bracket);
}

void ft_json_object(struct ft_json *j)
{
    begin(j, '{');
}

void ft_json_object_end(struct ft_json *j)
{
    end(j, '}');
}

void ft_json_array(struct ft_json *j)
{
    begin(j, '[');
}

void ft_json_array_end(struct ft_json *j)
{
    end(j, ']');
}

/* Length of the well-formed UTF-8 sequence at s (n bytes left), 0 when there is none. */
static size_t utf8_length(const unsigned char *s, size_t n)
{
    size_t len = s[0] < 0x80   ? 1
                 : s[0] < 0xc2 ? 0
                 : s[0] < 0xe0 ? 2
                 : s[0] < 0xf0 ? 3
                 : s[0] < 0xf5 ? 4
                               : 0;
    if (len == 0 || len > n)
        return 0;
    for (size_t i = 1; i < len; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) || /* overlong, surrogates */
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))   /* overlong, too large */
        return 0;
    return len;
}

static void put_string(struct ft_buf *out, const char *s, size_t n)
{
    const unsigned char *p = (const unsigned char *)s;
    ft_buf_putc(out, '"');
    for (size_t i = 0, len; i < n; i += len) {
        static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
        const char *found = p[i] ? strchr(escaped, p[i]) : NULL;
        len = utf8_length(p + i, n - i);
        if (found) {
            ft_buf_putc(out, '\\');
            ft_buf_putc(out, letters[found - escaped]);
        } else if (p[i] < 0x20 || p[i] == 0x7f) {
            ft_buf_printf(out, "\\u%04x", p[i]);
        } else if (len == 0) {
            ft_buf_puts(out, "\xef\xbf\xbd");
            len = 1;
        } else {
            ft_buf_add(out, p + i, len);
        }
    }
    ft_buf_putc(out, '"');
}

void ft_json_key(struct ft_json *j, const char *key)
{
    before_item(j);
    put_string(j->out, key, strlen(key));
    ft_buf_puts(j->out, j->pretty ? ": " : ":");
    j->after_key = 1;
}

void ft_json_strn(struct ft_json *j, const char *s, size_t n)
{
    before_item(j);
    put_string(j->out, s, n);
}

void ft_json_str(struct ft_json *j, const char *s)
{
    if (s)
        ft_json_strn(j, s, strlen(s));
    else
        ft_json_null(j);
}

void ft_json_int(struct ft_json *j, int64_t v)
{
    before_item(j);
    ft_buf_printf(j->out, "%lld", (long long)v);
}

void ft_json_num(struct ft_json *j, double v)
{
    char text[40];
    before_item(j);
    if (!isfinite(v)) {
        ft_buf_puts(j->out, "null");
        return;
    }
    /* 15 digits always survive the way through a double, so fewer need not be tried: %g drops
     * zeros. */
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, v);
        if (strtod(text, NULL) == v)
            break;
    }
    ft_buf_puts(j->out, text);
}

void ft_json_raw(struct ft_json *j, const char *json)
{
    before_item(j);
    ft_buf_puts(j->out, json);
}

void ft_json_bool(struct ft_json *j, int v)
{
    ft_json_raw(j, v ? "true" : "false");
}

void ft_json_null(struct ft_json *j)
{
    ft_json_raw(j, "null");
}

void ft_json_kstr(struct ft_json *j, const char *key, const char *s)
{
    ft_json_key(j, key);
    ft_json_str(j, s);
}

void ft_json_kint(struct ft_json *j, const char *key, int64_t v)
{
    ft_json_key(j, key);
    ft_json_int(j, v);
}

void ft_json_knum(struct ft_json *j, const char *key, double v)
{
    ft_json_key(j, key);
    ft_json_num(j, v);
}

void ft_json_kbool(struct ft_json *j, const char *key, int v)
{
    ft_json_key(j, key);
    ft_json_bool(j, v);
}

/* ---- reader ---- */

struct reader {
    struct ft_arena *arena;
    const char *text;
    size_t n, at;
    int depth;
    int is_loose; /* NaN and infinities are numbers */
    struct ft_json_fault *fault;
    struct ft_err *err;
};

static int fail(struct reader *r, const char *what)
{
    if (r->fault)
        *r->fault = (struct ft_json_fault){r->at, what};
    return ft_err_set(r->err, FT_ERR_USAGE, "json: %s at offset %zu", what, r->at);
}

static int peek(const struct reader *r) /* -1 at the end */
{
    return r->at < r->n ? (unsigned char)r->text[r->at] : -1;
}

static int accept(struct reader *r, char c)
{
    if (peek(r) != (unsigned char)c)
        return 0;
    r->at++;
    return 1;
}

static void skip_space(struct reader *r)
{
    while (peek(r) == ' ' || peek(r) == '\t' || peek(r) == '\n' || peek(r) == '\r')
        r->at++;
}

static int read_hex4(struct reader *r, unsigned *out)
{
    unsigned v = 0;
    for (int i = 0; i < 4; i++, r->at++) {
        int c = peek(r);
        unsigned digit;
        if (c >= '0' && c <= '9')
            digit = (unsigned)(c - '0');
        else if ((c | 32) >= 'a' && (c | 32) <= 'f')
            digit = (unsigned)((c | 32) - 'a') + 10;
        else
            return fail(r, "expected four hexadecimal digits");
        v = v << 4 | digit;
    }
    *out = v;
    return 0;
}

static size_t encode_utf8(unsigned code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    if (code < 0x800) {
        out[0] = (char)(0xc0 | code >> 6);
        out[1] = (char)(0x80 | (code & 63));
        return 2;
    }
    if (code < 0x10000) {
        out[0] = (char)(0xe0 | code >> 12);
        out[1] = (char)(0x80 | (code >> 6 & 63));
        out[2] = (char)(0x80 | (code & 63));
        return 3;
    }
    out[0] = (char)(0xf0 | code >> 18);
    out[1] = (char)(0x80 | (code >> 12 & 63));
    out[2] = (char)(0x80 | (code >> 6 & 63));
    out[3] = (char)(0x80 | (code & 63));
    return 4;
}

/* After a backslash; writes at most 4 bytes, which its source is longer than. */
static int read_escape(struct reader *r, char **out)
{
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    int c = peek(r);
    const char *found = c > 0 ? strchr(letters, c) : NULL;
    unsigned code, low;
    if (found) {
        r->at++;
        *(*out)++ = values[found - letters];
        return 0;
    }
    if (!accept(r, 'u'))
        return fail(r, "unknown escape");
    if (read_hex4(r, &code))
        return -1;
    if (code >= 0xd800 && code < 0xdc00) {
        if (!accept(r, '\\') || !accept(r, 'u'))
            return fail(r, "half of a surrogate pair");
        if (read_hex4(r, &low))
            return -1;
        if (low < 0xdc00 || low > 0xdfff)
            return fail(r, "half of a surrogate pair");
        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
    } else if (code >= 0xdc00 && code < 0xe000) {
        return fail(r, "half of a surrogate pair");
    }
    if (code == 0)
        return fail(r, "a NUL character in a string");
    *out += encode_utf8(code, *out);
    return 0;
}

static const char *read_string(struct reader *r)
{
    const char *closing;
    char *start, *out;
    size_t len;
    if (!accept(r, '"')) {
        fail(r, "expected a string");
        return NULL;
    }
    /* The value is never longer than its source; find that end first. */
    for (closing = r->text + r->at; closing < r->text + r->n && *closing != '"'; closing++)
        if (*closing == '\\')
            closing++;
    if (closing >= r->text + r->n) {
        r->at = r->n;
        fail(r, "a string without its end");
        return NULL;
    }
    start = out = ft_arena_alloc(r->arena, (size_t)(closing - r->text) - r->at + 1);
    while (!accept(r, '"')) {
        if (accept(r, '\\')) {
            if (read_escape(r, &out))
                return NULL;
            continue;
        }
        if (peek(r) < 0x20) {
            fail(r, "a control character in a string");
            return NULL;
        }
        len = utf8_length((const unsigned char *)r->text + r->at, r->n - r->at);
        if (len == 0) {
            fail(r, "text that is not UTF-8");
            return NULL;
        }
        memcpy(out, r->text + r->at, len);
        out += len;
        r->at += len;
    }
    *out = '\0';
    return start;
}

static size_t skip_digits(struct reader *r)
{
    size_t start = r->at;
    while (peek(r) >= '0' && peek(r) <= '9')
        r->at++;
    return r->at - start;
}

static int read_number(struct reader *r, struct ft_jval *v)
{
    size_t start = r->at;
    int is_plain = 1;
    char *text;
    accept(r, '-');
    if (!accept(r, '0') && skip_digits(r) == 0)
        return fail(r, "expected a value");
    if (accept(r, '.')) {
        is_plain = 0;
        if (skip_digits(r) == 0)
            return fail(r, "expected a digit");
    }
    if (accept(r, 'e') || accept(r, 'E')) {
        is_plain = 0;
        if (!accept(r, '+'))
            accept(r, '-');
        if (skip_digits(r) == 0)
            return fail(r, "expected a digit");
    }
    text = ft_arena_strndup(r->arena, r->text + start, r->at - start);
    v->kind = FT_J_NUM;
    v->num = strtod(text, NULL);
    if (is_plain) {
        errno = 0;
        v->i = strtoll(text, NULL, 10);
        v->is_int = errno == 0;
    } else if (fabs(v->num) <= 0x1p53 && v->num == floor(v->num)) {
        v->i = (int64_t)v->num;
        v->is_int = 1;
    }
    return 0;
}

static int read_word(struct reader *r, const char *word)
{
    size_t len = strlen(word);
    if (r->n - r->at < len || memcmp(r->text + r->at, word, len) != 0)
        return fail(r, "expected a value");
    r->at += len;
    return 0;
}

/* NaN, Infinity, -Infinity, as Python writes them. 1 when there was one. */
static int read_non_finite(struct reader *r, struct ft_jval *v)
{
    static const struct {
        const char *word;
        double num;
    } words[] = {{"NaN", NAN}, {"Infinity", INFINITY}, {"-Infinity", -INFINITY}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t len = strlen(words[i].word);
        if (r->n - r->at >= len && memcmp(r->text + r->at, words[i].word, len) == 0) {
            v->kind = FT_J_NUM;
            v->num = words[i].num;
            r->at += len;
            return 1;
        }
    }
    return 0;
}

static int read_value(struct reader *r, struct ft_jval *v);

/* The items of an array or, with keys, of an object; after the opening bracket. */
static int read_items(struct reader *r, struct ft_jval *v, int has_keys, char closing)
{
    struct ft_jval **tail = &v->child;
    if (r->depth == MAX_DEPTH)
        return fail(r, "more than 64 levels");
    r->depth++;
    skip_space(r);
    if (!accept(r, closing)) {
        do {
            struct ft_jval *item = ft_arena_alloc(r->arena, sizeof *item);
            skip_space(r);
            if (has_keys) {
                item->key = read_string(r);
                if (!item->key)
                    return -1;
                skip_space(r);
                if (!accept(r, ':'))
                    return fail(r, "expected ':'");
            }
            if (read_value(r, item))
                return -1;
            *tail = item;
            tail = &item->next;
            v->n_children++;
        } while (accept(r, ','));
        if (!accept(r, closing))
            return fail(r, has_keys ? "expected ',' or '}'" : "expected ',' or ']'");
    }
    r->depth--;
    return 0;
}

static int read_value(struct reader *r, struct ft_jval *v)
{
    int rc = 0;
    skip_space(r);
    v->at = r->at;
    switch (peek(r)) {
    case '{':
        r->at++;
        v->kind = FT_J_OBJECT;
        rc = read_items(r, v, 1, '}');
        break;
    case '[':
        r->at++;
        v->kind = FT_J_ARRAY;
        rc = read_items(r, v, 0, ']');
        break;
    case '"':
        v->kind = FT_J_STR;
        v->str = read_string(r);
        rc = v->str ? 0 : -1;
        break;
    case 't':
        v->kind = FT_J_BOOL;
        v->i = 1;
        rc = read_word(r, "true");
        break;
    case 'f':
        v->kind = FT_J_BOOL;
        rc = read_word(r, "false");
        break;
    case 'n':
        rc = read_word(r, "null");
        break;
    default:
        rc = r->is_loose && read_non_finite(r, v) ? 0 : read_number(r, v);
        break;
    }
    skip_space(r);
    return rc;
}

static const struct ft_jval *parse(struct reader *r)
{
    struct ft_jval *v = ft_arena_alloc(r->arena, sizeof *v);
    if (read_value(r, v))
        return NULL;
    if (r->at < r->n) {
        fail(r, "more text after the value");
        return NULL;
    }
    return v;
}

const struct ft_jval *ft_json_parse(struct ft_arena *arena, const char *text, size_t n,
                                    struct ft_err *err)
{
    struct reader r = {.arena = arena, .text = text, .n = n, .err = err};
    return parse(&r);
}

const struct ft_jval *ft_json_parse_loose(struct ft_arena *arena, const char *text, size_t n,
                                          struct ft_json_fault *fault)
{
    struct reader r = {.arena = arena, .text = text, .n = n, .is_loose = 1, .fault = fault};
    return parse(&r);
}

const struct ft_jval *ft_jget(const struct ft_jval *object, const char *key)
{
    if (!object || object->kind != FT_J_OBJECT)
        return NULL;
    for (const struct ft_jval *v = object->child; v; v = v->next)
        if (strcmp(v->key, key) == 0)
            return v;
    return NULL;
}

const char *ft_jget_str(const struct ft_jval *object, const char *key, const char *dflt)
{
    const struct ft_jval *v = ft_jget(object, key);
    return v && v->kind == FT_J_STR ? v->str : dflt;
}

int64_t ft_jget_int(const struct ft_jval *object, const char *key, int64_t dflt)
{
    const struct ft_jval *v = ft_jget(object, key);
    if (v && (v->kind == FT_J_BOOL || (v->kind == FT_J_NUM && v->is_int)))
        return v->i;
    return dflt;
}

double ft_jget_num(const struct ft_jval *object, const char *key, double dflt)
{
    const struct ft_jval *v = ft_jget(object, key);
    if (v && v->kind == FT_J_NULL)
        return NAN;
    return v && v->kind == FT_J_NUM ? v->num : dflt;
}
