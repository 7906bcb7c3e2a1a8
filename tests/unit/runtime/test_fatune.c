/* test_fatune.c -- the public interface from open to run, on the fake driver, and every call of it
 * failing */
#include "table_text.h"

#ifdef FT_NO_CUDA
static void test_library(void **state)
{
    (void)state;
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_library)};
    puts("there are no CUDA headers");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
#include <dlfcn.h>
#include <math.h>
#include <pthread.h>

#include "driver.h"
#include "fake/fake_cuda.h"
#include "ft_abi.h"

#define BLOB   "CUBIN-17-bytes-xx"
#define CLASS  "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,"
/* Eight CTAs share the batch. Regions: one whose size goes up and down with the batch, one that
 * must stay zero, one that is cleared. */
#define SPLITS "1 8 p.batch / max"
#define PROGRAM                                                                                    \
    "pass " SPLITS "\nneed p.page_size 0 ==\naccepts softcap\n"                                    \
    "workspace partial zeroed=never bytes=p.batch " SPLITS " * 1000 *\n"                           \
    "workspace arrived zeroed=once bytes=p.batch 4 *\n"                                            \
    "workspace sum zeroed=launch bytes=p.has_lengths 64 *\n"                                       \
    "kernel decode grid=" SPLITS ",p.kv_heads,p.batch block=128 smem=60000\n"                      \
    "kernel combine when=p.batch 8 < grid=p.batch block=64 pdl=1\n"
#define SEQLEN_PROGRAM  "kernel naive grid=p.batch block=128 smem=p.seqlen_kv 4 *\n"
#define LENGTHS_PROGRAM "need p.has_lengths\nkernel naive grid=p.batch block=128\n"

static struct {
    char log[1 << 16];
    void *library;
    struct ft_driver driver;
    struct table_text table;
    fatune *ft;
} f;

static void script(const char *fail)
{
    unsetenv("FAKE_CUDA_FAIL");
    f.driver.cuInit(0); /* sees that there is no script: the count starts anew */
    if (fail)
        setenv("FAKE_CUDA_FAIL", fail, 1);
}

/* The log since the last call of this. */
static const char *read_log(void)
{
    return fake_cuda_logged(f.log, sizeof f.log);
}

static int count(const char *text, const char *line)
{
    int n = 0;
    for (const char *at = text; (at = strstr(at, line)); at++)
        n += at == text || at[-1] == '\n';
    return n;
}

static int build_driver(void **state)
{
    char why[200];
    (void)state;
    if (fake_cuda_setup() < 0 || ft_driver_load(&f.driver, why, sizeof why) < 0)
        return -1;
    f.library = dlopen(getenv("FATUNE_LIBCUDA"), RTLD_NOW);
    return f.library ? 0 : -1;
}

static int remove_driver(void **state)
{
    (void)state;
    dlclose(f.library);
    ft_driver_unload(&f.driver);
    fake_cuda_teardown();
    return 0;
}

/* Two entries on the fake device: batch 4 of one program, and a class of head_dim 64 with another.
 */
static int open_table(void **state)
{
    char lines[8192] = "device 0 sm=90 sms=132 name=Fake GPU\n", program[1024];
    CUcontext context;
    (void)state;
    snprintf(program, sizeof program, "args %zu\n" PROGRAM, sizeof(struct ft_attn_args));
    add_build_text(lines, sizeof lines, 0, 0, program, BLOB, 17);
    snprintf(program, sizeof program, "args %zu\n" SEQLEN_PROGRAM, sizeof(struct ft_attn_args));
    add_build_text(lines, sizeof lines, 1, 0, program, BLOB, 17);
    snprintf(program, sizeof program, "args %zu\n" LENGTHS_PROGRAM, sizeof(struct ft_attn_args));
    add_build_text(lines, sizeof lines, 2, 0, program, BLOB, 17);
    add_text(lines, sizeof lines,
             "entry device=0 build=0 ns=4130 default=0 problem=" CLASS
             "batch=4,seqlen_q=1,seqlen_kv=4096\n"
             "entry device=0 build=0 ns=4130 default=0 problem=" CLASS
             "batch=4,seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=16\n"
             "entry device=0 build=1 ns=10 default=0 problem=dtype=bf16,head_dim=64,q_heads=32,"
             "kv_heads=8,batch=4,seqlen_q=1,seqlen_kv=4096\n"
             "entry device=0 build=2 ns=10 default=0 problem=dtype=bf16,head_dim=96,q_heads=8,"
             "kv_heads=8,batch=4,seqlen_q=1,seqlen_kv=4096\n");
    table_text_make(&f.table, lines, BLOB);
    script(NULL);
    if (f.driver.cuDevicePrimaryCtxRetain(&context, 0) || f.driver.cuCtxSetCurrent(context) ||
        fatune_open(f.table.path, NULL, &f.ft) != FATUNE_OK)
        fail_msg("%s", fatune_last_error(NULL));
    read_log();
    return 0;
}

static int close_table(void **state)
{
    (void)state;
    script(NULL);
    fatune_close(f.ft);
    int (*live)(void);
    *(void **)&live = dlsym(f.library, "fake_cuda_live");
    assert_non_null(live);
    assert_int_equal(live(), 0); /* modules */
    table_text_remove(&f.table);
    return 0;
}

static fatune_problem problem_of(int batch, int seqlen_kv)
{
    fatune_problem p;
    fatune_problem_init(&p, 32, 8, 128, batch, seqlen_kv);
    return p;
}

static fatune_plan *plan_of(int batch, int seqlen_kv)
{
    fatune_problem p = problem_of(batch, seqlen_kv);
    fatune_plan *plan = NULL;
    if (fatune_plan_create(f.ft, &p, &plan) != FATUNE_OK)
        fail_msg("%s", fatune_last_error(f.ft));
    return plan;
}

static _Alignas(256) char memory[1 << 16]; /* stands for every tensor: the fake runs nothing */

static fatune_args args_of(int seqlen_kv)
{
    const fatune_tensor q = {memory, 32 * 128, 32 * 128, 128};
    const fatune_tensor k = {memory, (int64_t)seqlen_kv * 8 * 128, 8 * 128, 128};
    return (fatune_args){.struct_size = sizeof(fatune_args),
                         .q = q,
                         .k = k,
                         .v = k,
                         .o = q,
                         .workspace = memory,
                         .workspace_bytes = sizeof memory};
}

static void says(fatune_status got, fatune_status status, const char *text)
{
    if (got != status || !strstr(fatune_last_error(f.ft), text))
        fail_msg("status %d '%s', not %d '%s'", got, fatune_last_error(f.ft), status, text);
}

static void test_open(void **state)
{
    fatune *ft;
    fatune_options options = {0};
    (void)state;
    says(fatune_open(NULL, NULL, &ft), FATUNE_ERR_ARGUMENT, "'path' is NULL");
    says(fatune_open("x", NULL, NULL), FATUNE_ERR_ARGUMENT, "'out' is NULL");
    says(fatune_open("/nonexistent", NULL, &ft), FATUNE_ERR_FILE, "No such file");
    assert_null(ft);
    says(fatune_open("/tmp", NULL, &ft), FATUNE_ERR_FILE, "directory");
    says(fatune_open("Makefile", NULL, &ft), FATUNE_ERR_FILE, "neither a dispatch table nor");
    says(fatune_open(f.table.path, &options, &ft), FATUNE_ERR_ARGUMENT, "struct_size");
    fatune_close(NULL);
    fatune_plan_free(NULL);
    assert_string_equal(fatune_strstatus(FATUNE_ERR_FILE), "unusable file");
    assert_string_equal(fatune_strstatus((fatune_status)99), "unknown status");
}

static void test_plan(void **state)
{
    (void)state;
    fatune_plan *plan = plan_of(4, 4096);
    assert_int_equal(fatune_plan_match(plan), FATUNE_MATCH_EXACT);
    assert_true(fatune_plan_measured_ns(plan) == 4130);
    assert_string_equal(fatune_plan_describe(plan),
                        "decode Bc=16 splits=4 (exact match: 'dtype=bf16,head_dim=128,q_heads=32,"
                        "kv_heads=8,batch=4,seqlen_q=1,seqlen_kv=4096' took 4.13 us on Fake GPU)");
    fatune_plan_free(plan);
    plan = plan_of(3, 4000);
    assert_int_equal(fatune_plan_match(plan), FATUNE_MATCH_BUCKET);
    fatune_plan_free(plan);
    plan = plan_of(3, 40);
    assert_int_equal(fatune_plan_match(plan), FATUNE_MATCH_NEAREST);
    fatune_plan_free(plan);
}

static void test_plan_refused(void **state)
{
    fatune_problem p = problem_of(4, 4096);
    fatune_plan *plan;
    (void)state;
    says(fatune_plan_create(NULL, &p, &plan), FATUNE_ERR_ARGUMENT, "'ft' is NULL");
    says(fatune_plan_create(f.ft, NULL, &plan), FATUNE_ERR_ARGUMENT, "'problem' is NULL");
    says(fatune_plan_create(f.ft, &p, NULL), FATUNE_ERR_ARGUMENT, "'out' is NULL");
    p.struct_size = 8;
    says(fatune_plan_create(f.ft, &p, &plan), FATUNE_ERR_ARGUMENT, "struct_size");
    p = problem_of(0, 4096);
    says(fatune_plan_create(f.ft, &p, &plan), FATUNE_ERR_ARGUMENT, "batch (0)");
    p = problem_of(4, 4096);
    p.seqlen_kv = INT32_MIN;
    says(fatune_plan_create(f.ft, &p, &plan), FATUNE_ERR_ARGUMENT, "seqlen_kv");
    p = problem_of(4, 4096);
    p.dtype = p.kv_dtype = p.o_dtype = FATUNE_FP16;
    says(fatune_plan_create(f.ft, &p, &plan), FATUNE_ERR_UNSUPPORTED, "differs in dtype");
    /* The measured entry itself is refused by its need: the program is right, the entry is not. */
    p = problem_of(4, 4096);
    p.kv = FATUNE_KV_PAGED;
    p.page_size = 16;
    says(fatune_plan_create(f.ft, &p, &plan), FATUNE_ERR_UNSUPPORTED, "p.page_size 0 ==");
    /* 4 bytes of shared memory a key: longer than measured may be too long. */
    fatune_problem_init(&p, 32, 8, 64, 4, 65536);
    says(fatune_plan_create(f.ft, &p, &plan), FATUNE_ERR_UNSUPPORTED, "shared memory");
    assert_null(plan);
    f.driver.cuCtxSetCurrent(NULL);
    p = problem_of(4, 4096);
    says(fatune_plan_create(f.ft, &p, &plan), FATUNE_ERR_NO_DRIVER, "no current CUDA context");
}

/* A build that takes only calls with lengths can be planned: what a call gives, the call says. */
static void test_needs_lengths(void **state)
{
    fatune_problem p;
    fatune_plan *plan = NULL;
    (void)state;
    fatune_problem_init(&p, 8, 8, 96, 4, 4096);
    assert_int_equal(fatune_plan_create(f.ft, &p, &plan), FATUNE_OK);
    fatune_plan_free(plan);
}

static void test_no_driver(void **state)
{
    fatune_problem p = problem_of(4, 4096);
    fatune_plan *plan;
    (void)state;
    char library[200];
    snprintf(library, sizeof library, "%s", getenv("FATUNE_LIBCUDA"));
    setenv("FATUNE_LIBCUDA", "/nonexistent/libcuda.so", 1);
    says(fatune_plan_create(f.ft, &p, &plan), FATUNE_ERR_NO_DRIVER, "/nonexistent/libcuda.so");
    setenv("FATUNE_LIBCUDA", library, 1);
    fatune_plan_free(plan_of(4, 4096)); /* asking again may help */
}

/* Runs, and takes from the log and the kernel's arguments what happened. */
struct outcome {
    unsigned grid_x, grid_z;
    struct ft_attn_args args;
    size_t regions[3];
    int has_combine, has_memset;
};

static struct outcome run_once(const fatune_plan *plan, const fatune_args *args)
{
    struct outcome out = {0};
    const void *(*parameters)(void);
    unsigned y;
    read_log();
    if (fatune_run(plan, args, NULL) != FATUNE_OK)
        fail_msg("%s", fatune_last_error(f.ft));
    const char *log = read_log(), *at = strstr(log, "launch decode ");
    assert_non_null(at);
    assert_non_null(strstr(at, " block=128,1,1 smem=60000 "));
    assert_int_equal(sscanf(at, "launch decode grid=%u,%u,%u ", &out.grid_x, &y, &out.grid_z), 3);
    assert_int_equal(y, 8);
    *(void **)&parameters = dlsym(f.library, "fake_cuda_parameters");
    assert_non_null(parameters);
    memcpy(&out.args, parameters(), sizeof out.args);
    for (int i = 0; i < 3; i++)
        if (out.args.workspace[i])
            out.regions[i] = (size_t)((char *)out.args.workspace[i] - (char *)args->workspace);
    out.has_combine = count(log, "launch combine ") == 1 && strstr(log, " pdl=1\n");
    out.has_memset = count(log, "memset ");
    return out;
}

static void test_run(void **state)
{
    (void)state;
    fatune_plan *plan = plan_of(5, 4096);
    fatune_args args = args_of(4096);
    /* Batches 1, 2 and 4 need 8 parts, 5 itself only 5. */
    const size_t arrived_at = 8192, sum_at = arrived_at + 256;
    assert_int_equal(fatune_plan_workspace_bytes(plan), sum_at + 256);

    struct outcome line = run_once(plan, &args);
    assert_int_equal(line.grid_x, 1);
    assert_int_equal(line.grid_z, 5);
    assert_int_equal(line.args.batch, 5);
    assert_int_equal(line.args.passed[0], 1);
    assert_true(line.has_combine);
    assert_false(line.has_memset);
    assert_int_equal(line.regions[1], arrived_at);
    assert_null(line.args.workspace[2]);
    assert_int_equal(line.args.seqlen_kv, 4096);
    assert_true(fabsf(line.args.softmax_scale - 0.0883883f) < 1e-6f);

    args.batch = 4; /* another grid; regions stay where they are, so that what is zero stays so */
    line = run_once(plan, &args);
    assert_int_equal(line.grid_x, 2);
    assert_int_equal(line.args.batch, 4);
    assert_int_equal(line.args.passed[0], 2);
    assert_int_equal(line.regions[0], 0);
    assert_int_equal(line.regions[1], arrived_at);

    args.seqlens_kv = (const int32_t *)(const void *)memory;
    line = run_once(plan, &args);
    assert_int_equal(line.has_memset, 1);
    assert_int_equal(line.regions[2], sum_at);

    args.workspace_bytes = sum_at + 64; /* what this call needs, less than the plan's */
    run_once(plan, &args);
    args.workspace_bytes--;
    says(fatune_run(plan, &args, NULL), FATUNE_ERR_ARGUMENT, "this call needs 8512");
    fatune_plan_free(plan);
}

static void test_run_without_workspace(void **state)
{
    fatune_problem p;
    fatune_plan *plan;
    fatune_args args = args_of(4096);
    (void)state;
    fatune_problem_init(&p, 32, 8, 64, 4, 4096);
    assert_int_equal(fatune_plan_create(f.ft, &p, &plan), FATUNE_OK);
    assert_int_equal(fatune_plan_workspace_bytes(plan), 0);
    args.workspace = NULL;
    args.workspace_bytes = 0;
    assert_int_equal(fatune_run(plan, &args, NULL), FATUNE_OK);
    fatune_plan_free(plan);
}

static void test_arguments(void **state)
{
    (void)state;
    fatune_plan *plan = plan_of(4, 4096);
    fatune_args args, good = args_of(4096);
    const int32_t *ints = (const int32_t *)(const void *)memory;
    const float *floats = (const float *)(const void *)memory;
#define WRONG(change, status, text)                                                                \
    do {                                                                                           \
        args = good;                                                                               \
        change;                                                                                    \
        says(fatune_run(plan, &args, NULL), status, text);                                         \
    } while (0)
#define BAD            FATUNE_ERR_ARGUMENT
    says(fatune_run(NULL, &good, NULL), BAD, "'plan' is NULL");
    says(fatune_run(plan, NULL, NULL), BAD, "'args' is NULL");
    WRONG(args.struct_size--, BAD, "struct_size");
    WRONG(args.batch = 5, BAD, "'batch' is 5, the plan is for 1 to 4");
    WRONG(args.batch = -1, BAD, "'batch' is -1");
    WRONG(args.q.data = NULL, BAD, "'q.data' is NULL");
    WRONG(args.k.data = NULL, BAD, "'k.data' is NULL");
    WRONG(args.v.data = NULL, BAD, "'v.data' is NULL");
    WRONG(args.o.data = NULL, BAD, "'o.data' is NULL");
    WRONG(args.k.data = memory + 8, BAD, "'k.data' is not aligned to 16 bytes");
    WRONG(args.v.stride_row = 1028, BAD, "'v.stride_row' (1028) is no multiple of 16 bytes");
    WRONG(args.k.stride_head = 0, BAD, "'k.stride_head' is 0");
    WRONG(args.o.stride_batch = 0, BAD, "'o.stride_batch' is 0");
    WRONG(args.lse.data = memory, BAD, "no want_lse");
    WRONG(args.block_table = ints, BAD, "'block_table' is set, but kv: strided has none");
    WRONG(args.cu_seqlens_kv = ints, BAD, "'cu_seqlens_kv' is set");
    WRONG(args.seqlens_kv = (const int32_t *)(const void *)(memory + 2), BAD, "aligned to 4 bytes");
    WRONG(args.k_scale = floats, BAD, "for fp8 only");
    WRONG(args.softmax_scale = -1, BAD, "'softmax_scale' must be positive");
    WRONG(args.softmax_scale = 0.0f / 0.0f, BAD, "'softmax_scale' must be positive");
    WRONG(args.softcap = -1, BAD, "'softcap' must be positive");
    WRONG(args.alibi_slopes = floats, FATUNE_ERR_UNSUPPORTED, "know nothing of alibi");
    WRONG(args.seqlens_q = ints, FATUNE_ERR_UNSUPPORTED, "know nothing of seqlens_q");
    WRONG(args.workspace = NULL, BAD, "'workspace' is NULL");
    WRONG(args.workspace = memory + 16, BAD, "'workspace' is not aligned to 256 bytes");
    WRONG(args.workspace_bytes = 100, BAD, "'workspace_bytes' is 100");
    assert_int_equal(count(read_log(), "launch "), 0);

    args = good;
    args.softcap = 30;       /* the program accepts it */
    args.k.stride_batch = 0; /* one K for all is sensible */
    args.q.stride_row = 1;   /* there is one row */
    args.softmax_scale = 0.0883883f;
    assert_int_equal(fatune_run(plan, &args, NULL), FATUNE_OK);
    fatune_plan_free(plan);
}

static void test_modules_are_shared(void **state)
{
    static int elsewhere; /* any address is a context */
    CUcontext context, now, other = (CUcontext)(void *)&elsewhere;
    (void)state;
    fatune_plan *a = plan_of(4, 4096), *b = plan_of(2, 100);
    assert_int_equal(count(read_log(), "module load\n"), 1);
    f.driver.cuCtxGetCurrent(&context);
    f.driver.cuCtxSetCurrent(other);
    fatune_plan *c = plan_of(4, 4096);
    assert_int_equal(count(read_log(), "module load\n"), 1);
    fatune_plan_free(a);
    assert_int_equal(count(read_log(), "module unload\n"), 0);
    fatune_plan_free(b); /* in the other context: it is left as it was */
    assert_int_equal(count(read_log(), "module unload\n"), 1);
    f.driver.cuCtxGetCurrent(&now);
    assert_ptr_equal(now, other);
    fatune_plan_free(c);
    f.driver.cuCtxSetCurrent(context);
    assert_int_equal(count(read_log(), "module unload\n"), 1);
}

static void test_each_call_fails(void **state)
{
    static const struct {
        const char *call;
        int n; /* calls while planning */
    } planning[] = {
        {"cuCtxGetDevice", 1},       {"cuDeviceGetName", 1},
        {"cuDeviceGetAttribute", 6}, {"cuModuleLoadData", 1},
        {"cuModuleGetFunction", 2},  {"cuFuncSetAttribute", 1},
        {"cuFuncGetAttribute", 2},   {"cuOccupancyMaxActiveBlocksPerMultiprocessor", 1}};
    char fail[80];
    fatune_problem p = problem_of(4, 4096);
    fatune_plan *plan;
    (void)state;
    for (size_t i = 0; i < sizeof planning / sizeof *planning; i++)
        for (int n = 1; n <= planning[i].n; n++) {
            snprintf(fail, sizeof fail, "%s=700@%d", planning[i].call, n);
            script(fail);
            says(fatune_plan_create(f.ft, &p, &plan), FATUNE_ERR_CUDA, planning[i].call);
            says(FATUNE_ERR_CUDA, FATUNE_ERR_CUDA, "CUDA_ERROR_FAKE (700)");
            assert_null(plan);
            script(NULL);
            fatune_plan_free(plan_of(4, 4096));
        }
    script("cuCtxGetCurrent=201");
    says(fatune_plan_create(f.ft, &p, &plan), FATUNE_ERR_NO_DRIVER, "no current CUDA context");
    script(NULL);

    plan = plan_of(4, 4096);
    fatune_args args = args_of(4096);
    args.seqlens_kv = (const int32_t *)(const void *)memory;
    static const char *const running[] = {"cuMemsetD8Async", "cuLaunchKernel", "cuLaunchKernelEx"};
    for (size_t i = 0; i < sizeof running / sizeof *running; i++) {
        snprintf(fail, sizeof fail, "%s=700", running[i]);
        script(fail);
        says(fatune_run(plan, &args, NULL), FATUNE_ERR_CUDA, "CUDA_ERROR_FAKE (700)");
        script(NULL);
        assert_int_equal(fatune_run(plan, &args, NULL), FATUNE_OK);
    }
    fatune_plan_free(plan);
}

static void *plan_and_run(void *ctx)
{
    CUcontext context = ctx;
    fatune_args args = args_of(4096);
    f.driver.cuCtxSetCurrent(context);
    for (int i = 0; i < 50; i++) {
        fatune_problem p = problem_of(4, 4096 + (i & 1));
        fatune_plan *plan;
        if (fatune_plan_create(f.ft, &p, &plan) != FATUNE_OK ||
            fatune_run(plan, &args, NULL) != FATUNE_OK)
            return (void *)fatune_last_error(f.ft);
        args.batch = -1; /* this thread's error text */
        if (fatune_run(plan, &args, NULL) != FATUNE_ERR_ARGUMENT)
            return (void *)"no error";
        args.batch = 1 + i % 4;
        fatune_plan_free(plan);
    }
    return NULL;
}

static void test_threads(void **state)
{
    pthread_t threads[4];
    CUcontext context;
    (void)state;
    f.driver.cuCtxGetCurrent(&context);
    for (int i = 0; i < 4; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, plan_and_run, context), 0);
    for (int i = 0; i < 4; i++) {
        void *message;
        pthread_join(threads[i], &message);
        if (message)
            fail_msg("%s", (const char *)message);
    }
}

int main(void)
{
#define ON_TABLE(test) cmocka_unit_test_setup_teardown(test, open_table, close_table)
    const struct CMUnitTest tests[] = {
        ON_TABLE(test_open),
        ON_TABLE(test_plan),
        ON_TABLE(test_plan_refused),
        ON_TABLE(test_needs_lengths),
        ON_TABLE(test_no_driver),
        ON_TABLE(test_run),
        ON_TABLE(test_run_without_workspace),
        ON_TABLE(test_arguments),
        ON_TABLE(test_modules_are_shared),
        ON_TABLE(test_each_call_fails),
        ON_TABLE(test_threads),
    };
    return cmocka_run_group_tests(tests, build_driver, remove_driver);
}
#endif
