/* cmd_scored.c -- see the header */
#include "cmd_scored.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/stats.h"

#define FORMAT_VERSION 1
#define MAX_STRATEGIES 32

int ft_cmd_strategy_check(const char *name, struct ft_err *err)
{
    const char *names[MAX_STRATEGIES + 1] = {"all"};
    size_t n = 1;
    if (strcmp(name, "all") == 0 || ft_strategy_find(name))
        return 0;
    for (const struct ft_strategy *const *s = ft_strategies; *s && n < MAX_STRATEGIES; s++)
        names[n++] = (*s)->name;
    ft_err_set(err, FT_ERR_USAGE, "unknown strategy '%s'", name);
    const char *near = ft_nearest_name(name, names, n);
    if (near)
        ft_err_hint(err, "did you mean '%s'? 'fatune list strategies' shows all", near);
    else
        ft_err_hint(err, "'fatune list strategies' shows all; 'all' compares them");
    return -1;
}

/* ---- running ---- */

/* The hints for a recording; NONE fits is an error. */
static int make_hints(const struct ft_recording *r, const struct ft_grid *grid,
                      const struct ft_recordings *warm, const struct ft_cmd_replay_options *o,
                      struct ft_search_hint **hints, size_t *n, struct ft_err *err)
{
    const struct ft_recording **fit = ft_calloc(warm->n + 1, sizeof *fit);
    size_t n_fit = 0, n_same = 0;
    for (size_t i = 0; i < warm->n; i++) {
        const struct ft_recording *other = &warm->items[i];
        if (!ft_recording_matches(r, other))
            continue;
        if (strcmp(r->title, other->title) == 0 && strcmp(r->device, other->device) == 0)
            n_same++; /* it would give the answers away */
        else
            fit[n_fit++] = other;
    }
    *n = n_fit ? ft_replay_hints(r, grid, fit, n_fit, hints) : 0;
    free(fit);
    if (*n == 0) {
        ft_err_set(err, FT_ERR_USAGE, "no --warm file has hints for '%s' on '%s'", r->title,
                   r->device);
        ft_err_hint(err, n_same ? "it must be another device, or another problem"
                                : "it must have the same parameters, and valid configs in common");
        return -1;
    }
    for (size_t i = 0; o->misleads && i < *n / 2; i++) {
        size_t worst = (*hints)[*n - 1 - i].point;
        (*hints)[*n - 1 - i].point = (*hints)[i].point;
        (*hints)[i].point = worst;
    }
    if (o->max_hints > 0 && *n > (size_t)o->max_hints)
        *n = (size_t)o->max_hints;
    return 0;
}

/* For both scores: 200 evaluations, and as many as the time of the score by time can hold, with
 * some to spare for evaluations that cost less than the mean. */
static size_t evals_needed(const struct ft_score_space *space)
{
    double needed = (double)ft_score_evals_to(space, FT_SCORE_CUTOFF) * 1.5;
    if (!(space->mean_cost_ns > 0))
        return FT_SCORE_TO;
    needed *= space->median_cost_ns / space->mean_cost_ns;
    return needed > FT_SCORE_TO ? (size_t)needed : FT_SCORE_TO;
}

static void run_strategy(const struct ft_recording *r, const struct ft_grid *grid,
                         const struct ft_search_hint *hints, size_t n_hints,
                         const struct ft_strategy *strategy, const struct ft_cmd_replay_options *o,
                         struct ft_cmd_scored *out)
{
    *out = (struct ft_cmd_scored){.space = ft_strdup(r->title),
                                  .device = ft_strdup(r->device),
                                  .strategy = ft_strdup(strategy->name),
                                  .n_hints = n_hints,
                                  .n_runs = (size_t)o->repeats,
                                  .seed = (uint64_t)o->seed};
    ft_score_space_of(r, &out->stats);
    out->runs = ft_calloc(out->n_runs + 1, sizeof *out->runs);
    out->max_evals = o->max_evals > 0 ? (size_t)o->max_evals : evals_needed(&out->stats);
    for (size_t i = 0; i < out->n_runs; i++) {
        const struct ft_replay_options replay = {strategy, (uint64_t)o->seed + i, out->max_evals,
                                                 (size_t)o->batch};
        if (ft_progress_is_tty())
            ft_progress("%s on %s: run %zu of %zu", strategy->name, r->title, i + 1, out->n_runs);
        ft_replay_run(r, grid, hints, n_hints, &replay, &out->runs[i]);
    }
    if (ft_progress_is_tty())
        ft_progress("%s", "");
}

int ft_cmd_scored_run(const struct ft_recording *recording, const struct ft_recordings *warm,
                      const struct ft_cmd_replay_options *options, struct ft_cmd_scored_list *out,
                      struct ft_err *err)
{
    struct ft_search_hint *hints = NULL;
    size_t n_hints = 0;
    struct ft_grid grid;
    int rc = 0;
    ft_grid_of_recording(&grid, recording);
    if (warm && warm->n > 0)
        rc = make_hints(recording, &grid, warm, options, &hints, &n_hints, err);
    for (const struct ft_strategy *const *s = ft_strategies; rc == 0 && *s; s++) {
        if (strcmp(options->strategy, "all") != 0 && strcmp(options->strategy, (*s)->name) != 0)
            continue;
        FT_GROW(out->items, out->n + 1, out->cap);
        run_strategy(recording, &grid, hints, n_hints, *s, options, &out->items[out->n++]);
    }
    free(hints);
    ft_grid_free(&grid);
    return rc;
}

void ft_cmd_scored_free(struct ft_cmd_scored_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        struct ft_cmd_scored *s = &list->items[i];
        for (size_t r = 0; r < s->n_runs; r++)
            ft_replay_run_free(&s->runs[r]);
        free(s->runs);
        free(s->space);
        free(s->device);
        free(s->strategy);
        ft_score_space_free(&s->stats);
    }
    free(list->items);
    *list = (struct ft_cmd_scored_list){0};
}

/* ---- table ---- */

static void add_number(struct ft_table_out *t, double v)
{
    char shown[32];
    snprintf(shown, sizeof shown, "%.3f", v);
    ft_table_num(t, v, shown);
}

static void add_score(struct ft_table_out *t, const struct ft_score *score)
{
    add_number(t, score->mean);
    add_number(t, score->std);
    add_number(t, score->ci);
}

static const size_t marks[] = {10, 25, 50, 100, 200};
#define N_MARKS (sizeof marks / sizeof *marks)

static void add_columns(struct ft_table_out *t)
{
    char title[32], key[32];
    ft_table_column(t, "space", "space", FT_LEFT);
    ft_table_column(t, "device", "device", FT_LEFT);
    ft_table_column(t, "strategy", "strategy", FT_LEFT);
    ft_table_column(t, "runs", "runs", FT_RIGHT);
    ft_table_column(t, "P evals", "score_evals", FT_RIGHT);
    ft_table_column(t, "std", "score_evals_std", FT_RIGHT);
    ft_table_column(t, "+-", "score_evals_ci", FT_RIGHT);
    ft_table_column(t, "P time", "score_time", FT_RIGHT);
    ft_table_column(t, "std", "score_time_std", FT_RIGHT);
    ft_table_column(t, "+-", "score_time_ci", FT_RIGHT);
    for (size_t i = 0; i < N_MARKS; i++) {
        snprintf(title, sizeof title, "@%zu", marks[i]);
        snprintf(key, sizeof key, "optimum_ratio_%zu", marks[i]);
        ft_table_column(t, title, key, FT_RIGHT);
    }
    ft_table_column(t, "regret @50", "regret_50", FT_RIGHT);
}

/* Of one strategy over its spaces. By time, the spaces' curves are averaged, and their mean has the
 * deviation over the points of time. */
struct mean {
    const char *strategy;
    size_t n, n_runs, n_timed;
    double evals, variance, curve[FT_SCORE_POINTS], ratios[N_MARKS], regret;
    double time_variance;
};

static void add_row(struct ft_table_out *t, const struct ft_cmd_scored *s, struct mean *mean)
{
    struct ft_score evals, time;
    double curve[FT_SCORE_POINTS];
    ft_score_evals(&s->stats, s->runs, s->n_runs, FT_SCORE_FROM, FT_SCORE_TO, &evals);
    ft_score_time(&s->stats, s->runs, s->n_runs, curve, &time);
    ft_table_text(t, s->space);
    ft_table_text(t, *s->device ? s->device : NULL);
    ft_table_text(t, s->strategy);
    ft_table_int(t, (int64_t)s->n_runs);
    add_score(t, &evals);
    add_score(t, &time);
    for (size_t i = 0; i < N_MARKS; i++) {
        double ratio = marks[i] <= s->max_evals
                           ? ft_score_fraction(&s->stats, s->runs, s->n_runs, marks[i])
                           : NAN;
        mean->ratios[i] += ratio;
        add_number(t, ratio);
    }
    double regret = ft_score_regret(&s->stats, s->runs, s->n_runs, 50);
    add_number(t, regret);
    mean->strategy = s->strategy;
    mean->n++;
    mean->n_runs += s->n_runs;
    mean->evals += evals.mean;
    mean->variance += evals.ci * evals.ci;
    mean->regret += regret;
    if (isnan(time.mean))
        return;
    for (size_t i = 0; i < FT_SCORE_POINTS; i++)
        mean->curve[i] += isnan(curve[i]) ? 1 : curve[i]; /* past it, random has the optimum too */
    mean->time_variance += time.ci * time.ci;
    mean->n_timed++;
}

static void add_mean(struct ft_table_out *t, struct mean *m)
{
    const double n = (double)m->n, n_timed = (double)m->n_timed;
    struct ft_score evals = {m->evals / n, NAN, sqrt(m->variance) / n}, time = {NAN, NAN, NAN};
    if (m->n_timed > 0) {
        double sum = 0, squares = 0;
        for (size_t i = 0; i < FT_SCORE_POINTS; i++)
            sum += m->curve[i] / n_timed;
        time.mean = sum / FT_SCORE_POINTS;
        for (size_t i = 0; i < FT_SCORE_POINTS; i++)
            squares += pow(m->curve[i] / n_timed - time.mean, 2);
        time.std = sqrt(squares / (FT_SCORE_POINTS - 1));
        time.ci = sqrt(m->time_variance) / n_timed;
    }
    ft_table_text(t, "mean");
    ft_table_text(t, NULL);
    ft_table_text(t, m->strategy);
    ft_table_int(t, (int64_t)m->n_runs);
    add_score(t, &evals);
    add_score(t, &time);
    for (size_t i = 0; i < N_MARKS; i++)
        add_number(t, m->ratios[i] / n);
    add_number(t, m->regret / n);
}

void ft_cmd_scored_table(const struct ft_cmd_scored_list *list, struct ft_table_out *out)
{
    struct mean *means = ft_calloc(list->n + 1, sizeof *means);
    size_t n = 0;
    add_columns(out);
    for (size_t i = 0; i < list->n; i++) {
        size_t m = 0;
        while (m < n && strcmp(means[m].strategy, list->items[i].strategy) != 0)
            m++;
        n += m == n;
        add_row(out, &list->items[i], &means[m]);
    }
    for (size_t m = 0; m < n; m++)
        if (means[m].n > 1)
            add_mean(out, &means[m]);
    free(means);
}

void ft_cmd_scored_note(const struct ft_cmd_scored_list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        const struct ft_cmd_scored *s = &list->items[i];
        size_t needed = evals_needed(&s->stats);
        if (s->max_evals >= needed || s->max_evals == 0)
            continue;
        ft_note(
            "runs on '%s' end after %zu evaluations, and P time looks at more: it takes their last "
            "value; --max-evals %zu is enough",
            s->space, s->max_evals, needed);
        return;
    }
}

/* ---- JSON ---- */

static void write_score(struct ft_json *j, const char *key, const struct ft_score *score)
{
    ft_json_key(j, key);
    ft_json_object(j);
    ft_json_knum(j, "mean", score->mean);
    ft_json_knum(j, "std", score->std);
    ft_json_knum(j, "ci", score->ci);
    ft_json_object_end(j);
}

static void write_one(const struct ft_cmd_scored *s, struct ft_json *j)
{
    struct ft_score evals, time;
    ft_score_evals(&s->stats, s->runs, s->n_runs, FT_SCORE_FROM, FT_SCORE_TO, &evals);
    ft_score_time(&s->stats, s->runs, s->n_runs, NULL, &time);
    ft_json_object(j);
    ft_json_kint(j, "fatune_replay", FORMAT_VERSION);
    ft_json_kstr(j, "space", s->space);
    ft_json_kstr(j, "device", s->device);
    ft_json_kstr(j, "strategy", s->strategy);
    ft_json_kint(j, "configs", (int64_t)s->stats.n);
    ft_json_kint(j, "hints", (int64_t)s->n_hints);
    ft_json_kint(j, "max_evals", (int64_t)s->max_evals);
    ft_json_kint(j, "seed", (int64_t)s->seed);
    ft_json_knum(j, "optimum_ns", ft_score_optimum(&s->stats));
    ft_json_knum(j, "cost_ns_mean", s->stats.mean_cost_ns);
    ft_json_knum(j, "cost_ns_median", s->stats.median_cost_ns);
    write_score(j, "score_evals", &evals);
    write_score(j, "score_time", &time);
    ft_json_key(j, "best_ns"); /* mean best-so-far after 1, 2, ... evaluations */
    ft_json_array(j);
    for (size_t m = 1; m <= s->max_evals && m <= s->stats.n; m++)
        ft_json_num(j, ft_score_mean_best(&s->stats, s->runs, s->n_runs, m));
    ft_json_array_end(j);
    ft_json_key(j, "runs"); /* improvements: evaluations, elapsed ns, best ns */
    ft_json_array(j);
    for (size_t r = 0; r < s->n_runs; r++) {
        ft_json_array(j);
        for (size_t i = 0; i < s->runs[r].n_steps; i++) {
            const struct ft_replay_step *step = &s->runs[r].steps[i];
            ft_json_array(j);
            ft_json_int(j, (int64_t)step->n_evals);
            ft_json_num(j, step->elapsed_ns);
            ft_json_num(j, step->best_ns);
            ft_json_array_end(j);
        }
        ft_json_array_end(j);
    }
    ft_json_array_end(j);
    ft_json_key(j, "valid_ns");
    ft_json_array(j);
    for (size_t i = 0; i < s->stats.n_valid; i++)
        ft_json_num(j, s->stats.valid_ns[i]);
    ft_json_array_end(j);
    ft_json_object_end(j);
}

void ft_cmd_scored_write(const struct ft_cmd_scored_list *list, struct ft_json *j)
{
    ft_json_array(j);
    for (size_t i = 0; i < list->n; i++)
        write_one(&list->items[i], j);
    ft_json_array_end(j);
}

int ft_cmd_scored_is(const struct ft_jval *root)
{
    return root && root->kind == FT_J_ARRAY && ft_jget(root->child, "fatune_replay");
}

static int bad(const char *path, const char *what, struct ft_err *err)
{
    ft_err_set(err, FT_ERR_USAGE, "%s: not the output of a replay: %s", path, what);
    ft_err_hint(err, "'fatune replay --json' writes it");
    return -1;
}

static int read_run(const struct ft_jval *array, struct ft_replay_run *out)
{
    double last = INFINITY;
    for (const struct ft_jval *v = array->child; v; v = v->next) {
        const struct ft_jval *n = v->kind == FT_J_ARRAY && v->n_children == 3 ? v->child : NULL;
        if (!n || !n->is_int || n->i < 1 || n->next->kind != FT_J_NUM ||
            n->next->next->kind != FT_J_NUM || !(n->next->next->num < last))
            return -1;
        struct ft_replay_step step = {(size_t)n->i, n->next->num, last = n->next->next->num};
        FT_GROW(out->steps, out->n_steps + 1, out->cap);
        out->steps[out->n_steps++] = step;
        out->n_evals = step.n_evals;
        out->elapsed_ns = step.elapsed_ns;
    }
    return 0;
}

static int read_one(const char *path, const struct ft_jval *object, struct ft_cmd_scored *out,
                    struct ft_err *err)
{
    const struct ft_jval *runs = ft_jget(object, "runs"), *valid = ft_jget(object, "valid_ns");
    *out = (struct ft_cmd_scored){.space = ft_strdup(ft_jget_str(object, "space", "")),
                                  .device = ft_strdup(ft_jget_str(object, "device", "")),
                                  .strategy = ft_strdup(ft_jget_str(object, "strategy", "")),
                                  .seed = (uint64_t)ft_jget_int(object, "seed", 0),
                                  .n_hints = (size_t)ft_jget_int(object, "hints", 0),
                                  .max_evals = (size_t)ft_jget_int(object, "max_evals", 0)};
    if (ft_jget_int(object, "fatune_replay", 0) != FORMAT_VERSION)
        return bad(path, "another version", err);
    if (!runs || runs->kind != FT_J_ARRAY || runs->n_children == 0)
        return bad(path, "no 'runs'", err);
    if (!valid || valid->kind != FT_J_ARRAY || valid->n_children == 0)
        return bad(path, "no 'valid_ns'", err);
    out->stats.n = (size_t)ft_jget_int(object, "configs", (int64_t)valid->n_children);
    out->stats.mean_cost_ns = ft_jget_num(object, "cost_ns_mean", 0);
    out->stats.median_cost_ns = ft_jget_num(object, "cost_ns_median", 0);
    out->stats.valid_ns = ft_calloc(valid->n_children, sizeof(double));
    for (const struct ft_jval *v = valid->child; v; v = v->next) {
        if (v->kind != FT_J_NUM || !(v->num > 0) ||
            (out->stats.n_valid > 0 && v->num > out->stats.valid_ns[out->stats.n_valid - 1]))
            return bad(path, "'valid_ns' are not times, slowest first", err);
        out->stats.valid_ns[out->stats.n_valid++] = v->num;
    }
    out->runs = ft_calloc(runs->n_children, sizeof *out->runs);
    for (const struct ft_jval *v = runs->child; v; v = v->next)
        if (v->kind != FT_J_ARRAY || read_run(v, &out->runs[out->n_runs++]) < 0)
            return bad(path, "a run is no list of improvements", err);
    return 0;
}

int ft_cmd_scored_read(const char *path, const struct ft_jval *root, struct ft_cmd_scored_list *out,
                       struct ft_err *err)
{
    for (const struct ft_jval *v = root->child; v; v = v->next) {
        FT_GROW(out->items, out->n + 1, out->cap);
        if (read_one(path, v, &out->items[out->n++], err) < 0)
            return -1;
    }
    return 0;
}
