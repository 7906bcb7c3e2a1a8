#!/usr/bin/env bash
# workspace.sh -- between samples the workspace moves: what must be zeroed once is zeroed wherever it lies
#
# naive_decode with a region that it fills with ones and, behind it, one that traps unless it is zero: sooner or later the
# second lies where the first was.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
[ -e "$(dirname "$FATUNE")/libfatune_cpu.so" ] || { echo "there is no libfatune_cpu.so: no CUDA headers"; exit 77; }
export FATUNE_CACHE=$TEST_TMP/cache
mkdir -p "$TEST_TMP/families/full_room"
for file in family.yaml kernel.cu; do
    sed 's/naive_decode/full_room/' "tests/data/families/naive_decode/$file" >"$TEST_TMP/families/full_room/$file"
done
cat >>"$TEST_TMP/families/full_room/family.yaml" <<'END'
workspace:
  full: {bytes: 16M, zeroed: never}
  counter: {bytes: 4, zeroed: once}
END
sed -i 's|^    extern __shared__ float.*|&\
    if (blockIdx.x == 0 \&\& threadIdx.x == 0) {\
        if (*(int *)args.workspace[FT_WS_COUNTER] != 0)\
            __trap();\
        for (ft_u64 *word = (ft_u64 *)args.workspace[FT_WS_FULL], *end = word + (16 << 20) / 8; word < end; word++)\
            *word = ~0ull;\
    }|' "$TEST_TMP/families/full_room/kernel.cu"
cat >"$TEST_TMP/room.yaml" <<'END'
name: room
problems:
  - {name: small, dtype: bf16, head_dim: 64, q_heads: 2, kv_heads: 1, batch: 1, seqlen_q: 1, seqlen_kv: 50}
families:
  full_room: {params: {unroll: 4}}
timing: {screen_samples: 20, final_samples: 20, finalists: 1}
validation: {seeds: [1]}
END
"$FATUNE" --config "$TEST_TMP/room.yaml" --families "$TEST_TMP/families" --family full_room --device cpu --db "$TEST_TMP/room.db" \
    >"$TEST_TMP/out" 2>&1 || { cat "$TEST_TMP/out"; "$FATUNE" query --db "$TEST_TMP/room.db" --all --csv; exit 1; }
grep -q "1 problem: 1 tuned.* 1 ok" "$TEST_TMP/out" || { cat "$TEST_TMP/out"; exit 1; }
