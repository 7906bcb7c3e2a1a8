#!/usr/bin/env bash
# baseline.sh -- an outside contestant that takes its worker down is blamed; the other one of that worker is still timed
. "$(dirname "$0")/../fake/lib.sh"

# Stands in for the interpreter of the baseline: two contestants.
cat >"$TEST_TMP/baseline" <<'END'
#!/usr/bin/env python3
import gpu_worker

class Baseline(gpu_worker.Worker):
    def do_hello(self, request, whos):
        return dict(super().do_hello(request, whos), name="fake", contestants=[{"id": -1, "name": "a"}, {"id": -2, "name": "b"}])

    def do_problem(self, request, whos):
        self.loaded = {-1: "a", -2: "b"}
        return super().do_problem(request, whos)

Baseline("outside").serve()
END
chmod +x "$TEST_TMP/baseline"

check() { # NAME FAULT OUTCOMES: of the two
    rm -f "$FAKE_LOG"
    FAKE_SCRIPT="[$2]" tune "$TEST_TMP/$1.db" --problem qwen3-8b-decode-1x4k --no-counters --baseline --python "$TEST_TMP/baseline"
    expect "$1" 0
    local outcomes
    outcomes=$(sqlite3 "$TEST_TMP/$1.db" "SELECT group_concat(contestant || ' ' || outcome, ', ') FROM
        (SELECT * FROM trial WHERE contestant LIKE 'fake/%' ORDER BY contestant)")
    [ "$outcomes" = "$3" ] || fail "$1: $outcomes, wanted $3" "$TEST_TMP/err"
}
check none '{"who": "nobody", "act": "crash"}' "fake/a ok, fake/b ok"
check validate '{"kind": "outside", "do": "validate", "who": "a", "act": "crash"}' "fake/a crashed, fake/b ok"
check time '{"kind": "outside", "do": "time", "who": "a", "act": "crash"}' "fake/a crashed, fake/b ok"
check last '{"kind": "outside", "do": "validate", "who": "b", "act": "crash"}' "fake/a ok, fake/b crashed"
check timer '{"kind": "outside", "do": "time", "life": 1, "act": "events"}' "fake/a ok, fake/b ok"
grep -q "the worker 'fake' is replaced, its timer cupti failed" "$TEST_TMP/err" || fail "the baseline's timer" "$TEST_TMP/err"
