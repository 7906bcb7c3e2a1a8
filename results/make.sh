#!/usr/bin/env bash
# make.sh DIR [STEP...] -- runs what a results folder holds on this machine's GPU and writes it to DIR; without STEPs, all
#
# Needs a built tree (make) and a GPU; python3 with PyTorch for the baselines, sqlite3 for counters.txt. FATUNE names another
# binary. The databases are not meant to be committed; everything else is. Steps in order: decode (3 minutes on an H200) verify
# faults prefill (the longest) fa1 wmma partition tables.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
fatune=${FATUNE:-$top/build/fatune}
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- decode verify faults prefill fa1 wmma partition tables
export FATUNE_CACHE=${FATUNE_CACHE:-$(mktemp -d)} # empty: compile times are part of the result
db=$out/fatune.db

# run FILE COMMAND... -- the command line, its output, its exit code and wall time
run() {
    local file=$1 start=$SECONDS
    shift
    { echo "\$ ${*//$fatune/fatune}"; "$@" 2>&1; echo "exit code $?, $((SECONDS - start)) s"; } | sed "s|$out/||g; s|$top/||g" >"$out/$file"
}

for step in "$@"; do
    case $step in
    decode)
        run doctor.txt "$fatune" doctor
        run decode.txt "$fatune" --config qwen3 --problem '*decode*' --baseline --db "$db"
        run again.txt "$fatune" --config qwen3 --problem '*decode*' --baseline --db "$db"
        ;;
    verify)
        "$fatune" export --db "$db" --format table -o "$out/qwen3.fatune"
        run verify.txt "$fatune" verify --db "$db" --table "$out/qwen3.fatune"
        ;;
    faults) FATUNE=$fatune run faults.txt bash "$top/tests/gpu/faults.sh" ;;
    prefill) run prefill.txt "$fatune" --config qwen3 --problem '*prefill*' --baseline --db "$db" --budget "${PREFILL_BUDGET:-1h}" ;;
    fa1)
        run fa1.txt "$fatune" --config seeds-fa1 --db "$out/seeds.db" --no-counters --budget "${SEEDS_BUDGET:-1h}"
        "$fatune" query --db "$out/seeds.db" --family fa1_fp32 --all --csv >"$out/fa1.csv"
        ;;
    wmma)
        run wmma.txt "$fatune" --config seeds-wmma --db "$out/seeds.db" --budget "${SEEDS_BUDGET:-1h}"
        "$fatune" query --db "$out/seeds.db" --family prefill_wmma --all --csv >"$out/wmma.csv"
        ;;
    partition)
        run partition.txt "$fatune" --config qwen3 --problem 'qwen3-8b*decode*' --partition 66 --db "$db" --no-counters
        run compare.txt "$fatune" compare --db "$db" --device 'H200' --device '66 SMs'
        ;;
    tables)
        "$fatune" export --db "$db" --format csv -o "$out/winners.csv"
        "$fatune" export --db "$db" --format c -o "$out/qwen3_h200.h"
        run explain.txt "$fatune" explain --db "$db" --device H200 'qwen3-8b*'
        run explain-seeds.txt "$fatune" explain --db "$out/seeds.db" '*'
        run counters.txt sqlite3 -column "$out/seeds.db" "SELECT p.name, c.name, c.value FROM counters c \
            JOIN trial t ON t.id = c.trial_id JOIN problem p ON p.id = t.problem_id ORDER BY t.id, c.name"
        (cd "$out" && "$fatune" report --db fatune.db -o report.html)
        ;;
    *)
        echo "unknown step '$step'" >&2
        exit 2
        ;;
    esac
done
