/* family_impl.h -- what the files that make up family.h and experiment.h share */
#ifndef FT_FAMILY_IMPL_H
#define FT_FAMILY_IMPL_H
#include "model/family.h"
#include "model/field.h"

#define FT_NAME_BYTES 48 /* longest name in a contract, with NUL */

/* ---- family_vars.c: the variable table ---- */

void ft_family_init_vars(
    struct ft_family *family); /* p., d., b.; phases before `specialise` is applied */
/* Adds a parameter or derived value; its slot, or -1 when the table is full. */
int ft_family_add_var(struct ft_family *family, const char *name, enum ft_phase phase);
int ft_family_find_var(const struct ft_family *family, const char *name, size_t n); /* slot or -1 */
/* A name that is a value: of a problem's enum, true, false, or of a parameter. Returns 1 when
 * found. */
int ft_family_find_value(const struct ft_family *family, const char *name, size_t n,
                         int64_t *value);
int ft_is_builtin_value(const char *name, size_t n, int64_t *value);
int ft_family_is_problem_var(const struct ft_family *family, int slot);
ft_resolve_fn ft_family_resolve; /* ctx: the family */
enum ft_phase ft_family_expr_phase(const struct ft_family *family, const struct ft_expr *expr);
/* The first variable of the expression that is known no earlier than `phase`, NULL when none is. */
const char *ft_family_late_var(const struct ft_family *family, const struct ft_expr *expr,
                               enum ft_phase phase);
/* Everything but parameters and derived values. */
void ft_family_bind_base(const struct ft_family *family, const struct ft_problem *problem,
                         const struct ft_device *device, int64_t *vars, unsigned char *known);
/* 1 when all variables of the expression are known. */
int ft_family_is_known(const struct ft_expr *expr, const unsigned char *known);

/* ---- family_rules.c: expressions and rules from YAML ---- */

int ft_family_expr(const struct ft_family *family, struct ft_arena *arena,
                   const struct ft_ynode *node, const char *what, struct ft_expr *out,
                   struct ft_err *err);
/* A list of {require, why}; phases are filled in. */
int ft_family_rules(const struct ft_family *family, struct ft_arena *arena,
                    const struct ft_ynode *list, const char *what, struct ft_rule **rules,
                    size_t *n, struct ft_err *err);
/* As above, and every rule must be decidable without a build. */
int ft_family_constraints(const struct ft_family *family, struct ft_arena *arena,
                          const struct ft_ynode *list, struct ft_rule **rules, size_t *n,
                          struct ft_err *err);

/* ---- family_load.c and its parts family_params.c, family_launch.c ---- */

struct ft_loader {
    struct ft_family *family;
    struct ft_arena *arena;
    /* Per variable: the p. field that keeps its value from being computed at launch, or NULL. */
    const char *blocked[FT_MAX_VARS];
    struct ft_err *err;
};
int ft_load_identifier(struct ft_loader *l, const struct ft_ynode *node, const char *what);
int ft_load_too_many(struct ft_loader *l, const struct ft_ynode *node, const char *what, int max);
const char *ft_load_blocked_by(const struct ft_loader *l, const struct ft_expr *expr);
int ft_load_params(struct ft_loader *l, const struct ft_ynode *node);
int ft_load_derived(struct ft_loader *l, const struct ft_ynode *node);
int ft_load_workspace(struct ft_loader *l, const struct ft_ynode *node);
int ft_load_pass(struct ft_loader *l, const struct ft_ynode *node);
int ft_load_kernels(struct ft_loader *l, const struct ft_ynode *root);
int ft_load_maps(struct ft_loader *l, const struct ft_ynode *node);

/* The parameter's value that a node names, index or -1 with an error that lists what is allowed. */
int ft_param_find_value(const struct ft_param *param, const struct ft_ynode *node,
                        struct ft_err *err);
struct ft_param *ft_family_find_param(const struct ft_family *family, const char *name);
void ft_family_param_names(const struct ft_family *family, const char **names); /* [n_params] */

/* ---- family_program.c ---- */

#define FT_N_TMA_DIMS 4
extern const char *const ft_tma_dim_names[FT_N_TMA_DIMS];
extern const char *const ft_buffer_names[FT_N_BUFFERS];
extern const char *const ft_zeroed_names[3];

/* ---- family_header.c ---- */

/* Error when two things would have one name in the generated header. */
int ft_family_check_header(const struct ft_family *family, struct ft_err *err);

/* ---- family_source.c ---- */

/* Fills include_paths and signature from kernel.cu and family.yaml. */
int ft_family_read_sources(struct ft_family *family, const char *yaml, size_t yaml_bytes,
                           struct ft_err *err);

#endif
