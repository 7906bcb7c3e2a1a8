/* ft_sync.h -- where threads meet: warp collectives, barriers, dependent launches, asynchronous
 * copies; and the checks of addresses
 *
 *   warp collectives   (shuffles, votes, matrix instructions, __syncwarp): the lanes of the mask
 * leave their operands and wait; the last to come computes for all barriers of a CTA  a count of
 * those who wait; all live threads for barrier 0 A lane that has ended, lanes at different
 * operations, or nobody left who can run, is a fault.
 *
 * Copies by cp.async belong to the thread that started them and take effect at once, when the
 * program waits for them at the latest, or at some switch between, each by the seed.
 */
#ifndef FT_SYNC_H
#define FT_SYNC_H
#include "ft_executor.h"

namespace ft_cpu
{

/* ---- programmatic dependent launch ---------------------------------------------------------- */

inline void Executor::let_dependent_start()
{
    Cta &cta = *running_->cta;
    cta.grid->n_let += !cta.has_let;
    cta.has_let = true;
}

inline void Executor::wait_for_previous()
{
    Grid &before = grids_[0];
    if (running_->cta->grid == &before || before.is_over())
        return;
    before.waiting.push_back(running_);
    block("griddepcontrol.wait");
}

/* ---- synchronisation ------------------------------------------------------------------------ */

FT_TRUSTED inline void Executor::block(const char *at)
{
    Thread &t = *running_;
    t.at = at;
    if (when_ == When::kMixed && !t.copies.empty()) /* some copies land while it waits */
        for (CopyGroup &group : t.copies)
            for (size_t i = 0; i < group.copies.size();) {
                if (random_.one_in(4)) {
                    group.copies[i].perform();
                    group.copies[i] = group.copies.back();
                    group.copies.pop_back();
                } else {
                    i++;
                }
            }
    if (when_ == When::kMixed)
        land_some_parts(*t.cta);
    home_.enter(t.context);
}

inline void Executor::maybe_yield()
{
    if (when_ == When::kLate && random_.one_in(64)) /* who spins for what a copy brings gets it */
        land_late_part();
    if (order_ == Order::kInTurn || !random_.one_in(2))
        return;
    make_ready(*running_);
    block("a yield");
}

FT_TRUSTED inline void Executor::collective(const char *what, unsigned mask, const void *in,
                                            void *out, CollectiveFn fn)
{
    Thread &t = *running_;
    Warp &w = *t.warp;
    const unsigned bit = 1u << t.lane;
    mask &= w.exists;
    if (!(mask & bit))
        fault(FT_CPU_BAD_SYNC, "%s with a mask that leaves out its own lane", what);
    if (mask & w.ended)
        fault(FT_CPU_BAD_SYNC, "%s with lane %d, which has ended", what,
              __builtin_ctz(mask & w.ended));
    /* Lanes of another mask may still be on their way here: whether they come shows later. */
    Meeting *m = nullptr;
    for (Meeting &other : w.meetings)
        if (other.lanes.mask == mask)
            m = &other;
    if (m && (m->fn != fn || (m->what != what && strcmp(m->what, what) != 0)))
        fault(FT_CPU_BAD_SYNC, "%s, while lane %d is in %s", what, __builtin_ctz(m->arrived),
              m->what);
    if (!m) {
        w.meetings.push_back({{mask, {}, {}}, fn, what, 0});
        m = &w.meetings.back();
    }
    m->lanes.in[t.lane] = in;
    m->lanes.out[t.lane] = out;
    m->arrived |= bit;
    if (m->arrived != mask) {
        block(what);
        return;
    }
    fn(m->lanes);
    for (unsigned rest = mask & ~bit; rest; rest &= rest - 1)
        make_ready(*w.threads[__builtin_ctz(rest)]);
    w.meetings.erase(w.meetings.begin() + (m - w.meetings.data()));
    if (order_ != Order::kInTurn && random_.one_in(4)) { /* the last one is not always the first */
        make_ready(t);
        block(what);
    }
}

inline void Executor::release(Barrier &barrier)
{
    for (Thread *t : barrier.waiting) {
        t->barrier_result = barrier.result;
        make_ready(*t);
    }
    barrier.waiting.clear();
    barrier.n_arrived = barrier.n_expected = 0;
    barrier.what = nullptr;
}

inline int Executor::barrier(const char *what, int id, unsigned n_threads, int flag, bool is_any)
{
    Thread &t = *running_;
    Barrier &b = t.cta->barriers[id];
    if (b.n_arrived > 0 && (strcmp(b.what, what) != 0 || b.n_expected != n_threads))
        fault(FT_CPU_BAD_SYNC, "%s at barrier %d, where thread %u is in %s", what, id,
              b.waiting[0]->linear, b.what);
    if (b.n_arrived == 0) {
        b.what = what;
        b.n_expected = n_threads;
        b.result = !is_any;
    }
    b.result = is_any ? b.result || flag : b.result && flag;
    b.n_arrived++;
    b.waiting.push_back(&t);
    if (b.n_arrived == (n_threads ? n_threads : t.cta->n_live))
        release(b);
    block(what);
    return t.barrier_result;
}

/* Who is left may be all that a barrier waits for. */
inline void Executor::thread_ended(Thread &t)
{
    for (CopyGroup &group : t.copies)
        for (const Copy &copy : group.copies)
            copy.perform();
    t.copies.clear();
    t.is_over = true;
    t.warp->ended |= 1u << t.lane;
    t.cta->n_live--;
    for (Meeting &m : t.warp->meetings)
        if (m.lanes.mask & (1u << t.lane))
            fault(FT_CPU_BAD_SYNC, "ended, while lane %d waits for it in %s",
                  __builtin_ctz(m.arrived), m.what);
    Barrier &all = t.cta->barriers[0];
    if (all.n_arrived > 0 && all.n_expected == 0 && all.n_arrived == t.cta->n_live)
        release(all);
}

/* ---- asynchronous copies -------------------------------------------------------------------- */

inline void Executor::start_copy(const Copy &copy)
{
    Thread &t = *running_;
    if (when_ == When::kAtOnce || (when_ == When::kMixed && random_.one_in(3))) {
        copy.perform();
        return;
    }
    if (t.copies.empty() || t.copies.back().is_closed)
        t.copies.emplace_back();
    t.copies.back().copies.push_back(copy);
}

inline void Executor::close_copies()
{
    Thread &t = *running_;
    if (when_ == When::kAtOnce)
        return;
    if (t.copies.empty() || t.copies.back().is_closed)
        t.copies.emplace_back();
    t.copies.back().is_closed = true;
}

inline void Executor::wait_copies(size_t n_pending)
{
    Thread &t = *running_;
    size_t n_closed = 0;
    for (const CopyGroup &group : t.copies)
        n_closed += group.is_closed;
    while (n_closed > n_pending) {
        for (const Copy &copy : t.copies.front().copies)
            copy.perform();
        t.copies.erase(t.copies.begin());
        n_closed--;
    }
}

/* ---- checks --------------------------------------------------------------------------------- */

inline void Executor::check_global(const void *p, size_t n, size_t align, const char *what)
{
    if ((uintptr_t)p % align != 0)
        fault(FT_CPU_MISALIGNED, "%s of %zu bytes at %p", what, n, p);
    if (launch_.is_allocated && !launch_.is_allocated(p, n))
        fault(FT_CPU_ILLEGAL_ADDRESS, "%s of %zu bytes at %p, which is not allocated", what, n, p);
}

inline void Executor::check_shared(const void *p, size_t n, size_t align, const char *what)
{
    const Cta &cta = *running_->cta;
    if ((uintptr_t)p % align != 0)
        fault(FT_CPU_MISALIGNED, "%s of %zu bytes at %p", what, n, p);
    bool is_inside = cta.dynamic->has(p, n);
    for (const auto &block : cta.statics)
        is_inside |= block && block->has(p, n);
    if (!is_inside)
        fault(FT_CPU_ILLEGAL_ADDRESS,
              "%s of %zu bytes, outside of shared memory (byte %td of its %u dynamic ones)", what,
              n, (const unsigned char *)p - cta.dynamic->data(),
              cta.grid->launch->dynamic_smem_bytes);
}

} // namespace ft_cpu
#endif
