#!/usr/bin/env bash
# cpu.sh -- the CPU device and the GPU agree: the same configs of each family on the same inputs, both right by the same rule
#
# Both devices fill tensors from the same seeds, in integers, so inputs are equal bit by bit. Prints the largest error of
# each family on both, in units of what the rule allows; ERRORS=FILE gets one line of CSV for each config. The CPU device
# takes some minutes: CPU_DB=FILE is its database from before, or where to keep it; GPU_DB=FILE the GPU's.
. "$(dirname "$0")/lib.sh"
[ -s "${GPU_DB:-}" ] || need_gpu
cat >"$work/agree.yaml" <<'END'
name: agree
problems:
  - {name: decode-bf16, dtype: bf16, head_dim: 128, q_heads: 20, kv_heads: 4, batch: 8, seqlen_q: 1, seqlen_kv: 213}
  - {name: decode-fp16-paged, dtype: fp16, head_dim: 64, q_heads: 4, kv_heads: 4, batch: 8, seqlen_q: 1, seqlen_kv: 301, kv: paged, page_size: 16}
  - {name: prefill-bf16, dtype: bf16, head_dim: 128, q_heads: 4, kv_heads: 2, batch: 2, seqlen_q: 113, seqlen_kv: 203, mask: causal}
  - {name: prefill-fp16, dtype: fp16, head_dim: 64, q_heads: 2, kv_heads: 2, batch: 1, seqlen_q: 203, seqlen_kv: 113}
  - {name: prefill-fp32, dtype: fp32, head_dim: 64, q_heads: 2, kv_heads: 1, batch: 2, seqlen_q: 129, seqlen_kv: 201, mask: causal}
families:
  decode_split: {params: {Bc: 16, warps: [2, 4], stages: [1, 3], vec: 16, combine: [last_cta, kernel], splits: [auto, 2]}}
  prefill_wmma: {params: {Bc: [16, 32], warps: 2, kv_owner: cta, load: vec16, stages: [1, 2], softmax_lanes: 32, q: smem, p_tile: own, pad: 8, min_ctas: 1}}
  fa1_fp32: {params: {Br: [16, 48], Bc: 16, exps: keep}}
timing: {screen_samples: 1, final_samples: 1, finalists: 1}
validation: {seeds: [1]}
END
gpu_db=${GPU_DB:-$work/gpu.db} cpu_db=${CPU_DB:-$work/cpu.db}
[ -s "$gpu_db" ] || "$fatune" --config "$work/agree.yaml" --device 0 --db "$gpu_db" --no-counters -q
[ -s "$cpu_db" ] || "$fatune" --config "$work/agree.yaml" --device cpu --db "$cpu_db" -q
"$fatune" query --db "$gpu_db" --all --json >"$work/gpu.json"
"$fatune" query --db "$cpu_db" --all --json >"$work/cpu.json"
python3 - "$work" "${ERRORS:-/dev/null}" <<'END'
import json, sys
work, path = sys.argv[1:]
def trials(device):
    return {(t["problem"], t["contestant"], t["config"]): t for t in json.load(open(f"{work}/{device}.json"))}
gpu, cpu = trials("gpu"), trials("cpu")
both = sorted(set(gpu) & set(cpu))
bad = 0
worst = {}
with open(path, "w") as out:
    print("problem,family,config,outcome_cpu,outcome_gpu,max_abs_cpu,max_abs_gpu,tolerance", file=out)
    for key in both:
        a, b = cpu[key], gpu[key]
        print(",".join(key[:2]) + f',"{key[2]}",{a["outcome"]},{b["outcome"]},{a["max_abs"]},{b["max_abs"]},{b["tol"]}', file=out)
        if a["outcome"] != b["outcome"] or a["outcome"] not in ("ok", "spills"):
            bad += 1
            print("BAD ", *key, "cpu:", a["outcome"], a["detail"] or "", "gpu:", b["outcome"], b["detail"] or "")
        elif a["outcome"] == "ok":
            assert a["tol"] == b["tol"], (key, a["tol"], b["tol"])  # the same inputs
            for device, t in (("cpu", a), ("gpu", b)):
                at = worst.setdefault((key[1], key[0]), {"n": 0, "cpu": 0, "gpu": 0})
                at[device] = max(at[device], t["max_abs"] / t["tol"])
            at["n"] += 1
for (family, problem), at in sorted(worst.items()):
    print(f"{family} {problem}: {at['n']} configs; largest error {at['cpu']:.2f} of the tolerance on the CPU device, {at['gpu']:.2f} on the GPU")
    bad += at["n"] < 4
print(f"{len(both)} configs on both, {bad} disagree")
sys.exit(bad > 0 or len({family for family, _ in worst}) < 3)
END
