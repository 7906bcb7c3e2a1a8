/* units.h -- numbers for people: times, bytes, counts, durations; buffers are the caller's */
#ifndef FT_UNITS_H
#define FT_UNITS_H
#include <stddef.h>
#include <stdint.h>

#define FT_UNIT_BYTES 32
const char *ft_format_ns(double ns, char out[FT_UNIT_BYTES]);       /* "4.13 us", "1.20 ms" */
const char *ft_format_bytes(double bytes, char out[FT_UNIT_BYTES]); /* "256 MiB" */
const char *ft_format_seconds(double s, char out[FT_UNIT_BYTES]);   /* "4.2 s", "3m12s", "1h02m" */
int ft_parse_duration_ns(const char *text, int64_t *ns);            /* 0, or -1 */
int ft_parse_int(const char *text, int64_t *v);                     /* whole string; 4k, 2M suffixes are powers of 1024 */
int64_t ft_now_ns(void);                                            /* monotonic */

#endif
