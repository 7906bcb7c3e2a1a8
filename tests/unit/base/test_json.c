/* test_json.c -- what is written reads back the same; what is malformed is refused with its offset
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"

static struct ft_arena *arena;

static int set_up(void **state)
{
    (void)state;
    arena = ft_arena_new();
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    ft_arena_free(arena);
    return 0;
}

static void write_sample(struct ft_json *j)
{
    ft_json_object(j);
    ft_json_kstr(j, "name", "a\"b\\c\n\x01");
    ft_json_kint(j, "big", INT64_MIN);
    ft_json_knum(j, "tenth", 0.1);
    ft_json_knum(j, "nan", NAN);
    ft_json_knum(j, "inf", -INFINITY);
    ft_json_kbool(j, "yes", 7);
    ft_json_kstr(j, "none", NULL);
    ft_json_key(j, "list");
    ft_json_array(j);
    ft_json_int(j, 1);
    ft_json_array(j);
    ft_json_array_end(j);
    ft_json_object(j);
    ft_json_object_end(j);
    ft_json_raw(j, "[2]");
    ft_json_null(j);
    ft_json_array_end(j);
    ft_json_object_end(j);
}

static void test_compact(void **state)
{
    struct ft_buf out = FT_BUF_INIT;
    struct ft_json j;
    (void)state;
    ft_json_init(&j, &out, 0);
    write_sample(&j);
    assert_string_equal(
        ft_buf_str(&out),
        "{\"name\":\"a\\\"b\\\\c\\n\\u0001\",\"big\":-9223372036854775808,\"tenth\":0.1,"
        "\"nan\":null,\"inf\":null,\"yes\":true,\"none\":null,\"list\":[1,[],{},[2],null]}");
    ft_buf_free(&out);
}

static void test_pretty(void **state)
{
    struct ft_buf out = FT_BUF_INIT;
    struct ft_json j;
    (void)state;
    ft_json_init(&j, &out, 1);
    ft_json_array(&j);
    ft_json_object(&j);
    ft_json_kint(&j, "a", 1);
    ft_json_kint(&j, "b", 2);
    ft_json_object_end(&j);
    ft_json_array(&j);
    ft_json_array_end(&j);
    ft_json_array_end(&j);
    assert_string_equal(ft_buf_str(&out), "[\n  {\n    \"a\": 1,\n    \"b\": 2\n  },\n  []\n]");
    ft_buf_free(&out);
}

static void test_round_trip(void **state)
{
    struct ft_buf out = FT_BUF_INIT;
    struct ft_err err = {0};
    struct ft_json j;
    const struct ft_jval *v, *list;
    (void)state;
    ft_json_init(&j, &out, 1);
    write_sample(&j);
    v = ft_json_parse(arena, ft_buf_str(&out), out.len, &err);
    assert_non_null(v);
    assert_int_equal(v->n_children, 8);
    assert_string_equal(ft_jget_str(v, "name", ""), "a\"b\\c\n\x01");
    assert_true(ft_jget_int(v, "big", 0) == INT64_MIN);
    assert_true(ft_jget_num(v, "tenth", 0) == 0.1);
    assert_true(isnan(ft_jget_num(v, "nan", 0)));
    assert_int_equal(ft_jget_int(v, "yes", 0), 1);
    assert_null(ft_jget_str(v, "none", NULL));
    assert_int_equal(ft_jget(v, "none")->kind, FT_J_NULL);
    assert_null(ft_jget(v, "absent"));
    assert_int_equal(ft_jget_int(v, "absent", -5), -5);
    assert_true(ft_jget_num(v, "absent", 2.5) == 2.5);
    assert_int_equal(ft_jget_int(v, "name", -5), -5); /* another kind counts as absent */
    assert_int_equal(ft_jget_int(v, "tenth", -5), -5);
    list = ft_jget(v, "list");
    assert_int_equal(list->kind, FT_J_ARRAY);
    assert_int_equal(list->n_children, 5);
    assert_int_equal(list->child->next->next->next->child->i, 2);
    assert_null(ft_jget(list, "x"));
    assert_null(ft_jget(NULL, "x"));
    ft_buf_free(&out);
}

static void test_numbers_read_back_the_same(void **state)
{
    static const double rows[] = {0,
                                  -0.0,
                                  1,
                                  0.1,
                                  1.0 / 3,
                                  1e21,
                                  4.13e-6,
                                  DBL_MAX,
                                  1e-20,
                                  DBL_MIN,
                                  5e-324,
                                  123456789012345678.0,
                                  2.2250738585072011e-308,
                                  9.995};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ft_buf out = FT_BUF_INIT;
        struct ft_err err = {0};
        struct ft_json j;
        const struct ft_jval *v;
        ft_json_init(&j, &out, 0);
        ft_json_num(&j, rows[i]);
        v = ft_json_parse(arena, ft_buf_str(&out), out.len, &err);
        assert_non_null(v);
        assert_true(v->num == rows[i]);
        ft_buf_free(&out);
    }
}

static const struct ft_jval *parse(const char *text)
{
    struct ft_err err = {0};
    return ft_json_parse(arena, text, strlen(text), &err);
}

static void test_integers(void **state)
{
    (void)state;
    assert_true(parse("9223372036854775807")->is_int);
    assert_true(parse("9223372036854775807")->i == INT64_MAX);
    assert_false(parse("9223372036854775808")->is_int);
    assert_true(parse("-12e2")->is_int);
    assert_int_equal(parse("-12e2")->i, -1200);
    assert_int_equal(parse("3.0")->i, 3);
    assert_false(parse("3.5")->is_int);
    assert_false(parse("1e300")->is_int);
}

static void test_strings(void **state)
{
    (void)state;
    assert_string_equal(parse(" \"\\u00e9\\u20ac\\ud83d\\ude00\\/\\b\\f\\r\\t\" ")->str,
                        "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80/\b\f\r\t");
    assert_string_equal(parse("\"\xe2\x82\xac\"")->str, "\xe2\x82\xac");
}

static void test_bad_utf8_is_repaired(void **state)
{
    struct ft_buf out = FT_BUF_INIT;
    struct ft_json j;
    (void)state;
    ft_json_init(&j, &out, 0);
    ft_json_str(&j, "a\xff\xc3(\xc0\x80\xed\xa0\x80 \xe2\x82");
    assert_non_null(parse(ft_buf_str(&out)));
    assert_non_null(strstr(ft_buf_str(&out), "a\xef\xbf\xbd\xef\xbf\xbd("));
    ft_buf_free(&out);
}

static void test_malformed(void **state)
{
    static const char *const rows[] = {
        "",
        " ",
        "{",
        "}",
        "[",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1,}",
        "{a:1}",
        "{\"a\":1 \"b\":2}",
        "{1:2}",
        "tru",
        "nul",
        "True",
        "nan",
        "Infinity",
        "-",
        "+1",
        "01",
        "1.",
        ".5",
        "1e",
        "1e+",
        "0x10",
        "--1",
        "\"",
        "\"a",
        "\"\\",
        "\"\\\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\\ud800\"",
        "\"\\ud800\\u0041\"",
        "\"\\udc00\"",
        "\"\\u0000\"",
        "\"\n\"",
        "\"\x01\"",
        "\"\xff\"",
        "\"\xc0\x80\"",
        "\"\xed\xa0\x80\"",
        "1 2",
        "{} x",
        "'a'",
        "[1]]",
        "// c\n1",
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct ft_err err = {0};
        if (ft_json_parse(arena, rows[i], strlen(rows[i]), &err))
            fail_msg("accepted: %s", rows[i]);
        assert_int_equal(err.code, FT_ERR_USAGE);
        assert_non_null(strstr(err.text, "at offset "));
    }
}

static void test_offset(void **state)
{
    struct ft_err err = {0};
    (void)state;
    assert_null(ft_json_parse(arena, "{\"a\": 1, \"b\": ?}", 16, &err));
    assert_string_equal(err.text, "json: expected a value at offset 14");
}

/* The text need not end with a NUL, and nothing behind its end is read. */
static void test_every_prefix_fails(void **state)
{
    static const char text[] = "{\"a\":[1.5e3,true,null,\"\\u00e9x\"],\"b\":{\"c\":\"\xc3\xa9\"}}";
    size_t n = sizeof text - 1;
    (void)state;
    for (size_t len = 0; len <= n; len++) {
        struct ft_err err = {0};
        char *exact = ft_malloc(len);
        const struct ft_jval *v;
        memcpy(exact, text, len);
        v = ft_json_parse(arena, exact, len, &err);
        assert_true((v != NULL) == (len == n));
        free(exact);
    }
}

static void test_depth(void **state)
{
    char text[400];
    struct ft_err err = {0};
    (void)state;
    memset(text, '[', 200);
    memset(text + 200, ']', 200);
    assert_null(ft_json_parse(arena, text, 400, &err));
    assert_non_null(strstr(err.text, "64 levels"));
    ft_err_clear(&err);
    assert_non_null(ft_json_parse(arena, text + 136, 128, &err));
    assert_null(ft_json_parse(arena, text + 135, 130, &err));
}

/* For files of others: numbers that JSON lacks, and where a value or a fault is. */
static void test_loose(void **state)
{
    static const char text[] = "{\"a\": [NaN, -Infinity,\n Infinity, 2]}", bad[] = "[1, Nan]";
    struct ft_json_fault fault = {0};
    struct ft_err err = {0};
    const struct ft_jval *v = ft_json_parse_loose(arena, text, strlen(text), &fault);
    (void)state;
    assert_non_null(v);
    v = ft_jget(v, "a");
    assert_int_equal(v->at, 6);
    assert_true(isnan(v->child->num) && !v->child->is_int);
    assert_true(v->child->next->num < -1e308 && v->child->next->next->num > 1e308);
    assert_int_equal(v->child->next->next->at, 24);
    assert_null(ft_json_parse_loose(arena, bad, strlen(bad), &fault));
    assert_int_equal(fault.at, 4);
    assert_string_equal(fault.what, "expected a value");
    assert_null(ft_json_parse(arena, text, strlen(text), &err));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compact),
        cmocka_unit_test(test_pretty),
        cmocka_unit_test(test_round_trip),
        cmocka_unit_test(test_numbers_read_back_the_same),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_strings),
        cmocka_unit_test(test_bad_utf8_is_repaired),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_offset),
        cmocka_unit_test(test_every_prefix_fails),
        cmocka_unit_test(test_depth),
        cmocka_unit_test(test_loose),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
