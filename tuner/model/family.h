/* family.h -- a kernel family's contract: family.yaml parsed, checked, and ready to evaluate
 *
 * Variables. Every name an expression may use has a slot in the family's variable table, in this
 * order:
 *   - launch variables (runtime/code.h), slots 0 .. FT_N_LAUNCH_VARS-1: run-time p., d., b.
 *   - the other p. fields and p.group (q_heads / kv_heads), then the other d. limits
 *   - parameters, then derived values, in the order of the file
 * A config fills the parameters; ft_family_bind fills the rest.
 *
 * Names as values. `load: [cp_async, direct]` and the enums of a problem (bf16, causal, paged, ...)
 * are constants in expressions; two names never share a value, and no name equals a number that a
 * parameter may have (names are negative, below FT_NAME_VALUE_BASE). true and false are 1 and 0.
 *
 * Phases. A value is known when the build is made (parameters, specialised p., d.), when the
 * problem is known (all p., launch parameters), or at launch (b.). The phase of an expression is
 * the latest of its names. Only build-phase values enter the generated header and the build key. A
 * field whose default is another field (head_dim_v; kv_dtype, o_dtype) is specialised with it.
 */
#ifndef FT_FAMILY_H
#define FT_FAMILY_H
#include "base/buf.h"
#include "model/contract.h"
#include "model/device.h"
#include "model/yaml.h"
#include "runtime/problem.h"

/* clang-format off */
struct ft_family {
    struct ft_arena *arena;
    const char *name, *dir, *file, *about; /* file: family.yaml, for messages */
    int arch_min;                          /* compute capability, 0: any */
    const char **arch_only;                /* exact architectures, or NULL */
    size_t n_arch_only;
    int is_deterministic;  /* default yes: repeats must give the same bits */
    int is_extra;          /* from a directory named on the command line: in every experiment */
    int is_data_dependent; /* speed depends on the data: also timed on rising scores */
    unsigned char specialised[FT_MAX_VARS]; /* by slot of p. */
    struct ft_param *params; size_t n_params;
    struct ft_derived *derived; size_t n_derived;
    struct ft_rule *supports; size_t n_supports;
    struct ft_rule *constraints; size_t n_constraints;
    struct ft_workspace *workspaces; size_t n_workspaces;
    struct ft_passed *passed; size_t n_passed;
    struct ft_kernel *kernels; size_t n_kernels;
    struct ft_map *maps; size_t n_maps;
    const char *var_names[FT_MAX_VARS];
    unsigned char phases[FT_MAX_VARS]; /* enum ft_phase of each variable */
    int n_vars;
    char signature[65];         /* SHA-256 of kernel.cu's include closure and family.yaml */
    const char *source_path;    /* DIR/kernel.cu */
    const char **include_paths; /* files of the closure, kernel.cu first */
    size_t n_include_paths;
    const char *templates_dir; /* parent of DIR: where common/ is looked for */
};
/* clang-format on */

/* Loads DIR/family.yaml. Everything is checked that can be without a problem: names, phases, types,
 * defaults. */
struct ft_family *ft_family_load(const char *dir, struct ft_err *err);
/* As above from text, for tests: no kernel.cu is needed, the signature covers the text only. */
struct ft_family *ft_family_parse(const char *file, const char *text, size_t n, struct ft_err *err);
void ft_family_free(struct ft_family *family);

struct ft_families {
    struct ft_family **items;
    size_t n;
};
/* All families of the directories (each DIR/NAME/family.yaml), sorted by name; a second family of
 * the same name is an error. */
int ft_families_load(const char *const *dirs, size_t n_dirs, struct ft_families *out,
                     struct ft_err *err);
struct ft_family *ft_families_find(const struct ft_families *families, const char *name);
void ft_families_free(struct ft_families *families);

/* A config: the values of a family's parameters, in their order. */
struct ft_config {
    const struct ft_family *family;
    int64_t values[FT_MAX_PARAMS];
};
void ft_config_default(const struct ft_family *family, struct ft_config *out);
/* "Bc=32,load=direct,splits=auto"; and back. build_only leaves out launch-time parameters. */
void ft_config_format(const struct ft_config *config, int build_only, struct ft_buf *out);
int ft_config_parse(const struct ft_family *family, const char *text, struct ft_config *out,
                    struct ft_err *err);

/* The variable table of a config on a problem and device: vars[n_vars], known[n_vars] (1 where vars
 * holds a value; launch-phase values are not). -1 when a derived value fails to evaluate. problem
 * or device may be NULL for what needs neither. */
int ft_family_bind(const struct ft_config *config, const struct ft_problem *problem,
                   const struct ft_device *device, int64_t *vars, unsigned char *known,
                   struct ft_err *err);

/* 1 when the family supports problem and device; else 0 with the reason in why. */
int ft_family_supports(const struct ft_family *family, const struct ft_problem *problem,
                       const struct ft_device *device, char *why, size_t cap);

/* The generated header: sorted `#define FT_<NAME> value` lines. Parameters at build time,
 * specialised constants (FT_HEAD_DIM, FT_DTYPE, ...), derived values of the build phase,
 * FT_PASS_<NAME>, FT_WS_<NAME>, FT_TMA_<NAME> indices, and a constant for each name
 * (FT_<PARAM>_<NAME>, FT_BF16, ...). Its text is the build's identity. */
int ft_config_header(const struct ft_config *config, const struct ft_problem *problem,
                     const struct ft_device *device, struct ft_buf *out, struct ft_err *err);
/* The launch program (runtime/program.h) of a config for the class of `problem`. args_bytes is
 * sizeof(struct ft_attn_args) of the build. */
int ft_config_program(const struct ft_config *config, const struct ft_problem *problem,
                      const struct ft_device *device, size_t args_bytes, struct ft_buf *out,
                      struct ft_err *err);

#endif
