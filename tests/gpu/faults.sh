#!/usr/bin/env bash
# faults.sh -- kernels that crash, hang and lie are planted as candidates: each ends as it should, and the winner is the same
#
# Tunes two problems twice, without and with the families of tests/data/families (bad_decode: one fault per variant;
# naive_decode: the ten lines of kernel_templates/README.md, right and slow).
. "$(dirname "$0")/lib.sh"
need_gpu
for run in clean planted; do
    extra=()
    [ $run = clean ] || extra=(--families "$top/tests/data/families")
    "$fatune" --config qwen3-smoke --problem '*8b*' --db "$work/$run.db" --no-counters "${extra[@]}" --json >"$work/$run.json"
    "$fatune" query --db "$work/$run.db" --all --json >"$work/$run-trials.json"
done
python3 - "$work" <<'EOF'
import json, sys
work = sys.argv[1]
expected = {"no_fault": "ok", "illegal_access": "crashed", "far_write": "crashed", "misaligned": "crashed", "trap": "crashed", "assertion": "crashed",
            "endless": "timeout", "race": "wrong nonfinite nondeterministic", "slow": "ok", "slow_compile": "compile_timeout",
            "huge_compile": "compile_failed compile_timeout", "spilling": "spills", "many_threads": "launch_failed",
            "near_write": "wrong", "wrong_element": "wrong", "nan": "nonfinite", "untouched": "nonfinite", "flaky": "nondeterministic",
            "no_compile": "compile_failed", "huge_smem": "launch_failed"}
bad = 0
trials = json.load(open(f"{work}/planted-trials.json"))
seen = set()
for t in trials:
    if t["contestant"] != "bad_decode":
        continue
    fault = t["config"].split("=")[1]
    seen.add(fault)
    ok = t["outcome"] in expected[fault].split()
    bad += not ok
    print(f"{'ok  ' if ok else 'BAD '} {t['problem']} {fault}: {t['outcome']} {t.get('detail') or ''}")
bad += seen != set(expected)
clean, planted = ({r["problem"]: r for r in json.load(open(f"{work}/{run}.json"))} for run in ("clean", "planted"))
for name, row in clean.items():
    other = planted.get(name)
    same = other and (other["config"] == row["config"] or abs(other["time_ns_median"] / row["time_ns_median"] - 1) < 0.03)
    bad += not same
    print(f"{'ok  ' if same else 'BAD '} {name}: {row['config']} {row['time_ns_median']:.0f} ns, with faults planted {other and other['config']} {other and other['time_ns_median']:.0f} ns")
naive = [t for t in trials if t["contestant"] == "naive_decode" and t["outcome"] == "ok"]
bad += not naive
print(f"{'ok  ' if naive else 'BAD '} naive_decode: {len(naive)} valid trials")
sys.exit(bad > 0)
EOF
