/* device.h -- what a GPU can do, as data
 *
 * A device comes from a worker (a real GPU), from the table of architectures here (compile, check:
 * no GPU needed), or from the database. Identity of a measurement: name, compute capability, SM
 * count, partition; the rest is recorded.
 */
#ifndef FT_DEVICE_H
#define FT_DEVICE_H
#include <stddef.h>
#include <stdint.h>
#include "base/err.h"

/* In the place of a CUDA device's number: the host, which runs kernels thread by thread. */
#define FT_DEVICE_CPU (-1)
#define FT_ARCH_CPU   "cpu"

struct ft_device {
    char name[128];     /* "NVIDIA H200"; "sm_90a (limits only)" from the table */
    char arch[16];      /* what NVRTC compiles for: "sm_90a" */
    char uuid[48];      /* "GPU-..." or empty */
    char partition[32]; /* MIG or green context, or empty */
    int cc;             /* 90 */
    int sms;
    int64_t smem_per_cta; /* opt-in maximum, bytes */
    int64_t smem_per_sm;
    int64_t regs_per_sm;
    int max_threads_per_cta, max_threads_per_sm, max_ctas_per_sm;
    int64_t l2_bytes, memory_bytes;
    int sm_mhz, mem_mhz;   /* maximum clocks */
    int driver_version;    /* 13000 */
    double read_roof_gbps; /* measured: a plain read kernel, GB/s (1e9); 0 unknown */
};

/* Limits of an architecture: sm_80, sm_86, sm_89, sm_90a, sm_100a, sm_120a (with or without the a).
 */
int ft_device_for_arch(const char *arch, struct ft_device *out, struct ft_err *err);
const char *ft_device_arch_name(size_t i); /* of the table; NULL past its end */
/* 90 for "sm_90" and "sm_90a", 0 for what is no architecture. */
int ft_arch_cc(const char *arch);
/* "sm_90a" for 90: the variant that has the architecture's own instructions. */
void ft_device_arch_of_cc(int cc, char out[16]);
/* The d. variables: name -> value. Returns 0 when the name exists. */
int ft_device_var(const struct ft_device *device, const char *name, int64_t *value);
const char *const *ft_device_var_names(size_t *n); /* "d.sms", ... */
/* The text that identifies it in the database: "NVIDIA H200|90|132|". */
void ft_device_key(const struct ft_device *device, char out[256]);

#endif
