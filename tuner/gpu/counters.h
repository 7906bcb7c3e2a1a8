/* counters.h -- hardware counters of one launch through CUPTI's Range Profiler (user range, user
 * replay)
 *
 * Never in a process that times: a worker of its own. Metrics are probed one by one (one unknown
 * name would reject the list).
 */
#ifndef FT_COUNTERS_H
#define FT_COUNTERS_H
#include <stddef.h>
#include "base/err.h"

#define FT_MAX_COUNTERS 64
/* The set that one pass collects on GA100 and GH100 (fewer names elsewhere). NULL-terminated. */
extern const char *const ft_counters_one_pass[];
/* ok | denied | busy | unsupported | absent | failed */
struct ft_counters {
    const char *status;
    int n, n_passes;
    const char *names[FT_MAX_COUNTERS];
    double values[FT_MAX_COUNTERS]; /* NaN where the device did not give it */
};
/* Profiles one call of launch(ctx) (which launches and returns; repeated per pass). The CUDA
 * context must be current. prepare(ctx) runs before each pass, outside the range (flush); NULL:
 * nothing. Always returns 0, as counters never fail a run: status says what happened; where it is
 * not "ok", err has the details and the cure. out->names is names, in order. */
int ft_counters_collect(const char *const *names, int (*prepare)(void *), int (*launch)(void *),
                        void *ctx, struct ft_counters *out, struct ft_err *err);
/* Without a GPU: which of names exist on a chip ("GH100"), and in how many passes those can be
 * collected together. */
int ft_counters_check(const char *chip, const char *const *names, unsigned char *exists,
                      int *n_passes, struct ft_err *err);
#endif
