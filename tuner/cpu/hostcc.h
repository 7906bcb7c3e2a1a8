/* hostcc.h -- kernel.cu to a shared object for the CPU device, by the host's C++ compiler
 *
 * The counterpart of gpu/nvrtc.h for arch "cpu": same request, same result, but the code is a
 * shared object (abi.h). The compiler is FATUNE_CXX, or c++; FATUNE_CPU_CXXFLAGS has further flags
 * ("-fsanitize=address,undefined"), in the place of those that make a misaligned access a trap.
 * Both are split at blanks.
 */
#ifndef FT_HOSTCC_H
#define FT_HOSTCC_H
#include <stddef.h>
#include "base/buf.h"
#include "base/err.h"
#include "gpu/nvrtc.h"

#define FT_HOSTCC_VERSION_BYTES 32

/* As ft_nvrtc_compile. request->options are NVRTC's and mean nothing here; the first entries stand
 * in the result, without resources. */
int ft_hostcc_compile(const struct ft_compile_request *request, struct ft_compile_result *out,
                      struct ft_err *err);
/* "g++ 12.2.0 1a2b3c4d": compiler, and a hash over it, the executor's text and the flags. */
int ft_hostcc_version(char out[FT_HOSTCC_VERSION_BYTES], struct ft_err *err);

/* The kernels of a source text, ", " between them; their number. */
int ft_hostcc_entries(const char *source, struct ft_buf *names);
/* The source as a unit includes it: dynamic shared memory that it names is the executor's. */
void ft_hostcc_source(const char *source, struct ft_buf *out);
/* A compiler's log as ft_nvrtc_first_error reads it: `FILE(12): error: text`. Names of files in
 * dir lose it, and source_path is called kernel.cu. */
void ft_hostcc_log(const char *text, const char *dir, const char *source_path, struct ft_buf *log);
#endif
