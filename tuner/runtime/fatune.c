/* fatune.c -- the public functions: open a table, plan a problem, run a plan
 *
 * The idea: everything that may block, allocate or fail for a reason outside the call happens while
 * planning. A plan holds the kernels, the launches for the planned batch, and the launch variables
 * from which those of a smaller batch follow without allocation.
 *
 * Workspace. A region's size depends on the batch, and some regions must stay zero between
 * launches. So a plan gives every region a place that holds for all batches: the largest size over
 * them.
 *
 * Who owns what stands in handle.h. The only variable outside of handles and plans is the calling
 * thread's error text.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "args.h"
#include "ft_abi.h"
#include "handle.h"
#include "plan.h"

#define WORKSPACE_ALIGN 256

static _Thread_local char last_error[1024];

fatune_status ft_fail(fatune_status status, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(last_error, sizeof last_error, fmt, args);
    va_end(args);
    return status;
}

const char *fatune_last_error(const fatune *ft)
{
    (void)ft;
    return last_error;
}

const char *fatune_strstatus(fatune_status status)
{
    switch (status) {
    case FATUNE_OK:
        return "ok";
    case FATUNE_ERR_ARGUMENT:
        return "wrong argument";
    case FATUNE_ERR_NO_MEMORY:
        return "out of memory";
    case FATUNE_ERR_FILE:
        return "unusable file";
    case FATUNE_ERR_NO_DRIVER:
        return "no driver, library or context";
    case FATUNE_ERR_CUDA:
        return "CUDA call failed";
    case FATUNE_ERR_UNSUPPORTED:
        return "no entry supports this";
    }
    return "unknown status";
}

void fatune_problem_init(fatune_problem *problem, int32_t q_heads, int32_t kv_heads,
                         int32_t head_dim, int32_t batch, int32_t seqlen_kv)
{
    *problem = (fatune_problem){.struct_size = sizeof *problem,
                                .op = FATUNE_OP_FWD,
                                .dtype = FATUNE_BF16,
                                .kv_dtype = FATUNE_BF16,
                                .o_dtype = FATUNE_BF16,
                                .head_dim = head_dim,
                                .head_dim_v = head_dim,
                                .q_heads = q_heads,
                                .kv_heads = kv_heads,
                                .batch = batch,
                                .seqlen_q = 1,
                                .seqlen_kv = seqlen_kv,
                                .mask = FATUNE_MASK_NONE,
                                .window_left = -1,
                                .window_right = -1,
                                .kv = FATUNE_KV_STRIDED};
}

/* ---- the handle ---- */

/* A table and a database say what they are in their first bytes. */
static fatune_status load(const char *path, struct ft_table *table)
{
    static const char sqlite_magic[16] = "SQLite format 3";
    char magic[sizeof sqlite_magic] = "", why[512] = "";
    int status, fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? -1 : read(fd, magic, sizeof magic);
    int error = errno;

    if (fd >= 0)
        close(fd);
    if (n < 0)
        return ft_fail(FATUNE_ERR_FILE, "'%s': %s", path, strerror(error));
    if (memcmp(magic, sqlite_magic, sizeof magic) == 0)
        status = ft_table_load_db(path, table, why, sizeof why);
    else if (memcmp(magic, FT_TABLE_MAGIC, sizeof FT_TABLE_MAGIC - 1) == 0)
        status = ft_table_load_file(path, table, why, sizeof why);
    else
        return ft_fail(FATUNE_ERR_FILE,
                       "'%s' is neither a dispatch table nor a database of results", path);
    return status == FATUNE_OK ? FATUNE_OK : ft_fail((fatune_status)status, "%s", why);
}

fatune_status fatune_open(const char *path, const fatune_options *options, fatune **out)
{
    if (!path || !out)
        return ft_fail(FATUNE_ERR_ARGUMENT, "'%s' is NULL", path ? "out" : "path");
    *out = NULL;
    if (options && options->struct_size != sizeof *options)
        return ft_fail(FATUNE_ERR_ARGUMENT, "'options->struct_size' is %zu, not %zu",
                       options->struct_size, sizeof *options);
    fatune *ft = calloc(1, sizeof *ft);
    if (!ft)
        return ft_fail(FATUNE_ERR_NO_MEMORY, "out of memory");
    ft->allow_other_device = options && options->allow_other_device;
    ft->allow_nearest = options ? options->allow_nearest : 1;
    fatune_status status = load(path, &ft->table);
    if (status == FATUNE_OK && pthread_mutex_init(&ft->lock, NULL) != 0) {
        ft_table_unload(&ft->table);
        status = ft_fail(FATUNE_ERR_NO_MEMORY, "no mutex is to be had");
    }
    if (status != FATUNE_OK) {
        free(ft);
        return status;
    }
    *out = ft;
    return FATUNE_OK;
}

static void close_handle(fatune *ft)
{
    pthread_mutex_destroy(&ft->lock);
    ft_table_unload(&ft->table);
    free(ft);
}

/* ---- what a plan tells ---- */

size_t fatune_plan_workspace_bytes(const fatune_plan *plan)
{
    return plan ? plan->workspace_bytes : 0;
}

fatune_match fatune_plan_match(const fatune_plan *plan)
{
    return plan ? plan->match : FATUNE_MATCH_NONE;
}

const char *fatune_plan_describe(const fatune_plan *plan)
{
    return plan ? plan->description : "";
}

double fatune_plan_measured_ns(const fatune_plan *plan)
{
    return plan ? plan->measured_ns : 0;
}

const struct ft_program *ft_library_plan_program(const fatune_plan *plan)
{
    return plan->program;
}

const struct ft_launch *ft_library_plan_launch(const fatune_plan *plan, int has_lengths)
{
    return &plan->launches[has_lengths != 0];
}

#ifndef FT_NO_CUDA

void fatune_close(fatune *ft)
{
    if (!ft)
        return;
    ft_driver_unload(&ft->driver);
    close_handle(ft);
}

fatune_status ft_fail_cuda(const fatune *ft, CUresult r, const char *call)
{
    char text[200];
    return ft_fail(FATUNE_ERR_CUDA, "%s: %s", call,
                   ft_driver_error(&ft->driver, r, text, sizeof text));
}

/* ---- planning ---- */

/* Every batch up to this is evaluated for the workspace; above it powers of two and the planned
 * one. */
#define MAX_EVERY_BATCH 1024

struct here { /* where the caller is */
    CUcontext context;
    char name[256];
    struct ft_device_vars vars;
};

static fatune_status find_here(fatune *ft, struct here *out)
{
    CUdevice device;
    char why[600] = "";
    if (!ft->driver.library && ft_driver_load(&ft->driver, why, sizeof why) < 0)
        return ft_fail(FATUNE_ERR_NO_DRIVER, "%s", why);
    if (ft->driver.cuCtxGetCurrent(&out->context) != CUDA_SUCCESS || !out->context)
        return ft_fail(FATUNE_ERR_NO_DRIVER, "there is no current CUDA context");
    CUresult r = ft->driver.cuCtxGetDevice(&device);
    if (r != CUDA_SUCCESS)
        return ft_fail_cuda(ft, r, "cuCtxGetDevice");
    r = ft->driver.cuDeviceGetName(out->name, sizeof out->name, device);
    if (r != CUDA_SUCCESS)
        return ft_fail_cuda(ft, r, "cuDeviceGetName");
    if (ft_device_vars_get(&ft->driver, device, &out->vars, why, sizeof why) < 0)
        return ft_fail(FATUNE_ERR_CUDA, "%s", why);
    return FATUNE_OK;
}

struct candidate {
    const fatune *ft;
    const fatune_problem *problem;
    const struct ft_device_vars *device;
};

/* For ft_table_match, before anything is loaded: one resident CTA is assumed. */
static int can_launch(void *ctx, const struct ft_table_build *build, char *why, size_t cap)
{
    const struct candidate *c = ctx;
    const struct ft_kernels guess = {.regs = build->regs, .ctas_per_sm = 1};
    const struct ft_program *program = &build->program;
    int64_t vars[FT_N_LAUNCH_VARS];
    struct ft_launch launch;
    char reason[200];

    if (program->args_bytes > sizeof(struct ft_attn_args)) {
        snprintf(why, cap, "was built for a newer version of this library");
        return 0;
    }
    if (program->n_maps > 0 && !c->ft->driver.cuTensorMapEncodeTiled) {
        snprintf(why, cap, "needs tensor maps, and so a driver of CUDA 12 or later");
        return 0;
    }
    int ok = 0;
    for (int v = 0; v < 2 && !ok; v++) { /* a call may give lengths or not; one of both will do */
        ft_launch_vars(c->problem, v, c->device, &guess, vars);
        ok = ft_program_eval(program, vars, &launch, reason, sizeof reason) == 0;
    }
    if (!ok) {
        snprintf(why, cap, "cannot be launched for this problem: %s", reason);
        return 0;
    }
    for (int i = 0; i < launch.n_kernels; i++)
        if (launch.kernels[i].smem_bytes > c->device->smem_per_cta) {
            snprintf(why, cap, "needs %u bytes of shared memory for this problem, of %lld",
                     launch.kernels[i].smem_bytes, (long long)c->device->smem_per_cta);
            return 0;
        }
    return 1;
}

/* Puts the regions of a launch to their places in the plan; those it does not use to 0. Returns the
 * workspace it needs, or SIZE_MAX when a region has outgrown its place. */
static size_t place_regions(const struct fatune_plan *plan, struct ft_launch *launch)
{
    size_t need = 0;
    for (int i = 0; i < plan->program->n_workspaces; i++) {
        const size_t bytes = launch->workspace_size[i];
        launch->workspace_offset[i] = bytes > 0 ? plan->region_offset[i] : 0;
        if (bytes > plan->region_bytes[i])
            return SIZE_MAX;
        if (bytes > 0)
            need = plan->region_offset[i] + bytes;
    }
    return need;
}

static int eval_batch(const struct fatune_plan *plan, int has_lengths, int32_t batch,
                      struct ft_launch *out, char *why, size_t cap)
{
    int64_t vars[FT_N_LAUNCH_VARS];
    memcpy(vars, plan->vars[has_lengths], sizeof vars);
    vars[FT_VAR_P_BATCH] = batch;
    return ft_program_eval(plan->program, vars, out, why, cap);
}

/* The largest size of each region over the batches that a call may have. A batch that cannot be
 * launched has none; a call with it says so. */
static void reserve_regions(struct fatune_plan *plan)
{
    const int32_t planned = plan->problem.batch;
    struct ft_launch launch;
    char why[200];

    for (int32_t batch = 1;;) {
        for (int v = 0; v < 2; v++)
            if (eval_batch(plan, v, batch, &launch, why, sizeof why) == 0)
                for (int i = 0; i < plan->program->n_workspaces; i++)
                    if (launch.workspace_size[i] > plan->region_bytes[i])
                        plan->region_bytes[i] = launch.workspace_size[i];
        if (batch == planned)
            break;
        batch = batch < MAX_EVERY_BATCH ? batch + 1 : 2 * batch;
        if (batch > planned)
            batch = planned;
    }
    for (int i = 0; i < plan->program->n_workspaces; i++) {
        plan->region_offset[i] = plan->workspace_bytes;
        plan->workspace_bytes +=
            (plan->region_bytes[i] + WORKSPACE_ALIGN - 1) / WORKSPACE_ALIGN * WORKSPACE_ALIGN;
    }
}

static fatune_status load_kernels(struct fatune_plan *plan, const struct ft_table_build *build,
                                  const struct here *here)
{
    fatune *ft = plan->ft;
    CUresult r = ft_module_get(ft, build->cubin, here->context, &plan->module);
    if (r != CUDA_SUCCESS)
        return ft_fail_cuda(ft, r, "cuModuleLoadData");
    char why[400] = "";
    plan->kernels.driver = &ft->driver;
    plan->kernels.module = ft_module_handle(plan->module);
    if (ft_kernels_prepare(&plan->kernels, &build->program, &plan->problem, &here->vars, &r, why,
                           sizeof why) < 0)
        return ft_fail(r == CUDA_SUCCESS ? FATUNE_ERR_UNSUPPORTED : FATUNE_ERR_CUDA, "'%s %s': %s",
                       build->family, build->config, why);
    return FATUNE_OK;
}

static fatune_status prepare_launches(struct fatune_plan *plan, const struct ft_device_vars *device)
{
    char why[200];
    int n = 0;
    for (int v = 0; v < 2; v++) {
        struct ft_launch *launch = &plan->launches[v];
        ft_launch_vars(&plan->problem, v, device, &plan->kernels, plan->vars[v]);
        if (ft_program_eval(plan->program, plan->vars[v], launch, why, sizeof why) < 0)
            launch->n_kernels = 0; /* a call like this will say why */
        n += launch->n_kernels > 0;
    }
    if (n == 0)
        return ft_fail(FATUNE_ERR_UNSUPPORTED, "the entry cannot be launched for this problem: %s",
                       why);
    reserve_regions(plan);
    for (int v = 0; v < 2; v++)
        place_regions(plan, &plan->launches[v]);
    return FATUNE_OK;
}

static struct fatune_plan *new_plan(fatune *ft, const fatune_problem *problem,
                                    const struct ft_table_entry *entry, fatune_match match)
{
    static const char *const names[] = {[FATUNE_MATCH_EXACT] = "exact",
                                        [FATUNE_MATCH_BUCKET] = "bucket",
                                        [FATUNE_MATCH_NEAREST] = "nearest",
                                        [FATUNE_MATCH_DEFAULT] = "default"};
    const struct ft_table_build *build = &ft->table.builds[entry->build];
    char key[FT_PROBLEM_KEY_BYTES];
    ft_problem_key(&entry->problem, key);
#define DESCRIPTION                                                                                \
    "%s %s (%s match: '%s' took %.2f us on %s)", build->family, build->config, names[match], key,  \
        entry->ns / 1e3, ft->table.devices[entry->device].name
    int n = snprintf(NULL, 0, DESCRIPTION);
    struct fatune_plan *plan = n < 0 ? NULL : calloc(1, sizeof *plan + (size_t)n + 1);
    if (!plan)
        return NULL;
    snprintf(plan->description, (size_t)n + 1, DESCRIPTION);
#undef DESCRIPTION
    plan->ft = ft;
    plan->program = &build->program;
    plan->problem = *problem;
    plan->match = match;
    plan->measured_ns = entry->ns;
    return plan;
}

/* With the lock held. */
static fatune_status create_plan(fatune *ft, const fatune_problem *problem,
                                 struct fatune_plan **out)
{
    struct here here;
    fatune_match match;
    char why[900] = "", key[FT_PROBLEM_KEY_BYTES];

    fatune_status status = find_here(ft, &here);
    if (status != FATUNE_OK)
        return status;
    struct candidate candidate = {ft, problem, &here.vars};
    const struct ft_table_query query = {.problem = problem,
                                         .device_name = here.name,
                                         .cc = (int)here.vars.cc,
                                         .sms = (int)here.vars.sms,
                                         .allow_other_device = ft->allow_other_device,
                                         .allow_nearest = ft->allow_nearest,
                                         .can_launch = can_launch,
                                         .ctx = &candidate};
    int index = ft_table_match(&ft->table, &query, &match, why, sizeof why);
    if (index < 0) {
        ft_problem_key(&(struct ft_problem){.f = *problem}, key);
        return ft_fail(FATUNE_ERR_UNSUPPORTED, "nothing serves '%s': %s", key, why);
    }
    const struct ft_table_entry *entry = &ft->table.entries[index];
    struct fatune_plan *plan = new_plan(ft, problem, entry, match);
    if (!plan)
        return ft_fail(FATUNE_ERR_NO_MEMORY, "out of memory");
    status = load_kernels(plan, &ft->table.builds[entry->build], &here);
    if (status == FATUNE_OK)
        status = prepare_launches(plan, &here.vars);
    if (status != FATUNE_OK) {
        if (plan->module)
            ft_module_put(ft, plan->module);
        free(plan);
        return status;
    }
    *out = plan;
    return FATUNE_OK;
}

fatune_status fatune_plan_create(fatune *ft, const fatune_problem *problem, fatune_plan **out)
{
    char why[200];
    if (!ft || !problem || !out)
        return ft_fail(FATUNE_ERR_ARGUMENT, "'%s' is NULL",
                       !ft        ? "ft"
                       : !problem ? "problem"
                                  : "out");
    *out = NULL;
    if (problem->struct_size != sizeof *problem)
        return ft_fail(FATUNE_ERR_ARGUMENT, "'problem->struct_size' is %zu, not %zu",
                       problem->struct_size, sizeof *problem);
    struct ft_problem normal = {.f = *problem};
    if (ft_problem_check(&normal, why, sizeof why) < 0)
        return ft_fail(FATUNE_ERR_ARGUMENT, "%s", why);
    ft_problem_normalise(&normal);
    pthread_mutex_lock(&ft->lock);
    fatune_status status = create_plan(ft, &normal.f, out);
    pthread_mutex_unlock(&ft->lock);
    return status;
}

void fatune_plan_free(fatune_plan *plan)
{
    if (!plan)
        return;
    pthread_mutex_lock(&plan->ft->lock);
    ft_module_put(plan->ft, plan->module);
    pthread_mutex_unlock(&plan->ft->lock);
    free(plan);
}

/* ---- running ---- */

static fatune_status check_workspace(const fatune_args *args, size_t need)
{
    if (need > args->workspace_bytes)
        return ft_fail(FATUNE_ERR_ARGUMENT, "'workspace_bytes' is %zu, this call needs %zu",
                       args->workspace_bytes, need);
    if (need > 0 && !args->workspace)
        return ft_fail(FATUNE_ERR_ARGUMENT, "'workspace' is NULL, this call needs %zu bytes", need);
    if ((uintptr_t)args->workspace % WORKSPACE_ALIGN != 0)
        return ft_fail(FATUNE_ERR_ARGUMENT, "'workspace' is not aligned to %d bytes",
                       WORKSPACE_ALIGN);
    return FATUNE_OK;
}

fatune_status fatune_run(const fatune_plan *plan, const fatune_args *args, void *stream)
{
    char why[400];
    if (!plan || !args)
        return ft_fail(FATUNE_ERR_ARGUMENT, "'%s' is NULL", !plan ? "plan" : "args");
    if (args->struct_size != sizeof *args)
        return ft_fail(FATUNE_ERR_ARGUMENT, "'args->struct_size' is %zu, not %zu",
                       args->struct_size, sizeof *args);
    const int32_t batch = args->batch != 0 ? args->batch : plan->problem.batch;
    if (batch < 1 || batch > plan->problem.batch)
        return ft_fail(FATUNE_ERR_ARGUMENT, "'batch' is %d, the plan is for 1 to %d", batch,
                       plan->problem.batch);
    fatune_status status =
        ft_args_check(&plan->problem, plan->program->accepts, batch, args, why, sizeof why);
    if (status != FATUNE_OK)
        return ft_fail(status, "%s", why);

    const int has_lengths = args->seqlens_kv || args->seqlens_q || args->cu_seqlens_kv;
    struct ft_launch launch;
    if (batch == plan->problem.batch && plan->launches[has_lengths].n_kernels > 0)
        launch = plan->launches[has_lengths];
    else if (eval_batch(plan, has_lengths, batch, &launch, why, sizeof why) < 0)
        return ft_fail(FATUNE_ERR_UNSUPPORTED,
                       "the entry cannot be launched for a batch of %d%s: %s", batch,
                       has_lengths ? " with lengths" : "", why);
    const size_t need = place_regions(plan, &launch);
    if (need == SIZE_MAX)
        return ft_fail(FATUNE_ERR_UNSUPPORTED, "a batch of %d needs more workspace than one of %d",
                       batch, plan->problem.batch);
    status = check_workspace(args, need);
    if (status != FATUNE_OK)
        return status;
    CUresult cu;
    if (ft_launch_run(&plan->kernels, plan->program, &launch, &plan->problem, args,
                      (CUstream)stream, &cu, why, sizeof why) < 0)
        return ft_fail(FATUNE_ERR_CUDA, "%s", why);
    return FATUNE_OK;
}

#else /* a table can be opened, and nothing be planned */

void fatune_close(fatune *ft)
{
    if (ft)
        close_handle(ft);
}

static fatune_status no_cuda(void)
{
    return ft_fail(FATUNE_ERR_NO_DRIVER, "this library was built without CUDA headers");
}

fatune_status fatune_plan_create(fatune *ft, const fatune_problem *problem, fatune_plan **out)
{
    (void)ft;
    (void)problem;
    if (out)
        *out = NULL;
    return no_cuda();
}

void fatune_plan_free(fatune_plan *plan)
{
    (void)plan;
}

fatune_status fatune_run(const fatune_plan *plan, const fatune_args *args, void *stream)
{
    (void)plan;
    (void)args;
    (void)stream;
    return no_cuda();
}

#endif
