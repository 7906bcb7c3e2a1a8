/* match.c -- which entry of a table serves a problem on a device
 *
 * The idea: a problem's class is everything but batch, lengths and page size; entries of another
 * class are out. Those left are put in one order: the own device before others, then exact, bucket,
 * nearest, default, then the distance, then how much more an entry does than was asked, then its
 * time. They are tried in that order until one can be launched. The order is total, so the next one
 * is the least that is greater than the last, and nothing has to be stored.
 *
 * Two fields of a class may differ in one direction, because the kernel does the same work either
 * way: want_lse (kernels check the pointer) and batch_invariant (an invariant entry serves
 * everyone, only an invariant entry serves who asks for it).
 *
 * When nothing fits, the reason names the entry that came closest.
 */
#include "format.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

struct score {
    int is_other_device;
    fatune_match kind;
    double distance;
    int surplus; /* properties that were not asked for, or that are missing but harmless */
    double ns;
    size_t index;
};

static int compare(const struct score *a, const struct score *b)
{
#define BY(field)                                                                                  \
    if (a->field != b->field)                                                                      \
    return a->field < b->field ? -1 : 1
    BY(is_other_device);
    BY(kind);
    BY(distance);
    BY(surplus);
    BY(ns);
    BY(index);
#undef BY
    return 0;
}

/* Fields that may differ within a class. */
static int is_free(const char *field)
{
    static const char *const names[] = {"batch",     "seqlen_q", "seqlen_kv",       "lengths",
                                        "page_size", "want_lse", "batch_invariant", "lengths_seed"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], field) == 0)
            return 1;
    return 0;
}

/* The number of fields that keep `entry` from serving `wanted`; 0: it is of the class. Their names
 * go to out. */
static int class_differences(const struct ft_problem *entry, const struct ft_problem *wanted,
                             char *out, size_t cap)
{
    int n = 0;
    size_t len = 0;
#define DIFFERS(name)                                                                              \
    do {                                                                                           \
        if (len < cap)                                                                             \
            len += (size_t)snprintf(out + len, cap - len, "%s%s", n ? ", " : "", name);            \
        n++;                                                                                       \
    } while (0)
#define FT_X(field, path, kind, dflt)                                                              \
    if (!is_free(#field) && entry->path != wanted->path)                                           \
        DIFFERS(#field);
    FT_PROBLEM_FIELDS(FT_X)
#undef FT_X
    if ((entry->f.seqlen_q == 1) != (wanted->f.seqlen_q == 1))
        DIFFERS("seqlen_q (one query token or several)");
    if (wanted->f.batch_invariant && !entry->f.batch_invariant)
        DIFFERS("batch_invariant");
#undef DIFFERS
    return n;
}

static int log2_up(int32_t v)
{
    int n = 0;
    while (n < 31 && ((int64_t)1 << n) < v)
        n++;
    return n;
}

static struct score score_of(const struct ft_table_entry *entry, const struct ft_problem *wanted,
                             int is_other_device, size_t index)
{
    const fatune_problem *e = &entry->problem.f, *w = &wanted->f;
    const int32_t pairs[][2] = {{e->batch, w->batch},
                                {e->seqlen_q, w->seqlen_q},
                                {e->seqlen_kv, w->seqlen_kv},
                                {e->page_size, w->page_size}};
    struct score s = {.is_other_device = is_other_device, .index = index};
    int same_bucket = 1;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (pairs[i][0] <= 0 || pairs[i][1] <= 0) /* page_size of what is not paged */
            continue;
        double d = log2((double)pairs[i][0] / pairs[i][1]);
        s.distance += d * d;
        same_bucket &= log2_up(pairs[i][0]) == log2_up(pairs[i][1]);
    }
    s.surplus = (e->want_lse != w->want_lse) + (e->batch_invariant != w->batch_invariant) +
                (entry->problem.lengths != wanted->lengths);
    s.ns = entry->ns > 0 ? entry->ns : INFINITY;
    s.kind = entry->is_default                   ? FATUNE_MATCH_DEFAULT
             : s.distance == 0 && s.surplus == 0 ? FATUNE_MATCH_EXACT
             : same_bucket                       ? FATUNE_MATCH_BUCKET
                                                 : FATUNE_MATCH_NEAREST;
    return s;
}

/* 0 the queried device, 1 another that its code runs on, -1 one that is of no use here. */
static int device_rank(const struct ft_table_device *d, const struct ft_table_query *query)
{
    if (d->cc == query->cc && d->sms == query->sms && strcmp(d->name, query->device_name) == 0)
        return 0;
    return d->cc == query->cc && query->allow_other_device ? 1 : -1;
}

static void explain_device(const struct ft_table *table, const struct ft_table_query *query,
                           char *why, size_t cap)
{
    const struct ft_table_device *d = NULL;
    for (size_t i = 0; i < table->n_entries; i++) { /* of the devices with entries */
        const struct ft_table_device *at = &table->devices[table->entries[i].device];
        if (!d || (d->cc != query->cc && at->cc == query->cc))
            d = at;
    }
    if (!d)
        snprintf(why, cap, "there are no entries");
    else
        snprintf(why, cap,
                 "nothing was measured on '%s' (compute capability %d.%d, %d SMs), but on '%s' "
                 "(%d.%d, %d SMs)%s",
                 query->device_name, query->cc / 10, query->cc % 10, query->sms, d->name,
                 d->cc / 10, d->cc % 10, d->sms,
                 d->cc == query->cc ? "\nhint: allow_other_device uses its entries" : "");
}

/* The entry with the fewest fields that keep it out. */
static void explain_class(const struct ft_table *table, const struct ft_table_query *query,
                          const struct ft_problem *wanted, char *why, size_t cap)
{
    char fields[160], key[FT_PROBLEM_KEY_BYTES];
    const struct ft_table_entry *closest = NULL;
    int fewest = 0;
    for (size_t i = 0; i < table->n_entries; i++) {
        const struct ft_table_entry *entry = &table->entries[i];
        if (device_rank(&table->devices[entry->device], query) < 0)
            continue;
        int n = class_differences(&entry->problem, wanted, NULL, 0);
        if (!closest || n < fewest) {
            closest = entry;
            fewest = n;
        }
    }
    if (!closest) {
        explain_device(table, query, why, cap);
        return;
    }
    class_differences(&closest->problem, wanted, fields, sizeof fields);
    ft_problem_key(&closest->problem, key);
    snprintf(why, cap, "no entry is of this kind; the closest, '%s', differs in %s", key, fields);
}

/* The least score that is greater than *last. */
static int find_next(const struct ft_table *table, const struct ft_table_query *query,
                     const struct ft_problem *wanted, const struct score *last, struct score *out)
{
    int found = 0;
    for (size_t i = 0; i < table->n_entries; i++) {
        const struct ft_table_entry *entry = &table->entries[i];
        int rank = device_rank(&table->devices[entry->device], query);
        if (rank < 0 || class_differences(&entry->problem, wanted, NULL, 0) > 0)
            continue;
        struct score s = score_of(entry, wanted, rank, i);
        if ((!last || compare(&s, last) > 0) && (!found || compare(&s, out) < 0)) {
            *out = s;
            found = 1;
        }
    }
    return found;
}

int ft_table_match(const struct ft_table *table, const struct ft_table_query *query,
                   fatune_match *how, char *why, size_t cap)
{
    struct ft_problem wanted = {.f = *query->problem};
    struct score score, last;
    char reason[256], key[FT_PROBLEM_KEY_BYTES];
    int n_tried = 0;

    *how = FATUNE_MATCH_NONE;
    ft_problem_normalise(&wanted);
    while (find_next(table, query, &wanted, n_tried > 0 ? &last : NULL, &score)) {
        const struct ft_table_entry *entry = &table->entries[score.index];
        int fits = query->allow_nearest || score.distance == 0;
        if (!fits)
            snprintf(reason, sizeof reason,
                     "has another batch, length or page size, and allow_nearest is 0");
        else if (query->can_launch && !query->can_launch(query->ctx, &table->builds[entry->build],
                                                         reason, sizeof reason))
            fits = 0;
        if (fits) {
            *how = score.kind;
            return (int)score.index;
        }
        if (n_tried++ == 0) { /* the first is the closest: keep its reason */
            ft_problem_key(&entry->problem, key);
            snprintf(why, cap, "the closest entry, '%s', %s", key, reason);
        }
        last = score;
    }
    if (n_tried == 0)
        explain_class(table, query, &wanted, why, cap);
    return -1;
}
