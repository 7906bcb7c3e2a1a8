#!/usr/bin/env bash
# timer.sh -- CUPTI fails in a worker: a fresh worker times again, nobody is blamed; only a CUPTI that keeps failing is given up
. "$(dirname "$0")/../fake/lib.sh"

check() { # NAME LIVES TIMERS FAULT...: workers it took, timers of the samples kept
    rm -f "$FAKE_LOG"
    FAKE_SCRIPT="[$4]" tune "$TEST_TMP/$1.db" --problem qwen3-8b-decode-1x4k --no-counters
    expect "$1" 0
    local lives seen
    lives=$(grep -c '"do": "hello"' "$FAKE_LOG")
    [ "$lives" = "$2" ] || fail "$1: $lives workers, wanted $2" "$TEST_TMP/err"
    seen=$(sqlite3 "$TEST_TMP/$1.db" "SELECT group_concat(DISTINCT timer || ' ' || outcome) FROM trial")
    [ "$seen" = "$3" ] || fail "$1: $seen, wanted $3" "$TEST_TMP/err"
}
note="the worker 'fatune' is replaced, its timer cupti failed: CUPTI gave 3 kernel records for 4 launches"

check screening 2 'cupti ok' '{"do": "time", "life": 1, "n": 3, "act": "events"}'
grep -qF "$note" "$TEST_TMP/err" || fail "the note" "$TEST_TMP/err"
check race 2 'cupti ok' '{"do": "time", "life": 1, "group": true, "act": "events"}'
check race_twice 3 'cupti ok' '{"do": "time", "life": 1, "group": true, "act": "events"}, {"do": "time", "life": 2, "group": true, "act": "events"}'
check always 4 'event ok' '{"do": "time", "act": "events"}'
[ "$(grep -cF "$note" "$TEST_TMP/err")" = 3 ] || fail "three notes" "$TEST_TMP/err"
grep -q 'times are taken by event from now on, cupti fails again and again: CUPTI gave 3' "$TEST_TMP/err" || fail "the warning" "$TEST_TMP/err"

# A GPU that holds its clock back: the block is timed again after a pause; where that does not help it is marked.
throttled() { sqlite3 "$TEST_TMP/$1.db" "SELECT group_concat(DISTINCT phase || ' ' || throttled) FROM (SELECT * FROM sample WHERE phase <> 'screen' ORDER BY id)"; }
once='{"do": "time", "group": true, "n": 1, "act": "throttle"}'
check hot 1 'cupti ok' "$once"
grep -q 'held its clock back 1 time (' "$TEST_TMP/err" || fail "nobody says that the GPU was hot" "$TEST_TMP/err"
[ "$(throttled hot)" = "race 0,final 0" ] || fail "hot: $(throttled hot)"
[ "$(sqlite3 "$TEST_TMP/hot.db" "SELECT max(n) FROM sample WHERE phase = 'race'")" = 10 ] || fail "the hot block was kept beside the cool one"
check hotter 1 'cupti ok' "$once, $once, $once, $once"
[ "$(throttled hotter)" = "race 1,final 0" ] || fail "hotter: $(throttled hotter)"

# verify and reproduce ask again, too.
db=$TEST_TMP/race.db
row=$(sqlite3 "$db" "SELECT own_trial_id FROM winner")
for command in "verify --tolerance 1000%" "reproduce $row"; do
    rm -f "$FAKE_LOG"
    FAKE_SCRIPT='[{"do": "time", "life": 1, "act": "events"}]' "$FATUNE" $command --db "$db" >"$TEST_TMP/out" 2>"$TEST_TMP/err" ||
        fail "$command" "$TEST_TMP/out" "$TEST_TMP/err"
    grep -qF "$note" "$TEST_TMP/err" || fail "$command does not say that the worker was replaced" "$TEST_TMP/err"
    [ "$(grep -c '"do": "hello"' "$FAKE_LOG")" = 2 ] || fail "$command: two workers" "$FAKE_LOG"
done
grep -q "^now .*samples)" "$TEST_TMP/out" || fail "reproduce has no time" "$TEST_TMP/out"
