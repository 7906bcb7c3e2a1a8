/* inputs.h -- the data of one attention call: what is computed, with which values, laid out how
 *
 * A case is a problem plus everything that decides its data: seed, lengths, scaling of q, gaps
 * between rows, what stands in unused rows. Its layout puts every buffer into one block of memory,
 * with a guard zone before and after each. Both are plain CPU data: eval/tensors.c makes device
 * memory of them.
 *
 * The generator. Element i of a tensor with seed s (64-bit, wrapping arithmetic):
 *     a = mix(s + (2i + 1) * G), b = mix(s + (2i + 2) * G)        outputs 2i and 2i+1 of the
 * splitmix64 stream with seed s G = 0x9e3779b97f4a7c15; mix(z): z = (z ^ z >> 30) *
 * 0xbf58476d1ce4e5b9; z = (z ^ z >> 27) * 0x94d049bb133111eb; z ^ z >> 31 S = sum of the four
 * 16-bit fields of a and of b x = (float)(S - 262140) * 1.8688124e-05f                    one fp32
 * multiplication then rounded to nearest even to the tensor's type. A sum of eight uniform numbers
 * with mean 0 and variance 1 is a standard normal for our purposes (it ends at +-4.9), and unlike
 * Box-Muller it needs no function that differs between machines. Seeds: q, k and v of a problem
 * with seed s use 8s, 8s + 1, 8s + 2. i counts the elements of the packed tensor [batch, row, head,
 * dim], whatever the layout in memory, so strided and paged data of a problem agree.
 */
#ifndef FT_INPUTS_H
#define FT_INPUTS_H
#include <stddef.h>
#include <stdint.h>
#include "eval/helper_abi.h"
#include "problem.h"

#define FT_GUARD_BYTES   4096       /* at each side of a buffer */
#define FT_TABLE_GARBAGE 2147480000 /* unused entries of a block table */

enum ft_unused {
    FT_UNUSED_NAN,
    FT_UNUSED_HUGE
}; /* rows past a sequence's end, unused pages: NaN or 30000 */

struct ft_case {
    char name[64];
    struct ft_problem problem;
    uint64_t seed;
    int32_t *lengths;      /* [batch], owned; NULL: every sequence has seqlen_kv */
    float q_scale;         /* 1; more makes large scores */
    float softmax_scale;   /* of the call */
    int constant_v;        /* every element of v is 0.75, and so every output */
    int row_gap;           /* elements left free after each row of q, k, v and o */
    int v_gap, o_gap;      /* further elements, of v or o only */
    int lse_gap;           /* after each head of lse, or row of it, and after each sequence */
    int is_lse_rows_first; /* [batch, rows, heads] instead of [batch, heads, rows] */
    int is_heads_first;    /* [batch, heads, rows, dim] instead of [batch, rows, heads, dim] */
    int is_hidden_hostile; /* rows that no query sees through its window are unused ones, too */
    enum ft_unused unused;
};
#define FT_CONSTANT_V 0.75f

/* The case of a real problem: its own lengths, nothing special. ft_case_free frees what a case
 * owns. */
void ft_case_of_problem(const struct ft_problem *problem, uint64_t seed, struct ft_case *out);
void ft_case_free(struct ft_case *c);

enum ft_region { /* in memory order */
                 FT_REGION_Q,
                 FT_REGION_K,
                 FT_REGION_V,
                 FT_REGION_LENGTHS,
                 FT_REGION_TABLE,
                 FT_REGION_O,
                 FT_REGION_LSE,
                 FT_N_REGIONS
};
extern const char *const ft_region_names[FT_N_REGIONS];

struct ft_layout {
    struct {
        size_t offset, bytes; /* bytes 0: the case has no such buffer */
    } regions[FT_N_REGIONS];
    size_t bytes;                   /* of the whole block */
    struct ft_view q, k, v, o, lse; /* strides only, data NULL */
    int64_t n_pages, table_stride;  /* paged: more pages and entries than are used */
};
void ft_layout_of(const struct ft_case *c, struct ft_layout *out);

/* [batch * table_stride]: a random permutation of the pages; unused entries are FT_TABLE_GARBAGE.
 * Caller frees. */
int32_t *ft_case_block_table(const struct ft_case *c, const struct ft_layout *layout);

/* Rows of [batch, q_heads, seqlen_q] that are compared, ascending, the same number for each (batch,
 * head): all where that is cheap, else 64: first, last, around tile edges, random. *rows is NULL
 * for all. Returns their number. */
int64_t ft_case_rows(const struct ft_case *c, int64_t **rows);

/* What the reference needs, from the memory block at base (device or host). */
void ft_case_ref_args(const struct ft_case *c, const struct ft_layout *layout, char *base,
                      struct ft_ref_args *out);
/* 1/sqrt(head_dim) */
float ft_problem_softmax_scale(const struct ft_problem *problem);

/* Fills a host copy of the block as eval/tensors.c fills the device's. */
void ft_case_fill_host(const struct ft_case *c, const struct ft_layout *layout, char *base);
/* The fill of q, k or v (tag); unused rows are not touched. */
void ft_case_fill_args(const struct ft_case *c, const struct ft_layout *layout, char *base, int tag,
                       struct ft_fill_args *out);
/* The word unused rows and gaps are filled with first. */
uint32_t ft_case_unused_word(const struct ft_case *c);
#endif
