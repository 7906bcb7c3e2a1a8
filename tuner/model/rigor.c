/* rigor.c -- see the header */
#include "model/rigor.h"
#include <string.h>

static const char *const names[FT_N_RIGORS] = {"estimate", "measure", "patient", "exhaustive"};

const char *ft_rigor_name(enum ft_rigor rigor)
{
    return names[rigor];
}

const char *ft_rigor_names(void)
{
    return "estimate, measure, patient or exhaustive";
}

int ft_rigor_find(const char *name)
{
    for (int i = 0; i < FT_N_RIGORS; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

static size_t clamp(size_t n, size_t low, size_t high)
{
    return n < low ? low : n > high ? high : n;
}

size_t ft_rigor_evals(enum ft_rigor rigor, size_t n)
{
    const size_t wanted = rigor == FT_RIGOR_ESTIMATE  ? 8
                          : rigor == FT_RIGOR_MEASURE ? clamp(n / 8, 32, 128)
                          : rigor == FT_RIGOR_PATIENT ? clamp(n / 3, 96, n)
                                                      : n;
    return wanted < n ? wanted : n;
}
