#!/usr/bin/env bash
# layers.sh -- includes go in one direction only, and each outside library has one user
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

grep -nE '^[[:space:]]*#[[:space:]]*include' -r tuner --include='*.c' --include='*.h' | awk '
function allowed(file, layer, header, other) {
    if (other == "generated" || header ~ /(^|\/)ft_abi\.h$/) return 1
    if (layer == "cmd") return 1
    if (file ~ /^tuner\/cpu\/driver/) return header == "cpu/abi.h" || header == "cpu/driver_int.h"
    if (file ~ /^tuner\/cpu\/machine\//) return header == "abi.h" || header == "ft_simt.cuh" || system("test -e tuner/cpu/machine/" header) == 0
    if (layer == "cpu") return other == "cpu" || other == "base" || header == "gpu/nvrtc.h"
    if (other == layer) return 1
    if (layer == "base" || layer == "runtime") return 0
    if (other == "base" || other == "runtime") return 1
    if (layer == "model") return 0
    if (layer == "search" || layer == "store") return other == "model"
    if (layer == "gpu") return header == "model/build.h" || header == "model/device.h"
    if (layer == "eval") return other != "cmd" && (other != "store" || file ~ /^tuner\/eval\/(tune[^\/]*|record\.[ch])$/)
    return 0
}
function system_allowed(file, header) {
    if (header == "yaml.h") return file == "tuner/model/yaml.c"
    if (header == "nvrtc.h") return file ~ /^tuner\/gpu\/nvrtc[^\/]*$/
    if (header ~ /^(cupti|nvperf)/) return file ~ /^tuner\/gpu\/(cupti|counters)[^\/]*$/
    if (header == "sqlite3.h") return file ~ /^tuner\/store\// || file == "tuner/runtime/load_db.c"
    if (header == "zlib.h") return file == "tuner/store/space_file.c"
    if (header ~ /^cuda/) return file ~ /^tuner\/(gpu|eval|runtime)\// || file ~ /^tuner\/cpu\/driver/
    return 1
}
{
    split($0, part, ":")
    file = part[1]; place = part[1] ":" part[2]; text = $0
    sub(/^[^:]*:[^:]*:/, "", text)
    if (match(text, /<[^>]+>/)) {
        header = substr(text, RSTART + 1, RLENGTH - 2)
        if (!system_allowed(file, header)) { print place ": <" header "> is not for this file"; bad++ }
        next
    }
    if (!match(text, /"[^"]+"/)) next
    header = substr(text, RSTART + 1, RLENGTH - 2)
    dir = file; sub(/^tuner\//, "", dir)
    layer = dir ~ /\// ? substr(dir, 1, index(dir, "/") - 1) : "cmd"
    if (header ~ /\.\./) { print place ": \"" header "\" climbs out of its directory"; bad++; next }
    if (header ~ /\//) other = substr(header, 1, index(header, "/") - 1)
    else if (header ~ /\.inc$/ || header == "version.h") other = "generated"
    else if (header == "cmd.h") other = "cmd"
    else if (system("test -e tuner/" layer "/" header) == 0) other = layer
    else if (system("test -e tuner/runtime/" header) == 0) other = "runtime"
    else other = "common"
    if (!allowed(file, layer, header, other)) { print place ": " layer " must not include \"" header "\""; bad++ }
}
END { if (bad) { print bad " includes against the direction"; exit 1 } }'
