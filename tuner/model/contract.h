/* contract.h -- the pieces of a family's contract, one struct for each kind of entry in family.yaml
 *
 * family.h says what names, values and phases are. Everything lives in the family's arena.
 */
#ifndef FT_CONTRACT_H
#define FT_CONTRACT_H
#include "model/expr.h"
#include "runtime/program.h"

#define FT_MAX_PARAMS      32
#define FT_MAX_VARS        192
#define FT_NAME_VALUE_BASE (-1000)

enum ft_phase { FT_PHASE_BUILD, FT_PHASE_PROBLEM, FT_PHASE_LAUNCH };

struct ft_value { /* one value of a parameter */
    int64_t v;
    const char *name; /* NULL for an integer */
};
/* The name, or the number printed into `number`. */
const char *ft_value_text(const struct ft_value *value, char number[24]);
struct ft_param {
    const char *name, *help;
    struct ft_value *values;
    size_t n_values, default_i;
    int at_launch; /* not compiled in: one build serves all its values */
    int slot, line, column;
};
struct ft_derived {
    const char *name;
    struct ft_expr expr;
    enum ft_phase phase;
    int slot;
};
struct ft_rule { /* of supports and constraints */
    struct ft_expr expr;
    const char *why; /* sentence shown when it rejects */
    int is_preference; /* `prefer`: not worth trying otherwise, but right all the same */
    enum ft_phase phase;
};
struct ft_workspace {
    const char *name;
    enum ft_zeroed zeroed;
    struct ft_expr bytes;
};
struct ft_passed {
    const char *name; /* a parameter or derived value; args.passed[FT_PASS_<NAME>] in the kernel */
    int slot;
};
struct ft_kernel {
    const char *entry;
    struct ft_expr when, grid[3], block[3], cluster[3], smem, pdl;
};
struct ft_map { /* tma */
    const char *name;
    enum ft_buffer buffer;
    int n_dims;
    enum ft_tma_dim dims[5];
    struct ft_expr box[5];
    int swizzle_bytes, l2_bytes;
};

#endif
