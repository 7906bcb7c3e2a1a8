/* spending.h -- what a tuning run's time goes into
 */
#ifndef FT_SPENDING_H
#define FT_SPENDING_H

/* The rest of the time is the search, the database and idleness. */
enum ft_spending {
    FT_SPENT_SETUP, /* starting workers, calibration, data of the problems */
    FT_SPENT_LOADING,
    FT_SPENT_VALIDATION,
    FT_SPENT_SAMPLES,
    FT_SPENT_COUNTERS,
    FT_SPENT_BASELINES,
    FT_SPENT_BUILDS,  /* waiting for them */
    FT_SPENT_COOLING, /* pauses for a GPU that held its clock back */
    FT_N_SPENDING
};
#endif
