"""families.py DIRECTORY PART PARTS -- runs every family on the CPU device under AddressSanitizer and UBSan

What is run is a pairwise cover (../families/cover.py) of the family's parameters and of the problem's own: PROBLEMS has
what a family is specialised on, and with it the groups of query heads. What else differs comes with validation (eval/cases.c):
odd and unequal lengths, empty rows, pages, strides. Parameters of a launch take turns.

Each config is tuned by a `fatune` of its own with a seed of its own, and must end ok. Tuning is as short as it gets; configs
take turns in running one half of validation's cases or the other.

PART of PARTS: every PARTS-th config, so that tests/run.sh can run the parts beside each other.

Variables: FATUNE_TEST_FAMILY (a glob) takes some families, FATUNE_TEST_SEED is added to every seed.
"""
import fnmatch
import itertools
import json
import os
import random
import resource
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "families"))
import cover
from cover import complain, complaints

MIN_SEEDS = 20
MAX_LISTED = 12000  # builds that a cover is chosen from; a larger space is sampled
FLAGS = "-fsanitize=address,undefined -fno-sanitize=null,vptr -fno-sanitize-recover=all -O1"  # null: a crash anyway
LIST_ARCH = "sm_90a"  # the CPU device has its limits
SHORT = ["timing: {cache: hot, screen_samples: 1, final_samples: 1, finalists: 1}", "validation: {seeds: [1]}"]

DECODE = "batch: 1, seqlen_q: 1, seqlen_kv: 1037"
PREFILL = "batch: 2, seqlen_q: 101, seqlen_kv: 133"


def problems_of(shape, **values):
    """{name: (fields, text)}: every combination; a group stands for heads."""
    result = {}
    for combination in itertools.product(*values.values()):
        fields = dict(zip(values, combination))
        heads = f"q_heads: {2 * fields['group']}, kv_heads: 2"
        rest = ", ".join(f"{k}: {v}" for k, v in fields.items() if k not in ("group", "page_size"))
        page = ", page_size: 16" if fields.get("kv") == "paged" else ""
        result["-".join(str(v) for v in combination)] = (fields, f"{rest}, {heads}, {shape}{page}")
    return result


GROUPS = [2, 1, 5, 7, 8]  # each occurs, where nothing else decides the first: validation takes time with the heads
MASKS = ["none", "causal"]
PROBLEMS = {
    **problems_of(DECODE, dtype=["bf16", "fp16"], head_dim=[64, 128], group=GROUPS + [16], kv=["strided", "paged"], window_left=[-1, 100]),
    **problems_of(PREFILL, dtype=["bf16", "fp16"], head_dim=[64, 128], group=GROUPS, mask=MASKS),
    **problems_of(PREFILL, dtype=["bf16", "fp16"], head_dim=[96, 256], group=[1], mask=MASKS),
    **problems_of(PREFILL, dtype=["bf16"], head_dim=[64], group=[2], mask=MASKS, window_left=[0, 37]),
    **problems_of(PREFILL, dtype=["fp16"], head_dim=[64], group=[1], mask=["none"], window_left=[-1, 50], window_right=[0, 9]),
    **problems_of(PREFILL, dtype=["bf16", "fp16"], head_dim=[64, 128], group=[2], mask=["causal"], kv=["paged"]),
    **problems_of(PREFILL, dtype=["bf16"], head_dim=[128], group=[2], mask=["causal"], kv=["paged"], window_left=[37]),
    **problems_of(PREFILL, dtype=["fp32"], head_dim=[32, 64, 128], group=GROUPS, mask=MASKS),
}


def keys_of(window_left):
    return 1037 if window_left < 0 else window_left + 1


def decode_split_splits(build, window_left):
    """Values that the preferences of decode_split allow for DECODE."""
    most = -(-keys_of(window_left) // (int(build["Bc"]) * int(build["warps"])))
    return ["auto"] + [str(n) for n in (1, 2, 4, 8, 16, 32, 64) if n <= most and (n > 1 or build["combine"] == "last_cta")]


def decode_tma_splits(build, window_left):
    return ["auto"] + [str(n) for n in (1, 2, 4, 8, 16) if n <= max(1, keys_of(window_left) // 64)]


LAUNCH = {("decode_split", "splits"): decode_split_splits, ("decode_tma", "splits"): decode_tma_splits}


def run(job):
    """One tuning; complains unless its config ends ok. Returns seconds."""
    work, family, problem, config, seed, env = job
    begin = time.monotonic()
    name = os.path.join(work, f"{family}-{seed}")
    cover.write_config(name + ".yaml", {problem: PROBLEMS[problem][1]}, {family: (config, None)}, SHORT)
    ran = subprocess.run([cover.fatune, "--config", name + ".yaml", "--device", "cpu", "--db", name + ".db", "--no-counters",
                          "--jobs", "1", "--quiet"], capture_output=True, text=True,
                         env=dict(env, FATUNE_CPU_SEED=str(seed), FATUNE_TEST_CASES=f"{seed // 2 % 2}/2"))
    found = subprocess.run([cover.fatune, "query", "--db", name + ".db", "--all", "--json"], capture_output=True, text=True)
    rows = json.loads(found.stdout or "[]")
    if [row["outcome"] for row in rows] != ["ok"]:
        said = ", ".join(f"{row['outcome']} {row['detail'] or ''}" for row in rows) or "was not tried"
        text = ",".join(f"{k}={v}" for k, v in config.items())
        complain(f"{family} {text} for {problem}, seed {seed}: {said}\n{ran.stderr[-3000:]}")
    return time.monotonic() - begin


def jobs_of(family, work, env, seed):
    path = os.path.join(work, f"{family.name}.yaml")
    rows_of, known = {}, {}
    for p, (fields, text) in PROBLEMS.items():
        but_group = tuple((k, v) for k, v in fields.items() if k != "group") + (text.split("seqlen_q")[1],)
        if but_group not in known:  # a space does not depend on the group
            cover.write_config(path, {p: text}, {family.name: (family.launch_defaults, None)})
            known[but_group] = cover.compile(path, LIST_ARCH, "--list")
        if known[but_group]:
            rows_of[p] = known[but_group]
    able, builds, rng = list(rows_of), [], random.Random(1)
    for p, rows in rows_of.items():
        rows = rng.sample(rows, min(len(rows), max(1, MAX_LISTED // len(able))))
        builds += [dict(cover.parse(row["config"]), problem=p) for row in rows]
    # Of a problem its fields count, not its name.
    fields = sorted({f for p in able for f in PROBLEMS[p][0]})
    values = {f: [str(v) for v in dict.fromkeys(PROBLEMS[p][0].get(f, -1) for p in able)] for f in fields}
    of = {}
    for b in builds:
        row = {k: v for k, v in b.items() if k != "problem"}
        row.update((f"p.{f}", str(PROBLEMS[b["problem"]][0].get(f, -1))) for f in fields)
        of[tuple(row.items())] = b["problem"]
    params = dict(family.params, **{f"p.{f}": v if f != "group" else [] for f, v in values.items()})
    chosen = cover.cover([dict(key) for key in of], params)
    for i in range(MIN_SEEDS - len(chosen)):
        chosen.append(chosen[i])
    jobs = []
    for i, row in enumerate(chosen):
        config = {k: v for k, v in row.items() if not k.startswith("p.")}
        for name, launch_values in family.launch_params.items():
            values_of = LAUNCH.get((family.name, name))
            allowed = values_of(config, int(row["p.window_left"])) if values_of else [family.defaults[name]]
            config[name] = allowed[-(i % len(allowed))]
        jobs.append((work, family.name, of[tuple(row.items())], config, seed + i, env))
    print(f"{family.name}: {len(chosen)} of {sum(map(len, rows_of.values()))} builds cover {len(able)} problems", flush=True)
    return jobs


def main():
    work, part, parts = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    env = dict(os.environ, FATUNE_CPU_CXXFLAGS=FLAGS)
    wanted, seed = os.environ.get("FATUNE_TEST_FAMILY", "*"), int(os.environ.get("FATUNE_TEST_SEED", "0")) + 1
    jobs = []
    for family in cover.families():
        if fnmatch.fnmatch(family.name, wanted):
            these = jobs_of(family, work, env, seed)
            if not these:
                complain(f"{family.name} supports none of the problems of {__file__}; add one")
            jobs += these
    jobs = jobs[part::parts]
    seconds = {}
    for job in jobs:
        seconds.setdefault(job[1], []).append(run(job))
    for name, all_s in seconds.items():
        print(f"{name}: {len(all_s)} configs, {sum(all_s) / len(all_s):.1f} s each, the slowest {max(all_s):.1f} s")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"processor time: {used.ru_utime + used.ru_stime:.0f} s")
    print(f"{len(jobs)} configs, {len(complaints)} complaints")
    return len(complaints) > 0


if __name__ == "__main__":
    sys.exit(main())
