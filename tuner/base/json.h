/* json.h -- JSON: a writer into a buffer, and a small reader for messages between processes
 *
 * Writer: commas and nesting are kept by the writer; numbers as numbers; NaN and infinities become
 * null. Reader: parses one value into an arena; depth is limited to 64; the error has the offset.
 */
#ifndef FT_JSON_H
#define FT_JSON_H
#include <stddef.h>
#include <stdint.h>
#include "base/buf.h"
#include "base/err.h"
#include "base/mem.h"

struct ft_json {
    struct ft_buf *out;
    int depth;
    unsigned char has_item[64];
    int after_key;
    int pretty; /* 1: newline and indentation */
};
void ft_json_init(struct ft_json *j, struct ft_buf *out, int pretty);
void ft_json_object(struct ft_json *j);
void ft_json_object_end(struct ft_json *j);
void ft_json_array(struct ft_json *j);
void ft_json_array_end(struct ft_json *j);
void ft_json_key(struct ft_json *j, const char *key);
void ft_json_str(struct ft_json *j, const char *s); /* NULL -> null */
void ft_json_strn(struct ft_json *j, const char *s, size_t n);
void ft_json_int(struct ft_json *j, int64_t v);
void ft_json_num(struct ft_json *j, double v); /* shortest form that reads back the same */
void ft_json_bool(struct ft_json *j, int v);
void ft_json_null(struct ft_json *j);
void ft_json_raw(struct ft_json *j, const char *json); /* already JSON */
/* key and value in one call */
void ft_json_kstr(struct ft_json *j, const char *key, const char *s);
void ft_json_kint(struct ft_json *j, const char *key, int64_t v);
void ft_json_knum(struct ft_json *j, const char *key, double v);
void ft_json_kbool(struct ft_json *j, const char *key, int v);

enum ft_jkind { FT_J_NULL, FT_J_BOOL, FT_J_NUM, FT_J_STR, FT_J_ARRAY, FT_J_OBJECT };
struct ft_jval {
    enum ft_jkind kind;
    int is_int;       /* NUM: i is exact */
    int64_t i;        /* BOOL 0/1, NUM */
    double num;
    const char *str;  /* STR, NUL-terminated */
    const char *key;  /* inside an object */
    size_t at;        /* offset of its first character */
    struct ft_jval *child, *next;
    size_t n_children;
};
/* NULL with err on failure. */
const struct ft_jval *ft_json_parse(struct ft_arena *arena, const char *text, size_t n, struct ft_err *err);
/* As above, for files that others write: NaN, Infinity and -Infinity are numbers too. Where it fails,
 * fault says at which offset and why. */
struct ft_json_fault {
    size_t at;
    const char *what;
};
const struct ft_jval *ft_json_parse_loose(struct ft_arena *arena, const char *text, size_t n,
                                          struct ft_json_fault *fault);
const struct ft_jval *ft_jget(const struct ft_jval *object, const char *key); /* NULL when absent */
const char *ft_jget_str(const struct ft_jval *object, const char *key, const char *dflt);
int64_t ft_jget_int(const struct ft_jval *object, const char *key, int64_t dflt);
double ft_jget_num(const struct ft_jval *object, const char *key, double dflt); /* null -> NaN */

#endif
