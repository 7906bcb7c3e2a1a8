/* mma.h -- the part of CUDA's <mma.h> that kernels use: 16 x 16 x 16 fragments of 16-bit floats
 *
 * Which lane holds which element is not documented, so it differs from launch to launch here: a
 * kernel that relies on a place gets wrong results with some seeds. Fragments of one shape agree.
 */
#ifndef FT_MMA_H
#define FT_MMA_H

struct __half {
    ft_half bits;
};
struct __nv_bfloat16 {
    ft_half bits;
};

namespace ft_cpu
{
constexpr bool kRowMajor = false, kColMajor = true;
constexpr int kWmmaSide = 16, kWmmaElements = 8; /* of a lane */

/* Element (row, col) of a 16 x 16 fragment: lane * 8 + its place there. */
inline int wmma_place(int row, int col)
{
    const uint64_t seed = executor->launch().seed;
    return (int)((row * kWmmaSide + col) * (2 * (seed % 64) + 1) + seed / 64) % 256;
}

/* Every lane gets its elements of a block in memory. x: eight elements of T. */
template <bool kIsColMajor, class T, class X>
void wmma_load(const char *what, X &x, const void *src, int stride)
{
    static_assert(sizeof(X) == kWmmaElements * sizeof(T), "eight elements a lane");
    if (stride * (int)sizeof(T) % 16 != 0)
        executor->fault(FT_CPU_MISALIGNED, "%s with rows of %d bytes, no multiple of 16", what,
                        stride * (int)sizeof(T));
    executor->check_shared(src, 15 * (size_t)stride * sizeof(T) + kWmmaSide * sizeof(T), 32, what);
    executor->collective(what, kFullMask, nullptr, nullptr, [](Lanes &) {});
    for (int row = 0; row < kWmmaSide; row++)
        for (int col = 0; col < kWmmaSide; col++) {
            const int place = wmma_place(row, col);
            if (place / kWmmaElements == lane())
                memcpy((T *)&x + place % kWmmaElements,
                       (const T *)src + (kIsColMajor ? col * stride + row : row * stride + col),
                       sizeof(T));
        }
}
} // namespace ft_cpu

namespace nvcuda
{
namespace wmma
{
struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

template <class Use, int kM, int kN, int kK, class T, class Layout = void> struct fragment {
    static_assert(kM == 16 && kN == 16 && kK == 16, "16 x 16 x 16");
    static constexpr int num_elements = ft_cpu::kWmmaElements;
    using element_type = T;
    T x[num_elements];
};

template <class Use, class T>
void load_matrix_sync(fragment<Use, 16, 16, 16, T, row_major> &f, const T *src, unsigned stride)
{
    ft_cpu::wmma_load<ft_cpu::kRowMajor, T>("load_matrix_sync", f.x, src, (int)stride);
}
template <class Use, class T>
void load_matrix_sync(fragment<Use, 16, 16, 16, T, col_major> &f, const T *src, unsigned stride)
{
    ft_cpu::wmma_load<ft_cpu::kColMajor, T>("load_matrix_sync", f.x, src, (int)stride);
}
inline void load_matrix_sync(fragment<accumulator, 16, 16, 16, float> &f, const float *src,
                             unsigned stride, layout_t layout)
{
    if (layout == mem_row_major)
        ft_cpu::wmma_load<ft_cpu::kRowMajor, float>("load_matrix_sync", f.x, src, (int)stride);
    else
        ft_cpu::wmma_load<ft_cpu::kColMajor, float>("load_matrix_sync", f.x, src, (int)stride);
}

inline void store_matrix_sync(float *dst, const fragment<accumulator, 16, 16, 16, float> &f,
                              unsigned stride, layout_t layout)
{
    using namespace ft_cpu;
    executor->check_shared(dst, (15 * (size_t)stride + 16) * sizeof(float), 32,
                           "store_matrix_sync");
    executor->collective("store_matrix_sync", kFullMask, nullptr, nullptr, [](Lanes &) {});
    for (int row = 0; row < kWmmaSide; row++)
        for (int col = 0; col < kWmmaSide; col++) {
            const int place = wmma_place(row, col);
            if (place / kWmmaElements == lane())
                dst[layout == mem_row_major ? row * (int)stride + col : col * (int)stride + row] =
                    f.x[place % kWmmaElements];
        }
}

template <class Use, class T, class Layout>
void fill_fragment(fragment<Use, 16, 16, 16, T, Layout> &f, T value)
{
    for (T &x : f.x)
        x = value;
}

inline float ft_float_of(__half h)
{
    return ft_cpu::of_fp16(h.bits);
}
inline float ft_float_of(__nv_bfloat16 h)
{
    return ft_cpu::of_bf16(h.bits);
}

template <class T, class LayoutA, class LayoutB>
void mma_sync(fragment<accumulator, 16, 16, 16, float> &d,
              const fragment<matrix_a, 16, 16, 16, T, LayoutA> &a,
              const fragment<matrix_b, 16, 16, 16, T, LayoutB> &b,
              const fragment<accumulator, 16, 16, 16, float> &c)
{
    using namespace ft_cpu;
    struct Operands {
        const T *a, *b;
        const float *c;
    };
    const Operands in = {a.x, b.x, c.x};
    float out[kWmmaElements];
    executor->collective("mma_sync", kFullMask, &in, out, [](Lanes &lanes) {
        float m[16][16], n[16][16], sum[16][16] = {};
        for (int row = 0; row < 16; row++)
            for (int col = 0; col < 16; col++) {
                const int place = wmma_place(row, col);
                const Operands &from = *(const Operands *)lanes.in[place / kWmmaElements];
                m[row][col] = ft_float_of(from.a[place % kWmmaElements]);
                n[row][col] = ft_float_of(from.b[place % kWmmaElements]);
            }
        for (int row = 0; row < 16; row++)
            for (int k = 0; k < 16; k++)
                for (int col = 0; col < 16; col++)
                    sum[row][col] += m[row][k] * n[k][col];
        for (int row = 0; row < 16; row++)
            for (int col = 0; col < 16; col++) {
                const int place = wmma_place(row, col), lane = place / kWmmaElements;
                ((float *)lanes.out[lane])[place % kWmmaElements] =
                    ((const Operands *)lanes.in[lane])->c[place % kWmmaElements] + sum[row][col];
            }
    });
    memcpy(d.x, out, sizeof out);
}
} // namespace wmma
} // namespace nvcuda
#endif
