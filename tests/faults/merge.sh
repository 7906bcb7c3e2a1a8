#!/usr/bin/env bash
# merge.sh -- shards joined are the run that was never cut; any order and grouping gives the same; beside a tuner, killed, without space
#
# SEED=N repeats a choice of what is killed when and merged in which order.
. "$(dirname "$0")/../fake/lib.sh"
if [ -z "${FATUNE_TEST_MOUNT:-}" ]; then # as in disk.sh: a full disk is a small tmpfs
    for how in "--mount" "--mount --map-root-user"; do
        # shellcheck disable=SC2086 # words
        unshare $how sh -c 'mount -t tmpfs -o size=64k none "$1"' sh "$TEST_TMP" 2>/dev/null &&
            FATUNE_TEST_MOUNT=yes exec unshare $how bash "$0"
    done
fi
RANDOM=${SEED:=$$}
echo "SEED=$SEED"
cd "$TEST_TMP" || exit 1
merge() { # OUT INPUTS...
    "$FATUNE" merge -o "$@" >out 2>err || fail "merge -o $*: exit status $?" out err
}
same() { # WHAT DATABASE DATABASE: every row, ids included
    cmp -s <(sqlite3 "$2" .dump) <(sqlite3 "$3" .dump) && return
    diff <(sqlite3 "$2" .dump) <(sqlite3 "$3" .dump) | cut -c1-300 | head -n 20
    fail "$1: $2 and $3 differ"
}

# ---- shards against the whole ----

# What query and export say, without times of day, row numbers and the order of rows.
cat >said.py <<'PYTHON'
import csv, json, subprocess, sys
fatune, db = sys.argv[1:]
run = lambda *args: subprocess.run([fatune, *args, "--db", db], check=True, capture_output=True, text=True).stdout
without = lambda row: {k: v for k, v in row.items() if k not in ("at", "run_id", "trial_id")}
said = [run(*command) for command in (("query", "--all", "--csv"), ("query", "--csv"), ("export", "--format", "csv"))]
rows = [[json.dumps(without(r)) for r in csv.DictReader(text.splitlines())] for text in said]
rows.append([json.dumps(without(r)) for r in json.loads(run("query", "--json"))])
assert len(rows[0]) == 34 and all(len(r) == 3 for r in rows[1:]), [len(r) for r in rows]
for group in rows:
    print("\n".join(sorted(group)))
run("export", "--format", "table", "-o", db + ".fatune")
head = open(db + ".fatune", "rb").read().split(b"\n")
kept = [line for line in head if line.startswith(b"entry ") or line.startswith(b"device ")]
print("\n".join(sorted(line.decode().replace("build=", "").split(" ns=")[1] if b" ns=" in line else line.decode() for line in kept)))
PYTHON
said() { python3 said.py "$FATUNE" "$1" || fail "what $1 says"; }
tune whole.db
expect "undisturbed run" 0
said whole.db >wanted
for n in 2 3 5; do
    shards=() seen=0
    for i in $(seq $n); do
        tune "$n-$i.db" --shard "$i/$n"
        expect "shard $i/$n" 0
        "$FATUNE" tune --config qwen3-smoke --dry-run --shard "$i/$n" --csv 2>/dev/null | tail -n +2 | cut -d, -f1 >dry
        # A shard prints, and has, the problems that its dry run shows.
        sqlite3 "$n-$i.db" 'SELECT name FROM problem' | sort | diff <(sort dry) - || fail "shard $i/$n has other problems than its dry run"
        [ "$(grep -c decode_split out)" = "$(wc -l <dry)" ] || fail "shard $i/$n prints other problems" out
        seen=$((seen + $(wc -l <dry)))
        shards+=("$n-$i.db")
    done
    [ $seen = 3 ] || fail "$n shards have $seen problems together"
    merge "all-$n.db" "${shards[@]}"
    said "all-$n.db" | diff wanted - || fail "$n shards together differ from the whole"
    # Nothing is left to do, as far as the tuner can see.
    cp "all-$n.db" again.db
    tune again.db
    expect "the whole after its shards" 0
    grep -q '0 tuned, 3 known already' err || fail "the whole after its shards" err
done
[ "$(sqlite3 3-1.db 'SELECT command FROM run' | grep -c 'shard 1/3')" = 1 ] || fail "the command is not stored"
tune no.db --shard 4/3
expect "a shard that does not exist" 2 "'4/3' is no shard" "--shard 2/4"

# ---- any order, any grouping ----

# Six databases that overlap: parts, other noise, one killed in its middle and finished elsewhere.
tune part.db --problem '*8b*'
FAKE_SEED=2 tune noise.db
FAKE_SEED=3 tune paged.db --problem '*paged*' --no-counters
: >"$FAKE_LOG"
FAKE_DELAY_MS=10 "$FATUNE" tune --config qwen3-smoke --db killed.db >/dev/null 2>&1 &
tuner=$!
while kill -0 $tuner 2>/dev/null && [ "$(wc -l <"$FAKE_LOG")" -lt $((RANDOM % 40 + 20)) ]; do sleep 0.02; done
kill -KILL $tuner
wait $tuner 2>/dev/null
cp killed.db finished.db
[ ! -e killed.db-wal ] || cp killed.db-wal finished.db-wal
FAKE_SEED=4 tune finished.db
databases=(whole.db part.db noise.db paged.db killed.db finished.db)
merge six.db "${databases[@]}"
[ "$(sqlite3 six.db 'PRAGMA integrity_check; PRAGMA foreign_key_check')" = ok ] || fail "integrity"
[ "$(sqlite3 six.db "SELECT count(*) FROM run")" = 6 ] || fail "runs: one of six is lost, or the killed one is there twice"
[ "$(sqlite3 six.db "SELECT count(*) FROM run WHERE id < (SELECT max(id) FROM run r WHERE r.started_at < run.started_at)")" = 0 ] ||
    fail "runs are not in the order of time"
for db in "${databases[@]}"; do # every block of samples of each, with its trial
    all="SELECT p.key, t.config, s.phase, s.round, hex(s.ns), s.at, r.started_at FROM sample s JOIN trial t ON t.id = s.trial_id
         JOIN problem p ON p.id = t.problem_id JOIN run r ON r.id = s.run_id ORDER BY 1, 2, 3, 4, 5, 6, 7"
    [ -z "$(comm -23 <(sqlite3 "$db" "$all" | sort) <(sqlite3 six.db "$all" | sort))" ] || fail "samples of $db are lost"
done
shuffled() { shuf -e --random-source=<(yes "$RANDOM") "$@"; }
for _ in 1 2 3 4 5; do
    rm -f tree.db left.db right.db
    mapfile -t order < <(shuffled "${databases[@]}")
    cut=$((RANDOM % 5 + 1))
    merge left.db "${order[@]:0:cut}"
    merge right.db "${order[@]:cut}" "${order[0]}" # one of them twice
    if [ $((RANDOM % 2)) = 0 ]; then merge tree.db right.db left.db; else cp left.db tree.db && merge tree.db --into right.db; fi
    same "(${order[*]:0:cut}) + (${order[*]:cut})" six.db tree.db
done

# ---- beside a tuner that writes ----

for journal in "" rollback; do
    rm -f live.db* snapshot.db
    FATUNE_JOURNAL=$journal FAKE_DELAY_MS=15 "$FATUNE" tune --config qwen3-smoke --db live.db >tuner.out 2>tuner.err &
    tuner=$! n_before=0 n_merges=0
    while kill -0 $tuner 2>/dev/null; do
        [ "$(sqlite3 live.db 'SELECT count(*) FROM trial' 2>/dev/null || echo 0)" != 0 ] || { sleep 0.05; continue; }
        merge snapshot.db --into live.db paged.db
        n=$(sqlite3 snapshot.db 'SELECT count(*) FROM trial')
        [ "$n" -ge "$n_before" ] && [ "$(sqlite3 snapshot.db 'PRAGMA integrity_check')" = ok ] || fail "$n trials after $n_before"
        n_before=$n n_merges=$((n_merges + 1))
    done
    wait $tuner || fail "the tuner beside merges: exit status $?" tuner.out tuner.err
    [ $n_merges -gt 2 ] || fail "$n_merges merges beside the tuner"
    rm snapshot.db
    merge snapshot.db live.db
    said snapshot.db | diff wanted - || fail "the tuner beside merges has other results"
done

# ---- killed, and without space ----

for _ in $(seq 12); do
    rm -f k.db*
    cp part.db k.db
    "$FATUNE" merge -o k.db --into "${databases[@]}" >/dev/null 2>&1 &
    merger=$!
    sleep "0.0$((RANDOM % 10))$((RANDOM % 10))"
    kill -KILL $merger 2>/dev/null
    wait $merger 2>/dev/null
    [ "$(sqlite3 k.db 'PRAGMA integrity_check')" = ok ] || fail "a merge that was killed damages its output"
    case $(sqlite3 k.db 'SELECT count(*) FROM run') in
    1) same "before a merge that was killed" part.db k.db ;;
    6) same "after a merge that was not killed in time" six.db k.db ;;
    *) fail "half a merge" ;;
    esac
    merge k.db --into "${databases[@]}"
    same "a merge that was killed, afterwards" six.db k.db
done

if [ -n "${FATUNE_TEST_MOUNT:-}" ]; then
    mkdir small
    mount -t tmpfs -o size=128k none small
    "$FATUNE" merge -o small/all.db six.db >out 2>err
    [ $? = 3 ] && grep -qF "no space left for database 'small/all.db'" err && grep -q '^hint: .*free some space' err || fail "a full disk" out err
    [ -z "$(ls small)" ] || fail "a full disk: something is left"
    umount small
else
    echo "warning: no tmpfs can be mounted here: a full disk is not tested"
fi

# ---- locked for longer than we wait ----

python3 - <<'PYTHON' &
import sqlite3, time
connection = sqlite3.connect("part.db", isolation_level=None)
connection.execute("BEGIN EXCLUSIVE")
open("is-locked", "w").close()
time.sleep(60)
PYTHON
locker=$!
while [ ! -e is-locked ]; do sleep 0.05; done
"$FATUNE" merge -o locked.db whole.db part.db >out 2>err
[ $? = 3 ] && grep -qF "database 'part.db' is locked by another process" err && [ ! -e locked.db ] || fail "a locked input" out err
kill $locker
wait $locker 2>/dev/null
exit 0
