#!/usr/bin/env bash
# rigor.sh -- how much of a space is tried: by rigor, by a budget, by number; more of it later costs only what is new
. "$(dirname "$0")/../fake/lib.sh"
db=$TEST_TMP/r.db
cat >"$TEST_TMP/space.yaml" <<'END'
name: space
problems:
  - {name: qwen3-8b-decode-1x4k, dtype: bf16, head_dim: 128, q_heads: 32, kv_heads: 8, seqlen_q: 1, seqlen_kv: 4k}
families:
  decode_split:
    params: {Bc: [16, 32], warps: [4, 8], load: cp_async, stages: [1, 2, 3], vec: [16, 8], combine: [last_cta, pdl], splits: [auto, 1, 2, 4, 8, 16, 32]}
timing: {screen_samples: 5, final_samples: 30, finalists: 8}
validation: {seeds: [1, 2]}
END
search() { # DATABASE ARGUMENTS...: decode_split on one problem, 156 configs
    local db=$1
    shift
    rm -f "$FAKE_LOG"
    "$FATUNE" tune --config "$TEST_TMP/space.yaml" --no-counters --db "$db" "$@" \
        >"$TEST_TMP/out" 2>"$TEST_TMP/err"
    status=$?
    expect "$*" 0
}
n_trials() { sqlite3 "$1" "SELECT count(*) FROM trial"; }
# Candidates that the worker screened, in their order. The race loads with other numbers than 0.
screened() { python3 -c '
import json, os
if os.path.exists(os.environ["FAKE_LOG"]):
    for r in map(json.loads, open(os.environ["FAKE_LOG"])):
        if r["do"] == "load" and r["id"] == 0:
            print(*r["who"])'; }
median() { sqlite3 "$1" "SELECT CAST(median_ns AS INT) FROM winner ORDER BY id DESC LIMIT 1"; }

search "$db" --rigor estimate
[ "$(n_trials "$db")" = 8 ] && [ "$(screened | wc -l)" = 8 ] || fail "an estimate tries 8" "$TEST_TMP/err"
search "$db" --rigor estimate
grep -q "1 known already" "$TEST_TMP/err" || fail "the same again" "$TEST_TMP/err"
estimate=$(median "$db")
search "$db" --rigor measure
[ "$(n_trials "$db")" = 32 ] && [ "$(screened | wc -l)" = 24 ] || fail "to measure tries 32, of which 8 are known" "$TEST_TMP/err"
[ "$(median "$db")" -le "$((estimate + 5))" ] || fail "more rigor found a slower winner" "$TEST_TMP/err"
for rigor in measure estimate; do
    search "$db" --rigor $rigor
    grep -q "1 known already" "$TEST_TMP/err" && [ -z "$(screened)" ] || fail "$rigor after measure is no work" "$TEST_TMP/err"
done

# What was fast there is tried here first: of the eight at least three are among the ten fastest there.
"$FATUNE" query --db "$db" --all --csv >"$TEST_TMP/other.csv"
knows() { # DATABASE
    "$FATUNE" query --db "$1" --all --csv >"$TEST_TMP/tried.csv"
    python3 - "$TEST_TMP/other.csv" "$TEST_TMP/tried.csv" <<'END'
import csv, sys
other, tried = (list(csv.DictReader(open(path))) for path in sys.argv[1:])
fast = sorted((r for r in other if r["outcome"] == "ok"), key=lambda r: float(r["time_ns_median"]))[:10]
known = {r["config"] for r in fast} & {r["config"] for r in tried}
sys.exit(len(tried) != 8 or len(known) < 3)
END
}
search "$TEST_TMP/warm.db" --rigor estimate --warm "$db"
knows "$TEST_TMP/warm.db" || fail "what is fast in the other database was not tried" "$TEST_TMP/tried.csv"
search "$TEST_TMP/csv.db" --rigor estimate --warm "$TEST_TMP/other.csv"
knows "$TEST_TMP/csv.db" || fail "what is fast in a CSV was not tried" "$TEST_TMP/tried.csv"
# Another GPU that likes the opposite stands before this one in the file: this one's word counts more.
python3 - "$TEST_TMP/other.csv" >"$TEST_TMP/two.csv" <<'END'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
out = csv.DictWriter(sys.stdout, rows[0])
out.writeheader()
out.writerows(dict(r, device="Other", time_ns_median=1e8 / float(r["time_ns_median"]) ** 2) for r in rows if r["time_ns_median"])
out.writerows(rows)
END
search "$TEST_TMP/two.db" --rigor estimate --warm "$TEST_TMP/two.csv"
knows "$TEST_TMP/two.db" || fail "another GPU's times were taken for this one's" "$TEST_TMP/tried.csv"

# A file that cannot be read is said before there is a database or a GPU at work.
for devices in 0 all; do
    rm -f "$FAKE_LOG"
    tune "$TEST_TMP/none.db" --device $devices --rigor estimate --warm "$TEST_TMP/absent.db"
    expect "a database that is not there" 3 "absent.db"
    [ ! -e "$TEST_TMP/none.db" ] && [ -z "$(screened)" ] || fail "a database was made although nothing could be tuned"
done

# The same database is no other one: SQLite's locks on it would be lost, and with them its log, as soon as somebody else reads.
rm -f "$FAKE_LOG"
FAKE_DELAY_MS=30 search "$db" --rigor patient --warm "$db" &
tuner=$!
while kill -0 $tuner 2>/dev/null && [ -z "$(screened)" ]; do sleep 0.05; done
"$FATUNE" query --db "$db" >/dev/null || fail "a query during the run"
for pid in $(descendants $tuner); do
    readlink /proc/"$pid"/fd/* 2>/dev/null | grep -F "$db" | grep -F "(deleted)" && fail "a reader took the log away"
done
kill -0 $tuner 2>/dev/null || fail "the run was over before anybody read" "$TEST_TMP/err"
wait $tuner || exit 1
[ "$(n_trials "$db")" = 96 ] || fail "patient: $(n_trials "$db") trials" "$TEST_TMP/err"
[ "$(sqlite3 "$db" "PRAGMA integrity_check")" = ok ] || fail "the database is damaged"

# A budget too small for all of a problem gets further each time.
before=0
for _ in 1 2 3; do
    "$FATUNE" tune --config "$TEST_TMP/space.yaml" --no-counters --db "$TEST_TMP/small.db" --budget 600ms \
        >"$TEST_TMP/out" 2>"$TEST_TMP/err"
    now=$(n_trials "$TEST_TMP/small.db")
    [ "$now" -gt "$before" ] || fail "the same command stands still at $now trials" "$TEST_TMP/err"
    before=$now
done

# A strategy and a number that the user chose: the same seed is the same search, whatever is stored.
search "$TEST_TMP/a.db" --strategy anneal --max-evals 9 --seed 3 --jobs 1
screened >"$TEST_TMP/order"
search "$TEST_TMP/b.db" --strategy anneal --max-evals 9 --seed 3 --jobs 1
screened | diff - "$TEST_TMP/order" || fail "another order"
[ "$(wc -l <"$TEST_TMP/order")" = 9 ] || fail "9 of them" "$TEST_TMP/order"
search "$TEST_TMP/b.db" --strategy anneal --max-evals 12 --seed 3 --jobs 1
[ "$(screened | wc -l)" = 3 ] || fail "three more" "$TEST_TMP/err"
search "$TEST_TMP/b.db" --strategy anneal --max-evals 12 --seed 4 --jobs 1
[ "$(n_trials "$TEST_TMP/b.db")" -gt 12 ] || fail "another seed is another search"

# A budget is shared; what it left out is done by the next run.
tune "$TEST_TMP/whole.db"
expect "no budget" 0
FAKE_DELAY_MS=2 tune "$TEST_TMP/budget.db" --budget 700ms
[ "$status" = 0 ] || [ "$status" = 4 ] || fail "a small budget" "$TEST_TMP/err"
grep -q "less rigor" "$TEST_TMP/err" || fail "nothing is said of rigor" "$TEST_TMP/err"
some=$(n_trials "$TEST_TMP/budget.db")
[ "$some" -lt "$(n_trials "$TEST_TMP/whole.db")" ] || fail "it was enough for all" "$TEST_TMP/err"
tune "$TEST_TMP/budget.db"
expect "the rest" 0 "tuned"
[ "$(n_trials "$TEST_TMP/budget.db")" = "$(n_trials "$TEST_TMP/whole.db")" ] || fail "the rest" "$TEST_TMP/err"
for db in budget whole; do winners "$TEST_TMP/$db.db" | cut -d' ' -f1-3 >"$TEST_TMP/$db.winners"; done
cmp -s "$TEST_TMP/budget.winners" "$TEST_TMP/whole.winners" || fail "other winners" "$TEST_TMP/budget.winners" "$TEST_TMP/whole.winners"
"$FATUNE" tune --config qwen3-smoke --rigor brave --db "$TEST_TMP/x.db" >"$TEST_TMP/out" 2>"$TEST_TMP/err"
status=$?
expect "no such rigor" 2 "brave"
tune "$TEST_TMP/x.db" --budget 0s
expect "no time at all" 2 "budget"
tune "$TEST_TMP/x.db" --json --csv
expect "two formats" 2 "exclude each other"
