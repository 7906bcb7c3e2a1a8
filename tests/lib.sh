# lib.sh -- for scripts of tests/: how a command must fail

fail() { echo "$1"; exit 1; }

# The command ends with STATUS, prints nothing to stdout, and on stderr MESSAGE and a hint with HINT ('': any or none).
expect_failure() { # STATUS MESSAGE HINT COMMAND...
    local status=0 wanted=$1 message=$2 hint=$3
    shift 3
    "$@" >"$TEST_TMP/out" 2>"$TEST_TMP/err" || status=$?
    [ "$status" = "$wanted" ] && [ ! -s "$TEST_TMP/out" ] && grep -qF -- "$message" "$TEST_TMP/err" &&
        { [ -z "$hint" ] || grep '^hint: ' "$TEST_TMP/err" | grep -qF -- "$hint"; } && return
    echo "$*: exit status $status, wanted $wanted with '$message' and '$hint'; it said:"
    cat "$TEST_TMP/out" "$TEST_TMP/err"
    exit 1
}
