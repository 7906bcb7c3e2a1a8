#!/usr/bin/env bash
# machine.sh -- the executor of the CPU device: built and run with and without sanitizers
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
cxx=${FATUNE_CXX:-c++}
flags=(-std=c++17 -Wall -Wextra -Werror -Wno-unknown-pragmas -Wno-attributes -Wno-psabi -Ituner/cpu/machine -Ituner/cpu -Ikernel_templates/common)
for test in machine machine_bulk; do
    "$cxx" -O2 "${flags[@]}" -o "$TEST_TMP/plain" "tests/cpu/$test.cpp" &
    "$cxx" -O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all "${flags[@]}" -o "$TEST_TMP/sanitized" "tests/cpu/$test.cpp"
    wait $!
    "$TEST_TMP/plain"
    "$TEST_TMP/sanitized"
done
