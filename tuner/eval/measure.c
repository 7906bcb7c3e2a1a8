/* measure.c -- timing in blocks
 *
 * Everything timed is an item: a contestant's plan or one of our kernels. A block of items is
 * launched, waited for, and its records are walked against what was launched. Whether the clock
 * fell is seen two ways: NVML's reasons while a block runs, and a kernel of fixed arithmetic that
 * joins a block now and then and, where NVML is silent, must take the time it took at calibration.
 */
#ifndef FT_NO_CUDA
#include "eval/measure.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/rng.h"
#include "base/stats.h"
#include "base/units.h"
#include "eval/protocol.h"
#include "eval/records.h"
#include "gpu/cupti.h"
#include "gpu/nvml.h"

#define ATTEMPTS        3
#define BLOCK_TARGET_NS 2e8 /* a block's kernels take about this at most */
#define CHECK_EVERY_NS  ((int64_t)200000000)
#define SPIN_STEPS      8000
#define WARM_UP_NS      ((int64_t)150000000)
#define WARM_UP_MAX_NS  ((int64_t)2000000000)
#define WINDOW_NS       ((int64_t)25000000)
/* NVML event reasons: HW slowdown, SW thermal, HW thermal, HW power brake. The software power cap
 * is how a GPU runs under such a load: on an H200 at 700 W, prefill of 32k tokens, 1980 falls to
 * 1800 MHz, and a pause helps for a few samples only. */
#define THROTTLE_REASONS (0x08u | 0x20u | 0x40u | 0x80u)
#define SLOWER_RATIO     1.03
#define ROOF_MAX_BYTES   ((size_t)4 << 30)
#define ROOF_CPU_BYTES   ((size_t)1 << 20)
#define READ_BLOCK_BYTES 16384
/* Where a workspace lies decides which parts of L2 its counters and partial results are in: on an
 * H200 the same decode kernel of 5 us took 2.6 % longer with another workspace, for as long as it
 * had it. So it moves, in steps of PLACE_BYTES within N_PLACES of them: every round has another. */
#define PLACE_BYTES ((size_t)1024)
#define N_PLACES    ((size_t)32768)

struct item {
    const struct ft_plan *plan; /* NULL: the helper */
    enum ft_helper helper;
    int64_t n_blocks;
    void **params;
    enum ft_cache_mode mode;
    CUdeviceptr workspace; /* of the plan; 0: its own */
    /* results */
    double ns;
    int n_kernels;
};

static const char *const helper_names[] = {
#define FT_X(id, entry) entry,
    FT_HELPERS(FT_X)
#undef FT_X
};

int ft_cache_mode_find(const char *name)
{
    static const char *const names[] = {"cold", "dirty", "hot"};

    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

int ft_flush_kernels(enum ft_cache_mode mode)
{
    if (mode == FT_CACHE_HOT)
        return 0;
    return mode == FT_CACHE_COLD ? 2 : 1; /* dirty: a memset, which is no kernel record */
}

int ft_flush(struct ft_bench *b, enum ft_cache_mode mode, struct ft_err *err)
{
    ft_h64 n16 = (ft_h64)(b->flush_bytes / 16);
    void *read_params[] = {&b->flush, &n16, &b->scratch}, *code_params[] = {&b->scratch};
    int rc;

    if (mode == FT_CACHE_HOT)
        return 0;
    if (mode == FT_CACHE_DIRTY)
        rc = ft_bench_set_words(b, b->flush, b->flush_bytes, 0x3f800000u, err);
    else
        rc = ft_bench_launch(b, FT_HELPER_READ, (int64_t)(b->flush_bytes / READ_BLOCK_BYTES),
                             read_params, err);
    return rc < 0 ? -1 : ft_bench_launch(b, FT_HELPER_CODE, b->vars.sms, code_params, err);
}

int ft_meter_open(struct ft_bench *b, struct ft_meter *m, struct ft_err *err)
{
    memset(m, 0, sizeof *m);
    m->b = b;
    m->use_events = !b->has_cupti;
    for (int i = 0; i < 2 * FT_BLOCK; i++)
        if (ft_bench_check(b, b->driver.cuEventCreate(&m->events[i], CU_EVENT_DEFAULT),
                           "creating an event", err) < 0)
            return -1;
    return 0;
}

const char *ft_meter_timer(const struct ft_meter *m)
{
    return m->b->is_cpu ? "host" : m->use_events ? "event" : "cupti";
}

static int item_kernels(const struct item *item)
{
    return item->plan ? item->plan->launch.n_kernels : 1;
}

static int record_event(struct ft_meter *m, int i, struct ft_err *err)
{
    if (!m->use_events)
        return 0;
    return ft_bench_check(m->b, m->b->driver.cuEventRecord(m->events[i], m->b->stream),
                          "recording an event", err);
}

/* A plan whose workspace is elsewhere finds there what it would find in its own. */
static int launch_plan(struct ft_meter *m, const struct item *item, struct ft_verdict *v)
{
    return item->workspace ? ft_plan_run_at(m->b, item->plan, item->workspace, v)
                           : ft_plan_run(m->b, item->plan, v);
}

static int launch_items(struct ft_meter *m, struct item *items, int n, struct ft_verdict *v)
{
    struct ft_err err = {0};

    for (int i = 0; i < n; i++) {
        if (items[i].workspace &&
            ft_plan_zero_workspace(m->b, items[i].plan, items[i].workspace, &err) < 0)
            return ft_verdict_take(v, m->b, &err);
        if (ft_flush(m->b, items[i].mode, &err) < 0 || record_event(m, 2 * i, &err) < 0)
            return ft_verdict_take(v, m->b, &err);
        if (items[i].plan) {
            if (launch_plan(m, &items[i], v) < 0)
                return -1;
        } else if (ft_bench_launch(m->b, items[i].helper, items[i].n_blocks, items[i].params,
                                   &err) < 0) {
            return ft_verdict_take(v, m->b, &err);
        }
        if (record_event(m, 2 * i + 1, &err) < 0)
            return ft_verdict_take(v, m->b, &err);
    }
    return 0;
}

/* The clock as NVML sees it, while the GPU works. */
static void read_clock(struct ft_meter *m)
{
    struct ft_nvml_state state;

    if (ft_nvml_read(m->b->pci, &state, NULL) < 0)
        return;
    if (state.sm_mhz > 0)
        m->sm_mhz = state.sm_mhz;
    m->has_reasons = 1;
    if (state.throttle_reasons & THROTTLE_REASONS)
        m->is_throttled = 1;
}

/* Of a flush, in the order of launches; a dirty flush has the second one only. */
static const char *const flush_names[] = {"ft_helper_read", "ft_helper_code"};

/* The times of a block's items. -1 where the records are not of what was launched. */
static int read_records(const struct ft_activity_record *records, size_t n_records,
                        struct item *items, int n)
{
    struct ft_timed timed[FT_BLOCK];

    for (int i = 0; i < n; i++) {
        const int n_flush = ft_flush_kernels(items[i].mode);

        timed[i] = (struct ft_timed){.flush = flush_names + 2 - n_flush,
                                     .n_flush = n_flush,
                                     .helper = items[i].plan ? NULL : helper_names[items[i].helper],
                                     .n_kernels = item_kernels(&items[i])};
    }
    if (ft_records_read(records, n_records, timed, n) < 0)
        return -1;
    for (int i = 0; i < n; i++) {
        items[i].ns = timed[i].ns;
        items[i].n_kernels = timed[i].n_kernels;
    }
    return 0;
}

static int read_events(struct ft_meter *m, struct item *items, int n, struct ft_err *err)
{
    for (int i = 0; i < n; i++) {
        float ms = 0;

        if (ft_bench_check(
                m->b, m->b->driver.cuEventElapsedTime(&ms, m->events[2 * i], m->events[2 * i + 1]),
                "reading an event", err) < 0)
            return -1;
        items[i].ns = (double)ms * 1e6;
        items[i].n_kernels = item_kernels(&items[i]);
    }
    return 0;
}

static int bad_block(struct ft_meter *m, const char *why)
{
    snprintf(m->why, sizeof m->why, "%.*s", (int)sizeof m->why - 1, why);
    return 1;
}

/* 0 timed, 1 the records were bad, -1 a contestant or the device failed */
static int try_block(struct ft_meter *m, struct item *items, int n, struct ft_verdict *v)
{
    const struct ft_activity_record *records;
    struct ft_err err = {0};
    size_t n_records;
    long expected = 0;
    const int64_t now_ns = ft_now_ns();

    for (int i = 0; i < n; i++)
        expected += ft_flush_kernels(items[i].mode) + item_kernels(&items[i]);
    if (ft_bench_sync(m->b, "waiting for earlier work", &err) < 0)
        return ft_verdict_take(v, m->b, &err);
    if (!m->use_events && ft_activity_begin(&err) < 0)
        return bad_block(m, err.text);
    if (launch_items(m, items, n, v) < 0)
        return -1;
    if (now_ns - m->checked_ns >= CHECK_EVERY_NS) {
        read_clock(m);
        m->checked_ns = now_ns;
    }
    if (ft_verdict_cuda(v, m->b, m->b->driver.cuCtxSynchronize(), "running it") < 0)
        return -1;
    if (m->use_events)
        return read_events(m, items, n, &err) < 0 ? ft_verdict_take(v, m->b, &err) : 0;
    if (ft_activity_end(expected, &records, &n_records, &err) < 0)
        return bad_block(m, err.text);
    return read_records(records, n_records, items, n) < 0
               ? bad_block(m, "the records are not of what was launched")
               : 0;
}

/* As try_block, repeated while records are bad. */
static int run_block(struct ft_meter *m, struct item *items, int n, struct ft_verdict *v)
{
    int rc = 1;

    for (int attempt = 0; attempt < ATTEMPTS && rc == 1; attempt++)
        rc = try_block(m, items, n, v);
    return rc;
}

/* Times one of our kernels n times (at most FT_BLOCK): its median. Falls back to events by itself.
 */
static int time_helper(struct ft_meter *m, enum ft_helper helper, int64_t n_blocks, void **params,
                       enum ft_cache_mode mode, int n, double *ns, struct ft_err *err)
{
    struct item items[FT_BLOCK];
    double samples[FT_BLOCK];
    struct ft_verdict v = {0};

    for (int i = 0; i < n; i++)
        items[i] =
            (struct item){.helper = helper, .n_blocks = n_blocks, .params = params, .mode = mode};
    int rc = run_block(m, items, n, &v);

    if (rc == 1) {
        m->use_events = 1;
        rc = run_block(m, items, n, &v);
    }
    if (rc != 0)
        return ft_err_set(err, FT_ERR_ENV, "timing '%s': %s", helper_names[helper], v.detail);
    for (int i = 0; i < n; i++)
        samples[i] = items[i].ns;
    *ns = ft_median(samples, (size_t)n);
    return 0;
}

/* Parameters of the spin kernel live as long as the meter's block: all spins are the same. */
static int spin_steps = SPIN_STEPS;

static int64_t spin_blocks(const struct ft_bench *b)
{
    return b->vars.sms * 4;
}

static int warm_up(struct ft_meter *m, struct ft_err *err)
{
    void *params[] = {&spin_steps, &m->b->scratch};
    const int64_t begin_ns = ft_now_ns();
    double window[3] = {0};
    int is_flat = m->b->is_cpu; /* its clock is not what its times depend on */

    while (!is_flat && ft_now_ns() - begin_ns < WARM_UP_MAX_NS) {
        const int64_t window_ns = ft_now_ns();
        double ns, low, high;

        do {
            if (time_helper(m, FT_HELPER_SPIN, spin_blocks(m->b), params, FT_CACHE_HOT, FT_BLOCK,
                            &ns, err) < 0)
                return -1;
        } while (ft_now_ns() - window_ns < WINDOW_NS);
        window[0] = window[1];
        window[1] = window[2];
        window[2] = ns;
        low = high = ns;
        for (int i = 0; i < 3; i++) {
            low = window[i] < low ? window[i] : low;
            high = window[i] > high ? window[i] : high;
        }
        is_flat = high <= low * 1.005 && ft_now_ns() - begin_ns >= WARM_UP_NS;
    }
    m->reference_ns = window[2];
    return 0;
}

int ft_meter_read(struct ft_meter *m, CUdeviceptr data, size_t bytes, enum ft_cache_mode mode,
                  double *ns, struct ft_err *err)
{
    ft_h64 n16 = (ft_h64)(bytes / 16);
    void *params[] = {&data, &n16, &m->b->scratch};
    const int64_t n_blocks = (int64_t)((bytes + READ_BLOCK_BYTES - 1) / READ_BLOCK_BYTES);

    return time_helper(m, FT_HELPER_READ, n_blocks > 0 ? n_blocks : 1, params, mode, 5, ns, err);
}

static int measure_roof(struct ft_meter *m, double *gbps, struct ft_err *err)
{
    size_t free_bytes = 0, total_bytes = 0, bytes;
    CUdeviceptr data = 0;
    double best_ns = 0;
    int rc = -1;

    if (ft_bench_check(m->b, m->b->driver.cuMemGetInfo(&free_bytes, &total_bytes),
                       "reading free memory", err) < 0)
        return -1;
    const size_t most = m->b->is_cpu ? ROOF_CPU_BYTES : ROOF_MAX_BYTES;
    bytes = free_bytes / 4 < most ? free_bytes / 4 : most;
    bytes &= ~(size_t)(READ_BLOCK_BYTES - 1);
    if (bytes == 0)
        return ft_err_set(err, FT_ERR_ENV, "the device has no free memory");
    if (ft_bench_alloc(m->b, bytes, &data, err) < 0 ||
        ft_bench_set_words(m->b, data, bytes, 0x3f800000u, err) < 0)
        goto out;
    for (int i = 0; i < 3; i++) {
        double ns;

        if (ft_meter_read(m, data, bytes, FT_CACHE_HOT, &ns, err) < 0)
            goto out;
        best_ns = best_ns == 0 || ns < best_ns ? ns : best_ns;
    }
    *gbps = (double)bytes / best_ns;
    rc = 0;
out:
    ft_bench_free(m->b, &data);
    return rc;
}

int ft_meter_calibrate(struct ft_meter *m, struct ft_calibration *out, struct ft_err *err)
{
    void *no_params[] = {NULL};

    m->use_events = !m->b->has_cupti;
    m->reference_ns = 0;
    if (warm_up(m, err) < 0 || measure_roof(m, &out->read_roof_gbps, err) < 0 ||
        time_helper(m, FT_HELPER_EMPTY, 1, no_params, FT_CACHE_HOT, FT_BLOCK, &out->empty_kernel_ns,
                    err) < 0)
        return -1;
    out->reference_ns = m->reference_ns;
    return 0;
}

/* State of one call of ft_meter_time. */
struct rounds {
    struct ft_plan *const *plans;
    int n_plans, n_rounds;
    enum ft_cache_mode mode;
    double limit_ns;
    struct ft_series_ns *out;
    int next_plan, round; /* the next pair to launch */
    CUdeviceptr places;   /* room for workspaces, with N_PLACES where they may begin; 0: none */
    uint64_t first_place; /* the number of round 0's */
    unsigned char is_done[FT_MAX_LOADED];
};

static double last_ns(const struct ft_series_ns *series)
{
    return series->n > 0 ? series->ns[series->n - 1] : 0;
}

/* Where the plan's workspace is in this round, any place; in one round the same for all plans. */
static CUdeviceptr workspace_of(const struct rounds *r, const struct ft_plan *plan)
{
    struct ft_rng rng;

    if (!r->places || plan->launch.workspace_bytes == 0)
        return 0;
    ft_rng_seed(&rng, r->first_place + (uint64_t)r->round);
    return r->places + PLACE_BYTES * ft_rng_below(&rng, N_PLACES);
}

/* The next items, in turn over the plans; their plans' indices go to which. */
static int next_block(struct rounds *r, struct item *items, int *which, int room)
{
    double planned_ns = 0;
    int n = 0;

    while (n < room && r->round < r->n_rounds && planned_ns < BLOCK_TARGET_NS) {
        const int p = r->next_plan;

        if (p == 0 && r->round == 1 && n > 0)
            break; /* the first round decides who goes on and how long launches are */
        if (!r->is_done[p]) {
            items[n] = (struct item){
                .plan = r->plans[p], .mode = r->mode, .workspace = workspace_of(r, r->plans[p])};
            which[n++] = p;
            planned_ns += last_ns(&r->out[p]);
        }
        r->next_plan = (p + 1) % r->n_plans;
        r->round += r->next_plan == 0;
    }
    return n;
}

static void keep_samples(struct rounds *r, const struct item *items, const int *which, int n)
{
    for (int i = 0; i < n; i++) {
        struct ft_series_ns *series = &r->out[which[i]];

        if (r->is_done[which[i]])
            continue; /* over its limit earlier in the same block */
        series->ns[series->n++] = items[i].ns;
        series->n_kernels = items[i].n_kernels;
        r->is_done[which[i]] = r->limit_ns > 0 && items[i].ns > r->limit_ns;
    }
}

/* 0 done, 1 records were bad, -1 verdict */
static int run_rounds(struct ft_meter *m, struct rounds *r, struct ft_verdict *v)
{
    void *spin_params[] = {&spin_steps, &m->b->scratch};
    struct item items[FT_BLOCK];
    int which[FT_BLOCK];

    for (;;) {
        const int with_spin = m->reference_ns > 0 && ft_now_ns() - m->checked_ns >= CHECK_EVERY_NS;
        const int n = next_block(r, items, which, FT_BLOCK - 1);

        if (n == 0)
            return 0;
        if (with_spin) /* first: the contestants' own launches follow each other undisturbed */
            memmove(items + 1, items, (size_t)n * sizeof *items);
        if (with_spin)
            items[0] = (struct item){.helper = FT_HELPER_SPIN,
                                     .n_blocks = spin_blocks(m->b),
                                     .params = spin_params,
                                     .mode = FT_CACHE_HOT};
        const int rc = run_block(m, items, n + with_spin, v);

        if (rc != 0)
            return rc;
        if (with_spin && items[0].ns > m->reference_ns * SLOWER_RATIO && !m->has_reasons)
            m->is_throttled = 1;
        keep_samples(r, items + with_spin, which, n);
    }
}

/* One launch of each that was not launched yet, waited for: it warms up, and what crashes here is
 * known by name. */
static int launch_once(struct ft_meter *m, struct ft_plan *const *plans, int n_plans, int *bad,
                       struct ft_verdict *v)
{
    for (int p = 0; p < n_plans; p++) {
        *bad = p;
        if (!plans[p]->has_run &&
            (ft_plan_run(m->b, plans[p], v) < 0 ||
             ft_verdict_cuda(v, m->b, m->b->driver.cuCtxSynchronize(), "running it") < 0))
            return -1;
    }
    *bad = n_plans == 1 ? 0 : -1;
    return 0;
}

/* Without room every plan has its own workspace only. */
static CUdeviceptr make_places(struct ft_meter *m, struct ft_plan *const *plans, int n_plans)
{
    CUdeviceptr places = 0;
    size_t bytes = 0;
    struct ft_err no_room = {0};

    for (int p = 0; p < n_plans; p++)
        bytes = plans[p]->launch.workspace_bytes > bytes ? plans[p]->launch.workspace_bytes : bytes;
    if (bytes > 0)
        ft_bench_alloc(m->b, bytes + PLACE_BYTES * N_PLACES, &places, &no_room);
    return places;
}

int ft_meter_time(struct ft_meter *m, struct ft_plan *const *plans, int n_plans, int n_rounds,
                  enum ft_cache_mode mode, double limit_ns, struct ft_series_ns *out, int *bad,
                  struct ft_verdict *v)
{
    CUdeviceptr places;
    int rc = 1;

    m->is_throttled = 0;
    if (launch_once(m, plans, n_plans, bad, v) < 0)
        return -1;
    places = make_places(m, plans, n_plans);
    for (int attempt = 0; attempt < 2 && rc == 1; attempt++) {
        struct rounds rounds = {.plans = plans,
                                .n_plans = n_plans,
                                .n_rounds = n_rounds,
                                .mode = mode,
                                .limit_ns = limit_ns,
                                .out = out,
                                .places = places,
                                .first_place = m->n_rounds};

        for (int p = 0; p < n_plans; p++)
            out[p].n = 0;
        rc = run_rounds(m, &rounds, v);
        m->use_events |= rc == 1; /* one timer for a whole series */
    }
    m->n_rounds += (uint64_t)n_rounds;
    if (!v->is_sticky)
        ft_bench_free(m->b, &places);
    return rc == 1 ? ft_verdict_set(v, FT_OUT_LAUNCH_FAILED, "no timer works") : rc;
}
#endif
