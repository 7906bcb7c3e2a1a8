/* space_table.c -- recorded spaces out of our own trials: the database, or the CSV that query
 * prints
 *
 * Rows come in any order. Those of one device, problem, contestant, signature, cache mode and timer
 * are one space. Contestants without a config (outside baselines) are left out, and so is a trial
 * that was interrupted before it was timed.
 */
#include <fnmatch.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "store/space_int.h"

#define MAX_PARAMS 64

/* What of a trial is needed. The two names are the database's and the CSV's. */
#define COLUMNS(X)                                                                                 \
    X(DEVICE, "device", "device")                                                                  \
    X(PROBLEM, "problem", "problem")                                                               \
    X(KEY, "key", "problem_key")                                                                   \
    X(CONTESTANT, "contestant", "contestant")                                                      \
    X(CONFIG, "config", "config")                                                                  \
    X(OUTCOME, "outcome", "outcome")                                                               \
    X(TIME, "median_ns", "time_ns_median")                                                         \
    X(CACHE, "cache", "cache")                                                                     \
    X(TIMER, "timer", "timer")                                                                     \
    X(SIGNATURE, "signature", "signature")
enum column {
#define FT_X(id, db, csv) COLUMN_##id,
    COLUMNS(FT_X)
#undef FT_X
        N_COLUMNS
};
static const char *const db_names[] = {
#define FT_X(id, db, csv) db,
    COLUMNS(FT_X)
#undef FT_X
};
static const char *const csv_names[] = {
#define FT_X(id, db, csv) csv,
    COLUMNS(FT_X)
#undef FT_X
};

struct group {
    char *key;
    struct ft_recording recording;
};
struct groups {
    const struct ft_space_source *source;
    struct group *items;
    size_t n, cap;
    size_t at; /* offset of the row, for messages */
    struct ft_err *err;
};

static struct group *find_group(struct groups *g, const char *const *row)
{
    char *key = ft_asprintf("%s\n%s\n%s\n%s\n%s\n%s", row[COLUMN_DEVICE], row[COLUMN_KEY],
                            row[COLUMN_CONTESTANT], row[COLUMN_SIGNATURE], row[COLUMN_CACHE],
                            row[COLUMN_TIMER]);
    for (size_t i = g->n; i-- > 0;)
        if (strcmp(g->items[i].key, key) == 0) {
            free(key);
            return &g->items[i];
        }
    FT_GROW(g->items, g->n + 1, g->cap);
    g->items[g->n] = (struct group){.key = key};
    return &g->items[g->n++];
}

/* "Bc=32,load=direct" into names and values, in place. The number of them, or -1. */
static int split_config(char *text, const char **names, const char **values)
{
    int n = 0;
    for (char *item = text, *next; item; item = next) {
        char *equals = strchr(item, '=');
        next = strchr(item, ',');
        if (next)
            *next++ = '\0';
        if (n == MAX_PARAMS || !equals || equals == item || (next && equals > next))
            return -1;
        *equals = '\0';
        names[n] = item;
        values[n++] = equals + 1;
    }
    return n;
}

static int add_row(struct groups *g, const char *const *row)
{
    const char *names[MAX_PARAMS], *values[MAX_PARAMS];
    struct ft_recorded result = {.time_ns = NAN};
    char *end, *text;
    int outcome = ft_outcome_find(row[COLUMN_OUTCOME]), n, rc = -1;
    if (!*row[COLUMN_CONFIG])
        return 0;
    if (outcome < 0)
        return ft_space_fail(g->source, g->at, g->err, "unknown outcome '%s'", row[COLUMN_OUTCOME]);
    if (outcome == FT_OUT_OK) {
        if (!*row[COLUMN_TIME])
            return 0; /* valid, and not timed yet */
        result.time_ns = strtod(row[COLUMN_TIME], &end);
        if (*end || !(result.time_ns > 0) || !isfinite(result.time_ns))
            return ft_space_fail(g->source, g->at, g->err, "'%s' is no time", row[COLUMN_TIME]);
    }
    result.outcome = (enum ft_outcome)outcome;
    for (int i = 0; i < FT_N_COSTS; i++)
        result.cost_ns[i] = NAN;
    text = ft_strdup(row[COLUMN_CONFIG]);
    n = split_config(text, names, values);
    if (n < 0) {
        ft_space_fail(g->source, g->at, g->err, "'%s' is no config", row[COLUMN_CONFIG]);
        ft_err_hint(g->err, "a config is name=value,name=value");
        goto out;
    }
    struct ft_recording *r = &find_group(g, row)->recording;
    if (!r->arena) {
        char *title = ft_asprintf("%s %s", row[COLUMN_PROBLEM], row[COLUMN_CONTESTANT]);
        ft_recording_init(r, title, row[COLUMN_DEVICE], names, (size_t)n);
        r->family = ft_arena_strdup(r->arena, row[COLUMN_CONTESTANT]);
        r->problem_key = ft_arena_strdup(r->arena, row[COLUMN_KEY]);
        free(title);
    }
    rc = (size_t)n == r->n_params ? 0 : -1;
    for (size_t p = 0; rc == 0 && p < r->n_params; p++)
        rc = strcmp(names[p], r->params[p].name) == 0 ? 0 : -1;
    if (rc == 0)
        ft_recording_add(r, values, &result);
    else
        ft_space_fail(g->source, g->at, g->err,
                      "config '%s' has other parameters than those of '%s' before it",
                      row[COLUMN_CONFIG], r->title);
out:
    free(text);
    return rc;
}

/* Hands over every group with a valid config: one without is a problem that nothing solves. */
static int finish(struct groups *g, int rc)
{
    size_t n_taken = 0;
    for (size_t i = 0; i < g->n; i++) {
        struct ft_recording *r = &g->items[i].recording;
        size_t n_valid = 0;
        for (size_t k = 0; k < r->n; k++)
            n_valid += r->points[k].outcome == FT_OUT_OK;
        if (rc == 0 && n_valid > 0) {
            rc = ft_space_take(g->source, r, g->err);
            n_taken += rc == 0;
        } else if (r->arena) {
            ft_recording_free(r);
        }
        free(g->items[i].key);
    }
    free(g->items);
    if (rc == 0 && n_taken == 0)
        rc = ft_err_set(g->err, FT_ERR_FOUND,
                        "%s: no trial of ours that is valid and timed matches", g->source->path);
    return rc;
}

/* ---- database ---- */

static int db_row(void *ctx, int n, const char *const *names, const char *const *values)
{
    const char *row[N_COLUMNS];
    for (int i = 0; i < N_COLUMNS; i++) {
        row[i] = ft_db_row_text(n, names, values, db_names[i]);
        row[i] = row[i] ? row[i] : "";
    }
    return add_row(ctx, row);
}

int ft_space_read_db(const struct ft_space_source *source, struct ft_err *err)
{
    struct groups g = {.source = source, .err = err};
    if (source->is_packed) {
        ft_err_set(err, FT_ERR_USAGE, "'%s' is a packed database", source->path);
        ft_err_hint(err, "gunzip it: SQLite reads it in place");
        return -1;
    }
    struct ft_db *db = ft_db_open(source->path, FT_DB_READ, err);
    if (!db)
        return -1;
    int rc = ft_db_each_trial_row(db, source->filter, db_row, &g, err);
    if (rc == 0 && g.n == 0)
        rc = ft_db_explain_nothing(db, source->filter, err);
    rc = finish(&g, rc);
    ft_db_close(db);
    return rc;
}

/* ---- CSV ---- */

struct csv {
    const struct ft_space_source *source;
    size_t at;
    struct ft_buf text; /* fields of a record, NUL-terminated, one after the other */
    size_t *starts;     /* of each field in text */
    size_t n, cap;
};

static int peek(const struct csv *c)
{
    return c->at < c->source->n ? (unsigned char)c->source->text[c->at] : -1;
}

static int read_quoted(struct csv *c, struct ft_err *err)
{
    size_t start = c->at++;
    for (;;) {
        int ch = peek(c);
        if (ch < 0)
            return ft_space_fail(c->source, start, err, "a quoted field without its end");
        c->at++;
        if (ch == '"' && peek(c) != '"')
            return 0;
        if (ch == '"')
            c->at++; /* "" is a quote */
        ft_buf_putc(&c->text, (char)ch);
    }
}

/* One record, as RFC 4180 says. 0 at the end of the text, 1, or -1. */
static int read_record(struct csv *c, struct ft_err *err)
{
    ft_buf_clear(&c->text);
    c->n = 0;
    if (peek(c) < 0)
        return 0;
    for (;;) {
        FT_GROW(c->starts, c->n + 1, c->cap);
        c->starts[c->n++] = c->text.len;
        if (peek(c) == '"' && read_quoted(c, err) < 0)
            return -1;
        for (int ch; (ch = peek(c)) >= 0 && ch != ',' && ch != '\n' && ch != '\r'; c->at++) {
            if (ch == 0)
                return ft_space_fail(c->source, c->at, err, "a NUL character: this is no text");
            ft_buf_putc(&c->text, (char)ch);
        }
        ft_buf_putc(&c->text, '\0');
        if (peek(c) == ',') {
            c->at++;
            continue;
        }
        while (peek(c) == '\r' || peek(c) == '\n')
            c->at++;
        return 1;
    }
}

static const char *field(const struct csv *c, size_t i)
{
    return ft_buf_str(&c->text) + c->starts[i];
}

static int read_header(struct csv *c, size_t columns[N_COLUMNS], struct ft_err *err)
{
    if (read_record(c, err) < 0)
        return -1;
    for (int i = 0; i < N_COLUMNS; i++) {
        size_t k = 0;
        while (k < c->n && strcmp(field(c, k), csv_names[i]) != 0)
            k++;
        if (k == c->n) {
            ft_space_fail(c->source, 0, err,
                          "no recorded space: not JSON, no database, and no CSV "
                          "with a column '%s'",
                          csv_names[i]);
            ft_err_hint(err, "a Kernel Tuner cache, T4 results, a database of ours, or the output "
                             "of 'fatune query --all --csv'; gzip may pack it");
            return -1;
        }
        columns[i] = k;
    }
    return 0;
}

/* The pattern with letters of either case; NULL takes all. */
static int matches(const char *pattern, const char *text)
{
    return !pattern || fnmatch(pattern, text, FNM_CASEFOLD) == 0;
}

static int is_wanted(const struct ft_db_filter *filter, const char *const *row)
{
    char *device = filter->device ? ft_asprintf("*%s*", filter->device) : NULL;
    int is = matches(device, row[COLUMN_DEVICE]) &&
             matches(filter->family, row[COLUMN_CONTESTANT]) &&
             (matches(filter->problem, row[COLUMN_PROBLEM]) ||
              matches(filter->problem, row[COLUMN_KEY]));
    free(device);
    return is;
}

int ft_space_read_csv(const struct ft_space_source *source, struct ft_err *err)
{
    struct csv c = {.source = source};
    struct groups g = {.source = source, .err = err};
    size_t columns[N_COLUMNS];
    int rc = read_header(&c, columns, err);
    const size_t n_columns = c.n;
    while (rc == 0) {
        const char *row[N_COLUMNS];
        g.at = c.at;
        int more = read_record(&c, err);
        if (more <= 0) {
            rc = more;
            break;
        }
        if (c.n != n_columns) {
            rc = ft_space_fail(source, g.at, err, "a row of %zu fields, where the header has %zu",
                               c.n, n_columns);
            break;
        }
        for (int i = 0; i < N_COLUMNS; i++)
            row[i] = field(&c, columns[i]);
        rc = is_wanted(source->filter, row) ? add_row(&g, row) : 0;
    }
    ft_buf_free(&c.text);
    free(c.starts);
    return finish(&g, rc);
}
