/* cmd_tune.c -- `fatune tune`: what is asked for, and the run; cmd_tune_show.c prints
 *
 * The first SIGINT or SIGTERM ends the run after the current candidate, the second ends the
 * process: everything measured is committed either way.
 */
#include <fnmatch.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/buf.h"
#include "base/fs.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/units.h"
#include "cmd.h"
#include "cmd_tune.h"
#include "cmd_util.h"
#include "eval/compile_pool.h"
#include "model/shard.h"
#include "search/search.h"

static volatile sig_atomic_t stop_requested;

static void on_signal(int number)
{
    if (stop_requested)
        _exit(128 + number);
    stop_requested = 1;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    struct sigaction hangup; /* a closed terminal; nohup ignores it */
    if (sigaction(SIGHUP, NULL, &hangup) == 0 && hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

static void add_totals(struct ft_tune_totals *sum, const struct ft_tune_totals *t)
{
    sum->n_problems += t->n_problems;
    sum->n_kept += t->n_kept;
    sum->n_winners += t->n_winners;
    sum->n_trials += t->n_trials;
    sum->n_lost_problems += t->n_lost_problems;
    sum->n_lowered += t->n_lowered;
    sum->n_builds += t->n_builds;
    sum->n_cached_builds += t->n_cached_builds;
    sum->compile_s += t->compile_s;
    sum->wall_s += t->wall_s;
    sum->lanes_s += t->lanes_s;
    for (int i = 0; i < FT_N_SPENDING; i++)
        sum->spent_s[i] += t->spent_s[i];
    for (int i = 0; i < FT_N_OUTCOMES; i++)
        sum->outcomes[i] += t->outcomes[i];
    sum->n_restarts += t->n_restarts;
    sum->n_throttled += t->n_throttled;
    sum->is_interrupted |= t->is_interrupted;
    sum->is_out_of_budget |= t->is_out_of_budget;
}

/* One run, or with all_alike one for each model of GPU here. */
static int run(struct ft_tune_options *options, struct ft_tune_totals *sum,
               struct ft_tune_runs *ids, struct ft_err *err)
{
    const int64_t budget_ns = options->budget_ns;
    struct ft_tune_totals totals;
    int rc;
    do {
        rc = ft_tune_run(options, &ft_tune_on_terminal, &totals, err);
        ft_progress("%s", "");
        add_totals(sum, &totals);
        if (totals.device_id > 0) {
            ids->devices[ids->n] = totals.device_id;
            ids->runs[ids->n++] = totals.run_id;
        }
        options->device_index = totals.next_device;
        options->budget_ns =
            budget_ns - (int64_t)(sum->wall_s * 1e9); /* this model had its share */
    } while (rc == 0 && options->all_alike && totals.next_device >= 0 && ids->n < FT_MAX_MODELS &&
             !sum->is_interrupted && (budget_ns <= 0 || options->budget_ns > 0));
    sum->is_out_of_budget |=
        rc == 0 && options->all_alike && totals.next_device >= 0 && !sum->is_interrupted;
    return rc;
}

static size_t n_evaluated(const struct ft_tune_options *o, const struct ft_space *space)
{
    if (o->max_evals > 0)
        return (uint64_t)o->max_evals < space->n ? (size_t)o->max_evals : space->n;
    return o->rigor == FT_RIGOR_AUTO ? space->n : ft_rigor_evals((enum ft_rigor)o->rigor, space->n);
}

/* `--dry-run`: what would be searched; nothing is compiled or run. */
static int dry_run(const struct ft_tune_options *o, const char *arch, enum ft_table_format format,
                   struct ft_err *err)
{
    const struct ft_experiment *e = o->experiment;
    struct ft_device device;
    struct ft_table_out table = FT_TABLE_INIT;
    char why[256];
    size_t n_matching = 0, n_problems = 0, n_configs = 0;
    int rc = ft_device_for_arch(arch, &device, err);
    ft_table_column(&table, "problem", "problem", FT_LEFT);
    ft_table_column(&table, "family", "family", FT_LEFT);
    ft_table_column(&table, "configs", "configs", FT_RIGHT);
    for (size_t i = 0; rc == 0 && i < e->n_problems; i++) {
        const struct ft_named_problem *p = &e->problems[i];
        if (o->problem_glob && !ft_problem_matches(p, o->problem_glob))
            continue;
        n_matching++;
        if (o->selected && !o->selected[i])
            continue;
        n_problems++;
        for (size_t k = 0; rc == 0 && k < e->n_families; k++) {
            const struct ft_family *family = e->narrowings[k].family;
            struct ft_space space = {0};
            if ((o->family_glob && fnmatch(o->family_glob, family->name, FNM_CASEFOLD) != 0) ||
                !ft_family_supports(family, &p->problem, &device, why, sizeof why))
                continue;
            rc = ft_space_enumerate(family, &e->narrowings[k], &p->problem, &device, &space, err);
            ft_table_text(&table, p->names[0]);
            ft_table_text(&table, family->name);
            ft_table_int(&table, (int64_t)n_evaluated(o, &space));
            n_configs += n_evaluated(o, &space);
            ft_space_free(&space);
        }
    }
    if (rc == 0) {
        ft_cmd_print_table(&table, format);
        if (o->selected)
            ft_note("this shard: %zu of %zu problems, %zu configs on %s", n_problems, n_matching,
                    n_configs, device.arch);
        else
            ft_note("%zu problem%s, %zu configs on %s", n_problems, n_problems == 1 ? "" : "s",
                    n_configs, device.arch);
    }
    ft_table_free(&table);
    return rc;
}

/* What was named on the command line must exist. */
static int check_selection(const struct ft_tune_options *o, const char *config, struct ft_err *err)
{
    const struct ft_experiment *e = o->experiment;
    int is_found = !o->family_glob;
    if (o->strategy && !ft_strategy_find(o->strategy)) {
        ft_err_set(err, FT_ERR_USAGE, "unknown strategy '%s'", o->strategy);
        ft_err_hint(err, "'fatune list strategies' shows all");
        return -1;
    }
    if (o->problem_glob && ft_cmd_problems_match(e, config, o->problem_glob, err) < 0)
        return -1;
    for (size_t i = 0; i < e->n_families && !is_found; i++)
        is_found = fnmatch(o->family_glob, e->narrowings[i].family->name, FNM_CASEFOLD) == 0;
    if (is_found)
        return 0;
    ft_err_set(err, FT_ERR_USAGE, "no family of '%s' matches '%s'", config, o->family_glob);
    ft_err_hint(err, "'fatune list families' shows all");
    return -1;
}

static char *join_command(int argc, char **argv)
{
    struct ft_buf text = FT_BUF_INIT;
    ft_buf_puts(&text, "fatune");
    for (int i = strcmp(argv[0], "tune") == 0 ? 0 : 1; i < argc; i++)
        ft_buf_printf(&text, " %s", argv[i]);
    return ft_buf_take(&text);
}

int ft_cmd_tune(int argc, char **argv, struct ft_err *err)
{
    const char *config = NULL, *db = FT_DEFAULT_DB, *problem = NULL, *family = NULL,
               *strategy = NULL, *rigor_text = NULL, *device_text = NULL, *shard_text = NULL,
               *arch = "sm_90a", *python = "python3";
    long long partition = 0, max_evals = 0, budget_ns = 0, seed = -1, jobs = 0,
              compile_limit_ns = FT_COMPILE_LIMIT_NS;
    int is_dry = 0, device = 0, json = 0, csv = 0, with_baseline = 0, no_counters = 0,
        n_operands = 0;
    struct ft_opt_list family_dirs = {0}, warm = {0};
    const struct ft_opt opts[] = {
        {"config", 'c', FT_OPT_STRING, &config, "FILE",
         "problems and search spaces: a file, or a name in configs/", 0, 0, NULL},
        {"db", 0, FT_OPT_STRING, &db, "FILE", "database of results (default " FT_DEFAULT_DB ")", 0,
         0, NULL},
        {"device", 'd', FT_OPT_STRING, &device_text, "D",
         FT_CMD_DEVICE_HELP "; all: every GPU of this host", 0, 0, NULL},
        {"partition", 0, FT_OPT_INT, &partition, "SMS",
         "tune on so many multiprocessors, as a device of its own (green context)", 1, 100000,
         NULL},
        {"problem", 'p', FT_OPT_STRING, &problem, "GLOB", "only problems whose name or key matches",
         0, 0, NULL},
        {"family", 'f', FT_OPT_STRING, &family, "GLOB", "only families whose name matches", 0, 0,
         NULL},
        {"families", 0, FT_OPT_LIST, &family_dirs, "DIR", "a further directory of families", 0, 0,
         NULL},
        {"rigor", 'r', FT_OPT_CHOICE, &rigor_text, "R",
         "how much of each space is tried (default: all where that is affordable)", 0, 0,
         "estimate|measure|patient|exhaustive"},
        {"budget", 0, FT_OPT_DURATION, &budget_ns, "TIME",
         "share this time among the problems, then stop and save: 90s, 10m, 2h", 1, INT64_MAX,
         NULL},
        {"warm", 'w', FT_OPT_LIST, &warm, "FILE",
         "results, of another GPU say, whose fast configs are tried early: a database, or what "
         "'query --all --csv' printed",
         0, 0, NULL},
        {"strategy", 0, FT_OPT_STRING, &strategy, "NAME",
         "instead of by rigor, search this way (fatune list strategies)", 0, 0, NULL},
        {"max-evals", 0, FT_OPT_INT, &max_evals, "N",
         "instead of by rigor, try N configs per problem and family", 1, 1000000000, NULL},
        {"seed", 0, FT_OPT_INT, &seed, "N", "seed of the strategy", 0, 9223372036854775807LL, NULL},
        {"baseline", 0, FT_OPT_FLAG, &with_baseline, NULL,
         "let PyTorch's cuDNN and FlashAttention-2 compete in the final round", 0, 0, NULL},
        {"python", 0, FT_OPT_STRING, &python, "PROG",
         "interpreter for --baseline (default python3)", 0, 0, NULL},
        {"no-counters", 0, FT_OPT_FLAG, &no_counters, NULL,
         "do not collect hardware counters for winners", 0, 0, NULL},
        {"jobs", 'j', FT_OPT_INT, &jobs, "N", "compile workers (default: one a core)", 1, 64, NULL},
        {"compile-limit", 0, FT_OPT_DURATION, &compile_limit_ns, "TIME", FT_CMD_COMPILE_LIMIT_HELP,
         1, INT64_MAX, NULL},
        {"shard", 0, FT_OPT_STRING, &shard_text, "I/N",
         "only the I-th of N equal parts of the problems, for N machines; 'fatune merge' joins "
         "them",
         0, 0, NULL},
        {"dry-run", 'n', FT_OPT_FLAG, &is_dry, NULL,
         "print the sizes of the spaces and stop; needs no GPU", 0, 0, NULL},
        {"arch", 0, FT_OPT_STRING, &arch, "SM",
         "architecture assumed by --dry-run (default sm_90a)", 0, 0, NULL},
        {"json", 0, FT_OPT_FLAG, &json, NULL, "print as JSON", 0, 0, NULL},
        {"csv", 0, FT_OPT_FLAG, &csv, NULL, "print as CSV", 0, 0, NULL},
        {0},
    };
    struct ft_cmd_families families = {0};
    struct ft_experiment *experiment = NULL;
    struct ft_tune_totals totals = {0};
    struct ft_tune_runs runs = {.n = 0};
    struct ft_shard shard;
    unsigned char *selected = NULL;
    char *baseline = NULL, *report_dir = NULL, *command = join_command(argc, argv);
    int code = FT_ERR_INTERNAL;
    int rc = ft_opt_parse(
        opts, argc, argv, "fatune [tune] --config FILE [OPTIONS]",
        "Finds the fastest valid kernel for each problem of a config file on this GPU.",
        &n_operands, err);
    if (rc != 0) {
        code = rc > 0 ? FT_OK : FT_ERR_USAGE;
        goto out;
    }
    if (json && csv) {
        ft_err_set(err, FT_ERR_USAGE, "--json and --csv exclude each other");
        code = FT_ERR_USAGE;
        goto out;
    }
    if (!config || n_operands > 0) {
        ft_err_set(err, FT_ERR_USAGE, config ? "unexpected argument '%s'" : "no config file given",
                   n_operands > 0 ? argv[1] : "");
        ft_err_hint(err, "fatune --config qwen3-smoke is a one-minute run; 'fatune tune --help' "
                         "lists the options");
        code = FT_ERR_USAGE;
        goto out;
    }
    if (ft_cmd_families_load(&family_dirs, &families, err) < 0 ||
        !(experiment = ft_cmd_experiment_load(config, &families, err))) {
        code = err->code;
        goto out;
    }
    const int is_all = device_text && strcmp(device_text, "all") == 0;
    if (!is_dry && ft_cmd_device(is_all ? NULL : device_text, &device, err) < 0) {
        code = err->code;
        goto out;
    }
    if (device == FT_DEVICE_CPU && (with_baseline || partition > 0)) {
        ft_err_set(err, FT_ERR_USAGE, "%s needs a GPU",
                   with_baseline ? "--baseline" : "--partition");
        code = FT_ERR_USAGE;
        goto out;
    }
    if (with_baseline && partition > 0) {
        ft_err_set(err, FT_ERR_USAGE, "--baseline and --partition do not go together");
        ft_err_hint(err, "outside contestants run on the whole GPU");
        code = FT_ERR_USAGE;
        goto out;
    }
    if (with_baseline) {
        if (!(report_dir = ft_fs_share("report", err))) {
            code = err->code;
            goto out;
        }
        baseline = ft_fs_join(report_dir, "baseline_torch.py");
    }
    FT_GROW(warm.items, warm.n + 1, warm.cap);
    warm.items[warm.n] = NULL;
    struct ft_tune_options options = {
        .experiment = experiment,
        .families = &families.families,
        .include_dirs = families.include_dirs,
        .db_path = db,
        .problem_glob = problem,
        .family_glob = family,
        .command = command,
        .version = ft_version,
        .baseline = baseline,
        .python = python,
        .device_index = device,
        .all_alike = is_all && device != FT_DEVICE_CPU,
        .partition_sms = (int)partition,
        .n_compile_workers = (int)jobs,
        .compile_limit_ns = compile_limit_ns,
        .with_counters = !no_counters && device != FT_DEVICE_CPU,
        .budget_ns = budget_ns > 0 ? budget_ns : experiment->budget_ns,
        .rigor = rigor_text ? ft_rigor_find(rigor_text) : experiment->rigor,
        /* What the command line says of rigor is meant in the place of what the file says. */
        .max_evals = max_evals > 0 ? max_evals
                     : rigor_text  ? 0
                                   : experiment->max_evals,
        .strategy = strategy     ? strategy
                    : rigor_text ? NULL
                                 : experiment->strategy,
        .seed = seed >= 0 ? (uint64_t)seed : experiment->seed,
        .warm_paths = warm.items,
        .stop = &stop_requested,
    };
    if (shard_text) {
        options.selected = selected = ft_calloc(experiment->n_problems + 1, 1);
        if (ft_shard_parse(shard_text, &shard, err) < 0 ||
            ft_shard_select(&shard, experiment, problem, family, options.max_evals, selected, err) <
                0) {
            code = err->code;
            goto out;
        }
    }
    const enum ft_table_format format = json ? FT_TABLE_JSON : csv ? FT_TABLE_CSV : FT_TABLE_TEXT;
    if (check_selection(&options, config, err) < 0 ||
        (is_dry && dry_run(&options, arch, format, err) < 0)) {
        code = err->code;
        goto out;
    }
    if (is_dry) {
        code = FT_OK;
        goto out;
    }
    if (warm.n > 0 && (options.strategy || options.max_evals > 0))
        ft_note(
            "--strategy and --max-evals make a search that can be repeated: --warm has no say in "
            "it");
    catch_signals();
    rc = run(&options, &totals, &runs, err);
    if (rc < 0 && runs.n == 0) { /* else some model has its results */
        code = err->code;
        goto out;
    }
    const struct ft_tune_shown shown = {
        .experiment = experiment, .problem_glob = problem, .selected = selected, .runs = &runs};
    struct ft_err printing = {0};
    if (ft_tune_print_winners(db, &shown, format, &printing) < 0) {
        if (rc == 0)
            *err = printing;
        code = err->code;
        goto out;
    }
    ft_tune_note_totals(&totals, db);
    if (rc < 0) {
        code = err->code;
    } else if (totals.is_interrupted || totals.is_out_of_budget) {
        ft_note("%s: everything measured is saved, the same command goes on from here",
                totals.is_interrupted ? "interrupted" : "out of budget");
        code = FT_ERR_PARTIAL;
    } else {
        code = totals.n_winners + totals.n_kept == totals.n_problems ? FT_OK
               : totals.n_lost_problems > 0                          ? FT_ERR_ENV
                                                                     : FT_ERR_FOUND;
    }
out:
    ft_experiment_free(experiment);
    ft_cmd_families_free(&families);
    free(family_dirs.items);
    free(warm.items);
    free(selected);
    free(baseline);
    free(report_dir);
    free(command);
    return code;
}
