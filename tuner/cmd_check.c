/* cmd_check.c -- `fatune check`: are families and config files right, and how large are their
 * spaces
 *
 * Loading does most of the checking; this file decides what a FILE is, asks for the spaces on an
 * architecture's limits and whether their configs can be launched (no GPU is needed), and prints.
 * Every file is checked even when an earlier one is wrong; the first error decides the exit code.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/hash.h"
#include "base/json.h"
#include "cmd.h"
#include "cmd_params.h"
#include "cmd_util.h"
#include "model/experiment.h"

struct check {
    struct ft_device device;
    const struct ft_opt_list *family_dirs;
    struct ft_cmd_families families; /* loaded when the first experiment needs them */
    const char *problem_key;         /* of --problem, NULL */
    int is_json;
    struct ft_json json;
    struct ft_buf out;
};

/* Distinct builds: hashes of headers, sorted when counted. */
struct hashes {
    char (*items)[FT_HEX_BYTES];
    size_t n, cap;
};

static int compare_hashes(const void *a, const void *b)
{
    return strcmp(a, b);
}

static size_t count_distinct(struct hashes *h)
{
    size_t n = 0;

    if (h->n)
        qsort(h->items, h->n, sizeof *h->items, compare_hashes);
    for (size_t i = 0; i < h->n; i++)
        n += i == 0 || strcmp(h->items[i], h->items[i - 1]) != 0;
    return n;
}

/* Adds the builds of a space, each once; *n is how many there are. */
static int add_builds(struct hashes *all, const struct ft_space *space,
                      const struct ft_problem *problem, const struct ft_device *device, size_t *n,
                      struct ft_err *err)
{
    struct hashes own = {0};
    struct ft_buf header = FT_BUF_INIT;
    int rc = 0;

    for (size_t i = 0; i < space->n && rc == 0; i++) {
        ft_buf_clear(&header);
        ft_buf_puts(&header, space->configs[i].family->name);
        rc = ft_config_header(&space->configs[i], problem, device, &header, err);
        FT_GROW(own.items, own.n + 1, own.cap);
        ft_sha256_of(ft_buf_str(&header), header.len, own.items[own.n++]);
    }
    *n = count_distinct(&own);
    for (size_t i = 0; i < own.n; i++) {
        if (i > 0 && strcmp(own.items[i], own.items[i - 1]) == 0)
            continue;
        FT_GROW(all->items, all->n + 1, all->cap);
        memcpy(all->items[all->n++], own.items[i], FT_HEX_BYTES);
    }
    ft_buf_free(&header);
    free(own.items);
    return rc;
}

/* ---- a family ---- */

/* A problem to size the space for: the one asked for, or the first of a few usual ones that is
 * supported. 1 when found. */
static int sample_problem(const struct check *c, const struct ft_family *family,
                          struct ft_problem *out, struct ft_err *err)
{
    static const char *const shapes[] = {"batch=8,seqlen_q=1,seqlen_kv=8192",
                                         "batch=2,seqlen_q=4096,seqlen_kv=4096,mask=causal",
                                         "batch=2,seqlen_q=4096,seqlen_kv=4096",
                                         "batch=8,seqlen_q=1,seqlen_kv=8192,kv=paged,page_size=64",
                                         "op=bwd,batch=2,seqlen_q=4096,seqlen_kv=4096,mask=causal"};
    static const char *const dtypes[] = {"bf16", "fp16", "fp32", "e4m3"};
    static const int head_dims[] = {128, 64, 256};
    char key[FT_PROBLEM_KEY_BYTES], why[512];

    if (c->problem_key) {
        if (ft_problem_parse_key(c->problem_key, out) < 0) {
            ft_err_set(err, FT_ERR_USAGE, "'%s' is no problem key", c->problem_key);
            ft_err_hint(
                err,
                "such as dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=4096");
            return -1;
        }
        if (ft_family_supports(family, out, &c->device, why, sizeof why))
            return 1;
        return ft_err_set(err, FT_ERR_USAGE, "family '%s' does not support '%s': %s", family->name,
                          c->problem_key, why);
    }
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        for (size_t k = 0; k < sizeof dtypes / sizeof *dtypes; k++)
            for (size_t d = 0; d < sizeof head_dims / sizeof *head_dims; d++) {
                snprintf(key, sizeof key, "dtype=%s,head_dim=%d,q_heads=32,kv_heads=8,%s",
                         dtypes[k], head_dims[d], shapes[i]);
                if (ft_problem_parse_key(key, out) == 0 &&
                    ft_family_supports(family, out, &c->device, why, sizeof why))
                    return 1;
            }
    return 0;
}

static void fill_rejected(const struct ft_space *space, struct ft_table_out *t)
{
    ft_table_column(t, "removes", "n_removed", FT_RIGHT);
    ft_table_column(t, "constraint", "require", FT_LEFT);
    ft_table_column(t, "because", "why", FT_LEFT);
    for (size_t i = 0; i < space->n_constraints; i++) {
        ft_table_int(t, (int64_t)space->n_rejected[i]);
        ft_table_text(t, space->rules[i]->expr.text);
        ft_table_text(t, space->rules[i]->why);
    }
}

static void print_family(struct check *c, const struct ft_family *family, const char *key,
                         const struct ft_space *space, size_t n_builds)
{
    struct ft_table_out params = FT_TABLE_INIT, rejected = FT_TABLE_INIT;
    struct ft_json *j = &c->json;

    ft_cmd_param_columns(&params, 0);
    ft_cmd_param_rows(&params, family, 0);
    fill_rejected(space, &rejected);
    if (c->is_json) {
        ft_json_kstr(j, "kind", "family");
        ft_json_kstr(j, "name", family->name);
        ft_json_kstr(j, "about", family->about);
        ft_json_kstr(j, "arch", c->device.arch);
        ft_json_kstr(j, "problem", key);
        ft_json_kint(j, "n_product", (int64_t)space->n_product);
        ft_json_kint(j, "n_configs", (int64_t)space->n);
        ft_json_kint(j, "n_builds", (int64_t)n_builds);
        ft_json_key(j, "params");
        ft_table_json(&params, j);
        ft_json_key(j, "constraints");
        ft_table_json(&rejected, j);
    } else {
        ft_buf_printf(&c->out, "family %s: %s\n", family->name, family->about);
        if (family->about[0] && family->about[strlen(family->about) - 1] != '\n')
            ft_buf_putc(&c->out, '\n');
        if (ft_table_rows(&params)) {
            ft_table_print(&params, FT_TABLE_TEXT, &c->out);
            ft_buf_putc(&c->out, '\n');
        }
        ft_buf_printf(&c->out, "%llu configs, %zu allowed in %zu builds, on %s%s%s\n",
                      (unsigned long long)space->n_product, space->n, n_builds, c->device.arch,
                      key ? " for " : " (it supports none of the usual problems: see --problem)",
                      key ? key : "");
        if (ft_table_rows(&rejected))
            ft_table_print(&rejected, FT_TABLE_TEXT, &c->out);
    }
    ft_table_free(&params);
    ft_table_free(&rejected);
}

static int check_family(struct check *c, const struct ft_family *family, struct ft_err *err)
{
    struct ft_problem problem;
    struct ft_space space = {0};
    struct hashes builds = {0};
    size_t n_builds = 0;
    char key[FT_PROBLEM_KEY_BYTES];
    int has_problem = sample_problem(c, family, &problem, err);

    if (has_problem < 0 || ft_space_enumerate(family, NULL, has_problem ? &problem : NULL,
                                              &c->device, &space, err) < 0)
        return -1;
    int rc = 0;
    if (has_problem) {
        ft_problem_key(&problem, key);
        rc = ft_space_check_launches(&space, &problem, &c->device, err);
        if (rc == 0)
            rc = add_builds(&builds, &space, &problem, &c->device, &n_builds, err);
    }
    if (rc == 0)
        print_family(c, family, has_problem ? key : NULL, &space, n_builds);
    free(builds.items);
    ft_space_free(&space);
    return rc;
}

/* ---- an experiment ---- */

struct totals {
    size_t n_configs, n_merged;
    struct hashes builds;
};

static void add_row(const struct check *c, struct ft_table_out *t, const struct ft_named_problem *p,
                    const char *family, size_t n_configs, size_t n_builds)
{
    struct ft_buf also = FT_BUF_INIT;

    for (size_t i = 1; i < p->n_names; i++)
        ft_buf_printf(&also, "%s%s", i > 1 ? " " : "", p->names[i]);
    ft_table_text(t, p->names[0]);
    ft_table_text(t, family);
    ft_table_int(t, (int64_t)n_configs);
    ft_table_int(t, (int64_t)n_builds);
    ft_table_text(t, ft_buf_str(&also));
    if (c->is_json) /* long, and 'list problems' shows it */
        ft_table_text(t, p->key);
    ft_buf_free(&also);
}

static int fill_experiment(struct check *c, const struct ft_experiment *e, struct ft_table_out *t,
                           struct totals *totals, struct ft_err *err)
{
    ft_table_column(t, "problem", "problem", FT_LEFT);
    ft_table_column(t, "family", "family", FT_LEFT);
    ft_table_column(t, "configs", "n_configs", FT_RIGHT);
    ft_table_column(t, "builds", "n_builds", FT_RIGHT);
    ft_table_column(t, "also named", "also_named", FT_LEFT);
    if (c->is_json)
        ft_table_column(t, "key", "key", FT_LEFT);
    for (size_t i = 0; i < e->n_problems; i++) {
        const struct ft_named_problem *p = &e->problems[i];
        totals->n_merged += p->n_names - 1;
        for (size_t k = 0; k < e->n_families; k++) {
            const struct ft_narrowing *n = &e->narrowings[k];
            struct ft_space space = {0};
            char why[256];
            size_t n_builds = 0;
            if (!ft_family_supports(n->family, &p->problem, &c->device, why, sizeof why))
                continue;
            int rc = ft_space_enumerate(n->family, n, &p->problem, &c->device, &space, err);
            if (rc == 0)
                rc = ft_space_check_launches(&space, &p->problem, &c->device, err);
            if (rc == 0)
                rc = add_builds(&totals->builds, &space, &p->problem, &c->device, &n_builds, err);
            if (rc == 0)
                add_row(c, t, p, n->family->name, space.n, n_builds);
            totals->n_configs += space.n;
            ft_space_free(&space);
            if (rc < 0)
                return -1;
        }
    }
    return 0;
}

static void print_experiment(struct check *c, const struct ft_experiment *e,
                             const struct ft_table_out *t, struct totals *totals)
{
    struct ft_json *j = &c->json;
    size_t n_builds = count_distinct(&totals->builds);

    if (c->is_json) {
        ft_json_kstr(j, "kind", "experiment");
        ft_json_kstr(j, "name", e->name);
        ft_json_kstr(j, "arch", c->device.arch);
        ft_json_kint(j, "n_problems", (int64_t)e->n_problems);
        ft_json_kint(j, "n_merged", (int64_t)totals->n_merged);
        ft_json_kint(j, "n_configs", (int64_t)totals->n_configs);
        ft_json_kint(j, "n_builds", (int64_t)n_builds);
        ft_json_key(j, "spaces");
        ft_table_json(t, j);
    } else {
        ft_table_print(t, FT_TABLE_TEXT, &c->out);
        ft_buf_printf(&c->out,
                      "\nexperiment %s on %s: %zu problems (%zu more names merged into them), %zu "
                      "configs, %zu builds\n",
                      e->name, c->device.arch, e->n_problems, totals->n_merged, totals->n_configs,
                      n_builds);
    }
}

static int load_families(struct check *c, struct ft_err *err)
{
    return c->families.builtin_dir ? 0 : ft_cmd_families_load(c->family_dirs, &c->families, err);
}

static int check_experiment(struct check *c, const char *name, struct ft_err *err)
{
    struct ft_experiment *e = NULL;
    struct ft_table_out t = FT_TABLE_INIT;
    struct totals totals = {0};
    int rc = -1;

    if (load_families(c, err) < 0 || !(e = ft_cmd_experiment_load(name, &c->families, err)) ||
        ft_experiment_check(e, &c->device, err) < 0 || fill_experiment(c, e, &t, &totals, err) < 0)
        goto out;
    print_experiment(c, e, &t, &totals);
    rc = 0;
out:
    ft_table_free(&t);
    free(totals.builds.items);
    ft_experiment_free(e);
    return rc;
}

/* ---- what a FILE is ---- */

static int check_family_dir(struct check *c, const char *dir, struct ft_err *err)
{
    struct ft_family *family = ft_family_load(dir, err);
    int rc = family ? check_family(c, family, err) : -1;

    ft_family_free(family);
    return rc;
}

/* A contract that is no family.yaml: its text alone, without a kernel. */
static int check_contract(struct check *c, const char *path, const struct ft_buf *text,
                          struct ft_err *err)
{
    struct ft_family *family = ft_family_parse(path, ft_buf_str(text), text->len, err);
    int rc = family ? check_family(c, family, err) : -1;

    ft_family_free(family);
    return rc;
}

/* A file is a contract when it has kernels, an experiment when it has problems (or neither). */
static int check_path(struct check *c, const char *path, struct ft_err *err)
{
    struct ft_arena *arena = ft_arena_new();
    struct ft_buf text = FT_BUF_INIT;
    const char *slash = strrchr(path, '/');
    int rc = -1;

    if (strcmp(slash ? slash + 1 : path, "family.yaml") == 0) {
        char *dir = ft_fs_dirname(path);
        rc = check_family_dir(c, dir, err);
        free(dir);
        goto out;
    }
    if (ft_fs_read(path, &text, err) < 0)
        goto out;
    const struct ft_ynode *root = ft_yaml_parse(arena, path, text.data, text.len, err);
    if (!root)
        goto out;
    if (!ft_yget(root, "problems") && (ft_yget(root, "kernels") || ft_yget(root, "params")))
        rc = check_contract(c, path, &text, err);
    else
        rc = check_experiment(c, path, err);
out:
    ft_buf_free(&text);
    ft_arena_free(arena);
    return rc;
}

/* A name that is neither a family's nor a config's: the nearest of both. */
static int fail_unknown(const struct check *c, const char *name, struct ft_err *err)
{
    const struct ft_families *families = &c->families.families;
    char *dir = ft_fs_share("configs", NULL), **configs = NULL;
    size_t n_configs = 0, n = 0;

    if (dir)
        ft_fs_list(dir, &configs, &n_configs, NULL);
    const char **names = ft_calloc(families->n + n_configs + 1, sizeof *names);
    for (size_t i = 0; i < families->n; i++)
        names[n++] = families->items[i]->name;
    for (size_t i = 0; i < n_configs; i++) {
        configs[i][strcspn(configs[i], ".")] = '\0';
        names[n++] = configs[i];
    }
    const char *near = ft_nearest_name(name, names, n);
    ft_err_set(err, FT_ERR_USAGE, "'%s' is no file, no family and no config", name);
    if (near)
        ft_err_hint(err, "did you mean '%s'?", near);
    else
        ft_err_hint(err,
                    "'fatune list families' shows the families; configs are looked for here%s%s",
                    dir ? " and in " : "", dir ? dir : "");
    for (size_t i = 0; i < n_configs; i++)
        free(configs[i]);
    free(configs);
    free(names);
    free(dir);
    return -1;
}

/* A directory, a file, the name of a family, or the name of an experiment. */
static int check_file(struct check *c, const char *file, struct ft_err *err)
{
    if (ft_fs_is_dir(file))
        return check_family_dir(c, file, err);
    if (ft_fs_exists(file))
        return check_path(c, file, err);
    if (load_families(c, err) < 0)
        return -1;
    const struct ft_family *family = ft_families_find(&c->families.families, file);
    if (family)
        return check_family(c, family, err);
    char *config = ft_experiment_find(file, NULL);
    int rc = config ? check_experiment(c, file, err) : fail_unknown(c, file, err);
    free(config);
    return rc;
}

static int check_all(struct check *c, char **files, int n)
{
    int code = FT_OK;

    if (c->is_json)
        ft_json_array(&c->json);
    for (int i = 0; i < n; i++) {
        struct ft_err err = {0};
        if (c->is_json) {
            ft_json_object(&c->json);
            ft_json_kstr(&c->json, "file", files[i]);
        } else if (i > 0) {
            ft_buf_putc(&c->out, '\n');
        }
        if (check_file(c, files[i], &err) < 0) {
            code = code ? code : (int)err.code;
            ft_err_print(&err);
        }
        if (c->is_json) {
            ft_json_kstr(&c->json, "error", err.code ? err.text : NULL);
            ft_json_kstr(&c->json, "hint", err.code && *err.hint ? err.hint : NULL);
            ft_json_object_end(&c->json);
        }
    }
    if (c->is_json) {
        ft_json_array_end(&c->json);
        ft_buf_putc(&c->out, '\n');
    }
    fputs(ft_buf_str(&c->out), stdout);
    return code;
}

int ft_cmd_check(int argc, char **argv, struct ft_err *err)
{
    const char *arch = "sm_90a";
    struct ft_opt_list family_dirs = {0};
    struct check c = {.family_dirs = &family_dirs};
    int n_files = 0, code = FT_ERR_USAGE;
    const struct ft_opt opts[] = {
        {"arch", 0, FT_OPT_STRING, &arch, "SM", "architecture whose limits count (default sm_90a)",
         0, 0, NULL},
        {"problem", 'p', FT_OPT_STRING, &c.problem_key, "KEY",
         "problem to size a family's space for (default: a usual one)", 0, 0, NULL},
        {"families", 0, FT_OPT_LIST, &family_dirs, "DIR", "a further directory of families", 0, 0,
         NULL},
        {"json", 0, FT_OPT_FLAG, &c.is_json, NULL, "print as JSON", 0, 0, NULL},
        {0},
    };

    int rc = ft_opt_parse(
        opts, argc, argv, "fatune check [OPTIONS] FILE...",
        "Checks families (a directory, its family.yaml, or a name) and config files (a path "
        "or a name in\nconfigs/): types, names, constraints, and how large the spaces are. Needs "
        "no GPU.",
        &n_files, err);
    if (rc != 0) {
        code = rc > 0 ? FT_OK : FT_ERR_USAGE;
    } else if (n_files == 0) {
        ft_err_set(err, FT_ERR_USAGE, "no file given");
        ft_err_hint(err, "fatune check qwen3 kernel_templates/decode_split");
    } else if (ft_device_for_arch(arch, &c.device, err) == 0) {
        ft_json_init(&c.json, &c.out, 1);
        code = check_all(&c, argv + 1, n_files);
    }
    if (c.families.builtin_dir)
        ft_cmd_families_free(&c.families);
    ft_buf_free(&c.out);
    free(family_dirs.items);
    return code;
}
