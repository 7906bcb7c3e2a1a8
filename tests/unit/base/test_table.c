/* test_table.c -- one table as text, CSV and JSON */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include "base/table.h"

static void fill(struct ft_table_out *t)
{
    ft_table_column(t, "config", "config", FT_LEFT);
    ft_table_column(t, "time", "time_ns", FT_RIGHT);
    ft_table_column(t, "note", "note", FT_LEFT);
    ft_table_text(t, "Bc=32,w=\"4\"");
    ft_table_num(t, 4130.5, "4.13 us");
    ft_table_text(t, "\xc3\xa9"); /* two bytes, one column */
    ft_table_text(t, "x");
    ft_table_num(t, NAN, NULL);
    ft_table_text(t, NULL);
    ft_table_text(t, "short row");
    ft_table_int(t, 7);
}

static void check(enum ft_table_format format, const char *want)
{
    struct ft_table_out t = FT_TABLE_INIT;
    struct ft_buf out = FT_BUF_INIT;

    fill(&t);
    assert_int_equal(ft_table_rows(&t), 3);
    ft_table_print(&t, format, &out);
    assert_string_equal(ft_buf_str(&out), want);
    ft_buf_free(&out);
    ft_table_free(&t);
}

static void test_text(void **state)
{
    (void)state;
    check(FT_TABLE_TEXT, "config          time  note\n"
                         "Bc=32,w=\"4\"  4.13 us  \xc3\xa9\n"
                         "x                  -  -\n"
                         "short row          7  -\n");
}

static void test_csv(void **state)
{
    (void)state;
    check(FT_TABLE_CSV, "config,time_ns,note\n"
                        "\"Bc=32,w=\"\"4\"\"\",4130.5,\xc3\xa9\n"
                        "x,,\n"
                        "short row,7,\n");
}

static void test_json(void **state)
{
    (void)state;
    check(FT_TABLE_JSON,
          "[\n"
          "  {\n    \"config\": \"Bc=32,w=\\\"4\\\"\",\n    \"time_ns\": 4130.5,\n    \"note\": "
          "\"\xc3\xa9\"\n  },\n"
          "  {\n    \"config\": \"x\",\n    \"time_ns\": null,\n    \"note\": null\n  },\n"
          "  {\n    \"config\": \"short row\",\n    \"time_ns\": 7,\n    \"note\": null\n  }\n"
          "]\n");
}

static void test_empty(void **state)
{
    struct ft_table_out t = FT_TABLE_INIT;
    struct ft_buf out = FT_BUF_INIT;

    (void)state;
    ft_table_column(&t, "a", "a", FT_LEFT);
    ft_table_print(&t, FT_TABLE_JSON, &out);
    assert_string_equal(ft_buf_str(&out), "[]\n");
    ft_buf_clear(&out);
    ft_table_column(&t, "b", "b", FT_LEFT);
    ft_table_text(&t, "x");
    ft_table_text(&t, ""); /* leaves no blanks at the end of the line */
    ft_table_print(&t, FT_TABLE_TEXT, &out);
    assert_string_equal(ft_buf_str(&out), "a  b\nx\n");
    ft_buf_free(&out);
    ft_table_free(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text),
        cmocka_unit_test(test_csv),
        cmocka_unit_test(test_json),
        cmocka_unit_test(test_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
