/* rerun.c -- see the header
 *
 * A pass loads every config that is still in, checks those that were not checked, and times all of
 * them together. Whoever fails leaves, and the pass starts again; so it does, with everybody, when
 * a worker was replaced for its timer. Each pass loses a config or a timer, so passes end.
 */
#include "eval/rerun.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "ft_abi.h"
#include "gpu/cache.h"

#define COMPILE_NS ((int64_t)60 * 1000000000)
#define PUMP_NS    ((int64_t)200000000)

static int build(struct ft_gpu *gpu, const struct ft_rerun_plan *plan,
                 const struct ft_problem *problem, struct ft_rerun *items, size_t n,
                 struct ft_err *err)
{
    struct ft_pool *pool = ft_pool_new((int)n, COMPILE_NS, plan->include_dirs);
    int rc = 0;
    for (size_t i = 0; rc == 0 && i < n; i++) {
        struct ft_rerun *r = &items[i];
        struct ft_buf program = FT_BUF_INIT;
        rc = ft_build_init(&r->build, r->config, problem, &gpu->device, gpu->nvrtc, err);
        if (rc == 0)
            rc = ft_config_program(r->config, problem, &gpu->device, sizeof(struct ft_attn_args),
                                   &program, err);
        r->program = ft_buf_take(&program);
        if (rc == 0 && !(r->cubin = ft_cache_cubin_path(r->build.key, err)))
            rc = -1;
        r->job.build = &r->build;
        if (rc == 0)
            ft_pool_add(pool, &r->job);
    }
    while (rc == 0 && ft_pool_pending(pool) > 0)
        rc = ft_pool_pump(pool, PUMP_NS, err);
    ft_pool_free(pool);
    for (size_t i = 0; rc == 0 && i < n; i++) {
        items[i].outcome = items[i].job.outcome;
        snprintf(items[i].detail, sizeof items[i].detail, "%s", items[i].job.detail);
    }
    return rc;
}

/* Loads and checks item i. 1: it is in; 0: it is out, or the worker is gone; -1 error */
static int enter(struct ft_gpu *gpu, struct ft_rerun *r, int id, struct ft_err *err)
{
    static const char *const sets[] = {"full", "problem"};
    struct ft_gpu_request request = ft_gpu_request_of(r->config->family, r->cubin, r->program);
    int rc =
        ft_gpu_load(gpu, id, &request, &r->loaded, &r->outcome, r->detail, sizeof r->detail, err);
    for (int s = 0; s < 2 && rc == 1 && r->outcome == FT_OUT_OK && !r->is_checked; s++)
        rc = ft_gpu_validate(gpu, id, sets[s], &r->validation, &r->outcome, r->detail,
                             sizeof r->detail, err);
    if (rc < 0)
        return -1;
    r->is_checked = r->outcome == FT_OUT_OK;
    return r->is_checked;
}

static void take_samples(struct ft_rerun *r, const struct ft_series *series)
{
    r->ns = ft_malloc((series->n + 1) * sizeof *r->ns);
    memcpy(r->ns, series->ns, series->n * sizeof *r->ns);
    r->n = series->n;
    if (r->n > 0)
        ft_stats_of(r->ns, r->n, &r->stats);
}

/* 1: all that are still in have been timed; 0: somebody left, again; -1 error */
static int pass(struct ft_gpu *gpu, const struct ft_rerun_plan *plan, struct ft_rerun *items,
                size_t n, struct ft_err *err)
{
    struct ft_series series[FT_RERUN_MAX];
    struct ft_rerun *in[FT_RERUN_MAX];
    int ids[FT_RERUN_MAX], bad, sm_mhz, throttled;
    enum ft_outcome outcome = FT_OUT_OK;
    char detail[512];
    size_t n_in = 0;
    if (gpu->lost != FT_OUT_OK && ft_gpu_revive(gpu, err) < 0)
        return -1;
    for (size_t i = 0; i < n; i++) {
        if (items[i].outcome != FT_OUT_OK)
            continue;
        int rc = enter(gpu, &items[i], (int)i, err);
        if (rc <= 0)
            return rc;
        in[n_in] = &items[i];
        ids[n_in++] = (int)i;
    }
    if (n_in == 0)
        return 1;
    int rc = ft_gpu_time(gpu, ids, n_in, plan->n_samples, plan->cache, 0, series, &sm_mhz,
                         &throttled, &outcome, &bad, detail, sizeof detail, err);
    if (rc < 0 || rc == 2)
        return rc < 0 ? -1 : 0;
    for (size_t k = 0; k < n_in; k++) {
        if (outcome == FT_OUT_OK) {
            take_samples(in[k], &series[k]);
            in[k]->sm_mhz = sm_mhz;
            in[k]->throttled = throttled;
        } else if (bad == ids[k] || bad == FT_NO_ID) {
            in[k]->outcome = outcome;
            snprintf(in[k]->detail, sizeof in[k]->detail, "%s", detail);
        }
    }
    return outcome == FT_OUT_OK;
}

int ft_rerun(struct ft_gpu *gpu, const struct ft_rerun_plan *plan, struct ft_rerun *items, size_t n,
             struct ft_err *err)
{
    struct ft_problem problem;
    char why[512];
    if (ft_problem_parse_key(plan->key, &problem) < 0)
        return ft_err_set(err, FT_ERR_INTERNAL, "the stored problem '%s' cannot be read",
                          plan->key);
    if (build(gpu, plan, &problem, items, n, err) < 0)
        return -1;
    if (gpu->lost != FT_OUT_OK && ft_gpu_revive(gpu, err) < 0)
        return -1;
    if (!gpu->is_calibrated && ft_gpu_calibrate(gpu, err) < 0)
        return -1;
    int rc = ft_gpu_problem(gpu, plan->key, plan->seed, plan->cache, why, sizeof why, err);
    if (rc < 0)
        return -1;
    if (rc == 0) {
        for (size_t i = 0; i < n; i++) {
            items[i].outcome = FT_OUT_REJECTED;
            snprintf(items[i].detail, sizeof items[i].detail, "%s", why);
        }
        return 0;
    }
    do
        rc = pass(gpu, plan, items, n, err);
    while (rc == 0);
    return rc < 0 ? -1 : 0;
}

void ft_rerun_free(struct ft_rerun *items, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        ft_build_fini(&items[i].build);
        free(items[i].cubin);
        free(items[i].program);
        free(items[i].ns);
    }
}
