#!/usr/bin/env bash
# rigor.sh -- how much of a space is tried: by rigor, by a budget, by number; more of it later costs only what is new
. "$(dirname "$0")/../fake/lib.sh"
db=$TEST_TMP/r.db
search() { # DATABASE ARGUMENTS...: decode_split on one problem of the large config
    local db=$1
    shift
    rm -f "$FAKE_LOG"
    "$FATUNE" tune --config qwen3 --problem qwen3-8b-decode-1x4k --family decode_split --no-counters --db "$db" "$@" \
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

# What was fast there is tried here first.
best=$(sqlite3 "$db" "SELECT t.config FROM winner w JOIN trial t ON t.id = w.trial_id ORDER BY w.id DESC LIMIT 1")
search "$TEST_TMP/warm.db" --rigor estimate --warm "$db"
[ "$(sqlite3 "$TEST_TMP/warm.db" "SELECT count(*) FROM trial WHERE config = '$best'")" = 1 ] || fail "the other database's winner was not tried" "$TEST_TMP/out"
"$FATUNE" query --db "$db" --all --csv >"$TEST_TMP/other.csv"
search "$TEST_TMP/csv.db" --rigor estimate --warm "$TEST_TMP/other.csv"
[ "$(sqlite3 "$TEST_TMP/csv.db" "SELECT count(*) FROM trial WHERE config = '$best'")" = 1 ] || fail "a CSV's winner was not tried" "$TEST_TMP/out"
"$FATUNE" tune --config qwen3-smoke --db "$TEST_TMP/none.db" --rigor estimate --warm "$TEST_TMP/absent.db" >"$TEST_TMP/out" 2>"$TEST_TMP/err"
status=$?
expect "a database that is not there" 3 "absent.db"

# The same database is no other one: SQLite's locks on it would be lost.
search "$db" --rigor patient --warm "$db"
[ "$(n_trials "$db")" = 96 ] || fail "patient: $(n_trials "$db") trials" "$TEST_TMP/err"
[ "$(sqlite3 "$db" "PRAGMA integrity_check")" = ok ] || fail "the database is damaged"

# A budget too small for all of a problem gets further each time.
before=0
for _ in 1 2 3; do
    "$FATUNE" tune --config qwen3 --problem qwen3-8b-decode-1x4k --family decode_split --no-counters --db "$TEST_TMP/small.db" --budget 2s \
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
FAKE_DELAY_MS=10 tune "$TEST_TMP/budget.db" --budget 1500ms
[ "$status" = 0 ] || [ "$status" = 4 ] || fail "a budget of a second and a half" "$TEST_TMP/err"
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
