/* ft_executor.h -- runs a grid: every CUDA thread of a CTA is a fiber
 *
 * The idea: threads run one at a time, from one point of synchronisation to the next, in an order
 * that the seed chooses. What a barrier does not order happens in some order, and over seeds in
 * many: a thread that reads too early reads poison, one that writes too early spoils what another
 * still needs. Several CTAs are under way at once, in an order of their own.
 *
 * How threads meet, and when asynchronous operations take effect: ft_sync.h; ft_mbarrier.h and
 * ft_bulk.h for barriers in shared memory and the copies that tell them.
 *
 * Orders by seed (0: in turn)
 *   any     the next thread is any that can run
 *   warps   the warp with the highest rank runs as far as it can; ranks are drawn anew now and then
 *   lanes   the same for single threads
 *
 * A fault ends the launch: its text names kernel, CTA, thread and operation. What it leaves behind
 * on the stacks of fibers is dropped, as kernels own nothing.
 */
#ifndef FT_EXECUTOR_H
#define FT_EXECUTOR_H
#include <signal.h>
#include <stdarg.h>
#include <string>
#include "ft_state.h"

namespace ft_cpu
{

enum class Order { kInTurn, kAny, kWarps, kLanes };
enum class When { kAtOnce, kLate, kMixed };

class Executor
{
  public:
    /* is_alone: one CTA at a time, as the kernel has shared variables that are not a CTA's own. */
    Executor(const ft_cpu_launch &launch, bool is_alone) : launch_(launch), random_(launch.seed)
    {
        if (launch.seed != 0) {
            order_ = (Order)(1 + random_.below(3));
            when_ = (When)random_.below(3);
            n_resident_ = is_alone ? 1 : 1 + random_.below(3) + (launch.dependent != nullptr);
        }
    }

    /* body(params) runs the kernel once, as the thread that self() is. */
    int run(const char *name, void (*body)(void *));

    Thread &self()
    {
        return *running_;
    }
    const ft_cpu_launch &launch() const
    {
        return *running_->cta->grid->launch;
    }
    Random &random()
    {
        return random_;
    }
    When when() const
    {
        return when_;
    }

    /* All lanes of the mask meet; fn sees what each has left and fills what each gets. */
    void collective(const char *what, unsigned mask, const void *in, void *out, CollectiveFn fn);
    /* Barrier of a CTA; n_threads 0: all that live. Returns whether any (is_any), or all, came with
     * the flag. */
    int barrier(const char *what, int id, unsigned n_threads, int flag, bool is_any);
    /* griddepcontrol: the dependent launch may start as far as this CTA goes; the launch before is
     * over. */
    void let_dependent_start();
    void wait_for_previous();
    /* A point where others may run first. */
    void maybe_yield();

    void start_copy(const Copy &copy);
    void close_copies();
    void wait_copies(size_t n_pending);

    /* An arrival may expect bytes; a wait is for the end of the phase of this parity. */
    void init_mbarrier(void *at, int n_arrivals);
    void arrive(const char *what, void *at, int n_bytes);
    void wait_mbarrier(void *at, int parity);
    /* The parts of a copy, still to be filled in, and the start of it. They are the CTA's, as a
     * fault drops what a thread owns. */
    std::vector<Copy> &open_bulk_copy(const char *what, void *barrier);
    void start_bulk_copy();

    void check_global(const void *p, size_t n, size_t align, const char *what);
    void check_shared(const void *p, size_t n, size_t align, const char *what);

    [[noreturn]] void fault(int status, const char *fmt, ...) __attribute__((format(printf, 3, 4)));

  private:
    const ft_cpu_launch &launch_;
    std::vector<Grid> grids_; /* one, and perhaps its dependent */
    Random random_;
    Order order_ = Order::kInTurn;
    When when_ = When::kAtOnce;
    unsigned n_resident_ = 1;
    Context home_;
    Thread *running_ = nullptr;
    std::vector<std::unique_ptr<Cta>> ctas_; /* resident */
    /* From ready_head_ on: in the order in which they became ready, or, with ranks, as a heap. */
    std::vector<Thread *> ready_;
    size_t ready_head_ = 0;
    int status_ = FT_CPU_OK;

    static inline Stacks stacks_;

    static void thread_main();
    bool add_grid(const ft_cpu_launch &launch, const char *name, void (*body)(void *));
    Grid *grid_to_open();
    void open_cta(Grid &grid);
    bool close_cta(Cta &cta);
    void cta_ended(Cta &cta);
    bool has_ranks() const
    {
        return order_ == Order::kWarps || order_ == Order::kLanes;
    }
    void sink(size_t i);
    void rise(size_t i);
    void make_ready(Thread &t);
    Thread *next();
    void block(const char *at);
    void thread_ended(Thread &t);
    void release(Barrier &barrier);
    void draw_ranks();
    Mbarrier &find_mbarrier(const char *what, void *at);
    void advance(Mbarrier &barrier);
    void land_part(Cta &cta, size_t copy, size_t part);
    void land_some_parts(Cta &cta);
    bool land_late_part();
    bool has_lost_copies(Cta &cta);
    void report_stuck();
    void set_why(const Thread *t, const char *fmt, va_list args);
};

/* While a grid runs, a signal of the machine is a fault of the thread that runs. Under
 * AddressSanitizer only the trap is: of the others it says more. */
class Signals
{
  public:
    Signals()
    {
        struct sigaction action = {};
        action.sa_sigaction = report;
        action.sa_flags = SA_SIGINFO | SA_NODEFER; /* it is left by a switch of stacks */
        for (int i = 0; i < kN; i++)
            sigaction(kSignals[i], &action, &old_[i]);
    }
    ~Signals()
    {
        for (int i = 0; i < kN; i++)
            sigaction(kSignals[i], &old_[i], nullptr);
    }
    Signals(const Signals &) = delete;

  private:
#ifdef FT_HAS_ASAN
    static constexpr int kSignals[] = {SIGILL};
#else
    static constexpr int kSignals[] = {SIGILL, SIGSEGV, SIGBUS, SIGFPE};
#endif
    static constexpr int kN = sizeof kSignals / sizeof *kSignals;
    struct sigaction old_[kN];

    static void report(int number, siginfo_t *info, void *);
};

/* The launch that runs; one at a time in a process. */
inline Executor *executor;

inline size_t n_static_variables;

inline Thread &self()
{
    return executor->self();
}

/* ---- threads and CTAs ----------------------------------------------------------------------- */

inline void Executor::thread_main()
{
    Context::arrived_first();
    Executor *e = executor;
    Thread &t = e->self();
    t.cta->grid->body(t.cta->grid->launch->params);
    e->thread_ended(t);
    t.context.end();
    e->home_.enter(t.context);
}

/* The grid whose next CTA may be opened. A dependent one follows its predecessor, in an order by
 * seed as early as it is let. */
inline Grid *Executor::grid_to_open()
{
    Grid &last = grids_.back();
    if (grids_[0].n_opened < grids_[0].n_ctas)
        return &grids_[0];
    const bool may_start =
        order_ == Order::kInTurn ? grids_[0].is_over() : grids_[0].n_let == grids_[0].n_ctas;
    return last.n_opened < last.n_ctas && may_start ? &last : nullptr;
}

inline void Executor::open_cta(Grid &grid)
{
    auto cta = std::make_unique<Cta>();
    const ft_cpu_launch &launch = *grid.launch;
    const Dim block = {launch.block[0], launch.block[1], launch.block[2]};
    const unsigned n = block.x * block.y * block.z;
    uint64_t i = (grid.first + grid.n_opened++) % grid.n_ctas;
    i = grid.is_backwards ? grid.n_ctas - 1 - i : i;
    cta->grid = &grid;
    cta->index = {(unsigned)(i % launch.grid[0]), (unsigned)(i / launch.grid[0] % launch.grid[1]),
                  (unsigned)(i / launch.grid[0] / launch.grid[1])};
    cta->dynamic = std::make_unique<SharedBlock>(launch.dynamic_smem_bytes);
    cta->n_live = n;
    cta->threads.resize(n);
    cta->warps.resize((n + kLanes - 1) / kLanes);
    for (unsigned k = 0; k < n; k++) {
        Thread &t = cta->threads[k];
        t.cta = cta.get();
        t.warp = &cta->warps[k / kLanes];
        t.index = {k % block.x, k / block.x % block.y, k / block.x / block.y};
        t.linear = k;
        t.lane = k % kLanes;
        t.warp->threads[t.lane] = &t;
        t.warp->exists |= 1u << t.lane;
        t.context.start(stacks_.take(), thread_main);
        t.can_run = false;
        make_ready(t);
    }
    ctas_.push_back(std::move(cta));
}

/* The zones around shared memory must be as they were. */
inline bool Executor::close_cta(Cta &cta)
{
    bool is_good = cta.dynamic->is_intact();
    for (auto &block : cta.statics)
        is_good &= !block || block->is_intact();
    for (Thread &t : cta.threads)
        stacks_.give(t.context.stack(), t.context.is_over());
    return is_good;
}

FT_TRUSTED inline void Executor::make_ready(Thread &t)
{
    if (t.can_run || t.is_over)
        return;
    t.can_run = true;
    ready_.push_back(&t);
    if (has_ranks())
        rise(ready_.size() - 1);
}

/* ready_ as a heap: entry i is no lower than 2i + 1 and 2i + 2. */
FT_TRUSTED inline void Executor::rise(size_t i)
{
    Thread **heap = ready_.data(), *t = heap[i];
    for (; i > 0 && heap[(i - 1) / 2]->rank < t->rank; i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = t;
}
FT_TRUSTED inline void Executor::sink(size_t i)
{
    const size_t n = ready_.size();
    if (i >= n)
        return;
    Thread **heap = ready_.data(), *t = heap[i];
    for (size_t child; (child = 2 * i + 1) < n; i = child) {
        child += child + 1 < n && heap[child]->rank < heap[child + 1]->rank;
        if (heap[child]->rank <= t->rank)
            break;
        heap[i] = heap[child];
    }
    heap[i] = t;
}

/* In the order of warps, those of a warp are neighbours. */
FT_TRUSTED inline void Executor::draw_ranks()
{
    if (!has_ranks())
        return;
    for (auto &cta : ctas_)
        for (Warp &w : cta->warps) {
            const uint64_t of_warp = order_ == Order::kWarps ? random_.next() << 32 : 0;
            for (unsigned rest = w.exists; rest; rest &= rest - 1)
                w.threads[__builtin_ctz(rest)]->rank = of_warp | (uint32_t)random_.next();
        }
    for (size_t i = ready_.size(); i-- > 0;)
        sink(i);
}

FT_TRUSTED inline Thread *Executor::next()
{
    if (ready_head_ == ready_.size()) {
        ready_.clear();
        ready_head_ = 0;
        return nullptr;
    }
    if (has_ranks()) {
        if (random_.one_in(order_ == Order::kWarps ? 256 : 2048))
            draw_ranks();
        Thread *t = ready_[0];
        ready_[0] = ready_.back();
        ready_.pop_back();
        sink(0);
        t->can_run = false;
        return t;
    }
    size_t chosen = ready_head_;
    if (order_ == Order::kAny)
        chosen += random_.below((uint32_t)(ready_.size() - ready_head_));
    std::swap(ready_[chosen], ready_[ready_head_]);
    Thread *t = ready_[ready_head_++];
    t->can_run = false;
    if (ready_head_ > 4096 && ready_head_ * 2 > ready_.size()) {
        ready_.erase(ready_.begin(), ready_.begin() + (long)ready_head_);
        ready_head_ = 0;
    }
    return t;
}

/* False where the launch cannot be. */
inline bool Executor::add_grid(const ft_cpu_launch &launch, const char *name, void (*body)(void *))
{
    const uint64_t n_ctas = (uint64_t)launch.grid[0] * launch.grid[1] * launch.grid[2];
    const uint64_t n_threads = (uint64_t)launch.block[0] * launch.block[1] * launch.block[2];
    if (n_threads == 0 || n_threads > kMaxThreads || n_ctas == 0) {
        snprintf(launch_.why, launch_.why_cap, "kernel '%s': %llu CTAs of %llu threads", name,
                 (unsigned long long)n_ctas, (unsigned long long)n_threads);
        return false;
    }
    if (launch.dynamic_smem_bytes > launch.max_smem_bytes) {
        snprintf(launch_.why, launch_.why_cap, "kernel '%s': %u bytes of shared memory, of %u",
                 name, launch.dynamic_smem_bytes, launch.max_smem_bytes);
        return false;
    }
    Grid grid = {};
    grid.launch = &launch;
    grid.name = name;
    grid.body = body;
    grid.n_ctas = n_ctas;
    grid.first = order_ == Order::kInTurn ? 0 : random_.next() % n_ctas;
    grid.is_backwards = order_ != Order::kInTurn && random_.one_in(2);
    grids_.push_back(grid);
    return true;
}

inline int Executor::run(const char *name, void (*body)(void *))
{
    grids_.reserve(2); /* CTAs point into it */
    if (!add_grid(launch_, name, body) ||
        (launch_.dependent && !add_grid(*launch_.dependent, launch_.dependent_entry->name,
                                        launch_.dependent_entry->body)))
        return FT_CPU_BAD_LAUNCH;
    Executor *outer = executor;
    executor = this;
    const Signals signals;
    while (status_ == FT_CPU_OK && !(grids_.back().is_over() && ctas_.empty())) {
        for (Grid *grid; ctas_.size() < n_resident_ && (grid = grid_to_open());) {
            open_cta(*grid);
            draw_ranks();
        }
        running_ = next();
        if (!running_ && land_late_part())
            continue;
        if (!running_) {
            report_stuck();
            break;
        }
        running_->context.enter(home_);
        for (size_t i = 0; status_ == FT_CPU_OK && i < ctas_.size();) {
            Cta &cta = *ctas_[i];
            if (cta.n_live > 0) {
                i++;
                continue;
            }
            cta_ended(cta);
            ctas_.erase(ctas_.begin() + (long)i);
        }
    }
    for (auto &cta : ctas_)
        close_cta(*cta);
    ctas_.clear();
    executor = outer;
    return status_;
}

inline void Executor::cta_ended(Cta &cta)
{
    Grid &grid = *cta.grid;
    if (!close_cta(cta)) {
        status_ = FT_CPU_ILLEGAL_ADDRESS;
        snprintf(launch_.why, launch_.why_cap,
                 "kernel '%s', CTA (%u,%u,%u): wrote outside of its shared memory (%u bytes of it "
                 "dynamic)",
                 grid.name, cta.index.x, cta.index.y, cta.index.z, grid.launch->dynamic_smem_bytes);
    }
    if (status_ == FT_CPU_OK && has_lost_copies(cta))
        status_ = FT_CPU_BAD_SYNC;
    grid.n_let += !cta.has_let;
    grid.n_over++;
    if (grid.is_over()) {
        for (Thread *t : grid.waiting)
            make_ready(*t);
        grid.waiting.clear();
    }
}

/* ---- faults --------------------------------------------------------------------------------- */

inline void Executor::set_why(const Thread *t, const char *fmt, va_list args)
{
    int n = snprintf(launch_.why, launch_.why_cap,
                     "kernel '%s', CTA (%u,%u,%u), thread (%u,%u,%u) (warp %u, lane %u): ",
                     t->cta->grid->name, t->cta->index.x, t->cta->index.y, t->cta->index.z,
                     t->index.x, t->index.y, t->index.z, t->linear / kLanes, t->lane);
    if (n > 0 && (size_t)n < launch_.why_cap)
        vsnprintf(launch_.why + n, launch_.why_cap - (size_t)n, fmt, args);
}

inline void Executor::fault(int status, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    set_why(running_, fmt, args);
    va_end(args);
    status_ = status;
    Thread &t = *running_;
    home_.enter(t.context); /* for good */
    __builtin_unreachable();
}

inline void Signals::report(int number, siginfo_t *info, void *)
{
    if (number == SIGILL)
        executor->fault(FT_CPU_MISALIGNED, "a misaligned access, or a trap");
    if (number == SIGFPE)
        executor->fault(FT_CPU_TRAP, "a division by zero");
    executor->fault(FT_CPU_ILLEGAL_ADDRESS, "an access at %p, which is not memory", info->si_addr);
}

/* The operation that a thread waits in; of an mbarrier, with what is missing there. */
inline std::string place_of(const Thread &t)
{
    char text[128] = "";
    if (const Mbarrier *b = t.at_mbarrier)
        snprintf(text, sizeof text, " (byte %ld; phase %llu lacks %u of %u arrivals, %lld bytes)",
                 t.cta->byte_of(b->at), (unsigned long long)b->phase, b->n_missing, b->n_arrivals,
                 (long long)b->n_bytes);
    return std::string(t.at) + text;
}

/* Nobody can run, and somebody has not ended. */
inline void Executor::report_stuck()
{
    const Thread *stuck = nullptr, *other = nullptr;
    for (auto &cta : ctas_)
        for (const Thread &t : cta->threads) {
            if (t.is_over)
                continue;
            if (!stuck)
                stuck = &t;
            else if (t.cta == stuck->cta && !other &&
                     (strcmp(t.at, stuck->at) != 0 || t.at_mbarrier != stuck->at_mbarrier))
                other = &t;
        }
    status_ = FT_CPU_BAD_SYNC;
    int n = snprintf(launch_.why, launch_.why_cap,
                     "kernel '%s', CTA (%u,%u,%u), thread (%u,%u,%u) waits in %s for ever",
                     stuck->cta->grid->name, stuck->cta->index.x, stuck->cta->index.y,
                     stuck->cta->index.z, stuck->index.x, stuck->index.y, stuck->index.z,
                     place_of(*stuck).c_str());
    if (other && n > 0 && (size_t)n < launch_.why_cap)
        snprintf(launch_.why + n, launch_.why_cap - (size_t)n, ", and thread (%u,%u,%u) in %s",
                 other->index.x, other->index.y, other->index.z, place_of(*other).c_str());
    else if (n > 0 && (size_t)n < launch_.why_cap)
        snprintf(launch_.why + n, launch_.why_cap - (size_t)n, ": others have ended");
}

} // namespace ft_cpu
#endif
