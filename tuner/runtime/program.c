/* program.c -- the launch program: text to struct, struct and variables to launches
 *
 * The text may come from a damaged file: every field is checked, counts are bounded, and a program
 * that does not parse leaves nothing allocated. A field's value reaches to the next ` name=`; no
 * token of the code has a letter before `=`.
 */
#include "program.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WORKSPACE_ALIGN 256
#define MAX_GRID_X      2147483647
#define MAX_GRID_YZ     65535
#define MAX_BLOCK       1024
#define MAX_CLUSTER     16
#define MAX_SMEM        (1 << 20)
#define MAX_WORKSPACE   ((int64_t)1 << 40)
#define MAX_BOX         256

struct span {
    const char *data;
    size_t n;
};

static int fail(char *why, size_t cap, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
static int fail(char *why, size_t cap, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(why, cap, fmt, args);
    va_end(args);
    return -1;
}

/* Length of a field name and its `=` at s, or 0. */
static size_t field_name(const char *s, const char *end)
{
    const char *p = s;
    while (p < end && (islower((unsigned char)*p) || isdigit((unsigned char)*p)))
        p++;
    return p > s && p < end && *p == '=' ? (size_t)(p - s) + 1 : 0;
}

static int find_field(struct span line, const char *name, struct span *out)
{
    const char *end = line.data + line.n, *p = line.data;
    size_t n = strlen(name);
    for (; p < end; p++) {
        if (*p != ' ' || field_name(p + 1, end) != n + 1 || memcmp(p + 1, name, n) != 0)
            continue;
        out->data = p + n + 2;
        for (p = out->data; p < end && !(*p == ' ' && field_name(p + 1, end)); p++)
            ;
        out->n = (size_t)(p - out->data);
        return 1;
    }
    return 0;
}

/* The field's comma-separated codes, exactly n of them. */
static int parse_codes(struct span line, const char *name, int n, struct ft_code *codes, char *why,
                       size_t cap)
{
    struct span field;
    if (!find_field(line, name, &field))
        return fail(why, cap, "field '%s' is missing", name);
    const char *p = field.data, *end = field.data + field.n;
    for (int i = 0; i < n; i++) {
        const char *comma = memchr(p, ',', (size_t)(end - p)), *stop = comma ? comma : end;
        if ((comma != NULL) != (i + 1 < n) || ft_code_parse(p, (size_t)(stop - p), &codes[i]) < 0)
            return fail(why, cap, "field '%s' is malformed", name);
        p = stop + 1;
    }
    return 0;
}

static int parse_code(struct span line, const char *name, struct ft_code *code, char *why,
                      size_t cap)
{
    return parse_codes(line, name, 1, code, why, cap);
}

static int parse_choice(struct span line, const char *name, const char *const *choices, int n,
                        int *out, char *why, size_t cap)
{
    struct span field;
    if (!find_field(line, name, &field))
        return fail(why, cap, "field '%s' is missing", name);
    for (int i = 0; i < n; i++)
        if (strlen(choices[i]) == field.n && memcmp(choices[i], field.data, field.n) == 0) {
            *out = i;
            return 0;
        }
    return fail(why, cap, "field '%s' has an unknown value", name);
}

/* The word after the item's kind. */
static int parse_name(struct span line, size_t skip, char out[FT_PROGRAM_NAME_BYTES], char *why,
                      size_t cap)
{
    size_t n = 0;
    while (skip + n < line.n && line.data[skip + n] != ' ')
        n++;
    if (n == 0 || n >= FT_PROGRAM_NAME_BYTES)
        return fail(why, cap, "a name is missing or too long");
    memcpy(out, line.data + skip, n);
    out[n] = 0;
    return 0;
}

static int parse_workspace(struct span line, struct ft_program *out, char *why, size_t cap)
{
    static const char *const zeroed[] = {"never", "once", "launch"};
    int choice;
    if (out->n_workspaces == FT_PROGRAM_MAX_WORKSPACES)
        return fail(why, cap, "more than %d workspaces", FT_PROGRAM_MAX_WORKSPACES);
    struct ft_program_workspace *ws = &out->workspaces[out->n_workspaces++];
    if (parse_name(line, strlen("workspace "), ws->name, why, cap) < 0 ||
        parse_choice(line, "zeroed", zeroed, 3, &choice, why, cap) < 0)
        return -1;
    ws->zeroed = (enum ft_zeroed)choice;
    return parse_code(line, "bytes", &ws->bytes, why, cap);
}

static int parse_kernel(struct span line, struct ft_program *out, char *why, size_t cap)
{
    if (out->n_kernels == FT_PROGRAM_MAX_KERNELS)
        return fail(why, cap, "more than %d kernels", FT_PROGRAM_MAX_KERNELS);
    struct ft_program_kernel *k = &out->kernels[out->n_kernels++];
    if (parse_name(line, strlen("kernel "), k->entry, why, cap) < 0 ||
        parse_code(line, "when", &k->when, why, cap) < 0 ||
        parse_codes(line, "grid", 3, k->grid, why, cap) < 0 ||
        parse_codes(line, "block", 3, k->block, why, cap) < 0 ||
        parse_codes(line, "cluster", 3, k->cluster, why, cap) < 0 ||
        parse_code(line, "smem", &k->smem, why, cap) < 0)
        return -1;
    return parse_code(line, "pdl", &k->pdl, why, cap);
}

static int parse_dims(struct span line, struct ft_program_map *map, char *why, size_t cap)
{
    static const char *const names[] = {"head_dim", "row", "head", "batch"};
    struct span field;
    if (!find_field(line, "dims", &field))
        return fail(why, cap, "field 'dims' is missing");
    const char *p = field.data, *end = field.data + field.n;
    while (p < end) {
        const char *comma = memchr(p, ',', (size_t)(end - p)), *stop = comma ? comma : end;
        int found = -1;
        for (int i = 0; i < 4; i++)
            if (strlen(names[i]) == (size_t)(stop - p) &&
                memcmp(names[i], p, (size_t)(stop - p)) == 0)
                found = i;
        if (found < 0 || map->n_dims == 5)
            return fail(why, cap, "field 'dims' is malformed");
        map->dims[map->n_dims++] = (enum ft_tma_dim)found;
        p = stop + 1;
    }
    return map->n_dims >= 2 ? 0 : fail(why, cap, "a tensor map needs two dimensions");
}

static int parse_map(struct span line, struct ft_program *out, char *why, size_t cap)
{
    static const char *const buffers[FT_N_BUFFERS] = {"q", "k", "v", "o", "dout", "dq", "dk", "dv"};
    static const char *const spans[] = {"0", "32", "64", "128", "256"};
    static const int span_bytes[] = {0, 32, 64, 128, 256};
    int choice;
    if (out->n_maps == FT_PROGRAM_MAX_MAPS)
        return fail(why, cap, "more than %d tensor maps", FT_PROGRAM_MAX_MAPS);
    struct ft_program_map *map = &out->maps[out->n_maps++];
    if (parse_name(line, strlen("tma "), map->name, why, cap) < 0 ||
        parse_choice(line, "buffer", buffers, FT_N_BUFFERS, &choice, why, cap) < 0)
        return -1;
    map->buffer = (enum ft_buffer)choice;
    if (parse_dims(line, map, why, cap) < 0 ||
        parse_codes(line, "box", map->n_dims, map->box, why, cap) < 0 ||
        parse_choice(line, "swizzle", spans, 4, &choice, why, cap) < 0)
        return -1;
    map->swizzle_bytes = span_bytes[choice];
    if (parse_choice(line, "l2", spans, 5, &choice, why, cap) < 0)
        return -1;
    map->l2_bytes = span_bytes[choice];
    return 0;
}

static int starts_with(struct span line, const char *word)
{
    size_t n = strlen(word);
    return line.n >= n && memcmp(line.data, word, n) == 0;
}

static int parse_line(struct span line, struct ft_program *out, char *why, size_t cap)
{
    if (starts_with(line, "args ")) {
        char *end;
        out->args_bytes = strtoul(line.data + 5, &end, 10);
        return end == line.data + line.n && out->args_bytes > 0 && out->args_bytes <= 4096
                   ? 0
                   : fail(why, cap, "the size of the arguments is malformed");
    }
    if (starts_with(line, "pass ")) {
        if (out->n_passed == FT_PROGRAM_MAX_PASSED)
            return fail(why, cap, "more than %d passed values", FT_PROGRAM_MAX_PASSED);
        return ft_code_parse(line.data + 5, line.n - 5, &out->passed[out->n_passed++]) == 0
                   ? 0
                   : fail(why, cap, "a passed value is malformed");
    }
    if (starts_with(line, "workspace "))
        return parse_workspace(line, out, why, cap);
    if (starts_with(line, "kernel "))
        return parse_kernel(line, out, why, cap);
    if (starts_with(line, "tma "))
        return parse_map(line, out, why, cap);
    return fail(why, cap, "unknown item '%.*s'", (int)(line.n < 20 ? line.n : 20), line.data);
}

int ft_program_parse(const char *text, struct ft_program *out, char *why, size_t cap)
{
    int number = 1;
    memset(out, 0, sizeof *out);
    for (const char *p = text; *p; number++) {
        struct span line = {p, strcspn(p, "\n")};
        char reason[128];
        if (line.n > 0 && parse_line(line, out, reason, sizeof reason) < 0) {
            fail(why, cap, "line %d of the launch program: %s", number, reason);
            ft_program_free(out);
            return -1;
        }
        p += line.n + (p[line.n] == '\n');
    }
    if (out->args_bytes == 0 || out->n_kernels == 0) {
        fail(why, cap, "the launch program has no %s",
             out->n_kernels == 0 ? "kernel" : "argument size");
        ft_program_free(out);
        return -1;
    }
    return 0;
}

void ft_program_free(struct ft_program *program)
{
    for (int i = 0; i < FT_PROGRAM_MAX_KERNELS; i++) {
        struct ft_program_kernel *k = &program->kernels[i];
        for (int d = 0; d < 3; d++) {
            free(k->grid[d].insns);
            free(k->block[d].insns);
            free(k->cluster[d].insns);
        }
        free(k->when.insns);
        free(k->smem.insns);
        free(k->pdl.insns);
    }
    for (int i = 0; i < FT_PROGRAM_MAX_WORKSPACES; i++)
        free(program->workspaces[i].bytes.insns);
    for (int i = 0; i < FT_PROGRAM_MAX_PASSED; i++)
        free(program->passed[i].insns);
    for (int i = 0; i < FT_PROGRAM_MAX_MAPS; i++)
        for (int d = 0; d < 5; d++)
            free(program->maps[i].box[d].insns);
    memset(program, 0, sizeof *program);
}

/* ---- evaluation ---- */

struct evaluation {
    const int64_t *vars;
    char *why;
    size_t cap;
};

static int eval_between(const struct evaluation *e, const struct ft_code *code, const char *what,
                        int64_t low, int64_t high, int64_t *out)
{
    const char *reason;
    if (ft_code_eval(code, e->vars, out, &reason, NULL) < 0)
        return fail(e->why, e->cap, "%s: %s", what, reason);
    if (*out < low || *out > high)
        return fail(e->why, e->cap, "%s is %lld, not in %lld to %lld", what, (long long)*out,
                    (long long)low, (long long)high);
    return 0;
}

static int eval_kernel(const struct evaluation *e, const struct ft_program_kernel *k,
                       struct ft_launch_kernel *out)
{
    static const char *const axis[3] = {"x", "y", "z"};
    int64_t v, threads = 1;
    char what[FT_PROGRAM_NAME_BYTES + 32];
    for (int d = 0; d < 3; d++) {
        snprintf(what, sizeof what, "grid.%s of '%s'", axis[d], k->entry);
        if (eval_between(e, &k->grid[d], what, 1, d == 0 ? MAX_GRID_X : MAX_GRID_YZ, &v) < 0)
            return -1;
        out->grid[d] = (unsigned)v;
        snprintf(what, sizeof what, "block.%s of '%s'", axis[d], k->entry);
        if (eval_between(e, &k->block[d], what, 1, MAX_BLOCK, &v) < 0)
            return -1;
        out->block[d] = (unsigned)v;
        threads *= v;
        snprintf(what, sizeof what, "cluster.%s of '%s'", axis[d], k->entry);
        if (eval_between(e, &k->cluster[d], what, 1, MAX_CLUSTER, &v) < 0)
            return -1;
        out->cluster[d] = (unsigned)v;
    }
    if (threads > MAX_BLOCK)
        return fail(e->why, e->cap, "'%s' has %lld threads a CTA, more than %d", k->entry,
                    (long long)threads, MAX_BLOCK);
    snprintf(what, sizeof what, "shared memory of '%s'", k->entry);
    if (eval_between(e, &k->smem, what, 0, MAX_SMEM, &v) < 0)
        return -1;
    out->smem_bytes = (unsigned)v;
    snprintf(what, sizeof what, "pdl of '%s'", k->entry);
    if (eval_between(e, &k->pdl, what, INT64_MIN, INT64_MAX, &v) < 0)
        return -1;
    out->pdl = v != 0;
    return 0;
}

int ft_program_eval(const struct ft_program *program, const int64_t vars[FT_N_LAUNCH_VARS],
                    struct ft_launch *out, char *why, size_t cap)
{
    const struct evaluation e = {vars, why, cap};
    int64_t v;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < program->n_passed; i++) {
        if (eval_between(&e, &program->passed[i], "a passed value", INT32_MIN, INT32_MAX, &v) < 0)
            return -1;
        out->passed[i] = (int32_t)v;
    }
    for (int i = 0; i < program->n_workspaces; i++) {
        if (eval_between(&e, &program->workspaces[i].bytes, program->workspaces[i].name, 0,
                         MAX_WORKSPACE, &v) < 0)
            return -1;
        out->workspace_offset[i] = out->workspace_bytes;
        out->workspace_size[i] = (size_t)v;
        out->workspace_bytes +=
            ((size_t)v + WORKSPACE_ALIGN - 1) / WORKSPACE_ALIGN * WORKSPACE_ALIGN;
    }
    for (int i = 0; i < program->n_kernels; i++) {
        if (eval_between(&e, &program->kernels[i].when, "when", INT64_MIN, INT64_MAX, &v) < 0)
            return -1;
        if (v == 0)
            continue;
        out->kernels[out->n_kernels].kernel = i;
        if (eval_kernel(&e, &program->kernels[i], &out->kernels[out->n_kernels++]) < 0)
            return -1;
    }
    for (int i = 0; i < program->n_maps; i++)
        for (int d = 0; d < program->maps[i].n_dims; d++) {
            if (eval_between(&e, &program->maps[i].box[d], program->maps[i].name, 1, MAX_BOX, &v) <
                0)
                return -1;
            out->box[i][d] = (int32_t)v;
        }
    return out->n_kernels > 0 ? 0 : fail(why, cap, "no kernel is launched for this problem");
}
