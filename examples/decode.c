/* decode.c -- one decode step of attention through libfatune: plan, run, check, time
 *
 *     decode TABLE_OR_DB [--batch N] [--kv N] [--q-heads N] [--kv-heads N]
 *                        [--head-dim N] [--page N] [--calls N]
 *
 * Everything an engine does with the library stands in main: open, plan, give it a zeroed
 * workspace, run. The rest makes input, checks rows against a reference in double precision, and
 * calls the driver, which is opened at run time, so that this needs nothing but libfatune to link.
 * Exit status 0 only when the result is right.
 */
#include <dlfcn.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "fatune.h"

enum { MAX_HEAD_DIM = 256, BLOCK = 1000003 };

static struct { /* the driver calls that are needed here; 0 is success */
    int (*Init)(unsigned);
    int (*DevicePrimaryCtxRetain)(void **context, int device);
    int (*CtxSetCurrent)(void *context);
    int (*MemAlloc)(uintptr_t *p, size_t bytes);
    int (*MemcpyHtoD)(uintptr_t to, const void *from, size_t bytes);
    int (*MemcpyDtoH)(void *to, uintptr_t from, size_t bytes);
    int (*MemsetD8)(uintptr_t p, unsigned char value, size_t bytes);
    int (*StreamCreate)(void **stream, unsigned flags);
    int (*StreamSynchronize)(void *stream);
    int (*EventCreate)(void **event, unsigned flags);
    int (*EventRecord)(void *event, void *stream);
    int (*EventElapsedTime)(float *ms, void *from, void *to);
} cu;

static void must(int is_ok, const char *what)
{
    if (is_ok)
        return;
    fprintf(stderr, "decode: %s failed\n", what);
    exit(1);
}

static void load_driver(void)
{
    const char *path = getenv("FATUNE_LIBCUDA"); /* as the library has it: the CPU device, say */
    void *library = dlopen(path && *path ? path : "libcuda.so.1", RTLD_NOW);
    const struct {
        void *to;
        const char *name;
    } calls[] = {
        {&cu.Init, "cuInit"},
        {&cu.DevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain"},
        {&cu.CtxSetCurrent, "cuCtxSetCurrent"},
        {&cu.MemAlloc, "cuMemAlloc_v2"},
        {&cu.MemcpyHtoD, "cuMemcpyHtoD_v2"},
        {&cu.MemcpyDtoH, "cuMemcpyDtoH_v2"},
        {&cu.MemsetD8, "cuMemsetD8_v2"},
        {&cu.StreamCreate, "cuStreamCreate"},
        {&cu.StreamSynchronize, "cuStreamSynchronize"},
        {&cu.EventCreate, "cuEventCreate"},
        {&cu.EventRecord, "cuEventRecord"},
        {&cu.EventElapsedTime, "cuEventElapsedTime"},
    };
    must(library != NULL, "loading the driver");
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        void *symbol = dlsym(library, calls[i].name);
        must(symbol != NULL, calls[i].name);
        memcpy(calls[i].to, &symbol, sizeof symbol);
    }
}

static void *device_alloc(size_t bytes)
{
    uintptr_t p = 0;
    must(cu.MemAlloc(&p, bytes > 0 ? bytes : 1) == 0, "cuMemAlloc");
    return (void *)p;
}

/* ---- input: a block of random bf16 numbers, repeated; element i of a tensor is block[(i + shift)
 * % BLOCK] ---- */

static uint16_t block[2 * BLOCK];
enum { Q_SHIFT = 17, K_SHIFT = 4242, V_SHIFT = 77777 };

static double element(int64_t i, int shift)
{
    uint32_t bits = (uint32_t)block[(i + shift) % BLOCK] << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void make_block(void)
{
    uint32_t random = 1;
    for (int i = 0; i < BLOCK; i++) {
        random = random * 1664525 + 1013904223;
        float value = (float)((int)(random >> 24) - 128) / 64; /* -2 to 2, exact in bf16 */
        uint32_t bits;
        memcpy(&bits, &value, sizeof bits);
        block[i] = block[i + BLOCK] = (uint16_t)(bits >> 16);
    }
}

static void *make_tensor(int64_t n, int shift)
{
    char *p = device_alloc((size_t)n * 2);
    for (int64_t i = 0; i < n; i += BLOCK) {
        int64_t part = n - i < BLOCK ? n - i : BLOCK;
        must(cu.MemcpyHtoD((uintptr_t)(p + 2 * i), block + shift, (size_t)part * 2) == 0,
             "cuMemcpyHtoD");
    }
    return p;
}

/* ---- reference ---- */

/* Element index of key `s` of sequence `b`; block_table is NULL when the cache is not paged. */
static int64_t key_index(const fatune_problem *p, const int32_t *block_table, int b, int s,
                         int kv_head)
{
    int64_t row = (int64_t)b * p->seqlen_kv + s;
    if (block_table) {
        int pages = (p->seqlen_kv + p->page_size - 1) / p->page_size;
        row = (int64_t)block_table[b * pages + s / p->page_size] * p->page_size + s % p->page_size;
    }
    return (row * p->kv_heads + kv_head) * p->head_dim;
}

/* The largest error of one row of O, as a multiple of what rounding to bf16 explains: the
 * probabilities before they meet V, whose errors are independent (so their squares add up), and the
 * result. More than 1 is wrong. */
static double row_error(const fatune_problem *p, const int32_t *block_table, int b, int h,
                        const uint16_t *o)
{
    double sum = 0, worst = 0, out[MAX_HEAD_DIM] = {0}, square[MAX_HEAD_DIM] = {0};
    double *score = malloc((size_t)p->seqlen_kv * sizeof *score), max = -INFINITY;
    int head_dim = p->head_dim, kv_head = h / (p->q_heads / p->kv_heads);

    must(score != NULL, "malloc");
    for (int s = 0; s < p->seqlen_kv; s++) {
        int64_t q = ((int64_t)b * p->q_heads + h) * head_dim,
                k = key_index(p, block_table, b, s, kv_head);
        score[s] = 0;
        for (int d = 0; d < head_dim; d++)
            score[s] += element(q + d, Q_SHIFT) * element(k + d, K_SHIFT) / sqrt(head_dim);
        max = score[s] > max ? score[s] : max;
    }
    for (int s = 0; s < p->seqlen_kv; s++) {
        double weight = exp(score[s] - max);
        int64_t v = key_index(p, block_table, b, s, kv_head);
        sum += weight;
        for (int d = 0; d < head_dim; d++) {
            out[d] += weight * element(v + d, V_SHIFT);
            square[d] += pow(weight * element(v + d, V_SHIFT), 2);
        }
    }
    free(score);
    for (int d = 0; d < head_dim; d++) {
        uint32_t bits = (uint32_t)o[d] << 16;
        float got;
        memcpy(&got, &bits, sizeof got);
        double rounding = (4 * sqrt(square[d]) + fabs(out[d])) / sum / 256 + 1e-6;
        double error = fabs(got - out[d] / sum) / rounding;
        worst = error > worst || isnan(error) ? error : worst; /* NaN stays */
    }
    return worst;
}

int main(int argc, char **argv)
{
    struct {
        const char *name;
        int value;
    } options[] = {{"--batch", 4}, {"--kv", 4096},      {"--q-heads", 32}, {"--kv-heads", 8},
                   {"--page", 0},  {"--head-dim", 128}, {"--calls", 50}};
    int n_options = (int)(sizeof options / sizeof *options), i, a;

    for (a = 2; a + 1 < argc; a += 2) {
        for (i = 0; i < n_options && strcmp(argv[a], options[i].name) != 0; i++)
            ;
        if (i == n_options || (options[i].value = atoi(argv[a + 1])) < 0)
            break;
    }
    if (argc < 2 || a != argc || options[5].value > MAX_HEAD_DIM) {
        fprintf(stderr, "usage: decode TABLE_OR_DB [--batch N] [--kv N] [--q-heads N] [--kv-heads "
                        "N] [--head-dim N] [--page N] [--calls N]\n");
        return 2;
    }
    int batch = options[0].value, kv = options[1].value, q_heads = options[2].value,
        kv_heads = options[3].value;
    int page = options[4].value, head_dim = options[5].value,
        calls = options[6].value > 0 ? options[6].value : 1;

    /* 1. A CUDA context must be current. Engines have one. */
    void *context, *stream, *start, *stop;
    load_driver();
    must(cu.Init(0) == 0 && cu.DevicePrimaryCtxRetain(&context, 0) == 0 &&
             cu.CtxSetCurrent(context) == 0 && cu.StreamCreate(&stream, 0) == 0 &&
             cu.EventCreate(&start, 0) == 0 && cu.EventCreate(&stop, 0) == 0,
         "starting the driver");

    /* 2. Open the winners and plan. */
    fatune *ft = NULL;
    fatune_plan *plan = NULL;
    fatune_problem problem;
    fatune_problem_init(&problem, q_heads, kv_heads, head_dim, batch, kv);
    if (page > 0) {
        problem.kv = FATUNE_KV_PAGED;
        problem.page_size = page;
    }
    if (fatune_open(argv[1], NULL, &ft) != FATUNE_OK ||
        fatune_plan_create(ft, &problem, &plan) != FATUNE_OK) {
        fprintf(stderr, "decode: %s\n", fatune_last_error(ft));
        fatune_close(ft);
        return 1;
    }
    printf("%s\n", fatune_plan_describe(plan));

    /* 3. Tensors. Rows of K and V are [page or sequence, token, head, head_dim]; here pages lie in
     * reverse order. */
    int pages = page > 0 ? (kv + page - 1) / page : 0;
    int64_t n_q = (int64_t)batch * q_heads * head_dim, row_kv = (int64_t)kv_heads * head_dim;
    int64_t rows = page > 0 ? (int64_t)batch * pages * page : (int64_t)batch * kv,
            stride = page > 0 ? page : kv;
    int32_t *table = NULL;
    make_block();
    fatune_args args = {.struct_size = sizeof args};
    args.q = (fatune_tensor){make_tensor(n_q, Q_SHIFT), (int64_t)q_heads * head_dim,
                             (int64_t)q_heads * head_dim, head_dim};
    args.k =
        (fatune_tensor){make_tensor(rows * row_kv, K_SHIFT), stride * row_kv, row_kv, head_dim};
    args.v =
        (fatune_tensor){make_tensor(rows * row_kv, V_SHIFT), stride * row_kv, row_kv, head_dim};
    args.o = args.q;
    args.o.data = device_alloc((size_t)n_q * 2);
    must(cu.MemsetD8((uintptr_t)args.o.data, 0xff, (size_t)n_q * 2) == 0, "cuMemsetD8"); /* NaN */
    if (page > 0) {
        size_t bytes = (size_t)batch * (size_t)pages * sizeof *table;
        table = malloc(bytes);
        must(table != NULL, "malloc");
        for (i = 0; i < batch * pages; i++)
            table[i] = batch * pages - 1 - i;
        void *copy = device_alloc(bytes);
        must(cu.MemcpyHtoD((uintptr_t)copy, table, bytes) == 0, "cuMemcpyHtoD");
        args.block_table = copy;
        args.block_table_stride = pages;
    }

    /* 4. The workspace: allocated once, zeroed once, and this plan's own. */
    args.workspace_bytes = fatune_plan_workspace_bytes(plan);
    args.workspace = device_alloc(args.workspace_bytes);
    must(cu.MemsetD8((uintptr_t)args.workspace, 0, args.workspace_bytes) == 0, "cuMemsetD8");

    /* 5. Run: launches only, so it may be captured in a CUDA graph. The first call is for the
     * check. */
    float ms = 0;
    for (i = 0; i <= calls; i++) {
        if (i == 1)
            must(cu.EventRecord(start, stream) == 0, "cuEventRecord");
        if (fatune_run(plan, &args, stream) != FATUNE_OK) {
            fprintf(stderr, "decode: %s\n", fatune_last_error(ft));
            return 1;
        }
    }
    must(cu.EventRecord(stop, stream) == 0 && cu.StreamSynchronize(stream) == 0 &&
             cu.EventElapsedTime(&ms, start, stop) == 0,
         "running the kernels");

    /* 6. Check a few rows, first and last among them. */
    uint16_t *o = malloc((size_t)n_q * 2);
    must(o != NULL && cu.MemcpyDtoH(o, (uintptr_t)args.o.data, (size_t)n_q * 2) == 0,
         "cuMemcpyDtoH");
    double worst = 0;
    int n_rows = batch * q_heads, n_checked = n_rows < 12 ? n_rows : 12;
    for (i = 0; i < n_checked; i++) {
        int row = n_checked > 1 ? (int)((int64_t)i * (n_rows - 1) / (n_checked - 1)) : 0;
        double error =
            row_error(&problem, table, row / q_heads, row % q_heads, o + (int64_t)row * head_dim);
        worst = error > worst || isnan(error) ? error : worst;
    }
    int is_right = worst <= 1;
    printf("%d of %d rows checked: error is %.2f of what rounding explains, %s\n", n_checked,
           n_rows, worst, is_right ? "ok" : "WRONG");
    printf("%.2f us a call over %d calls in a row; measured when tuned: %.2f us\n",
           ms * 1e3 / calls, calls, fatune_plan_measured_ns(plan) / 1e3);

    fatune_plan_free(plan);
    fatune_close(ft);
    free(table);
    free(o);
    return is_right ? 0 : 1;
}
