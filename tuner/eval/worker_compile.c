/* worker_compile.c -- the process that compiles: requests in, results into the cache (protocol.h)
 *
 * Idea: NVRTC may hang, crash or eat memory, so it runs where it can be killed. The parent sets
 * deadline and limits; here everything short of a crash becomes an answer. What was compiled once
 * is answered from the cache. A source that does not compile is an outcome; "ok": false is for a
 * machine on which nothing compiles.
 *
 * It ends when the parent closes the socket or says quit.
 */
#include "eval/protocol.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/json.h"
#include "base/mem.h"
#include "cpu/hostcc.h"
#include "eval/process.h"
#include "gpu/cache.h"
#include "gpu/dl.h"
#include "gpu/nvrtc.h"
#include "model/build.h"

/* The strings of an array, and the CUDA headers last, NULL-terminated. */
static const char **take_include_dirs(struct ft_arena *arena, const struct ft_jval *array)
{
    size_t n = 0, max = array ? array->n_children : 0;
    const char **dirs = ft_arena_alloc(arena, (max + 2) * sizeof *dirs);
    const char *cuda = ft_dl_cuda_include(); /* mma.h, for families that use WMMA */

    for (const struct ft_jval *v = array ? array->child : NULL; v; v = v->next) {
        if (v->kind == FT_J_STR)
            dirs[n++] = v->str;
    }
    if (cuda)
        dirs[n++] = cuda;
    return dirs;
}

/* From the cache, or compiled and put there. */
static int compile(struct ft_arena *arena, const struct ft_jval *message,
                   struct ft_compile_result *out, struct ft_err *err)
{
    const char *key = ft_jget_str(message, "key", NULL);
    struct ft_compile_request request = {
        .source_path = ft_jget_str(message, "source", NULL),
        .header = ft_jget_str(message, "header", NULL),
        .arch = ft_jget_str(message, "arch", NULL),
        .include_dirs = take_include_dirs(arena, ft_jget(message, "include")),
        .options = ft_build_options,
    };
    int found;

    if (!key || !request.source_path || !request.header || !request.arch)
        return ft_err_set(err, FT_ERR_INTERNAL, "'compile' needs key, source, header and arch");
    found = ft_cache_get(key, out, err);
    if (found)
        return found < 0 ? -1 : 0;
    const int is_cpu = strcmp(request.arch, FT_ARCH_CPU) == 0;
    if ((is_cpu ? ft_hostcc_compile(&request, out, err) : ft_nvrtc_compile(&request, out, err)) < 0)
        return -1;
    return ft_cache_put(key, request.header, out, err);
}

static void write_error(struct ft_json *j, const struct ft_err *err)
{
    ft_json_kbool(j, "ok", 0);
    ft_json_kstr(j, "error", err->text);
    if (*err->hint)
        ft_json_kstr(j, "hint", err->hint);
}

static void write_result(struct ft_json *j, const struct ft_compile_result *result)
{
    char detail[512] = "";

    if (result->outcome != FT_OUT_OK)
        ft_nvrtc_first_error(ft_buf_str(&result->log), detail, sizeof detail);
    ft_json_kbool(j, "ok", 1);
    ft_json_kstr(j, "outcome", ft_outcome_name(result->outcome));
    ft_json_kstr(j, "detail", detail);
    ft_json_knum(j, "wall_ns", result->wall_ns);
}

/* One request, one answer. Returns 0 when the worker shall end. */
static int serve(const struct ft_buf *request, struct ft_buf *answer)
{
    struct ft_arena *arena = ft_arena_new();
    struct ft_compile_result result = {0};
    struct ft_err err = {0};
    const struct ft_jval *message = ft_json_parse(arena, ft_buf_str(request), request->len, &err);
    const char *what = ft_jget_str(message, "do", "");
    int is_quit = strcmp(what, "quit") == 0, rc = -1;
    struct ft_json j;

    if (message && strcmp(what, "compile") == 0)
        rc = compile(arena, message, &result, &err);
    else if (message && !is_quit)
        ft_err_set(&err, FT_ERR_INTERNAL, "a compile worker cannot do '%s'", what);

    ft_buf_clear(answer);
    ft_json_init(&j, answer, 0);
    ft_json_object(&j);
    if (rc == 0)
        write_result(&j, &result);
    else
        write_error(&j, &err);
    ft_json_object_end(&j);
    ft_compile_result_free(&result);
    ft_arena_free(arena);
    return !is_quit;
}

int ft_worker_compile_main(void)
{
    struct ft_buf request = FT_BUF_INIT, answer = FT_BUF_INIT;

    while (ft_child_read_line(&request) > 0 && serve(&request, &answer)) {
        if (ft_child_write_line(ft_buf_str(&answer)) < 0)
            break;
    }
    ft_buf_free(&request);
    ft_buf_free(&answer);
    return 0;
}
