#!/usr/bin/env bash
# tune.sh [ARGS] -- tunes configs/qwen3.yaml on the GPU that is here; without one, configs/qwen3-smoke.yaml on the CPU device, and
# uses the result: exports a dispatch table and runs the example program with it
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=${BUILD:-build}
fatune=$build/fatune
case $(realpath "$fatune") in
"$PWD"/*) ;;
*) export FATUNE_SHARE=${FATUNE_SHARE:-$PWD} ;; # built outside the tree: it would not find its data
esac

if [ -e /dev/nvidia0 ] || nvidia-smi >/dev/null 2>&1; then
    exec "$fatune" --config qwen3 "$@"
fi
run() {
    echo "\$ $*"
    "$@"
}
echo "no NVIDIA GPU here (neither /dev/nvidia0 nor a working nvidia-smi): the same job on the CPU device, kernels thread by thread"
if [ ! -e "$build/libfatune_cpu.so" ]; then
    echo "there is no $build/libfatune_cpu.so (make builds it where the CUDA headers are found): only checking"
    exec "$fatune" check configs/qwen3-smoke.yaml
fi
run "$fatune" --config qwen3-smoke --device cpu --db results/cpu.db "$@"
run "$fatune" export --db results/cpu.db --format table -o results/cpu.fatune
export FATUNE_LIBCUDA=$build/libfatune_cpu.so # libfatune and the example open it in the place of libcuda
run "$build/examples/decode" results/cpu.fatune --batch 1 --kv 4096 --calls 2
