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
    struct ft_guided guided;
    size_t starts[N_STARTS + N_MORE], n_starts, n_wanted;
};

static size_t next_point(void *state)
{
    struct search *s = state;
    struct ft_known *known = &s->guided.known;
    const int doubts = s->guided.n_proposed % DOUBT == DOUBT - 1;
    size_t point = FT_GRID_NONE;
    if (s->n_starts < s->n_wanted) {
        if (s->n_starts % DOUBT != DOUBT - 1 && s->n_starts < N_STARTS)
            point = ft_known_next_hint(known);
        if (point == FT_GRID_NONE)
            point = ft_known_draw_apart(known, s->starts, s->n_starts, TRIES);
        if (point != FT_GRID_NONE)
            s->starts[s->n_starts++] = point;
        return point;
    }
    point = ft_guide_pick(&s->guided.guide, doubts);
    if (point == FT_GRID_NONE && !doubts) /* nothing valid is told */
        point = ft_known_next_hint(known);
    return point != FT_GRID_NONE ? point : ft_known_draw(known);
}

static void *open_search(const struct ft_grid *grid, const struct ft_search_hint *hints,
                         size_t n_hints, uint64_t seed)
{
    static const struct ft_guide_options options = {N_BEST, 1, 1};
    struct search *s = ft_calloc(1, sizeof *s);
    ft_guided_init(&s->guided, grid, hints, n_hints, seed, &options, next_point);
    s->n_wanted = n_hints > 0 && n_hints < grid->n / 2 ? N_STARTS + N_MORE : N_STARTS;
    return s;
}

const struct ft_strategy ft_search_default = {
    "default",      "a few starts, then a model of all answers, whose trend are the hints",
    open_search,    ft_guided_ask,
    ft_guided_tell, ft_guided_close};
