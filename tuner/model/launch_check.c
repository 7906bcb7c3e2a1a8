/* launch_check.c -- can every config of a space be launched on its problem?
 *
 * A launch program is evaluated on the GPU's machine; what is wrong with it whatever the build (a
 * division by zero, a block of 2048 threads, an empty grid) shows here, with no GPU and no
 * compiler. What only a build knows stands in with values that any build may have.
 */
#include <stdio.h>
#include <string.h>
#include "ft_abi.h"
#include "model/space.h"

#define MAX_CHECKED 2000 /* configs of a space; more are sampled evenly */
#define SOME_REGS   32
#define SOME_CTAS   1

int ft_config_launch(const struct ft_config *config, const struct ft_problem *problem,
                     const struct ft_device *device, struct ft_launch *out, char *why, size_t cap,
                     struct ft_err *err)
{
    const struct ft_device_vars limits = {device->sms, device->cc, device->l2_bytes,
                                          device->smem_per_sm, device->smem_per_cta};
    int64_t vars[FT_N_LAUNCH_VARS];
    struct ft_buf text = FT_BUF_INIT;
    struct ft_program program;

    *why = '\0';
    int rc = ft_config_program(config, problem, device, sizeof(struct ft_attn_args), &text, err);
    if (rc == 0 && (rc = ft_program_parse(ft_buf_str(&text), &program, why, cap)) == 0) {
        ft_program_vars(&problem->f, problem->lengths != FT_LENGTHS_EQUAL, &limits, SOME_REGS,
                        SOME_CTAS, vars);
        rc = ft_program_eval(&program, vars, out, why, cap);
        ft_program_free(&program);
    }
    ft_buf_free(&text);
    return rc;
}

/* Where the kernel stands that a reason names; 0 when it names none. */
static int line_of_kernel(const struct ft_family *family, const char *why)
{
    char quoted[FT_PROGRAM_NAME_BYTES + 2];

    for (size_t i = 0; i < family->n_kernels; i++) {
        snprintf(quoted, sizeof quoted, "'%s'", family->kernels[i].entry);
        if (strstr(why, quoted))
            return family->kernels[i].grid[0].line;
    }
    return 0;
}

int ft_space_check_launches(const struct ft_space *space, const struct ft_problem *problem,
                            const struct ft_device *device, struct ft_err *err)
{
    const size_t step = space->n / MAX_CHECKED + 1;

    for (size_t i = 0; i < space->n; i += step) {
        const struct ft_config *config = &space->configs[i];
        char why[256], key[FT_PROBLEM_KEY_BYTES];
        struct ft_launch launch;
        if (ft_config_launch(config, problem, device, &launch, why, sizeof why, err) == 0)
            continue;
        struct ft_buf text = FT_BUF_INIT;
        ft_config_format(config, 0, &text);
        ft_problem_key(problem, key);
        ft_err_at(err, config->family->file, line_of_kernel(config->family, why), 0,
                  "no launch is possible: %s", why);
        ft_err_hint(err, "with the config '%s' for the problem '%s' on %s", ft_buf_str(&text), key,
                    device->arch);
        ft_buf_free(&text);
        return -1;
    }
    return 0;
}
