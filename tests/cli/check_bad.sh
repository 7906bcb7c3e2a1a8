#!/usr/bin/env bash
# check_bad.sh -- every broken contract and config in tests/data/bad gets its message, with place, reason and a way out
#
# NAME.err holds what `fatune check` prints on stderr for NAME.yaml, and it must exit with 2. UPDATE=1 rewrites the .err files.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
fatune=${FATUNE:-${BUILD:-build}/fatune}
n_bad=0 n=0
for file in tests/data/bad/*.yaml; do
    got=$("$fatune" check --families tests/data/good/families "$file" 2>&1 >/dev/null)
    status=$?
    n=$((n + 1))
    if [ -n "${UPDATE:-}" ]; then
        printf '%s\n' "$got" >"${file%.yaml}.err"
    fi
    if [ $status != 2 ] || [ "$got" != "$(cat "${file%.yaml}.err")" ]; then
        n_bad=$((n_bad + 1))
        printf '%s: exit status %s\n' "$file" $status
        diff <(cat "${file%.yaml}.err") <(printf '%s\n' "$got")
    fi
done
echo "$n broken files checked, $n_bad with another message than expected"
[ $n_bad = 0 ] && [ $n -gt 40 ]
