#!/usr/bin/env bash
# run.sh [PATTERN] -- builds and runs all tests that need no GPU, or those whose name contains PATTERN
#
# A test is a cmocka program (tests/unit/<layer>/test_*.c; each of its cases counts) or a script (tests/<group>/*.sh):
# it passes with exit status 0, is skipped with 77 (its last line says why), and fails with any other. Scripts run in the
# root of the tree with FATUNE (the program), BUILD, FATUNE_CACHE, and TEST_TMP (an empty directory of their own).
# Unit tests run a second time under AddressSanitizer and UBSan. The last lines are what took longest, and
# "N passed, N failed, N skipped".
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
pattern=${1:-}
export BUILD=${BUILD:-build} MAKE=${MAKE:-make}
FATUNE=$(realpath -m "$BUILD/fatune")
FATUNE_CACHE=$(realpath -m "$BUILD/test-cache")
export FATUNE FATUNE_CACHE NO_PROGRESS=1
export UBSAN_OPTIONS=print_stacktrace=1
unset FATUNE_SHARE
[ -z "${CUDA_HOME:-}" ] && [ -d build/cuda/lib ] && export CUDA_HOME=$PWD/build/cuda
jobs=2
sanitizers=address,undefined
script_groups="cpu lint cli families report faults integration" # the longest first
limit_s=900

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work limit_s
mkdir "$work/results" "$work/times"

# One result is one line in results/: passed failed skipped.
record() { # NAME PASSED FAILED SKIPPED
    echo "$2 $3 $4" >"$work/results/${1//\//_}"
}

# Prints the lines of one test together, whoever else prints at the same time.
report() { # HEADLINE [FILE]
    {
        flock 9
        printf '%s\n' "$1"
        [ $# -lt 2 ] || sed 's/^/    /' "$2"
    } 9>"$work/lock"
}

summary_count() { # WORD FILE: N of cmocka's "[  WORD  ] N test(s)"
    sed -n "s/^\[ *$1 *\] \([0-9]*\) test(s).*/\1/p" "$2" | tail -n 1
}

run_program() { # NAME PROGRAM
    local out="$work/${1//\//_}.out" status passed failed skipped names
    { timeout -k 10 "$limit_s" "$2" >"$out" 2>&1 </dev/null; } 2>/dev/null # the shell's word on a crash
    status=$?
    passed=$(summary_count PASSED "$out") failed=$(summary_count FAILED "$out") skipped=$(summary_count SKIPPED "$out")
    passed=${passed:-0} failed=${failed:-0} skipped=${skipped:-0}
    [ $status = 0 ] || [ "$failed" != 0 ] || failed=1 # it crashed, say
    if [ $status = 0 ] && [ $((passed + skipped)) = 0 ]; then
        failed=1
        echo "it ran no test" >>"$out"
    fi
    record "$1" "$passed" "$failed" "$skipped"
    if [ "$failed" != 0 ]; then
        report "FAIL  $1 (exit status $status)" "$out"
    elif [ "$skipped" != 0 ]; then
        grep -vE '^\[|^ *[0-9]+ SKIPPED TEST|^$' "$out" >"$out.why"
        sed -n 's/^\[  SKIPPED \] \([a-z].*\)/\1/p' "$out" | sort -u >>"$out.why"
        report "ok    $1 ($passed passed, $skipped skipped:)" "$out.why"
    else
        report "ok    $1 ($passed)"
    fi
}

run_script() { # NAME SCRIPT
    local out="$work/${1//\//_}.out" status
    export TEST_TMP="$work/${1//\//_}.tmp"
    mkdir "$TEST_TMP"
    timeout -k 10 "$limit_s" bash "$2" >"$out" 2>&1 </dev/null
    status=$?
    rm -rf "$TEST_TMP"
    case $status in
    0)
        record "$1" 1 0 0
        grep '^warning: ' "$out" >"$out.warnings"
        report "ok    $1" "$out.warnings"
        ;;
    77)
        record "$1" 0 0 1
        report "skip  $1: $(tail -n 1 "$out")"
        ;;
    *)
        record "$1" 0 1 0
        report "FAIL  $1 (exit status $status)" "$out"
        ;;
    esac
}

run_one() { # NAME FILE
    SECONDS=0
    case $2 in
    *.sh) run_script "$1" "$2" ;;
    *) run_program "$1" "$2" ;;
    esac
    echo "$SECONDS $1" >"$work/times/${1//\//_}"
}
export -f record report summary_count run_program run_script run_one

wanted() { [[ $1 == *"$pattern"* ]]; }

# Builds all unit tests at once; what did not build is a failure, whose output is shown.
build_units() { # SUFFIX DIRECTORY [MAKE VARIABLES]
    local suffix=$1 dir=$2 source name
    local -a targets=() names=()
    shift 2
    for source in tests/unit/*/test_*.c; do
        [ -e "$source" ] || continue
        name=${source#tests/}
        name=${name%.c}$suffix
        wanted "$name" || continue
        names+=("$name")
        targets+=("$dir/${source%.c}")
    done
    [ ${#targets[@]} != 0 ] || return 0
    if [ -z "$have_cmocka" ]; then
        for name in "${names[@]}"; do
            record "$name" 0 0 1
            report "skip  $name: there is no cmocka.h (libcmocka-dev)"
        done
        return
    fi
    "$MAKE" --no-print-directory -k -j "$jobs" "$@" "${targets[@]}" >"$work/build.out" 2>&1
    for i in "${!targets[@]}"; do
        if "$MAKE" --no-print-directory "$@" "${targets[i]}" >"$work/build.out" 2>&1; then
            printf '%s\t%s\n' "${names[i]}" "${targets[i]}" >>"$work/tests"
        else
            record "${names[i]}" 0 1 0
            report "FAIL  ${names[i]} (does not build)" "$work/build.out"
        fi
    done
}

: >"$work/tests"
have_cmocka=$(printf '#include <stdarg.h>\n#include <stddef.h>\n#include <stdint.h>\n#include <setjmp.h>\n#include <cmocka.h>\n' |
    ${CC:-cc} -E - >/dev/null 2>&1 && echo yes)
build_units "" "$BUILD"
build_units ".sanitized" "build/san-${sanitizers//,/-}" SAN="$sanitizers" BUILD="build/san-${sanitizers//,/-}"
for group in $script_groups; do
    for script in tests/"$group"/*.sh; do
        [ -e "$script" ] || continue
        name=${script#tests/}
        name=${name%.sh}
        ! wanted "$name" || printf '%s\t%s\n' "$name" "$script" >>"$work/tests"
    done
done

# shellcheck disable=SC2016 # expanded by the inner shell
tr '\t\n' '\0\0' <"$work/tests" | xargs -0 -r -n 2 -P "$jobs" bash -c 'run_one "$1" "$2"' run.sh

cat "$work"/times/* 2>/dev/null | sort -rn | head -n 8 | awk '{ t += $1; l = l ", " $2 " " $1 " s" } END { if (t > 30) print "slowest: " substr(l, 3) }'
cat "$work"/results/* 2>/dev/null |
    awk '{ p += $1; f += $2; s += $3 } END { printf "%d passed, %d failed, %d skipped\n", p, f, s; exit f > 0 || p + s == 0 }'
