#!/usr/bin/env bash
# links.sh -- nothing of NVIDIA's is linked, and libfatune needs libc alone and exports fatune_* alone
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
build=${BUILD:-build}
bad=0
complain() { echo "$1"; bad=1; }

if [ ! -e "$build/fatune" ] || [ ! -e "$build/libfatune.so" ]; then
    complain "there is no $build/fatune or $build/libfatune.so; run make first"
    exit 1
fi
needed() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p'; }

for file in "$build/fatune" "$build/libfatune.so"; do
    for library in $(needed "$file"); do
        case $library in
        libcuda* | libnvrtc* | libcupti* | libnvidia* | libnvperf*) complain "$file is linked with $library" ;;
        esac
    done
done
for library in $(needed "$build/libfatune.so"); do
    case $library in
    libc.* | libm.* | libdl.* | libpthread.* | ld-linux*) ;;
    *) complain "$build/libfatune.so needs $library, and should need libc alone" ;;
    esac
done
foreign() { awk '{ print $NF }' | grep -v '^fatune_'; }
names=$(nm -D --defined-only "$build/libfatune.so" | foreign) && complain "libfatune.so also exports: $names"
names=$(nm -g --defined-only "$build/libfatune.a" | grep -E ' [A-Z] ' | foreign) && complain "libfatune.a also exports: $names"
nm -D --defined-only "$build/libfatune.so" | grep ' fatune_' >/dev/null || complain "libfatune.so exports nothing"
exit $bad
