-- partition.sql -- a partition of the H200 of tests/cli/results.sql: it wins the same three problems, one of them with the
-- winner of the whole GPU. That of another one it timed in screening, that of the third not at all.
INSERT INTO device SELECT 3, 'NVIDIA H200|90|66|66 SMs', name, arch, cc, 66, '66 SMs', uuid, smem_per_cta_bytes,
    smem_per_sm_bytes, regs_per_sm, max_threads_per_cta, max_threads_per_sm, max_ctas_per_sm, l2_bytes, memory_bytes,
    sm_mhz, mem_mhz, driver_version, read_roof_gbps, at FROM device WHERE id = 1;
INSERT INTO run SELECT 3, 3, experiment, config_text,
    'fatune --config qwen3 --partition 66 --problem ''qwen3-8b-decode-*'' --db results/of-a-long-name/fatune.db', fatune_version,
    host, driver, nvrtc, cupti, timer, cache, seed, status, started_at, ended_at FROM run WHERE id = 1;
INSERT INTO trial (id, device_id, problem_id, contestant, family_id, config, cache, timer, build_id, run_id, outcome,
    detail, program_id, at)
  SELECT id + 1000, 3, problem_id, contestant, family_id, config, cache, timer, build_id, 3, outcome, detail, program_id, at
  FROM trial WHERE device_id = 1 AND id <= 9 AND id <> 6;
INSERT INTO sample (trial_id, run_id, phase, round, n, ns, throttled, at)
  SELECT 1004, 3, 'screen', 0, 1, x'0000000000b8ef40', 0, at FROM sample WHERE trial_id = 4; -- 64960 ns
INSERT INTO winner SELECT NULL, 3, 1, scope, 3, 1001, 1001, NULL, 5500.0, 5500.0, NULL, 5480.0, 5520.0, NULL, 5000.0, 30, 0,
    '', 1, 1, at, rigor, n_configs, is_throttled FROM winner WHERE id = 1;
INSERT INTO winner SELECT NULL, 3, 2, scope, 3, 1005, 1005, NULL, 64000.0, 64000.0, NULL, 62300.0, 65700.0, NULL, 60000.0,
    30, 1, 'decode_split Bc=32,warps=4,splits=4', 2, 2, at, rigor, n_configs, is_throttled FROM winner WHERE id = 1;
INSERT INTO winner SELECT NULL, 3, 3, scope, 3, 1007, 1007, NULL, 300000.0, 300000.0, NULL, 299000.0, 301000.0, NULL, NULL,
    30, 0, '', 1, 1, at, rigor, n_configs, is_throttled FROM winner WHERE id = 1;
