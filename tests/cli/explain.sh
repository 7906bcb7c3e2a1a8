#!/usr/bin/env bash
# explain.sh -- what a winner is held back by, from stored facts; and what is said when there is nothing to explain
set -euo pipefail
db=$TEST_TMP/results.db
cat tuner/store/schema.sql tests/cli/results.sql | sqlite3 "$db"
text=$("$FATUNE" explain --db "$db" 'qwen3-8b*')
for want in '^winner ' '^build .* registers' '^launch .* CTAs of 128 threads' '^work .* GFLOP' '^held back by '; do
    grep -q "$want" <<<"$text" || { echo "no line '$want' in: $text"; exit 1; }
done
# Counters: percentages of active cycles, whatever the profiler's interval was; the busiest resource is named.
sqlite3 "$db" "UPDATE problem SET min_bytes = 1e8 WHERE id = 3;
    INSERT INTO counter_set VALUES (1, 7, 'ok', 1, '2026-01-01T00:00:00.000Z');
    INSERT INTO counter SELECT 1, value ->> 0, value ->> 1 FROM json_each('[
        [\"dram__bytes_read.sum\", 100e6], [\"dram__bytes_write.sum\", 50e6], [\"gpc__cycles_elapsed.max\", 1e6],
        [\"sm__cycles_active.avg\", 1e5], [\"sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_elapsed\", 4],
        [\"smsp__issue_active.avg.pct_of_peak_sustained_active\", 30], [\"sm__warps_active.avg.pct_of_peak_sustained_active\", 50],
        [\"l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum\", 105600],
        [\"l1tex__data_pipe_lsu_wavefronts_mem_shared.sum\", 10560000]]')"
text=$("$FATUNE" explain --db "$db" '*decode-64x4k')
for want in 'moved 1.50 times the least' 'tensor cores 40 %' 'shared memory 80 %' 'conflicts 1.0 %' '^held back by shared memory: it serves'; do
    grep -q "$want" <<<"$text" || { echo "no '$want' in: $text"; exit 1; }
done
set +e
"$FATUNE" explain --db "$db" nothing-like-it 2>"$TEST_TMP/err"
[ $? -eq 1 ] && grep -q hint "$TEST_TMP/err" || { echo "an unknown problem is not explained:"; cat "$TEST_TMP/err"; exit 1; }
"$FATUNE" explain --db "$db" 2>/dev/null
[ $? -eq 2 ] || { echo "no problem given must be a usage error"; exit 1; }
