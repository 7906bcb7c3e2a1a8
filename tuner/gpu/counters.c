/* counters.c -- hardware counters of a launch: CUPTI's range profiler, user range and user replay
 *
 * Idea: the host half of the profiler knows, per chip, which metrics exist and how they are
 * scheduled into passes; it needs no GPU, and ft_counters_check is that half alone. The target half
 * runs the launch once per pass. Attention kernels do not change what they read, so a pass is
 * simply another launch.
 *
 * Invariants
 * - Every call has its status checked and the first failure ends the sequence: after a failed
 * initialisation other profiler calls crash inside CUPTI.
 * - A metric that the chip does not have is NaN; one unknown name would reject the whole list, so
 * each is asked for alone first. Values find their names by index of the list that was configured,
 * never of the request.
 * - What is opened is closed by close_session in reverse order; it accepts every state.
 *
 * cupti_profiler_host.h includes the C++ header <string> without using it. The empty file
 * gpu/compat/string, ahead in the include path, makes it a C header.
 */
#include "gpu/counters.h"

/* What explains an attention kernel, chosen so that GA100 and GH100 collect it in one pass. */
const char *const ft_counters_one_pass[] = {
    "gpu__time_duration.sum",
    "gpc__cycles_elapsed.max",
    "sm__cycles_active.avg",
    "sm__cycles_active.max",
    "sm__inst_executed.sum",
    "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed",
    "dram__bytes_read.sum",
    "dram__bytes_write.sum",
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "lts__t_sectors_op_read.sum",
    "lts__t_sectors_op_write.sum",
    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
    "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    NULL,
};

#ifndef FT_NO_CUDA
#include "gpu/cupti_syms.h"
#endif
#if !defined(FT_NO_CUDA) && FT_HAS_RANGE_PROFILER
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "runtime/driver.h"

#define MAX_PASSES 64

/* A parameter block with its size, as each function wants it; the rest is zero or as given. */
#define PARAMS(type, ...)                                                                          \
    {                                                                                              \
        .structSize = type##_STRUCT_SIZE, __VA_ARGS__                                              \
    }

struct session {
    const struct ft_cupti *cupti;
    const char *status; /* NULL: fine so far */
    struct ft_err *err;
    int is_initialized;
    CUpti_Profiler_Host_Object *host;
    CUpti_RangeProfiler_Object *range;
    const char *names[FT_MAX_COUNTERS]; /* those that the chip has */
    size_t n;
    uint8_t *config, *data;
    size_t config_bytes, data_bytes, n_passes;
};

/* ---- errors ----------------------------------------------------------------------------- */

static const struct cure {
    CUptiResult code;
    const char *status, *hint;
} cures[] = {
    {CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, "denied",
     "counters need root, CAP_SYS_ADMIN (in a container: --cap-add=SYS_ADMIN), or the driver "
     "option "
     "NVreg_RestrictProfilingToAdminUsers=0; see https://developer.nvidia.com/ERR_NVGPUCTRPERM"},
    {CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES, "denied",
     "the hypervisor must allow profiling of this virtual GPU"},
    {CUPTI_ERROR_HARDWARE_BUSY, "busy",
     "another profiler holds the counters; for DCGM: 'dcgmi profiling --pause'"},
    {CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, "busy",
     "another profiler is attached to this process (nsys, ncu); run without it"},
    {CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED, "unsupported", "virtual GPUs have no counters"},
    {CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED, "unsupported",
     "confidential computing is on, which hides the counters"},
    {CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED, "unsupported", "mining GPUs have no counters"},
    {CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED, "unsupported", "this MIG partition has no counters"},
    {CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED, "unsupported", "SLI must be off"},
    {CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED, "unsupported",
     "allow counters in the NVIDIA panel of Windows"},
    {CUPTI_ERROR_INVALID_CHIP_NAME, "unsupported", "a newer CUPTI knows this GPU"},
    {CUPTI_ERROR_NOT_SUPPORTED, "unsupported", ""},
};

static int give_up(struct session *s, const char *status, const char *what)
{
    s->status = status;
    return ft_err_set(s->err, FT_ERR_ENV, "no counters: %s", what);
}

/* 0 when r is success; otherwise -1 with status, text and cure set. */
static int check(struct session *s, CUptiResult r, const char *what)
{
    char text[96];
    const struct cure *cure = NULL;

    if (r == CUPTI_SUCCESS)
        return 0;
    for (size_t i = 0; i < sizeof cures / sizeof *cures; i++) {
        if (cures[i].code == r)
            cure = &cures[i];
    }
    s->status = cure ? cure->status : "failed";
    ft_err_set(s->err, FT_ERR_ENV, "no counters: %s: %s", what, ft_cupti_error(s->cupti, r, text));
    if (cure && *cure->hint)
        ft_err_hint(s->err, "%s", cure->hint);
    return -1;
}

/* ---- the host half: no GPU needed ------------------------------------------------------- */

static int open_cupti(struct session *s)
{
    s->cupti = ft_cupti_load(s->err);
    if (!s->cupti) {
        s->status = "absent";
        return -1;
    }
    if (!s->cupti->has_range_profiler)
        return give_up(s, "unsupported", "CUPTI is older than CUDA 12.6 and has no range profiler");
    return 0;
}

static int open_host(struct session *s, const char *chip)
{
    CUpti_Profiler_Host_Initialize_Params p =
        PARAMS(CUpti_Profiler_Host_Initialize_Params,
               .profilerType = CUPTI_PROFILER_TYPE_RANGE_PROFILER, .pChipName = chip);

    if (check(s, s->cupti->cuptiProfilerHostInitialize(&p), chip))
        return -1;
    s->host = p.pHostObject;
    return 0;
}

/* Keeps the names that the chip has; exists may be NULL. */
static int choose_names(struct session *s, const char *const *names, unsigned char *exists)
{
    for (size_t i = 0; names[i]; i++) {
        CUpti_Profiler_Host_GetMetricProperties_Params p =
            PARAMS(CUpti_Profiler_Host_GetMetricProperties_Params, .pHostObject = s->host,
                   .pMetricName = names[i]);
        int is_there = s->cupti->cuptiProfilerHostGetMetricProperties(&p) == CUPTI_SUCCESS;

        if (i == FT_MAX_COUNTERS) {
            s->status = "failed";
            return ft_err_set(s->err, FT_ERR_INTERNAL, "more than %d counters", FT_MAX_COUNTERS);
        }
        if (exists)
            exists[i] = (unsigned char)is_there;
        if (is_there)
            s->names[s->n++] = names[i];
    }
    return s->n > 0 ? 0 : give_up(s, "unsupported", "the GPU has none of the metrics");
}

/* The schedule of the chosen names. */
static int make_config(struct session *s)
{
    CUpti_Profiler_Host_ConfigAddMetrics_Params add =
        PARAMS(CUpti_Profiler_Host_ConfigAddMetrics_Params, .pHostObject = s->host,
               .ppMetricNames = s->names, .numMetrics = s->n);
    CUpti_Profiler_Host_GetConfigImageSize_Params size =
        PARAMS(CUpti_Profiler_Host_GetConfigImageSize_Params, .pHostObject = s->host);

    if (check(s, s->cupti->cuptiProfilerHostConfigAddMetrics(&add), "scheduling the metrics") ||
        check(s, s->cupti->cuptiProfilerHostGetConfigImageSize(&size), "the size of the schedule"))
        return -1;
    s->config_bytes = size.configImageSize;
    s->config = ft_calloc(s->config_bytes, 1);

    CUpti_Profiler_Host_GetConfigImage_Params image =
        PARAMS(CUpti_Profiler_Host_GetConfigImage_Params, .pHostObject = s->host,
               .configImageSize = s->config_bytes, .pConfigImage = s->config);
    CUpti_Profiler_Host_GetNumOfPasses_Params passes =
        PARAMS(CUpti_Profiler_Host_GetNumOfPasses_Params, .configImageSize = s->config_bytes,
               .pConfigImage = s->config);

    if (check(s, s->cupti->cuptiProfilerHostGetConfigImage(&image), "the schedule") ||
        check(s, s->cupti->cuptiProfilerHostGetNumOfPasses(&passes), "the number of passes"))
        return -1;
    s->n_passes = passes.numOfPasses;
    return s->n_passes > 0 ? 0 : give_up(s, "failed", "a schedule of no passes");
}

/* ---- the target half -------------------------------------------------------------------- */

static int open_target(struct session *s, CUdevice device, const char **chip)
{
    CUpti_Profiler_Initialize_Params init = PARAMS(CUpti_Profiler_Initialize_Params, .pPriv = NULL);
    CUpti_Profiler_DeviceSupported_Params support =
        PARAMS(CUpti_Profiler_DeviceSupported_Params, .cuDevice = device,
               .api = CUPTI_PROFILER_RANGE_PROFILING);
    CUpti_Device_GetChipName_Params name =
        PARAMS(CUpti_Device_GetChipName_Params, .deviceIndex = (size_t)device);

    if (check(s, s->cupti->cuptiProfilerInitialize(&init), "starting the profiler"))
        return -1;
    s->is_initialized = 1;
    if (check(s, s->cupti->cuptiProfilerDeviceSupported(&support), "asking whether the GPU can"))
        return -1;
    if (support.isSupported != CUPTI_PROFILER_CONFIGURATION_SUPPORTED) {
        const CUpti_Profiler_Support_Level on = CUPTI_PROFILER_CONFIGURATION_SUPPORTED;

        return give_up(s, "unsupported",
                       support.architecture != on          ? "the architecture is too old"
                       : support.vGpu != on                ? "a virtual GPU without profiling"
                       : support.confidentialCompute != on ? "confidential computing is on"
                       : support.wsl != on                 ? "WSL without profiling"
                                           : "the GPU's configuration does not allow it");
    }
    if (check(s, s->cupti->cuptiDeviceGetChipName(&name), "the name of the chip"))
        return -1;
    *chip = name.pChipName;
    return 0;
}

static int open_range(struct session *s, CUcontext context)
{
    CUpti_RangeProfiler_Enable_Params enable =
        PARAMS(CUpti_RangeProfiler_Enable_Params, .ctx = context);

    if (check(s, s->cupti->cuptiRangeProfilerEnable(&enable), "enabling the range profiler"))
        return -1;
    s->range = enable.pRangeProfilerObject;

    CUpti_RangeProfiler_GetCounterDataSize_Params size =
        PARAMS(CUpti_RangeProfiler_GetCounterDataSize_Params, .pRangeProfilerObject = s->range,
               .pMetricNames = s->names, .numMetrics = s->n, .maxNumOfRanges = 1,
               .maxNumRangeTreeNodes = 1);

    if (check(s, s->cupti->cuptiRangeProfilerGetCounterDataSize(&size), "the size of the data"))
        return -1;
    s->data_bytes = size.counterDataSize;
    s->data = ft_calloc(s->data_bytes, 1);

    CUpti_RangeProfiler_CounterDataImage_Initialize_Params image = PARAMS(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params, .pRangeProfilerObject = s->range,
        .counterDataSize = s->data_bytes, .pCounterData = s->data);
    CUpti_RangeProfiler_SetConfig_Params config = PARAMS(
        CUpti_RangeProfiler_SetConfig_Params, .pRangeProfilerObject = s->range,
        .configSize = s->config_bytes, .pConfig = s->config, .counterDataImageSize = s->data_bytes,
        .pCounterDataImage = s->data, .range = CUPTI_UserRange, .replayMode = CUPTI_UserReplay,
        .maxRangesPerPass = 1, .numNestingLevels = 1, .minNestingLevel = 1, .passIndex = 0,
        .targetNestingLevel = 1);

    if (check(s, s->cupti->cuptiRangeProfilerCounterDataImageInitialize(&image),
              "preparing the data") ||
        check(s, s->cupti->cuptiRangeProfilerSetConfig(&config), "setting the schedule"))
        return -1;
    return 0;
}

/* One pass; *is_last when the profiler has seen enough. */
static int run_pass(struct session *s, const struct ft_driver *driver, int (*prepare)(void *),
                    int (*launch)(void *), void *ctx, int *is_last)
{
    CUpti_RangeProfiler_Start_Params start =
        PARAMS(CUpti_RangeProfiler_Start_Params, .pRangeProfilerObject = s->range);
    CUpti_RangeProfiler_PushRange_Params push =
        PARAMS(CUpti_RangeProfiler_PushRange_Params, .pRangeProfilerObject = s->range,
               .pRangeName = "launch");
    CUpti_RangeProfiler_PopRange_Params pop =
        PARAMS(CUpti_RangeProfiler_PopRange_Params, .pRangeProfilerObject = s->range);
    CUpti_RangeProfiler_Stop_Params stop =
        PARAMS(CUpti_RangeProfiler_Stop_Params, .pRangeProfilerObject = s->range);
    int is_launched;

    if ((prepare && prepare(ctx) < 0) || driver->cuCtxSynchronize() != CUDA_SUCCESS)
        return give_up(s, "failed", "preparing a pass failed");
    if (check(s, s->cupti->cuptiRangeProfilerStart(&start), "starting a pass") ||
        check(s, s->cupti->cuptiRangeProfilerPushRange(&push), "opening the range"))
        return -1;
    is_launched = launch(ctx) == 0;
    if (check(s, s->cupti->cuptiRangeProfilerPopRange(&pop), "closing the range") ||
        check(s, s->cupti->cuptiRangeProfilerStop(&stop), "ending a pass"))
        return -1;
    if (!is_launched || driver->cuCtxSynchronize() != CUDA_SUCCESS)
        return give_up(s, "failed", "the launch failed");
    *is_last = stop.isAllPassSubmitted;
    return 0;
}

static int read_values(struct session *s, double *values)
{
    CUpti_RangeProfiler_DecodeData_Params decode =
        PARAMS(CUpti_RangeProfiler_DecodeData_Params, .pRangeProfilerObject = s->range);
    CUpti_RangeProfiler_GetCounterDataInfo_Params info =
        PARAMS(CUpti_RangeProfiler_GetCounterDataInfo_Params, .pCounterDataImage = s->data,
               .counterDataImageSize = s->data_bytes);
    CUpti_Profiler_Host_EvaluateToGpuValues_Params evaluate =
        PARAMS(CUpti_Profiler_Host_EvaluateToGpuValues_Params, .pHostObject = s->host,
               .pCounterDataImage = s->data, .counterDataImageSize = s->data_bytes, .rangeIndex = 0,
               .ppMetricNames = s->names, .numMetrics = s->n, .pMetricValues = values);

    if (check(s, s->cupti->cuptiRangeProfilerDecodeData(&decode), "decoding the data") ||
        check(s, s->cupti->cuptiRangeProfilerGetCounterDataInfo(&info), "reading the data"))
        return -1;
    if (decode.numOfRangeDropped > 0 || info.numTotalRanges != 1)
        return give_up(s, "failed", "the profiler lost the range");
    return check(s, s->cupti->cuptiProfilerHostEvaluateToGpuValues(&evaluate),
                 "evaluating the data");
}

static void close_session(struct session *s)
{
    if (s->range) {
        CUpti_RangeProfiler_Disable_Params p =
            PARAMS(CUpti_RangeProfiler_Disable_Params, .pRangeProfilerObject = s->range);
        s->cupti->cuptiRangeProfilerDisable(&p);
    }
    if (s->host) {
        CUpti_Profiler_Host_Deinitialize_Params p =
            PARAMS(CUpti_Profiler_Host_Deinitialize_Params, .pHostObject = s->host);
        s->cupti->cuptiProfilerHostDeinitialize(&p);
    }
    if (s->is_initialized) {
        CUpti_Profiler_DeInitialize_Params p =
            PARAMS(CUpti_Profiler_DeInitialize_Params, .pPriv = NULL);
        s->cupti->cuptiProfilerDeInitialize(&p);
    }
    free(s->config);
    free(s->data);
}

/* ---- the interface ---------------------------------------------------------------------- */

static int current_context(struct session *s, struct ft_driver *driver, CUcontext *context,
                           CUdevice *device)
{
    char why[512];

    if (ft_driver_load(driver, why, sizeof why) < 0)
        return give_up(s, "failed", why);
    if (driver->cuCtxGetCurrent(context) != CUDA_SUCCESS || !*context ||
        driver->cuCtxGetDevice(device) != CUDA_SUCCESS)
        return give_up(s, "failed", "no CUDA context is current");
    return 0;
}

static int collect(struct session *s, const struct ft_driver *driver, CUcontext context,
                   CUdevice device, const char *const *names, int (*prepare)(void *),
                   int (*launch)(void *), void *ctx, double *values)
{
    const char *chip = NULL;
    int is_last = 0;

    if (open_target(s, device, &chip) < 0 || open_host(s, chip) < 0 ||
        choose_names(s, names, NULL) < 0 || make_config(s) < 0 || open_range(s, context) < 0)
        return -1;
    for (int pass = 0; !is_last; pass++) {
        if (pass == MAX_PASSES)
            return give_up(s, "failed", "the profiler wants no end of passes");
        if (run_pass(s, driver, prepare, launch, ctx, &is_last) < 0)
            return -1;
    }
    return read_values(s, values);
}

int ft_counters_collect(const char *const *names, int (*prepare)(void *), int (*launch)(void *),
                        void *ctx, struct ft_counters *out, struct ft_err *err)
{
    struct session s = {.err = err};
    struct ft_driver driver = {0};
    double values[FT_MAX_COUNTERS];
    CUcontext context = NULL;
    CUdevice device = 0;

    memset(out, 0, sizeof *out);
    for (; names[out->n] && out->n < FT_MAX_COUNTERS; out->n++) {
        out->names[out->n] = names[out->n];
        out->values[out->n] = NAN;
    }
    if (open_cupti(&s) == 0 && current_context(&s, &driver, &context, &device) == 0 &&
        collect(&s, &driver, context, device, names, prepare, launch, ctx, values) == 0) {
        for (size_t k = 0, i = 0; k < s.n; k++) {
            while (out->names[i] != s.names[k]) /* the chosen names are a subsequence */
                i++;
            out->values[i] = values[k];
        }
        out->n_passes = (int)s.n_passes;
    }
    close_session(&s);
    if (driver.library)
        ft_driver_unload(&driver);
    out->status = s.status ? s.status : "ok";
    return 0;
}

int ft_counters_check(const char *chip, const char *const *names, unsigned char *exists,
                      int *n_passes, struct ft_err *err)
{
    struct session s = {.err = err};
    int rc = -1;

    if (open_cupti(&s) == 0 && open_host(&s, chip) == 0 && choose_names(&s, names, exists) == 0 &&
        make_config(&s) == 0) {
        *n_passes = (int)s.n_passes;
        rc = 0;
    }
    close_session(&s);
    return rc;
}
#endif
