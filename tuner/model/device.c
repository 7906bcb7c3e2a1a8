/* device.c -- what a GPU can do, as data
 *
 * The table of architectures serves everything that needs no GPU (check, compile): limits are
 * NVIDIA's documented ones of the compute capability (CUDA Programming Guide, "Technical
 * Specifications per Compute Capability"); SM count and L2 are those of the architecture's usual
 * data-centre or workstation chip, and only size launches.
 */
#include "model/device.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define KIB 1024
#define MIB (1024 * 1024)

static const struct ft_device archs[] = {
    /* A100, 80 GB */
    {.arch = "sm_80",
     .cc = 80,
     .sms = 108,
     .smem_per_cta = 163 * KIB,
     .smem_per_sm = 164 * KIB,
     .max_threads_per_sm = 2048,
     .max_ctas_per_sm = 32,
     .l2_bytes = 40 * MIB},
    /* RTX A6000 */
    {.arch = "sm_86",
     .cc = 86,
     .sms = 84,
     .smem_per_cta = 99 * KIB,
     .smem_per_sm = 100 * KIB,
     .max_threads_per_sm = 1536,
     .max_ctas_per_sm = 16,
     .l2_bytes = 6 * MIB},
    /* L40S */
    {.arch = "sm_89",
     .cc = 89,
     .sms = 142,
     .smem_per_cta = 99 * KIB,
     .smem_per_sm = 100 * KIB,
     .max_threads_per_sm = 1536,
     .max_ctas_per_sm = 24,
     .l2_bytes = 96 * MIB},
    /* H100 SXM, H200 */
    {.arch = "sm_90a",
     .cc = 90,
     .sms = 132,
     .smem_per_cta = 227 * KIB,
     .smem_per_sm = 228 * KIB,
     .max_threads_per_sm = 2048,
     .max_ctas_per_sm = 32,
     .l2_bytes = 50 * MIB},
    /* B200 */
    {.arch = "sm_100a",
     .cc = 100,
     .sms = 148,
     .smem_per_cta = 227 * KIB,
     .smem_per_sm = 228 * KIB,
     .max_threads_per_sm = 2048,
     .max_ctas_per_sm = 32,
     .l2_bytes = 126 * MIB},
    /* RTX 5090 */
    {.arch = "sm_120a",
     .cc = 120,
     .sms = 170,
     .smem_per_cta = 99 * KIB,
     .smem_per_sm = 100 * KIB,
     .max_threads_per_sm = 1536,
     .max_ctas_per_sm = 24,
     .l2_bytes = 96 * MIB},
};
#define N_ARCHS (sizeof archs / sizeof *archs)

int ft_arch_cc(const char *arch)
{
    char *end;

    if (strncmp(arch, "sm_", 3) != 0 || arch[3] < '1' || arch[3] > '9')
        return 0;
    long cc = strtol(arch + 3, &end, 10);
    if ((*end == 'a' || *end == 'f') && cc >= 90)
        end++;
    return *end || cc < 50 || cc > 999 ? 0 : (int)cc;
}

const char *ft_device_arch_name(size_t i)
{
    return i < N_ARCHS ? archs[i].arch : NULL;
}

int ft_device_for_arch(const char *arch, struct ft_device *out, struct ft_err *err)
{
    for (size_t i = 0; i < N_ARCHS; i++) {
        if (ft_arch_cc(arch) != archs[i].cc)
            continue;
        *out = archs[i];
        out->regs_per_sm = 65536;
        out->max_threads_per_cta = 1024;
        snprintf(out->name, sizeof out->name, "%s (limits only)", out->arch);
        return 0;
    }
    ft_err_set(err, FT_ERR_USAGE, "unknown architecture '%s'", arch);
    ft_err_hint(err, "known are sm_80, sm_86, sm_89, sm_90a, sm_100a and sm_120a");
    return -1;
}

void ft_device_arch_of_cc(int cc, char out[16])
{
    /* Architecture-specific instructions (wgmma, tcgen05) exist from 9.0 on. */
    snprintf(out, 16, "sm_%d%s", cc, cc >= 90 ? "a" : "");
}

/* The d. variables. */
static const char *const var_names[] = {
    "d.sms",
    "d.cc",
    "d.l2_bytes",
    "d.smem_per_sm",
    "d.smem_per_cta",
    "d.regs_per_sm",
    "d.max_threads_per_cta",
    "d.max_threads_per_sm",
    "d.max_ctas_per_sm",
};

int ft_device_var(const struct ft_device *device, const char *name, int64_t *value)
{
    const int64_t values[] = {
        device->sms,
        device->cc,
        device->l2_bytes,
        device->smem_per_sm,
        device->smem_per_cta,
        device->regs_per_sm,
        device->max_threads_per_cta,
        device->max_threads_per_sm,
        device->max_ctas_per_sm,
    };

    for (size_t i = 0; i < sizeof var_names / sizeof *var_names; i++) {
        if (strcmp(name, var_names[i]) == 0) {
            *value = values[i];
            return 0;
        }
    }
    return -1;
}

const char *const *ft_device_var_names(size_t *n)
{
    *n = sizeof var_names / sizeof *var_names;
    return var_names;
}

void ft_device_key(const struct ft_device *device, char out[256])
{
    snprintf(out, 256, "%s|%d|%d|%s", device->name, device->cc, device->sms, device->partition);
}
