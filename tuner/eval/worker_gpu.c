/* worker_gpu.c -- the GPU worker: reads requests, answers each with one line (eval/protocol.h)
 *
 * The worker holds one device, one problem, and the contestants loaded for it. It judges and times;
 * it decides nothing. A contestant's failure is an outcome in the answer. When the CUDA context is
 * lost the answer says "sticky" and the process is of no further use: the parent ends it. The small
 * cases of the full set are kept with their references as long as problems of one class follow each
 * other.
 *
 * Owns: everything. At the end the process exits and the driver takes the device's memory back.
 */
#include "eval/protocol.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/json.h"
#include "base/mem.h"
#include "eval/process.h"
#ifdef FT_NO_CUDA

int ft_worker_gpu_main(int is_counters)
{
    struct ft_buf line = FT_BUF_INIT;

    (void)is_counters;
    while (ft_child_read_line(&line) == 1)
        ft_child_write_line(
            "{\"ok\":false,\"error\":\"this fatune was built without CUDA\",\"hint\":"
            "\"build it where the CUDA headers are found (CUDA_HOME)\"}");
    ft_buf_free(&line);
    return 3;
}
#else
#include "eval/full_set.h"
#include "eval/measure.h"
#include "gpu/counters.h"

#define RESERVE_BYTES ((size_t)1 << 30) /* left free by a problem: workspaces, the full set */

static const char *const match_names[] = {"none", "exact", "bucket", "nearest", "default"};

struct slot {
    int is_used, id;
    struct ft_contestant contestant;
    struct ft_plan plan;
};

struct worker {
    int is_open, is_counters;
    struct ft_bench bench;
    struct ft_meter meter;
    int has_problem;
    struct ft_case problem;
    struct ft_tensors tensors;
    struct slot slots[FT_MAX_LOADED];
    struct ft_modules modules;
    struct ft_full_set set;
};

/* ---- answers ---- */

static void answer_error(struct worker *w, struct ft_json *j, const struct ft_err *err,
                         const char *outcome)
{
    ft_json_kbool(j, "ok", 0);
    ft_json_kstr(j, "error", err->text);
    if (*err->hint)
        ft_json_kstr(j, "hint", err->hint);
    if (outcome)
        ft_json_kstr(j, "outcome", outcome);
    if (w->is_open && ft_cuda_is_sticky(w->bench.driver.cuCtxSynchronize()))
        ft_json_kbool(j, "sticky", 1);
}

/* The common part of answers about a contestant. */
static void answer_verdict(struct ft_json *j, const struct ft_verdict *v, int id)
{
    ft_json_kbool(j, "ok", 1);
    ft_json_kstr(j, "outcome", ft_outcome_name(v->outcome));
    ft_json_kint(j, "id", id);
    if (v->outcome != FT_OUT_OK)
        ft_json_kstr(j, "detail", v->detail);
    if (v->is_sticky)
        ft_json_kbool(j, "sticky", 1);
}

/* ---- requests ---- */

static int do_hello(struct worker *w, const struct ft_jval *request, struct ft_json *j,
                    struct ft_err *err)
{
    const int64_t protocol = ft_jget_int(request, "protocol", 0);

    if (protocol != FT_PROTOCOL_VERSION)
        return ft_err_set(err, FT_ERR_INTERNAL, "the worker speaks protocol %d, not %lld",
                          FT_PROTOCOL_VERSION, (long long)protocol);
    if (w->is_open)
        return ft_err_set(err, FT_ERR_INTERNAL, "the device is open already");
    if (ft_bench_open(&w->bench, (int)ft_jget_int(request, "device", 0),
                      (int)ft_jget_int(request, "partition", 0), !w->is_counters, err) < 0)
        return -1;
    w->is_open = 1;
    if (ft_meter_open(&w->bench, &w->meter, err) < 0)
        return -1;
    ft_json_kbool(j, "ok", 1);
    ft_json_kstr(j, "name", "fatune");
    ft_bench_describe(&w->bench, j);
    ft_json_kstr(j, "timer", ft_meter_timer(&w->meter));
    if (!w->bench.has_cupti && !w->is_counters)
        ft_json_kstr(j, "timer_why", w->bench.cupti_why);
    return 0;
}

static int do_calibrate(struct worker *w, struct ft_json *j, struct ft_err *err)
{
    struct ft_calibration c;

    if (ft_meter_calibrate(&w->meter, &c, err) < 0)
        return -1;
    ft_json_kbool(j, "ok", 1);
    ft_json_knum(j, "read_roof_gbps", c.read_roof_gbps);
    ft_json_knum(j, "empty_kernel_ns", c.empty_kernel_ns);
    ft_json_knum(j, "reference_ns", c.reference_ns);
    ft_json_kint(j, "sm_mhz", w->meter.sm_mhz);
    ft_json_kstr(j, "timer", ft_meter_timer(&w->meter));
    return 0;
}

static void drop_slot(struct worker *w, struct slot *slot)
{
    if (!slot->is_used)
        return;
    ft_plan_close(&w->bench, &slot->plan);
    ft_contestant_close(&slot->contestant, &w->modules);
    memset(slot, 0, sizeof *slot);
}

static void drop_problem(struct worker *w)
{
    for (int i = 0; i < FT_MAX_LOADED; i++)
        drop_slot(w, &w->slots[i]);
    ft_tensors_close(&w->bench, &w->tensors);
    ft_case_free(&w->problem);
    w->has_problem = 0;
}

/* What this worker can compute references for. */
static int check_supported(const fatune_problem *p, struct ft_err *err)
{
    const int32_t dtypes[] = {p->dtype, p->kv_dtype, p->o_dtype};

    if (p->op != FATUNE_OP_FWD)
        return ft_err_set(err, FT_ERR_USAGE, "only forward problems can be validated");
    if (p->kv == FATUNE_KV_VARLEN)
        return ft_err_set(err, FT_ERR_USAGE, "varlen problems cannot be validated yet");
    for (int i = 0; i < 3; i++)
        if (dtypes[i] != FATUNE_BF16 && dtypes[i] != FATUNE_FP16 && dtypes[i] != FATUNE_FP32)
            return ft_err_set(err, FT_ERR_USAGE, "'%s' cannot be validated yet",
                              ft_dtype_name(dtypes[i]));
    if (p->head_dim > 256 || p->head_dim_v > 256)
        return ft_err_set(err, FT_ERR_USAGE, "head_dim above 256 cannot be validated");
    return 0;
}

static int check_memory(struct worker *w, struct ft_err *err)
{
    const size_t need_bytes = ft_tensors_bytes(&w->problem);
    size_t free_bytes = 0, total_bytes = 0;

    for (int attempt = 0; attempt < 2; attempt++) {
        if (ft_bench_check(&w->bench, w->bench.driver.cuMemGetInfo(&free_bytes, &total_bytes),
                           "reading free memory", err) < 0)
            return -1;
        if (need_bytes + RESERVE_BYTES <= free_bytes)
            return 0;
        ft_full_set_drop(&w->bench, &w->set); /* it can be made again */
    }
    return ft_err_set(err, FT_ERR_ENV, "needs %.1f GB, device has %.1f GB free",
                      (double)need_bytes / 1e9, (double)free_bytes / 1e9);
}

static int do_problem(struct worker *w, const struct ft_jval *request, struct ft_json *j,
                      const char **outcome, struct ft_err *err)
{
    const char *key = ft_jget_str(request, "key", "");
    const int mode = ft_cache_mode_find(ft_jget_str(request, "cache", "cold"));
    struct ft_problem problem;
    char why[256];
    double min_bytes, min_read_ns;

    drop_problem(w);
    if (ft_problem_parse_key(key, &problem) < 0)
        return ft_err_set(err, FT_ERR_USAGE, "'%s' is no problem key", key);
    if (mode < 0)
        return ft_err_set(err, FT_ERR_USAGE, "'cache' is cold, dirty or hot");
    *outcome = "rejected";
    if (ft_problem_check(&problem, why, sizeof why) < 0)
        return ft_err_set(err, FT_ERR_USAGE, "%s", why);
    if (check_supported(&problem.f, err) < 0)
        return -1;
    ft_case_of_problem(&problem, (uint64_t)ft_jget_int(request, "seed", 0), &w->problem);
    if (check_memory(w, err) < 0)
        return -1;
    *outcome = NULL;
    if (ft_tensors_open(&w->bench, &w->problem, !w->is_counters, &w->tensors, err) < 0)
        return -1;
    min_bytes = ft_problem_min_bytes(&problem, w->problem.lengths);
    if (min_bytes > (double)w->tensors.layout.bytes)
        min_bytes = (double)w->tensors.layout.bytes;
    if (ft_meter_read(&w->meter, w->tensors.block, (size_t)min_bytes, (enum ft_cache_mode)mode,
                      &min_read_ns, err) < 0)
        return -1;
    w->has_problem = 1;
    ft_json_kbool(j, "ok", 1);
    ft_json_kint(j, "bytes", (int64_t)ft_tensors_bytes(&w->problem));
    ft_json_knum(j, "min_read_ns", min_read_ns);
    return 0;
}

static struct slot *find_slot(struct worker *w, int64_t id)
{
    for (int i = 0; i < FT_MAX_LOADED; i++)
        if (w->slots[i].is_used && w->slots[i].id == id)
            return &w->slots[i];
    return NULL;
}

static struct slot *need_slot(struct worker *w, int64_t id, struct ft_err *err)
{
    struct slot *slot = find_slot(w, id);

    if (!slot)
        ft_err_set(err, FT_ERR_INTERNAL, "no contestant %lld is loaded", (long long)id);
    return slot;
}

static void read_variation(const struct ft_jval *request, struct ft_variation *out)
{
    const struct ft_jval *sizes = ft_jget(request, "page_sizes");

    *out = (struct ft_variation){.any_lse = (int)ft_jget_int(request, "any_lse", 0)};
    for (const struct ft_jval *s = sizes ? sizes->child : NULL;
         s && out->n_page_sizes < FT_MAX_PAGE_SIZES; s = s->next)
        if (s->i > 0)
            out->page_sizes[out->n_page_sizes++] = (int32_t)s->i;
}

static int open_contestant(struct worker *w, struct ft_contestant *c, const struct ft_jval *request,
                           struct ft_verdict *v)
{
    const char *library = ft_jget_str(request, "library", "");

    return *library ? ft_contestant_open_library(c, library, v)
                    : ft_contestant_open(c, ft_jget_str(request, "cubin", ""),
                                         ft_jget_str(request, "program", ""), &w->modules, v);
}

static int do_load(struct worker *w, const struct ft_jval *request, struct ft_json *j,
                   struct ft_err *err)
{
    const int64_t id = ft_jget_int(request, "id", -1);
    struct slot *slot = find_slot(w, id);
    struct ft_verdict v = {.outcome = FT_OUT_OK};

    if (id < 0)
        return ft_err_set(err, FT_ERR_INTERNAL, "a contestant's id is 0 or more");
    if (slot)
        drop_slot(w, slot);
    for (int i = 0; i < FT_MAX_LOADED && !slot; i++)
        slot = w->slots[i].is_used ? NULL : &w->slots[i];
    if (!slot)
        return ft_err_set(err, FT_ERR_INTERNAL, "%d contestants are loaded already", FT_MAX_LOADED);

    if (open_contestant(w, &slot->contestant, request, &v) == 0) {
        slot->is_used = 1;
        slot->id = slot->contestant.id = (int)id;
        slot->contestant.is_deterministic = (int)ft_jget_int(request, "deterministic", 1);
        read_variation(request, &slot->contestant.variation);
        slot->contestant.variation.is_slow = w->bench.is_cpu;
        if (ft_plan_open(&w->bench, &slot->contestant, &w->tensors, &slot->plan, &v) < 0)
            drop_slot(w, slot);
    }
    answer_verdict(j, &v, (int)id);
    if (v.outcome != FT_OUT_OK)
        return 0;
    if (slot->plan.library) {
        ft_json_kstr(j, "match", match_names[fatune_plan_match(slot->plan.library)]);
        ft_json_kstr(j, "describe", fatune_plan_describe(slot->plan.library));
    }
    ft_json_kint(j, "regs", slot->plan.kernels.regs);
    ft_json_kint(j, "ctas_per_sm", slot->plan.kernels.ctas_per_sm);
    ft_json_kint(j, "smem_bytes", slot->plan.launch.kernels[0].smem_bytes);
    ft_json_kint(j, "local_bytes", slot->plan.local_bytes);
    ft_json_kint(j, "workspace_bytes", (int64_t)slot->plan.launch.workspace_bytes);
    return 0;
}

static int do_validate(struct worker *w, const struct ft_jval *request, struct ft_json *j,
                       struct ft_err *err)
{
    struct slot *slot = need_slot(w, ft_jget_int(request, "id", -1), err);
    const char *set = ft_jget_str(request, "set", "problem");
    const int n_launches = strcmp(set, "problem-once") == 0 ? 1 : 2;
    struct ft_compare worst = ft_nothing_compared;
    struct ft_verdict v = {.outcome = FT_OUT_OK};
    const char *case_name = "problem";

    if (!slot)
        return -1;
    if (w->is_counters)
        return ft_err_set(err, FT_ERR_INTERNAL, "a worker for counters has no reference");
    if (strcmp(set, "full") == 0) {
        case_name = ft_full_set_validate(&w->bench, &w->set, &w->problem.problem, &slot->contestant,
                                         &worst, &v, err);
        if (!case_name)
            return -1;
    } else {
        const int rc = ft_plan_check(&w->bench, &slot->plan, &w->tensors, n_launches, &worst, &v);

        if (rc < 0 && !v.is_sticky && ft_tensors_fill(&w->bench, &w->tensors, err) < 0)
            return -1;
    }
    answer_verdict(j, &v, slot->id);
    ft_json_kstr(j, "case", case_name);
    ft_json_knum(j, "max_abs", worst.max_abs);
    ft_json_knum(j, "mean_abs", worst.mean_abs);
    ft_json_knum(j, "rel_l2", worst.rel_l2);
    ft_json_knum(j, "cosine", worst.cosine);
    ft_json_knum(j, "tol", worst.tol);
    ft_json_knum(j, "lse_max_abs", worst.lse_max_abs);
    return 0;
}

static int do_time(struct worker *w, const struct ft_jval *request, struct ft_json *j,
                   struct ft_err *err)
{
    const struct ft_jval *ids = ft_jget(request, "ids");
    const int64_t n_samples = ft_jget_int(request, "samples", 5);
    const int mode = ft_cache_mode_find(ft_jget_str(request, "cache", "cold"));
    const double limit_ns = ft_jget_num(request, "limit_ns", 0);
    struct ft_plan *plans[FT_MAX_LOADED];
    struct ft_series_ns series[FT_MAX_LOADED] = {0};
    struct ft_verdict v = {.outcome = FT_OUT_OK};
    struct ft_arena *arena;
    int n = 0, bad = -1, slot_ids[FT_MAX_LOADED];

    if (!ids || ids->n_children == 0 || ids->n_children > FT_MAX_LOADED || n_samples < 1 ||
        n_samples > 100000 || mode < 0)
        return ft_err_set(err, FT_ERR_INTERNAL, "'time' needs ids, samples and a cache mode");
    for (const struct ft_jval *id = ids->child; id; id = id->next) {
        struct slot *slot = need_slot(w, id->i, err);

        if (!slot)
            return -1;
        slot_ids[n] = slot->id;
        plans[n++] = &slot->plan;
    }
    arena = ft_arena_new();
    for (int i = 0; i < n; i++)
        series[i].ns = ft_arena_alloc(arena, (size_t)n_samples * sizeof(double));
    ft_meter_time(&w->meter, plans, n, (int)n_samples, (enum ft_cache_mode)mode,
                  limit_ns > 0 ? limit_ns : 0, series, &bad, &v);
    answer_verdict(j, &v, v.outcome == FT_OUT_OK || bad < 0 ? -1 : slot_ids[bad]);
    if (v.outcome == FT_OUT_OK) {
        ft_json_key(j, "samples");
        ft_json_array(j);
        for (int i = 0; i < n; i++) {
            ft_json_array(j);
            for (int k = 0; k < series[i].n; k++)
                ft_json_num(j, series[i].ns[k]);
            ft_json_array_end(j);
        }
        ft_json_array_end(j);
        ft_json_key(j, "kernels");
        ft_json_array(j);
        for (int i = 0; i < n; i++)
            ft_json_int(j, series[i].n_kernels);
        ft_json_array_end(j);
        ft_json_kstr(j, "timer", ft_meter_timer(&w->meter));
        if (w->meter.why[0])
            ft_json_kstr(j, "timer_why", w->meter.why);
        ft_json_kint(j, "sm_mhz", w->meter.sm_mhz);
        ft_json_kbool(j, "throttled", w->meter.is_throttled);
    }
    ft_arena_free(arena);
    return 0;
}

struct counted { /* the launch that is counted */
    struct worker *w;
    struct slot *slot;
    enum ft_cache_mode mode;
    struct ft_verdict verdict;
};

static int prepare_counted(void *ctx)
{
    struct counted *c = ctx;

    return ft_flush(&c->w->bench, c->mode, NULL) < 0 ? -1
                                                     : ft_bench_sync(&c->w->bench, "flush", NULL);
}

static int launch_counted(void *ctx)
{
    struct counted *c = ctx;

    return ft_plan_run(&c->w->bench, &c->slot->plan, &c->verdict);
}

static int do_counters(struct worker *w, const struct ft_jval *request, struct ft_json *j,
                       struct ft_err *err)
{
    const int mode = ft_cache_mode_find(ft_jget_str(request, "cache", "cold"));
    struct counted counted = {.w = w, .slot = need_slot(w, ft_jget_int(request, "id", -1), err)};
    struct ft_counters counters = {.status = "failed"};
    struct ft_err why = {0};

    if (!counted.slot)
        return -1;
    if (!w->is_counters || mode < 0)
        return ft_err_set(err, FT_ERR_INTERNAL, "counters are collected in a worker of their own");
    counted.mode = (enum ft_cache_mode)mode;
    ft_counters_collect(ft_counters_one_pass, prepare_counted, launch_counted, &counted, &counters,
                        &why);
    if (counted.verdict.outcome != FT_OUT_OK) {
        answer_verdict(j, &counted.verdict, counted.slot->id);
        return 0;
    }
    ft_json_kbool(j, "ok", 1);
    ft_json_kstr(j, "status", counters.status);
    if (why.code != FT_OK) {
        ft_json_kstr(j, "detail", why.text);
        ft_json_kstr(j, "hint", why.hint);
    }
    ft_json_kint(j, "passes", counters.n_passes);
    ft_json_key(j, "counters");
    ft_json_object(j);
    for (int i = 0; i < counters.n; i++)
        ft_json_knum(j, counters.names[i], counters.values[i]);
    ft_json_object_end(j);
    return 0;
}

static int do_unload(struct worker *w, const struct ft_jval *request, struct ft_json *j)
{
    struct slot *slot = find_slot(w, ft_jget_int(request, "id", -1));

    if (slot)
        drop_slot(w, slot);
    ft_json_kbool(j, "ok", 1);
    return 0;
}

/* -1 with err set where there is no proper answer. */
static int serve(struct worker *w, const char *what, const struct ft_jval *request,
                 struct ft_json *j, const char **outcome, struct ft_err *err)
{
    if (strcmp(what, "hello") == 0)
        return do_hello(w, request, j, err);
    if (!w->is_open)
        return ft_err_set(err, FT_ERR_INTERNAL, "'hello' comes first");
    if (strcmp(what, "calibrate") == 0)
        return do_calibrate(w, j, err);
    if (strcmp(what, "problem") == 0)
        return do_problem(w, request, j, outcome, err);
    if (!w->has_problem)
        return ft_err_set(err, FT_ERR_INTERNAL, "'problem' comes before '%s'", what);
    if (strcmp(what, "load") == 0)
        return do_load(w, request, j, err);
    if (strcmp(what, "unload") == 0)
        return do_unload(w, request, j);
    if (strcmp(what, "validate") == 0)
        return do_validate(w, request, j, err);
    if (strcmp(what, "time") == 0)
        return do_time(w, request, j, err);
    if (strcmp(what, "counters") == 0)
        return do_counters(w, request, j, err);
    return ft_err_set(err, FT_ERR_INTERNAL, "'%s' is no request", what);
}

int ft_worker_gpu_main(int is_counters)
{
    struct worker *w = ft_calloc(1, sizeof *w);
    struct ft_buf line = FT_BUF_INIT, reply = FT_BUF_INIT;
    int is_over = 0;

    w->is_counters = is_counters;
    while (!is_over && ft_child_read_line(&line) == 1) {
        struct ft_arena *arena = ft_arena_new();
        struct ft_err err = {0};
        struct ft_json j;
        const struct ft_jval *request =
            ft_json_parse(arena, ft_buf_str(&line), strlen(ft_buf_str(&line)), &err);
        const char *what = request ? ft_jget_str(request, "do", "") : "", *outcome = NULL;

        is_over = strcmp(what, "quit") == 0;
        ft_buf_clear(&reply);
        ft_json_init(&j, &reply, 0);
        ft_json_object(&j);
        if (is_over) {
            ft_json_kbool(&j, "ok", 1);
        } else if (!request || serve(w, what, request, &j, &outcome, &err) < 0) {
            ft_buf_clear(&reply); /* an answer may have been begun */
            ft_json_init(&j, &reply, 0);
            ft_json_object(&j);
            answer_error(w, &j, &err, outcome);
        }
        ft_json_object_end(&j);
        is_over |= ft_child_write_line(ft_buf_str(&reply)) < 0;
        ft_arena_free(arena);
    }
    ft_buf_free(&reply);
    ft_buf_free(&line);
    free(w->set.class);
    free(w);
    return 0;
}
#endif
