/* shard.h -- one part of an experiment's problems, for one of several machines
 *
 * Shards 1/n to n/n of the same problems are disjoint and together all of them, whatever machine
 * asks: the cut depends on problems, families and n alone, neither on the device nor on the order
 * in the config file. Problems that share builds are neighbours, so that few builds are compiled by
 * two shards, and shards are about equally long.
 */
#ifndef FT_SHARD_H
#define FT_SHARD_H
#include "model/experiment.h"

struct ft_shard {
    int i, n; /* 1 <= i <= n */
};
/* "2/4". */
int ft_shard_parse(const char *text, struct ft_shard *out, struct ft_err *err);
/* selected[k] becomes 1 where problem k of the experiment is in the shard, else 0. Only problems
 * that match the glob take part; family_glob and max_evals say how much work one is. NULL, NULL and
 * 0 for none. */
int ft_shard_select(const struct ft_shard *shard, const struct ft_experiment *experiment,
                    const char *problem_glob, const char *family_glob, int64_t max_evals,
                    unsigned char *selected, struct ft_err *err);

#endif
