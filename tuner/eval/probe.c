/* probe.c -- see the header
 *
 * The kernels of a foreign call are unknown, so a mark (the empty helper kernel, after the flush)
 * opens each iteration, and what follows it up to the next helper kernel belongs to the call.
 * Without CUPTI, events are recorded at the mark and before the next flush; then the number of
 * kernels is 0.
 */
#ifndef FT_NO_CUDA
#include "eval/probe.h"
#include <string.h>
#include <time.h>
#include "eval/measure.h"
#include "eval/records.h"
#include "gpu/cupti.h"

#define MAX_ITERATIONS 64
#define COLLECTIONS    6

static struct {
    struct ft_bench bench;
    CUevent events[2 * MAX_ITERATIONS];
    int is_open, n; /* iterations since begin */
    struct ft_err err;
} probe;

int ft_probe_open(void)
{
    ft_err_clear(&probe.err);
    if (probe.is_open)
        return 0;
    if (ft_bench_attach(&probe.bench, &probe.err) < 0)
        return -1;
    for (int i = 0; i < 2 * MAX_ITERATIONS; i++)
        if (ft_bench_check(&probe.bench,
                           probe.bench.driver.cuEventCreate(&probe.events[i], CU_EVENT_DEFAULT),
                           "creating an event", &probe.err) < 0)
            return -1;
    probe.is_open = 1;
    return 0;
}

static int check_open(void)
{
    ft_err_clear(&probe.err);
    return probe.is_open ? 0 : ft_err_set(&probe.err, FT_ERR_USAGE, "ft_probe_open comes first");
}

int ft_probe_fill(uint64_t device_ptr, int64_t n, int dtype, uint64_t seed, int tag)
{
    ft_hu64 tensor_seed = 8 * seed + (ft_hu64)tag;
    ft_h64 count = n;
    void *params[] = {&device_ptr, &count, &dtype, &tensor_seed};

    if (check_open() < 0)
        return -1;
    if (ft_bench_launch(&probe.bench, FT_HELPER_FILL_FLAT, ft_bench_blocks(&probe.bench, n), params,
                        &probe.err) < 0)
        return -1;
    return ft_bench_sync(&probe.bench, "filling a tensor", &probe.err);
}

int ft_probe_begin(void)
{
    if (check_open() < 0)
        return -1;
    probe.n = 0;
    if (ft_bench_sync(&probe.bench, "waiting for earlier work", &probe.err) < 0)
        return -1;
    return probe.bench.has_cupti ? ft_activity_begin(&probe.err) : 0;
}

static int record_event(int i)
{
    if (probe.bench.has_cupti)
        return 0;
    return ft_bench_check(&probe.bench, probe.bench.driver.cuEventRecord(probe.events[i], NULL),
                          "recording an event", &probe.err);
}

int ft_probe_flush(int mode)
{
    void *no_params[] = {NULL};

    if (check_open() < 0)
        return -1;
    if (mode < FT_CACHE_COLD || mode > FT_CACHE_HOT)
        return ft_err_set(&probe.err, FT_ERR_USAGE, "the mode is 0 cold, 1 dirty or 2 hot");
    if (probe.n == MAX_ITERATIONS)
        return ft_err_set(&probe.err, FT_ERR_USAGE, "at most %d iterations", MAX_ITERATIONS);
    if ((probe.n > 0 && record_event(2 * probe.n - 1) < 0) ||
        ft_flush(&probe.bench, (enum ft_cache_mode)mode, &probe.err) < 0 ||
        ft_bench_launch(&probe.bench, FT_HELPER_EMPTY, 1, no_params, &probe.err) < 0 ||
        record_event(2 * probe.n) < 0)
        return -1;
    probe.n++;
    return 0;
}

/* Splits the records at the marks; the number of marks. */
static int split(const struct ft_activity_record *records, size_t n_records, double *ns,
                 int *kernels, int max)
{
    uint64_t start = 0, end = 0;
    int n = 0, is_inside = 0;

    for (size_t i = 0; i < n_records; i++) {
        const struct ft_activity_record *r = &records[i];

        if (strncmp(r->name, FT_HELPER_PREFIX, strlen(FT_HELPER_PREFIX)) == 0) {
            is_inside = strcmp(r->name, "ft_helper_empty") == 0 && n < max;
            if (is_inside) {
                ns[n] = 0;
                kernels[n++] = 0;
            }
            continue;
        }
        if (!is_inside)
            continue;
        start = kernels[n - 1] == 0 || r->start_ns < start ? r->start_ns : start;
        end = kernels[n - 1] == 0 || r->end_ns > end ? r->end_ns : end;
        ns[n - 1] = (double)(end - start);
        kernels[n - 1]++;
    }
    return n;
}

static int read_events(double *ns, int *kernels, int max)
{
    for (int i = 0; i < probe.n && i < max; i++) {
        float ms = 0;

        if (ft_bench_check(&probe.bench,
                           probe.bench.driver.cuEventElapsedTime(&ms, probe.events[2 * i],
                                                                 probe.events[2 * i + 1]),
                           "reading an event", &probe.err) < 0)
            return -1;
        ns[i] = (double)ms * 1e6;
        kernels[i] = 0;
    }
    return probe.n < max ? probe.n : max;
}

int ft_probe_end(double *ns, int *kernels, int max)
{
    const struct ft_activity_record *records;
    size_t n_records = 0, n_before = (size_t)-1;

    if (check_open() < 0 || (probe.n > 0 && record_event(2 * probe.n - 1) < 0) ||
        ft_bench_sync(&probe.bench, "running the calls", &probe.err) < 0)
        return -1;
    if (!probe.bench.has_cupti)
        return read_events(ns, kernels, max);
    /* How many records there will be is unknown: collect until all marks are there and nothing more
     * comes. */
    for (int i = 0; i < COLLECTIONS; i++) {
        struct timespec pause = {.tv_nsec = 1000000L << i};
        int n;

        if (ft_activity_end(-1, &records, &n_records, &probe.err) < 0)
            return -1;
        n = split(records, n_records, ns, kernels, max);
        if (n == (probe.n < max ? probe.n : max) && n_records == n_before)
            return n;
        n_before = n_records;
        nanosleep(&pause, NULL);
    }
    return ft_err_set(&probe.err, FT_ERR_ENV, "CUPTI gave no complete records");
}

const char *ft_probe_timer(void)
{
    return probe.is_open && probe.bench.has_cupti ? "cupti" : "event";
}

const char *ft_probe_error(void)
{
    return probe.err.text;
}
#endif
