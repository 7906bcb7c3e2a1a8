/* nvml.c -- clocks, temperature, power and throttle reasons of a GPU
 *
 * Idea: the header of NVML is seldom installed, so the few prototypes stand here (all return 0 for
 * success). Nothing is ever set: clocks that stay locked after a crash are worse than clocks that
 * vary. Every value is optional; a GPU or driver that does not tell leaves it unknown.
 *
 * The library is initialised once and stays so until the process ends.
 */
#include "gpu/nvml.h"

#include <stdio.h>
#include <string.h>

#include "gpu/dl.h"

typedef void *nvml_device;

enum { CLOCK_SM = 1, SENSOR_GPU = 0 };

static struct {
    int (*init)(void);
    const char *(*error_string)(int);
    int (*device_by_pci)(const char *, nvml_device *);
    int (*clock)(nvml_device, int, unsigned *);
    int (*reasons)(nvml_device, unsigned long long *);
    int (*temperature)(nvml_device, int, unsigned *);
    int (*power)(nvml_device, unsigned *);
    int (*driver)(char *, unsigned);
} nvml;

static int load(struct ft_err *err)
{
    static int is_loaded;
    const struct {
        void *slot;
        const char *name;
        int is_required;
    } table[] = {
        {&nvml.init, "nvmlInit_v2", 1},
        {&nvml.error_string, "nvmlErrorString", 1},
        {&nvml.device_by_pci, "nvmlDeviceGetHandleByPciBusId_v2", 1},
        {&nvml.clock, "nvmlDeviceGetClockInfo", 0},
        {&nvml.reasons, "nvmlDeviceGetCurrentClocksEventReasons", 0},
        {&nvml.temperature, "nvmlDeviceGetTemperature", 0},
        {&nvml.power, "nvmlDeviceGetPowerUsage", 0},
        {&nvml.driver, "nvmlSystemGetDriverVersion", 0},
    };
    const char *path = NULL;
    void *handle;
    int r;

    if (is_loaded)
        return 0;
    handle = ft_dl_open(FT_LIB_NVML, &path, err);
    if (!handle)
        return -1;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        void *fn = ft_dl_sym(handle, table[i].name, path, table[i].is_required ? err : NULL);

        if (!fn && table[i].is_required)
            return -1;
        memcpy(table[i].slot, &fn, sizeof fn);
    }
    if (!nvml.reasons) { /* its name before driver 535 */
        void *fn = ft_dl_sym(handle, "nvmlDeviceGetCurrentClocksThrottleReasons", path, NULL);

        memcpy(&nvml.reasons, &fn, sizeof fn);
    }
    r = nvml.init();
    if (r != 0)
        return ft_err_set(err, FT_ERR_ENV, "NVML does not start: %s (%d)", nvml.error_string(r), r);
    is_loaded = 1;
    return 0;
}

int ft_nvml_read(const char *pci_bus_id, struct ft_nvml_state *out, struct ft_err *err)
{
    nvml_device device = NULL;
    unsigned value = 0;
    unsigned long long reasons = 0;
    int r;

    *out = (struct ft_nvml_state){-1, -1, -1, 0, ""};
    if (load(err) < 0)
        return -1;
    r = nvml.device_by_pci(pci_bus_id, &device);
    if (r != 0)
        return ft_err_set(err, FT_ERR_ENV, "NVML does not know the GPU '%s': %s (%d)", pci_bus_id,
                          nvml.error_string(r), r);
    if (nvml.clock && nvml.clock(device, CLOCK_SM, &value) == 0)
        out->sm_mhz = (int)value;
    if (nvml.temperature && nvml.temperature(device, SENSOR_GPU, &value) == 0)
        out->temperature_c = (int)value;
    if (nvml.power && nvml.power(device, &value) == 0)
        out->power_w = (int)((value + 500) / 1000);
    if (nvml.reasons && nvml.reasons(device, &reasons) == 0)
        out->throttle_reasons = reasons;
    if (nvml.driver && nvml.driver(out->driver, sizeof out->driver) != 0)
        out->driver[0] = '\0';
    return 0;
}
