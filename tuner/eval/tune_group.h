/* tune_group.h -- candidates in the worker: loaded, checked, and timed together
 *
 * All but the obvious: 0 done, -1 error.
 */
#ifndef FT_TUNE_GROUP_H
#define FT_TUNE_GROUP_H
#include "eval/race.h"
#include "eval/tune_int.h"

#define FT_RACE_MAX  24 /* candidates that may enter the race */
#define FT_GROUP_MAX (FT_MAX_CONTESTANTS + FT_RACE_MAX + 1)
/* A group that is timed together, in two parts: ours and outside contestants. */
struct ft_group {
    struct ft_candidate **members;
    size_t n;
    int n_unexplained; /* losses of a worker that no member caused alone */
    int sm_mhz[2],
        throttled[2]; /* of the last block, by is_outside; throttled: of any that is kept */
};
/* A worker that was lost is replaced; whatever it had loaded is gone (generation differs). */
int ft_tune_ensure_worker(struct ft_lane *lane, struct ft_gpu *gpu, struct ft_err *err);
void ft_candidate_set_outcome(struct ft_candidate *c, enum ft_outcome outcome, const char *detail);
int ft_candidate_load(struct ft_lane *lane, struct ft_candidate *c, int id,
                      enum ft_outcome *outcome, char *detail, size_t cap, struct ft_err *err);
/* The full validation set for a loaded candidate: of its build on this class of problems with any
 * launch program, or with its own. Runs once a run; a check that failed condemns the build. 1
 * answered, 0 lost, -1 error */
int ft_candidate_check(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_candidate *c,
                       int own_program, enum ft_outcome *outcome, struct ft_err *err);
/* After the last rounds: the best of ours once more, its launch program on the full set and the
 * problem with every other seed. If it fails it leaves, and the next one is the best. */
int ft_group_check_best(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                        struct ft_err *err);
/* Which member is the best of ours: the winner, or where that is an outside one the fastest; n:
 * none. finalists as ft_race_decide leaves them. */
size_t ft_group_best_own(const struct ft_group *group, const struct ft_finalist *finalists,
                         size_t winner);
/* n_samples interleaved samples of every member into `final`, and where that decides (is_last) more
 * of those that it cannot tell apart; members that fail leave the group, and the rest starts again.
 */
int ft_group_time(struct ft_lane *lane, struct ft_tuning *tuning, struct ft_group *group,
                  int n_samples, const char *phase, int is_last, struct ft_err *err);
/* The members as race.h sees them; finalists has room for FT_GROUP_MAX. */
void ft_group_finalists(const struct ft_group *group, struct ft_finalist *finalists);
int ft_group_unload(struct ft_lane *lane, struct ft_group *group, struct ft_err *err);
void ft_group_drop(struct ft_group *group, size_t i);
#endif
