#!/usr/bin/env bash
# make.sh DIR [STEP...] -- runs what a results folder holds on this machine's GPU and writes it to DIR; without STEPs, all
#
# Needs a built tree (make) and a GPU; python3 with PyTorch for the baselines, sqlite3 for counters.txt. FATUNE names another
# binary. The databases are not meant to be committed; everything else is. Steps in order: qwen3 (the longest: 10 minutes on an
# H200) verify faults seeds partition tables. With BUDGET=TIME the steps that tune stop and save; called again, they go on.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
fatune=${FATUNE:-$top/build/fatune}
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- qwen3 verify faults seeds partition tables
export FATUNE_CACHE=${FATUNE_CACHE:-$(mktemp -d)} # empty: compile times are part of the result
db=$out/fatune.db

# is_partial FILE -- did its last command run out of budget?
is_partial() { tail -1 "$out/$1" 2>/dev/null | grep -q '^exit code 4,'; }

# run FILE COMMAND... -- the command line, its output, its exit code and wall time; after a run out of
# budget, below its own
run() {
    local file=$1 start=$SECONDS
    shift
    is_partial "$file" || : >"$out/$file"
    { echo "\$ ${*//$fatune/fatune}"; "$@" 2>&1; echo "exit code $?, $((SECONDS - start)) s"; } | sed "s|$out/||g; s|$top/||g" >>"$out/$file"
}

for step in "$@"; do
    case $step in
    qwen3)
        run doctor.txt "$fatune" doctor
        run qwen3.txt "$fatune" --config qwen3 --baseline --db "$db" --budget "${BUDGET:-1h}"
        is_partial qwen3.txt || run again.txt "$fatune" --config qwen3 --baseline --db "$db"
        ;;
    verify)
        "$fatune" export --db "$db" --format table -o "$out/qwen3.fatune"
        run verify.txt "$fatune" verify --db "$db" --table "$out/qwen3.fatune"
        ;;
    faults) FATUNE=$fatune run faults.txt bash "$top/tests/gpu/faults.sh" ;;
    seeds)
        run seeds.txt "$fatune" --config seeds --db "$out/seeds.db" --budget "${BUDGET:-1h}"
        "$fatune" query --db "$out/seeds.db" --family fa1_fp32 --all --csv >"$out/fa1.csv"
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
