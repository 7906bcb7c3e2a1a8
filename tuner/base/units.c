/* units.c -- numbers for people, and the numbers people type */
#include "base/units.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Three significant digits: 4.13, 41.3, 413. */
static int digits_after_point(double v)
{
    return v < 9.995 ? 2 : v < 99.95 ? 1 : 0;
}

static const char *format_scaled(double v, double step, const char *const *units, size_t n,
                                 int whole_is_bare, char out[FT_UNIT_BYTES])
{
    const char *sign = v < 0 ? "-" : "";
    size_t unit = 0;
    if (!isfinite(v)) {
        snprintf(out, FT_UNIT_BYTES, "-");
        return out;
    }
    v = fabs(v);
    while (unit + 1 < n && v >= step - 0.5) { /* 999.6 ns would print as 1000 ns */
        v /= step;
        unit++;
    }
    snprintf(out, FT_UNIT_BYTES, "%s%.*f %s", sign,
             whole_is_bare && v == floor(v) ? 0 : digits_after_point(v), fmin(v, 1e15),
             units[unit]);
    return out;
}

const char *ft_format_ns(double ns, char out[FT_UNIT_BYTES])
{
    static const char *const units[] = {"ns", "us", "ms", "s"};
    return format_scaled(ns, 1000, units, 4, 0, out);
}

const char *ft_format_bytes(double bytes, char out[FT_UNIT_BYTES])
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
    return format_scaled(bytes, 1024, units, 5, 1, out);
}

const char *ft_format_seconds(double s, char out[FT_UNIT_BYTES])
{
    if (!isfinite(s) || s < 0 || s > 1e9)
        snprintf(out, FT_UNIT_BYTES, "-");
    else if (s < 0.9995)
        ft_format_ns(s * 1e9, out);
    else if (s < 59.95)
        snprintf(out, FT_UNIT_BYTES, "%.1f s", s);
    else if (s < 3599.5)
        snprintf(out, FT_UNIT_BYTES, "%ldm%02lds", lround(s) / 60, lround(s) % 60);
    else
        snprintf(out, FT_UNIT_BYTES, "%ldh%02ldm", lround(s / 60) / 60, lround(s / 60) % 60);
    return out;
}

int ft_parse_duration_ns(const char *text, int64_t *ns)
{
    static const struct {
        const char *name;
        double ns;
    } units[] = {{"ns", 1},   {"us", 1e3},   {"ms", 1e6},  {"s", 1e9},
                 {"m", 60e9}, {"min", 60e9}, {"h", 3600e9}};
    const size_t n_units = sizeof units / sizeof *units;
    double total = 0;
    if (!*text)
        return -1;
    while (*text) { /* number and unit, repeated: 1h30m */
        char *end;
        size_t len = 0, u;
        double v;
        if (!isdigit((unsigned char)*text))
            return -1;
        v = strtod(text, &end);
        if (end != text + strspn(text, "0123456789.")) /* strtod also reads 0x10 and 1e3 */
            return -1;
        while (isalpha((unsigned char)end[len]))
            len++;
        for (u = 0; u < n_units; u++)
            if (strlen(units[u].name) == len && memcmp(units[u].name, end, len) == 0)
                break;
        if (u == n_units)
            return -1;
        total += v * units[u].ns;
        text = end + len;
    }
    if (!(total < 9.2e18))
        return -1;
    *ns = (int64_t)llround(total);
    return 0;
}

int ft_parse_int(const char *text, int64_t *v)
{
    char *end;
    long long value;
    int64_t scale = 1, result;
    if (!isdigit((unsigned char)text[0]) && !(text[0] == '-' && isdigit((unsigned char)text[1])))
        return -1;
    errno = 0;
    value = strtoll(text, &end, 10);
    if (errno)
        return -1;
    if (*end == 'k' || *end == 'K')
        scale = INT64_C(1) << 10;
    else if (*end == 'M')
        scale = INT64_C(1) << 20;
    else if (*end == 'G')
        scale = INT64_C(1) << 30;
    if (scale > 1)
        end++;
    if (*end || __builtin_mul_overflow((int64_t)value, scale, &result))
        return -1;
    *v = result;
    return 0;
}

int64_t ft_now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
