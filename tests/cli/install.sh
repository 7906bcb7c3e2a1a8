#!/usr/bin/env bash
# install.sh -- `make install` below a directory with a space: the program finds its data, a user's program links, nothing stays
set -uo pipefail
fail() { echo "$1"; exit 1; }
prefix="$TEST_TMP/a b"
# -o all: what is tested is what was built.
"$MAKE" --no-print-directory -o all BUILD="$BUILD" PREFIX="$prefix" install >"$TEST_TMP/out" 2>&1 || fail "install: $(tail -n 3 "$TEST_TMP/out")"
(cd / && "$prefix/bin/fatune" check -q decode_split qwen3-smoke >/dev/null) || fail "the installed program does not find its data"
# What `--baseline` starts finds the probe library where it was put.
(cd / && env -u FATUNE_PROBE python3 -B - "$prefix/share/fatune/report") <<'END' || fail "the installed baseline does not find its library"
import sys
sys.path.insert(0, sys.argv[1])
import baseline_torch
baseline_torch.load_probe()
END

cat >"$TEST_TMP/user.c" <<'END'
#include <fatune.h>
int main(void)
{
    fatune *library;
    return fatune_open("/nonexistent", NULL, &library) == FATUNE_OK;
}
END
links() { # WHAT
    eval "${CC:-cc} -o '$TEST_TMP/user' '$TEST_TMP/user.c' $(pkg-config --cflags --libs fatune)" || fail "does not link: $1"
    LD_LIBRARY_PATH="$prefix/lib" "$TEST_TMP/user" || fail "does not run: $1"
}
if command -v pkg-config >/dev/null; then
    export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
    links "the shared library"
    rm "$prefix"/lib/libfatune.so*
    links "the static library"
else
    echo "warning: there is no pkg-config: linking with an installed library was not tested"
fi
"$MAKE" --no-print-directory BUILD="$BUILD" PREFIX="$prefix" uninstall >"$TEST_TMP/out" 2>&1 || fail "uninstall: $(tail -n 3 "$TEST_TMP/out")"
[ -z "$(find "$prefix" ! -type d)" ] || fail "left behind: $(find "$prefix" ! -type d)"
