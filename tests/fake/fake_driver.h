/* fake_driver.h -- for unit tests: the driver of fake_cuda.h, loaded, with a context of its device
 */
#ifndef FAKE_DRIVER_H
#define FAKE_DRIVER_H
#include <dlfcn.h>
#include "fake/fake_cuda.h"
#include "runtime/launch.h"

static struct ft_driver driver;
static struct ft_device_vars device;
static fatune_problem fake_problem = {.struct_size = sizeof fake_problem,
                                      .head_dim = 128,
                                      .head_dim_v = 128,
                                      .q_heads = 32,
                                      .kv_heads = 8,
                                      .batch = 4,
                                      .seqlen_q = 1,
                                      .seqlen_kv = 4096,
                                      .window_left = -1,
                                      .window_right = -1};

/* For cmocka_run_group_tests. */
static inline int fake_driver_setup(void **state)
{
    char why[512] = "";
    CUcontext context;

    (void)state;
    if (fake_cuda_setup() < 0 || ft_driver_load(&driver, why, sizeof why) < 0 ||
        driver.cuDevicePrimaryCtxRetain(&context, 0) != CUDA_SUCCESS ||
        driver.cuCtxSetCurrent(context) != CUDA_SUCCESS ||
        ft_device_vars_get(&driver, 0, &device, why, sizeof why) < 0) {
        fprintf(stderr, "%s\n", why);
        return -1;
    }
    return 0;
}

static inline int fake_driver_teardown(void **state)
{
    (void)state;
    ft_driver_unload(&driver);
    fake_cuda_teardown();
    return 0;
}

/* Modules, allocations, streams and events that were not given back. */
static inline int fake_driver_live(void)
{
    int (*count)(void);
    void *symbol = dlsym(driver.library, "fake_cuda_live");

    memcpy(&count, &symbol, sizeof symbol);
    return count();
}
#endif
