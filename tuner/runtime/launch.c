/* launch.c -- loads a build's kernels and launches them on a stream; see launch.h
 *
 * The idea: everything that a launch needs besides the call's pointers was computed before (struct
 * ft_launch), so a run fills one parameter buffer on the stack, encodes tensor maps into it where
 * the program has any, and launches.
 *
 * The parameter buffer is struct ft_attn_args cut to the size that the build was compiled with,
 * then, at the next multiple of 64, the tensor maps.
 *
 * Invariants: running allocates nothing, takes no lock and never synchronises, so it may be
 * captured in a graph. A module belongs to the ft_kernels that loaded it.
 */
#include "launch.h"
#ifndef FT_NO_CUDA
#include <math.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "ft_abi.h"

#define SMEM_WITHOUT_OPT_IN  49152u
#define MAX_PORTABLE_CLUSTER 8
/* The page count of a cache is not part of a call. Page numbers are 32-bit, so this bounds no valid
 * one. */
#define ANY_PAGE INT32_MAX

_Static_assert(FT_MAX_WORKSPACES == FT_PROGRAM_MAX_WORKSPACES, "the ABI and programs differ");
_Static_assert(FT_MAX_PASSED == FT_PROGRAM_MAX_PASSED, "the ABI and programs differ");
_Static_assert(FT_MAX_TENSOR_MAPS == FT_PROGRAM_MAX_MAPS, "the ABI and programs differ");
_Static_assert(sizeof(struct ft_tensor_map) == sizeof(CUtensorMap), "a tensor map has 128 bytes");

/* Records a failed call. Returns -1. */
__attribute__((format(printf, 6, 7))) static int fail(const struct ft_driver *driver, CUresult r,
                                                      CUresult *cu, char *why, size_t cap,
                                                      const char *fmt, ...)
{
    char error[160], what[160];
    va_list args;

    va_start(args, fmt);
    vsnprintf(what, sizeof what, fmt, args);
    va_end(args);
    *cu = r;
    if (r == CUDA_SUCCESS)
        snprintf(why, cap, "%s", what);
    else
        snprintf(why, cap, "%s: %s", what, ft_driver_error(driver, r, error, sizeof error));
    return -1;
}

int ft_device_vars_get(const struct ft_driver *driver, CUdevice device, struct ft_device_vars *out,
                       char *why, size_t cap)
{
    int major = 0, minor = 0, sms = 0, l2 = 0, per_sm = 0, per_cta = 0;
    const struct {
        CUdevice_attribute attribute;
        int *value;
    } wanted[] = {
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major},
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &minor},
        {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &sms},
        {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, &l2},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, &per_sm},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &per_cta},
    };
    CUresult cu;

    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        CUresult r = driver->cuDeviceGetAttribute(wanted[i].value, wanted[i].attribute, device);
        if (r != CUDA_SUCCESS)
            return fail(driver, r, &cu, why, cap, "cuDeviceGetAttribute");
    }
    *out = (struct ft_device_vars){sms, major * 10 + minor, l2, per_sm, per_cta};
    return 0;
}

void ft_launch_vars(const fatune_problem *problem, int has_lengths,
                    const struct ft_device_vars *device, const struct ft_kernels *kernels,
                    int64_t vars[FT_N_LAUNCH_VARS])
{
    ft_program_vars(problem, has_lengths, device, kernels ? kernels->regs : 1,
                    kernels ? kernels->ctas_per_sm : 1, vars);
}

/* Lets a kernel use as much shared memory, and as large a cluster, as its launch asks for. Kernels
 * that this problem leaves out count too: another batch may launch them. */
static int raise_limits(const struct ft_kernels *kernels, int index,
                        const struct ft_program_kernel *k, const int64_t *vars,
                        const struct ft_device_vars *device, CUresult *cu, char *why, size_t cap)
{
    const struct ft_driver *driver = kernels->driver;
    CUfunction function = kernels->functions[index];
    int64_t smem_bytes, cluster[3];
    const char *reason;
    CUresult r;
    int static_bytes = 0;

    if (ft_code_eval(&k->smem, vars, &smem_bytes, &reason, NULL) == 0 &&
        smem_bytes > SMEM_WITHOUT_OPT_IN) {
        r = driver->cuFuncGetAttribute(&static_bytes, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES,
                                       function);
        if (r != CUDA_SUCCESS)
            return fail(driver, r, cu, why, cap, "cuFuncGetAttribute of '%s'", k->entry);
        /* To the device's limit: another problem may launch the same function with more. */
        int64_t most = device->smem_per_cta - static_bytes;
        if (smem_bytes > most)
            return fail(driver, CUDA_SUCCESS, cu, why, cap,
                        "'%s' needs %lld bytes of shared memory, the device has %lld", k->entry,
                        (long long)smem_bytes, (long long)most);
        r = driver->cuFuncSetAttribute(function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                       (int)most);
        if (r != CUDA_SUCCESS)
            return fail(driver, r, cu, why, cap, "cuFuncSetAttribute of '%s'", k->entry);
    }
    for (int i = 0; i < 3; i++) {
        if (ft_code_eval(&k->cluster[i], vars, &cluster[i], &reason, NULL) < 0 || cluster[i] > 16)
            cluster[i] = 1;
    }
    if (cluster[0] * cluster[1] * cluster[2] > MAX_PORTABLE_CLUSTER) {
        r = driver->cuFuncSetAttribute(function,
                                       CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1);
        if (r != CUDA_SUCCESS)
            return fail(driver, r, cu, why, cap, "cuFuncSetAttribute of '%s'", k->entry);
    }
    return 0;
}

int ft_kernels_prepare(struct ft_kernels *kernels, const struct ft_program *program,
                       const fatune_problem *problem, const struct ft_device_vars *device,
                       CUresult *cu, char *why, size_t cap)
{
    const struct ft_driver *driver = kernels->driver;
    int64_t vars[FT_N_LAUNCH_VARS];
    struct ft_launch launch;
    CUresult r;
    int regs = 0, ctas = 0;

    *cu = CUDA_SUCCESS;
    if (program->args_bytes > sizeof(struct ft_attn_args))
        return fail(driver, CUDA_SUCCESS, cu, why, cap, "it was built for a newer library");
    if (program->n_maps > 0 && problem->kv == FATUNE_KV_VARLEN) /* the total of rows is unknown */
        return fail(driver, CUDA_SUCCESS, cu, why, cap,
                    "tensor maps cannot describe packed sequences");
    for (int i = 0; i < program->n_kernels; i++) {
        const char *entry = program->kernels[i].entry;
        r = driver->cuModuleGetFunction(&kernels->functions[i], kernels->module, entry);
        if (r != CUDA_SUCCESS)
            return fail(driver, r, cu, why, cap, "cuModuleGetFunction of '%s'", entry);
    }
    /* Block and shared memory decide the occupancy, so they do not depend on it: 1 stands for it
     * here. */
    kernels->regs = kernels->ctas_per_sm = 1;
    int ok = 0;
    for (int v = 0; v < 2 && !ok; v++) { /* a program may refuse calls with lengths, or without */
        ft_launch_vars(problem, v, device, kernels, vars);
        ok = ft_program_eval(program, vars, &launch, why, cap) == 0;
    }
    if (!ok)
        return -1;
    for (int i = 0; i < program->n_kernels; i++) {
        if (raise_limits(kernels, i, &program->kernels[i], vars, device, cu, why, cap) < 0)
            return -1;
    }
    const struct ft_launch_kernel *first = &launch.kernels[0];
    const char *entry = program->kernels[first->kernel].entry;
    CUfunction function = kernels->functions[first->kernel];
    r = driver->cuFuncGetAttribute(&regs, CU_FUNC_ATTRIBUTE_NUM_REGS, function);
    if (r != CUDA_SUCCESS)
        return fail(driver, r, cu, why, cap, "cuFuncGetAttribute of '%s'", entry);
    r = driver->cuOccupancyMaxActiveBlocksPerMultiprocessor(
        &ctas, function, (int)(first->block[0] * first->block[1] * first->block[2]),
        first->smem_bytes);
    if (r != CUDA_SUCCESS)
        return fail(driver, r, cu, why, cap, "cuOccupancyMaxActiveBlocksPerMultiprocessor of '%s'",
                    entry);
    if (ctas < 1)
        return fail(driver, CUDA_SUCCESS, cu, why, cap, "not one CTA of '%s' fits an SM", entry);
    kernels->regs = regs;
    kernels->ctas_per_sm = ctas;
    return 0;
}

int ft_kernels_load(const struct ft_driver *driver, const void *cubin,
                    const struct ft_program *program, const fatune_problem *problem,
                    const struct ft_device_vars *device, struct ft_kernels *out, CUresult *cu,
                    char *why, size_t cap)
{
    memset(out, 0, sizeof *out);
    out->driver = driver;
    CUresult r = driver->cuModuleLoadData(&out->module, cubin);
    if (r != CUDA_SUCCESS) {
        out->module = NULL;
        return fail(driver, r, cu, why, cap, "cuModuleLoadData");
    }
    if (ft_kernels_prepare(out, program, problem, device, cu, why, cap) == 0)
        return 0;
    ft_kernels_unload(out);
    return -1;
}

void ft_kernels_unload(struct ft_kernels *kernels)
{
    if (kernels->module)
        kernels->driver->cuModuleUnload(kernels->module);
    memset(kernels, 0, sizeof *kernels);
}

static struct ft_tensor to_abi(const fatune_tensor *t)
{
    return (struct ft_tensor){t->data, t->stride_batch, t->stride_row, t->stride_head};
}

static void fill_args(const struct ft_program *program, const struct ft_launch *launch,
                      const fatune_problem *problem, const fatune_args *args,
                      struct ft_attn_args *out)
{
    memset(out, 0, sizeof *out);
    out->q = to_abi(&args->q);
    out->k = to_abi(&args->k);
    out->v = to_abi(&args->v);
    out->o = to_abi(&args->o);
    out->lse = to_abi(&args->lse);
    out->dout = to_abi(&args->dout);
    out->dq = to_abi(&args->dq);
    out->dk = to_abi(&args->dk);
    out->dv = to_abi(&args->dv);
    out->delta = to_abi(&args->delta);
    out->seqlens_kv = args->seqlens_kv;
    out->seqlens_q = args->seqlens_q;
    out->cu_seqlens_q = args->cu_seqlens_q;
    out->cu_seqlens_kv = args->cu_seqlens_kv;
    out->block_table = args->block_table;
    out->q_scale = args->q_scale;
    out->k_scale = args->k_scale;
    out->v_scale = args->v_scale;
    out->alibi_slopes = args->alibi_slopes;
    for (int i = 0; i < program->n_workspaces; i++) {
        if (launch->workspace_size[i] > 0)
            out->workspace[i] = (char *)args->workspace + launch->workspace_offset[i];
    }
    out->block_table_stride = args->block_table_stride;
    out->batch = args->batch > 0 ? args->batch : problem->batch;
    out->q_heads = problem->q_heads;
    out->kv_heads = problem->kv_heads;
    out->seqlen_q = problem->seqlen_q;
    out->seqlen_kv = problem->seqlen_kv;
    out->page_size = problem->page_size;
    out->causal = problem->mask == FATUNE_MASK_CAUSAL;
    out->window_left = problem->window_left;
    out->window_right = problem->window_right;
    out->softmax_scale = args->softmax_scale;
    if (args->softmax_scale == 0)
        out->softmax_scale = 1.0f / sqrtf((float)problem->head_dim);
    out->softcap = args->softcap;
    memcpy(out->passed, launch->passed, sizeof out->passed);
}

/* What a tensor map needs to know of a buffer. */
struct buffer {
    const struct ft_tensor *tensor;
    int dtype, is_kv, head_dim;
};

static struct buffer find_buffer(enum ft_buffer which, const fatune_problem *p,
                                 const struct ft_attn_args *a)
{
    switch (which) {
    case FT_BUF_Q:
        return (struct buffer){&a->q, p->dtype, 0, p->head_dim};
    case FT_BUF_K:
        return (struct buffer){&a->k, p->kv_dtype, 1, p->head_dim};
    case FT_BUF_V:
        return (struct buffer){&a->v, p->kv_dtype, 1, p->head_dim_v};
    case FT_BUF_DOUT:
        return (struct buffer){&a->dout, p->o_dtype, 0, p->head_dim_v};
    case FT_BUF_DQ:
        return (struct buffer){&a->dq, p->dtype, 0, p->head_dim};
    case FT_BUF_DK:
        return (struct buffer){&a->dk, p->kv_dtype, 1, p->head_dim};
    case FT_BUF_DV:
        return (struct buffer){&a->dv, p->kv_dtype, 1, p->head_dim_v};
    case FT_BUF_O:
    case FT_N_BUFFERS:
        break;
    }
    return (struct buffer){&a->o, p->o_dtype, 0, p->head_dim_v};
}

/* Extent and stride in elements of one dimension. */
static void dimension(const struct buffer *b, enum ft_tma_dim dim, const fatune_problem *p,
                      int32_t batch, int64_t *extent, int64_t *stride)
{
    int is_paged = b->is_kv && p->kv == FATUNE_KV_PAGED;

    switch (dim) {
    case FT_DIM_HEAD_DIM:
        *extent = b->head_dim;
        *stride = 1;
        break;
    case FT_DIM_ROW:
        *extent = is_paged ? p->page_size : b->is_kv ? p->seqlen_kv : p->seqlen_q;
        *stride = b->tensor->stride_row;
        break;
    case FT_DIM_HEAD:
        *extent = b->is_kv ? p->kv_heads : p->q_heads;
        *stride = b->tensor->stride_head;
        break;
    case FT_DIM_BATCH:
        *extent = is_paged ? ANY_PAGE : batch;
        *stride = b->tensor->stride_batch;
        break;
    }
}

static CUresult encode_map(const struct ft_driver *driver, const struct ft_program_map *m,
                           const int32_t box[5], const fatune_problem *p,
                           const struct ft_attn_args *a, CUtensorMap *out)
{
    static const CUtensorMapDataType types[] = {
        [FATUNE_BF16] = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
        [FATUNE_FP16] = CU_TENSOR_MAP_DATA_TYPE_FLOAT16,
        [FATUNE_FP32] = CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
        [FATUNE_E4M3] = CU_TENSOR_MAP_DATA_TYPE_UINT8,
        [FATUNE_E5M2] = CU_TENSOR_MAP_DATA_TYPE_UINT8,
    };
    static const cuuint64_t bytes[] = {2, 2, 4, 1, 1};
    const struct buffer b = find_buffer(m->buffer, p, a);
    const cuuint64_t element = bytes[b.dtype];
    cuuint64_t extents[5], strides[4];
    cuuint32_t boxes[5], steps[5];

    for (int i = 0; i < m->n_dims; i++) {
        int64_t extent = 1, stride = 1;
        dimension(&b, m->dims[i], p, a->batch, &extent, &stride);
        if (extent == 1 && i > 0) /* the stride is of no use and may be anything, 0 too */
            stride = i > 1 ? (int64_t)(strides[i - 2] / element) : (b.head_dim + 15) / 16 * 16;
        extents[i] = (cuuint64_t)extent;
        if (i > 0)
            strides[i - 1] = (cuuint64_t)stride * element;
        boxes[i] = (cuuint32_t)box[i];
        steps[i] = 1;
    }
    const int swizzle = m->swizzle_bytes, l2 = m->l2_bytes;
    return driver->cuTensorMapEncodeTiled(out, types[b.dtype], (cuuint32_t)m->n_dims,
                                          b.tensor->data, extents, strides, boxes, steps,
                                          CU_TENSOR_MAP_INTERLEAVE_NONE,
                                          swizzle == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
                                          : swizzle == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                                          : swizzle == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
                                                          : CU_TENSOR_MAP_SWIZZLE_NONE,
                                          l2 == 256   ? CU_TENSOR_MAP_L2_PROMOTION_L2_256B
                                          : l2 == 128 ? CU_TENSOR_MAP_L2_PROMOTION_L2_128B
                                          : l2 == 64  ? CU_TENSOR_MAP_L2_PROMOTION_L2_64B
                                                      : CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                          CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

static CUresult launch_kernel(const struct ft_kernels *kernels, const struct ft_launch_kernel *l,
                              void **params, CUstream stream)
{
    const struct ft_driver *driver = kernels->driver;
    CUfunction function = kernels->functions[l->kernel];
    const unsigned *g = l->grid, *b = l->block, *c = l->cluster;
    int has_cluster = c[0] * c[1] * c[2] > 1;

    /* Without cuLaunchKernelEx a dependent launch becomes an ordinary one, which only starts later.
     */
    if (!has_cluster && (!l->pdl || !driver->cuLaunchKernelEx))
        return driver->cuLaunchKernel(function, g[0], g[1], g[2], b[0], b[1], b[2], l->smem_bytes,
                                      stream, params, NULL);
    if (!driver->cuLaunchKernelEx)
        return CUDA_ERROR_NOT_SUPPORTED;

    CUlaunchAttribute attributes[2];
    CUlaunchConfig config = {.gridDimX = g[0],
                             .gridDimY = g[1],
                             .gridDimZ = g[2],
                             .blockDimX = b[0],
                             .blockDimY = b[1],
                             .blockDimZ = b[2],
                             .sharedMemBytes = l->smem_bytes,
                             .hStream = stream,
                             .attrs = attributes};
    memset(attributes, 0, sizeof attributes);
    if (has_cluster) {
        CUlaunchAttribute *at = &attributes[config.numAttrs++];
        at->id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        at->value.clusterDim.x = c[0];
        at->value.clusterDim.y = c[1];
        at->value.clusterDim.z = c[2];
    }
    if (l->pdl) {
        CUlaunchAttribute *at = &attributes[config.numAttrs++];
        at->id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
        at->value.programmaticStreamSerializationAllowed = 1;
    }
    return driver->cuLaunchKernelEx(&config, function, params, NULL);
}

int ft_launch_run(const struct ft_kernels *kernels, const struct ft_program *program,
                  const struct ft_launch *launch, const fatune_problem *problem,
                  const fatune_args *args, CUstream stream, CUresult *cu, char *why, size_t cap)
{
    const struct ft_driver *driver = kernels->driver;
    struct ft_attn_args a;
    alignas(64) unsigned char
        params[(sizeof a + 63) / 64 * 64 + FT_PROGRAM_MAX_MAPS * sizeof(struct ft_tensor_map)];
    size_t bytes = program->args_bytes;
    CUresult r;

    fill_args(program, launch, problem, args, &a);
    memcpy(params, &a, bytes);
    if (program->n_maps > 0) {
        memset(params + bytes, 0, (bytes + 63) / 64 * 64 - bytes);
        bytes = (bytes + 63) / 64 * 64;
        if (!driver->cuTensorMapEncodeTiled)
            return fail(driver, CUDA_SUCCESS, cu, why, cap,
                        "the driver is too old for tensor maps");
    }
    for (int i = 0; i < program->n_maps; i++) {
        CUtensorMap map; /* more strictly aligned than its place in the parameters */
        r = encode_map(driver, &program->maps[i], launch->box[i], problem, &a, &map);
        if (r != CUDA_SUCCESS)
            return fail(driver, r, cu, why, cap, "cuTensorMapEncodeTiled of '%s'",
                        program->maps[i].name);
        memcpy(params + bytes, &map, sizeof map);
        bytes += sizeof map;
    }
    for (int i = 0; i < program->n_workspaces; i++) {
        if (program->workspaces[i].zeroed != FT_ZEROED_LAUNCH || launch->workspace_size[i] == 0)
            continue;
        CUdeviceptr region = (CUdeviceptr)(uintptr_t)a.workspace[i];
        r = driver->cuMemsetD8Async(region, 0, launch->workspace_size[i], stream);
        if (r != CUDA_SUCCESS)
            return fail(driver, r, cu, why, cap, "cuMemsetD8Async of workspace '%s'",
                        program->workspaces[i].name);
    }
    /* By pointer, and not as a buffer of all parameters: where the only one begins in that is the
     * compiler's choice. With tensor maps, which align it to 64, it is at 48 on sm_90. */
    void *only[] = {params};
    for (int i = 0; i < launch->n_kernels; i++) {
        const struct ft_launch_kernel *l = &launch->kernels[i];
        r = launch_kernel(kernels, l, only, stream);
        if (r != CUDA_SUCCESS)
            return fail(driver, r, cu, why, cap, "launching '%s'",
                        program->kernels[l->kernel].entry);
    }
    *cu = CUDA_SUCCESS;
    return 0;
}
#endif
