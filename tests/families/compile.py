"""compile.py DIRECTORY -- compiles each family at its default for all architectures, and at a pairwise cover of its corners for two

A cover (cover.py) is compiled through a config file whose only preference is to be one of its builds.

Wrong is: a build that does not end ok (away from the default it may spill), a default that takes over 3 s of processor
time, a family for which PROBLEMS has none.
"""
import os
import resource
import sys

import cover
from cover import compile, complain, complaints

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
work = sys.argv[1]


def write_config(family, problems, params, only=None):
    """A config file of these problems with params fixed to one value each, and builds to choose from; returns its path."""
    return cover.write_config(os.path.join(work, f"{family.name}.yaml"), {name: PROBLEMS[name] for name in problems},
                              {family.name: (params, only)})


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


def test_default(family, problems, archs):
    config, n = write_config(family, problems, family.defaults), 0
    for arch in archs:
        rows = compile(config, arch) or []
        n += len(rows)
        if len(rows) != len(problems):
            complain(f"{family.name}: {len(rows)} builds of the default on {arch}, wanted {len(problems)}; it breaks a constraint?")
        for row in rows:
            judge(row, arch, True)
            if row["compile_ns"] > MAX_DEFAULT_S * 1e9:  # on a busy machine that says nothing
                s = processor_s(config, arch, row["problem"])
                if s > MAX_DEFAULT_S:
                    complain(f"{family.name}: the default takes {s:.1f} s to compile for {row['problem']} on {arch}")
    return n


def test_cover(family, problem, arch):
    builds = [cover.parse(row["config"]) for row in
              compile(write_config(family, [problem], family.launch_defaults), arch, "--list") or []]
    chosen = cover.cover(builds, family.params)
    rows = compile(write_config(family, [problem], family.launch_defaults, chosen), arch)
    if len(rows) != len(chosen):
        complain(f"{family.name}: {len(rows)} builds of the cover on {arch}, wanted {len(chosen)}")
    for row in rows:
        judge(row, arch, False)
    n_spills = sum(row["outcome"] == "spills" for row in rows)
    print(f"{family.name}: {len(chosen)} of {len(builds)} builds cover {problem} on {arch}, {n_spills} of them spill")
    return len(rows)


def main():
    n = 0
    for family in cover.families():
        able = {arch: [p for p in PROBLEMS if compile(write_config(family, [p], family.defaults), arch, "--list")] for arch in ARCHS}
        archs = [arch for arch in ARCHS if able[arch]]
        if not archs:
            complain(f"{family.name} supports none of the problems of {__file__}; add one")
            continue
        problems = able[archs[0]][:2]
        n += test_default(family, problems, archs)
        for arch, problem in zip(COVER_ARCHS, (problems[0], problems[-1])):
            if arch in archs:
                n += test_cover(family, problem, arch)
    print(f"{n} builds, {len(complaints)} complaints")
    return len(complaints) > 0


if __name__ == "__main__":
    sys.exit(main())
