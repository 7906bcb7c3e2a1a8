/* recording.c -- builds a recorded space: texts are gathered first, then each parameter's distinct
 * texts become its values, in order, and every text its index */
#include "model/recording.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

void ft_recording_init(struct ft_recording *r, const char *title, const char *device,
                       const char *const *names, size_t n_params)
{
    *r = (struct ft_recording){.arena = ft_arena_new(), .n_params = n_params};
    r->title = ft_arena_strdup(r->arena, title);
    r->device = ft_arena_strdup(r->arena, device);
    r->family = r->problem_key = "";
    r->params = ft_arena_alloc(r->arena, (n_params + 1) * sizeof *r->params);
    for (size_t p = 0; p < n_params; p++)
        r->params[p].name = ft_arena_strdup(r->arena, names[p]);
}

void ft_recording_add(struct ft_recording *r, const char *const *texts,
                      const struct ft_recorded *result)
{
    FT_GROW(r->points, r->n + 1, r->cap_points);
    FT_GROW(r->texts, (r->n + 1) * r->n_params + 1, r->cap_texts);
    for (size_t p = 0; p < r->n_params; p++)
        r->texts[r->n * r->n_params + p] = ft_arena_strdup(r->arena, texts[p]);
    r->points[r->n++] = *result;
}

static int read_number(const char *text, double *number)
{
    char *end;
    *number = strtod(text, &end);
    return end != text && !*end && isfinite(*number);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static int by_number(const void *a, const void *b)
{
    double x = 0, y = 0;
    read_number(*(const char *const *)a, &x);
    read_number(*(const char *const *)b, &y);
    return x != y ? (x > y) - (x < y) : by_text(a, b);
}

static int index_param(struct ft_recording *r, size_t p, struct ft_err *err)
{
    struct ft_recorded_param *param = &r->params[p];
    const char **sorted = ft_arena_alloc(r->arena, (r->n + 1) * sizeof *sorted);
    double number;
    size_t n = 0;
    param->is_ordered = 1;
    for (size_t i = 0; i < r->n; i++) {
        sorted[i] = r->texts[i * r->n_params + p];
        param->is_ordered = param->is_ordered && read_number(sorted[i], &number);
    }
    int (*compare)(const void *, const void *) = param->is_ordered ? by_number : by_text;
    qsort(sorted, r->n, sizeof *sorted, compare);
    for (size_t i = 0; i < r->n; i++)
        if (n == 0 || compare(&sorted[n - 1], &sorted[i]) != 0)
            sorted[n++] = sorted[i];
    if (n > UINT16_MAX)
        return ft_err_set(err, FT_ERR_USAGE, "parameter '%s' has %zu values; %d can be told apart",
                          param->name, n, UINT16_MAX);
    param->values = sorted;
    param->n_values = n;
    for (size_t i = 0; i < r->n; i++) {
        const char **found =
            bsearch(&r->texts[i * r->n_params + p], sorted, n, sizeof *sorted, compare);
        r->values[i * r->n_params + p] = (uint16_t)(found - sorted);
    }
    return 0;
}

/* Sorts positions by the values they stand for; equal ones in the order of the source. */
static int by_values(const void *a, const void *b, void *ctx)
{
    const struct ft_recording *r = ctx;
    size_t i = *(const size_t *)a, k = *(const size_t *)b;
    for (size_t p = 0; p < r->n_params; p++) {
        int x = r->values[i * r->n_params + p], y = r->values[k * r->n_params + p];
        if (x != y)
            return x - y;
    }
    return (i > k) - (i < k);
}

static void sort_points(struct ft_recording *r)
{
    size_t row = r->n_params * sizeof *r->values, n = 0;
    size_t *sorted = ft_calloc(r->n + 1, sizeof *sorted);
    struct ft_recorded *points = ft_calloc(r->n + 1, sizeof *points);
    uint16_t *values = ft_calloc(r->n * r->n_params + 1, sizeof *values);
    for (size_t i = 0; i < r->n; i++)
        sorted[i] = i;
    qsort_r(sorted, r->n, sizeof *sorted, by_values, r);
    for (size_t i = 0; i < r->n; i++) {
        const uint16_t *from = &r->values[sorted[i] * r->n_params];
        int is_repeated = n > 0 && memcmp(&values[(n - 1) * r->n_params], from, row) == 0;
        n += !is_repeated;
        points[n - 1] = r->points[sorted[i]];
        memcpy(&values[(n - 1) * r->n_params], from, row);
    }
    free(r->points);
    free(r->values);
    free(sorted);
    r->points = points;
    r->values = values;
    r->n = n;
}

int ft_recording_finish(struct ft_recording *r, struct ft_err *err)
{
    size_t n_valid = 0;
    r->values = ft_calloc(r->n * r->n_params + 1, sizeof *r->values);
    for (size_t p = 0; p < r->n_params; p++)
        if (index_param(r, p, err) < 0)
            return -1;
    free(r->texts);
    r->texts = NULL;
    sort_points(r);
    for (size_t i = 0; i < r->n; i++)
        n_valid += r->points[i].outcome == FT_OUT_OK;
    if (n_valid == 0)
        return ft_err_set(err, FT_ERR_USAGE,
                          "'%s' has %zu configs, and none that is valid and timed", r->title, r->n);
    return 0;
}

void ft_recording_free(struct ft_recording *r)
{
    ft_arena_free(r->arena);
    free(r->points);
    free(r->values);
    free(r->texts);
    *r = (struct ft_recording){0};
}

double ft_recorded_cost(const struct ft_recorded *point)
{
    double sum = 0;
    for (int i = 0; i < FT_N_COSTS; i++)
        sum += isnan(point->cost_ns[i]) ? 0 : point->cost_ns[i];
    return sum;
}

int ft_recording_matches(const struct ft_recording *a, const struct ft_recording *b)
{
    if (a->n_params != b->n_params)
        return 0;
    for (size_t p = 0; p < a->n_params; p++) {
        size_t q = 0;
        while (q < b->n_params && strcmp(a->params[p].name, b->params[q].name) != 0)
            q++;
        if (q == b->n_params)
            return 0;
    }
    return 1;
}
