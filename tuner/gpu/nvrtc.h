/* nvrtc.h -- source text to cubin, in this process (only ever a compile worker)
 *
 * Compiles kernel.cu with fatune_config.h in memory for a real architecture. Registers, spills and
 * shared memory come from the ptxas lines of the log (--ptxas-options=-v, --no-cache so that there
 * is a log).
 */
#ifndef FT_NVRTC_H
#define FT_NVRTC_H
#include <stddef.h>
#include "base/buf.h"
#include "base/err.h"
#include "base/outcome.h"

struct ft_compile_request {
    const char *source_path;         /* kernel.cu: read here */
    const char *header;              /* text of fatune_config.h */
    const char *arch;                /* "sm_90a", or "compute_90" for PTX */
    const char *const *include_dirs; /* NULL-terminated */
    const char *const *options;      /* NULL-terminated, further options */
    int is_own; /* kernels of this program: what the user wants of the host's compiler is not for
                   them */
};
struct ft_entry_resources {
    char entry[64];
    int regs, spill_store_bytes, spill_load_bytes, stack_bytes, static_smem_bytes;
};
struct ft_compile_result {
    enum ft_outcome outcome; /* OK, COMPILE_FAILED, SPILLS is judged by the caller */
    struct ft_buf cubin;     /* empty unless OK */
    struct ft_buf log;
    double wall_ns;
    struct ft_entry_resources entries[4];
    int n_entries;
    int serialized; /* ptxas said that wgmma was serialised (C75xx) */
};
/* -1 only when NVRTC cannot be loaded or its own machinery fails; a source that does not compile is
 * a result. */
int ft_nvrtc_compile(const struct ft_compile_request *request, struct ft_compile_result *out,
                     struct ft_err *err);
void ft_compile_result_free(struct ft_compile_result *result);
int ft_nvrtc_version(char out[16], struct ft_err *err); /* "13.0" */
/* Architectures that it compiles for (90 for sm_90), ascending; their number, or -1. */
int ft_nvrtc_archs(int *archs, int max, struct ft_err *err);
/* The ptxas part of a log: the number of entries found. */
int ft_nvrtc_parse_log(const char *log, struct ft_entry_resources *entries, int max,
                       int *serialized);
/* "kernel.cu(12): error: ..."; empty where there is none. */
void ft_nvrtc_first_error(const char *log, char *out, size_t cap);
#endif
