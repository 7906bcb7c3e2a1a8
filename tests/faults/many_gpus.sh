#!/usr/bin/env bash
# many_gpus.sh -- tune --device all: each GPU takes problems, the winners are those of one GPU, and a GPU that dies costs nothing
. "$(dirname "$0")/../fake/lib.sh"
export FAKE_DELAY_MS=12 # long enough for every GPU to get its share
tune "$TEST_TMP/one.db"
expect "one GPU" 0
wanted=$(winners "$TEST_TMP/one.db")
[ "$(wc -l <<<"$wanted")" = 3 ] || fail "three problems have winners" "$TEST_TMP/out"

# Candidates that were timed, of a kind of request, by device: "device who", unsorted.
timed() { python3 -c '
import json, os
for r in map(json.loads, open(os.environ["FAKE_LOG"])):
    if r["do"] == "load":
        print(r["device"], *r["who"])'; }
begin() {
    rm -f "$FAKE_LOG"
    unset FAKE_SCRIPT
}
same_winners() { # WHAT DATABASE
    [ "$(winners "$2")" = "$wanted" ] || { winners "$2" >"$TEST_TMP/winners"; fail "$1: other winners than on one GPU" "$TEST_TMP/winners"; }
}

begin
export FAKE_DEVICES="NVIDIA H200,NVIDIA H200,NVIDIA H200"
tune "$TEST_TMP/three.db" --device all
expect "three GPUs" 0 "3 x NVIDIA H200"
same_winners "three GPUs" "$TEST_TMP/three.db"
[ "$(timed | cut -d' ' -f1 | sort -u | tr -d '\n')" = 012 ] || fail "each GPU has work" "$FAKE_LOG"
[ "$(timed | sort -u | wc -l)" = "$(timed | cut -d' ' -f2 | sort -u | wc -l)" ] || fail "a candidate was tried on two GPUs" "$FAKE_LOG"
tune "$TEST_TMP/three.db" --device all
expect "again" 0 "3 known already"

# A GPU that falls off the bus while it is at a problem.
begin
export FAKE_SCRIPT='[{"device": 1, "do": "time", "n": 2, "act": "crash"}, {"device": 1, "do": "hello", "life": 2, "act": "exit"}]'
tune "$TEST_TMP/out.db" --device all
expect "one GPU dies" 0 "GPU 1 is out"
same_winners "one GPU dies" "$TEST_TMP/out.db"

# One that does not even start.
begin
export FAKE_SCRIPT='[{"device": 2, "do": "hello", "act": "error"}]'
tune "$TEST_TMP/start.db" --device all
expect "one GPU does not start" 0 "GPU 2 is out"
same_winners "one GPU does not start" "$TEST_TMP/start.db"

# All die: what was measured is there, and the next run goes on.
begin
export FAKE_SCRIPT='[{"do": "time", "n": 3, "act": "crash"}, {"do": "hello", "life": 2, "act": "exit"}]'
tune "$TEST_TMP/all.db" --device all
expect "all GPUs die" 3 "worker died"
begin
tune "$TEST_TMP/all.db" --device all
expect "after that" 0
same_winners "after that" "$TEST_TMP/all.db"

# Two models: a device each.
begin
export FAKE_DEVICES="NVIDIA H200,NVIDIA Other,NVIDIA H200"
tune "$TEST_TMP/mixed.db" --device all
expect "two models" 0 "6 problems: 6 tuned"
grep -q "2 x NVIDIA H200" "$TEST_TMP/err" || fail "two of one model" "$TEST_TMP/err"
[ "$("$FATUNE" query --db "$TEST_TMP/mixed.db" --device "*Other*" --csv | wc -l)" = 4 ] || fail "three problems on the other model"
[ "$(timed | cut -d' ' -f1 | sort -u | tr -d '\n')" = 012 ] || fail "each of the mixed GPUs has work" "$FAKE_LOG"

# A budget that the first model uses up leaves the other its share.
begin
tune "$TEST_TMP/share.db" --device all --budget 3s
for device in H200 Other; do
    [ "$("$FATUNE" query --db "$TEST_TMP/share.db" --all --device "*$device*" --csv | wc -l)" -gt 1 ] || fail "a budget leaves $device nothing" "$TEST_TMP/err"
done

# The first GPU does not start, or not for long: the next one takes its place.
for fault in '{"device": 0, "do": "hello", "act": "error"}' '{"device": 0, "do": "calibrate", "act": "crash"}'; do
    begin
    export FAKE_DEVICES="NVIDIA H200,NVIDIA H200,NVIDIA H200" FAKE_SCRIPT="[$fault]"
    rm -f "$TEST_TMP/first.db"
    tune "$TEST_TMP/first.db" --device all
    expect "the first GPU is out" 0 "GPU 0 is out"
    same_winners "the first GPU is out" "$TEST_TMP/first.db"
done

# One on which everything crashes: its problem is another's, and nothing is held against the candidates.
begin
export FAKE_SCRIPT='[{"device": 1, "do": "time", "act": "crash"}]'
tune "$TEST_TMP/bad.db" --device all
expect "a bad GPU" 0 "GPU 1 is out: all of the first 6 candidates lost its worker"
same_winners "a bad GPU" "$TEST_TMP/bad.db"

# A model whose GPU does not start: the others have their results.
begin
export FAKE_DEVICES="NVIDIA H200,NVIDIA Other,NVIDIA Third" FAKE_SCRIPT='[{"device": 1, "do": "hello", "act": "error"}]'
tune "$TEST_TMP/models.db" --device all
expect "a model does not start" 0 "GPU 1 is out"
[ "$("$FATUNE" query --db "$TEST_TMP/models.db" --device "*Third*" --csv | wc -l)" = 4 ] || fail "the third model" "$TEST_TMP/err"
begin
export FAKE_SCRIPT='[{"device": 1, "do": "hello", "act": "error"}, {"device": 2, "do": "hello", "act": "error"}]'
tune "$TEST_TMP/models2.db" --device all
expect "two models do not start" 3 "told to fail"
grep -q "3 problems: 3 tuned" "$TEST_TMP/err" || fail "the first model's results" "$TEST_TMP/err"
grep -q "decode_split" "$TEST_TMP/out" || fail "the first model's table" "$TEST_TMP/out"
exit 0
