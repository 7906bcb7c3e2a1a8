/* experiment_problems.c -- the section `problems`: entries, models and shapes to a list of problems
 *
 * The idea: a problem is made from layers of maps, in the order entry, model, shape; the last one
 * that sets a field wins. A field set to a list multiplies. One odometer walks over all
 * combinations.
 *
 * Invariants: equal problems (by key) are one problem with all its names; a name stands for one
 * problem.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/opt.h"
#include "model/experiment_impl.h"

#define MAX_COMBINATIONS 20000 /* a product over this is a mistake */

struct expansion {
    struct ft_experiment *e;
    const struct ft_ynode *entry;
    const char *model;                /* NULL when there are no models */
    const struct ft_ynode *layers[3]; /* entry, model, shape; NULL where absent */
    const struct ft_ynode ***places;
    size_t cap;    /* of e->problems and *places */
    size_t n_made; /* combinations so far, merged ones too */
    struct ft_err *err;
};

static const char *const entry_keys[] = {"name", "models", "shapes"};
#define N_ENTRY_KEYS (sizeof entry_keys / sizeof *entry_keys)

/* Only fields of a problem (and, in an entry, its own keys). */
static int check_keys(const struct ft_ynode *map, int is_entry, const char *what,
                      struct ft_err *err)
{
    const char *names[64];
    size_t n = 0;

    for (size_t i = 0; is_entry && i < N_ENTRY_KEYS; i++)
        names[n++] = entry_keys[i];
    for (size_t i = 0; i < ft_n_fields; i++)
        names[n++] = ft_fields[i].name;
    return ft_yaml_only_keys(map, names, n, what, err);
}

/* The node that sets a field, NULL when none does. */
static const struct ft_ynode *field_node(const struct expansion *x, const char *name)
{
    for (size_t i = 3; i-- > 0;) {
        const struct ft_ynode *node = x->layers[i] ? ft_yget(x->layers[i], name) : NULL;
        if (node)
            return node;
    }
    return NULL;
}

/* One scalar into a field. */
static int set_field(const struct ft_ynode *node, const struct ft_field *field,
                     struct ft_problem *problem, struct ft_err *err)
{
    const char *names[16];
    size_t n_names = 0;
    int64_t v = 0;
    int flag = 0;

    if (field->kind == FT_FIELD_BOOL) {
        if (ft_yaml_bool(node, field->name, &flag, err) < 0)
            return -1;
        v = flag;
    } else if (field->kind == FT_FIELD_INT) {
        if (ft_yaml_int(node, field->name, &v, err) < 0)
            return -1;
    } else {
        while (n_names < 16 && ft_field_value_name(field->kind, (int64_t)n_names)) {
            names[n_names] = ft_field_value_name(field->kind, (int64_t)n_names);
            n_names++;
        }
        v = ft_yaml_choice(node, field->name, names, n_names, err);
        if (v < 0)
            return -1;
    }
    if (ft_field_set(problem, field, v) < 0)
        return ft_yerr(node, err, "%s (%lld) is too large", field->name, (long long)v);
    return 0;
}

/* ---- names ---- */

/* 4096 as 4k. */
static void format_field(const struct ft_problem *problem, const struct ft_field *field,
                         struct ft_buf *out)
{
    int64_t v = ft_field_get(problem, field);
    const char *name = ft_field_value_name(field->kind, v);

    if (name)
        ft_buf_puts(out, name);
    else if (v != 0 && v % 1024 == 0)
        ft_buf_printf(out, "%lldk", (long long)(v / 1024));
    else
        ft_buf_printf(out, "%lld", (long long)v);
}

static int unknown_placeholder(const struct ft_ynode *pattern, const char *name, struct ft_err *err)
{
    const char *names[64];
    size_t n = 0;

    for (size_t i = 0; i < ft_n_fields; i++)
        names[n++] = ft_fields[i].name;
    names[n++] = "model";
    ft_yerr(pattern, err, "unknown field '{%s}' in the name", name);
    const char *near = ft_nearest_name(name, names, n);
    if (near)
        ft_err_hint(err, "did you mean '{%s}'?", near);
    else
        ft_err_hint(err, "fields of a problem, and {model} where there are models");
    return -1;
}

static int add_placeholder(const struct expansion *x, const struct ft_ynode *pattern,
                           const char *name, const struct ft_problem *problem, struct ft_buf *out)
{
    const struct ft_field *field = ft_field_find(name, strlen(name));

    if (strcmp(name, "model") == 0 && x->model)
        ft_buf_puts(out, x->model);
    else if (field)
        format_field(problem, field, out);
    else
        return unknown_placeholder(pattern, name, x->err);
    return 0;
}

/* The name of a problem: the pattern filled in. */
static int format_name(const struct expansion *x, const struct ft_problem *problem,
                       struct ft_buf *out)
{
    const struct ft_ynode *pattern = ft_yget(x->entry, "name");
    const char *at;

    if (!pattern) {
        char key[FT_PROBLEM_KEY_BYTES];
        ft_problem_key(problem, key);
        ft_buf_puts(out, key);
        return 0;
    }
    if (ft_yaml_text(pattern, "'name'", &at, x->err) < 0)
        return -1;
    while (*at) {
        size_t n = strcspn(at, "{}");
        ft_buf_add(out, at, n);
        at += n;
        if (!*at)
            break;
        size_t close = strcspn(at + 1, "{}");
        if (*at == '}' || at[1 + close] != '}')
            return ft_yerr(pattern, x->err, "unmatched '%c' in the name", *at);
        char *name = ft_strndup(at + 1, close);
        int rc = add_placeholder(x, pattern, name, problem, out);
        free(name);
        if (rc < 0)
            return -1;
        at += close + 2;
    }
    if (strpbrk(ft_buf_str(out), "\n\t"))
        return ft_yerr(pattern, x->err, "a name with a line break or tab would break tables");
    return 0;
}

/* ---- one problem ---- */

static struct ft_named_problem *find_by_key(struct ft_experiment *e, const char *key)
{
    for (size_t i = 0; i < e->n_problems; i++) {
        if (strcmp(e->problems[i].key, key) == 0)
            return &e->problems[i];
    }
    return NULL;
}

static struct ft_named_problem *find_by_name(struct ft_experiment *e, const char *name)
{
    for (size_t i = 0; i < e->n_problems; i++) {
        for (size_t k = 0; k < e->problems[i].n_names; k++) {
            if (strcmp(e->problems[i].names[k], name) == 0)
                return &e->problems[i];
        }
    }
    return NULL;
}

static void add_name(struct ft_experiment *e, struct ft_named_problem *problem, const char *name)
{
    const char **names = ft_arena_alloc(e->arena, (problem->n_names + 1) * sizeof *names);

    for (size_t i = 0; i < problem->n_names; i++)
        names[i] = problem->names[i];
    names[problem->n_names++] = ft_arena_strdup(e->arena, name);
    problem->names = names;
}

/* The place to blame: the most particular layer. */
static const struct ft_ynode *place_of(const struct expansion *x)
{
    return x->layers[2] ? x->layers[2] : x->layers[1] ? x->layers[1] : x->entry;
}

static int check_unique_name(struct expansion *x, const char *name, const char *key)
{
    const struct ft_named_problem *other = find_by_name(x->e, name);
    const struct ft_ynode *pattern = ft_yget(x->entry, "name");

    if (!other || strcmp(other->key, key) == 0)
        return 0;
    ft_yerr(pattern ? pattern : x->entry, x->err, "two problems are named '%s'", name);
    ft_err_hint(x->err, "they are '%s' and '%s': put what differs into the name", other->key, key);
    return -1;
}

static int add_problem(struct expansion *x, const struct ft_problem *problem)
{
    struct ft_experiment *e = x->e;
    struct ft_named_problem made = {.problem = *problem};
    struct ft_buf name = FT_BUF_INIT;
    int rc = format_name(x, problem, &name); /* before normalising: as the file says it */

    ft_problem_normalise(&made.problem);
    ft_problem_key(&made.problem, made.key);
    if (rc == 0)
        rc = check_unique_name(x, ft_buf_str(&name), made.key);
    if (rc == 0) {
        struct ft_named_problem *known = find_by_key(e, made.key);
        if (!known) {
            size_t cap = x->cap;
            FT_GROW(e->problems, e->n_problems + 1, x->cap);
            FT_GROW(*x->places, e->n_problems + 1, cap);
            (*x->places)[e->n_problems] = place_of(x);
            known = &e->problems[e->n_problems++];
            *known = made;
        }
        if (find_by_name(e, ft_buf_str(&name)) != known)
            add_name(e, known, ft_buf_str(&name));
    }
    ft_buf_free(&name);
    return rc;
}

/* ---- combinations ---- */

/* The value of the odometer's current position of a field. */
static const struct ft_ynode *pick(const struct ft_ynode *node, size_t i)
{
    return node->kind == FT_Y_LIST ? node->items[i] : node;
}

static int fail_check(const struct expansion *x, const struct ft_problem *problem, const char *why)
{
    char name[64];
    size_t n = strcspn(why, " ");

    /* A message that begins with a field stands at that field. */
    snprintf(name, sizeof name, "%.*s", n < sizeof name ? (int)n : 0, why);
    const struct ft_ynode *node = field_node(x, name);
    char key[FT_PROBLEM_KEY_BYTES];
    ft_problem_key(problem, key);
    ft_yerr(node ? node : place_of(x), x->err, "%s", why);
    ft_err_hint(x->err, "in the problem '%s'", key);
    return -1;
}

/* Makes the problem of the odometer's position. */
static int build_problem(struct expansion *x, const size_t *position)
{
    struct ft_problem problem = {0};
    char why[256];

    if (++x->n_made > MAX_COMBINATIONS)
        return ft_yerr(x->entry, x->err, "more than %d problems", MAX_COMBINATIONS);
    for (size_t i = 0; i < ft_n_fields; i++) {
        const struct ft_field *field = &ft_fields[i];
        const struct ft_ynode *node = field_node(x, field->name);
        if (node && set_field(pick(node, position[i]), field, &problem, x->err) < 0)
            return -1;
        if (!node && field->dflt == FT_FIELD_REQUIRED)
            return ft_yerr(place_of(x), x->err, "the problem has no '%s'", field->name);
        if (!node) /* fields that a default follows stand further up */
            ft_field_set(&problem, field, ft_field_default(&problem, field));
    }
    problem.f.struct_size = sizeof problem.f;
    if (ft_problem_check(&problem, why, sizeof why) < 0)
        return fail_check(x, &problem, why);
    return add_problem(x, &problem);
}

/* All combinations of the lists among the fields; the last field turns fastest. */
static int expand(struct expansion *x)
{
    size_t position[64] = {0}, n_values[64];

    for (size_t i = 0; i < ft_n_fields; i++) {
        const struct ft_ynode *node = field_node(x, ft_fields[i].name);
        n_values[i] = node && node->kind == FT_Y_LIST ? node->n : 1;
        if (!n_values[i])
            return ft_yerr(node, x->err, "%s: an empty list makes no problem", ft_fields[i].name);
    }
    for (;;) {
        if (build_problem(x, position) < 0)
            return -1;
        size_t i = ft_n_fields;
        while (i > 0 && ++position[i - 1] == n_values[i - 1])
            position[--i] = 0;
        if (i == 0)
            return 0;
    }
}

static int expand_shapes(struct expansion *x, const struct ft_ynode *shapes)
{
    x->layers[2] = NULL;
    if (!shapes)
        return expand(x);
    for (size_t i = 0; i < shapes->n; i++) {
        x->layers[2] = shapes->items[i];
        if (expand(x) < 0)
            return -1;
    }
    return 0;
}

static int expand_entry(struct expansion *x)
{
    const struct ft_ynode *models = ft_yget(x->entry, "models"),
                          *shapes = ft_yget(x->entry, "shapes");

    if (check_keys(x->entry, 1, "a problem", x->err) < 0 ||
        (models && ft_yaml_want(models, FT_Y_MAP, "'models'", x->err) < 0) ||
        (shapes && ft_yaml_want(shapes, FT_Y_LIST, "'shapes'", x->err) < 0))
        return -1;
    if ((models && !models->n) || (shapes && !shapes->n))
        return ft_yerr(models && !models->n ? models : shapes, x->err, "the list is empty");
    for (size_t i = 0; shapes && i < shapes->n; i++) {
        if (check_keys(shapes->items[i], 0, "a shape", x->err) < 0)
            return -1;
    }
    x->layers[0] = x->entry;
    x->layers[1] = NULL;
    x->model = NULL;
    if (!models)
        return expand_shapes(x, shapes);
    for (size_t i = 0; i < models->n; i++) {
        x->model = models->keys[i]->text;
        x->layers[1] = models->items[i];
        if (check_keys(models->items[i], 0, "a model", x->err) < 0 || expand_shapes(x, shapes) < 0)
            return -1;
    }
    return 0;
}

int ft_experiment_load_problems(struct ft_experiment *experiment, const struct ft_ynode *root,
                                const struct ft_ynode ***places, struct ft_err *err)
{
    const struct ft_ynode *list = ft_yget(root, "problems");
    struct expansion x = {.e = experiment, .places = places, .err = err};

    if (!list) {
        ft_yerr(root, err, "'problems' is missing");
        ft_err_hint(err, "a list of {name: ..., q_heads: ..., kv_heads: ..., ...}");
        return -1;
    }
    if (ft_yaml_want(list, FT_Y_LIST, "'problems'", err) < 0)
        return -1;
    for (size_t i = 0; i < list->n; i++) {
        x.entry = list->items[i];
        if (expand_entry(&x) < 0)
            return -1;
    }
    return list->n ? 0 : ft_yerr(list, err, "'problems' is empty");
}
