/* test_cupti.c -- kernel records through a fake libcupti: order, stale records, late ones, bad ones
 */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "gpu/cupti.h"
#include "unit/scratch.h"
#ifndef FT_NO_CUDA
#include "gpu/cupti_syms.h"
#if CUPTI_API_VERSION >= 130000
/* The fake writes records at these places. */
_Static_assert(sizeof(CUpti_ActivityKernel10) == 216, "size");
_Static_assert(offsetof(CUpti_ActivityKernel10, start) == 16, "start");
_Static_assert(offsetof(CUpti_ActivityKernel10, end) == 24, "end");
_Static_assert(offsetof(CUpti_ActivityKernel10, correlationId) == 92, "id");
_Static_assert(offsetof(CUpti_ActivityKernel10, name) == 104, "name");
#endif

enum { KIND_MEMCPY = 1, KIND_KERNEL = 3, KIND_CONCURRENT = 10 };

static char dir[] = "/tmp/fatune-test-cupti-XXXXXX";
static void (*fake_record)(uint32_t, uint32_t, uint64_t, uint64_t, const char *, int);
static void (*fake_drop)(size_t);
static int *fake_subscribe_result, *fake_kind;
static uint64_t *fake_now_ns;

static int begin(void)
{
    struct ft_err err = {0};
    int rc = ft_activity_begin(&err);

    if (rc < 0)
        print_message("%s\n", err.text);
    return rc;
}

/* Ends a block that must fail; the error must contain text. */
static void expect_failure(long expected, const char *text)
{
    const struct ft_activity_record *records = NULL;
    struct ft_err err = {0};
    size_t n = 0;

    assert_int_equal(ft_activity_end(expected, &records, &n, &err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
    if (!strstr(err.text, text))
        fail_msg("'%s' is not in '%s'", text, err.text);
}

static const struct ft_activity_record *expect_records(long expected, size_t n)
{
    const struct ft_activity_record *records = NULL;
    struct ft_err err = {0};
    size_t got = 0;

    if (ft_activity_end(expected, &records, &got, &err) < 0)
        fail_msg("%s", err.text);
    assert_int_equal(got, n);
    return records;
}

static void test_taken(void **state)
{
    struct ft_err err = {0};

    (void)state;
    assert_int_equal(ft_activity_begin(&err), -1); /* not open yet */
    ft_err_clear(&err);
    *fake_subscribe_result = 39;
    assert_int_equal(ft_activity_open(&err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
    assert_non_null(strstr(err.text, "MULTIPLE_SUBSCRIBERS"));
    assert_non_null(strstr(err.hint, "another profiler"));
    *fake_subscribe_result = 0;
    ft_err_clear(&err);
    assert_int_equal(ft_activity_open(&err), 0);
    assert_int_equal(ft_activity_open(&err), 0); /* once is enough */
    assert_int_equal(*fake_kind, KIND_CONCURRENT);
}

static void test_order_and_names(void **state)
{
    const struct ft_activity_record *r;
    char longer[100];

    (void)state;
    memset(longer, 'n', sizeof longer - 1);
    longer[99] = '\0';
    begin();
    fake_record(KIND_CONCURRENT, 12, 300, 350, longer, 0);
    fake_record(KIND_MEMCPY, 13, 1, 2, "copy", 0);
    fake_record(KIND_CONCURRENT, 10, 100, 110, "flush", 0);
    fake_record(KIND_KERNEL, 11, 200, 250, "attend", 0);
    r = expect_records(3, 3);
    assert_string_equal(r[0].name, "flush");
    assert_int_equal(r[0].end_ns - r[0].start_ns, 10);
    assert_string_equal(r[1].name, "attend");
    assert_int_equal(r[1].correlation_id, 11);
    assert_int_equal(strlen(r[2].name), sizeof r[2].name - 1);
}

static void test_stale_records(void **state)
{
    const struct ft_activity_record *r;

    (void)state;
    begin();
    fake_record(KIND_CONCURRENT, 20, 1, 2, "old", 0);
    fake_record(KIND_CONCURRENT, 21, 1, 2, "old", 0);
    begin(); /* an aborted block: its records are flushed away */
    fake_record(KIND_CONCURRENT, 22, 5, 6, "new", 0);
    fake_record(KIND_CONCURRENT, 19, 1, 2, "older", 0); /* comes late */
    r = expect_records(1, 1);
    assert_string_equal(r[0].name, "new");
    /* Between blocks nothing touches the records that the caller holds. */
    fake_record(KIND_CONCURRENT, 23, 7, 8, "warm-up", 0);
    begin();
    expect_records(-1, 0);
}

/* Records of launches before the block that are still on their way when it begins, and overtake its
 * own. */
static void test_late_stale_records(void **state)
{
    const struct ft_activity_record *r;

    (void)state;
    *fake_now_ns = 1000;
    fake_record(KIND_CONCURRENT, 24, 900, 990, "stale", 1);
    fake_record(KIND_CONCURRENT, 25, 995, 1000, "stale", 2);
    begin();
    fake_record(KIND_CONCURRENT, 26, 1005, 1030, "flush", 3);
    fake_record(KIND_CONCURRENT, 27, 1035, 1040, "attend", 4);
    r = expect_records(2, 2);
    assert_string_equal(r[0].name, "flush");
    assert_string_equal(r[1].name, "attend");
    *fake_now_ns = 0;
}

static void test_late_records(void **state)
{
    (void)state;
    begin();
    for (uint32_t i = 0; i < 10; i++)
        fake_record(KIND_CONCURRENT, 30 + i, 10 * i + 1, 10 * i + 5, "k", (int)i / 4);
    expect_records(10, 10);
}

static void test_wrong_counts(void **state)
{
    (void)state;
    begin();
    fake_record(KIND_CONCURRENT, 50, 1, 2, "k", 0);
    expect_failure(2, "1 kernel records for 2 launches");
    begin();
    fake_record(KIND_CONCURRENT, 51, 1, 2, "k", 0);
    fake_record(KIND_CONCURRENT, 52, 3, 4, "k", 0);
    expect_failure(1, "2 kernel records for 1 launches");
    begin(); /* and then all is well again */
    fake_record(KIND_CONCURRENT, 53, 5, 6, "k", 0);
    expect_records(1, 1);
    begin();
    fake_record(KIND_CONCURRENT, 54, 5, 6, "k", 0);
    fake_record(KIND_CONCURRENT, 55, 5, 6, "k", 0);
    expect_records(-1, 2);
}

static void test_bad_times_and_drops(void **state)
{
    (void)state;
    begin();
    fake_record(KIND_CONCURRENT, 60, 0, 0, "zero", 0);
    expect_failure(1, "'zero'");
    begin();
    fake_record(KIND_CONCURRENT, 61, 9, 8, "reversed", 0);
    expect_failure(1, "'reversed'");
    begin();
    fake_record(KIND_CONCURRENT, 62, 9, 9, "empty", 0);
    expect_failure(1, "'empty'");
    begin();
    fake_record(KIND_CONCURRENT, 63, 1, 2, "k", 0);
    fake_drop(3);
    expect_failure(1, "dropped 3");
    begin();
    expect_records(0, 0);
}

static void test_many_blocks(void **state)
{
    uint32_t id = 100;

    (void)state;
    for (int block = 0; block < 50; block++) {
        const struct ft_activity_record *r;

        begin();
        for (int i = 0; i < 1000; i++, id++)
            fake_record(KIND_CONCURRENT, id, id, id + 1, "k", 0);
        r = expect_records(1000, 1000);
        assert_int_equal(r[999].correlation_id, id - 1);
    }
}

static int load_fake(void **state)
{
    char *library = NULL, *command = NULL;
    void *handle;
    int rc = -1;

    (void)state;
    if (!mkdtemp(dir))
        return -1;
    library = ft_asprintf("%s/libcupti.so", dir);
    command = ft_asprintf("cc -shared -fPIC -o '%s' tests/unit/gpu/fake_cupti.c", library);
    if (system(command) == 0 && (handle = dlopen(library, RTLD_NOW))) {
        *(void **)&fake_record = dlsym(handle, "fake_record");
        *(void **)&fake_drop = dlsym(handle, "fake_drop");
        fake_subscribe_result = dlsym(handle, "fake_subscribe_result");
        fake_kind = dlsym(handle, "fake_kind");
        fake_now_ns = dlsym(handle, "fake_now_ns");
        rc = setenv("FATUNE_LIBCUPTI", library, 1);
    }
    free(library);
    free(command);
    return rc;
}

static int remove_dir(void **state)
{
    (void)state;
    return remove_tree(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_taken),         cmocka_unit_test(test_order_and_names),
        cmocka_unit_test(test_stale_records), cmocka_unit_test(test_late_stale_records),
        cmocka_unit_test(test_late_records),
        cmocka_unit_test(test_wrong_counts),  cmocka_unit_test(test_bad_times_and_drops),
        cmocka_unit_test(test_many_blocks),
    };

    return cmocka_run_group_tests(tests, load_fake, remove_dir);
}
#else
static void test_stub(void **state)
{
    struct ft_err err = {0};

    (void)state;
    assert_int_equal(ft_activity_open(&err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_stub)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
