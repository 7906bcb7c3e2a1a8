#!/usr/bin/env bash
# tune.sh [ARGS] -- tunes configs/qwen3.yaml on the GPU that is here; without one, runs what can run without
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
fatune=${BUILD:-build}/fatune

if [ -e /dev/nvidia0 ] || nvidia-smi >/dev/null 2>&1; then
    exec "$fatune" --config qwen3 "$@"
fi
echo "no NVIDIA GPU here (neither /dev/nvidia0 nor a working nvidia-smi): nothing can be timed"
echo "running what needs none: check and compile; on a machine with a GPU this tunes configs/qwen3.yaml"
"$fatune" check configs/qwen3-smoke.yaml
"$fatune" compile --config qwen3-smoke --arch sm_90a
