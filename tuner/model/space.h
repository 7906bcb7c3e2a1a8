/* space.h -- the configs of a family that its constraints allow, for one problem and device
 *
 * Parameters are assigned in order and a constraint is tested as soon as its names are known, so
 * that a rejected prefix is not expanded. Configs come in a fixed order: the same family, problem
 * and device give the same list.
 */
#ifndef FT_SPACE_H
#define FT_SPACE_H
#include "model/family.h"
#include "runtime/program.h"

/* What a config file (experiment) makes of a family: narrower value lists and extra constraints. */
struct ft_narrowing {
    const struct ft_family *family;
    struct ft_value **values; /* [n_params], NULL: as in the family */
    size_t *n_values;
    struct ft_rule *constraints;
    size_t n_constraints;
};

struct ft_space {
    struct ft_config *configs;
    size_t n, cap;
    uint64_t n_product;   /* size of the full product */
    uint64_t *n_rejected; /* per constraint: family's, then the narrowing's; configs removed by it
                             (a pruned prefix counts all it stands for) */
    size_t n_constraints;
    const struct ft_rule **rules; /* parallel to n_rejected */
};
/* Enumerates. narrowing may be NULL. A constraint that cannot be evaluated (division by zero) is an
 * error at its place. */
int ft_space_enumerate(const struct ft_family *family, const struct ft_narrowing *narrowing,
                       const struct ft_problem *problem, const struct ft_device *device,
                       struct ft_space *out, struct ft_err *err);
void ft_space_free(struct ft_space *space);
/* The config with this text; space->n when there is none. */
size_t ft_space_find(const struct ft_space *space, const struct ft_family *family,
                     const char *text);
/* The launch of a config, with values for what only its build knows (registers, occupancy): block,
 * cluster and shared memory do not depend on them. -1: err when the program cannot be written, else
 * the reason in why. */
int ft_config_launch(const struct ft_config *config, const struct ft_problem *problem,
                     const struct ft_device *device, struct ft_launch *out, char *why, size_t cap,
                     struct ft_err *err);
/* Every config (of a large space, 2000 of them) must have a launch on the problem; the first that
 * has none is an error at its kernel. */
int ft_space_check_launches(const struct ft_space *space, const struct ft_problem *problem,
                            const struct ft_device *device, struct ft_err *err);

#endif
