/* db_func.c -- the SQL functions that views and queries use
 *
 * ft_median(blob)         aggregate over the samples of a group; NULL for an empty one
 * ft_problem_bytes(key)   least bytes that a problem must move; NULL for a text that is no key
 * ft_problem_flops(key)   operations of a problem
 * ft_glob(pattern, text)  1 when the shell pattern matches, letters of either case
 * ft_version_order(text)  a text that sorts as the version does: 580.65 after 580.9 and 99.1
 */
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/stats.h"
#include "store/db_int.h"

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__,
               "samples are stored as they lie in memory");

struct samples {
    double *ns;
    size_t n, cap;
};

static void median_step(sqlite3_context *context, int n_args, sqlite3_value **args)
{
    (void)n_args;
    struct samples *all = sqlite3_aggregate_context(context, sizeof *all);
    if (!all) {
        sqlite3_result_error_nomem(context);
        return;
    }
    const void *blob = sqlite3_value_blob(args[0]);
    size_t n = (size_t)sqlite3_value_bytes(args[0]) / sizeof(double);
    if (!blob || n == 0)
        return;
    FT_GROW(all->ns, all->n + n, all->cap);
    memcpy(all->ns + all->n, blob, n * sizeof(double));
    all->n += n;
}

static void median_final(sqlite3_context *context)
{
    struct samples *all = sqlite3_aggregate_context(context, 0);
    if (!all || all->n == 0)
        return; /* NULL */
    sqlite3_result_double(context, ft_median(all->ns, all->n));
    free(all->ns);
}

void ft_db_problem_sizes(const struct ft_problem *problem, double *flops, double *min_bytes)
{
    int32_t *lengths = NULL;
    if (problem->lengths != FT_LENGTHS_EQUAL) {
        lengths = ft_calloc((size_t)problem->f.batch, sizeof *lengths);
        ft_problem_lengths(problem, lengths);
    }
    *flops = ft_problem_flops(problem, lengths);
    *min_bytes = ft_problem_min_bytes(problem, lengths);
    free(lengths);
}

static int sizes_of_key(sqlite3_value *arg, double *flops, double *min_bytes)
{
    const char *key = (const char *)sqlite3_value_text(arg);
    struct ft_problem problem;
    char why[256];
    if (!key || ft_problem_parse_key(key, &problem) < 0 ||
        ft_problem_check(&problem, why, sizeof why) < 0)
        return -1;
    ft_db_problem_sizes(&problem, flops, min_bytes);
    return 0;
}

static void problem_flops(sqlite3_context *context, int n_args, sqlite3_value **args)
{
    (void)n_args;
    double flops, min_bytes;
    if (sizes_of_key(args[0], &flops, &min_bytes) == 0)
        sqlite3_result_double(context, flops);
}

static void problem_bytes(sqlite3_context *context, int n_args, sqlite3_value **args)
{
    (void)n_args;
    double flops, min_bytes;
    if (sizes_of_key(args[0], &flops, &min_bytes) == 0)
        sqlite3_result_double(context, min_bytes);
}

static void glob(sqlite3_context *context, int n_args, sqlite3_value **args)
{
    (void)n_args;
    const char *pattern = (const char *)sqlite3_value_text(args[0]);
    const char *text = (const char *)sqlite3_value_text(args[1]);
    if (pattern && text)
        sqlite3_result_int(context, fnmatch(pattern, text, FNM_CASEFOLD) == 0);
}

/* Each number becomes its count of digits and itself. */
static void version_order(sqlite3_context *context, int n_args, sqlite3_value **args)
{
    (void)n_args;
    const char *text = (const char *)sqlite3_value_text(args[0]);
    struct ft_buf out = FT_BUF_INIT;
    if (!text)
        return;
    while (*text) {
        size_t n = strspn(text, "0123456789");
        if (n == 0) {
            ft_buf_putc(&out, *text++);
            continue;
        }
        while (n > 1 && *text == '0') {
            text++;
            n--;
        }
        ft_buf_printf(&out, "%04zu%.*s", n, (int)n, text);
        text += n;
    }
    sqlite3_result_text(context, ft_buf_str(&out), -1, SQLITE_TRANSIENT);
    ft_buf_free(&out);
}

int ft_db_add_functions(sqlite3 *sql)
{
    int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    int rc =
        sqlite3_create_function(sql, "ft_median", 1, flags, NULL, NULL, median_step, median_final);
    if (rc == SQLITE_OK)
        rc = sqlite3_create_function(sql, "ft_problem_bytes", 1, flags, NULL, problem_bytes, NULL,
                                     NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_create_function(sql, "ft_problem_flops", 1, flags, NULL, problem_flops, NULL,
                                     NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_create_function(sql, "ft_glob", 2, flags, NULL, glob, NULL, NULL);
    if (rc == SQLITE_OK)
        rc = sqlite3_create_function(sql, "ft_version_order", 1, flags, NULL, version_order, NULL,
                                     NULL);
    return rc;
}
