/* test_units.c -- numbers for people and from people */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>

#include "base/units.h"

static void test_times(void **state)
{
    static const struct {
        double ns;
        const char *text;
    } rows[] = {
        {0, "0.00 ns"},     {1, "1.00 ns"},    {9.999, "10.0 ns"}, {999.4, "999 ns"},
        {999.6, "1.00 us"}, {4130, "4.13 us"}, {41300, "41.3 us"}, {413000, "413 us"},
        {1.2e6, "1.20 ms"}, {9.5e9, "9.50 s"}, {3e12, "3000 s"},   {-4130, "-4.13 us"},
        {NAN, "-"},         {INFINITY, "-"},
    };
    char out[FT_UNIT_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(ft_format_ns(rows[i].ns, out), rows[i].text);
    assert_true(strlen(ft_format_ns(1e300, out)) < FT_UNIT_BYTES);
}

static void test_bytes(void **state)
{
    static const struct {
        double bytes;
        const char *text;
    } rows[] = {
        {0, "0 B"},          {1, "1 B"},         {1023, "1023 B"},
        {1024, "1 KiB"},     {1536, "1.50 KiB"}, {268435456, "256 MiB"},
        {232448, "227 KiB"}, {5e13, "45.5 TiB"},
    };
    char out[FT_UNIT_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(ft_format_bytes(rows[i].bytes, out), rows[i].text);
}

static void test_seconds(void **state)
{
    static const struct {
        double s;
        const char *text;
    } rows[] = {
        {0.25, "250 ms"},  {4.2, "4.2 s"},  {59.94, "59.9 s"},  {59.96, "1m00s"}, {192, "3m12s"},
        {3599.6, "1h00m"}, {3720, "1h02m"}, {100000, "27h47m"}, {-1, "-"},        {NAN, "-"},
    };
    char out[FT_UNIT_BYTES];
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(ft_format_seconds(rows[i].s, out), rows[i].text);
}

static void test_durations(void **state)
{
    static const struct {
        const char *text;
        int64_t ns;
    } good[] = {
        {"90s", 90000000000},
        {"10m", 600000000000},
        {"10min", 600000000000},
        {"2h", 7200000000000},
        {"250ms", 250000000},
        {"3us", 3000},
        {"7ns", 7},
        {"1.5h", 5400000000000},
        {"1h30m", 5400000000000},
        {"0s", 0},
    };
    static const char *const bad[] = {
        "",     "90",    "s",   "1d",  "-1s",   "1s ",          " 1s",
        "1e3s", "0x10s", "1s2", "inf", "1h-3m", "99999999999h", "1.2.3s"};
    int64_t ns;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(ft_parse_duration_ns(good[i].text, &ns), 0);
        assert_int_equal(ns, good[i].ns);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ns = 5;
        assert_int_equal(ft_parse_duration_ns(bad[i], &ns), -1);
        assert_int_equal(ns, 5);
    }
}

static void test_integers(void **state)
{
    static const struct {
        const char *text;
        int64_t v;
    } good[] = {{"0", 0},        {"-7", -7},      {"4k", 4096},
                {"2M", 2097152}, {"1G", 1 << 30}, {"9223372036854775807", INT64_MAX}};
    static const char *const bad[] = {"",
                                      "-",
                                      "k",
                                      "4kk",
                                      "4m",
                                      "0x10",
                                      "1.5",
                                      " 1",
                                      "1 ",
                                      "+1",
                                      "9223372036854775808",
                                      "9223372036854775807k"};
    int64_t v;
    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(ft_parse_int(good[i].text, &v), 0);
        assert_true(v == good[i].v);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(ft_parse_int(bad[i], &v), -1);
}

static void test_clock(void **state)
{
    int64_t a = ft_now_ns(), b = ft_now_ns();
    (void)state;
    assert_true(a > 0 && b >= a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_times),    cmocka_unit_test(test_bytes),
        cmocka_unit_test(test_seconds),  cmocka_unit_test(test_durations),
        cmocka_unit_test(test_integers), cmocka_unit_test(test_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
