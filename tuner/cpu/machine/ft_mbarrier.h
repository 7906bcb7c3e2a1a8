/* ft_mbarrier.h -- barriers in shared memory, and the bulk copies that tell them
 *
 * A phase ends when no arrival and no byte is missing: those who wait are told, and the next one
 * begins. Who is told looks again when it runs: a second phase that has ended meanwhile is missed,
 * as on a GPU.
 *
 * Bulk copies belong to the CTA. From its start until it lands, the destination of a part is
 * poison; by the seed that is at once, at some switch, or when nobody can run without it.
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

/* ---- bulk copies ---------------------------------------------------------------------------- */

inline std::vector<Copy> &Executor::open_bulk_copy(const char *what, void *barrier)
{
    auto &copies = running_->cta->bulk_copies;
    copies.push_back({&find_mbarrier(what, barrier), {}});
    return copies.back().parts;
}

inline void Executor::start_bulk_copy()
{
    Cta &cta = *running_->cta;
    const bool is_at_once = when_ == When::kAtOnce || (when_ == When::kMixed && random_.one_in(3));
    const size_t copy = cta.bulk_copies.size() - 1;
    for (size_t i = cta.bulk_copies[copy].parts.size(); i-- > 0;) {
        const Copy &part = cta.bulk_copies[copy].parts[i];
        if (is_at_once)
            land_part(cta, copy, i);
        else
            memset(part.to, kPoisonByte, (size_t)part.bytes);
    }
}

/* A copy without parts is over, and goes. */
inline void Executor::land_part(Cta &cta, size_t copy, size_t part)
{
    BulkCopy &c = cta.bulk_copies[copy];
    Mbarrier &b = *c.barrier;
    c.parts[part].perform();
    b.n_bytes -= c.parts[part].bytes;
    c.parts[part] = c.parts.back();
    c.parts.pop_back();
    if (c.parts.empty()) {
        std::swap(c, cta.bulk_copies.back());
        cta.bulk_copies.pop_back();
    }
    advance(b);
}

inline void Executor::land_some_parts(Cta &cta)
{
    for (size_t copy = cta.bulk_copies.size(); copy-- > 0;)
        if (random_.one_in(4))
            for (size_t i = cta.bulk_copies[copy].parts.size(); i-- > 0;)
                if (random_.one_in(2))
                    land_part(cta, copy, i);
}

/* Nobody can run: whether a part lands that somebody may wait for. */
inline bool Executor::land_late_part()
{
    for (auto &cta : ctas_)
        if (!cta->bulk_copies.empty()) {
            const size_t copy = random_.below((uint32_t)cta->bulk_copies.size());
            const size_t n = cta->bulk_copies[copy].parts.size();
            land_part(*cta, copy, random_.below((uint32_t)n));
            return true;
        }
    return false;
}

/* Of a CTA that has ended: copies write to memory that is another's by then. */
inline bool Executor::has_lost_copies(Cta &cta)
{
    const Mbarrier *early = nullptr;
    for (const Mbarrier &b : cta.mbarriers)
        if (b.n_bytes < 0)
            early = &b;
    if (!cta.bulk_copies.empty())
        snprintf(launch_.why, launch_.why_cap,
                 "kernel '%s', CTA (%u,%u,%u): ended while %zu bulk copies were under way",
                 cta.grid->name, cta.index.x, cta.index.y, cta.index.z, cta.bulk_copies.size());
    else if (early)
        snprintf(launch_.why, launch_.why_cap,
                 "kernel '%s', CTA (%u,%u,%u): bulk copies told an mbarrier of %lld bytes that no "
                 "phase had expected",
                 cta.grid->name, cta.index.x, cta.index.y, cta.index.z, -(long long)early->n_bytes);
    return !cta.bulk_copies.empty() || early;
}

} // namespace ft_cpu
#endif
