#!/usr/bin/env bash
# report.sh -- `fatune report` on a made-up database: the page is whole, its figures are the database's, it needs nothing
# from outside; Markdown, CSV; no gnuplot, a broken gnuplot
set -euo pipefail
. tests/lib.sh
db=$TEST_TMP/results.db
cat tuner/store/schema.sql tests/cli/results.sql tests/report/prefill.sql tests/report/partition.sql | sqlite3 "$db"
export TMPDIR=$TEST_TMP/tmp
mkdir "$TMPDIR" "$TEST_TMP/empty"

# A text with all that HTML must escape, in the places that a user can fill.
sqlite3 "$db" "UPDATE problem SET name = 'a<b>&\"c''d' WHERE id = 2; UPDATE run SET command = 'fatune -p ''<i>*''' WHERE id = 1"

check_page() { # PAGE QUERY.json HAS_PLOTS [SECTION=COMPARE.json]...
    python3 tests/report/page.py "$@"
}

"$FATUNE" query --db "$db" --json >"$TEST_TMP/winners.json"
compare() { # SECTION A B [OPTIONS]: how page.py gets it
    "$FATUNE" compare --db "$db" -d "$2" -d "$3" --json "${@:4}" >"$TEST_TMP/$1.json"
    echo "$1=$TEST_TMP/$1.json"
}
if command -v gnuplot >/dev/null; then
    "$FATUNE" report --db "$db" -o "$TEST_TMP/report.html" 2>"$TEST_TMP/err"
    grep -qF "report.html: 10 problems" "$TEST_TMP/err"
    # The device with more SMs is A. With three devices there are three pairs.
    check_page "$TEST_TMP/report.html" "$TEST_TMP/winners.json" 1 "$(compare c1-3 H200 66)" "$(compare c1-2 H200 A100)" \
        "$(compare c2-3 A100 66)"
    grep -qF 'B, NVIDIA H200 66 SMs, takes 1.109 times the time of A, NVIDIA H200, geometric mean of 3 common problems.' \
        "$TEST_TMP/report.html"
    grep -qF "With A's winner B loses at most 1.5 %, on a&lt;b&gt;&amp;&quot;c'd." "$TEST_TMP/report.html"
    grep -qF 'Bc 32&rarr;64</td>' "$TEST_TMP/report.html"
    "$FATUNE" report --db "$db" --device H200 -p '*-16x4k' -o "$TEST_TMP/two.html" 2>/dev/null
    "$FATUNE" query --db "$db" --device H200 -p '*-16x4k' --json >"$TEST_TMP/two.json"
    check_page "$TEST_TMP/two.html" "$TEST_TMP/two.json" 1 "$(compare c1-3 H200 66 -p '*-16x4k')"

    # Devices and problems that are not asked for are not there.
    "$FATUNE" report --db "$db" --device a100 -o "$TEST_TMP/a100.html" 2>/dev/null
    "$FATUNE" query --db "$db" --device a100 --json >"$TEST_TMP/a100.json"
    check_page "$TEST_TMP/a100.html" "$TEST_TMP/a100.json" 1
    if grep -q H200 "$TEST_TMP/a100.html"; then echo "the page of one device shows another"; exit 1; fi
    "$FATUNE" report --db "$db" -p 'qwen3-8b-prefill-*' -o "$TEST_TMP/prefill.html" 2>/dev/null
    "$FATUNE" query --db "$db" -p 'qwen3-8b-prefill-*' --json >"$TEST_TMP/prefill.json"
    check_page "$TEST_TMP/prefill.html" "$TEST_TMP/prefill.json" 1
else
    echo "warning: there is no gnuplot (gnuplot-nox); pages were checked without plots"
fi

# A problem without a winner, alone: there is nothing to report, in any format, and no file.
for format in html md csv; do
    expect_failure 1 "none was chosen as a winner" "'fatune query --all' shows how each of them ended" \
        "$FATUNE" report --db "$db" -p qwen3-32b-decode-1x1k -f $format -o "$TEST_TMP/loss"
    [ ! -e "$TEST_TMP/loss" ]
done
sqlite3 "$TEST_TMP/empty.db" <tuner/store/schema.sql
expect_failure 1 "the database holds no trial yet" "'fatune --config FILE' fills it" \
    "$FATUNE" report --db "$TEST_TMP/empty.db" -o "$TEST_TMP/loss"
[ ! -e "$TEST_TMP/loss" ]

# Without gnuplot there is a page without plots, and a word on it; a broken gnuplot is an error.
PATH=$TEST_TMP/empty "$FATUNE" report --db "$db" -o "$TEST_TMP/plain.html" 2>"$TEST_TMP/err"
grep -qF 'gnuplot-nox' "$TEST_TMP/err"
grep -qF 'gnuplot-nox' "$TEST_TMP/plain.html"
check_page "$TEST_TMP/plain.html" "$TEST_TMP/winners.json" 0 "$(compare c1-3 H200 66)" "$(compare c1-2 H200 A100)" \
    "$(compare c2-3 A100 66)"
grep -qF 'qwen3-32b-decode-1x1k: 1 crashed' "$TEST_TMP/plain.html" # among others that have a winner
printf '#!/bin/sh\necho "line 3: no such terminal" >&2\nexit 1\n' >"$TEST_TMP/empty/gnuplot"
chmod +x "$TEST_TMP/empty/gnuplot"
old_path=$PATH
expect_failure 3 "gnuplot failed: line 3: no such terminal" "" \
    env PATH="$TEST_TMP/empty:$old_path" "$FATUNE" report --db "$db" -o "$TEST_TMP/broken.html"
[ ! -e "$TEST_TMP/broken.html" ]

# Nothing is left behind.
[ -z "$(ls "$TMPDIR")" ]

"$FATUNE" report --db "$db" --format csv >"$TEST_TMP/report.csv"
python3 - "$TEST_TMP/report.csv" "$TEST_TMP/winners.json" <<'END'
import csv, json, sys
rows, winners = list(csv.DictReader(open(sys.argv[1], newline=""))), json.load(open(sys.argv[2]))
assert len(rows) == len(winners) == 10
for row, winner in zip(rows, winners):
    for key, value in winner.items():
        cell = row[key]
        assert (float(cell) == value if isinstance(value, (int, float)) else cell == (value or "")), (key, cell, value)
by_name = {(r["device"], r["problem"]): r for r in rows}
assert by_name["NVIDIA H200", "qwen3-8b-decode-64x4k"]["pytorch/cudnn_time_ns_median"] == "250000"
assert by_name["NVIDIA H200", "qwen3-8b-prefill-512"]["pytorch/fa2_time_ns_median"] == "2000"
assert by_name["NVIDIA A100", "qwen3-8b-decode-1x4k"]["pytorch/fa2_time_ns_median"] == ""
END
"$FATUNE" report --db "$db" --format md -o "$TEST_TMP/report.md" 2>/dev/null
grep -qF '| qwen3-8b-prefill-512 | prefill_wmma `Br=32,Bc=32,stages=2` | 1.00 us | 1.0 % | 10486 | 2147.5 | 10.0 % | 1.00 us | - | 2.00 us |' "$TEST_TMP/report.md"
grep -qF -- '- no winner on NVIDIA H200 for qwen3-32b-decode-1x1k: 1 crashed' "$TEST_TMP/report.md"

expect_failure 2 "a page needs a file" "" "$FATUNE" report --db "$db"
expect_failure 2 "unexpected 'page.html'" "" "$FATUNE" report --db "$db" page.html -o "$TEST_TMP/x.html"
expect_failure 1 "no problem in the database matches 'qwen4*'" "" "$FATUNE" report --db "$db" -p 'qwen4*' -o "$TEST_TMP/x.html"
expect_failure 3 "there is no database" "" "$FATUNE" report --db "$TEST_TMP/none.db" -o "$TEST_TMP/x.html"
expect_failure 3 "$TEST_TMP/none" "" env PATH="$TEST_TMP" "$FATUNE" report --db "$db" -o "$TEST_TMP/none/x.html"
