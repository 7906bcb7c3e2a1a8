/* tune_hunt.h -- which configs of a problem are tried, and in which order
 *
 * Spaces and scopes are known before anything is compiled (tune_space.c). Then a hunt for each
 * family proposes candidates and is told how they ended (tune_hunt.c), and begins with what was
 * fast elsewhere (tune_warm.c).
 */
#ifndef FT_TUNE_HUNT_H
#define FT_TUNE_HUNT_H
#include "eval/tune_int.h"

/* tune_space.c: spaces and scopes */
int ft_tuning_enumerate(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_err *err);
/* tune_hunt.c */
enum ft_rigor ft_tuning_wanted_rigor(const struct ft_tuner *tuner, const struct ft_tuning *tuning);
/* Chooses the rigor, takes over what is stored, asks for the first candidates. Once. */
int ft_tuning_open(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_err *err);
/* More candidates, where there should be more now. Candidates may move. */
int ft_tuning_ask(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_err *err);
/* Where everything is tried, what was fast on similar problems of this run comes first: then slow
 * candidates are known for such by their first launch. */
void ft_tuning_rank(const struct ft_tuner *tuner, struct ft_tuning *tuning);
void ft_tuning_tell(struct ft_tuning *tuning, struct ft_candidate *c);
/* Trials that are to come, as far as that is known. */
size_t ft_tuning_evals_left(const struct ft_tuner *tuner, const struct ft_tuning *tuning);
void ft_tuning_free(struct ft_tuner *tuner, struct ft_tuning *tuning);
/* tune_warm.c */
/* The user's files, before the run opens its own database: to open and close a file that SQLite has
 * open in this process would take SQLite's locks away. The database of the run is not read here. */
int ft_warm_load_files(struct ft_tuner *tuner, struct ft_err *err);
/* The run's own database; once. */
int ft_warm_load(struct ft_tuner *tuner, struct ft_err *err);
void ft_warm_add(struct ft_tuner *tuner, const struct ft_tuning *tuning);
void ft_warm_free(struct ft_tuner *tuner);
/* Best first, at most space->n. */
size_t ft_warm_hints(const struct ft_tuner *tuner, const struct ft_tuning *tuning,
                     const struct ft_space *space, const struct ft_family *family,
                     struct ft_search_hint *out);
#endif
