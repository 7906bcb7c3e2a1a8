/* ft_entry.h -- a kernel as an entry of a build: any function of CUDA's, run by the executor
 */
#ifndef FT_ENTRY_H
#define FT_ENTRY_H
#include <type_traits>
#include <utility>
#include "ft_bulk.h"

namespace ft_cpu
{

/* Static shared memory of the running CTA: a block for each variable, made when it is first used.
 */
template <size_t kBytes, size_t kAlign> unsigned char *static_smem()
{
    static_assert(kAlign <= kCtaAlign, "shared memory is aligned to 1 KiB at most");
    static const size_t variable = n_static_variables++;
    auto &statics = self().cta->statics;
    if (statics.size() <= variable)
        statics.resize(variable + 1);
    if (!statics[variable])
        statics[variable] = std::make_unique<SharedBlock>(kBytes);
    return statics[variable]->data();
}
inline unsigned char *dynamic_smem()
{
    return self().cta->dynamic->data();
}

template <auto kKernel> struct Entry;
template <class... Args, void (*kKernel)(Args...)> struct Entry<kKernel> {
    static inline const char *name;
    static inline bool is_alone;

    template <size_t... kI> static void call(void **params, std::index_sequence<kI...>)
    {
        kKernel(*static_cast<std::remove_const_t<Args> *>(params[kI])...);
    }
    static void body(void *params)
    {
        call(static_cast<void **>(params), std::index_sequence_for<Args...>{});
    }
    static int run(const ft_cpu_launch *launch)
    {
        Executor e(*launch, is_alone);
        return e.run(name, body);
    }
    static ft_cpu_entry describe(const char *entry_name, bool alone)
    {
        name = entry_name;
        is_alone = alone;
        constexpr bool is_one = sizeof...(Args) == 1;
        return {entry_name, run, 0, body, is_one ? (uint32_t)(sizeof(Args) + ... + 0) : 0};
    }
};

} // namespace ft_cpu
#endif
