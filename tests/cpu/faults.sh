#!/usr/bin/env bash
# faults.sh -- kernels that crash and lie on the CPU device: each ends as on a GPU, and says where
#
# The family of tests/gpu/faults.sh, but for the endless loop, which costs minutes of patience, as do endless compiles.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
[ -e "$(dirname "$FATUNE")/libfatune_cpu.so" ] || { echo "there is no libfatune_cpu.so: no CUDA headers"; exit 77; }
export FATUNE_CACHE=$TEST_TMP/cache
cat >"$TEST_TMP/faults.yaml" <<'END'
name: faults
problems:
  - {name: small, dtype: bf16, head_dim: 64, q_heads: 2, kv_heads: 1, batch: 1, seqlen_q: 1, seqlen_kv: 50}
families:
  bad_decode: {constraints: [{prefer: "fault != endless && fault != slow_compile && fault != huge_compile", why: "they cost minutes"}]}
timing: {screen_samples: 1, final_samples: 2, finalists: 1}
validation: {seeds: [1]}
END
"$FATUNE" --config "$TEST_TMP/faults.yaml" --families tests/data/families --family bad_decode --device cpu --db "$TEST_TMP/f.db" \
    >"$TEST_TMP/out" 2>"$TEST_TMP/err" || { cat "$TEST_TMP/out" "$TEST_TMP/err"; exit 1; }
"$FATUNE" query --db "$TEST_TMP/f.db" --all --json >"$TEST_TMP/rows.json"
python3 - "$TEST_TMP/rows.json" <<'END'
import json, sys
where = "kernel 'bad_decode', CTA (0,0,0), thread (0,0,0) (warp 0, lane 0): "
wanted = {"no_fault": ("ok", ""), "illegal_access": ("crashed", where + "an access at 0x"), "misaligned": ("crashed", where + "a misaligned access"),
          "far_write": ("crashed", "thread (63,0,0) (warp 1, lane 31): an access at 0x"),
          "trap": ("crashed", where + "__trap"), "assertion": ("crashed", where + "assertion 'n < 0' failed in bad_decode, kernel.cu:"),
          "race": (("wrong", "nonfinite", "nondeterministic"), ""), "slow": ("ok", ""), "spilling": ("ok", ""),
          "many_threads": ("launch_failed", "block of 'bad_decode' is 2048, not in 1..1024"), "near_write": ("wrong", "past the end of o"), "wrong_element": ("wrong", "tolerance"),
          "nan": ("nonfinite", "is NaN"), "untouched": ("nonfinite", "(case "), "flaky": ("nondeterministic", "other bits"),
          "no_compile": ("compile_failed", "kernel.cu(7): error:"), "huge_smem": ("launch_failed", "the device has 232448")}
rows = {r["config"].split("=")[1]: r for r in json.load(open(sys.argv[1]))}
bad = set(wanted) ^ set(rows)
for fault in sorted(set(wanted) & set(rows)):
    outcome, text = wanted[fault]
    if rows[fault]["outcome"] not in (outcome if isinstance(outcome, tuple) else (outcome,)) or text not in (rows[fault]["detail"] or ""):
        bad.add(fault)
        print(fault, rows[fault]["outcome"], rows[fault]["detail"])
print(len(rows), "faults,", len(bad), "bad", *bad)
sys.exit(len(bad) > 0)
END
