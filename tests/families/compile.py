"""compile.py DIRECTORY -- compiles each family at its default for all architectures, and at a pairwise cover of its corners for two

A cover is a set of builds in which each value of each parameter occurs, and each pair of corner values that any allowed
build has: corners are the first and the last of numbers, and all names. It is chosen from what `fatune compile --list`
allows and compiled through a config file whose only preference is to be one of them.

Wrong is: a build that does not end ok (away from the default it may spill), a default that takes over 3 s of processor
time, a family for which PROBLEMS has none.
"""
import itertools
import json
import os
import re
import resource
import subprocess
import sys

ARCHS = ["sm_80", "sm_86", "sm_89", "sm_90a", "sm_100a", "sm_120"]
COVER_ARCHS = ["sm_90a", "sm_80"]  # with the first problem of a family, with its last
MAX_DEFAULT_S = 3.0
# A family takes the first two that it supports.
PROBLEMS = {
    "prefill-bf16": "dtype: bf16, head_dim: 128, q_heads: 32, kv_heads: 8, batch: 2, seqlen_q: 1k, seqlen_kv: 1k, mask: causal",
    "prefill-fp16": "dtype: fp16, head_dim: 64, q_heads: 16, kv_heads: 16, batch: 2, seqlen_q: 512, seqlen_kv: 1k",
    "decode-bf16": "dtype: bf16, head_dim: 128, q_heads: 32, kv_heads: 8, batch: 8, seqlen_q: 1, seqlen_kv: 8k",
    "decode-paged-fp16": "dtype: fp16, head_dim: 64, q_heads: 40, kv_heads: 8, batch: 8, seqlen_q: 1, seqlen_kv: 8k, kv: paged, page_size: 16",
    "prefill-fp32": "dtype: fp32, head_dim: 64, q_heads: 8, kv_heads: 8, batch: 2, seqlen_q: 1k, seqlen_kv: 1k",
    "prefill-fp32-causal": "dtype: fp32, head_dim: 128, q_heads: 8, kv_heads: 8, batch: 2, seqlen_q: 512, seqlen_kv: 512, mask: causal",
}
fatune, work = os.environ["FATUNE"], sys.argv[1]
complaints = []


def complain(text):
    complaints.append(text)
    print(text)


def output(*args):
    return subprocess.run([fatune, *args], check=True, capture_output=True, text=True).stdout


def parse(config):
    return dict(item.split("=") for item in config.split(","))


def write_config(family, problems, params, only=None):
    """A config file of these problems with params fixed to one value each, and builds to choose from; returns its path."""
    path = os.path.join(work, f"{family}.yaml")
    with open(path, "w") as file:
        file.write(f"name: {family}\nproblems:\n")
        for name in problems:
            file.write(f"  - {{name: {name}, {PROBLEMS[name]}}}\n")
        file.write(f"families:\n  {family}:\n    params: {{{', '.join(f'{k}: {v}' for k, v in params.items())}}}\n")
        if only:
            terms = [" && ".join(f"{k} == {v}" for k, v in build.items()) for build in only]
            file.write("    constraints:\n      - prefer: \"%s\"\n        why: these cover the space\n" % " || ".join(terms))
    return path


def compile(config, arch, *options, env=None):
    """Rows of `fatune compile`; None when it refuses the config file."""
    run = subprocess.run([fatune, "compile", "--config", config, "--arch", arch, "--json", *options], capture_output=True,
                         text=True, env=env)
    if run.returncode == 2:
        return None
    if run.returncode not in (0, 1):
        sys.exit(f"fatune compile --config {config} --arch {arch}: exit status {run.returncode}\n{run.stderr}")
    return json.loads(run.stdout)


def corners(values):
    return {values[0], values[-1]} if all(re.fullmatch(r"-?\d+", v) for v in values) else set(values)


def cover(builds, params):
    """Some of the builds, in which all that any of them has of what is wanted occurs."""
    at_corner = {name: corners(values) for name, values in params.items()}
    number = {}

    def mask(build):
        wanted = list(build.items())
        wanted += itertools.combinations([(k, v) for k, v in build.items() if v in at_corner[k]], 2)
        return sum(1 << number.setdefault(w, len(number)) for w in wanted)

    masks = [mask(b) for b in builds]
    missing = (1 << len(number)) - 1
    chosen = []
    while missing:
        best = max(range(len(builds)), key=lambda i: bin(masks[i] & missing).count("1"))
        missing &= ~masks[best]
        chosen.append(builds[best])
    return chosen


def judge(row, arch, is_default):
    what = f"{row['family']} {row['config']} for {row['problem']} on {arch}"
    if row["outcome"] != "ok" and (is_default or row["outcome"] != "spills"):
        complain(f"{what}: {row['outcome']} {row['detail'] or ''}")


def processor_s(config, arch, problem):
    """Processor time of compiling it alone, in an empty cache: does not depend on what else the machine does."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    env = dict(os.environ, FATUNE_CACHE=os.path.join(work, f"cache-{problem}-{arch}"))
    compile(config, arch, "--jobs", "1", "--problem", problem, env=env)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_default(family, problems, defaults, archs):
    config, n = write_config(family, problems, defaults), 0
    for arch in archs:
        rows = compile(config, arch) or []
        n += len(rows)
        if len(rows) != len(problems):
            complain(f"{family}: {len(rows)} builds of the default on {arch}, wanted {len(problems)}; it breaks a constraint?")
        for row in rows:
            judge(row, arch, True)
            if row["compile_ns"] > MAX_DEFAULT_S * 1e9:  # on a busy machine that says nothing
                s = processor_s(config, arch, row["problem"])
                if s > MAX_DEFAULT_S:
                    complain(f"{family}: the default takes {s:.1f} s to compile for {row['problem']} on {arch}")
    return n


def test_cover(family, problem, params, at_launch, arch):
    all_builds = [parse(row["config"]) for row in compile(write_config(family, [problem], at_launch), arch, "--list") or []]
    chosen = cover(all_builds, params)
    rows = compile(write_config(family, [problem], at_launch, chosen), arch)
    if len(rows) != len(chosen):
        complain(f"{family}: {len(rows)} builds of the cover on {arch}, wanted {len(chosen)}")
    for row in rows:
        judge(row, arch, False)
    n_spills = sum(row["outcome"] == "spills" for row in rows)
    print(f"{family}: {len(chosen)} of {len(all_builds)} builds cover {problem} on {arch}, {n_spills} of them spill")
    return len(rows)


def main():
    n = 0
    param_rows = json.loads(output("list", "params", "--json"))
    for family in [row["family"] for row in json.loads(output("list", "families", "--json"))]:
        rows = [row for row in param_rows if row["family"] == family]
        params = {row["parameter"]: row["values"].split() for row in rows if row["at"] == "build"}
        defaults = {row["parameter"]: row["default"] for row in rows}
        at_launch = {row["parameter"]: row["default"] for row in rows if row["at"] == "launch"}
        able = {arch: [p for p in PROBLEMS if compile(write_config(family, [p], defaults), arch, "--list")] for arch in ARCHS}
        archs = [arch for arch in ARCHS if able[arch]]
        if not archs:
            complain(f"{family} supports none of the problems of {__file__}; add one")
            continue
        problems = able[archs[0]][:2]
        n += test_default(family, problems, defaults, archs)
        for arch, problem in zip(COVER_ARCHS, (problems[0], problems[-1])):
            if arch in archs:
                n += test_cover(family, problem, params, at_launch, arch)
    print(f"{n} builds, {len(complaints)} complaints")
    return len(complaints) > 0


if __name__ == "__main__":
    sys.exit(main())
