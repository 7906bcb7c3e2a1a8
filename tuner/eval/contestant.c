/* contestant.c -- loading, launching and judging a build
 *
 * After every launch the context is synchronised before anything else is asked, so that an error is
 * blamed on the launch that caused it. Workspace regions are treated as the program says and no
 * better: `never` regions hold poison before each checked launch, `once` regions are zeroed when
 * the plan is made, `launch` regions are the launcher's business.
 */
#ifndef FT_NO_CUDA
#include "eval/contestant.h"
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "base/mem.h"
#include "runtime/plan.h"

int ft_verdict_set(struct ft_verdict *v, enum ft_outcome outcome, const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    v->outcome = outcome;
    vsnprintf(v->detail, sizeof v->detail, fmt, args);
    va_end(args);
    return -1;
}

int ft_verdict_cuda(struct ft_verdict *v, const struct ft_bench *b, CUresult r, const char *what)
{
    char text[160];

    if (r == CUDA_SUCCESS)
        return 0;
    v->is_sticky = ft_cuda_is_sticky(r);
    return ft_verdict_set(v, ft_cuda_outcome(r), "%.80s: %s", what,
                          ft_driver_error(&b->driver, r, text, sizeof text));
}

int ft_verdict_take(struct ft_verdict *v, struct ft_bench *b, const struct ft_err *err)
{
    const CUresult r = b->driver.cuCtxSynchronize(); /* repeats a sticky error */

    v->is_sticky = ft_cuda_is_sticky(r);
    return ft_verdict_set(v, v->is_sticky ? FT_OUT_CRASHED : FT_OUT_LAUNCH_FAILED, "%.240s",
                          err->text);
}

int ft_contestant_open(struct ft_contestant *c, const char *cubin_path, const char *program_text,
                       struct ft_modules *modules, struct ft_verdict *v)
{
    struct ft_err err = {0};
    char why[200];

    memset(c, 0, sizeof *c);
    if (ft_program_parse(program_text, &c->program, why, sizeof why) < 0)
        return ft_verdict_set(v, FT_OUT_REJECTED, "launch program: %s", why);
    if (ft_modules_take(modules, cubin_path, &c->module))
        return 0;
    c->module.cubin_path = ft_strdup(cubin_path);
    if (ft_fs_read(cubin_path, &c->module.cubin, &err) < 0) {
        ft_module_free(&c->module);
        ft_program_free(&c->program);
        return ft_verdict_set(v, FT_OUT_LAUNCH_FAILED, "%.240s", err.text);
    }
    return 0;
}

int ft_contestant_open_library(struct ft_contestant *c, const char *path, struct ft_verdict *v)
{
    memset(c, 0, sizeof *c);
    if (fatune_open(path, NULL, &c->library) != FATUNE_OK)
        return ft_verdict_set(v, FT_OUT_LAUNCH_FAILED, "%.240s", fatune_last_error(NULL));
    return 0;
}

int ft_contestant_takes(const struct ft_bench *b, const struct ft_contestant *c,
                        const struct ft_case *cs)
{
    int64_t vars[FT_N_LAUNCH_VARS], holds;
    const char *why;

    ft_launch_vars(&cs->problem.f, cs->lengths != NULL, &b->vars, NULL, vars);
    for (int i = 0; i < c->program.n_needs; i++)
        if (ft_code_eval(&c->program.needs[i], vars, &holds, &why, NULL) < 0 || !holds)
            return 0;
    return 1;
}

void ft_contestant_close(struct ft_contestant *c, struct ft_modules *modules)
{
    fatune_close(c->library);
    ft_program_free(&c->program);
    ft_modules_keep(modules, &c->module);
    memset(c, 0, sizeof *c);
}

int ft_plan_zero_workspace(struct ft_bench *b, const struct ft_plan *plan, CUdeviceptr workspace,
                           struct ft_err *err)
{
    const struct ft_launch *launch = &plan->launch;

    if (plan->library) /* its user does not know the regions */
        return ft_bench_check(
            b, b->driver.cuMemsetD8Async(workspace, 0, launch->workspace_bytes, b->stream),
            "zeroing the workspace", err);
    for (int i = 0; i < plan->program->n_workspaces; i++)
        if (plan->program->workspaces[i].zeroed == FT_ZEROED_ONCE &&
            ft_bench_check(b,
                           b->driver.cuMemsetD8Async(workspace + launch->workspace_offset[i], 0,
                                                     launch->workspace_size[i], b->stream),
                           "zeroing the workspace", err) < 0)
            return -1;
    return 0;
}

static int make_workspace(struct ft_bench *b, struct ft_plan *plan, struct ft_err *err)
{
    const size_t bytes = plan->launch.workspace_bytes;

    if (bytes == 0)
        return 0;
    if (ft_bench_alloc(b, bytes + 2 * FT_GUARD_BYTES, &plan->workspace, err) < 0 ||
        ft_bench_set_words(b, plan->workspace, bytes + 2 * FT_GUARD_BYTES, FT_GUARD_WORD, err) <
            0 ||
        ft_plan_poison_workspace(b, plan, err) < 0 ||
        ft_plan_zero_workspace(b, plan, plan->workspace + FT_GUARD_BYTES, err) < 0)
        return -1;
    plan->args.workspace = (void *)(uintptr_t)(plan->workspace + FT_GUARD_BYTES);
    plan->args.workspace_bytes = bytes;
    return 0;
}

/* As a user would: plan, allocate what the plan says, zero it once. */
static int open_library_plan(struct ft_bench *b, const struct ft_contestant *contestant,
                             const struct ft_tensors *t, struct ft_plan *plan, struct ft_verdict *v)
{
    struct ft_err err = {0};
    if (fatune_plan_create(contestant->library, &t->c->problem.f, &plan->library) != FATUNE_OK)
        return ft_verdict_set(v, FT_OUT_LAUNCH_FAILED, "%.240s",
                              fatune_last_error(contestant->library));
    plan->program = ft_library_plan_program(plan->library);
    plan->launch = *ft_library_plan_launch(plan->library, t->c->lengths != NULL);
    plan->launch.workspace_bytes = fatune_plan_workspace_bytes(plan->library);
    ft_tensors_args(t, &plan->args);
    if (make_workspace(b, plan, &err) == 0)
        return 0;
    ft_verdict_take(v, b, &err);
    return -1;
}

/* Loads the cubin for the first plan, and prepares it for this one. */
static int prepare_kernels(struct ft_bench *b, struct ft_contestant *contestant,
                           const fatune_problem *problem, struct ft_kernels *out,
                           struct ft_verdict *v)
{
    const struct ft_program *program = &contestant->program;
    struct ft_module *module = &contestant->module;
    CUresult cu = CUDA_SUCCESS;
    char why[200] = "";
    int rc;

    if (!module->kernels.module) {
        rc = ft_kernels_load(&b->driver, ft_buf_str(&module->cubin), program, problem, &b->vars,
                             &module->kernels, &cu, why, sizeof why);
        *out = module->kernels;
    } else {
        *out = module->kernels;
        rc = ft_kernels_prepare(out, program, problem, &b->vars, &cu, why, sizeof why);
    }
    if (rc == 0)
        return 0;
    v->is_sticky = ft_cuda_is_sticky(cu);
    return ft_verdict_set(v, v->is_sticky ? FT_OUT_CRASHED : FT_OUT_LAUNCH_FAILED, "%s", why);
}

int ft_plan_open(struct ft_bench *b, struct ft_contestant *contestant, const struct ft_tensors *t,
                 struct ft_plan *plan, struct ft_verdict *v)
{
    const struct ft_program *program = &contestant->program;
    const fatune_problem *problem = &t->c->problem.f;
    int64_t vars[FT_N_LAUNCH_VARS];
    struct ft_err err = {0};
    char why[200] = "";

    memset(plan, 0, sizeof *plan);
    plan->contestant = contestant;
    plan->c = t->c;
    if (contestant->library) {
        if (open_library_plan(b, contestant, t, plan, v) < 0)
            goto failed;
        return 0;
    }
    plan->program = program;
    if (prepare_kernels(b, contestant, problem, &plan->kernels, v) < 0)
        return -1;
    ft_launch_vars(problem, t->c->lengths != NULL, &b->vars, &plan->kernels, vars);
    if (ft_program_eval(program, vars, &plan->launch, why, sizeof why) < 0) {
        ft_verdict_set(v, FT_OUT_LAUNCH_FAILED, "launch program: %s", why);
        goto failed;
    }
    if (plan->launch.n_kernels == 0) {
        ft_verdict_set(v, FT_OUT_LAUNCH_FAILED, "launch program: no kernel is launched");
        goto failed;
    }
    if (ft_verdict_cuda(
            v, b,
            b->driver.cuFuncGetAttribute(&plan->local_bytes, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES,
                                         plan->kernels.functions[plan->launch.kernels[0].kernel]),
            "reading the kernel's attributes") < 0)
        goto failed;
    ft_tensors_args(t, &plan->args);
    if (make_workspace(b, plan, &err) < 0) {
        ft_verdict_take(v, b, &err);
        goto failed;
    }
    return 0;
failed:
    ft_plan_close(b, plan);
    return -1;
}

void ft_plan_close(struct ft_bench *b, struct ft_plan *plan)
{
    fatune_plan_free(plan->library);
    ft_bench_free(b, &plan->workspace);
    memset(plan, 0, sizeof *plan);
}

int ft_plan_poison_workspace(struct ft_bench *b, struct ft_plan *plan, struct ft_err *err)
{
    const struct ft_program *program = plan->program;

    if (plan->library) /* its user does not know the regions */
        return 0;

    const CUdeviceptr regions = plan->workspace + FT_GUARD_BYTES;
    for (int i = 0; i < program->n_workspaces; i++)
        if (program->workspaces[i].zeroed != FT_ZEROED_ONCE &&
            ft_bench_check(b,
                           b->driver.cuMemsetD8Async(regions + plan->launch.workspace_offset[i],
                                                     0xff, plan->launch.workspace_size[i],
                                                     b->stream),
                           "poisoning the workspace", err) < 0)
            return -1;
    return 0;
}

int ft_plan_run(struct ft_bench *b, const struct ft_plan *plan, struct ft_verdict *v)
{
    return ft_plan_run_at(b, plan, (CUdeviceptr)(uintptr_t)plan->args.workspace, v);
}

int ft_plan_run_at(struct ft_bench *b, const struct ft_plan *plan, CUdeviceptr workspace,
                   struct ft_verdict *v)
{
    CUresult cu = CUDA_SUCCESS;
    fatune_args args = plan->args;
    char why[200] = "";

    args.workspace = (void *)(uintptr_t)workspace;

    if (plan->library) {
        if (fatune_run(plan->library, &args, b->stream) == FATUNE_OK)
            return 0;
        return ft_verdict_set(v, FT_OUT_LAUNCH_FAILED, "%.240s",
                              fatune_last_error(plan->contestant->library));
    }
    if (ft_launch_run(&plan->kernels, plan->program, &plan->launch, &plan->c->problem.f, &args,
                      b->stream, &cu, why, sizeof why) == 0)
        return 0;
    v->is_sticky = ft_cuda_is_sticky(cu);
    return ft_verdict_set(v, v->is_sticky ? FT_OUT_CRASHED : FT_OUT_LAUNCH_FAILED, "%s", why);
}

int ft_plan_guards(struct ft_bench *b, const struct ft_plan *plan, char *what, size_t cap,
                   struct ft_err *err)
{
    uint32_t words[2][FT_GUARD_BYTES / 4];
    const size_t bytes = plan->launch.workspace_bytes;

    if (!plan->workspace)
        return 0;
    if (ft_bench_download(b, words[0], plan->workspace, FT_GUARD_BYTES, err) < 0 ||
        ft_bench_download(b, words[1], plan->workspace + FT_GUARD_BYTES + bytes, FT_GUARD_BYTES,
                          err) < 0)
        return -1;
    for (int side = 0; side < 2; side++) {
        int n = 0;

        for (size_t i = 0; i < FT_GUARD_BYTES / 4; i++)
            n += words[side][i] != FT_GUARD_WORD;
        if (n > 0) {
            snprintf(what, cap, "wrote %d bytes %s of the workspace", 4 * n,
                     side == 0 ? "before the start" : "past the end");
            return 1;
        }
    }
    return 0;
}

/* A guard cannot tell that it was read. Where AddressSanitizer is loaded and memory is the host's,
 * nobody may touch guards while a contestant runs. */
static void fence(struct ft_bench *b, const struct ft_plan *plan, const struct ft_tensors *t,
                  int is_up)
{
    typedef void (*set_fn)(const volatile void *, size_t);
    const set_fn set =
        b->is_cpu ? (set_fn)(uintptr_t)dlsym(RTLD_DEFAULT, is_up ? "__asan_poison_memory_region"
                                                                 : "__asan_unpoison_memory_region")
                  : NULL;
    const char *workspace = (const char *)(uintptr_t)plan->workspace;

    for (int i = 0; set && i < t->n_zones; i++)
        set(t->zones[i].words, (size_t)t->zones[i].n * sizeof *t->zones[i].words);
    if (set && workspace) {
        set(workspace, FT_GUARD_BYTES);
        set(workspace + FT_GUARD_BYTES + plan->launch.workspace_bytes, FT_GUARD_BYTES);
    }
}

/* One launch into poison, waited for, guards intact. */
static int launch_checked(struct ft_bench *b, struct ft_plan *plan, struct ft_tensors *t,
                          struct ft_verdict *v)
{
    struct ft_err err = {0};
    char what[160];
    int hit, rc;

    if (ft_tensors_poison_output(b, t, &err) < 0 || ft_plan_poison_workspace(b, plan, &err) < 0 ||
        ft_bench_sync(b, "poisoning", &err) < 0)
        return ft_verdict_take(v, b, &err);
    fence(b, plan, t, 1);
    rc = ft_plan_run(b, plan, v);
    if (rc == 0)
        rc = ft_verdict_cuda(v, b, b->driver.cuCtxSynchronize(), "running it");
    fence(b, plan, t, 0);
    if (rc < 0)
        return -1;
    hit = ft_tensors_guards(b, t, what, sizeof what, &err);
    if (hit == 0)
        hit = ft_plan_guards(b, plan, what, sizeof what, &err);
    if (hit < 0)
        return ft_verdict_take(v, b, &err);
    return hit ? ft_verdict_set(v, FT_OUT_WRONG, "%s", what) : 0;
}

int ft_plan_check(struct ft_bench *b, struct ft_plan *plan, struct ft_tensors *t, int n_launches,
                  struct ft_compare *compare, struct ft_verdict *v)
{
    struct ft_err err = {0};
    uint64_t n_differ = 0;

    *compare = (struct ft_compare){.max_abs = NAN,
                                   .mean_abs = NAN,
                                   .rel_l2 = NAN,
                                   .cosine = NAN,
                                   .tol = NAN,
                                   .lse_max_abs = NAN};
    for (int i = 0; i < n_launches; i++) {
        if (launch_checked(b, plan, t, v) < 0)
            return -1;
        if (i == 0 || !plan->contestant->is_deterministic) {
            if (ft_tensors_compare(b, t, compare, &err) < 0)
                return ft_verdict_take(v, b, &err);
            if (compare->outcome != FT_OUT_OK)
                return ft_verdict_set(v, compare->outcome, "%s", compare->detail);
        }
        if (i == 0) {
            if (ft_tensors_save_output(b, t, &err) < 0)
                return ft_verdict_take(v, b, &err);
            continue;
        }
        if (plan->contestant->is_deterministic && ft_tensors_diff_output(b, t, &n_differ, &err) < 0)
            return ft_verdict_take(v, b, &err);
        if (n_differ > 0)
            return ft_verdict_set(v, FT_OUT_NONDETERMINISTIC,
                                  "launch %d gave other bits in %llu words of the output", i + 1,
                                  (unsigned long long)n_differ);
    }
    plan->has_run = 1;
    return 0;
}
#endif
