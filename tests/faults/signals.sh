#!/usr/bin/env bash
# signals.sh -- SIGTERM, SIGINT, SIGHUP for the tuner and all its children at once, as Slurm and systemd send them: no candidate is blamed
. "$(dirname "$0")/../fake/lib.sh"
tune "$TEST_TMP/undisturbed.db" --no-counters
expect "undisturbed run" 0
winners "$TEST_TMP/undisturbed.db" >"$TEST_TMP/wanted"
for signal in TERM INT HUP; do
    db=$TEST_TMP/$signal.db
    : >"$FAKE_LOG"
    # As a user's shell would start it: background jobs of a script ignore SIGINT. With an empty cache, so that builds are under way, too.
    FAKE_DELAY_MS=40 FATUNE_CACHE=$TEST_TMP/cache-$signal python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$FATUNE" tune --config qwen3-smoke --no-counters --db "$db" >"$TEST_TMP/out" 2>"$TEST_TMP/err" &
    tuner=$!
    while kill -0 $tuner 2>/dev/null && [ "$(wc -l <"$FAKE_LOG")" -lt 10 ]; do sleep 0.02; done
    # shellcheck disable=SC2046 # one word each
    kill -$signal $tuner $(descendants $tuner) || fail "$signal: the tuner ended by itself" "$TEST_TMP/err"
    wait $tuner
    status=$?
    expect "interrupted by $signal" 4 "interrupted: everything measured is saved, the same command goes on from here"
    [ "$(sqlite3 "$db" "SELECT count(*) FROM trial WHERE outcome <> 'ok'")" = 0 ] ||
        fail "$signal: $(sqlite3 "$db" "SELECT outcome, detail FROM trial WHERE outcome <> 'ok'")" "$TEST_TMP/err"
    [ "$(sqlite3 "$db" 'SELECT status FROM run')" = interrupted ] || fail "$signal: status of the run"
    tune "$db" --no-counters
    expect "after $signal" 0
    winners "$db" | diff "$TEST_TMP/wanted" - || fail "$signal changes the winners"
done
exit 0
