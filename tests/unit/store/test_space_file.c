/* Tests of store/space_file.h: every format, what is wrong with a file and where, and files cut or
 * changed at any place. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/fs.h"
#include "base/rng.h"
#include "store/space_file.h"

#define DATA "tests/data/spaces/"

static void read_ok(const char *path, struct ft_recordings *out)
{
    struct ft_err err = {0};
    *out = (struct ft_recordings){0};
    if (ft_space_file_read(path, NULL, out, &err) < 0)
        fail_msg("%s", err.text);
}

/* The result of a config given as texts in the order of the parameters. */
static const struct ft_recorded *find(const struct ft_recording *r, const char *const *texts)
{
    for (size_t i = 0; i < r->n; i++) {
        size_t p = 0;
        while (p < r->n_params &&
               strcmp(r->params[p].values[r->values[i * r->n_params + p]], texts[p]) == 0)
            p++;
        if (p == r->n_params)
            return &r->points[i];
    }
    fail_msg("no config %s,%s", texts[0], texts[1]);
    return NULL;
}

#define FIND(r, ...) find(r, (const char *const[]){__VA_ARGS__})

static void kernel_tuner(void **state)
{
    struct ft_recordings all;
    (void)state;
    read_ok(DATA "kernel_tuner.json", &all);
    const struct ft_recording *r = &all.items[0];
    assert_int_equal(all.n, 1);
    assert_string_equal(r->title, "fa_fwd");
    assert_string_equal(r->device, "NVIDIA H200");
    assert_int_equal(r->n, 8);
    assert_int_equal(r->n_params, 4);
    assert_true(r->params[0].is_ordered && !r->params[1].is_ordered && r->params[3].is_ordered);
    assert_string_equal(r->params[0].values[0], "32");
    const struct ft_recorded *point = FIND(r, "64", "vec", "true", "0.5");
    assert_int_equal(point->outcome, FT_OUT_OK);
    assert_true(fabs(point->time_ns - 0.4e6) < 1e-3);
    assert_true(fabs(point->cost_ns[FT_COST_COMPILE] - 900e6) < 1);
    assert_true(fabs(ft_recorded_cost(point) - 916e6) < 1);
    point = FIND(r, "64", "bulk", "true", "0.5"); /* no 'time': the mean of its runs */
    assert_true(fabs(point->time_ns - 0.3e6) < 1e-3);
    assert_true(isnan(point->cost_ns[FT_COST_SEARCH]));
    assert_int_equal(FIND(r, "32", "vec", "true", "0.5")->outcome, FT_OUT_COMPILE_FAILED);
    assert_int_equal(FIND(r, "32", "bulk", "true", "0.5")->outcome, FT_OUT_LAUNCH_FAILED);
    assert_int_equal(FIND(r, "32", "vec", "false", "0.5")->outcome, FT_OUT_REJECTED);
    assert_int_equal(FIND(r, "64", "vec", "false", "0.5")->outcome, FT_OUT_LAUNCH_FAILED);
    assert_int_equal(FIND(r, "64", "bulk", "false", "0.5")->outcome, FT_OUT_LAUNCH_FAILED);
    assert_int_equal(FIND(r, "32", "bulk", "false", "0.5")->outcome, FT_OUT_CRASHED);
    ft_recordings_free(&all);
}

static void t4(void **state)
{
    struct ft_recordings all;
    (void)state;
    read_ok(DATA "t4.json", &all);
    const struct ft_recording *r = &all.items[0];
    assert_string_equal(r->title, "t4.json");
    assert_int_equal(r->n, 6);
    assert_true(fabs(FIND(r, "64", "vec")->time_ns - 4e6) < 1e-3);
    assert_true(fabs(ft_recorded_cost(FIND(r, "64", "vec")) - 1036.7e6) < 1);
    assert_true(fabs(FIND(r, "64", "bulk")->time_ns - 3e6) < 1e-3);
    assert_true(fabs(FIND(r, "64", "bulk")->cost_ns[FT_COST_COMPILE] - 500e6) < 1);
    assert_true(fabs(FIND(r, "16", "vec")->time_ns - 5e6) < 1e-3); /* in us */
    assert_int_equal(FIND(r, "32", "vec")->outcome, FT_OUT_COMPILE_FAILED);
    assert_int_equal(FIND(r, "32", "bulk")->outcome, FT_OUT_WRONG);
    assert_int_equal(FIND(r, "16", "bulk")->outcome, FT_OUT_TIMEOUT);
    ft_recordings_free(&all);
}

static void packed(void **state)
{
    struct ft_recordings all;
    (void)state;
    read_ok(DATA "toy-a.json.gz", &all);
    assert_int_equal(all.items[0].n, 396);
    ft_recordings_free(&all);
}

static int parse(const char *text, size_t n, const struct ft_db_filter *filter,
                 struct ft_recordings *out, struct ft_err *err)
{
    struct ft_buf buf = FT_BUF_INIT;
    *out = (struct ft_recordings){0};
    *err = (struct ft_err){0};
    ft_buf_add(&buf, text, n);
    int rc = ft_space_file_parse("f", &buf, filter, out, err);
    ft_buf_free(&buf);
    if (rc < 0) {
        assert_int_equal(out->n, 0);
        assert_true(err->code != FT_OK && *err->text);
    }
    return rc;
}

#define CSV_HEAD                                                                                   \
    "device,problem,problem_key,contestant,config,outcome,time_ns_median,cache,timer,signature\n"

static void csv(void **state)
{
    static const char text[] = CSV_HEAD
        "H200,p1,\"dtype=bf16,batch=1\",fam,\"Bc=128,load=\"\"x\"\"\",ok,,5,cold,cupti,s\n";
    static const char good[] =
        CSV_HEAD "H200,p1,\"a=1,b=2\",fam,\"Bc=128,load=x\",ok,20,cold,cupti,s\r\n"
                 "H200,p1,\"a=1,b=2\",fam,\"Bc=16,load=x\",ok,10,cold,cupti,s\n"
                 "H200,p1,\"a=1,b=2\",fam,\"Bc=64,load=x\",crashed,,cold,cupti,s\n"
                 "H200,p1,\"a=1,b=2\",fam,\"Bc=32,load=x\",ok,,cold,cupti,s\n"
                 "H200,p1,\"a=1,b=2\",cudnn,,ok,3,cold,cupti,s\n"
                 "H200,p2,\"a=2,b=2\",fam,\"Bc=16,load=x\",ok,7,cold,cupti,s\n"
                 "A100,p1,\"a=1,b=2\",fam,\"Bc=16,load=x\",ok,9,cold,cupti,s\n"
                 "A100,p1,\"a=1,b=2\",sad,\"Bc=16,load=x\",wrong,,cold,cupti,s";
    struct ft_recordings all;
    struct ft_err err;
    struct ft_db_filter filter = {0};
    (void)state;
    assert_int_equal(parse(text, sizeof text - 1, NULL, &all, &err), -1); /* one field too many */
    assert_non_null(strstr(err.text, "f:2:1"));
    assert_int_equal(parse(good, sizeof good - 1, NULL, &all, &err), 0);
    assert_int_equal(all.n, 3); /* what has no valid config is no space */
    assert_string_equal(all.items[0].title, "p1 fam");
    assert_string_equal(all.items[0].device, "H200");
    assert_int_equal(all.items[0].n, 3);
    assert_true(all.items[0].points[0].time_ns == 10); /* by value, not by time */
    assert_int_equal(all.items[0].points[1].outcome, FT_OUT_CRASHED);
    ft_recordings_free(&all);
    filter.device = "a10";
    assert_int_equal(parse(good, sizeof good - 1, &filter, &all, &err), 0);
    assert_int_equal(all.n, 1);
    ft_recordings_free(&all);
    filter = (struct ft_db_filter){.problem = "*a=2*", .family = "f*"};
    assert_int_equal(parse(good, sizeof good - 1, &filter, &all, &err), 0);
    assert_int_equal(all.n, 1);
    ft_recordings_free(&all);
    filter.family = "other";
    assert_int_equal(parse(good, sizeof good - 1, &filter, &all, &err), -1);
    assert_int_equal(err.code, FT_ERR_FOUND);
}

#define KT(cache) "{\"tune_params_keys\": [\"a\"],\n\"cache\": " cache "}"

static void errors(void **state)
{
    static const struct {
        const char *text, *place, *what;
    } cases[] = {
        {"", "'f'", "empty"},
        {" \n\t", "'f'", "empty"},
        {"{", "f:1:2", "string"},
        {"{\"a\": 1}", "f:1:1", "no recorded space"},
        {"[1, 2]", "f:1:1", "no recorded space"},
        {"[{\"fatune_replay\": 1}]", "f:1:1", "output of a replay"},
        {"{\"tune_params_keys\": 5, \"cache\": {}}", "f:1:22", "list of names"},
        {"{\"tune_params_keys\": [], \"cache\": {}}", "f:1:22", "list of names"},
        {"{\"tune_params_keys\": [1], \"cache\": {}}", "f:1:23", "name of a parameter"},
        {"{\"tune_params_keys\": [\"a\"]}", "f:1:1", "'cache'"},
        {"{\"cache\": {}}", "f:1:1", "'tune_params_keys'"},
        {KT("[]"), "f:2:10", "'cache'"},
        {KT("{}"), "f", "0 configs"},
        {KT("{\"1\": 3}"), "f:2:16", "config '1'"},
        {KT("{\"1\": {\"b\": 3}}"), "f:2:16", "without parameter 'a'"},
        {KT("{\"1\": {\"a\": [], \"time\": 3}}"), "f:2:22", "neither a number nor a name"},
        {KT("{\"1\": {\"a\": 1}}"), "f:2:16", "without 'time'"},
        {KT("{\"1\": {\"a\": 1, \"time\": \"InvalidConfig\"}}"), "f", "none that is valid"},
        {KT("{\"1\": {\"a\": 1 \"time\": 2}, \n\n\n}"), "f:2:24", "expected"},
        {"{\"results\": 1}", "f:1:13", "list of results"},
        {"{\"results\": []}", "f:1:13", "list of results"},
        {"{\"results\": [{}]}", "f:1:14", "configuration"},
        {"{\"results\": [{\"configuration\": {\"a\": 1}}, {\"times\": 1}]}", "f:1:43",
         "configuration"},
        {"{\"results\": [{\"configuration\": {\"a\": 1}}, {\"configuration\": {\"b\": 1}}]}",
         "f:1:61", "without parameter 'a'"},
        {"hello\n", "f:1:1", "column 'device'"},
        {"\"never ends", "f:1:1", "quoted"},
        {CSV_HEAD "d,p,k,c,Bc,ok,5,cold,t,s\n", "f:2:1", "'Bc' is no config"},
        {CSV_HEAD "d,p,k,c,Bc=1,fine,5,cold,t,s\n", "f:2:1", "outcome 'fine'"},
        {CSV_HEAD "d,p,k,c,Bc=1,ok,fast,cold,t,s\n", "f:2:1", "'fast' is no time"},
        {CSV_HEAD "d,p,k,c,Bc=1,ok,-5,cold,t,s\n", "f:2:1", "'-5' is no time"},
        {CSV_HEAD "d,p,k,c,Bc=1,ok,5,cold,t,s\nd,p,k,c,Br=1,ok,5,cold,t,s\n", "f:3:1",
         "other parameters"},
        {CSV_HEAD "d,p,k,c,Bc=1,ok,5,cold,t\n", "f:2:1", "9 fields"},
        {CSV_HEAD, "f", "no trial of ours"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct ft_recordings all;
        struct ft_err err;
        assert_int_equal(parse(cases[i].text, strlen(cases[i].text), NULL, &all, &err), -1);
        if (!strstr(err.text, cases[i].place) || !strstr(err.text, cases[i].what))
            fail_msg("case %zu: wanted %s and %s: %s", i, cases[i].place, cases[i].what, err.text);
    }
    struct ft_recordings all = {0};
    struct ft_err err = {0};
    /* as a crash of the machine leaves it */
    assert_int_equal(parse("\0\0\0", 3, NULL, &all, &err), -1);
    err = (struct ft_err){0};
    assert_int_equal(ft_space_file_read(DATA "none.json", NULL, &all, &err), -1);
    assert_int_equal(err.code, FT_ERR_ENV);
}

/* A Kernel Tuner file cut anywhere is read up to its last whole line, or is an error. */
static void killed_runs(void **state)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_err err = {0};
    (void)state;
    assert_int_equal(ft_fs_read(DATA "kernel_tuner.json", &text, &err), 0);
    size_t last_n = 0, first_config = (size_t)(strstr(text.data, "\"64,vec,True") - text.data);
    for (size_t n = 0; n < text.len; n++) {
        struct ft_recordings all;
        if (parse(text.data, n, NULL, &all, &err) < 0) {
            assert_int_equal(last_n, 0);
            continue;
        }
        assert_true(n > first_config);
        assert_true(all.items[0].n >= last_n && all.items[0].n <= 8);
        last_n = all.items[0].n;
        ft_recordings_free(&all);
    }
    assert_int_equal(last_n, 8);
    ft_buf_free(&text);
}

static void fuzz_one(const char *path, size_t n_rounds)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_err err = {0};
    struct ft_rng rng;
    ft_rng_seed(&rng, 11);
    assert_int_equal(ft_fs_read(path, &text, &err), 0);
    for (size_t round = 0; round < n_rounds; round++) {
        struct ft_recordings all;
        char *copy = ft_malloc(text.len + 1);
        memcpy(copy, text.data, text.len);
        for (uint64_t i = 0, n = 1 + ft_rng_below(&rng, 4); i < n; i++)
            copy[ft_rng_below(&rng, text.len)] = "{}[],:\"0-\n\\x\0z"[ft_rng_below(&rng, 14)];
        size_t n = round % 3 ? text.len : (size_t)ft_rng_below(&rng, text.len);
        if (parse(copy, n, NULL, &all, &err) == 0)
            ft_recordings_free(&all);
        free(copy);
    }
    ft_buf_free(&text);
}

static void fuzz(void **state)
{
    (void)state;
    fuzz_one(DATA "kernel_tuner.json", 3000);
    fuzz_one(DATA "t4.json", 3000);
    fuzz_one(DATA "query.csv", 3000);
}

/* Packed files that are cut or changed: an error, or what zlib still takes for right. */
static void damaged_gzip(void **state)
{
    struct ft_buf text = FT_BUF_INIT;
    struct ft_err err = {0};
    char path[] = "/tmp/test_space_file.XXXXXX";
    int fd = mkstemp(path);
    (void)state;
    assert_true(fd >= 0);
    fclose(fdopen(fd, "w"));
    assert_int_equal(ft_fs_read(DATA "toy-a.json.gz", &text, &err), 0);
    for (size_t n = 2; n < text.len; n += text.len / 9) {
        struct ft_recordings all = {0};
        err = (struct ft_err){0};
        assert_int_equal(ft_fs_write_atomic(path, text.data, n, &err), 0);
        assert_int_equal(ft_space_file_read(path, NULL, &all, &err), -1);
        assert_non_null(strstr(err.text, "damaged gzip"));
    }
    text.data[text.len / 2] ^= 0x55;
    struct ft_recordings all = {0};
    err = (struct ft_err){0};
    assert_int_equal(ft_fs_write_atomic(path, text.data, text.len, &err), 0);
    assert_int_equal(ft_space_file_read(path, NULL, &all, &err), -1);
    remove(path);
    ft_buf_free(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernel_tuner), cmocka_unit_test(t4),
        cmocka_unit_test(packed),       cmocka_unit_test(csv),
        cmocka_unit_test(errors),       cmocka_unit_test(killed_runs),
        cmocka_unit_test(fuzz),         cmocka_unit_test(damaged_gzip)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
