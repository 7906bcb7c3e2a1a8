#!/usr/bin/env bash
# resume.sh -- a tuning run that is killed again and again ends with what an undisturbed one finds; nothing is lost or done twice
#
# SIGKILL at random moments (SEED=N repeats a choice), the first while builds are compiled into an empty cache, the others
# after some requests and a few milliseconds; then one SIGHUP and one SIGINT. After each: no child of the tuner is left, and what was
# committed stays as it was. In the end each life of the fake worker may have repeated at most the one candidate that was
# open when the life before it ended.
. "$(dirname "$0")/../fake/lib.sh"
RANDOM=${SEED:=$$}
echo "SEED=$SEED"
: >"$FAKE_LOG"
db=$TEST_TMP/smoke.db history=$TEST_TMP/history

FAKE_LOG=$TEST_TMP/undisturbed.log tune "$TEST_TMP/undisturbed.db"
expect "undisturbed run" 0
winners "$TEST_TMP/undisturbed.db" >"$TEST_TMP/wanted"

start_tuner() {
    # As the leader of its own session, as a user's shell would have it; background jobs of a script ignore SIGINT.
    python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$FATUNE" tune --config qwen3-smoke --db "$db" >"$TEST_TMP/out" 2>"$TEST_TMP/err" &
    tuner=$!
}

# Until the worker has got N more requests, or the tuner has ended.
wait_for_requests() { # N
    local until=$(($(wc -l <"$FAKE_LOG") + $1))
    while kill -0 $tuner 2>/dev/null && [ "$(wc -l <"$FAKE_LOG")" -lt $until ]; do sleep 0.01; done
}

# Nobody of PIDS lives on; the kernel may need a moment.
expect_gone() { # PIDS
    local pid
    for pid in "$@"; do
        for _ in $(seq 100); do
            [ -e "/proc/$pid" ] && ! grep -q '^State:.*zombie' "/proc/$pid/status" 2>/dev/null || continue 2
            sleep 0.02
        done
        fail "a child of the tuner has outlived it: $(tr '\0' ' ' <"/proc/$pid/cmdline")"
    done
}

# Trials and screening samples, which only grow.
remember() {
    [ -e "$db" ] && sqlite3 "$db" "SELECT 'trial', id, problem_id, config, outcome, build_id, at FROM trial
        UNION ALL SELECT 'screen', trial_id, run_id, round, n, hex(ns), at FROM sample WHERE phase = 'screen'" 2>/dev/null | sort >"$history.new"
    [ -e "$history.new" ] || : >"$history.new"
    if [ -e "$history" ]; then
        comm -23 "$history" "$history.new" >"$TEST_TMP/lost"
        [ ! -s "$TEST_TMP/lost" ] || fail "rows that were committed are gone" "$TEST_TMP/lost"
    fi
    mv "$history.new" "$history"
}

export FAKE_DELAY_MS=15
for i in 1 2 3 4 5 6 7; do
    # The first with nothing compiled; all others go on where this one has come to.
    if [ $i = 1 ]; then used_cache=$FATUNE_CACHE FATUNE_CACHE=$TEST_TMP/cache; else FATUNE_CACHE=$used_cache; fi
    start_tuner
    if [ $i = 1 ]; then sleep 0.5; else wait_for_requests $((RANDOM % 36 + 3)); fi
    sleep "0.0$((RANDOM % 5))$((RANDOM % 10))"
    children=$(descendants $tuner)
    kill -KILL $tuner 2>/dev/null || { wait $tuner && break; fail "the tuner ended by itself" "$TEST_TMP/err"; }
    wait $tuner 2>/dev/null
    # shellcheck disable=SC2086 # one word each
    expect_gone $children
    remember
done
[ -s "$history" ] || fail "nothing was committed in seven starts"

# A first SIGINT, or a closed terminal, ends the run after the current candidate; everything is saved, and the exit status
# says so.
for signal in HUP INT; do
    start_tuner
    wait_for_requests 6
    children=$(descendants $tuner)
    kill -$signal $tuner 2>/dev/null
    wait $tuner
    status=$?
    if [ $status != 0 ]; then # it may have been done already
        expect "interrupted by $signal" 4 "interrupted: everything measured is saved, the same command goes on from here"
    fi
    # shellcheck disable=SC2086
    expect_gone $children
    remember
done

export FAKE_DELAY_MS=0
tune "$db"
expect "last run" 0
remember
winners "$db" | diff "$TEST_TMP/wanted" - || fail "winners differ from those of the undisturbed run"

python3 - "$db" "$FAKE_LOG" <<'END'
import sys, results
db, log = sys.argv[1:]
trials = results.trials(db)
assert len(trials) == 34, f"{len(trials)} trials"
assert all(t["outcome"] == "ok" and t["n_screens"] == 1 for t in trials.values()), "each trial has been screened and stored once"
lives = {} # of workers, in order: candidates that were screened there, the last one may not have been stored
for r in results.requests(log):
    if r["kind"] == "gpu" and r["do"] == "hello":
        lives[r["pid"]] = []
    elif r["kind"] == "gpu" and r["do"] == "load" and r["id"] == 0: # candidates of a race have other ids
        lives[r["pid"]].append(r["who"][0])
closed, n_repeats = set(), 0
for screened in lives.values():
    again = closed.intersection(screened)
    assert not again, f"stored, and screened again: {[trials[w]['config'] for w in again]}"
    assert len(set(screened)) == len(screened), "screened twice in one life"
    closed.update(screened[:-1])
n_screens = sum(map(len, lives.values()))
print(f"{len(lives)} lives of the worker, {n_screens} screenings of {len(trials)} candidates")
assert n_screens - len(trials) < len(lives) and set(w for s in lives.values() for w in s) == set(trials)
states = [r["status"] for r in results.rows(db, "SELECT status FROM run ORDER BY id")]
assert states[-1] == "done", states
END

# A build whose compiler was killed, by whatever: the next run tries it again, and the winners do not change.
sqlite3 "$TEST_TMP/undisturbed.db" "UPDATE trial SET outcome = 'compile_failed', detail = 'the compiler died: signal 9 (Killed)'
    WHERE id IN (SELECT min(id) FROM trial GROUP BY problem_id)"
tune "$TEST_TMP/undisturbed.db"
expect "after compilers that died" 0
[ "$(sqlite3 "$TEST_TMP/undisturbed.db" "SELECT count(*) FROM trial WHERE outcome <> 'ok'")" = 0 ] || fail "a build whose compiler died is not tried again" "$TEST_TMP/err"
winners "$TEST_TMP/undisturbed.db" | diff "$TEST_TMP/wanted" - || fail "a build whose compiler died changes the winner"
