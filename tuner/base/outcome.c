/* outcome.c -- names of outcomes, from the list in outcome.h */
#include "base/outcome.h"

#include <string.h>

static const char *const names[] = {
#define FT_X(id, name) name,
    FT_OUTCOMES(FT_X)
#undef FT_X
};

const char *ft_outcome_name(enum ft_outcome outcome)
{
    return (int)outcome >= 0 && outcome < FT_N_OUTCOMES ? names[outcome] : "unknown";
}

int ft_outcome_find(const char *name)
{
    for (int i = 0; name && i < FT_N_OUTCOMES; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}
