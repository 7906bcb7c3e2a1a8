#!/usr/bin/env bash
# compile.sh -- builds that take for ever or all memory, do not compile, or cannot be launched cost the run nothing
. "$(dirname "$0")/../fake/lib.sh"
cat >"$TEST_TMP/bad.yaml" <<'END'
name: bad
problems:
  - {name: small, dtype: bf16, head_dim: 64, q_heads: 2, kv_heads: 1, batch: 1, seqlen_q: 1, seqlen_kv: 50}
families:
  bad_decode: {params: {fault: [slow_compile, huge_compile, no_compile, spilling, many_threads, no_fault]}}
END
FATUNE_CACHE=$TEST_TMP/cache "$FATUNE" tune --config "$TEST_TMP/bad.yaml" --families tests/data/families --family bad_decode --db "$TEST_TMP/bad.db" \
    --compile-limit 4s --jobs 2 --no-counters >"$TEST_TMP/out" 2>"$TEST_TMP/err"
status=$?
expect "a run with bad builds" 0 "1 tuned"
found=$(sqlite3 "$TEST_TMP/bad.db" "SELECT group_concat(substr(config, 7) || ' ' || outcome, ', ') FROM (SELECT * FROM trial ORDER BY config)")
case $found in # the fake worker has no limit of threads
"huge_compile compile_"*", many_threads ok, no_compile compile_failed, no_fault ok, slow_compile compile_timeout, spilling spills") ;;
*) fail "outcomes: $found" "$TEST_TMP/err" ;;
esac
grep -q "took longer than 4.0 s" "$TEST_TMP/err" || fail "nothing is said of the limit" "$TEST_TMP/err"
# A longer limit is a reason to try again; what was too slow for the limit says nothing of the kernel.
FATUNE_CACHE=$TEST_TMP/short tune "$TEST_TMP/short.db" --no-counters --compile-limit 50ms
[ "$status" != 0 ] && ! grep -q "3 tuned" "$TEST_TMP/err" || fail "50 ms is enough to compile" "$TEST_TMP/err"
FATUNE_CACHE=$TEST_TMP/short tune "$TEST_TMP/short.db" --no-counters
expect "time enough to compile" 0 "3 tuned"
[ "$(sqlite3 "$TEST_TMP/short.db" "SELECT count(*) FROM trial WHERE outcome = 'compile_timeout'")" = 0 ] || fail "timeouts are left" "$TEST_TMP/err"
pgrep -f -- "--worker compile" -P $$ && fail "a compiler is left"
FATUNE_CACHE=$TEST_TMP/cache "$FATUNE" compile --config "$TEST_TMP/bad.yaml" --families tests/data/families --arch sm_90a --compile-limit 4s --csv \
    >"$TEST_TMP/out" 2>"$TEST_TMP/err"
[ $? = 1 ] || fail "compile" "$TEST_TMP/err"
grep -q "fault=many_threads.*launch_failed.*block of 'bad_decode' is 2048" "$TEST_TMP/out" || fail "a block that is too large" "$TEST_TMP/out"
exit 0
