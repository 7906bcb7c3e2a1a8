/* cmd_verify.c -- `fatune verify`: are stored winners still right, and as fast as stored?
 *
 * Each winner is launched as a user would: a fresh process opens the database (or an exported
 * table) with libfatune, plans, runs. The worker checks the result against the reference and times
 * it with the tuner's method.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/log.h"
#include "base/mem.h"
#include "base/stats.h"
#include "base/units.h"
#include "cmd.h"
#include "cmd_util.h"
#include "eval/gpu_client.h"
#include "store/select.h"

#define SAMPLES         30
#define VALIDATION_SEED 1

struct stored {
    char *problem, *key, *config, *cache;
    double median_ns;
    int is_deterministic;
};
struct list {
    struct ft_db *db;
    struct ft_err *err;
    struct stored *items;
    size_t n, cap;
};

static int read_flag(void *ctx, int n, const char *const *names, const char *const *values)
{
    *(int *)ctx = ft_db_row_number(n, names, values, "flag") != 0;
    return 0;
}

/* Only this GPU's own: a partition of it, whose name starts with its name, is another device. */
static int is_of_device(const void *ctx, int n, const char *const *names, const char *const *values)
{
    return strcmp(ft_db_row_text(n, names, values, "device"), ctx) == 0;
}

static int add_stored(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct list *list = ctx;
    const char *family = ft_db_row_text(n, names, values, "own_contestant");
    if (!family) /* no kernel of ours was valid */
        return 0;
    FT_GROW(list->items, list->n + 1, list->cap);
    list->items[list->n++] = (struct stored){
        .problem = ft_strdup(ft_db_row_text(n, names, values, "problem")),
        .key = ft_strdup(ft_db_row_text(n, names, values, "key")),
        .config = ft_asprintf("%s %s", family, ft_db_row_text(n, names, values, "own_config")),
        .cache = ft_strdup(ft_db_row_text(n, names, values, "cache")),
        .median_ns = ft_db_row_number(n, names, values, "own_median_ns"),
        .is_deterministic = 1,
    };
    const char *args[] = {ft_db_row_text(n, names, values, "own_trial_id")};
    return ft_db_select(list->db, read_flag, &list->items[list->n - 1].is_deterministic, list->err,
                        "SELECT f.is_deterministic AS flag FROM trial t "
                        "JOIN family f ON f.id = t.family_id WHERE t.id = ?",
                        1, args);
}

static void free_list(struct list *list)
{
    for (size_t i = 0; i < list->n; i++) {
        free(list->items[i].problem);
        free(list->items[i].key);
        free(list->items[i].config);
        free(list->items[i].cache);
    }
    free(list->items);
}

/* Verifies one winner; its row goes to the table. 1 good, 0 not, -1 error. */
static int verify(struct ft_gpu *gpu, const struct stored *s, const char *library,
                  double tolerance_ratio, struct ft_table_out *table, struct ft_err *err)
{
    struct ft_gpu_request request = {.library = library, .is_deterministic = s->is_deterministic};
    struct ft_gpu_loaded loaded = {0};
    struct ft_validation v = {.max_abs = NAN, .tol = NAN};
    struct ft_series series = {0};
    struct ft_stats stats = {.median = NAN};
    enum ft_outcome outcome = FT_OUT_OK;
    char detail[512] = "", shown[FT_UNIT_BYTES], text[64];
    int sm_mhz, throttled, bad, id = 0, rc;
    do { /* again when the worker was replaced for its timer */
        if (gpu->lost != FT_OUT_OK && ft_gpu_revive(gpu, err) < 0)
            return -1;
        rc = ft_gpu_problem(gpu, s->key, VALIDATION_SEED, s->cache, detail, sizeof detail, err);
        if (rc == 0)
            outcome = FT_OUT_REJECTED;
        if (rc == 1)
            rc = ft_gpu_load(gpu, id, &request, &loaded, &outcome, detail, sizeof detail, err);
        if (rc == 1 && outcome == FT_OUT_OK)
            rc = ft_gpu_validate(gpu, id, "problem", &v, &outcome, detail, sizeof detail, err);
        if (rc == 1 && outcome == FT_OUT_OK)
            rc = ft_gpu_time(gpu, &id, 1, SAMPLES, s->cache, 0, &series, &sm_mhz, &throttled,
                             &outcome, &bad, detail, sizeof detail, err);
    } while (rc == 2);
    if (rc < 0)
        return -1;
    if (outcome == FT_OUT_OK && series.n > 0)
        ft_stats_of(series.ns, series.n, &stats);
    double ratio = stats.median / s->median_ns - 1;
    int is_good = outcome == FT_OUT_OK && fabs(ratio) <= tolerance_ratio;
    ft_table_text(table, s->problem);
    ft_table_text(table, outcome != FT_OUT_OK ? ft_outcome_name(outcome)
                         : is_good            ? "ok"
                         : ratio > 0          ? "slower"
                                              : "faster");
    ft_table_num(table, s->median_ns, ft_format_ns(s->median_ns, shown));
    char now[FT_UNIT_BYTES];
    ft_table_num(table, stats.median, isnan(stats.median) ? "-" : ft_format_ns(stats.median, now));
    snprintf(text, sizeof text, "%+.1f%%", 100 * ratio);
    ft_table_num(table, ratio, text);
    snprintf(text, sizeof text, "%.1e", v.max_abs);
    ft_table_num(table, v.max_abs, text);
    ft_table_text(table, loaded.match);
    ft_table_text(table, outcome == FT_OUT_OK ? s->config : detail);
    return is_good || (outcome == FT_OUT_OK && ratio < 0);
}

int ft_cmd_verify(int argc, char **argv, struct ft_err *err)
{
    const char *db_path = FT_DEFAULT_DB, *table_path = NULL;
    struct ft_db_filter filter = {0};
    const char *device_text = NULL;
    int device = 0;
    double tolerance_ratio = 0.03;
    int json = 0, csv = 0, n_operands = 0, code = FT_ERR_USAGE;
    const struct ft_opt opts[] = {
        {"db", 0, FT_OPT_STRING, &db_path, "FILE",
         "database of results (default " FT_DEFAULT_DB ")", 0, 0, NULL},
        {"table", 't', FT_OPT_STRING, &table_path, "FILE",
         "launch from this exported table instead of the database", 0, 0, NULL},
        {"problem", 'p', FT_OPT_STRING, &filter.problem, "GLOB",
         "only problems whose name or key matches", 0, 0, NULL},
        {"family", 'f', FT_OPT_STRING, &filter.family, "GLOB",
         "only winners of families whose name matches", 0, 0, NULL},
        {"device", 'd', FT_OPT_STRING, &device_text, "D", FT_CMD_DEVICE_HELP, 0, 0, NULL},
        {"tolerance", 0, FT_OPT_PERCENT, &tolerance_ratio, "P",
         "how much slower than stored is still ok (default 3%)", 0, 0, NULL},
        {"json", 0, FT_OPT_FLAG, &json, NULL, "print as JSON", 0, 0, NULL},
        {"csv", 0, FT_OPT_FLAG, &csv, NULL, "print as CSV", 0, 0, NULL},
        {0},
    };
    struct list list = {0};
    struct ft_table_out table = FT_TABLE_INIT;
    struct ft_gpu gpu = {.process = FT_PROCESS_INIT};
    struct ft_db *db = NULL;
    size_t n_good = 0;
    int rc = ft_opt_parse(opts, argc, argv, "fatune verify [OPTIONS]",
                          "Relaunches stored winners through libfatune in a fresh process: "
                          "validated, timed, compared.",
                          &n_operands, err);
    if (rc != 0) {
        code = rc > 0 ? FT_OK : FT_ERR_USAGE;
        goto out;
    }
    if (n_operands > 0) {
        ft_err_set(err, FT_ERR_USAGE, "unexpected argument '%s'", argv[1]);
        goto out;
    }
    if (table_path && access(table_path, R_OK) != 0) { /* before the GPU is started for nothing */
        ft_err_errno(err, "cannot read the table '%s'", table_path);
        ft_err_hint(err, "'fatune export --format table -o FILE' writes one");
        goto fail;
    }
    if (ft_cmd_device(device_text, &device, err) < 0)
        goto fail;
    if (ft_gpu_start(&gpu, ft_gpu_own_argv(0), device, err) < 0 ||
        !(db = ft_db_open(db_path, FT_DB_READ, err)))
        goto fail;
    filter.device = gpu.device.name;
    filter.accept = is_of_device;
    filter.accept_ctx = gpu.device.name;
    list.db = db;
    list.err = err;
    if (ft_db_each_winner(db, &filter, add_stored, &list, err) < 0)
        goto fail;
    if (list.n == 0) {
        ft_db_explain_nothing(db, &filter, err);
        goto fail;
    }
    ft_db_close(db); /* the library opens it by itself */
    db = NULL;
    if (ft_gpu_calibrate(&gpu, err) < 0)
        goto fail;
    static const struct {
        const char *title, *key;
        enum ft_align align;
    } columns[] = {{"problem", "problem", FT_LEFT},      {"state", "state", FT_LEFT},
                   {"stored", "stored_ns", FT_RIGHT},    {"now", "now_ns", FT_RIGHT},
                   {"change", "change_ratio", FT_RIGHT}, {"max err", "max_abs", FT_RIGHT},
                   {"match", "match", FT_LEFT},          {"config", "config", FT_LEFT}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        ft_table_column(&table, columns[i].title, columns[i].key, columns[i].align);
    for (size_t i = 0; i < list.n; i++) {
        ft_progress("[%zu/%zu] %s", i + 1, list.n, list.items[i].problem);
        rc = verify(&gpu, &list.items[i], table_path ? table_path : db_path, tolerance_ratio,
                    &table, err);
        if (rc < 0)
            goto fail;
        n_good += rc == 1;
    }
    ft_progress("%s", "");
    ft_cmd_print_table(&table, json ? FT_TABLE_JSON : csv ? FT_TABLE_CSV : FT_TABLE_TEXT);
    ft_note("%zu of %zu winners right and within %.1f%% of their stored time", n_good, list.n,
            100 * tolerance_ratio);
    code = n_good == list.n ? FT_OK : FT_ERR_FOUND;
    goto out;
fail:
    code = err->code;
out:
    ft_db_close(db);
    ft_gpu_stop(&gpu);
    ft_table_free(&table);
    free_list(&list);
    return code;
}
