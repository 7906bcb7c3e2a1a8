#!/usr/bin/env bash
# merge.sh -- `fatune merge`: what came from where, into a new file and into one that is there, and what is refused
set -euo pipefail
. tests/lib.sh
cd "$TEST_TMP"
root=$OLDPWD
export TEST_TMP=$PWD
# Two machines: the second has three of the four problems of the first, one winner of its own, one run more, and a newer word on a trial.
cat "$root/tuner/store/schema.sql" "$root/tests/cli/results.sql" | sqlite3 a.db
cp a.db b.db
sqlite3 b.db "
    DELETE FROM sample WHERE trial_id IN (4, 5); DELETE FROM winner WHERE problem_id = 2; DELETE FROM trial WHERE problem_id = 2;
    DELETE FROM problem_name WHERE problem_id = 2; DELETE FROM problem WHERE id = 2;
    INSERT INTO run SELECT 3, device_id, experiment, config_text, command, fatune_version, 'other', driver, nvrtc, cupti, timer,
        cache, seed, 'running', '2026-02-01T00:00:00.000Z', NULL FROM run WHERE id = 1;
    UPDATE winner SET trial_id = 2, own_trial_id = 2, runner_up_id = 1, median_ns = 4900, own_median_ns = 4900, run_id = 3,
        at = '2026-02-01T00:00:00.000Z' WHERE problem_id = 1 AND device_id = 1;
    INSERT INTO sample (trial_id, run_id, phase, round, n, ns, throttled, at)
        SELECT 2, 3, 'final', 0, 1, x'0000000000a0b340', 0, '2026-02-01T00:00:00.000Z';
    UPDATE trial SET outcome = 'wrong', detail = 'seen later', at = '2026-02-01T00:00:00.000Z' WHERE id = 3;
    UPDATE trial SET outcome = 'timeout', at = '2026-02-01T00:00:00.000Z' WHERE id = 8"

"$FATUNE" merge -o ab.db a.db b.db >out 2>err
diff -u - out <<'END_OF_TABLE' || fail "the table"
database  devices  problems  builds  runs  trials  samples  counters  winners  decides
a.db            2         4       3     2       9        7         0        4        3
b.db         2 +0      3 +0    3 +0  3 +1    7 +0     6 +1         0     3 +0        1
ab.db           2         4       3     3       9        8         0        4        4
END_OF_TABLE
diff -u - err <<'END_OF_NOTES' || fail "the notes"
b.db: taken as it was at this moment, a run in it has not ended
1 trial ended differently in several sources: the newest outcome counts
1 search ended with different winners in several sources: kept is the one that is still valid, of the newest driver, with the least time
END_OF_NOTES
[ "$(sqlite3 ab.db "SELECT config FROM winners WHERE problem = 'qwen3-8b-decode-1x4k' AND sms = 132")" = "Bc=32,warps=4,splits=8" ] || fail "winner"
[ "$(sqlite3 ab.db "SELECT group_concat(DISTINCT outcome) FROM trial WHERE outcome <> 'ok'")" = wrong,timeout ] || fail "outcomes"
[ "$(sqlite3 ab.db 'PRAGMA integrity_check; PRAGMA foreign_key_check; PRAGMA journal_mode')" = "$(printf 'ok\ndelete')" ] || fail "integrity"
for command in query 'query --all' 'export --format table -o all.fatune' 'compare --device A100 --device H200'; do
    # shellcheck disable=SC2086 # words
    "$FATUNE" $command --db ab.db >out 2>err || fail "$command: $(cat err)"
done

"$FATUNE" merge -o ba.db b.db a.db b.db --json 2>err | python3 -c '
import json, sys
rows = json.load(sys.stdin)
assert [r["database"] for r in rows] == ["b.db", "a.db", "b.db", "ba.db"] and [r["is_result"] for r in rows] == [0, 0, 0, 1]
assert [r["new_trials"] for r in rows] == [7, 2, 0, 9] and rows[3]["winners"] == 4, rows'
cmp ab.db ba.db || diff <(sqlite3 ab.db .dump) <(sqlite3 ba.db .dump) || fail "the order of inputs matters"
"$FATUNE" merge --csv -o again.db ab.db b.db >out 2>err
[ "$(tail -n 1 out | cut -d, -f1,2,9,11)" = again.db,1,3,9 ] || fail "CSV: $(cat out)"
cmp ab.db again.db || fail "merging again changes something"

# Into a file that is there, by a link as well; or is not.
cp a.db grows.db
chmod 640 grows.db
ln -s grows.db link.db
"$FATUNE" merge --into -o link.db b.db >out 2>/dev/null
[ "$(head -n 2 out | tail -n 1 | cut -d' ' -f1)" = link.db ] && [ -L link.db ] && cmp ab.db grows.db && [ "$(stat -c %a grows.db)" = 640 ] || fail "into a file by its link"
"$FATUNE" merge --into -o fresh/all.db a.db b.db >/dev/null 2>&1
cmp ab.db fresh/all.db || fail "into a file that is not there"
chmod a-w a.db b.db
"$FATUNE" merge -o read-only.db a.db b.db >/dev/null 2>&1
cmp ab.db read-only.db || fail "of read-only files"
"$FATUNE" merge --help | grep -q -- --into || fail "help"

nothing_new() { # WHAT: no new.db, nor anything else of it
    [ -z "$(find . -name 'new.db*')" ] && [ -z "$(find . -name '*.tmp.*')" ] || fail "$1: something is left: $(echo ./*)"
}
refuse() { # STATUS MESSAGE HINT INPUTS...
    local status=$1 message=$2 hint=$3
    shift 3
    expect_failure "$status" "$message" "$hint" "$FATUNE" merge -o new.db "$@"
    grep -qE ' with --db|; --db' err && fail "a hint about --db, which merge does not have: $(cat err)"
    nothing_new "$message"
}
expect_failure 2 "no output file given" "fatune merge -o all.db" "$FATUNE" merge a.db
expect_failure 2 "no database to merge" "fatune merge -o all.db" "$FATUNE" merge -o new.db
expect_failure 2 "exclude each other" "" "$FATUNE" merge -o new.db a.db --json --csv
expect_failure 2 "'ab.db' exists already" "--into keeps what it holds" "$FATUNE" merge -o ab.db a.db
cmp ab.db ba.db || fail "a refused output was written to"
expect_failure 2 "'fresh' is a directory" "-o" "$FATUNE" merge --into -o fresh a.db
expect_failure 3 "cannot make directory '/dev/null'" "" "$FATUNE" merge -o /dev/null/new.db a.db
expect_failure 3 "cannot write '/proc/new.db'" "name another file with -o" "$FATUNE" merge -o /proc/new.db a.db

refuse 3 "there is no database 'none.db'" "" a.db none.db
: >empty.db
refuse 3 "database 'empty.db' is empty" "" a.db empty.db
cp "$root/configs/qwen3.yaml" text.db
refuse 2 "'text.db' is no database: it is not an SQLite file" "name the file that 'fatune tune' wrote" text.db a.db
sqlite3 other.db 'CREATE TABLE t (x); PRAGMA user_version = 1'
refuse 2 "'other.db' is an SQLite database of another program" "" a.db other.db
cp ab.db newer.db
sqlite3 newer.db 'PRAGMA user_version = 99'
refuse 2 "database 'newer.db' has version 99, but this program knows version 2" "use the newer fatune that wrote it" a.db newer.db
cp ab.db older.db
sqlite3 older.db 'PRAGMA user_version = 0'
refuse 2 "database 'older.db' has version 0, but this program knows version 2" "keep it for the older fatune" a.db older.db
head -c $(($(stat -c %s ab.db) / 2)) ab.db >short.db
refuse 3 "database 'short.db' is damaged: " "sqlite3 'short.db' .recover" a.db short.db
# Any one page but the first, overwritten: told, or not used by any row.
pages=$(($(stat -c %s ab.db) / 4096)) told=0
for page in $(seq 2 $pages); do
    cp ab.db damaged.db
    head -c 4096 /dev/zero | tr '\0' '\245' | dd of=damaged.db bs=4096 seek=$((page - 1)) conv=notrunc 2>/dev/null
    if "$FATUNE" merge -o new.db a.db damaged.db >/dev/null 2>err; then
        cmp ab.db new.db || fail "page $page is damaged, which nobody tells, and rows are lost"
        rm new.db
    else
        grep -qF "database 'damaged.db' is damaged: " err || fail "page $page: $(cat err)"
        told=$((told + 1))
    fi
    nothing_new "page $page"
done
[ $told -gt $((pages / 2)) ] || fail "$told of $pages damaged pages are told"
expect_failure 3 "database 'damaged.db' is damaged: " ".recover" "$FATUNE" merge --into -o ab.db damaged.db
cmp ab.db ba.db || fail "a failed merge has changed its output"
