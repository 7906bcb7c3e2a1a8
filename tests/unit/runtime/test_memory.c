/* test_memory.c -- each allocation of open, plan and run fails in turn: an error each time, nothing
 * is lost
 *
 * The allocator is replaced by one that counts and refuses. Sanitizers have their own, so with them
 * this is skipped.
 */
#include "table_text.h"

#if defined(FT_NO_CUDA) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) ||        \
    !defined(__GLIBC__)
static void test_each_allocation_fails(void **state)
{
    (void)state;
    skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_allocation_fails)};
    puts("the allocator cannot be replaced here, or there are no CUDA headers");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
#include <dlfcn.h>
#include <sqlite3.h>

#include "driver.h"
#include "fake/fake_cuda.h"

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t n);

static long countdown; /* refuse when it reaches 0; negative: never */

static int refused(void)
{
    return countdown > 0 && --countdown == 0;
}

void *malloc(size_t n)
{
    return refused() ? NULL : __libc_malloc(n);
}

void *calloc(size_t n, size_t size)
{
    return refused() ? NULL : __libc_calloc(n, size);
}

void *realloc(void *p, size_t n)
{
    return refused() ? NULL : __libc_realloc(p, n);
}

#define BLOB    "CUBIN-17-bytes-xx"
#define KEY     "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=4,seqlen_q=1,seqlen_kv=4096"
#define PROGRAM "args 400\nneed p.page_size 0 ==\nkernel decode grid=p.batch block=128\n"

static struct ft_driver driver;
static int (*count_live)(void);

static int build_driver(void **state)
{
    char why[200];
    CUcontext context;
    (void)state;
    if (fake_cuda_setup() < 0 || ft_driver_load(&driver, why, sizeof why) < 0)
        return -1;
    unsetenv("FAKE_CUDA_LOG");
    *(void **)&count_live = dlsym(driver.library, "fake_cuda_live");
    return driver.cuDevicePrimaryCtxRetain(&context, 0) || driver.cuCtxSetCurrent(context);
}

static int remove_driver(void **state)
{
    (void)state;
    ft_driver_unload(&driver);
    fake_cuda_teardown();
    return 0;
}

static fatune_status use(const char *path, int *n_runs)
{
    static _Alignas(256) char memory[256];
    fatune_problem p;
    fatune *ft;
    fatune_plan *plan = NULL;
    fatune_problem_init(&p, 32, 8, 128, 4, 4096);
    fatune_status status = fatune_open(path, NULL, &ft);
    if (status != FATUNE_OK) {
        assert_null(ft);
        return status;
    }
    status = fatune_plan_create(ft, &p, &plan);
    if (status == FATUNE_OK) {
        const fatune_tensor q = {memory, 4096, 4096, 128}, k = {memory, 4096 * 1024, 1024, 128};
        const fatune_args args = {.struct_size = sizeof args, .q = q, .k = k, .v = k, .o = q};
        long left = countdown;
        status = fatune_run(plan, &args, NULL);
        assert_int_equal(countdown, left); /* running allocates nothing */
        ++*n_runs;
    }
    fatune_plan_free(plan);
    fatune_close(ft);
    assert_int_equal(count_live(), 0);
    return status;
}

static void fail_in_turn(const char *path)
{
    int n_runs = 0, n_no_memory = 0;
    long n = 1;
    for (;; n++) {
        countdown = n;
        fatune_status status = use(path, &n_runs);
        long left = countdown;
        countdown = -1;
        n_no_memory += status == FATUNE_ERR_NO_MEMORY;
        if (left > 0) { /* it was not reached */
            assert_int_equal(status, FATUNE_OK);
            break;
        }
        assert_true(strlen(fatune_last_error(NULL)) > 0);
        assert_true(n < 5000);
    }
    assert_true(n > 10);
    assert_true(n_no_memory > 5);
    assert_true(n_runs >= 1);
}

static void test_table(void **state)
{
    struct table_text t;
    char lines[4096] = "device 0 sm=90 sms=132 name=Fake GPU\n";
    (void)state;
    add_build_text(lines, sizeof lines, 0, 0, PROGRAM, BLOB, 17);
    add_text(lines, sizeof lines, "entry device=0 build=0 ns=1 default=0 problem=" KEY "\n");
    table_text_make(&t, lines, BLOB);
    fail_in_turn(t.path);
    table_text_remove(&t);
}

static void test_database(void **state)
{
    static const char sql[] =
        "PRAGMA application_id = 1179931982; PRAGMA user_version = 1;"
        "CREATE TABLE reader_devices AS SELECT 5 id, 'Fake GPU' name, 90 cc, 132 sms;"
        "CREATE TABLE reader_builds AS SELECT 7 id, 5 device_id, 'f' family, 's' signature, "
        "'sm_90a' arch, '' config, 9 regs, '" PROGRAM "' program, x'4355' cubin;"
        "CREATE TABLE reader_entries AS SELECT 5 device_id, 7 build_id, 1.0 ns, 0 is_default, '" KEY
        "' problem;";
    char path[] = "/tmp/ft_test_memory_XXXXXX";
    sqlite3 *db;
    int fd = mkstemp(path);
    (void)state;
    assert_true(fd >= 0);
    close(fd);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    fail_in_turn(path);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),
        cmocka_unit_test(test_database),
    };
    countdown = -1;
    return cmocka_run_group_tests(tests, build_driver, remove_driver);
}
#endif
