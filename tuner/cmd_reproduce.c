/* cmd_reproduce.c -- `fatune reproduce ROW`: one stored trial again, from source: build, validate,
 * time
 *
 * ROW is a trial's id (`fatune query --all` shows it). The family's source may have changed since:
 * that is said, and the config is tried on what is there now.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/stats.h"
#include "base/units.h"
#include "cmd.h"
#include "cmd_util.h"
#include "eval/compile_pool.h"
#include "eval/gpu_client.h"
#include "ft_abi.h"
#include "gpu/cache.h"
#include "store/select.h"

#define SAMPLES         30
#define VALIDATION_SEED 1
#define COMPILE_NS      ((int64_t)60 * 1000000000)
#define PUMP_NS         ((int64_t)200000000)

struct trial {
    char *device, *family, *config, *key, *cache, *signature, *outcome;
    int partition_sms; /* 0: it was measured on a whole GPU */
    double median_ns;
};

static int read_trial(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct trial *t = ctx;
    const char *signature = ft_db_row_text(n, names, values, "signature");
    t->device = ft_strdup(ft_db_row_text(n, names, values, "device_name"));
    if (sscanf(ft_db_row_text(n, names, values, "partition"), "%d SMs", &t->partition_sms) != 1)
        t->partition_sms = 0;
    t->family = ft_strdup(ft_db_row_text(n, names, values, "contestant"));
    t->config = ft_strdup(ft_db_row_text(n, names, values, "config"));
    t->key = ft_strdup(ft_db_row_text(n, names, values, "key"));
    t->cache = ft_strdup(ft_db_row_text(n, names, values, "cache"));
    t->outcome = ft_strdup(ft_db_row_text(n, names, values, "outcome"));
    t->signature = ft_strdup(signature ? signature : "");
    t->median_ns = ft_db_row_number(n, names, values, "median_ns");
    return 0;
}

static void free_trial(struct trial *t)
{
    free(t->device);
    free(t->family);
    free(t->config);
    free(t->key);
    free(t->cache);
    free(t->outcome);
    free(t->signature);
}

/* What the worker said about the rebuilt trial. */
struct again {
    enum ft_outcome outcome;
    char detail[512];
    struct ft_gpu_loaded loaded;
    struct ft_validation validation;
    struct ft_stats stats;
};

static int compile(struct ft_job *job, const char *const *include_dirs, struct ft_err *err)
{
    struct ft_pool *pool = ft_pool_new(1, COMPILE_NS, include_dirs);
    int rc = 0;
    ft_pool_add(pool, job);
    while (rc == 0 && ft_pool_pending(pool) > 0)
        rc = ft_pool_pump(pool, PUMP_NS, err);
    ft_pool_free(pool);
    return rc;
}

static int run_again(struct ft_gpu *gpu, const struct trial *t, const struct ft_config *config,
                     const char *const *include_dirs, struct again *out, struct ft_err *err)
{
    const struct ft_family *family = config->family;
    struct ft_named_problem named = {0};
    struct ft_build build = {0};
    struct ft_job job = {.build = &build};
    struct ft_buf program = FT_BUF_INIT;
    struct ft_series series = {0};
    char *cubin = NULL;
    int id = 0, sm_mhz, throttled, bad, rc = -1;
    if (ft_problem_parse_key(t->key, &named.problem) < 0) {
        ft_err_set(err, FT_ERR_INTERNAL, "the stored problem '%s' cannot be read", t->key);
        goto out;
    }
    if (ft_build_init(&build, config, &named.problem, &gpu->device, gpu->nvrtc, err) < 0 ||
        ft_config_program(config, &named.problem, &gpu->device, sizeof(struct ft_attn_args),
                          &program, err) < 0 ||
        compile(&job, include_dirs, err) < 0 || !(cubin = ft_cache_cubin_path(build.key, err)))
        goto out;
    out->outcome = job.outcome;
    snprintf(out->detail, sizeof out->detail, "%s", job.detail);
    if (job.outcome != FT_OUT_OK) {
        rc = 0;
        goto out;
    }
    struct ft_gpu_request request = {.cubin_path = cubin,
                                     .program = ft_buf_str(&program),
                                     .is_deterministic = family->is_deterministic,
                                     .any_page_size = !family->specialised[FT_VAR_P_PAGE_SIZE],
                                     .any_lse = !family->specialised[FT_VAR_P_WANT_LSE]};
    rc = ft_gpu_calibrate(gpu, err) < 0 ? -1
                                        : ft_gpu_problem(gpu, t->key, VALIDATION_SEED, t->cache,
                                                         out->detail, sizeof out->detail, err);
    if (rc == 0)
        out->outcome = FT_OUT_REJECTED;
    if (rc == 1)
        rc = ft_gpu_load(gpu, id, &request, &out->loaded, &out->outcome, out->detail,
                         sizeof out->detail, err);
    if (rc == 1 && out->outcome == FT_OUT_OK)
        rc = ft_gpu_validate(gpu, id, "full", &out->validation, &out->outcome, out->detail,
                             sizeof out->detail, err);
    if (rc == 1 && out->outcome == FT_OUT_OK)
        rc = ft_gpu_validate(gpu, id, "problem", &out->validation, &out->outcome, out->detail,
                             sizeof out->detail, err);
    if (rc == 1 && out->outcome == FT_OUT_OK)
        rc = ft_gpu_time(gpu, &id, 1, SAMPLES, t->cache, 0, &series, &sm_mhz, &throttled,
                         &out->outcome, &bad, out->detail, sizeof out->detail, err);
    if (rc >= 0 && out->outcome == FT_OUT_OK && series.n > 0)
        ft_stats_of(series.ns, series.n, &out->stats);
    rc = rc < 0 ? -1 : 0;
out:
    ft_buf_free(&program);
    ft_build_fini(&build);
    free(cubin);
    return rc;
}

static void print_again(const struct trial *t, const struct again *a)
{
    char then[FT_UNIT_BYTES], now[FT_UNIT_BYTES];
    printf("problem    %s\nconfig     %s %s\n", t->key, t->family, t->config);
    printf("stored     %s", t->outcome);
    if (!isnan(t->median_ns))
        printf(", %s", ft_format_ns(t->median_ns, then));
    printf("\nnow        %s", ft_outcome_name(a->outcome));
    if (a->outcome != FT_OUT_OK)
        printf(": %s\n", a->detail);
    else if (a->stats.n > 0)
        printf(", %s (%s", ft_format_ns(a->stats.median, now), ft_format_ns(a->stats.ci_low, then));
    if (a->outcome == FT_OUT_OK && a->stats.n > 0)
        printf(" to %s, %zu samples)", ft_format_ns(a->stats.ci_high, then), a->stats.n);
    if (a->outcome == FT_OUT_OK && a->stats.n > 0 && !isnan(t->median_ns))
        printf(", %+.1f%%", 100 * (a->stats.median / t->median_ns - 1));
    if (a->outcome == FT_OUT_OK)
        putchar('\n');
    if (a->outcome == FT_OUT_OK)
        printf("error      max %.2e, mean %.2e, relative L2 %.2e, cosine %.9f (tolerance %.2e), "
               "LSE %.1e\nbuild      %d registers, %d bytes of shared memory, %d CTAs an SM\n",
               a->validation.max_abs, a->validation.mean_abs, a->validation.rel_l2,
               a->validation.cosine, a->validation.tol, a->validation.lse_max_abs, a->loaded.regs,
               a->loaded.smem_bytes, a->loaded.ctas_per_sm);
}

int ft_cmd_reproduce(int argc, char **argv, struct ft_err *err)
{
    const char *db_path = FT_DEFAULT_DB;
    long long device = 0;
    int n_operands = 0, code = FT_ERR_USAGE;
    struct ft_opt_list family_dirs = {0};
    const struct ft_opt opts[] = {
        {"db", 0, FT_OPT_STRING, &db_path, "FILE",
         "database of results (default " FT_DEFAULT_DB ")", 0, 0, NULL},
        {"families", 0, FT_OPT_LIST, &family_dirs, "DIR", "a further directory of families", 0, 0,
         NULL},
        {"device", 'd', FT_OPT_INT, &device, "N", "CUDA device (default 0)", 0, 1023, NULL},
        {0},
    };
    struct ft_cmd_families families = {0};
    struct ft_gpu gpu = {.process = FT_PROCESS_INIT};
    struct ft_db *db = NULL;
    struct trial trial = {0};
    struct again again = {0};
    struct ft_config config;
    int rc = ft_opt_parse(opts, argc, argv, "fatune reproduce ROW [OPTIONS]",
                          "Builds, validates and times one stored trial again; ROW is its id in "
                          "'fatune query --all'.",
                          &n_operands, err);
    if (rc != 0) {
        code = rc > 0 ? FT_OK : FT_ERR_USAGE;
        goto out;
    }
    if (n_operands != 1) {
        ft_err_set(err, FT_ERR_USAGE, "give one ROW");
        ft_err_hint(err, "'fatune query --all' lists the ids of trials");
        goto out;
    }
    if (ft_cmd_families_load(&family_dirs, &families, err) < 0 ||
        !(db = ft_db_open(db_path, FT_DB_READ, err)))
        goto fail;
    const char *args[] = {argv[1]};
    if (ft_db_select(db, read_trial, &trial, err,
                     "SELECT t.*, d.name AS device_name, d.partition AS partition "
                     "FROM trials t JOIN device d ON d.id = t.device_id WHERE t.trial_id = ?",
                     1, args) < 0)
        goto fail;
    if (!trial.key) {
        ft_err_set(err, FT_ERR_USAGE, "there is no trial '%s' in '%s'", argv[1], db_path);
        ft_err_hint(err, "'fatune query --all' lists the ids of trials");
        goto fail;
    }
    const struct ft_family *family = ft_families_find(&families.families, trial.family);
    if (!family) {
        ft_err_set(err, FT_ERR_USAGE, "family '%s' is not here", trial.family);
        ft_err_hint(
            err,
            "name its directory's parent with --families; outside contestants cannot be rebuilt");
        goto fail;
    }
    if (strcmp(family->signature, trial.signature) != 0)
        ft_warn("the source of '%s' has changed since this trial", family->name);
    gpu.partition_sms = trial.partition_sms;
    if (ft_config_parse(family, trial.config, &config, err) < 0 ||
        ft_gpu_start(&gpu, ft_gpu_own_argv(0), (int)device, err) < 0)
        goto fail;
    if (strcmp(gpu.device.name, trial.device) != 0)
        ft_warn("this trial was measured on %s; here is %s", trial.device, gpu.device.name);
    if (run_again(&gpu, &trial, &config, families.include_dirs, &again, err) < 0)
        goto fail;
    print_again(&trial, &again);
    code = again.outcome == FT_OUT_OK ? FT_OK : FT_ERR_FOUND;
    goto out;
fail:
    code = err->code;
out:
    ft_db_close(db);
    ft_gpu_stop(&gpu);
    ft_cmd_families_free(&families);
    free_trial(&trial);
    free(family_dirs.items);
    return code;
}
