#!/usr/bin/env bash
# race.sh -- the last rounds: more of them where the first cannot tell who is fastest, and what goes wrong in those
. "$(dirname "$0")/../fake/lib.sh"
db=$TEST_TMP/r.db
race() { # DATABASE ARGUMENTS...: one problem, with launches that vary by some percent
    local db=$1
    shift
    rm -f "$FAKE_LOG"
    FAKE_NOISE=0.08 tune "$db" --problem '*8x1k' --no-counters "$@"
}
# Samples of the finalists, fastest first: number, median
finals() { python3 - "$1" <<'END'
import results, statistics, struct, sys
rows = results.rows(sys.argv[1], "SELECT ns, n FROM sample WHERE phase = 'final'")
for median, n in sorted((statistics.median(struct.unpack(f"<{r['n']}d", r["ns"])), r["n"]) for r in rows):
    print(n, median)
END
}

race "$db"
expect "a race" 0
finals "$db" >"$TEST_TMP/finals"
[ "$(head -n 1 "$TEST_TMP/finals" | cut -d' ' -f1)" -gt 10 ] || fail "the fastest had no more rounds, though others are as fast" "$TEST_TMP/finals"
[ "$(cut -d' ' -f1 "$TEST_TMP/finals" | sort -n | tail -n 1)" -le 80 ] || fail "more than eight times the rounds" "$TEST_TMP/finals"
[ "$(sqlite3 "$db" "SELECT n_samples FROM winner")" -gt 10 ] || fail "the winner does not say how many samples it has" "$TEST_TMP/finals"
python3 - "$db" <<'END' || exit 1
import results, sys
db = sys.argv[1]
problem, (config, ns, valid) = results.winners(db).popitem()
base = {t["config"]: results.base_ns(who) for who, t in results.trials(db).items()}
assert base[config] <= 1.011 * min(base.values()), (config, base[config], min(base.values()))
END

# Without noise the ten of the config are enough.
tune "$TEST_TMP/quiet.db" --problem '*8x1k' --no-counters
expect "without noise" 0
[ "$(finals "$TEST_TMP/quiet.db" | cut -d' ' -f1 | sort -u)" = 10 ] || fail "more rounds than needed" "$TEST_TMP/err"

# The worker is lost in the third block of a group, the first of those: what was measured counts.
FAKE_SCRIPT='[{"do": "time", "group": true, "n": 3, "act": "crash"}]' race "$TEST_TMP/crash.db"
expect "a crash in the rounds that follow" 0
[ "$(finals "$TEST_TMP/crash.db" | cut -d' ' -f1 | sort -u)" = 10 ] || fail "the first rounds were lost, or there were more" "$TEST_TMP/err"
sqlite3 "$TEST_TMP/crash.db" "SELECT outcome FROM trial" | grep -qv '^ok$' && fail "somebody was blamed who had done nothing" "$TEST_TMP/err"

# The best fails when it is validated once more: the next one wins.
best=$(python3 -c 'import results, sys
db = sys.argv[1]
config = results.winners(db).popitem()[1][0]
print(next(who for who, t in results.trials(db).items() if t["config"] == config))' "$TEST_TMP/quiet.db")
FAKE_SCRIPT='[{"do": "validate", "set": "full", "who": "'$best'", "n": 2, "act": "wrong"}, {"do": "validate", "set": "problem", "who": "'$best'", "act": "wrong"}]' \
    tune "$TEST_TMP/second.db" --problem '*8x1k' --no-counters
expect "the best is wrong" 0
[ "$(sqlite3 "$TEST_TMP/second.db" "SELECT count(*) FROM trial WHERE outcome = 'wrong'")" = 1 ] || fail "the best was not blamed" "$TEST_TMP/out"
[ "$(sqlite3 "$TEST_TMP/second.db" "SELECT count(*) FROM winner w JOIN trial t ON t.id = w.trial_id WHERE t.outcome = 'ok'")" = 1 ] ||
    fail "what is wrong has won" "$TEST_TMP/out"

# Where the time went.
grep -q '^time: set-up .*, other ' "$TEST_TMP/err" || fail "no account of the time" "$TEST_TMP/err"
exit 0
