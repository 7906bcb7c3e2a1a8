/* partition.h -- part of a GPU's multiprocessors as a device of its own (a CUDA green context)
 *
 * Kernels launched while the partition's context is current run on its SMs only; memory, L2 and
 * clocks are shared with the rest of the GPU, which is idle. One card then stands for two
 * architectures: tune on 132 SMs and on 66, and compare.
 */
#ifndef FT_PARTITION_H
#define FT_PARTITION_H
#include "eval/bench.h"
#ifndef FT_NO_CUDA

/* Makes a partition of `sms` multiprocessors current; the primary context must be. *got is their
 * number: a partition that is no multiple of what the GPU schedules together gives up large
 * clusters. */
int ft_partition_enter(struct ft_bench *b, int sms, int *got, struct ft_err *err);
#endif
#endif
