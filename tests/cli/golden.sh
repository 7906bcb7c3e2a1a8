#!/usr/bin/env bash
# golden.sh -- stdout of commands, to the letter, as kept in golden/NAME.txt; UPDATE=1 rewrites those files
#
# Families and configs are the product's decode_split and qwen3-smoke alone, so that a new family changes nothing here.
# Results come from results.sql.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
golden=$PWD/tests/cli/golden bad=0 n=0
export FATUNE_SHARE=$TEST_TMP/share
mkdir -p "$FATUNE_SHARE/kernel_templates" "$FATUNE_SHARE/configs" "$golden"
cp -r kernel_templates/common kernel_templates/decode_split "$FATUNE_SHARE/kernel_templates/"
cp configs/qwen3-smoke.yaml "$FATUNE_SHARE/configs/"
cat tuner/store/schema.sql tests/cli/results.sql | sqlite3 "$TEST_TMP/results.db" || exit 1
cd "$TEST_TMP" || exit 1

golden() { # NAME STATUS ARGUMENTS OF FATUNE
    local name=$1 wanted=$2 status
    shift 2
    "$FATUNE" "$@" >"$TEST_TMP/$name.txt" 2>"$TEST_TMP/err"
    status=$?
    n=$((n + 1))
    if [ $status != "$wanted" ]; then
        bad=$((bad + 1))
        echo "fatune $*: exit status $status, wanted $wanted: $(cat "$TEST_TMP/err")"
    elif [ -n "${UPDATE:-}" ]; then
        cp "$TEST_TMP/$name.txt" "$golden/"
    elif ! diff -u "$golden/$name.txt" "$TEST_TMP/$name.txt"; then
        bad=$((bad + 1))
        echo "fatune $*: other output than in tests/cli/golden/$name.txt (UPDATE=1 tests/run.sh cli/golden rewrites it)"
    fi
}

golden check-family 0 check decode_split
golden check-family-json 0 check --json decode_split
golden check-config 0 check qwen3-smoke
golden check-config-sm_80 0 check --arch sm_80 qwen3-smoke
golden check-problem 0 check --problem dtype=fp16,head_dim=64,q_heads=40,kv_heads=8,batch=64,seqlen_q=1,seqlen_kv=512,kv=paged,page_size=16 decode_split
golden list-families 0 list families
golden list-params 0 list params
golden list-params-json 0 list params --json
golden list-strategies 0 list strategies
golden list-metrics 0 list metrics
golden list-devices 0 list devices --db results.db
golden list-problems 0 list problems --config qwen3-smoke
golden list-problems-csv 0 list problems --config qwen3-smoke --csv
golden tune-dry-run 0 tune --config qwen3-smoke --dry-run
golden tune-dry-run-sm_80 0 --config qwen3-smoke -n --arch sm_80 --problem '*paged*'
golden tune-dry-run-csv 0 tune --config qwen3-smoke --dry-run --max-evals 11 --family 'dec*' --csv
golden query 0 query --db results.db
golden query-json 0 query --db results.db --json --device H200
golden query-all 0 query --db results.db --all
golden query-all-csv 0 query --db results.db --all --csv --problem '*8b-decode-1x4k'
golden export-json 0 export --db results.db --format json -o -
golden export-csv 0 export --db results.db --format csv -o -

if [ -z "${UPDATE:-}" ]; then
    for file in "$golden"/*.txt; do
        [ -e "$TEST_TMP/$(basename "$file")" ] || { echo "no command prints $file"; bad=$((bad + 1)); }
    done
fi
echo "$n commands, $bad with other output than expected"
[ $bad = 0 ]
