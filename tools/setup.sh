#!/usr/bin/env bash
# setup.sh build|test -- makes sure that what the build (and the tests) need is there, and installs what is missing
#
# Prints nothing when all is there. System packages come from apt; CUDA's headers, NVRTC and CUPTI, where
# the system has none, are NVIDIA's own wheels, unpacked into build/cuda without touching Python's packages.
# The exit status is not 0 only when the build cannot work.
#
# From the Makefile: CUDA_INCLUDE, CUPTI_INCLUDE (where it found headers, or empty), CC, FT_IGNORE_SYSTEM_CUDA.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 3
purpose=${1:-build}
CC=${CC:-cc}
PYTHON=${PYTHON:-python3}

# The one place where versions of the fetched CUDA packages stand: CUDA 13.0.
cuda_version=13.0
cuda_wheels="nvidia-cuda-nvrtc==13.0.88 nvidia-cuda-cupti==13.0.85 nvidia-cuda-runtime==13.0.96
    nvidia-cuda-crt==13.0.88"
cuda_dir=build/cuda

say() { printf 'setup: %s\n' "$*" >&2; }

# ---- system packages ----

has_command() { command -v "$1" >/dev/null 2>&1; }
has_headers() { printf '#include <%s>\n' "$@" | $CC -E - >/dev/null 2>&1; }

# Lines "package: why" of what is missing.
missing_packages() {
    has_command "${CC%% *}" && has_headers stdio.h || echo "gcc libc6-dev: the C compiler"
    has_command c++ || has_command g++ || echo "g++: the C++ compiler"
    if ! has_headers yaml.h sqlite3.h zlib.h; then # one run of the compiler where all is well
        has_headers yaml.h || echo "libyaml-dev: reads families and configs"
        has_headers sqlite3.h || echo "libsqlite3-dev: the database of results"
        has_headers zlib.h || echo "zlib1g-dev: reads recorded spaces that are packed"
    fi
    if [ "$purpose" = test ]; then
        has_headers stdarg.h stddef.h stdint.h setjmp.h cmocka.h || echo "libcmocka-dev: unit tests"
        has_command sqlite3 || echo "sqlite3: tests that look into the database"
        has_command ps || echo "procps: tests that look at processes"
        has_command gnuplot || echo "gnuplot-nox: the plots of reports"
        has_command "$PYTHON" || echo "python3: tests that check JSON and YAML"
    fi
}

as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif has_command sudo; then
        if [ -t 0 ]; then sudo "$@"; else sudo -n "$@"; fi
    else
        say "not root, and there is no sudo"
        return 1
    fi
}

apt_get() { as_root env DEBIAN_FRONTEND=noninteractive apt-get -o Dpkg::Use-Pty=0 "$@"; }

# Tries with the lists that are there first: apt-get update takes long and is rarely needed.
install_packages() {
    local log status
    if ! has_command apt-get; then
        say "this system has no apt; its package manager has these under similar names: $*"
        return 1
    fi
    log=$(mktemp)
    apt_get install -qq -y --no-install-recommends "$@" >"$log" 2>&1 ||
        { apt_get update -qq >>"$log" 2>&1 && apt_get install -qq -y --no-install-recommends "$@" >>"$log" 2>&1; }
    status=$?
    if [ $status != 0 ]; then
        tail -n 15 "$log" >&2
        say "apt-get could not install: $*"
    fi
    rm -f "$log"
    return $status
}

package_names() { sed 's/:.*//' | tr '\n' ' '; }

setup_packages() {
    local missing names
    missing=$(missing_packages)
    [ -z "$missing" ] && return 0
    names=$(package_names <<<"$missing")
    while IFS= read -r line; do say "installing $line"; done <<<"$missing"
    # shellcheck disable=SC2086 # names are words
    install_packages $names
    missing=$(missing_packages)
    [ -z "$missing" ] && return 0
    if grep -qE '^(gcc|libyaml-dev|libsqlite3-dev|zlib1g-dev)' <<<"$missing"; then
        say "the build cannot work without: $(grep -E '^(gcc|libyaml-dev|libsqlite3-dev|zlib1g-dev)' <<<"$missing" | package_names)"
        return 1
    fi
    say "going on without: $(package_names <<<"$missing"); tests that need it are skipped"
}

# ---- CUDA ----

# Is there a shared library lib$1.so* where the program looks for it (tuner/gpu/dl.c)?
has_library() {
    local root
    compgen -G "$cuda_dir/lib/lib$1.so*" >/dev/null && return 0
    [ -n "${FT_IGNORE_SYSTEM_CUDA:-}" ] && return 1
    for root in "${CUDA_HOME:-}" "${CUDA_PATH:-}" /usr/local/cuda /opt/cuda /usr/lib/cuda; do
        [ -n "$root" ] || continue
        compgen -G "$root/lib64/lib$1.so*" >/dev/null && return 0
        compgen -G "$root/lib/lib$1.so*" >/dev/null && return 0
        compgen -G "$root/extras/CUPTI/lib64/lib$1.so*" >/dev/null && return 0
    done
    # Its cache may name files that are gone.
    for root in $(PATH=$PATH:/sbin:/usr/sbin ldconfig -p 2>/dev/null | sed -n "s/.*lib$1\.so.* => //p"); do
        [ -e "$root" ] && return 0
    done
    return 1
}

have_pip() {
    "$PYTHON" -m pip --version >/dev/null 2>&1 && return 0
    say "installing python3-pip: fetches NVIDIA's CUDA packages"
    install_packages python3 python3-pip && "$PYTHON" -m pip --version >/dev/null 2>&1
}

# Downloads the wheels named and copies their headers and shared libraries to build/cuda.
fetch_wheels() {
    local temp wheel tree library status=0
    mkdir -p "$cuda_dir/include" "$cuda_dir/lib" && temp=$(mktemp -d "$cuda_dir/fetch.XXXXXX") || return 1
    if "$PYTHON" -m pip download --quiet --retries 1 --timeout 20 --no-cache-dir --no-deps --only-binary :all: \
        --dest "$temp/wheels" "$@" >"$temp/log" 2>&1; then
        for wheel in "$temp"/wheels/*.whl; do
            "$PYTHON" -m zipfile -e "$wheel" "$temp/tree" || status=1
        done
        for tree in "$temp"/tree/nvidia/*/; do
            [ ! -d "$tree/include" ] || cp -R "$tree/include/." "$cuda_dir/include/" || status=1
            for library in "$tree"lib/*.so*; do
                case $library in
                *\** | *.alt.so*) ;; # no match; NVRTC's other variant, 110 MB that nobody opens
                *) cp "$library" "$cuda_dir/lib/" || status=1 ;;
                esac
            done
        done
    else
        tail -n 3 "$temp/log" >&2
        status=1
    fi
    rm -rf "$temp"
    [ $status = 0 ] || rmdir --ignore-fail-on-non-empty "$cuda_dir/include" "$cuda_dir/lib" "$cuda_dir"
    return $status
}

setup_cuda() {
    local missing="" outcome="nothing can be compiled for a GPU, timed or tuned"
    if [ -z "${CUDA_INCLUDE:-}" ] || [ -z "${CUPTI_INCLUDE:-}" ]; then
        missing="headers"
        outcome="building without CUDA: compile and tune will not work; check, list, query and export will"
    fi
    has_library nvrtc || missing="${missing:+$missing, }NVRTC (compiles kernels)"
    has_library cupti || missing="${missing:+$missing, }CUPTI (times kernels)"
    [ -z "$missing" ] && return 0
    say "fetching CUDA $cuda_version into $cuda_dir, as this system lacks its $missing"
    # shellcheck disable=SC2086 # wheels are words
    have_pip && fetch_wheels $cuda_wheels && return 0
    say "no CUDA $missing: $outcome; set CUDA_HOME to a toolkit"
}

setup_packages || exit 3
setup_cuda
exit 0
