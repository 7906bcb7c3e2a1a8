#!/usr/bin/env bash
# tune.sh -- the whole job on the CPU device: chosen by itself where there is no GPU, tuned, queried, exported, dispatched, and
# a kernel of one's own; what it cannot do is refused
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
fail() { # MESSAGE [FILE...]
    echo "$1"
    shift
    for file in "$@"; do sed 's/^/    /' "$file" | tail -n 20; done
    exit 1
}
export FATUNE_CACHE=$TEST_TMP/cache
driver=$(dirname "$FATUNE")/libfatune_cpu.so
[ -e "$driver" ] || { echo "there is no libfatune_cpu.so: no CUDA headers"; exit 77; }
db=$TEST_TMP/cpu.db
cat >"$TEST_TMP/tiny.yaml" <<'END'
name: tiny
problems:
  - {name: tiny, dtype: bf16, head_dim: 64, q_heads: 4, kv_heads: 2, batch: 2, seqlen_q: 1, seqlen_kv: 100}
families:
  decode_split: {params: {Bc: 16, warps: [2], load: cp_async, stages: 2, vec: 16, combine: [last_cta, pdl], splits: [auto, 2]}}
timing: {screen_samples: 1, final_samples: 3, finalists: 2}
validation: {seeds: [1, 2]}
END
run() { # STATUS ARGUMENTS: output to out, messages to err
    local wanted=$1 status
    shift
    "$FATUNE" "$@" >"$TEST_TMP/out" 2>"$TEST_TMP/err"
    status=$?
    [ $status = "$wanted" ] || fail "fatune $*: exit status $status, wanted $wanted" "$TEST_TMP/out" "$TEST_TMP/err"
}
tune=(--config "$TEST_TMP/tiny.yaml" --db "$db" --families tests/data/families --family '[dn]*')

if [ -e /dev/nvidiactl ] || [ -e /proc/driver/nvidia ]; then
    run 0 "${tune[@]}" --device cpu
else
    run 0 "${tune[@]}"
    grep -q "there is no GPU: the CPU device takes its place" "$TEST_TMP/err" || fail "it does not say what it runs on" "$TEST_TMP/err"
fi
grep -q "^cpu: kernels run thread by thread" "$TEST_TMP/err" || fail "the device is not shown" "$TEST_TMP/err"
run 0 query --db "$db" --all --csv
python3 - "$TEST_TMP/out" <<'END' || exit 1
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], newline="")))
assert {r["contestant"] for r in rows} == {"decode_split", "naive_decode"}, rows
assert all(r["outcome"] == "ok" and r["device"] == "cpu" and r["timer"] == "host" and float(r["time_ns_median"]) > 0 for r in rows), rows
assert all(float(r["max_abs"]) <= float(r["tol"]) for r in rows), rows
END
run 0 "${tune[@]}" --device cpu
grep -q "0 tuned, 1 known already" "$TEST_TMP/err" || fail "the second run tunes again" "$TEST_TMP/err"

run 0 export --db "$db" --format table -o "$TEST_TMP/cpu.fatune"
run 0 verify --db "$db" --table "$TEST_TMP/cpu.fatune" --device cpu --tolerance 100000%
FATUNE_LIBCUDA=$driver "$(dirname "$FATUNE")/examples/decode" "$TEST_TMP/cpu.fatune" --batch 2 --kv 100 --q-heads 4 --kv-heads 2 \
    --head-dim 64 --calls 1 >"$TEST_TMP/out" 2>&1 || fail "the example" "$TEST_TMP/out"
grep -q "exact match.*on cpu" "$TEST_TMP/out" && grep -q "rows checked.*ok$" "$TEST_TMP/out" || fail "the example" "$TEST_TMP/out"
run 0 reproduce 1 --db "$db" --families tests/data/families --device cpu
grep -q "^now  *ok" "$TEST_TMP/out" || fail "reproduce" "$TEST_TMP/out"

"$FATUNE" doctor >"$TEST_TMP/out"
grep -q "^cpu  *ok  *.*libfatune_cpu.so" "$TEST_TMP/out" || fail "doctor does not show the CPU device"
FATUNE_CXX=$TEST_TMP/none "$FATUNE" doctor | grep -A1 "^cpu  *missing" | grep -q "hint: .*FATUNE_CXX" || fail "doctor without a compiler"
run 2 "${tune[@]}" --device cpu --partition 2
run 2 "${tune[@]}" --device cpu --baseline
run 2 "${tune[@]}" --device cuda
grep -q "'cuda' is no device" "$TEST_TMP/err" && grep -q "^hint: .*or cpu" "$TEST_TMP/err" || fail "a device that is none" "$TEST_TMP/err"

# A driver that somebody names is not replaced by the host, nor is one that is there and does not work.
FATUNE_LIBCUDA=$TEST_TMP/none run 3 "${tune[@]}"
grep -q "cannot load the NVIDIA driver" "$TEST_TMP/err" || fail "a driver that is not there" "$TEST_TMP/err"
FATUNE_CXX=$TEST_TMP/none FATUNE_CACHE=$TEST_TMP/empty run 3 "${tune[@]}" --device cpu --db "$TEST_TMP/other.db"
grep -q "^hint: .*FATUNE_CXX" "$TEST_TMP/err" || fail "no compiler" "$TEST_TMP/err"
