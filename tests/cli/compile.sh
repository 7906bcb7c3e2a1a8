#!/usr/bin/env bash
# compile.sh -- `fatune compile` and `fatune tune` before they start: what selects nothing, a cache that cannot be used,
# a kernel.cu that lacks what its contract launches
set -uo pipefail
. tests/lib.sh

# The one problem has no config on sm_80, where shared memory is smaller than on sm_90a.
mkdir -p "$TEST_TMP/my/naive_decode"
cp tests/data/families/naive_decode/* "$TEST_TMP/my/naive_decode/"
cat >"$TEST_TMP/long.yaml" <<'END'
problems:
  - {name: long, dtype: bf16, head_dim: 128, q_heads: 32, kv_heads: 8, seqlen_q: 1, seqlen_kv: 50k}
families: [naive_decode]
END
compile=("$FATUNE" compile --families "$TEST_TMP/my" --config "$TEST_TMP/long.yaml")
expect_failure 2 "no config of family 'naive_decode' is left for the problem 'long'" "smem_bytes" "${compile[@]}" --arch sm_80 --list
expect_failure 2 "there is nothing to build" "fatune check --arch sm_80" "${compile[@]}" --arch sm_80 --problem long --list
[ "$("${compile[@]}" --list -q | wc -l)" = 4 ] || fail "three builds on sm_90a"
for command in compile "tune --dry-run"; do
    # shellcheck disable=SC2086 # words
    expect_failure 2 "no problem matches 'nope'" "fatune list problems" "$FATUNE" $command --config qwen3-smoke --problem nope
done
expect_failure 2 "no family of 'qwen3-smoke' matches 'nope'" "fatune list families" "$FATUNE" -n --config qwen3-smoke --family nope
expect_failure 2 "unknown strategy 'nope'" "fatune list strategies" "$FATUNE" -n --config qwen3-smoke --strategy nope
"$FATUNE" -n --config qwen3-smoke --max-evals 3 >/dev/null 2>"$TEST_TMP/err"
grep -q '^3 problems, 9 configs on sm_90a' "$TEST_TMP/err" || fail "the note of a dry run"
# A run that cannot start leaves nothing behind.
FATUNE_GPU_WORKER=/bin/false "$FATUNE" --config qwen3-smoke --db "$TEST_TMP/new.db" 2>/dev/null
[ $? = 3 ] && [ ! -e "$TEST_TMP/new.db" ] || fail "a worker that does not start"
expect_failure 3 "cannot read the table '$TEST_TMP/nope'" "fatune export" "$FATUNE" verify --table "$TEST_TMP/nope"
expect_failure 2 "'decode_spilt' is no file, no family and no config" "'decode_split'" "$FATUNE" check decode_spilt

expect_failure 2 "'' is no file, no family and no config" "fatune list families" "$FATUNE" check ''
expect_failure 2 "cannot find the config file ''" "looked here" "$FATUNE" -n --config ''
expect_failure 2 "'/dev/zero' is too large" "" "$FATUNE" check /dev/zero
python3 - "$TEST_TMP/my/naive_decode/family.yaml" <<'END'
import sys
text = open(sys.argv[1]).read()
open(sys.argv[1], "w").write(text.replace("[1, 4, 16]", str([4, *range(5, 1030)])))
END
expect_failure 2 "family.yaml:8:20: at most 1024 values of a parameter" "" "$FATUNE" check "$TEST_TMP/my/naive_decode"
cp tests/data/families/naive_decode/family.yaml "$TEST_TMP/my/naive_decode/"

# Contracts whose configs cannot be launched: on a problem of the config file, too.
sed -i 's/block: \[p.head_dim\]/block: [p.head_dim * (p.seqlen_kv \/ 1k)]/' "$TEST_TMP/my/naive_decode/family.yaml"
expect_failure 2 "naive_decode/family.yaml:14: no launch is possible: block of 'naive_decode' is 6400" "'unroll=1' for the problem 'dtype=bf16" \
    "$FATUNE" check --families "$TEST_TMP/my" "$TEST_TMP/long.yaml"

"$FATUNE" doctor --json 2>/dev/null | grep -A1 '"check": "nvrtc"' | grep -q '"ok"' ||
    { echo "warning: there is no NVRTC: compiling itself was not tested"; exit 0; }
FATUNE_CACHE=/dev/null/cache expect_failure 3 "cannot make directory" "FATUNE_CACHE" "$FATUNE" compile --config qwen3-smoke
sed 's/entry: naive_decode/entry: naive_decoder/' tests/data/families/naive_decode/family.yaml >"$TEST_TMP/my/naive_decode/family.yaml"
"${compile[@]}" --csv -q >"$TEST_TMP/out"
[ $? = 1 ] && [ "$(grep -c "compile_failed,.*kernel.cu has no entry 'naive_decoder'" "$TEST_TMP/out")" = 3 ] ||
    fail "an entry that does not exist: $(cat "$TEST_TMP/out")"
# A kernel with a `when` may be left out of builds that do not launch it.
{
    cat tests/data/families/naive_decode/family.yaml
    echo '  - {entry: not_compiled, when: "unroll > 4", grid: [1], block: [1]}'
} >"$TEST_TMP/my/naive_decode/family.yaml"
"${compile[@]}" --csv -q >"$TEST_TMP/out" || fail "an entry that is compiled only where it is launched: $(cat "$TEST_TMP/out")"
# 4 bytes a key of 50k, asked for at launch.
[ "$(grep -c ',ok,.*,0,204800,' "$TEST_TMP/out")" = 3 ] || fail "dynamic shared memory: $(cat "$TEST_TMP/out")"
