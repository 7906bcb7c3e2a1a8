/* record.c -- see the header */
#include "eval/record.h"
#include <math.h>
#include "base/fs.h"
#include "ft_abi.h"

#define MAX_COUNTERS 64

int64_t ft_record_build(struct ft_db *db, int64_t family_id, const struct ft_build *build,
                        const struct ft_job *job, const char *nvrtc, const char *cubin_path,
                        struct ft_err *err)
{
    struct ft_buf config = FT_BUF_INIT, options = FT_BUF_INIT, cubin = FT_BUF_INIT;
    int64_t id = -1;
    ft_config_format(&build->config, 1, &config);
    for (const char *const *option = ft_build_options; *option; option++)
        ft_buf_printf(&options, "%s%s", option == ft_build_options ? "" : " ", *option);
    if (!cubin_path || ft_fs_read(cubin_path, &cubin, err) == 0) {
        const struct ft_db_build row = {.key = build->key,
                                        .config = ft_buf_str(&config),
                                        .arch = build->arch,
                                        .header = build->header,
                                        .options = ft_buf_str(&options),
                                        .nvrtc = nvrtc,
                                        .log = "",
                                        .outcome = job->outcome,
                                        .detail = job->detail,
                                        .regs = job->regs,
                                        .spill_bytes = job->spill_bytes,
                                        .static_smem_bytes = job->static_smem_bytes,
                                        .wall_ns = job->wall_ns,
                                        .cubin = cubin_path ? cubin.data : NULL,
                                        .cubin_bytes = cubin.len,
                                        .args_bytes = sizeof(struct ft_attn_args)};
        id = ft_db_build(db, family_id, &row, err);
    }
    ft_buf_free(&config);
    ft_buf_free(&options);
    ft_buf_free(&cubin);
    return id;
}

static int is_ready(struct ft_gpu *gpu, int device_index, struct ft_err *err)
{
    if (gpu->generation == 0)
        return ft_gpu_start(gpu, ft_gpu_own_argv(1), device_index, err) == 0;
    return gpu->lost == FT_OUT_OK || ft_gpu_revive(gpu, err) == 0;
}

int ft_record_counters(struct ft_db *db, int64_t trial_id, struct ft_gpu *gpu,
                       const struct ft_count *count, struct ft_err *err)
{
    const char *status = "failed", *names[MAX_COUNTERS];
    double values[MAX_COUNTERS];
    char detail[512];
    int n = 0, passes = 0;
    enum ft_outcome outcome = FT_OUT_OK;
    struct ft_err local = {0};
    struct ft_gpu_loaded loaded;
    const struct ft_jval *reply = NULL;
    if (is_ready(gpu, count->device_index, &local) &&
        ft_gpu_problem(gpu, count->key, count->seed, count->cache, detail, sizeof detail, &local) ==
            1 &&
        ft_gpu_load(gpu, 0, count->request, &loaded, &outcome, detail, sizeof detail, &local) ==
            1 &&
        outcome == FT_OUT_OK && ft_gpu_counters(gpu, 0, count->cache, &reply, &local) == 1) {
        status = ft_jget_str(reply, "status", "failed");
        passes = (int)ft_jget_int(reply, "passes", 0);
        const struct ft_jval *map = ft_jget(reply, "counters");
        for (const struct ft_jval *v = map ? map->child : NULL; v && n < MAX_COUNTERS;
             v = v->next) {
            names[n] = v->key;
            values[n++] = v->kind == FT_J_NUM ? v->num : NAN;
        }
    }
    return ft_db_counters(db, trial_id, status, passes, names, values, n, err);
}
