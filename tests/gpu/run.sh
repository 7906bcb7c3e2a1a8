#!/usr/bin/env bash
# run.sh -- the tests that need a GPU (make test-gpu): each script of this directory, one line each, a count at the end
set -u
here=$(cd "$(dirname "$0")" && pwd)
passed=0 failed=0 skipped=0
for test in "$here"/*.sh; do
    name=$(basename "$test" .sh)
    case $name in run | lib) continue ;; esac
    output=$("$test" 2>&1)
    case $? in
    0) passed=$((passed + 1)) state=ok ;;
    77) skipped=$((skipped + 1)) state="skipped: ${output##*$'\n'}" ;;
    *) failed=$((failed + 1)) state=FAILED ;;
    esac
    echo "$name: $state"
    [ "$state" = FAILED ] && printf '%s\n' "$output" | sed 's/^/    /'
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
