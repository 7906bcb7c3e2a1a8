/* cupti_syms.h -- the functions of CUPTI that we call, loaded once per process
 *
 * The only file that includes CUPTI's headers. The range profiler came with CUDA 12.6; with older
 * headers FT_HAS_RANGE_PROFILER is 0, with an older library its functions are NULL, and there are
 * times but no counters.
 */
#ifndef FT_CUPTI_SYMS_H
#define FT_CUPTI_SYMS_H
#include <cupti.h>
#include "base/err.h"

#define FT_CUPTI_REQUIRED(X)                                                                       \
    X(cuptiGetVersion)                                                                             \
    X(cuptiGetTimestamp)                                                                           \
    X(cuptiGetResultString)                                                                        \
    X(cuptiSubscribe)                                                                              \
    X(cuptiUnsubscribe)                                                                            \
    X(cuptiActivityRegisterCallbacks)                                                              \
    X(cuptiActivityEnable)                                                                         \
    X(cuptiActivityFlushAll)                                                                       \
    X(cuptiActivityGetNextRecord)                                                                  \
    X(cuptiActivityGetNumDroppedRecords)

#if __has_include(<cupti_range_profiler.h>) && __has_include(<cupti_profiler_host.h>)
#define FT_HAS_RANGE_PROFILER 1
/* Says `#include <string>`, C++, without using it: gpu/compat/string is an empty file that stands
 * in. */
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>
#include <cupti_target.h>

#define FT_CUPTI_OPTIONAL(X)                                                                       \
    X(cuptiProfilerInitialize)                                                                     \
    X(cuptiProfilerDeInitialize)                                                                   \
    X(cuptiProfilerDeviceSupported)                                                                \
    X(cuptiDeviceGetChipName)                                                                      \
    X(cuptiProfilerHostInitialize)                                                                 \
    X(cuptiProfilerHostDeinitialize)                                                               \
    X(cuptiProfilerHostGetMetricProperties)                                                        \
    X(cuptiProfilerHostConfigAddMetrics)                                                           \
    X(cuptiProfilerHostGetConfigImageSize)                                                         \
    X(cuptiProfilerHostGetConfigImage)                                                             \
    X(cuptiProfilerHostGetNumOfPasses)                                                             \
    X(cuptiProfilerHostEvaluateToGpuValues)                                                        \
    X(cuptiRangeProfilerEnable)                                                                    \
    X(cuptiRangeProfilerDisable)                                                                   \
    X(cuptiRangeProfilerGetCounterDataSize)                                                        \
    X(cuptiRangeProfilerCounterDataImageInitialize)                                                \
    X(cuptiRangeProfilerSetConfig)                                                                 \
    X(cuptiRangeProfilerStart)                                                                     \
    X(cuptiRangeProfilerStop)                                                                      \
    X(cuptiRangeProfilerPushRange)                                                                 \
    X(cuptiRangeProfilerPopRange)                                                                  \
    X(cuptiRangeProfilerDecodeData)                                                                \
    X(cuptiRangeProfilerGetCounterDataInfo)
#else
#define FT_HAS_RANGE_PROFILER 0
#define FT_CUPTI_OPTIONAL(X)
#endif

struct ft_cupti {
#define FT_X(fn) __typeof__(&fn) fn;
    FT_CUPTI_REQUIRED(FT_X)
    FT_CUPTI_OPTIONAL(FT_X)
#undef FT_X
    int has_range_profiler; /* every optional function is there */
};
const struct ft_cupti *ft_cupti_load(struct ft_err *err); /* NULL when it cannot be loaded */
const char *ft_cupti_error(const struct ft_cupti *cupti, CUptiResult r, char out[96]);
#endif
