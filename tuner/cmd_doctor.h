/* cmd_doctor.h -- the parts of `fatune doctor`: findings, and who looks for what */
#ifndef FT_CMD_DOCTOR_H
#define FT_CMD_DOCTOR_H
#include "base/err.h"
#include "base/mem.h"

#define FT_DOCTOR_MAX_ARCHS 64

struct finding {
    const char *check, *status; /* ok, missing, broken */
    const char *detail, *hint;  /* hint may be NULL */
};
struct ft_doctor {
    struct ft_arena *arena;
    struct finding *items;
    size_t n, cap;
    int n_gpus, is_gpu_broken,
        is_incomplete; /* incomplete: tuning needs something that is not there */
    int archs[FT_DOCTOR_MAX_ARCHS], n_archs; /* what NVRTC compiles for */
};

/* fmt: the detail. hint may be NULL or empty. */
void ft_doctor_add(struct ft_doctor *r, const char *check, const char *status, const char *hint,
                   const char *fmt, ...) FT_PRINTF(5, 6);
/* cmd_doctor_data.c: the CPU device, and what is on disk: templates, configs, cache, database */
void ft_doctor_check_data(struct ft_doctor *r, const char *db_path);
#endif
