#!/usr/bin/env bash
# cpu.sh -- the CPU device and the GPU agree: the same configs of each family on the same inputs, both right by the same rule
#
# Both devices fill tensors from the same seeds, in integers, so inputs are equal bit by bit. Prints the largest error of
# each family on both, in units of what the rule allows; ERRORS=FILE gets one line of CSV for each config. GPU_DB=FILE:FILE
# and CPU_DB=FILE are databases that exist, or that are made and kept: the CPU device takes ten minutes of two cores.
. "$(dirname "$0")/lib.sh"
gpu_db=${GPU_DB:-$work/gpu.db} cpu_db=${CPU_DB:-$work/cpu.db}
[ -s "${gpu_db%%:*}" ] || need_gpu
cat >"$work/agree.yaml" <<'END'
name: agree
problems:
  - {name: qwen3-4b-decode-1x1k, dtype: bf16, head_dim: 128, q_heads: 32, kv_heads: 8, seqlen_q: 1, seqlen_kv: 1k}
  - {name: qwen3-8b-decode-paged64-1x4k, dtype: bf16, head_dim: 128, q_heads: 32, kv_heads: 8, seqlen_q: 1, seqlen_kv: 4k, kv: paged, page_size: 64}
  - {name: qwen3-0.6b-prefill-512, dtype: bf16, head_dim: 128, q_heads: 16, kv_heads: 8, seqlen_q: 512, seqlen_kv: 512, mask: causal}
  - {name: decode-window-1x2k, dtype: bf16, head_dim: 128, q_heads: 32, kv_heads: 8, seqlen_q: 1, seqlen_kv: 2k, window_left: 500}
  - {name: prefill-window-600, dtype: fp16, head_dim: 64, q_heads: 16, kv_heads: 8, seqlen_q: 600, seqlen_kv: 600, mask: causal, window_left: 200}
  - {name: fa1-1k, dtype: fp32, head_dim: 64, q_heads: 8, kv_heads: 8, batch: 4, seqlen_q: 1k, seqlen_kv: 1k}
families:
  decode_split: {params: {Bc: [16, 32], warps: 4, load: cp_async, stages: [1, 2], vec: 16, combine: [last_cta, pdl], splits: [auto, 8]}}
  prefill_wmma: {params: {Bc: [64, 128], warps: 4, kv_owner: cta, load: vec16, stages: [2, 3], q: [smem, fragment], softmax_lanes: 32, p_tile: scores, acc: fragment, pad: 8, skip_masked: 1, min_ctas: 1}}
  prefill_mma: {params: {Br: [64, 128], Bc: [32, 64], warps: 4, stages: [1, 2], q: [smem, registers], order: heads, rescale: [always, lazy], min_ctas: 1}}
  fa1_fp32: {params: {Br: [32, 48], Bc: 32, smem: static, pad: 1, exps: keep}}
timing: {screen_samples: 1, final_samples: 1, finalists: 1}
validation: {seeds: [1]}
END
[ -s "${gpu_db%%:*}" ] || "$fatune" --config "$work/agree.yaml" --device 0 --db "$gpu_db" --no-counters -q
[ -s "$cpu_db" ] || "$fatune" --config "$work/agree.yaml" --device cpu --db "$cpu_db" -q
i=0
for db in ${gpu_db//:/ }; do
    i=$((i + 1))
    "$fatune" query --db "$db" --all --json >"$work/gpu$i.json"
done
"$fatune" query --db "$cpu_db" --all --json >"$work/cpu.json"
python3 - "$work" "${ERRORS:-/dev/null}" <<'END'
import glob, json, sys
work, path = sys.argv[1:]
def trials(*files):
    return {(t["problem"], t["contestant"], t["config"]): t for file in files for t in json.load(open(file))}
gpu, cpu = trials(*glob.glob(f"{work}/gpu*.json")), trials(f"{work}/cpu.json")
both = sorted(key for key in set(gpu) & set(cpu) if gpu[key]["outcome"] != "spills") # of those the host's compiler knows nothing
bad, worst = 0, {}
with open(path, "w") as out:
    print("problem,family,config,outcome_cpu,outcome_gpu,max_abs_cpu,max_abs_gpu,tolerance_cpu,tolerance_gpu", file=out)
    for key in both:
        a, b = cpu[key], gpu[key]
        print(",".join(key[:2]) + f',"{key[2]}",{a["outcome"]},{b["outcome"]},{a["max_abs"]},{b["max_abs"]},{a["tol"]},{b["tol"]}', file=out)
        if a["outcome"] != b["outcome"]:
            bad += 1
            print("BAD ", *key, "cpu:", a["outcome"], a["detail"] or "", "gpu:", b["outcome"], b["detail"] or "")
        elif a["outcome"] == "ok":
            at = worst.setdefault((key[1], key[0]), {"n": 0, "cpu": 0, "gpu": 0, "apart": 0})
            at["n"] += 1
            for device, t in (("cpu", a), ("gpu", b)):
                at[device] = max(at[device], t["max_abs"] / t["tol"])
            at["apart"] = max(at["apart"], abs(a["max_abs"] - b["max_abs"]) / min(a["tol"], b["tol"]))
for (family, problem), at in sorted(worst.items()):
    print(f"{family} {problem}: {at['n']} configs; largest error {at['cpu']:.3f} of the tolerance on the CPU device, {at['gpu']:.3f} on the GPU; "
          f"at most {at['apart']:.3f} apart")
print(f"{len(both)} configs on both, {bad} disagree")
sys.exit(bad > 0 or len({family for family, _ in worst}) < 3)
END
