/* bench_describe.c -- the device and the versions, as a worker's answer to hello tells them
 *
 * A value that the driver or NVML does not give is 0 or empty: it describes, it does not decide.
 */
#ifndef FT_NO_CUDA
#include "eval/bench.h"
#include <stdio.h>
#include <string.h>
#include "cpu/hostcc.h"
#include "gpu/cupti.h"
#include "gpu/nvml.h"
#include "gpu/nvrtc.h"
#include "model/device.h"

static int attribute(const struct ft_bench *b, CUdevice_attribute which)
{
    int value = 0;

    b->driver.cuDeviceGetAttribute(&value, which, b->device);
    return value;
}

static void describe_device(const struct ft_bench *b, struct ft_json *j)
{
    char name[128] = "", arch[16], uuid[48], partition[32];
    const char *mig;
    CUuuid id = {{0}};
    size_t memory_bytes = 0;
    int driver_version = 0, n;

    b->driver.cuDeviceGetName(name, sizeof name, b->device);
    b->driver.cuDeviceGetUuid(&id, b->device);
    b->driver.cuDeviceTotalMem(&memory_bytes, b->device);
    b->driver.cuDriverGetVersion(&driver_version);
    n = snprintf(uuid, sizeof uuid, "GPU-");
    for (int i = 0; i < 16; i++)
        n += snprintf(uuid + n, sizeof uuid - (size_t)n, "%s%02x",
                      i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", (unsigned char)id.bytes[i]);
    if (b->is_cpu)
        snprintf(arch, sizeof arch, "%s", FT_ARCH_CPU);
    else
        ft_device_arch_of_cc((int)b->vars.cc, arch);
    mig = strstr(name, "MIG ");
    if (b->is_partition)
        snprintf(partition, sizeof partition, "%d SMs", (int)b->vars.sms);
    else
        snprintf(partition, sizeof partition, "%s", mig ? mig : "");

    ft_json_key(j, "device");
    ft_json_object(j);
    ft_json_kstr(j, "name", name);
    ft_json_kstr(j, "arch", arch);
    ft_json_kstr(j, "uuid", uuid);
    ft_json_kstr(j, "partition", partition);
    ft_json_kint(j, "cc", b->vars.cc);
    ft_json_kint(j, "sms", b->vars.sms);
    ft_json_kint(j, "smem_per_cta", b->vars.smem_per_cta);
    ft_json_kint(j, "smem_per_sm", b->vars.smem_per_sm);
    ft_json_kint(j, "regs_per_sm",
                 attribute(b, CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR));
    ft_json_kint(j, "max_threads_per_cta", attribute(b, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK));
    ft_json_kint(j, "max_threads_per_sm",
                 attribute(b, CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR));
    ft_json_kint(j, "max_ctas_per_sm",
                 attribute(b, CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR));
    ft_json_kint(j, "l2_bytes", b->vars.l2_bytes);
    ft_json_kint(j, "memory_bytes", (int64_t)memory_bytes);
    ft_json_kint(j, "sm_mhz", attribute(b, CU_DEVICE_ATTRIBUTE_CLOCK_RATE) / 1000);
    ft_json_kint(j, "mem_mhz", attribute(b, CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE) / 1000);
    ft_json_kint(j, "driver_version", driver_version);
    ft_json_object_end(j);
}

static void describe_versions(const struct ft_bench *b, struct ft_json *j)
{
    struct ft_nvml_state nvml = {0};
    char nvrtc[32] = "", cupti[16] = "", driver[64] = "";
    uint32_t cupti_version = 0;
    int driver_version = 0;

    if (b->is_cpu)
        ft_hostcc_version(nvrtc, NULL);
    else
        ft_nvrtc_version(nvrtc, NULL);
    if (!b->is_cpu && ft_cupti_version(&cupti_version, NULL) == 0)
        snprintf(cupti, sizeof cupti, "%u", cupti_version);
    b->driver.cuDriverGetVersion(&driver_version);
    if (b->is_cpu)
        snprintf(driver, sizeof driver, "the executor");
    else if (ft_nvml_read(b->pci, &nvml, NULL) == 0 && *nvml.driver)
        snprintf(driver, sizeof driver, "%s", nvml.driver);
    else /* what CUDA version the driver is for */
        snprintf(driver, sizeof driver, "CUDA %d.%d", driver_version / 1000,
                 driver_version % 1000 / 10);
    ft_json_key(j, "versions");
    ft_json_object(j);
    ft_json_kstr(j, "driver", driver);
    ft_json_kstr(j, "cupti", cupti);
    ft_json_kstr(j, "nvrtc", nvrtc);
    ft_json_object_end(j);
}

static void describe_peers(const struct ft_bench *b, struct ft_json *j)
{
    int n = 0;

    b->driver.cuDeviceGetCount(&n);
    ft_json_key(j, "peers");
    ft_json_array(j);
    for (int i = 0; i < n; i++) {
        CUdevice device = 0;
        char name[64] = "";
        int major = 0, minor = 0, sms = 0;

        b->driver.cuDeviceGet(&device, i);
        b->driver.cuDeviceGetName(name, sizeof name, device);
        b->driver.cuDeviceGetAttribute(&major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR,
                                       device);
        b->driver.cuDeviceGetAttribute(&minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR,
                                       device);
        b->driver.cuDeviceGetAttribute(&sms, CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, device);
        ft_json_object(j);
        ft_json_kstr(j, "name", name);
        ft_json_kint(j, "cc", 10 * major + minor);
        ft_json_kint(j, "sms", sms);
        ft_json_object_end(j);
    }
    ft_json_array_end(j);
}

void ft_bench_describe(const struct ft_bench *b, struct ft_json *j)
{
    describe_device(b, j);
    describe_peers(b, j);
    ft_json_kstr(j, "pci", b->pci);
    describe_versions(b, j);
}
#endif
