/* experiment_impl.h -- what the files that make up experiment.h share */
#ifndef FT_EXPERIMENT_IMPL_H
#define FT_EXPERIMENT_IMPL_H
#include "model/experiment.h"
#include "model/family_impl.h"

/* experiment_problems.c: the section `problems` into experiment->problems, merged and named. Of
 * each problem the node that made it is kept in places[n_problems] (in the arena), for messages. */
int ft_experiment_load_problems(struct ft_experiment *experiment, const struct ft_ynode *root,
                                const struct ft_ynode ***places, struct ft_err *err);
/* experiment_families.c: the section `families` into experiment->narrowings. */
int ft_experiment_load_families(struct ft_experiment *experiment, const struct ft_ynode *root,
                                const struct ft_families *families, struct ft_err *err);

#endif
