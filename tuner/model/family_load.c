/* family_load.c -- family.yaml to struct ft_family
 *
 * The idea: one function per section of the file, in the order in which names become known: what is
 * specialised, parameters, derived values (family_params.c), then the launch, which only uses names
 * (family_launch.c). All that can be checked without a problem is checked here, so that later
 * stages cannot fail on a contract's text.
 *
 * Two properties are followed through derived values: the phase (family.h), and whether a value can
 * be computed at launch at all. A p. field that neither is specialised nor exists at launch must
 * not reach a launch program; ft_loader.blocked holds, per variable, the field that stands in the
 * way.
 *
 * The YAML tree and everything made from it live in the family's arena.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/hash.h"
#include "model/family_impl.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static int is_identifier(const char *s)
{
    if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || *s == '_'))
        return 0;
    for (; *s; s++) {
        if (!((*s >= 'a' && *s <= 'z') || (*s >= 'A' && *s <= 'Z') || *s == '_' ||
              (*s >= '0' && *s <= '9')))
            return 0;
    }
    return 1;
}

int ft_load_identifier(struct ft_loader *l, const struct ft_ynode *node, const char *what)
{
    if (!is_identifier(node->text) || strlen(node->text) >= FT_NAME_BYTES) {
        ft_yerr(node, l->err, "'%s' is no name for %s", node->text, what);
        ft_err_hint(l->err, "a name has up to %d letters, digits and _, and begins with no digit",
                    FT_NAME_BYTES - 1);
        return -1;
    }
    return 0;
}

int ft_load_too_many(struct ft_loader *l, const struct ft_ynode *node, const char *what, int max)
{
    return ft_yerr(node, l->err, "at most %d %s", max, what);
}

const char *ft_load_blocked_by(const struct ft_loader *l, const struct ft_expr *expr)
{
    for (size_t i = 0; i < expr->code.n; i++) {
        const struct ft_insn *insn = &expr->code.insns[i];
        if (insn->op == FT_OP_VAR && l->blocked[insn->slot])
            return l->blocked[insn->slot];
    }
    return NULL;
}

/* ---- about, arch, flags ---- */

static int load_arch(struct ft_loader *l, const struct ft_ynode *node)
{
    static const char *const keys[] = {"min", "only"};
    struct ft_family *f = l->family;

    if (!node)
        return 0;
    if (ft_yaml_only_keys(node, keys, 2, "'arch'", l->err) < 0)
        return -1;
    const struct ft_ynode *min = ft_yget(node, "min"), *only = ft_yget(node, "only");
    if (!min == !only)
        return ft_yerr(node, l->err, "'arch' takes either 'min' or 'only'");
    if (min) {
        if (ft_yaml_want(min, FT_Y_SCALAR, "'min'", l->err) < 0)
            return -1;
        f->arch_min = ft_arch_cc(min->text);
        if (f->arch_min && strspn(min->text + 3, "0123456789") == strlen(min->text + 3))
            return 0;
        ft_yerr(min, l->err, "'min' must be an architecture such as sm_80, not '%s'", min->text);
        ft_err_hint(l->err, "what needs one architecture's own instructions says {only: [sm_90a]}");
        return -1;
    }
    if (ft_yaml_want(only, FT_Y_LIST, "'only'", l->err) < 0)
        return -1;
    f->arch_only = ft_arena_alloc(l->arena, (only->n + 1) * sizeof *f->arch_only);
    for (size_t i = 0; i < only->n; i++) {
        if (ft_yaml_text(only->items[i], "an architecture", &f->arch_only[i], l->err) < 0)
            return -1;
        if (!ft_arch_cc(f->arch_only[i]))
            return ft_yerr(only->items[i], l->err, "'%s' is no architecture", f->arch_only[i]);
    }
    f->n_arch_only = only->n;
    return only->n ? 0 : ft_yerr(only, l->err, "'only' is empty");
}

static int load_head(struct ft_loader *l, const struct ft_ynode *root)
{
    struct ft_family *f = l->family;
    const struct ft_ynode *deterministic = ft_yget(root, "deterministic");
    const struct ft_ynode *data_dependent = ft_yget(root, "data_dependent");

    f->is_deterministic = 1;
    if (!ft_yget(root, "about"))
        return ft_yerr(root, l->err,
                       "'about' is missing: a sentence that says what the kernel does");
    if (ft_yaml_text(ft_yget(root, "about"), "'about'", &f->about, l->err) < 0 ||
        load_arch(l, ft_yget(root, "arch")) < 0)
        return -1;
    if (deterministic &&
        ft_yaml_bool(deterministic, "'deterministic'", &f->is_deterministic, l->err) < 0)
        return -1;
    if (data_dependent &&
        ft_yaml_bool(data_dependent, "'data_dependent'", &f->is_data_dependent, l->err) < 0)
        return -1;
    return 0;
}

/* ---- supports, specialise ---- */

static int load_supports(struct ft_loader *l, const struct ft_ynode *node)
{
    struct ft_family *f = l->family;

    /* No parameter is known yet, so that only b. has to be refused. */
    if (ft_family_rules(f, l->arena, node, "'supports'", &f->supports, &f->n_supports, l->err) < 0)
        return -1;
    for (size_t i = 0; i < f->n_supports; i++) {
        const struct ft_expr *expr = &f->supports[i].expr;
        const char *late = ft_family_late_var(f, expr, FT_PHASE_LAUNCH);
        if (f->supports[i].is_preference)
            return ft_err_at(l->err, expr->file, expr->line, expr->column,
                             "'prefer' is for constraints: a rule of 'supports' must hold");
        if (late)
            return ft_err_at(l->err, expr->file, expr->line, expr->column,
                             "'supports' cannot use '%s': it speaks of the problem and the device",
                             late);
    }
    return 0;
}

static void specialise(struct ft_loader *l, const char *field)
{
    char name[FT_NAME_BYTES * 2];

    snprintf(name, sizeof name, "p.%s", field);
    int slot = ft_family_find_var(l->family, name, strlen(name));
    l->family->specialised[slot] = 1;
    l->family->phases[slot] = FT_PHASE_BUILD;
}

static int load_specialise(struct ft_loader *l, const struct ft_ynode *node)
{
    const char *names[64];
    size_t n_names = 0;

    for (size_t i = 0; i < ft_n_fields; i++) { /* lengths are data, nothing to compile for */
        if (strncmp(ft_fields[i].name, "lengths", strlen("lengths")) != 0)
            names[n_names++] = ft_fields[i].name;
    }
    names[n_names++] = "group";
    if (node && ft_yaml_want(node, FT_Y_LIST, "'specialise'", l->err) < 0)
        return -1;
    for (size_t i = 0; node && i < node->n; i++) {
        if (ft_yaml_choice(node->items[i], "a specialised field", names, n_names, l->err) < 0)
            return -1;
        const char *field = node->items[i]->text;
        specialise(l, field);
        for (size_t k = 0; k < ft_n_fields; k++) { /* fields whose default is this one */
            if ((ft_fields[k].dflt == FT_FIELD_AS_DTYPE && strcmp(field, "dtype") == 0) ||
                (ft_fields[k].dflt == FT_FIELD_AS_HEAD_DIM && strcmp(field, "head_dim") == 0))
                specialise(l, ft_fields[k].name);
        }
    }
    for (int slot = FT_N_LAUNCH_VARS; slot < l->family->n_vars; slot++) {
        if (ft_family_is_problem_var(l->family, slot) && !l->family->specialised[slot])
            l->blocked[slot] = l->family->var_names[slot];
    }
    return 0;
}

/* ---- the whole ---- */

static const char *const top_keys[] = {
    "about",   "arch",        "deterministic", "data_dependent", "supports", "specialise", "params",
    "derived", "constraints", "workspace",     "pass",           "kernels",  "tma",
};

static int load_sections(struct ft_loader *l, const struct ft_ynode *root)
{
    struct ft_family *f = l->family;

    ft_family_init_vars(f);
    if (ft_yaml_only_keys(root, top_keys, COUNT(top_keys), "a family", l->err) < 0 ||
        load_head(l, root) < 0 || load_supports(l, ft_yget(root, "supports")) < 0 ||
        load_specialise(l, ft_yget(root, "specialise")) < 0 ||
        ft_load_params(l, ft_yget(root, "params")) < 0 ||
        ft_load_derived(l, ft_yget(root, "derived")) < 0)
        return -1;
    if (ft_family_constraints(f, l->arena, ft_yget(root, "constraints"), &f->constraints,
                              &f->n_constraints, l->err) < 0 ||
        ft_load_workspace(l, ft_yget(root, "workspace")) < 0 ||
        ft_load_pass(l, ft_yget(root, "pass")) < 0 || ft_load_kernels(l, root) < 0 ||
        ft_load_maps(l, ft_yget(root, "tma")) < 0)
        return -1;
    return ft_family_check_header(f, l->err);
}

/* "decode_split" of ".../decode_split/family.yaml" or of ".../decode_split.yaml". */
static char *name_of_file(struct ft_arena *arena, const char *file)
{
    const char *base = strrchr(file, '/');
    const char *name = base ? base + 1 : file;

    if (strcmp(name, "family.yaml") == 0 && base) {
        const char *dir = base;
        while (dir > file && dir[-1] != '/')
            dir--;
        return ft_arena_strndup(arena, dir, (size_t)(base - dir));
    }
    size_t n = strlen(name);
    if (n > 5 && strcmp(name + n - 5, ".yaml") == 0)
        n -= 5;
    return ft_arena_strndup(arena, name, n);
}

static struct ft_family *new_family(void)
{
    struct ft_arena *arena = ft_arena_new();
    struct ft_family *family = ft_arena_alloc(arena, sizeof *family);

    family->arena = arena;
    return family;
}

static int parse_into(struct ft_family *family, const char *file, const char *text, size_t n,
                      struct ft_err *err)
{
    struct ft_loader l = {.family = family, .arena = family->arena, .err = err};
    const struct ft_ynode *root = ft_yaml_parse(family->arena, file, text, n, err);

    family->file = ft_arena_strdup(family->arena, file);
    if (!root)
        return -1;
    if (!is_identifier(family->name) || strlen(family->name) >= FT_NAME_BYTES) {
        ft_err_at(err, file, 0, 0, "'%s' is no name for a family", family->name);
        ft_err_hint(err, "the directory's name is the family's: letters, digits and _");
        return -1;
    }
    return load_sections(&l, root);
}

struct ft_family *ft_family_parse(const char *file, const char *text, size_t n, struct ft_err *err)
{
    struct ft_family *family = new_family();

    family->name = name_of_file(family->arena, file);
    if (parse_into(family, file, text, n, err) < 0) {
        ft_family_free(family);
        return NULL;
    }
    ft_sha256_of(text ? text : "", n, family->signature);
    return family;
}

struct ft_family *ft_family_load(const char *dir, struct ft_err *err)
{
    struct ft_family *family = new_family();
    struct ft_arena *arena = family->arena;
    struct ft_buf text = FT_BUF_INIT;
    size_t n = strlen(dir);
    char *real = realpath(dir, NULL), *parent = NULL;
    int rc = -1;

    while (n > 1 && dir[n - 1] == '/')
        n--;
    if (!real) {
        ft_err_errno(err, "cannot find the family '%s'", dir);
        goto out;
    }
    family->dir = ft_arena_strndup(arena, dir, n);
    family->name = ft_arena_strdup(arena, strrchr(real, '/') + 1);
    family->source_path = ft_arena_printf(arena, "%s/kernel.cu", family->dir);
    parent = ft_fs_dirname(real);
    family->templates_dir = ft_arena_strdup(arena, parent);
    const char *file = ft_arena_printf(arena, "%s/family.yaml", family->dir);
    if (ft_fs_read(file, &text, err) < 0 ||
        parse_into(family, file, text.data, text.len, err) < 0 ||
        ft_family_read_sources(family, ft_buf_str(&text), text.len, err) < 0)
        goto out;
    rc = 0;
out:
    free(real);
    free(parent);
    ft_buf_free(&text);
    if (rc < 0) {
        ft_family_free(family);
        return NULL;
    }
    return family;
}

void ft_family_free(struct ft_family *family)
{
    if (family)
        ft_arena_free(family->arena);
}
