/* tune_space.c -- what a problem's search consists of
 *
 * The scope is the fingerprint of a search: families' signatures, every config, build options,
 * cache mode, seeds, and how much of it is tried. A stored winner with the same scope, or with that
 * of more rigor, answers the problem without any work; anything else is searched, taking over
 * trials that are stored already.
 */
#include <fnmatch.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "eval/tune_hunt.h"

#define SCOPE_VERSION "fatune scope 2" /* changes when the way of measuring changes */

static void add_text(struct ft_sha256 *hash, const char *text)
{
    ft_sha256_add_field(hash, text, strlen(text));
}

/* How much of the space is tried: a level of rigor, or what the user chose in its place. */
static void finish_scope(const struct ft_tune_options *o, struct ft_sha256 hash,
                         enum ft_rigor rigor, char out[FT_HEX_BYTES])
{
    char number[64];
    add_text(&hash, ft_rigor_name(rigor));
    if (o->max_evals > 0 || (o->strategy && rigor != FT_RIGOR_EXHAUSTIVE)) {
        snprintf(number, sizeof number, "%lld %llu", (long long)o->max_evals,
                 (unsigned long long)o->seed);
        add_text(&hash, o->strategy ? o->strategy : "");
        add_text(&hash, number);
    }
    ft_sha256_hex(&hash, out);
}

int ft_tuning_enumerate(struct ft_tuner *tuner, struct ft_tuning *tuning, struct ft_err *err)
{
    const struct ft_experiment *e = tuner->options->experiment;
    struct ft_buf text = FT_BUF_INIT;
    struct ft_sha256 hash;
    char number[64], why[256];
    int rc = 0;
    tuning->spaces = ft_calloc(e->n_families + 1, sizeof *tuning->spaces);
    tuning->hunts = ft_calloc(e->n_families + 1, sizeof *tuning->hunts);
    tuning->is_free = tuner->options->strategy || tuner->options->max_evals > 0;
    ft_sha256_init(&hash);
    add_text(&hash, SCOPE_VERSION);
    add_text(&hash, ft_cache_mode_name(e->cache));
    for (const char *const *option = ft_build_options; *option; option++)
        add_text(&hash, *option);
    for (size_t i = 0; i < e->n_seeds; i++) {
        snprintf(number, sizeof number, "%llu", (unsigned long long)e->seeds[i]);
        add_text(&hash, number);
    }
    snprintf(number, sizeof number, "%d %d %d", e->screen_samples, e->final_samples, e->finalists);
    add_text(&hash, number);
    add_text(&hash, tuner->nvrtc);
    add_text(&hash, tuner->timer);
    if (tuner->options->baseline)
        add_text(&hash, "baseline");
    for (size_t i = 0; i < e->n_families && rc == 0; i++) {
        const struct ft_narrowing *narrowing = &e->narrowings[i];
        const char *glob = tuner->options->family_glob;
        if ((glob && fnmatch(glob, narrowing->family->name, FNM_CASEFOLD) != 0) ||
            !ft_family_supports(narrowing->family, &tuning->problem->problem, &tuner->device, why,
                                sizeof why))
            continue;
        rc = ft_space_enumerate(narrowing->family, narrowing, &tuning->problem->problem,
                                &tuner->device, &tuning->spaces[i], err);
        add_text(&hash, narrowing->family->signature);
        for (size_t k = 0; rc == 0 && k < tuning->spaces[i].n; k++) {
            ft_buf_clear(&text);
            ft_config_format(&tuning->spaces[i].configs[k], 0, &text);
            add_text(&hash, ft_buf_str(&text));
        }
    }
    for (int r = 0; r < FT_N_RIGORS; r++)
        finish_scope(tuner->options, hash, (enum ft_rigor)r, tuning->scopes[r]);
    ft_buf_free(&text);
    return rc;
}
