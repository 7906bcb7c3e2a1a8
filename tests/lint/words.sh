#!/usr/bin/env bash
# words.sh -- no assembly outside ft_ptx.cuh, and no notes to oneself in the source
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
bad=0
complain() { # MESSAGE, matches on stdin
    local found
    found=$(cat)
    [ -z "$found" ] || { printf '%s:\n%s\n' "$1" "$found"; bad=1; }
}

grep -rnE '\b(asm|__asm|__asm__)\b[[:space:]]*(volatile|__volatile__)?[[:space:]]*\(' kernel_templates |
    grep -v '^kernel_templates/common/ft_ptx\.cuh:' | complain "assembly outside common/ft_ptx.cuh"

notes='TO''DO|FIX''ME|XX''X'
places=()
for place in Makefile README.md tuner kernel_templates configs examples report tests tools .ci; do
    [ ! -e "$place" ] || places+=("$place")
done
grep -rnwIE "$notes" "${places[@]}" | complain "a note to oneself; finish it or file it"
exit $bad
