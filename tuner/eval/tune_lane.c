/* tune_lane.c -- the GPUs of a run: each takes the next open problem until there is none
 *
 * A problem stays on the GPU that took it, so that its finalists are compared on one card. A lane
 * that cannot go on (its GPU is gone, say) gives its problem back with all that is known of it, and
 * the others do the rest; the run fails when no lane is left.
 *
 * Threads end together: workers die with the thread that started them (eval/process.h), and the
 * compilers serve all lanes.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/log.h"
#include "base/units.h"
#include "eval/tune_int.h"

#define REST_NS 2000000

static void release(void *ctx)
{
    struct ft_lane *lane = ctx;
    pthread_mutex_unlock(&lane->tuner->lock);
}

static void acquire(void *ctx)
{
    struct ft_lane *lane = ctx;
    pthread_mutex_lock(&lane->tuner->lock);
}

static void pump(void *ctx)
{
    struct ft_lane *lane = ctx;
    struct ft_err ignored = {0}; /* said when somebody waits for a build */
    ft_pool_pump(lane->tuner->pool, 0, &ignored);
}

static const struct ft_gpu_hooks hooks = {release, acquire, pump};

int ft_lane_rest(struct ft_lane *lane, enum ft_spending why, struct ft_err *err)
{
    const struct timespec pause = {.tv_nsec = REST_NS};
    const int64_t start = ft_now_ns();
    release(lane);
    nanosleep(&pause, NULL);
    acquire(lane);
    lane->rested_ns[why] += ft_now_ns() - start;
    return ft_pool_pump(lane->tuner->pool, 0, err);
}

static void hook(struct ft_lane *lane, struct ft_gpu *gpu)
{
    gpu->hooks = &hooks;
    gpu->hooks_ctx = lane;
    gpu->process.fd = -1;
}

int ft_lane_start(struct ft_lane *lane, int device_index, struct ft_err *err)
{
    hook(lane, &lane->gpu);
    hook(lane, &lane->counters);
    hook(lane, &lane->outside);
    lane->gpu.partition_sms = lane->counters.partition_sms = lane->tuner->options->partition_sms;
    return ft_gpu_start(&lane->gpu, ft_gpu_own_argv(0), device_index, err);
}

void ft_lane_stop(struct ft_lane *lane)
{
    ft_gpu_stop(&lane->gpu);
    if (lane->counters.generation > 0)
        ft_gpu_stop(&lane->counters);
    if (lane->has_outside)
        ft_gpu_stop(&lane->outside);
}

static double total_s(const struct ft_gpu *gpu)
{
    int64_t ns = 0;
    for (int i = 0; i < FT_N_SPENDING; i++)
        ns += gpu->spent_ns[i];
    return (double)ns / 1e9;
}

void ft_lanes_account(const struct ft_tuner *tuner)
{
    struct ft_tune_totals *totals = tuner->totals;
    for (size_t i = 0; i < tuner->n_lanes; i++) {
        const struct ft_lane *lane = &tuner->lanes[i];
        for (int k = 0; k < FT_N_SPENDING; k++)
            totals->spent_s[k] += (double)(lane->gpu.spent_ns[k] + lane->rested_ns[k]) / 1e9;
        totals->spent_s[FT_SPENT_COUNTERS] += total_s(&lane->counters);
        totals->spent_s[FT_SPENT_BASELINES] += total_s(&lane->outside);
    }
    totals->lanes_s = totals->wall_s * (double)tuner->n_lanes;
}

/* A baseline that cannot start is a note, not an error: it is optional. */
static void start_outside(struct ft_lane *lane)
{
    const struct ft_tune_options *o = lane->tuner->options;
    char *argv[] = {(char *)(uintptr_t)o->python, (char *)(uintptr_t)o->baseline, NULL};
    struct ft_err err = {0};
    memcpy(lane->outside_argv, argv, sizeof argv);
    if (ft_gpu_start(&lane->outside, lane->outside_argv, lane->gpu.device_index, &err) < 0) {
        ft_warn("no baseline: %s", err.text);
        ft_gpu_stop(&lane->outside);
        return;
    }
    lane->has_outside = 1;
}

struct ft_tuning *ft_lane_next(const struct ft_tuner *tuner)
{
    struct ft_tuning *next = NULL;
    for (size_t i = 0; i < tuner->n_tunings; i++) {
        struct ft_tuning *tuning = &tuner->tunings[i];
        if (!tuning->is_kept && !tuning->is_taken && (!next || tuning->n_decided < next->n_decided))
            next = tuning;
    }
    return next;
}

static int can_go_on(const struct ft_lane *lane)
{
    return lane->err.code == FT_OK && ft_lane_next(lane->tuner) &&
           !ft_tune_should_stop(lane->tuner);
}

static int is_somebody_left(const struct ft_tuner *tuner)
{
    for (size_t i = 0; i < tuner->n_lanes; i++)
        if (tuner->lanes[i].err.code == FT_OK)
            return 1;
    return 0;
}

/* Nobody is at work, and nobody could be. */
static int is_over(const struct ft_tuner *tuner)
{
    return tuner->n_idle == tuner->n_lanes &&
           (!is_somebody_left(tuner) || !ft_lane_next(tuner) || ft_tune_should_stop(tuner));
}

static void run_problems(struct ft_lane *lane)
{
    while (can_go_on(lane)) {
        struct ft_tuning *tuning = ft_lane_next(lane->tuner);
        tuning->is_taken = 1;
        for (size_t i = 0; i < tuning->n; i++) /* another lane may have had them loaded */
            tuning->candidates[i].loaded_id = -1;
        if (ft_tune_problem(lane, tuning, &lane->err) < 0) {
            tuning->is_taken = 0;
            return;
        }
        lane->tuner->progress.n_done++;
    }
}

/* With the lock held, but for waits. */
static void run_lane(struct ft_lane *lane)
{
    struct ft_tuner *tuner = lane->tuner;
    if (lane->err.code == FT_OK && tuner->options->baseline)
        start_outside(lane);
    for (;;) {
        run_problems(lane);
        tuner->n_idle++;
        if (lane->err.code != FT_OK && is_somebody_left(tuner))
            ft_warn("GPU %d is out: %s; the others go on", lane->gpu.device_index, lane->err.text);
        pthread_cond_broadcast(&tuner->lane_idle);
        while (!can_go_on(lane) && !is_over(tuner))
            pthread_cond_wait(&tuner->lane_idle, &tuner->lock);
        if (!can_go_on(lane))
            break;
        tuner->n_idle--;
    }
    ft_lane_stop(lane);
}

static void *lane_main(void *ctx)
{
    struct ft_lane *lane = ctx;
    acquire(lane);
    if (ft_lane_start(lane, lane->gpu.device_index, &lane->err) == 0)
        ft_gpu_calibrate(&lane->gpu, &lane->err);
    run_lane(lane);
    release(lane);
    return NULL;
}

int ft_lanes_run(struct ft_tuner *tuner, struct ft_err *err)
{
    size_t n_threads = 0;
    tuner->n_idle = 0;
    for (size_t i = 1; i < tuner->n_lanes; i++) {
        struct ft_lane *lane = &tuner->lanes[i];
        if (pthread_create(&lane->thread, NULL, lane_main, lane) != 0) {
            tuner->n_lanes = i;
            ft_warn("no thread for GPU %d: %zu of this model are used", lane->gpu.device_index, i);
            break;
        }
        n_threads++;
    }
    run_lane(&tuner->lanes[0]);
    release(&tuner->lanes[0]);
    for (size_t i = 1; i <= n_threads; i++)
        pthread_join(tuner->lanes[i].thread, NULL);
    acquire(&tuner->lanes[0]);
    for (size_t i = 0; i < tuner->n_lanes && ft_lane_next(tuner); i++)
        if (tuner->lanes[i].err.code != FT_OK) {
            *err = tuner->lanes[i].err;
            return -1;
        }
    return 0;
}
