/* experiment.h -- a config file: which problems, which part of each family's space, how to measure
 *
 *     name: qwen3                            # default: the file's name
 *     problems:
 *       - name: "{model}-decode-{batch}x{seqlen_kv}"     # {field} and {model}; 4096 prints as 4k
 *         models:                            # optional: one problem per model
 *           qwen3-8b: {q_heads: 32, kv_heads: 8}
 *         shapes:                            # optional: one problem per element
 *           - {batch: 1, seqlen_kv: [1k, 4k]}
 *         dtype: bf16                        # any field of a problem; a list multiplies
 *         head_dim: 128
 *         seqlen_q: 1
 *     families:                              # optional: default all that support a problem
 *       decode_split:
 *         params: {Bc: [32, 64]}             # narrower value lists
 *         constraints: [{require: "warps * Bc <= 256", why: "..."}]
 *     search: {rigor: measure, budget: 10m, seed: 1} # or strategy: anneal, max_evals: 500
 *     timing: {cache: cold, screen_samples: 5, final_samples: 30, finalists: 8}
 *     validation: {seeds: [1, 2, 3]}
 *
 * Merge order of a problem's fields: the entry, then its model, then its shape. Problems that are
 * equal when normalised are one problem with several names.
 */
#ifndef FT_EXPERIMENT_H
#define FT_EXPERIMENT_H
#include "model/space.h"

struct ft_named_problem {
    struct ft_problem problem; /* normalised */
    char key[FT_PROBLEM_KEY_BYTES];
    const char **names; /* at least one; the first is shown */
    size_t n_names;
};
enum ft_cache_mode { FT_CACHE_COLD, FT_CACHE_DIRTY, FT_CACHE_HOT };
const char *ft_cache_mode_name(enum ft_cache_mode mode);

struct ft_experiment {
    struct ft_arena *arena;
    const char *file, *name;
    struct ft_named_problem *problems;
    size_t n_problems;
    struct ft_narrowing *narrowings; /* one per family to use */
    size_t n_families;
    const char *strategy;               /* NULL: by rigor */
    int strategy_line, strategy_column; /* for commands, which know what strategies exist */
    int rigor;                          /* enum ft_rigor or FT_RIGOR_AUTO */
    int64_t max_evals, budget_ns;       /* 0: none */
    uint64_t seed;
    enum ft_cache_mode cache;
    int screen_samples, final_samples, finalists;
    uint64_t *seeds; /* validation */
    size_t n_seeds;
};

/* The file that `name` stands for: a path, or looked up in configs/ of the source tree or share
 * directory, with or without .yaml. NULL when there is none; caller frees. */
char *ft_experiment_find(const char *name, struct ft_err *err);
/* `name` as above. */
struct ft_experiment *ft_experiment_load(const char *name, const struct ft_families *families,
                                         struct ft_err *err);
void ft_experiment_free(struct ft_experiment *experiment);
/* Every problem must have a config on this device in some family that supports it; else an error
 * that names the constraint that removed most. What only the device can tell (its limits) is not
 * known to ft_experiment_load. */
int ft_experiment_check(const struct ft_experiment *experiment, const struct ft_device *device,
                        struct ft_err *err);
/* Glob (fnmatch, case-insensitive) over a problem's names and key. */
int ft_problem_matches(const struct ft_named_problem *problem, const char *glob);

#endif
