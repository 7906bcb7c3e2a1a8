/* field.h -- the fields of a problem by name: for config files and for the p. variables of
 * expressions */
#ifndef FT_FIELD_H
#define FT_FIELD_H
#include "runtime/problem.h"

enum ft_field_kind {
    FT_FIELD_INT,
    FT_FIELD_BOOL,
    FT_FIELD_OP, /* from here on: enums, written as names */
    FT_FIELD_DTYPE,
    FT_FIELD_MASK,
    FT_FIELD_KV,
    FT_FIELD_LENGTHS,
    FT_N_FIELD_KINDS
};
struct ft_field {
    const char *name;
    enum ft_field_kind kind;
    int dflt; /* as in FT_PROBLEM_FIELDS */
    size_t offset, size;
};
#define FT_FIELD_REQUIRED    (-1)
#define FT_FIELD_AS_DTYPE    (-2)
#define FT_FIELD_AS_HEAD_DIM (-3)

extern const struct ft_field ft_fields[]; /* in the order of FT_PROBLEM_FIELDS */
extern const size_t ft_n_fields;

const struct ft_field *ft_field_find(const char *name, size_t n); /* NULL when unknown */
int64_t ft_field_get(const struct ft_problem *problem, const struct ft_field *field);
int ft_field_set(struct ft_problem *problem, const struct ft_field *field,
                 int64_t v); /* -1: does not fit */
/* The value where nothing is said; needs dtype and head_dim to be set. */
int64_t ft_field_default(const struct ft_problem *problem, const struct ft_field *field);

/* Name of an enum's value ("bf16"); NULL for a number or out of range. */
const char *ft_field_value_name(enum ft_field_kind kind, int64_t v);
/* The constant that stands for that name in expressions: below FT_NAME_VALUE_BASE (family.h), the
 * same in every family. */
int64_t ft_field_constant(enum ft_field_kind kind, int64_t v);

#endif
