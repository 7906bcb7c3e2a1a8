#!/usr/bin/env bash
# worker.sh -- the GPU worker by itself, without the tuner: calibration, validation, planted mistakes, timing; then the PyTorch worker
. "$(dirname "$0")/lib.sh"
need_gpu
python3 "$top/tests/gpu/worker.py" "$fatune" "$top" "$work"
