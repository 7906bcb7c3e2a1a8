/* field.c -- the fields of a problem by name, from the one list in runtime/problem.h
 *
 * The constants of names are fixed by kind and value, because they reach generated headers: a name
 * that is added later must not change the others.
 */
#include "model/field.h"
#include <string.h>
#include "model/family.h"

const struct ft_field ft_fields[] = {
#define FT_X(field, path, kind, dflt)                                                              \
    {#field, FT_FIELD_##kind, dflt, offsetof(struct ft_problem, path),                             \
     sizeof(((struct ft_problem *)0)->path)},
    FT_PROBLEM_FIELDS(FT_X)
#undef FT_X
};
const size_t ft_n_fields = sizeof ft_fields / sizeof *ft_fields;

const struct ft_field *ft_field_find(const char *name, size_t n)
{
    for (size_t i = 0; i < ft_n_fields; i++) {
        if (strlen(ft_fields[i].name) == n && memcmp(ft_fields[i].name, name, n) == 0)
            return &ft_fields[i];
    }
    return NULL;
}

int64_t ft_field_get(const struct ft_problem *problem, const struct ft_field *field)
{
    const char *at = (const char *)problem + field->offset;
    int64_t wide;
    int32_t narrow;

    if (field->size == sizeof wide) {
        memcpy(&wide, at, sizeof wide);
        return wide;
    }
    memcpy(&narrow, at, sizeof narrow);
    return narrow;
}

int ft_field_set(struct ft_problem *problem, const struct ft_field *field, int64_t v)
{
    char *at = (char *)problem + field->offset;
    int32_t narrow = (int32_t)v;

    if (field->size == sizeof v)
        memcpy(at, &v, sizeof v);
    else if (narrow == v)
        memcpy(at, &narrow, sizeof narrow);
    else
        return -1;
    return 0;
}

int64_t ft_field_default(const struct ft_problem *problem, const struct ft_field *field)
{
    switch (field->dflt) {
    case FT_FIELD_AS_DTYPE:
        return problem->f.dtype;
    case FT_FIELD_AS_HEAD_DIM:
        return problem->f.head_dim;
    case -1000:
        return -1;
    default:
        return field->dflt;
    }
}

const char *ft_field_value_name(enum ft_field_kind kind, int64_t v)
{
    static const char *(*const names[FT_N_FIELD_KINDS])(int) = {
        [FT_FIELD_OP] = ft_op_name,           [FT_FIELD_DTYPE] = ft_dtype_name,
        [FT_FIELD_MASK] = ft_mask_name,       [FT_FIELD_KV] = ft_kv_form_name,
        [FT_FIELD_LENGTHS] = ft_lengths_name,
    };

    return names[kind] && v >= 0 && v < 16 ? names[kind]((int)v) : NULL;
}

int64_t ft_field_constant(enum ft_field_kind kind, int64_t v)
{
    return FT_NAME_VALUE_BASE - 1 - 16 * ((int64_t)kind - FT_FIELD_OP) - v;
}
