#!/usr/bin/env bash
# browser.sh -- a report in headless Chromium: no errors, both widths, light and dark, links, sorting, filter, print
#
# Screenshots stay in KEEP_SHOTS where that names a directory.
set -euo pipefail
for program in gnuplot sqlite3; do
    command -v $program >/dev/null || { echo "there is no $program"; exit 77; }
done
command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null ||
    { echo "there is no Chromium"; exit 77; }
db=$TEST_TMP/results.db
cat tuner/store/schema.sql tests/cli/results.sql tests/report/prefill.sql tests/report/partition.sql | sqlite3 "$db"
"$FATUNE" report --db "$db" -o "$TEST_TMP/report.html"
timeout 300 python3 tests/report/browser.py "$TEST_TMP/report.html" "${KEEP_SHOTS:-$TEST_TMP/shots}"
