#!/usr/bin/env bash
# make.sh DIR -- runs everything that a results folder holds, on the GPU of this machine, and writes it to DIR
#
# Needs a built tree (make) and a GPU; python3 with PyTorch for the baselines. FATUNE names another binary. About six minutes on an H200.
# The database stays in DIR too (ignored by git); everything else is meant to be committed.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
fatune=${FATUNE:-$top/build/fatune}
out=$(mkdir -p "$1" && cd "$1" && pwd)
export FATUNE_CACHE=${FATUNE_CACHE:-$(mktemp -d)} # empty: compile times are part of the result
db=$out/fatune.db

# run FILE COMMAND... -- output with the command line on top and wall time below
run() {
    local file=$1 start=$SECONDS
    shift
    { echo "\$ ${*/#$fatune/fatune}"; "$@" 2>&1; echo "exit code $?, $((SECONDS - start)) s"; } | sed "s|$out/||g; s|$top/||g" >"$out/$file"
}

run doctor.txt "$fatune" doctor
run tune.txt "$fatune" --config qwen3 --baseline --db "$db"
run again.txt "$fatune" --config qwen3 --baseline --db "$db"
"$fatune" export --db "$db" --format csv -o "$out/winners.csv"
"$fatune" export --db "$db" --format table -o "$out/qwen3.fatune"
run verify.txt "$fatune" verify --db "$db" --table "$out/qwen3.fatune"
run explain.txt "$fatune" explain --db "$db" 'qwen3-8b*'
FATUNE=$fatune run faults.txt bash "$top/tests/gpu/faults.sh"
