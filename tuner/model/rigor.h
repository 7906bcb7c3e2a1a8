/* rigor.h -- how much of a space a search tries, from a guess to all of it
 *
 * The levels are those of FFTW's planner, and like there more rigor takes over what less has found.
 * A level says how many configs of a family are tried on a problem; which ones is for the strategy.
 */
#ifndef FT_RIGOR_H
#define FT_RIGOR_H
#include <stddef.h>

enum ft_rigor {
    FT_RIGOR_ESTIMATE,   /* 8 configs: what won on similar problems and devices, and the default */
    FT_RIGOR_MEASURE,    /* an eighth of the space, 32 to 128 */
    FT_RIGOR_PATIENT,    /* a third, 96 at least */
    FT_RIGOR_EXHAUSTIVE, /* all */
    FT_N_RIGORS
};
#define FT_RIGOR_AUTO (-1) /* exhaustive where that is affordable */
/* What is affordable when nobody sets a budget: configs of a problem, all families together. */
#define FT_AFFORDABLE_CONFIGS 2000

const char *ft_rigor_name(enum ft_rigor rigor);
int ft_rigor_find(const char *name); /* -1 unknown */
/* all of them, for messages */
const char *ft_rigor_names(void);
/* Of n configs, so many are tried; never more than n. */
size_t ft_rigor_evals(enum ft_rigor rigor, size_t n);
#endif
