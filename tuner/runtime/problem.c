/* problem.c -- a problem's names, canonical key, checks, sizes and generated lengths
 *
 * The idea: one table built from FT_PROBLEM_FIELDS says where a field lives, how its value is
 * written and what its default is; key and parser walk that table, so a new field is one line of
 * the header.
 *
 * Invariant: two problems that ask for the same computation have the same key, because the key is
 * that of the normalised problem. Nothing here allocates; nothing here knows of a device.
 */
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "problem.h"

enum kind { KIND_INT, KIND_BOOL, KIND_OP, KIND_DTYPE, KIND_MASK, KIND_KV, KIND_LENGTHS };

enum {
    DEFAULT_REQUIRED = -1,
    DEFAULT_DTYPE = -2,
    DEFAULT_HEAD_DIM = -3,
    DEFAULT_MINUS_ONE = -1000
};

static const struct field {
    const char *name;
    size_t offset, size;
    enum kind kind;
    int dflt;
} fields[] = {
#define FT_X(field, path, kind, dflt)                                                              \
    {#field, offsetof(struct ft_problem, path), sizeof(((struct ft_problem *)0)->path),            \
     KIND_##kind, dflt},
    FT_PROBLEM_FIELDS(FT_X)
#undef FT_X
};
#define N_FIELDS (sizeof fields / sizeof fields[0])

#define NAMES(fn, ...)                                                                             \
    const char *fn(int v)                                                                          \
    {                                                                                              \
        static const char *const names[] = {__VA_ARGS__};                                          \
        return v >= 0 && (size_t)v < sizeof names / sizeof names[0] ? names[v] : NULL;             \
    }
NAMES(ft_dtype_name, "bf16", "fp16", "fp32", "e4m3", "e5m2")
NAMES(ft_op_name, "fwd", "bwd")
NAMES(ft_mask_name, "none", "causal")
NAMES(ft_kv_form_name, "strided", "varlen", "paged")
NAMES(ft_lengths_name, "equal", "uniform", "zipf", "one_long")

int ft_dtype_bytes(int v)
{
    static const int bytes[] = {2, 2, 4, 1, 1};
    return v >= 0 && (size_t)v < sizeof bytes / sizeof bytes[0] ? bytes[v] : 0;
}

/* The name of a value of an enum kind, NULL when out of range or a number. */
static const char *kind_name(enum kind kind, int64_t v)
{
    if (v < 0 || v > 255)
        return NULL;
    switch (kind) {
    case KIND_OP:
        return ft_op_name((int)v);
    case KIND_DTYPE:
        return ft_dtype_name((int)v);
    case KIND_MASK:
        return ft_mask_name((int)v);
    case KIND_KV:
        return ft_kv_form_name((int)v);
    case KIND_LENGTHS:
        return ft_lengths_name((int)v);
    case KIND_INT:
    case KIND_BOOL:
        break;
    }
    return NULL;
}

static int64_t field_get(const struct ft_problem *p, const struct field *field)
{
    const char *at = (const char *)p + field->offset;
    int64_t wide;
    int32_t narrow;

    if (field->size == sizeof wide) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

/* 0, or -1 when the value does not fit. */
static int field_set(struct ft_problem *p, const struct field *field, int64_t v)
{
    char *at = (char *)p + field->offset;

    if (field->size == sizeof v) {
        memcpy(at, &v, sizeof v);
        return 0;
    }
    int32_t narrow = (int32_t)v;
    if (narrow != v)
        return -1;
    memcpy(at, &narrow, sizeof narrow);
    return 0;
}

static int64_t field_default(const struct ft_problem *p, const struct field *field)
{
    switch (field->dflt) {
    case DEFAULT_DTYPE:
        return p->f.dtype;
    case DEFAULT_HEAD_DIM:
        return p->f.head_dim;
    case DEFAULT_MINUS_ONE:
        return -1;
    default:
        return field->dflt;
    }
}

void ft_problem_normalise(struct ft_problem *p)
{
    fatune_problem *f = &p->f;

    f->struct_size = sizeof *f;
    f->want_lse = f->want_lse != 0 && f->op == FATUNE_OP_FWD; /* backward always reads it */
    f->batch_invariant = f->batch_invariant != 0;
    if (f->kv != FATUNE_KV_PAGED)
        f->page_size = 0;
    if (f->batch == 1) /* one length must be the full one */
        p->lengths = FT_LENGTHS_EQUAL;
    if (p->lengths == FT_LENGTHS_EQUAL)
        p->lengths_seed = 0;

    /* A causal mask is a window of 0 to the right. Windows that hide nothing are none. */
    if (f->window_right == 0)
        f->mask = FATUNE_MASK_CAUSAL;
    if (f->window_left >= (int64_t)f->seqlen_kv - 1)
        f->window_left = -1;
    if (f->window_right >= (int64_t)f->seqlen_q - 1 || f->mask == FATUNE_MASK_CAUSAL)
        f->window_right = -1;
    if (f->seqlen_q == 1)
        f->mask = FATUNE_MASK_NONE;
}

static int refuse(char *why, size_t cap, const char *name, long long v, const char *what)
{
    snprintf(why, cap, "%s (%lld) %s", name, v, what);
    return -1;
}

int ft_problem_check(const struct ft_problem *p, char *why, size_t cap)
{
    const fatune_problem *f = &p->f;

    for (size_t i = 0; i < N_FIELDS; i++) {
        int64_t v = field_get(p, &fields[i]);
        if (fields[i].kind == KIND_INT)
            continue;
        if (fields[i].kind == KIND_BOOL ? v != 0 && v != 1 : !kind_name(fields[i].kind, v))
            return refuse(why, cap, fields[i].name, v, "is no known value");
    }
    const struct {
        const char *name;
        int32_t v, min, max;
    } ranges[] = {
        {"head_dim", f->head_dim, 1, 4096},
        {"head_dim_v", f->head_dim_v, 1, 4096},
        {"q_heads", f->q_heads, 1, 65535},
        {"kv_heads", f->kv_heads, 1, 65535},
        {"batch", f->batch, 1, 1 << 24},
        {"seqlen_q", f->seqlen_q, 1, 1 << 30},
        {"seqlen_kv", f->seqlen_kv, 1, 1 << 30},
        {"window_left", f->window_left, -1, 1 << 30},
        {"window_right", f->window_right, -1, 1 << 30},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++) {
        if (ranges[i].v < ranges[i].min || ranges[i].v > ranges[i].max) {
            snprintf(why, cap, "%s (%d) must lie in %d..%d", ranges[i].name, ranges[i].v,
                     ranges[i].min, ranges[i].max);
            return -1;
        }
    }
    if (f->q_heads % f->kv_heads != 0) {
        snprintf(why, cap, "q_heads (%d) is no multiple of kv_heads (%d)", f->q_heads, f->kv_heads);
        return -1;
    }
    if (f->kv == FATUNE_KV_PAGED && (f->page_size < 1 || f->page_size > 1 << 20))
        return refuse(why, cap, "page_size", f->page_size,
                      "must lie in 1..1048576 when kv is paged");
    if (f->kv != FATUNE_KV_PAGED && f->page_size != 0)
        return refuse(why, cap, "page_size", f->page_size, "is only for kv: paged");
    return 0;
}

void ft_problem_key(const struct ft_problem *p, char out[FT_PROBLEM_KEY_BYTES])
{
    struct ft_problem n = *p;
    size_t len = 0;

    ft_problem_normalise(&n);
    out[0] = 0;
    for (size_t i = 0; i < N_FIELDS && len < FT_PROBLEM_KEY_BYTES; i++) {
        int64_t v = field_get(&n, &fields[i]);
        if (fields[i].dflt != DEFAULT_REQUIRED && v == field_default(&n, &fields[i]))
            continue;
        const char *name = kind_name(fields[i].kind, v);
        const char *comma = len ? "," : "";
        if (name)
            len += (size_t)snprintf(out + len, FT_PROBLEM_KEY_BYTES - len, "%s%s=%s", comma,
                                    fields[i].name, name);
        else
            len += (size_t)snprintf(out + len, FT_PROBLEM_KEY_BYTES - len, "%s%s=%lld", comma,
                                    fields[i].name, (long long)v);
    }
}

/* The value of one field, as key and parser write it. */
static int parse_value(const struct field *field, const char *s, size_t n, int64_t *out)
{
    char text[24], *end;

    if (n == 0 || n >= sizeof text)
        return -1;
    memcpy(text, s, n);
    text[n] = 0;
    if (field->kind == KIND_INT || field->kind == KIND_BOOL) {
        /* strtoll would skip blanks and take a plus sign; a key has neither. */
        if (text[0] != '-' && (text[0] < '0' || text[0] > '9'))
            return -1;
        errno = 0;
        *out = strtoll(text, &end, 10);
        if (*end || end == text || errno)
            return -1;
        return field->kind == KIND_BOOL && *out != 0 && *out != 1 ? -1 : 0;
    }
    for (int v = 0; kind_name(field->kind, v); v++) {
        if (strcmp(kind_name(field->kind, v), text) == 0) {
            *out = v;
            return 0;
        }
    }
    return -1;
}

int ft_problem_parse_key(const char *key, struct ft_problem *out)
{
    struct ft_problem p;
    unsigned char seen[N_FIELDS] = {0};
    char why[128];

    memset(&p, 0, sizeof p);
    for (const char *at = key; *at;) {
        const char *eq = strchr(at, '=');
        if (!eq)
            return -1;
        size_t name_n = (size_t)(eq - at), value_n = strcspn(eq + 1, ","), i = 0;
        while (i < N_FIELDS &&
               (strlen(fields[i].name) != name_n || memcmp(fields[i].name, at, name_n) != 0))
            i++;
        int64_t v;
        if (i == N_FIELDS || seen[i] || parse_value(&fields[i], eq + 1, value_n, &v) < 0 ||
            field_set(&p, &fields[i], v) < 0)
            return -1;
        seen[i] = 1;
        at = eq + 1 + value_n;
        if (*at == ',' && !*++at)
            return -1;
    }
    for (size_t i = 0; i < N_FIELDS; i++) {
        if (seen[i])
            continue;
        if (fields[i].dflt == DEFAULT_REQUIRED)
            return -1;
        /* Defaults that follow another field stand after it in the list. */
        if (field_set(&p, &fields[i], field_default(&p, &fields[i])) < 0)
            return -1;
    }
    ft_problem_normalise(&p);
    if (ft_problem_check(&p, why, sizeof why) < 0)
        return -1;
    *out = p;
    return 0;
}

/* Windows as inclusive bounds on j - (i + len_kv - len_q); a side without bound gets one that no
 * index reaches. */
static void window_bounds(const fatune_problem *f, int64_t *left, int64_t *right)
{
    *left = f->window_left < 0 ? INT64_MAX / 4 : f->window_left;
    *right = f->window_right < 0 ? INT64_MAX / 4 : f->window_right;
    if (f->mask == FATUNE_MASK_CAUSAL)
        *right = 0;
}

static int64_t min64(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t max64(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* Visible (query, key) pairs of one sequence. */
static double visible_pairs(const fatune_problem *f, int64_t len_kv)
{
    int64_t left, right, len_q = f->seqlen_q;
    double pairs = 0;

    window_bounds(f, &left, &right);
    for (int64_t i = 0; i < len_q; i++) {
        int64_t diagonal = i + len_kv - len_q;
        int64_t lo = max64(0, diagonal - left), hi = min64(len_kv - 1, diagonal + right);
        pairs += hi >= lo ? (double)(hi - lo + 1) : 0;
    }
    return pairs;
}

/* Keys of one sequence that some query sees: one contiguous range, as windows move with the query.
 */
static double visible_keys(const fatune_problem *f, int64_t len_kv)
{
    int64_t left, right, len_q = f->seqlen_q;

    window_bounds(f, &left, &right);
    int64_t lo = max64(0, len_kv - len_q - left), hi = min64(len_kv - 1, len_kv - 1 + right);
    return hi >= lo ? (double)(hi - lo + 1) : 0;
}

static double sum_over_batch(const fatune_problem *f, const int32_t *lengths,
                             double (*of_sequence)(const fatune_problem *, int64_t))
{
    double sum = 0;

    if (!lengths)
        return f->batch * of_sequence(f, f->seqlen_kv);
    for (int32_t b = 0; b < f->batch; b++)
        sum += of_sequence(f, lengths[b]);
    return sum;
}

double ft_problem_flops(const struct ft_problem *p, const int32_t *lengths)
{
    const fatune_problem *f = &p->f;
    double pairs = sum_over_batch(f, lengths, visible_pairs);
    double forward = 2.0 * f->q_heads * pairs * (f->head_dim + f->head_dim_v);

    return f->op == FATUNE_OP_BWD ? 2.5 * forward : forward;
}

static double visible_pages(const fatune_problem *f, int64_t len_kv)
{
    int64_t keys = (int64_t)visible_keys(f, len_kv);

    return (double)((keys + f->page_size - 1) / f->page_size);
}

double ft_problem_min_bytes(const struct ft_problem *p, const int32_t *lengths)
{
    const fatune_problem *f = &p->f;
    double rows_q = (double)f->batch * f->seqlen_q * f->q_heads;
    double rows_kv = sum_over_batch(f, lengths, visible_keys) * f->kv_heads;
    double q = rows_q * f->head_dim * ft_dtype_bytes(f->dtype);
    double k = rows_kv * f->head_dim * ft_dtype_bytes(f->kv_dtype);
    double v = rows_kv * f->head_dim_v * ft_dtype_bytes(f->kv_dtype);
    double o = rows_q * f->head_dim_v * ft_dtype_bytes(f->o_dtype);
    double bytes = q + k + v + o;

    if (f->op == FATUNE_OP_BWD)
        bytes += o + q + k + v + 4 * rows_q; /* dO and LSE in; dQ, dK, dV out */
    else if (f->want_lse)
        bytes += 4 * rows_q;
    if (f->kv == FATUNE_KV_PAGED && f->page_size > 0)
        bytes += 4 * sum_over_batch(f, lengths, visible_pages);
    return bytes;
}

/* splitmix64 (Steele, Lea, Flood, 2014): the library has no other use for random numbers. */
static uint64_t next_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15ULL;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ z >> 27) * 0x94d049bb133111ebULL;
    return z ^ z >> 31;
}

static int32_t random_in(uint64_t *state, int32_t lo, int32_t hi)
{
    return (int32_t)(lo + (int64_t)(next_random(state) % (uint64_t)((int64_t)hi - lo + 1)));
}

void ft_problem_lengths(const struct ft_problem *p, int32_t *out)
{
    int32_t n = p->f.batch, full = p->f.seqlen_kv;
    uint64_t state = (uint64_t)p->lengths_seed;

    for (int32_t i = 0; i < n; i++) {
        switch ((enum ft_lengths)p->lengths) {
        case FT_LENGTHS_EQUAL:
            out[i] = full;
            break;
        case FT_LENGTHS_UNIFORM:
            out[i] = random_in(&state, 1, full);
            break;
        case FT_LENGTHS_ZIPF: /* the full length over the rank, shuffled */
            out[i] = full / (i + 1) > 0 ? full / (i + 1) : 1;
            break;
        case FT_LENGTHS_ONE_LONG:
            out[i] = random_in(&state, 1, full / 16 > 0 ? full / 16 : 1);
            break;
        }
    }
    if (p->lengths == FT_LENGTHS_ZIPF) {
        for (int32_t i = n - 1; i > 0; i--) {
            int32_t j = random_in(&state, 0, i), swap = out[i];
            out[i] = out[j];
            out[j] = swap;
        }
    } else {
        out[random_in(&state, 0, n - 1)] = full;
    }
}
