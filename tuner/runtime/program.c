/* program.c -- launch programs: text to structure, structure to the numbers of one launch
 *
 * The idea: a line is a keyword, perhaps a name, and `key=value` fields. A value ends where the
 * next ` key=` begins, because no token of an expression is a word followed by `=`; commas separate
 * the expressions of a list.
 *
 * Invariants: the text is not trusted, so names, counts and choices are checked here and a parsed
 * program can be evaluated without further checks. Evaluation accepts only values that a launch can
 * have. A program owns its expressions.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "program.h"

#define COUNT(array)        (sizeof(array) / sizeof *(array))
#define MAX_ARGS_BYTES      4096 /* all that a kernel can take */
#define MAX_WORKSPACE_BYTES ((int64_t)1 << 44)

struct reader {
    const char *at, *end; /* the rest of the current line */
    int line;
    char *why;
    size_t cap;
};

__attribute__((format(printf, 2, 3))) static int fail(struct reader *r, const char *fmt, ...)
{
    va_list args;
    int n = snprintf(r->why, r->cap, "line %d of the launch program: ", r->line);

    va_start(args, fmt);
    if (n > 0 && (size_t)n < r->cap)
        vsnprintf(r->why + n, r->cap - (size_t)n, fmt, args);
    va_end(args);
    return -1;
}

static int is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

struct span {
    const char *s;
    size_t n;
};

static int span_is(struct span span, const char *text)
{
    return strlen(text) == span.n && memcmp(span.s, text, span.n) == 0;
}

static struct span take_word(struct reader *r)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
    struct span word = {r->at, 0};
    while (r->at < r->end && is_word(*r->at))
        r->at++;
    word.n = (size_t)(r->at - word.s);
    return word;
}

/* Length of a `key=` that starts at s, without the sign; 0 when there is none. */
static size_t key_length(const char *s, const char *end)
{
    const char *at = s;

    while (at < end && is_word(*at))
        at++;
    return at < end && *at == '=' ? (size_t)(at - s) : 0;
}

/* The next field of the line: 1, 0 at its end, -1 when there is something else. */
static int take_field(struct reader *r, struct span *key, struct span *value)
{
    while (r->at < r->end && *r->at == ' ')
        r->at++;
    if (r->at == r->end)
        return 0;
    *key = (struct span){r->at, key_length(r->at, r->end)};
    if (key->n == 0)
        return fail(r, "expected a field");
    const char *start = r->at + key->n + 1, *at = start;
    while (at < r->end && !(*at == ' ' && key_length(at + 1, r->end) > 0))
        at++;
    *value = (struct span){start, (size_t)(at - start)};
    r->at = at;
    return 1;
}

static int take_name(struct reader *r, char out[FT_PROGRAM_NAME_BYTES])
{
    struct span word = take_word(r);

    if (word.n == 0 || word.n >= FT_PROGRAM_NAME_BYTES)
        return fail(r, "a name of 1 to %d characters is missing", FT_PROGRAM_NAME_BYTES - 1);
    memcpy(out, word.s, word.n);
    out[word.n] = 0;
    return 0;
}

static int read_code(struct reader *r, struct span text, struct ft_code *out)
{
    if (out->insns)
        return fail(r, "the same field twice");
    if (ft_code_parse(text.s, text.n, out) < 0)
        return fail(r, "'%.*s' is no expression", (int)(text.n < 60 ? text.n : 60), text.s);
    return 0;
}

/* The next item of a comma-separated list, which may be empty; 0 when the list is at its end. */
static int take_item(struct span *list, struct span *item)
{
    if (!list->s)
        return 0;
    const char *comma = memchr(list->s, ',', list->n);
    item->s = list->s;
    item->n = comma ? (size_t)(comma - list->s) : list->n;
    if (comma)
        *list = (struct span){comma + 1, list->n - item->n - 1};
    else
        list->s = NULL;
    return 1;
}

/* Up to max expressions; their number, or -1. */
static int read_codes(struct reader *r, struct span list, struct ft_code *out, int max)
{
    struct span item;
    int n = 0;

    while (take_item(&list, &item)) {
        if (n == max)
            return fail(r, "more than %d expressions in a list", max);
        if (read_code(r, item, &out[n++]) < 0)
            return -1;
    }
    return n;
}

static int read_constant(struct reader *r, const char *digit, struct ft_code *out)
{
    return out->insns ? 0 : read_code(r, (struct span){digit, 1}, out);
}

/* Index among names; -1 with a message. */
static int read_choice(struct reader *r, struct span text, const char *const *names, int n)
{
    for (int i = 0; i < n; i++) {
        if (span_is(text, names[i]))
            return i;
    }
    return fail(r, "'%.*s' is not known here", (int)(text.n < 60 ? text.n : 60), text.s);
}

static int parse_args(struct reader *r, struct ft_program *p)
{
    struct span word = take_word(r);
    size_t bytes = 0;

    for (size_t i = 0; i < word.n && bytes <= MAX_ARGS_BYTES; i++) {
        if (word.s[i] < '0' || word.s[i] > '9')
            return fail(r, "args needs a number of bytes");
        bytes = bytes * 10 + (size_t)(word.s[i] - '0');
    }
    if (p->args_bytes)
        return fail(r, "args twice");
    if (bytes == 0 || bytes % 8 != 0 || bytes > MAX_ARGS_BYTES)
        return fail(r, "args needs a multiple of 8 bytes, at most %d", MAX_ARGS_BYTES);
    p->args_bytes = bytes;
    return 0;
}

static int parse_code_line(struct reader *r, struct ft_code *codes, int *n, int max)
{
    if (*n == max)
        return fail(r, "more than %d lines of this kind", max);
    int rc = read_code(r, (struct span){r->at, (size_t)(r->end - r->at)}, &codes[(*n)++]);
    r->at = r->end;
    return rc;
}

static int parse_accepts(struct reader *r, struct ft_program *p)
{
#define FT_X(name, bit) name,
    static const char *const names[] = {FT_ACCEPTS(FT_X)};
#undef FT_X
#define FT_X(name, bit) bit,
    static const unsigned bits[] = {FT_ACCEPTS(FT_X)};
#undef FT_X
    for (struct span word = take_word(r); word.n > 0; word = take_word(r)) {
        int i = read_choice(r, word, names, COUNT(names));
        if (i < 0)
            return -1;
        p->accepts |= bits[i];
    }
    return 0;
}

static int parse_workspace(struct reader *r, struct ft_program *p)
{
    static const char *const zeroed[] = {"never", "once", "launch"};
    struct span key, value;
    int rc, has_zeroed = 0;

    if (p->n_workspaces == FT_PROGRAM_MAX_WORKSPACES)
        return fail(r, "more than %d workspace regions", FT_PROGRAM_MAX_WORKSPACES);
    struct ft_program_workspace *w = &p->workspaces[p->n_workspaces++];
    if (take_name(r, w->name) < 0)
        return -1;
    while ((rc = take_field(r, &key, &value)) > 0) {
        if (span_is(key, "zeroed")) {
            int z = read_choice(r, value, zeroed, COUNT(zeroed));
            if (z < 0)
                return -1;
            w->zeroed = (enum ft_zeroed)z;
            has_zeroed = 1;
        } else if (!span_is(key, "bytes")) {
            return fail(r, "unknown field of a workspace region");
        } else if (read_code(r, value, &w->bytes) < 0) {
            return -1;
        }
    }
    if (rc == 0 && (!has_zeroed || !w->bytes.insns))
        return fail(r, "workspace '%s' needs zeroed and bytes", w->name);
    return rc;
}

static int parse_kernel(struct reader *r, struct ft_program *p)
{
    struct span key, value;
    int rc;

    if (p->n_kernels == FT_PROGRAM_MAX_KERNELS)
        return fail(r, "more than %d kernels", FT_PROGRAM_MAX_KERNELS);
    struct ft_program_kernel *k = &p->kernels[p->n_kernels++];
    if (take_name(r, k->entry) < 0)
        return -1;
    while ((rc = take_field(r, &key, &value)) > 0) {
        int bad;
        if (span_is(key, "when"))
            bad = read_code(r, value, &k->when) < 0;
        else if (span_is(key, "grid"))
            bad = read_codes(r, value, k->grid, 3) < 0;
        else if (span_is(key, "block"))
            bad = read_codes(r, value, k->block, 3) < 0;
        else if (span_is(key, "cluster"))
            bad = read_codes(r, value, k->cluster, 3) < 0;
        else if (span_is(key, "smem"))
            bad = read_code(r, value, &k->smem) < 0;
        else if (span_is(key, "pdl"))
            bad = read_code(r, value, &k->pdl) < 0;
        else
            return fail(r, "unknown field of a kernel");
        if (bad)
            return -1;
    }
    if (rc == 0 && (!k->grid[0].insns || !k->block[0].insns))
        return fail(r, "kernel '%s' needs grid and block", k->entry);
    for (int i = 0; rc == 0 && i < 3; i++) {
        if (read_constant(r, "1", &k->grid[i]) < 0 || read_constant(r, "1", &k->block[i]) < 0 ||
            read_constant(r, "1", &k->cluster[i]) < 0)
            return -1;
    }
    if (rc == 0 && (read_constant(r, "1", &k->when) < 0 || read_constant(r, "0", &k->smem) < 0 ||
                    read_constant(r, "0", &k->pdl) < 0))
        return -1;
    return rc;
}

static int read_dims(struct reader *r, struct span list, struct ft_program_map *m)
{
    static const char *const names[] = {"head_dim", "row", "head", "batch"};
    struct span item;

    while (take_item(&list, &item)) {
        int d = read_choice(r, item, names, COUNT(names));
        if (d < 0)
            return -1;
        if (m->n_dims == 5)
            return fail(r, "a tensor map has at most 5 dimensions");
        for (int i = 0; i < m->n_dims; i++) {
            if (m->dims[i] == (enum ft_tma_dim)d)
                return fail(r, "a dimension twice");
        }
        m->dims[m->n_dims++] = (enum ft_tma_dim)d;
    }
    if (m->n_dims < 2 || m->dims[0] != FT_DIM_HEAD_DIM)
        return fail(r, "dims needs 2 or more dimensions, head_dim first");
    return 0;
}

static int parse_map(struct reader *r, struct ft_program *p)
{
    static const char *const buffers[FT_N_BUFFERS] = {"q", "k", "v", "o", "dout", "dq", "dk", "dv"};
    static const char *const swizzles[] = {"0", "32", "64", "128"};
    static const char *const promotions[] = {"0", "64", "128", "256"};
    struct span key, value;
    int rc, buffer = -1, n_box = 0;

    if (p->n_maps == FT_PROGRAM_MAX_MAPS)
        return fail(r, "more than %d tensor maps", FT_PROGRAM_MAX_MAPS);
    struct ft_program_map *m = &p->maps[p->n_maps++];
    if (take_name(r, m->name) < 0)
        return -1;
    while ((rc = take_field(r, &key, &value)) > 0) {
        int i = 0;
        if (span_is(key, "buffer"))
            i = buffer = read_choice(r, value, buffers, COUNT(buffers));
        else if (span_is(key, "dims"))
            i = read_dims(r, value, m);
        else if (span_is(key, "box"))
            i = n_box = read_codes(r, value, m->box, 5);
        else if (span_is(key, "swizzle")) {
            i = read_choice(r, value, swizzles, COUNT(swizzles));
            m->swizzle_bytes = i > 0 ? 16 << i : 0;
        } else if (span_is(key, "l2")) {
            i = read_choice(r, value, promotions, COUNT(promotions));
            m->l2_bytes = i > 0 ? 32 << i : 0;
        } else {
            return fail(r, "unknown field of a tensor map");
        }
        if (i < 0)
            return -1;
    }
    if (rc == 0 && (buffer < 0 || m->n_dims == 0 || n_box != m->n_dims))
        return fail(r, "tensor map '%s' needs a buffer, and as many box sizes as dims", m->name);
    if (rc == 0)
        m->buffer = (enum ft_buffer)buffer;
    return rc;
}

static int parse_line(struct reader *r, struct ft_program *p)
{
    struct span keyword = take_word(r);
    int rc;

    if (keyword.n == 0 && r->at == r->end)
        return 0;
    if (span_is(keyword, "args"))
        rc = parse_args(r, p);
    else if (span_is(keyword, "pass"))
        rc = parse_code_line(r, p->passed, &p->n_passed, FT_PROGRAM_MAX_PASSED);
    else if (span_is(keyword, "need"))
        rc = parse_code_line(r, p->needs, &p->n_needs, FT_PROGRAM_MAX_NEEDS);
    else if (span_is(keyword, "accepts"))
        rc = parse_accepts(r, p);
    else if (span_is(keyword, "workspace"))
        rc = parse_workspace(r, p);
    else if (span_is(keyword, "kernel"))
        rc = parse_kernel(r, p);
    else if (span_is(keyword, "tma"))
        rc = parse_map(r, p);
    else
        return fail(r, "no launch program has such a line");
    while (r->at < r->end && *r->at == ' ')
        r->at++;
    if (rc == 0 && r->at != r->end)
        return fail(r, "more on the line than belongs there");
    return rc;
}

int ft_program_parse(const char *text, struct ft_program *out, char *why, size_t cap)
{
    struct reader r = {.why = why, .cap = cap};

    memset(out, 0, sizeof *out);
    for (const char *at = text; *at;) {
        r.at = at;
        r.end = at + strcspn(at, "\n");
        r.line++;
        at = *r.end ? r.end + 1 : r.end;
        if (parse_line(&r, out) < 0)
            goto bad;
    }
    if (out->args_bytes == 0 || out->n_kernels == 0) {
        fail(&r, "it has no args, or no kernel");
        goto bad;
    }
    return 0;
bad:
    ft_program_free(out);
    return -1;
}

static void free_codes(struct ft_code *codes, int n)
{
    for (int i = 0; i < n; i++)
        free(codes[i].insns);
}

void ft_program_free(struct ft_program *program)
{
    for (int i = 0; i < program->n_kernels; i++) {
        struct ft_program_kernel *k = &program->kernels[i];
        free_codes(&k->when, 1);
        free_codes(k->grid, 3);
        free_codes(k->block, 3);
        free_codes(k->cluster, 3);
        free_codes(&k->smem, 1);
        free_codes(&k->pdl, 1);
    }
    for (int i = 0; i < program->n_workspaces; i++)
        free_codes(&program->workspaces[i].bytes, 1);
    for (int i = 0; i < program->n_maps; i++)
        free_codes(program->maps[i].box, 5);
    free_codes(program->passed, program->n_passed);
    free_codes(program->needs, program->n_needs);
    memset(program, 0, sizeof *program);
}

struct evaluation {
    const int64_t *vars;
    char *why;
    size_t cap;
};

/* One expression whose value must lie in lo..hi. `what` and `name` are for the message. */
static int eval_in(const struct evaluation *e, const struct ft_code *code, const char *what,
                   const char *name, int64_t lo, int64_t hi, int64_t *out)
{
    const char *reason;

    if (ft_code_eval(code, e->vars, out, &reason, NULL) < 0) {
        snprintf(e->why, e->cap, "%s of '%s': %s", what, name, reason);
        return -1;
    }
    if (*out < lo || *out > hi) {
        snprintf(e->why, e->cap, "%s of '%s' is %lld, not in %lld..%lld", what, name,
                 (long long)*out, (long long)lo, (long long)hi);
        return -1;
    }
    return 0;
}

/* Three extents, each in 1..max[i]. */
static int eval_extents(const struct evaluation *e, const struct ft_code codes[3], const char *what,
                        const char *name, const int64_t max[3], unsigned out[3])
{
    for (int i = 0; i < 3; i++) {
        int64_t v;
        if (eval_in(e, &codes[i], what, name, 1, max[i], &v) < 0)
            return -1;
        out[i] = (unsigned)v;
    }
    return 0;
}

static int eval_kernel(const struct evaluation *e, const struct ft_program_kernel *k, int index,
                       struct ft_launch *out)
{
    static const int64_t grid_max[3] = {INT32_MAX, 65535, 65535}, block_max[3] = {1024, 1024, 64},
                         cluster_max[3] = {16, 16, 16};
    struct ft_launch_kernel *l = &out->kernels[out->n_kernels];
    int64_t v;

    if (eval_in(e, &k->when, "when", k->entry, INT64_MIN, INT64_MAX, &v) < 0)
        return -1;
    if (!v)
        return 0;
    l->kernel = index;
    if (eval_extents(e, k->grid, "grid", k->entry, grid_max, l->grid) < 0 ||
        eval_extents(e, k->block, "block", k->entry, block_max, l->block) < 0 ||
        eval_extents(e, k->cluster, "cluster", k->entry, cluster_max, l->cluster) < 0)
        return -1;
    if ((uint64_t)l->block[0] * l->block[1] * l->block[2] > 1024) {
        snprintf(e->why, e->cap, "block of '%s' has more than 1024 threads", k->entry);
        return -1;
    }
    if (l->cluster[0] * l->cluster[1] * l->cluster[2] > 16) {
        snprintf(e->why, e->cap, "cluster of '%s' has more than 16 blocks", k->entry);
        return -1;
    }
    for (int i = 0; i < 3; i++) {
        if (l->grid[i] % l->cluster[i] != 0) {
            snprintf(e->why, e->cap, "grid of '%s' is no multiple of its cluster", k->entry);
            return -1;
        }
    }
    if (eval_in(e, &k->smem, "smem", k->entry, 0, 1 << 24, &v) < 0)
        return -1;
    l->smem_bytes = (unsigned)v;
    if (eval_in(e, &k->pdl, "pdl", k->entry, INT64_MIN, INT64_MAX, &v) < 0)
        return -1;
    l->pdl = v != 0;
    out->n_kernels++;
    return 0;
}

static int eval_workspaces(const struct evaluation *e, const struct ft_program *program,
                           struct ft_launch *out)
{
    for (int i = 0; i < program->n_workspaces; i++) {
        const struct ft_program_workspace *w = &program->workspaces[i];
        int64_t bytes;
        if (eval_in(e, &w->bytes, "bytes", w->name, 0, MAX_WORKSPACE_BYTES, &bytes) < 0)
            return -1;
        out->workspace_offset[i] = out->workspace_bytes;
        out->workspace_size[i] = (size_t)bytes;
        out->workspace_bytes += ((size_t)bytes + 255) / 256 * 256;
    }
    return 0;
}

int ft_program_eval(const struct ft_program *program, const int64_t vars[FT_N_LAUNCH_VARS],
                    struct ft_launch *out, char *why, size_t cap)
{
    const struct evaluation e = {vars, why, cap};
    int64_t v;

    memset(out, 0, sizeof *out);
    for (int i = 0; i < program->n_needs; i++) {
        if (eval_in(&e, &program->needs[i], "a need", "program", INT64_MIN, INT64_MAX, &v) < 0)
            return -1;
        if (!v) {
            char text[120];
            ft_code_format(&program->needs[i], text, sizeof text);
            snprintf(why, cap, "the build needs '%s'", text);
            return -1;
        }
    }
    for (int i = 0; i < program->n_passed; i++) {
        if (eval_in(&e, &program->passed[i], "a passed value", "program", INT32_MIN, INT32_MAX,
                    &v) < 0)
            return -1;
        out->passed[i] = (int32_t)v;
    }
    if (eval_workspaces(&e, program, out) < 0)
        return -1;
    for (int i = 0; i < program->n_kernels; i++) {
        if (eval_kernel(&e, &program->kernels[i], i, out) < 0)
            return -1;
    }
    if (out->n_kernels == 0) {
        snprintf(why, cap, "no kernel is launched");
        return -1;
    }
    for (int i = 0; i < program->n_maps; i++) {
        const struct ft_program_map *m = &program->maps[i];
        for (int d = 0; d < m->n_dims; d++) {
            if (eval_in(&e, &m->box[d], "box", m->name, 1, 256, &v) < 0)
                return -1;
            out->box[i][d] = (int32_t)v;
        }
    }
    return 0;
}

void ft_program_vars(const fatune_problem *problem, int has_lengths,
                     const struct ft_device_vars *device, int64_t regs, int64_t ctas_per_sm,
                     int64_t vars[FT_N_LAUNCH_VARS])
{
    vars[FT_VAR_P_BATCH] = problem->batch;
    vars[FT_VAR_P_Q_HEADS] = problem->q_heads;
    vars[FT_VAR_P_KV_HEADS] = problem->kv_heads;
    vars[FT_VAR_P_SEQLEN_Q] = problem->seqlen_q;
    vars[FT_VAR_P_SEQLEN_KV] = problem->seqlen_kv;
    vars[FT_VAR_P_PAGE_SIZE] = problem->page_size;
    vars[FT_VAR_P_WINDOW_LEFT] = problem->window_left;
    vars[FT_VAR_P_WINDOW_RIGHT] = problem->window_right;
    vars[FT_VAR_P_WANT_LSE] = problem->want_lse != 0;
    vars[FT_VAR_P_BATCH_INVARIANT] = problem->batch_invariant != 0;
    vars[FT_VAR_P_HAS_LENGTHS] = has_lengths != 0;
    vars[FT_VAR_D_SMS] = device->sms;
    vars[FT_VAR_D_CC] = device->cc;
    vars[FT_VAR_D_L2_BYTES] = device->l2_bytes;
    vars[FT_VAR_D_SMEM_PER_SM] = device->smem_per_sm;
    vars[FT_VAR_D_SMEM_PER_CTA] = device->smem_per_cta;
    vars[FT_VAR_B_REGS] = regs;
    vars[FT_VAR_B_CTAS_PER_SM] = ctas_per_sm;
}
