/* tune_hunt.c -- the search of a problem's spaces: strategies propose, candidates answer
 *
 * A hunt is a strategy on the space of one family. Its proposals become candidates, whose builds go
 * to the compilers at once. A strategy that learns is asked for more when nothing is ready to be
 * timed, up to some that are not answered yet: with a full cache it knows every answer before the
 * next proposal, with an empty one the compilers have work. One that does not learn proposes
 * everything first.
 *
 * What earlier runs stored is taken over, where the same build made it. A search by rigor is told
 * of all of it before it proposes, so that more rigor costs only what is new. One whose strategy or
 * number of evaluations the user chose starts from nothing, and stored results only answer its
 * proposals: the same seed makes the same search.
 */
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/units.h"
#include "eval/tune_hunt.h"
#include "ft_abi.h"

#define AHEAD_LEAST 4 /* proposals without an answer: a quarter of all, within these */
#define AHEAD_MOST  32
#define ASK_BATCH   64
/* What a trial takes, with all that belongs to it: on an H200 19 ms. It counts as so many trials of
 * this run: the first ones wait for workers and compilers, and say little of the rest. */
#define TRIAL_NS    2e7
#define AS_TRIALS   200
#define LEAST_SHARE 8 /* evaluations */

/* ---- builds and candidates ---- */

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
                         size_t point, struct ft_err *err)
{
    const struct ft_config *config = &tuning->spaces[family_i].configs[point];
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
    c->family_i = family_i;
    c->point = point;
    c->built = built;
    c->contestant = config->family->name;
    c->text = ft_arena_strdup(tuner->arena, ft_buf_str(&text));
    c->program = ft_arena_strdup(tuner->arena, ft_buf_str(&program));
    c->is_default = strcmp(ft_buf_str(&text), ft_buf_str(&default_text)) == 0;
    c->loaded_id = -1;
    tuning->hunts[family_i].n_known++;
    ft_buf_free(&text);
    ft_buf_free(&default_text);
    ft_buf_free(&program);
    return 0;
}

/* ---- what earlier runs stored ---- */

struct ft_stored { /* a trial of this problem, device and family signature */
    size_t point;
    struct ft_db_trial trial; /* its texts are in the tuner's arena */
    double *screen;
    size_t n_screen;
};

struct reading {
    struct ft_tuner *tuner;
    const struct ft_space *space;
    const struct ft_family *family;
    struct ft_hunt *hunt;
};

static int keep_stored(void *ctx, const struct ft_db_trial *trial, const double *screen_ns,
                       size_t n)
{
    struct reading *r = ctx;
    const size_t point = ft_space_find(r->space, r->family, trial->config);
    if (point == r->space->n || !trial->build_key)
        return 0;
    if (trial->outcome == FT_OUT_OK && n == 0)
        return 0; /* it was interrupted before it was timed */
    if (trial->outcome == FT_OUT_COMPILE_TIMEOUT ||
        (trial->outcome == FT_OUT_COMPILE_FAILED && trial->detail &&
         strncmp(trial->detail, FT_COMPILER_DIED, strlen(FT_COMPILER_DIED)) == 0))
        return 0; /* it may have been the machine: another chance */
    FT_GROW(r->hunt->stored, r->hunt->n_stored + 1, r->hunt->cap_stored);
    struct ft_stored *s = &r->hunt->stored[r->hunt->n_stored++];
    *s = (struct ft_stored){.point = point, .trial = *trial, .n_screen = n};
    s->trial.build_key = ft_arena_strdup(r->tuner->arena, trial->build_key);
    s->trial.detail = ft_arena_strdup(r->tuner->arena, trial->detail ? trial->detail : "");
    s->screen = ft_malloc((n + 1) * sizeof *s->screen);
    if (n > 0)
        memcpy(s->screen, screen_ns, n * sizeof *s->screen);
    return 0;
}

/* What is stored of a candidate becomes its result, unless another compiler or other options made
 * it: then a new trial takes its place. */
static void take_over(struct ft_tuning *tuning, struct ft_candidate *c)
{
    struct ft_hunt *hunt = &tuning->hunts[c->family_i];
    for (size_t i = 0; i < hunt->n_stored; i++) {
        struct ft_stored *s = &hunt->stored[i];
        if (s->point != c->point || strcmp(s->trial.build_key, c->built->build.key) != 0)
            continue;
        c->has_outcome = 1;
        c->trial_id = s->trial.id;
        c->outcome = s->trial.outcome;
        c->validation = s->trial.validation;
        snprintf(c->detail, sizeof c->detail, "%s", s->trial.detail);
        c->loaded.ctas_per_sm = s->trial.ctas_per_sm;
        c->loaded.smem_bytes = s->trial.smem_bytes;
        c->loaded.workspace_bytes = s->trial.workspace_bytes;
        if (s->n_screen > 0) {
            c->screen = s->screen;
            c->n_screen = s->n_screen;
            s->screen = NULL;
            ft_stats_of(c->screen, c->n_screen, &c->stats);
        }
        if (!tuning->is_free) /* there it is told in its turn: the same answers in the same order */
            ft_tuning_tell(tuning, c);
        return;
    }
}

/* ---- hunts ---- */

/* New evaluations that the rest of the budget allows this problem: its share, but not so few that
 * they are not worth another race. SIZE_MAX without a budget. */
static size_t affordable_evals(const struct ft_tuner *tuner)
{
    const double now = (double)(ft_now_ns() - tuner->start_ns);
    const double left = (double)tuner->budget_ns - now;
    const double trial_ns = (now + TRIAL_NS * AS_TRIALS) / (double)(tuner->n_screened + AS_TRIALS);
    size_t n_open = 0; /* this one counts: it is not open yet */
    if (tuner->budget_ns <= 0)
        return SIZE_MAX;
    for (size_t i = 0; i < tuner->n_tunings; i++)
        n_open += !tuner->tunings[i].is_kept && !tuner->tunings[i].is_open;
    const double share = left / trial_ns / n_open * tuner->n_lanes;
    return share > LEAST_SHARE ? (size_t)share : LEAST_SHARE;
}

static size_t evals_of(const struct ft_tuner *tuner, const struct ft_tuning *tuning,
                       enum ft_rigor rigor)
{
    size_t n = 0;
    for (size_t i = 0; i < tuner->options->experiment->n_families; i++)
        n += ft_rigor_evals(rigor, tuning->spaces[i].n);
    return n;
}

/* What tries everything is exhaustive, whatever its name. */
static enum ft_rigor proper_rigor(const struct ft_tuner *tuner, const struct ft_tuning *tuning,
                                  enum ft_rigor rigor)
{
    return evals_of(tuner, tuning, rigor) == evals_of(tuner, tuning, FT_RIGOR_EXHAUSTIVE)
               ? FT_RIGOR_EXHAUSTIVE
               : rigor;
}

enum ft_rigor ft_tuning_wanted_rigor(const struct ft_tuner *tuner, const struct ft_tuning *tuning)
{
    const struct ft_tune_options *o = tuner->options;
    if (o->rigor != FT_RIGOR_AUTO)
        return proper_rigor(tuner, tuning, (enum ft_rigor)o->rigor);
    return tuning->is_free || evals_of(tuner, tuning, FT_RIGOR_EXHAUSTIVE) <= FT_AFFORDABLE_CONFIGS
               ? FT_RIGOR_EXHAUSTIVE
               : FT_RIGOR_PATIENT;
}

/* How many configs each hunt may try: what the rigor asks for or, of what is not known yet, as much
 * as the budget allows. The decision has the name of the rigor that this comes to. */
static void choose_evals(const struct ft_tuner *tuner, struct ft_tuning *tuning)
{
    const struct ft_tune_options *o = tuner->options;
    const size_t n_families = o->experiment->n_families;
    const enum ft_rigor wanted = ft_tuning_wanted_rigor(tuner, tuning);
    const size_t affordable = o->rigor == FT_RIGOR_AUTO ? affordable_evals(tuner) : SIZE_MAX;
    size_t n_new = 0;
    for (size_t i = 0; i < n_families; i++) {
        struct ft_hunt *hunt = &tuning->hunts[i];
        if (tuning->spaces[i].n == 0)
            continue;
        hunt->max =
            o->max_evals > 0 ? (size_t)o->max_evals : ft_rigor_evals(wanted, tuning->spaces[i].n);
        n_new += hunt->max > hunt->n_stored ? hunt->max - hunt->n_stored : 0;
    }
    tuning->rigor = wanted;
    if (tuning->is_free || n_new <= affordable)
        return;
    for (size_t i = 0; i < n_families; i++) {
        struct ft_hunt *hunt = &tuning->hunts[i];
        const size_t least = ft_rigor_evals(FT_RIGOR_ESTIMATE, tuning->spaces[i].n);
        if (hunt->max <= hunt->n_stored)
            continue;
        hunt->max = hunt->n_stored + (hunt->max - hunt->n_stored) * affordable / n_new;
        hunt->max = hunt->max > least ? hunt->max : least;
        while (tuning->rigor > FT_RIGOR_ESTIMATE &&
               ft_rigor_evals(tuning->rigor, tuning->spaces[i].n) > hunt->max)
            tuning->rigor--;
    }
    tuning->rigor = proper_rigor(tuner, tuning, tuning->rigor);
}

/* The trials of this problem that are still good: of the build that would be made now. */
static int read_stored(struct ft_tuner *tuner, struct ft_tuning *tuning, size_t i,
                       struct ft_err *err)
{
    const struct ft_experiment *e = tuner->options->experiment;
    const struct ft_space *space = &tuning->spaces[i];
    struct ft_hunt *hunt = &tuning->hunts[i];
    struct reading reading = {tuner, space, e->narrowings[i].family, hunt};
    size_t n = 0;
    if (ft_db_each_trial(tuner->db, tuner->device_id, tuning->problem_id, tuner->family_ids[i],
                         ft_cache_mode_name(e->cache), tuner->timer, keep_stored, &reading,
                         err) < 0)
        return -1;
    for (size_t k = 0; k < hunt->n_stored; k++) {
        struct ft_stored *s = &hunt->stored[k];
        struct ft_build build;
        int is_good = 1;
        if (ft_build_init(&build, &space->configs[s->point], &tuning->problem->problem,
                          &tuner->device, tuner->nvrtc, err) < 0)
            return -1;
        is_good = strcmp(build.key, s->trial.build_key) == 0;
        ft_build_fini(&build);
        for (size_t c = 0; c < n && is_good; c++)
            is_good = hunt->stored[c].point != s->point;
        if (is_good)
            hunt->stored[n++] = *s;
        else
            free(s->screen);
    }
    hunt->n_stored = n;
    return 0;
}

static int open_hunt(struct ft_tuner *tuner, struct ft_tuning *tuning, size_t i, struct ft_err *err)
{
    const struct ft_tune_options *o = tuner->options;
    const struct ft_space *space = &tuning->spaces[i];
    const struct ft_family *family = o->experiment->narrowings[i].family;
    struct ft_hunt *hunt = &tuning->hunts[i];
    struct ft_search_hint *hints = NULL;
    size_t n_hints = 0;
    const char *name = o->strategy;
    if (!name)
        name = hunt->max >= space->n ? "exhaustive" : "default";
    if (!(hunt->strategy = ft_strategy_find(name)))
        return ft_err_set(err, FT_ERR_USAGE, "unknown strategy '%s'", name);
    ft_grid_of_space(&hunt->grid, space);
    if (hunt->max < space->n && !tuning->is_free) {
        hints = ft_calloc(space->n + 1, sizeof *hints);
        n_hints = ft_warm_hints(tuner, tuning, space, family, hints);
    }
    hunt->state = hunt->strategy->open(&hunt->grid, hints, n_hints, o->seed);
    free(hints);
    for (size_t k = 0; k < hunt->n_stored && !tuning->is_free; k++) {
        if (add_candidate(tuner, tuning, i, hunt->stored[k].point, err) < 0)
            return -1;
        take_over(tuning, &tuning->candidates[tuning->n - 1]);
    }
    return 0;
}

/* Not where everything is tried, nor where a search must be repeatable. */
static int takes_hints(const struct ft_tuner *tuner, const struct ft_tuning *tuning)
{
    int is_partial = 0;
    for (size_t i = 0; i < tuner->options->experiment->n_families; i++)
        is_partial |= tuning->hunts[i].max < tuning->spaces[i].n;
    return is_partial && !tuning->is_free;
}

int ft_tuning_open(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_err *err)
{
    const size_t n_families = tuner->options->experiment->n_families;
    if (tuning->is_open)
        return 0;
    for (size_t i = 0; i < n_families; i++)
        if (tuning->spaces[i].n > 0 && read_stored(tuner, tuning, i, err) < 0)
            return -1;
    choose_evals(tuner, tuning);
    if (takes_hints(tuner, tuning) && ft_warm_load(tuner, err) < 0)
        return -1;
    tuning->is_open = 1;
    for (size_t i = 0; i < n_families; i++)
        if (tuning->spaces[i].n > 0 && open_hunt(tuner, tuning, i, err) < 0)
            return -1;
    return ft_tuning_ask(tuner, tuning, err);
}

static size_t evals_left(const struct ft_hunt *hunt)
{
    return hunt->state && !hunt->is_over && hunt->n_known < hunt->max ? hunt->max - hunt->n_known
                                                                      : 0;
}

static int learns(const struct ft_hunt *hunt)
{
    return hunt->strategy != &ft_search_exhaustive && hunt->strategy != &ft_search_random;
}

/* Asks a hunt for up to `wanted` proposals: their number, or -1. */
static int ask(struct ft_tuner *tuner, struct ft_tuning *tuning, size_t i, size_t wanted,
               struct ft_err *err)
{
    struct ft_hunt *hunt = &tuning->hunts[i];
    size_t points[ASK_BATCH], left = evals_left(hunt);
    wanted = wanted < left ? wanted : left;
    const size_t n = wanted ? hunt->strategy->ask(hunt->state, points, wanted) : 0;
    hunt->is_over |= n < wanted || n == left;
    for (size_t k = 0; k < n; k++) {
        if (add_candidate(tuner, tuning, i, points[k], err) < 0)
            return -1;
        take_over(tuning, &tuning->candidates[tuning->n - 1]);
    }
    return (int)n;
}

/* Whether a learning strategy should be asked now. A search that can be repeated does not look at
 * what is compiled. */
static int has_room(const struct ft_tuner *tuner, const struct ft_tuning *tuning)
{
    size_t n_unanswered = 0, n_ready = 0, n_max = 0;
    for (size_t i = 0; i < tuning->n; i++)
        if (!tuning->candidates[i].is_told) {
            n_unanswered++;
            n_ready += tuning->candidates[i].built->job.state == FT_JOB_DONE;
        }
    for (size_t i = 0; i < tuner->options->experiment->n_families; i++)
        n_max += tuning->spaces[i].n > 0 ? tuning->hunts[i].max : 0;
    size_t most = n_max / 4 < AHEAD_MOST ? n_max / 4 : AHEAD_MOST;
    most = most > AHEAD_LEAST && !tuning->is_free ? most : AHEAD_LEAST;
    return n_unanswered < most && (n_ready == 0 || tuning->is_free);
}

int ft_tuning_ask(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_err *err)
{
    const size_t n_families = tuner->options->experiment->n_families;
    int n_new = 1;
    while (n_new > 0) {
        n_new = 0;
        for (size_t i = 0; i < n_families; i++) {
            if (evals_left(&tuning->hunts[i]) == 0 ||
                (learns(&tuning->hunts[i]) && !has_room(tuner, tuning)))
                continue;
            const int n = ask(tuner, tuning, i, learns(&tuning->hunts[i]) ? 1 : ASK_BATCH, err);
            if (n < 0)
                return -1;
            n_new += n;
        }
    }
    return 0;
}

void ft_tuning_rank(const struct ft_tuner *tuner, struct ft_tuning *tuning)
{
    for (size_t f = 0; f < tuner->options->experiment->n_families && !tuning->is_free; f++) {
        const struct ft_space *space = &tuning->spaces[f];
        if (space->n == 0 || learns(&tuning->hunts[f]))
            continue;
        struct ft_search_hint *hints = ft_calloc(space->n, sizeof *hints);
        double *promises = ft_calloc(space->n, sizeof *promises);
        const size_t n = ft_warm_hints(tuner, tuning, space,
                                       tuner->options->experiment->narrowings[f].family, hints);
        for (size_t i = 0; i < n; i++)
            promises[hints[i].point] = 1 / hints[i].ratio;
        for (size_t i = 0; i < tuning->n; i++)
            if (tuning->candidates[i].family_i == f)
                tuning->candidates[i].promise = promises[tuning->candidates[i].point];
        free(hints);
        free(promises);
    }
}

size_t ft_tuning_evals_left(const struct ft_tuner *tuner, const struct ft_tuning *tuning)
{
    size_t n = 0;
    if (tuning->is_kept)
        return 0;
    if (!tuning->is_open)
        return evals_of(tuner, tuning, ft_tuning_wanted_rigor(tuner, tuning));
    for (size_t i = 0; i < tuner->options->experiment->n_families; i++)
        n += evals_left(&tuning->hunts[i]);
    for (size_t i = 0; i < tuning->n; i++)
        n += !tuning->candidates[i].has_outcome;
    return n;
}

void ft_tuning_tell(struct ft_tuning *tuning, struct ft_candidate *c)
{
    c->is_told = 1;
    struct ft_hunt *hunt = &tuning->hunts[c->family_i];
    const struct ft_told told = {.point = c->point,
                                 .outcome = c->outcome,
                                 .median_ns = c->stats.median,
                                 .ci_low_ns = c->stats.ci_low,
                                 .ci_high_ns = c->stats.ci_high};
    hunt->strategy->tell(hunt->state, &told);
}

void ft_tuning_free(struct ft_tuner *tuner, struct ft_tuning *tuning)
{
    const size_t n_families = tuner->options->experiment->n_families;
    for (size_t i = 0; i < tuning->n; i++) {
        free(tuning->candidates[i].screen);
        free(tuning->candidates[i].final);
    }
    free(tuning->candidates);
    for (size_t i = 0; tuning->spaces && i < n_families; i++) {
        struct ft_hunt *hunt = &tuning->hunts[i];
        if (hunt->state)
            hunt->strategy->close(hunt->state);
        ft_grid_free(&hunt->grid);
        for (size_t k = 0; k < hunt->n_stored; k++)
            free(hunt->stored[k].screen);
        free(hunt->stored);
        ft_space_free(&tuning->spaces[i]);
    }
    free(tuning->hunts);
    free(tuning->spaces);
    memset(tuning, 0, sizeof *tuning);
}
