/* libcuda.c -- a driver without a GPU: every function of runtime/driver.h, failing on request
 *
 * For tests that plan and launch on any machine: built as a shared library that FATUNE_LIBCUDA
 * names (fake_cuda.h does that). It has one device, "Fake GPU", compute capability 9.0 with 132
 * SMs. Device memory is host memory; kernels do nothing.
 *
 * FAKE_CUDA_FAIL=NAME=CODE[@N] makes the N-th call (the first by default) of function NAME, `*` for
 * any, return CODE and do nothing; what gives something back does that all the same. Counting
 * starts when a call sees another value of the variable than the call before. FAKE_CUDA_LOG names a
 * file to which launches, memsets, tensor maps, attributes and modules are appended, a line each.
 *
 * An entry whose name starts with `missing` does not exist. fake_cuda_live() counts modules,
 * allocations, streams and events that were not given back; fake_cuda_parameters() has the
 * parameters of the last launch.
 */
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cuda.h>

#define EXPORT __attribute__((visibility("default")))

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n_live;
static char fail_spec[128];
static long n_calls_of_spec;
static _Thread_local CUcontext current;

/* The code to fail with, or CUDA_SUCCESS. */
static CUresult scripted(const char *name)
{
    const char *spec = getenv("FAKE_CUDA_FAIL");
    char wanted[64] = "";
    int code = 0;
    long at = 1;
    CUresult r = CUDA_SUCCESS;

    pthread_mutex_lock(&lock);
    if (strcmp(spec ? spec : "", fail_spec) != 0) {
        snprintf(fail_spec, sizeof fail_spec, "%s", spec ? spec : "");
        n_calls_of_spec = 0;
    }
    if (sscanf(fail_spec, "%63[^=]=%d@%ld", wanted, &code, &at) >= 2 &&
        (strcmp(wanted, "*") == 0 || strcmp(wanted, name) == 0) && ++n_calls_of_spec == at)
        r = (CUresult)code;
    pthread_mutex_unlock(&lock);
    return r;
}

/* The name as written in driver.h: __func__ may end in _v2. */
static CUresult enter(const char *function)
{
    char name[64];
    size_t n = strlen(function);

    if (n > 3 && function[n - 3] == '_' && function[n - 2] == 'v')
        n -= 3;
    snprintf(name, sizeof name, "%.*s", (int)n, function);
    return scripted(name);
}
#define ENTER                                                                                      \
    do {                                                                                           \
        CUresult fail_with = enter(__func__);                                                      \
        if (fail_with != CUDA_SUCCESS)                                                             \
            return fail_with;                                                                      \
    } while (0)

__attribute__((format(printf, 1, 2))) static void note(const char *fmt, ...)
{
    const char *path = getenv("FAKE_CUDA_LOG");
    FILE *f = path ? fopen(path, "a") : NULL;
    va_list args;

    if (!f)
        return;
    va_start(args, fmt);
    vfprintf(f, fmt, args);
    va_end(args);
    fclose(f);
}

static void count(int by)
{
    pthread_mutex_lock(&lock);
    n_live += by;
    pthread_mutex_unlock(&lock);
}

EXPORT int fake_cuda_live(void);
EXPORT int fake_cuda_live(void)
{
    pthread_mutex_lock(&lock);
    int n = n_live;
    pthread_mutex_unlock(&lock);
    return n;
}

/* ---- errors, device, context ---- */

EXPORT CUresult cuGetErrorName(CUresult error, const char **out)
{
    *out = error == CUDA_SUCCESS               ? "CUDA_SUCCESS"
           : error == CUDA_ERROR_INVALID_IMAGE ? "CUDA_ERROR_INVALID_IMAGE"
           : error == CUDA_ERROR_NOT_FOUND     ? "CUDA_ERROR_NOT_FOUND"
                                               : "CUDA_ERROR_FAKE";
    return CUDA_SUCCESS;
}

EXPORT CUresult cuGetErrorString(CUresult error, const char **out)
{
    *out = error == CUDA_SUCCESS ? "no error" : "as the test asked";
    return CUDA_SUCCESS;
}

EXPORT CUresult cuInit(unsigned flags)
{
    (void)flags;
    ENTER;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDriverGetVersion(int *out)
{
    ENTER;
    *out = CUDA_VERSION;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetCount(int *out)
{
    ENTER;
    *out = 1;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGet(CUdevice *out, int ordinal)
{
    ENTER;
    *out = 0;
    return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

EXPORT CUresult cuDeviceGetName(char *out, int cap, CUdevice device)
{
    (void)device;
    ENTER;
    snprintf(out, (size_t)cap, "Fake GPU");
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetAttribute(int *out, CUdevice_attribute attribute, CUdevice device)
{
    static const struct {
        CUdevice_attribute attribute;
        int value;
    } known[] = {
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, 0},
        {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 132},
        {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 52428800},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, 233472},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, 232448},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, 49152},
        {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, 65536},
        {CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, 65536},
        {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
        {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
        {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32},
        {CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32},
        {CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1980000},
        {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 3201000},
        {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 6144},
    };

    (void)device;
    ENTER;
    *out = 0;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (known[i].attribute == attribute)
            *out = known[i].value;
    }
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetUuid(CUuuid *out, CUdevice device)
{
    (void)device;
    ENTER;
    memset(out, 0xfa, sizeof *out);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceTotalMem(size_t *out, CUdevice device)
{
    (void)device;
    ENTER;
    *out = (size_t)1 << 33;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDeviceGetPCIBusId(char *out, int cap, CUdevice device)
{
    (void)device;
    ENTER;
    snprintf(out, (size_t)cap, "0000:FA:00.0");
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
    static int primary;

    (void)device;
    ENTER;
    *out = (CUcontext)(void *)&primary;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    (void)device;
    ENTER;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxSetCurrent(CUcontext context)
{
    ENTER;
    current = context;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxGetCurrent(CUcontext *out)
{
    ENTER;
    *out = current;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuCtxGetDevice(CUdevice *out)
{
    ENTER;
    *out = 0;
    return current ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

EXPORT CUresult cuCtxSynchronize(void)
{
    ENTER;
    return CUDA_SUCCESS;
}

/* ---- modules and launches ---- */

struct function {
    struct function *next;
    char name[64];
};

struct module {
    struct function *functions;
};

EXPORT CUresult cuModuleLoadData(CUmodule *out, const void *image)
{
    ENTER;
    struct module *m = image ? calloc(1, sizeof *m) : NULL;
    if (!m)
        return image ? CUDA_ERROR_OUT_OF_MEMORY : CUDA_ERROR_INVALID_IMAGE;
    count(1);
    note("module load\n");
    *out = (CUmodule)(void *)m;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuModuleUnload(CUmodule module)
{
    struct module *m = (struct module *)(void *)module;
    while (m->functions) {
        struct function *next = m->functions->next;
        free(m->functions);
        m->functions = next;
    }
    free(m);
    count(-1);
    note("module unload\n");
    ENTER;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuModuleGetFunction(CUfunction *out, CUmodule module, const char *name)
{
    ENTER;
    struct module *m = (struct module *)(void *)module;
    if (strncmp(name, "missing", 7) == 0)
        return CUDA_ERROR_NOT_FOUND;
    pthread_mutex_lock(&lock);
    struct function *f = m->functions;
    while (f && strcmp(f->name, name) != 0)
        f = f->next;
    if (!f && (f = calloc(1, sizeof *f))) {
        snprintf(f->name, sizeof f->name, "%s", name);
        f->next = m->functions;
        m->functions = f;
    }
    pthread_mutex_unlock(&lock);
    *out = (CUfunction)(void *)f;
    return f ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult cuModuleGetGlobal(CUdeviceptr *out, size_t *bytes, CUmodule module,
                                  const char *name)
{
    (void)out, (void)bytes, (void)module, (void)name;
    ENTER;
    return CUDA_ERROR_NOT_FOUND;
}

EXPORT CUresult cuFuncGetAttribute(int *out, CUfunction_attribute attribute, CUfunction function)
{
    (void)function;
    ENTER;
    *out = attribute == CU_FUNC_ATTRIBUTE_NUM_REGS                ? 64
           : attribute == CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK ? 1024
                                                                  : 0;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    ENTER;
    note("set %s attribute=%d value=%d\n", ((struct function *)(void *)function)->name,
         (int)attribute, value);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *out, CUfunction function,
                                                            int threads, size_t smem)
{
    (void)function;
    ENTER;
    int by_threads = 2048 / threads, by_regs = 65536 / (64 * threads),
        by_smem = (int)(233472 / (smem + 1024));
    *out = by_threads < by_regs ? by_threads : by_regs;
    *out = by_smem < *out ? by_smem : *out;
    *out = *out > 32 ? 32 : *out;
    return CUDA_SUCCESS;
}

static unsigned char last_parameters[4096];

EXPORT const void *fake_cuda_parameters(void);
EXPORT const void *fake_cuda_parameters(void)
{
    return last_parameters;
}

/* What fatune passes at most: arguments and two tensor maps. A kernel's own size is unknown here.
 */
#define PARAMETER_BYTES (576 + 2 * 128)
/* Parameters in a buffer begin in it where the compiler put them, which is unknown, too. */
static CUresult note_launch(CUfunction f, const CUlaunchConfig *c, void **parameters, void **extra)
{
    unsigned cluster[3] = {1, 1, 1};
    int pdl = 0;

    if (extra || !parameters)
        return CUDA_ERROR_INVALID_VALUE;
    pthread_mutex_lock(&lock);
    memcpy(last_parameters, parameters[0], PARAMETER_BYTES);
    pthread_mutex_unlock(&lock);
    for (unsigned i = 0; i < c->numAttrs; i++) {
        const CUlaunchAttribute *at = &c->attrs[i];
        if (at->id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION) {
            cluster[0] = at->value.clusterDim.x;
            cluster[1] = at->value.clusterDim.y;
            cluster[2] = at->value.clusterDim.z;
        } else if (at->id == CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION) {
            pdl = at->value.programmaticStreamSerializationAllowed;
        }
    }
    note("launch %s grid=%u,%u,%u block=%u,%u,%u smem=%u cluster=%u,%u,%u pdl=%d\n",
         ((struct function *)(void *)f)->name, c->gridDimX, c->gridDimY, c->gridDimZ, c->blockDimX,
         c->blockDimY, c->blockDimZ, c->sharedMemBytes, cluster[0], cluster[1], cluster[2], pdl);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuLaunchKernel(CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx,
                               unsigned by, unsigned bz, unsigned smem, CUstream stream,
                               void **parameters, void **extra)
{
    ENTER;
    return note_launch(f,
                       &(CUlaunchConfig){.gridDimX = gx,
                                         .gridDimY = gy,
                                         .gridDimZ = gz,
                                         .blockDimX = bx,
                                         .blockDimY = by,
                                         .blockDimZ = bz,
                                         .sharedMemBytes = smem,
                                         .hStream = stream},
                       parameters, extra);
}

EXPORT CUresult cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction f, void **parameters,
                                 void **extra)
{
    ENTER;
    return note_launch(f, c, parameters, extra);
}

EXPORT CUresult cuTensorMapEncodeTiled(CUtensorMap *out, CUtensorMapDataType type, cuuint32_t rank,
                                       void *data, const cuuint64_t *dims,
                                       const cuuint64_t *strides, const cuuint32_t *box,
                                       const cuuint32_t *steps, CUtensorMapInterleave interleave,
                                       CUtensorMapSwizzle swizzle, CUtensorMapL2promotion l2,
                                       CUtensorMapFloatOOBfill fill)
{
    (void)data, (void)steps, (void)interleave, (void)fill;
    ENTER;
    memset(out, 0x7a, sizeof *out);
    note("map type=%d swizzle=%d l2=%d", (int)type, (int)swizzle, (int)l2);
    for (cuuint32_t i = 0; i < rank; i++)
        note(" %llu:%llu/%u", (unsigned long long)dims[i],
             i ? (unsigned long long)strides[i - 1] : 0ULL, box[i]);
    note("\n");
    return CUDA_SUCCESS;
}

/* ---- memory ---- */

EXPORT CUresult cuMemAlloc(CUdeviceptr *out, size_t bytes)
{
    ENTER;
    void *p = NULL;
    if (bytes == 0)
        return CUDA_ERROR_INVALID_VALUE;
    if (posix_memalign(&p, 256, bytes) != 0)
        return CUDA_ERROR_OUT_OF_MEMORY;
    count(1);
    *out = (CUdeviceptr)(uintptr_t)p;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemFree(CUdeviceptr p)
{
    if (p)
        count(-1);
    free((void *)(uintptr_t)p);
    ENTER;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemGetInfo(size_t *available, size_t *total)
{
    ENTER;
    *available = *total = (size_t)1 << 33;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    ENTER;
    memcpy((void *)(uintptr_t)to, from, bytes);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    ENTER;
    memcpy(to, (void *)(uintptr_t)from, bytes);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    ENTER;
    memmove((void *)(uintptr_t)to, (void *)(uintptr_t)from, bytes);
    return CUDA_SUCCESS;
}

static void set32(CUdeviceptr to, unsigned value, size_t n)
{
    for (size_t i = 0; i < n; i++)
        memcpy((char *)(uintptr_t)to + 4 * i, &value, 4);
}

EXPORT CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t n)
{
    ENTER;
    memset((void *)(uintptr_t)to, value, n);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemsetD32(CUdeviceptr to, unsigned value, size_t n)
{
    ENTER;
    set32(to, value, n);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t n, CUstream stream)
{
    (void)stream;
    ENTER;
    memset((void *)(uintptr_t)to, value, n);
    note("memset bytes=%zu\n", n);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t n, CUstream stream)
{
    (void)stream;
    ENTER;
    set32(to, value, n);
    note("memset bytes=%zu\n", 4 * n);
    return CUDA_SUCCESS;
}

/* ---- streams and events ---- */

EXPORT CUresult cuStreamCreate(CUstream *out, unsigned flags)
{
    (void)flags;
    ENTER;
    *out = (CUstream)malloc(1);
    count(1);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult cuStreamDestroy(CUstream stream)
{
    free(stream);
    count(-1);
    ENTER;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuStreamSynchronize(CUstream stream)
{
    (void)stream;
    ENTER;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuEventCreate(CUevent *out, unsigned flags)
{
    (void)flags;
    ENTER;
    *out = (CUevent)calloc(1, sizeof(struct timespec));
    count(1);
    return *out ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

EXPORT CUresult cuEventRecord(CUevent event, CUstream stream)
{
    (void)stream;
    ENTER;
    clock_gettime(CLOCK_MONOTONIC, (struct timespec *)(void *)event);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuEventSynchronize(CUevent event)
{
    (void)event;
    ENTER;
    return CUDA_SUCCESS;
}

EXPORT CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to)
{
    ENTER;
    const struct timespec *a = (struct timespec *)(void *)from, *b = (struct timespec *)(void *)to;
    *ms = (float)((double)(b->tv_sec - a->tv_sec) * 1e3 + (double)(b->tv_nsec - a->tv_nsec) / 1e6);
    return CUDA_SUCCESS;
}

EXPORT CUresult cuEventDestroy(CUevent event)
{
    free(event);
    count(-1);
    ENTER;
    return CUDA_SUCCESS;
}

#ifdef cuEventElapsedTime /* a driver has both names */
#undef cuEventElapsedTime
EXPORT CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to);
EXPORT CUresult cuEventElapsedTime(float *ms, CUevent from, CUevent to)
{
    return cuEventElapsedTime_v2(ms, from, to);
}
#endif
