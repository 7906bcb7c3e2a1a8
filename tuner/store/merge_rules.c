/* merge_rules.c -- when two rows of different databases are one, and which of them counts
 *
 * The rule behind the rules: the result holds what one database would, had all runs been written
 * into it one after the other. So the newest word on a trial counts, as measuring again replaces an
 * outcome; and ids follow the time of day, because views take a larger id for the newer row.
 *
 * Nothing here depends on the order of inputs: a choice is a sort over what rows say. `at` comes
 * from the clocks of several machines; that they differ by seconds does not matter, as a trial is
 * not measured twice within seconds.
 *
 * Of two decisions about the same search (device, problem, scope):
 *   1. one whose trials are still valid, by the newest word on them,
 *   2. then that of the newer driver: times of an older one are stale,
 *   3. then, conditions being equal, the one with the less confirmed median,
 *   4. then the newer.
 * Decisions of different scopes stay side by side; views choose among them when they are read. A
 * decision that does not count is not kept, but all it was made from is: should a later merge find
 * the one that counts wrong, tuning decides anew from stored trials.
 */
#include "store/merge_int.h"

/* Says nothing of the config: a slow or troubled machine. Any other outcome is better known. */
#define IS_UNDECIDED                                                                               \
    "(outcome = 'compile_timeout' OR "                                                             \
    "outcome = 'compile_failed' AND detail GLOB '" FT_COMPILER_DIED "*')"

const struct ft_merge_rule ft_merge_rules[] = {
    {.table = "meta", .identity = "key", .rank = "value", .order = "key"},
    {.table = "device",
     .identity = "key",
     /* What is "seen last" is so by the newest run. */
     .rank = "read_roof_gbps IS NULL, (SELECT max(started_at) FROM temp.s_run u "
             "WHERE u.src = g.src AND u.device_id = g.old) DESC",
     .order = "at, key",
     .joined = "at",
     .joined_value = "min(at)"},
    {.table = "family",
     .identity = "name, signature",
     .rank = "seen_at DESC",
     .order = "seen_at, name, signature"},
    {.table = "problem",
     .identity = "key",
     .rank = "(SELECT max(at) FROM temp.s_trial u "
             "WHERE u.src = g.src AND u.problem_id = g.old) DESC, name",
     /* Tables for people are in the order of these ids. */
     .order = "op <> 'fwd', op, dtype, kv <> 'strided', kv, head_dim, q_heads, kv_heads, "
              "seqlen_q, batch, seqlen_kv, key"},
    {.table = "problem_name",
     .identity = "problem_id, name",
     .rank = "name",
     .order = "problem_id, name"},
    {.table = "run",
     .identity = "device_id, experiment, config_text, command, fatune_version, host, driver, "
                 "nvrtc, cupti, timer, cache, seed, started_at",
     /* One of the inputs may be a copy that was made while the run was under way. */
     .rank = "ended_at IS NULL, ended_at DESC",
     .order = "started_at, host"},
    {.table = "build",
     .identity = "key",
     /* Its key holds all that a build is made of, so a failure beside a success was the machine's.
      */
     .rank = "outcome <> 'ok', at",
     .order = "at, key",
     /* Code is stored for winners only: here it may have won, there not. */
     .joined = "cubin",
     .joined_value = "min(cubin)"},
    {.table = "launch_program", .identity = "text", .rank = "text", .order = "text"},
    {.table = "trial",
     .identity = "device_id, problem_id, contestant, family_id, config, cache, timer",
     /* The newest counts. But while it is good, a good one whose code is stored comes first: a
      * trial that has won elsewhere, maybe with another compiler, must stay exportable. */
     .extra = "first_value(outcome) OVER (PARTITION BY gid ORDER BY " IS_UNDECIDED
              ", at DESC, outcome) AS newest",
     .rank = "newest = 'ok' AND outcome = 'ok' AND EXISTS (SELECT 1 FROM main.build b "
             "WHERE b.id = g.build_id AND b.cubin IS NOT NULL) DESC, " IS_UNDECIDED ", at DESC",
     .order = "at, device_id, problem_id, contestant, config"},
    {.table = "sample",
     .identity = "at, trial_id, run_id, phase, round, n, sm_mhz, throttled, ns",
     .rank = "at",
     .order = "at, trial_id, run_id, phase, round"},
    {.table = "counter_set",
     .identity = "trial_id, at, status, passes",
     .rank = "at",
     .order = "at, trial_id"},
    {.table = "counter", .identity = "set_id, name", .rank = "value", .order = "set_id, name"},
    {.table = "winner",
     .identity = "device_id, problem_id, scope",
     .rank = "(SELECT t.outcome = 'ok' AND o.outcome = 'ok' FROM main.trial t, main.trial o "
             "WHERE t.id = g.trial_id AND o.id = g.own_trial_id) DESC, "
             "(SELECT ft_version_order(driver) FROM main.run r WHERE r.id = g.run_id) DESC, "
             "median_ns, at DESC",
     .order = "at, device_id, problem_id, scope"},
    {.table = NULL},
};
