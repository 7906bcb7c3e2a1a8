/* export_c.c -- writes winners as a C header that chooses by itself
 *
 * The idea: one table row an entry, in the order of dispatch tables; what rows share (devices,
 * kernels, programs, needs) is a constant of its own, named after its content and not after its
 * place, so that a new winner changes the lines that are about it and no others. The fixed parts
 * are in export_c_text.c, expressions in export_c_code.c.
 *
 * Text is made with '@' and '$' for the prefixes and gets the names at the end; strings of the
 * database are escaped so that they hold neither.
 *
 * The arena owns all texts.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "runtime/format.h"
#include "store/export_c.h"

struct parts { /* constants that several entries use */
    const char **symbols;
    size_t n, cap;
};

struct header {
    struct ft_db *db;
    struct ft_err *err;
    struct ft_arena *arena;
    struct parts devices, kernels, programs, needs;
    struct ft_buf device_text, kernel_text, program_text, needs_text, entry_text;
    int is_checked;
    size_t n_entries;
};

/* 1 when the symbol is new: its text has to be written. */
static int add_part(struct parts *parts, const char *symbol)
{
    for (size_t i = 0; i < parts->n; i++)
        if (strcmp(parts->symbols[i], symbol) == 0)
            return 0;
    FT_GROW(parts->symbols, parts->n + 1, parts->cap);
    parts->symbols[parts->n++] = symbol;
    return 1;
}

/* The text as part of an identifier. */
static char *slug(struct ft_arena *arena, const char *text)
{
    char *out = ft_arena_strdup(arena, text), *to = out;
    for (const char *from = text; *from; from++)
        if (isalnum((unsigned char)*from))
            *to++ = (char)tolower((unsigned char)*from);
        else if (to > out && to[-1] != '_')
            *to++ = '_';
    while (to > out && to[-1] == '_')
        to--;
    *to = '\0';
    return out;
}

static unsigned long long hash(const char *text)
{
    return (unsigned long long)ft_fnv1a(FT_FNV_SEED, text, strlen(text)) >> 16;
}

/* n bytes as a C string. Octal for what could end it, start a trigraph, or stand for a prefix. */
static void put_string(struct ft_buf *out, const char *text, size_t n)
{
    ft_buf_putc(out, '"');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < ' ' || c > '~' || strchr("\"\\@$", c) || (c == '?' && i > 0 && text[i - 1] == '?'))
            ft_buf_printf(out, "\\%03o", c);
        else
            ft_buf_putc(out, (char)c);
    }
    ft_buf_putc(out, '"');
}

static int keep_limits(void *ctx, int n, const char *const *names, const char *const *values)
{
    (void)n;
    (void)names;
    ft_buf_printf(ctx, "%s, %s, %s", values[0], values[1], values[2]);
    return 0;
}

/* The device's symbol, or NULL with err. */
static const char *add_device(struct header *h, const char *id, const char *name, const char *cc,
                              const char *sms)
{
    const char *symbol =
        ft_arena_printf(h->arena, "@_device_%s_%s_%s", slug(h->arena, name), cc, sms);
    if (!add_part(&h->devices, symbol))
        return symbol;
    ft_buf_printf(&h->device_text, "static const struct @_device %s = {\n    ", symbol);
    put_string(&h->device_text, name, strlen(name));
    ft_buf_printf(&h->device_text, ", %s, %s, ", cc, sms);
    if (ft_db_select(h->db, keep_limits, &h->device_text, h->err,
                     "SELECT smem_per_cta_bytes, smem_per_sm_bytes, l2_bytes FROM device "
                     "WHERE id = ?1",
                     1, &id) < 0)
        return NULL;
    ft_buf_puts(&h->device_text, "};\n");
    return symbol;
}

/* The function's symbol, "NULL" for a program that is right everywhere, or NULL with err. */
static const char *add_needs(struct header *h, const char *program_text, int regs)
{
    struct ft_program program;
    struct ft_buf body = FT_BUF_INIT;
    char why[200];
    if (ft_program_parse(program_text, &program, why, sizeof why) < 0) {
        ft_err_set(h->err, FT_ERR_INTERNAL, "a stored launch program is malformed: %s", why);
        return NULL;
    }
    for (int i = 0; i < program.n_needs; i++)
        ft_buf_printf(&body, "%s%s", i ? " &&\n           " : "    return ",
                      ft_export_c_condition(h->arena, &program.needs[i], regs, &h->is_checked));
    int n_needs = program.n_needs;
    ft_program_free(&program);
    const char *symbol = "NULL";
    if (n_needs > 0)
        symbol = ft_arena_printf(h->arena, "@_needs_%012llx", hash(ft_buf_str(&body)));
    if (n_needs > 0 && add_part(&h->needs, symbol))
        ft_buf_printf(&h->needs_text, "static int %s(const struct @_vars *v)\n{\n%s%s;\n}\n",
                      symbol, strstr(ft_buf_str(&body), "v->") ? "" : "    (void)v;\n",
                      ft_buf_str(&body));
    ft_buf_free(&body);
    return symbol;
}

static const char *add_program(struct header *h, const char *text)
{
    const char *symbol = ft_arena_printf(h->arena, "@_program_%012llx", hash(text));
    if (!add_part(&h->programs, symbol))
        return symbol;
    ft_buf_printf(&h->program_text, "static const char *const %s[] = {\n", symbol);
    for (const char *line = text; *line;) {
        size_t n = strcspn(line, "\n");
        ft_buf_puts(&h->program_text, "    ");
        put_string(&h->program_text, line, n);
        ft_buf_puts(&h->program_text, ",\n");
        line += n + (line[n] == '\n');
    }
    ft_buf_puts(&h->program_text, "    NULL};\n");
    return symbol;
}

/* `{"Bc", "32", 32}, ...` of "Bc=32,load=direct"; returns their number. */
static size_t put_params(struct ft_buf *out, const char *config)
{
    size_t n_params = 0;
    for (const char *item = config; *item; n_params++) {
        size_t n = strcspn(item, ","), n_name = 0;
        while (n_name < n && item[n_name] != '=')
            n_name++;
        const char *value = item + n_name + (n_name < n);
        size_t n_value = (size_t)(item + n - value);
        char *end, *text = ft_strndup(value, n_value);
        long long number = strtoll(text, &end, 10);
        int is_number = *text && !*end && number > INT32_MIN && number <= INT32_MAX;
        ft_buf_puts(out, n_params ? ", {" : "{");
        put_string(out, item, n_name);
        ft_buf_puts(out, ", ");
        put_string(out, text, n_value);
        if (is_number)
            ft_buf_printf(out, ", %lld}", number);
        else
            ft_buf_puts(out, ", $_WORD}");
        free(text);
        item += n + (item[n] == ',');
    }
    return n_params;
}

static const char *add_kernel(struct header *h, const char *family, const char *config,
                              const char *program_text, int regs)
{
    const char *needs = add_needs(h, program_text, regs);
    if (!needs)
        return NULL;
    const char *program = add_program(h, program_text);
    const char *identity = ft_arena_printf(h->arena, "%s %s %s %s", family, config, program, needs);
    const char *symbol =
        ft_arena_printf(h->arena, "@_kernel_%s_%012llx", slug(h->arena, family), hash(identity));
    if (!add_part(&h->kernels, symbol))
        return symbol;
    struct ft_buf params = FT_BUF_INIT, *out = &h->kernel_text;
    size_t n_params = put_params(&params, config);
    if (n_params > 0)
        ft_buf_printf(out, "static const struct @_param %s_params[] = {\n    %s};\n", symbol,
                      ft_buf_str(&params));
    ft_buf_printf(out, "static const struct @_kernel %s = {\n    ", symbol);
    put_string(out, family, strlen(family));
    ft_buf_puts(out, ", ");
    put_string(out, config, strlen(config));
    if (n_params > 0)
        ft_buf_printf(out, ",\n    %s_params, %zu,", symbol, n_params);
    else
        ft_buf_puts(out, ",\n    NULL, 0,");
    ft_buf_printf(out, "\n    %s, %s};\n", program, needs);
    ft_buf_free(&params);
    return symbol;
}

/* Fields in the order of struct @_problem, which is that of the list without the generator's. */
static void put_problem(struct ft_buf *out, const struct ft_problem *p)
{
    const char *separator = "{";
#define FT_X(field, path, kind, dflt)                                                              \
    if (strncmp(#field, "lengths", 7) != 0) {                                                      \
        ft_buf_printf(out, "%s%lld", separator, (long long)p->path);                               \
        separator = ", ";                                                                          \
    }
    FT_PROBLEM_FIELDS(FT_X)
#undef FT_X
    ft_buf_puts(out, "}");
}
#define FT_X(field, path, kind, dflt) +1
_Static_assert(0 FT_PROBLEM_FIELDS(FT_X) == 20, "a new field: struct @_problem and its choice");
#undef FT_X

static int add_entry(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct header *h = ctx;
    struct ft_problem problem;
#define TEXT(name) ft_db_row_text(n, names, values, name)
    const char *key = TEXT("problem"), *ns = TEXT("ns"), *regs = TEXT("regs");
    if (ft_problem_parse_key(key, &problem) < 0)
        return ft_err_set(h->err, FT_ERR_INTERNAL, "the stored problem '%s' is malformed", key);
    const char *device = add_device(h, TEXT("device_id"), TEXT("name"), TEXT("cc"), TEXT("sms"));
    if (!device)
        return -1;
    const char *kernel = add_kernel(h, TEXT("family"), TEXT("config"), TEXT("program"),
                                    regs ? (int)strtol(regs, NULL, 10) : 0);
    if (!kernel)
        return -1;
    ft_buf_puts(&h->entry_text, "    {");
    put_problem(&h->entry_text, &problem);
    ft_buf_printf(&h->entry_text, ", %d, %s, %s,\n     &%s,\n     &%s,\n     ",
                  problem.lengths != FT_LENGTHS_EQUAL, TEXT("is_default"), ns ? ns : "0", device,
                  kernel);
    put_string(&h->entry_text, key, strlen(key));
    ft_buf_puts(&h->entry_text, "},\n");
    h->n_entries++;
#undef TEXT
    return 0;
}

static void put_head(struct ft_buf *out, const char *made)
{
    ft_buf_printf(
        out,
        "/* The fastest known attention kernels, and a function that chooses one for a problem\n"
        " *\n"
        " * Written by %s. Every figure is a measurement and belongs to nobody: use this\n"
        " * file without conditions. C99 and C++17; it needs nothing else.\n"
        " *\n"
        " *     struct @_problem problem;\n"
        " *     struct @_device device = {\"NVIDIA H200\", 90, 132, 0, 0, 0};\n"
        " *     enum @_match how;\n"
        " *     @_problem_init(&problem, 32, 8, 128, batch, seqlen_kv);\n"
        " *     const struct @_entry *best = @(&problem, &device, $_ALLOW_NEAREST, &how);\n"
        " *     if (best)\n"
        " *         my_launch(best->kernel->family, @_value(best, \"Bc\", 0));\n"
        " *\n"
        " * It chooses as libfatune does: the own device, then exact, bucket, nearest, default, "
        "then\n"
        " * distance and time; an entry that would be wrong for the problem is passed over. What "
        "only\n"
        " * a launch can tell is not looked at: a grid or shared memory beyond the device's "
        "limits.\n"
        " */\n"
        "#ifndef $_H\n"
        "#define $_H\n"
        "#include <stddef.h>\n"
        "#include <stdint.h>\n"
        "\n",
        made);
}

static void put_section(struct ft_buf *out, const char *title, const struct ft_buf *text)
{
    if (text->len > 0)
        ft_buf_printf(out, "\n/* ---- %s ---- */\n\n%s", title, text->data);
}

/* '@' and '$' become names. */
static void put_named(struct ft_buf *out, const char *text, const char *name)
{
    for (const char *c = text; *c; c++) {
        if (*c == '@') {
            ft_buf_printf(out, "%s_select", name);
        } else if (*c == '$') {
            for (const char *l = name; *l; l++)
                ft_buf_putc(out, (char)toupper((unsigned char)*l));
            ft_buf_puts(out, "_SELECT");
        } else {
            ft_buf_putc(out, *c);
        }
    }
}

static void put_header(const struct header *h, const char *name, const char *made,
                       struct ft_buf *out)
{
    struct ft_buf text = FT_BUF_INIT;
    put_head(&text, made);
    ft_buf_puts(&text, ft_export_c_types);
    put_section(&text, "devices", &h->device_text);
    if (h->is_checked)
        ft_buf_puts(&text, ft_export_c_checked);
    put_section(&text, "what must hold, or a kernel is wrong", &h->needs_text);
    put_section(&text, "how kernels are launched", &h->program_text);
    put_section(&text, "kernels", &h->kernel_text);
    ft_buf_printf(&text,
                  "\n/* ---- winners, by device and problem ---- */\n\n"
                  "static const struct @_entry @_entries[] = {\n%s};\n%s\n#endif\n",
                  ft_buf_str(&h->entry_text), ft_export_c_choice);
    put_named(out, ft_buf_str(&text), name);
    ft_buf_free(&text);
}

char *ft_export_c_name(const char *path)
{
    const char *base = strrchr(path, '/');
    struct ft_arena *arena = ft_arena_new();
    char *stem = ft_arena_strdup(arena, base ? base + 1 : path), *dot = strrchr(stem, '.');
    if (dot && dot > stem)
        *dot = '\0';
    const char *plain = slug(arena, stem);
    char *name = isalpha((unsigned char)*plain)
                     ? ft_strdup(plain)
                     : ft_asprintf("fatune%s%s", *plain ? "_" : "", plain);
    ft_arena_free(arena);
    return name;
}

int ft_export_c(struct ft_db *db, const struct ft_db_filter *filter, const char *name,
                const char *made, struct ft_buf *out, struct ft_export_counts *counts,
                struct ft_err *err)
{
    struct header h = {.db = db, .err = err, .arena = ft_arena_new()};
    int rc = ft_db_each_entry(db, filter, add_entry, &h, err);
    if (rc == 0 && h.n_entries == 0)
        rc = ft_db_explain_nothing(db, filter, err);
    if (rc == 0) {
        put_header(&h, name, made, out);
        *counts = (struct ft_export_counts){h.devices.n, h.kernels.n, h.n_entries};
    }
    struct parts *parts[] = {&h.devices, &h.kernels, &h.programs, &h.needs};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        free(parts[i]->symbols);
    struct ft_buf *texts[] = {&h.device_text, &h.kernel_text, &h.program_text, &h.needs_text,
                              &h.entry_text};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        ft_buf_free(texts[i]);
    ft_arena_free(h.arena);
    return rc;
}
