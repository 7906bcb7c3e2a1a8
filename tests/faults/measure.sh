#!/usr/bin/env bash
# measure.sh -- compare --measure: both winners side by side on B, stored, so that the next compare knows it
. "$(dirname "$0")/../fake/lib.sh"
db=$TEST_TMP/results.db
tune "$db" --no-counters
expect "the whole GPU" 0
tune "$db" --no-counters --partition 66
expect "the partition" 0

compare() { # [ARGUMENTS]
    "$FATUNE" compare --db "$db" --device H200 --device '66 SMs' "$@" >"$TEST_TMP/out" 2>"$TEST_TMP/err"
    status=$?
}
# On one problem, let the whole GPU have another winner, which the partition never saw.
problem=$(sqlite3 "$db" "SELECT problem_id FROM winner LIMIT 1")
other=$(sqlite3 "$db" "SELECT t.id FROM trial t WHERE device_id = 1 AND problem_id = $problem AND NOT EXISTS (SELECT 1 FROM winner w,
    trial u WHERE w.problem_id = $problem AND u.id = w.trial_id AND u.config = t.config) LIMIT 1")
sqlite3 "$db" "UPDATE winner SET trial_id = $other, own_trial_id = $other WHERE device_id = 1 AND problem_id = $problem;
    CREATE TEMP TABLE gone AS SELECT id FROM trial WHERE device_id = 2 AND problem_id = $problem AND config =
        (SELECT config FROM trial WHERE id = $other);
    DELETE FROM sample WHERE trial_id IN gone; DELETE FROM trial WHERE id IN gone" || fail "the other winner cannot be made up"
compare
expect "before" 0
grep -q "not measured" "$TEST_TMP/out" || fail "it should not be measured yet" "$TEST_TMP/out"

rm -f "$FAKE_LOG"
compare --measure
expect "measure" 0
grep -q "not measured" "$TEST_TMP/out" && fail "it was not measured" "$TEST_TMP/out"
grep -q 'with A.s winner B loses at most [0-9.]* %, on [^~]*$' "$TEST_TMP/out" || fail "the loss" "$TEST_TMP/out"
cp "$TEST_TMP/out" "$TEST_TMP/measured"
"$FATUNE" compare --db "$db" --device H200 --device '66 SMs' --json | python3 -c '
import json, sys
row, = [r for r in json.load(sys.stdin) if not r["same_winner"]]
assert row["transfer_phase"] == "final" and row["transfer_base_ns_median"] > 0, row
assert abs(row["transfer_loss_ratio"] - (row["transfer_time_ns_median"] / row["transfer_base_ns_median"] - 1)) < 1e-12, row' || fail "what the loss is held against"
grep '"do": "hello"' "$FAKE_LOG" | grep -q '"partition": 66' || fail "it was not measured on the partition" "$FAKE_LOG"
[ "$(grep '"do": "time"' "$FAKE_LOG" | grep -c '"samples": 240')" = 1 ] || fail "only where winners differ, both at once" "$FAKE_LOG"
[ "$(sqlite3 "$db" "SELECT count(*) || ' ' || sum(s.n) FROM sample s JOIN run r ON r.id = s.run_id WHERE r.experiment = 'compare'
    AND r.status = 'done' AND s.phase = 'final'")" = "2 480" ] || fail "what was measured is not stored"

rm -f "$FAKE_LOG"
compare
expect "after" 0
cmp -s "$TEST_TMP/out" "$TEST_TMP/measured" || fail "compare does not know what was measured" "$TEST_TMP/out"
[ -e "$FAKE_LOG" ] && fail "compare used the GPU"

# A winner that fails on B is a result.
sqlite3 "$db" "DELETE FROM sample WHERE run_id = (SELECT max(id) FROM run)"
FAKE_SCRIPT='[{"do": "load", "n": 1, "act": "launch_failed"}]' compare --measure
expect "failing" 0
grep -q 'launch_failed' "$TEST_TMP/out" && grep -q "on 1 problem A's winner does not work on B" "$TEST_TMP/out" || fail "failing" "$TEST_TMP/out"

# Another GPU than B.
sqlite3 "$db" "UPDATE device SET key = 'NVIDIA B200|100|148|', name = 'NVIDIA B200', partition = '' WHERE id = 2"
"$FATUNE" compare --db "$db" --device H200 --device B200 --measure >"$TEST_TMP/out" 2>"$TEST_TMP/err"
status=$?
expect "elsewhere" 3 "B is 'NVIDIA B200', and device 0 here is 'NVIDIA H200'" "run it where B is"
