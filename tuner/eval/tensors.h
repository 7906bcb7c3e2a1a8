/* tensors.h -- a case in device memory, with its reference results
 *
 * One allocation holds all buffers with guard zones around each (eval/inputs.h has the layout).
 * Owns that memory, the reference results and tolerances of the rows to compare (in host memory),
 * and a copy of the first output, against which repeats are compared.
 */
#ifndef FT_TENSORS_H
#define FT_TENSORS_H
#include "eval/bench.h"
#include "eval/inputs.h"
#include "eval/validate.h"
#ifndef FT_NO_CUDA

struct ft_tensors {
    const struct ft_case *c; /* borrowed */
    struct ft_layout layout;
    CUdeviceptr block, copy; /* copy: o and lse of the first launch, as in the block */
    CUdeviceptr zones_device;
    struct ft_guard_zone zones[FT_N_REGIONS + 1];
    int n_zones;
    int64_t n_rows, *rows; /* compared rows; NULL: all */
    CUdeviceptr rows_device, gathered;
    double *ref, *ref_lse;
    struct ft_tolerance *tolerances; /* one a sequence */
    float *o, *lse;                  /* gathered rows of the contestant's output */
};

/* Bytes of device memory that ft_tensors_open takes. */
size_t ft_tensors_bytes(const struct ft_case *c);
/* Allocates, fills, and computes the reference, without which nothing can be compared. t is zeroed
 * first and may be closed after a failure. */
int ft_tensors_open(struct ft_bench *b, const struct ft_case *c, int with_reference,
                    struct ft_tensors *t, struct ft_err *err);
void ft_tensors_close(struct ft_bench *b, struct ft_tensors *t);
/* Guards, inputs, poison: everything as new, after a contestant that wrote where it should not. */
int ft_tensors_fill(struct ft_bench *b, struct ft_tensors *t, struct ft_err *err);
/* The GPU's reference against the CPU's on some rows: an error when they differ by more than 1e-9.
 */
int ft_tensors_check_reference(struct ft_bench *b, struct ft_tensors *t, struct ft_err *err);

void ft_tensors_args(const struct ft_tensors *t, fatune_args *out); /* but for the workspace */
int ft_tensors_poison_output(struct ft_bench *b, struct ft_tensors *t, struct ft_err *err);
int ft_tensors_save_output(struct ft_bench *b, struct ft_tensors *t, struct ft_err *err);
/* *n_differ: words of o and lse that differ from the saved output. */
int ft_tensors_diff_output(struct ft_bench *b, struct ft_tensors *t, uint64_t *n_differ,
                           struct ft_err *err);
/* The comparison with the reference, after a scan of the whole output for NaN, infinity and writes
 * between rows. */
int ft_tensors_compare(struct ft_bench *b, struct ft_tensors *t, struct ft_compare *out,
                       struct ft_err *err);
/* 1 a guard was hit (what says which), 0 none, -1 error. */
int ft_tensors_guards(struct ft_bench *b, struct ft_tensors *t, char *what, size_t cap,
                      struct ft_err *err);
#endif
#endif
