#!/usr/bin/env bash
# replay.sh -- `fatune replay` and `fatune score` on recorded spaces: tables, curves, runs that score reads, hints, what
# strategies are worth, and what is said where a file or an option is wrong
set -euo pipefail
. tests/lib.sh
spaces=tests/data/spaces
a=$spaces/toy-a.json.gz b=$spaces/toy-b.json.gz

# The data is what its script says.
cp $spaces/make.py "$TEST_TMP/" && python3 "$TEST_TMP/make.py" >/dev/null
for name in toy-a toy-b; do
    gunzip -c $spaces/$name.json.gz >"$TEST_TMP/kept.json"
    gunzip -c "$TEST_TMP/$name.json.gz" | cmp - "$TEST_TMP/kept.json" || fail "$name is not what make.py writes"
done

# Every strategy in one table; the same seed gives the same figures, another one others.
"$FATUNE" replay --space $a --strategy all --repeats 20 --max-evals 100 --json >"$TEST_TMP/all.json"
"$FATUNE" replay --space $a --strategy all --repeats 20 --max-evals 100 --json | cmp - "$TEST_TMP/all.json"
"$FATUNE" replay --space $a --strategy all --repeats 20 --max-evals 100 --seed 9 --json >"$TEST_TMP/other.json"
! cmp -s "$TEST_TMP/other.json" "$TEST_TMP/all.json" || fail "another seed gives the same runs"
"$FATUNE" replay --space $a --strategy all --repeats 20 >"$TEST_TMP/all.txt" 2>"$TEST_TMP/err"
for strategy in $("$FATUNE" list strategies --csv | tail -n +2 | cut -d, -f1); do
    grep -q "^toy_attention  Device A  $strategy " "$TEST_TMP/all.txt" || fail "no $strategy in the table of all"
done
grep -q '^toy_attention on Device A: 396 configs, 363 valid' "$TEST_TMP/all.txt"

# The curve of one strategy, for people and as CSV: it never gets slower.
"$FATUNE" replay --space $a --strategy hillclimb --repeats 5 --max-evals 50 >"$TEST_TMP/curve.txt" 2>"$TEST_TMP/err"
grep -q '^evals ' "$TEST_TMP/curve.txt"
"$FATUNE" replay --space $a --strategy hillclimb --repeats 5 --max-evals 50 --csv >"$TEST_TMP/curve.csv"
awk -F, 'NR == 1 { if ($4 != "evals" || $5 != "best_ns_mean") exit 1; next } $4 != NR - 1 || (last && $5 > last) { exit 1 }
    { last = $5 } END { if (NR != 51) exit 1 }' "$TEST_TMP/curve.csv" || fail "the curve: $(cat "$TEST_TMP/curve.csv")"

# What replay writes, score reads, with the same figures; and they are the formulas' (facts of random search included).
"$FATUNE" score "$TEST_TMP/all.json" --json >"$TEST_TMP/score.json" 2>"$TEST_TMP/err"
grep -q 'is enough' "$TEST_TMP/err" || fail "nothing says that runs of 100 evaluations are too short for P time"
python3 - "$TEST_TMP/all.json" "$TEST_TMP/score.json" <<'END'
import json, sys
runs, scores = (json.load(open(f)) for f in sys.argv[1:])
assert len(runs) == len(scores), (len(runs), len(scores))
def best_after(run, m, worst):
    found = [best for evals, _, best in run if evals <= m]
    return found[-1] if found else worst
for r, s in zip(runs, scores):
    assert r["fatune_replay"] == 1 and r["strategy"] == s["strategy"] and s["runs"] == 20, (r["strategy"], s)
    assert abs(r["score_evals"]["mean"] - s["score_evals"]) < 1e-12 and s["score_time"] is not None, s
    d = r["valid_ns"]
    n, opt = len(d), d[-1]
    random = lambda m: d[min(n - 1, round(m * (n + 1) / (m + 1)))]
    p, counted = 0, 0
    for m in range(10, 201):
        if random(m) <= opt * (1 + 1e-9):
            break
        best = sum(best_after(run, m, d[0]) for run in r["runs"]) / len(r["runs"])
        p += (best - random(m)) / (opt - random(m))
        counted += 1
    assert abs(p / counted - s["score_evals"]) < 1e-9, (r["strategy"], p / counted, s["score_evals"])
by_name = {s["strategy"]: s["score_evals"] for s in scores}
assert by_name["default"] > by_name["random"] + 0.3, by_name
assert by_name["hillclimb"] > by_name["random"] + 0.1, by_name
END

# A space is run first; several have a mean.
"$FATUNE" score $a $b --strategy default --repeats 10 --csv >"$TEST_TMP/both.csv"
[ "$(cut -d, -f1 "$TEST_TMP/both.csv" | tr '\n' ' ')" = "space toy_attention toy_attention mean " ] || fail "$(cat "$TEST_TMP/both.csv")"

# Hints of another device help; turned round they cost little.
score() { "$FATUNE" replay --space $a --repeats 40 --max-evals 200 --json "$@" | python3 -c 'import json, sys
print(json.load(sys.stdin)[0]["score_evals"]["mean"])'; }
cold=$(score) warm=$(score --warm $b) few=$(score --warm $b --hints 5) misled=$(score --warm $b --mislead)
awk -v c="$cold" -v w="$warm" -v f="$few" -v m="$misled" 'BEGIN { exit !(w > c - 0.02 && f > c - 0.2 && m > c - 0.2) }' ||
    fail "cold $cold, warm $warm, five hints $few, misled $misled"

# Other formats, told by content: T4, a run that was killed, our CSV and database.
says() { # PATTERN ARGUMENTS OF REPLAY
    local pattern=$1
    shift
    "$FATUNE" replay "$@" --repeats 2 >"$TEST_TMP/out" 2>"$TEST_TMP/err"
    grep -q "$pattern" "$TEST_TMP/out" || fail "replay $*: no '$pattern' in: $(cat "$TEST_TMP/out" "$TEST_TMP/err")"
}
says '^t4.json: 6 configs, 3 valid' --space $spaces/t4.json
gunzip -c $a >"$TEST_TMP/whole.json"
sed -n 1,200p "$TEST_TMP/whole.json" | head -c -30 >"$TEST_TMP/killed"
says ': 197 configs' --space "$TEST_TMP/killed"
says '^qwen3-0.6b-prefill-1k prefill_wmma on NVIDIA H200: 22 configs' --space $spaces/query.csv
db=$TEST_TMP/results.db
cat tuner/store/schema.sql tests/cli/results.sql | sqlite3 "$db"
"$FATUNE" replay --space "$db" --device H200 --repeats 2 --csv >"$TEST_TMP/db.csv"
"$FATUNE" query --db "$db" --all --csv --device H200 >"$TEST_TMP/query.csv"
"$FATUNE" replay --space "$TEST_TMP/query.csv" --repeats 2 --csv | cmp - "$TEST_TMP/db.csv" || fail "database and its CSV differ"
says '16x4k decode_split on NVIDIA H200: 2 configs' --space "$db" --device H200 --problem '*16x4k'

expect_failure 2 "no recorded space is given" "--space FILE" "$FATUNE" replay
expect_failure 2 "unexpected 'x'" "--space FILE" "$FATUNE" replay x
expect_failure 2 "unknown strategy 'hilclimb'" "'hillclimb'" "$FATUNE" replay --space $a --strategy hilclimb
expect_failure 2 "unknown strategy 'hilclimb'" "'hillclimb'" "$FATUNE" score $a --strategy hilclimb
expect_failure 2 "exclude each other" "" "$FATUNE" replay --space $a --json --csv
expect_failure 3 "none.json" "" "$FATUNE" replay --space none.json
expect_failure 2 "Makefile:1:1: no recorded space" "Kernel Tuner" "$FATUNE" replay --space Makefile
expect_failure 2 "output of a replay" "fatune score" "$FATUNE" replay --space "$TEST_TMP/all.json"
expect_failure 2 "no --warm file has hints for 'toy_attention'" "another device" "$FATUNE" replay --space $a --warm $a
expect_failure 2 "no --warm file has hints for 'toy_attention'" "same parameters" "$FATUNE" replay --space $a --warm $spaces/t4.json
expect_failure 1 "no device in the database matches 'B200'" "'NVIDIA H200'" "$FATUNE" replay --space "$db" --device B200
gzip <"$db" >"$TEST_TMP/db.gz"
expect_failure 2 "is a packed database" "gunzip" "$FATUNE" replay --space "$TEST_TMP/db.gz"
head -c 5000 "$db" >"$TEST_TMP/cut.db"
expect_failure 3 "is damaged" "recover" "$FATUNE" replay --space "$TEST_TMP/cut.db"
expect_failure 2 "no file is given" "replay --json" "$FATUNE" score
sed 's/"valid_ns":\[/"valid_ns":[1,/' "$TEST_TMP/all.json" >"$TEST_TMP/bad.json"
expect_failure 2 "slowest first" "replay --json" "$FATUNE" score "$TEST_TMP/bad.json"
sed 's/"runs":\[\[\[/"runs":[[["x",/' "$TEST_TMP/all.json" >"$TEST_TMP/bad.json"
expect_failure 2 "no list of improvements" "replay --json" "$FATUNE" score "$TEST_TMP/bad.json"
