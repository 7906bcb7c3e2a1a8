#!/usr/bin/env bash
# export_c.sh -- `fatune export --format c`: the header compiles alone as C99 and C++17 and answers; its names; what is refused
set -euo pipefail
. tests/lib.sh
db=$TEST_TMP/results.db
cat tuner/store/schema.sql tests/cli/results.sql | sqlite3 "$db"

header=$TEST_TMP/qwen3-8b.h
"$FATUNE" export --db "$db" --format c -o "$header" 2>"$TEST_TMP/note"
grep -qF '4 problems, 3 builds, 2 devices' "$TEST_TMP/note" || fail "note: $(cat "$TEST_TMP/note")"
[ "$(grep '^#include' "$header" | sort | tr '\n' ' ')" = '#include <stddef.h> #include <stdint.h> ' ] || fail "includes"
! grep -E '20[0-9]{2}-[0-9]' "$header" || fail "a date, which would change with every export"

cat >"$TEST_TMP/use.c" <<'END'
#include "qwen3-8b.h"
#include <stdio.h>
int main(void)
{
    struct qwen3_8b_select_problem p;
    struct qwen3_8b_select_device device = {"NVIDIA H200", 90, 132, 0, 0, 0};
    enum qwen3_8b_select_match how;
    const struct qwen3_8b_select_entry *e;
    qwen3_8b_select_problem_init(&p, 32, 8, 128, 12, 4096);
    e = qwen3_8b_select(&p, &device, QWEN3_8B_SELECT_ALLOW_NEAREST, &how);
    if (!e)
        return 1;
    printf("%s %s %d %d %.0f\n", e->kernel->family, e->kernel->config, (int)how,
           (int)qwen3_8b_select_value(e, "splits", -1), e->ns);
    printf("%s\n", e->kernel->program[1]);
    p.head_dim = p.head_dim_v = 64;
    e = qwen3_8b_select(&p, &device, QWEN3_8B_SELECT_ALLOW_NEAREST, &how);
    printf("%d %d\n", e == NULL, (int)how);
    return 0;
}
END
cat >"$TEST_TMP/expected" <<'END'
decode_split Bc=32,warps=4,splits=4 2 4 62000
kernel decode_split when=1 grid=p.batch,1,1 block=128,1,1 cluster=1,1,1 smem=0 pdl=0
1 0
END
c=${CC:-cc} cxx=${CXX:-g++}
for optimise in -O0 -O2; do
    "$c" -std=c99 $optimise -Wall -Wextra -Werror -pedantic -o "$TEST_TMP/use" "$TEST_TMP/use.c"
    diff "$TEST_TMP/expected" <("$TEST_TMP/use") || fail "C with $optimise"
done
if command -v "$cxx" >/dev/null; then
    "$cxx" -std=c++17 -Wall -Wextra -Werror -pedantic -x c++ -o "$TEST_TMP/use" "$TEST_TMP/use.c"
    diff "$TEST_TMP/expected" <("$TEST_TMP/use") || fail "C++"
else
    echo "warning: there is no $cxx; the header was not compiled as C++"
fi

# Names come from the file or from --name; the same winners give the same bytes.
"$FATUNE" export -q --db "$db" --format c --name mine -o "$TEST_TMP/x.h"
grep -q '^#ifndef MINE_SELECT_H$' "$TEST_TMP/x.h" || fail "guard"
! grep 'x_select' "$TEST_TMP/x.h" || fail "--name is not heeded"
"$FATUNE" export -q --db "$db" --format c --name mine | cmp - "$TEST_TMP/x.h" || fail "bytes"
"$FATUNE" export -q --db "$db" --format c -o - >"$TEST_TMP/out.h"
grep -q '^#ifndef FATUNE_SELECT_H$' "$TEST_TMP/out.h" || fail "default name"
"$FATUNE" export -q --db "$db" --format c --device A100 >"$TEST_TMP/a100.h"
! grep 'device_nvidia_h200' "$TEST_TMP/a100.h" || fail "filter"

expect_failure 2 "'3x' cannot start names in C" "" "$FATUNE" export --db "$db" --format c --name 3x
expect_failure 2 "'a-b' cannot start names in C" "" "$FATUNE" export --db "$db" --format c --name a-b
expect_failure 2 "--name is for --format c" "" "$FATUNE" export --db "$db" --format json --name x
expect_failure 1 "no problem in the database matches 'nothing'" "" "$FATUNE" export --db "$db" --format c --problem nothing -o "$TEST_TMP/n.h"
[ ! -e "$TEST_TMP/n.h" ] || fail "a failed export left a file"
