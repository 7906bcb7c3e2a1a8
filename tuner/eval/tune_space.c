/* tune_space.c -- what a problem's search consists of
 *
 * The scope is the fingerprint of a search: families' signatures, every config, build options,
 * cache mode, seeds. A stored winner with the same scope answers the problem without any work;
 * anything else is searched, taking over trials that are stored already.
 */
#include <fnmatch.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "eval/tune_int.h"
#include "ft_abi.h"
#include "search/search.h"

#define SCOPE_VERSION "fatune scope 1" /* changes when the way of measuring changes */
#define ASK_BATCH     64

static void add_text(struct ft_sha256 *hash, const char *text)
{
    ft_sha256_add_field(hash, text, strlen(text));
}

int ft_tuning_enumerate(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_err *err)
{
    const struct ft_experiment *e = tuner->options->experiment;
    struct ft_buf text = FT_BUF_INIT;
    struct ft_sha256 hash;
    char number[64], why[256];
    int rc = 0;
    tuning->spaces = ft_calloc(e->n_families + 1, sizeof *tuning->spaces);
    ft_sha256_init(&hash);
    add_text(&hash, SCOPE_VERSION);
    add_text(&hash, ft_cache_mode_name(e->cache));
    for (const char *const *option = ft_build_options; *option; option++)
        add_text(&hash, *option);
    for (size_t i = 0; i < e->n_seeds; i++) {
        snprintf(number, sizeof number, "%llu", (unsigned long long)e->seeds[i]);
        add_text(&hash, number);
    }
    if (tuner->options->max_evals > 0) {
        snprintf(number, sizeof number, "%lld %llu", (long long)tuner->options->max_evals,
                 (unsigned long long)tuner->options->seed);
        add_text(&hash, tuner->options->strategy);
        add_text(&hash, number);
    }
    snprintf(number, sizeof number, "%d %d %d", e->screen_samples, e->final_samples, e->finalists);
    add_text(&hash, number);
    add_text(&hash, tuner->nvrtc);
    add_text(&hash, tuner->timer);
    if (tuner->options->baseline)
        add_text(&hash, "baseline");
    for (size_t i = 0; i < e->n_families && rc == 0; i++) {
        const struct ft_narrowing *narrowing = &e->narrowings[i];
        const char *glob = tuner->options->family_glob;
        if ((glob && fnmatch(glob, narrowing->family->name, FNM_CASEFOLD) != 0) ||
            !ft_family_supports(narrowing->family, &tuning->problem->problem, &tuner->device, why,
                                sizeof why))
            continue;
        rc = ft_space_enumerate(narrowing->family, narrowing, &tuning->problem->problem,
                                &tuner->device, &tuning->spaces[i], err);
        add_text(&hash, narrowing->family->signature);
        for (size_t k = 0; rc == 0 && k < tuning->spaces[i].n; k++) {
            ft_buf_clear(&text);
            ft_config_format(&tuning->spaces[i].configs[k], 0, &text);
            add_text(&hash, ft_buf_str(&text));
        }
    }
    ft_sha256_hex(&hash, tuning->scope);
    ft_buf_free(&text);
    return rc;
}

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct ft_built *)a)->build.key, ((const struct ft_built *)b)->build.key);
}

/* The tuner's build for a config: found by key, or made and given to the compile workers. */
static struct ft_built *find_build(struct ft_tuner *tuner, const struct ft_config *config,
                                   const struct ft_tuning *tuning, int64_t family_id,
                                   struct ft_err *err)
{
    struct ft_built *fresh = ft_calloc(1, sizeof *fresh);
    if (ft_build_init(&fresh->build, config, &tuning->problem->problem, &tuner->device,
                      tuner->nvrtc, err) < 0) {
        free(fresh);
        return NULL;
    }
    struct ft_built **node = tsearch(fresh, &tuner->builds_by_key, by_key);
    if (*node != fresh) {
        ft_build_fini(&fresh->build);
        free(fresh);
        return *node;
    }
    fresh->family_id = family_id;
    fresh->job.build = &fresh->build;
    ft_pool_add(tuner->pool, &fresh->job);
    tuner->totals->n_builds++;
    tuner->totals->n_cached_builds += fresh->job.is_cached;
    return fresh;
}

static int add_candidate(struct ft_tuner *tuner, struct ft_tuning *tuning, size_t family_i,
                         size_t config_i, struct ft_err *err)
{
    const struct ft_config *config = &tuning->spaces[family_i].configs[config_i];
    struct ft_buf text = FT_BUF_INIT, default_text = FT_BUF_INIT, program = FT_BUF_INIT;
    struct ft_config by_default;
    struct ft_built *built = find_build(tuner, config, tuning, tuner->family_ids[family_i], err);
    if (!built || ft_config_program(config, &tuning->problem->problem, &tuner->device,
                                    sizeof(struct ft_attn_args), &program, err) < 0) {
        ft_buf_free(&program);
        return -1;
    }
    ft_config_default(config->family, &by_default);
    ft_config_format(config, 0, &text);
    ft_config_format(&by_default, 0, &default_text);
    FT_GROW(tuning->candidates, tuning->n + 1, tuning->cap);
    struct ft_candidate *c = &tuning->candidates[tuning->n++];
    memset(c, 0, sizeof *c);
    c->config = config;
    c->built = built;
    c->contestant = config->family->name;
    c->text = ft_arena_strdup(tuner->arena, ft_buf_str(&text));
    c->program = ft_arena_strdup(tuner->arena, ft_buf_str(&program));
    c->is_default = strcmp(ft_buf_str(&text), ft_buf_str(&default_text)) == 0;
    c->loaded_id = -1;
    ft_buf_free(&text);
    ft_buf_free(&default_text);
    ft_buf_free(&program);
    return 0;
}

/* Takes over what an earlier run stored about a candidate. */
static int take_stored(void *ctx, const struct ft_db_trial *trial, const double *screen_ns,
                       size_t n)
{
    struct ft_tuning *tuning = ctx;
    for (size_t i = 0; i < tuning->n; i++) {
        struct ft_candidate *c = &tuning->candidates[i];
        if (c->has_outcome || strcmp(c->text, trial->config) != 0 ||
            strcmp(c->contestant, trial->contestant) != 0)
            continue;
        if (!trial->build_key || strcmp(trial->build_key, c->built->build.key) != 0)
            return 0; /* another compiler or other options made it: a new trial takes its place */
        if (trial->outcome == FT_OUT_OK && n == 0)
            return 0; /* it was interrupted before it was timed */
        if (trial->outcome == FT_OUT_COMPILE_FAILED && trial->detail &&
            strncmp(trial->detail, FT_COMPILER_DIED, strlen(FT_COMPILER_DIED)) == 0)
            return 0; /* it may have been the machine: another chance */
        c->has_outcome = 1;
        c->trial_id = trial->id;
        c->outcome = trial->outcome;
        c->validation = trial->validation;
        snprintf(c->detail, sizeof c->detail, "%s", trial->detail ? trial->detail : "");
        c->loaded.ctas_per_sm = trial->ctas_per_sm;
        c->loaded.smem_bytes = trial->smem_bytes;
        c->loaded.workspace_bytes = trial->workspace_bytes;
        if (n > 0) {
            c->screen = ft_malloc(n * sizeof *c->screen);
            memcpy(c->screen, screen_ns, n * sizeof *c->screen);
            c->n_screen = n;
            ft_stats_of(c->screen, n, &c->stats);
        }
        return 0;
    }
    return 0;
}

int ft_tuning_prepare(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_err *err)
{
    const struct ft_tune_options *o = tuner->options;
    const struct ft_strategy *strategy = ft_strategy_find(o->strategy);
    size_t batch[ASK_BATCH];
    if (!strategy)
        return ft_err_set(err, FT_ERR_USAGE, "unknown strategy '%s'", o->strategy);
    for (size_t i = 0; i < o->experiment->n_families; i++) {
        const struct ft_space *space = &tuning->spaces[i];
        if (space->n == 0)
            continue;
        struct ft_grid grid;
        ft_grid_of_space(&grid, space);
        void *state = strategy->open(&grid, NULL, 0, o->seed);
        size_t n, n_family = 0;
        int rc = 0, is_full = 0;
        while (rc == 0 && !is_full && (n = strategy->ask(state, batch, ASK_BATCH)) > 0)
            for (size_t k = 0; k < n && rc == 0 && !is_full; k++) {
                rc = add_candidate(tuner, tuning, i, batch[k], err);
                is_full = o->max_evals > 0 && ++n_family >= (size_t)o->max_evals;
            }
        strategy->close(state);
        ft_grid_free(&grid);
        if (rc < 0)
            return -1;
        if (ft_db_each_trial(tuner->db, tuner->device_id, tuning->problem_id, tuner->family_ids[i],
                             ft_cache_mode_name(o->experiment->cache), tuner->timer, take_stored,
                             tuning, err) < 0)
            return -1;
    }
    return 0;
}

void ft_tuning_free(struct ft_tuner *tuner, struct ft_tuning *tuning)
{
    for (size_t i = 0; i < tuning->n; i++) {
        free(tuning->candidates[i].screen);
        free(tuning->candidates[i].final);
    }
    free(tuning->candidates);
    for (size_t i = 0; tuning->spaces && i < tuner->options->experiment->n_families; i++)
        ft_space_free(&tuning->spaces[i]);
    free(tuning->spaces);
    memset(tuning, 0, sizeof *tuning);
}
