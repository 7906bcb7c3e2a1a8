#!/usr/bin/env bash
# limits.sh -- a database that may not grow (ulimit -f), and one that is deleted under the tuner: said at once, nothing lost
. "$(dirname "$0")/../fake/lib.sh"
db=$TEST_TMP/results.db
tune "$TEST_TMP/undisturbed.db" --no-counters
expect "undisturbed run" 0
winners "$TEST_TMP/undisturbed.db" >"$TEST_TMP/wanted"

for journal in "" rollback; do
    rm -f "$db"*
    export FATUNE_JOURNAL=$journal
    tune "$db" --no-counters --problem '*8b-decode-1x4k'
    expect "first problem" 0
    n=$(sqlite3 "$db" 'SELECT count(*) FROM trial')
    # In units of 1 KiB: room for the file as it is, and for some of what comes.
    (ulimit -f $(($(stat -c %s "$db") / 1024 + 16)) && exec "$FATUNE" tune --config qwen3-smoke --no-counters --db "$db") \
        >"$TEST_TMP/out" 2>"$TEST_TMP/err"
    status=$?
    expect "a file that may not grow" 3 "database '$db': " "what was committed is safe"
    [ "$(sqlite3 "$db" 'SELECT count(*) FROM trial')" -ge "$n" ] && [ "$(sqlite3 "$db" 'PRAGMA integrity_check')" = ok ] ||
        fail "a file that may not grow: rows are lost"
    tune "$db" --no-counters
    expect "afterwards" 0
    winners "$db" | diff "$TEST_TMP/wanted" - || fail "other winners afterwards"
done
unset FATUNE_JOURNAL

rm -f "$db"*
: >"$FAKE_LOG"
FAKE_DELAY_MS=20 "$FATUNE" tune --config qwen3-smoke --no-counters --db "$db" >"$TEST_TMP/out" 2>"$TEST_TMP/err" &
tuner=$!
while kill -0 $tuner 2>/dev/null && [ "$(wc -l <"$FAKE_LOG")" -lt 24 ]; do sleep 0.02; done
mkdir "$TEST_TMP/away"
mv "$db"* "$TEST_TMP/away/"
n_before=$(wc -l <"$FAKE_LOG")
wait $tuner
status=$?
expect "a database that is gone" 3 "database '$db' was deleted or replaced meanwhile" "put it back where it was"
[ $(($(wc -l <"$FAKE_LOG") - n_before)) -lt 12 ] || fail "it went on for long with a database that is gone"
mv "$TEST_TMP/away/"* "$TEST_TMP/"
tune "$db" --no-counters
expect "put back" 0
winners "$db" | diff "$TEST_TMP/wanted" - || fail "other winners, put back"
exit 0
