/* compare.h -- two devices, or two runs, side by side: who wins each problem, how fast, and what
 * the second loses with the first one's winner
 *
 * Problems are the same when their keys are. A side is a device of a database, or one run of it.
 * What is compared is what is stored: nothing is measured or guessed here.
 */
#ifndef FT_COMPARE_H
#define FT_COMPARE_H
#include "base/mem.h"
#include "store/select.h"

/* Names of databases for messages: path and the open handle. */
struct ft_compare_db {
    const char *path;
    struct ft_db *db;
};

struct ft_compare_side {
    struct ft_db *db;
    const char *path;
    const char *device_id, *run_id; /* run_id "": the device's winners, whatever run found them */
    const char *name; /* "NVIDIA H200 66 SMs", "NVIDIA H200 @old.db", "NVIDIA H200 run 3" */
};

/* What the command line says of the two sides: patterns for devices, ids of runs. */
struct ft_compare_choice {
    const char *const *devices, *const *runs;
    size_t n_devices, n_runs;
};
/* Finds the two sides in the databases. Texts live in the arena. Fails, with a list of what there
 * is, when a pattern matches none or several. */
int ft_compare_find_sides(const struct ft_compare_db *dbs, size_t n_dbs,
                          const struct ft_compare_choice *choice, struct ft_arena *arena,
                          struct ft_compare_side out[2], struct ft_err *err);

struct ft_compare_winner {
    const char *contestant, *config, *cache; /* contestant NULL: this side has no winner */
    double median_ns, ci_low_ns, ci_high_ns;
    double roof_ratio; /* NaN: not known */
    const char *ties;  /* who could not be told apart from it, one a line */
};
struct ft_compare_row {
    const char *problem, *key;
    struct ft_compare_winner a, b;
    int is_same; /* both sides have one winner */
    int is_tie;  /* they have two, but on B they could not be told apart */
    /* A's winner on B. outcome "": never tried there; otherwise as a trial's. */
    const char *transfer_outcome, *transfer_phase; /* screen, race or final */
    double transfer_ns;                            /* NaN: not measured */
    double transfer_base_ns; /* B's winner in the same run and phase; NaN: it was not there */
};
struct ft_compare {
    struct ft_arena *arena;
    struct ft_compare_row *rows; /* common problems, in A's order */
    size_t n_rows, cap_rows;
    size_t n_only_a, n_only_b;
};
/* Reads both sides. problem: pattern or NULL; family: only problems that such a contestant won on
 * either side, or NULL. */
int ft_compare_read(const struct ft_compare_side sides[2], const char *problem, const char *family,
                    struct ft_compare *out, struct ft_err *err);
void ft_compare_free(struct ft_compare *compare);

double ft_compare_ratio(const struct ft_compare_row *row); /* B's time over A's */
/* What B loses with A's winner, as a ratio: 0.04 is 4 %. NaN: not measured. */
double ft_compare_loss(const struct ft_compare_row *row);
/* B is slower than A by more than `ratio`, and the intervals do not explain it. */
int ft_compare_is_slower(const struct ft_compare_row *row, double ratio);

struct ft_compare_summary {
    double mean_ratio; /* geometric, over common problems; NaN without any */
    size_t n_different, n_ties, n_not_measured, n_not_valid /* A's winner failed on B */,
        n_screened /* losses that only screening samples tell */;
    size_t n_other_cache;               /* timed with another state of L2: times do not compare */
    const struct ft_compare_row *worst; /* largest measured loss above 0, or NULL */
};
void ft_compare_summarise(const struct ft_compare *compare, struct ft_compare_summary *out);

#endif
