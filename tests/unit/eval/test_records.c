/* test_records.c -- kernel records against what was launched: order, number, names that CUPTI gets
 * wrong */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include "eval/records.h"

static const char *const flush[] = {"ft_helper_read", "ft_helper_code"};

/* A contestant of two kernels after a flush, then a kernel of ours. */
static void block(struct ft_timed items[2])
{
    items[0] = (struct ft_timed){.flush = flush, .n_flush = 2, .n_kernels = 2};
    items[1] = (struct ft_timed){.helper = "ft_helper_spin", .n_kernels = 1};
}

static void fill(struct ft_activity_record *records, const char *const *names, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        records[i] = (struct ft_activity_record){100 * i, 100 * i + 30, (uint32_t)i, ""};
        snprintf(records[i].name, sizeof records[i].name, "%s", names[i]);
    }
}

static int read_names(const char *const *names, size_t n, struct ft_timed items[2])
{
    struct ft_activity_record records[8];

    block(items);
    fill(records, names, n);
    return ft_records_read(records, n, items, 2);
}

static void times_are_of_the_item(void **state)
{
    static const char *const names[] = {"ft_helper_read", "ft_helper_code", "split", "combine",
                                        "ft_helper_spin"};
    struct ft_timed items[2];

    (void)state;
    assert_int_equal(read_names(names, 5, items), 0);
    assert_int_equal((int)items[0].ns, 130); /* last end minus first start, without the flush */
    assert_int_equal((int)items[1].ns, 30);
}

/* The name of a kernel that was unloaded, or none, is no reason to throw times away. */
static void stale_names_are_taken(void **state)
{
    static const char *const names[] = {"ft_helper_read", "ft_helper_code", "of_another_family", "",
                                        "ft_helper_spin"};
    struct ft_timed items[2];

    (void)state;
    assert_int_equal(read_names(names, 5, items), 0);
    assert_int_equal((int)items[0].ns, 130);
}

static void others_are_not(void **state)
{
    static const char *const bad[][6] = {
        {"ft_helper_code", "ft_helper_read", "split", "combine", "ft_helper_spin"}, /* order */
        {"ft_helper_read", "ft_helper_code", "split", "ft_helper_spin", "combine"},
        {"ft_helper_read", "ft_helper_code", "ft_helper_read", "combine", "ft_helper_spin"},
        {"ft_helper_read", "ft_helper_code", "split", "combine", "ft_helper_empty"},
        {"ft_helper_read", "ft_helper_code", "split", "combine", "split"}};
    static const char *const more[] = {"ft_helper_read", "ft_helper_code", "split",
                                       "combine",        "ft_helper_spin", "split"};
    struct ft_timed items[2];

    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(read_names(bad[i], 5, items), -1);
    assert_int_equal(read_names(more, 6, items), -1); /* too many, too few */
    assert_int_equal(read_names(more, 4, items), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(times_are_of_the_item),
                                       cmocka_unit_test(stale_names_are_taken),
                                       cmocka_unit_test(others_are_not)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
