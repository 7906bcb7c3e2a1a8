#!/usr/bin/env bash
# ties.sh -- the same kernel entered twice, under two names, must tie in at least 95 of 100 races
#
# The twin is a copy of decode_split with one more comment: another family and other builds of the same machine code. One
# config of each on 25 problems, four times over.
. "$(dirname "$0")/lib.sh"
need_gpu
mkdir -p "$work/families/decode_twin"
cp "$top"/kernel_templates/decode_split/{kernel.cu,family.yaml} "$work/families/decode_twin/"
echo "/* the twin */" >>"$work/families/decode_twin/kernel.cu"
cat >"$work/ties.yaml" <<'END'
name: ties
problems:
  - name: "{batch}x{seqlen_kv}-{q_heads}"
    dtype: bf16
    head_dim: 128
    kv_heads: 8
    seqlen_q: 1
    q_heads: 32
    batch: [1, 4, 8, 16, 32]
    seqlen_kv: [512, 1k, 2k, 4k, 8k]
families:
  decode_split: &one
    params: {Bc: 32, warps: 4, load: cp_async, stages: 2, vec: 16, combine: last_cta, splits: auto}
  decode_twin: *one
END
for run in 1 2 3 4; do
    "$fatune" --config "$work/ties.yaml" --families "$work/families" --family 'decode_*' --db "$work/$run.db" --no-counters --csv >"$work/$run.csv"
done
python3 - "$work" <<'EOF'
import csv, sys
rows = [r for run in "1234" for r in csv.DictReader(open(f"{sys.argv[1]}/{run}.csv"))]
ties = [r for r in rows if int(r["n_ties"]) == 1]
for r in rows:
    if r not in ties:
        print(f"no tie on {r['problem']}: {r['contestant']} by {float(r['runner_up_behind_ratio']):.2%}")
print(f"{len(ties)} ties in {len(rows)} races")
sys.exit(len(rows) != 100 or len(ties) < 95)
EOF
