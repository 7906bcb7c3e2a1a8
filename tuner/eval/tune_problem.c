/* tune_problem.c -- one problem: screen every candidate, race the best, decide among finalists with
 * fresh samples
 *
 * Screening: each candidate waits for its build, is loaded, validated, given a few samples, and
 * stored with its outcome. Race: the best, all loaded at once, in interleaved rounds, which leaves
 * the finalists. Final: finalists, each family's default and outside baselines get fresh
 * interleaved samples; these decide and are reported. The best is validated once more: its own
 * launch program on the full set, and the problem with other data.
 *
 * A candidate whose worker is lost gets the blame, the worker is replaced, and the others go on.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/mem.h"
#include "base/units.h"
#include "eval/tune_group.h"
#include "eval/tune_hunt.h"

#define RACE_SLACK   1.10 /* of the best screening median */
#define RACE_SAMPLES 10
#define FINAL_SLACK  1.03 /* of the best race median */
/* A first launch slower than this times the best ends the series: in milliseconds launches vary by
 * a few percent, and who is slower by more than RACE_SLACK does not race. */
#define CENSOR_RATIO 1.25
#define CONFIRM_NS   1000000.0 /* never below: such samples cost little, and vary more */
#define BAD_LANE     6         /* crashes without a survivor */

static int wait_for_build(struct ft_lane *lane, struct ft_tuning *tuning, size_t i,
                          struct ft_err *err)
{
    struct ft_job *job = &tuning->candidates[i].built->job;
    while (job->state != FT_JOB_DONE) {
        if (ft_tune_should_stop(lane->tuner))
            return 0;
        ft_tune_report_progress(lane, tuning, i, "compile");
        if (ft_lane_rest(lane, FT_SPENT_BUILDS, err) < 0)
            return -1;
    }
    return 1;
}

/* The full set once per build and class of problems, then the real problem: one launch, since the
 * full set asks for equal repeats, and the best is asked again (ft_group_check_best). */
static int validate(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_candidate *c,
                    enum ft_outcome *outcome, struct ft_err *err)
{
    int rc = ft_candidate_check(lane, tuning, c, 0, outcome, err);
    if (rc != 1 || *outcome != FT_OUT_OK)
        return rc;
    return ft_gpu_validate(&lane->gpu, c->loaded_id, "problem-once", &c->validation, outcome,
                           c->detail, sizeof c->detail, err);
}

static int screen_loaded(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_candidate *c,
                         enum ft_outcome *outcome, struct ft_series *series, int *sm_mhz,
                         int *throttled, struct ft_err *err)
{
    const struct ft_experiment *e = lane->tuner->options->experiment;
    double limit = tuning->best_ns > 0 ? fmax(CENSOR_RATIO * tuning->best_ns, CONFIRM_NS) : 0;
    int bad;
    int rc = validate(lane, tuning, c, outcome, err);
    if (rc != 1 || *outcome != FT_OUT_OK)
        return rc;
    return ft_gpu_time(&lane->gpu, &c->loaded_id, 1, e->screen_samples,
                       ft_cache_mode_name(e->cache), limit, series, sm_mhz, throttled, outcome,
                       &bad, c->detail, sizeof c->detail, err);
}

/* Screens candidate i: its outcome is known and stored afterwards. */
static int screen(struct ft_lane *lane, struct ft_tuning *tuning, size_t i, struct ft_err *err)
{
    struct ft_candidate *c = &tuning->candidates[i];
    struct ft_series series = {0};
    enum ft_outcome outcome = FT_OUT_OK;
    int sm_mhz = 0, throttled = 0, n_losses = 0;
    int rc = wait_for_build(lane, tuning, i, err);
    if (rc <= 0)
        return rc;
    if (c->built->job.outcome != FT_OUT_OK) {
        ft_candidate_set_outcome(c, c->built->job.outcome, c->built->job.detail);
        return ft_tune_store_trial(lane, tuning, c, err);
    }
    do { /* again with a fresh worker when only its timer failed, and once when the worker was lost:
            it may have been the machine */
        if (ft_tune_ensure_worker(lane, &lane->gpu, err) < 0)
            return -1;
        rc = ft_candidate_load(lane, c, 0, &outcome, c->detail, sizeof c->detail, err);
        if (rc == 1 && outcome == FT_OUT_OK)
            rc = screen_loaded(lane, tuning, c, &outcome, &series, &sm_mhz, &throttled, err);
    } while (rc == 2 || (rc == 0 && outcome == FT_OUT_CRASHED && n_losses++ == 0));
    if (rc < 0)
        return -1;
    if (outcome == FT_OUT_OK && series.n == 0) {
        outcome = FT_OUT_LAUNCH_FAILED;
        snprintf(c->detail, sizeof c->detail, "no timing samples");
    }
    ft_candidate_set_outcome(c, outcome, outcome == FT_OUT_OK ? "" : c->detail);
    if (ft_db_begin(lane->tuner->db, err) < 0 || ft_tune_store_trial(lane, tuning, c, err) < 0)
        return -1;
    if (outcome == FT_OUT_OK) {
        if (ft_db_samples(lane->tuner->db, c->trial_id, lane->tuner->run_id, "screen", 0, series.ns,
                          series.n, sm_mhz, throttled, err) < 0)
            return -1;
        c->screen = ft_malloc(series.n * sizeof *c->screen);
        memcpy(c->screen, series.ns, series.n * sizeof *c->screen);
        c->n_screen = series.n;
        ft_stats_of(c->screen, c->n_screen, &c->stats);
        if (tuning->best_ns <= 0 || c->stats.median < tuning->best_ns) {
            tuning->best_ns = c->stats.median;
            tuning->best_config = c->text;
        }
    }
    if (ft_db_commit(lane->tuner->db, err) < 0)
        return -1;
    if (c->loaded_id >= 0 && lane->gpu.lost == FT_OUT_OK &&
        ft_gpu_unload(&lane->gpu, c->loaded_id, err) < 0)
        return -1;
    c->loaded_id = -1;
    return 0;
}

/* The candidate to screen next: the first without an outcome or, where the order does not matter,
 * the most promising of those whose builds are there; tuning->n when all have one. */
static size_t next_candidate(const struct ft_tuning *tuning)
{
    size_t first = tuning->n, best = tuning->n;
    for (size_t i = 0; i < tuning->n; i++) {
        const struct ft_candidate *c = &tuning->candidates[i];
        if (c->is_told)
            continue;
        first = first < tuning->n ? first : i;
        if (c->built->job.state == FT_JOB_DONE &&
            (best == tuning->n || c->promise > tuning->candidates[best].promise))
            best = i;
    }
    return best == tuning->n || tuning->is_free ? first : best;
}

static void count(struct ft_lane *lane, struct ft_candidate *c)
{
    struct ft_tuner *tuner = lane->tuner;
    c->is_counted = 1;
    tuner->n_screened++;
    tuner->totals->n_trials++;
    tuner->totals->outcomes[c->outcome]++;
    if (c->outcome == FT_OUT_CRASHED)
        lane->n_crashed++;
    else if (c->outcome != FT_OUT_COMPILE_FAILED && c->outcome != FT_OUT_COMPILE_TIMEOUT)
        lane->n_survived++;
}

/* Whatever was tried on this GPU lost its worker, and there are others: it is the GPU. */
static int is_lane_bad(const struct ft_lane *lane)
{
    return lane->tuner->n_lanes > 1 && lane->n_survived == 0 && lane->n_crashed >= BAD_LANE;
}

/* What the GPU did to its candidates says nothing of them. */
static int give_back(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_err *err)
{
    for (size_t i = 0; i < tuning->n; i++) {
        struct ft_candidate *c = &tuning->candidates[i];
        if (c->is_counted && c->outcome == FT_OUT_CRASHED) {
            lane->tuner->totals->outcomes[FT_OUT_CRASHED]--;
            lane->tuner->totals->n_trials--;
            c->has_outcome = c->is_told = c->is_counted = 0;
        }
    }
    return ft_err_set(err, FT_ERR_ENV, "all of the first %d candidates lost its worker: %s",
                      BAD_LANE, lane->gpu.lost_detail);
}

/* Screens all candidates, and those that the strategies make of their results. */
static int screen_all(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_err *err)
{
    struct ft_tuner *tuner = lane->tuner;
    size_t i;
    if (ft_tuning_open(tuner, tuning, err) < 0)
        return -1;
    ft_tuning_rank(tuner, tuning);
    for (i = 0; i < tuning->n; i++) { /* stored ones say what is fast */
        const struct ft_candidate *c = &tuning->candidates[i];
        if (c->has_outcome && c->outcome == FT_OUT_OK &&
            (tuning->best_ns <= 0 || c->stats.median < tuning->best_ns)) {
            tuning->best_ns = c->stats.median;
            tuning->best_config = c->text;
        }
    }
    while ((i = next_candidate(tuning)) < tuning->n) {
        if (ft_tune_should_stop(tuner))
            return 0;
        struct ft_candidate *c = &tuning->candidates[i];
        ft_tune_report_progress(lane, tuning, i, "screen");
        if (!c->has_outcome) {
            if (screen(lane, tuning, i, err) < 0)
                return -1;
            if (!c->has_outcome) /* stopped while it waited for its build */
                return 0;
            count(lane, c);
            if (is_lane_bad(lane))
                return give_back(lane, tuning, err);
        }
        ft_tuning_tell(tuning, c);
        if (ft_tuning_ask(tuner, tuning, err) < 0)
            return -1;
    }
    return 0;
}

/* The next problem's first builds are compiled while this one's finalists are timed. */
static int open_next(struct ft_tuner *tuner, struct ft_err *err)
{
    struct ft_tuning *next = ft_lane_next(tuner);
    return next ? ft_tuning_open(tuner, next, err) : 0;
}

/* Screened candidates that enter the race, fastest first, and the families' defaults. */
static int pick_racers(struct ft_tuning *tuning, struct ft_group *group)
{
    struct ft_stats *stats = ft_calloc(tuning->n + 1, sizeof *stats);
    size_t *order = ft_calloc(tuning->n + 1, sizeof *order);
    for (size_t i = 0; i < tuning->n; i++)
        if (tuning->candidates[i].outcome == FT_OUT_OK && tuning->candidates[i].has_outcome)
            stats[i] = tuning->candidates[i].stats;
    size_t n = ft_race_survivors(stats, tuning->n, RACE_SLACK, FT_RACE_MAX, order);
    for (size_t i = 0; i < n; i++) {
        group->members[group->n++] = &tuning->candidates[order[i]];
        tuning->candidates[order[i]].slot = 1 + (int)i;
    }
    free(stats);
    free(order);
    return n > 0;
}

static void keep_finalists(struct ft_tuning *tuning, struct ft_group *group, int n_finalists)
{
    struct ft_stats stats[FT_RACE_MAX];
    size_t order[FT_RACE_MAX];
    struct ft_candidate *kept[FT_RACE_MAX + 1];
    int n_defaults = 0;
    memset(stats, 0, sizeof stats);
    for (size_t i = 0; i < group->n; i++)
        if (group->members[i]->n_final > 0)
            ft_stats_of(group->members[i]->final, group->members[i]->n_final, &stats[i]);
    size_t n = ft_race_survivors(stats, group->n, FINAL_SLACK, (size_t)n_finalists, order);
    for (size_t i = 0; i < n; i++)
        kept[i] = group->members[order[i]];
    for (size_t i = 0; i < tuning->n; i++) { /* the default shows what tuning is worth */
        struct ft_candidate *c = &tuning->candidates[i];
        int is_in = 0;
        for (size_t k = 0; k < n; k++)
            is_in |= kept[k] == c;
        if (c->is_default && c->has_outcome && c->outcome == FT_OUT_OK && !is_in &&
            n < FT_RACE_MAX) {
            if (c->slot == 0) /* ids of the race are 1 .. FT_RACE_MAX */
                c->slot = FT_RACE_MAX + 1 + n_defaults++;
            kept[n++] = c;
        }
    }
    memcpy(group->members, kept, n * sizeof *kept);
    group->n = n;
}

/* Outside contestants that can do this problem join, validated. */
static int add_outsiders(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                         struct ft_candidate *outsiders, struct ft_err *err)
{
    struct ft_gpu *gpu = &lane->outside;
    char why[512];
    if (!lane->has_outside || ft_tune_ensure_worker(lane, gpu, err) < 0)
        return lane->has_outside ? -1 : 0;
    if (strcmp(gpu->timer, lane->gpu.timer) != 0) {
        ft_warn("%s: no baseline, it is timed by %s and our kernels by %s",
                tuning->problem->names[0], gpu->timer, lane->gpu.timer);
        return 0;
    }
    int rc = ft_gpu_problem(gpu, tuning->problem->key, lane->tuner->options->experiment->seeds[0],
                            ft_cache_mode_name(lane->tuner->options->experiment->cache), why,
                            sizeof why, err);
    if (rc != 1)
        return rc;
    for (int i = 0; i < gpu->n_contestants; i++) {
        struct ft_candidate *c = &outsiders[i];
        memset(c, 0, sizeof *c);
        c->contestant =
            ft_arena_printf(lane->tuner->arena, "%s/%s", gpu->name, gpu->contestants[i].name);
        c->text = "";
        c->outside_id = gpu->contestants[i].id;
        c->loaded_id = -1;
        if (ft_tune_ensure_worker(lane, gpu, err) < 0 ||
            ft_gpu_validate(gpu, c->outside_id, "problem", &c->validation, &c->outcome, c->detail,
                            sizeof c->detail, err) < 0)
            return -1;
        c->has_outcome = 1;
        if (ft_tune_store_trial(lane, tuning, c, err) < 0)
            return -1;
        if (c->outcome == FT_OUT_OK)
            group->members[group->n++] = c;
    }
    return 0;
}

static void count_outcomes(const struct ft_lane *lane, const struct ft_tuning *tuning,
                           struct ft_tune_result *result)
{
    for (size_t i = 0; i < lane->tuner->options->experiment->n_families; i++)
        result->n_configs += tuning->spaces[i].n;
    for (size_t i = 0; i < tuning->n; i++)
        if (tuning->candidates[i].has_outcome) {
            result->n_trials++;
            result->outcomes[tuning->candidates[i].outcome]++;
        }
}

static const char *describe(struct ft_lane *lane, const struct ft_candidate *c)
{
    return c->text[0] ? ft_arena_printf(lane->tuner->arena, "%s %s", c->contestant, c->text)
                      : c->contestant;
}

/* In the place of what less rigor has decided. */
static int store_winner(struct ft_lane *lane, const struct ft_tuning *tuning,
                        const struct ft_db_winner *row, struct ft_err *err)
{
    struct ft_db *db = lane->tuner->db;
    if (ft_db_begin(db, err) < 0)
        return -1;
    for (int r = 0; r < (int)tuning->rigor; r++)
        if (ft_db_drop_winner(db, row->device_id, row->problem_id, tuning->scopes[r], err) < 0)
            return -1;
    return ft_db_set_winner(db, row, err) < 0 ? -1 : ft_db_commit(db, err);
}

/* Decides among the group, stores the winner, tells the observer. */
static int decide(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                  struct ft_err *err)
{
    struct ft_finalist finalists[FT_GROUP_MAX];
    struct ft_buf ties = FT_BUF_INIT;
    ft_group_finalists(group, finalists);
    const size_t w = ft_race_decide(finalists, group->n);
    const size_t own = ft_group_best_own(group, finalists, w);
    size_t second = group->n;
    int n_ties = 0;
    for (size_t i = 0; i < group->n; i++) {
        if (i != w &&
            (second == group->n || finalists[i].stats.median < finalists[second].stats.median))
            second = i;
        if (finalists[i].is_tie) {
            ft_buf_printf(&ties, "%s%s", n_ties++ ? "\n" : "", describe(lane, group->members[i]));
        }
    }
    struct ft_candidate *winner = group->members[w];
    const struct ft_stats *s = &finalists[w].stats;
    struct ft_tune_result result = {.problem = tuning->problem,
                                    .has_winner = 1,
                                    .contestant = winner->contestant,
                                    .config = winner->text,
                                    .median_ns = s->median,
                                    .note = ""};
    count_outcomes(lane, tuning, &result);
    struct ft_db_winner row = {
        .run_id = lane->tuner->run_id,
        .device_id = lane->tuner->device_id,
        .problem_id = tuning->problem_id,
        .trial_id = winner->trial_id,
        .runner_up_id = second < group->n ? group->members[second]->trial_id : 0,
        .median_ns = s->median,
        .ci_low_ns = s->ci_low,
        .ci_high_ns = s->ci_high,
        .screen_median_ns = winner->n_screen ? winner->stats.median : s->median,
        .roof_ns = lane->gpu.min_read_ns,
        .n_samples = (int)winner->n_final,
        .n_ties = n_ties,
        .ties = ft_buf_str(&ties),
        .n_valid = result.outcomes[FT_OUT_OK],
        .n_trials = result.n_trials,
        .rigor = tuning->is_free ? "" : ft_rigor_name(tuning->rigor),
        .n_configs = (int64_t)result.n_configs,
        .is_throttled = group->throttled[0] || group->throttled[1],
        .scope = tuning->scopes[tuning->rigor]};
    if (own < group->n && own != w) {
        row.own_trial_id = group->members[own]->trial_id;
        row.own_median_ns = finalists[own].stats.median;
    }
    int rc = own < group->n ? ft_tune_store_cubin(lane, group->members[own]->built, err) : 0;
    if (rc == 0)
        rc = store_winner(lane, tuning, &row, err);
    if (rc == 0 && own < group->n && lane->tuner->options->with_counters) {
        ft_tune_report_progress(lane, tuning, tuning->n, "counters");
        rc = ft_tune_store_counters(lane, tuning, group->members[own], err);
    }
    if (rc == 0) {
        lane->tuner->totals->n_winners++;
        lane->tuner->totals->n_lowered +=
            tuning->rigor < ft_tuning_wanted_rigor(lane->tuner, tuning);
        lane->tuner->observer->result(lane->tuner->observer->ctx, &result);
    }
    ft_buf_free(&ties);
    return rc;
}

static void report_without_winner(struct ft_lane *lane, struct ft_tuning *tuning, const char *note)
{
    struct ft_tune_result result = {.problem = tuning->problem, .note = note};
    count_outcomes(lane, tuning, &result);
    for (size_t i = 0; i < tuning->n && !note[0]; i++)
        if (tuning->candidates[i].has_outcome && tuning->candidates[i].outcome != FT_OUT_OK &&
            tuning->candidates[i].detail[0]) {
            result.note = tuning->candidates[i].detail;
            break;
        }
    lane->tuner->observer->result(lane->tuner->observer->ctx, &result);
}

int ft_tune_problem(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_err *err)
{
    const struct ft_experiment *e = lane->tuner->options->experiment;
    struct ft_candidate *members[FT_GROUP_MAX], outsiders[FT_MAX_CONTESTANTS];
    struct ft_group group = {.members = members};
    char why[512];
    memset(outsiders, 0, sizeof outsiders);
    if (ft_tune_ensure_worker(lane, &lane->gpu, err) < 0)
        return -1;
    int rc = ft_gpu_problem(&lane->gpu, tuning->problem->key, e->seeds[0],
                            ft_cache_mode_name(e->cache), why, sizeof why, err);
    if (rc < 0)
        return -1;
    if (rc == 0) {
        lane->tuner->totals->n_lost_problems += lane->gpu.lost != FT_OUT_OK;
        report_without_winner(lane, tuning, why);
        return 0;
    }
    if (screen_all(lane, tuning, err) < 0)
        return -1;
    if (ft_tune_should_stop(lane->tuner))
        return 0;
    ft_warm_add(lane->tuner, tuning);
    if (open_next(lane->tuner, err) < 0)
        return -1;
    do { /* again where none of them came through, and others are left */
        if (!pick_racers(tuning, &group)) {
            report_without_winner(lane, tuning, "");
            return 0;
        }
        rc = ft_group_time(lane, tuning, &group, RACE_SAMPLES, "race", 0, err);
    } while (rc == 0 && group.n == 0 && !ft_tune_should_stop(lane->tuner));
    if (rc == 0 && group.n > 0) {
        struct ft_group all = {.members = members, .n = group.n};
        struct ft_candidate *race[FT_RACE_MAX];
        memcpy(race, members, group.n * sizeof *race);
        struct ft_group raced = {.members = race, .n = group.n};
        keep_finalists(tuning, &all, e->finalists);
        for (size_t i = 0; i < raced.n;) { /* what does not go on is unloaded */
            int is_in = 0;
            for (size_t k = 0; k < all.n; k++)
                is_in |= all.members[k] == raced.members[i];
            if (is_in)
                ft_group_drop(&raced, i);
            else
                i++;
        }
        group = all;
        rc = ft_group_unload(lane, &raced, err);
    }
    if (rc == 0 && group.n > 0)
        rc = add_outsiders(lane, tuning, &group, outsiders, err);
    if (rc == 0 && group.n > 0)
        rc = ft_group_time(lane, tuning, &group, e->final_samples, "final", 1, err);
    if (rc == 0 && group.n > 0)
        rc = ft_group_check_best(lane, tuning, &group, err);
    if (rc == 0 && group.n == 0)
        report_without_winner(lane, tuning, "");
    else if (rc == 0)
        rc = decide(lane, tuning, &group, err);
    if (rc == 0)
        rc = ft_group_unload(lane, &group, err);
    for (int i = 0; i < FT_MAX_CONTESTANTS; i++)
        free(outsiders[i].final);
    return rc;
}
