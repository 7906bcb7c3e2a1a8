#!/usr/bin/env bash
# compare.sh -- `fatune compare`: devices of one database, one device in two, runs; losses, --fail-above, JSON, CSV
set -euo pipefail
db=$TEST_TMP/results.db
# The H200 gets a partition, which tried the whole GPU's winner of problem 2 in screening, and that of problem 3 not at all.
more="
INSERT INTO device SELECT 3, 'NVIDIA H200|90|66|66 SMs', name, arch, cc, 66, '66 SMs', uuid, smem_per_cta_bytes,
    smem_per_sm_bytes, regs_per_sm, max_threads_per_cta, max_threads_per_sm, max_ctas_per_sm, l2_bytes, memory_bytes,
    sm_mhz, mem_mhz, driver_version, read_roof_gbps, at FROM device WHERE id = 1;
INSERT INTO run SELECT 3, 3, experiment, config_text, command, fatune_version, host, driver, nvrtc, cupti, timer, cache,
    seed, status, started_at, ended_at FROM run WHERE id = 1;
INSERT INTO trial (id, device_id, problem_id, contestant, family_id, config, cache, timer, build_id, run_id, outcome,
    detail, program_id, at)
  SELECT id + 20, 3, problem_id, contestant, family_id, config, cache, timer, build_id, 3, outcome, detail, program_id, at
  FROM trial WHERE device_id = 1 AND id <> 6;
INSERT INTO sample (trial_id, run_id, phase, round, n, ns, throttled, at)
  SELECT 24, 3, 'screen', 0, 1, x'0000000000b8ef40', 0, at FROM sample WHERE trial_id = 4; -- 64960 ns
INSERT INTO winner SELECT 5, 3, 1, scope, 3, 21, 21, NULL, 5500.0, 5500.0, NULL, 5480.0, 5520.0, NULL, 5000.0, 30, 0, '',
    1, 1, at, rigor, n_configs, is_throttled FROM winner WHERE id = 1;
INSERT INTO winner SELECT 6, 3, 2, scope, 3, 25, 25, NULL, 64000.0, 64000.0, NULL, 62300.0, 65700.0, NULL, 60000.0, 30,
    1, 'decode_split Bc=32,warps=4,splits=4', 2, 2, at, rigor, n_configs, is_throttled FROM winner WHERE id = 1;
INSERT INTO winner SELECT 7, 3, 3, scope, 3, 27, 27, NULL, 300000.0, 300000.0, NULL, 299000.0, 301000.0, NULL, NULL, 30,
    0, '', 1, 1, at, rigor, n_configs, is_throttled FROM winner WHERE id = 1;"
cat tuner/store/schema.sql tests/cli/results.sql <(echo "$more") | sqlite3 "$db"

expect() { # NAME: compares stdin with what is expected on descriptor 3
    diff -u /dev/fd/3 - >"$TEST_TMP/diff" || { echo "$1: expected (-), got (+)"; cat "$TEST_TMP/diff"; exit 1; }
}
expect_failure() { # STATUS MESSAGE HINT COMMAND...
    local status=0 wanted=$1 message=$2 hint=$3
    shift 3
    "$@" >"$TEST_TMP/out" 2>"$TEST_TMP/err" || status=$?
    [ "$status" = "$wanted" ] && grep -qF -- "$message" "$TEST_TMP/err" && grep -qF -- "$hint" "$TEST_TMP/err" && return
    echo "$*: exit status $status, wanted $wanted; messages:"
    cat "$TEST_TMP/out" "$TEST_TMP/err"
    exit 1
}

"$FATUNE" compare --db "$db" --device H200 --device '66 SMs' | expect partition 3<<'END'
A: NVIDIA H200
B: NVIDIA H200 66 SMs

problem                      A  of roof        B  of roof    B/A      A's on B  winner on A                           winner on B
qwen3-8b-decode-1x4k   5.00 us   96.0 %  5.50 us   90.9 %  1.100          same  decode_split Bc=32,warps=4,splits=16  same
qwen3-8b-decode-16x4k  62.0 us   93.5 %  64.0 us   93.8 %  1.032   tie ~+1.5 %  decode_split Bc=32,warps=4,splits=4   decode_split Bc=64,warps=4,splits=4
qwen3-8b-decode-64x4k   250 us        -   300 us        -  1.200  not measured  pytorch/cudnn                         decode_split Bc=32,warps=4,splits=1

3 common problems: B takes 1.109 times A's time (geometric mean)
2 have different winners, 1 of them a tie on B
with A's winner B loses at most 1.5 %, on qwen3-8b-decode-16x4k (~)
~: 1 of B's times of A's winner comes from screening, a few samples
on 1 problem A's winner was not measured on B: --measure does it where B is
END

"$FATUNE" compare --db "$db" --device H200 --device A100 | sed -n '7,$p' | expect a100 3<<'END'
1 common problem: B takes 2.800 times A's time (geometric mean)
2 problems only on A, NVIDIA H200
END
status=0
"$FATUNE" compare --db "$db" -d A100 -d H200 --problem '*16x4k' >"$TEST_TMP/out" 2>"$TEST_TMP/err" || status=$?
[ $status = 1 ]
grep -qF "'NVIDIA A100' and 'NVIDIA H200' have no problem in common that matches the filters" "$TEST_TMP/err"
"$FATUNE" compare --db "$db" -d H200 -d 66 --family 'pytorch/*' >"$TEST_TMP/out"
grep -qF '1 common problem:' "$TEST_TMP/out"

# Slower by more than the limit, and by more than the intervals explain: 1x4k and 64x4k, not 16x4k.
"$FATUNE" compare --db "$db" -d H200 -d 66 --fail-above 20% >/dev/null
expect_failure 1 "B is slower by more than 1 % on 2 problems: 'qwen3-8b-decode-1x4k' (+10.0 %), 'qwen3-8b-decode-64x4k' (+20.0 %)" \
    "on 1 problem B is slower by more than 1 %, but not beyond the intervals" \
    "$FATUNE" compare --db "$db" -d H200 -d 66 --fail-above 1%
grep -q '^3 common problems' "$TEST_TMP/out" # the table is printed all the same
"$FATUNE" compare --db "$db" -d 66 -d H200 --fail-above 0% >/dev/null

# Machines get every figure; unknown ones are null.
"$FATUNE" compare --db "$db" -d H200 -d 66 --json >"$TEST_TMP/rows.json"
"$FATUNE" compare --db "$db" -d H200 -d 66 --csv >"$TEST_TMP/rows.csv"
python3 - "$TEST_TMP/rows.json" "$TEST_TMP/rows.csv" <<'END'
import csv, json, sys
rows = json.load(open(sys.argv[1]))
lines = list(csv.DictReader(open(sys.argv[2], newline="")))
assert len(rows) == len(lines) == 3 and list(rows[0]) == list(lines[0])
a, b, c = rows
assert a["a_device"] == "NVIDIA H200" and a["b_device"] == "NVIDIA H200 66 SMs", a
assert a["same_winner"] == 1 and abs(a["time_ratio"] - 1.1) < 1e-12 and a["transfer_loss_ratio"] == 0, a
assert b["tie_on_b"] == 1 and b["transfer_phase"] == "screen" and b["transfer_time_ns_median"] == 64960, b
assert b["b_time_ns_ci_low"] == 62300 and b["a_config"] == "Bc=32,warps=4,splits=4", b
assert c["transfer_outcome"] is None and c["transfer_loss_ratio"] is None and c["a_roof_ratio"] is None, c
END

# The same device in two files.
cp "$db" "$TEST_TMP/old.db"
"$FATUNE" compare --db "$TEST_TMP/old.db" --db "$db" -d 'H200 @old.db' -d 'h200 @results.db' >"$TEST_TMP/out"
head -n 2 "$TEST_TMP/out" | expect files 3<<'END'
A: NVIDIA H200 @old.db
B: NVIDIA H200 @results.db
END
"$FATUNE" compare --db "$TEST_TMP/old.db" --db "$db" -d A100 >"$TEST_TMP/out" # two fit: these two
grep -qF 'B: NVIDIA A100 @results.db' "$TEST_TMP/out"

# Runs of one database. The samples tell what won in a run: the made-up ones are all alike.
"$FATUNE" compare --db "$db" --run 1 --run 3 >"$TEST_TMP/out" 2>&1
head -n 2 "$TEST_TMP/out" | expect runs 3<<'END'
A: NVIDIA H200 run 1
B: NVIDIA H200 66 SMs run 3
END

expect_failure 2 "'NVIDIA' means 3 devices" "hint: there are 'NVIDIA A100', 'NVIDIA H200', 'NVIDIA H200 66 SMs'" \
    "$FATUNE" compare --db "$db" -d A100 -d NVIDIA
expect_failure 1 "no device with winners is called 'B200'" "'NVIDIA A100'" "$FATUNE" compare --db "$db" -d H200 -d B200
expect_failure 2 "two devices are to be named" "'NVIDIA A100'" "$FATUNE" compare --db "$db"
expect_failure 2 "both sides are 'NVIDIA H200'" "" "$FATUNE" compare --db "$db" -d H200 -d 'nvidia h200'
expect_failure 2 "a comparison has two sides, not 3" "" "$FATUNE" compare --db "$db" -d 1 -d 2 -d 3
expect_failure 2 "a comparison has two sides, not 1" "" "$FATUNE" compare --db "$db" --run 1
expect_failure 2 "--measure and --run exclude each other" "" "$FATUNE" compare --db "$db" --run 1 --run 3 --measure
expect_failure 1 "there is no run '7'" "run 3'" "$FATUNE" compare --db "$db" --run 1 --run 7
expect_failure 2 "run '1' is in 2 databases" "" "$FATUNE" compare --db "$db" --db "$TEST_TMP/old.db" --run 1 --run 3
expect_failure 3 "there is no database" "" "$FATUNE" compare --db "$db" --db "$TEST_TMP/none.db" -d H200 -d A100
expect_failure 2 "--json and --csv exclude each other" "" "$FATUNE" compare --db "$db" --json --csv
