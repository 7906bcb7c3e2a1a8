#!/usr/bin/env bash
# library.sh -- what tuning stored, relaunched as a user would: verify from database and table, and the example program
. "$(dirname "$0")/lib.sh"
need_gpu
"$fatune" --config qwen3-smoke --db "$work/smoke.db"
"$fatune" export --db "$work/smoke.db" --format table -o "$work/smoke.fatune"
"$fatune" verify --db "$work/smoke.db" --tolerance 10%
"$fatune" verify --db "$work/smoke.db" --table "$work/smoke.fatune" --tolerance 10%
"$top/build/examples/decode" "$work/smoke.fatune" --batch 1 --kv 4096 --q-heads 32 --kv-heads 8
"$top/build/examples/decode" "$work/smoke.db" --batch 1 --kv 4096 --q-heads 40 --kv-heads 8 --page 16
