/* cache.h -- compiled builds on disk, by build key
 *
 * One directory per key under ft_fs_cache_dir()/builds/KK/KEY/: build.cubin, fatune_config.h,
 * log.txt, meta.json (outcome, resources, wall time, NVRTC version, SHA-256 of the cubin).
 * Published by writing a temporary directory and renaming it. Failures are cached too, time-outs
 * never. A damaged entry is removed and counts as absent.
 */
#ifndef FT_CACHE_H
#define FT_CACHE_H
#include "gpu/nvrtc.h"

/* 1 found, 0 absent, -1 error. key: hexadecimal digits (struct ft_build). Of *out only what was
 * stored is set. */
int ft_cache_get(const char *key, struct ft_compile_result *out, struct ft_err *err);
int ft_cache_put(const char *key, const char *header, const struct ft_compile_result *result,
                 struct ft_err *err);
char *ft_cache_cubin_path(const char *key,
                          struct ft_err *err); /* caller frees; whether or not it exists */
#endif
