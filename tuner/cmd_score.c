/* cmd_score.c -- `fatune score`: the community's figures of merit for search strategies
 *
 * Of the runs that `fatune replay --json` wrote, or of a recorded space, on which the strategy is
 * run first, for as long as the score by time needs. search/score.h says what the figures mean.
 */
#include <stdio.h>
#include <stdlib.h>
#include "cmd.h"
#include "cmd_scored.h"
#include "cmd_util.h"

static int add_file(const char *path, const struct ft_cmd_replay_options *o,
                    struct ft_cmd_scored_list *list, struct ft_err *err)
{
    struct ft_recordings recordings = {0};
    struct ft_buf text = FT_BUF_INIT;
    struct ft_arena *arena = ft_arena_new();
    struct ft_json_fault fault;
    int rc = ft_space_file_text(path, &text, err);
    const struct ft_jval *root = NULL;
    if (rc == 0 && text.len > 0 && text.data[0] == '[')
        root = ft_json_parse_loose(arena, text.data, text.len, &fault);
    if (rc == 0 && ft_cmd_scored_is(root)) {
        rc = ft_cmd_scored_read(path, root, list, err);
    } else if (rc == 0) {
        rc = ft_space_file_parse(path, &text, NULL, &recordings, err);
        for (size_t i = 0; rc == 0 && i < recordings.n; i++)
            rc = ft_cmd_scored_run(&recordings.items[i], NULL, o, list, err);
    }
    ft_recordings_free(&recordings);
    ft_arena_free(arena);
    ft_buf_free(&text);
    return rc;
}

int ft_cmd_score(int argc, char **argv, struct ft_err *err)
{
    struct ft_cmd_scored_list list = {0};
    struct ft_table_out table = FT_TABLE_INIT;
    struct ft_cmd_replay_options o = {"default", 100, 0, 1, 1, 0, 0};
    int json = 0, csv = 0, n_operands = 0, code = FT_ERR_USAGE;
    const struct ft_opt opts[] = {
        {"strategy", 's', FT_OPT_STRING, &o.strategy, "S",
         "of recorded spaces: the strategy to run, or all; default: default", 0, 0, NULL},
        {"repeats", 'r', FT_OPT_INT, &o.repeats, "N", "... its runs; default 100", 1, 100000, NULL},
        {"seed", 0, FT_OPT_INT, &o.seed, "N", "... seed of the first run; default 1", 0, INT64_MAX,
         NULL},
        {"json", 0, FT_OPT_FLAG, &json, NULL, "print as JSON", 0, 0, NULL},
        {"csv", 0, FT_OPT_FLAG, &csv, NULL, "print as CSV", 0, 0, NULL},
        {0},
    };
    int rc = ft_opt_parse(
        opts, argc, argv, "fatune score FILE... [OPTIONS]",
        "Scores search strategies: 0 is as good as random search is calculated to be, 1 has the "
        "optimum. P evals is the mean over evaluations 10 to 200; P time the mean over the "
        "recorded "
        "time (compilation, benchmark, validation, framework, search) up to where random search "
        "has "
        "come 96 % of the way from the median to the optimum. std is over the runs, and of the "
        "mean "
        "by time over the points of time; +- is the 95 % interval of a mean. Files are the output "
        "of "
        "'fatune replay --json', or recorded spaces.",
        &n_operands, err);
    if (rc > 0)
        code = FT_OK;
    if (rc != 0)
        goto out;
    if (n_operands == 0) {
        ft_err_set(err, FT_ERR_USAGE, "no file is given");
        ft_err_hint(err, "the output of 'fatune replay --json', or a recorded space");
        goto out;
    }
    if (json && csv) {
        ft_err_set(err, FT_ERR_USAGE, "--json and --csv exclude each other");
        goto out;
    }
    if (ft_cmd_strategy_check(o.strategy, err) < 0)
        goto out;
    for (int i = 1; i <= n_operands; i++)
        if (add_file(argv[i], &o, &list, err) < 0) {
            code = (int)err->code;
            goto out;
        }
    ft_cmd_scored_table(&list, &table);
    ft_cmd_print_table(&table, json ? FT_TABLE_JSON : csv ? FT_TABLE_CSV : FT_TABLE_TEXT);
    ft_cmd_scored_note(&list);
    code = FT_OK;
out:
    ft_table_free(&table);
    ft_cmd_scored_free(&list);
    return code;
}
