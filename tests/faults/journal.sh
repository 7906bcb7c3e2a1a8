#!/usr/bin/env bash
# journal.sh -- a write-ahead log where it works, a rollback journal where it cannot; both survive kill -9, and long readers
#
# The log is wrong on network file systems and impossible where its index cannot be mapped: fake/no_shm.c plays both. Which
# of the two a run has is seen by the files that SIGKILL leaves beside the database.
. "$(dirname "$0")/../fake/lib.sh"
db=$TEST_TMP/results.db
tune "$TEST_TMP/undisturbed.db" --no-counters
expect "undisturbed run" 0
winners "$TEST_TMP/undisturbed.db" >"$TEST_TMP/wanted"
${CC:-cc} -O1 -shared -fPIC -o "$TEST_TMP/no_shm.so" tests/fake/no_shm.c -ldl || skip "there is no C compiler"
# A sanitizer's library wants to be the first.
no_shm="LD_PRELOAD=$TEST_TMP/no_shm.so"
env "$no_shm" "$FATUNE" --version >/dev/null 2>&1 || skip "LD_PRELOAD does not work with this build"

# Ends a run by SIGKILL in its middle.
kill_in_the_middle() { # [VARIABLE=VALUE...]
    : >"$FAKE_LOG"
    env FAKE_DELAY_MS=10 "$@" "$FATUNE" tune --config qwen3-smoke --no-counters --db "$db" >"$TEST_TMP/out" 2>"$TEST_TMP/err" &
    local tuner=$!
    while kill -0 $tuner 2>/dev/null && [ "$(wc -l <"$FAKE_LOG")" -lt 30 ]; do sleep 0.02; done
    kill -KILL $tuner || fail "the tuner ended by itself" "$TEST_TMP/err"
    wait $tuner 2>/dev/null
}
n_trials() { "$FATUNE" query --db "$db" --all --csv 2>"$TEST_TMP/err" | grep -c decode_split; }
expect_finish() { # WHAT [VARIABLE=VALUE...]
    local what=$1
    shift
    env "$@" "$FATUNE" tune --config qwen3-smoke --no-counters --db "$db" >"$TEST_TMP/out" 2>"$TEST_TMP/err"
    status=$?
    expect "$what, afterwards" 0
    winners "$db" | diff "$TEST_TMP/wanted" - || fail "$what: other winners"
    [ "$(sqlite3 "$db" 'PRAGMA integrity_check')" = ok ] || fail "$what: the database is damaged"
    if [ -e "$db-wal" ] || [ -e "$db-journal" ]; then fail "$what: a closed database is more than one file"; fi
}

journal_of() { # WHAT wal|rollback [VARIABLE=VALUE...]
    local what=$1 wanted=$2 n
    shift 2
    rm -f "$db"*
    kill_in_the_middle "$@"
    if [ -e "$db-wal" ]; then [ "$wanted" = wal ]; else [ "$wanted" = rollback ]; fi ||
        fail "$what: not the journal that is wanted: $(cd "$TEST_TMP" && echo results.db*)"
    n=$(n_trials)
    [ "$n" -ge 4 ] || fail "$what: $n trials after 30 requests" "$TEST_TMP/err"
    expect_finish "$what" "$@"
}
journal_of "a local file system" wal
journal_of "what was asked for" rollback FATUNE_JOURNAL=rollback
journal_of "a network file system" rollback "$no_shm" FAKE_FS=nfs
journal_of "a log that cannot be mapped" rollback "$no_shm" FAKE_FS=unmappable

# A log that was left here, and is read and gone on with where it cannot be mapped: nothing in it is lost.
for place in unmappable nfs; do
    rm -f "$db"*
    kill_in_the_middle
    cp "$db" "$TEST_TMP/copy.db"
    cp "$db-wal" "$TEST_TMP/copy.db-wal"
    n=$(n_trials)
    env "$no_shm" FAKE_FS=$place "$FATUNE" query --db "$TEST_TMP/copy.db" --all --csv >"$TEST_TMP/out" 2>"$TEST_TMP/err" ||
        fail "a log that was left, read on $place" "$TEST_TMP/err"
    [ "$(grep -c decode_split "$TEST_TMP/out")" = "$n" ] || fail "$place: some of $n trials are lost" "$TEST_TMP/out"
    expect_finish "a log that was left, on $place" "$no_shm" FAKE_FS=$place
    rm -f "$TEST_TMP/copy.db"*
done
FATUNE_JOURNAL=none tune "$TEST_TMP/none.db"
expect "an unknown journal" 2 "FATUNE_JOURNAL is 'none'" "'rollback'"

# A reader that stays all the time: beside a log nobody waits; without one the tuner waits until the reader is done.
read_for() { # SECONDS
    python3 - "$db" "$1" <<'PYTHON' &
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN")
connection.execute("SELECT count(*) FROM trial").fetchall()
open(sys.argv[1] + ".is-read", "w").close()
time.sleep(float(sys.argv[2]))
PYTHON
    reader=$!
    while [ ! -e "$db.is-read" ]; do sleep 0.02; done
    rm "$db.is-read"
}
rm -f "$db"*
kill_in_the_middle
read_for 60
start=$SECONDS
tune "$db" --no-counters
expect "beside a reader" 0
[ $((SECONDS - start)) -lt 9 ] || fail "beside a reader it took $((SECONDS - start)) s"
kill $reader
wait $reader 2>/dev/null
expect_finish "beside a reader"
rm -f "$db"*
kill_in_the_middle FATUNE_JOURNAL=rollback
read_for 3
expect_finish "waiting for a reader" FATUNE_JOURNAL=rollback
wait $reader
exit 0
