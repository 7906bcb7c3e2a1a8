/* test_opt.c -- option parsing, help, and did-you-mean */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/log.h"
#include "base/opt.h"

static struct {
    int all, json;
    const char *db, *rigor;
    struct ft_opt_list devices;
    long long seed, budget_ns;
    double fail_above;
} got;

static const struct ft_opt opts[] = {
    {.name = "all",
     .letter = 'a',
     .kind = FT_OPT_FLAG,
     .value = &got.all,
     .help = "show every row"},
    {.name = "json", .kind = FT_OPT_FLAG, .value = &got.json, .help = "print JSON"},
    {.name = "db",
     .letter = 'd',
     .kind = FT_OPT_STRING,
     .value = &got.db,
     .arg = "FILE",
     .help = "the database"},
    {.name = "device", .kind = FT_OPT_LIST, .value = &got.devices, .arg = "D", .help = "a device"},
    {.name = "seed",
     .letter = 's',
     .kind = FT_OPT_INT,
     .value = &got.seed,
     .arg = "N",
     .min = 0,
     .max = 100},
    {.name = "budget", .kind = FT_OPT_DURATION, .value = &got.budget_ns, .arg = "TIME"},
    {.name = "fail-above", .kind = FT_OPT_PERCENT, .value = &got.fail_above, .arg = "P"},
    {.name = "rigor",
     .kind = FT_OPT_CHOICE,
     .value = &got.rigor,
     .choices = "quick|normal|thorough",
     .help = "how sure to be about which of two close contestants is the faster one, at a price in "
             "time"},
    {.name = NULL},
};

static char *args[32];
static int n_args, n_operands;
static struct ft_err err;

static int parse(const char *line)
{
    static char text[1024];
    char *rest = text, *word;
    free(got.devices.items);
    memset(&got, 0, sizeof got);
    ft_err_clear(&err);
    ft_log_level = 1;
    snprintf(text, sizeof text, "%s", line);
    n_args = 0;
    args[n_args++] = (char *)"query";
    while ((word = strsep(&rest, " ")))
        if (*word)
            args[n_args++] = word;
    n_operands = -1;
    return ft_opt_parse(opts, n_args, args, "fatune query [options] NAME...", "Shows winners.",
                        &n_operands, &err);
}

static void test_forms(void **state)
{
    (void)state;
    assert_int_equal(parse("--db a.db --seed=7 --all --budget 1h30m --fail-above 3% --rigor quick"),
                     0);
    assert_string_equal(got.db, "a.db");
    assert_int_equal(got.seed, 7);
    assert_int_equal(got.all, 1);
    assert_int_equal(got.json, 0);
    assert_true(got.budget_ns == 5400000000000);
    assert_true(got.fail_above == 0.03);
    assert_string_equal(got.rigor, "quick");
    assert_int_equal(n_operands, 0);
    assert_int_equal(parse("-ad x --fail-above=0.05"), 0);
    assert_int_equal(got.all, 1);
    assert_string_equal(got.db, "x");
    assert_true(got.fail_above == 0.05);
    assert_int_equal(parse("-s5 --db="), 0);
    assert_int_equal(got.seed, 5);
    assert_string_equal(got.db, "");
    assert_int_equal(parse("--db --all"), 0); /* a value is a value, whatever it looks like */
    assert_string_equal(got.db, "--all");
    assert_int_equal(got.all, 0);
    assert_int_equal(parse("--db a --db b"), 0);
    assert_string_equal(got.db, "b");
}

static void test_lists(void **state)
{
    (void)state;
    assert_int_equal(parse("--device H200 x --device=A100"), 0);
    assert_int_equal(got.devices.n, 2);
    assert_string_equal(got.devices.items[0], "H200");
    assert_string_equal(got.devices.items[1], "A100");
    assert_int_equal(n_operands, 1);
}

static void test_operands(void **state)
{
    (void)state;
    assert_int_equal(parse("one --all two - -d x -- --json -q"), 0);
    assert_int_equal(n_operands, 5);
    assert_string_equal(args[1], "one");
    assert_string_equal(args[2], "two");
    assert_string_equal(args[3], "-");
    assert_string_equal(args[4], "--json");
    assert_string_equal(args[5], "-q");
    assert_string_equal(got.db, "x");
    assert_int_equal(got.json, 0);
}

static void test_levels(void **state)
{
    (void)state;
    assert_int_equal(parse("-v"), 0);
    assert_int_equal(ft_log_level, 2);
    assert_int_equal(parse("-vv --verbose"), 0);
    assert_int_equal(ft_log_level, 2);
    assert_int_equal(parse("--quiet"), 0);
    assert_int_equal(ft_log_level, 0);
    ft_log_level = 1;
}

static void test_errors(void **state)
{
    static const char *const rows[][3] = {
        {"--al", "unknown option '--al'", "did you mean '--all'?"},
        {"--sede 3", "unknown option '--sede'", "did you mean '--seed'?"},
        {"--sede=3", "unknown option '--sede'", "did you mean '--seed'?"},
        {"--hepl", "unknown option '--hepl'", "did you mean '--help'?"},
        {"--something-else", "unknown option '--something-else'", "--help lists the options"},
        {"-x", "unknown option '-x'", "--help lists the options"},
        {"--db", "option '--db' needs a value", "--db FILE"},
        {"-ad", "option '--db' needs a value", "--db FILE"},
        {"--rigor", "option '--rigor' needs a value", "--rigor quick|normal|thorough"},
        {"--all=1", "option '--all' takes no value", ""},
        {"--help=1", "option '--help' takes no value", ""},
        {"--seed x", "'x' of '--seed' is not a whole number", ""},
        {"--seed=", "'' of '--seed' is not a whole number", ""},
        {"--seed 99999999999999999999", "'99999999999999999999' of '--seed' is not a whole number",
         ""},
        {"--seed 101", "'101' of '--seed' is not within 0 to 100", ""},
        {"--seed -1", "'-1' of '--seed' is not within 0 to 100", ""},
        {"--budget 10", "'10' of '--budget' is not a duration",
         "a number with a unit: 250ms, 90s, 10m, 2h, 1h30m"},
        {"--fail-above x", "'x' of '--fail-above' is not a percentage", "write 3% or 0.03"},
        {"--fail-above -1%", "'-1%' of '--fail-above' is not a percentage", "write 3% or 0.03"},
        {"--fail-above nan", "'nan' of '--fail-above' is not a percentage", "write 3% or 0.03"},
        {"--fail-above 3", "'3' of '--fail-above' has no percent sign",
         "write '3%', or a ratio from 0 to 1"},
        {"--rigor norml", "'norml' is not a value of '--rigor'",
         "did you mean 'normal'? values: quick|normal|thorough"},
        {"--rigor x", "'x' is not a value of '--rigor'", "values: quick|normal|thorough"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_int_equal(parse(rows[i][0]), -1);
        assert_int_equal(err.code, FT_ERR_USAGE);
        assert_string_equal(err.text, rows[i][1]);
        assert_string_equal(err.hint, rows[i][2]);
        assert_int_equal(n_operands, -1);
    }
}

static void test_help(void **state)
{
    static const char expected[] =
        "usage: fatune query [options] NAME...\n\nShows winners.\n\noptions:\n"
        "  -a, --all           show every row\n"
        "      --json          print JSON\n"
        "  -d, --db FILE       the database\n"
        "      --device D      a device; may be repeated\n"
        "  -s, --seed N\n"
        "      --budget TIME\n"
        "      --fail-above P\n"
        "      --rigor quick|normal|thorough\n"
        "                      how sure to be about which of two close contestants is the\n"
        "                      faster one, at a price in time\n"
        "  -h, --help          show this text\n"
        "  -q, --quiet         print errors only\n"
        "  -v, --verbose       say more\n";
    char text[4096];
    FILE *file = tmpfile();
    int saved = dup(STDOUT_FILENO), rc;
    size_t n;
    (void)state;
    fflush(stdout);
    dup2(fileno(file), STDOUT_FILENO);
    rc = parse("x --help --nonsense");
    fflush(stdout);
    dup2(saved, STDOUT_FILENO);
    close(saved);
    rewind(file);
    n = fread(text, 1, sizeof text - 1, file);
    text[n] = '\0';
    fclose(file);
    assert_int_equal(rc, 1);
    assert_int_equal(err.code, FT_OK);
    assert_string_equal(text, expected);
}

static void test_nearest(void **state)
{
    static const char *const names[] = {"stages",  "warps", "Br",           "Bc",
                                        "q_heads", "qwen3", "double_buffer"};
    static const char *const rows[][2] = {
        {"stage", "stages"},
        {"satges", "stages"},
        {"wraps", "warps"},
        {"br", "Br"},
        {"BC", "Bc"},
        {"q_head", "q_heads"},
        {"qwen", "qwen3"},
        {"dou", "double_buffer"},
        {"doublebufer", "double_buffer"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *found = ft_nearest_name(rows[i][0], names, sizeof names / sizeof *names);
        assert_non_null(found);
        assert_string_equal(found, rows[i][1]);
    }
    assert_null(ft_nearest_name("zzz", names, 7));
    assert_null(ft_nearest_name("x", names, 7));
    assert_null(ft_nearest_name("", names, 7));
    assert_null(ft_nearest_name("stages", names, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forms),    cmocka_unit_test(test_lists),
        cmocka_unit_test(test_operands), cmocka_unit_test(test_levels),
        cmocka_unit_test(test_errors),   cmocka_unit_test(test_help),
        cmocka_unit_test(test_nearest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
