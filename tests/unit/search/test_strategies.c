/* Tests of what search.h promises of every strategy: each point once and all of them, whatever is
 * told and when; the same answers, the same proposals. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/mem.h"
#include "base/rng.h"
#include "search_util.h"

enum telling { TELL_GOOD, TELL_MIXED, TELL_FAILED, TELL_NOTHING, TELL_LATE };

/* Every way a point may end: fine, failed, with a time that is none. */
static struct ft_told mixed(const struct ft_grid *grid, size_t point)
{
    struct ft_told told = answer(grid, point);
    switch (point % 7) {
    case 1:
        return (struct ft_told){point, FT_OUT_COMPILE_FAILED, NAN, NAN, NAN};
    case 5:
        told.outcome = FT_OUT_WRONG;
        return told;
    case 6:
        told.median_ns = 0;
        return told;
    default:
        return told;
    }
}

static void tell(const struct ft_strategy *s, void *search, const struct ft_grid *grid,
                 size_t point, enum telling telling)
{
    struct ft_told told = telling == TELL_MIXED ? mixed(grid, point) : answer(grid, point);
    if (telling == TELL_FAILED)
        told.outcome = FT_OUT_CRASHED;
    if (telling != TELL_NOTHING)
        s->tell(search, &told);
}

/* The proposals of a search to its end, which must be all points. Caller frees. */
static size_t *run(const struct ft_strategy *s, const struct ft_grid *grid, size_t batch,
                   enum telling telling, const struct ft_search_hint *hints, size_t n_hints,
                   uint64_t seed)
{
    size_t *proposed = ft_calloc(grid->n + batch + 1, sizeof *proposed), n = 0, n_told = 0, got;
    unsigned char *seen = ft_calloc(grid->n + 1, 1);
    void *search = s->open(grid, hints, n_hints, seed);
    struct ft_rng rng;
    ft_rng_seed(&rng, 5);
    while ((got = s->ask(search, proposed + n, batch)) > 0) {
        assert_true(got <= batch);
        for (size_t i = n; i < n + got; i++) {
            assert_true(proposed[i] < grid->n);
            assert_int_equal(seen[proposed[i]]++, 0);
        }
        n += got;
        assert_true(n <= grid->n);
        /* Late: three batches stay out, and answers come in any order. */
        size_t keep = telling == TELL_LATE ? 3 * batch : 0;
        while (n > n_told + keep) {
            size_t other =
                n_told + (size_t)ft_rng_below(&rng, telling == TELL_LATE ? n - n_told : 1);
            size_t point = proposed[other];
            memmove(&proposed[n_told + 1], &proposed[n_told], (other - n_told) * sizeof *proposed);
            proposed[n_told++] = point;
            tell(s, search, grid, point, telling);
        }
    }
    assert_int_equal(n, grid->n);
    assert_int_equal(s->ask(search, proposed + n, 1), 0);
    s->close(search);
    free(seen);
    return proposed;
}

static void each_point_once(void **state)
{
    static const size_t batches[] = {1, 16, 1000};
    struct ft_search_hint hints[] = {{7, 1.0}, {100, 1.2}, {3, NAN}};
    struct ft_grid grid;
    (void)state;
    make_grid(&grid);
    for (const struct ft_strategy *const *s = ft_strategies; *s; s++)
        for (size_t b = 0; b < 3; b++)
            for (int t = TELL_GOOD; t <= TELL_LATE; t++) {
                free(run(*s, &grid, batches[b], (enum telling)t, NULL, 0, 1));
                free(run(*s, &grid, batches[b], (enum telling)t, hints, 3, 2));
            }
    ft_grid_free(&grid);
}

static void seed_decides(void **state)
{
    struct ft_grid grid;
    (void)state;
    make_grid(&grid);
    for (const struct ft_strategy *const *s = ft_strategies; *s; s++) {
        size_t bytes = grid.n * sizeof(size_t);
        size_t *a = run(*s, &grid, 4, TELL_MIXED, NULL, 0, 3);
        size_t *b = run(*s, &grid, 4, TELL_MIXED, NULL, 0, 3);
        size_t *c = run(*s, &grid, 4, TELL_MIXED, NULL, 0, 4);
        assert_memory_equal(a, b, bytes);
        assert_int_equal(memcmp(a, c, bytes) == 0, *s == &ft_search_exhaustive);
        for (size_t i = 0; *s == &ft_search_exhaustive && i < grid.n; i++)
            assert_int_equal(a[i], i); /* the space's order: builds stay together */
        free(a);
        free(b);
        free(c);
    }
    ft_grid_free(&grid);
}

/* Results of an earlier run are told first: they are not proposed. */
static void stored_results(void **state)
{
    struct ft_grid grid;
    (void)state;
    make_grid(&grid);
    for (const struct ft_strategy *const *s = ft_strategies; *s; s++) {
        void *search = (*s)->open(&grid, NULL, 0, 1);
        size_t n = 0, point;
        for (size_t i = 0; i < grid.n; i += 2)
            tell(*s, search, &grid, i, TELL_MIXED);
        while ((*s)->ask(search, &point, 1) == 1) {
            assert_int_equal(point % 2, 1);
            tell(*s, search, &grid, point, TELL_MIXED);
            n++;
        }
        assert_int_equal(n, grid.n / 2);
        (*s)->close(search);
    }
    ft_grid_free(&grid);
}

static void odd_grids(void **state)
{
    static const struct ft_grid_param lone = {1, 1}, line = {40, 1};
    uint16_t zero = 0, values[40];
    struct ft_grid grid;
    (void)state;
    for (uint16_t i = 0; i < 40; i++)
        values[i] = (uint16_t)(39 - i);
    for (const struct ft_strategy *const *s = ft_strategies; *s; s++) {
        size_t point;
        ft_grid_init(&grid, NULL, 0, NULL, 0); /* nothing */
        void *search = (*s)->open(&grid, NULL, 0, 1);
        assert_int_equal((*s)->ask(search, &point, 1), 0);
        (*s)->close(search);
        ft_grid_free(&grid);

        ft_grid_init(&grid, &lone, 1, &zero, 1);
        search = (*s)->open(&grid, NULL, 0, 1);
        assert_int_equal((*s)->ask(search, &point, 1), 1);
        struct ft_told told = {0, FT_OUT_OK, 5, 5, 5, 0};
        (*s)->tell(search, &told);
        assert_int_equal((*s)->ask(search, &point, 1), 0);
        (*s)->close(search);
        ft_grid_free(&grid);

        ft_grid_init(&grid, &line, 1, values, 40);
        search = (*s)->open(&grid, NULL, 0, 1);
        for (int i = 0; i < 40; i++) {
            assert_int_equal((*s)->ask(search, &point, 1), 1);
            told = (struct ft_told){point, FT_OUT_OK, 5.0 + values[point], 5, 5, 0};
            (*s)->tell(search, &told);
        }
        assert_int_equal((*s)->ask(search, &point, 1), 0);
        (*s)->close(search);
        ft_grid_free(&grid);
    }
}

/* Evaluations until the best point is told, over several seeds. */
static size_t evals_to_best(const struct ft_strategy *s, const struct ft_grid *grid, size_t batch,
                            const struct ft_search_hint *hints, size_t n_hints)
{
    size_t best = 0, sum = 0;
    for (size_t i = 0; i < grid->n; i++)
        if (time_of(grid, i) < time_of(grid, best))
            best = i;
    for (uint64_t seed = 0; seed < 20; seed++) {
        size_t *order = run(s, grid, batch, TELL_GOOD, hints, n_hints, seed), at = 0;
        while (order[at] != best)
            at++;
        sum += at + 1;
        free(order);
    }
    return sum / 20;
}

static void answers_help(void **state)
{
    const struct ft_strategy *const guided[] = {&ft_search_default, &ft_search_hillclimb,
                                                &ft_search_anneal, &ft_search_surrogate};
    struct ft_grid grid;
    (void)state;
    make_grid(&grid);
    size_t by_chance = grid.n / 2;
    for (size_t i = 0; i < 4; i++) {
        assert_true(evals_to_best(guided[i], &grid, 1, NULL, 0) < by_chance / 2);
        assert_true(evals_to_best(guided[i], &grid, 16, NULL, 0) < by_chance);
    }
    assert_true(evals_to_best(&ft_search_default, &grid, 1, NULL, 0) < by_chance / 4);
    ft_grid_free(&grid);
}

static int by_ratio(const void *a, const void *b)
{
    double x = ((const struct ft_search_hint *)a)->ratio,
           y = ((const struct ft_search_hint *)b)->ratio;
    return (x > y) - (x < y);
}

/* True hints are followed at once; false ones cost a few evaluations, and no more. */
static void hints_seed(void **state)
{
    struct ft_grid grid;
    double best = INFINITY;
    (void)state;
    make_grid(&grid);
    struct ft_search_hint *hints = ft_calloc(grid.n, sizeof *hints);
    for (size_t i = 0; i < grid.n; i++)
        best = fmin(best, time_of(&grid, i));
    for (size_t i = 0; i < grid.n; i++)
        hints[i] = (struct ft_search_hint){i, time_of(&grid, i) / best};
    qsort(hints, grid.n, sizeof *hints, by_ratio);
    size_t cold = evals_to_best(&ft_search_default, &grid, 1, NULL, 0);
    assert_int_equal(evals_to_best(&ft_search_default, &grid, 1, hints, grid.n), 1);
    assert_int_equal(evals_to_best(&ft_search_hillclimb, &grid, 1, hints, 5), 1);
    for (size_t i = 0; i < grid.n / 2; i++) { /* the worst points with the best ratios */
        size_t point = hints[i].point;
        hints[i].point = hints[grid.n - 1 - i].point;
        hints[grid.n - 1 - i].point = point;
    }
    assert_true(evals_to_best(&ft_search_default, &grid, 1, hints, grid.n) < cold + 25);
    assert_true(evals_to_best(&ft_search_default, &grid, 1, hints, 5) < cold + 25);
    free(hints);
    ft_grid_free(&grid);
}

static void table(void **state)
{
    static const char *const names[] = {"default",   "exhaustive", "random",
                                        "hillclimb", "anneal",     "surrogate"};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        assert_non_null(ft_strategy_find(names[i]));
        assert_string_equal(ft_strategy_find(names[i])->name, names[i]);
    }
    assert_null(ft_strategy_find("genetic"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_point_once),
                                       cmocka_unit_test(seed_decides),
                                       cmocka_unit_test(stored_results),
                                       cmocka_unit_test(odd_grids),
                                       cmocka_unit_test(answers_help),
                                       cmocka_unit_test(hints_seed),
                                       cmocka_unit_test(table)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
