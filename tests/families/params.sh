#!/usr/bin/env bash
# params.sh -- kernels and contracts agree: no FT_ name that nobody defines, no parameter that a kernel ignores
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
"$FATUNE" doctor --json 2>/dev/null | grep -A1 '"check": "nvrtc"' | grep -q '"ok"' || { echo "there is no NVRTC, whose cache has the generated headers"; exit 77; }
exec python3 tests/families/params.py "$TEST_TMP"
