/* cmd_replay.c -- `fatune replay`: strategies against recorded spaces, where no GPU is needed and
 * an evaluation costs nothing
 *
 * For people: what each strategy is worth on each space, and of a single strategy how its best time
 * comes down. For machines: --csv has that curve, --json has every run, which `fatune score` reads.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/units.h"
#include "cmd.h"
#include "cmd_scored.h"
#include "cmd_util.h"

static void curve_columns(struct ft_table_out *t, int for_people)
{
    if (!for_people) {
        ft_table_column(t, "space", "space", FT_LEFT);
        ft_table_column(t, "device", "device", FT_LEFT);
        ft_table_column(t, "strategy", "strategy", FT_LEFT);
    }
    ft_table_column(t, "evals", "evals", FT_RIGHT);
    ft_table_column(t, "best", "best_ns_mean", FT_RIGHT);
    ft_table_column(t, "of optimum", "optimum_ratio", FT_RIGHT);
    ft_table_column(t, "regret", "regret_median", FT_RIGHT);
    ft_table_column(t, "random", "baseline_ns", FT_RIGHT);
    ft_table_column(t, "P", "score", FT_RIGHT);
}

static void add_percent(struct ft_table_out *t, double ratio)
{
    char shown[32];
    snprintf(shown, sizeof shown, "%.1f %%", ratio * 100);
    ft_table_num(t, ratio, shown);
}

static void add_score(struct ft_table_out *t, double score)
{
    char shown[32];
    snprintf(shown, sizeof shown, "%.3f", score);
    ft_table_num(t, score, shown);
}

static void add_time(struct ft_table_out *t, double ns)
{
    char shown[FT_UNIT_BYTES];
    ft_format_ns(ns, shown);
    ft_table_num(t, ns, shown);
}

static void curve_row(struct ft_table_out *t, const struct ft_cmd_scored *s, size_t n_evals,
                      int for_people)
{
    double optimum = ft_score_optimum(&s->stats), random = ft_score_baseline(&s->stats, n_evals);
    double best = ft_score_mean_best(&s->stats, s->runs, s->n_runs, n_evals);
    if (!for_people) {
        ft_table_text(t, s->space);
        ft_table_text(t, s->device);
        ft_table_text(t, s->strategy);
    }
    ft_table_int(t, (int64_t)n_evals);
    add_time(t, best);
    add_percent(t, ft_score_fraction(&s->stats, s->runs, s->n_runs, n_evals));
    add_percent(t, ft_score_regret(&s->stats, s->runs, s->n_runs, n_evals));
    add_time(t, random);
    add_score(t, random > optimum ? (best - random) / (optimum - random) : NAN);
}

static void print_csv(const struct ft_cmd_scored_list *list)
{
    struct ft_table_out t = FT_TABLE_INIT;
    curve_columns(&t, 0);
    for (size_t i = 0; i < list->n; i++)
        for (size_t m = 1; m <= list->items[i].max_evals && m <= list->items[i].stats.n; m++)
            curve_row(&t, &list->items[i], m, 0);
    ft_cmd_print_table(&t, FT_TABLE_CSV);
    ft_table_free(&t);
}

static void print_people(const struct ft_cmd_scored_list *list)
{
    static const size_t marks[] = {1, 2, 5, 10, 15, 25, 35, 50, 75, 100, 150, 200, 300, 500, 1000};
    struct ft_table_out summary = FT_TABLE_INIT;
    for (size_t i = 0; i < list->n; i++) {
        const struct ft_cmd_scored *s = &list->items[i];
        char optimum[FT_UNIT_BYTES];
        int is_new =
            i == 0 || strcmp(s->space, s[-1].space) != 0 || strcmp(s->device, s[-1].device) != 0;
        int is_alone = is_new && (i + 1 == list->n || strcmp(s->space, s[1].space) != 0 ||
                                  strcmp(s->device, s[1].device) != 0);
        ft_format_ns(ft_score_optimum(&s->stats), optimum);
        if (is_new)
            printf("%s%s%s: %zu configs, %zu valid, the best %s\n", s->space,
                   *s->device ? " on " : "", s->device, s->stats.n, s->stats.n_valid, optimum);
        if (is_new && s->n_hints > 0)
            printf("%zu hints\n", s->n_hints);
        if (!is_alone)
            continue;
        struct ft_table_out curve = FT_TABLE_INIT;
        curve_columns(&curve, 1);
        for (size_t k = 0; k < sizeof marks / sizeof *marks; k++)
            if (marks[k] <= s->max_evals && marks[k] <= s->stats.n)
                curve_row(&curve, s, marks[k], 1);
        ft_cmd_print_table(&curve, FT_TABLE_TEXT);
        ft_table_free(&curve);
        printf("\n");
    }
    ft_cmd_scored_table(list, &summary);
    ft_cmd_print_table(&summary, FT_TABLE_TEXT);
    ft_table_free(&summary);
}

static void print_json(const struct ft_cmd_scored_list *list)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_json j;
    ft_json_init(&j, &text, 0);
    ft_cmd_scored_write(list, &j);
    ft_buf_putc(&text, '\n');
    fwrite(ft_buf_str(&text), 1, text.len, stdout);
    ft_buf_free(&text);
}

static int read_all(const struct ft_opt_list *files, const struct ft_db_filter *filter,
                    struct ft_recordings *out, struct ft_err *err)
{
    for (size_t i = 0; i < files->n; i++)
        if (ft_space_file_read(files->items[i], filter, out, err) < 0)
            return -1;
    return 0;
}

int ft_cmd_replay(int argc, char **argv, struct ft_err *err)
{
    struct ft_opt_list spaces = {0}, warm_files = {0};
    struct ft_recordings recordings = {0}, warm = {0};
    struct ft_cmd_scored_list list = {0};
    struct ft_db_filter filter = {0};
    struct ft_cmd_replay_options o = {"default", 100, FT_SCORE_TO, 1, 1, 0, 0};
    int json = 0, csv = 0, n_operands = 0, code = FT_ERR_USAGE;
    const struct ft_opt opts[] = {
        {"space", 0, FT_OPT_LIST, &spaces, "FILE",
         "a recorded space: Kernel Tuner cache, T4, our database or CSV, gzip or not; may be "
         "repeated",
         0, 0, NULL},
        {"strategy", 's', FT_OPT_STRING, &o.strategy, "S",
         "the strategy, or all to compare them; default: default", 0, 0, NULL},
        {"repeats", 'r', FT_OPT_INT, &o.repeats, "N", "runs, each with the next seed; default 100",
         1, 100000, NULL},
        {"max-evals", 0, FT_OPT_INT, &o.max_evals, "N", "evaluations of a run; default 200", 1,
         10000000, NULL},
        {"seed", 0, FT_OPT_INT, &o.seed, "N", "seed of the first run; default 1", 0, INT64_MAX,
         NULL},
        {"batch", 0, FT_OPT_INT, &o.batch, "N", "proposals that are out at once; default 1", 1,
         1024, NULL},
        {"warm", 0, FT_OPT_LIST, &warm_files, "FILE",
         "a recorded space of the same parameters, from which hints are made; may be repeated", 0,
         0, NULL},
        {"hints", 0, FT_OPT_INT, &o.max_hints, "N", "only the N best hints", 1, 10000000, NULL},
        {"mislead", 0, FT_OPT_FLAG, &o.misleads, NULL,
         "turn the hints round, the worst first: what bad hints cost", 0, 0, NULL},
        {"problem", 'p', FT_OPT_STRING, &filter.problem, "GLOB",
         "of a database or CSV: only problems whose name or key matches", 0, 0, NULL},
        {"device", 0, FT_OPT_STRING, &filter.device, "D", "... only devices with D in their name",
         0, 0, NULL},
        {"family", 0, FT_OPT_STRING, &filter.family, "GLOB", "... only this kernel family", 0, 0,
         NULL},
        {"json", 0, FT_OPT_FLAG, &json, NULL, "every run, as 'fatune score' reads it", 0, 0, NULL},
        {"csv", 0, FT_OPT_FLAG, &csv, NULL, "the best-so-far curves", 0, 0, NULL},
        {0},
    };
    int rc = ft_opt_parse(
        opts, argc, argv, "fatune replay --space FILE [OPTIONS]",
        "Runs a search strategy against recorded spaces. P is 0 for random search and 1 for the "
        "optimum, as mean over evaluations 10 to 200, and over the recorded time up to where "
        "random "
        "search has come 96 % of the way from the median to the optimum; @N is the part of the "
        "optimum reached after N evaluations, regret how much slower the median run's best is. "
        "Invalid configs count as evaluations.",
        &n_operands, err);
    if (rc > 0)
        code = FT_OK;
    if (rc != 0)
        goto out;
    if (n_operands > 0 || spaces.n == 0) {
        if (n_operands > 0)
            ft_err_set(err, FT_ERR_USAGE, "unexpected '%s'", argv[1]);
        else
            ft_err_set(err, FT_ERR_USAGE, "no recorded space is given");
        ft_err_hint(err, "--space FILE names it");
        goto out;
    }
    if (json && csv) {
        ft_err_set(err, FT_ERR_USAGE, "--json and --csv exclude each other");
        goto out;
    }
    /* Filters choose what is searched; hints may come from any problem and device. */
    if (ft_cmd_strategy_check(o.strategy, err) < 0 ||
        read_all(&spaces, &filter, &recordings, err) < 0 ||
        read_all(&warm_files, NULL, &warm, err) < 0) {
        code = (int)err->code;
        goto out;
    }
    for (size_t i = 0; i < recordings.n; i++)
        if (ft_cmd_scored_run(&recordings.items[i], &warm, &o, &list, err) < 0)
            goto out;
    if (json)
        print_json(&list);
    else if (csv)
        print_csv(&list);
    else
        print_people(&list);
    if (!json && !csv)
        ft_cmd_scored_note(&list);
    code = FT_OK;
out:
    ft_cmd_scored_free(&list);
    ft_recordings_free(&recordings);
    ft_recordings_free(&warm);
    free(spaces.items);
    free(warm_files.items);
    return code;
}
