/* device.h -- where the CPU device is, and when it is the one to take
 *
 * The CPU device is a CUDA driver on the host (driver.c), which FATUNE_LIBCUDA names.
 */
#ifndef FT_CPU_DEVICE_H
#define FT_CPU_DEVICE_H
#include "base/err.h"

/* libfatune_cpu.so: beside this program, or in the lib directory beside its directory. Caller
 * frees; NULL with err. */
char *ft_cpu_driver_path(struct ft_err *err);
/* There is no NVIDIA GPU: neither a driver's library nor its devices, and nobody named one. A
 * driver that is there and does not work is something else. */
int ft_cpu_is_only_device(void);
#endif
