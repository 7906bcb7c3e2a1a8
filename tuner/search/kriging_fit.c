/* kriging_fit.c -- how much each parameter matters, by likelihood
 *
 * One sweep over the parameters a fit, each doubled or halved as long as the answers become more
 * likely; fits follow each other as answers come, so that they go on where the last one ended. A
 * prior keeps theta where few answers say anything. Many answers say much the same: some of them
 * do.
 */
#include <math.h>
#include <stdlib.h>
#include "base/mem.h"
#include "search/kriging_int.h"

#define FIT_MAX   64
#define THETA_SD  1.5 /* of the logarithm */
#define MAX_STEPS 2

struct fit {
    struct ft_kriging *k;
    size_t chosen[FIT_MAX], n;
    double *logs;   /* [n][n]: log correlations */
    double *trial;  /* [n][n] */
    double *factor; /* [n][n] */
    double row[FIT_MAX], zy[FIT_MAX], z1[FIT_MAX], zt[FIT_MAX];
};

/* Half of them the newest, for what matters near the best; the rest evenly from all before. */
static void choose(struct fit *f)
{
    const size_t n = f->k->n, n_new = FIT_MAX / 2, n_old = FIT_MAX - n_new;
    f->n = n < FIT_MAX ? n : FIT_MAX;
    for (size_t i = 0; i < f->n; i++) {
        if (n <= FIT_MAX)
            f->chosen[i] = i;
        else
            f->chosen[i] = i < n_old ? i * (n - n_new) / n_old : n - (FIT_MAX - i);
    }
}

static double likelihood(struct fit *f, const double *logs)
{
    double determinant = 0, level, slope;
    for (size_t i = 0; i < f->n; i++) {
        double *row = &f->factor[i * f->n];
        for (size_t j = 0; j < i; j++)
            f->row[j] = exp(logs[i * f->n + j]);
        ft_kriging_factor_row(f->factor, f->n, i, f->row);
        f->zy[i] = ft_kriging_forward(row, f->zy, i, f->k->y[f->chosen[i]]);
        f->z1[i] = ft_kriging_forward(row, f->z1, i, 1);
        f->zt[i] = ft_kriging_forward(row, f->zt, i, f->k->trend[f->chosen[i]]);
        determinant += log(row[i]);
    }
    double variance = ft_kriging_level(f->n, f->zy, f->z1, f->zt, &level, &slope);
    return -0.5 * (double)f->n * log(variance) - determinant;
}

static double prior(double theta)
{
    double x = log(theta / FT_KRIGING_THETA) / THETA_SD;
    return -0.5 * x * x;
}

/* The log correlations with another theta of parameter a: they are sums over the parameters. */
static void change_theta(struct fit *f, size_t a, double factor)
{
    const struct ft_kriging *k = f->k;
    const float *decay = k->decay[a];
    double change[UINT8_MAX + 1];
    const size_t n_values = k->grid->params[k->active[a]].n_values;
    for (size_t d = 0; d < n_values && d <= UINT8_MAX; d++)
        change[d] = (factor - 1) * log(decay[d]);
    for (size_t i = 0; i < f->n; i++) {
        int x = ft_grid_values(k->grid, k->points[f->chosen[i]])[k->active[a]];
        for (size_t j = 0; j < i; j++) {
            int d = x - ft_grid_values(k->grid, k->points[f->chosen[j]])[k->active[a]];
            d = d < 0 ? -d : d;
            f->trial[i * f->n + j] =
                f->logs[i * f->n + j] + (d <= UINT8_MAX ? change[d] : (factor - 1) * log(decay[d]));
        }
    }
}

void ft_kriging_fit_theta(struct ft_kriging *k)
{
    struct fit f = {.k = k};
    choose(&f);
    if (f.n < 3)
        return;
    f.logs = ft_calloc(f.n * f.n, sizeof *f.logs);
    f.trial = ft_calloc(f.n * f.n, sizeof *f.trial);
    f.factor = ft_calloc(f.n * f.n, sizeof *f.factor);
    for (size_t i = 0; i < f.n; i++)
        for (size_t j = 0; j < i; j++)
            f.logs[i * f.n + j] =
                log(ft_kriging_correlation(k, k->points[f.chosen[i]], k->points[f.chosen[j]]));
    double now = likelihood(&f, f.logs);
    for (size_t a = 0; a < k->n_active; a++)
        for (int up = 0; up < 2; up++) {
            const double factor = up ? 2 : 0.5;
            int steps = 0;
            for (; steps < MAX_STEPS; steps++) {
                change_theta(&f, a, factor);
                double then = likelihood(&f, f.trial);
                if (then + prior(k->theta[a] * factor) <= now + prior(k->theta[a]))
                    break;
                double *old = f.logs;
                f.logs = f.trial;
                f.trial = old;
                now = then;
                ft_kriging_set_theta(k, a, k->theta[a] * factor);
            }
            if (steps > 0)
                break;
        }
    free(f.logs);
    free(f.trial);
    free(f.factor);
}
