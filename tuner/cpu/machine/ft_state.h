/* ft_state.h -- what is under way while a grid runs: grids, CTAs, warps, threads, their memory and
 * copies
 *
 * Shared memory of a CTA starts as NaNs, between zones that must stay as they are.
 */
#ifndef FT_STATE_H
#define FT_STATE_H
#include <stdio.h>
#include <string.h>
#include <algorithm>
#include <deque>
#include <memory>
#include <vector>
#include "abi.h"
#include "ft_fiber.h"

/* Inner loops that only touch what is the executor's own: not worth a sanitizer's time. */
#define FT_TRUSTED __attribute__((no_sanitize("address", "undefined")))

namespace ft_cpu
{

constexpr int kLanes = 32, kNamedBarriers = 16, kPoisonByte = 0xff;
constexpr size_t kRedZoneBytes = 512, kCtaAlign = 1024; /* a swizzle of TMA repeats after 1 KiB */
constexpr uint32_t kMaxThreads = 1024;
constexpr unsigned char kRedZoneByte = 0xa5;

struct Dim {
    unsigned x, y, z;
};

/* xorshift64*: quick, and good enough to choose who is next. */
class Random
{
  public:
    explicit Random(uint64_t seed) : state_(seed * 0x9e3779b97f4a7c15u + 0x2545f4914f6cdd1du)
    {
        for (int i = 0; i < 4; i++)
            next();
    }
    FT_TRUSTED uint64_t next()
    {
        state_ ^= state_ >> 12;
        state_ ^= state_ << 25;
        state_ ^= state_ >> 27;
        return state_ * 0x2545f4914f6cdd1du >> 16;
    }
    FT_TRUSTED uint32_t below(uint32_t n)
    {
        return (uint32_t)(next() % n);
    }
    FT_TRUSTED bool one_in(uint32_t n)
    {
        return below(n) == 0;
    }

  private:
    uint64_t state_;
};

/* An asynchronous copy: zeros unless the source exists. */
struct Copy {
    void *to;
    const void *from;
    int bytes;
    bool exists;

    void perform() const
    {
        if (exists)
            memcpy(to, from, (size_t)bytes);
        else
            memset(to, 0, (size_t)bytes);
    }
};
struct CopyGroup {
    std::vector<Copy> copies;
    bool is_closed = false;
};

struct Cta;
struct Mbarrier;
struct Warp;
struct Thread {
    Context context;
    Cta *cta;
    Warp *warp;
    Dim index; /* threadIdx */
    unsigned linear, lane;
    bool can_run, is_over;
    uint64_t rank;               /* in the orders that have one: the highest comes first */
    const char *at;              /* the operation it waits in */
    const Mbarrier *at_mbarrier; /* the one it waits at, or null */
    int barrier_result;
    std::vector<CopyGroup> copies; /* oldest first; the last one may be open */
};

/* What the lanes of a mask have left for a collective. */
struct Lanes {
    unsigned mask;
    const void *in[kLanes];
    void *out[kLanes];
};
using CollectiveFn = void (*)(Lanes &);
struct Meeting { /* lanes that wait for each other */
    Lanes lanes;
    CollectiveFn fn;
    const char *what;
    unsigned arrived;
};
struct Warp {
    Thread *threads[kLanes];
    unsigned exists, ended;        /* masks */
    std::vector<Meeting> meetings; /* one a mask */
};
struct Barrier {
    unsigned n_arrived = 0, n_expected = 0; /* expected 0: all live threads */
    const char *what = nullptr;
    int result = 0;
    std::vector<Thread *> waiting;
};
/* A barrier in shared memory, where there is only its number: what else it has is here. */
struct Mbarrier {
    void *at;
    uint32_t n_arrivals, n_missing; /* of each phase, of this one */
    int64_t n_bytes; /* missing; negative where they came before they were expected */
    uint64_t phase;
    std::vector<Thread *> waiting;
};
/* A copy that tells a barrier. Its parts arrive one by one. */
struct BulkCopy {
    Mbarrier *barrier;
    std::vector<Copy> parts;
};
/* Shared memory with a zone on either side that must stay as it is. */
class SharedBlock
{
  public:
    explicit SharedBlock(size_t bytes)
        : bytes_(bytes), memory_(new unsigned char[bytes + 2 * kRedZoneBytes + kCtaAlign])
    {
        data_ = memory_.get() + kRedZoneBytes;
        data_ += (kCtaAlign - (uintptr_t)data_ % kCtaAlign) % kCtaAlign;
        memset(data_ - kRedZoneBytes, kRedZoneByte, kRedZoneBytes);
        memset(data_, kPoisonByte, bytes_);
        memset(data_ + bytes_, kRedZoneByte, kRedZoneBytes);
#ifdef FT_HAS_ASAN
        __asan_poison_memory_region(data_ - kRedZoneBytes, kRedZoneBytes);
        __asan_poison_memory_region(data_ + bytes_, kRedZoneBytes);
#endif
    }
    ~SharedBlock()
    {
#ifdef FT_HAS_ASAN
        __asan_unpoison_memory_region(data_ - kRedZoneBytes, bytes_ + 2 * kRedZoneBytes);
#endif
    }
    SharedBlock(const SharedBlock &) = delete;
    unsigned char *data() const
    {
        return data_;
    }
    bool has(const void *p, size_t n) const
    {
        return p >= data_ && (const unsigned char *)p + n <= data_ + bytes_;
    }
    bool is_intact()
    {
        bool is_good = true;
#ifdef FT_HAS_ASAN
        __asan_unpoison_memory_region(data_ - kRedZoneBytes, bytes_ + 2 * kRedZoneBytes);
#endif
        for (size_t i = 0; i < kRedZoneBytes; i++)
            is_good &=
                data_[i - kRedZoneBytes] == kRedZoneByte && data_[bytes_ + i] == kRedZoneByte;
        return is_good;
    }

  private:
    size_t bytes_;
    std::unique_ptr<unsigned char[]> memory_;
    unsigned char *data_;
};

/* What is launched: its CTAs are opened in an order of its own. */
struct Grid {
    const ft_cpu_launch *launch;
    const char *name;
    void (*body)(void *);
    uint64_t n_ctas, first;
    bool is_backwards;
    uint64_t n_opened, n_over;
    uint64_t n_let;                /* CTAs that have let a dependent launch start, or ended */
    std::vector<Thread *> waiting; /* of the dependent launch, until this one is over */

    bool is_over() const
    {
        return n_over == n_ctas;
    }
};

struct Cta {
    Grid *grid;
    bool has_let; /* a dependent launch start */
    Dim index;    /* blockIdx */
    std::unique_ptr<SharedBlock> dynamic;
    std::vector<std::unique_ptr<SharedBlock>> statics; /* by variable; null before its first use */
    std::vector<Thread> threads;
    std::vector<Warp> warps;
    Barrier barriers[kNamedBarriers];
    std::deque<Mbarrier> mbarriers; /* in the order of their initialisation; they stay in place */
    std::vector<BulkCopy> bulk_copies; /* under way */
    unsigned n_live;

    long byte_of(const void *p) const /* of dynamic shared memory */
    {
        return (long)((const unsigned char *)p - dynamic->data());
    }
};

} // namespace ft_cpu
#endif
