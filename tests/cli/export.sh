#!/usr/bin/env bash
# export.sh -- `fatune export`: a dispatch table with its machine code, JSON, CSV; where they go, and what is refused
set -euo pipefail
. tests/lib.sh
db=$TEST_TMP/results.db
cat tuner/store/schema.sql tests/cli/results.sql | sqlite3 "$db"

table=$TEST_TMP/all.fatune
"$FATUNE" export --db "$db" --format table -o "$table" 2>"$TEST_TMP/note"
grep -qF '4 problems, 4 builds, 2 devices' "$TEST_TMP/note" || fail "note: $(cat "$TEST_TMP/note")"
[ "$(head -n 1 "$table")" = 'fatune-table 1' ] || fail "magic"
sed -n 2p "$table" | grep -qE '^made fatune .* on [0-9-]+T[0-9:]+Z$' || fail "made: $(sed -n 2p "$table")"
[ "$(grep -ac '^entry ' "$table")" = 4 ] || fail "entries"
# The cubin is in it once, although four builds use it.
head_bytes=$(sed -n '3s/^head \([0-9]*\) check [0-9a-f]*$/\1/p' "$table")
[ "$(tail -c +$((head_bytes + 1)) "$table")" = CUBIN ] || fail "cubins"
# Where an outside contestant won, the best of our own is exported, with its own time.
grep -aq '^entry device=1 build=3 ns=255000.0 default=0 problem=.*batch=64' "$table" || fail "own winner"

# The same winners give the same bytes but for the line that says when; the checksum covers that line.
"$FATUNE" export -q --db "$db" -o "$TEST_TMP/again.fatune"
diff <(grep -av -e '^made ' -e '^head ' "$table") <(grep -av -e '^made ' -e '^head ' "$TEST_TMP/again.fatune") || fail "bytes"

"$FATUNE" export -q --db "$db" --device H200 --problem '*16x4k' -o "$TEST_TMP/one.fatune"
[ "$(grep -ac '^entry ' "$TEST_TMP/one.fatune")" = 1 ] || fail "filters"

"$FATUNE" export --db "$db" --format json -o - >"$TEST_TMP/winners.json"
"$FATUNE" export --db "$db" --format csv -o "$TEST_TMP/winners.csv"
python3 - "$TEST_TMP/winners.json" "$TEST_TMP/winners.csv" <<'END'
import csv, json, sys
rows = json.load(open(sys.argv[1]))
lines = list(csv.DictReader(open(sys.argv[2], newline="")))
assert len(rows) == len(lines) == 4
assert list(rows[0]) == list(lines[0]), "columns"
for row, line in zip(rows, lines):
    for name, value in row.items():
        text = line[name]
        assert text == ("" if value is None else value) if not isinstance(value, (int, float)) else float(text) == value, name
END

expect_failure 2 "a table holds machine code and needs a file" "" "$FATUNE" export --db "$db"
expect_failure 2 "a table holds machine code and needs a file" "" "$FATUNE" export --db "$db" -o -
expect_failure 2 "is a database, and would be lost" "" "$FATUNE" export --db "$db" --format csv -o "$db"
expect_failure 2 "'xml'" "" "$FATUNE" export --db "$db" --format xml -o "$TEST_TMP/x"
expect_failure 1 "no problem in the database matches 'nothing'" "" "$FATUNE" export --db "$db" --problem nothing -o "$TEST_TMP/x"
cp "$db" "$TEST_TMP/no_code.db"
sqlite3 "$TEST_TMP/no_code.db" "UPDATE build SET cubin = NULL"
expect_failure 1 "no machine code is stored" "" "$FATUNE" export --db "$TEST_TMP/no_code.db" -o "$TEST_TMP/x"
cp "$db" "$TEST_TMP/damaged.db"
sqlite3 "$TEST_TMP/damaged.db" "UPDATE launch_program SET text = 'junk'"
expect_failure 3 "is damaged: " "" "$FATUNE" export --db "$TEST_TMP/damaged.db" -o "$TEST_TMP/x"
expect_failure 3 "there is no database" "" "$FATUNE" export --db "$TEST_TMP/none.db" -o "$TEST_TMP/x"
expect_failure 3 "$TEST_TMP/no/where" "" "$FATUNE" export --db "$db" -o "$TEST_TMP/no/where"
[ ! -e "$TEST_TMP/x" ] || fail "a failed export left a file"
