/* tune_group.c -- candidates in the worker: loading, timing a group together, finding who is to
 * blame
 *
 * Members of a group are timed in interleaved rounds, ours by the GPU worker and outside
 * contestants by theirs, in turns. A member that fails leaves the group with its outcome stored,
 * the worker is replaced when it was lost, and the rest starts again. Only samples of a group that
 * came through are stored, in one transaction, so that the database is never locked while a GPU
 * works.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/units.h"
#include "eval/tune_group.h"
#include "gpu/cache.h"

/* Rounds per request: outside contestants take turns with ours at this grain. */
#define BLOCK_ROUNDS 10
/* A group of slow kernels gets fewer rounds than asked for: their times vary least. */
#define GROUP_NS    1e9
#define LEAST_SHARE 5 /* but a fifth of them, and MIN_ROUNDS */
#define MIN_ROUNDS  3
/* Finalists that their rounds cannot tell apart get up to so many times as many. On an H200 a
 * kernel of 5 us varies by 2 % from launch to launch: 30 rounds leave 1 % undecided, 240 a third.
 */
#define MOST_EXTENSION 8
/* A GPU that held its clock back gets so many pauses of this length in a group's timing. */
#define COOLING_NS (2 * (int64_t)1000000000)
#define MAX_PAUSES 3

void ft_candidate_set_outcome(struct ft_candidate *c, enum ft_outcome outcome, const char *detail)
{
    c->has_outcome = 1;
    c->outcome = outcome;
    if (detail != c->detail)
        snprintf(c->detail, sizeof c->detail, "%s", detail ? detail : "");
}

int ft_tune_ensure_worker(struct ft_lane *lane, struct ft_gpu *gpu, struct ft_err *err)
{
    if (gpu->lost == FT_OUT_OK)
        return 0;
    lane->tuner->totals->n_restarts++;
    return ft_gpu_revive(gpu, err);
}

int ft_candidate_load(struct ft_lane *lane, struct ft_candidate *c, int id,
                      enum ft_outcome *outcome, char *detail, size_t cap, struct ft_err *err)
{
    char *cubin = ft_cache_cubin_path(c->built->build.key, err);
    if (!cubin)
        return -1;
    const struct ft_gpu_request request = ft_gpu_request_of(c->config->family, cubin, c->program);
    int rc = ft_gpu_load(&lane->gpu, id, &request, &c->loaded, outcome, detail, cap, err);
    free(cubin);
    if (rc == 1 && *outcome == FT_OUT_OK) {
        c->loaded_id = id;
        c->generation = lane->gpu.generation;
    }
    return rc;
}

void ft_group_drop(struct ft_group *group, size_t i)
{
    memmove(&group->members[i], &group->members[i + 1],
            (group->n - i - 1) * sizeof *group->members);
    group->n--;
}

/* Blames member i: stored with its outcome, out of the group. */
static int blame(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group, size_t i,
                 enum ft_outcome outcome, const char *detail, struct ft_err *err)
{
    struct ft_candidate *c = group->members[i];
    if (c->is_counted) {
        lane->tuner->totals->outcomes[c->outcome]--;
        lane->tuner->totals->outcomes[outcome]++;
    }
    ft_candidate_set_outcome(c, outcome, detail);
    c->loaded_id = -1;
    ft_group_drop(group, i);
    return ft_tune_store_trial(lane, tuning, c, err);
}

/* Loads the members of ours that the current worker does not hold. */
static int load_group(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                      struct ft_err *err)
{
    enum ft_outcome outcome = FT_OUT_OK;
    char detail[512];
    if (ft_tune_ensure_worker(lane, &lane->gpu, err) < 0)
        return -1;
    for (size_t i = 0; i < group->n; i++) {
        struct ft_candidate *c = group->members[i];
        if (!c->built || (c->loaded_id >= 0 && c->generation == lane->gpu.generation))
            continue;
        int rc = ft_candidate_load(lane, c, c->slot, &outcome, detail, sizeof detail, err);
        if (rc < 0)
            return -1;
        if (outcome != FT_OUT_OK) {
            if (blame(lane, tuning, group, i, outcome, detail, err) < 0)
                return -1;
            return load_group(lane, tuning, group, err);
        }
    }
    return 0;
}

int ft_group_unload(struct ft_lane *lane, struct ft_group *group, struct ft_err *err)
{
    for (size_t i = 0; i < group->n; i++) {
        struct ft_candidate *c = group->members[i];
        if (c->built && c->loaded_id >= 0 && c->generation == lane->gpu.generation &&
            lane->gpu.lost == FT_OUT_OK && ft_gpu_unload(&lane->gpu, c->loaded_id, err) < 0)
            return -1;
        c->loaded_id = -1;
    }
    return 0;
}

/* What full sets have in common for two problems: everything but sizes. */
static void class_of(const struct ft_problem *problem, char out[FT_PROBLEM_KEY_BYTES])
{
    struct ft_problem class = *problem;
    class.f.q_heads /= class.f.kv_heads;
    class.f.kv_heads = class.f.batch = 1;
    class.f.seqlen_q = class.f.seqlen_q == 1 ? 1 : 2;
    class.f.seqlen_kv = 2;
    class.lengths = FT_LENGTHS_EQUAL;
    class.lengths_seed = 0;
    ft_problem_key(&class, out);
}

/* A check of this class that failed, or that was of this very program (any, when NULL). */
static const struct ft_check *find_check(const struct ft_built *built, const char *class,
                                         const char *program)
{
    for (size_t i = 0; i < built->n_checks; i++) {
        const struct ft_check *check = &built->checks[i];
        if (strcmp(check->class, class) == 0 &&
            (check->outcome != FT_OUT_OK || !program || strcmp(check->program, program) == 0))
            return check;
    }
    return NULL;
}

int ft_candidate_check(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_candidate *c,
                       int own_program, enum ft_outcome *outcome, struct ft_err *err)
{
    struct ft_built *built = c->built;
    char class[FT_PROBLEM_KEY_BYTES];
    class_of(&tuning->problem->problem, class);
    const struct ft_check *known = find_check(built, class, own_program ? c->program : NULL);
    if (!known) {
        struct ft_check fresh = {.program = c->program};
        memcpy(fresh.class, class, sizeof fresh.class);
        int rc = ft_gpu_validate(&lane->gpu, c->loaded_id, "full", &fresh.result, outcome,
                                 c->detail, sizeof c->detail, err);
        if (rc != 1)
            return rc;
        fresh.outcome = *outcome;
        memcpy(fresh.detail, c->detail, sizeof fresh.detail);
        FT_GROW(built->checks, built->n_checks + 1, built->cap_checks);
        built->checks[built->n_checks++] = fresh;
        known = &built->checks[built->n_checks - 1];
    }
    *outcome = known->outcome;
    if (known->outcome != FT_OUT_OK) {
        c->validation = known->result;
        memcpy(c->detail, known->detail, sizeof c->detail);
    }
    return 1;
}

/* Every member of ours: the full set with its own launch program, or the problem as it is set up.
 * Those that fail leave. 0 done, -1 error */
static int check_members(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                         int is_full, struct ft_err *err)
{
    for (size_t i = 0; i < group->n;) {
        struct ft_candidate *c = group->members[i];
        enum ft_outcome outcome = FT_OUT_OK;
        const size_t n = group->n;
        if (load_group(lane, tuning, group, err) < 0)
            return -1;
        if (group->n < n) { /* somebody failed to load: look again */
            i = 0;
            continue;
        }
        int rc = is_full ? ft_candidate_check(lane, tuning, c, 1, &outcome, err)
                         : ft_gpu_validate(&lane->gpu, c->loaded_id, "problem", &c->validation,
                                           &outcome, c->detail, sizeof c->detail, err);
        if (rc < 0)
            return -1;
        if (outcome == FT_OUT_OK)
            i++;
        else if (blame(lane, tuning, group, i, outcome, c->detail, err) < 0)
            return -1;
    }
    return 0;
}

/* Sets the problem up with another seed; what was loaded for the last one is gone. */
static int reseed(struct ft_lane *lane, struct ft_tuning *tuning, uint64_t seed, struct ft_err *err)
{
    char why[512];
    int rc = ft_gpu_problem(&lane->gpu, tuning->problem->key, seed,
                            ft_cache_mode_name(lane->tuner->options->experiment->cache), why,
                            sizeof why, err);
    for (size_t i = 0; i < tuning->n; i++)
        tuning->candidates[i].loaded_id = -1;
    if (rc == 0)
        ft_err_set(err, FT_ERR_ENV, "setting up '%s' again: %s", tuning->problem->names[0], why);
    return rc == 1 ? 0 : -1;
}

/* The launch program on the full set, and the problem with every other seed. */
static int check_again(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                       struct ft_err *err)
{
    const struct ft_experiment *e = lane->tuner->options->experiment;
    ft_tune_report_progress(lane, tuning, tuning->n, "validate");
    if (check_members(lane, tuning, group, 1, err) < 0)
        return -1;
    if (e->n_seeds == 1 && check_members(lane, tuning, group, 0, err) < 0)
        return -1;
    for (size_t i = 1; i < e->n_seeds; i++)
        if (reseed(lane, tuning, e->seeds[i], err) < 0 ||
            check_members(lane, tuning, group, 0, err) < 0)
            return -1;
    return 0;
}

size_t ft_group_best_own(const struct ft_group *group, const struct ft_finalist *finalists,
                         size_t winner)
{
    size_t own = group->n;
    for (size_t i = 0; i < group->n; i++)
        if (!finalists[i].is_outside &&
            (own == group->n || finalists[i].stats.median < finalists[own].stats.median))
            own = i;
    return finalists[winner].is_outside ? own : winner;
}

int ft_group_check_best(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                        struct ft_err *err)
{
    const struct ft_candidate *checked = NULL;
    while (group->n > 0) {
        struct ft_finalist finalists[FT_GROUP_MAX];
        ft_group_finalists(group, finalists);
        const size_t own = ft_group_best_own(group, finalists, ft_race_decide(finalists, group->n));
        if (own == group->n || group->members[own] == checked)
            return 0;
        struct ft_candidate *best = group->members[own];
        struct ft_group alone = {.members = &best, .n = 1};
        if (check_again(lane, tuning, &alone, err) < 0)
            return -1;
        if (alone.n == 0)
            ft_group_drop(group, own);
        else
            checked = best;
    }
    return 0;
}

/* The worker was lost while several members were timed, and could not say by whom: each is timed
 * alone. When all survive that, it may have been no member's fault, and the group is tried again
 * once. 0 done, -1 error */
static int find_culprit(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                        int is_outside, int n_samples, struct ft_err *err)
{
    struct ft_gpu *gpu = is_outside ? &lane->outside : &lane->gpu;
    const char *cache = ft_cache_mode_name(lane->tuner->options->experiment->cache);
    const enum ft_outcome lost = gpu->lost;
    size_t n = group->n, last = 0;
    for (size_t i = 0; i < n; i++) {
        struct ft_candidate *c = group->members[i];
        struct ft_series series;
        enum ft_outcome outcome = FT_OUT_OK;
        char detail[512];
        int sm_mhz, throttled, bad;
        if ((c->built == NULL) != is_outside)
            continue;
        if ((is_outside ? ft_tune_ensure_worker(lane, gpu, err)
                        : load_group(lane, tuning, group, err)) < 0)
            return -1;
        if (group->n < n) /* it failed to load, and was blamed */
            return 0;
        int id = is_outside ? c->outside_id : c->loaded_id;
        int rc = ft_gpu_time(gpu, &id, 1, n_samples, cache, 0, &series, &sm_mhz, &throttled,
                             &outcome, &bad, detail, sizeof detail, err);
        if (rc < 0 || rc == 2)
            return rc < 0 ? -1 : 0;
        if (outcome != FT_OUT_OK)
            return blame(lane, tuning, group, i, outcome, detail, err);
        last = i;
    }
    if (group->n_unexplained++ == 0)
        return 0;
    return blame(lane, tuning, group, last, lost, "only when timed together with others", err);
}

/* One request for the members that are ours (or outside): appends their samples. 1 done, 0 somebody
 * was blamed or the worker's timer failed, -1 error */
static int time_part(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                     int is_outside, int n_samples, struct ft_err *err)
{
    struct ft_gpu *gpu = is_outside ? &lane->outside : &lane->gpu;
    const char *cache = ft_cache_mode_name(lane->tuner->options->experiment->cache);
    struct ft_series series[FT_GROUP_MAX];
    int ids[FT_GROUP_MAX], bad;
    size_t at[FT_GROUP_MAX], n = 0;
    enum ft_outcome outcome = FT_OUT_OK;
    char detail[512] = "";
    for (size_t i = 0; i < group->n; i++)
        if ((group->members[i]->built == NULL) == is_outside) {
            at[n] = i;
            ids[n++] = is_outside ? group->members[i]->outside_id : group->members[i]->loaded_id;
        }
    if (n == 0)
        return 1;
    /* Ours were loaded by load_group; the others' worker may be gone with one that has left. */
    if (is_outside && ft_tune_ensure_worker(lane, gpu, err) < 0)
        return -1;
    int rc = ft_gpu_time(gpu, ids, n, n_samples, cache, 0, series, &group->sm_mhz[is_outside],
                         &group->throttled[is_outside], &outcome, &bad, detail, sizeof detail, err);
    if (rc < 0 || rc == 2)
        return rc < 0 ? -1 : 0;
    if (outcome != FT_OUT_OK) {
        size_t blamed = 0;
        while (blamed < n && ids[blamed] != bad)
            blamed++;
        return blamed < n ? blame(lane, tuning, group, at[blamed], outcome, detail, err)
                          : find_culprit(lane, tuning, group, is_outside, n_samples, err);
    }
    for (size_t i = 0; i < n; i++)
        if (series[i].n == 0)
            return blame(lane, tuning, group, at[i], FT_OUT_LAUNCH_FAILED, "no timing samples",
                         err);
    for (size_t i = 0; i < n; i++) {
        struct ft_candidate *c = group->members[at[i]];
        c->final = ft_realloc(c->final, (c->n_final + series[i].n + 1) * sizeof *c->final);
        memcpy(c->final + c->n_final, series[i].ns, series[i].n * sizeof *c->final);
        c->n_final += series[i].n;
    }
    return 1;
}

/* Stores every member's samples; sample i of all was taken in round i. */
static int store_samples(struct ft_lane *lane, const struct ft_group *group, const char *phase,
                         struct ft_err *err)
{
    if (ft_db_begin(lane->tuner->db, err) < 0)
        return -1;
    for (size_t i = 0; i < group->n; i++) {
        const struct ft_candidate *c = group->members[i];
        const int is_outside = c->built == NULL;
        if (ft_db_samples(lane->tuner->db, c->trial_id, lane->tuner->run_id, phase, 0, c->final,
                          c->n_final, group->sm_mhz[is_outside], group->throttled[is_outside],
                          err) < 0)
            return -1;
    }
    return ft_db_commit(lane->tuner->db, err);
}

/* Rounds that fit GROUP_NS, by what is known of the members' times; also what a launch may take.
 */
static int affordable_rounds(const struct ft_group *group, int wanted, double *slowest_ns)
{
    double round_ns = 0;
    *slowest_ns = 0;
    for (size_t i = 0; i < group->n; i++) {
        const double ns = group->members[i]->stats.median; /* 0 for an outside contestant */
        round_ns += ns;
        *slowest_ns = ns > *slowest_ns ? ns : *slowest_ns;
    }
    const int share = wanted / LEAST_SHARE, least = share > MIN_ROUNDS ? share : MIN_ROUNDS;
    if (round_ns * wanted <= GROUP_NS || wanted <= least)
        return wanted;
    return round_ns * least >= GROUP_NS ? least : (int)(GROUP_NS / round_ns);
}

/* Whether the block was taken while the GPU held its clock back. Then it is dropped, and the GPU
 * gets a pause, as often as *n_pauses allows. */
static int is_dropped(struct ft_lane *lane, struct ft_group *group, const size_t *n_before,
                      int *n_pauses, struct ft_err *err)
{
    const int64_t until = ft_now_ns() + COOLING_NS;
    if (!group->throttled[0] && !group->throttled[1])
        return 0;
    lane->tuner->totals->n_throttled++;
    if (*n_pauses == 0)
        return 0;
    --*n_pauses;
    for (size_t i = 0; i < group->n; i++)
        group->members[i]->n_final = n_before[i];
    while (ft_now_ns() < until && !ft_tune_should_stop(lane->tuner))
        if (ft_lane_rest(lane, FT_SPENT_COOLING, err) < 0)
            return -1;
    return 1;
}

/* 1 done, 0 somebody was blamed or a timer failed, -1 error */
static int time_blocks(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                       int n_samples, const char *phase, struct ft_err *err)
{
    size_t n_before[FT_GROUP_MAX];
    int n_pauses = MAX_PAUSES, throttled[2] = {0, 0}, dropped;
    for (int done = 0; done < n_samples;) {
        const int n = n_samples - done < BLOCK_ROUNDS ? n_samples - done : BLOCK_ROUNDS;
        for (size_t i = 0; i < group->n; i++)
            n_before[i] = group->members[i]->n_final;
        ft_tune_report_progress(lane, tuning, tuning->n, phase);
        for (int is_outside = 0; is_outside < 2; is_outside++) {
            const int rc = time_part(lane, tuning, group, is_outside, n, err);
            if (rc != 1)
                return rc;
        }
        if ((dropped = is_dropped(lane, group, n_before, &n_pauses, err)) < 0)
            return -1;
        if (dropped)
            continue;
        for (int k = 0; k < 2; k++)
            throttled[k] |= group->throttled[k];
        done += n;
    }
    memcpy(group->throttled, throttled, sizeof throttled);
    return 1;
}

void ft_group_finalists(const struct ft_group *group, struct ft_finalist *finalists)
{
    memset(finalists, 0, group->n * sizeof *finalists);
    for (size_t i = 0; i < group->n; i++) {
        const struct ft_candidate *c = group->members[i];
        finalists[i] = (struct ft_finalist){.ns = c->final,
                                            .n_rounds = c->n_final,
                                            .regs = c->built ? c->built->job.regs : 0,
                                            .smem_bytes = c->loaded.smem_bytes,
                                            .config = c->text,
                                            .is_outside = !c->built};
    }
}

/* The members that are not told apart yet, while more rounds of them are affordable. */
static void pick_undecided(const struct ft_group *group, int n_rounds, struct ft_group *out)
{
    struct ft_finalist finalists[FT_GROUP_MAX];
    double round_ns = 0;
    ft_group_finalists(group, finalists);
    out->n = 0;
    if (ft_race_undecided(finalists, group->n) == 0)
        return;
    for (size_t i = 0; i < group->n; i++)
        if (finalists[i].is_undecided) {
            out->members[out->n++] = group->members[i];
            round_ns += finalists[i].stats.median;
        }
    if (round_ns * n_rounds > GROUP_NS)
        out->n = 0;
}

/* More rounds, twice as many each time, for those that the ones so far leave undecided. What goes
 * wrong in them ends them: the samples so far are kept, and who is to blame leaves the group. 0
 * done, -1 error */
static int extend(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                  int n_samples, const char *phase, struct ft_err *err)
{
    struct ft_candidate *close[FT_GROUP_MAX];
    size_t n_before[FT_GROUP_MAX];
    int rc = 1;
    for (int n = n_samples; rc == 1 && 2 * n <= MOST_EXTENSION * n_samples; n *= 2) {
        struct ft_group part = {.members = close};
        pick_undecided(group, n, &part);
        if (part.n == 0 || ft_tune_should_stop(lane->tuner))
            return 0;
        for (size_t i = 0; i < group->n; i++)
            n_before[i] = group->members[i]->n_final;
        rc = time_blocks(lane, tuning, &part, n, phase, err);
        for (size_t i = 0; rc == 0 && i < group->n; i++)
            group->members[i]->n_final = n_before[i];
        for (int k = 0; rc == 1 && k < 2; k++)
            group->throttled[k] |= part.throttled[k];
    }
    for (size_t i = 0; i < group->n;)
        if (group->members[i]->outcome != FT_OUT_OK)
            ft_group_drop(group, i);
        else
            i++;
    return rc < 0 ? -1 : 0;
}

int ft_group_time(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                  int n_samples, const char *phase, int is_last, struct ft_err *err)
{
    int rc = 0;
    n_samples = affordable_rounds(group, n_samples, &lane->gpu.slowest_ns);
    lane->outside.slowest_ns = lane->gpu.slowest_ns;
    while (rc == 0 && group->n > 0) {
        for (size_t i = 0; i < group->n; i++)
            group->members[i]->n_final = 0;
        if (load_group(lane, tuning, group, err) < 0)
            return -1;
        rc = time_blocks(lane, tuning, group, n_samples, phase, err);
        if (rc == 1 && is_last && extend(lane, tuning, group, n_samples, phase, err) < 0)
            rc = -1;
        if (rc == 1 && store_samples(lane, group, phase, err) < 0)
            rc = -1;
    }
    return rc < 0 ? -1 : 0;
}
