-- prefill.sql -- a made-up prefill family on top of tests/cli/results.sql: a grid of Br and Bc in which some cells failed
INSERT INTO family VALUES
  (2, 'prefill_wmma', printf('%.64d', 8), 'made up', 1, 0, '2026-01-01T00:00:00.000Z');
INSERT INTO problem
  SELECT 10 + value, 'dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,seqlen_q=' || (512 << value) || ',seqlen_kv=' ||
         (512 << value) || ',mask=causal', 'qwen3-8b-prefill-' || (512 << value), 'fwd', 'bf16', 'strided', 128, 32, 8,
         1, 512 << value, 512 << value, 8192.0 * (512 << value) * (512 << value), 20480.0 * (512 << value)
  FROM json_each('[0, 1, 2]');
INSERT INTO problem_name SELECT id, name FROM problem WHERE id >= 10;
INSERT INTO build VALUES
  (10, 2, 'key10', 'Br=32', 'sm_90a', '#define FT_BR (32 < 64 && "x")', '--std=c++17', '13.0', 'ok', '',
   'kernel.cu(3): warning: variable "x" was <never> used', 128, 16, 0, 400, 2e9, CAST('CUBIN' AS BLOB),
   '2026-01-01T00:00:00.000Z');
INSERT INTO trial (device_id, problem_id, contestant, family_id, config, cache, timer, build_id, run_id, outcome,
                   detail, program_id, ctas_per_sm, smem_bytes, workspace_bytes, max_abs, tol, at)
  SELECT 1, p.id, 'prefill_wmma', 2, 'Br=' || br.value || ',Bc=' || bc.value || ',stages=' || stages.value, 'cold',
         'cupti', 10, 1,
         CASE WHEN br.value * bc.value > 2048 THEN 'spills' WHEN br.value < bc.value THEN 'wrong' ELSE 'ok' END,
         CASE WHEN br.value * bc.value > 2048 THEN 'spills 48 bytes'
              WHEN br.value < bc.value THEN 'max_abs <0.3> & more' ELSE '' END,
         1, 2, 65536, 0, 0.001, 0.01, '2026-01-01T00:00:00.000Z'
  FROM problem p, json_each('[16, 32, 64]') br, json_each('[16, 32, 64]') bc, json_each('[1, 2]') stages
  WHERE p.id >= 10;
INSERT INTO trial (device_id, problem_id, contestant, config, cache, timer, run_id, outcome, detail, program_id, at)
  SELECT 1, id, 'pytorch/fa2', '', 'cold', 'event', 1, 'ok', '', 1, '2026-01-01T00:00:00.000Z'
  FROM problem WHERE id >= 10;
-- 1000 ns for Br=32, 1500 for Br=64, 2000 for Br=16 and the baseline, all but doubled with one stage.
INSERT INTO sample (trial_id, run_id, phase, round, n, ns, throttled, at)
  SELECT id, run_id, 'screen', 0, 1,
         CASE WHEN config LIKE '%stages=1' THEN x'0000000000b0ad40'
              WHEN config LIKE 'Br=32%' THEN x'0000000000408f40'
              WHEN config LIKE 'Br=64%' THEN x'0000000000709740' ELSE x'0000000000409f40' END, 0, at
  FROM trial WHERE problem_id >= 10 AND outcome = 'ok';
INSERT INTO winner
  SELECT NULL, 1, problem_id, 's', 1, id, id, NULL, 1000.0, 1000.0, NULL, 990.0, 1010.0, 1000.0, 100.0, 30, 0, '', 8, 19,
         '2026-01-01T00:00:00.000Z', 'exhaustive', 19, 0
  FROM trial WHERE problem_id >= 10 AND config = 'Br=32,Bc=32,stages=2';
