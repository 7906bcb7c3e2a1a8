/* driver_tensor_map.c -- tensor maps: checks what the real driver checks, and writes it down for
 * machine/ft_tma.h
 *
 * What a tiled map may have besides (interleaved layouts, packed elements, steps over elements,
 * fills with NaN, swizzles of other atoms) does not exist here.
 */
#include "cpu/driver_int.h"

#include <string.h>

_Static_assert(sizeof(struct ft_cpu_tensor_map) <= sizeof(CUtensorMap), "it holds one");

enum { MAX_RANK = 5, MAX_BOX = 256, MAX_STEP = 8, ALIGNMENT = 16, MAP_ALIGNMENT = 64 };
#define MAX_EXTENT   ((uint64_t)1 << 32)
#define STRIDE_LIMIT ((uint64_t)1 << 40)

/* 0: none of one, two, four or eight bytes. */
static unsigned element_bytes(CUtensorMapDataType type)
{
    static const unsigned char bytes[] = {
        [CU_TENSOR_MAP_DATA_TYPE_UINT8] = 1,        [CU_TENSOR_MAP_DATA_TYPE_UINT16] = 2,
        [CU_TENSOR_MAP_DATA_TYPE_UINT32] = 4,       [CU_TENSOR_MAP_DATA_TYPE_INT32] = 4,
        [CU_TENSOR_MAP_DATA_TYPE_UINT64] = 8,       [CU_TENSOR_MAP_DATA_TYPE_INT64] = 8,
        [CU_TENSOR_MAP_DATA_TYPE_FLOAT16] = 2,      [CU_TENSOR_MAP_DATA_TYPE_FLOAT32] = 4,
        [CU_TENSOR_MAP_DATA_TYPE_FLOAT64] = 8,      [CU_TENSOR_MAP_DATA_TYPE_BFLOAT16] = 2,
        [CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ] = 4,  [CU_TENSOR_MAP_DATA_TYPE_TFLOAT32] = 4,
        [CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ] = 4,
    };

    return (unsigned)type < sizeof bytes ? bytes[type] : 0;
}

/* -1: one that does not exist here. */
static int swizzle_bytes(CUtensorMapSwizzle swizzle)
{
    switch (swizzle) {
    case CU_TENSOR_MAP_SWIZZLE_NONE:
        return 0;
    case CU_TENSOR_MAP_SWIZZLE_32B:
        return 32;
    case CU_TENSOR_MAP_SWIZZLE_64B:
        return 64;
    case CU_TENSOR_MAP_SWIZZLE_128B:
        return 128;
    default:
        return -1;
    }
}

static CUresult check_dimension(cuuint32_t d, cuuint64_t extent, cuuint32_t box, cuuint32_t step)
{
    if (extent == 0 || extent > MAX_EXTENT)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "dimension %u of a tensor has %llu elements",
                             d, (unsigned long long)extent);
    if (box == 0 || box > MAX_BOX)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "dimension %u of a box has %u elements", d,
                             box);
    if (step == 0 || step > MAX_STEP)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "dimension %u of a box in steps of %u", d,
                             step);
    if (step != 1)
        return ft_cpu_refuse(CUDA_ERROR_NOT_SUPPORTED,
                             "dimension %u of a box in steps of %u, which the CPU device lacks", d,
                             step);
    return CUDA_SUCCESS;
}

static CUresult check_kind(unsigned element, int swizzle, CUtensorMapInterleave interleave,
                           CUtensorMapFloatOOBfill fill)
{
    if (element == 0 || swizzle < 0 || interleave != CU_TENSOR_MAP_INTERLEAVE_NONE ||
        fill != CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE)
        return ft_cpu_refuse(CUDA_ERROR_NOT_SUPPORTED,
                             "a tensor map whose data type, interleave, swizzle or fill the CPU "
                             "device lacks");
    return CUDA_SUCCESS;
}

FT_CPU_EXPORT CUresult cuTensorMapEncodeTiled(
    CUtensorMap *out, CUtensorMapDataType type, cuuint32_t rank, void *address,
    const cuuint64_t *extents, const cuuint64_t *strides, const cuuint32_t *box,
    const cuuint32_t *steps, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
    CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill fill)
{
    const unsigned element = element_bytes(type);
    const int span = swizzle_bytes(swizzle);
    struct ft_cpu_tensor_map map = {.mark = FT_CPU_TENSOR_MAP_MARK,
                                    .address = (uintptr_t)address,
                                    .rank = (uint8_t)rank,
                                    .element_bytes = (uint8_t)element};

    (void)promotion;
    FT_CPU_CHECK(ft_cpu_not_faulted());
    FT_CPU_CHECK(check_kind(element, span, interleave, fill));
    map.swizzle_bytes = (uint8_t)span;
    if (rank == 0 || rank > MAX_RANK)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "a tensor of %u dimensions", rank);
    if ((uintptr_t)out % MAP_ALIGNMENT != 0 || (uintptr_t)address % ALIGNMENT != 0)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "a tensor map at %p, or a tensor at %p",
                             (void *)out, address);
    for (cuuint32_t d = 0; d < rank; d++) {
        FT_CPU_CHECK(check_dimension(d, extents[d], box[d], steps[d]));
        map.extents[d] = extents[d];
        map.box[d] = (uint16_t)box[d];
    }
    for (cuuint32_t d = 1; d < rank; d++) {
        map.strides[d - 1] = strides[d - 1];
        if (strides[d - 1] % ALIGNMENT != 0 || strides[d - 1] >= STRIDE_LIMIT)
            return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE,
                                 "dimension %u of a tensor with a stride of %llu bytes", d,
                                 (unsigned long long)strides[d - 1]);
    }
    if (box[0] * element % ALIGNMENT != 0 || (span > 0 && box[0] * element > (unsigned)span))
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE,
                             "a box with rows of %u bytes in a swizzle of %d", box[0] * element,
                             span);
    memset(out, 0, sizeof *out);
    memcpy(out, &map, sizeof map);
    return CUDA_SUCCESS;
}
