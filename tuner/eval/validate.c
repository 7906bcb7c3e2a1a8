/* validate.c -- the comparison that every contestant must pass
 *
 * Pure code on arrays: what is compared comes from the GPU, how it is judged is tested here without
 * one. Each comparison is written so that NaN fails it.
 */
#include "eval/validate.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "eval/helper_abi.h"

struct place {
    int64_t query, head, sequence;
};

static struct place place_of(const struct ft_compare_in *in, int64_t r)
{
    const int64_t index = in->rows ? in->rows[r] : r;

    return (struct place){index % in->seqlen_q, index / in->seqlen_q % in->q_heads,
                          index / in->seqlen_q / in->q_heads};
}

/* The bits an element has where nothing was written (poison), as fp32. */
static int is_unwritten(float x, int dtype)
{
    const union ft_float_bits v = {.f = x};

    return v.u == (dtype == FT_HBF16 ? 0xffff0000u : dtype == FT_HFP16 ? 0xffffe000u : 0xffffffffu);
}

static void fail(struct ft_compare *out, enum ft_outcome outcome, const struct ft_compare_in *in,
                 int64_t r, int d, const char *what)
{
    const struct place at = place_of(in, r);
    char element[32] = "";

    if (d >= 0)
        snprintf(element, sizeof element, ", element %d", d);
    out->outcome = outcome;
    snprintf(out->detail, sizeof out->detail, "%s[sequence %lld, head %lld, query %lld%s] %s",
             d >= 0 ? "o" : "lse", (long long)at.sequence, (long long)at.head, (long long)at.query,
             element, what);
}

static double dtype_noise(double ref, int dtype)
{
    const float x = ft_round_to((float)ref, dtype);

    return fabs((double)ft_round_to(ft_round_to(x + 0.3f, dtype) - 0.3f, dtype) - x);
}

/* Counts elements that are not finite; each is a failure, and the first one gives the message. */
static void check_finite(const struct ft_compare_in *in, struct ft_compare *out)
{
    int64_t n_bad = 0, first = -1;
    char what[128];

    for (int64_t e = 0; e < in->n_rows * in->dim; e++)
        if (!isfinite(in->o[e]) && n_bad++ == 0)
            first = e;
    if (n_bad > 0) {
        const float x = in->o[first];

        snprintf(what, sizeof what, "%s, as are %lld of %lld elements",
                 is_unwritten(x, in->o_dtype) ? "was never written"
                 : isnan(x)                   ? "is NaN"
                                              : "is infinite",
                 (long long)n_bad, (long long)(in->n_rows * in->dim));
        fail(out, FT_OUT_NONFINITE, in, first / in->dim, (int)(first % in->dim), what);
    }
    for (int64_t r = 0; in->lse && r < in->n_rows && out->outcome == FT_OUT_OK; r++) {
        const int is_empty = in->ref_lse[r] == -INFINITY;

        if (is_empty ? in->lse[r] == -INFINITY : isfinite(in->lse[r]))
            continue;
        snprintf(what, sizeof what, "is %g, should be %g%s", (double)in->lse[r], in->ref_lse[r],
                 is_unwritten(in->lse[r], FT_HFP32) ? " (never written)" : "");
        fail(out, FT_OUT_NONFINITE, in, r, -1, what);
    }
}

struct ft_tolerance *ft_tolerances_make(const struct ft_compare_in *in, const double *plain,
                                        const double *plain_lse)
{
    const int64_t per = in->rows_per_group, n_groups = (in->n_rows + per - 1) / per;
    struct ft_tolerance *tolerances = ft_calloc((size_t)n_groups + 1, sizeof *tolerances);

    for (int64_t g = 0; g < n_groups; g++) {
        const int64_t begin = g * per, end = begin + per < in->n_rows ? begin + per : in->n_rows;
        double plain_err = 0, noise = 0, lse_plain_err = 0;

        for (int64_t e = begin * in->dim; e < end * in->dim; e++) {
            plain_err = fmax(plain_err, fabs(plain[e] - in->ref[e]));
            noise = fmax(noise, dtype_noise(in->ref[e], in->o_dtype));
        }
        for (int64_t r = begin; r < end; r++)
            if (in->ref_lse[r] != -INFINITY)
                lse_plain_err = fmax(lse_plain_err, fabs(plain_lse[r] - in->ref_lse[r]));
        tolerances[g] = (struct ft_tolerance){2 * plain_err + 2 * noise, 2 * lse_plain_err + 1e-4};
    }
    return tolerances;
}

static void check_group(const struct ft_compare_in *in, int64_t begin, int64_t end,
                        const struct ft_tolerance *tolerance, struct ft_compare *out)
{
    double err = -1, lse_err = 0;
    int64_t worst = begin * in->dim, lse_worst = begin;
    char what[128];

    for (int64_t e = begin * in->dim; e < end * in->dim; e++) {
        const double this_err = fabs((double)in->o[e] - in->ref[e]);

        if (!(this_err <= err) && !isnan(err)) { /* NaN is the worst and stays */
            err = this_err;
            worst = e;
        }
    }
    const double tol = tolerance->o, ratio = err == 0 ? 0 : err / tol;

    if (out->tol == 0 || !(ratio <= out->worst_ratio)) {
        out->worst_ratio = ratio;
        out->tol = tol;
    }
    if (!(err <= tol) && out->outcome == FT_OUT_OK) {
        snprintf(what, sizeof what, "is %g, should be %g, tolerance %.2g", (double)in->o[worst],
                 in->ref[worst], tol);
        fail(out, FT_OUT_WRONG, in, worst / in->dim, (int)(worst % in->dim), what);
    }
    for (int64_t r = begin; r < end && out->outcome == FT_OUT_OK; r++)
        for (int d = 0; d < in->dim && in->ref_lse[r] == -INFINITY; d++)
            if (in->o[r * in->dim + d] != 0) {
                snprintf(what, sizeof what, "is %g, should be exactly 0: the row sees no key",
                         (double)in->o[r * in->dim + d]);
                fail(out, FT_OUT_WRONG, in, r, d, what);
                break;
            }

    if (!in->lse)
        return;
    for (int64_t r = begin; r < end; r++) {
        if (in->ref_lse[r] == -INFINITY)
            continue; /* check_finite has judged it */
        const double this_err = fabs((double)in->lse[r] - in->ref_lse[r]);

        if (!(this_err <= lse_err)) {
            lse_err = this_err;
            lse_worst = r;
        }
    }
    if (!(lse_err <= out->lse_max_abs))
        out->lse_max_abs = lse_err;
    if (!(lse_err <= tolerance->lse) && out->outcome == FT_OUT_OK) {
        snprintf(what, sizeof what, "is %g, should be %g, tolerance %.2g",
                 (double)in->lse[lse_worst], in->ref_lse[lse_worst], tolerance->lse);
        fail(out, FT_OUT_WRONG, in, lse_worst, -1, what);
    }
}

static void measure_averages(const struct ft_compare_in *in, struct ft_compare *out)
{
    double err_sum = 0, err_squares = 0, ref_squares = 0, o_squares = 0, product = 0;
    const int64_t n = in->n_rows * in->dim;

    out->max_abs = 0;
    for (int64_t e = 0; e < n; e++) {
        const double err = fabs((double)in->o[e] - in->ref[e]);

        if (!(err <= out->max_abs) && !isnan(out->max_abs))
            out->max_abs = err;
        err_sum += err;
        err_squares += err * err;
        ref_squares += in->ref[e] * in->ref[e];
        o_squares += (double)in->o[e] * in->o[e];
        product += in->o[e] * in->ref[e];
    }
    out->mean_abs = n > 0 ? err_sum / (double)n : 0;
    out->rel_l2 = ref_squares > 0 ? sqrt(err_squares / ref_squares) : sqrt(err_squares);
    out->cosine = ref_squares > 0 ? product / sqrt(ref_squares * o_squares) : o_squares == 0;
}

void ft_compare_run(const struct ft_compare_in *in, struct ft_compare *out)
{
    memset(out, 0, sizeof *out);
    out->outcome = FT_OUT_OK;
    out->lse_max_abs = in->lse ? 0 : NAN;
    check_finite(in, out);
    for (int64_t begin = 0; begin < in->n_rows; begin += in->rows_per_group) {
        const int64_t end = begin + in->rows_per_group;

        check_group(in, begin, end < in->n_rows ? end : in->n_rows,
                    &in->tolerances[begin / in->rows_per_group], out);
    }
    measure_averages(in, out);
}
