/* cmd_replay.c -- prototype */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/opt.h"
#include "cmd.h"
#include "search/score.h"
#include "store/space_file.h"
#include <time.h>

int ft_cmd_replay(int argc, char **argv, struct ft_err *err)
{
    struct ft_opt_list spaces = {0}, warm = {0};
    const char *strategy = "default";
    int n_operands = 0, reverse = 0; long long thin = 1;
    long long repeats = 100, max_evals = 200, seed = 1, batch = 1, max_hints = 1 << 30;
    const struct ft_opt opts[] = {
        {"space", 0, FT_OPT_LIST, &spaces, "FILE", "x", 0, 0, NULL},
        {"warm", 0, FT_OPT_LIST, &warm, "FILE", "x", 0, 0, NULL},
        {"strategy", 0, FT_OPT_STRING, &strategy, "S", "x", 0, 0, NULL},
        {"repeats", 0, FT_OPT_INT, &repeats, "N", "x", 1, 100000, NULL},
        {"max-evals", 0, FT_OPT_INT, &max_evals, "N", "x", 0, 1000000, NULL},
        {"seed", 0, FT_OPT_INT, &seed, "N", "x", 0, 0, NULL},
        {"batch", 0, FT_OPT_INT, &batch, "N", "x", 0, 0, NULL},
        {"hints", 0, FT_OPT_INT, &max_hints, "N", "x", 0, 0, NULL},
        {"thin", 0, FT_OPT_INT, &thin, "N", "x", 0, 0, NULL},
        {"reverse", 0, FT_OPT_FLAG, &reverse, NULL, "x", 0, 0, NULL},
        {0},
    };
    int rc = ft_opt_parse(opts, argc, argv, "x", "y", &n_operands, err);
    if (rc)
        return 2;
    struct ft_recordings all = {0}, others = {0};
    for (size_t i = 0; i < spaces.n; i++)
        if (ft_space_file_read(spaces.items[i], NULL, &all, err) < 0)
            return 2;
    for (size_t i = 0; i < warm.n; i++)
        if (ft_space_file_read(warm.items[i], NULL, &others, err) < 0)
            return 2;
    for (const struct ft_strategy *const *sp = ft_strategies; *sp; sp++) {
        if (strcmp(strategy, "all") && strcmp(strategy, (*sp)->name))
            continue;
        double sum = 0;
        clock_t t0 = clock();
        for (size_t i = 0; i < all.n; i++) {
            struct ft_grid grid;
            struct ft_score_space space;
            const struct ft_recording *fit[64];
            size_t n_fit = 0;
            struct ft_search_hint *hints = NULL;
            ft_grid_of_recording(&grid, &all.items[i]);
            ft_score_space_of(&all.items[i], &space);
            for (size_t k = 0; k < others.n && n_fit < 64; k++)
                if (ft_recording_matches(&all.items[i], &others.items[k]) &&
                    (strcmp(all.items[i].device, others.items[k].device) ||
                     strcmp(all.items[i].title, others.items[k].title)))
                    fit[n_fit++] = &others.items[k];
            size_t n_hints = ft_replay_hints(&all.items[i], &grid, fit, n_fit, &hints);
            for (size_t h = 0; h * (size_t)thin < n_hints; h++)
                hints[h] = hints[h * (size_t)thin];
            n_hints /= (size_t)thin;
            if (reverse)
                for (size_t h = 0; h < n_hints / 2; h++) {
                    size_t x = hints[h].point;
                    hints[h].point = hints[n_hints - 1 - h].point;
                    hints[n_hints - 1 - h].point = x;
                }
            if (n_hints > (size_t)max_hints)
                n_hints = (size_t)max_hints;
            struct ft_replay_run *runs = calloc((size_t)repeats, sizeof *runs);
            for (long long r = 0; r < repeats; r++) {
                struct ft_replay_options o = {*sp, (uint64_t)(seed + r), (size_t)max_evals,
                                              (size_t)batch};
                ft_replay_run(&all.items[i], &grid, hints, n_hints, &o, &runs[r]);
            }
            struct ft_score s, t;
            ft_score_evals(&space, runs, (size_t)repeats, 10, 200, &s);
            ft_score_time(&space, runs, (size_t)repeats, NULL, &t);
            sum += s.mean;
            printf("%-10s %-44.44s n=%zu P=%.3f+-%.3f T=%.3f frac", (*sp)->name, all.items[i].title,
                   all.items[i].n, s.mean, s.ci, t.mean);
            for (int e = 0; e < 5; e++)
                printf(" %.3f", ft_score_fraction(&space, runs, (size_t)repeats, (size_t[]){10, 25, 50, 100, 200}[e]));
            printf(" regret");
            for (int e = 0; e < 3; e++)
                printf(" %.3f", ft_score_regret(&space, runs, (size_t)repeats, (size_t[]){10, 25, 50}[e]));
            printf("\n");
            for (long long r = 0; r < repeats; r++)
                ft_replay_run_free(&runs[r]);
            free(runs);
            free(hints);
            ft_grid_free(&grid);
            ft_score_space_free(&space);
        }
        printf("%-10s mean P %.3f  (%.1f s)\n", (*sp)->name, sum / (double)all.n,
               (double)(clock() - t0) / CLOCKS_PER_SEC);
    }
    ft_recordings_free(&all);
    ft_recordings_free(&others);
    return 0;
}
