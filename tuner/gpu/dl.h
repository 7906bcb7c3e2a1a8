/* dl.h -- NVIDIA's libraries as guests: found, opened, described when absent
 *
 * Order: the environment variable (FATUNE_LIBNVRTC, FATUNE_LIBCUPTI, FATUNE_LIBNVML), plain sonames
 * newest first, CUDA_HOME/lib64 and usual places, build/cuda (wheels fetched by set-up, next to the
 * program), Python's nvidia-* wheels of the running python3's site-packages.
 */
#ifndef FT_DL_H
#define FT_DL_H
#include "base/err.h"

enum ft_lib { FT_LIB_NVRTC, FT_LIB_CUPTI, FT_LIB_NVML, FT_N_LIBS };
/* Handle (kept for the process), or NULL with every path tried in err. *path (may be NULL) is what
 * was opened. */
void *ft_dl_open(enum ft_lib lib, const char **path, struct ft_err *err);
void *ft_dl_sym(void *handle, const char *name, const char *lib_name, struct ft_err *err);
/* Directory with CUDA's device headers (mma.h), for families that use WMMA; NULL when none is
 * found. */
const char *ft_dl_cuda_include(void);
#endif
