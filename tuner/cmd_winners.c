/* cmd_winners.c -- see the header */
#include "cmd_winners.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/units.h"
#include "store/select.h"

#define ARITHMETIC_BOUND 100 /* FLOP a byte */

void ft_cmd_add_time(struct ft_table_out *t, double ns)
{
    char text[FT_UNIT_BYTES];
    ft_table_num(t, ns, isnan(ns) ? "-" : ft_format_ns(ns, text));
}

static void add_percent(struct ft_table_out *t, double ratio)
{
    char text[FT_UNIT_BYTES];
    snprintf(text, sizeof text, "%.1f %%", ratio * 100);
    ft_table_num(t, ratio, text);
}

void ft_cmd_add_rounded(struct ft_table_out *t, double v)
{
    char text[FT_UNIT_BYTES];
    snprintf(text, sizeof text, "%.0f", v);
    ft_table_num(t, v, text);
}

/* "family Bc=32,warps=4", or the name alone for an outside contestant. */
void ft_cmd_put_contestant(struct ft_buf *out, const char *contestant, const char *config)
{
    ft_buf_puts(out, contestant);
    if (config && *config)
        ft_buf_printf(out, " %s", config);
}

/* Only the parameters of `config` in which it differs from `base`, as both are of one family. */
static void put_difference(struct ft_buf *out, const char *config, const char *base)
{
    char *theirs = ft_asprintf(",%s,", base), *rest = ft_strdup(config), *save = NULL;
    const char *separator = "";
    for (char *item = strtok_r(rest, ",", &save); item; item = strtok_r(NULL, ",", &save)) {
        char *wanted = ft_asprintf(",%s,", item);
        if (!strstr(theirs, wanted)) {
            ft_buf_printf(out, "%s%s", separator, item);
            separator = ",";
        }
        free(wanted);
    }
    free(rest);
    free(theirs);
}

void ft_cmd_winner_columns(struct ft_table_out *t)
{
    ft_table_column(t, "problem", "problem", FT_LEFT);
    ft_table_column(t, "winner", "winner", FT_LEFT);
    ft_table_column(t, "time", "time", FT_RIGHT);
    ft_table_column(t, "+-", "spread", FT_RIGHT);
    ft_table_column(t, "GB/s", "gbps", FT_RIGHT);
    ft_table_column(t, "TFLOP/s", "tflops", FT_RIGHT);
    ft_table_column(t, "of roof", "roof", FT_RIGHT);
    ft_table_column(t, "behind", "behind", FT_RIGHT);
    ft_table_column(t, "runner-up", "runner_up", FT_LEFT);
    ft_table_column(t, "valid", "valid", FT_RIGHT);
    ft_table_column(t, "note", "note", FT_LEFT);
}

/* Of the row at hand. */
#define TEXT(name)   ft_db_row_text(n, names, values, name)
#define NUMBER(name) ft_db_row_number(n, names, values, name)

void ft_cmd_winner_row(struct ft_table_out *t, const char *name, int n, const char *const *names,
                       const char *const *values)
{
    struct ft_buf winner = FT_BUF_INIT, runner_up = FT_BUF_INIT, note = FT_BUF_INIT;
    char valid[64], tflops[FT_UNIT_BYTES];
    const char *contestant = TEXT("contestant"), *config = TEXT("config");
    const char *second = TEXT("runner_up"), *second_config = TEXT("runner_up_config");
    double median_ns = NUMBER("median_ns"), n_ties = NUMBER("n_ties");

    ft_cmd_put_contestant(&winner, contestant, config);
    if (second && strcmp(second, contestant) == 0 && *second_config)
        put_difference(&runner_up, second_config, config);
    else if (second)
        ft_cmd_put_contestant(&runner_up, second, second_config);
    if (strcmp(TEXT("own_trial_id"), TEXT("trial_id")) != 0) {
        ft_buf_printf(&note, "ours: ");
        ft_cmd_put_contestant(&note, TEXT("own_contestant"), TEXT("own_config"));
        ft_buf_printf(&note, " %+.1f %%", (NUMBER("own_median_ns") / median_ns - 1) * 100);
    }
    if (TEXT("stale"))
        ft_buf_printf(&note, "%sstale: %s", note.len ? "; " : "", TEXT("stale"));
    if (NUMBER("is_throttled") > 0)
        ft_buf_printf(&note, "%sthe GPU held its clock back", note.len ? "; " : "");
    snprintf(valid, sizeof valid,
             NUMBER("n_configs") > NUMBER("n_trials") ? "%s/%s of %s" : "%s/%s", TEXT("n_valid"),
             TEXT("n_trials"), TEXT("n_configs"));

    ft_table_text(t, name);
    ft_table_text(t, ft_buf_str(&winner));
    ft_cmd_add_time(t, median_ns);
    add_percent(t, NUMBER("spread_ratio"));
    ft_cmd_add_rounded(t, NUMBER("gbps"));
    snprintf(tflops, sizeof tflops, "%.1f", NUMBER("tflops"));
    ft_table_num(t, NUMBER("tflops"), tflops);
    /* The roof is memory's: it says nothing of a problem that arithmetic bounds. */
    if (NUMBER("tflops") * 1000 > ARITHMETIC_BOUND * NUMBER("gbps"))
        ft_table_text(t, NULL);
    else
        add_percent(t, NUMBER("roof_ratio"));
    if (n_ties > 0) {
        char tie[FT_UNIT_BYTES];
        snprintf(tie, sizeof tie, "tie of %.0f", n_ties + 1);
        ft_table_text(t, tie);
    } else {
        add_percent(t, NUMBER("runner_up_behind_ratio"));
    }
    ft_table_text(t, second ? ft_buf_str(&runner_up) : NULL);
    ft_table_text(t, valid);
    ft_table_text(t, note.len ? note.data : NULL);
    ft_buf_free(&winner);
    ft_buf_free(&runner_up);
    ft_buf_free(&note);
}
