#!/usr/bin/env bash
# mutants.sh -- kernels with planted mistakes must fail on the CPU device: every barrier deleted in turn, and mutants/*.txt
#
# All of them take much longer than the other tests. So one in FATUNE_MUTANTS_PARTS is run, from the FATUNE_MUTANTS_PART-th (0) on;
# FATUNE_MUTANTS=all runs all, as is due after a change of a kernel, of the executor or of validation; with a regular
# expression in its place those whose names match. FATUNE_TEST_FAMILY takes one family.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ -e "$(dirname "$FATUNE")/libfatune_cpu.so" ] || { echo "this fatune was built without CUDA's headers, and has no CPU device"; exit 77; }
if [ -n "${FATUNE_MUTANTS:-}" ]; then
    export FATUNE_MUTANTS_PARTS=1 FATUNE_TEST_JOBS=${FATUNE_TEST_JOBS:-2}
else
    export FATUNE_MUTANTS_PARTS=${FATUNE_MUTANTS_PARTS:-8} FATUNE_TEST_JOBS=${FATUNE_TEST_JOBS:-1}
fi
export FATUNE_CACHE=$TEST_TMP/cache
asan=$(${FATUNE_CXX:-c++} -print-file-name=libasan.so)
if [ -e "$asan" ]; then
    cat >"$TEST_TMP/worker" <<END
#!/bin/sh
export LD_PRELOAD='$asan' ASAN_OPTIONS=detect_leaks=0
exec '$FATUNE' "\$@"
END
    chmod +x "$TEST_TMP/worker"
    export FATUNE_GPU_WORKER=$TEST_TMP/worker
fi
exec python3 tests/cpu/mutants.py "$TEST_TMP" tests/cpu/mutants
