#!/usr/bin/env bash
# tune.sh [ARGS] -- tunes configs/qwen3.yaml on the GPU that is here; without one, runs what can run without
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
fatune=${BUILD:-build}/fatune
case $(realpath "$fatune") in
"$PWD"/*) ;;
*) export FATUNE_SHARE=${FATUNE_SHARE:-$PWD} ;; # built outside the tree: it would not find its data
esac

if [ -e /dev/nvidia0 ] || nvidia-smi >/dev/null 2>&1; then
    exec "$fatune" --config qwen3 "$@"
fi
echo "no NVIDIA GPU here (neither /dev/nvidia0 nor a working nvidia-smi): nothing can be timed"
echo "running what needs none: check and compile; on a machine with a GPU this tunes configs/qwen3.yaml"
"$fatune" check configs/qwen3-smoke.yaml
if "$fatune" doctor | grep '^nvrtc  *ok' >/dev/null; then
    "$fatune" compile --config qwen3-smoke --arch sm_90a
else
    echo "compile is left out: there is no NVRTC here ('fatune doctor' says what to install)"
fi
