/* test_code.c -- the expression machine: values, errors, poison, and the text form */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "code.h"

static int64_t vars[FT_N_LAUNCH_VARS];

/* The value of a text; *why is NULL when it has one. */
static int64_t eval(const char *text, const char **why, size_t *bad)
{
    struct ft_code code;
    int64_t v = -77;

    *why = NULL;
    if (ft_code_parse(text, strlen(text), &code) < 0)
        fail_msg("'%s' does not parse", text);
    if (ft_code_eval(&code, vars, &v, why, bad) == 0)
        *why = NULL;
    free(code.insns);
    return v;
}

static void test_values(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {
        {"7", 7},
        {"-7", -7},
        {"-9223372036854775808", INT64_MIN},
        {"1 2 +", 3},
        {"1 2 -", -1},
        {"3 -4 *", -12},
        {"7 2 /", 3},
        {"-7 2 /", -3},
        {"-7 2 %", -1},
        {"1 62 <<", (int64_t)1 << 62},
        {"-16 2 >>", -4},
        {"5 neg", -5},
        {"5 !", 0},
        {"0 !", 1},
        {"1 2 <", 1},
        {"2 2 <=", 1},
        {"2 2 >", 0},
        {"2 3 >=", 0},
        {"2 2 ==", 1},
        {"2 2 !=", 0},
        {"5 0 &&", 0},
        {"5 6 &&", 1},
        {"0 0 ||", 0},
        {"0 9 ||", 1},
        {"1 10 20 ?", 10},
        {"0 10 20 ?", 20},
        {"3 4 min", 3},
        {"3 4 max", 4},
        {"7 2 ceil_div", 4},
        {"8 2 ceil_div", 4},
        {"-7 2 ceil_div", -3},
        {"7 -2 ceil_div", -3},
        {"-7 -2 ceil_div", 4},
        {"0 5 ceil_div", 0},
        {"65 64 align", 128},
        {"64 64 align", 64},
        {"-65 64 align", -64},
        {"  p.seqlen_kv   64 ceil_div 1 max ", 16},
        {"b.ctas_per_sm d.sms *", 264},
    };

    (void)state;
    vars[FT_VAR_P_SEQLEN_KV] = 1000;
    vars[FT_VAR_B_CTAS_PER_SM] = 2;
    vars[FT_VAR_D_SMS] = 132;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *why;
        int64_t v = eval(cases[i].text, &why, NULL);
        if (why || v != cases[i].value)
            fail_msg("'%s' is %lld, %s", cases[i].text, (long long)v, why ? why : "wrong");
    }
}

static void test_failures(void **state)
{
    static const struct {
        const char *text;
        size_t bad;
    } cases[] = {
        {"9223372036854775807 1 +", 2},
        {"-9223372036854775808 1 -", 2},
        {"4294967296 4294967296 *", 2},
        {"1 0 /", 2},
        {"1 0 %", 2},
        {"1 0 ceil_div", 2},
        {"-9223372036854775808 -1 /", 2},
        {"-9223372036854775808 -1 %", 2},
        {"-9223372036854775808 -1 ceil_div", 2},
        {"-9223372036854775808 neg", 1},
        {"1 63 <<", 2},
        {"1 -1 <<", 2},
        {"1 63 >>", 2},
        {"2 62 <<", 2},
        {"5 0 align", 2},
        {"5 -8 align", 2},
        {"9223372036854775807 64 align", 2},
        {"1 0 / 2 + 3 min", 2},
        {"1 0 / 5 <", 2},     /* a comparison of it is as bad */
        {"1 0 / !", 2},       /* so is its negation */
        {"1 0 / 1 2 ?", 2},   /* and what it decides */
        {"1 0 / 1 &&", 2},    /* true does not decide && */
        {"0 1 0 / ||", 3},    /* nor false || */
        {"1 1 0 / 2 ?", 3},   /* the chosen branch */
        {"1 0 / 2 0 % +", 2}, /* the first failure is reported */
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *why;
        size_t bad = 99;
        eval(cases[i].text, &why, &bad);
        if (!why || bad != cases[i].bad)
            fail_msg("'%s': %s, at %zu", cases[i].text, why ? why : "no failure", bad);
    }
}

static void test_poison_is_dropped(void **state)
{
    static const struct {
        const char *text;
        int64_t value;
    } cases[] = {
        {"0 1 0 / 1 > &&", 0}, {"1 0 / 0 &&", 0},  {"1 1 0 / ||", 1},   {"1 0 / 3 ||", 1},
        {"1 5 1 0 / ?", 5},    {"0 1 0 / 6 ?", 6}, {"0 1 0 / && !", 1}, {"0 1 0 / && 4 +", 4},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *why;
        int64_t v = eval(cases[i].text, &why, NULL);
        if (why || v != cases[i].value)
            fail_msg("'%s' is %lld, %s", cases[i].text, (long long)v, why ? why : "wrong");
    }
}

static void test_malformed(void **state)
{
    static const char *const texts[] = {
        "",          "   ",
        "1 2",       "+",
        "1 +",       "1 2 3 + + +",
        "p.nothing", "x",
        "1a",        "--1",
        "+1",        "1 2 ** ",
        "a.b",       "1 2 ?",
        "neg",       "9223372036854775808",
        "1\t2",      "1 2\n+",
        "p.batch.",  "0x10",
        "1 2 &",     "-9223372036854775809",
    };
    struct ft_code code;
    char deep[4 * FT_CODE_MAX_STACK + 8] = "";

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        if (ft_code_parse(texts[i], strlen(texts[i]), &code) == 0)
            fail_msg("'%s' parses", texts[i]);
    }
    for (int i = 0; i < FT_CODE_MAX_STACK; i++)
        strcat(deep, "1 ");
    size_t n = strlen(deep);
    strcat(deep, "+"); /* still values over: no result */
    assert_int_equal(ft_code_parse(deep, n + 1, &code), -1);
    strcpy(deep + n, "1 ");
    assert_int_equal(ft_code_parse(deep, n + 2, &code), -1);
}

static void test_stack_limit(void **state)
{
    struct ft_insn insns[2 * FT_CODE_MAX_STACK + 2];
    struct ft_code code = {insns, 0};
    const char *why;
    int64_t v;

    (void)state;
    memset(insns, 0, sizeof insns);
    for (int i = 0; i < FT_CODE_MAX_STACK; i++)
        insns[code.n++] = (struct ft_insn){.op = FT_OP_CONST, .value = 1};
    for (int i = 0; i < FT_CODE_MAX_STACK - 1; i++)
        insns[code.n++].op = FT_OP_ADD;
    assert_int_equal(ft_code_check(&code, 0), 0);
    assert_int_equal(ft_code_eval(&code, NULL, &v, &why, NULL), 0);
    assert_int_equal(v, FT_CODE_MAX_STACK);
    memmove(insns + 1, insns, code.n * sizeof *insns); /* one deeper */
    insns[code.n + 1].op = FT_OP_ADD;
    code.n += 2;
    assert_int_equal(ft_code_check(&code, 0), -1);

    insns[0] = (struct ft_insn){.op = FT_OP_VAR, .slot = 3};
    code.n = 1;
    assert_int_equal(ft_code_check(&code, 3), -1);
    assert_int_equal(ft_code_check(&code, 4), 0);
    insns[0].op = FT_N_OPS;
    assert_int_equal(ft_code_check(&code, 4), -1);
}

static void test_round_trip(void **state)
{
    static const char text[] = "p.batch 1 > p.q_heads p.kv_heads / -5 neg ? 0 3 && || 1 2 << max";
    struct ft_code code;
    char out[256], small[8];

    (void)state;
    assert_int_equal(ft_code_parse(text, strlen(text), &code), 0);
    assert_int_equal(ft_code_format(&code, out, sizeof out), strlen(text));
    assert_string_equal(out, text);
    assert_int_equal(ft_code_format(&code, NULL, 0), strlen(text));
    assert_int_equal(ft_code_format(&code, small, sizeof small), strlen(text));
    assert_string_equal(small, "p.batch");
    free(code.insns);

    for (int slot = 0; slot < FT_N_LAUNCH_VARS; slot++) {
        const char *name = ft_launch_var_name(slot);
        assert_int_equal(ft_launch_var_find(name, strlen(name)), slot);
    }
    assert_null(ft_launch_var_name(-1));
    assert_null(ft_launch_var_name(FT_N_LAUNCH_VARS));
    assert_int_equal(ft_launch_var_find("p.batch", 5), -1);
    assert_int_equal(ft_op_arity(FT_OP_SELECT), 3);
    assert_null(ft_op_token(FT_OP_VAR));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_poison_is_dropped),
        cmocka_unit_test(test_malformed),
        cmocka_unit_test(test_stack_limit),
        cmocka_unit_test(test_round_trip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
