# lib.sh -- for the scripts of tests/gpu: where things are, and whether there is a GPU
set -euo pipefail
top=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
fatune=${FATUNE:-$top/build/fatune}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

need_gpu() {
    "$fatune" doctor --json 2>/dev/null | grep -A1 '"check": "gpu 0"' | grep -q '"ok"' && return
    echo "no GPU to tune on"
    exit 77
}
