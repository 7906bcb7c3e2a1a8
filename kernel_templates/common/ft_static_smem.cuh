/* ft_static_smem.cuh -- static shared memory as a struct; ends at 48 KiB, see ft_smem.cuh for more
 */
#ifndef FT_STATIC_SMEM_CUH
#define FT_STATIC_SMEM_CUH
#include "ft_ptx.cuh"

constexpr int kStaticSmemMax = 48 * 1024;

template <class T> FT_DEVICE T &ft_static_smem_as()
{
    static_assert(sizeof(T) <= kStaticSmemMax, "static shared memory ends at 48 KiB");
    return *reinterpret_cast<T *>(ft_static_smem<sizeof(T), alignof(T)>());
}

#endif
