/* ft_fiber.h -- a stack with a thread of execution that can be left and entered again
 *
 * A switch saves the registers that the calling convention keeps and changes the stack; no system
 * call is made, so that a barrier of a thousand threads costs some ten microseconds. Machines
 * without a switch of their own take <ucontext.h>. AddressSanitizer is told of every switch.
 *
 * Stacks come from one mapping a pool, with an unreadable page below each, and are used again.
 */
#ifndef FT_FIBER_H
#define FT_FIBER_H
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#include <vector>

#if defined(__SANITIZE_ADDRESS__)
#define FT_HAS_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define FT_HAS_ASAN 1
#endif
#endif
#ifdef FT_HAS_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#if defined(__x86_64__)
#define FT_HAS_SWITCH 1
/* void ft_cpu_switch(void **save_sp, void *load_sp) */
asm(".text\n.hidden ft_cpu_switch\n.globl ft_cpu_switch\n.type ft_cpu_switch,@function\n"
    "ft_cpu_switch:\n"
    "pushq %rbp\npushq %rbx\npushq %r12\npushq %r13\npushq %r14\npushq %r15\n"
    "movq %rsp, (%rdi)\nmovq %rsi, %rsp\n"
    "popq %r15\npopq %r14\npopq %r13\npopq %r12\npopq %rbx\npopq %rbp\nret\n"
    ".size ft_cpu_switch, .-ft_cpu_switch\n");
constexpr int kSavedWords = 6; /* below the return address */
#elif defined(__aarch64__)
#define FT_HAS_SWITCH 1
asm(".text\n.hidden ft_cpu_switch\n.globl ft_cpu_switch\n.type ft_cpu_switch,%function\n"
    "ft_cpu_switch:\n"
    "sub sp, sp, #160\n"
    "stp x19, x20, [sp, #0]\nstp x21, x22, [sp, #16]\nstp x23, x24, [sp, #32]\n"
    "stp x25, x26, [sp, #48]\nstp x27, x28, [sp, #64]\nstp x29, x30, [sp, #80]\n"
    "stp d8, d9, [sp, #96]\nstp d10, d11, [sp, #112]\nstp d12, d13, [sp, #128]\n"
    "stp d14, d15, [sp, #144]\n"
    "mov x9, sp\nstr x9, [x0]\nmov sp, x1\n"
    "ldp x19, x20, [sp, #0]\nldp x21, x22, [sp, #16]\nldp x23, x24, [sp, #32]\n"
    "ldp x25, x26, [sp, #48]\nldp x27, x28, [sp, #64]\nldp x29, x30, [sp, #80]\n"
    "ldp d8, d9, [sp, #96]\nldp d10, d11, [sp, #112]\nldp d12, d13, [sp, #128]\n"
    "ldp d14, d15, [sp, #144]\n"
    "add sp, sp, #160\nret\n"
    ".size ft_cpu_switch, .-ft_cpu_switch\n");
#else
#include <ucontext.h>
#endif
#ifdef FT_HAS_SWITCH
extern "C" __attribute__((visibility("hidden"))) void ft_cpu_switch(void **save_sp, void *load_sp);
#endif

namespace ft_cpu
{

#ifdef FT_HAS_ASAN
constexpr size_t kStackBytes = 512 << 10; /* red zones make frames large */
#else
constexpr size_t kStackBytes = 128 << 10;
#endif

class Stacks
{
  public:
    ~Stacks() /* the build is unloaded */
    {
        for (char *region : regions_) {
#ifdef FT_HAS_ASAN /* what the frames of fibers left there must not outlive the mapping */
            __asan_unpoison_memory_region(region, region_bytes());
#endif
            munmap(region, region_bytes());
        }
    }
    char *take()
    {
        if (free_.empty())
            grow();
        char *stack = free_.back();
        free_.pop_back();
        return stack;
    }
    void give(char *stack, [[maybe_unused]] bool is_unwound)
    {
#ifdef FT_HAS_ASAN /* what frames left there that never ended */
        if (!is_unwound)
            __asan_unpoison_memory_region(stack, kStackBytes);
#endif
        free_.push_back(stack);
    }

  private:
    static constexpr int kAtOnce = 64;
    std::vector<char *> free_, regions_;

    static size_t page_bytes()
    {
        return (size_t)sysconf(_SC_PAGESIZE);
    }
    static size_t region_bytes()
    {
        return kAtOnce * (kStackBytes + page_bytes());
    }
    void grow()
    {
        const size_t page = page_bytes(), each = kStackBytes + page;
        char *p = (char *)mmap(nullptr, region_bytes(), PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (p == (char *)MAP_FAILED)
            abort(); /* the worker's death is this build's outcome */
        regions_.push_back(p);
        for (int i = kAtOnce - 1; i >= 0; i--) {
            mprotect(p + i * each, page, PROT_NONE);
            free_.push_back(p + i * each + page);
        }
    }
};

/* Either a fiber, with a stack, or the place that runs fibers. */
class Context
{
  public:
    /* fn never returns: it leaves for good with leave(). */
    void start(char *stack, void (*fn)())
    {
        stack_ = stack;
#ifdef FT_HAS_SWITCH
        uintptr_t *sp = (uintptr_t *)(stack + kStackBytes);
#if defined(__x86_64__)
        *--sp = 0; /* no return address; the stack is off by one word, as after a call */
        *--sp = (uintptr_t)fn;
        for (int i = 0; i < kSavedWords; i++)
            *--sp = 0;
#else
        sp -= 20;
        for (int i = 0; i < 20; i++)
            sp[i] = 0;
        sp[11] = (uintptr_t)fn; /* x30 */
#endif
        sp_ = sp;
#else
        getcontext(&context_);
        context_.uc_stack.ss_sp = stack;
        context_.uc_stack.ss_size = kStackBytes;
        context_.uc_link = nullptr;
        makecontext(&context_, fn, 0);
#endif
    }
    /* From `from`, which is where we are, to this one; returns when somebody comes back. */
    void enter(Context &from)
    {
#ifdef FT_HAS_ASAN
        void *fake = nullptr;
        const void *bottom;
        size_t size;
        __sanitizer_start_switch_fiber(from.is_over_ ? nullptr : &fake,
                                       stack_ ? stack_ : home_bottom_,
                                       stack_ ? kStackBytes : home_size_);
#endif
        jump(from);
#ifdef FT_HAS_ASAN
        __sanitizer_finish_switch_fiber(fake, &bottom, &size);
        arrived(bottom, size);
#endif
    }
    /* The first thing that a fiber does. */
    static void arrived_first()
    {
#ifdef FT_HAS_ASAN
        const void *bottom;
        size_t size;
        __sanitizer_finish_switch_fiber(nullptr, &bottom, &size);
        arrived(bottom, size);
#endif
    }
    void end()
    {
        is_over_ = true;
    }
    bool is_over() const
    {
        return is_over_;
    }
    char *stack()
    {
        return stack_;
    }

  private:
    char *stack_ = nullptr;
    bool is_over_ = false;
#ifdef FT_HAS_SWITCH
    void *sp_ = nullptr;
    __attribute__((no_sanitize("address"))) void jump(Context &from)
    {
        ft_cpu_switch(&from.sp_, sp_);
    }
#else
    ucontext_t context_;
    void jump(Context &from)
    {
        swapcontext(&from.context_, &context_);
    }
#endif
#ifdef FT_HAS_ASAN
    /* Where the stack of the one that runs fibers lies: known when the first fiber is entered. */
    static inline const void *home_bottom_;
    static inline size_t home_size_;
    static void arrived(const void *bottom, size_t size)
    {
        if (!home_bottom_) {
            home_bottom_ = bottom;
            home_size_ = size;
        }
    }
#endif
};

} // namespace ft_cpu
#endif
