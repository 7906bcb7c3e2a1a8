#!/usr/bin/env bash
# headers.sh -- each header compiles alone, and files stay short
#
# *_syms.h are lists of X(...) rows, which mean something only where they are included.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
bad=0
complain() { echo "$1"; bad=1; }

flags=$(${MAKE:-make} -s --no-print-directory print-cflags BUILD="${BUILD:-build}") || exit 1
for header in tuner/*.h tuner/*/*.h; do
    case $header in *_syms.h) continue ;; esac
    printf '#include "%s"\n' "$PWD/$header" >"$TEST_TMP/alone.c"
    $flags -Werror -fsyntax-only "$TEST_TMP/alone.c" || complain "$header does not compile alone"
done
while read -r lines file; do
    [ "$lines" -le 150 ] || complain "$file has $lines lines; a header has at most 150"
done < <(wc -l tuner/*.h tuner/*/*.h | grep -v ' total$')
while read -r lines file; do
    if [ "$lines" -gt 700 ]; then
        complain "$file has $lines lines; a source file has at most 700"
    elif [ "$lines" -gt 600 ]; then
        echo "warning: $file has $lines lines, more than about 600"
    fi
done < <(wc -l tuner/*.c tuner/*/*.c | grep -v ' total$')
exit $bad
