/* args.h -- checks a call's arguments against its problem, so that a wrong call is an error and not a wrong answer
 *
 * Cheap: looks at what the host can see, touches no device memory, allocates nothing.
 */
#ifndef FT_ARGS_H
#define FT_ARGS_H
#include <stddef.h>
#include "fatune.h"

/* FATUNE_OK, or FATUNE_ERR_ARGUMENT or FATUNE_ERR_UNSUPPORTED with the reason. accepts: what the kernels heed beyond the problem
 * (FT_ACCEPTS of program.h). batch is the call's, at most the problem's. */
fatune_status ft_args_check(const fatune_problem *problem, unsigned accepts, int32_t batch, const fatune_args *args,
                            char *why, size_t cap);

#endif
