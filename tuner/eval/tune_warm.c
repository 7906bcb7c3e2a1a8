/* tune_warm.c -- what was fast on similar problems, or on other devices, as hints for a search
 *
 * Sources are the database of the run, files that the user names (databases, CSV of ours, caches of
 * Kernel Tuner), and problems of this run as soon as they are screened: a source is a (device,
 * problem, family) with all its valid trials.
 * A search gets hints from the few nearest, for each config from the nearest that has it. A factor
 * of two in a length, a count of heads or the batch is a step, any other difference two. Hints seed
 * a search and decide nothing.
 *
 * All trials of a source count and not its best alone: in replays of recorded spaces hints of the
 * best five misled a search where the optimum of another device lies elsewhere, and the trend of
 * all did not.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/log.h"
#include "base/mem.h"
#include "eval/tune_hunt.h"
#include "store/space_file.h"

#define MAX_SOURCES   3    /* that one search listens to */
#define STEPS_OTHER   2.0  /* another device, another value of what has no order */
#define STEPS_UNKNOWN 20.0 /* to a source that does not say of which problem it is */

struct ft_warm { /* a source */
    struct ft_problem problem;
    int has_problem;
    const char *family, *device; /* texts are in the tuner's arena */
    int is_elsewhere;            /* on another device */
    struct trial {
        const char *config;
        double ns;
    } * trials;
    size_t n, cap;
};

#define DEVICE_BYTES 256

/* As results name it. */
static void own_device(const struct ft_tuner *tuner, char out[DEVICE_BYTES])
{
    const struct ft_device *d = &tuner->device;
    snprintf(out, DEVICE_BYTES, "%s%s%s", d->name, *d->partition ? " " : "", d->partition);
}

static int is_own_device(const struct ft_tuner *tuner, const char *name)
{
    char own[DEVICE_BYTES];
    own_device(tuner, own);
    return strcmp(name, own) == 0;
}

/* What is fast thread by thread says nothing of a GPU, and the other way round. */
static int is_cpu(const struct ft_tuner *tuner)
{
    return strcmp(tuner->device.arch, FT_ARCH_CPU) == 0;
}

/* The source of the last trial, or a new one: trials come source by source. */
static struct ft_warm *source_of(struct ft_tuner *tuner, const struct ft_problem *problem,
                                 const char *family, const char *device)
{
    struct ft_warm *last = tuner->n_warm ? &tuner->warm[tuner->n_warm - 1] : NULL;
    if (last && strcmp(last->device, device) == 0 && strcmp(last->family, family) == 0 &&
        memcmp(&last->problem, problem, sizeof *problem) == 0)
        return last;
    FT_GROW(tuner->warm, tuner->n_warm + 1, tuner->cap_warm);
    last = &tuner->warm[tuner->n_warm++];
    *last = (struct ft_warm){.problem = *problem,
                             .family = ft_arena_strdup(tuner->arena, family),
                             .device = ft_arena_strdup(tuner->arena, device),
                             .is_elsewhere = !is_own_device(tuner, device)};
    return last;
}

static void add(struct ft_tuner *tuner, struct ft_warm *source, const char *config, double ns)
{
    FT_GROW(source->trials, source->n + 1, source->cap);
    source->trials[source->n++] = (struct trial){ft_arena_strdup(tuner->arena, config), ns};
}

void ft_warm_free(struct ft_tuner *tuner)
{
    for (size_t i = 0; i < tuner->n_warm; i++)
        free(tuner->warm[i].trials);
    free(tuner->warm);
}

static int add_row(void *ctx, int n, const char *const *names, const char *const *values)
{
    struct ft_tuner *tuner = ctx;
    struct ft_problem problem = {0};
    (void)n;
    (void)names; /* device, key, contestant, config, median_ns */
    if (ft_problem_parse_key(values[1], &problem) < 0 ||
        is_cpu(tuner) != (strcmp(values[0], "cpu") == 0))
        return 0;
    struct ft_warm *source = source_of(tuner, &problem, values[2], values[0]);
    source->has_problem = 1;
    add(tuner, source, values[3], atof(values[4]));
    return 0;
}

static int load_from(struct ft_tuner *tuner, struct ft_db *db, struct ft_err *err)
{
    const char *args[] = {ft_cache_mode_name(tuner->options->experiment->cache)};
    return ft_db_select(db, add_row, tuner, err,
                        "SELECT device, key, contestant, config, median_ns FROM trials "
                        "WHERE outcome = 'ok' AND median_ns > 0 AND build_id IS NOT NULL "
                        "AND cache = ? ORDER BY device, key, contestant, median_ns",
                        1, args);
}

/* Which family a recording is of: it says so, or its parameters do. NULL: none here. */
static const struct ft_family *family_of(const struct ft_tuner *tuner, const struct ft_recording *r)
{
    const struct ft_experiment *e = tuner->options->experiment;
    for (size_t i = 0; i < e->n_families; i++) {
        const struct ft_family *family = e->narrowings[i].family;
        size_t n_common = 0;
        for (size_t p = 0; p < family->n_params; p++)
            for (size_t k = 0; k < r->n_params; k++)
                n_common += strcmp(family->params[p].name, r->params[k].name) == 0;
        if (*r->family ? strcmp(r->family, family->name) == 0
                       : n_common == family->n_params && n_common == r->n_params)
            return family;
    }
    return NULL;
}

static int add_recording(struct ft_tuner *tuner, const struct ft_recording *r)
{
    const struct ft_family *family = family_of(tuner, r);
    struct ft_problem problem = {0};
    struct ft_buf config = FT_BUF_INIT;
    if (!family || is_cpu(tuner) != (strcmp(r->device, "cpu") == 0))
        return 0;
    const int has_problem = ft_problem_parse_key(r->problem_key, &problem) == 0;
    struct ft_warm *source = source_of(tuner, &problem, family->name, r->device);
    source->has_problem = has_problem;
    for (size_t i = 0; i < r->n; i++) {
        if (r->points[i].outcome != FT_OUT_OK)
            continue;
        ft_buf_clear(&config);
        for (size_t p = 0; p < r->n_params; p++)
            ft_buf_printf(&config, "%s%s=%s", p ? "," : "", r->params[p].name,
                          r->params[p].values[r->values[i * r->n_params + p]]);
        add(tuner, source, ft_buf_str(&config), r->points[i].time_ns);
    }
    ft_buf_free(&config);
    return 1;
}

static int load_file(struct ft_tuner *tuner, const char *path, struct ft_err *err)
{
    struct ft_recordings recordings = {0};
    int n_taken = 0, rc = ft_space_file_read(path, NULL, &recordings, err);
    for (size_t i = 0; rc == 0 && i < recordings.n; i++)
        n_taken += add_recording(tuner, &recordings.items[i]);
    ft_recordings_free(&recordings);
    if (rc == 0 && n_taken == 0)
        ft_warn("'%s' has no trials of the families here to start from", path);
    if (rc < 0)
        ft_err_wrap(err, "--warm");
    return rc;
}

static int is_same_file(const char *a, const char *b)
{
    struct stat of_a, of_b;
    return strcmp(a, b) == 0 || (stat(a, &of_a) == 0 && stat(b, &of_b) == 0 &&
                                 of_a.st_dev == of_b.st_dev && of_a.st_ino == of_b.st_ino);
}

int ft_warm_load_files(struct ft_tuner *tuner, struct ft_err *err)
{
    const struct ft_tune_options *o = tuner->options;
    for (const char *const *path = o->warm_paths; path && *path; path++)
        if (!is_same_file(*path, o->db_path) && load_file(tuner, *path, err) < 0)
            return -1;
    return 0;
}

int ft_warm_load(struct ft_tuner *tuner, struct ft_err *err)
{
    if (tuner->is_warm)
        return 0;
    if (load_from(tuner, tuner->db, err) < 0)
        return -1;
    tuner->is_warm = 1;
    return 0;
}

static void add_own(struct ft_tuner *tuner, const struct ft_tuning *tuning,
                    const struct ft_candidate *c)
{
    char device[DEVICE_BYTES];
    own_device(tuner, device);
    struct ft_warm *source = source_of(tuner, &tuning->problem->problem, c->contestant, device);
    source->has_problem = 1;
    add(tuner, source, c->text, c->stats.median);
}

void ft_warm_add(struct ft_tuner *tuner, const struct ft_tuning *tuning)
{
    for (size_t i = 0; i < tuning->n; i++) {
        const struct ft_candidate *c = &tuning->candidates[i];
        if (c->has_outcome && c->outcome == FT_OUT_OK && c->config)
            add_own(tuner, tuning, c);
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

/* The nearest source of the family that is not among the n taken; n_warm when there is none. */
static size_t nearest(const struct ft_tuner *tuner, const struct ft_problem *problem,
                      const struct ft_family *family, const size_t *taken, size_t n)
{
    size_t best = tuner->n_warm;
    double best_steps = INFINITY;
    for (size_t i = 0; i < tuner->n_warm; i++) {
        const struct ft_warm *w = &tuner->warm[i];
        int is_taken = strcmp(w->family, family->name) != 0;
        for (size_t k = 0; k < n; k++)
            is_taken |= taken[k] == i;
        const double steps =
            (w->has_problem ? steps_between(&w->problem, problem) : STEPS_UNKNOWN) +
            STEPS_OTHER * w->is_elsewhere;
        if (!is_taken && steps < best_steps) {
            best = i;
            best_steps = steps;
        }
    }
    return best;
}

size_t ft_warm_hints(const struct ft_tuner *tuner, const struct ft_tuning *tuning,
                     const struct ft_space *space, const struct ft_family *family,
                     struct ft_search_hint *out)
{
    double *ratios = ft_calloc(space->n + 1, sizeof *ratios); /* of each point; 0: no hint */
    size_t sources[MAX_SOURCES], n = 0;
    for (size_t s = 0; s < MAX_SOURCES; s++) {
        sources[s] = nearest(tuner, &tuning->problem->problem, family, sources, s);
        if (sources[s] == tuner->n_warm)
            break;
        const struct ft_warm *w = &tuner->warm[sources[s]];
        double best_ns = INFINITY;
        for (size_t i = 0; i < w->n; i++)
            best_ns = fmin(best_ns, w->trials[i].ns);
        for (size_t i = 0; i < w->n; i++) {
            const size_t point = ft_space_find(space, family, w->trials[i].config);
            if (point < space->n && ratios[point] <= 0)
                ratios[point] = w->trials[i].ns / best_ns;
        }
    }
    for (size_t i = 0; i < space->n; i++)
        if (ratios[i] > 0)
            out[n++] = (struct ft_search_hint){.point = i, .ratio = ratios[i]};
    qsort(out, n, sizeof *out, by_ratio);
    free(ratios);
    return n;
}
