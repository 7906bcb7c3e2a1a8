/* no_cuda.c -- the interfaces of this folder in a program that was built without CUDA's headers
 *
 * Everything that needs none of NVIDIA's types works as usual; the rest says what is missing. One
 * file, so that the others hold one implementation each.
 */
#ifdef FT_NO_CUDA
#include "gpu/cupti.h"
#include "gpu/nvrtc.h"

static int missing(const char *what, struct ft_err *err)
{
    ft_err_set(err, FT_ERR_ENV, "%s: this program was built without CUDA's headers", what);
    ft_err_hint(err, "build it again with CUDA_HOME set to a CUDA toolkit");
    return -1;
}

int ft_nvrtc_version(char out[16], struct ft_err *err)
{
    (void)out;
    return missing("no compiler", err);
}

int ft_nvrtc_archs(int *archs, int max, struct ft_err *err)
{
    (void)archs;
    (void)max;
    return missing("no compiler", err);
}

int ft_nvrtc_compile(const struct ft_compile_request *request, struct ft_compile_result *out,
                     struct ft_err *err)
{
    (void)request;
    (void)out;
    return missing("no compiler", err);
}

int ft_cupti_version(uint32_t *version, struct ft_err *err)
{
    (void)version;
    return missing("no CUPTI", err);
}

int ft_activity_open(struct ft_err *err)
{
    return missing("no kernel times", err);
}

int ft_activity_begin(struct ft_err *err)
{
    return missing("no kernel times", err);
}

int ft_activity_end(long expected, const struct ft_activity_record **records, size_t *n,
                    struct ft_err *err)
{
    (void)expected;
    (void)records;
    (void)n;
    return missing("no kernel times", err);
}
#else
#include "gpu/cupti_syms.h"
#endif

#if defined(FT_NO_CUDA) || !FT_HAS_RANGE_PROFILER
#include <string.h>

#include "gpu/counters.h"

int ft_counters_collect(const char *const *names, int (*prepare)(void *), int (*launch)(void *),
                        void *ctx, struct ft_counters *out, struct ft_err *err)
{
    (void)names;
    (void)prepare;
    (void)launch;
    (void)ctx;
    memset(out, 0, sizeof *out);
    out->status = "absent";
    ft_err_set(err, FT_ERR_ENV,
               "no counters: this program was built without the headers of CUDA 12.6 or later");
    return 0;
}

int ft_counters_check(const char *chip, const char *const *names, unsigned char *exists,
                      int *n_passes, struct ft_err *err)
{
    (void)chip;
    (void)names;
    (void)exists;
    (void)n_passes;
    return ft_err_set(
        err, FT_ERR_ENV,
        "no counters: this program was built without the headers of CUDA 12.6 or later");
}
#endif
