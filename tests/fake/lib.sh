# lib.sh -- for tests of whole tuning runs: fatune with tests/fake/gpu_worker.py in the place of a GPU
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
export FATUNE_GPU_WORKER=$PWD/tests/fake/gpu_worker.py FAKE_LOG=$TEST_TMP/requests.log
export PYTHONPATH=$PWD/tests/fake PYTHONDONTWRITEBYTECODE=1

skip() { echo "$1"; exit 77; }
fail() { # MESSAGE [FILE...]: the files are shown
    echo "$1"
    shift
    for file in "$@"; do
        echo "$(basename "$file"):"
        tail -n 20 "$file" | sed 's/^/    /'
    done
    exit 1
}

# fatune tune with the smoke config: stdout to out, stderr to err, status to $status.
tune() { # DATABASE [ARGUMENTS]
    local db=$1
    shift
    "$FATUNE" tune --config qwen3-smoke --db "$db" "$@" >"$TEST_TMP/out" 2>"$TEST_TMP/err"
    status=$?
}

expect() { # WHAT STATUS [MESSAGE [HINT]]: how the last tune must have ended
    [ "$status" = "$2" ] || fail "$1: exit status $status, wanted $2" "$TEST_TMP/out" "$TEST_TMP/err"
    [ $# = 2 ] || grep -qF -- "$3" "$TEST_TMP/err" || fail "$1: no message '$3'" "$TEST_TMP/err"
    [ $# -lt 4 ] || grep -F 'hint: ' "$TEST_TMP/err" | grep -qF -- "$4" || fail "$1: no hint '$4'" "$TEST_TMP/err"
}

# All processes below one.
descendants() { # PID
    local child
    for child in $(pgrep -P "$1"); do
        echo "$child"
        descendants "$child"
    done
}

# Problem, winner, time and number of valid configs of each winner: what must not depend on how a run went.
winners() { # DATABASE
    python3 -c 'import results, sys; results.print_winners(sys.argv[1])' "$1"
}

"$FATUNE" doctor --json 2>/dev/null | grep -A1 '"check": "nvrtc"' | grep -q '"ok"' || skip "there is no NVRTC to compile with"
