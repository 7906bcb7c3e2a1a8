/* tune.c -- the run: workers, database rows, all problems planned, then one problem after the
 * other
 *
 * Order of things: the GPU worker says what device this is; spaces and scopes are computed for
 * every problem; those with a stored winner of the same scope are done. Only then is anything
 * expensive started: calibration, builds of all open problems in the order they are needed, timing.
 * Builds go on in the background (the GPU client calls idle() while it waits).
 */
#include "eval/tune.h"
#include <math.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/units.h"
#include "eval/tune_hunt.h"

#define MAX_BAD_GPUS 8 /* that are passed over in search of one that works */

int ft_tune_should_stop(const struct ft_tuner *tuner)
{
    const struct ft_tune_options *o = tuner->options;
    if (o->stop && *o->stop) {
        tuner->totals->is_interrupted = 1;
        return 1;
    }
    if (tuner->budget_ns > 0 && ft_now_ns() - tuner->start_ns > tuner->budget_ns) {
        tuner->totals->is_out_of_budget = 1;
        return 1;
    }
    return 0;
}

void ft_tune_report_progress(struct ft_lane *lane, const struct ft_tuning *tuning, size_t trial_i,
                             const char *phase)
{
    struct ft_tuner *tuner = lane->tuner;
    struct ft_tune_progress *p = &tuner->progress;
    p->n_lanes = tuner->n_lanes;
    p->problem = tuning->problem->names[0];
    p->problem_i = (size_t)(tuning - tuner->tunings);
    p->n_problems = tuner->n_tunings;
    p->trial_i = trial_i;
    p->n_trials = tuning->n;
    size_t n_left = 0;
    for (size_t i = 0; i < tuner->n_tunings; i++)
        n_left += ft_tuning_evals_left(tuner, &tuner->tunings[i]);
    p->n_compile_pending = ft_pool_pending(tuner->pool);
    memcpy(p->outcomes, tuner->totals->outcomes, sizeof p->outcomes);
    p->best_ns = tuning->best_ns;
    p->best_config = tuning->best_config;
    p->phase = phase;
    p->eta_s = tuner->n_screened < 8 ? -1
                                     : (double)(ft_now_ns() - tuner->start_ns) / 1e9 /
                                           (double)tuner->n_screened * (double)n_left;
    tuner->observer->progress(tuner->observer->ctx, p);
}

static int are_alike(const struct ft_gpu_peer *a, const struct ft_gpu_peer *b)
{
    return strcmp(a->name, b->name) == 0 && a->cc == b->cc && a->sms == b->sms;
}

/* The first lane's worker says which other GPUs there are: those of its model get a lane, and the
 * first of a model with no GPU before it is where the caller goes on. */
static void find_alike(struct ft_tuner *tuner)
{
    const struct ft_gpu *first = &tuner->lanes[0].gpu;
    const int own = first->device_index;
    int n_models = 1;
    for (int i = own + 1; i < first->n_peers; i++) {
        int is_new = 1;
        for (int k = 0; k < i; k++)
            is_new &= !are_alike(&first->peers[k], &first->peers[i]);
        n_models += is_new;
        if (is_new && tuner->totals->next_device < 0)
            tuner->totals->next_device = i;
        if (are_alike(&first->peers[own], &first->peers[i])) {
            tuner->lanes[tuner->n_lanes].tuner = tuner;
            tuner->lanes[tuner->n_lanes++].gpu.device_index = i;
        }
    }
    tuner->budget_ns /= n_models; /* the others want their share */
}

static int start_gpu(struct ft_tuner *tuner, struct ft_err *err)
{
    struct ft_lane *lane = &tuner->lanes[0];
    const int first = tuner->options->device_index;
    lane->tuner = tuner;
    tuner->n_lanes = 1;
    tuner->totals->next_device = -1;
    int rc = ft_lane_start(lane, first, err);
    /* Another may do where all are asked for; what is said in the end is what the first one said.
     */
    for (int i = first + 1; rc < 0 && tuner->options->all_alike && i <= first + MAX_BAD_GPUS; i++) {
        struct ft_err other = {0};
        ft_lane_stop(lane);
        if ((rc = ft_lane_start(lane, i, &other)) == 0) {
            ft_warn("GPU %d is out: %s; the others go on", first, err->text);
            *err = (struct ft_err){0};
        }
    }
    if (rc < 0)
        return -1;
    tuner->device = lane->gpu.device;
    snprintf(tuner->timer, sizeof tuner->timer, "%s", lane->gpu.timer);
    snprintf(tuner->nvrtc, sizeof tuner->nvrtc, "%s", lane->gpu.nvrtc);
    if (tuner->options->all_alike)
        find_alike(tuner);
    return 0;
}

static int start_run(struct ft_tuner *tuner, struct ft_err *err)
{
    const struct ft_tune_options *o = tuner->options;
    const struct ft_experiment *e = o->experiment;
    struct ft_buf text = FT_BUF_INIT;
    struct utsname host;
    if (uname(&host) != 0)
        host.nodename[0] = 0;
    if (ft_fs_read(e->file, &text, err) < 0)
        return -1;
    struct ft_db_run run = {.experiment = e->name,
                            .config_text = ft_buf_str(&text),
                            .command = o->command,
                            .fatune_version = o->version,
                            .host = host.nodename,
                            .driver = tuner->lanes[0].gpu.driver,
                            .nvrtc = tuner->nvrtc,
                            .cupti = tuner->lanes[0].gpu.cupti,
                            .timer = tuner->timer,
                            .cache = ft_cache_mode_name(e->cache),
                            .seed = o->seed};
    tuner->run_id = ft_db_run_start(tuner->db, &run, tuner->device_id, err);
    ft_buf_free(&text);
    tuner->totals->run_id = tuner->run_id;
    return tuner->run_id > 0 ? 0 : -1;
}

static int make_rows(struct ft_tuner *tuner, struct ft_err *err)
{
    const struct ft_experiment *e = tuner->options->experiment;
    tuner->family_ids = ft_calloc(e->n_families + 1, sizeof *tuner->family_ids);
    if (ft_db_begin(tuner->db, err) < 0 ||
        (tuner->device_id = ft_db_device(tuner->db, &tuner->device, err)) < 0)
        return -1;
    for (size_t i = 0; i < e->n_families; i++)
        if ((tuner->family_ids[i] = ft_db_family(tuner->db, e->narrowings[i].family, err)) < 0)
            return -1;
    return ft_db_commit(tuner->db, err);
}

static void report_kept(struct ft_tuner *tuner, const struct ft_tuning *tuning)
{
    struct ft_tune_result result = {.problem = tuning->problem, .is_kept = 1, .note = ""};
    tuner->totals->n_kept++;
    tuner->observer->result(tuner->observer->ctx, &result);
}

static int make_tunings(struct ft_tuner *tuner, struct ft_err *err)
{
    const struct ft_experiment *e = tuner->options->experiment;
    const char *glob = tuner->options->problem_glob;
    const unsigned char *selected = tuner->options->selected;
    if (!tuner->options->family_glob && ft_experiment_check(e, &tuner->device, err) < 0)
        return -1;
    tuner->tunings = ft_calloc(e->n_problems + 1, sizeof *tuner->tunings);
    if (ft_db_begin(tuner->db, err) < 0)
        return -1;
    for (size_t i = 0; i < e->n_problems; i++) {
        if ((glob && !ft_problem_matches(&e->problems[i], glob)) || (selected && !selected[i]))
            continue;
        struct ft_tuning *tuning = &tuner->tunings[tuner->n_tunings++];
        tuning->problem = &e->problems[i];
        if ((tuning->problem_id = ft_db_problem(tuner->db, tuning->problem, err)) < 0 ||
            ft_tuning_enumerate(tuner, tuning, err) < 0)
            return -1;
        for (int r = ft_tuning_wanted_rigor(tuner, tuning); r < FT_N_RIGORS && !tuning->is_kept;
             r++) {
            const int found = ft_db_find_winner(tuner->db, tuner->device_id, tuning->problem_id,
                                                tuning->scopes[r], err);
            if (found < 0)
                return -1;
            tuning->is_kept = found;
        }
        for (int r = 0; r < FT_N_RIGORS && !tuning->is_kept; r++) {
            const int64_t n = ft_db_winner_trials(tuner->db, tuner->device_id, tuning->problem_id,
                                                  tuning->scopes[r], err);
            if (n < 0)
                return -1;
            tuning->n_decided = n > tuning->n_decided ? (int)n : tuning->n_decided;
        }
        if (ft_tune_should_stop(tuner))
            break;
    }
    return ft_db_commit(tuner->db, err);
}

/* The first lane's GPU; where it cannot, the next one becomes the first. */
static int calibrate_first(struct ft_tuner *tuner, struct ft_err *err)
{
    struct ft_lane *lanes = tuner->lanes;
    while (ft_gpu_calibrate(&lanes[0].gpu, err) < 0) {
        if (tuner->n_lanes == 1)
            return -1;
        ft_warn("GPU %d is out: %s; the others go on", lanes[0].gpu.device_index, err->text);
        ft_lane_stop(&lanes[0]);
        memmove(lanes, lanes + 1, --tuner->n_lanes * sizeof *lanes);
        *err = (struct ft_err){0};
        if (ft_lane_start(&lanes[0], lanes[0].gpu.device_index, err) < 0 && tuner->n_lanes == 1)
            return -1;
    }
    return 0;
}

static int tune_open_problems(struct ft_tuner *tuner, struct ft_err *err)
{
    char *cache = ft_fs_cache_dir(err); /* better now than after the first compile */
    if (!cache)
        return -1;
    free(cache);
    /* What will be tried is known where everything is: the compilers get it all, in order. */
    for (size_t i = 0; i < tuner->n_tunings && tuner->budget_ns <= 0; i++) {
        struct ft_tuning *tuning = &tuner->tunings[i];
        if (ft_tune_should_stop(tuner))
            break;
        if (!tuning->is_kept && ft_tuning_wanted_rigor(tuner, tuning) == FT_RIGOR_EXHAUSTIVE &&
            ft_tuning_open(tuner, tuning, err) < 0)
            return -1;
    }
    if (calibrate_first(tuner, err) < 0)
        return -1;
    tuner->device = tuner->lanes[0].gpu.device;
    if (ft_db_device(tuner->db, &tuner->device, err) < 0 || start_run(tuner, err) < 0)
        return -1;
    tuner->observer->device(tuner->observer->ctx, &tuner->device, tuner->timer, tuner->n_lanes);
    for (size_t i = 0; i < tuner->n_tunings; i++)
        if (tuner->tunings[i].is_kept)
            report_kept(tuner, &tuner->tunings[i]);
    return ft_lanes_run(tuner, err);
}

static void free_built(void *node)
{
    struct ft_built *built = node;
    ft_build_fini(&built->build);
    free(built->checks);
    free(built);
}

static void close_tuner(struct ft_tuner *tuner)
{
    ft_lane_stop(&tuner->lanes[0]); /* the others stop where they run */
    free(tuner->lanes);
    ft_pool_free(tuner->pool);
    for (size_t i = 0; i < tuner->n_tunings; i++)
        ft_tuning_free(tuner, &tuner->tunings[i]);
    free(tuner->tunings);
    ft_warm_free(tuner);
    tdestroy(tuner->builds_by_key, free_built);
    free(tuner->family_ids);
    ft_db_close(tuner->db);
    ft_arena_free(tuner->arena);
}

int ft_tune_run(const struct ft_tune_options *options, const struct ft_tune_observer *observer,
                struct ft_tune_totals *totals, struct ft_err *err)
{
    struct ft_tuner tuner = {.options = options,
                             .observer = observer,
                             .totals = totals,
                             .lock = PTHREAD_MUTEX_INITIALIZER,
                             .lane_idle = PTHREAD_COND_INITIALIZER};
    memset(totals, 0, sizeof *totals);
    tuner.start_ns = ft_now_ns();
    tuner.budget_ns = options->budget_ns;
    tuner.arena = ft_arena_new();
    tuner.lanes = ft_calloc(FT_MAX_PEERS, sizeof *tuner.lanes);
    pthread_mutex_lock(&tuner.lock);
    tuner.pool =
        ft_pool_new(options->n_compile_workers, options->compile_limit_ns, options->include_dirs);
    /* The GPU first: a run that cannot start leaves no empty database behind. */
    int rc = start_gpu(&tuner, err);
    if (rc == 0)
        rc = ft_warm_load_files(&tuner, err);
    if (rc == 0 && !(tuner.db = ft_db_open(options->db_path, FT_DB_WRITE, err)))
        rc = -1;
    if (rc == 0)
        rc = make_rows(&tuner, err);
    if (rc == 0)
        rc = make_tunings(&tuner, err);
    totals->n_problems = tuner.n_tunings;
    totals->device_id = tuner.device_id;
    size_t n_open = 0;
    for (size_t i = 0; i < tuner.n_tunings; i++)
        n_open += !tuner.tunings[i].is_kept;
    if (rc == 0 && n_open > 0) {
        rc = tune_open_problems(&tuner, err);
        int is_partial = totals->is_interrupted || totals->is_out_of_budget;
        struct ft_err end = {0};
        if (tuner.run_id > 0)
            ft_db_run_end(tuner.db, tuner.run_id,
                          rc < 0       ? "failed"
                          : is_partial ? "interrupted"
                                       : "done",
                          &end);
    } else if (rc == 0) {
        observer->device(observer->ctx, &tuner.device, tuner.timer, tuner.n_lanes);
        for (size_t i = 0; i < tuner.n_tunings; i++)
            report_kept(&tuner, &tuner.tunings[i]);
    }
    totals->wall_s = (double)(ft_now_ns() - tuner.start_ns) / 1e9;
    ft_lanes_account(&tuner);
    pthread_mutex_unlock(&tuner.lock);
    close_tuner(&tuner);
    return rc;
}
