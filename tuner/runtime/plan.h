/* plan.h -- inside a plan, for the tuner's verification: not part of the public interface */
#ifndef FT_LIBRARY_PLAN_H
#define FT_LIBRARY_PLAN_H
#include "fatune.h"
#include "program.h"

const struct ft_program *ft_library_plan_program(const fatune_plan *plan);
/* What a call of the planned batch launches. */
const struct ft_launch *ft_library_plan_launch(const fatune_plan *plan, int has_lengths);
#endif
