/* outcome.c -- names of outcomes, from the list in outcome.h */
#include "base/outcome.h"

#include <string.h>

static const char *const names[] = {
#define FT_X(id, name, help) name,
    FT_OUTCOMES(FT_X)
#undef FT_X
};

static const char *const helps[] = {
#define FT_X(id, name, help) help,
    FT_OUTCOMES(FT_X)
#undef FT_X
};

static int is_known(enum ft_outcome outcome)
{
    return (int)outcome >= 0 && outcome < FT_N_OUTCOMES;
}

const char *ft_outcome_name(enum ft_outcome outcome)
{
    return is_known(outcome) ? names[outcome] : "unknown";
}

const char *ft_outcome_help(enum ft_outcome outcome)
{
    return is_known(outcome) ? helps[outcome] : "an outcome this version does not know";
}

int ft_outcome_find(const char *name)
{
    for (int i = 0; name && i < FT_N_OUTCOMES; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}
