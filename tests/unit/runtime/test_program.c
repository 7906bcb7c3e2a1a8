/* test_program.c -- launch programs: what parses, what is refused, what one launch becomes */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "program.h"

static const char decode[] =
    "args 544\n"
    "pass p.batch 2 *\n"
    "pass 16\n"
    "workspace partial zeroed=never bytes=p.batch 100 *\n"
    "workspace arrived zeroed=once bytes=4\n"
    "workspace sums zeroed=launch bytes=p.batch 1 > 300 0 ?\n"
    "kernel split when=1 grid=p.batch,p.kv_heads,1 block=128,1,1 cluster=1,1,1 smem=65536 pdl=0\n"
    "kernel combine when=p.batch 1 > grid=p.q_heads,p.batch block=64,1,1 cluster=1,1,1 smem=0 "
    "pdl=1\n"
    "tma k buffer=k dims=head_dim,row,head,batch box=64,p.page_size,1,1 swizzle=128 l2=256\n"
    "need p.kv_heads 8 ==\n"
    "accepts softcap scales\n";

static int64_t vars[FT_N_LAUNCH_VARS];

static int set_vars(void **state)
{
    (void)state;
    memset(vars, 0, sizeof vars);
    vars[FT_VAR_P_BATCH] = 6;
    vars[FT_VAR_P_Q_HEADS] = 32;
    vars[FT_VAR_P_KV_HEADS] = 8;
    vars[FT_VAR_P_PAGE_SIZE] = 16;
    return 0;
}

static void test_evaluates(void **state)
{
    struct ft_program p;
    struct ft_launch l;
    char why[200] = "";

    (void)state;
    if (ft_program_parse(decode, &p, why, sizeof why) < 0)
        fail_msg("%s", why);
    assert_int_equal(p.args_bytes, 544);
    assert_int_equal(p.workspaces[1].zeroed, FT_ZEROED_ONCE);
    assert_int_equal(p.accepts, FT_ACCEPTS_SOFTCAP | FT_ACCEPTS_SCALES);
    assert_int_equal(p.maps[0].dims[2], FT_DIM_HEAD);
    assert_int_equal(p.maps[0].swizzle_bytes, 128);
    assert_int_equal(p.maps[0].l2_bytes, 256);

    assert_int_equal(ft_program_eval(&p, vars, &l, why, sizeof why), 0);
    assert_int_equal(l.n_kernels, 2);
    assert_int_equal(l.kernels[0].grid[0], 6);
    assert_int_equal(l.kernels[0].smem_bytes, 65536);
    assert_int_equal(l.kernels[1].grid[1], 6);
    assert_int_equal(l.kernels[1].grid[2], 1);
    assert_int_equal(l.kernels[1].pdl, 1);
    assert_int_equal(l.passed[0], 12);
    assert_int_equal(l.passed[1], 16);
    assert_int_equal(l.workspace_offset[1], 768);
    assert_int_equal(l.workspace_size[2], 300);
    assert_int_equal(l.workspace_bytes, 768 + 256 + 512);
    assert_int_equal(l.box[0][1], 16);

    vars[FT_VAR_P_BATCH] = 1;
    assert_int_equal(ft_program_eval(&p, vars, &l, why, sizeof why), 0);
    assert_int_equal(l.n_kernels, 1);
    assert_int_equal(l.workspace_bytes, 512);

    vars[FT_VAR_P_KV_HEADS] = 4;
    assert_int_equal(ft_program_eval(&p, vars, &l, why, sizeof why), -1);
    assert_string_equal(why, "the build needs 'p.kv_heads 8 =='");
    ft_program_free(&p);
    ft_program_free(&p); /* an empty program is fine */
}

static void test_defaults(void **state)
{
    struct ft_program p;
    struct ft_launch l;
    char why[200] = "";

    (void)state;
    assert_int_equal(ft_program_parse("args 8\n\nkernel a grid=3 block=32", &p, why, sizeof why),
                     0);
    assert_int_equal(ft_program_eval(&p, vars, &l, why, sizeof why), 0);
    assert_int_equal(l.n_kernels, 1);
    assert_int_equal(l.kernels[0].grid[0], 3);
    assert_int_equal(l.kernels[0].cluster[2], 1);
    assert_int_equal(l.kernels[0].smem_bytes, 0);
    assert_int_equal(l.kernels[0].pdl, 0);
    ft_program_free(&p);
}

#define KERNEL "kernel a grid=1 block=32\n"

static void test_refuses(void **state)
{
    static const char *const texts[] = {
        "",
        "args 544\n",
        KERNEL,
        "args 0\n" KERNEL,
        "args 12\n" KERNEL,
        "args 8000\n" KERNEL,
        "args 8\nargs 8\n" KERNEL,
        "args 8 8\n" KERNEL,
        "args -8\n" KERNEL,
        "args 8\nlaunch a\n" KERNEL,
        "args 8\n=\n" KERNEL,
        "args 8\nkernel grid=1 block=32\n",
        "args 8\nkernel a grid=1\n",
        "args 8\nkernel a block=1\n",
        "args 8\nkernel a grid=1 block=32 grid=1\n",
        "args 8\nkernel a grid=1,2,3,4 block=32\n",
        "args 8\nkernel a grid=1,,2 block=32\n",
        "args 8\nkernel a grid= block=32\n",
        "args 8\nkernel a grid=1 block=32 warps=4\n",
        "args 8\nkernel a grid=p.nothing block=32\n",
        "args 8\nkernel a junk grid=1 block=32\n",
        "args 8\nkernel "
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa grid=1 block=32\n",
        "args 8\n" KERNEL KERNEL KERNEL KERNEL KERNEL,
        "args 8\n" KERNEL "workspace w bytes=1\n",
        "args 8\n" KERNEL "workspace w zeroed=never\n",
        "args 8\n" KERNEL "workspace w zeroed=always bytes=1\n",
        "args 8\n" KERNEL "pass\n",
        "args 8\n" KERNEL "need 1 +\n",
        "args 8\n" KERNEL "accepts windows\n",
        "args 8\n" KERNEL "accepts softcap, alibi\n",
        "args 8\n" KERNEL "tma k buffer=k dims=head_dim box=64\n",
        "args 8\n" KERNEL "tma k buffer=k dims=row,head_dim box=64,1\n",
        "args 8\n" KERNEL "tma k buffer=k dims=head_dim,row,row box=64,1,1\n",
        "args 8\n" KERNEL "tma k buffer=k dims=head_dim,row box=64\n",
        "args 8\n" KERNEL "tma k buffer=x dims=head_dim,row box=64,1\n",
        "args 8\n" KERNEL "tma k dims=head_dim,row box=64,1\n",
        "args 8\n" KERNEL "tma k buffer=k dims=head_dim,row box=64,1 swizzle=96\n",
        "args 8\n" KERNEL "tma k buffer=k dims=head_dim,row box=64,1 l2=512\n",
    };
    struct ft_program p;
    char why[200];

    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        why[0] = 0;
        if (ft_program_parse(texts[i], &p, why, sizeof why) == 0)
            fail_msg("text %zu parses: %s", i, texts[i]);
        assert_true(strlen(why) > 0);
        assert_int_equal(p.n_kernels, 0);
    }
}

/* What parses but no launch can have. */
static void test_refuses_to_launch(void **state)
{
    static const char *const lines[] = {
        "kernel a grid=0 block=32\n",
        "kernel a grid=2147483648 block=32\n",
        "kernel a grid=1,65536 block=32\n",
        "kernel a grid=1 block=1025\n",
        "kernel a grid=1 block=64,64\n",
        "kernel a grid=1 block=1,1,65\n",
        "kernel a grid=1 block=0\n",
        "kernel a grid=3 block=32 cluster=2\n",
        "kernel a grid=32,32 block=32 cluster=16,2\n",
        "kernel a grid=1 block=32 smem=-1\n",
        "kernel a grid=1 block=32 when=0\n",
        "kernel a grid=1 p.window_left / block=32\n",
        "pass 2147483648\n" KERNEL,
        "workspace w zeroed=never bytes=-1\n" KERNEL,
        "workspace w zeroed=never bytes=1 60 <<\n" KERNEL,
        "tma k buffer=k dims=head_dim,row box=64,257\n" KERNEL,
        "tma k buffer=k dims=head_dim,row box=64,0\n" KERNEL,
        "need 0\n" KERNEL,
        "need 1 p.window_left /\n" KERNEL,
    };
    struct ft_program p;
    struct ft_launch l;
    char text[256], why[200];

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        snprintf(text, sizeof text, "args 8\n%s", lines[i]);
        if (ft_program_parse(text, &p, why, sizeof why) < 0)
            fail_msg("%s: %s", lines[i], why);
        why[0] = 0;
        if (ft_program_eval(&p, vars, &l, why, sizeof why) == 0)
            fail_msg("evaluates: %s", lines[i]);
        assert_true(strlen(why) > 0);
        ft_program_free(&p);
    }
}

/* Damaged text gives a program or a message; sanitizers see the rest. */
static void test_damage(void **state)
{
    static const char alphabet[] = "=,. \n0179apk+-*";
    struct ft_program p;
    struct ft_launch l;
    char text[sizeof decode], why[200];
    uint32_t random = 1;
    int n_parsed = 0;

    (void)state;
    for (int i = 0; i < 50000; i++) {
        memcpy(text, decode, sizeof text);
        for (int k = 0; k <= i % 3; k++) {
            random = random * 1664525 + 1013904223;
            text[(random >> 8) % (sizeof text - 1)] =
                random & 128 ? alphabet[(random >> 3) % (sizeof alphabet - 1)]
                             : (char)(random >> 24);
        }
        if (ft_program_parse(text, &p, why, sizeof why) == 0) {
            n_parsed++;
            (void)ft_program_eval(&p, vars, &l, why, sizeof why);
            ft_program_free(&p);
        }
    }
    assert_in_range(n_parsed, 100, 49000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_evaluates, set_vars),
        cmocka_unit_test_setup(test_defaults, set_vars),
        cmocka_unit_test(test_refuses),
        cmocka_unit_test_setup(test_refuses_to_launch, set_vars),
        cmocka_unit_test_setup(test_damage, set_vars),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
