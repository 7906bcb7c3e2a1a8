/* cmd_list.c -- `fatune list WHAT`: what there is to choose from
 *
 * One function a list, each filling a table; nothing here needs a GPU.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "cmd.h"
#include "cmd_params.h"
#include "cmd_util.h"
#include "model/experiment.h"
#include "search/search.h"
#include "store/db.h"

struct request {
    const char *config, *db, *family;
    struct ft_cmd_families *families;
};

static int list_families(const struct request *r, struct ft_table_out *t, struct ft_err *err)
{
    struct ft_buf text = FT_BUF_INIT;
    const struct ft_families *families = &r->families->families;

    (void)err;
    ft_table_column(t, "family", "family", FT_LEFT);
    ft_table_column(t, "arch", "arch", FT_LEFT);
    ft_table_column(t, "params", "n_params", FT_RIGHT);
    ft_table_column(t, "about", "about", FT_LEFT);
    for (size_t i = 0; i < families->n; i++) {
        const struct ft_family *f = families->items[i];
        ft_buf_clear(&text);
        if (f->arch_min)
            ft_buf_printf(&text, "sm_%d+", f->arch_min);
        for (size_t k = 0; k < f->n_arch_only; k++)
            ft_buf_printf(&text, "%s%s", k ? " " : "", f->arch_only[k]);
        ft_table_text(t, f->name);
        ft_table_text(t, text.len ? ft_buf_str(&text) : "any");
        ft_table_int(t, (int64_t)f->n_params);
        ft_buf_clear(&text);
        ft_buf_add(&text, f->about, strcspn(f->about, "\n"));
        ft_table_text(t, ft_buf_str(&text));
    }
    ft_buf_free(&text);
    return 0;
}

static int list_params(const struct request *r, struct ft_table_out *t, struct ft_err *err)
{
    const struct ft_families *families = &r->families->families;

    (void)err;
    ft_cmd_param_columns(t, 1);
    for (size_t i = 0; i < families->n; i++)
        ft_cmd_param_rows(t, families->items[i], 1);
    return 0;
}

static int list_strategies(const struct request *r, struct ft_table_out *t, struct ft_err *err)
{
    (void)r, (void)err;
    ft_table_column(t, "strategy", "strategy", FT_LEFT);
    ft_table_column(t, "meaning", "help", FT_LEFT);
    for (const struct ft_strategy *const *s = ft_strategies; *s; s++) {
        ft_table_text(t, (*s)->name);
        ft_table_text(t, (*s)->help);
    }
    return 0;
}

static int list_metrics(const struct request *r, struct ft_table_out *t, struct ft_err *err)
{
    static const char *const metrics[][3] = {
        {"time_ns", "ns", "median time of an iteration, all its kernels, from fresh samples"},
        {"gbps", "1e9 B/s",
         "minimum bytes of the problem (inputs once, outputs once) over the time"},
        {"roof_percent", "%",
         "time of a plain read of the same bytes, on the same device, over the time"},
        {"tflops", "1e12/s", "floating-point operations of the problem over the time"},
    };

    (void)r, (void)err;
    ft_table_column(t, "metric", "metric", FT_LEFT);
    ft_table_column(t, "unit", "unit", FT_LEFT);
    ft_table_column(t, "meaning", "help", FT_LEFT);
    for (size_t i = 0; i < sizeof metrics / sizeof *metrics; i++) {
        for (size_t k = 0; k < 3; k++)
            ft_table_text(t, metrics[i][k]);
    }
    return 0;
}

/* A row of the database's devices. */
static int add_device(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct ft_table_out *t = ctx;

    (void)names;
    ft_table_text(t, "database");
    for (int i = 0; i < n; i++) {
        if (i < 2)
            ft_table_text(t, values[i]);
        else
            ft_table_num(t, values[i] ? atof(values[i]) : 0, NULL);
    }
    return 0;
}

static int list_devices(const struct request *r, struct ft_table_out *t, struct ft_err *err)
{
    static const struct {
        const char *title, *key;
    } limits[] = {{"SMs", "sms"},
                  {"smem a CTA", "smem_per_cta_bytes"},
                  {"smem an SM", "smem_per_sm_bytes"},
                  {"L2", "l2_bytes"}};
    struct ft_device device;
    const char *arch;
    int rc = 0;

    ft_table_column(t, "from", "from", FT_LEFT);
    ft_table_column(t, "device", "device", FT_LEFT);
    ft_table_column(t, "arch", "arch", FT_LEFT);
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        ft_table_column(t, limits[i].title, limits[i].key, FT_RIGHT);
    if (ft_fs_exists(r->db)) {
        struct ft_db *db = ft_db_open(r->db, FT_DB_READ, err);
        if (!db)
            return -1;
        rc = ft_db_select(db, add_device, t, err,
                          "SELECT trim(name || ' ' || partition), arch, sms, smem_per_cta_bytes, "
                          "smem_per_sm_bytes, l2_bytes FROM device ORDER BY name, partition",
                          0, NULL);
        ft_db_close(db);
    }
    for (size_t i = 0; rc == 0 && (arch = ft_device_arch_name(i)); i++) {
        rc = ft_device_for_arch(arch, &device, err);
        ft_table_text(t, "limits");
        ft_table_text(t, device.name);
        ft_table_text(t, device.arch);
        ft_table_int(t, device.sms);
        ft_table_int(t, device.smem_per_cta);
        ft_table_int(t, device.smem_per_sm);
        ft_table_int(t, device.l2_bytes);
    }
    return rc;
}

static int list_problems(const struct request *r, struct ft_table_out *t, struct ft_err *err)
{
    if (!r->config) {
        ft_err_set(err, FT_ERR_USAGE, "whose problems? no config file given");
        ft_err_hint(err, "fatune list problems --config qwen3");
        return -1;
    }
    struct ft_experiment *e = ft_cmd_experiment_load(r->config, r->families, err);
    if (!e)
        return -1;
    ft_table_column(t, "problem", "problem", FT_LEFT);
    ft_table_column(t, "is", "same_as", FT_LEFT);
    ft_table_column(t, "key", "key", FT_LEFT);
    for (size_t i = 0; i < e->n_problems; i++) {
        for (size_t k = 0; k < e->problems[i].n_names; k++) {
            ft_table_text(t, e->problems[i].names[k]);
            ft_table_text(t, k ? e->problems[i].names[0] : NULL);
            ft_table_text(t, e->problems[i].key);
        }
    }
    ft_experiment_free(e);
    return 0;
}

static const struct list {
    const char *name;
    int needs_families;
    int (*fill)(const struct request *r, struct ft_table_out *t, struct ft_err *err);
} lists[] = {
    {"families", 1, list_families},     {"params", 1, list_params},
    {"strategies", 0, list_strategies}, {"metrics", 0, list_metrics},
    {"devices", 0, list_devices},       {"problems", 1, list_problems},
};
#define N_LISTS (sizeof lists / sizeof *lists)

static const struct list *find_list(const char *name, struct ft_err *err)
{
    const char *names[N_LISTS];

    for (size_t i = 0; i < N_LISTS; i++) {
        names[i] = lists[i].name;
        if (name && strcmp(name, names[i]) == 0)
            return &lists[i];
    }
    const char *near = name ? ft_nearest_name(name, names, N_LISTS) : NULL;
    ft_err_set(err, FT_ERR_USAGE, name ? "there is no list of '%s'" : "a list of what?", name);
    if (near)
        ft_err_hint(err, "did you mean '%s'?", near);
    else
        ft_err_hint(err, "families, params, strategies, metrics, devices or problems");
    return NULL;
}

int ft_cmd_list(int argc, char **argv, struct ft_err *err)
{
    struct ft_opt_list family_dirs = {0};
    struct ft_cmd_families families = {0};
    struct request r = {.db = FT_DEFAULT_DB, .families = &families};
    struct ft_table_out table = FT_TABLE_INIT;
    int json = 0, csv = 0, n_operands = 0, code = FT_ERR_USAGE;
    const struct ft_opt opts[] = {
        {"config", 'c', FT_OPT_STRING, &r.config, "FILE",
         "whose problems to list: a file, or a name in configs/", 0, 0, NULL},
        {"db", 0, FT_OPT_STRING, &r.db, "FILE", "database for devices (default " FT_DEFAULT_DB ")",
         0, 0, NULL},
        {"families", 0, FT_OPT_LIST, &family_dirs, "DIR", "a further directory of families", 0, 0,
         NULL},
        {"json", 0, FT_OPT_FLAG, &json, NULL, "print as JSON", 0, 0, NULL},
        {"csv", 0, FT_OPT_FLAG, &csv, NULL, "print as CSV", 0, 0, NULL},
        {0},
    };

    int rc =
        ft_opt_parse(opts, argc, argv,
                     "fatune list families|params|strategies|metrics|devices|problems [OPTIONS]",
                     "Lists what there is to choose from. Needs no GPU.", &n_operands, err);
    if (rc > 0)
        code = FT_OK;
    if (rc != 0)
        goto out;
    const struct list *list = find_list(n_operands ? argv[1] : NULL, err);
    if (!list)
        goto out;
    if (n_operands > 1) {
        ft_err_set(err, FT_ERR_USAGE, "unexpected argument '%s'", argv[2]);
        goto out;
    }
    if ((list->needs_families && ft_cmd_families_load(&family_dirs, &families, err) < 0) ||
        list->fill(&r, &table, err) < 0) {
        code = err->code;
        goto out;
    }
    ft_cmd_print_table(&table, json ? FT_TABLE_JSON : csv ? FT_TABLE_CSV : FT_TABLE_TEXT);
    code = FT_OK;
out:
    ft_table_free(&table);
    if (families.builtin_dir)
        ft_cmd_families_free(&families);
    free(family_dirs.items);
    return code;
}
