/* program.h -- the launch program: everything needed to launch a build, with no YAML and no template at hand
 *
 * Text form, one item a line (stored in the database and in dispatch tables, see code.h for expressions):
 *
 *     args 560                         bytes of ft_attn_args this build was compiled with
 *     pass 16                          args.passed[0], [1], ... in order
 *     workspace partial zeroed=never bytes=<code>
 *     kernel decode_split when=<code> grid=<code>,<code>,<code> block=<code>,<code>,<code>
 *            cluster=<code>,<code>,<code> smem=<code> pdl=<code>              (one line)
 *     tma k buffer=k dims=head_dim,row,head,batch box=<code>,... swizzle=128 l2=256   (one line)
 *     need <code>                      must not be 0, or the build is wrong for the problem (a field it was specialised
 *                                      for, a rule of `supports`); any number of lines
 *     accepts softcap alibi            what of the call the kernels heed beyond the problem; see FT_ACCEPTS
 *
 * Items may come in any order; those of one kind keep theirs. Left out: when=1, cluster=1, smem=0, pdl=0, further extents 1.
 * Kernels run in order; one whose `when` is 0 is left out. `zeroed=once` regions must be zero before first use and
 * are left zero by the kernel; `zeroed=launch` regions are cleared by the launcher before each launch (a memset
 * node on the stream); `never` may hold anything. Regions are laid out in order, each aligned to 256 bytes.
 * Invariant: a parsed program is immutable; evaluation allocates nothing.
 */
#ifndef FT_PROGRAM_H
#define FT_PROGRAM_H
#include "code.h"
#include "fatune.h"

#define FT_PROGRAM_MAX_KERNELS 4
#define FT_PROGRAM_MAX_WORKSPACES 8
#define FT_PROGRAM_MAX_PASSED 8
#define FT_PROGRAM_MAX_MAPS 8
#define FT_PROGRAM_MAX_NEEDS 32
#define FT_PROGRAM_NAME_BYTES 64

/* X(name, bit): arguments of a call that change its result but are no part of the problem. fatune_run refuses one that the
 * program does not name, as a kernel that knows nothing of it would give a wrong answer. */
#define FT_ACCEPTS(X) X("softcap", 1) X("alibi", 2) X("seqlens_q", 4) X("scales", 8)
enum { FT_ACCEPTS_SOFTCAP = 1, FT_ACCEPTS_ALIBI = 2, FT_ACCEPTS_SEQLENS_Q = 4, FT_ACCEPTS_SCALES = 8 };

enum ft_zeroed { FT_ZEROED_NEVER, FT_ZEROED_ONCE, FT_ZEROED_LAUNCH };

struct ft_program_kernel {
    char entry[FT_PROGRAM_NAME_BYTES];
    struct ft_code when, grid[3], block[3], cluster[3], smem, pdl;
};
struct ft_program_workspace {
    char name[FT_PROGRAM_NAME_BYTES];
    enum ft_zeroed zeroed;
    struct ft_code bytes;
};
enum ft_buffer { FT_BUF_Q, FT_BUF_K, FT_BUF_V, FT_BUF_O, FT_BUF_DOUT, FT_BUF_DQ, FT_BUF_DK, FT_BUF_DV, FT_N_BUFFERS };
enum ft_tma_dim { FT_DIM_HEAD_DIM, FT_DIM_ROW, FT_DIM_HEAD, FT_DIM_BATCH }; /* batch is the page when paged */
struct ft_program_map { /* one CUtensorMap */
    char name[FT_PROGRAM_NAME_BYTES];
    enum ft_buffer buffer;
    int n_dims; /* 2..5 */
    enum ft_tma_dim dims[5]; /* innermost first; dims[0] is head_dim */
    struct ft_code box[5];
    int swizzle_bytes, l2_bytes; /* 0, 32, 64, 128 / 0, 64, 128, 256 */
};
struct ft_program {
    size_t args_bytes;
    int n_kernels, n_workspaces, n_passed, n_maps;
    struct ft_program_kernel kernels[FT_PROGRAM_MAX_KERNELS];
    struct ft_program_workspace workspaces[FT_PROGRAM_MAX_WORKSPACES];
    struct ft_code passed[FT_PROGRAM_MAX_PASSED];
    struct ft_program_map maps[FT_PROGRAM_MAX_MAPS];
    int n_needs;
    unsigned accepts; /* bits of FT_ACCEPTS */
    struct ft_code needs[FT_PROGRAM_MAX_NEEDS];
};

int ft_program_parse(const char *text, struct ft_program *out, char *why, size_t cap); /* 0 or -1; out is freed on failure */
void ft_program_free(struct ft_program *program);

struct ft_device_vars { /* the d. variables of the current device */
    int64_t sms, cc /* 90 */, l2_bytes, smem_per_sm, smem_per_cta;
};
/* The launch variables of a problem on a device, for a build with so many registers a thread and resident CTAs an SM. */
void ft_program_vars(const fatune_problem *problem, int has_lengths, const struct ft_device_vars *device,
                     int64_t regs, int64_t ctas_per_sm, int64_t vars[FT_N_LAUNCH_VARS]);

/* What one launch will do: the program evaluated for a set of launch variables. */
struct ft_launch_kernel {
    int kernel; /* index into program->kernels */
    unsigned grid[3], block[3], cluster[3], smem_bytes;
    int pdl;
};
struct ft_launch {
    int n_kernels;
    struct ft_launch_kernel kernels[FT_PROGRAM_MAX_KERNELS];
    int32_t passed[FT_PROGRAM_MAX_PASSED];
    size_t workspace_bytes; /* sum of the aligned regions */
    size_t workspace_offset[FT_PROGRAM_MAX_WORKSPACES], workspace_size[FT_PROGRAM_MAX_WORKSPACES];
    int32_t box[FT_PROGRAM_MAX_MAPS][5];
};
/* 0, or -1 with the reason: an expression failed, a value that no launch can have, a need that is not met, no kernel. */
int ft_program_eval(const struct ft_program *program, const int64_t vars[FT_N_LAUNCH_VARS], struct ft_launch *out, char *why, size_t cap);

#endif
