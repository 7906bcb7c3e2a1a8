/* nvrtc.c -- source text to cubin
 *
 * Idea: the source is handed over under the name "kernel.cu" and the generated header from memory,
 * so that no path of this machine gets into the result. The cubin is for a real architecture, so
 * the driver compiles nothing at load; "compute_90" asks for PTX instead, for a GPU that is newer
 * than NVRTC.
 *
 * NVRTC cannot be interrupted while ptxas runs, and it may crash or eat memory: only a process that
 * may be killed calls ft_nvrtc_compile. The library stays loaded.
 */
#ifndef FT_NO_CUDA
#include "gpu/nvrtc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "base/mem.h"
#include "base/units.h"
#include "gpu/dl.h"
#include "gpu/nvrtc_syms.h"

struct nvrtc {
#define FT_X(fn) __typeof__(&fn) fn;
    FT_NVRTC_SYMS(FT_X)
#undef FT_X
    int major, minor;
};

static const struct nvrtc *load(struct ft_err *err)
{
    static struct nvrtc nvrtc;
    static int is_loaded;
    const char *path = NULL;
    void *handle;

    if (is_loaded)
        return &nvrtc;
    handle = ft_dl_open(FT_LIB_NVRTC, &path, err);
    if (!handle)
        return NULL;
#define FT_X(fn)                                                                                   \
    *(void **)&nvrtc.fn = ft_dl_sym(handle, #fn, path, err);                                       \
    if (!nvrtc.fn)                                                                                 \
        return NULL;
    FT_NVRTC_SYMS(FT_X)
#undef FT_X
    if (nvrtc.nvrtcVersion(&nvrtc.major, &nvrtc.minor) != NVRTC_SUCCESS) {
        ft_err_set(err, FT_ERR_ENV, "'%s' does not tell its version", path);
        return NULL;
    }
    is_loaded = 1;
    return &nvrtc;
}

static int failed(const struct nvrtc *nvrtc, nvrtcResult r, const char *what, struct ft_err *err)
{
    if (r == NVRTC_SUCCESS)
        return 0;
    ft_err_set(err, FT_ERR_ENV, "%s: %s (%d)", what, nvrtc->nvrtcGetErrorString(r), (int)r);
    return 1;
}

int ft_nvrtc_version(char out[16], struct ft_err *err)
{
    const struct nvrtc *nvrtc = load(err);

    if (!nvrtc)
        return -1;
    snprintf(out, 16, "%d.%d", nvrtc->major, nvrtc->minor);
    return 0;
}

int ft_nvrtc_archs(int *archs, int max, struct ft_err *err)
{
    const struct nvrtc *nvrtc = load(err);
    int n = 0, *all;

    if (!nvrtc || failed(nvrtc, nvrtc->nvrtcGetNumSupportedArchs(&n), "NVRTC's architectures", err))
        return -1;
    all = ft_calloc((size_t)n + 1, sizeof *all);
    if (failed(nvrtc, nvrtc->nvrtcGetSupportedArchs(all), "NVRTC's architectures", err)) {
        free(all);
        return -1;
    }
    n = n < max ? n : max;
    memcpy(archs, all, (size_t)n * sizeof *all);
    free(all);
    return n;
}

/* Options in an arena, in the order in which NVRTC gets them. */
struct options {
    struct ft_arena *arena;
    const char *items[64];
    int n;
};

static int add_option(struct options *o, const char *text, struct ft_err *err)
{
    if (o->n == (int)(sizeof o->items / sizeof *o->items))
        return ft_err_set(err, FT_ERR_INTERNAL, "too many options for NVRTC");
    o->items[o->n++] = text;
    return 0;
}

static int add_options(struct options *o, const struct nvrtc *nvrtc,
                       const struct ft_compile_request *request, struct ft_err *err)
{
    char *dir = ft_fs_dirname(request->source_path);
    int rc;

    /* A quoted include finds the neighbours of kernel.cu first, as with any compiler. */
    rc = add_option(o, ft_arena_printf(o->arena, "--gpu-architecture=%s", request->arch), err) ||
         add_option(o, ft_arena_printf(o->arena, "--include-path=%s", dir), err) ||
         add_option(o, "--ptxas-options=-v", err);
    /* NVRTC caches results since 12.9, and a cached one has no ptxas lines. */
    if (!rc && (nvrtc->major > 12 || (nvrtc->major == 12 && nvrtc->minor >= 9)))
        rc = add_option(o, "--no-cache", err);
    for (const char *const *d = request->include_dirs; !rc && d && *d; d++)
        rc = add_option(o, ft_arena_printf(o->arena, "--include-path=%s", *d), err);
    for (const char *const *more = request->options; !rc && more && *more; more++)
        rc = add_option(o, *more, err);
    free(dir);
    return rc ? -1 : 0;
}

static void take_log(const struct nvrtc *nvrtc, nvrtcProgram program, struct ft_buf *log)
{
    size_t n = 0;

    if (nvrtc->nvrtcGetProgramLogSize(program, &n) == NVRTC_SUCCESS && n > 1) {
        char *text = ft_calloc(n + 1, 1);

        if (nvrtc->nvrtcGetProgramLog(program, text) == NVRTC_SUCCESS)
            ft_buf_puts(log, text);
        free(text);
    }
}

static int take_code(const struct nvrtc *nvrtc, nvrtcProgram program, int is_ptx,
                     struct ft_buf *code, struct ft_err *err)
{
    size_t n = 0;
    char *data = NULL;
    nvrtcResult r =
        is_ptx ? nvrtc->nvrtcGetPTXSize(program, &n) : nvrtc->nvrtcGetCUBINSize(program, &n);

    if (r == NVRTC_SUCCESS) {
        data = ft_calloc(n + 1, 1);
        r = is_ptx ? nvrtc->nvrtcGetPTX(program, data) : nvrtc->nvrtcGetCUBIN(program, data);
    }
    if (r == NVRTC_SUCCESS && n > 0)
        ft_buf_add(code, data, n);
    free(data);
    if (failed(nvrtc, r, "taking the code from NVRTC", err))
        return -1;
    return n > 0 ? 0 : ft_err_set(err, FT_ERR_ENV, "NVRTC gave no code");
}

/* ptxas refuses some kernels without a word (too much static shared memory, for one); then we say
 * it, so that every failure has an error line. */
static void explain_silence(struct ft_compile_result *result)
{
    char first[256];

    ft_nvrtc_first_error(ft_buf_str(&result->log), first, sizeof first);
    if (*first)
        return;
    for (int i = 0; i < result->n_entries; i++) {
        const struct ft_entry_resources *e = &result->entries[i];

        if (e->static_smem_bytes > 48 * 1024) {
            ft_buf_printf(
                &result->log,
                "error: entry '%s' has %d bytes of static shared memory, more than 48 KiB\n",
                e->entry, e->static_smem_bytes);
            return;
        }
    }
    ft_buf_puts(&result->log, "error: the compiler failed and did not say why\n");
}

int ft_nvrtc_compile(const struct ft_compile_request *request, struct ft_compile_result *out,
                     struct ft_err *err)
{
    const struct nvrtc *nvrtc = load(err);
    const char *header_names[] = {"fatune_config.h"}, *headers[] = {request->header};
    struct options options = {.arena = ft_arena_new()};
    struct ft_compile_result result = {.outcome = FT_OUT_OK};
    struct ft_buf source = FT_BUF_INIT;
    nvrtcProgram program = NULL;
    int64_t begin_ns = ft_now_ns();
    nvrtcResult r;
    int rc = -1;

    if (!nvrtc || ft_fs_read(request->source_path, &source, err) < 0 ||
        add_options(&options, nvrtc, request, err) < 0)
        goto out;
    r = nvrtc->nvrtcCreateProgram(&program, ft_buf_str(&source), "kernel.cu", 1, headers,
                                  header_names);
    if (failed(nvrtc, r, "giving the source to NVRTC", err))
        goto out;
    r = nvrtc->nvrtcCompileProgram(program, options.n, options.items);
    take_log(nvrtc, program, &result.log);
    if (r == NVRTC_ERROR_COMPILATION) {
        result.outcome = FT_OUT_COMPILE_FAILED;
    } else if (r != NVRTC_SUCCESS) {
        char first[256];

        ft_nvrtc_first_error(ft_buf_str(&result.log), first, sizeof first);
        ft_err_set(err, FT_ERR_ENV, "NVRTC %d.%d for '%s': %s%s%s", nvrtc->major, nvrtc->minor,
                   request->arch, nvrtc->nvrtcGetErrorString(r), *first ? ": " : "", first);
        goto out;
    } else if (take_code(nvrtc, program, strncmp(request->arch, "compute_", 8) == 0, &result.cubin,
                         err) < 0) {
        goto out;
    }
    result.n_entries =
        ft_nvrtc_parse_log(ft_buf_str(&result.log), result.entries,
                           sizeof result.entries / sizeof *result.entries, &result.serialized);
    if (result.outcome == FT_OUT_COMPILE_FAILED)
        explain_silence(&result);
    result.wall_ns = (double)(ft_now_ns() - begin_ns);
    *out = result;
    memset(&result, 0, sizeof result);
    rc = 0;
out:
    if (program)
        nvrtc->nvrtcDestroyProgram(&program);
    ft_compile_result_free(&result);
    ft_buf_free(&source);
    ft_arena_free(options.arena);
    return rc;
}
#endif
