/* db_write.c -- rows into the database
 *
 * The idea: every row has a natural key, and writing it again changes the row in place, so that ids
 * stay what they were and an interrupted run can simply repeat what it was doing. Only samples and
 * counter sets are appended.
 */
#include <stdio.h>
#include <stdlib.h>
#include "base/buf.h"
#include "base/mem.h"
#include "store/db_int.h"

int64_t ft_db_device(struct ft_db *db, const struct ft_device *device, struct ft_err *err)
{
    char key[256];
    ft_device_key(device, key);
    int64_t id = -1;
    if (ft_db_unit_begin(db, err) < 0)
        return -1;
    int rc = ft_db_exec(
        db, err,
        "INSERT INTO device (key, name, arch, cc, sms, partition, uuid, smem_per_cta_bytes, "
        "smem_per_sm_bytes, regs_per_sm, max_threads_per_cta, max_threads_per_sm, "
        "max_ctas_per_sm, l2_bytes, memory_bytes, sm_mhz, mem_mhz, driver_version, "
        "read_roof_gbps, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, " FT_DB_NOW ") "
        "ON CONFLICT (key) DO UPDATE SET arch = excluded.arch, uuid = excluded.uuid, "
        "memory_bytes = excluded.memory_bytes, sm_mhz = excluded.sm_mhz, "
        "mem_mhz = excluded.mem_mhz, driver_version = excluded.driver_version, "
        "read_roof_gbps = ifnull(excluded.read_roof_gbps, read_roof_gbps)",
        "tttiittllliiilliiiD", key, device->name, device->arch, device->cc, device->sms,
        device->partition, device->uuid, device->smem_per_cta, device->smem_per_sm,
        device->regs_per_sm, device->max_threads_per_cta, device->max_threads_per_sm,
        device->max_ctas_per_sm, device->l2_bytes, device->memory_bytes, device->sm_mhz,
        device->mem_mhz, device->driver_version, device->read_roof_gbps);
    if (rc == 0) {
        id = ft_db_query_int(db, err, "SELECT id FROM device WHERE key = ?", "t", key);
        rc = id < 0 ? -1 : 0;
    }
    return ft_db_unit_end(db, rc, err) < 0 ? -1 : id;
}

int64_t ft_db_family(struct ft_db *db, const struct ft_family *family, struct ft_err *err)
{
    int64_t id = -1;
    if (ft_db_unit_begin(db, err) < 0)
        return -1;
    int rc = ft_db_exec(
        db, err,
        "INSERT INTO family (name, signature, about, is_deterministic, is_data_dependent, "
        "seen_at) VALUES (?, ?, ?, ?, ?, " FT_DB_NOW ") "
        "ON CONFLICT (name, signature) DO UPDATE SET seen_at = excluded.seen_at",
        "tttii", family->name, family->signature, family->about, family->is_deterministic != 0,
        family->is_data_dependent != 0);
    if (rc == 0) {
        id = ft_db_query_int(db, err, "SELECT id FROM family WHERE name = ? AND signature = ?",
                             "tt", family->name, family->signature);
        rc = id < 0 ? -1 : 0;
    }
    return ft_db_unit_end(db, rc, err) < 0 ? -1 : id;
}

int64_t ft_db_problem(struct ft_db *db, const struct ft_named_problem *named, struct ft_err *err)
{
    const fatune_problem *f = &named->problem.f;
    double flops, min_bytes;
    ft_db_problem_sizes(&named->problem, &flops, &min_bytes);
    int64_t id = -1;
    if (ft_db_unit_begin(db, err) < 0)
        return -1;
    int rc = ft_db_exec(
        db, err,
        "INSERT INTO problem (key, name, op, dtype, kv, head_dim, q_heads, kv_heads, batch, "
        "seqlen_q, seqlen_kv, flops, min_bytes) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) "
        "ON CONFLICT (key) DO UPDATE SET name = excluded.name, flops = excluded.flops, "
        "min_bytes = excluded.min_bytes",
        "tttttiiiiiidd", named->key, named->n_names > 0 ? named->names[0] : named->key,
        ft_op_name(f->op), ft_dtype_name(f->dtype), ft_kv_form_name(f->kv), f->head_dim, f->q_heads,
        f->kv_heads, f->batch, f->seqlen_q, f->seqlen_kv, flops, min_bytes);
    if (rc == 0) {
        id = ft_db_query_int(db, err, "SELECT id FROM problem WHERE key = ?", "t", named->key);
        rc = id < 0 ? -1 : 0;
    }
    for (size_t i = 0; rc == 0 && i < named->n_names; i++)
        rc = ft_db_exec(db, err, "INSERT OR IGNORE INTO problem_name VALUES (?, ?)", "lt", id,
                        named->names[i]);
    return ft_db_unit_end(db, rc, err) < 0 ? -1 : id;
}

int64_t ft_db_run_start(struct ft_db *db, const struct ft_db_run *run, int64_t device_id,
                        struct ft_err *err)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)run->seed);
    if (ft_db_exec(db, err,
                   "INSERT INTO run (device_id, experiment, config_text, command, fatune_version, "
                   "host, driver, nvrtc, cupti, timer, cache, seed, status, started_at) "
                   "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'running', " FT_DB_NOW ")",
                   "lttttttttttt", device_id, run->experiment, run->config_text, run->command,
                   run->fatune_version, run->host, run->driver, run->nvrtc, run->cupti, run->timer,
                   run->cache, seed) < 0)
        return -1;
    return sqlite3_last_insert_rowid(db->sql);
}

int ft_db_run_end(struct ft_db *db, int64_t run_id, const char *status, struct ft_err *err)
{
    return ft_db_exec(db, err, "UPDATE run SET status = ?, ended_at = " FT_DB_NOW " WHERE id = ?",
                      "tl", status, run_id);
}

int64_t ft_db_build(struct ft_db *db, int64_t family_id, const struct ft_db_build *build,
                    struct ft_err *err)
{
    int64_t id = -1;
    if (ft_db_unit_begin(db, err) < 0)
        return -1;
    int rc = ft_db_exec(
        db, err,
        "INSERT INTO build (family_id, key, config, arch, header, options, nvrtc, outcome, "
        "detail, log, regs, spill_bytes, static_smem_bytes, args_bytes, wall_ns, cubin, at) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, " FT_DB_NOW ") "
        "ON CONFLICT (key) DO UPDATE SET outcome = excluded.outcome, detail = excluded.detail, "
        "log = excluded.log, regs = ifnull(excluded.regs, regs), "
        "spill_bytes = excluded.spill_bytes, static_smem_bytes = excluded.static_smem_bytes, "
        "args_bytes = excluded.args_bytes, wall_ns = ifnull(excluded.wall_ns, wall_ns), "
        "cubin = ifnull(excluded.cubin, cubin)",
        "ltttttttttIiilDb", family_id, build->key, build->config, build->arch, build->header,
        build->options, build->nvrtc, ft_outcome_name(build->outcome), build->detail, build->log,
        build->regs, build->spill_bytes, build->static_smem_bytes, (int64_t)build->args_bytes,
        build->wall_ns, build->cubin, build->cubin_bytes);
    if (rc == 0) {
        id = ft_db_query_int(db, err, "SELECT id FROM build WHERE key = ?", "t", build->key);
        rc = id < 0 ? -1 : 0;
    }
    return ft_db_unit_end(db, rc, err) < 0 ? -1 : id;
}

int64_t ft_db_trial(struct ft_db *db, const struct ft_db_trial *trial, struct ft_err *err)
{
    const struct ft_validation *v = &trial->validation;
    int64_t id = -1, family_id = trial->family_id;
    if (ft_db_unit_begin(db, err) < 0)
        return -1;
    if (family_id == 0 && trial->build_id > 0)
        family_id = ft_db_query_int(db, err, "SELECT family_id FROM build WHERE id = ?", "l",
                                    trial->build_id);
    int rc = family_id < 0
                 ? -1
                 : ft_db_exec(db, err, "INSERT OR IGNORE INTO launch_program (text) VALUES (?)",
                              "t", trial->program);
    if (rc == 0)
        rc = ft_db_exec(
            db, err,
            "INSERT INTO trial (device_id, problem_id, contestant, family_id, config, cache, "
            "timer, build_id, run_id, outcome, detail, program_id, ctas_per_sm, smem_bytes, "
            "workspace_bytes, max_abs, mean_abs, rel_l2, cosine, tol, lse_max_abs, at) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
            "(SELECT id FROM launch_program WHERE text = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, " FT_DB_NOW
            ") "
            "ON CONFLICT (device_id, problem_id, contestant, ifnull(family_id, 0), config, cache, "
            "timer) DO UPDATE SET build_id = excluded.build_id, run_id = excluded.run_id, "
            "outcome = excluded.outcome, detail = excluded.detail, program_id = "
            "excluded.program_id, "
            "ctas_per_sm = excluded.ctas_per_sm, smem_bytes = excluded.smem_bytes, "
            "workspace_bytes = excluded.workspace_bytes, max_abs = excluded.max_abs, "
            "mean_abs = excluded.mean_abs, rel_l2 = excluded.rel_l2, cosine = excluded.cosine, "
            "tol = excluded.tol, lse_max_abs = excluded.lse_max_abs, at = excluded.at",
            "lltLtttLltttIildddddd", trial->device_id, trial->problem_id, trial->contestant,
            family_id, trial->config, trial->cache, trial->timer, trial->build_id, trial->run_id,
            ft_outcome_name(trial->outcome), trial->detail, trial->program, trial->ctas_per_sm,
            trial->smem_bytes, trial->workspace_bytes, v->max_abs, v->mean_abs, v->rel_l2,
            v->cosine, v->tol, v->lse_max_abs);
    if (rc == 0) {
        id = ft_db_query_int(
            db, err,
            "SELECT id FROM trial WHERE device_id = ? AND problem_id = ? AND contestant = ? "
            "AND ifnull(family_id, 0) = ? AND config = ? AND cache = ? AND timer = ?",
            "lltlttt", trial->device_id, trial->problem_id, trial->contestant, family_id,
            trial->config, trial->cache, trial->timer);
        rc = id < 0 ? -1 : 0;
    }
    return ft_db_unit_end(db, rc, err) < 0 ? -1 : id;
}

int ft_db_samples(struct ft_db *db, int64_t trial_id, int64_t run_id, const char *phase, int round,
                  const double *ns, size_t n, int sm_mhz, int throttled, struct ft_err *err)
{
    return ft_db_exec(db, err,
                      "INSERT INTO sample (trial_id, run_id, phase, round, n, ns, sm_mhz, "
                      "throttled, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, " FT_DB_NOW ")",
                      "lltilbIi", trial_id, run_id, phase, round, (int64_t)n, (const void *)ns,
                      n * sizeof *ns, sm_mhz, throttled != 0);
}

int ft_db_counters(struct ft_db *db, int64_t trial_id, const char *status, int passes,
                   const char *const *names, const double *values, int n, struct ft_err *err)
{
    if (ft_db_unit_begin(db, err) < 0)
        return -1;
    int rc = ft_db_exec(db, err,
                        "INSERT INTO counter_set (trial_id, status, passes, at) "
                        "VALUES (?, ?, ?, " FT_DB_NOW ")",
                        "lti", trial_id, status, passes);
    int64_t set_id = sqlite3_last_insert_rowid(db->sql);
    for (int i = 0; rc == 0 && i < n; i++)
        rc = ft_db_exec(db, err, "INSERT OR REPLACE INTO counter VALUES (?, ?, ?)", "ltd", set_id,
                        names[i], values[i]);
    return ft_db_unit_end(db, rc, err);
}

/* The runner-up's median is kept beside the winner's, from the same run and its last phase, so that
 * the view of winners needs no blob. */
int ft_db_set_winner(struct ft_db *db, const struct ft_db_winner *w, struct ft_err *err)
{
    int has_own = w->own_trial_id > 0;
    return ft_db_exec(
        db, err,
        "INSERT INTO winner (device_id, problem_id, scope, run_id, trial_id, own_trial_id, "
        "runner_up_id, median_ns, own_median_ns, ci_low_ns, ci_high_ns, screen_median_ns, "
        "roof_ns, n_samples, n_ties, ties, n_valid, n_trials, runner_up_median_ns, at, rigor, "
        "n_configs, is_throttled) "
        "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, "
        "(SELECT ft_median(ns) FROM sample WHERE trial_id = ?7 AND run_id = ?4 GROUP BY phase "
        "ORDER BY CASE phase WHEN 'final' THEN 0 WHEN 'race' THEN 1 ELSE 2 END LIMIT 1), " FT_DB_NOW
        ", ?19, ?20, ?21) ON CONFLICT (device_id, problem_id, scope) DO UPDATE SET run_id = "
        "excluded.run_id, "
        "trial_id = excluded.trial_id, own_trial_id = excluded.own_trial_id, "
        "runner_up_id = excluded.runner_up_id, median_ns = excluded.median_ns, "
        "own_median_ns = excluded.own_median_ns, ci_low_ns = excluded.ci_low_ns, "
        "ci_high_ns = excluded.ci_high_ns, screen_median_ns = excluded.screen_median_ns, "
        "roof_ns = excluded.roof_ns, n_samples = excluded.n_samples, n_ties = excluded.n_ties, "
        "ties = excluded.ties, n_valid = excluded.n_valid, n_trials = excluded.n_trials, "
        "runner_up_median_ns = excluded.runner_up_median_ns, at = excluded.at, "
        "rigor = excluded.rigor, n_configs = excluded.n_configs, "
        "is_throttled = excluded.is_throttled",
        "lltlllLddddDDiitiitLi", w->device_id, w->problem_id, w->scope, w->run_id, w->trial_id,
        has_own ? w->own_trial_id : w->trial_id, w->runner_up_id, w->median_ns,
        has_own ? w->own_median_ns : w->median_ns, w->ci_low_ns, w->ci_high_ns, w->screen_median_ns,
        w->roof_ns, w->n_samples, w->n_ties, w->ties, w->n_valid, w->n_trials, w->rigor,
        w->n_configs, w->is_throttled);
}

int ft_db_drop_winner(struct ft_db *db, int64_t device_id, int64_t problem_id, const char *scope,
                      struct ft_err *err)
{
    return ft_db_exec(db, err,
                      "DELETE FROM winner WHERE device_id = ?1 AND problem_id = ?2 AND scope = ?3",
                      "llt", device_id, problem_id, scope);
}
