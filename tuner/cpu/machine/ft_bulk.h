/* ft_bulk.h -- bulk copies: they tell a barrier of their bytes
 *
 * They belong to the CTA. From its start until it lands, the destination of a part is poison; by
 * the seed that is at once, at some switch, or when nobody can run without it.
 */
#ifndef FT_BULK_H
#define FT_BULK_H
#include "ft_mbarrier.h"

namespace ft_cpu
{

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

/* For those who wait, or spin: whether there was one. */
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
