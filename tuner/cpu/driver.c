/* driver.c -- the CPU device: a CUDA driver whose one device is this computer's processor
 *
 * Idea: the driver API is the seam. This library (libfatune_cpu.so) has the functions of
 * runtime/driver.h, FATUNE_LIBCUDA names it, and everything above loads, launches and copies as on
 * a GPU. Modules are shared objects that hold kernels and an executor (abi.h); a launch calls it
 * and returns when the grid has ended. So streams and events mean nothing. One thing overlaps: with
 * a seed, a launch whose parameters are known as bytes is put off until the next call, and when
 * that is its programmatic dependent both run together.
 *
 * Errors: a kernel that faults leaves its error behind, as on a GPU: every later call returns it,
 * but for those that name errors. cuGetErrorString of that code is the executor's text: kernel,
 * block, thread, operation. Of a call that was refused it is the reason, in the thread that called.
 *
 * Order: FATUNE_CPU_SEED, a decimal number, is read at each launch. 0, the default, runs threads in
 * turn; with any other, the order of each launch is that of a seed made from it and the number of
 * launches before in this process, so that repeats differ and a whole run can be had again.
 *
 * Clusters and partitions do not exist here. One mutex: launches of several threads
 * run one after the other. The library stays loaded, as its memory does.
 */
#include "cpu/driver_int.h"

#include <errno.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

pthread_mutex_t ft_cpu_lock = PTHREAD_MUTEX_INITIALIZER;

static char primary; /* its address is the context */
static char stream;  /* its address is every stream */
static _Thread_local CUcontext current;
static uint64_t n_launches;

/* ---- errors ---- */

/* The fault: text first, then code, and neither changes again. */
static char fault_text[FT_CPU_WHY_BYTES];
static _Atomic int fault_code = CUDA_SUCCESS;

static _Thread_local struct {
    CUresult code;
    char text[FT_CPU_WHY_BYTES];
} refused;

#define ERRORS(X)                                                                                  \
    X(CUDA_SUCCESS, "no error")                                                                    \
    X(CUDA_ERROR_INVALID_VALUE, "invalid argument")                                                \
    X(CUDA_ERROR_OUT_OF_MEMORY, "out of memory")                                                   \
    X(CUDA_ERROR_INVALID_DEVICE, "invalid device ordinal")                                         \
    X(CUDA_ERROR_INVALID_IMAGE, "device kernel image is invalid")                                  \
    X(CUDA_ERROR_INVALID_CONTEXT, "invalid device context")                                        \
    X(CUDA_ERROR_NO_BINARY_FOR_GPU, "no kernel image is available for execution on the device")    \
    X(CUDA_ERROR_INVALID_HANDLE, "invalid resource handle")                                        \
    X(CUDA_ERROR_NOT_FOUND, "named symbol not found")                                              \
    X(CUDA_ERROR_ILLEGAL_ADDRESS, "an illegal memory access was encountered")                      \
    X(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "too many resources requested for launch")               \
    X(CUDA_ERROR_MISALIGNED_ADDRESS, "misaligned address")                                         \
    X(CUDA_ERROR_LAUNCH_FAILED, "unspecified launch failure")                                      \
    X(CUDA_ERROR_NOT_SUPPORTED, "operation not supported")

static const struct error {
    CUresult code;
    const char *name, *text;
} errors[] = {
#define FT_X(code, text) {code, #code, text},
    ERRORS(FT_X)
#undef FT_X
};

static const struct error *find_error(CUresult code)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (errors[i].code == code)
            return &errors[i];
    }
    return NULL;
}

FT_CPU_EXPORT CUresult cuGetErrorName(CUresult error, const char **out)
{
    const struct error *e = find_error(error);

    *out = e ? e->name : NULL;
    return e ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

FT_CPU_EXPORT CUresult cuGetErrorString(CUresult error, const char **out)
{
    const struct error *e = find_error(error);

    *out = e ? e->text : NULL;
    if (error != CUDA_SUCCESS && error == (CUresult)atomic_load(&fault_code))
        *out = fault_text;
    else if (error != CUDA_SUCCESS && error == refused.code)
        *out = refused.text;
    return *out ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult ready_to_launch(void);

CUresult ft_cpu_refuse(CUresult code, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    vsnprintf(refused.text, sizeof refused.text, fmt, args);
    va_end(args);
    refused.code = code;
    return code;
}

CUresult ft_cpu_fault(CUresult code, const char *why)
{
    const struct error *e = find_error(code);

    snprintf(fault_text, sizeof fault_text, "%s", *why ? why : e->text);
    atomic_store(&fault_code, (int)code);
    return code;
}

CUresult ft_cpu_not_faulted(void)
{
    return (CUresult)atomic_load(&fault_code);
}

CUresult ft_cpu_ready(void)
{
    ft_cpu_flush();
    return ready_to_launch();
}

static CUresult ready_to_launch(void)
{
    FT_CPU_CHECK(ft_cpu_not_faulted());
    return current ? CUDA_SUCCESS
                   : ft_cpu_refuse(CUDA_ERROR_INVALID_CONTEXT, "the thread has no context");
}

/* ---- the device ---- */

FT_CPU_EXPORT CUresult cuInit(unsigned flags)
{
    (void)flags;
    return ft_cpu_not_faulted();
}

FT_CPU_EXPORT CUresult cuDriverGetVersion(int *out)
{
    *out = CUDA_VERSION;
    return ft_cpu_not_faulted();
}

FT_CPU_EXPORT CUresult cuDeviceGetCount(int *out)
{
    *out = 1;
    return ft_cpu_not_faulted();
}

static CUresult check_device(CUdevice device)
{
    FT_CPU_CHECK(ft_cpu_not_faulted());
    return device == 0 ? CUDA_SUCCESS
                       : ft_cpu_refuse(CUDA_ERROR_INVALID_DEVICE,
                                       "there is no device %d: the CPU is the only one", device);
}

FT_CPU_EXPORT CUresult cuDeviceGet(CUdevice *out, int ordinal)
{
    FT_CPU_CHECK(check_device(ordinal));
    *out = ordinal;
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuDeviceGetName(char *out, int cap, CUdevice device)
{
    FT_CPU_CHECK(check_device(device));
    if (cap <= 0)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "no room for the device's name");
    snprintf(out, (size_t)cap, "cpu");
    return CUDA_SUCCESS;
}

/* What is not here is 0: the clocks, as they are not what decides, and what the device cannot do.
 */
FT_CPU_EXPORT CUresult cuDeviceGetAttribute(int *out, CUdevice_attribute attribute, CUdevice device)
{
    static const int values[CU_DEVICE_ATTRIBUTE_MAX] = {
        [CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR] = 9,
        [CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT] = FT_CPU_SMS,
        [CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE] = FT_CPU_L2_BYTES,
        [CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR] = FT_CPU_SMEM_PER_SM,
        [CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN] = FT_CPU_SMEM_PER_CTA,
        [CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK] = FT_CPU_SMEM_DEFAULT,
        [CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK] = FT_CPU_SMEM_RESERVED,
        [CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR] = FT_CPU_REGISTERS,
        [CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK] = FT_CPU_REGISTERS,
        [CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK] = FT_CPU_THREADS_PER_CTA,
        [CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR] = FT_CPU_THREADS_PER_SM,
        [CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR] = FT_CPU_CTAS_PER_SM,
        [CU_DEVICE_ATTRIBUTE_WARP_SIZE] = FT_CPU_WARP,
    };

    FT_CPU_CHECK(check_device(device));
    if (attribute <= 0 || attribute >= CU_DEVICE_ATTRIBUTE_MAX)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "there is no device attribute %d",
                             (int)attribute);
    *out = values[attribute];
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuDeviceGetUuid(CUuuid *out, CUdevice device)
{
    FT_CPU_CHECK(check_device(device));
    memcpy(out, "fatune cpu      ", sizeof *out);
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuDeviceTotalMem(size_t *out, CUdevice device)
{
    FT_CPU_CHECK(check_device(device));
    *out = ft_cpu_memory_total();
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuDeviceGetPCIBusId(char *out, int cap, CUdevice device)
{
    return cuDeviceGetName(out, cap, device); /* it is on no bus */
}

/* ---- contexts, streams, events ---- */

FT_CPU_EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    FT_CPU_CHECK(check_device(device));
    *out = (CUcontext)(void *)&primary;
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuCtxSetCurrent(CUcontext context)
{
    FT_CPU_CHECK(ft_cpu_not_faulted());
    if (context && (void *)context != &primary)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_CONTEXT, "%p is no context of the CPU device",
                             (void *)context);
    current = context;
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuCtxGetCurrent(CUcontext *out)
{
    *out = current;
    return ft_cpu_not_faulted();
}

FT_CPU_EXPORT CUresult cuCtxGetDevice(CUdevice *out)
{
    FT_CPU_CHECK(ft_cpu_ready());
    *out = 0;
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuCtxSynchronize(void)
{
    return ft_cpu_ready();
}

FT_CPU_EXPORT CUresult cuStreamCreate(CUstream *out, unsigned flags)
{
    (void)flags;
    FT_CPU_CHECK(ft_cpu_ready());
    *out = (CUstream)(void *)&stream;
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuStreamSynchronize(CUstream which)
{
    (void)which;
    return ft_cpu_ready();
}

FT_CPU_EXPORT CUresult cuEventCreate(CUevent *out, unsigned flags)
{
    struct timespec *event;

    (void)flags;
    FT_CPU_CHECK(ft_cpu_ready());
    event = calloc(1, sizeof *event);
    if (!event)
        return ft_cpu_refuse(CUDA_ERROR_OUT_OF_MEMORY, "no memory for an event");
    *out = (CUevent)(void *)event;
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuEventRecord(CUevent event, CUstream which)
{
    (void)which;
    FT_CPU_CHECK(ft_cpu_ready());
    if (!event)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_HANDLE, "no event");
    clock_gettime(CLOCK_MONOTONIC, (struct timespec *)(void *)event);
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to)
{
    const struct timespec *a = (struct timespec *)(void *)from, *b = (struct timespec *)(void *)to;

    FT_CPU_CHECK(ft_cpu_ready());
    if (!a || !b || (!a->tv_sec && !a->tv_nsec) || (!b->tv_sec && !b->tv_nsec))
        return ft_cpu_refuse(CUDA_ERROR_INVALID_HANDLE, "an event that was not recorded");
    *ms = (float)((double)(b->tv_sec - a->tv_sec) * 1e3 + (double)(b->tv_nsec - a->tv_nsec) / 1e6);
    return CUDA_SUCCESS;
}

#ifdef cuEventElapsedTime /* a driver has both names */
#undef cuEventElapsedTime
FT_CPU_EXPORT CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to);
FT_CPU_EXPORT CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to)
{
    return cuEventElapsedTime_v2(ms, from, to);
}
#endif

/* ---- launches ---- */

static CUresult fault_of(int status)
{
    switch ((enum ft_cpu_status)status) {
    case FT_CPU_ILLEGAL_ADDRESS:
        return CUDA_ERROR_ILLEGAL_ADDRESS;
    case FT_CPU_MISALIGNED:
        return CUDA_ERROR_MISALIGNED_ADDRESS;
    default:
        return CUDA_ERROR_LAUNCH_FAILED;
    }
}

/* A round of SplitMix64. */
static uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

static CUresult choose_seed(uint64_t launch_index, uint64_t *out)
{
    const char *text = getenv("FATUNE_CPU_SEED");
    char *end;
    uint64_t seed;

    *out = 0;
    if (!text || !*text)
        return CUDA_SUCCESS;
    errno = 0;
    seed = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || errno)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "FATUNE_CPU_SEED is no decimal number: '%s'",
                             text);
    if (seed != 0) {
        seed = mix(mix(seed) + launch_index);
        *out = seed ? seed : 1;
    }
    return CUDA_SUCCESS;
}

static CUresult check_shape(const struct ft_cpu_function *f, const CUlaunchConfig *c)
{
    const uint64_t threads = (uint64_t)c->blockDimX * c->blockDimY * c->blockDimZ;

    if (c->gridDimX == 0 || c->gridDimX > 0x7fffffff || c->gridDimY == 0 || c->gridDimY > 65535 ||
        c->gridDimZ == 0 || c->gridDimZ > 65535)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "'%s' with a grid of %u x %u x %u CTAs",
                             f->entry->name, c->gridDimX, c->gridDimY, c->gridDimZ);
    if (c->blockDimX == 0 || c->blockDimX > FT_CPU_THREADS_PER_CTA || c->blockDimY == 0 ||
        c->blockDimY > FT_CPU_THREADS_PER_CTA || c->blockDimZ == 0 || c->blockDimZ > 64 ||
        threads > FT_CPU_THREADS_PER_CTA)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "'%s' with a CTA of %u x %u x %u threads",
                             f->entry->name, c->blockDimX, c->blockDimY, c->blockDimZ);
    if (c->sharedMemBytes > f->max_dynamic_bytes)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE,
                             "'%s' with %u bytes of dynamic shared memory: %u are set as its most",
                             f->entry->name, c->sharedMemBytes, f->max_dynamic_bytes);
    return CUDA_SUCCESS;
}

static CUresult check_attributes(const struct ft_cpu_function *f, const CUlaunchConfig *c)
{
    for (unsigned i = 0; i < c->numAttrs; i++) {
        const CUlaunchAttribute *at = &c->attrs[i];

        if (at->id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION ||
            at->id == CU_LAUNCH_ATTRIBUTE_IGNORE)
            continue;
        if (at->id != CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            return ft_cpu_refuse(CUDA_ERROR_NOT_SUPPORTED,
                                 "'%s' with launch attribute %d, which the CPU device lacks",
                                 f->entry->name, (int)at->id);
        if (at->value.clusterDim.x > 1 || at->value.clusterDim.y > 1 || at->value.clusterDim.z > 1)
            return ft_cpu_refuse(CUDA_ERROR_NOT_SUPPORTED,
                                 "'%s' in clusters of %u x %u x %u: the CPU device has none",
                                 f->entry->name, at->value.clusterDim.x, at->value.clusterDim.y,
                                 at->value.clusterDim.z);
    }
    return CUDA_SUCCESS;
}

static int is_dependent(const CUlaunchConfig *c)
{
    for (unsigned i = 0; i < c->numAttrs; i++)
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION)
            return c->attrs[i].value.programmaticStreamSerializationAllowed != 0;
    return 0;
}

static struct ft_cpu_launch describe(const struct ft_cpu_function *f, const CUlaunchConfig *c,
                                     void **params)
{
    return (struct ft_cpu_launch){
        .grid = {c->gridDimX, c->gridDimY, c->gridDimZ},
        .block = {c->blockDimX, c->blockDimY, c->blockDimZ},
        .dynamic_smem_bytes = c->sharedMemBytes,
        .max_smem_bytes = f->entry->static_smem_bytes + f->max_dynamic_bytes,
        .params = params,
        .is_allocated = ft_cpu_memory_holds,
    };
}

/* With the lock held. */
static CUresult run(const struct ft_cpu_function *f, struct ft_cpu_launch *launch)
{
    char why[FT_CPU_WHY_BYTES] = "";
    int status;

    FT_CPU_CHECK(ft_cpu_not_faulted()); /* another thread's launch, meanwhile */
    launch->why = why;
    launch->why_cap = sizeof why;
    status = f->entry->run(launch);
    if (status == FT_CPU_OK)
        return CUDA_SUCCESS;
    if (status == FT_CPU_BAD_LAUNCH) /* nothing has run */
        return ft_cpu_refuse(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, "%s",
                             *why ? why : "too many resources requested for launch");
    return ft_cpu_fault(fault_of(status), why);
}

/* A launch that is put off, as the next one may be its dependent and start before it has ended.
 * Only with a seed: in turn, there is nothing to be seen in it. Under the lock. */
static struct {
    const struct ft_cpu_function *f; /* NULL: none */
    struct ft_cpu_launch launch;
    void *params[2];
} put_off;

static CUresult run_put_off(void)
{
    const struct ft_cpu_function *f = put_off.f;
    CUresult r;

    if (!f)
        return CUDA_SUCCESS;
    put_off.f = NULL;
    r = run(f, &put_off.launch);
    free(put_off.params[0]);
    return r;
}

void ft_cpu_flush(void)
{
    pthread_mutex_lock(&ft_cpu_lock);
    run_put_off();
    pthread_mutex_unlock(&ft_cpu_lock);
}

#define PARAMS_ALIGNMENT 64 /* a tensor map's, the strictest there is */

/* What has one parameter, as libfatune's launches have. */
static int put_off_launch(const struct ft_cpu_function *f, const struct ft_cpu_launch *launch)
{
    const size_t n_bytes = f->entry->param_bytes;
    void *copy = NULL;

    if (n_bytes == 0 || posix_memalign(&copy, PARAMS_ALIGNMENT, n_bytes) != 0)
        return 0;
    memcpy(copy, launch->params[0], n_bytes);
    put_off.f = f;
    put_off.launch = *launch;
    put_off.params[0] = copy;
    put_off.launch.params = put_off.params;
    return 1;
}

/* With the lock held. */
static CUresult launch(const struct ft_cpu_function *f, const CUlaunchConfig *c, void **params)
{
    struct ft_cpu_launch this = describe(f, c, params);
    CUresult r;

    FT_CPU_CHECK(check_shape(f, c));
    FT_CPU_CHECK(choose_seed(n_launches++, &this.seed));
    if (put_off.f && put_off.f->module == f->module && is_dependent(c)) {
        put_off.launch.dependent = &this;
        put_off.launch.dependent_entry = f->entry;
        return run_put_off();
    }
    r = run_put_off();
    if (r != CUDA_SUCCESS)
        return r;
    if (this.seed != 0 && put_off_launch(f, &this))
        return CUDA_SUCCESS;
    return run(f, &this);
}

FT_CPU_EXPORT CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function,
                                        void **params, void **extra)
{
    const struct ft_cpu_function *f = (struct ft_cpu_function *)(void *)function;
    CUresult r;

    FT_CPU_CHECK(ready_to_launch());
    if (!f)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_HANDLE, "no function");
    if (extra) /* where parameters are in a buffer is the compiler's knowledge */
        return ft_cpu_refuse(CUDA_ERROR_NOT_SUPPORTED,
                             "'%s' with parameters in a buffer, which the CPU device lacks",
                             f->entry->name);
    FT_CPU_CHECK(check_attributes(f, config));
    pthread_mutex_lock(&ft_cpu_lock);
    r = launch(f, config, params);
    pthread_mutex_unlock(&ft_cpu_lock);
    return r;
}

FT_CPU_EXPORT CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz,
                                      unsigned bx, unsigned by, unsigned bz, unsigned smem_bytes,
                                      CUstream which, void **params, void **extra)
{
    const CUlaunchConfig config = {.gridDimX = gx,
                                   .gridDimY = gy,
                                   .gridDimZ = gz,
                                   .blockDimX = bx,
                                   .blockDimY = by,
                                   .blockDimZ = bz,
                                   .sharedMemBytes = smem_bytes,
                                   .hStream = which};

    return cuLaunchKernelEx(&config, f, params, extra);
}
