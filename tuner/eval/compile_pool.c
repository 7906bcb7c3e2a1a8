/* compile_pool.c -- see the header; the parent's side of `fatune --worker compile`
 *
 * Invariant: a job is in exactly one place: the queue (WAITING), one worker (RUNNING), or finished.
 * Only the parent decides outcomes; a worker only reports, through the cache.
 */
#include "eval/compile_pool.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>
#include "base/json.h"
#include "base/mem.h"
#include "base/units.h"
#include "eval/process.h"
#include "gpu/cache.h"

#define MAX_POOL_WORKERS 64
#define WORKER_BYTES                                                                               \
    ((int64_t)4 << 30) /* address space of one compile; NVRTC needs under 0.3 GB                   \
                        */
#define WORKER_RESIDENT_BYTES ((int64_t)800 << 20)
#define NOTHING_COMPILES      "'fatune doctor' says what is missing; FATUNE_CACHE names another cache"

struct slot {
    struct ft_process process; /* fd -1: not started */
    struct ft_job *job;        /* NULL: idle */
    int64_t deadline_ns;
};
struct ft_pool {
    struct slot slots[MAX_POOL_WORKERS];
    int n_slots;
    int64_t deadline_ns;
    const char *const *include_dirs;
    struct ft_job **queue;
    size_t n_queued, head, cap, n_running;
    struct ft_err broken; /* why nothing compiles here */
};

static int default_workers(void)
{
    struct sysinfo info;
    long n = sysconf(_SC_NPROCESSORS_ONLN);
    if (sysinfo(&info) == 0) {
        int64_t fit = (int64_t)info.totalram * info.mem_unit / WORKER_RESIDENT_BYTES;
        n = fit < n ? fit : n;
    }
    return n < 1 ? 1 : n > MAX_POOL_WORKERS ? MAX_POOL_WORKERS : (int)n;
}

struct ft_pool *ft_pool_new(int n_workers, int64_t deadline_ns, const char *const *include_dirs)
{
    struct ft_pool *pool = ft_calloc(1, sizeof *pool);
    pool->n_slots = n_workers > 0 ? n_workers : default_workers();
    if (pool->n_slots > MAX_POOL_WORKERS)
        pool->n_slots = MAX_POOL_WORKERS;
    pool->deadline_ns = deadline_ns;
    pool->include_dirs = include_dirs;
    for (int i = 0; i < pool->n_slots; i++)
        pool->slots[i].process.fd = -1;
    return pool;
}

void ft_pool_free(struct ft_pool *pool)
{
    if (!pool)
        return;
    for (int i = 0; i < pool->n_slots; i++) {
        struct slot *slot = &pool->slots[i];
        if (slot->process.fd < 0)
            continue;
        if (slot->job)
            ft_process_kill(&slot->process, "no longer needed");
        else
            ft_process_stop(&slot->process);
    }
    free(pool->queue);
    free(pool);
}

static void finish(struct ft_job *job, enum ft_outcome outcome, const char *detail)
{
    job->state = FT_JOB_DONE;
    job->outcome = outcome;
    snprintf(job->detail, sizeof job->detail, "%.*s", (int)sizeof job->detail - 1,
             detail ? detail : "");
}

/* An entry that the contract always launches and the compiler did not see, or NULL: one with a
 * `when` may be compiled only where it is used. The log names no more than so many entries: when
 * it is full, the loader is the one to tell. */
static const char *find_missing_entry(const struct ft_family *family,
                                      const struct ft_compile_result *result)
{
    const int max = (int)(sizeof result->entries / sizeof *result->entries);
    for (size_t i = 0; i < family->n_kernels && result->n_entries < max; i++) {
        int is_found = strcmp(family->kernels[i].when.text, "1") != 0;
        for (int k = 0; k < result->n_entries && !is_found; k++)
            is_found = strcmp(result->entries[k].entry, family->kernels[i].entry) == 0;
        if (!is_found)
            return family->kernels[i].entry;
    }
    return NULL;
}

/* Takes a finished job's result from the cache: 1 taken, 0 not there, -1 the cache itself failed.
 */
static int take_from_cache(struct ft_job *job, struct ft_err *err)
{
    struct ft_compile_result result = {0};
    int rc = ft_cache_get(job->build->key, &result, err);
    if (rc != 1)
        return rc;
    for (int i = 0; i < result.n_entries; i++) {
        const struct ft_entry_resources *entry = &result.entries[i];
        int spill = entry->spill_store_bytes + entry->spill_load_bytes;
        job->regs = entry->regs > job->regs ? entry->regs : job->regs;
        job->spill_bytes = spill > job->spill_bytes ? spill : job->spill_bytes;
        if (entry->static_smem_bytes > job->static_smem_bytes)
            job->static_smem_bytes = entry->static_smem_bytes;
    }
    job->wall_ns = result.wall_ns;
    char first[sizeof job->detail] = "";
    const char *missing =
        result.outcome == FT_OUT_OK ? find_missing_entry(job->build->family, &result) : NULL;
    if (missing) {
        result.outcome = FT_OUT_COMPILE_FAILED;
        snprintf(first, sizeof first, "kernel.cu has no entry '%s'", missing);
    } else if (result.outcome != FT_OUT_OK) {
        ft_nvrtc_first_error(ft_buf_str(&result.log), first, sizeof first);
    } else if (job->spill_bytes > 0) {
        snprintf(first, sizeof first, "%d bytes of registers spill to local memory",
                 job->spill_bytes);
    }
    finish(job,
           result.outcome == FT_OUT_OK && job->spill_bytes > 0 ? FT_OUT_SPILLS : result.outcome,
           first);
    ft_compile_result_free(&result);
    return 1;
}

void ft_pool_add(struct ft_pool *pool, struct ft_job *job)
{
    struct ft_err ignored = {0}; /* a cache that cannot be read only costs a compile */
    if (take_from_cache(job, &ignored) == 1) {
        job->is_cached = 1;
        return;
    }
    FT_GROW(pool->queue, pool->n_queued + 1, pool->cap);
    pool->queue[pool->n_queued++] = job;
}

size_t ft_pool_pending(const struct ft_pool *pool)
{
    return pool->n_queued - pool->head + pool->n_running;
}

static void format_request(const struct ft_pool *pool, const struct ft_build *build,
                           struct ft_buf *out)
{
    struct ft_json j;
    ft_json_init(&j, out, 0);
    ft_json_object(&j);
    ft_json_kstr(&j, "do", "compile");
    ft_json_kstr(&j, "key", build->key);
    ft_json_kstr(&j, "source", build->family->source_path);
    ft_json_kstr(&j, "header", build->header);
    ft_json_kstr(&j, "arch", build->arch);
    ft_json_key(&j, "include");
    ft_json_array(&j);
    for (const char *const *dir = pool->include_dirs; *dir; dir++)
        ft_json_str(&j, *dir);
    ft_json_str(&j, build->family->dir);
    ft_json_array_end(&j);
    ft_json_object_end(&j);
}

static void requeue(struct ft_pool *pool, struct ft_job *job)
{
    job->state = FT_JOB_WAITING;
    FT_GROW(pool->queue, pool->n_queued + 1, pool->cap);
    pool->queue[pool->n_queued++] = job;
}

/* The slot's worker is gone or was killed: its job is tried once more in a fresh process, then
 * blamed. */
static void job_lost(struct ft_pool *pool, struct slot *slot, enum ft_outcome outcome)
{
    struct ft_job *job = slot->job;
    slot->job = NULL;
    if (!job)
        return;
    pool->n_running--;
    if (outcome != FT_OUT_COMPILE_TIMEOUT && job->n_tries < 2) {
        requeue(pool, job);
        return;
    }
    char detail[256];
    snprintf(detail, sizeof detail, FT_COMPILER_DIED "%s", slot->process.exit_text);
    finish(job, outcome, outcome == FT_OUT_COMPILE_TIMEOUT ? slot->process.exit_text : detail);
}

static int start_job(struct ft_pool *pool, struct slot *slot, struct ft_job *job,
                     struct ft_err *err)
{
    static char self[] = "/proc/self/exe", flag[] = "--worker", kind[] = "compile";
    char *argv[] = {self, flag, kind, NULL};
    struct ft_limits limits = {.memory_bytes = WORKER_BYTES};
    if (slot->process.fd < 0 && ft_process_start(&slot->process, argv, &limits, NULL, err) < 0)
        return -1;
    struct ft_buf line = FT_BUF_INIT;
    format_request(pool, job->build, &line);
    struct ft_err send = {0};
    job->state = FT_JOB_RUNNING;
    job->n_tries++;
    slot->job = job;
    slot->deadline_ns = ft_now_ns() + pool->deadline_ns;
    pool->n_running++;
    if (ft_process_send(&slot->process, ft_buf_str(&line), &send) < 0) /* it died while idle */
        job_lost(pool, slot, FT_OUT_COMPILE_FAILED);
    ft_buf_free(&line);
    return 0;
}

static void collect(struct ft_pool *pool, struct slot *slot)
{
    const char *line;
    int rc = ft_process_recv(&slot->process, 0, &line);
    if (rc == 0)
        return;
    if (rc < 0) {
        job_lost(pool, slot, FT_OUT_COMPILE_FAILED);
        return;
    }
    struct ft_job *job = slot->job;
    if (!job)
        return;
    struct ft_err err = {0};
    struct ft_arena *arena = ft_arena_new();
    const struct ft_jval *reply = ft_json_parse(arena, line, strlen(line), &err);
    slot->job = NULL;
    pool->n_running--;
    if (reply && !ft_jget_int(reply, "ok", 0)) {
        ft_err_set(&err, FT_ERR_ENV, "%s", ft_jget_str(reply, "error", "no reason given"));
        ft_err_hint(&err, "%s", ft_jget_str(reply, "hint", NOTHING_COMPILES));
    } else if (reply && take_from_cache(job, &err) == 0) {
        ft_err_set(&err, FT_ERR_ENV, "a build that was compiled is not in the cache");
    }
    if (err.code != FT_OK) {
        ft_err_wrap(&err, "cannot compile");
        ft_err_hint(&err, "%s", NOTHING_COMPILES);
        requeue(pool, job);
        pool->broken = err;
    }
    ft_arena_free(arena);
}

int ft_pool_pump(struct ft_pool *pool, int64_t timeout_ns, struct ft_err *err)
{
    struct ft_process *running[MAX_POOL_WORKERS];
    int64_t now = ft_now_ns();
    if (pool->broken.code != FT_OK) {
        *err = pool->broken;
        return -1;
    }
    for (int i = 0; i < pool->n_slots; i++) {
        struct slot *slot = &pool->slots[i];
        if (slot->job && now > slot->deadline_ns) {
            char why[96], limit[FT_UNIT_BYTES];
            snprintf(why, sizeof why, "took longer than %s",
                     ft_format_seconds((double)pool->deadline_ns / 1e9, limit));
            ft_process_kill(&slot->process, why);
            job_lost(pool, slot, FT_OUT_COMPILE_TIMEOUT);
        }
        if (!slot->job && pool->head < pool->n_queued) {
            if (start_job(pool, slot, pool->queue[pool->head], err) < 0)
                return -1;
            pool->head++;
        }
        running[i] = &slot->process;
    }
    if (pool->n_running == 0)
        return 0;
    if (ft_process_wait_any(running, (size_t)pool->n_slots, timeout_ns) < 0)
        return 0;
    for (int i = 0; i < pool->n_slots; i++)
        if (pool->slots[i].process.fd >= 0 && pool->slots[i].job)
            collect(pool, &pool->slots[i]);
    return 0;
}
