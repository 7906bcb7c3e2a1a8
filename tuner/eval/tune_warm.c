/* tune_warm.c -- what was fast on similar problems, or on other devices, as hints for a search
 *
 * Sources are the database of the run, further ones that the user names, and problems of this run
 * as soon as they are screened; of each (device, problem, family) the best few configs. A hint's
 * worth is its time over the best time there, worse by a part for every step that problem and
 * device are away: a factor of two in a length, a count of heads or the batch is a step, any other
 * difference two. Hints seed a search and decide nothing.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/mem.h"
#include "eval/tune_hunt.h"

#define BEST_OF_SOURCE 5
#define PER_STEP       0.05
#define STEPS_OTHER    2.0 /* other devices, other values of what has no order */

struct ft_warm { /* a config that did well somewhere */
    struct ft_problem problem;
    const char *family, *config; /* in the tuner's arena */
    double ratio;                /* its time over the best time of its problem there */
    int is_elsewhere;            /* on another device */
};

static void add(struct ft_tuner *tuner, const struct ft_warm *warm)
{
    FT_GROW(tuner->warm, tuner->n_warm + 1, tuner->cap_warm);
    tuner->warm[tuner->n_warm] = *warm;
    tuner->warm[tuner->n_warm].family = ft_arena_strdup(tuner->arena, warm->family);
    tuner->warm[tuner->n_warm++].config = ft_arena_strdup(tuner->arena, warm->config);
}

static int add_row(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct ft_tuner *tuner = ctx;
    char device[sizeof tuner->device.name + sizeof tuner->device.partition + 1];
    (void)n;
    (void)names; /* device, key, contestant, config, ratio */
    snprintf(device, sizeof device, "%s%s%s", tuner->device.name,
             *tuner->device.partition ? " " : "", tuner->device.partition);
    const int is_cpu = strcmp(tuner->device.arch, FT_ARCH_CPU) == 0;
    struct ft_warm warm = {.family = values[2],
                           .config = values[3],
                           .ratio = values[4] ? atof(values[4]) : 1,
                           .is_elsewhere = strcmp(values[0], device) != 0};
    /* What is fast thread by thread says nothing of a GPU, and the other way round. */
    if (ft_problem_parse_key(values[1], &warm.problem) < 0 ||
        is_cpu != (strcmp(values[0], "cpu") == 0))
        return 0;
    add(tuner, &warm);
    return 0;
}

static int load_from(struct ft_tuner *tuner, struct ft_db *db, struct ft_err *err)
{
    const char *args[] = {ft_cache_mode_name(tuner->options->experiment->cache)};
    return ft_db_select(
        db, add_row, tuner, err,
        "SELECT device, key, contestant, config, ratio FROM (SELECT device, key, contestant, "
        "config, median_ns / min(median_ns) OVER w AS ratio, row_number() OVER (w ORDER BY "
        "median_ns) AS place FROM trials WHERE outcome = 'ok' AND median_ns > 0 AND build_id IS "
        "NOT NULL AND cache = ? WINDOW w AS (PARTITION BY device_id, problem_id, contestant)) "
        "WHERE place <= 5 ORDER BY device, key, contestant, place",
        1, args);
}

int ft_warm_load(struct ft_tuner *tuner, struct ft_err *err)
{
    if (tuner->is_warm)
        return 0;
    tuner->is_warm = 1;
    if (load_from(tuner, tuner->db, err) < 0)
        return -1;
    for (const char *const *path = tuner->options->warm_paths; path && *path; path++) {
        struct ft_db *db = ft_db_open(*path, FT_DB_READ, err);
        const size_t before = tuner->n_warm;
        int rc = db ? load_from(tuner, db, err) : -1;
        ft_db_close(db);
        if (rc < 0)
            return -1;
        if (tuner->n_warm == before)
            ft_warn("%s has no trials to start from", *path);
    }
    return 0;
}

void ft_warm_add(struct ft_tuner *tuner, const struct ft_tuning *tuning)
{
    const struct ft_candidate *best[BEST_OF_SOURCE];
    for (size_t i = 0; i < tuner->options->experiment->n_families; i++) {
        const struct ft_family *family = tuner->options->experiment->narrowings[i].family;
        size_t n = 0;
        for (size_t k = 0; k < tuning->n; k++) {
            const struct ft_candidate *c = &tuning->candidates[k];
            if (!c->has_outcome || c->outcome != FT_OUT_OK || !c->config ||
                c->config->family != family)
                continue;
            size_t at = n < BEST_OF_SOURCE ? n : BEST_OF_SOURCE; /* insertion into the best few */
            while (at > 0 && best[at - 1]->stats.median > c->stats.median) {
                if (at < BEST_OF_SOURCE)
                    best[at] = best[at - 1];
                at--;
            }
            if (at < BEST_OF_SOURCE) {
                best[at] = c;
                n += n < BEST_OF_SOURCE;
            }
        }
        for (size_t k = 0; k < n; k++)
            add(tuner, &(struct ft_warm){.problem = tuning->problem->problem,
                                         .family = family->name,
                                         .config = best[k]->text,
                                         .ratio = best[k]->stats.median / best[0]->stats.median});
    }
}

static double octaves(double a, double b)
{
    return a > 0 && b > 0 ? fabs(log2(a / b)) : a != b;
}

static double steps_between(const struct ft_problem *a, const struct ft_problem *b)
{
    const fatune_problem *x = &a->f, *y = &b->f;
    const int n_other = (x->op != y->op) + (x->dtype != y->dtype) + (x->kv_dtype != y->kv_dtype) +
                        (x->o_dtype != y->o_dtype) + (x->mask != y->mask) + (x->kv != y->kv) +
                        (x->page_size != y->page_size) + (x->want_lse != y->want_lse) +
                        (x->window_left != y->window_left) + (x->window_right != y->window_right) +
                        (a->lengths != b->lengths);
    return octaves(x->batch, y->batch) + octaves(x->seqlen_q, y->seqlen_q) +
           octaves(x->seqlen_kv, y->seqlen_kv) + octaves(x->kv_heads, y->kv_heads) +
           octaves((double)x->q_heads / x->kv_heads, (double)y->q_heads / y->kv_heads) +
           2 * octaves(x->head_dim, y->head_dim) + STEPS_OTHER * n_other;
}

static int by_ratio(const void *a, const void *b)
{
    const struct ft_search_hint *x = a, *y = b;
    return x->ratio != y->ratio ? (x->ratio > y->ratio) - (x->ratio < y->ratio)
                                : (x->point > y->point) - (x->point < y->point);
}

size_t ft_warm_hints(const struct ft_tuner *tuner, const struct ft_tuning *tuning,
                     const struct ft_space *space, const struct ft_family *family,
                     struct ft_search_hint *out, size_t max)
{
    double *ratios = ft_calloc(space->n + 1, sizeof *ratios); /* best of each point; 0: none */
    size_t n = 0;
    for (size_t i = 0; i < tuner->n_warm; i++) {
        const struct ft_warm *w = &tuner->warm[i];
        if (strcmp(w->family, family->name) != 0)
            continue;
        const size_t point = ft_space_find(space, family, w->config);
        const double steps =
            steps_between(&w->problem, &tuning->problem->problem) + STEPS_OTHER * w->is_elsewhere;
        const double ratio = w->ratio * (1 + PER_STEP * steps);
        if (point < space->n && (ratios[point] <= 0 || ratio < ratios[point]))
            ratios[point] = ratio;
    }
    struct ft_search_hint *hints = ft_calloc(space->n + 1, sizeof *hints);
    for (size_t i = 0; i < space->n; i++)
        if (ratios[i] > 0)
            hints[n++] = (struct ft_search_hint){.point = i, .ratio = ratios[i]};
    qsort(hints, n, sizeof *hints, by_ratio);
    n = n < max ? n : max;
    memcpy(out, hints, n * sizeof *hints);
    free(hints);
    free(ratios);
    return n;
}
