/* contestant.h -- a build to be judged, and a plan: that build made ready for one case
 *
 * A contestant is a cubin and a launch program, or what libfatune chooses from a table or database.
 * A plan does what fatune_plan_create does for a user: loads the cubin for a problem, evaluates the
 * program, has a workspace; and fatune_run's part is ft_plan_run. What happens to a contestant is a
 * verdict, never an error of the worker.
 */
#ifndef FT_CONTESTANT_H
#define FT_CONTESTANT_H
#include "base/buf.h"
#include "eval/cases.h"
#include "eval/modules.h"
#include "eval/tensors.h"
#ifndef FT_NO_CUDA

struct ft_verdict {
    enum ft_outcome outcome;
    int is_sticky; /* the CUDA context is lost */
    char detail[256];
};
/* Return -1. The second turns an error of our own calls into a verdict: a sticky error shows
 * wherever the next call is. */
int ft_verdict_set(struct ft_verdict *v, enum ft_outcome outcome, const char *fmt, ...)
    FT_PRINTF(3, 4);
int ft_verdict_cuda(struct ft_verdict *v, const struct ft_bench *b, CUresult r, const char *what);
int ft_verdict_take(struct ft_verdict *v, struct ft_bench *b, const struct ft_err *err);

struct ft_contestant {
    int id, is_deterministic;
    struct ft_variation variation;
    struct ft_program program;
    struct ft_module module; /* loaded by the first plan, for all of them */
    fatune *library;         /* instead of program and cubin: plans come from it */
};
/* The build is taken from modules where it is there. */
int ft_contestant_open(struct ft_contestant *c, const char *cubin_path, const char *program_text,
                       struct ft_modules *modules, struct ft_verdict *v);
int ft_contestant_open_library(struct ft_contestant *c, const char *path, struct ft_verdict *v);
/* Does the launch program say that the build is right for the case? */
int ft_contestant_takes(const struct ft_bench *b, const struct ft_contestant *c,
                        const struct ft_case *cs);
/* The build goes to modules. */
void ft_contestant_close(struct ft_contestant *c, struct ft_modules *modules);

struct ft_plan {
    const struct ft_contestant *contestant; /* borrowed; closed after the plan */
    const struct ft_case *c;                /* borrowed */
    const struct ft_program *program;       /* the contestant's, or the library plan's */
    fatune_plan *library;                   /* of a library's contestant, else NULL */
    struct ft_kernels kernels;              /* the contestant's, prepared for the case */
    struct ft_launch launch;
    fatune_args args;
    CUdeviceptr workspace; /* a guard, the regions, a guard */
    int local_bytes;       /* per thread, of the first kernel */
    int has_run;           /* it came through ft_plan_check */
};
int ft_plan_open(struct ft_bench *b, struct ft_contestant *contestant, const struct ft_tensors *t,
                 struct ft_plan *plan, struct ft_verdict *v);
void ft_plan_close(struct ft_bench *b, struct ft_plan *plan);
/* Regions that may hold anything get poison; those zeroed once are left alone. */
int ft_plan_poison_workspace(struct ft_bench *b, struct ft_plan *plan, struct ft_err *err);
/* Launches; does not wait. The second with a workspace of workspace_bytes elsewhere, of which
 * ft_plan_zero_workspace has zeroed what must be. */
int ft_plan_run(struct ft_bench *b, const struct ft_plan *plan, struct ft_verdict *v);
int ft_plan_run_at(struct ft_bench *b, const struct ft_plan *plan, CUdeviceptr workspace,
                   struct ft_verdict *v);
int ft_plan_zero_workspace(struct ft_bench *b, const struct ft_plan *plan, CUdeviceptr workspace,
                           struct ft_err *err);
/* 1 a guard of the workspace was hit, 0 none, -1 error. */
int ft_plan_guards(struct ft_bench *b, const struct ft_plan *plan, char *what, size_t cap,
                   struct ft_err *err);

/* Launches n times into poisoned output and checks everything: guards, reference, equal repeats.
 * compare is set as far as it got. */
int ft_plan_check(struct ft_bench *b, struct ft_plan *plan, struct ft_tensors *t, int n_launches,
                  struct ft_compare *compare, struct ft_verdict *v);
#endif
#endif
