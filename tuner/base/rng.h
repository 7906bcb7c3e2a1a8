/* rng.h -- reproducible random numbers: the same seed gives the same sequence everywhere
 * (xoshiro256**) */
#ifndef FT_RNG_H
#define FT_RNG_H
#include <stddef.h>
#include <stdint.h>

struct ft_rng {
    uint64_t s[4];
};
void ft_rng_seed(struct ft_rng *rng, uint64_t seed);
uint64_t ft_rng_u64(struct ft_rng *rng);
uint64_t ft_rng_below(struct ft_rng *rng, uint64_t n);            /* uniform in [0, n), n > 0 */
double ft_rng_unit(struct ft_rng *rng);                           /* uniform in [0, 1) */
double ft_rng_normal(struct ft_rng *rng);                         /* mean 0, variance 1 */
void ft_rng_shuffle(struct ft_rng *rng, size_t *items, size_t n); /* every order alike */

#endif
