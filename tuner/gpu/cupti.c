/* cupti.c -- device times of kernels from activity records
 *
 * Idea: CUPTI writes a record for each kernel into buffers that it asks us for, and hands them back
 * when they are full or flushed. A launch is found by its correlation id, which grows with each
 * call of the driver, so that sorting by it gives the order of launches without any further
 * records.
 *
 *     CUPTI --request--> take_buffer() ... records ... --complete--> drain() -> session.records
 *
 * Invariants
 * - The callbacks may run on CUPTI's own thread: all they touch is under `lock`; CUPTI is never
 * called while it is held.
 * - take_buffer never returns NULL (older CUPTI crashes on it); a buffer belongs to CUPTI until it
 * comes back.
 * - Names are copied at once: they lie in the module, which may be unloaded after ft_activity_end.
 * - Nothing is torn down. Ending CUPTI in a living process has been seen to hang and to slow down
 * launches; the process ends instead. For the same reason nothing is registered twice.
 * - No timestamp callback: CUPTI's own clock is the one that tells which records are stale.
 * - A record may come a moment after its kernel was waited for. One that ended before the block
 *   began is not the block's, however late it comes: counted as one, it would be taken for a record
 *   that is still missing, and every later block would be off by as much.
 */
#ifndef FT_NO_CUDA
#include "gpu/cupti.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/mem.h"
#include "gpu/cupti_syms.h"
#include "gpu/dl.h"

/* The newest layout that the headers know. Older and newer ones have start, end, correlationId and
 * name at the same places (the assertions below hold the headers to it). */
#if CUPTI_API_VERSION >= 130000
typedef CUpti_ActivityKernel10 kernel_record;
#else
typedef CUpti_ActivityKernel9 kernel_record;
#endif
_Static_assert(offsetof(kernel_record, start) == offsetof(CUpti_ActivityKernel4, start),
               "start moved");
_Static_assert(offsetof(kernel_record, end) == offsetof(CUpti_ActivityKernel4, end), "end moved");
_Static_assert(offsetof(kernel_record, correlationId) ==
                   offsetof(CUpti_ActivityKernel4, correlationId),
               "correlationId moved");
_Static_assert(offsetof(kernel_record, name) == offsetof(CUpti_ActivityKernel4, name),
               "name moved");

#define BUFFER_BYTES ((size_t)4 << 20) /* some 19000 records */
#define N_POOL       8
#define N_FLUSHES    8 /* 1 + 2 + 4 + ... ms: a quarter of a second in all */

/* ---- the library ------------------------------------------------------------------------ */

const struct ft_cupti *ft_cupti_load(struct ft_err *err)
{
    static struct ft_cupti cupti;
    static int is_loaded;
    const char *path = NULL;
    void *handle;

    if (is_loaded)
        return &cupti;
    handle = ft_dl_open(FT_LIB_CUPTI, &path, err);
    if (!handle)
        return NULL;
#define FT_X(fn)                                                                                   \
    *(void **)&cupti.fn = ft_dl_sym(handle, #fn, path, err);                                       \
    if (!cupti.fn)                                                                                 \
        return NULL;
    FT_CUPTI_REQUIRED(FT_X)
#undef FT_X
    cupti.has_range_profiler = FT_HAS_RANGE_PROFILER;
#define FT_X(fn)                                                                                   \
    *(void **)&cupti.fn = ft_dl_sym(handle, #fn, path, NULL);                                      \
    cupti.has_range_profiler &= cupti.fn != NULL;
    FT_CUPTI_OPTIONAL(FT_X)
#undef FT_X
    is_loaded = 1;
    return &cupti;
}

const char *ft_cupti_error(const struct ft_cupti *cupti, CUptiResult r, char out[96])
{
    const char *name = NULL;

    cupti->cuptiGetResultString(r, &name);
    snprintf(out, 96, "%s (%d)", name ? name : "CUPTI error", (int)r);
    return out;
}

int ft_cupti_version(uint32_t *version, struct ft_err *err)
{
    const struct ft_cupti *cupti = ft_cupti_load(err);

    if (!cupti)
        return -1;
    return cupti->cuptiGetVersion(version) == CUPTI_SUCCESS
               ? 0
               : ft_err_set(err, FT_ERR_ENV, "CUPTI does not tell its version");
}

/* ---- buffers and records ---------------------------------------------------------------- */

static struct {
    pthread_mutex_t lock;
    const struct ft_cupti *cupti;
    int is_open;
    /* Under lock: */
    int is_collecting; /* between begin and end; otherwise records stay as they are, for the caller
                        */
    uint8_t *free_buffers[64];
    int n_free, n_pool_used;
    struct ft_activity_record *records;
    size_t n, cap, n_dropped;
    uint32_t newest_id;  /* of all records ever seen */
    uint32_t ignored_id; /* records up to it belong to an earlier block, */
    uint64_t begin_ns;   /* and so do those that ended by then (cuptiGetTimestamp) */
} session = {.lock = PTHREAD_MUTEX_INITIALIZER};

static uint8_t pool[N_POOL][BUFFER_BYTES] __attribute__((aligned(64)));

static void CUPTIAPI take_buffer(uint8_t **buffer, size_t *bytes, size_t *max_records)
{
    pthread_mutex_lock(&session.lock);
    if (session.n_free > 0)
        *buffer = session.free_buffers[--session.n_free];
    else if (session.n_pool_used < N_POOL)
        *buffer = pool[session.n_pool_used++];
    else
        *buffer = ft_malloc(BUFFER_BYTES); /* joins the pool when it comes back */
    pthread_mutex_unlock(&session.lock);
    *bytes = BUFFER_BYTES;
    *max_records = 0; /* as many as fit */
}

static void give_buffer(uint8_t *buffer)
{
    pthread_mutex_lock(&session.lock);
    if (session.n_free < (int)(sizeof session.free_buffers / sizeof *session.free_buffers))
        session.free_buffers[session.n_free++] = buffer;
    pthread_mutex_unlock(&session.lock);
}

static void keep_record(const kernel_record *kernel)
{
    pthread_mutex_lock(&session.lock);
    if (kernel->correlationId > session.newest_id)
        session.newest_id = kernel->correlationId;
    if (session.is_collecting && kernel->correlationId > session.ignored_id &&
        (kernel->end == 0 || kernel->end > session.begin_ns)) {
        struct ft_activity_record *r;

        FT_GROW(session.records, session.n + 1, session.cap);
        r = &session.records[session.n++];
        *r = (struct ft_activity_record){kernel->start, kernel->end, kernel->correlationId, ""};
        snprintf(r->name, sizeof r->name, "%s", kernel->name ? kernel->name : "");
    }
    pthread_mutex_unlock(&session.lock);
}

static void CUPTIAPI drain(CUcontext context, uint32_t stream, uint8_t *buffer, size_t bytes,
                           size_t valid_bytes)
{
    CUpti_Activity *record = NULL;
    size_t n_dropped = 0;

    (void)bytes;
    while (valid_bytes > 0 && session.cupti->cuptiActivityGetNextRecord(buffer, valid_bytes,
                                                                        &record) == CUPTI_SUCCESS) {
        if (record->kind == CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL ||
            record->kind == CUPTI_ACTIVITY_KIND_KERNEL)
            keep_record((const kernel_record *)(const void *)record);
    }
    if (session.cupti->cuptiActivityGetNumDroppedRecords(context, stream, &n_dropped) ==
        CUPTI_SUCCESS) {
        pthread_mutex_lock(&session.lock);
        session.n_dropped += n_dropped;
        pthread_mutex_unlock(&session.lock);
    }
    give_buffer(buffer);
}

/* ---- the interface ---------------------------------------------------------------------- */

static void CUPTIAPI ignore_callback(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                                     const void *data)
{
    (void)user;
    (void)domain;
    (void)id;
    (void)data;
}

static int refused(CUptiResult r, const char *what, struct ft_err *err)
{
    char text[96];

    if (r == CUPTI_SUCCESS)
        return 0;
    ft_err_set(err, FT_ERR_ENV, "CUPTI refuses %s: %s", what,
               ft_cupti_error(session.cupti, r, text));
    if (r == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED || r == CUPTI_ERROR_MAX_LIMIT_REACHED)
        ft_err_hint(
            err,
            "another profiler is attached to this process (nsys, ncu, cuda-gdb); run without it");
    else
        ft_err_hint(err,
                    "CUPTI must not be newer than the driver; 'fatune doctor' shows both versions");
    return -1;
}

int ft_activity_open(struct ft_err *err)
{
    /* KIND_KERNEL makes kernels run one after the other; it can be compared through the
     * environment. */
    const char *wish = getenv("FATUNE_CUPTI_KIND");
    CUpti_ActivityKind kind = wish && strcmp(wish, "kernel") == 0
                                  ? CUPTI_ACTIVITY_KIND_KERNEL
                                  : CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL;
    CUpti_SubscriberHandle subscriber;

    if (session.is_open)
        return 0;
    session.cupti = ft_cupti_load(err);
    if (!session.cupti)
        return -1;
    /* CUPTI serves one client: subscribing first shows whether that is us. */
    if (refused(session.cupti->cuptiSubscribe(&subscriber, ignore_callback, NULL), "a subscriber",
                err))
        return -1;
    if (refused(session.cupti->cuptiActivityRegisterCallbacks(take_buffer, drain), "buffers",
                err) ||
        refused(session.cupti->cuptiActivityEnable(kind), "kernel records", err)) {
        session.cupti->cuptiUnsubscribe(subscriber);
        return -1;
    }
    session.is_open = 1;
    return 0;
}

int ft_activity_begin(struct ft_err *err)
{
    if (!session.is_open)
        return ft_err_set(err, FT_ERR_INTERNAL, "kernel records are not open");
    /* What earlier launches left is delivered now, or later; it does not count. */
    uint64_t now_ns = 0;
    if (refused(session.cupti->cuptiActivityFlushAll(0), "a flush", err) ||
        refused(session.cupti->cuptiGetTimestamp(&now_ns), "its clock", err))
        return -1;
    pthread_mutex_lock(&session.lock);
    session.begin_ns = now_ns;
    session.n = session.n_dropped = 0;
    session.ignored_id = session.newest_id;
    session.is_collecting = 1;
    pthread_mutex_unlock(&session.lock);
    return 0;
}

static int by_launch(const void *a, const void *b)
{
    const struct ft_activity_record *x = a, *y = b;

    if (x->correlation_id != y->correlation_id)
        return x->correlation_id < y->correlation_id ? -1 : 1;
    return x->start_ns < y->start_ns ? -1
                                     : x->start_ns > y->start_ns; /* kernels of one graph launch */
}

static int check_records(long expected, struct ft_err *err)
{
    if (session.n_dropped > 0)
        return ft_err_set(err, FT_ERR_ENV, "CUPTI dropped %zu kernel records", session.n_dropped);
    if (expected >= 0 && session.n != (size_t)expected)
        return ft_err_set(err, FT_ERR_ENV, "CUPTI gave %zu kernel records for %ld launches",
                          session.n, expected);
    for (size_t i = 0; i < session.n; i++) {
        const struct ft_activity_record *r = &session.records[i];

        if (r->start_ns == 0 || r->end_ns <= r->start_ns)
            return ft_err_set(err, FT_ERR_ENV, "CUPTI gave kernel '%s' the times %llu to %llu ns",
                              r->name, (unsigned long long)r->start_ns,
                              (unsigned long long)r->end_ns);
    }
    return 0;
}

int ft_activity_end(long expected, const struct ft_activity_record **records, size_t *n,
                    struct ft_err *err)
{
    int rc;

    if (!session.is_open)
        return ft_err_set(err, FT_ERR_INTERNAL, "kernel records are not open");
    /* A flush returns the buffers whose records are complete, which may be a moment after the
     * kernels are. */
    for (int i = 0; i < N_FLUSHES; i++) {
        struct timespec pause = {.tv_nsec = 1000000L << i};
        int is_complete;

        if (refused(session.cupti->cuptiActivityFlushAll(0), "a flush", err))
            return -1;
        pthread_mutex_lock(&session.lock);
        is_complete = expected < 0 || session.n >= (size_t)expected || session.n_dropped > 0;
        pthread_mutex_unlock(&session.lock);
        if (is_complete)
            break;
        nanosleep(&pause, NULL);
    }
    pthread_mutex_lock(&session.lock);
    session.is_collecting = 0;
    rc = check_records(expected, err);
    if (rc == 0) {
        if (session.n > 1)
            qsort(session.records, session.n, sizeof *session.records, by_launch);
        *records = session.records;
        *n = session.n;
    }
    pthread_mutex_unlock(&session.lock);
    return rc;
}
#endif
