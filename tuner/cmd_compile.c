/* cmd_compile.c -- `fatune compile`: every build of a config file, for any architecture, without a
 * GPU
 *
 * What the compiler alone can say: does it compile, registers, spills, shared memory, how long it
 * took. Results go to the same cache that tuning uses, so a machine without a GPU can prepare the
 * builds of one that has it.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <search.h>
#include "base/log.h"
#include "base/mem.h"
#include "base/units.h"
#include "cmd.h"
#include "cmd_util.h"
#include "eval/compile_pool.h"
#include "gpu/nvrtc.h"
#include "model/experiment.h"

#define PUMP_NS ((int64_t)200000000)

struct unit { /* a build and where it came from */
    struct ft_build build;
    struct ft_job job;
    const char *problem;         /* the first that needs it */
    unsigned dynamic_smem_bytes; /* of its launch there, the kernel that takes most */
    char no_launch[256];         /* why it cannot be launched there, whatever the compiler makes */
};
struct units {
    struct unit **items;
    size_t n, cap;
    void *by_key;
    struct ft_pool *pool;
};

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct unit *)a)->build.key, ((const struct unit *)b)->build.key);
}

static void free_unit(struct unit *unit)
{
    ft_build_fini(&unit->build);
    free(unit);
}

static int add_unit(struct units *units, const struct ft_config *config,
                    const struct ft_named_problem *problem, const struct ft_device *device,
                    const char *nvrtc, struct ft_err *err)
{
    struct unit *unit = ft_calloc(1, sizeof *unit);
    if (ft_build_init(&unit->build, config, &problem->problem, device, nvrtc, err) < 0) {
        free(unit);
        return -1;
    }
    struct unit **node = tsearch(unit, &units->by_key, by_key);
    if (*node != unit) {
        free_unit(unit);
        return 0;
    }
    unit->job.build = &unit->build;
    unit->problem = problem->names[0];
    FT_GROW(units->items, units->n + 1, units->cap);
    units->items[units->n++] = unit;
    struct ft_launch launch = {.n_kernels = 0};
    if (ft_config_launch(config, &problem->problem, device, &launch, unit->no_launch,
                         sizeof unit->no_launch, err) < 0 &&
        err->code)
        return -1;
    for (int i = 0; i < launch.n_kernels; i++)
        if (launch.kernels[i].smem_bytes > unit->dynamic_smem_bytes)
            unit->dynamic_smem_bytes = launch.kernels[i].smem_bytes;
    ft_pool_add(units->pool, &unit->job);
    return 0;
}

/* Without a glob every problem must have a build, as for `check`; a glob must match something. */
static int check_selection(const struct ft_experiment *e, const char *config,
                           const char *problem_glob, const struct ft_device *device,
                           struct ft_err *err)
{
    return problem_glob ? ft_cmd_problems_match(e, config, problem_glob, err)
                        : ft_experiment_check(e, device, err);
}

static int collect(struct units *units, const struct ft_experiment *e, const char *config,
                   const char *problem_glob, const struct ft_device *device, struct ft_err *err)
{
    char nvrtc[16], why[256];
    if (ft_nvrtc_version(nvrtc, err) < 0)
        return -1;
    for (size_t i = 0; i < e->n_problems; i++)
        for (size_t k = 0; k < e->n_families; k++) {
            const struct ft_narrowing *narrowing = &e->narrowings[k];
            struct ft_space space = {0};
            if ((problem_glob && !ft_problem_matches(&e->problems[i], problem_glob)) ||
                !ft_family_supports(narrowing->family, &e->problems[i].problem, device, why,
                                    sizeof why))
                continue;
            int rc = ft_space_enumerate(narrowing->family, narrowing, &e->problems[i].problem,
                                        device, &space, err);
            for (size_t c = 0; rc == 0 && c < space.n; c++)
                rc = add_unit(units, &space.configs[c], &e->problems[i], device, nvrtc, err);
            ft_space_free(&space);
            if (rc < 0)
                return -1;
        }
    if (units->n > 0)
        return 0;
    ft_err_set(err, FT_ERR_USAGE,
               "there is nothing to build for the problems that match '%s' on %s", problem_glob,
               device->arch);
    ft_err_hint(err, "'fatune check --arch %s %s' says why", device->arch, config);
    return -1;
}

static void result_columns(struct ft_table_out *table)
{
    ft_table_column(table, "outcome", "outcome", FT_LEFT);
    ft_table_column(table, "regs", "regs", FT_RIGHT);
    ft_table_column(table, "spilled B", "spill_bytes", FT_RIGHT);
    ft_table_column(table, "static B", "static_smem_bytes", FT_RIGHT);
    ft_table_column(table, "dynamic B", "dynamic_smem_bytes", FT_RIGHT);
    ft_table_column(table, "compile", "compile_ns", FT_RIGHT);
    ft_table_column(table, "detail", "detail", FT_LEFT);
}

static enum ft_outcome outcome_of(const struct unit *unit)
{
    return unit->job.outcome == FT_OUT_OK && unit->no_launch[0] ? FT_OUT_LAUNCH_FAILED
                                                                : unit->job.outcome;
}

static void result_row(struct ft_table_out *table, const struct unit *unit)
{
    const struct ft_job *job = &unit->job;
    const enum ft_outcome outcome = outcome_of(unit);
    char time[FT_UNIT_BYTES];
    ft_table_text(table, ft_outcome_name(outcome));
    ft_table_int(table, job->regs);
    ft_table_int(table, job->spill_bytes);
    ft_table_int(table, job->static_smem_bytes);
    ft_table_int(table, unit->dynamic_smem_bytes);
    ft_table_num(table, job->wall_ns, ft_format_ns(job->wall_ns, time));
    ft_table_text(table, outcome == FT_OUT_LAUNCH_FAILED ? unit->no_launch : job->detail);
}

/* Returns how many failed. */
static int print_units(const struct units *units, int with_results, enum ft_table_format format)
{
    struct ft_table_out table = FT_TABLE_INIT;
    struct ft_buf config = FT_BUF_INIT;
    int n_bad = 0;
    ft_table_column(&table, "family", "family", FT_LEFT);
    ft_table_column(&table, "for", "problem", FT_LEFT);
    ft_table_column(&table, "config", "config", FT_LEFT);
    if (with_results)
        result_columns(&table);
    for (size_t i = 0; i < units->n; i++) {
        const enum ft_outcome outcome = outcome_of(units->items[i]);
        ft_buf_clear(&config);
        ft_config_format(&units->items[i]->build.config, 1, &config);
        n_bad += with_results && outcome != FT_OUT_OK && outcome != FT_OUT_SPILLS;
        ft_table_text(&table, units->items[i]->build.family->name);
        ft_table_text(&table, units->items[i]->problem);
        ft_table_text(&table, ft_buf_str(&config));
        if (with_results)
            result_row(&table, units->items[i]);
    }
    ft_cmd_print_table(&table, format);
    ft_table_free(&table);
    ft_buf_free(&config);
    return n_bad;
}

static int compile_all(struct units *units, struct ft_err *err)
{
    while (ft_pool_pending(units->pool) > 0) {
        ft_progress("compile %zu of %zu", units->n - ft_pool_pending(units->pool), units->n);
        if (ft_pool_pump(units->pool, PUMP_NS, err) < 0)
            return -1;
    }
    ft_progress("%s", "");
    return 0;
}

int ft_cmd_compile(int argc, char **argv, struct ft_err *err)
{
    const char *config = NULL, *arch = "sm_90a", *problem = NULL;
    long long jobs = 0, limit_ns = FT_COMPILE_LIMIT_NS;
    int is_list = 0, json = 0, csv = 0, n_operands = 0, code = FT_ERR_USAGE;
    struct ft_opt_list family_dirs = {0};
    const struct ft_opt opts[] = {
        {"config", 'c', FT_OPT_STRING, &config, "FILE",
         "problems and search spaces: a file, or a name in configs/", 0, 0, NULL},
        {"arch", 0, FT_OPT_STRING, &arch, "SM",
         "architecture (default sm_90a; also sm_80, sm_86, sm_89, sm_100a, sm_120)", 0, 0, NULL},
        {"problem", 'p', FT_OPT_STRING, &problem, "GLOB", "only problems whose name or key matches",
         0, 0, NULL},
        {"families", 0, FT_OPT_LIST, &family_dirs, "DIR", "a further directory of families", 0, 0,
         NULL},
        {"jobs", 'j', FT_OPT_INT, &jobs, "N", "compile workers (default: one a core)", 1, 64, NULL},
        {"compile-limit", 0, FT_OPT_DURATION, &limit_ns, "TIME", FT_CMD_COMPILE_LIMIT_HELP, 0, 0,
         NULL},
        {"list", 0, FT_OPT_FLAG, &is_list, NULL, "list the builds and compile none", 0, 0, NULL},
        {"json", 0, FT_OPT_FLAG, &json, NULL, "print as JSON", 0, 0, NULL},
        {"csv", 0, FT_OPT_FLAG, &csv, NULL, "print as CSV", 0, 0, NULL},
        {0},
    };
    struct ft_cmd_families families = {0};
    struct ft_experiment *experiment = NULL;
    struct ft_device device;
    struct units units = {0};
    int64_t start_ns = ft_now_ns();
    char wall[FT_UNIT_BYTES];
    int rc = ft_opt_parse(opts, argc, argv, "fatune compile --config FILE [--arch SM]",
                          "Compiles every build of a config file; needs NVRTC, no GPU.",
                          &n_operands, err);
    if (rc != 0) {
        code = rc > 0 ? FT_OK : FT_ERR_USAGE;
        goto out;
    }
    if (!config || n_operands > 0) {
        ft_err_set(err, FT_ERR_USAGE, config ? "unexpected argument '%s'" : "no config file given",
                   n_operands > 0 ? argv[1] : "");
        ft_err_hint(err, "fatune compile --config qwen3-smoke --arch sm_90a");
        goto out;
    }
    if (ft_device_for_arch(arch, &device, err) < 0 ||
        ft_cmd_families_load(&family_dirs, &families, err) < 0 ||
        !(experiment = ft_cmd_experiment_load(config, &families, err)) ||
        check_selection(experiment, config, problem, &device, err) < 0 ||
        (!is_list && ft_cmd_cache_check(err) < 0))
        goto fail;
    units.pool = ft_pool_new((int)jobs, limit_ns, families.include_dirs);
    if (collect(&units, experiment, config, problem, &device, err) < 0 ||
        (!is_list && compile_all(&units, err) < 0))
        goto fail;
    size_t n_cached = 0;
    for (size_t i = 0; i < units.n; i++)
        n_cached += units.items[i]->job.is_cached;
    code = print_units(&units, !is_list,
                       json  ? FT_TABLE_JSON
                       : csv ? FT_TABLE_CSV
                             : FT_TABLE_TEXT) > 0
               ? FT_ERR_FOUND
               : FT_OK;
    ft_note("%zu builds for %s, %zu of them cached, %s", units.n, device.arch, n_cached,
            ft_format_seconds((double)(ft_now_ns() - start_ns) / 1e9, wall));
    goto out;
fail:
    code = err->code;
out:
    ft_pool_free(units.pool);
    if (units.by_key)
        tdestroy(units.by_key, (void (*)(void *))free_unit);
    free(units.items);
    ft_experiment_free(experiment);
    ft_cmd_families_free(&families);
    free(family_dirs.items);
    return code;
}
