/* export_table.c -- writes a dispatch table, as runtime/format.h lays it out
 *
 * The idea: collect the entries in a fixed order (device name, then problem key), number devices
 * and builds by their first use, then print the head and append the cubins. The same winners give
 * the same bytes but for the `made` line.
 *
 * Problems of one class often share a build and its program: what is equal in every field is
 * written once, and equal cubins are one blob.
 *
 * The arena owns all texts; cubins are owned by `struct table`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "runtime/format.h"
#include "runtime/problem.h"
#include "runtime/program.h"
#include "store/export.h"

#define BLOB_ALIGN 16

struct device {
    const char *id, *name, *cc, *sms;
};
struct blob {
    struct ft_buf bytes;
    size_t offset;
};
struct build {
    size_t device, blob;
    const char *family, *signature, *arch, *regs, *config, *program;
};
struct entry {
    size_t build;
    const char *ns, *is_default, *problem;
};
struct table {
    struct ft_db *db;
    struct ft_err *err;
    struct ft_arena *arena;
    struct device *devices;
    struct blob *blobs;
    struct build *builds;
    struct entry *entries;
    size_t n_devices, cap_devices, n_blobs, cap_blobs, n_builds, cap_builds, n_entries, cap_entries;
};

static const char *keep(struct table *t, const char *text)
{
    return ft_arena_strdup(t->arena, text ? text : "0"); /* a number that is not known */
}

static size_t find_device(struct table *t, const struct device *wanted)
{
    for (size_t i = 0; i < t->n_devices; i++)
        if (strcmp(t->devices[i].id, wanted->id) == 0)
            return i;
    FT_GROW(t->devices, t->n_devices + 1, t->cap_devices);
    t->devices[t->n_devices] = *wanted;
    return t->n_devices++;
}

/* Takes the bytes. */
static size_t find_blob_take(struct table *t, struct ft_buf *bytes)
{
    for (size_t i = 0; i < t->n_blobs; i++) {
        const struct ft_buf *have = &t->blobs[i].bytes;
        if (have->len == bytes->len && memcmp(have->data, bytes->data, bytes->len) == 0) {
            ft_buf_free(bytes);
            return i;
        }
    }
    size_t end = 0;
    if (t->n_blobs > 0)
        end = t->blobs[t->n_blobs - 1].offset + t->blobs[t->n_blobs - 1].bytes.len;
    FT_GROW(t->blobs, t->n_blobs + 1, t->cap_blobs);
    t->blobs[t->n_blobs] = (struct blob){*bytes, (end + BLOB_ALIGN - 1) / BLOB_ALIGN * BLOB_ALIGN};
    return t->n_blobs++;
}

static size_t find_build(struct table *t, const struct build *wanted)
{
    for (size_t i = 0; i < t->n_builds; i++) {
        const struct build *b = &t->builds[i];
        if (b->device == wanted->device && b->blob == wanted->blob &&
            strcmp(b->family, wanted->family) == 0 &&
            strcmp(b->signature, wanted->signature) == 0 && strcmp(b->arch, wanted->arch) == 0 &&
            strcmp(b->regs, wanted->regs) == 0 && strcmp(b->config, wanted->config) == 0 &&
            strcmp(b->program, wanted->program) == 0)
            return i;
    }
    FT_GROW(t->builds, t->n_builds + 1, t->cap_builds);
    t->builds[t->n_builds] = *wanted;
    return t->n_builds++;
}

static int add_entry(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct table *t = ctx;
    struct ft_buf cubin = FT_BUF_INIT;
#define KEEP(name) keep(t, ft_db_row_text(n, names, values, name))
    struct device device = {KEEP("device_id"), KEEP("name"), KEEP("cc"), KEEP("sms")};
    struct build build = {.family = KEEP("family"),
                          .signature = KEEP("signature"),
                          .arch = KEEP("arch"),
                          .regs = KEEP("regs"),
                          .config = KEEP("config"),
                          .program = KEEP("program")};
    struct entry entry = {0, KEEP("ns"), KEEP("is_default"), KEEP("problem")};
#undef KEEP
    struct ft_problem problem;
    struct ft_program program;
    char why[256] = "it is no problem that this fatune knows";
    /* What libfatune would refuse is not written. */
    if (ft_problem_parse_key(entry.problem, &problem) < 0 ||
        ft_program_parse(build.program, &program, why, sizeof why) < 0) {
        ft_err_set(t->err, FT_ERR_ENV, "the stored winner of '%s' is damaged: %s", entry.problem,
                   why);
        ft_err_hint(t->err, "leave it out with --problem, or tune it again");
        return -1;
    }
    ft_program_free(&program);
    int64_t trial_id = (int64_t)ft_db_row_number(n, names, values, "build_id");
    if (ft_db_blob(t->db,
                   "SELECT cubin FROM build WHERE id = (SELECT build_id FROM trial WHERE id = ?1)",
                   trial_id, &cubin, t->err) < 0)
        return -1;
    build.device = find_device(t, &device);
    build.blob = find_blob_take(t, &cubin);
    entry.build = find_build(t, &build);
    FT_GROW(t->entries, t->n_entries + 1, t->cap_entries);
    t->entries[t->n_entries++] = entry;
    return 0;
}

static size_t count_lines(const char *text)
{
    size_t n = 0;
    for (const char *c = text; *c; c++)
        n += *c == '\n' || c[1] == '\0';
    return n;
}

static void print_build(const struct table *t, size_t i, struct ft_buf *out)
{
    const struct build *b = &t->builds[i];
    const struct blob *blob = &t->blobs[b->blob];
    ft_buf_printf(out,
                  "build %zu device=%zu family=%s signature=%s arch=%s regs=%s offset=%zu "
                  "bytes=%zu check=%016llx\nconfig ",
                  i, b->device, b->family, b->signature, b->arch, b->regs, blob->offset,
                  blob->bytes.len,
                  (unsigned long long)ft_fnv1a(FT_FNV_SEED, blob->bytes.data, blob->bytes.len));
    for (const char *c = b->config; *c; c++)
        ft_buf_putc(out, *c == ',' ? ' ' : *c);
    ft_buf_printf(out, "\nprogram %zu\n%s", count_lines(b->program), b->program);
    size_t n = strlen(b->program);
    if (n > 0 && b->program[n - 1] != '\n')
        ft_buf_putc(out, '\n');
}

/* The head says how long it is and has its own checksum, so both are written into a head that is
 * otherwise finished. */
static void print_head(const struct table *t, const char *made, struct ft_buf *out)
{
    struct ft_buf front = FT_BUF_INIT, body = FT_BUF_INIT;
    ft_buf_printf(&front, FT_TABLE_MAGIC " %d\nmade %s\n", FT_TABLE_VERSION, made);
    for (size_t i = 0; i < t->n_devices; i++)
        ft_buf_printf(&body, "device %zu sm=%s sms=%s name=%s\n", i, t->devices[i].cc,
                      t->devices[i].sms, t->devices[i].name);
    for (size_t i = 0; i < t->n_builds; i++)
        print_build(t, i, &body);
    for (size_t i = 0; i < t->n_entries; i++) {
        const struct entry *e = &t->entries[i];
        ft_buf_printf(&body, "entry device=%zu build=%zu ns=%s default=%s problem=%s\n",
                      t->builds[e->build].device, e->build, e->ns, e->is_default, e->problem);
    }
    ft_buf_puts(&body, "end\n");

    char line[64];
    const char *zeros = "0000000000000000";
    size_t bytes = 0, line_bytes = 0;
    while (bytes == 0 ||
           bytes != front.len + line_bytes + body.len) { /* a longer number, a longer head */
        bytes = front.len + line_bytes + body.len;
        line_bytes = (size_t)snprintf(line, sizeof line, "head %zu check %s\n", bytes, zeros);
    }

    size_t start = out->len, digits = start + front.len + line_bytes - strlen(zeros) - 1;
    ft_buf_add(out, front.data, front.len);
    ft_buf_add(out, line, line_bytes);
    ft_buf_add(out, body.data, body.len);
    snprintf(line, sizeof line, "%016llx",
             (unsigned long long)ft_fnv1a(FT_FNV_SEED, out->data + start, bytes));
    memcpy(out->data + digits, line, strlen(zeros));
    ft_buf_free(&front);
    ft_buf_free(&body);
}

static void print_blobs(const struct table *t, struct ft_buf *out)
{
    size_t start = out->len;
    for (size_t i = 0; i < t->n_blobs; i++) {
        while (out->len - start < t->blobs[i].offset)
            ft_buf_putc(out, '\0');
        ft_buf_add(out, t->blobs[i].bytes.data, t->blobs[i].bytes.len);
    }
}

int ft_export_table(struct ft_db *db, const struct ft_db_filter *filter, const char *made,
                    struct ft_buf *out, struct ft_export_counts *counts, struct ft_err *err)
{
    struct table t = {.db = db, .err = err, .arena = ft_arena_new()};
    int rc = ft_db_each_entry(db, filter, add_entry, &t, err);
    if (rc == 0 && t.n_entries == 0)
        rc = ft_db_explain_nothing(db, filter, err);
    if (rc == 0) {
        print_head(&t, made, out);
        print_blobs(&t, out);
        *counts = (struct ft_export_counts){t.n_devices, t.n_builds, t.n_entries};
    }
    for (size_t i = 0; i < t.n_blobs; i++)
        ft_buf_free(&t.blobs[i].bytes);
    free(t.devices);
    free(t.blobs);
    free(t.builds);
    free(t.entries);
    ft_arena_free(t.arena);
    return rc;
}
