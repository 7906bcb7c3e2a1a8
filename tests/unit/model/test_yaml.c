/* test_yaml.c -- the tree: places, anchors, merge keys, what is refused, typed reads; and mutated
 * files, which never crash */
#include "model_util.h"
#include <stdio.h>
#include <unistd.h>

static struct ft_ynode *parse(struct ft_arena *arena, const char *text, struct ft_err *err)
{
    return ft_yaml_parse(arena, "a.yaml", text, strlen(text), err);
}

static void test_places_and_kinds(void **state)
{
    struct ft_arena *arena = ft_arena_new();
    struct ft_err err = {0};
    struct ft_ynode *root =
        parse(arena, "a: 1\nb:\n  - x\n  - \"y z\"\nc: {d: 4k}\ne: >\n  two\n  lines\n", &err);

    (void)state;
    assert_non_null(root);
    assert_int_equal(root->n, 4);
    const struct ft_ynode *b = ft_yget(root, "b");
    assert_int_equal(b->kind, FT_Y_LIST);
    assert_int_equal(b->items[1]->line, 4);
    assert_int_equal(b->items[1]->column, 5);
    assert_int_equal(b->items[1]->text_column, 6); /* behind the quote */
    assert_int_equal(b->items[1]->is_quoted, 1);
    assert_int_equal(ft_yget(root, "e")->text_column, 0);
    int64_t v;
    assert_int_equal(ft_yaml_int(ft_yget(ft_yget(root, "c"), "d"), "d", &v, &err), 0);
    assert_int_equal(v, 4096);
    assert_null(ft_yget(root, "z"));
    ft_arena_free(arena);
}

static void test_empty(void **state)
{
    struct ft_arena *arena = ft_arena_new();

    (void)state;
    assert_int_equal(parse(arena, "", NULL)->kind, FT_Y_MAP);
    assert_int_equal(parse(arena, "# only a comment\n", NULL)->n, 0);
    ft_arena_free(arena);
}

static void test_merge_keys(void **state)
{
    struct ft_arena *arena = ft_arena_new();
    struct ft_err err = {0};
    struct ft_ynode *root = parse(arena,
                                  "base: &base {a: 1, b: 2}\n"
                                  "more: &more {b: 3, c: 4}\n"
                                  "one: {<<: *base, b: 9}\n"
                                  "two: {<<: [*base, *more], d: 5}\n"
                                  "three: {\"<<\": 7}\n",
                                  &err);

    (void)state;
    assert_non_null(root);
    const struct ft_ynode *one = ft_yget(root, "one"), *two = ft_yget(root, "two");
    assert_int_equal(one->n, 2);
    assert_string_equal(ft_yget(one, "b")->text, "9"); /* the map's own entry wins */
    assert_string_equal(ft_yget(one, "a")->text, "1");
    assert_int_equal(two->n, 4);
    assert_string_equal(ft_yget(two, "b")->text, "2"); /* the earlier map wins */
    assert_string_equal(ft_yget(ft_yget(root, "three"), "<<")->text, "7");
    ft_arena_free(arena);
}

static void test_refused(void **state)
{
    static const char *const texts[][2] = {
        {"a: 1\na: 2\n", "a.yaml:2:1: 'a' stands twice in one map"},
        {"a: !!int 1\n", "a.yaml:1:4: tag 'tag:yaml.org,2002:int' is not allowed"},
        {"a: 1\n---\nb: 2\n", "a.yaml:2:1: a second document"},
        {"a: *b\n", "a.yaml:1:4: unknown anchor 'b'"},
        {"a: &b [*b]\n", "a.yaml:1:8: unknown anchor 'b'"},
        {"a: \"x\\0y\"\n", "a.yaml:1:4: text with a NUL character"},
        {"[a]: 1\n", "a.yaml:1:1: a key must be a name"},
        {"a: b: c\n", "a.yaml:1:5: mapping values are not allowed"},
        {"<<: [1]\n", "a.yaml:1:6: '<<' takes a map"},
        {"a: [1, 2\n", "a.yaml:2:1: did not find expected"},
    };
    char deep[128] = "";

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct ft_arena *arena = ft_arena_new();
        struct ft_err err = {0};
        assert_null(parse(arena, texts[i][0], &err));
        if (strncmp(err.text, texts[i][1], strlen(texts[i][1])) != 0)
            fail_msg("%s: got '%s'", texts[i][0], err.text);
        ft_arena_free(arena);
    }
    struct ft_arena *arena = ft_arena_new();
    memset(deep, '[', 100);
    assert_null(parse(arena, deep, NULL));
    deep[30] = 0;
    strcat(deep, "1");
    for (int i = 0; i < 30; i++)
        strcat(deep, "]");
    assert_non_null(parse(arena, deep, NULL));
    ft_arena_free(arena);
}

/* A file whose aliases would make 10^9 nodes if they were copied. */
static void test_billion_laughs(void **state)
{
    struct ft_arena *arena = ft_arena_new();
    struct ft_buf text = FT_BUF_INIT;

    (void)state;
    ft_buf_puts(&text, "a0: &a0 [x]\n");
    for (int i = 1; i < 10; i++)
        ft_buf_printf(&text, "a%d: &a%d [*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d]\n", i,
                      i, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
    assert_non_null(parse(arena, ft_buf_str(&text), NULL));
    ft_buf_free(&text);
    ft_arena_free(arena);
}

static void test_reads(void **state)
{
    struct ft_arena *arena = ft_arena_new();
    struct ft_err err = {0};
    struct ft_ynode *root = parse(arena, "i: x\nb: on\nl: [1]\ne:\n", &err);
    static const char *const names[] = {"one", "two"};
    int64_t v;
    int flag;
    const char *text;

    (void)state;
    assert_int_equal(ft_yaml_int(ft_yget(root, "i"), "i", &v, &err), -1);
    assert_string_equal(err.text, "a.yaml:1:4: i must be an integer, not 'x'");
    ft_err_clear(&err);
    assert_int_equal(ft_yaml_bool(ft_yget(root, "b"), "b", &flag, &err), 0);
    assert_int_equal(flag, 1);
    assert_int_equal(ft_yaml_text(ft_yget(root, "l"), "l", &text, &err), -1);
    assert_string_equal(err.text, "a.yaml:3:4: l must be one value, not a list");
    ft_err_clear(&err);
    assert_int_equal(ft_yaml_want(ft_yget(root, "e"), FT_Y_MAP, "e", &err), -1);
    assert_string_equal(err.text, "a.yaml:4:3: e must be a map, but is empty");
    ft_err_clear(&err);
    assert_int_equal(ft_yaml_want(NULL, FT_Y_MAP, "'x'", &err), -1);
    ft_err_clear(&err);
    assert_int_equal(ft_yaml_choice(ft_yget(root, "i"), "i", names, 2, &err), -1);
    assert_string_equal(err.hint, "it is one of one or two");
    ft_arena_free(arena);
}

/* ---- mutations ---- */

static const char *const sources[] = {
    "kernel_templates/decode_split/family.yaml",
    "tests/data/contracts/prefill_tma_persistent.yaml",
    "tests/data/contracts/decode_tma_paged.yaml",
    "tests/data/good/families/toy/family.yaml",
    "configs/qwen3.yaml",
    "tests/data/bad/config_contradiction.yaml",
};

/* Some bytes replaced, removed, doubled, or taken from elsewhere in the file. */
static void mutate(struct ft_buf *text, unsigned *seed)
{
    static const char bytes[] = "{}[]:,&*!?|>'\"#%@`-+/<=.0123456789kMpbd_ \n\t\\\x80\xc3";

    for (int n = 1 + rand_r(seed) % 6; n > 0 && text->len > 8; n--) {
        size_t at = (unsigned)rand_r(seed) % (text->len - 4),
               from = (unsigned)rand_r(seed) % (text->len - 4);
        switch (rand_r(seed) % 4) {
        case 0:
            text->data[at] = bytes[(unsigned)rand_r(seed) % (sizeof bytes - 1)];
            break;
        case 1:
            memmove(text->data + at, text->data + at + 1, text->len - at);
            text->len--;
            break;
        case 2:
            memmove(text->data + at, text->data + from, 4);
            break;
        case 3: /* cut */
            if (rand_r(seed) % 20 == 0) {
                text->len = at;
                text->data[at] = 0;
            }
            break;
        }
    }
}

/* Whatever loads must also enumerate, print a header and a launch program, or fail with a message.
 */
static void use_family(const struct ft_family *f)
{
    struct ft_problem p = must_problem(DECODE_KEY ",kv=paged,page_size=64");
    struct ft_device d = must_device("sm_90a");
    struct ft_space space;
    struct ft_buf out = FT_BUF_INIT;
    struct ft_config config;
    char why[256];

    ft_family_supports(f, &p, &d, why, sizeof why);
    ft_config_default(f, &config);
    ft_config_header(&config, &p, &d, &out, NULL);
    ft_config_program(&config, &p, &d, 560, &out, NULL);
    if (ft_space_enumerate(f, NULL, &p, &d, &space, NULL) == 0)
        ft_space_free(&space);
    ft_buf_free(&out);
}

static void test_mutations(void **state)
{
    const char *const dirs[] = {"tests/data/good/families"};
    struct ft_families families;
    struct ft_err first = {0};
    unsigned seed = 1;
    char path[] = "/tmp/ft-config-XXXXXX";
    int n_loaded = 0;

    (void)state;
    assert_int_equal(ft_families_load(dirs, 1, &families, &first), 0);
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    for (int round = 0; round < 3000; round++) {
        struct ft_buf text = FT_BUF_INIT;
        struct ft_err err = {0};
        const char *source = sources[(size_t)round % (sizeof sources / sizeof *sources)];
        assert_int_equal(ft_fs_read(source, &text, &err), 0);
        mutate(&text, &seed);
        struct ft_family *f = ft_family_parse("m/family.yaml", text.data, text.len, &err);
        if (f) {
            use_family(f);
            n_loaded++;
        } else {
            assert_int_not_equal(err.code, FT_OK);
            assert_int_not_equal(err.code, FT_ERR_INTERNAL);
            assert_true(strlen(err.text) > 0);
        }
        ft_family_free(f);
        if (strstr(source, "config")) {
            ft_err_clear(&err);
            FILE *file = fopen(path, "w");
            assert_non_null(file);
            assert_int_equal(fwrite(ft_buf_str(&text), 1, text.len, file), text.len);
            assert_int_equal(fclose(file), 0);
            struct ft_experiment *e = ft_experiment_load(path, &families, &err);
            assert_true(e || err.code == FT_ERR_USAGE);
            ft_experiment_free(e);
        }
        ft_buf_free(&text);
    }
    assert_true(n_loaded > 50);
    remove(path);
    ft_families_free(&families);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places_and_kinds), cmocka_unit_test(test_empty),
        cmocka_unit_test(test_merge_keys),       cmocka_unit_test(test_refused),
        cmocka_unit_test(test_billion_laughs),   cmocka_unit_test(test_reads),
        cmocka_unit_test(test_mutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
