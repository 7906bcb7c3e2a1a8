#!/usr/bin/env bash
# sanitize.sh -- memcheck and synccheck of compute-sanitizer over a few configs of each family, at odd lengths
. "$(dirname "$0")/lib.sh"
need_gpu
command -v compute-sanitizer >/dev/null || { echo "no compute-sanitizer"; exit 77; }
cat >"$work/sanitize.yaml" <<'END'
name: sanitize
problems:
  - &prefill {name: prefill, dtype: bf16, head_dim: 128, q_heads: 4, kv_heads: 2, seqlen_q: 200, seqlen_kv: 300, mask: causal}
  - {<<: *prefill, name: paged, kv: paged, page_size: 16}
  - {<<: *prefill, name: decode, batch: 9, seqlen_q: 1, seqlen_kv: 700}
  - {name: fa1, dtype: fp32, head_dim: 64, q_heads: 2, kv_heads: 2, seqlen_q: 70, seqlen_kv: 70}
families:
  decode_split: {params: {Bc: 32, warps: 4, load: [direct, cp_async], stages: [1, 2], vec: 16, combine: [last_cta, pdl], splits: [1, 4]}}
  decode_tma: {params: {Bc: 32, warps: 4, stages: [1, 2], splits: [1, 4]}}
  fa1_fp32: {params: {Br: 32, Bc: 32, smem: [static, dynamic], pad: 1, exps: keep}}
  prefill_mma: {params: {Br: [64, 128], Bc: 32, warps: 4, stages: [1, 2], q: [smem, registers], order: heads, rescale: lazy, min_ctas: 1}}
  prefill_wmma:
    params: {Bc: 32, warps: 4, kv_owner: [warp, cta], load: vec16, stages: 2, q: smem, softmax_lanes: 32, p_tile: own, acc: [smem, fragment],
             pad: 8, skip_masked: 1, min_ctas: 1}
timing: {screen_samples: 1, final_samples: 1, finalists: 1}
validation: {seeds: [1]}
END
failed=0
for tool in memcheck synccheck; do
    echo "== $tool"
    compute-sanitizer --tool $tool --target-processes all "$fatune" --config "$work/sanitize.yaml" --db "$work/$tool.db" --no-counters -q \
        >"$work/$tool.txt" 2>&1 || failed=1
    tail -40 "$work/$tool.txt"
    grep -q "ERROR SUMMARY: 0 errors" "$work/$tool.txt" || failed=1
done
exit $failed
