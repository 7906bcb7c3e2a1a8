/* tune_store.c -- results of the engine into the database, each committed when it is known */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/mem.h"
#include "eval/tune_int.h"
#include "ft_abi.h"
#include "gpu/cache.h"

static void describe_build(const struct ft_tuner *tuner, const struct ft_built *built,
                           const char *config, struct ft_db_build *row)
{
    *row = (struct ft_db_build){
        .key = built->build.key,
        .config = config,
        .arch = built->build.arch,
        .header = built->build.header,
        .options = ft_build_options[0],
        .nvrtc = tuner->gpu.nvrtc,
        .log = "",
        .outcome = built->job.outcome,
        .detail = built->job.detail,
        .regs = built->job.regs,
        .spill_bytes = built->job.spill_bytes,
        .static_smem_bytes = built->job.static_smem_bytes,
        .wall_ns = built->job.wall_ns,
        .args_bytes = sizeof(struct ft_attn_args),
    };
}

static int store_build(struct ft_tuner *tuner, struct ft_built *built, const struct ft_buf *cubin,
                       struct ft_err *err)
{
    struct ft_buf config = FT_BUF_INIT, options = FT_BUF_INIT;
    struct ft_db_build row;
    ft_config_format(&built->build.config, 1, &config);
    for (const char *const *option = ft_build_options; *option; option++)
        ft_buf_printf(&options, "%s%s", option == ft_build_options ? "" : " ", *option);
    describe_build(tuner, built, ft_buf_str(&config), &row);
    row.options = ft_buf_str(&options);
    if (cubin) {
        row.cubin = cubin->data;
        row.cubin_bytes = cubin->len;
    }
    int64_t id = ft_db_build(tuner->db, built->family_id, &row, err);
    if (id > 0)
        built->db_id = id;
    ft_buf_free(&config);
    ft_buf_free(&options);
    return id > 0 ? 0 : -1;
}

int ft_tune_store_trial(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_candidate *c,
                        struct ft_err *err)
{
    if (c->built && c->built->db_id == 0) {
        if (store_build(tuner, c->built, NULL, err) < 0)
            return -1;
        tuner->totals->compile_s += c->built->job.is_cached ? 0 : c->built->job.wall_ns / 1e9;
    }
    struct ft_db_trial row = {
        .run_id = tuner->run_id,
        .device_id = tuner->device_id,
        .problem_id = tuning->problem_id,
        .build_id = c->built ? c->built->db_id : 0,
        .contestant = c->contestant,
        .config = c->text,
        .cache = ft_cache_mode_name(tuner->options->experiment->cache),
        .timer = c->built ? tuner->gpu.timer : tuner->outside.timer,
        .outcome = c->outcome,
        .detail = c->detail,
        .program = c->program ? c->program : "",
        .ctas_per_sm = c->loaded.ctas_per_sm,
        .smem_bytes = c->loaded.smem_bytes,
        .workspace_bytes = c->loaded.workspace_bytes,
        .validation = c->validation,
    };
    c->trial_id = ft_db_trial(tuner->db, &row, err);
    return c->trial_id > 0 ? 0 : -1;
}

void ft_tune_request(const struct ft_candidate *c, const char *cubin_path,
                     struct ft_gpu_request *out)
{
    const struct ft_family *family = c->config->family;
    *out = (struct ft_gpu_request){.cubin_path = cubin_path,
                                   .program = c->program,
                                   .is_deterministic = family->is_deterministic,
                                   .any_page_size = !family->specialised[FT_VAR_P_PAGE_SIZE],
                                   .any_lse = !family->specialised[FT_VAR_P_WANT_LSE]};
}

int ft_tune_store_cubin(struct ft_tuner *tuner, struct ft_built *built, struct ft_err *err)
{
    struct ft_buf cubin = FT_BUF_INIT;
    char *path = ft_cache_cubin_path(built->build.key, err);
    int rc = path ? ft_fs_read(path, &cubin, err) : -1;
    if (rc == 0)
        rc = store_build(tuner, built, &cubin, err);
    ft_buf_free(&cubin);
    free(path);
    return rc;
}

/* Collects the one-pass counter set in the counters worker. What goes wrong there is stored as a
 * status and costs nothing else. */
int ft_tune_store_counters(struct ft_tuner *tuner, struct ft_tuning *tuning,
                           struct ft_candidate *winner, struct ft_err *err)
{
    const char *cache = ft_cache_mode_name(tuner->options->experiment->cache), *status = "failed";
    const char *names[64];
    double values[64];
    char detail[512];
    int n = 0, passes = 0;
    enum ft_outcome outcome = FT_OUT_OK;
    struct ft_err local = {0};
    struct ft_gpu_loaded loaded;
    const struct ft_jval *reply = NULL;
    struct ft_gpu *gpu = &tuner->counters;
    char *cubin = ft_cache_cubin_path(winner->built->build.key, err);
    struct ft_gpu_request request;
    if (!cubin)
        return -1;
    ft_tune_request(winner, cubin, &request);
    if (gpu->generation == 0
            ? ft_gpu_start(gpu, ft_gpu_own_argv(1), tuner->options->device_index, &local) == 0
            : gpu->lost == FT_OUT_OK || ft_gpu_revive(gpu, &local) == 0) {
        if (ft_gpu_problem(gpu, tuning->problem->key, tuner->options->experiment->seeds[0], cache,
                           detail, sizeof detail, &local) == 1 &&
            ft_gpu_load(gpu, 0, &request, &loaded, &outcome, detail, sizeof detail, &local) == 1 &&
            outcome == FT_OUT_OK && ft_gpu_counters(gpu, 0, cache, &reply, &local) == 1) {
            status = ft_jget_str(reply, "status", "failed");
            passes = (int)ft_jget_int(reply, "passes", 0);
            const struct ft_jval *map = ft_jget(reply, "counters");
            for (const struct ft_jval *v = map ? map->child : NULL; v && n < 64; v = v->next) {
                names[n] = v->key;
                values[n++] = v->kind == FT_J_NUM ? v->num : NAN;
            }
        }
    }
    free(cubin);
    return ft_db_counters(tuner->db, winner->trial_id, status, passes, names, values, n, err);
}
