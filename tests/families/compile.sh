#!/usr/bin/env bash
# compile.sh -- every family compiles for every architecture: at its default, and two of them at the corners of its space
#
# What compile.py does: see there. Builds are kept in the cache of the tests, so that only what has changed is compiled.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
"$FATUNE" doctor --json 2>/dev/null | grep -A1 '"check": "nvrtc"' | grep -q '"ok"' || { echo "there is no NVRTC to compile with"; exit 77; }
exec python3 tests/families/compile.py "$TEST_TMP"
