#!/usr/bin/env bash
# query.sh -- `fatune query` on a made-up database: tables, filters, JSON, CSV, and what it says where there is nothing
set -euo pipefail
. tests/lib.sh
db=$TEST_TMP/results.db
cat tuner/store/schema.sql tests/cli/results.sql | sqlite3 "$db"

expect() { # NAME: compares stdin with what is expected on descriptor 3
    diff -u /dev/fd/3 - >"$TEST_TMP/diff" || { echo "$1: expected (-), got (+)"; cat "$TEST_TMP/diff"; exit 1; }
}

"$FATUNE" query --db "$db" | expect winners 3<<'END'
NVIDIA A100
problem               winner                                   time     +-  GB/s  TFLOP/s  of roof  behind  runner-up      valid  note
qwen3-8b-decode-1x4k  decode_split Bc=32,warps=4,splits=16  14.0 us  0.7 %  1200      4.8   85.7 %       -  -          1/1 of 12  -

NVIDIA H200
problem                winner                                   time     +-  GB/s  TFLOP/s  of roof    behind  runner-up                                valid  note
qwen3-8b-decode-1x4k   decode_split Bc=32,warps=4,splits=16  5.00 us  0.4 %  3359     13.4   96.0 %     4.0 %  splits=8                                   2/3  -
qwen3-8b-decode-16x4k  decode_split Bc=32,warps=4,splits=4   62.0 us  0.2 %  4334     17.3   93.5 %  tie of 2  Bc=64                                      2/2  -
qwen3-8b-decode-64x4k  pytorch/cudnn                          250 us  0.4 %  4299     17.2        -     2.0 %  decode_split Bc=32,warps=4,splits=1  2/2 of 40  ours: decode_split Bc=32,warps=4,splits=1 +2.0 %; the GPU held its clock back
no winner on NVIDIA H200 for qwen3-32b-decode-1x1k: 1 crashed
END

"$FATUNE" query --db "$db" --all --device h200 --problem 'qwen3-[43]*' | expect trials 3<<'END'
NVIDIA H200
problem                outcome     time  samples  GB/s  regs  trial  contestant                            why
qwen3-8b-decode-1x4k   ok       5.02 us        1  3343    96      1  decode_split Bc=32,warps=4,splits=16  -
qwen3-8b-decode-1x4k   ok       5.02 us        1  3343    96      2  decode_split Bc=32,warps=4,splits=8   -
qwen3-8b-decode-1x4k   wrong          -        -     -    96      3  decode_split Bc=64,warps=8,splits=8   max_abs 0.3 > 0.01 at [0, 0, 7]
qwen3-32b-decode-1x1k  crashed        -        -     -    96      8  decode_split Bc=32,warps=4,splits=1   illegal memory access
END

# A problem is found by any of its names, by its key, and with letters of either case.
for glob in qwen3-4b-decode-1x4k '*batch=1,*seqlen_kv=4096' 'QWEN3-8B-decode-1X4K'; do
    [ "$("$FATUNE" query --db "$db" --problem "$glob" --device H200 | wc -l)" = 3 ]
done
[ "$("$FATUNE" query --db "$db" --family 'pytorch/*' --csv | wc -l)" = 2 ]

# Machines get every column, with the unit in its name; unknown numbers are null.
"$FATUNE" query --db "$db" --json >"$TEST_TMP/winners.json"
python3 - "$TEST_TMP/winners.json" <<'END'
import json, sys
rows = json.load(open(sys.argv[1]))
assert len(rows) == 4, rows
by_name = {(r["device"], r["problem"]): r for r in rows}
r = by_name["NVIDIA H200", "qwen3-8b-decode-1x4k"]
assert r["time_ns_median"] == 5000 and r["time_ns_ci_low"] == 4980 and r["runner_up_behind_ratio"] == 0.04, r
assert abs(r["gbps"] - 16793600 / 5000) < 1e-9 and r["sms"] == 132 and r["stale"] is None, r
r = by_name["NVIDIA H200", "qwen3-8b-decode-64x4k"]
assert r["contestant"] == "pytorch/cudnn" and r["own_time_ns_median"] == 255000 and r["roof_ratio"] is None, r
END
"$FATUNE" query --db "$db" --all --json >"$TEST_TMP/trials.json"
python3 - "$TEST_TMP/trials.json" <<'END'
import json, sys
rows = json.load(open(sys.argv[1]))
assert len(rows) == 9 and {r["outcome"] for r in rows} == {"ok", "wrong", "crashed"}, rows
assert [r["detail"] for r in rows if r["outcome"] == "wrong"] == ["max_abs 0.3 > 0.01 at [0, 0, 7]\nsecond line"]
END

# A newer run with another driver makes what was measured before stale.
sqlite3 "$db" "INSERT INTO run SELECT 3, device_id, experiment, '', '', '0.1.0', host, '590.01', nvrtc, cupti, timer, cache,
    seed, 'done', started_at, ended_at FROM run WHERE id = 1"
[ "$("$FATUNE" query --db "$db" | grep -c 'stale: driver 580.65 -> 590.01')" = 3 ]

# The view of winners serves the plain sqlite3 shell too.
[ "$(sqlite3 "$db" "SELECT count(*) FROM winners WHERE gbps > 1000")" = 4 ]

expect_failure 3 "there is no database" "fatune --config" "$FATUNE" query --db "$TEST_TMP/none.db"
expect_failure 1 "no problem in the database matches 'qwen3-8b-decode-2x4k'" "'qwen3-8b-decode-1x4k'" \
    "$FATUNE" query --db "$db" --problem qwen3-8b-decode-2x4k
expect_failure 1 "no device in the database matches 'B200'" "'NVIDIA H200'" "$FATUNE" query --db "$db" --device B200 --json
expect_failure 1 "1 trial matches, but none" "query --all" "$FATUNE" query --db "$db" --problem 'qwen3-32b*'
expect_failure 2 "not an SQLite file" "--db" "$FATUNE" query --db Makefile
expect_failure 2 "unexpected 'qwen3'" "--problem" "$FATUNE" query --db "$db" qwen3
sqlite3 "$db" "PRAGMA user_version = 3"
expect_failure 2 "has version 3, but this program knows version 2" "newer fatune" "$FATUNE" query --db "$db"
