/* bench.c -- opening a GPU and its helper kernels
 *
 * The helper kernels are compiled by NVRTC for the device at hand, once: the code is kept in the
 * build cache under a key made of source, architecture and NVRTC version. Modules load eagerly, so
 * that no first launch pays for loading.
 */
#ifndef FT_NO_CUDA
#include "eval/bench.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/hash.h"
#include "cpu/device.h"
#include "cpu/hostcc.h"
#include "eval/partition.h"
#include "gpu/cache.h"
#include "gpu/cupti.h"
#include "gpu/nvrtc.h"
#include "model/build.h"

static const char kernels_source[] =
#include "kernels.inc"
    ;
static const char helper_header[] =
#include "helper_abi.inc"
    ;

#define FLUSH_MAX_BYTES ((size_t)256 << 20)

int ft_cuda_is_sticky(CUresult r)
{
    switch ((int)r) {
    case 226: /* contained memory error */
    case 700: /* illegal address */
    case 702: /* launch timeout */
    case 709: /* context is destroyed */
    case 710: /* device assert */
    case 714: /* hardware stack error */
    case 715: /* illegal instruction */
    case 716: /* misaligned address */
    case 717: /* invalid address space */
    case 718: /* invalid program counter */
    case 719: /* launch failed */
    case 721: /* tensor memory leak */
    case 810: /* MPS client terminated */
    case 911: /* external device error */
        return 1;
    default:
        return 0;
    }
}

enum ft_outcome ft_cuda_outcome(CUresult r)
{
    return r == CUDA_SUCCESS      ? FT_OUT_OK
           : ft_cuda_is_sticky(r) ? FT_OUT_CRASHED
                                  : FT_OUT_LAUNCH_FAILED;
}

int ft_bench_check(const struct ft_bench *b, CUresult r, const char *what, struct ft_err *err)
{
    char text[256];

    if (r == CUDA_SUCCESS)
        return 0;
    return ft_err_set(err, FT_ERR_ENV, "%s: %s", what,
                      ft_driver_error(&b->driver, r, text, sizeof text));
}

int ft_bench_alloc(struct ft_bench *b, size_t bytes, CUdeviceptr *out, struct ft_err *err)
{
    char what[64];

    snprintf(what, sizeof what, "allocating %zu bytes of device memory", bytes);
    return ft_bench_check(b, b->driver.cuMemAlloc(out, bytes ? bytes : 1), what, err);
}

void ft_bench_free(struct ft_bench *b, CUdeviceptr *p)
{
    if (*p)
        b->driver.cuMemFree(*p);
    *p = 0;
}

int ft_bench_set_words(struct ft_bench *b, CUdeviceptr to, size_t bytes, uint32_t word,
                       struct ft_err *err)
{
    if (bytes < sizeof word)
        return 0;
    return ft_bench_check(b, b->driver.cuMemsetD32Async(to, word, bytes / sizeof word, b->stream),
                          "filling device memory", err);
}

int ft_bench_upload(struct ft_bench *b, CUdeviceptr to, const void *from, size_t bytes,
                    struct ft_err *err)
{
    return ft_bench_check(b, b->driver.cuMemcpyHtoD(to, from, bytes), "copying to the device", err);
}

int ft_bench_download(struct ft_bench *b, void *to, CUdeviceptr from, size_t bytes,
                      struct ft_err *err)
{
    return ft_bench_check(b, b->driver.cuMemcpyDtoH(to, from, bytes), "copying from the device",
                          err);
}

int ft_bench_launch(struct ft_bench *b, enum ft_helper helper, int64_t n_blocks, void **params,
                    struct ft_err *err)
{
    if (n_blocks == 0)
        return 0;
    return ft_bench_check(b,
                          b->driver.cuLaunchKernel(b->helpers[helper], (unsigned)n_blocks, 1, 1,
                                                   256, 1, 1, 0, b->stream, params, NULL),
                          "launching a helper kernel", err);
}

int64_t ft_bench_blocks(const struct ft_bench *b, int64_t n)
{
    const int64_t most = b->vars.sms * 8, wanted = (n + 255) / 256;

    return wanted < most ? wanted : most;
}

int ft_bench_sync(struct ft_bench *b, const char *what, struct ft_err *err)
{
    return ft_bench_check(b, b->driver.cuCtxSynchronize(), what, err);
}

static int compile_helpers(const char *arch, struct ft_compile_result *result, struct ft_err *err)
{
    const int is_cpu = strcmp(arch, FT_ARCH_CPU) == 0;
    char version[32], key[FT_HEX_BYTES];
    char *cache = NULL, *dir = NULL, *path = NULL;
    struct ft_buf name = FT_BUF_INIT;
    struct ft_sha256 hash;
    int rc = -1;

    if ((is_cpu ? ft_hostcc_version(version, err) : ft_nvrtc_version(version, err)) < 0)
        return -1;
    ft_sha256_init(&hash);
    ft_sha256_add_field(&hash, helper_header, strlen(helper_header));
    ft_sha256_add_field(&hash, kernels_source, strlen(kernels_source));
    ft_sha256_add_field(&hash, arch, strlen(arch));
    ft_sha256_add_field(&hash, version, strlen(version));
    ft_sha256_hex(&hash, key);
    if (ft_cache_get(key, result, NULL) == 1) {
        if (result->outcome == FT_OUT_OK)
            return 0;
        ft_compile_result_free(result);
        memset(result, 0, sizeof *result);
    }

    cache = ft_fs_cache_dir(err);
    if (!cache)
        goto out;
    dir = ft_fs_join(cache, "helpers");
    ft_buf_printf(&name, "%s.cu", key);
    path = ft_fs_join(dir, ft_buf_str(&name));
    if (ft_fs_mkdirs(dir, err) < 0 ||
        ft_fs_write_atomic(path, kernels_source, strlen(kernels_source), err) < 0)
        goto out;
    const struct ft_compile_request request = {.source_path = path,
                                               .header = helper_header,
                                               .arch = arch,
                                               .options = ft_build_options,
                                               .is_own = 1};

    if ((is_cpu ? ft_hostcc_compile(&request, result, err)
                : ft_nvrtc_compile(&request, result, err)) < 0)
        goto out;
    if (result->outcome != FT_OUT_OK) {
        ft_err_set(err, FT_ERR_INTERNAL, "the helper kernels do not compile for '%s': %.500s", arch,
                   ft_buf_str(&result->log));
        goto out;
    }
    ft_cache_put(key, helper_header, result, NULL); /* without a cache it is only slower */
    rc = 0;
out:
    ft_buf_free(&name);
    free(path);
    free(dir);
    free(cache);
    return rc;
}

static int load_helpers(struct ft_bench *b, struct ft_err *err)
{
    static const char *const entries[] = {
#define FT_X(id, entry) entry,
        FT_HELPERS(FT_X)
#undef FT_X
    };
    struct ft_compile_result result = {0};
    struct ft_err first = {0};
    char arch[16];
    int rc = -1;

    if (b->is_cpu)
        snprintf(arch, sizeof arch, "%s", FT_ARCH_CPU);
    else
        snprintf(arch, sizeof arch, "sm_%d", (int)b->vars.cc);
    if (compile_helpers(arch, &result, &first) <
        0) { /* newer than NVRTC: PTX, which the driver compiles */
        ft_compile_result_free(&result);
        memset(&result, 0, sizeof result);
        if (b->is_cpu || compile_helpers("compute_80", &result, NULL) < 0) {
            if (err)
                *err = first;
            goto out;
        }
    }
    if (ft_bench_check(b, b->driver.cuModuleLoadData(&b->module, ft_buf_str(&result.cubin)),
                       "loading the helper kernels", err) < 0)
        goto out;
    for (int i = 0; i < FT_N_HELPERS; i++)
        if (ft_bench_check(b, b->driver.cuModuleGetFunction(&b->helpers[i], b->module, entries[i]),
                           entries[i], err) < 0)
            goto out;
    rc = 0;
out:
    ft_compile_result_free(&result);
    return rc;
}

/* Everything that opens the driver in this process gets the CPU device's, libfatune included. */
static int choose_cpu(struct ft_err *err)
{
    char *path = ft_cpu_driver_path(err);

    if (!path)
        return -1;
    setenv("FATUNE_LIBCUDA", path, 1);
    free(path);
    return 0;
}

static int load_driver(struct ft_bench *b, struct ft_err *err)
{
    char why[1024];

    memset(b, 0, sizeof *b);
    setenv("CUDA_MODULE_LOADING", "EAGER", 0);
    if (ft_driver_load(&b->driver, why, sizeof why) < 0)
        return ft_err_set(err, FT_ERR_ENV, "%s", why);
    return ft_bench_check(b, b->driver.cuInit(0), "the driver does not start: cuInit", err);
}

/* The part that both ways share; the context is current. */
static int set_up(struct ft_bench *b, struct ft_err *err)
{
    char why[256];
    const float one = 1;
    uint32_t word;

    if (ft_device_vars_get(&b->driver, b->device, &b->vars, why, sizeof why) < 0)
        return ft_err_set(err, FT_ERR_ENV, "%s", why);
    if (ft_bench_check(b, b->driver.cuDeviceGetPCIBusId(b->pci, sizeof b->pci, b->device),
                       "reading the PCI bus id", err) < 0 ||
        load_helpers(b, err) < 0)
        return -1;

    b->flush_bytes = (size_t)b->vars.l2_bytes * 4;
    if (b->flush_bytes > FLUSH_MAX_BYTES || b->flush_bytes == 0)
        b->flush_bytes = FLUSH_MAX_BYTES;
    if (b->flush_bytes < (size_t)b->vars.l2_bytes * 2)
        b->flush_bytes = (size_t)b->vars.l2_bytes * 2;
    b->flush_bytes &= ~(size_t)16383; /* whole blocks of the read kernel */
    memcpy(&word, &one, sizeof word);
    if (ft_bench_alloc(b, FT_SCRATCH_BYTES, &b->scratch, err) < 0 ||
        ft_bench_alloc(b, b->flush_bytes, &b->flush, err) < 0 ||
        ft_bench_set_words(b, b->scratch, FT_SCRATCH_BYTES, 0, err) < 0 ||
        ft_bench_set_words(b, b->flush, b->flush_bytes, word, err) < 0)
        return -1;
    return ft_bench_sync(b, "setting up the GPU", err);
}

static void try_cupti(struct ft_bench *b)
{
    struct ft_err why = {0};

    b->has_cupti = ft_activity_open(&why) == 0;
    if (!b->has_cupti)
        snprintf(b->cupti_why, sizeof b->cupti_why, "%.250s", why.text);
}

int ft_bench_open(struct ft_bench *b, int ordinal, int partition_sms, int with_cupti,
                  struct ft_err *err)
{
    CUcontext context;
    int n = 0, sms = 0;

    if (ordinal == FT_DEVICE_CPU && choose_cpu(err) < 0)
        return -1;
    if (load_driver(b, err) < 0 ||
        ft_bench_check(b, b->driver.cuDeviceGetCount(&n), "counting devices", err) < 0)
        return -1;
    b->is_cpu = ordinal == FT_DEVICE_CPU;
    if (b->is_cpu) {
        ordinal = 0;
        with_cupti = 0;
        snprintf(b->cupti_why, sizeof b->cupti_why, "the CPU device has a clock of its own");
    }
    if (ordinal < 0 || ordinal >= n)
        return ft_err_set(err, FT_ERR_ENV, "there is no device %d; the driver shows %d", ordinal,
                          n);
    if (with_cupti)
        try_cupti(b); /* before the context exists */
    if (ft_bench_check(b, b->driver.cuDeviceGet(&b->device, ordinal), "opening the device", err) <
            0 ||
        ft_bench_check(b, b->driver.cuDevicePrimaryCtxRetain(&context, b->device),
                       "creating a context", err) < 0 ||
        ft_bench_check(b, b->driver.cuCtxSetCurrent(context), "using the context", err) < 0)
        return -1;
    if (partition_sms > 0) { /* its default stream: others are not ordered with copies there */
        if (ft_partition_enter(b, partition_sms, &sms, err) < 0)
            return -1;
        b->is_partition = 1;
    } else if (ft_bench_check(b, b->driver.cuStreamCreate(&b->stream, CU_STREAM_DEFAULT),
                              "creating a stream", err) < 0) { /* blocking: ordered with copies */
        return -1;
    }
    if (set_up(b, err) < 0)
        return -1;
    if (b->is_partition)
        b->vars.sms = sms;
    return 0;
}

int ft_bench_attach(struct ft_bench *b, struct ft_err *err)
{
    CUcontext context = NULL;

    if (load_driver(b, err) < 0 ||
        ft_bench_check(b, b->driver.cuCtxGetCurrent(&context), "finding the context", err) < 0)
        return -1;
    if (!context)
        return ft_err_set(err, FT_ERR_USAGE, "there is no current CUDA context");
    try_cupti(b);
    if (ft_bench_check(b, b->driver.cuCtxGetDevice(&b->device), "finding the device", err) < 0)
        return -1;
    return set_up(b, err);
}
#endif
