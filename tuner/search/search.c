/* search.c -- the table of strategies */
#include "search/search.h"
#include <string.h>

const struct ft_strategy *const ft_strategies[] = {&ft_search_default,
                                                   &ft_search_exhaustive,
                                                   &ft_search_random,
                                                   &ft_search_hillclimb,
                                                   &ft_search_anneal,
                                                   &ft_search_surrogate,
                                                   NULL};

const struct ft_strategy *ft_strategy_find(const char *name)
{
    for (const struct ft_strategy *const *s = ft_strategies; *s; s++)
        if (strcmp((*s)->name, name) == 0)
            return *s;
    return NULL;
}
