/* cache.c -- compiled builds on disk, by build key
 *
 * Idea: an entry is a directory that appears whole or not at all. It is filled under a temporary
 * name and renamed; when two processes compile the same build, the second rename fails because the
 * first entry is there, and that one is as good. Readers take no lock.
 *
 * Invariant: an entry that cannot be read to the end, or whose cubin differs from its SHA-256, is
 * removed and reported as absent. Directories KEY.tmp.* are left by processes that were killed and
 * may be deleted.
 */
#include "gpu/cache.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/fs.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/log.h"
#include "base/mem.h"

#define META   "meta.json"
#define CUBIN  "build.cubin"
#define LOG    "log.txt"
#define HEADER "fatune_config.h"

static char *entry_dir(const char *key, struct ft_err *err)
{
    size_t n = strlen(key);
    char *base, *dir;

    if (n < 8 || strspn(key, "0123456789abcdef") != n) {
        ft_err_set(err, FT_ERR_INTERNAL, "'%s' is not a build key", key);
        return NULL;
    }
    base = ft_fs_cache_dir(err);
    if (!base)
        return NULL;
    dir = ft_asprintf("%s/builds/%.2s/%s", base, key, key);
    free(base);
    return dir;
}

char *ft_cache_cubin_path(const char *key, struct ft_err *err)
{
    char *dir = entry_dir(key, err), *path = dir ? ft_fs_join(dir, CUBIN) : NULL;

    free(dir);
    return path;
}

/* Entries have no directories inside. meta.json goes first (it would be in vain to read the rest).
 */
static void remove_dir(const char *dir)
{
    static const char *const names[] = {META, CUBIN, LOG, HEADER};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *path = ft_fs_join(dir, names[i]);

        unlink(path);
        free(path);
    }
    rmdir(dir);
}

/* ---- writing ---------------------------------------------------------------------------- */

static void format_meta(const char *key, const struct ft_compile_result *result, struct ft_buf *out)
{
    char sha[FT_HEX_BYTES], version[16] = "";
    struct ft_json j;

    ft_sha256_of(ft_buf_str(&result->cubin), result->cubin.len, sha);
    ft_nvrtc_version(version, NULL);
    ft_json_init(&j, out, 1);
    ft_json_object(&j);
    ft_json_kstr(&j, "key", key);
    ft_json_kstr(&j, "outcome", ft_outcome_name(result->outcome));
    ft_json_knum(&j, "wall_ns", result->wall_ns);
    ft_json_kstr(&j, "nvrtc", version);
    ft_json_kint(&j, "cubin_bytes", (int64_t)result->cubin.len);
    ft_json_kstr(&j, "cubin_sha256", sha);
    ft_json_kbool(&j, "serialized", result->serialized);
    ft_json_key(&j, "entries");
    ft_json_array(&j);
    for (int i = 0; i < result->n_entries; i++) {
        const struct ft_entry_resources *e = &result->entries[i];

        ft_json_object(&j);
        ft_json_kstr(&j, "entry", e->entry);
        ft_json_kint(&j, "regs", e->regs);
        ft_json_kint(&j, "spill_store_bytes", e->spill_store_bytes);
        ft_json_kint(&j, "spill_load_bytes", e->spill_load_bytes);
        ft_json_kint(&j, "stack_bytes", e->stack_bytes);
        ft_json_kint(&j, "static_smem_bytes", e->static_smem_bytes);
        ft_json_object_end(&j);
    }
    ft_json_array_end(&j);
    ft_json_object_end(&j);
    ft_buf_putc(out, '\n');
}

static int write_file(const char *dir, const char *name, const char *data, size_t n,
                      struct ft_err *err)
{
    char *path = ft_fs_join(dir, name);
    int rc = ft_fs_write_atomic(path, data, n, err);

    free(path);
    return rc;
}

int ft_cache_put(const char *key, const char *header, const struct ft_compile_result *result,
                 struct ft_err *err)
{
    char *dir = entry_dir(key, err), *parent = NULL, *temp = NULL;
    struct ft_buf meta = FT_BUF_INIT;
    int rc = -1, is_temp_made = 0;

    if (!dir)
        return -1;
    if (result->outcome ==
        FT_OUT_COMPILE_TIMEOUT) { /* says more about this machine than about the build */
        rc = 0;
        goto out;
    }
    parent = ft_fs_dirname(dir);
    if (ft_fs_mkdirs(parent, err) < 0)
        goto out;
    temp = ft_asprintf("%s.tmp.XXXXXX", dir);
    if (!mkdtemp(temp)) {
        ft_err_errno(err, "cannot make '%s'", temp);
        goto out;
    }
    is_temp_made = 1;
    format_meta(key, result, &meta);
    if (write_file(temp, HEADER, header, strlen(header), err) < 0 ||
        write_file(temp, LOG, ft_buf_str(&result->log), result->log.len, err) < 0 ||
        write_file(temp, CUBIN, ft_buf_str(&result->cubin), result->cubin.len, err) < 0 ||
        write_file(temp, META, ft_buf_str(&meta), meta.len, err) < 0)
        goto out;
    if (rename(temp, dir) == 0) {
        is_temp_made = 0;
    } else if (errno != EEXIST && errno != ENOTEMPTY) {
        ft_err_errno(err, "cannot publish '%s'", dir);
        goto out;
    }
    rc = 0;
out:
    if (is_temp_made)
        remove_dir(temp);
    ft_buf_free(&meta);
    free(temp);
    free(parent);
    free(dir);
    return rc;
}

/* ---- reading ---------------------------------------------------------------------------- */

/* Fills out from meta; -1 when something is missing or does not fit. */
static int take_meta(const struct ft_jval *meta, const char *key, struct ft_compile_result *out)
{
    const struct ft_jval *entries = ft_jget(meta, "entries");
    int outcome = ft_outcome_find(ft_jget_str(meta, "outcome", ""));
    char sha[FT_HEX_BYTES];

    ft_sha256_of(ft_buf_str(&out->cubin), out->cubin.len, sha);
    if (outcome < 0 || !entries || strcmp(ft_jget_str(meta, "key", ""), key) != 0 ||
        strcmp(ft_jget_str(meta, "cubin_sha256", ""), sha) != 0)
        return -1;
    out->outcome = (enum ft_outcome)outcome;
    out->wall_ns = ft_jget_num(meta, "wall_ns", 0);
    out->serialized = ft_jget_int(meta, "serialized", 0) != 0;
    for (const struct ft_jval *v = entries->child; v; v = v->next) {
        struct ft_entry_resources *e = &out->entries[out->n_entries];

        if (out->n_entries == (int)(sizeof out->entries / sizeof *out->entries))
            break;
        snprintf(e->entry, sizeof e->entry, "%s", ft_jget_str(v, "entry", ""));
        e->regs = (int)ft_jget_int(v, "regs", 0);
        e->spill_store_bytes = (int)ft_jget_int(v, "spill_store_bytes", 0);
        e->spill_load_bytes = (int)ft_jget_int(v, "spill_load_bytes", 0);
        e->stack_bytes = (int)ft_jget_int(v, "stack_bytes", 0);
        e->static_smem_bytes = (int)ft_jget_int(v, "static_smem_bytes", 0);
        out->n_entries++;
    }
    return 0;
}

static int read_file(const char *dir, const char *name, struct ft_buf *out, struct ft_err *err)
{
    char *path = ft_fs_join(dir, name);
    int rc = ft_fs_read(path, out, err);

    free(path);
    return rc;
}

int ft_cache_get(const char *key, struct ft_compile_result *out, struct ft_err *err)
{
    struct ft_compile_result result = {0};
    struct ft_arena *arena = ft_arena_new();
    struct ft_buf meta = FT_BUF_INIT;
    struct ft_err damage = {0};
    char *dir = entry_dir(key, err);
    int rc = -1;

    if (!dir)
        goto out;
    rc = 0;
    if (!ft_fs_exists(dir))
        goto out;
    if (read_file(dir, META, &meta, &damage) == 0 &&
        read_file(dir, CUBIN, &result.cubin, &damage) == 0 &&
        read_file(dir, LOG, &result.log, &damage) == 0) {
        const struct ft_jval *root = ft_json_parse(arena, ft_buf_str(&meta), meta.len, &damage);

        if (root && take_meta(root, key, &result) == 0) {
            *out = result;
            memset(&result, 0, sizeof result);
            rc = 1;
            goto out;
        }
    }
    ft_warn("removing the damaged cache entry '%s'", dir);
    remove_dir(dir);
    /* Something else lies in it, or it is not ours: nothing can be published under this key. */
    if (ft_fs_exists(dir))
        rc = ft_err_set(err, FT_ERR_ENV, "cannot remove the damaged cache entry '%s'", dir);
out:
    ft_compile_result_free(&result);
    ft_buf_free(&meta);
    ft_arena_free(arena);
    free(dir);
    return rc;
}
