/* driver_memory.c -- memory of the CPU device: the host's, in a registry that knows every byte of
 * it
 *
 * Idea: an allocation ends where it was asked to end, so that AddressSanitizer sees one byte past
 * it; and since the executor asks about each access that it checks, the registry is a sorted array
 * with the last hit in front of the search.
 *
 * Invariants: `allocations` is sorted and disjoint, and changes with the lock held. A launch holds
 * the lock, so the executor may ask from as many threads as it likes; only the last hit is shared
 * between them, and it is no more than a guess.
 */
#include "cpu/driver_int.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ALIGNMENT 256

struct allocation {
    uintptr_t begin;
    size_t bytes;
};

static struct allocation *allocations;
static size_t n_allocations, cap_allocations;
static _Atomic size_t last_hit;

/* ---- the registry ---- */

/* The first allocation that begins behind p. */
static size_t index_behind(uintptr_t p)
{
    size_t low = 0, high = n_allocations;

    while (low < high) {
        const size_t middle = low + (high - low) / 2;

        if (allocations[middle].begin <= p)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int holds(size_t index, uintptr_t p, size_t n)
{
    const struct allocation *a = &allocations[index];

    return p >= a->begin && n <= a->bytes && p - a->begin <= a->bytes - n;
}

int ft_cpu_memory_holds(const void *p, size_t n)
{
    const uintptr_t at = (uintptr_t)p;
    size_t i = atomic_load_explicit(&last_hit, memory_order_relaxed);

    if (i < n_allocations && holds(i, at, n))
        return 1;
    i = index_behind(at);
    if (i == 0 || !holds(i - 1, at, n))
        return 0;
    atomic_store_explicit(&last_hit, i - 1, memory_order_relaxed);
    return 1;
}

static int grow(void)
{
    const size_t cap = cap_allocations ? 2 * cap_allocations : 64;
    struct allocation *larger;

    if (n_allocations < cap_allocations)
        return 0;
    larger = realloc(allocations, cap * sizeof *larger);
    if (!larger)
        return -1;
    allocations = larger;
    cap_allocations = cap;
    return 0;
}

/* ---- how much there is ---- */

/* The number after `key` at the beginning of a line, or the first one of the file. */
static uint64_t number_in(const char *path, const char *key, uint64_t otherwise)
{
    FILE *f = fopen(path, "re");
    char line[256];
    uint64_t value = otherwise;
    const size_t n = key ? strlen(key) : 0;

    if (!f)
        return otherwise;
    while (fgets(line, sizeof line, f)) {
        if (n == 0 || strncmp(line, key, n) == 0) {
            if (sscanf(line + n, "%" SCNu64, &value) != 1)
                value = otherwise;
            break;
        }
    }
    fclose(f);
    return value;
}

/* What the control group leaves; its page cache can be had back. */
static uint64_t group_available(void)
{
#define V1 "/sys/fs/cgroup/memory/memory"
#define V2 "/sys/fs/cgroup/memory"
    static const char *const files[][4] = {
        {V2 ".max", V2 ".current", V2 ".stat", "inactive_file "},
        {V1 ".limit_in_bytes", V1 ".usage_in_bytes", V1 ".stat", "total_inactive_file "},
    };
#undef V1
#undef V2
    uint64_t least = UINT64_MAX;

    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        const uint64_t limit = number_in(files[i][0], NULL, UINT64_MAX);
        const uint64_t used = number_in(files[i][1], NULL, 0);
        const uint64_t cache = number_in(files[i][2], files[i][3], 0);
        const uint64_t held = used > cache ? used - cache : 0;
        const uint64_t left = limit > held ? limit - held : 0;

        least = left < least ? left : least;
    }
    return least;
}

size_t ft_cpu_memory_total(void)
{
    return (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE);
}

static size_t memory_available(void)
{
    const uint64_t total = ft_cpu_memory_total(), group = group_available();
    const uint64_t machine = number_in("/proc/meminfo", "MemAvailable:", total >> 10) << 10;
    const uint64_t least = machine < group ? machine : group;

    return least < total ? least : total;
}

FT_CPU_EXPORT CUresult cuMemGetInfo(size_t *available, size_t *total)
{
    FT_CPU_CHECK(ft_cpu_ready());
    *available = memory_available();
    *total = ft_cpu_memory_total();
    return CUDA_SUCCESS;
}

/* ---- allocation ---- */

FT_CPU_EXPORT CUresult cuMemAlloc(CUdeviceptr *out, size_t bytes)
{
    const size_t available = memory_available();
    void *p = NULL;
    size_t at;

    FT_CPU_CHECK(ft_cpu_ready());
    if (bytes == 0)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "an allocation of 0 bytes");
    pthread_mutex_lock(&ft_cpu_lock);
    if (bytes > available || grow() < 0 || posix_memalign(&p, ALIGNMENT, bytes) != 0) {
        pthread_mutex_unlock(&ft_cpu_lock);
        return ft_cpu_refuse(CUDA_ERROR_OUT_OF_MEMORY, "%zu bytes are asked for, %zu are free",
                             bytes, available);
    }
    at = index_behind((uintptr_t)p);
    memmove(&allocations[at + 1], &allocations[at], (n_allocations - at) * sizeof *allocations);
    allocations[at] = (struct allocation){(uintptr_t)p, bytes};
    n_allocations++;
    pthread_mutex_unlock(&ft_cpu_lock);
    *out = (CUdeviceptr)(uintptr_t)p;
    return CUDA_SUCCESS;
}

/* Frees even after a fault: the error is returned all the same. */
FT_CPU_EXPORT CUresult cuMemFree(CUdeviceptr p)
{
    size_t behind;
    int is_known = 1;

    ft_cpu_flush();
    pthread_mutex_lock(&ft_cpu_lock);
    behind = index_behind((uintptr_t)p);
    if (p && (behind == 0 || allocations[behind - 1].begin != (uintptr_t)p)) {
        is_known = 0;
    } else if (p) {
        memmove(&allocations[behind - 1], &allocations[behind],
                (n_allocations - behind) * sizeof *allocations);
        n_allocations--;
        free((void *)(uintptr_t)p);
    }
    pthread_mutex_unlock(&ft_cpu_lock);
    FT_CPU_CHECK(ft_cpu_ready());
    if (!is_known)
        return ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "%p is not the beginning of an allocation",
                             (void *)(uintptr_t)p);
    return CUDA_SUCCESS;
}

/* ---- copies and fills ---- */

static CUresult check_range(const char *what, CUdeviceptr p, size_t n)
{
    if (n == 0 || ft_cpu_memory_holds((const void *)(uintptr_t)p, n))
        return CUDA_SUCCESS;
    return ft_cpu_refuse(CUDA_ERROR_ILLEGAL_ADDRESS,
                         "%s %zu bytes at %p, which do not lie in one allocation", what, n,
                         (void *)(uintptr_t)p);
}

/* A range that must be the device's, or any when `what` is NULL. */
struct range {
    const char *what;
    CUdeviceptr p;
};

static CUresult copy(struct range to, struct range from, size_t n)
{
    CUresult r = ft_cpu_ready();

    pthread_mutex_lock(&ft_cpu_lock);
    if (r == CUDA_SUCCESS && to.what)
        r = check_range(to.what, to.p, n);
    if (r == CUDA_SUCCESS && from.what)
        r = check_range(from.what, from.p, n);
    if (r == CUDA_SUCCESS && n > 0)
        memmove((void *)(uintptr_t)to.p, (const void *)(uintptr_t)from.p, n);
    pthread_mutex_unlock(&ft_cpu_lock);
    return r;
}

FT_CPU_EXPORT CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes)
{
    return copy((struct range){"copying to", to}, (struct range){NULL, (uintptr_t)from}, bytes);
}

FT_CPU_EXPORT CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes)
{
    return copy((struct range){NULL, (uintptr_t)to}, (struct range){"copying from", from}, bytes);
}

FT_CPU_EXPORT CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return copy((struct range){"copying to", to}, (struct range){"copying from", from}, bytes);
}

FT_CPU_EXPORT CUresult cuMemsetD8(CUdeviceptr to, unsigned char value, size_t n)
{
    CUresult r = ft_cpu_ready();

    pthread_mutex_lock(&ft_cpu_lock);
    if (r == CUDA_SUCCESS)
        r = check_range("filling", to, n);
    if (r == CUDA_SUCCESS && n > 0)
        memset((void *)(uintptr_t)to, value, n);
    pthread_mutex_unlock(&ft_cpu_lock);
    return r;
}

FT_CPU_EXPORT CUresult cuMemsetD8Async(CUdeviceptr to, unsigned char value, size_t n,
                                       CUstream stream)
{
    (void)stream;
    return cuMemsetD8(to, value, n);
}

FT_CPU_EXPORT CUresult cuMemsetD32Async(CUdeviceptr to, unsigned value, size_t n, CUstream stream)
{
    uint32_t *words = (uint32_t *)(uintptr_t)to;
    CUresult r = ft_cpu_ready();

    (void)stream;
    if (r == CUDA_SUCCESS && (to % sizeof value || n > SIZE_MAX / sizeof value))
        r = ft_cpu_refuse(CUDA_ERROR_INVALID_VALUE, "filling %zu words at %p", n, (void *)words);
    pthread_mutex_lock(&ft_cpu_lock);
    if (r == CUDA_SUCCESS)
        r = check_range("filling", to, n * sizeof value);
    for (size_t i = 0; r == CUDA_SUCCESS && i < n; i++)
        words[i] = value;
    pthread_mutex_unlock(&ft_cpu_lock);
    return r;
}
