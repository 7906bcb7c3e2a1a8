/* partition.c -- see the header */
#ifndef FT_NO_CUDA
#include "eval/partition.h"

static int unavailable(struct ft_err *err)
{
    ft_err_set(err, FT_ERR_ENV, "this GPU cannot be partitioned here");
    ft_err_hint(err, "partitions are green contexts, of CUDA 12.4 and later");
    return -1;
}

#if CUDA_VERSION >= 12040
int ft_partition_enter(struct ft_bench *b, int sms, int *got, struct ft_err *err)
{
    const struct ft_driver *driver = &b->driver;
    CUdevResource all, part;
    CUdevResourceDesc desc;
    CUgreenCtx green;
    CUcontext context;
    unsigned n_groups = 1, flags;

    if (!driver->cuDeviceGetDevResource || !driver->cuDevSmResourceSplitByCount ||
        !driver->cuDevResourceGenerateDesc || !driver->cuGreenCtxCreate ||
        !driver->cuCtxFromGreenCtx)
        return unavailable(err);
    if (ft_bench_check(b, driver->cuDeviceGetDevResource(b->device, &all, CU_DEV_RESOURCE_TYPE_SM),
                       "reading the GPU's multiprocessors", err) < 0)
        return -1;
    if (sms < 1 || (unsigned)sms > all.sm.smCount)
        return ft_err_set(err, FT_ERR_USAGE, "a partition of %d multiprocessors is not in 1 to %u",
                          sms, all.sm.smCount);
    flags = (unsigned)sms % all.sm.smCoscheduledAlignment
                ? CU_DEV_SM_RESOURCE_SPLIT_IGNORE_SM_COSCHEDULING
                : 0;
    if (ft_bench_check(
            b,
            driver->cuDevSmResourceSplitByCount(&part, &n_groups, &all, NULL, flags, (unsigned)sms),
            "splitting the GPU", err) < 0 ||
        ft_bench_check(b, driver->cuDevResourceGenerateDesc(&desc, &part, 1),
                       "describing the partition", err) < 0 ||
        ft_bench_check(
            b, driver->cuGreenCtxCreate(&green, desc, b->device, CU_GREEN_CTX_DEFAULT_STREAM),
            "making the partition", err) < 0 ||
        ft_bench_check(b, driver->cuCtxFromGreenCtx(&context, green), "opening the partition",
                       err) < 0 ||
        ft_bench_check(b, driver->cuCtxSetCurrent(context), "using the partition", err) < 0)
        return -1;
    *got = (int)part.sm.smCount;
    return 0;
}
#else
int ft_partition_enter(struct ft_bench *b, int sms, int *got, struct ft_err *err)
{
    (void)b;
    (void)sms;
    (void)got;
    return unavailable(err);
}
#endif
#endif
