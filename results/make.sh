#!/usr/bin/env bash
# make.sh DIR [STEP...] -- runs what a results folder holds on this machine's GPU and writes it to DIR; without STEPs, all
#
# Needs a built tree (make) and a GPU; python3 with PyTorch for the baselines, sqlite3 for counters.txt. FATUNE names another
# binary. The databases are not meant to be committed; everything else is. Steps in order: qwen3 (the longest: 10 minutes on an
# H200) verify faults seeds partition search ten head-dims cpu tables. With BUDGET=TIME the steps that tune stop and save; called again, they go on.
set -u
top=$(cd "$(dirname "$0")/.." && pwd)
fatune=${FATUNE:-$top/build/fatune}
out=$(mkdir -p "$1" && cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- qwen3 verify faults seeds partition search ten head-dims cpu tables
export FATUNE_CACHE=${FATUNE_CACHE:-$(mktemp -d)} # empty: compile times are part of the result
cd "$out" || exit 3 # so that no path of this machine is stored with the results

# is_partial FILE -- did its last command run out of budget?
is_partial() { tail -1 "$1" 2>/dev/null | grep -q '^exit code 4,'; }

# run FILE COMMAND... -- the command line, its output, its exit code and wall time; after a run out of
# budget, below its own
run() {
    local file=$1 start=$SECONDS
    shift
    is_partial "$file" || : >"$file"
    { echo "\$ ${*//$fatune/fatune}"; "$@" 2>&1; echo "exit code $?, $((SECONDS - start)) s"; } | sed "s|$top/||g" >>"$file"
}

for step in "$@"; do
    case $step in
    qwen3)
        run doctor.txt "$fatune" doctor
        run qwen3.txt "$fatune" --config qwen3 --baseline --db fatune.db --budget "${BUDGET:-1h}"
        is_partial qwen3.txt || run again.txt "$fatune" --config qwen3 --baseline --db fatune.db
        ;;
    verify)
        "$fatune" export --db fatune.db --format table -o qwen3.fatune
        run verify.txt "$fatune" verify --db fatune.db --table qwen3.fatune
        FATUNE=$fatune run library.txt bash "$top/tests/gpu/library.sh"
        ;;
    faults)
        FATUNE=$fatune run faults.txt bash "$top/tests/gpu/faults.sh"
        FATUNE=$fatune run sanitize.txt bash "$top/tests/gpu/sanitize.sh"
        ;;
    seeds)
        run seeds.txt "$fatune" --config seeds --db seeds.db --budget "${BUDGET:-1h}"
        # counters of what did not win: the plainest prefill_wmma, and FlashAttention v1 with other tiles
        plainest=Bc=16,warps=2,kv_owner=warp,load=scalar,stages=1,q=smem,softmax_lanes=16,p_tile=own,acc=smem,pad=0,skip_masked=0,min_ctas=1
        for row in $("$fatune" query --db seeds.db --all --csv | python3 -c 'import csv, sys
for row in csv.DictReader(sys.stdin):
    if row["config"] in sys.argv[1:]:
        print(row["trial_id"])' $plainest Br={16,32},Bc=32,smem=static,pad=1,exps=keep Br=64,Bc=32,smem=dynamic,pad=0,exps=keep); do
            "$fatune" reproduce "$row" --db seeds.db --counters >/dev/null
        done
        "$fatune" query --db seeds.db --family fa1_fp32 --all --csv >fa1.csv
        "$fatune" query --db seeds.db --family prefill_wmma --all --csv >wmma.csv
        ;;
    partition) # both sides on this GPU, in a database of their own
        run whole.txt "$fatune" --config qwen3 --problem 'qwen3-8b*decode*' --db partition.db --no-counters
        run partition.txt "$fatune" --config qwen3 --problem 'qwen3-8b*decode*' --partition 66 --db partition.db --no-counters
        run compare.txt "$fatune" compare --db partition.db --device 'H200' --device '66 SMs' --measure
        ;;
    search) # a kernel against itself, and the spaces that strategies are judged by
        FATUNE=$fatune run ties.txt bash "$top/tests/gpu/ties.sh"
        "$fatune" --config spaces --rigor exhaustive --db spaces.db --no-counters
        "$fatune" query --db spaces.db --all --csv | gzip -9 >spaces.csv.gz
        run replay.txt "$fatune" replay --space spaces.csv.gz --max-evals 422
        ;;
    ten) # does a fresh run find the same winners? each run's against the first's, both timed again, side by side
        for i in 0 1 2 3 4 5 6 7 8 9; do
            "$fatune" --config "$top/results/nvidia-h200/ten.yaml" --seed $i --no-counters --db "run$i.db"
        done
        for i in 1 2 3 4 5 6 7 8 9; do
            "$fatune" compare --db run0.db --db "run$i.db" --device 'H200 @run0.db' --device "H200 @run$i.db" --measure --csv >"ten-$i.csv"
        done
        ;;
    head-dims)
        "$fatune" --config "$top/results/nvidia-h200/head-dims.yaml" --db head-dims.db --max-evals 16 --no-counters
        "$fatune" query --db head-dims.db --all --csv | gzip -9 >head-dims.csv.gz
        ;;
    cpu) # the CPU device on what the GPU has done
        run cpu.txt env ERRORS=cpu.csv GPU_DB=fatune.db:seeds.db CPU_DB=cpu.db FATUNE="$fatune" bash "$top/tests/gpu/cpu.sh"
        ;;
    tables)
        "$fatune" export --db fatune.db --format csv -o winners.csv
        "$fatune" export --db fatune.db --format c -o qwen3_h200.h
        run explain.txt "$fatune" explain --db fatune.db --device H200 'qwen3-8b*'
        run explain-seeds.txt "$fatune" explain --db seeds.db '*'
        run counters.txt sqlite3 -separator "  " seeds.db "SELECT p.name, t.config, c.name, c.value FROM counters c \
            JOIN trial t ON t.id = c.trial_id JOIN problem p ON p.id = t.problem_id ORDER BY t.id, c.name"
        "$fatune" report --db fatune.db -o report.html
        "$fatune" report --db partition.db -o partition.html
        ;;
    *)
        echo "unknown step '$step'" >&2
        exit 2
        ;;
    esac
done
