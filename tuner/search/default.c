/* default.c -- the strategy for those who choose none: a few starts, then what a model of all
 * answers says promises most
 *
 * Starts are hints and points at random in turn. From then on the model decides (search/guide.h),
 * with hints as its trend: so a search that is hinted well goes straight to the good points and
 * corrects the hints by what it sees. Every other proposal does not believe them, and looks
 * further away: the optimum of one device may look mediocre on another.
 */
#include <stdlib.h>
#include "base/mem.h"
#include "search/guide.h"

#define N_STARTS 6
#define N_MORE   4 /* random ones, where hints are few: those alone say nothing of the rest */
#define TRIES    2 /* random starts: the one of so many that is furthest from the others */
#define DOUBT    2 /* one proposal in so many does not believe the hints */
#define N_BEST   4

struct search {
    struct ft_known known;
    struct ft_guide guide;
    size_t starts[N_STARTS + N_MORE], n_starts, n_wanted, n_proposed;
};

static void *open_search(const struct ft_grid *grid, const struct ft_search_hint *hints,
                         size_t n_hints, uint64_t seed)
{
    static const struct ft_guide_options options = {N_BEST, 1, 1};
    struct search *s = ft_calloc(1, sizeof *s);
    ft_known_init(&s->known, grid, hints, n_hints, seed);
    ft_guide_init(&s->guide, &s->known, &options);
    s->n_wanted = n_hints > 0 && n_hints < grid->n / 2 ? N_STARTS + N_MORE : N_STARTS;
    return s;
}

static size_t next_point(struct search *s)
{
    size_t point = FT_GRID_NONE;
    if (s->n_starts < s->n_wanted) {
        if (s->n_starts % DOUBT != DOUBT - 1 && s->n_starts < N_STARTS)
            point = ft_known_next_hint(&s->known);
        if (point == FT_GRID_NONE)
            point = ft_known_draw_apart(&s->known, s->starts, s->n_starts, TRIES);
        if (point != FT_GRID_NONE)
            s->starts[s->n_starts++] = point;
        return point;
    }
    point = ft_guide_pick(&s->guide, s->n_proposed % DOUBT == DOUBT - 1);
    if (point == FT_GRID_NONE && s->n_proposed % DOUBT != DOUBT - 1) /* nothing valid is told */
        point = ft_known_next_hint(&s->known);
    return point != FT_GRID_NONE ? point : ft_known_draw(&s->known);
}

static size_t ask(void *state, size_t *points, size_t max)
{
    struct search *s = state;
    size_t n = 0;
    while (n < max && (points[n] = next_point(s)) != FT_GRID_NONE) {
        ft_known_take(&s->known, points[n]);
        ft_guide_propose(&s->guide, points[n++]);
        s->n_proposed++;
    }
    return n;
}

static void tell(void *state, const struct ft_told *told)
{
    struct search *s = state;
    if (ft_known_is_told(&s->known, told->point))
        return;
    ft_guide_tell(&s->guide, told, ft_known_tell(&s->known, told));
}

static void close_search(void *state)
{
    struct search *s = state;
    ft_guide_free(&s->guide);
    ft_known_free(&s->known);
    free(s);
}

const struct ft_strategy ft_search_default = {
    "default",   "a few starts, then a model of all answers, whose trend are the hints",
    open_search, ask,
    tell,        close_search};
