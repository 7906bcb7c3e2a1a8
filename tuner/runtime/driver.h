/* driver.h -- libcuda as a guest: loaded with dlopen, never linked
 *
 * One list of driver functions for tuner and library. The header cuda.h gives types only; __typeof__ keeps the
 * signatures, and names are stringised after macro expansion, so cuMemAlloc finds cuMemAlloc_v2. Search order:
 * FATUNE_LIBCUDA alone where it is set, else libcuda.so.1, libcuda.so. Without the CUDA headers (FT_NO_CUDA) nothing of this exists.
 */
#ifndef FT_DRIVER_H
#define FT_DRIVER_H
#include <stddef.h>
#ifndef FT_NO_CUDA
#include <cuda.h>

/* X(function) -- required ones; a driver that lacks one is too old. */
#define FT_DRIVER_REQUIRED(X)                                                                          \
    X(cuInit) X(cuDriverGetVersion) X(cuGetErrorName) X(cuGetErrorString) X(cuDeviceGetCount)          \
    X(cuDeviceGet) X(cuDeviceGetName) X(cuDeviceGetAttribute) X(cuDeviceGetUuid) X(cuDeviceTotalMem)   \
    X(cuDeviceGetPCIBusId) X(cuDevicePrimaryCtxRetain)                                                 \
    X(cuCtxSetCurrent) X(cuCtxGetCurrent) X(cuCtxGetDevice) X(cuCtxSynchronize)                        \
    X(cuModuleLoadData) X(cuModuleUnload) X(cuModuleGetFunction)                                       \
    X(cuFuncGetAttribute) X(cuFuncSetAttribute) X(cuOccupancyMaxActiveBlocksPerMultiprocessor)         \
    X(cuLaunchKernel) X(cuMemAlloc) X(cuMemFree) X(cuMemGetInfo)                                       \
    X(cuMemcpyHtoD) X(cuMemcpyDtoH) X(cuMemcpyDtoD) X(cuMemsetD8)                                      \
    X(cuMemsetD8Async) X(cuMemsetD32Async) X(cuStreamCreate) X(cuStreamSynchronize)                    \
    X(cuEventCreate) X(cuEventRecord) X(cuEventElapsedTime)
/* X(function) -- may be absent (NULL): clusters, PDL and tensor maps need CUDA 12 drivers. */
#if CUDA_VERSION >= 12040 /* green contexts */
#define FT_DRIVER_PARTITION(X)                                                                     \
    X(cuDeviceGetDevResource) X(cuDevSmResourceSplitByCount) X(cuDevResourceGenerateDesc)          \
    X(cuGreenCtxCreate) X(cuCtxFromGreenCtx)
#else
#define FT_DRIVER_PARTITION(X)
#endif
#define FT_DRIVER_OPTIONAL(X) X(cuLaunchKernelEx) X(cuTensorMapEncodeTiled) FT_DRIVER_PARTITION(X)

struct ft_driver {
    void *library;
#define FT_X(fn) __typeof__(&fn) fn;
    FT_DRIVER_REQUIRED(FT_X) FT_DRIVER_OPTIONAL(FT_X)
#undef FT_X
};
/* 0, or -1 with the reason in why; where no library could be loaded, that of the first name tried. Does not call cuInit. */
int ft_driver_load(struct ft_driver *driver, char *why, size_t cap);
void ft_driver_unload(struct ft_driver *driver);
/* "CUDA_ERROR_ILLEGAL_ADDRESS (700): an illegal memory access was encountered" */
const char *ft_driver_error(const struct ft_driver *driver, CUresult r, char *out, size_t cap);
#endif
#endif
