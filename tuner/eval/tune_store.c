/* tune_store.c -- results of the engine into the database, each committed when it is known */
#include <stdlib.h>
#include "eval/record.h"
#include "eval/tune_int.h"
#include "gpu/cache.h"

static int store_build(struct ft_lane *lane, struct ft_built *built, const char *cubin_path,
                       struct ft_err *err)
{
    int64_t id = ft_record_build(lane->tuner->db, built->family_id, &built->build, &built->job,
                                 lane->gpu.nvrtc, cubin_path, err);
    if (id > 0)
        built->db_id = id;
    return id > 0 ? 0 : -1;
}

int ft_tune_store_trial(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_candidate *c,
                        struct ft_err *err)
{
    if (c->built && c->built->db_id == 0) {
        if (store_build(lane, c->built, NULL, err) < 0)
            return -1;
        lane->tuner->totals->compile_s += c->built->job.is_cached ? 0 : c->built->job.wall_ns / 1e9;
    }
    struct ft_db_trial row = {
        .run_id = lane->tuner->run_id,
        .device_id = lane->tuner->device_id,
        .problem_id = tuning->problem_id,
        .build_id = c->built ? c->built->db_id : 0,
        .contestant = c->contestant,
        .config = c->text,
        .cache = ft_cache_mode_name(lane->tuner->options->experiment->cache),
        .timer = c->built ? lane->gpu.timer : lane->outside.timer,
        .outcome = c->outcome,
        .detail = c->detail,
        .program = c->program ? c->program : "",
        .ctas_per_sm = c->loaded.ctas_per_sm,
        .smem_bytes = c->loaded.smem_bytes,
        .workspace_bytes = c->loaded.workspace_bytes,
        .validation = c->validation,
    };
    c->trial_id = ft_db_trial(lane->tuner->db, &row, err);
    return c->trial_id > 0 ? 0 : -1;
}

int ft_tune_store_cubin(struct ft_lane *lane, struct ft_built *built, struct ft_err *err)
{
    char *path = ft_cache_cubin_path(built->build.key, err);
    int rc = path ? store_build(lane, built, path, err) : -1;
    free(path);
    return rc;
}

/* Collects the one-pass counter set in the counters worker. */
int ft_tune_store_counters(struct ft_lane *lane, struct ft_tuning *tuning,
                           struct ft_candidate *winner, struct ft_err *err)
{
    char *cubin = ft_cache_cubin_path(winner->built->build.key, err);
    if (!cubin)
        return -1;
    const struct ft_gpu_request request =
        ft_gpu_request_of(winner->config->family, cubin, winner->program);
    const struct ft_experiment *e = lane->tuner->options->experiment;
    const struct ft_count count = {.key = tuning->problem->key,
                                   .cache = ft_cache_mode_name(e->cache),
                                   .seed = e->seeds[0],
                                   .request = &request,
                                   .device_index = lane->gpu.device_index};
    int rc = ft_record_counters(lane->tuner->db, winner->trial_id, &lane->counters, &count, err);
    free(cubin);
    return rc;
}
