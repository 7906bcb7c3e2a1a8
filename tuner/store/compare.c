/* compare.c -- two sides of stored results, joined by the problem's key
 *
 * The idea: each side is read on its own, so it does not matter whether both are in one database; a
 * look-up by key joins them, and one query a problem finds what A's winner did on B.
 *
 * A device's winners are those of the view `winners`. A run's are its own decisions where they
 * still stand; where a later run has replaced one, the run's samples tell: the least median of the
 * best phase that they reached, which is how the decision was made.
 *
 * The result's arena owns all texts.
 */
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/stats.h"
#include "store/compare.h"
#include "store/db_int.h"

/* Of the row at hand. */
#define TEXT(name)   ft_db_row_text(n, names, values, name)
#define NUMBER(name) ft_db_row_number(n, names, values, name)

/* ---- the sides ---- */

struct place { /* a device of a database, or a run of one */
    size_t db;
    const char *device_id, *run_id, *name; /* name: as the user sees and says it */
    const char *plain;                     /* without what tells equal names apart */
    const char *sms;
};
struct places {
    struct ft_arena *arena;
    struct place *items;
    size_t n, cap;
    size_t db; /* that is being read */
};

static int add_place(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct places *all = ctx;
    FT_GROW(all->items, all->n + 1, all->cap);
    struct place *p = &all->items[all->n++];
    *p = (struct place){.db = all->db,
                        .device_id = ft_arena_strdup(all->arena, TEXT("device_id")),
                        .run_id = ft_arena_strdup(all->arena, TEXT("run_id")),
                        .plain = ft_arena_strdup(all->arena, TEXT("name")),
                        .sms = ft_arena_strdup(all->arena, TEXT("sms"))};
    p->name = p->plain;
    return 0;
}

static const char *file_of(const struct ft_compare_db *dbs, size_t n_dbs, size_t i)
{
    const char *slash = strrchr(dbs[i].path, '/'), *base = slash ? slash + 1 : dbs[i].path;
    for (size_t k = 0; k < n_dbs; k++) {
        const char *other = strrchr(dbs[k].path, '/');
        if (k != i && strcmp(other ? other + 1 : dbs[k].path, base) == 0)
            return dbs[i].path;
    }
    return base;
}

/* Equal names get what tells them apart: the number of SMs, then the file. */
static void tell_apart(struct places *all, const struct ft_compare_db *dbs, size_t n_dbs)
{
    for (size_t i = 0; i < all->n; i++) {
        struct place *p = &all->items[i];
        int in_this_file = 0, in_another = 0;
        for (size_t k = 0; k < all->n; k++) {
            const struct place *q = &all->items[k];
            if (k == i || strcmp(p->plain, q->plain) != 0)
                continue;
            in_this_file |= q->db == p->db && strcmp(p->device_id, q->device_id) != 0;
            in_another |= q->db != p->db;
        }
        if (in_this_file)
            p->name = ft_arena_printf(all->arena, "%s (%s SMs)", p->name, p->sms);
        if (in_another)
            p->name = ft_arena_printf(all->arena, "%s @%s", p->name, file_of(dbs, n_dbs, p->db));
        if (*p->run_id)
            p->name = ft_arena_printf(all->arena, "%s run %s", p->name, p->run_id);
    }
}

static int read_places(const struct ft_compare_db *dbs, size_t n_dbs, int as_runs,
                       struct places *all, struct ft_err *err)
{
    const char *sql =
        as_runs ? "SELECT d.id AS device_id, r.id AS run_id, d.sms AS sms, "
                  "trim(d.name || ' ' || d.partition) AS name FROM run r "
                  "JOIN device d ON d.id = r.device_id ORDER BY r.id"
                : "SELECT d.id AS device_id, '' AS run_id, d.sms AS sms, "
                  "trim(d.name || ' ' || d.partition) AS name FROM device d "
                  "WHERE EXISTS (SELECT 1 FROM winner WHERE device_id = d.id) ORDER BY name, d.id";
    for (all->db = 0; all->db < n_dbs; all->db++)
        if (ft_db_select(dbs[all->db].db, add_place, all, err, sql, 0, NULL) < 0)
            return -1;
    tell_apart(all, dbs, n_dbs);
    return 0;
}

/* How well a name fits a pattern: 3 it is the pattern, 2 it ends with it, 1 it has it inside, 0
 * not. So "H200" is the whole GPU and not its partition "NVIDIA H200 66 SMs". */
static int fit(const char *name, const char *pattern)
{
    size_t n = strlen(name), n_pattern = strlen(pattern);
    if (strcasecmp(name, pattern) == 0)
        return 3;
    if (n > n_pattern && n_pattern > 0 && strcasecmp(name + n - n_pattern, pattern) == 0 &&
        name[n - n_pattern - 1] == ' ')
        return 2;
    return strcasestr(name, pattern) ? 1 : 0;
}

static int best_fit(const struct place *p, const char *pattern)
{
    int by_name = fit(p->name, pattern), by_plain = fit(p->plain, pattern);
    return by_name > by_plain ? by_name : by_plain;
}

/* Those that fit the pattern best, up to two; their number. */
static size_t find_places(const struct places *all, const char *pattern, size_t found[2])
{
    int best = 1;
    size_t n = 0;
    for (size_t i = 0; i < all->n; i++)
        if (best_fit(&all->items[i], pattern) > best)
            best = best_fit(&all->items[i], pattern);
    for (size_t i = 0; i < all->n; i++)
        if (best_fit(&all->items[i], pattern) == best && n++ < 2)
            found[n - 1] = i;
    return n;
}

static void list_places(const struct places *all, const char *what, struct ft_err *err)
{
    struct ft_buf list = FT_BUF_INIT;
    for (size_t i = 0; i < all->n; i++)
        ft_buf_printf(&list, "%s'%s'", i ? ", " : "", all->items[i].name);
    if (all->n == 0)
        ft_err_hint(err, "there is no %s with results", what);
    else
        ft_err_hint(err, "there %s %s", all->n == 1 ? "is" : "are", ft_buf_str(&list));
    ft_buf_free(&list);
}

static int choose_devices(const struct places *all, const struct ft_compare_choice *choice,
                          size_t found[2], struct ft_err *err)
{
    size_t n = all->n, both[2] = {0, 1};
    if (choice->n_devices == 1)
        n = find_places(all, choice->devices[0], both);
    if (choice->n_devices < 2) { /* two in all need no names */
        if (n != 2)
            return ft_err_set(err, FT_ERR_USAGE,
                              "two devices are to be named with --device A --device B");
        memcpy(found, both, sizeof both);
        return 0;
    }
    for (int side = 0; side < 2; side++) {
        const char *pattern = choice->devices[side];
        n = find_places(all, pattern, both);
        if (n == 0)
            ft_err_set(err, FT_ERR_FOUND, "no device with winners is called '%s'", pattern);
        else if (n > 1)
            ft_err_set(err, FT_ERR_USAGE, "'%s' means %zu devices", pattern, n);
        if (n != 1)
            return -1;
        found[side] = both[0];
    }
    return 0;
}

static int choose_runs(const struct places *all, const struct ft_compare_choice *choice,
                       size_t found[2], struct ft_err *err)
{
    for (int side = 0; side < 2; side++) {
        size_t n = 0;
        for (size_t i = 0; i < all->n; i++)
            if (strcmp(all->items[i].run_id, choice->runs[side]) == 0) {
                found[side] = i;
                n++;
            }
        if (n == 0)
            ft_err_set(err, FT_ERR_FOUND, "there is no run '%s'", choice->runs[side]);
        else if (n > 1)
            ft_err_set(err, FT_ERR_USAGE, "run '%s' is in %zu databases", choice->runs[side], n);
        if (n != 1)
            return -1;
    }
    return 0;
}

int ft_compare_find_sides(const struct ft_compare_db *dbs, size_t n_dbs,
                          const struct ft_compare_choice *choice, struct ft_arena *arena,
                          struct ft_compare_side out[2], struct ft_err *err)
{
    struct places all = {.arena = arena};
    size_t found[2] = {0, 0};
    int as_runs = choice->n_runs > 0;
    int rc = read_places(dbs, n_dbs, as_runs, &all, err);
    if (rc == 0) {
        rc = as_runs ? choose_runs(&all, choice, found, err)
                     : choose_devices(&all, choice, found, err);
        if (rc == 0 && found[0] == found[1])
            rc = ft_err_set(err, FT_ERR_USAGE, "both sides are '%s'", all.items[found[0]].name);
        if (rc < 0)
            list_places(&all, as_runs ? "run" : "device", err);
    }
    for (int side = 0; rc == 0 && side < 2; side++) {
        const struct place *p = &all.items[found[side]];
        out[side] = (struct ft_compare_side){dbs[p->db].db, dbs[p->db].path, p->device_id,
                                             p->run_id, p->name};
    }
    free(all.items);
    return rc;
}

/* ---- the winners of a side ---- */

struct winner_row {
    const char *problem, *key;
    struct ft_compare_winner winner;
};
struct winners {
    struct ft_arena *arena;
    struct winner_row *rows;
    size_t n, cap;
};

static const char *keep(struct ft_arena *arena, const char *text)
{
    return ft_arena_strdup(arena, text ? text : "");
}

static struct winner_row *find_key(const struct winners *all, const char *key)
{
    for (size_t i = 0; i < all->n; i++)
        if (strcmp(all->rows[i].key, key) == 0)
            return &all->rows[i];
    return NULL;
}

/* The first row of a problem counts. */
static int add_winner(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct winners *all = ctx;
    if (find_key(all, TEXT("key")))
        return 0;
    FT_GROW(all->rows, all->n + 1, all->cap);
    all->rows[all->n++] =
        (struct winner_row){.problem = keep(all->arena, TEXT("problem")),
                            .key = keep(all->arena, TEXT("key")),
                            .winner = {.contestant = keep(all->arena, TEXT("contestant")),
                                       .config = keep(all->arena, TEXT("config")),
                                       .cache = keep(all->arena, TEXT("cache")),
                                       .median_ns = NUMBER("median_ns"),
                                       .ci_low_ns = NUMBER("ci_low_ns"),
                                       .ci_high_ns = NUMBER("ci_high_ns"),
                                       .roof_ratio = NUMBER("roof_ratio"),
                                       .ties = keep(all->arena, TEXT("ties"))}};
    return 0;
}

static int is_of_device(const void *ctx, int n, const char *const *names, const char *const *values)
{
    return strcmp(TEXT("device_id"), ctx) == 0;
}

#define PROBLEM_MATCHES                                                                            \
    "(?2 IS NULL OR ft_glob(?2, p.key) OR EXISTS (SELECT 1 FROM problem_name x "                   \
    "WHERE x.problem_id = p.id AND ft_glob(?2, x.name))) "

/* Medians of a run's trials, those of a problem together: the run's decision first where it stands,
 * then by phase and time. */
#define RUN_TRIALS                                                                                 \
    "SELECT p.name AS problem, p.key AS key, t.contestant AS contestant, t.config AS config, "     \
    "t.cache AS cache, t.id AS trial_id, s.phase AS phase, ft_median(s.ns) AS median_ns, "         \
    "max(w.roof_ns) / ft_median(s.ns) AS roof_ratio, max(w.ties) AS ties, "                        \
    "NULL AS ci_low_ns, NULL AS ci_high_ns "                                                       \
    "FROM sample s JOIN trial t ON t.id = s.trial_id JOIN problem p ON p.id = t.problem_id "       \
    "LEFT JOIN winner w ON w.run_id = s.run_id AND w.trial_id = t.id "                             \
    "WHERE s.run_id = ?1 AND t.outcome = 'ok' AND " PROBLEM_MATCHES                                \
    "GROUP BY t.id, s.phase ORDER BY p.id, w.id IS NULL, "                                         \
    "CASE s.phase WHEN 'final' THEN 0 WHEN 'race' THEN 1 ELSE 2 END, median_ns"

struct run_reader {
    struct winners *winners;
    struct ft_db *db;
    const char *run_id;
    struct ft_err *err;
};

/* The interval of a median that only samples tell. */
static int read_interval(struct run_reader *r, const char *trial_id, const char *phase,
                         struct ft_compare_winner *out)
{
    sqlite3_stmt *stmt = NULL;
    struct ft_buf samples = FT_BUF_INIT;
    struct ft_stats stats;
    int step = SQLITE_DONE;
    if (sqlite3_prepare_v2(r->db->sql,
                           "SELECT ns FROM sample WHERE trial_id = ?1 AND run_id = ?2 AND "
                           "phase = ?3",
                           -1, &stmt, NULL) != SQLITE_OK)
        return ft_db_fail(r->db, r->err);
    sqlite3_bind_text(stmt, 1, trial_id, -1, SQLITE_STATIC);
    sqlite3_bind_text(stmt, 2, r->run_id, -1, SQLITE_STATIC);
    sqlite3_bind_text(stmt, 3, phase, -1, SQLITE_STATIC);
    while ((step = sqlite3_step(stmt)) == SQLITE_ROW)
        ft_buf_add(&samples, sqlite3_column_blob(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0));
    int rc = step == SQLITE_DONE ? 0 : ft_db_fail(r->db, r->err);
    sqlite3_finalize(stmt);
    if (rc == 0) { /* the buffer comes from malloc: aligned for doubles */
        ft_stats_of((const double *)(const void *)samples.data, samples.len / sizeof(double),
                    &stats);
        out->ci_low_ns = stats.ci_low;
        out->ci_high_ns = stats.ci_high;
    }
    ft_buf_free(&samples);
    return rc;
}

static int add_run_winner(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct run_reader *r = ctx;
    size_t before = r->winners->n;
    add_winner(r->winners, n, names, values);
    if (r->winners->n == before)
        return 0;
    return read_interval(r, TEXT("trial_id"), TEXT("phase"), &r->winners->rows[before].winner);
}

static int read_winners(const struct ft_compare_side *side, const char *problem,
                        struct winners *out, struct ft_err *err)
{
    if (*side->run_id) {
        struct run_reader reader = {out, side->db, side->run_id, err};
        const char *args[] = {side->run_id, problem};
        return ft_db_select(side->db, add_run_winner, &reader, err, RUN_TRIALS, 2, args);
    }
    const struct ft_db_filter filter = {
        .problem = problem, .accept = is_of_device, .accept_ctx = side->device_id};
    return ft_db_each_winner(side->db, &filter, add_winner, out, err);
}

/* ---- A's winner on B ---- */

/* One row: of the trials of a config, a valid one first, then the cache mode of B's winner, then
 * the newest samples. A run is asked for its own samples. Where B's winner has samples of the same
 * run and phase, those are what it is held against: they were taken side by side. */
#define TRANSFER                                                                                   \
    "SELECT t.outcome AS outcome, s.phase AS phase, (SELECT ft_median(x.ns) FROM sample x "        \
    "WHERE x.trial_id = t.id AND x.run_id = s.run_id AND x.phase = s.phase) AS median_ns, "        \
    "(SELECT ft_median(y.ns) FROM sample y JOIN trial u ON u.id = y.trial_id "                     \
    "WHERE u.device_id = t.device_id AND u.problem_id = t.problem_id AND u.contestant = ?7 "       \
    "AND u.config = ?8 AND y.run_id = s.run_id AND y.phase = s.phase) AS base_ns "                 \
    "FROM trial t JOIN problem p ON p.id = t.problem_id "                                          \
    "LEFT JOIN sample s ON s.id = (SELECT x.id FROM sample x WHERE x.trial_id = t.id "             \
    "AND (?6 = '' OR x.run_id = ?6) ORDER BY x.run_id DESC, "                                      \
    "CASE x.phase WHEN 'final' THEN 0 WHEN 'race' THEN 1 ELSE 2 END LIMIT 1) "                     \
    "WHERE t.device_id = ?1 AND p.key = ?2 AND t.contestant = ?3 AND t.config = ?4 "               \
    "ORDER BY t.outcome <> 'ok', s.id IS NULL, t.cache <> ?5, s.run_id DESC LIMIT 1"

struct transfer_reader {
    struct ft_arena *arena;
    struct ft_compare_row *row;
};

static int keep_transfer(void *ctx, int n, const char *const *names, const char *const *values)
{
    const struct transfer_reader *r = ctx;
    r->row->transfer_outcome = keep(r->arena, TEXT("outcome"));
    r->row->transfer_phase = keep(r->arena, TEXT("phase"));
    if (strcmp(r->row->transfer_outcome, "ok") == 0)
        r->row->transfer_ns = NUMBER("median_ns");
    r->row->transfer_base_ns = NUMBER("base_ns");
    return 0;
}

static int read_transfer(const struct ft_compare_side *b, struct ft_arena *arena,
                         struct ft_compare_row *row, struct ft_err *err)
{
    if (row->is_same) {
        row->transfer_outcome = "ok";
        row->transfer_phase = "final";
        row->transfer_ns = row->b.median_ns;
        return 0;
    }
    struct transfer_reader reader = {arena, row};
    const char *args[] = {b->device_id, row->key,  row->a.contestant, row->a.config,
                          row->b.cache, b->run_id, row->b.contestant, row->b.config};
    return ft_db_select(b->db, keep_transfer, &reader, err, TRANSFER, 8, args);
}

/* Is A's winner among those that B's could not be told apart from? */
static int is_tie(const struct ft_compare_row *row)
{
    const char *space = *row->a.config ? " " : "";
    char *theirs = ft_asprintf("\n%s\n", row->b.ties),
         *wanted = ft_asprintf("\n%s%s%s\n", row->a.contestant, space, row->a.config);
    int found = !row->is_same && strstr(theirs, wanted) != NULL;
    free(theirs);
    free(wanted);
    return found;
}

static int is_of_family(const struct ft_compare_winner *w, const char *family)
{
    return !family || fnmatch(family, w->contestant, FNM_CASEFOLD) == 0;
}

int ft_compare_read(const struct ft_compare_side sides[2], const char *problem, const char *family,
                    struct ft_compare *out, struct ft_err *err)
{
    *out = (struct ft_compare){.arena = ft_arena_new()};
    struct winners a = {.arena = out->arena}, b = {.arena = out->arena};
    int rc = read_winners(&sides[0], problem, &a, err);
    if (rc == 0)
        rc = read_winners(&sides[1], problem, &b, err);
    for (size_t i = 0; rc == 0 && i < a.n; i++) {
        const struct winner_row *wa = &a.rows[i], *wb = find_key(&b, wa->key);
        if (!wb) {
            out->n_only_a += (size_t)is_of_family(&wa->winner, family);
            continue;
        }
        if (!is_of_family(&wa->winner, family) && !is_of_family(&wb->winner, family))
            continue;
        FT_GROW(out->rows, out->n_rows + 1, out->cap_rows);
        struct ft_compare_row *row = &out->rows[out->n_rows++];
        *row = (struct ft_compare_row){
            .problem = wa->problem,
            .key = wa->key,
            .a = wa->winner,
            .b = wb->winner,
            .is_same = strcmp(wa->winner.contestant, wb->winner.contestant) == 0 &&
                       strcmp(wa->winner.config, wb->winner.config) == 0,
            .transfer_outcome = "",
            .transfer_phase = "",
            .transfer_ns = NAN,
            .transfer_base_ns = NAN};
        row->is_tie = is_tie(row);
        rc = read_transfer(&sides[1], out->arena, row, err);
    }
    for (size_t i = 0; i < b.n; i++)
        out->n_only_b +=
            (size_t)(is_of_family(&b.rows[i].winner, family) && !find_key(&a, b.rows[i].key));
    free(a.rows);
    free(b.rows);
    if (rc != 0)
        ft_compare_free(out);
    return rc;
}

void ft_compare_free(struct ft_compare *compare)
{
    free(compare->rows);
    ft_arena_free(compare->arena);
    *compare = (struct ft_compare){0};
}

/* ---- what it means ---- */

double ft_compare_ratio(const struct ft_compare_row *row)
{
    return row->b.median_ns / row->a.median_ns;
}

double ft_compare_loss(const struct ft_compare_row *row)
{
    double base = isnan(row->transfer_base_ns) ? row->b.median_ns : row->transfer_base_ns;
    return row->transfer_ns / base - 1;
}

int ft_compare_is_slower(const struct ft_compare_row *row, double ratio)
{
    return ft_compare_ratio(row) > 1 + ratio && row->b.ci_low_ns > row->a.ci_high_ns * (1 + ratio);
}

void ft_compare_summarise(const struct ft_compare *compare, struct ft_compare_summary *out)
{
    double sum = 0;
    *out = (struct ft_compare_summary){.mean_ratio = NAN};
    for (size_t i = 0; i < compare->n_rows; i++) {
        const struct ft_compare_row *row = &compare->rows[i];
        double loss = ft_compare_loss(row);
        sum += log(ft_compare_ratio(row));
        out->n_different += !row->is_same;
        out->n_ties += row->is_tie;
        out->n_other_cache += strcmp(row->a.cache, row->b.cache) != 0;
        if (isnan(loss)) {
            int has_failed = *row->transfer_outcome && strcmp(row->transfer_outcome, "ok") != 0;
            out->n_not_valid += has_failed;
            out->n_not_measured += !has_failed;
            continue;
        }
        out->n_screened += !row->is_same && strcmp(row->transfer_phase, "screen") == 0;
        if (loss > 0 && (!out->worst || loss > ft_compare_loss(out->worst)))
            out->worst = row;
    }
    if (compare->n_rows > 0)
        out->mean_ratio = exp(sum / (double)compare->n_rows);
}
