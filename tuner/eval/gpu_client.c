/* gpu_client.c -- see the header
 *
 * Deadlines are per request and generous: they exist to end hangs, not to judge speed. The clock of
 * a request starts when it is sent; nothing is queued in a worker.
 */
#include "eval/gpu_client.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/log.h"
#include "base/mem.h"
#include "base/units.h"
#include "eval/protocol.h"

#define SECOND_NS          ((int64_t)1000000000)
#define HELLO_NS           (90 * SECOND_NS) /* an outside program may import a framework first */
#define CALIBRATE_NS       (60 * SECOND_NS)
#define PROBLEM_NS         (180 * SECOND_NS)
#define LOAD_NS            (20 * SECOND_NS)
#define VALIDATE_NS        (15 * SECOND_NS)
#define TIME_BASE_NS       (20 * SECOND_NS) /* plus what the samples may take */
#define COUNTERS_NS        (60 * SECOND_NS)
#define CPU_PATIENCE       12 /* the CPU device may take so many times as long */
#define IDLE_NS            ((int64_t)20000000)
#define MAX_TIMER_FAILURES 3

static void begin_request(struct ft_json *j, struct ft_buf *line, const char *what)
{
    ft_json_init(j, line, 0);
    ft_json_object(j);
    ft_json_kstr(j, "do", what);
}

static void worker_lost(struct ft_gpu *gpu, enum ft_outcome lost, const char *detail)
{
    gpu->lost = lost;
    gpu->lost_id = FT_NO_ID;
    snprintf(gpu->lost_detail, sizeof gpu->lost_detail, "%s", detail);
}

/* 1 a line of the worker's, valid until the next; 0 lost */
static int ask_line(struct ft_gpu *gpu, const char *request, int64_t deadline_ns, const char **line)
{
    if (gpu->device_index == FT_DEVICE_CPU)
        deadline_ns *= CPU_PATIENCE;
    int64_t end = ft_now_ns() + deadline_ns;
    int rc = 0;
    struct ft_err send = {0};
    ft_process_send(&gpu->process, request, &send); /* a dead worker is noticed when it is read */
    while (rc == 0) {
        int64_t left = end - ft_now_ns();
        if (left <= 0) {
            char limit[FT_UNIT_BYTES], why[96];
            snprintf(why, sizeof why, "no answer within %s, killed",
                     ft_format_seconds((double)deadline_ns / 1e9, limit));
            ft_process_kill(&gpu->process, why);
            worker_lost(gpu, FT_OUT_TIMEOUT, why);
            return 0;
        }
        const struct ft_gpu_hooks *hooks = gpu->hooks;
        if (hooks)
            hooks->release(gpu->hooks_ctx);
        rc = ft_process_recv(&gpu->process, hooks && left > IDLE_NS ? IDLE_NS : left, line);
        if (hooks)
            hooks->acquire(gpu->hooks_ctx);
        if (rc == 0 && hooks)
            hooks->idle(gpu->hooks_ctx);
    }
    if (rc < 0) {
        worker_lost(gpu, FT_OUT_CRASHED, gpu->process.exit_text);
        return 0;
    }
    return 1;
}

/* 1 the answer, 0 lost (what answers nonsense is lost, too), -1 error (it answered ok:false) */
static int ask(struct ft_gpu *gpu, enum ft_spending work, const char *request, int64_t deadline_ns,
               const struct ft_jval **reply, struct ft_err *err)
{
    const int64_t start = ft_now_ns();
    const char *line = NULL;
    if (gpu->lost != FT_OUT_OK)
        return 0;
    const int is_answered = ask_line(gpu, request, deadline_ns, &line);
    gpu->spent_ns[work] += ft_now_ns() - start;
    if (!is_answered)
        return 0;
    ft_arena_free(gpu->reply_arena);
    gpu->reply_arena = ft_arena_new();
    struct ft_err parse = {0};
    const struct ft_jval *value = ft_json_parse(gpu->reply_arena, line, strlen(line), &parse);
    if (!value) {
        char why[256];
        snprintf(why, sizeof why, "its answer is no JSON: %.200s", parse.text);
        ft_process_kill(&gpu->process, why);
        worker_lost(gpu, FT_OUT_CRASHED, why);
        return 0;
    }
    *reply = value;
    if (ft_jget_int(value, "sticky", 0)) {
        ft_process_kill(&gpu->process, "the CUDA context was lost");
        worker_lost(
            gpu, FT_OUT_CRASHED,
            ft_jget_str(value, "detail", ft_jget_str(value, "error", "the CUDA context was lost")));
        gpu->lost_id = (int)ft_jget_int(value, "id", FT_NO_ID);
        return 0;
    }
    if (!ft_jget_int(value, "ok", 0)) {
        ft_err_set(err, FT_ERR_ENV, "%s",
                   ft_jget_str(value, "error", "the worker failed without saying why"));
        const char *hint = ft_jget_str(value, "hint", "");
        if (hint[0])
            ft_err_hint(err, "%s", hint);
        return -1;
    }
    return 1;
}

/* As ask, for requests whose loss is an error of the run. */
static int ask_or_fail(struct ft_gpu *gpu, const char *request, int64_t deadline_ns,
                       const struct ft_jval **reply, const char *what, struct ft_err *err)
{
    int rc = ask(gpu, FT_SPENT_SETUP, request, deadline_ns, reply, err);
    if (rc == 0)
        return ft_err_set(err, FT_ERR_ENV, "the GPU worker died during %s: %s", what,
                          gpu->lost_detail);
    return rc < 0 ? -1 : 0;
}

static void read_device(const struct ft_jval *v, struct ft_device *d)
{
    snprintf(d->name, sizeof d->name, "%s", ft_jget_str(v, "name", "unknown"));
    snprintf(d->uuid, sizeof d->uuid, "%s", ft_jget_str(v, "uuid", ""));
    snprintf(d->partition, sizeof d->partition, "%s", ft_jget_str(v, "partition", ""));
    d->cc = (int)ft_jget_int(v, "cc", 0);
    if (strcmp(ft_jget_str(v, "arch", ""), FT_ARCH_CPU) == 0)
        snprintf(d->arch, sizeof d->arch, "%s", FT_ARCH_CPU);
    else
        ft_device_arch_of_cc(d->cc, d->arch);
    d->sms = (int)ft_jget_int(v, "sms", 0);
    d->smem_per_cta = ft_jget_int(v, "smem_per_cta", 0);
    d->smem_per_sm = ft_jget_int(v, "smem_per_sm", 0);
    d->regs_per_sm = ft_jget_int(v, "regs_per_sm", 0);
    d->max_threads_per_cta = (int)ft_jget_int(v, "max_threads_per_cta", 0);
    d->max_threads_per_sm = (int)ft_jget_int(v, "max_threads_per_sm", 0);
    d->max_ctas_per_sm = (int)ft_jget_int(v, "max_ctas_per_sm", 0);
    d->l2_bytes = ft_jget_int(v, "l2_bytes", 0);
    d->memory_bytes = ft_jget_int(v, "memory_bytes", 0);
    d->sm_mhz = (int)ft_jget_int(v, "sm_mhz", 0);
    d->mem_mhz = (int)ft_jget_int(v, "mem_mhz", 0);
    d->driver_version = (int)ft_jget_int(v, "driver_version", 0);
}

static void read_peers(struct ft_gpu *gpu, const struct ft_jval *list)
{
    gpu->n_peers = 0;
    for (const struct ft_jval *v = list ? list->child : NULL; v && gpu->n_peers < FT_MAX_PEERS;
         v = v->next) {
        struct ft_gpu_peer *peer = &gpu->peers[gpu->n_peers++];
        snprintf(peer->name, sizeof peer->name, "%s", ft_jget_str(v, "name", "unknown"));
        peer->cc = (int)ft_jget_int(v, "cc", 0);
        peer->sms = (int)ft_jget_int(v, "sms", 0);
    }
}

static int hello(struct ft_gpu *gpu, struct ft_err *err)
{
    struct ft_buf line = FT_BUF_INIT;
    struct ft_json j;
    const struct ft_jval *reply = NULL;
    begin_request(&j, &line, "hello");
    ft_json_kint(&j, "protocol", FT_PROTOCOL_VERSION);
    ft_json_kint(&j, "device", gpu->device_index);
    ft_json_kint(&j, "partition", gpu->partition_sms);
    ft_json_object_end(&j);
    int rc = ask_or_fail(gpu, ft_buf_str(&line), HELLO_NS, &reply, "start-up", err);
    ft_buf_free(&line);
    if (rc < 0)
        return -1;
    const struct ft_jval *device = ft_jget(reply, "device"), *versions = ft_jget(reply, "versions"),
                         *list = ft_jget(reply, "contestants");
    snprintf(gpu->name, sizeof gpu->name, "%s", ft_jget_str(reply, "name", "gpu"));
    snprintf(gpu->timer, sizeof gpu->timer, "%s", ft_jget_str(reply, "timer", "event"));
    snprintf(gpu->pci, sizeof gpu->pci, "%s", ft_jget_str(reply, "pci", ""));
    if (device)
        read_device(device, &gpu->device);
    if (versions) {
        snprintf(gpu->driver, sizeof gpu->driver, "%s", ft_jget_str(versions, "driver", ""));
        snprintf(gpu->nvrtc, sizeof gpu->nvrtc, "%s", ft_jget_str(versions, "nvrtc", ""));
        snprintf(gpu->cupti, sizeof gpu->cupti, "%s", ft_jget_str(versions, "cupti", ""));
    }
    read_peers(gpu, ft_jget(reply, "peers"));
    gpu->n_contestants = 0;
    for (const struct ft_jval *c = list ? list->child : NULL;
         c && gpu->n_contestants < FT_MAX_CONTESTANTS; c = c->next) {
        gpu->contestants[gpu->n_contestants].id = (int)ft_jget_int(c, "id", 0);
        snprintf(gpu->contestants[gpu->n_contestants++].name, sizeof gpu->contestants[0].name, "%s",
                 ft_jget_str(c, "name", "unnamed"));
    }
    return 0;
}

static int start(struct ft_gpu *gpu, struct ft_err *err)
{
    gpu->lost = FT_OUT_OK;
    gpu->generation++;
    if (ft_process_start(&gpu->process, gpu->argv, NULL, NULL, err) < 0)
        return -1;
    return hello(gpu, err);
}

char **ft_gpu_own_argv(int is_counters)
{
    static char self[] = "/proc/self/exe", flag[] = "--worker", kind[] = "gpu",
                counters[] = "counters";
    static char *argv[2][4];
    char *other = getenv("FATUNE_GPU_WORKER");
    char **own = argv[is_counters != 0];
    own[0] = other && *other ? other : self;
    own[1] = flag;
    own[2] = is_counters ? counters : kind;
    return own;
}

int ft_gpu_start(struct ft_gpu *gpu, char **argv, int device_index, struct ft_err *err)
{
    struct ft_gpu fresh = {
        .hooks = gpu->hooks, .hooks_ctx = gpu->hooks_ctx, .partition_sms = gpu->partition_sms};
    *gpu = fresh;
    snprintf(gpu->name, sizeof gpu->name, "gpu");
    gpu->process.fd = -1;
    gpu->argv = argv;
    gpu->device_index = device_index;
    if (start(gpu, err) == 0)
        return 0;
    ft_err_hint(err, "'fatune doctor' says what is missing; check, list, compile, query and export "
                     "need no GPU");
    return -1;
}

void ft_gpu_stop(struct ft_gpu *gpu)
{
    if (gpu->process.fd >= 0)
        ft_process_stop(&gpu->process);
    free(gpu->problem_request);
    gpu->problem_request = NULL;
    ft_arena_free(gpu->reply_arena);
    gpu->reply_arena = NULL;
}

int ft_gpu_calibrate(struct ft_gpu *gpu, struct ft_err *err)
{
    const struct ft_jval *reply = NULL;
    if (ask_or_fail(gpu, "{\"do\":\"calibrate\"}", CALIBRATE_NS, &reply, "calibration", err) < 0)
        return -1;
    gpu->is_calibrated = 1;
    gpu->read_roof_gbps = ft_jget_num(reply, "read_roof_gbps", 0);
    gpu->reference_ns = ft_jget_num(reply, "reference_ns", 0);
    gpu->device.read_roof_gbps = gpu->read_roof_gbps;
    return 0;
}

int ft_gpu_revive(struct ft_gpu *gpu, struct ft_err *err)
{
    const struct ft_jval *reply = NULL;
    if (gpu->process.fd >= 0)
        ft_process_kill(&gpu->process, "replaced");
    if (start(gpu, err) < 0)
        return -1;
    double roof = gpu->read_roof_gbps;
    if (gpu->is_calibrated && ft_gpu_calibrate(gpu, err) < 0)
        return -1;
    if (roof > 0)
        gpu->read_roof_gbps = gpu->device.read_roof_gbps =
            roof; /* one roof a run: percentages stay comparable */
    if (gpu->problem_request && ask_or_fail(gpu, gpu->problem_request, PROBLEM_NS, &reply,
                                            "set-up of the problem", err) < 0)
        return -1;
    return 0;
}

int ft_gpu_problem(struct ft_gpu *gpu, const char *key, uint64_t seed, const char *cache, char *why,
                   size_t cap, struct ft_err *err)
{
    struct ft_buf line = FT_BUF_INIT;
    struct ft_json j;
    const struct ft_jval *reply = NULL;
    begin_request(&j, &line, "problem");
    ft_json_kstr(&j, "key", key);
    ft_json_kint(&j, "seed", (int64_t)seed);
    ft_json_kstr(&j, "cache", cache);
    ft_json_object_end(&j);
    free(gpu->problem_request);
    gpu->problem_request = ft_buf_take(&line);
    struct ft_err local = {0};
    int rc = ask(gpu, FT_SPENT_SETUP, gpu->problem_request, PROBLEM_NS, &reply, &local);
    if (rc == 1) {
        gpu->min_read_ns = ft_jget_num(reply, "min_read_ns", 0);
        return 1;
    }
    free(gpu->problem_request);
    gpu->problem_request = NULL;
    snprintf(why, cap, "%s%s", rc == 0 ? "the GPU worker died during its set-up: " : "",
             rc == 0 ? gpu->lost_detail : local.text);
    if (rc < 0 && !(reply && strcmp(ft_jget_str(reply, "outcome", ""), "rejected") == 0)) {
        *err = local;
        return -1;
    }
    return 0;
}

/* The outcome part that all answers about a candidate share. */
static void candidate_reply(struct ft_gpu *gpu, int rc, const struct ft_jval *reply,
                            enum ft_outcome *outcome, char *detail, size_t cap)
{
    if (rc == 0) {
        *outcome = gpu->lost;
        snprintf(detail, cap, "%s", gpu->lost_detail);
    } else if (rc == 1) {
        int found = ft_outcome_find(ft_jget_str(reply, "outcome", "ok"));
        *outcome = found < 0 ? FT_OUT_CRASHED : (enum ft_outcome)found;
        snprintf(detail, cap, "%s", ft_jget_str(reply, "detail", ""));
    }
}

struct ft_gpu_request ft_gpu_request_of(const struct ft_family *family, const char *cubin_path,
                                        const char *program)
{
    return (struct ft_gpu_request){.cubin_path = cubin_path,
                                   .program = program,
                                   .is_deterministic = family->is_deterministic,
                                   .any_page_size = !family->specialised[FT_VAR_P_PAGE_SIZE],
                                   .any_lse = !family->specialised[FT_VAR_P_WANT_LSE]};
}

int ft_gpu_load(struct ft_gpu *gpu, int id, const struct ft_gpu_request *request,
                struct ft_gpu_loaded *loaded, enum ft_outcome *outcome, char *detail, size_t cap,
                struct ft_err *err)
{
    static const int other_page_sizes[] = {
        1, 48}; /* besides the problem's: no power of two, no multiple of a tile */
    struct ft_buf line = FT_BUF_INIT;
    struct ft_json j;
    const struct ft_jval *reply = NULL;
    begin_request(&j, &line, "load");
    ft_json_kint(&j, "id", id);
    if (request->library) {
        ft_json_kstr(&j, "library", request->library);
    } else {
        ft_json_kstr(&j, "cubin", request->cubin_path);
        ft_json_kstr(&j, "program", request->program);
    }
    ft_json_kbool(&j, "deterministic", request->is_deterministic);
    ft_json_kbool(&j, "any_lse", request->any_lse);
    ft_json_key(&j, "page_sizes");
    ft_json_array(&j);
    for (size_t i = 0;
         request->any_page_size && i < sizeof other_page_sizes / sizeof *other_page_sizes; i++)
        ft_json_int(&j, other_page_sizes[i]);
    ft_json_array_end(&j);
    ft_json_object_end(&j);
    int rc = ask(gpu, FT_SPENT_LOADING, ft_buf_str(&line), LOAD_NS, &reply, err);
    candidate_reply(gpu, rc, reply, outcome, detail, cap);
    ft_buf_free(&line);
    if (rc != 1)
        return rc;
    *loaded = (struct ft_gpu_loaded){
        .regs = (int)ft_jget_int(reply, "regs", 0),
        .ctas_per_sm = (int)ft_jget_int(reply, "ctas_per_sm", 0),
        .smem_bytes = (int)ft_jget_int(reply, "smem_bytes", 0),
        .local_bytes = (int)ft_jget_int(reply, "local_bytes", 0),
        .workspace_bytes = ft_jget_int(reply, "workspace_bytes", 0),
    };
    snprintf(loaded->match, sizeof loaded->match, "%s", ft_jget_str(reply, "match", ""));
    snprintf(loaded->describe, sizeof loaded->describe, "%s", ft_jget_str(reply, "describe", ""));
    return 1;
}

int ft_gpu_validate(struct ft_gpu *gpu, int id, const char *set, struct ft_validation *v,
                    enum ft_outcome *outcome, char *detail, size_t cap, struct ft_err *err)
{
    struct ft_buf line = FT_BUF_INIT;
    struct ft_json j;
    const struct ft_jval *reply = NULL;
    begin_request(&j, &line, "validate");
    ft_json_kint(&j, "id", id);
    ft_json_kstr(&j, "set", set);
    ft_json_object_end(&j);
    int rc = ask(gpu, FT_SPENT_VALIDATION, ft_buf_str(&line), VALIDATE_NS, &reply, err);
    candidate_reply(gpu, rc, reply, outcome, detail, cap);
    ft_buf_free(&line);
    if (rc == 1)
        *v = (struct ft_validation){
            .max_abs = ft_jget_num(reply, "max_abs", NAN),
            .mean_abs = ft_jget_num(reply, "mean_abs", NAN),
            .rel_l2 = ft_jget_num(reply, "rel_l2", NAN),
            .cosine = ft_jget_num(reply, "cosine", NAN),
            .tol = ft_jget_num(reply, "tol", NAN),
            .lse_max_abs = ft_jget_num(reply, "lse_max_abs", NAN),
        };
    return rc;
}

/* The worker times with `timer` from now on. 1: it was ended instead, to start anew. */
static int timer_failed(struct ft_gpu *gpu, const char *timer, const char *why)
{
    if (gpu->n_timer_failures++ < MAX_TIMER_FAILURES) {
        ft_note("the worker '%s' is replaced, its timer %s failed: %s", gpu->name, gpu->timer, why);
        ft_process_kill(&gpu->process, "its timer failed");
        worker_lost(gpu, FT_OUT_CRASHED, "its timer failed");
        return 1;
    }
    ft_warn("times are taken by %s from now on, %s fails again and again: %s", timer, gpu->timer,
            why);
    snprintf(gpu->timer, sizeof gpu->timer, "%s", timer);
    return 0;
}

int ft_gpu_time(struct ft_gpu *gpu, const int *ids, size_t n_ids, int n_samples, const char *cache,
                double limit_ns, struct ft_series *series, int *sm_mhz, int *throttled,
                enum ft_outcome *outcome, int *bad_id, char *detail, size_t cap, struct ft_err *err)
{
    struct ft_buf line = FT_BUF_INIT;
    struct ft_json j;
    const struct ft_jval *reply = NULL;
    begin_request(&j, &line, "time");
    ft_json_key(&j, "ids");
    ft_json_array(&j);
    for (size_t i = 0; i < n_ids; i++)
        ft_json_int(&j, ids[i]);
    ft_json_array_end(&j);
    ft_json_kint(&j, "samples", n_samples);
    ft_json_kstr(&j, "cache", cache);
    ft_json_knum(&j, "limit_ns", limit_ns);
    ft_json_object_end(&j);
    double per_launch = fmax(fmax(limit_ns, gpu->slowest_ns), 1e6) * 20;
    int64_t deadline = TIME_BASE_NS + (int64_t)(per_launch * (double)n_ids * n_samples);
    *bad_id = n_ids == 1 ? ids[0] : FT_NO_ID;
    memset(series, 0, n_ids * sizeof *series);
    int rc = ask(gpu, FT_SPENT_SAMPLES, ft_buf_str(&line), deadline, &reply, err);
    candidate_reply(gpu, rc, reply, outcome, detail, cap);
    ft_buf_free(&line);
    if (rc == 0 && n_ids > 1)
        *bad_id = gpu->lost_id;
    if (rc != 1)
        return rc;
    if (*outcome != FT_OUT_OK) {
        *bad_id = (int)ft_jget_int(reply, "id", *bad_id);
        return rc;
    }
    *sm_mhz = (int)ft_jget_int(reply, "sm_mhz", 0);
    *throttled = (int)ft_jget_int(reply, "throttled", 0);
    if (strcmp(ft_jget_str(reply, "timer", gpu->timer), gpu->timer) != 0 &&
        timer_failed(gpu, ft_jget_str(reply, "timer", ""), ft_jget_str(reply, "timer_why", "")))
        return 2;
    const struct ft_jval *lists = ft_jget(reply, "samples"), *list = lists ? lists->child : NULL;
    for (size_t i = 0; i < n_ids && list; i++, list = list->next) {
        series[i].ns = ft_arena_alloc(gpu->reply_arena, (list->n_children + 1) * sizeof(double));
        for (const struct ft_jval *v = list->child; v; v = v->next)
            if (v->kind == FT_J_NUM && v->num > 0)
                series[i].ns[series[i].n++] = v->num;
    }
    return rc;
}

int ft_gpu_unload(struct ft_gpu *gpu, int id, struct ft_err *err)
{
    struct ft_buf line = FT_BUF_INIT;
    struct ft_json j;
    const struct ft_jval *reply = NULL;
    begin_request(&j, &line, "unload");
    ft_json_kint(&j, "id", id);
    ft_json_object_end(&j);
    int rc = ask(gpu, FT_SPENT_LOADING, ft_buf_str(&line), LOAD_NS, &reply, err);
    ft_buf_free(&line);
    return rc;
}

int ft_gpu_counters(struct ft_gpu *gpu, int id, const char *cache, const struct ft_jval **reply,
                    struct ft_err *err)
{
    struct ft_buf line = FT_BUF_INIT;
    struct ft_json j;
    begin_request(&j, &line, "counters");
    ft_json_kint(&j, "id", id);
    ft_json_kstr(&j, "cache", cache);
    ft_json_object_end(&j);
    int rc = ask(gpu, FT_SPENT_COUNTERS, ft_buf_str(&line), COUNTERS_NS, reply, err);
    ft_buf_free(&line);
    return rc;
}
