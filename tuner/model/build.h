/* build.h -- a config made concrete for compilation: header, options, key */
#ifndef FT_BUILD_H
#define FT_BUILD_H
#include "base/hash.h"
#include "model/family.h"

struct ft_build {
    const struct ft_family *family;
    struct ft_config config; /* build-time values count; launch-time ones are the defaults */
    char arch[16];
    char *header; /* text of fatune_config.h, owned */
    char key[FT_HEX_BYTES];
};
/* NVRTC options besides the arch and include paths, NULL-terminated; part of the key. */
extern const char *const ft_build_options[];
/* key = SHA-256 over: family signature, header, arch, options, nvrtc_version ("13.0"). */
int ft_build_init(struct ft_build *build, const struct ft_config *config,
                  const struct ft_problem *problem, const struct ft_device *device,
                  const char *nvrtc_version, struct ft_err *err);
void ft_build_fini(struct ft_build *build);

#endif
