#!/usr/bin/env bash
# crash.sh -- candidates that take the worker down or lie, and workers that die by themselves: each costs what it must, no more
#
# Every candidate of a problem but two goes wrong in its own way, the fastest among them; then those that go wrong only in
# the race, with or without the worker being able to name them. The winner must be the fastest of what is left.
. "$(dirname "$0")/../fake/lib.sh"
problem=qwen3-8b-decode-1x4k

tune "$TEST_TMP/clean.db" --problem $problem --no-counters
expect "clean run" 0

# Faults for candidates of the clean run, slowest or fastest first; "who" is filled in here. Prints the script.
cat >"$TEST_TMP/plan.py" <<'END'
import json, sys, results
from gpu_worker import base_ns
faults = json.loads(sys.argv[3])
whos = sorted(results.trials(sys.argv[1]), key=base_ns)
json.dump([dict(f, who=w) for f, w in zip(faults, whos)], open(sys.argv[2], "w"))
END
# Who was planted must have the outcome that is wanted (and its detail), all others be ok, and the fastest of them win.
cat >"$TEST_TMP/judge.py" <<'END'
import json, sys, results
db, script, problem = sys.argv[1:]
trials, wanted = results.trials(db), {f["who"]: f for f in json.load(open(script))}
bad = 0
for who, t in trials.items():
    f = wanted.get(who, {"want": "ok", "why": ""})
    if t["outcome"] != f["want"] or f["why"] not in t["detail"]:
        bad += 1
        print(f"{f} {t['config']}: {t['outcome']} {t['detail']!r}")
config = results.winners(db)[problem][0]
if config not in results.fastest(db, problem):
    bad += 1
    print(f"{config} has won, the fastest are {results.fastest(db, problem)}")
assert len(trials) == 12 and set(wanted) <= set(trials)
sys.exit(bad > 0)
END

plant() { # NAME FAULTS: a run with them
    python3 "$TEST_TMP/plan.py" "$TEST_TMP/clean.db" "$TEST_TMP/script" "$2" || exit 1
    FAKE_SCRIPT=$(cat "$TEST_TMP/script") tune "$TEST_TMP/$1.db" --problem $problem --no-counters
    expect "$1" 0
    python3 "$TEST_TMP/judge.py" "$TEST_TMP/$1.db" "$TEST_TMP/script" $problem || fail "$1" "$TEST_TMP/out" "$TEST_TMP/err"
}

plant screen '[
    {"do": "validate", "set": "problem-once", "act": "hang", "want": "timeout", "why": "no answer within 15"},
    {"do": "load", "act": "crash", "want": "crashed", "why": "signal 11"},
    {"do": "validate", "set": "problem-once", "act": "exit", "want": "crashed", "why": "exit status 7"},
    {"do": "time", "act": "crash", "want": "crashed", "why": "signal 11"},
    {"do": "time", "act": "sticky", "want": "crashed", "why": "illegal memory access"},
    {"do": "load", "act": "close", "want": "crashed", "why": "closed its socket"},
    {"do": "validate", "set": "problem-once", "act": "nonsense", "want": "crashed", "why": "no JSON"},
    {"do": "validate", "set": "problem-once", "act": "wrong", "want": "wrong", "why": "told to say wrong"},
    {"do": "load", "act": "launch_failed", "want": "launch_failed", "why": "told to say"},
    {"do": "time", "act": "empty", "want": "launch_failed", "why": "no timing samples"}]'
# Each of the six crashes was tried twice: it might have been the machine.
grep -q '2 ok .*GPU worker replaced 13 times' "$TEST_TMP/err" || fail "the note at the end" "$TEST_TMP/err"

# In the race many are timed by one request. The fastest fail there, and nobody else may be blamed for it.
plant race '[
    {"do": "time", "group": true, "act": "sticky", "want": "crashed", "why": "illegal memory access"},
    {"do": "load", "n": 2, "act": "launch_failed", "want": "launch_failed", "why": "told to say"},
    {"do": "time", "n": 2, "group": true, "act": "nonfinite", "want": "nonfinite", "why": "told to say"}]'
# No answer names this one: well in three samples, it takes every worker along that times it for longer.
plant unnamed '[{"do": "time", "samples": 10, "act": "crash", "want": "crashed", "why": "signal 11"}]'
# The whole first group is of that kind: each of them is found, and the race goes on among the others.
python3 - "$TEST_TMP/clean.db" >"$TEST_TMP/script" <<'END'
import json, results, sys
from gpu_worker import base_ns
whos = results.trials(sys.argv[1])
near = [w for w in whos if base_ns(w) <= 1.1 * min(map(base_ns, whos))]
assert 2 < len(near) < len(whos)
json.dump([{"do": "time", "samples": 10, "who": w, "act": "crash", "want": "crashed", "why": "signal 11"} for w in near], sys.stdout)
END
FAKE_SCRIPT=$(cat "$TEST_TMP/script") tune "$TEST_TMP/all.db" --problem $problem --no-counters
expect "a group of crashes" 0
python3 "$TEST_TMP/judge.py" "$TEST_TMP/all.db" "$TEST_TMP/script" $problem || fail "a group of crashes" "$TEST_TMP/out" "$TEST_TMP/err"
n_crashed=$(sqlite3 "$TEST_TMP/all.db" "SELECT count(*) FROM trial WHERE outcome = 'crashed'")
grep -q "$n_crashed crashed" "$TEST_TMP/err" || fail "the summary says other than the database's $n_crashed crashed" "$TEST_TMP/err"
# One group that dies once, and nobody did it alone: tried again.
FAKE_SCRIPT='[{"do": "time", "n": 13, "act": "crash"}]' tune "$TEST_TMP/once.db" --problem $problem --no-counters
expect "a worker that dies once" 0
diff <(winners "$TEST_TMP/clean.db") <(winners "$TEST_TMP/once.db") || fail "a worker that dies once changes the winner"
grep -q '12 ok; .*GPU worker replaced 1 time\b' "$TEST_TMP/err" || fail "its note" "$TEST_TMP/err"

# The counters' worker has no say in who wins.
FAKE_SCRIPT='[{"kind": "counters", "do": "counters", "act": "crash"}]' tune "$TEST_TMP/counters.db" --problem $problem
expect "counters that crash" 0
diff <(winners "$TEST_TMP/clean.db") <(winners "$TEST_TMP/counters.db") || fail "counters that crash change the winner"
[ "$(sqlite3 "$TEST_TMP/counters.db" 'SELECT status FROM counter_set')" = failed ] || fail "status of counters that crash"

# A worker that dies with no candidate at hand is trouble with the machine: said so, at once, with exit status 3.
dies() { # WHAT FAULT MESSAGE
    local start=$SECONDS
    FAKE_SCRIPT=$2 tune "$TEST_TMP/$1.db" --no-counters
    expect "$1" 3 "$3"
    [ $((SECONDS - start)) -lt 20 ] || fail "$1: it took $((SECONDS - start)) s to say so"
}
doctor="'fatune doctor' says what is missing"
dies hello-crash '[{"do": "hello", "act": "crash"}]' "the GPU worker died during start-up: signal 11"
grep -qF "$doctor" "$TEST_TMP/err" || fail "no hint" "$TEST_TMP/err"
dies hello-exit '[{"do": "hello", "act": "exit"}]' "the GPU worker died during start-up: exit status 7"
dies hello-close '[{"do": "hello", "act": "close"}]' "the GPU worker died during start-up: killed: it closed its socket"
dies hello-nonsense '[{"do": "hello", "act": "nonsense"}]' "the GPU worker died during start-up: its answer is no JSON"
dies hello-error '[{"do": "hello", "act": "error"}]' "the fake worker was told to fail"
grep -qF "hint: tell it something else" "$TEST_TMP/err" || fail "no hint" "$TEST_TMP/err"
dies calibrate-crash '[{"do": "calibrate", "act": "crash"}]' "the GPU worker died during calibration: signal 11"
dies calibrate-sticky '[{"do": "calibrate", "act": "sticky"}]' "the GPU worker died during calibration: an illegal memory access"
dies problem-crash '[{"do": "problem", "act": "crash"}]' "$problem: no valid config (0 tried): the GPU worker died during its set-up: signal 11"
grep -q '3 problems: 0 tuned' "$TEST_TMP/err" || fail "the note when no problem can be set up" "$TEST_TMP/err"

# One problem that cannot be set up costs that problem only.
key=$(sqlite3 "$TEST_TMP/clean.db" 'SELECT key FROM problem')
dies one-problem '[{"do": "problem", "problem": "'"$key"'", "act": "crash"}]' "$problem: no valid config (0 tried)"
[ "$(winners "$TEST_TMP/one-problem.db" | wc -l)" = 2 ] || fail "the other problems" "$TEST_TMP/out" "$TEST_TMP/err"
tune "$TEST_TMP/one-problem.db" --no-counters
expect "the same command without the fault" 0
has_winner() { # DATABASE: it has the winner of the undisturbed run
    winners "$1" >"$TEST_TMP/winners"
    grep -qFx "$(winners "$TEST_TMP/clean.db")" "$TEST_TMP/winners"
}
has_winner "$TEST_TMP/one-problem.db" || fail "the winner found later" "$TEST_TMP/out"

# A worker that is lost for good in the middle: what was committed stays, and is not done again.
export FAKE_LOG=$TEST_TMP/middle.log
FAKE_SCRIPT='[{"life": 1, "do": "time", "n": 20, "act": "crash"}, {"life": 2, "do": "problem", "act": "exit"}]' \
    tune "$TEST_TMP/middle.db" --no-counters
expect "lost in the middle" 3 "the GPU worker died during set-up of the problem: exit status 7"
n_trials=$(sqlite3 "$TEST_TMP/middle.db" 'SELECT count(*) FROM trial')
[ "$n_trials" -ge 17 ] && has_winner "$TEST_TMP/middle.db" ||
    fail "$n_trials trials and these winners are left: $(winners "$TEST_TMP/middle.db")"
tune "$TEST_TMP/middle.db" --no-counters
expect "afterwards" 0
grep -q "3 problems: 2 tuned, 1 known already; $((34 - n_trials)) configs" "$TEST_TMP/err" || fail "the note afterwards" "$TEST_TMP/err"
