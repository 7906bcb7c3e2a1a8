#!/usr/bin/env bash
# again.sh -- verify and reproduce take a trial to the hardware it was measured on: a GPU, or a partition of one
. "$(dirname "$0")/../fake/lib.sh"
db=$TEST_TMP/results.db
tune "$db" --no-counters
expect "run" 0
n=$(winners "$db" | wc -l)

# The same results once more, as a partition's.
sqlite3 "$db" "CREATE TEMP TABLE d AS SELECT * FROM device; UPDATE d SET id = 2, key = 'half', partition = '66 SMs', sms = 66;
    INSERT INTO device SELECT * FROM d;
    CREATE TEMP TABLE r AS SELECT * FROM run; UPDATE r SET id = 2, device_id = 2; INSERT INTO run SELECT * FROM r;
    CREATE TEMP TABLE s AS SELECT * FROM sample; UPDATE s SET id = id + 100000, trial_id = trial_id + 1000, run_id = 2;
    CREATE TEMP TABLE t AS SELECT * FROM trial; UPDATE t SET id = id + 1000, device_id = 2, run_id = 2; INSERT INTO trial SELECT * FROM t;
    INSERT INTO sample SELECT * FROM s;
    CREATE TEMP TABLE w AS SELECT * FROM winner;
    UPDATE w SET id = id + 1000, device_id = 2, run_id = 2, trial_id = trial_id + 1000, own_trial_id = own_trial_id + 1000;
    INSERT INTO winner SELECT * FROM w;" || fail "the partition cannot be made up"

"$FATUNE" verify --db "$db" --tolerance 1000% --csv -q >"$TEST_TMP/out" 2>"$TEST_TMP/err" || fail "verify" "$TEST_TMP/out" "$TEST_TMP/err"
[ "$(grep -c ',ok,' "$TEST_TMP/out")" = "$n" ] || fail "verify must relaunch the $n winners of the whole GPU" "$TEST_TMP/out"

# A family that promises no equal bits is not asked for them.
grep -q '"deterministic": true' "$FAKE_LOG" || fail "equal bits are not asked for"
sqlite3 "$db" "UPDATE family SET is_deterministic = 0"
rm -f "$FAKE_LOG"
"$FATUNE" verify --db "$db" --tolerance 1000% -q >"$TEST_TMP/out" 2>"$TEST_TMP/err" || fail "verify" "$TEST_TMP/out" "$TEST_TMP/err"
grep '"do": "load"' "$FAKE_LOG" | grep -q '"deterministic": true' && fail "equal bits are asked for" "$FAKE_LOG"

"$FATUNE" export --db "$db" --device '66 SMs' --format c -o "$TEST_TMP/half.h" 2>"$TEST_TMP/err" || fail "export of a partition" "$TEST_TMP/err"
"$FATUNE" query --db "$db" --device '66 SMs' --csv >"$TEST_TMP/out"
grep -q '^"\?NVIDIA H200 66 SMs' "$TEST_TMP/out" || fail "query of a partition" "$TEST_TMP/out"

reproduce() { # ROW PARTITION: what the worker must be told
    rm -f "$FAKE_LOG"
    "$FATUNE" reproduce "$1" --db "$db" >"$TEST_TMP/out" 2>"$TEST_TMP/err" || fail "reproduce $1" "$TEST_TMP/out" "$TEST_TMP/err"
    grep -q "^now .*samples), [+-]" "$TEST_TMP/out" || fail "reproduce $1 says no change" "$TEST_TMP/out"
    grep '"do": "hello"' "$FAKE_LOG" | grep -q "\"partition\": $2" || fail "reproduce $1 is not on $2 SMs" "$FAKE_LOG"
}
row=$(sqlite3 "$db" "SELECT own_trial_id FROM winner WHERE device_id = 1 LIMIT 1")
reproduce "$row" 0
reproduce $((row + 1000)) 66

# Counters of any trial, stored with it.
before=$(sqlite3 "$db" "SELECT count(*) FROM counter_set WHERE trial_id = $row")
"$FATUNE" reproduce "$row" --db "$db" --counters >"$TEST_TMP/out" 2>"$TEST_TMP/err" || fail "counters" "$TEST_TMP/err"
grep -q '^counters *ok$' "$TEST_TMP/out" && grep -q '^counter .*dram__bytes_read.sum = 1000000' "$TEST_TMP/out" || fail "counters" "$TEST_TMP/out"
[ "$(sqlite3 "$db" "SELECT count(*) FROM counter_set WHERE trial_id = $row")" = $((before + 1)) ] || fail "the counters are not stored"
"$FATUNE" reproduce $((row + 1000)) --db "$db" --counters >"$TEST_TMP/out" 2>"$TEST_TMP/err" && fail "counters of a partition" "$TEST_TMP/out"
grep -q "counters of a partition cannot be collected" "$TEST_TMP/err" || fail "counters of a partition" "$TEST_TMP/err"

sqlite3 "$db" "DELETE FROM sample WHERE trial_id = $row"
"$FATUNE" reproduce "$row" --db "$db" >"$TEST_TMP/out" 2>&1
grep -q nan "$TEST_TMP/out" && fail "a change against a time that was never measured" "$TEST_TMP/out"
grep -q "^now " "$TEST_TMP/out" || fail "reproduce of a row without samples" "$TEST_TMP/out"
exit 0
