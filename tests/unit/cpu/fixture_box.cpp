/* fixture_box.cpp -- a module for the CPU device with the executor, for test_driver_tensor_map.c
 */
#include "ft_machine.h"

struct BoxArgs { /* as in test_driver_tensor_map.c */
    unsigned char *out;
    int corner[4], bytes;
    ft_tensor_map map;
};

/* The box at a corner, as it lies in shared memory. */
static void box(const BoxArgs a)
{
    unsigned char *smem = ft_dynamic_smem();
    ft_mbarrier *bar = (ft_mbarrier *)(smem + a.bytes);
    if (ft_thread() == 0) {
        ft_mbarrier_init(bar, 1);
        ft_fence_mbarrier_init();
        ft_mbarrier_arrive_expect_tx(bar, a.bytes);
        ft_tma_load_4d(smem, &a.map, a.corner[0], a.corner[1], a.corner[2], a.corner[3], bar);
    }
    ft_barrier_cta();
    ft_mbarrier_wait(bar, 0);
    for (int i = ft_thread(); i < a.bytes; i += kWarp)
        a.out[i] = smem[i];
}

FT_CPU_MODULE(box)
