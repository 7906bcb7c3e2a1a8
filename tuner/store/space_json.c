/* space_json.c -- the two JSON formats of recorded spaces
 *
 * Kernel Tuner's cache file: {"tune_params_keys": [...], "cache": {"16,1": {parameters, "time",
 * ...}}}, times in ms. A config that failed has "__error__", or in older files a word in the place
 * of its time.
 *
 * T4: {"metadata": {"timeunit"}, "results": [{"configuration", "times", "invalidity",
 * "measurements"}]}. Its schema and its writers disagree on a name (compilation_time, compilation);
 * both are read.
 */
#include <math.h>
#include <string.h>
#include "store/space_int.h"

#define NS_PER_MS   1e6
#define FAILED_TIME 1e20 /* in old files: the time of a config that failed */

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Reads the values that `config` has for the parameters. */
static int read_values(const struct ft_space_source *source, const struct ft_recording *r,
                       const struct ft_jval *config, const char **texts, struct ft_err *err)
{
    for (size_t p = 0; p < r->n_params; p++) {
        const struct ft_jval *value = ft_jget(config, r->params[p].name);
        if (!value)
            return ft_space_fail(source, config->at, err, "a config without parameter '%s'",
                                 r->params[p].name);
        texts[p] = ft_space_value_text(r->arena, value);
        if (!texts[p])
            return ft_space_fail(source, value->at, err,
                                 "parameter '%s' is neither a number nor a name",
                                 r->params[p].name);
    }
    return 0;
}

static void read_costs(const struct ft_jval *object, const char *const names[FT_N_COSTS][2],
                       double unit_ns, struct ft_recorded *out)
{
    for (int i = 0; i < FT_N_COSTS; i++) {
        double value = ft_jget_num(object, names[i][0], NAN);
        if (isnan(value) && names[i][1])
            value = ft_jget_num(object, names[i][1], NAN);
        out->cost_ns[i] = value >= 0 && isfinite(value) ? value * unit_ns : NAN;
    }
}

/* How a tuner calls outcomes; the last, without a name, is for all others. */
struct outcome_name {
    const char *name;
    enum ft_outcome outcome;
};

static enum ft_outcome outcome_of(const struct outcome_name *names, const char *name)
{
    while (names->name && strcmp(names->name, name) != 0)
        names++;
    return names->outcome;
}

/* ---- Kernel Tuner ---- */

static const struct outcome_name errors_of_kernel_tuner[] = {
    {"InvalidConfig", FT_OUT_REJECTED},
    {"CompilationFailedConfig", FT_OUT_COMPILE_FAILED},
    {"RuntimeFailedConfig", FT_OUT_LAUNCH_FAILED},
    {"ErrorConfig", FT_OUT_CRASHED},
    {NULL, FT_OUT_LAUNCH_FAILED}};

static int read_cached(const struct ft_space_source *source, const struct ft_jval *config,
                       struct ft_recorded *out, struct ft_err *err)
{
    static const char *const costs[FT_N_COSTS][2] = {{"compile_time", NULL},
                                                     {"benchmark_time", NULL},
                                                     {"verification_time", NULL},
                                                     {"framework_time", NULL},
                                                     {"strategy_time", NULL}};
    const char *error = ft_jget_str(config, "__error__", NULL);
    const struct ft_jval *time = ft_jget(config, "time");
    double ms =
        time && time->kind == FT_J_NUM ? time->num : ft_space_mean(ft_jget(config, "times"));
    *out = (struct ft_recorded){.outcome = FT_OUT_LAUNCH_FAILED, .time_ns = NAN};
    read_costs(config, costs, NS_PER_MS, out);
    if (!error && time && time->kind == FT_J_STR)
        error = time->str;
    if (error) {
        out->outcome = outcome_of(errors_of_kernel_tuner, error);
    } else if (ms > 0 && ms < FAILED_TIME) {
        out->outcome = FT_OUT_OK;
        out->time_ns = ms * NS_PER_MS;
    } else if (!time && isnan(ms)) {
        ft_space_fail(source, config->at, err, "a config without 'time', 'times' or '__error__'");
        ft_err_hint(err, "only spaces tuned for time can be replayed");
        return -1;
    }
    return 0;
}

int ft_space_read_kernel_tuner(const struct ft_space_source *source, const struct ft_jval *root,
                               struct ft_err *err)
{
    const struct ft_jval *keys = ft_jget(root, "tune_params_keys"), *cache = ft_jget(root, "cache");
    struct ft_recording r = {0};
    struct ft_arena *arena = NULL;
    int rc = -1;
    if (!keys || keys->kind != FT_J_ARRAY || keys->n_children == 0)
        return ft_space_fail(source, keys ? keys->at : 0, err,
                             "expected 'tune_params_keys' to be a list of names");
    if (!cache || cache->kind != FT_J_OBJECT)
        return ft_space_fail(source, cache ? cache->at : 0, err,
                             "expected 'cache' to be an object of configs");
    arena = ft_arena_new();
    const char **names = ft_arena_alloc(arena, keys->n_children * sizeof *names);
    const char **texts = ft_arena_alloc(arena, keys->n_children * sizeof *texts);
    size_t n = 0;
    for (const struct ft_jval *key = keys->child; key; key = key->next) {
        if (key->kind != FT_J_STR) {
            ft_space_fail(source, key->at, err, "expected the name of a parameter");
            goto out;
        }
        names[n++] = key->str;
    }
    ft_recording_init(&r, ft_jget_str(root, "kernel_name", base_name(source->path)),
                      ft_jget_str(root, "device_name", ""), names, n);
    for (const struct ft_jval *config = cache->child; config; config = config->next) {
        struct ft_recorded result;
        if (config->kind != FT_J_OBJECT) {
            ft_space_fail(source, config->at, err, "expected config '%s' to be an object",
                          config->key);
            goto out;
        }
        if (read_values(source, &r, config, texts, err) < 0 ||
            read_cached(source, config, &result, err) < 0)
            goto out;
        ft_recording_add(&r, texts, &result);
    }
    rc = ft_space_take(source, &r, err);
    r = (struct ft_recording){0};
out:
    if (r.arena)
        ft_recording_free(&r);
    ft_arena_free(arena);
    return rc;
}

/* ---- T4 ---- */

/* Nanoseconds in a unit; of an unknown or empty name, `otherwise`. */
static double unit_of(const char *name, double otherwise)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"milliseconds", 1e6},
                 {"miliseconds", 1e6},
                 {"ms", 1e6},
                 {"microseconds", 1e3},
                 {"us", 1e3},
                 {"nanoseconds", 1},
                 {"ns", 1},
                 {"seconds", 1e9},
                 {"s", 1e9}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i].name, name) == 0)
            return units[i].ns;
    return otherwise;
}

static const struct outcome_name invalidities[] = {{"correct", FT_OUT_OK},
                                                   {"timeout", FT_OUT_TIMEOUT},
                                                   {"compile", FT_OUT_COMPILE_FAILED},
                                                   {"runtime", FT_OUT_LAUNCH_FAILED},
                                                   {"correctness", FT_OUT_WRONG},
                                                   {"constraints", FT_OUT_REJECTED},
                                                   {NULL, FT_OUT_LAUNCH_FAILED}};

static void read_t4_result(const struct ft_jval *result, double unit_ns, struct ft_recorded *out)
{
    static const char *const costs[FT_N_COSTS][2] = {{"compilation", "compilation_time"},
                                                     {"benchmark", NULL},
                                                     {"validation", NULL},
                                                     {"framework", NULL},
                                                     {"search_algorithm", NULL}};
    const struct ft_jval *times = ft_jget(result, "times"), *all = ft_jget(result, "measurements");
    double ns = NAN;
    *out = (struct ft_recorded){.time_ns = NAN};
    read_costs(times, costs, unit_ns, out);
    for (const struct ft_jval *m = all && all->kind == FT_J_ARRAY ? all->child : NULL; m;
         m = m->next)
        if (strcmp(ft_jget_str(m, "name", ""), "time") == 0)
            ns = ft_jget_num(m, "value", NAN) * unit_of(ft_jget_str(m, "unit", ""), unit_ns);
    if (isnan(ns))
        ns = ft_space_mean(ft_jget(times, "runtimes")) * unit_ns;
    out->outcome = outcome_of(invalidities, ft_jget_str(result, "invalidity", "correct"));
    if (out->outcome == FT_OUT_OK && !(ns > 0 && ns < FAILED_TIME * NS_PER_MS))
        out->outcome = FT_OUT_LAUNCH_FAILED;
    if (out->outcome == FT_OUT_OK)
        out->time_ns = ns;
}

int ft_space_read_t4(const struct ft_space_source *source, const struct ft_jval *root,
                     struct ft_err *err)
{
    const struct ft_jval *results = ft_jget(root, "results");
    double unit_ns = unit_of(ft_jget_str(ft_jget(root, "metadata"), "timeunit", ""), NS_PER_MS);
    struct ft_recording r = {0};
    struct ft_arena *arena = NULL;
    int rc = -1;
    if (results->kind != FT_J_ARRAY || results->n_children == 0)
        return ft_space_fail(source, results->at, err,
                             "expected 'results' to be a list of results");
    const struct ft_jval *first = ft_jget(results->child, "configuration");
    if (!first || first->kind != FT_J_OBJECT || first->n_children == 0)
        return ft_space_fail(source, results->child->at, err, "a result without a 'configuration'");
    arena = ft_arena_new();
    const char **names = ft_arena_alloc(arena, first->n_children * sizeof *names);
    const char **texts = ft_arena_alloc(arena, first->n_children * sizeof *texts);
    size_t n = 0;
    for (const struct ft_jval *value = first->child; value; value = value->next)
        names[n++] = value->key;
    ft_recording_init(&r, base_name(source->path), "", names, n);
    for (const struct ft_jval *result = results->child; result; result = result->next) {
        const struct ft_jval *config = ft_jget(result, "configuration");
        struct ft_recorded recorded;
        if (!config) {
            ft_space_fail(source, result->at, err, "a result without a 'configuration'");
            goto out;
        }
        if (read_values(source, &r, config, texts, err) < 0)
            goto out;
        read_t4_result(result, unit_ns, &recorded);
        ft_recording_add(&r, texts, &recorded);
    }
    rc = ft_space_take(source, &r, err);
    r = (struct ft_recording){0};
out:
    if (r.arena)
        ft_recording_free(&r);
    ft_arena_free(arena);
    return rc;
}
