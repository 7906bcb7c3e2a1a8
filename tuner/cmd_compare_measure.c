/* cmd_compare_measure.c -- `fatune compare --measure`: what B loses with A's winner, measured now
 *
 * Only pairs tell a few percent: both winners are built, validated and timed in interleaved rounds,
 * and each problem is committed when it is done. Winners are not decided here: a faster config is a
 * trial that the next tuning run finds.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "cmd.h"
#include "cmd_compare.h"
#include "cmd_util.h"
#include "eval/record.h"
#include "eval/rerun.h"

#define SAMPLES         30
#define SHORT_SAMPLES   240 /* short kernels vary by 2 % from launch to launch */
#define SHORT_NS        1e5
#define VALIDATION_SEED 1

struct device_row { /* B, as its database knows it */
    char key[256];
    int partition_sms; /* 0: the whole GPU */
};

static int read_device(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct device_row *d = ctx;
    snprintf(d->key, sizeof d->key, "%s", ft_db_row_text(n, names, values, "key"));
    if (sscanf(ft_db_row_text(n, names, values, "partition"), "%d SMs", &d->partition_sms) != 1)
        d->partition_sms = 0;
    return 0;
}

/* The GPU here, or a partition of it, started as B. */
static int start(struct ft_gpu *gpu, const struct ft_compare_side *b, int device_index,
                 struct ft_err *err)
{
    struct device_row row = {0};
    const char *args[] = {b->device_id};
    char here[256];
    if (ft_db_select(b->db, read_device, &row, err,
                     "SELECT key, partition FROM device WHERE id = ?", 1, args) < 0)
        return -1;
    gpu->partition_sms = row.partition_sms;
    if (ft_gpu_start(gpu, ft_gpu_own_argv(0), device_index, err) < 0)
        return -1;
    ft_device_key(&gpu->device, here);
    if (strcmp(here, row.key) == 0)
        return 0;
    ft_err_set(err, FT_ERR_ENV, "B is '%s', and device %d here is '%s'", b->name, device_index,
               gpu->device.name);
    ft_err_hint(err, "run it where B is, or name the GPU with --gpu");
    return -1;
}

/* The configs of a row, A's first, as families here have them. 0: they cannot be built here */
static int find_configs(const struct ft_compare_row *row, const struct ft_families *families,
                        struct ft_config configs[2])
{
    const struct ft_compare_winner *winners[2] = {&row->a, &row->b};
    for (int side = 0; side < 2; side++) {
        const struct ft_family *family = ft_families_find(families, winners[side]->contestant);
        struct ft_err ignored = {0};
        if (!family ||
            ft_config_parse(family, winners[side]->config, &configs[side], &ignored) < 0) {
            ft_note("%s: '%s %s' is no config of a family here: not measured", row->problem,
                    winners[side]->contestant, winners[side]->config);
            return 0;
        }
    }
    return 1;
}

struct store {
    struct ft_db *db;
    const struct ft_gpu *gpu;
    int64_t device_id, run_id;
};

static int start_run(struct store *store, const char *cache, struct ft_err *err)
{
    const struct ft_gpu *gpu = store->gpu;
    const struct ft_db_run run = {.experiment = "compare",
                                  .config_text = "",
                                  .command = "fatune compare --measure",
                                  .fatune_version = ft_version,
                                  .host = "",
                                  .driver = gpu->driver,
                                  .nvrtc = gpu->nvrtc,
                                  .cupti = gpu->cupti,
                                  .timer = gpu->timer,
                                  .cache = cache,
                                  .seed = VALIDATION_SEED};
    store->run_id = ft_db_run_start(store->db, &run, store->device_id, err);
    return store->run_id > 0 ? 0 : -1;
}

static int store_rerun(const struct store *store, const struct ft_named_problem *problem,
                       const struct ft_rerun *r, const char *cache, struct ft_err *err)
{
    const struct ft_family *family = r->config->family;
    struct ft_buf config = FT_BUF_INIT;
    int64_t family_id = ft_db_family(store->db, family, err),
            problem_id = family_id > 0 ? ft_db_problem(store->db, problem, err) : -1, build_id = -1,
            trial_id = -1;
    ft_config_format(r->config, 0, &config);
    if (problem_id > 0)
        build_id =
            ft_record_build(store->db, family_id, &r->build, &r->job, store->gpu->nvrtc, NULL, err);
    if (build_id > 0) {
        const struct ft_db_trial row = {.run_id = store->run_id,
                                        .device_id = store->device_id,
                                        .problem_id = problem_id,
                                        .build_id = build_id,
                                        .contestant = family->name,
                                        .config = ft_buf_str(&config),
                                        .cache = cache,
                                        .timer = store->gpu->timer,
                                        .outcome = r->outcome,
                                        .detail = r->detail,
                                        .program = r->program,
                                        .ctas_per_sm = r->loaded.ctas_per_sm,
                                        .smem_bytes = r->loaded.smem_bytes,
                                        .workspace_bytes = r->loaded.workspace_bytes,
                                        .validation = r->validation};
        trial_id = ft_db_trial(store->db, &row, err);
    }
    ft_buf_free(&config);
    if (trial_id <= 0)
        return -1;
    return r->n == 0 ? 0
                     : ft_db_samples(store->db, trial_id, store->run_id, "final", 0, r->ns, r->n,
                                     r->sm_mhz, r->throttled, err);
}

/* One problem: both winners, measured and committed. */
static int measure(struct store *store, struct ft_gpu *gpu, const struct ft_compare_row *row,
                   const struct ft_config configs[2], const char *const *include_dirs,
                   struct ft_err *err)
{
    struct ft_rerun items[2] = {{.config = &configs[0]}, {.config = &configs[1]}};
    const struct ft_rerun_plan plan = {.key = row->key,
                                       .cache = row->b.cache,
                                       .include_dirs = include_dirs,
                                       .seed = VALIDATION_SEED,
                                       .n_samples =
                                           row->b.median_ns < SHORT_NS ? SHORT_SAMPLES : SAMPLES};
    const char *names[] = {row->problem};
    struct ft_named_problem problem = {.names = names, .n_names = 1};
    snprintf(problem.key, sizeof problem.key, "%s", row->key);
    ft_problem_parse_key(row->key, &problem.problem); /* ft_rerun says when it cannot be read */
    int rc = ft_rerun(gpu, &plan, items, 2, err);
    if (rc == 0 && store->run_id == 0)
        rc = start_run(store, row->b.cache, err);
    if (rc == 0)
        rc = ft_db_begin(store->db, err);
    for (int i = 0; rc == 0 && i < 2; i++)
        rc = store_rerun(store, &problem, &items[i], row->b.cache, err);
    if (rc == 0)
        rc = ft_db_commit(store->db, err);
    else
        ft_db_rollback(store->db);
    ft_rerun_free(items, 2);
    return rc;
}

int ft_cmd_compare_measure(const struct ft_compare *compare, const struct ft_compare_side *b,
                           const struct ft_cmd_measure *options, struct ft_err *err)
{
    struct ft_cmd_families families = {0};
    struct ft_gpu gpu = {.process = FT_PROCESS_INIT};
    struct store store = {.gpu = &gpu, .device_id = strtoll(b->device_id, NULL, 10)};
    struct ft_config configs[2];
    int rc = ft_cmd_families_load(options->family_dirs, &families, err);
    if (rc == 0)
        rc = start(&gpu, b, options->device_index, err);
    if (rc == 0 && !(store.db = ft_db_open(b->path, FT_DB_WRITE, err)))
        rc = -1;
    for (size_t i = 0; rc == 0 && i < compare->n_rows; i++) {
        const struct ft_compare_row *row = &compare->rows[i];
        if (row->is_same || !find_configs(row, &families.families, configs))
            continue;
        ft_progress("[%zu/%zu] %s: both winners on %s", i + 1, compare->n_rows, row->problem,
                    b->name);
        rc = measure(&store, &gpu, row, configs, families.include_dirs, err);
    }
    ft_progress("%s", "");
    if (store.run_id > 0) {
        struct ft_err ignored = {0};
        ft_db_run_end(store.db, store.run_id, rc == 0 ? "done" : "failed",
                      rc == 0 ? err : &ignored);
    }
    ft_db_close(store.db);
    ft_gpu_stop(&gpu);
    ft_cmd_families_free(&families);
    return rc;
}
