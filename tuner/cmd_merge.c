/* cmd_merge.c -- `fatune merge`: databases of several machines, shards or runs into one
 *
 * The table says what came from where: of each source its rows and, after a plus, those that no
 * source before it had.
 */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/mem.h"
#include "base/opt.h"
#include "cmd.h"
#include "cmd_util.h"
#include "store/merge.h"

static volatile sig_atomic_t stop_requested;

static void on_signal(int number)
{
    (void)number;
    stop_requested = 1;
}

/* So that no half of a file is left behind. */
static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESETHAND};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static const char *const titles[] = {
#define FT_X(table, title) title,
    FT_MERGE_COUNTS(FT_X)
#undef FT_X
};

static void add_columns(struct ft_table_out *t, enum ft_table_format format)
{
    ft_table_column(t, "database", "database", FT_LEFT);
    if (format != FT_TABLE_TEXT)
        ft_table_column(t, "is_result", "is_result", FT_RIGHT);
    for (int i = 0; i < FT_MERGE_N_COUNTS; i++) {
        char *fresh = ft_asprintf("new_%s", titles[i]);
        ft_table_column(t, titles[i], titles[i], FT_RIGHT);
        if (format != FT_TABLE_TEXT)
            ft_table_column(t, fresh, fresh, FT_RIGHT);
        free(fresh);
    }
    ft_table_column(t, "decides", "deciding_winners", FT_RIGHT);
}

static void add_row(struct ft_table_out *t, enum ft_table_format format, const char *path,
                    const int64_t *n, const int64_t *n_fresh, int64_t n_deciding)
{
    char shown[64];
    ft_table_text(t, path);
    if (format != FT_TABLE_TEXT)
        ft_table_int(t, !n_fresh);
    for (int i = 0; i < FT_MERGE_N_COUNTS; i++) {
        const int64_t fresh = n_fresh ? n_fresh[i] : n[i];
        if (format != FT_TABLE_TEXT) {
            ft_table_int(t, n[i]);
            ft_table_int(t, fresh);
            continue;
        }
        snprintf(shown, sizeof shown, fresh == n[i] ? "%lld" : "%lld +%lld", (long long)n[i],
                 (long long)fresh);
        ft_table_num(t, (double)n[i], shown);
    }
    ft_table_int(t, n_deciding);
}

static void print(const struct ft_merge_result *r, const char *out, enum ft_table_format format)
{
    struct ft_table_out table = FT_TABLE_INIT;
    add_columns(&table, format);
    for (size_t i = 0; i < r->n_sources; i++)
        add_row(&table, format, r->sources[i].path, r->sources[i].n, r->sources[i].n_fresh,
                r->sources[i].n_deciding);
    add_row(&table, format, out, r->n, NULL, r->n[FT_MERGE_winner]);
    ft_cmd_print_table(&table, format);
    ft_table_free(&table);
}

static void note(const struct ft_merge_result *r)
{
    for (size_t i = 0; i < r->n_sources; i++)
        if (r->sources[i].n_running > 0)
            ft_note("%s: taken as it was at this moment, a run in it has not ended",
                    r->sources[i].path);
    if (r->n_outcome_disputes > 0)
        ft_note("%lld trial%s ended differently in several sources: the newest outcome counts",
                (long long)r->n_outcome_disputes, r->n_outcome_disputes == 1 ? "" : "s");
    if (r->n_winner_disputes > 0)
        ft_note("%lld search%s ended with different winners in several sources: kept is the one "
                "that is still valid, of the newest driver, with the least time",
                (long long)r->n_winner_disputes, r->n_winner_disputes == 1 ? "" : "es");
}

int ft_cmd_merge(int argc, char **argv, struct ft_err *err)
{
    const char *out = NULL;
    int into = 0, json = 0, csv = 0, n_operands = 0;
    const struct ft_opt opts[] = {
        {"output", 'o', FT_OPT_STRING, &out, "FILE", "the database to make", 0, 0, NULL},
        {"into", 0, FT_OPT_FLAG, &into, NULL,
         "FILE may exist: it keeps what it holds and gets the others' rows; nobody may tune into "
         "it meanwhile",
         0, 0, NULL},
        {"json", 0, FT_OPT_FLAG, &json, NULL, "print as JSON", 0, 0, NULL},
        {"csv", 0, FT_OPT_FLAG, &csv, NULL, "print as CSV", 0, 0, NULL},
        {0},
    };
    int rc = ft_opt_parse(
        opts, argc, argv, "fatune merge -o FILE [OPTIONS] DB...",
        "Joins databases of several machines, shards or runs: every trial, sample and winner of "
        "each, and none twice, however often it is merged. A database that a tuner is writing to "
        "is taken as it is at that moment. Where the same search was decided differently, the "
        "decision whose trial is still valid counts, then that of the newer driver, then the "
        "lesser time. FILE appears when it is whole.",
        &n_operands, err);
    if (rc != 0)
        return rc > 0 ? FT_OK : FT_ERR_USAGE;
    if (!out || n_operands == 0) {
        ft_err_set(err, FT_ERR_USAGE, out ? "no database to merge" : "no output file given");
        ft_err_hint(err, "fatune merge -o all.db node1.db node2.db");
        return FT_ERR_USAGE;
    }
    if (json && csv) {
        ft_err_set(err, FT_ERR_USAGE, "--json and --csv exclude each other");
        return FT_ERR_USAGE;
    }
    const struct ft_merge_options options = {.out = out,
                                             .inputs = (const char *const *)(argv + 1),
                                             .n_inputs = (size_t)n_operands,
                                             .into = into,
                                             .stop = &stop_requested};
    struct ft_merge_result result;
    catch_signals();
    rc = ft_merge(&options, &result, err);
    if (rc == 0) {
        print(&result, out, json ? FT_TABLE_JSON : csv ? FT_TABLE_CSV : FT_TABLE_TEXT);
        note(&result);
    }
    ft_merge_result_free(&result);
    return rc == 0 ? FT_OK : (int)err->code;
}
