/* build.c -- a config made concrete for compilation: header, options, key
 *
 * The key covers everything that can change the cubin, and nothing else: launch-time values are set
 * to their defaults first, so all configs that differ only in them share one build.
 */
#include "model/build.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* -default-device: functions without a mark are device functions, as kernels are all a template
 * has. */
const char *const ft_build_options[] = {"--std=c++17", "-default-device", NULL};

static void make_key(struct ft_build *build, const char *nvrtc_version)
{
    struct ft_sha256 hash;

    ft_sha256_init(&hash);
    ft_sha256_add_field(&hash, build->family->signature, strlen(build->family->signature));
    ft_sha256_add_field(&hash, build->header, strlen(build->header));
    ft_sha256_add_field(&hash, build->arch, strlen(build->arch));
    for (const char *const *option = ft_build_options; *option; option++)
        ft_sha256_add_field(&hash, *option, strlen(*option));
    ft_sha256_add_field(&hash, nvrtc_version, strlen(nvrtc_version));
    ft_sha256_hex(&hash, build->key);
}

int ft_build_init(struct ft_build *build, const struct ft_config *config,
                  const struct ft_problem *problem, const struct ft_device *device,
                  const char *nvrtc_version, struct ft_err *err)
{
    struct ft_buf header = FT_BUF_INIT;
    struct ft_build made = {.family = config->family, .config = *config};

    for (size_t i = 0; i < config->family->n_params; i++) {
        const struct ft_param *param = &config->family->params[i];
        if (param->at_launch)
            made.config.values[i] = param->values[param->default_i].v;
    }
    if (ft_config_header(&made.config, problem, device, &header, err) < 0) {
        ft_buf_free(&header);
        return -1;
    }
    snprintf(made.arch, sizeof made.arch, "%s", device->arch);
    made.header = ft_buf_take(&header);
    make_key(&made, nvrtc_version);
    *build = made;
    return 0;
}

void ft_build_fini(struct ft_build *build)
{
    free(build->header);
    build->header = NULL;
}
