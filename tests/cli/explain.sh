#!/usr/bin/env bash
# explain.sh -- what a winner is held back by, from stored facts; and what is said when there is nothing to explain
set -euo pipefail
db=$TEST_TMP/results.db
cat tuner/store/schema.sql tests/cli/results.sql | sqlite3 "$db"
text=$("$FATUNE" explain --db "$db" 'qwen3-8b*')
for want in '^winner ' '^build .* registers' '^launch .* CTAs of 128 threads' '^work .* GFLOP' '^held back by '; do
    grep -q "$want" <<<"$text" || { echo "no line '$want' in: $text"; exit 1; }
done
set +e
"$FATUNE" explain --db "$db" nothing-like-it 2>"$TEST_TMP/err"
[ $? -eq 1 ] && grep -q hint "$TEST_TMP/err" || { echo "an unknown problem is not explained:"; cat "$TEST_TMP/err"; exit 1; }
"$FATUNE" explain --db "$db" 2>/dev/null
[ $? -eq 2 ] || { echo "no problem given must be a usage error"; exit 1; }
