/* outcome.h -- how a trial ended; a failing candidate is a result, not an error */
#ifndef FT_OUTCOME_H
#define FT_OUTCOME_H

#define FT_OUTCOMES(X)                                                                             \
    X(OK, "ok")                             /* valid and timed */                                  \
    X(REJECTED, "rejected")                 /* a constraint or a device limit excludes it */       \
    X(COMPILE_FAILED, "compile_failed")     /* NVRTC reported an error */                          \
    X(COMPILE_TIMEOUT, "compile_timeout")   /* compilation exceeded its deadline and was killed */ \
    X(SPILLS, "spills")                     /* registers spill to local memory */                  \
    X(LAUNCH_FAILED, "launch_failed")       /* the driver refused to load or launch it */          \
    X(WRONG, "wrong")                       /* results differ from the reference */                \
    X(NONFINITE, "nonfinite")               /* NaN or infinity where the reference has none */     \
    X(NONDETERMINISTIC, "nondeterministic") /* a repeat gave other bits */                         \
    X(TIMEOUT, "timeout")                   /* it ran past its deadline and was killed */          \
    X(CRASHED, "crashed")                   /* it took its process or the CUDA context down */
enum ft_outcome {
#define FT_X(id, name) FT_OUT_##id,
    FT_OUTCOMES(FT_X)
#undef FT_X
    FT_N_OUTCOMES
};
const char *ft_outcome_name(enum ft_outcome outcome);
int ft_outcome_find(const char *name); /* -1 when unknown */

/* Start of the detail of a compile_failed whose compiler died without a word: it may have been the
 * machine (out of memory, say), so a later run tries it again. */
#define FT_COMPILER_DIED "the compiler died: "

/* How far a trial's results were from the reference; NaN where not measured. */
struct ft_validation {
    double max_abs, mean_abs, rel_l2, cosine, tol, lse_max_abs;
};

#endif
