#!/usr/bin/env bash
# slurm.sh -- tools/slurm/fatune.sbatch on a Slurm of one node that the test starts: two shards, one of them ended and gone on with, merged
#
# Needs Debian's slurm-wlm and munge. Nothing of a Slurm that is there is used or touched: configuration, key, ports and
# state are the test's own.
. "$(dirname "$0")/../fake/lib.sh"
PATH=$PATH:/usr/sbin
for program in munged slurmctld slurmd sbatch srun scancel; do
    command -v $program >/dev/null || skip "there is no Slurm ($program; apt-get install slurm-wlm munge)"
done
slurm=$TEST_TMP/slurm dir=$TEST_TMP/results
mkdir -p "$slurm/state" "$slurm/spool"
stop() {
    local pid
    for pid in $(cat "$slurm"/{slurmd,slurmctld,munged}.pid 2>/dev/null); do
        kill "$pid" 2>/dev/null
        for _ in $(seq 100); do [ -e "/proc/$pid" ] && sleep 0.05; done
    done
}
trap stop EXIT
head -c 1024 /dev/urandom >"$slurm/key"
chmod 400 "$slurm/key"
read -r port1 port2 < <(python3 -c '
import socket
sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
print(*(s.getsockname()[1] for s in sockets))')
host=$(hostname -s)
cat >"$slurm/slurm.conf" <<CONF
ClusterName=fatune-test
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port1
SlurmdPort=$port2
AuthType=auth/munge
AuthInfo=socket=$slurm/munge.socket
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
StateSaveLocation=$slurm/state
SlurmdSpoolDir=$slurm/spool
SlurmctldPidFile=$slurm/slurmctld.pid
SlurmdPidFile=$slurm/slurmd.pid
SlurmctldLogFile=$slurm/slurmctld.log
SlurmdLogFile=$slurm/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
export SLURM_CONF=$slurm/slurm.conf
unset SLURM_JOB_ID SLURM_ARRAY_TASK_ID # of a job that this test may run in
munged --force --socket="$slurm/munge.socket" --key-file="$slurm/key" --pid-file="$slurm/munged.pid" \
    --log-file="$slurm/munged.log" --seed-file="$slurm/munged.seed" >"$slurm/start.log" 2>&1 &&
    slurmctld >>"$slurm/start.log" 2>&1 && slurmd >>"$slurm/start.log" 2>&1
for _ in $(seq 100); do
    sinfo -h -o %T 2>/dev/null | grep -qx idle && break
    sleep 0.2
done
sinfo -h -o %T 2>/dev/null | grep -qx idle || {
    tail -n 5 "$slurm"/*.log
    skip "Slurm does not start here: $(tail -qn 1 "$slurm/start.log" "$slurm/slurmd.log" 2>/dev/null | tail -n 1)"
}

tune "$TEST_TMP/undisturbed.db"
expect "undisturbed run" 0
winners "$TEST_TMP/undisturbed.db" >"$TEST_TMP/wanted"

submit() { # ARGUMENTS: prints the job of the array and that of the merge
    FATUNE_SBATCH=--cpus-per-task=1 tools/slurm/fatune.sbatch "$@" >"$TEST_TMP/out" 2>"$TEST_TMP/err" ||
        fail "fatune.sbatch $*: exit status $?" "$TEST_TMP/out" "$TEST_TMP/err"
    sed -n 's/^job \([0-9]*\) .* job \([0-9]*\) then .*/\1 \2/p' "$TEST_TMP/out"
}
wait_for() { # JOB...
    local job
    for job in "$@"; do
        for _ in $(seq 600); do
            [ -n "$(squeue -h -j "$job" 2>/dev/null)" ] || continue 2
            sleep 0.2
        done
        fail "job $job does not end" "$dir"/*.log "$slurm/slurmctld.log"
    done
}
tools/slurm/fatune.sbatch 2 "$dir" >"$TEST_TMP/out" 2>&1
[ $? = 2 ] && grep -q '^usage: ' "$TEST_TMP/out" || fail "a command line without arguments for fatune"

# Slurm's signal before the end of time comes in the middle: what is there is saved, and merged.
read -r array joined < <(FAKE_DELAY_MS=150 submit 2 "$dir" --config qwen3-smoke)
for _ in $(seq 300); do
    grep -q '"do": "time"' "$FAKE_LOG" 2>/dev/null && break
    sleep 0.1
done
scancel --signal=TERM "$array"
wait_for "$array" "$joined"
grep -q 'interrupted: everything measured is saved' "$dir"/shard-*.log || fail "no task was interrupted" "$dir"/*.log
[ "$(sqlite3 "$dir/all.db" 'PRAGMA integrity_check')" = ok ] || fail "what interrupted tasks have left is not merged" "$dir/merge.log"
n_before=$(sqlite3 "$dir/all.db" 'SELECT count(*) FROM trial')
[ "$n_before" -lt 34 ] || fail "$n_before trials in an interrupted run"

# The same command again.
read -r array joined < <(submit 2 "$dir" --config qwen3-smoke)
wait_for "$array" "$joined"
winners "$dir/all.db" | diff "$TEST_TMP/wanted" - || fail "other winners than without Slurm" "$dir"/*.log
[ "$(sqlite3 "$dir/all.db" 'SELECT count(*) FROM trial')" = 34 ] || fail "trials" "$dir/merge.log"
[ -z "$(comm -3 <(sqlite3 "$dir/shard-1-of-2.db" 'SELECT key FROM problem' | sort) <(sqlite3 "$dir/shard-2-of-2.db" 'SELECT key FROM problem' | sort) |
    sed -n '/^$/p')" ] || fail "shards share problems"

# A shard that left nothing: said, and the rest is merged.
rm "$dir/all.db" "$dir/shard-2-of-2.db"
merge=$(sbatch --parsable --cpus-per-task=1 --output="$dir/merge.log" tools/slurm/fatune.sbatch 2 "$dir" merge)
wait_for "$merge"
grep -q 'warning: shard 2/2 has left no database' "$dir/merge.log" && [ -e "$dir/all.db" ] || fail "a shard that is not there" "$dir/merge.log"
exit 0
