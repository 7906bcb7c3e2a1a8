#!/usr/bin/env bash
# disk.sh -- a database that is full, read-only, locked, damaged, too new, or no database: a message with a way out, nothing lost
#
# A full disk and a read-only one are small tmpfs mounts in a mount namespace of their own; where that is not allowed
# those parts are left out, which is said.
. "$(dirname "$0")/../fake/lib.sh"
# util-linux's unshare starts this script again, as root of its namespace.
if [ -z "${FATUNE_TEST_MOUNT:-}" ]; then
    for how in "--mount" "--mount --map-root-user"; do
        # shellcheck disable=SC2086 # words
        unshare $how sh -c 'mount -t tmpfs -o size=64k none "$1"' sh "$TEST_TMP" 2>/dev/null &&
            FATUNE_TEST_MOUNT=yes exec unshare $how bash "$0"
    done
fi
small=$TEST_TMP/small whole=$TEST_TMP/whole.db few=$TEST_TMP/few.db
mkdir "$small"

tune "$whole" --no-counters
expect "undisturbed run" 0
winners "$whole" >"$TEST_TMP/wanted"
tune "$few" --no-counters --problem '*8b-decode-1x4k' # what is there before the trouble begins
expect "first problem" 0

rows_of() { sqlite3 "$1" "SELECT * FROM trial; SELECT * FROM winner; SELECT hex(ns) FROM sample" 2>/dev/null | sort; }
expect_kept() { # WHAT OLD NEW: every row of OLD is in NEW
    [ -z "$(comm -23 <(rows_of "$2") <(rows_of "$3"))" ] || fail "$1: rows that were committed are gone"
}
expect_finish() { # WHAT DATABASE: the same command, now undisturbed
    tune "$2" --no-counters
    expect "$1, afterwards" 0
    winners "$2" | diff "$TEST_TMP/wanted" - || fail "$1: other winners"
}

if [ -n "${FATUNE_TEST_MOUNT:-}" ]; then
    mount -t tmpfs -o size=4m none "$small"
    no_space="no space left for database '$small/results.db'" free_some="free some space and run the same command again"

    # Full from the start: no database can be made, or written.
    head -c 4m /dev/zero >"$small/ballast" 2>/dev/null
    tune "$small/results.db"
    expect "a full disk" 3 "$no_space" "$free_some"
    rm "$small/results.db" "$small/ballast"
    cp "$few" "$small/results.db"
    head -c 4m /dev/zero >"$small/ballast" 2>/dev/null
    tune "$small/results.db" --no-counters
    expect "a full disk with a database" 3 "$no_space" "$free_some"
    expect_kept "a full disk" "$few" "$small/results.db"
    rm "$small/ballast"
    expect_finish "a full disk" "$small/results.db"

    # Full in the middle of a run.
    cp "$few" "$small/results.db"
    : >"$FAKE_LOG"
    FAKE_DELAY_MS=30 "$FATUNE" tune --config qwen3-smoke --no-counters --db "$small/results.db" >"$TEST_TMP/out" 2>"$TEST_TMP/err" &
    tuner=$!
    while kill -0 $tuner 2>/dev/null && [ "$(wc -l <"$FAKE_LOG")" -lt 24 ]; do sleep 0.02; done
    head -c 4m /dev/zero >"$small/ballast" 2>/dev/null
    n_before=$(sqlite3 "$small/results.db" 'SELECT count(*) FROM trial')
    wait $tuner
    status=$?
    expect "a disk that fills up" 3 "$no_space" "$free_some"
    expect_kept "a disk that fills up" "$few" "$small/results.db"
    n_after=$(sqlite3 "$small/results.db" 'SELECT count(*) FROM trial')
    [ "$n_before" -gt 12 ] && [ "$n_after" -ge "$n_before" ] || fail "$n_before trials before the disk was full, $n_after after"
    rm "$small/ballast"
    expect_finish "a disk that fills up" "$small/results.db"

    # The cache of builds is full, or cannot be written: no build is blamed for it.
    mkdir "$small/cache"
    head -c 4m /dev/zero >"$small/ballast" 2>/dev/null
    FATUNE_CACHE=$small/cache tune "$TEST_TMP/nocache.db" --problem '*8x1k'
    expect "a full cache" 3 "cannot compile: " "FATUNE_CACHE names another cache"
    grep -q 'No space left' "$TEST_TMP/err" || fail "the reason" "$TEST_TMP/err"
    rm "$small/ballast"
    mount -o remount,ro "$small"
    FATUNE_CACHE=$small/cache tune "$TEST_TMP/nocache.db" --problem '*8x1k'
    expect "a read-only cache" 3 "Read-only file system" "FATUNE_CACHE"

    # Read-only.
    tune "$small/results.db"
    expect "a read-only disk" 3 "database '$small/results.db' is read-only" "name another file with --db"
    tune "$small/new.db"
    expect "no database on a read-only disk" 3 "database '$small/new.db': unable to open database file" "name another file with --db"
    winners "$small/results.db" | diff "$TEST_TMP/wanted" - || fail "a read-only database cannot be read"
    umount "$small"
else
    echo "warning: no tmpfs can be mounted here: full and read-only disks are not tested"
fi
FATUNE_CACHE=/dev/null/cache tune "$TEST_TMP/nocache.db" --problem '*8x1k'
expect "no cache" 3 "cannot make directory" "set FATUNE_CACHE to a directory that can be written"
if [ -e "$TEST_TMP/nocache.db" ]; then
    [ "$(sqlite3 "$TEST_TMP/nocache.db" 'SELECT count(*) FROM trial')" = 0 ] || fail "builds are blamed for the cache"
fi
tune "/dev/null/results.db"
expect "a directory that cannot be made" 3 "cannot make directory '/dev/null'"

# Locked by another program for longer than we wait: longer than 10 s.
cp "$few" "$TEST_TMP/locked.db"
python3 - "$TEST_TMP/locked.db" <<'END' &
import sqlite3, sys, time
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
open(sys.argv[1] + ".is-locked", "w").close()
time.sleep(60)
END
locker=$!
while [ ! -e "$TEST_TMP/locked.db.is-locked" ]; do sleep 0.05; done
tune "$TEST_TMP/locked.db"
expect "a locked database" 3 "database '$TEST_TMP/locked.db' is locked by another process" "wait until the other fatune has ended"
kill $locker
wait $locker 2>/dev/null
expect_kept "a locked database" "$few" "$TEST_TMP/locked.db"
expect_finish "a locked database" "$TEST_TMP/locked.db"

# Damaged, in its tables and in its head; another file; another program's; a newer version.
cp "$whole" "$TEST_TMP/damaged.db"
python3 -c 'import sys
with open(sys.argv[1], "r+b") as f:
    size = f.seek(0, 2)
    f.seek(4096)
    f.write(b"\xa5" * (size - 4096))' "$TEST_TMP/damaged.db"
cp "$TEST_TMP/damaged.db" "$TEST_TMP/damaged.copy"
tune "$TEST_TMP/damaged.db"
expect "a damaged database" 3 "database '$TEST_TMP/damaged.db' is damaged: " ".recover saves what can be read"
tail -c +101 "$TEST_TMP/damaged.db" | cmp - <(tail -c +101 "$TEST_TMP/damaged.copy") || fail "a damaged database was written to"
head -c 3000 "$whole" >"$TEST_TMP/short.db"
tune "$TEST_TMP/short.db"
expect "a database that was cut off" 3 "database '$TEST_TMP/short.db' is damaged: " ".recover saves what can be read"
cp configs/qwen3.yaml "$TEST_TMP/text.db"
tune "$TEST_TMP/text.db"
expect "no database" 2 "'$TEST_TMP/text.db' is no database: it is not an SQLite file" "with --db"
cmp configs/qwen3.yaml "$TEST_TMP/text.db" || fail "another file was written to"
sqlite3 "$TEST_TMP/other.db" 'CREATE TABLE t (x); PRAGMA user_version = 1'
tune "$TEST_TMP/other.db"
expect "another program's" 2 "'$TEST_TMP/other.db' is an SQLite database of another program" "with --db"
cp "$whole" "$TEST_TMP/newer.db"
sqlite3 "$TEST_TMP/newer.db" 'PRAGMA user_version = 99'
tune "$TEST_TMP/newer.db"
expect "a newer database" 2 "has version 99, but this program knows version 2" "use the newer fatune that wrote it"
exit 0
