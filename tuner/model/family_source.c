/* family_source.c -- the include closure of a kernel, and the signature that covers it
 *
 * The idea: quoted includes are followed as NVRTC would follow them, whatever the preprocessor's
 * conditions: more files than needed are harmless. Each file enters the signature under a name
 * relative to the templates, so that the signature is the same wherever the templates lie.
 *
 * The signature is SHA-256 over family.yaml, then name and bytes of each file of the closure, in
 * the order of discovery.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/hash.h"
#include "model/family_impl.h"

#define MAX_FILES 256

struct closure {
    struct ft_family *family;
    const char *share; /* the program's own templates, for families that lie elsewhere; or NULL */
    const char *files[MAX_FILES]; /* canonical paths, in the arena */
    size_t n;
    struct ft_sha256 hash;
    struct ft_err *err;
};

/* The path after `root/`, NULL when it does not lie there. */
static const char *below(const char *path, const char *root)
{
    size_t n = strlen(root);

    return strncmp(path, root, n) == 0 && path[n] == '/' ? path + n + 1 : NULL;
}

static const char *relative_name(const struct closure *c, const char *path)
{
    const char *name = below(path, c->family->templates_dir);

    if (!name && c->share)
        name = below(path, c->share);
    return name ? name : strrchr(path, '/') + 1;
}

/* Puts a file on the list unless it is there. 0 when it does not exist. */
static int add_file(struct closure *c, const char *dir, const char *sub, const char *name)
{
    char *path = ft_asprintf("%s/%s%s", dir, sub, name), *real = realpath(path, NULL);
    int found = real && !ft_fs_is_dir(real);

    free(path);
    for (size_t i = 0; found && i < c->n; i++) {
        if (strcmp(c->files[i], real) == 0) {
            free(real);
            return 1;
        }
    }
    if (found && c->n < MAX_FILES)
        c->files[c->n++] = ft_arena_strdup(c->family->arena, real);
    free(real);
    return found;
}

static int add_include(struct closure *c, const char *from, int line, const char *name)
{
    char *from_dir = ft_fs_dirname(from);

    if (strcmp(name, "fatune_config.h") == 0) { /* generated */
        free(from_dir);
        return 0;
    }
    int found =
        add_file(c, from_dir, "", name) || add_file(c, c->family->dir, "", name) ||
        add_file(c, c->family->templates_dir, "", name) ||
        add_file(c, c->family->templates_dir, "common/", name) ||
        (c->share && (add_file(c, c->share, "", name) || add_file(c, c->share, "common/", name)));
    free(from_dir);
    if (found)
        return 0;
    ft_err_at(c->err, from, line, 0, "cannot find the include \"%s\"", name);
    ft_err_hint(c->err, "looked beside the file, in '%s' and in '%s/common'", c->family->dir,
                c->family->templates_dir);
    return -1;
}

/* The name in `#include "name"`, NULL on other lines. */
static char *include_name(const char *line, size_t n)
{
    const char *end = line + n;

    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    if (line == end || *line++ != '#')
        return NULL;
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    if (end - line < 7 || memcmp(line, "include", 7) != 0)
        return NULL;
    line += 7;
    while (line < end && (*line == ' ' || *line == '\t'))
        line++;
    if (line == end || *line++ != '"')
        return NULL;
    const char *close = memchr(line, '"', (size_t)(end - line));
    return close ? ft_strndup(line, (size_t)(close - line)) : NULL;
}

/* Follows a line's block comments; `inside` says whether it begins in one. */
static int ends_in_comment(const char *line, size_t n, int inside)
{
    for (size_t i = 0; i + 1 < n; i++) {
        if (!inside && line[i] == '/' && line[i + 1] == '/')
            return 0;
        if (line[i] == (inside ? '*' : '/') && line[i + 1] == (inside ? '/' : '*')) {
            inside = !inside;
            i++;
        }
    }
    return inside;
}

static int scan_includes(struct closure *c, const char *path, const struct ft_buf *text)
{
    const char *line = ft_buf_str(text);
    int in_comment = 0, rc = 0;

    for (int number = 1; *line && rc == 0; number++) {
        size_t n = strcspn(line, "\n");
        char *name = in_comment ? NULL : include_name(line, n);
        if (name)
            rc = add_include(c, path, number, name);
        free(name);
        in_comment = ends_in_comment(line, n, in_comment);
        line += n + (line[n] == '\n');
    }
    return rc;
}

static int read_files(struct closure *c)
{
    for (size_t i = 0; i < c->n; i++) {
        struct ft_buf text = FT_BUF_INIT;
        const char *path = c->files[i], *name = relative_name(c, path);
        int rc = ft_fs_read(path, &text, c->err);
        if (rc == 0) {
            ft_sha256_add_field(&c->hash, name, strlen(name));
            ft_sha256_add_field(&c->hash, ft_buf_str(&text), text.len);
            rc = scan_includes(c, path, &text);
        }
        ft_buf_free(&text);
        if (rc < 0)
            return -1;
    }
    return 0;
}

/* Canonical, so that names below it can be told. */
static char *share_dir(struct ft_arena *arena)
{
    char *dir = ft_fs_share("kernel_templates", NULL), *real = dir ? realpath(dir, NULL) : NULL;
    char *out = real ? ft_arena_strdup(arena, real) : NULL;

    free(dir);
    free(real);
    return out;
}

int ft_family_read_sources(struct ft_family *family, const char *yaml, size_t yaml_bytes,
                           struct ft_err *err)
{
    struct closure c = {.family = family, .share = share_dir(family->arena), .err = err};

    if (!add_file(&c, family->dir, "", "kernel.cu")) {
        ft_err_set(err, FT_ERR_USAGE, "family '%s' has no kernel.cu", family->name);
        ft_err_hint(err, "its source must stand in '%s'", family->source_path);
        return -1;
    }
    ft_sha256_init(&c.hash);
    ft_sha256_add_field(&c.hash, yaml, yaml_bytes);
    if (read_files(&c) < 0)
        return -1;
    ft_sha256_hex(&c.hash, family->signature);
    family->include_paths = ft_arena_alloc(family->arena, c.n * sizeof *family->include_paths);
    memcpy(family->include_paths, c.files, c.n * sizeof *c.files);
    family->n_include_paths = c.n;
    return 0;
}
