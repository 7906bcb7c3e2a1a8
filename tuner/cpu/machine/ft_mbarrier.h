/* ft_mbarrier.h -- barriers in shared memory
 *
 * A phase ends when no arrival and no byte is missing: those who wait are told, and the next one
 * begins. Who is told looks again when it runs: a second phase that has ended meanwhile is missed,
 * as on a GPU.
 */
#ifndef FT_MBARRIER_H
#define FT_MBARRIER_H
#include "ft_sync.h"

namespace ft_cpu
{

constexpr int kMaxArrivals = (1 << 20) - 1, kMaxBytes = (1 << 20) - 1; /* of a phase */
/* In shared memory a barrier is this plus its number, so that what overwrites it shows. */
constexpr uint64_t kMbarrierMark = 0x6d62617272696572u;

inline Mbarrier &Executor::find_mbarrier(const char *what, void *at)
{
    check_shared(at, sizeof(uint64_t), sizeof(uint64_t), what);
    auto &all = running_->cta->mbarriers;
    const uint64_t number = *(const uint64_t *)at - kMbarrierMark;
    if (number >= all.size() || all[number].at != at)
        fault(FT_CPU_BAD_SYNC,
              "%s at byte %ld of shared memory, where no mbarrier is: not initialised, or "
              "overwritten",
              what, running_->cta->byte_of(at));
    return all[number];
}

inline void Executor::init_mbarrier(void *at, int n_arrivals)
{
    check_shared(at, sizeof(uint64_t), sizeof(uint64_t), "mbarrier.init");
    uint64_t &word = *(uint64_t *)at;
    if (n_arrivals < 1 || n_arrivals > kMaxArrivals)
        fault(FT_CPU_BAD_SYNC, "mbarrier.init with %d arrivals", n_arrivals);
    auto &all = running_->cta->mbarriers;
    for (size_t i = 0; i < all.size(); i++) {
        bool is_used = word == kMbarrierMark + i || !all[i].waiting.empty();
        for (const BulkCopy &copy : running_->cta->bulk_copies)
            is_used |= copy.barrier == &all[i];
        if (all[i].at == at && is_used)
            fault(FT_CPU_BAD_SYNC,
                  "mbarrier.init at byte %ld of shared memory, where one is in use",
                  running_->cta->byte_of(at));
    }
    word = kMbarrierMark + all.size();
    all.push_back({at, (uint32_t)n_arrivals, (uint32_t)n_arrivals, 0, 0, {}});
}

inline void Executor::advance(Mbarrier &b)
{
    if (b.n_missing > 0 || b.n_bytes != 0)
        return;
    b.phase++;
    b.n_missing = b.n_arrivals;
    for (Thread *t : b.waiting)
        make_ready(*t);
    b.waiting.clear();
}

inline void Executor::arrive(const char *what, void *at, int n_bytes)
{
    maybe_yield();
    Mbarrier &b = find_mbarrier(what, at);
    if (b.n_missing == 0)
        fault(FT_CPU_BAD_SYNC, "%s, while all %u arrivals of the phase have been made", what,
              b.n_arrivals);
    if (n_bytes < 0 || n_bytes > kMaxBytes || b.n_bytes + n_bytes > kMaxBytes)
        fault(FT_CPU_BAD_SYNC, "%s of %d bytes, with %lld expected before", what, n_bytes,
              (long long)b.n_bytes);
    b.n_bytes += n_bytes;
    b.n_missing--;
    advance(b);
}

inline void Executor::wait_mbarrier(void *at, int parity)
{
    const char *what = "mbarrier.try_wait";
    maybe_yield();
    Mbarrier &b = find_mbarrier(what, at);
    if (parity != 0 && parity != 1)
        fault(FT_CPU_BAD_SYNC, "%s for parity %d", what, parity);
    Thread &t = *running_;
    while ((int)(b.phase % 2) == parity) {
        b.waiting.push_back(&t);
        t.at_mbarrier = &b;
        block(what);
        t.at_mbarrier = nullptr;
    }
}

} // namespace ft_cpu
#endif
