/* fixture.h -- a database in a directory of its own, filled through db.h with a made-up device,
 * family and problems */
#ifndef FT_TEST_STORE_FIXTURE_H
#define FT_TEST_STORE_FIXTURE_H
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/fs.h"
#include "store/db.h"
#include "unit/scratch.h"

struct fixture {
    char dir[64];
    char *path; /* of a database that does not exist yet */
    struct ft_db *db;
    int64_t device_id, family_id, problem_id, run_id;
};

/* Fails with the message that came with it. */
#define OK(call, err)                                                                              \
    do {                                                                                           \
        if ((call) < 0)                                                                            \
            fail_msg("%s: %s (%s)", #call, (err).text, (err).hint);                                \
    } while (0)

static inline void fixture_make(struct fixture *f)
{
    memset(f, 0, sizeof *f);
    strcpy(f->dir, "/tmp/ft_test_store_XXXXXX");
    assert_non_null(mkdtemp(f->dir));
    f->path = ft_fs_join(f->dir, "results.db");
}

static inline void fixture_remove(struct fixture *f)
{
    ft_db_close(f->db);
    assert_int_equal(remove_tree(f->dir), 0);
    free(f->path);
}

static inline struct ft_device some_device(const char *name, int sms)
{
    struct ft_device device = {.arch = "sm_90a",
                               .uuid = "GPU-1",
                               .cc = 90,
                               .sms = sms,
                               .smem_per_cta = 232448,
                               .smem_per_sm = 233472,
                               .regs_per_sm = 65536,
                               .max_threads_per_cta = 1024,
                               .max_threads_per_sm = 2048,
                               .max_ctas_per_sm = 32,
                               .l2_bytes = 60 << 20,
                               .memory_bytes = INT64_C(141) << 30,
                               .driver_version = 13000};
    snprintf(device.name, sizeof device.name, "%s", name);
    return device;
}

/* first_digit: other digit, other signature. */
static inline struct ft_family some_family(const char *name, char first_digit)
{
    struct ft_family family = {.name = name, .about = "made up", .is_deterministic = 1};
    memset(family.signature, 'a', 64);
    family.signature[0] = first_digit;
    return family;
}

static inline int64_t add_problem(struct ft_db *db, int batch, const char *name)
{
    struct ft_err err = {0};
    struct ft_named_problem named = {.names = &name, .n_names = 1};
    fatune_problem_init(&named.problem.f, 32, 8, 128, batch, 4096);
    ft_problem_normalise(&named.problem);
    ft_problem_key(&named.problem, named.key);
    int64_t id = ft_db_problem(db, &named, &err);
    OK(id, err);
    return id;
}

static inline int64_t add_run(struct ft_db *db, int64_t device_id, const char *driver)
{
    struct ft_err err = {0};
    struct ft_db_run run = {.experiment = "test",
                            .fatune_version = "0.1.0",
                            .driver = driver,
                            .nvrtc = "13.0",
                            .timer = "cupti",
                            .cache = "cold",
                            .seed = UINT64_MAX};
    int64_t id = ft_db_run_start(db, &run, device_id, &err);
    OK(id, err);
    return id;
}

static inline int64_t add_build(struct ft_db *db, int64_t family_id, const char *key,
                                const char *cubin)
{
    struct ft_err err = {0};
    struct ft_db_build build = {.key = key,
                                .config = "Bc=32",
                                .arch = "sm_90a",
                                .header = "#define FT_BC 32\n",
                                .nvrtc = "13.0",
                                .regs = 96,
                                .wall_ns = 1e9,
                                .args_bytes = 400,
                                .cubin = cubin,
                                .cubin_bytes = cubin ? strlen(cubin) : 0};
    int64_t id = ft_db_build(db, family_id, &build, &err);
    OK(id, err);
    return id;
}

#define PROGRAM                                                                                    \
    "args 400\n"                                                                                   \
    "kernel decode when=1 grid=p.batch,1,1 block=128,1,1 cluster=1,1,1 smem=0 pdl=0\n"

/* A valid trial of fixture's family on its device and problem. */
static inline struct ft_db_trial some_trial(const struct fixture *f, int64_t build_id,
                                            const char *config)
{
    return (struct ft_db_trial){.run_id = f->run_id,
                                .device_id = f->device_id,
                                .problem_id = f->problem_id,
                                .build_id = build_id,
                                .contestant = "decode",
                                .config = config,
                                .cache = "cold",
                                .timer = "cupti",
                                .program = PROGRAM,
                                .ctas_per_sm = 4,
                                .smem_bytes = 1024};
}

static inline int64_t add_trial(struct ft_db *db, const struct ft_db_trial *trial)
{
    struct ft_err err = {0};
    int64_t id = ft_db_trial(db, trial, &err);
    OK(id, err);
    return id;
}

static inline struct ft_db_winner some_winner(const struct fixture *f, int64_t trial_id, double ns)
{
    return (struct ft_db_winner){.run_id = f->run_id,
                                 .device_id = f->device_id,
                                 .problem_id = f->problem_id,
                                 .trial_id = trial_id,
                                 .median_ns = ns,
                                 .ci_low_ns = ns * 0.99,
                                 .ci_high_ns = ns * 1.01,
                                 .screen_median_ns = ns * 0.98,
                                 .roof_ns = ns * 0.9,
                                 .n_samples = 30,
                                 .ties = "",
                                 .n_valid = 2,
                                 .n_trials = 3,
                                 .scope = "scope"};
}

/* A database with one device, family, problem and run. */
static inline void fixture_fill(struct fixture *f)
{
    struct ft_err err = {0};
    struct ft_device device = some_device("NVIDIA H200", 132);
    struct ft_family family = some_family("decode", 'a');
    fixture_make(f);
    f->db = ft_db_open(f->path, FT_DB_WRITE, &err);
    if (!f->db)
        fail_msg("%s", err.text);
    f->device_id = ft_db_device(f->db, &device, &err);
    OK(f->device_id, err);
    f->family_id = ft_db_family(f->db, &family, &err);
    OK(f->family_id, err);
    f->problem_id = add_problem(f->db, 4, "model-decode-4x4k");
    f->run_id = add_run(f->db, f->device_id, "580.65");
}

static inline int first_value(void *ctx, int n, const char *const *names, const char *const *values)
{
    (void)n;
    (void)names;
    snprintf(ctx, 256, "%s", values[0] ? values[0] : "NULL");
    return 0;
}

/* The first column of the last row as text; lives until the next call. */
static inline const char *value_of(struct ft_db *db, const char *sql)
{
    static char text[256];
    struct ft_err err = {0};
    strcpy(text, "no row");
    OK(ft_db_select(db, first_value, text, &err, sql, 0, NULL), err);
    return text;
}

#endif
