-- results.sql -- a small made-up database on top of tuner/store/schema.sql, for query*.sh and export*.sh
--
-- One H200 with four problems: a clear winner, a tie, an outside winner, and one where nothing was valid; one A100.
INSERT INTO meta VALUES ('created_at', '2026-01-01T00:00:00.000Z');
INSERT INTO device VALUES
  (1, 'NVIDIA H200|90|132|', 'NVIDIA H200', 'sm_90a', 90, 132, '', 'GPU-1', 232448, 233472, 65536, 1024, 2048, 32,
   62914560, 150000000000, 1980, 3201, 13000, 4650.0, '2026-01-01T00:00:00.000Z'),
  (2, 'NVIDIA A100|80|108|', 'NVIDIA A100', 'sm_80', 80, 108, '', 'GPU-2', 166912, 167936, 65536, 1024, 2048, 32,
   41943040, 80000000000, 1410, 1593, 13000, 1700.0, '2026-01-01T00:00:00.000Z');
INSERT INTO family VALUES
  (1, 'decode_split', printf('%.64d', 7), 'made up', 1, 0, '2026-01-01T00:00:00.000Z');
INSERT INTO problem VALUES
  (1, 'dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=1,seqlen_q=1,seqlen_kv=4096', 'qwen3-8b-decode-1x4k',
   'fwd', 'bf16', 'strided', 128, 32, 8, 1, 1, 4096, 67108864.0, 16793600.0),
  (2, 'dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=16,seqlen_q=1,seqlen_kv=4096', 'qwen3-8b-decode-16x4k',
   'fwd', 'bf16', 'strided', 128, 32, 8, 16, 1, 4096, 1073741824.0, 268697600.0),
  (3, 'dtype=bf16,head_dim=128,q_heads=32,kv_heads=8,batch=64,seqlen_q=1,seqlen_kv=4096', 'qwen3-8b-decode-64x4k',
   'fwd', 'bf16', 'strided', 128, 32, 8, 64, 1, 4096, 4294967296.0, 1074790400.0),
  (4, 'dtype=bf16,head_dim=128,q_heads=64,kv_heads=8,batch=1,seqlen_q=1,seqlen_kv=1024', 'qwen3-32b-decode-1x1k',
   'fwd', 'bf16', 'strided', 128, 64, 8, 1, 1, 1024, 33554432.0, 4227072.0);
INSERT INTO problem_name SELECT id, name FROM problem;
INSERT INTO problem_name VALUES (1, 'qwen3-4b-decode-1x4k');
INSERT INTO run VALUES
  (1, 1, 'qwen3', '', 'fatune --config qwen3', '0.1.0', 'host', '580.65', '13.0', '13.0', 'cupti', 'cold', '1', 'done',
   '2026-01-01T00:00:00.000Z', '2026-01-01T00:10:00.000Z'),
  (2, 2, 'qwen3', '', 'fatune --config qwen3', '0.1.0', 'host', '580.65', '13.0', '13.0', 'cupti', 'cold', '1', 'done',
   '2026-01-01T00:00:00.000Z', '2026-01-01T00:10:00.000Z');
INSERT INTO build
  SELECT value, 1, 'key' || value, 'Bc=32', 'sm_90a', '#define FT_BC 32', '', '13.0', 'ok', '', '', 96, 0, 0, 400, 1e9,
         CASE WHEN value < 3 THEN CAST('CUBIN' AS BLOB) END, '2026-01-01T00:00:00.000Z'
  FROM json_each('[1, 2, 3]');
INSERT INTO launch_program VALUES
  (1, 'args 400' || char(10) ||
   'kernel decode_split when=1 grid=p.batch,1,1 block=128,1,1 cluster=1,1,1 smem=0 pdl=0' || char(10));
INSERT INTO trial (id, device_id, problem_id, contestant, family_id, config, cache, timer, build_id, run_id, outcome,
                   detail, program_id, ctas_per_sm, smem_bytes, workspace_bytes, at)
  SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
         json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'), 'cold', 'cupti',
         json_extract(value, '$[6]'), json_extract(value, '$[1]'), json_extract(value, '$[7]'),
         json_extract(value, '$[8]'),
         1, 4, 1024, 0, '2026-01-01T00:00:00.000Z'
  FROM json_each('[
    [1, 1, 1, "decode_split", 1, "Bc=32,warps=4,splits=16", 1, "ok", ""],
    [2, 1, 1, "decode_split", 1, "Bc=32,warps=4,splits=8", 1, "ok", ""],
    [3, 1, 1, "decode_split", 1, "Bc=64,warps=8,splits=8", 3, "wrong", "max_abs 0.3 > 0.01 at [0, 0, 7]\nsecond line"],
    [4, 1, 2, "decode_split", 1, "Bc=32,warps=4,splits=4", 2, "ok", ""],
    [5, 1, 2, "decode_split", 1, "Bc=64,warps=4,splits=4", 3, "ok", ""],
    [6, 1, 3, "pytorch/cudnn", null, "", null, "ok", ""],
    [7, 1, 3, "decode_split", 1, "Bc=32,warps=4,splits=1", 1, "ok", ""],
    [8, 1, 4, "decode_split", 1, "Bc=32,warps=4,splits=1", 3, "crashed", "illegal memory access"],
    [9, 2, 1, "decode_split", 1, "Bc=32,warps=4,splits=16", 1, "ok", ""]]');
INSERT INTO sample (trial_id, run_id, phase, round, n, ns, throttled, at)
  SELECT id, run_id, 'final', 0, 1, x'0000000000a0b340', 0, at FROM trial WHERE outcome = 'ok'; -- 5024 ns
INSERT INTO winner VALUES
  (1, 1, 1, 's', 1, 1, 1, 2, 5000.0, 5000.0, 5200.0, 4980.0, 5020.0, 4950.0, 4800.0, 30, 0, '', 2, 3,
   '2026-01-01T00:00:00.000Z', 'exhaustive', NULL, 0),
  (2, 1, 2, 's', 1, 4, 4, 5, 62000.0, 62000.0, 62050.0, 61900.0, 62100.0, NULL, 58000.0, 30, 1,
   'Bc=64,warps=4,splits=4', 2, 2, '2026-01-01T00:00:00.000Z', 'exhaustive', NULL, 0),
  (3, 1, 3, 's', 1, 6, 7, 7, 250000.0, 255000.0, 255000.0, 249000.0, 251000.0, NULL, NULL, 30, 0, '', 2, 2,
   '2026-01-01T00:00:00.000Z', 'measure', 40, 1),
  (4, 2, 1, 's', 2, 9, 9, NULL, 14000.0, 14000.0, NULL, 13900.0, 14100.0, NULL, 12000.0, 30, 0, '', 1, 1,
   '2026-01-01T00:00:00.000Z', '', 12, 0);
