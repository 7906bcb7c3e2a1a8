/* experiment.c -- a config file: which problems, which part of each family's space, how to measure
 *
 * The idea: the file is read section by section (problems and families in files of their own), then
 * checked as a whole: every problem must have a family that supports it, and (once a device is
 * known) a config that its constraints allow.
 *
 * The YAML tree, names and narrowings live in the experiment's arena; it borrows the families.
 */
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/units.h"
#include "model/experiment_impl.h"
#include "model/rigor.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const cache_names[] = {
    [FT_CACHE_COLD] = "cold", [FT_CACHE_DIRTY] = "dirty", [FT_CACHE_HOT] = "hot"};

const char *ft_cache_mode_name(enum ft_cache_mode mode)
{
    return (size_t)mode < COUNT(cache_names) ? cache_names[mode] : "unknown";
}

/* An optional integer of at least `min`. */
static int load_int(const struct ft_ynode *section, const char *key, int64_t min, int64_t max,
                    int64_t *out, struct ft_err *err)
{
    const struct ft_ynode *node = ft_yget(section, key);
    int64_t v;

    if (!node)
        return 0;
    if (ft_yaml_int(node, key, &v, err) < 0)
        return -1;
    if (v < min && max == INT64_MAX)
        return ft_yerr(node, err, "%s must be at least %lld, not %lld", key, (long long)min,
                       (long long)v);
    if (v < min || v > max)
        return ft_yerr(node, err, "%s must lie in %lld..%lld, not %lld", key, (long long)min,
                       (long long)max, (long long)v);
    *out = v;
    return 0;
}

static int load_search(struct ft_experiment *e, const struct ft_ynode *node, struct ft_err *err)
{
    static const char *const keys[] = {"strategy", "max_evals", "rigor", "budget", "seed"};
    int64_t seed = 1;

    e->rigor = FT_RIGOR_AUTO;
    e->seed = 1;
    if (!node)
        return 0;
    if (ft_yaml_only_keys(node, keys, COUNT(keys), "'search'", err) < 0)
        return -1;
    const struct ft_ynode *strategy = ft_yget(node, "strategy"), *budget = ft_yget(node, "budget"),
                          *rigor = ft_yget(node, "rigor");
    if (rigor) {
        const char *name;
        if (ft_yaml_text(rigor, "'rigor'", &name, err) < 0)
            return -1;
        if ((e->rigor = ft_rigor_find(name)) < 0)
            return ft_yerr(rigor, err, "'rigor' must be %s, not '%s'", ft_rigor_names(), name);
    }
    if (strategy) {
        if (ft_yaml_text(strategy, "'strategy'", &e->strategy, err) < 0)
            return -1;
        e->strategy_line = strategy->line;
        e->strategy_column = strategy->column;
    }
    if (budget) {
        if (ft_yaml_want(budget, FT_Y_SCALAR, "'budget'", err) < 0)
            return -1;
        if (ft_parse_duration_ns(budget->text, &e->budget_ns) < 0 || e->budget_ns <= 0) {
            ft_yerr(budget, err, "'budget' must be a time, not '%s'", budget->text);
            ft_err_hint(err, "such as 90s, 10m or 2h");
            return -1;
        }
    }
    if (load_int(node, "max_evals", 1, INT64_MAX, &e->max_evals, err) < 0 ||
        load_int(node, "seed", 0, INT64_MAX, &seed, err) < 0)
        return -1;
    e->seed = (uint64_t)seed;
    return 0;
}

static int load_timing(struct ft_experiment *e, const struct ft_ynode *node, struct ft_err *err)
{
    static const char *const keys[] = {"cache", "screen_samples", "final_samples", "finalists"};
    int64_t screen = 5, final = 30, finalists = 8;

    if (node) {
        const struct ft_ynode *cache = ft_yget(node, "cache");
        if (ft_yaml_only_keys(node, keys, COUNT(keys), "'timing'", err) < 0 ||
            load_int(node, "screen_samples", 1, 10000, &screen, err) < 0 ||
            load_int(node, "final_samples", 1, 10000, &final, err) < 0 ||
            load_int(node, "finalists", 1, 60, &finalists, err) < 0)
            return -1;
        int mode = cache ? ft_yaml_choice(cache, "'cache'", cache_names, COUNT(cache_names), err)
                         : FT_CACHE_COLD;
        if (mode < 0)
            return -1;
        e->cache = (enum ft_cache_mode)mode;
    }
    e->screen_samples = (int)screen;
    e->final_samples = (int) final;
    e->finalists = (int)finalists;
    return 0;
}

static int load_validation(struct ft_experiment *e, const struct ft_ynode *node, struct ft_err *err)
{
    static const char *const keys[] = {"seeds"};
    const struct ft_ynode *seeds = NULL;

    if (node) {
        if (ft_yaml_only_keys(node, keys, COUNT(keys), "'validation'", err) < 0)
            return -1;
        seeds = ft_yget(node, "seeds");
    }
    if (seeds && ft_yaml_want(seeds, FT_Y_LIST, "'seeds'", err) < 0)
        return -1;
    if (seeds && !seeds->n)
        return ft_yerr(seeds, err, "'seeds' is empty: nothing would be validated");
    e->n_seeds = seeds ? seeds->n : 3;
    e->seeds = ft_arena_alloc(e->arena, e->n_seeds * sizeof *e->seeds);
    for (size_t i = 0; i < e->n_seeds; i++) {
        int64_t v = (int64_t)i + 1;
        if (seeds && ft_yaml_int(seeds->items[i], "a seed", &v, err) < 0)
            return -1;
        if (v < 0)
            return ft_yerr(seeds->items[i], err, "a seed must not be negative");
        e->seeds[i] = (uint64_t)v;
    }
    return 0;
}

/* Each problem needs a family; where there is none, each family's reason is told. */
static int check_supported(const struct ft_experiment *e, const struct ft_ynode *const *places,
                           const struct ft_families *families, int all_families, struct ft_err *err)
{
    for (size_t i = 0; i < e->n_problems; i++) {
        const struct ft_named_problem *p = &e->problems[i];
        struct ft_buf reasons = FT_BUF_INIT;
        size_t n = all_families ? families->n : e->n_families;
        int is_supported = 0;
        for (size_t k = 0; k < n && !is_supported; k++) {
            const struct ft_family *family =
                all_families ? families->items[k] : e->narrowings[k].family;
            char why[512];
            is_supported = ft_family_supports(family, &p->problem, NULL, why, sizeof why);
            if (!is_supported)
                ft_buf_printf(&reasons, "\n  %s: %s", family->name, why);
        }
        if (!is_supported) {
            ft_yerr(places[i], err, "no family supports the problem '%s'%s", p->names[0],
                    n ? ft_buf_str(&reasons) : ": there are no families");
            ft_err_hint(err, "it is %s", p->key);
        }
        ft_buf_free(&reasons);
        if (!is_supported)
            return -1;
    }
    return 0;
}

/* The first of a path's candidates that exists; caller frees. */
char *ft_experiment_find(const char *name, struct ft_err *err)
{
    if (ft_fs_exists(name) && !ft_fs_is_dir(name))
        return ft_strdup(name);
    char *with_yaml = ft_asprintf("%s.yaml", name), *found = NULL;
    char *share = strchr(name, '/') ? NULL : ft_fs_share("configs", NULL);
    char *candidates[] = {ft_strdup(with_yaml), share ? ft_fs_join(share, name) : NULL,
                          share ? ft_fs_join(share, with_yaml) : NULL};

    for (size_t i = 0; i < COUNT(candidates); i++) {
        if (!found && *name && candidates[i] && ft_fs_exists(candidates[i]) &&
            !ft_fs_is_dir(candidates[i]))
            found = ft_strdup(candidates[i]);
        free(candidates[i]);
    }
    if (!found) {
        ft_err_set(err, FT_ERR_USAGE, "cannot find the config file '%s'", name);
        if (share)
            ft_err_hint(err, "looked here and in '%s'", share);
    }
    free(share);
    free(with_yaml);
    return found;
}

/* "qwen3" of "configs/qwen3.yaml" */
static const char *base_name(struct ft_arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *dot = strrchr(name, '.');

    return ft_arena_strndup(arena, name, dot && dot > name ? (size_t)(dot - name) : strlen(name));
}

static int load_sections(struct ft_experiment *e, const struct ft_families *families,
                         struct ft_err *err)
{
    static const char *const keys[] = {"name",   "problems",   "families", "search",
                                       "timing", "validation", "about"};
    const struct ft_ynode *root = ft_yaml_load(e->arena, e->file, err);
    const struct ft_ynode **places = NULL;
    int rc = -1;

    if (!root || ft_yaml_only_keys(root, keys, COUNT(keys), "a config file", err) < 0)
        return -1;
    e->name = base_name(e->arena, e->file);
    if (ft_yget(root, "name") && ft_yaml_text(ft_yget(root, "name"), "'name'", &e->name, err) < 0)
        return -1;
    if (load_search(e, ft_yget(root, "search"), err) < 0 ||
        load_timing(e, ft_yget(root, "timing"), err) < 0 ||
        load_validation(e, ft_yget(root, "validation"), err) < 0)
        return -1;
    if (ft_experiment_load_problems(e, root, &places, err) < 0 ||
        ft_experiment_load_families(e, root, families, err) < 0 ||
        check_supported(e, places, families, !ft_yget(root, "families"), err) < 0)
        goto out;
    rc = 0;
out:
    free(places);
    return rc;
}

struct ft_experiment *ft_experiment_load(const char *name, const struct ft_families *families,
                                         struct ft_err *err)
{
    char *path = ft_experiment_find(name, err);

    if (!path)
        return NULL;
    struct ft_arena *arena = ft_arena_new();
    struct ft_experiment *e = ft_arena_alloc(arena, sizeof *e);
    e->arena = arena;
    e->file = ft_arena_strdup(arena, path);
    free(path);
    if (load_sections(e, families, err) < 0) {
        ft_experiment_free(e);
        return NULL;
    }
    return e;
}

void ft_experiment_free(struct ft_experiment *experiment)
{
    if (!experiment)
        return;
    free(experiment->problems);
    ft_arena_free(experiment->arena);
}

/* Says which constraint emptied the space, at its place. */
static int fail_empty(const struct ft_named_problem *p, const struct ft_family *family,
                      const struct ft_space *space, struct ft_err *err)
{
    size_t worst = 0;

    for (size_t i = 1; i < space->n_constraints; i++) {
        if (space->n_rejected[i] > space->n_rejected[worst])
            worst = i;
    }
    const struct ft_rule *rule = space->rules[worst];
    ft_err_at(err, rule->expr.file, rule->expr.line, rule->expr.column,
              "no config of family '%s' is left for the problem '%s'", family->name, p->names[0]);
    ft_err_hint(err, "'%s' (%s) removes %llu of %llu", rule->expr.text, rule->why,
                (unsigned long long)space->n_rejected[worst], (unsigned long long)space->n_product);
    return -1;
}

/* A problem with no config in any family is an error; the first empty space is blamed. */
static int check_problem(const struct ft_experiment *e, const struct ft_named_problem *p,
                         const struct ft_device *device, struct ft_err *err)
{
    struct ft_err empty = {0};
    struct ft_buf reasons = FT_BUF_INIT;
    int rc = 0, has_config = 0;

    for (size_t i = 0; i < e->n_families && rc == 0 && !has_config; i++) {
        const struct ft_narrowing *n = &e->narrowings[i];
        struct ft_space space = {0};
        char why[512];
        if (!ft_family_supports(n->family, &p->problem, device, why, sizeof why)) {
            ft_buf_printf(&reasons, "\n  %s: %s", n->family->name, why);
            continue;
        }
        rc = ft_space_enumerate(n->family, n, &p->problem, device, &space, err);
        has_config = space.n > 0;
        if (rc == 0 && !has_config)
            fail_empty(p, n->family, &space, &empty);
        ft_space_free(&space);
    }
    if (rc == 0 && !has_config && empty.code == FT_OK)
        ft_err_set(&empty, FT_ERR_USAGE, "no family supports the problem '%s' on %s%s", p->names[0],
                   device->arch, ft_buf_str(&reasons));
    if (rc == 0 && !has_config) {
        ft_err_set(err, empty.code, "%s", empty.text);
        ft_err_hint(err, "%s", empty.hint);
        rc = -1;
    }
    ft_buf_free(&reasons);
    return rc;
}

int ft_experiment_check(const struct ft_experiment *experiment, const struct ft_device *device,
                        struct ft_err *err)
{
    for (size_t i = 0; i < experiment->n_problems; i++) {
        if (check_problem(experiment, &experiment->problems[i], device, err) < 0)
            return -1;
    }
    return 0;
}

int ft_problem_matches(const struct ft_named_problem *problem, const char *glob)
{
    for (size_t i = 0; i < problem->n_names; i++) {
        if (fnmatch(glob, problem->names[i], FNM_CASEFOLD) == 0)
            return 1;
    }
    return fnmatch(glob, problem->key, FNM_CASEFOLD) == 0;
}
