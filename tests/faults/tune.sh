#!/usr/bin/env bash
# tune.sh -- a whole tuning run without a GPU: a winner for every problem, and nothing left to do for a second run
. "$(dirname "$0")/../fake/lib.sh"
db=$TEST_TMP/smoke.db

tune "$db"
expect "first run" 0
first=$TEST_TMP/first
mv "$TEST_TMP/out" "$first"
[ "$(grep -c ' decode_split Bc=' "$first")" = 3 ] || fail "the table of winners" "$first"
head -n 1 "$first" | grep -q '^problem  *winner  *time' || fail "the head of the table" "$first"
grep -q '3 problems: 3 tuned, 0 known already; 34 configs: 34 ok' "$TEST_TMP/err" || fail "the note at the end" "$TEST_TMP/err"

# Each winner is the fastest by the fake worker's own rule; each trial has its samples; winners have code and counters.
python3 - "$db" "$FAKE_LOG" <<'END' || exit 1
import sys, results
db, log = sys.argv[1:]
trials, winners = results.trials(db), results.winners(db)
assert len(trials) == 34 and all(t["outcome"] == "ok" and t["n_screens"] == 1 for t in trials.values()), trials
assert len(winners) == 3
for problem, (config, ns, valid) in winners.items():
    assert config in results.fastest(db, problem), (problem, config, results.fastest(db, problem))
(counts,) = results.rows(db, """SELECT (SELECT count(*) FROM reader_builds WHERE length(cubin) > 0), (SELECT count(*) FROM reader_entries),
    (SELECT count(*) FROM counter_set WHERE status = 'ok'), (SELECT count(*) FROM counter), (SELECT count(*) FROM run WHERE status = 'done')""")
assert tuple(counts) == (3, 3, 3, 6, 1), tuple(counts)
asked = results.requests(log)
assert [r["do"] for r in asked[:3]] == ["hello", "calibrate", "problem"]
assert {r["who"][0] for r in asked if r["do"] == "validate" and r["set"] == "problem-once"} == set(trials)
full = [r for r in asked if r["do"] == "validate" and r["set"] == "full"]
who = [str(r["who"]) for r in full]
assert len(full) >= 8 and len(set(who)) == len(who), "the full set runs once a build, and once for each finalist's launch program"
END

: >"$FAKE_LOG"
start=$(date +%s%N)
tune "$db"
ms=$((($(date +%s%N) - start) / 1000000))
expect "second run" 0
diff "$first" "$TEST_TMP/out" || fail "the second run prints other winners"
[ $ms -lt 2000 ] || fail "a second run with nothing to do took $ms ms"
grep -q '3 problems: 0 tuned, 3 known already' "$TEST_TMP/err" || fail "the second note" "$TEST_TMP/err"
grep -q '"do": "\(calibrate\|problem\)"' "$FAKE_LOG" && fail "the second run used the GPU" "$FAKE_LOG"

tune "$db" --json
expect "as JSON" 0
"$FATUNE" query --db "$db" --json | cmp - "$TEST_TMP/out" || fail "tune and query print different JSON"
python3 -c 'import json, sys
rows = json.load(sys.stdin)
assert len(rows) == 3 and all(r["device"] == "NVIDIA H200" and r["time_ns_median"] > 0 for r in rows)' <"$TEST_TMP/out" || exit 1
tune "$db" --csv
expect "as CSV" 0
[ "$(python3 -c 'import csv, sys; print(len(list(csv.reader(sys.stdin))))' <"$TEST_TMP/out")" = 4 ] || fail "CSV" "$TEST_TMP/out"

# Filters, and what matches nothing.
tune "$TEST_TMP/one.db" --problem '*8B*8x1k' --no-counters --max-evals 4 --strategy random
expect "one problem" 0
grep -q '1 problem: 1 tuned, 0 known already; 4 configs: 4 ok' "$TEST_TMP/err" || fail "the note for one problem" "$TEST_TMP/err"
tune "$TEST_TMP/one.db" --problem 'llama*'
expect "no problem" 2 "no problem matches 'llama*'" "fatune list problems --config qwen3-smoke"
FATUNE_GPU_WORKER=$TEST_TMP/none tune "$TEST_TMP/none.db"
expect "no worker" 3 "cannot start '$TEST_TMP/none'"
