/* test_expr.c -- expressions: the triples of tests/spec/expr.test, and folding against evaluation
 *
 * Every triple that evaluates is also folded with each of its variables known or not: folding must
 * never change a value, nor an error.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/buf.h"
#include "base/fs.h"
#include "model/expr.h"

#define MAX_BINDINGS 8

struct bindings {
    char names[MAX_BINDINGS][32];
    int64_t values[MAX_BINDINGS];
    int n;
};

static int resolve(void *ctx, const char *name, size_t n, int *slot, int64_t *value, char *hint,
                   size_t cap)
{
    const struct bindings *b = ctx;

    (void)value;
    for (*slot = 0; *slot < b->n; ++*slot) {
        if (strlen(b->names[*slot]) == n && memcmp(b->names[*slot], name, n) == 0)
            return 1;
    }
    snprintf(hint, cap, "a hint");
    return 0;
}

static void parse_bindings(const char *text, struct bindings *out)
{
    char name[32];
    long long value;
    int n;

    memset(out, 0, sizeof *out);
    for (; sscanf(text, " %31[^=-]=%lld%n", name, &value, &n) == 2; text += n) {
        assert_true(out->n < MAX_BINDINGS);
        strcpy(out->names[out->n], name);
        out->values[out->n++] = value;
    }
}

/* Folds with every subset of known variables and compares. */
static void check_folding(struct ft_arena *arena, const struct ft_expr *expr,
                          const struct bindings *b)
{
    int64_t want = 0;
    int want_rc = ft_expr_eval(expr, b->values, &want, NULL);

    for (unsigned subset = 0; subset < 1u << b->n; subset++) {
        unsigned char known[MAX_BINDINGS];
        struct ft_expr folded = *expr;
        int64_t got = 0;
        for (int i = 0; i < b->n; i++)
            known[i] = (subset >> i) & 1;
        assert_int_equal(ft_expr_fold(arena, expr, b->values, known, &folded.code, NULL), 0);
        assert_int_equal(ft_expr_eval(&folded, b->values, &got, NULL), want_rc);
        if (want_rc == 0)
            assert_int_equal(got, want);
        for (int i = 0; i < b->n; i++)
            assert_false(known[i] && ft_expr_uses(&folded, i));
        if (want_rc == 0 && subset == (1u << b->n) - 1)
            assert_int_equal(folded.code.n, 1);
    }
}

static void check_triple(const char *text, const char *bindings_text, const char *want)
{
    struct ft_arena *arena = ft_arena_new();
    struct bindings b;
    struct ft_expr expr;
    struct ft_err err = {0};
    int64_t value = 0;
    char got[3200];

    parse_bindings(bindings_text, &b);
    int rc = ft_expr_parse(arena, text, "spec", 1, 1, resolve, &b, &expr, &err);
    if (rc == 0) {
        check_folding(arena, &expr, &b);
        rc = ft_expr_eval(&expr, b.values, &value, &err);
    }
    if (rc == 0)
        snprintf(got, sizeof got, "%lld", (long long)value);
    else
        snprintf(got, sizeof got, "error %s", err.text + strlen("spec:1:"));
    int is_equal = rc == 0 ? strcmp(got, want) == 0 : strncmp(got, want, strlen(want)) == 0;
    if (!is_equal)
        fail_msg("%s with %s: want '%s', got '%s'", text, bindings_text, want, got);
    ft_arena_free(arena);
}

static void test_triples(void **state)
{
    struct ft_buf file = FT_BUF_INIT;
    struct ft_err err = {0};
    char *line, *rest, *triple[3];
    int n = 0, n_triples = 0;

    (void)state;
    if (ft_fs_read("tests/spec/expr.test", &file, &err) < 0)
        fail_msg("%s", err.text);
    rest = file.data;
    while ((line = strsep(&rest, "\n"))) {
        if (n == 0 && (*line == '#' || !*line))
            continue;
        triple[n++] = line;
        if (n == 3) {
            check_triple(triple[0], triple[1], triple[2]);
            n_triples++;
            n = 0;
        }
    }
    assert_int_equal(n, 0);
    assert_true(n_triples > 60);
    ft_buf_free(&file);
}

static void test_position_and_hint(void **state)
{
    struct ft_arena *arena = ft_arena_new();
    struct bindings b = {0};
    struct ft_expr expr;
    struct ft_err err = {0};

    (void)state;
    assert_int_equal(ft_expr_parse(arena, "1 + x", "a.yaml", 7, 12, resolve, &b, &expr, &err), -1);
    assert_string_equal(err.text, "a.yaml:7:16: unknown name 'x' in '1 + x'");
    assert_string_equal(err.hint, "a hint");
    ft_err_clear(&err);
    /* column 0: text over several lines, where offsets say nothing */
    assert_int_equal(ft_expr_parse(arena, "1 + x", "a.yaml", 7, 0, resolve, &b, &expr, &err), -1);
    assert_string_equal(err.text, "a.yaml:7: unknown name 'x' in '1 + x'");
    ft_arena_free(arena);
}

static void test_inline(void **state)
{
    struct ft_arena *arena = ft_arena_new();
    struct bindings b = {.names = {"x", "y"}, .n = 2};
    struct ft_expr outer, inner;
    const struct ft_code *bodies[2] = {NULL, NULL};
    int64_t vars[2] = {5, 0}, value;

    (void)state;
    assert_int_equal(ft_expr_parse(arena, "y * y + x", "t", 1, 1, resolve, &b, &outer, NULL), 0);
    assert_int_equal(ft_expr_parse(arena, "x + 1", "t", 1, 1, resolve, &b, &inner, NULL), 0);
    bodies[1] = &inner.code;
    struct ft_expr inlined = outer;
    assert_int_equal(ft_expr_inline(arena, &outer, bodies, &inlined.code, NULL), 0);
    assert_int_equal(ft_expr_eval(&inlined, vars, &value, NULL), 0);
    assert_int_equal(value, 41);
    assert_false(ft_expr_uses(&inlined, 1));
    /* doubling at each step: the code grows until it is refused, and no further */
    int rc = 0;
    for (int i = 0; i < 40 && rc == 0; i++) {
        struct ft_code *body = ft_arena_alloc(arena, sizeof *body);
        *body = inlined.code;
        bodies[1] = body;
        rc = ft_expr_inline(arena, &outer, bodies, &inlined.code, NULL);
    }
    assert_int_equal(rc, -1);
    ft_arena_free(arena);
}

/* Random token soup: never crashes, and what parses also folds and evaluates alike. */
static void test_soup(void **state)
{
    static const char *const tokens[] = {
        "1", "x",  "y",    "2k",        "(",      ")",  "+", "-",  "*",  "/",
        "%", "<<", ">>",   "<",         "<=",     "==", "!", "&&", "||", "?",
        ":", ",",  "min(", "ceil_div(", "align(", " ",  "&", ".",  "0",  "9223372036854775807"};
    struct bindings b = {.names = {"x", "y"}, .values = {3, 0}, .n = 2};
    unsigned seed = 1, n_parsed = 0;

    (void)state;
    for (int round = 0; round < 60000; round++) {
        struct ft_arena *arena = ft_arena_new();
        struct ft_expr expr;
        char text[256] = "";
        for (int n = rand_r(&seed) % 12; n >= 0; n--)
            strcat(text, tokens[(unsigned)rand_r(&seed) % (sizeof tokens / sizeof *tokens)]);
        if (ft_expr_parse(arena, text, "soup", 1, 1, resolve, &b, &expr, NULL) == 0) {
            check_folding(arena, &expr, &b);
            n_parsed++;
        }
        ft_arena_free(arena);
    }
    assert_true(n_parsed > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_triples),
        cmocka_unit_test(test_position_and_hint),
        cmocka_unit_test(test_inline),
        cmocka_unit_test(test_soup),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
