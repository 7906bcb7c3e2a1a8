/* hash.h -- SHA-256 for keys and integrity (FIPS 180-4) */
#ifndef FT_HASH_H
#define FT_HASH_H
#include <stddef.h>
#include <stdint.h>

struct ft_sha256 {
    uint32_t state[8];
    uint64_t n_bytes;
    unsigned char block[64];
};
#define FT_HEX_BYTES 65 /* 64 hex digits and NUL */

void ft_sha256_init(struct ft_sha256 *h);
void ft_sha256_add(struct ft_sha256 *h, const void *data, size_t n);
/* Adds the length as 8 bytes, then the data, so that fields of a key cannot run together. */
void ft_sha256_add_field(struct ft_sha256 *h, const void *data, size_t n);
void ft_sha256_hex(struct ft_sha256 *h, char hex[FT_HEX_BYTES]); /* finishes */
void ft_sha256_of(const void *data, size_t n, char hex[FT_HEX_BYTES]);

#endif
