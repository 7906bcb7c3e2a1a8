/* model_util.h -- what the tests of model/ share: families and problems from the tree, failing with
 * the message */
#ifndef FT_MODEL_UTIL_H
#define FT_MODEL_UTIL_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "base/fs.h"
#include "model/experiment.h"

#define MUST(call)                                                                                 \
    do {                                                                                           \
        if ((call) < 0)                                                                            \
            fail_msg("%s: %s", #call, err.text);                                                   \
    } while (0)

static inline struct ft_family *parse_family(const char *text, struct ft_err *err)
{
    return ft_family_parse("test/family.yaml", text, strlen(text), err);
}

static inline struct ft_family *must_parse(const char *text)
{
    struct ft_err err = {0};
    struct ft_family *family = parse_family(text, &err);

    if (!family)
        fail_msg("%s (%s)", err.text, err.hint);
    return family;
}

static inline struct ft_problem must_problem(const char *key)
{
    struct ft_problem problem;

    if (ft_problem_parse_key(key, &problem) < 0)
        fail_msg("no problem: %s", key);
    return problem;
}

static inline struct ft_device must_device(const char *arch)
{
    struct ft_device device;

    assert_int_equal(ft_device_for_arch(arch, &device, NULL), 0);
    return device;
}

#define DECODE_KEY "dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=1,seqlen_kv=4096"
#define HEAD       "about: A test.\n"
#define KERNELS    "kernels:\n  - {entry: k, grid: [1], block: [32]}\n"

#endif
