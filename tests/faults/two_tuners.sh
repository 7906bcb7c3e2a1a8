#!/usr/bin/env bash
# two_tuners.sh -- two tuning runs on one new database at once: both end well, and both print a winner for every problem
#
# With a write-ahead log, and once more with a rollback journal.
. "$(dirname "$0")/../fake/lib.sh"
db=$TEST_TMP/shared${FATUNE_JOURNAL:-}.db
tune "$TEST_TMP/undisturbed.db"
expect "undisturbed run" 0
winners "$TEST_TMP/undisturbed.db" >"$TEST_TMP/wanted"

pids=()
for i in 1 2; do
    FAKE_DELAY_MS=5 FAKE_LOG=$TEST_TMP/$i.log \
        "$FATUNE" tune --config qwen3-smoke --db "$db" >"$TEST_TMP/out$i" 2>"$TEST_TMP/err$i" &
    pids+=($!)
done
for i in 1 2; do
    wait "${pids[i - 1]}"
    status=$?
    [ $status = 0 ] || fail "tuner $i: exit status $status" "$TEST_TMP/out$i" "$TEST_TMP/err$i"
done
diff "$TEST_TMP/out1" "$TEST_TMP/out2" || fail "the two print different winners"
[ "$(grep -c ' decode_split Bc=' "$TEST_TMP/out1")" = 3 ] || fail "a winner for every problem" "$TEST_TMP/out1"
winners "$db" | diff "$TEST_TMP/wanted" - || fail "winners differ from those of one tuner alone"
[ "$(sqlite3 "$db" 'SELECT count(*), count(DISTINCT run_id) > 0 FROM trial')" = "34|1" ] || fail "trials are there twice"
[ "$(sqlite3 "$db" "SELECT count(*) FROM run WHERE status = 'done'")" = 2 ] || fail "not both runs are done"
[ "$(sqlite3 "$db" 'PRAGMA integrity_check')" = ok ] || fail "the database is damaged"
tune "$db"
expect "afterwards" 0
grep -q '0 tuned, 3 known already' "$TEST_TMP/err" || fail "something was left to do" "$TEST_TMP/err"
[ -n "${FATUNE_JOURNAL:-}" ] || FATUNE_JOURNAL=rollback bash "$0"
