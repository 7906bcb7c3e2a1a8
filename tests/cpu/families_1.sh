#!/usr/bin/env bash
# families_1.sh -- every family on the CPU device, under AddressSanitizer and UBSan: all that families.py chooses must end ok
#
# families_2.sh runs the other half beside it. Only the process that runs kernels has AddressSanitizer's library loaded
# before it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
[ -e "$(dirname "$FATUNE")/libfatune_cpu.so" ] || { echo "this fatune was built without CUDA's headers, and has no CPU device"; exit 77; }
asan=$(${FATUNE_CXX:-c++} -print-file-name=libasan.so)
[ -e "$asan" ] || { echo "there is no libasan.so"; exit 77; }
cat >"$TEST_TMP/worker" <<END
#!/bin/sh
export LD_PRELOAD='$asan' ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1
exec '$FATUNE' "\$@"
END
chmod +x "$TEST_TMP/worker"
export FATUNE_GPU_WORKER=$TEST_TMP/worker FATUNE_CACHE=$TEST_TMP/cache
exec python3 tests/cpu/families.py "$TEST_TMP" "${FATUNE_TEST_PART:-0}" "${FATUNE_TEST_PARTS:-2}"
