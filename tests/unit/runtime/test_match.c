/* test_match.c -- the ladder from an exact entry to none, and what it says about those it refuses
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "format.h"

/* A table in memory: two devices of one architecture and one of another; build i is entry i's. */
static struct ft_table_device devices[] = {
    {(char *)"H200", 90, 132}, {(char *)"H100", 90, 114}, {(char *)"A100", 80, 108}};
static struct ft_table_build builds[16];
static struct ft_table_entry entries[16];
static struct ft_table table;

static void clear(void)
{
    memset(entries, 0, sizeof entries);
    table = (struct ft_table){
        .devices = devices, .n_devices = 3, .builds = builds, .n_builds = 16, .entries = entries};
}

static int add(int device, const char *key, double ns)
{
    struct ft_table_entry *e = &entries[table.n_entries];
    e->device = device;
    e->build = (int)table.n_entries;
    e->ns = ns;
    assert_int_equal(ft_problem_parse_key(key, &e->problem), 0);
    return (int)table.n_entries++;
}

#define CLASS "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,"

static struct ft_problem wanted;
static struct ft_table_query query_for(const char *key)
{
    assert_int_equal(ft_problem_parse_key(key, &wanted), 0);
    return (struct ft_table_query){
        .problem = &wanted.f, .device_name = "H200", .cc = 90, .sms = 132, .allow_nearest = 1};
}

static char why[1024];
static void matches(struct ft_table_query query, int index, fatune_match how)
{
    fatune_match got;
    why[0] = 0;
    int found = ft_table_match(&table, &query, &got, why, sizeof why);
    if (found != index || got != how)
        fail_msg("entry %d, match %d; not %d, %d: %s", found, got, index, how, why);
}

static void nothing_because(struct ft_table_query query, const char *because)
{
    matches(query, -1, FATUNE_MATCH_NONE);
    if (!strstr(why, because))
        fail_msg("'%s' has no '%s'", why, because);
}

static void test_ladder(void **state)
{
    (void)state;
    clear();
    nothing_because(query_for(CLASS "seqlen_q=1,seqlen_kv=4096"), "there are no entries");
    int small = add(0, CLASS "batch=1,seqlen_q=1,seqlen_kv=1024", 10);
    matches(query_for(CLASS "batch=7,seqlen_q=1,seqlen_kv=4000"), small, FATUNE_MATCH_NEAREST);
    int bucket = add(0, CLASS "batch=8,seqlen_q=1,seqlen_kv=4096", 10);
    matches(query_for(CLASS "batch=7,seqlen_q=1,seqlen_kv=4000"), bucket, FATUNE_MATCH_BUCKET);
    matches(query_for(CLASS "batch=9,seqlen_q=1,seqlen_kv=4000"), bucket, FATUNE_MATCH_NEAREST);
    matches(query_for(CLASS "batch=2,seqlen_q=1,seqlen_kv=1024"), small, FATUNE_MATCH_NEAREST);
    int exact = add(0, CLASS "batch=7,seqlen_q=1,seqlen_kv=4000", 10);
    matches(query_for(CLASS "batch=7,seqlen_q=1,seqlen_kv=4000"), exact, FATUNE_MATCH_EXACT);
    int faster = add(0, CLASS "batch=7,seqlen_q=1,seqlen_kv=4000", 9);
    matches(query_for(CLASS "batch=7,seqlen_q=1,seqlen_kv=4000"), faster, FATUNE_MATCH_EXACT);
    entries[faster].ns = 0; /* unknown is not fast */
    matches(query_for(CLASS "batch=7,seqlen_q=1,seqlen_kv=4000"), exact, FATUNE_MATCH_EXACT);

    struct ft_table_query strict = query_for(CLASS "batch=6,seqlen_q=1,seqlen_kv=4000");
    strict.allow_nearest = 0;
    nothing_because(strict, "allow_nearest is 0");
    strict = query_for(CLASS "batch=7,seqlen_q=1,seqlen_kv=4000");
    strict.allow_nearest = 0;
    matches(strict, exact, FATUNE_MATCH_EXACT);
}

static void test_default_comes_last(void **state)
{
    (void)state;
    clear();
    int fallback = add(0, CLASS "batch=8,seqlen_q=1,seqlen_kv=4096", 5);
    entries[fallback].is_default = 1;
    matches(query_for(CLASS "batch=8,seqlen_q=1,seqlen_kv=4096"), fallback, FATUNE_MATCH_DEFAULT);
    int far = add(0, CLASS "batch=128,seqlen_q=1,seqlen_kv=128", 5);
    matches(query_for(CLASS "batch=8,seqlen_q=1,seqlen_kv=4096"), far, FATUNE_MATCH_NEAREST);
}

static void test_class(void **state)
{
    static const char *const others[] = {
        "dtype=fp16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=64",
        "dtype=bf16,head_dim=64,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=64",
        "dtype=bf16,head_dim=128,q_heads=16,kv_heads=8,seqlen_q=1,seqlen_kv=64",
        "dtype=bf16,head_dim=128,q_heads=32,kv_heads=4,seqlen_q=1,seqlen_kv=64",
        CLASS "seqlen_q=2,seqlen_kv=64",
        CLASS "seqlen_q=1,seqlen_kv=64,window_left=8",
        CLASS "seqlen_q=1,seqlen_kv=64,kv=paged,page_size=16",
        CLASS "seqlen_q=1,seqlen_kv=64,batch_invariant=1",
        "op=bwd," CLASS "seqlen_q=1,seqlen_kv=64"};
    (void)state;
    clear();
    add(0, CLASS "seqlen_q=1,seqlen_kv=64", 1);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        nothing_because(query_for(others[i]), "no entry is of this kind");
    nothing_because(query_for(others[1]), "differs in head_dim");
    nothing_because(query_for(others[4]), "differs in seqlen_q (one query token or several)");
    nothing_because(query_for(others[7]), "differs in batch_invariant");

    clear();
    int causal = add(0, CLASS "seqlen_q=512,seqlen_kv=512,mask=causal", 1);
    int none = add(0, CLASS "seqlen_q=512,seqlen_kv=512", 1);
    matches(query_for(CLASS "seqlen_q=100,seqlen_kv=200,mask=causal"), causal,
            FATUNE_MATCH_NEAREST);
    matches(query_for(CLASS "seqlen_q=100,seqlen_kv=200"), none, FATUNE_MATCH_NEAREST);
}

static void test_page_size(void **state)
{
    (void)state;
    clear();
    int p16 = add(0, CLASS "seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=16", 1);
    int p64 = add(0, CLASS "seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=64", 1);
    matches(query_for(CLASS "seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=64"), p64,
            FATUNE_MATCH_EXACT);
    matches(query_for(CLASS "seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=256"), p64,
            FATUNE_MATCH_NEAREST);
    matches(query_for(CLASS "seqlen_q=1,seqlen_kv=4096,kv=paged,page_size=15"), p16,
            FATUNE_MATCH_BUCKET);
}

/* An entry may do more than was asked, or have been measured without LSE. */
static void test_surplus(void **state)
{
    (void)state;
    clear();
    int plain = add(0, CLASS "batch=4,seqlen_q=1,seqlen_kv=64", 1);
    matches(query_for(CLASS "batch=4,seqlen_q=1,seqlen_kv=64,want_lse=1"), plain,
            FATUNE_MATCH_BUCKET);
    int lse = add(0, CLASS "batch=4,seqlen_q=1,seqlen_kv=64,want_lse=1", 2);
    matches(query_for(CLASS "batch=4,seqlen_q=1,seqlen_kv=64,want_lse=1"), lse, FATUNE_MATCH_EXACT);
    matches(query_for(CLASS "batch=4,seqlen_q=1,seqlen_kv=64"), plain, FATUNE_MATCH_EXACT);

    clear();
    int invariant = add(0, CLASS "batch=4,seqlen_q=1,seqlen_kv=64,batch_invariant=1", 1);
    int uneven = add(0, CLASS "batch=4,seqlen_q=1,seqlen_kv=64,lengths=zipf,lengths_seed=1", 3);
    matches(query_for(CLASS "batch=4,seqlen_q=1,seqlen_kv=64"), invariant, FATUNE_MATCH_BUCKET);
    matches(query_for(CLASS "batch=4,seqlen_q=1,seqlen_kv=64,batch_invariant=1"), invariant,
            FATUNE_MATCH_EXACT);
    entries[uneven].ns = 0.5;
    matches(query_for(CLASS "batch=4,seqlen_q=1,seqlen_kv=64"), uneven, FATUNE_MATCH_BUCKET);
}

static void test_devices(void **state)
{
    struct ft_table_query query;
    (void)state;
    clear();
    add(2, CLASS "batch=4,seqlen_q=1,seqlen_kv=64", 1);
    query = query_for(CLASS "batch=4,seqlen_q=1,seqlen_kv=64");
    nothing_because(query, "nothing was measured on 'H200' (compute capability 9.0, 132 SMs), but "
                           "on 'A100' (8.0, 108 SMs)");
    query.allow_other_device = 1;
    matches(query, -1, FATUNE_MATCH_NONE); /* other code */
    int sibling = add(1, CLASS "batch=4,seqlen_q=1,seqlen_kv=64", 1);
    matches(query, sibling, FATUNE_MATCH_EXACT);
    query.allow_other_device = 0;
    nothing_because(query, "hint: allow_other_device");
    /* Far on the own device comes before exact on another. */
    int own = add(0, CLASS "batch=128,seqlen_q=1,seqlen_kv=65536", 1);
    query.allow_other_device = 1;
    matches(query, own, FATUNE_MATCH_NEAREST);
    query.sms = 100; /* a part of the device is another device */
    query.allow_other_device = 0;
    nothing_because(query, "100 SMs");
}

static int refuses_first(void *ctx, const struct ft_table_build *build, char *reason, size_t cap)
{
    int *n_refused = ctx;
    if (build - builds < *n_refused) {
        snprintf(reason, cap, "is no good (%d)", (int)(build - builds));
        return 0;
    }
    return 1;
}

static void test_what_cannot_be_launched(void **state)
{
    int n_refused = 0;
    (void)state;
    clear();
    add(0, CLASS "batch=4,seqlen_q=1,seqlen_kv=64", 1);
    add(0, CLASS "batch=3,seqlen_q=1,seqlen_kv=64", 1);
    add(0, CLASS "batch=30,seqlen_q=1,seqlen_kv=64", 1);
    struct ft_table_query query = query_for(CLASS "batch=4,seqlen_q=1,seqlen_kv=64");
    query.can_launch = refuses_first;
    query.ctx = &n_refused;
    matches(query, 0, FATUNE_MATCH_EXACT);
    n_refused = 1;
    matches(query, 1, FATUNE_MATCH_BUCKET);
    n_refused = 2;
    matches(query, 2, FATUNE_MATCH_NEAREST);
    n_refused = 3;
    nothing_because(query, "batch=4,seqlen_q=1,seqlen_kv=64', is no good (0)");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ladder),
        cmocka_unit_test(test_default_comes_last),
        cmocka_unit_test(test_class),
        cmocka_unit_test(test_page_size),
        cmocka_unit_test(test_surplus),
        cmocka_unit_test(test_devices),
        cmocka_unit_test(test_what_cannot_be_launched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
