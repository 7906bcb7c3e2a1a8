/* nvml.h -- clocks, temperature, power, throttle reasons of a GPU; read only, every value optional
 */
#ifndef FT_NVML_H
#define FT_NVML_H
#include <stdint.h>
#include "base/err.h"
struct ft_nvml_state {
    int sm_mhz, temperature_c, power_w; /* -1 unknown */
    uint64_t
        throttle_reasons; /* bits of nvmlDeviceGetCurrentClocksEventReasons; 0 none or unknown */
    char driver[64];
};
/* By PCI bus id ("0000:3b:00.0"), never by index. Absent NVML: -1, values unknown. */
int ft_nvml_read(const char *pci_bus_id, struct ft_nvml_state *out, struct ft_err *err);
#endif
