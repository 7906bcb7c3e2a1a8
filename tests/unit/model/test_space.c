/* test_space.c -- enumeration: order, pruning, counts of rejections, narrowing, values that cannot
 * be computed */
#include "model_util.h"
#include "model/space.h"

static void check_space(const char *text, const char *key, const char *want, uint64_t n_product)
{
    struct ft_family *f = must_parse(text);
    struct ft_device d = must_device("sm_90a");
    struct ft_problem p = must_problem(key);
    struct ft_space space;
    struct ft_err err = {0};
    struct ft_buf got = FT_BUF_INIT;
    uint64_t n_rejected = 0;

    MUST(ft_space_enumerate(f, NULL, &p, &d, &space, &err));
    for (size_t i = 0; i < space.n; i++) {
        ft_buf_puts(&got, i ? " " : "");
        ft_config_format(&space.configs[i], 0, &got);
    }
    for (size_t i = 0; i < space.n_constraints; i++)
        n_rejected += space.n_rejected[i];
    assert_string_equal(ft_buf_str(&got), want);
    assert_int_equal(space.n_product, n_product);
    assert_int_equal(space.n + n_rejected, n_product); /* each config is allowed or counted once */
    ft_buf_free(&got);
    ft_space_free(&space);
    ft_family_free(f);
}

#define AB                                                                                         \
    "params:\n  a: {values: [1, 2, 3], default: 1, help: x}\n"                                     \
    "  b: {values: [1, 2], default: 1, help: x}\n"

static void test_order_and_pruning(void **state)
{
    (void)state;
    check_space(HEAD AB KERNELS, DECODE_KEY, "a=1,b=1 a=1,b=2 a=2,b=1 a=2,b=2 a=3,b=1 a=3,b=2", 6);
    check_space(HEAD AB "constraints:\n  - {require: \"a != 2\", why: x}\n"
                        "  - {require: \"a >= b\", why: x}\n" KERNELS,
                DECODE_KEY, "a=1,b=1 a=3,b=1 a=3,b=2", 6);
    check_space(HEAD AB "constraints:\n  - {require: \"p.batch > 1\", why: x}\n" KERNELS,
                DECODE_KEY, "", 6);
    check_space(HEAD KERNELS, DECODE_KEY, "", 1); /* one config without parameters */
}

static void test_no_params(void **state)
{
    struct ft_family *f = must_parse(HEAD KERNELS);
    struct ft_space space;
    struct ft_err err = {0};

    (void)state;
    MUST(ft_space_enumerate(f, NULL, NULL, NULL, &space, &err));
    assert_int_equal(space.n, 1);
    ft_space_free(&space);
    ft_family_free(f);
}

static void test_counts(void **state)
{
    struct ft_family *f = must_parse(HEAD AB "constraints:\n  - {require: \"a < 3\", why: x}\n  - "
                                             "{require: \"b == a\", why: y}\n" KERNELS);
    struct ft_device d = must_device("sm_90a");
    struct ft_problem p = must_problem(DECODE_KEY);
    struct ft_space space;
    struct ft_err err = {0};

    (void)state;
    MUST(ft_space_enumerate(f, NULL, &p, &d, &space, &err));
    assert_int_equal(space.n, 2);
    assert_int_equal(space.n_rejected[0], 2); /* a pruned prefix counts all it stands for */
    assert_int_equal(space.n_rejected[1], 2);
    ft_space_free(&space);
    ft_family_free(f);
}

static void test_narrowing(void **state)
{
    struct ft_family *f = must_parse(HEAD AB KERNELS);
    struct ft_family *more =
        must_parse(HEAD AB "constraints:\n  - {require: \"b != 2\", why: z}\n" KERNELS);
    struct ft_value a_values[] = {{3, NULL}, {1, NULL}};
    struct ft_value *values[] = {a_values, NULL};
    size_t n_values[] = {2, 0};
    struct ft_narrowing n = {f, values, n_values, more->constraints, 1};
    struct ft_device d = must_device("sm_90a");
    struct ft_problem p = must_problem(DECODE_KEY);
    struct ft_space space;
    struct ft_err err = {0};

    (void)state;
    MUST(ft_space_enumerate(f, &n, &p, &d, &space, &err));
    assert_int_equal(space.n_product, 4);
    assert_int_equal(space.n, 2);
    assert_int_equal(space.configs[0].values[0], 3);
    assert_int_equal(space.n_rejected[0], 2);
    assert_string_equal(space.rules[0]->why, "z");
    ft_space_free(&space);
    ft_family_free(more);
    ft_family_free(f);
}

static int enumerate(const char *text, size_t *n, struct ft_err *err)
{
    struct ft_family *f = must_parse(text);
    struct ft_device d = must_device("sm_90a");
    struct ft_problem p = must_problem(DECODE_KEY);
    struct ft_space space;
    int rc = ft_space_enumerate(f, NULL, &p, &d, &space, err);

    if (rc == 0) {
        *n = space.n;
        ft_space_free(&space);
    }
    ft_family_free(f);
    return rc;
}

static void test_what_cannot_be_computed(void **state)
{
    struct ft_err err = {0};
    size_t n = 0;

    (void)state;
    /* a constraint protects a derived value, whatever the order */
    MUST(enumerate(
        HEAD AB
        "derived:\n  x: 8 / (a - 1)\nconstraints:\n  - {require: \"a > 1\", why: x}\n" KERNELS,
        &n, &err));
    assert_int_equal(n, 4);
    /* nothing protects it */
    assert_int_equal(enumerate(HEAD AB "derived:\n  x: 8 / (a - 1)\n" KERNELS, &n, &err), -1);
    assert_string_equal(err.text, "test/family.yaml:6:8: division by zero in '8 / (a - 1)'");
    ft_err_clear(&err);
    assert_int_equal(enumerate(HEAD AB
                               "constraints:\n  - {require: \"8 / (a - 1)\", why: x}\n" KERNELS,
                               &n, &err),
                     -1);
    assert_string_equal(err.text, "test/family.yaml:6:18: division by zero in '8 / (a - 1)'");
    /* one constraint protects the next */
    ft_err_clear(&err);
    MUST(enumerate(HEAD AB "constraints:\n  - {require: \"a > 1\", why: x}\n"
                           "  - {require: \"8 / (a - 1) > 4\", why: x}\n" KERNELS,
                   &n, &err));
    assert_int_equal(n, 2);
}

static void test_launch_values_are_unknown(void **state)
{
    struct ft_err err = {0};
    size_t n = 0;

    (void)state;
    MUST(enumerate(HEAD AB "derived:\n  x: 8 / b.regs\n  y: x / 0\n" KERNELS, &n, &err));
    assert_int_equal(n, 6);
}

static void test_too_large(void **state)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_err err = {0};
    size_t n;

    (void)state;
    ft_buf_puts(&text, HEAD "params:\n");
    for (int i = 0; i < 32; i++)
        ft_buf_printf(&text, "  a%d: {values: [1, 2, 3, 4, 5, 6, 7, 8], default: 1, help: x}\n", i);
    ft_buf_puts(&text, KERNELS);
    assert_int_equal(enumerate(ft_buf_str(&text), &n, &err), -1);
    assert_non_null(strstr(err.text, "configs"));
    ft_buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order_and_pruning),
        cmocka_unit_test(test_no_params),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_narrowing),
        cmocka_unit_test(test_what_cannot_be_computed),
        cmocka_unit_test(test_launch_values_are_unknown),
        cmocka_unit_test(test_too_large),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
