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
#include "eval/record.h"
#include "eval/rerun.h"
#include "store/select.h"

#define SAMPLES         30
#define VALIDATION_SEED 1

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

static void print_again(const struct trial *t, const struct ft_rerun *a)
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

/* Prints the counters that are stored for the trial now. */
static int print_counter(void *ctx, int n, const char *const *names, const char *const *values)
{
    (void)ctx;
    printf("%-10s %s = %s\n", "counter", ft_db_row_text(n, names, values, "name"),
           ft_db_row_text(n, names, values, "value"));
    return 0;
}

static int print_status(void *ctx, int n, const char *const *names, const char *const *values)
{
    (void)ctx;
    printf("%-10s %s\n", "counters", ft_db_row_text(n, names, values, "status"));
    return 0;
}

static int collect(struct ft_db *db, const char *trial_id, const struct trial *t,
                   const struct ft_rerun *again, int device_index, struct ft_err *err)
{
    const struct ft_gpu_request request =
        ft_gpu_request_of(again->config->family, again->cubin, again->program);
    const struct ft_count count = {.key = t->key,
                                   .cache = t->cache,
                                   .seed = VALIDATION_SEED,
                                   .request = &request,
                                   .device_index = device_index};
    struct ft_gpu counters = {.process = FT_PROCESS_INIT};
    const char *args[] = {trial_id};
    int rc = ft_record_counters(db, strtoll(trial_id, NULL, 10), &counters, &count, err);
    ft_gpu_stop(&counters);
    if (rc == 0)
        rc = ft_db_select(db, print_status, NULL, err,
                          "SELECT status FROM counter_set WHERE trial_id = ? ORDER BY id DESC "
                          "LIMIT 1",
                          1, args);
    return rc < 0
               ? -1
               : ft_db_select(db, print_counter, NULL, err,
                              "SELECT name, value FROM counters WHERE trial_id = ? ORDER BY name",
                              1, args);
}

int ft_cmd_reproduce(int argc, char **argv, struct ft_err *err)
{
    const char *db_path = FT_DEFAULT_DB;
    const char *device_text = NULL;
    int device = 0;
    int n_operands = 0, with_counters = 0, code = FT_ERR_USAGE;
    struct ft_opt_list family_dirs = {0};
    const struct ft_opt opts[] = {
        {"db", 0, FT_OPT_STRING, &db_path, "FILE",
         "database of results (default " FT_DEFAULT_DB ")", 0, 0, NULL},
        {"families", 0, FT_OPT_LIST, &family_dirs, "DIR", "a further directory of families", 0, 0,
         NULL},
        {"device", 'd', FT_OPT_STRING, &device_text, "D", FT_CMD_DEVICE_HELP, 0, 0, NULL},
        {"counters", 0, FT_OPT_FLAG, &with_counters, NULL,
         "collect its hardware counters, too, and store them with the trial", 0, 0, NULL},
        {0},
    };
    struct ft_cmd_families families = {0};
    struct ft_gpu gpu = {.process = FT_PROCESS_INIT};
    struct ft_db *db = NULL;
    struct trial trial = {0};
    struct ft_config config;
    struct ft_rerun again = {.config = &config};
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
    if (ft_cmd_device(device_text, &device, err) < 0 ||
        ft_cmd_families_load(&family_dirs, &families, err) < 0 ||
        !(db = ft_db_open(db_path, with_counters ? FT_DB_WRITE : FT_DB_READ, err)))
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
    if (with_counters && (trial.partition_sms > 0 || device == FT_DEVICE_CPU)) {
        ft_err_set(err, FT_ERR_USAGE, "counters of a %s cannot be collected",
                   device == FT_DEVICE_CPU ? "CPU" : "partition");
        goto fail;
    }
    if (strcmp(family->signature, trial.signature) != 0)
        ft_warn("the source of '%s' has changed since this trial", family->name);
    gpu.partition_sms = trial.partition_sms;
    if (ft_config_parse(family, trial.config, &config, err) < 0 ||
        ft_gpu_start(&gpu, ft_gpu_own_argv(0), device, err) < 0)
        goto fail;
    if (strcmp(gpu.device.name, trial.device) != 0)
        ft_warn("this trial was measured on %s; here is %s", trial.device, gpu.device.name);
    const struct ft_rerun_plan plan = {.key = trial.key,
                                       .cache = trial.cache,
                                       .include_dirs = families.include_dirs,
                                       .seed = VALIDATION_SEED,
                                       .n_samples = SAMPLES};
    if (ft_rerun(&gpu, &plan, &again, 1, err) < 0)
        goto fail;
    print_again(&trial, &again);
    if (with_counters && again.outcome == FT_OUT_OK &&
        collect(db, argv[1], &trial, &again, device, err) < 0)
        goto fail;
    code = again.outcome == FT_OUT_OK ? FT_OK : FT_ERR_FOUND;
    goto out;
fail:
    code = err->code;
out:
    ft_db_close(db);
    ft_gpu_stop(&gpu);
    ft_rerun_free(&again, 1);
    ft_cmd_families_free(&families);
    free_trial(&trial);
    free(family_dirs.items);
    return code;
}
