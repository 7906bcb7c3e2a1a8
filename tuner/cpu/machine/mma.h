/* mma.h -- the part of CUDA's <mma.h> that kernels use: 16 x 16 x 16 fragments of 16-bit floats
 *
 * Which lane holds which element is not documented, so it differs from launch to launch here: a
 * kernel that relies on a place gets wrong results with some seeds. Fragments of one shape agree.
 *
 * Lanes meet in mma_sync only. Loads and stores order no memory, and a lane that waited in them for
 * the others would hide a barrier that the kernel lacks.
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

/* Of a 16 x 16 fragment, the element row * 16 + col that is at place i of a lane. */
struct WmmaPlaces {
    unsigned first, step;

    FT_TRUSTED WmmaPlaces()
    {
        const uint64_t seed = executor->launch().seed;
        first = (unsigned)(seed / 64);
        step = (unsigned)(2 * (seed % 64) + 1); /* odd: each element has its place */
    }
    FT_TRUSTED unsigned element(int lane, int i) const
    {
        return ((unsigned)(lane * kWmmaElements + i) * step + first) % (kWmmaSide * kWmmaSide);
    }
};

/* Every lane gets its elements of a block in memory. x: eight elements of T. */
template <bool kIsColMajor, class T, class X>
void wmma_load(const char *what, X &x, const void *src, int stride)
{
    static_assert(sizeof(X) == kWmmaElements * sizeof(T), "eight elements a lane");
    if (stride * (int)sizeof(T) % 16 != 0)
        executor->fault(FT_CPU_MISALIGNED, "%s with rows of %d bytes, no multiple of 16", what,
                        stride * (int)sizeof(T));
    executor->check_shared(src, 15 * (size_t)stride * sizeof(T) + kWmmaSide * sizeof(T), 32, what);
    const WmmaPlaces places;
    for (int i = 0; i < kWmmaElements; i++) {
        const int element = (int)places.element(lane(), i);
        const int row = element / kWmmaSide, col = element % kWmmaSide;
        memcpy((T *)&x + i,
               (const T *)src + (kIsColMajor ? col * stride + row : row * stride + col), sizeof(T));
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
    const WmmaPlaces places;
    for (int i = 0; i < kWmmaElements; i++) {
        const int element = (int)places.element(lane(), i);
        const int row = element / kWmmaSide, col = element % kWmmaSide;
        dst[layout == mem_row_major ? row * (int)stride + col : col * (int)stride + row] = f.x[i];
    }
}

template <class Use, class T, class Layout>
void fill_fragment(fragment<Use, 16, 16, 16, T, Layout> &f, T value)
{
    for (T &x : f.x)
        x = value;
}

FT_TRUSTED inline float ft_float_of(__half h)
{
    return ft_cpu::of_fp16(h.bits);
}
FT_TRUSTED inline float ft_float_of(__nv_bfloat16 h)
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
    executor->collective("mma_sync", kFullMask, &in, out, [](Lanes &lanes) FT_TRUSTED {
        typedef float Row __attribute__((vector_size(64)));
        const WmmaPlaces places;
        float m[16][16];
        Row n[16], sum[16] = {};
        for (int lane = 0; lane < kLanes; lane++)
            for (int i = 0; i < kWmmaElements; i++) {
                const Operands &from = *(const Operands *)lanes.in[lane];
                const unsigned element = places.element(lane, i);
                m[element / 16][element % 16] = ft_float_of(from.a[i]);
                n[element / 16][element % 16] = ft_float_of(from.b[i]);
            }
        for (int row = 0; row < 16; row++)
            for (int k = 0; k < 16; k++)
                sum[row] += m[row][k] * n[k];
        for (int lane = 0; lane < kLanes; lane++)
            for (int i = 0; i < kWmmaElements; i++) {
                const unsigned element = places.element(lane, i);
                ((float *)lanes.out[lane])[i] =
                    ((const Operands *)lanes.in[lane])->c[i] + sum[element / 16][element % 16];
            }
    });
    memcpy(d.x, out, sizeof out);
}
} // namespace wmma
} // namespace nvcuda
#endif
