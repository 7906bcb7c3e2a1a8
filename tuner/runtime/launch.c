/* launch.c -- see the header
 *
 * The argument block is built on the stack: args_bytes of ft_attn_args as the build knew it, then
 * its tensor maps at the next multiple of 64. It is handed over as one buffer, so the kernel's only
 * parameter may have any size.
 */
#include "launch.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "ft_abi.h"
#include "problem.h"
#ifndef FT_NO_CUDA

#define MAP_ALIGN         64
#define STATIC_SMEM_LIMIT 49152 /* more dynamic shared memory than this must be asked for */
#define BLOCK_BYTES                                                                                \
    (sizeof(struct ft_attn_args) + MAP_ALIGN + FT_PROGRAM_MAX_MAPS * sizeof(struct ft_tensor_map))

static int cuda_failed(const struct ft_driver *driver, CUresult r, const char *call, CUresult *cu,
                       char *why, size_t cap)
{
    char text[160];
    *cu = r;
    snprintf(why, cap, "%s: %s", call, ft_driver_error(driver, r, text, sizeof text));
    return -1;
}

int ft_device_vars_get(const struct ft_driver *driver, CUdevice device, struct ft_device_vars *out,
                       char *why, size_t cap)
{
    int major = 0, minor = 0, sms = 0, l2 = 0, per_sm = 0, per_cta = 0;
    const struct {
        CUdevice_attribute id;
        int *value;
    } wanted[] = {
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, &major},
        {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, &minor},
        {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, &sms},
        {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, &l2},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, &per_sm},
        {CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, &per_cta},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        CUresult r = driver->cuDeviceGetAttribute(wanted[i].value, wanted[i].id, device), ignored;
        if (r != CUDA_SUCCESS)
            return cuda_failed(driver, r, "cuDeviceGetAttribute", &ignored, why, cap);
    }
    *out = (struct ft_device_vars){.sms = sms,
                                   .cc = major * 10 + minor,
                                   .l2_bytes = l2,
                                   .smem_per_sm = per_sm,
                                   .smem_per_cta = per_cta};
    return 0;
}

void ft_launch_vars(const fatune_problem *p, int has_lengths, const struct ft_device_vars *d,
                    const struct ft_kernels *kernels, int64_t vars[FT_N_LAUNCH_VARS])
{
    memset(vars, 0, FT_N_LAUNCH_VARS * sizeof *vars);
    vars[FT_VAR_P_BATCH] = p->batch;
    vars[FT_VAR_P_Q_HEADS] = p->q_heads;
    vars[FT_VAR_P_KV_HEADS] = p->kv_heads;
    vars[FT_VAR_P_SEQLEN_Q] = p->seqlen_q;
    vars[FT_VAR_P_SEQLEN_KV] = p->seqlen_kv;
    vars[FT_VAR_P_PAGE_SIZE] = p->page_size;
    vars[FT_VAR_P_WINDOW_LEFT] = p->window_left;
    vars[FT_VAR_P_WINDOW_RIGHT] = p->window_right;
    vars[FT_VAR_P_WANT_LSE] = p->want_lse;
    vars[FT_VAR_P_BATCH_INVARIANT] = p->batch_invariant;
    vars[FT_VAR_P_HAS_LENGTHS] = has_lengths;
    vars[FT_VAR_D_SMS] = d->sms;
    vars[FT_VAR_D_CC] = d->cc;
    vars[FT_VAR_D_L2_BYTES] = d->l2_bytes;
    vars[FT_VAR_D_SMEM_PER_SM] = d->smem_per_sm;
    vars[FT_VAR_D_SMEM_PER_CTA] = d->smem_per_cta;
    /* Before a build is loaded its numbers are unknown; 1 keeps quotients defined. */
    vars[FT_VAR_B_REGS] = kernels ? kernels->regs : 1;
    vars[FT_VAR_B_CTAS_PER_SM] = kernels ? kernels->ctas_per_sm : 1;
}

static int prepare_entry(struct ft_kernels *k, int i, const struct ft_program_kernel *entry,
                         unsigned smem_bytes, CUresult *cu, char *why, size_t cap)
{
    const struct ft_driver *driver = k->driver;
    CUresult r = driver->cuModuleGetFunction(&k->functions[i], k->module, entry->entry);
    if (r != CUDA_SUCCESS)
        return cuda_failed(driver, r, "cuModuleGetFunction", cu, why, cap);
    if (smem_bytes > STATIC_SMEM_LIMIT) {
        r = driver->cuFuncSetAttribute(
            k->functions[i], CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, (int)smem_bytes);
        if (r != CUDA_SUCCESS)
            return cuda_failed(driver, r, "cuFuncSetAttribute(shared memory)", cu, why, cap);
    }
    return 0;
}

/* b.regs and b.ctas_per_sm, of the first kernel that is launched. */
static int measure_build(struct ft_kernels *k, const struct ft_launch *launch, CUresult *cu,
                         char *why, size_t cap)
{
    const struct ft_driver *driver = k->driver;
    const struct ft_launch_kernel *first = &launch->kernels[0];
    int regs = 0, ctas = 0, threads = (int)(first->block[0] * first->block[1] * first->block[2]);
    CUresult r =
        driver->cuFuncGetAttribute(&regs, CU_FUNC_ATTRIBUTE_NUM_REGS, k->functions[first->kernel]);
    if (r != CUDA_SUCCESS)
        return cuda_failed(driver, r, "cuFuncGetAttribute", cu, why, cap);
    r = driver->cuOccupancyMaxActiveBlocksPerMultiprocessor(&ctas, k->functions[first->kernel],
                                                            threads, first->smem_bytes);
    if (r != CUDA_SUCCESS)
        return cuda_failed(driver, r, "cuOccupancyMaxActiveBlocksPerMultiprocessor", cu, why, cap);
    if (ctas < 1) {
        *cu = CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES;
        snprintf(why, cap,
                 "a CTA of %d threads with %d registers each and %u bytes of shared memory does "
                 "not fit a multiprocessor",
                 threads, regs, first->smem_bytes);
        return -1;
    }
    k->regs = regs;
    k->ctas_per_sm = ctas;
    return 0;
}

int ft_kernels_load(const struct ft_driver *driver, const void *cubin,
                    const struct ft_program *program, const fatune_problem *problem,
                    const struct ft_device_vars *device, struct ft_kernels *out, CUresult *cu,
                    char *why, size_t cap)
{
    int64_t vars[FT_N_LAUNCH_VARS];
    struct ft_launch launch;
    struct ft_kernels k = {.driver = driver};
    *cu = CUDA_SUCCESS;
    ft_launch_vars(problem, 0, device, NULL, vars);
    if (ft_program_eval(program, vars, &launch, why, cap) < 0)
        return -1;
    CUresult r = driver->cuModuleLoadData(&k.module, cubin);
    if (r != CUDA_SUCCESS)
        return cuda_failed(driver, r, "cuModuleLoadData", cu, why, cap);
    /* Entries that this problem leaves out are resolved too: another batch may need them. */
    for (int i = 0; i < program->n_kernels; i++) {
        const char *reason;
        int64_t smem = 0;
        if (ft_code_eval(&program->kernels[i].smem, vars, &smem, &reason, NULL) < 0)
            smem = 0;
        if (prepare_entry(&k, i, &program->kernels[i], (unsigned)smem, cu, why, cap) < 0)
            goto fail;
    }
    if (measure_build(&k, &launch, cu, why, cap) < 0)
        goto fail;
    *out = k;
    return 0;
fail:
    driver->cuModuleUnload(k.module);
    return -1;
}

void ft_kernels_unload(struct ft_kernels *kernels)
{
    if (kernels->module)
        kernels->driver->cuModuleUnload(kernels->module);
    memset(kernels, 0, sizeof *kernels);
}

static struct ft_tensor tensor_of(const fatune_tensor *t)
{
    return (struct ft_tensor){t->data, t->stride_batch, t->stride_row, t->stride_head};
}

static void fill_args(struct ft_attn_args *a, const struct ft_program *program,
                      const struct ft_launch *launch, const fatune_problem *p,
                      const fatune_args *args)
{
    memset(a, 0, sizeof *a);
    a->q = tensor_of(&args->q);
    a->k = tensor_of(&args->k);
    a->v = tensor_of(&args->v);
    a->o = tensor_of(&args->o);
    a->lse = tensor_of(&args->lse);
    a->dout = tensor_of(&args->dout);
    a->dq = tensor_of(&args->dq);
    a->dk = tensor_of(&args->dk);
    a->dv = tensor_of(&args->dv);
    a->delta = tensor_of(&args->delta);
    a->seqlens_kv = args->seqlens_kv;
    a->seqlens_q = args->seqlens_q;
    a->cu_seqlens_q = args->cu_seqlens_q;
    a->cu_seqlens_kv = args->cu_seqlens_kv;
    a->block_table = args->block_table;
    a->block_table_stride = args->block_table_stride;
    a->q_scale = args->q_scale;
    a->k_scale = args->k_scale;
    a->v_scale = args->v_scale;
    a->alibi_slopes = args->alibi_slopes;
    for (int i = 0; i < program->n_workspaces; i++)
        a->workspace[i] = (char *)args->workspace + launch->workspace_offset[i];
    a->batch = args->batch > 0 ? args->batch : p->batch;
    a->q_heads = p->q_heads;
    a->kv_heads = p->kv_heads;
    a->seqlen_q = p->seqlen_q;
    a->seqlen_kv = p->seqlen_kv;
    a->page_size = p->page_size;
    a->causal = p->mask == FATUNE_MASK_CAUSAL;
    a->window_left = p->window_left;
    a->window_right = p->window_right;
    a->softmax_scale =
        args->softmax_scale != 0 ? args->softmax_scale : 1.0f / sqrtf((float)p->head_dim);
    a->softcap = args->softcap;
    memcpy(a->passed, launch->passed, sizeof a->passed);
}

static const fatune_tensor *buffer_of(const fatune_args *args, enum ft_buffer buffer)
{
    const fatune_tensor *const buffers[FT_N_BUFFERS] = {
        &args->q, &args->k, &args->v, &args->o, &args->dout, &args->dq, &args->dk, &args->dv};
    return buffers[buffer];
}

static int is_kv(enum ft_buffer buffer)
{
    return buffer == FT_BUF_K || buffer == FT_BUF_V || buffer == FT_BUF_DK || buffer == FT_BUF_DV;
}

/* Extent and byte stride of a dimension of a buffer. The batch of a paged cache is its pages: as
 * many as the table can name. */
static void dimension_of(const struct ft_attn_args *a, const fatune_problem *p,
                         enum ft_buffer buffer, const fatune_tensor *t, enum ft_tma_dim dim,
                         cuuint64_t *extent, cuuint64_t *stride_bytes)
{
    const cuuint64_t element = (cuuint64_t)ft_dtype_bytes(is_kv(buffer) ? p->kv_dtype : p->dtype);
    const int is_paged = is_kv(buffer) && p->kv == FATUNE_KV_PAGED;
    switch (dim) {
    case FT_DIM_HEAD_DIM:
        *extent =
            (cuuint64_t)(buffer == FT_BUF_V || buffer == FT_BUF_O ? p->head_dim_v : p->head_dim);
        *stride_bytes = element;
        break;
    case FT_DIM_ROW:
        *extent = (cuuint64_t)(is_paged        ? p->page_size
                               : is_kv(buffer) ? p->seqlen_kv
                                               : p->seqlen_q);
        *stride_bytes = (cuuint64_t)t->stride_row * element;
        break;
    case FT_DIM_HEAD:
        *extent = (cuuint64_t)(is_kv(buffer) ? p->kv_heads : p->q_heads);
        *stride_bytes = (cuuint64_t)t->stride_head * element;
        break;
    case FT_DIM_BATCH:
        *extent = is_paged ? INT32_MAX : (cuuint64_t)a->batch;
        *stride_bytes = (cuuint64_t)t->stride_batch * element;
        break;
    }
}

static CUtensorMapDataType tensor_map_type(int dtype)
{
    switch (dtype) {
    case FATUNE_BF16:
        return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    case FATUNE_FP16:
        return CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    case FATUNE_FP32:
        return CU_TENSOR_MAP_DATA_TYPE_FLOAT32;
    default:
        return CU_TENSOR_MAP_DATA_TYPE_UINT8;
    }
}

static int encode_map(const struct ft_driver *driver, const struct ft_program_map *map,
                      const int32_t box_of[5], const struct ft_attn_args *a,
                      const fatune_problem *p, const fatune_args *args, struct ft_tensor_map *out,
                      CUresult *cu, char *why, size_t cap)
{
    const fatune_tensor *t = buffer_of(args, map->buffer);
    cuuint64_t extents[5], strides[5];
    cuuint32_t box[5], steps[5] = {1, 1, 1, 1, 1};
    const CUtensorMapSwizzle swizzle = map->swizzle_bytes == 128  ? CU_TENSOR_MAP_SWIZZLE_128B
                                       : map->swizzle_bytes == 64 ? CU_TENSOR_MAP_SWIZZLE_64B
                                       : map->swizzle_bytes == 32 ? CU_TENSOR_MAP_SWIZZLE_32B
                                                                  : CU_TENSOR_MAP_SWIZZLE_NONE;
    const CUtensorMapL2promotion l2 = map->l2_bytes == 256   ? CU_TENSOR_MAP_L2_PROMOTION_L2_256B
                                      : map->l2_bytes == 128 ? CU_TENSOR_MAP_L2_PROMOTION_L2_128B
                                      : map->l2_bytes == 64  ? CU_TENSOR_MAP_L2_PROMOTION_L2_64B
                                                             : CU_TENSOR_MAP_L2_PROMOTION_NONE;
    if (!driver->cuTensorMapEncodeTiled) {
        *cu = CUDA_ERROR_NOT_SUPPORTED;
        snprintf(why, cap,
                 "the driver has no cuTensorMapEncodeTiled: tensor maps need a driver of CUDA 12 "
                 "or later");
        return -1;
    }
    for (int d = 0; d < map->n_dims; d++) {
        dimension_of(a, p, map->buffer, t, map->dims[d], &extents[d], &strides[d]);
        box[d] = (cuuint32_t)box_of[d];
    }
    CUtensorMap encoded;
    CUresult r = driver->cuTensorMapEncodeTiled(
        &encoded, tensor_map_type(is_kv(map->buffer) ? p->kv_dtype : p->dtype),
        (cuuint32_t)map->n_dims, t->data, extents, strides + 1, box, steps,
        CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, l2, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (r != CUDA_SUCCESS)
        return cuda_failed(driver, r, "cuTensorMapEncodeTiled", cu, why, cap);
    memcpy(out, &encoded, sizeof *out);
    return 0;
}

static CUresult launch_plain(const struct ft_driver *driver, CUfunction f,
                             const struct ft_launch_kernel *k, CUstream stream, void **extra)
{
    return driver->cuLaunchKernel(f, k->grid[0], k->grid[1], k->grid[2], k->block[0], k->block[1],
                                  k->block[2], k->smem_bytes, stream, NULL, extra);
}

/* With a cluster or programmatic dependent launch. */
static CUresult launch_with_attributes(const struct ft_driver *driver, CUfunction f,
                                       const struct ft_launch_kernel *k, int has_cluster,
                                       CUstream stream, void **extra)
{
    CUlaunchAttribute attributes[2];
    CUlaunchConfig config = {.gridDimX = k->grid[0],
                             .gridDimY = k->grid[1],
                             .gridDimZ = k->grid[2],
                             .blockDimX = k->block[0],
                             .blockDimY = k->block[1],
                             .blockDimZ = k->block[2],
                             .sharedMemBytes = k->smem_bytes,
                             .hStream = stream,
                             .attrs = attributes};
    if (!driver->cuLaunchKernelEx)
        return CUDA_ERROR_NOT_SUPPORTED;
    memset(attributes, 0, sizeof attributes);
    if (has_cluster) {
        CUlaunchAttribute *a = &attributes[config.numAttrs++];
        a->id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        a->value.clusterDim.x = k->cluster[0];
        a->value.clusterDim.y = k->cluster[1];
        a->value.clusterDim.z = k->cluster[2];
    }
    if (k->pdl) {
        CUlaunchAttribute *a = &attributes[config.numAttrs++];
        a->id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION;
        a->value.programmaticStreamSerializationAllowed = 1;
    }
    return driver->cuLaunchKernelEx(&config, f, NULL, extra);
}

int ft_launch_run(const struct ft_kernels *kernels, const struct ft_program *program,
                  const struct ft_launch *launch, const fatune_problem *problem,
                  const fatune_args *args, CUstream stream, CUresult *cu, char *why, size_t cap)
{
    const struct ft_driver *driver = kernels->driver;
    struct ft_attn_args a;
    _Alignas(MAP_ALIGN) unsigned char block[BLOCK_BYTES];
    const size_t known = program->args_bytes < sizeof a ? program->args_bytes : sizeof a;
    size_t size = program->args_bytes;
    *cu = CUDA_SUCCESS;
    if (program->args_bytes > sizeof a) {
        *cu = CUDA_ERROR_INVALID_VALUE;
        snprintf(why, cap,
                 "the build takes %zu bytes of arguments, this library knows %zu: it is older than "
                 "the build",
                 program->args_bytes, sizeof a);
        return -1;
    }
    fill_args(&a, program, launch, problem, args);
    memcpy(block, &a, known);
    if (program->n_maps > 0) {
        size_t at = (program->args_bytes + MAP_ALIGN - 1) / MAP_ALIGN * MAP_ALIGN;
        for (int i = 0; i < program->n_maps; i++) {
            struct ft_tensor_map map;
            if (encode_map(driver, &program->maps[i], launch->box[i], &a, problem, args, &map, cu,
                           why, cap) < 0)
                return -1;
            memcpy(block + at + (size_t)i * sizeof map, &map, sizeof map);
        }
        size = at + (size_t)program->n_maps * sizeof(struct ft_tensor_map);
    }
    for (int i = 0; i < program->n_workspaces; i++) {
        if (program->workspaces[i].zeroed != FT_ZEROED_LAUNCH || launch->workspace_size[i] == 0)
            continue;
        CUresult r = driver->cuMemsetD8Async((CUdeviceptr)(uintptr_t)a.workspace[i], 0,
                                             launch->workspace_size[i], stream);
        if (r != CUDA_SUCCESS)
            return cuda_failed(driver, r, "cuMemsetD8Async", cu, why, cap);
    }
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, block, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                     CU_LAUNCH_PARAM_END};
    for (int i = 0; i < launch->n_kernels; i++) {
        const struct ft_launch_kernel *k = &launch->kernels[i];
        const int has_cluster = k->cluster[0] * k->cluster[1] * k->cluster[2] > 1;
        CUresult r = has_cluster || k->pdl
                         ? launch_with_attributes(driver, kernels->functions[k->kernel], k,
                                                  has_cluster, stream, extra)
                         : launch_plain(driver, kernels->functions[k->kernel], k, stream, extra);
        if (r != CUDA_SUCCESS)
            return cuda_failed(driver, r, program->kernels[k->kernel].entry, cu, why, cap);
    }
    return 0;
}
#endif
