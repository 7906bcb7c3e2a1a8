/* ft_tma.h -- boxes of tensors: what a tensor map says, and where the bytes of a box go
 *
 * A box becomes copies of at most 16 bytes, the unit of a swizzle. What lies outside of the tensor,
 * on either side, is zeros and is not read.
 */
#ifndef FT_TMA_H
#define FT_TMA_H
#include "ft_bulk.h"

namespace ft_cpu
{

constexpr size_t kTensorMapAlign = 64, kBoxAlign = 128;

inline ft_cpu_tensor_map tensor_map(const char *what, const void *opaque)
{
    ft_cpu_tensor_map map;
    static_assert(sizeof map <= 128, "a CUtensorMap has 128 bytes");
    if ((uintptr_t)opaque % kTensorMapAlign != 0)
        executor->fault(FT_CPU_MISALIGNED, "%s with a tensor map at %p", what, opaque);
    memcpy(&map, opaque, sizeof map);
    if (map.mark != FT_CPU_TENSOR_MAP_MARK)
        executor->fault(FT_CPU_ILLEGAL_ADDRESS, "%s with %p, which is no tensor map", what, opaque);
    return map;
}

/* A row of a box: elements `begin` to `end` of it exist, at `from` and behind. Bytes, all of them.
 * Bits 4 and up of an address in shared memory are changed by bits 7 and up: a swizzle of 128 bytes
 * by three of them, of 64 by two, of 32 by one. */
struct BoxRow {
    unsigned char *to;
    uint64_t from;
    int64_t bytes, begin, end;

    void add_parts(unsigned swizzle_bytes, std::vector<Copy> &parts) const
    {
        const uintptr_t mask = swizzle_bytes ? swizzle_bytes / 16 - 1 : 0;
        for (int64_t at = 0, next; at < bytes; at = next) {
            next = at / 16 * 16 + 16;
            if (at < begin)
                next = std::min(next, begin);
            else if (at < end)
                next = std::min(next, end);
            unsigned char *p = to + at;
            const uintptr_t chunk = (uintptr_t)p >> 4 & mask, other = (uintptr_t)p >> 7 & mask;
            p += ((intptr_t)(chunk ^ other) - (intptr_t)chunk) * 16;
            parts.push_back({p, (const void *)(uintptr_t)(from + (uint64_t)at), (int)(next - at),
                             at >= begin && at < end});
        }
    }
};

/* The box at a corner, as parts of a copy. */
template <int kRank>
void add_box(const char *what, void *dst_smem, const void *opaque, const int (&corner)[kRank],
             std::vector<Copy> &parts)
{
    const ft_cpu_tensor_map map = tensor_map(what, opaque);
    if (map.rank != kRank)
        executor->fault(FT_CPU_ILLEGAL_ADDRESS, "%s with a tensor map of %d dimensions", what,
                        map.rank);
    const int64_t element = map.element_bytes, row_bytes = map.box[0] * element;
    /* Where narrower rows go under a swizzle is not documented. */
    if (map.swizzle_bytes && row_bytes != map.swizzle_bytes)
        executor->fault(FT_CPU_TRAP, "%s: rows of %d bytes in a swizzle of %d", what,
                        (int)row_bytes, map.swizzle_bytes);
    int64_t n_rows = 1;
    for (int d = 1; d < kRank; d++)
        n_rows *= map.box[d];
    executor->check_shared(dst_smem, (size_t)(n_rows * row_bytes),
                           map.swizzle_bytes == 128 ? kCtaAlign : kBoxAlign, what);
    for (int64_t i = 0; i < n_rows; i++) {
        const int64_t first = corner[0], behind = (int64_t)map.extents[0] - first;
        BoxRow row = {(unsigned char *)dst_smem + i * row_bytes,
                      map.address + (uint64_t)(first * element), row_bytes, 0, 0};
        bool exists = true;
        int64_t rest = i;
        for (int d = 1; d < kRank; d++) {
            const int64_t c = corner[d] + rest % map.box[d];
            rest /= map.box[d];
            exists &= c >= 0 && c < (int64_t)map.extents[d];
            row.from += (uint64_t)c * map.strides[d - 1];
        }
        if (exists) {
            row.begin = std::max<int64_t>(0, std::min<int64_t>(map.box[0], -first)) * element;
            row.end = std::max<int64_t>(0, std::min<int64_t>(map.box[0], behind)) * element;
        }
        if (row.begin < row.end)
            executor->check_global((const void *)(uintptr_t)(row.from + (uint64_t)row.begin),
                                   (size_t)(row.end - row.begin), (size_t)element, what);
        row.add_parts(map.swizzle_bytes, parts);
    }
}

} // namespace ft_cpu
#endif
