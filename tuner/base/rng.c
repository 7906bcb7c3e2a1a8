/* rng.c -- xoshiro256** seeded by splitmix64 (Blackman and Vigna, "Scrambled linear pseudorandom
 * number generators", 2021): small, fast, and the same on every machine */
#include "base/rng.h"

#include <math.h>

static uint64_t splitmix(uint64_t *x)
{
    uint64_t z = *x += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

static uint64_t rotl(uint64_t x, int n)
{
    return x << n | x >> (64 - n);
}

void ft_rng_seed(struct ft_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++)
        rng->s[i] = splitmix(&seed);
}

uint64_t ft_rng_u64(struct ft_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = rotl(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
}

uint64_t ft_rng_below(struct ft_rng *rng, uint64_t n)
{
    uint64_t surplus = n ? -n % n : 0; /* 2^64 mod n: values below it would favour small results */
    uint64_t v;
    if (n == 0)
        return 0;
    do
        v = ft_rng_u64(rng);
    while (v < surplus);
    return v % n;
}

double ft_rng_unit(struct ft_rng *rng)
{
    return (double)(ft_rng_u64(rng) >> 11) * 0x1p-53;
}

double ft_rng_normal(struct ft_rng *rng)
{
    /* Box-Muller without the second value, so that the state is the four words and nothing else. */
    double u = 1.0 - ft_rng_unit(rng); /* in (0, 1], log is finite */
    double v = ft_rng_unit(rng);
    return sqrt(-2.0 * log(u)) * cos(2.0 * 3.14159265358979323846 * v);
}

void ft_rng_shuffle(struct ft_rng *rng, size_t *items, size_t n)
{
    for (size_t i = n; i > 1; i--) { /* Fisher and Yates */
        const size_t other = (size_t)ft_rng_below(rng, i), last = items[i - 1];
        items[i - 1] = items[other];
        items[other] = last;
    }
}
