/* gpu_client.h -- the parent's side of a GPU worker (or an outside program that speaks
 * eval/protocol.h)
 *
 * A call sends one request and waits for the answer within a deadline. Three ways it can end: the
 * answer (1), the worker is lost (0: it crashed, hung and was killed, or said that its CUDA context
 * is gone; `lost` says which), or an error (-1). After a loss the worker is started again by
 * ft_gpu_revive, which repeats the set-up of the current problem; what was loaded is gone.
 */
#ifndef FT_GPU_CLIENT_H
#define FT_GPU_CLIENT_H
#include <limits.h>
#include "base/json.h"
#include "base/outcome.h"
#include "eval/process.h"
#include "eval/spending.h"
#include "model/family.h"

#define FT_MAX_CONTESTANTS 8
#define FT_MAX_PEERS       64
#define FT_NO_ID           INT_MIN /* outside contestants have ids below 0 */
/* Around every wait for the worker: release before it and acquire after it, so that others may run
 * meanwhile; idle, now and then, with what acquire took. */
struct ft_gpu_hooks {
    void (*release)(void *ctx), (*acquire)(void *ctx), (*idle)(void *ctx);
};
struct ft_gpu {
    struct ft_process process;
    char **argv;
    int device_index, partition_sms; /* partition_sms 0: the whole GPU */
    /* from hello */
    char name[32], timer[16], pci[32], driver[64], nvrtc[32], cupti[32];
    struct ft_device device;
    int n_contestants; /* outside workers */
    struct {
        int id;
        char name[64];
    } contestants[FT_MAX_CONTESTANTS];
    /* from calibrate */
    double read_roof_gbps, reference_ns;
    int is_calibrated;
    /* current problem, repeated after a loss */
    char *problem_request;
    double min_read_ns;
    int n_timer_failures; /* workers ended because CUPTI failed in them */
    double slowest_ns;    /* what a launch may well take: scales deadlines; 0 unknown */
    int generation;       /* counts starts: loaded contestants belong to one generation */
    enum ft_outcome lost; /* FT_OUT_OK, TIMEOUT or CRASHED */
    int lost_id;          /* the contestant that took it along, as far as it could say so */
    char lost_detail[256];
    int64_t spent_ns[FT_N_SPENDING];  /* waited for answers */
    const struct ft_gpu_hooks *hooks; /* NULL: nobody else runs meanwhile */
    void *hooks_ctx;
    /* from hello: the devices that this one is among, itself included; the number is its index */
    int n_peers;
    struct ft_gpu_peer {
        char name[64];
        int cc, sms;
    } peers[FT_MAX_PEERS];
    struct ft_arena *reply_arena;
};

/* The command line of our own worker: this program again, or for tests what FATUNE_GPU_WORKER
 * names. */
char **ft_gpu_own_argv(int is_counters);
/* argv is borrowed. gpu is zeroed, or has hooks and partition_sms set. */
int ft_gpu_start(struct ft_gpu *gpu, char **argv, int device_index, struct ft_err *err);
void ft_gpu_stop(struct ft_gpu *gpu);
int ft_gpu_revive(struct ft_gpu *gpu, struct ft_err *err);
int ft_gpu_calibrate(struct ft_gpu *gpu, struct ft_err *err);

/* 1 ready; 0 the worker rejects the problem (why) or was lost; -1 error */
int ft_gpu_problem(struct ft_gpu *gpu, const char *key, uint64_t seed, const char *cache, char *why,
                   size_t cap, struct ft_err *err);

struct ft_gpu_loaded {
    int regs, ctas_per_sm, smem_bytes, local_bytes;
    int64_t workspace_bytes;
    char match[32], describe[256]; /* of a library's plan */
};
/* Of the following, 1: answered, see *outcome; 0: lost (outcome set to gpu->lost, detail to its
 * text); -1 error. */
struct ft_gpu_request {
    const char *cubin_path, *program; /* a build of ours */
    int is_deterministic;
    int any_page_size, any_lse; /* the build is not specialised on them: the full set varies them */
    const char *library; /* or: a table or database, from which libfatune chooses for the problem */
};
/* Of a build of the family, with a launch program. */
struct ft_gpu_request ft_gpu_request_of(const struct ft_family *family, const char *cubin_path,
                                        const char *program);
int ft_gpu_load(struct ft_gpu *gpu, int id, const struct ft_gpu_request *request,
                struct ft_gpu_loaded *loaded, enum ft_outcome *outcome, char *detail, size_t cap,
                struct ft_err *err);
int ft_gpu_validate(struct ft_gpu *gpu, int id, const char *set, struct ft_validation *v,
                    enum ft_outcome *outcome, char *detail, size_t cap, struct ft_err *err);
struct ft_series { /* of one id */
    double *ns;    /* in the reply's arena: valid until the next call */
    size_t n;
};
/* On a candidate's failure *bad_id is the id it concerns, FT_NO_ID when nobody knows.
 * 2: CUPTI failed in this worker, which was ended for it. Nothing was timed: revive it, load, ask
 * again. The worker's own CUDA events are the timer only where a fresh CUPTI failed several times.
 */
int ft_gpu_time(struct ft_gpu *gpu, const int *ids, size_t n_ids, int n_samples, const char *cache,
                double limit_ns, struct ft_series *series, int *sm_mhz, int *throttled,
                enum ft_outcome *outcome, int *bad_id, char *detail, size_t cap,
                struct ft_err *err);
int ft_gpu_unload(struct ft_gpu *gpu, int id, struct ft_err *err);
int ft_gpu_counters(struct ft_gpu *gpu, int id, const char *cache, const struct ft_jval **reply,
                    struct ft_err *err);
#endif
