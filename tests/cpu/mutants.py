"""mutants.py DIRECTORY LISTS -- breaks kernels on purpose, and expects the CPU device to notice

A mutant is a family with one change. Two kinds:
  deletions  every barrier, wait, commit, fence and griddepcontrol of kernel.cu and of what it includes from common/, found by
             DELETED; named "delete WHAT N": the N-th of them in a file
  listed     mutants/FAMILY.txt: an exact text of a source, which occurs once, and what takes its place

A list, mutants/FAMILY.txt, has entries that begin in the first column; '#' begins a comment:
  config NAME: PARAMS; PROBLEM          what mutants run on, in this order
  mutant NAME [FILE]                    kernel.cu unless FILE is given; then lines of text, '- ' before and '+ ' after
  only NAME: CONFIG ...                 configs in which a mutant takes part, the others are left out
  not shown NAME: REASON                a mutant, of either kind, that cannot fail here; it is run all the same, for the table
  redundant NAME: REASON                the same, but because nothing would be wrong without it on a GPU either
  missed NAME: REASON                   a mutant that should fail here and does not; counts as missed

All mutants of a family run in one `fatune`, as families that differ in a character; so references are computed once. Those
that end ok run again with the next config, after the last with another seed, and last under AddressSanitizer. A mutant is
caught when its config ends other than ok. One whose code does not compile is a mistake of the list.

Wrong is: a mutant that is missed and not in the list as such, one that is caught and listed as not shown, or less than
WANTED of a family's caught.
"""
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "families"))
import cover
from cover import complain, complaints

TEMPLATES = os.path.join(os.environ.get("FATUNE_SHARE", "."), "kernel_templates")
FLAGS = "-O1"
SANITIZED = "-O1 -fsanitize=address -fno-sanitize-recover=all"
SEEDS = [3, 4]  # a round for each config and seed
WANTED = 0.95
SHORT = ["timing: {cache: hot, screen_samples: 1, final_samples: 1, finalists: 1}", "validation: {seeds: [1]}"]
DELETED = re.compile(r"(?<![\w:~])(?:\w+\.)?((?:ft_barrier_\w+|barrier_owners|ft_cp_async_commit_group|ft_cp_async_wait_group<[^>]*>|"
                     r"ft_griddepcontrol_\w+|wait_oldest|__threadfence\w*|ft_fence\w*|ft_mbarrier\w*))\(([^()]*)\)(;?)")
NOT_INCLUDED = {"ft_ptx.cuh", "ft_simt.cuh", "ft_abi.h"}  # the host has its own; names of built-ins; plain data


class Mutant:
    def __init__(self, name, file, text):
        self.name, self.file, self.text = name, file, text
        self.only, self.kind, self.reason = None, None, ""
        self.outcome = self.detail = self.where = ""


def read(path):
    with open(path) as file:
        return file.read()


def sources(family):
    """{file name: text} of kernel.cu and of what it includes from common/."""
    texts, todo = {}, ["kernel.cu"]
    while todo:
        name = todo.pop(0)
        path = os.path.join(TEMPLATES, family if name == "kernel.cu" else "common", name)
        if name in texts or not os.path.exists(path):
            continue
        texts[name] = read(path)
        todo += re.findall(r'#include "([^"]*)"', texts[name])
    return texts


def deletions(texts):
    for file, text in texts.items():
        if file in NOT_INCLUDED:
            continue
        code = re.sub(r"/\*.*?\*/", lambda m: " " * len(m[0]), text, flags=re.S)
        code = re.sub(r"//.*", lambda m: " " * len(m[0]), code)
        count = {}
        for m in DELETED.finditer(code):
            if re.search(r"(?:FT_DEVICE|\bvoid)\s*$", code[:m.start()].rstrip(" ") + " "):
                continue  # its definition
            what = m[1].split("<")[0]
            count[what] = count.get(what, 0) + 1
            # An operation whose value is used becomes that value.
            now = ";" if m[3] else f"({m[2]})"
            yield Mutant(f"delete {what} {count[what]}" + ("" if file == "kernel.cu" else f" {file}"), file, text[:m.start()] + now + text[m.end():])


def read_list(path, texts):
    """(configs, mutants, marks) of a list."""
    configs, mutants, marks = {}, [], []
    current = None

    def finish():
        if current is None:
            return
        name, file, old, new = current
        if texts.get(file, "").count("\n".join(old)) != 1:
            complain(f"{path}: '{name}': its text occurs {texts.get(file, '').count(chr(10).join(old))} times in {file}, not once")
        else:
            mutants.append(Mutant(name, file, texts[file].replace("\n".join(old), "\n".join(new))))

    for line in read(path).splitlines():
        if line.startswith("- ") and current:
            current[2].append(line[2:])
        elif line.startswith("+") and current:
            current[3].append(line[2:])
        elif line and not line.startswith("#"):
            finish()
            current = None
            kind, rest = re.match(r"(config|mutant|only|not shown|redundant|missed) (.*)", line).groups()
            if kind == "mutant":
                m = re.fullmatch(r"(.*?)(?: \[(.*)\])?", rest)
                current = (m[1], m[2] or "kernel.cu", [], [])
            elif kind == "config":
                name, params, problem = re.fullmatch(r"(\S+): (.*); (.*)", rest).groups()
                configs[name] = (cover.parse(params), problem)
            else:
                marks.append((kind, rest))
    finish()
    return configs, mutants, marks


def apply_marks(path, mutants, marks):
    by_name = {m.name: m for m in mutants}
    if len(by_name) != len(mutants):
        complain(f"{path}: two mutants have one name")
    for kind, rest in marks:
        name = max((n for n in by_name if rest.startswith(n + ": ")), key=len, default=None)
        text = rest[len(name) + 2:] if name else ""
        if not name:
            complain(f"{path}: of which mutant is this: {kind} {rest}")
        elif kind == "only":
            by_name[name].only = text.split()
        else:
            by_name[name].kind, by_name[name].reason = kind, text


def run_round(work, family, tag, mutants, texts, config, seed, env):
    """Runs mutants on one config: their outcomes."""
    families, params_of = os.path.join(work, tag), {}
    for i, mutant in enumerate(mutants):
        name = f"{family}_{i}"
        directory = os.path.join(families, name)
        os.makedirs(directory)
        shutil.copy(os.path.join(TEMPLATES, family, "family.yaml"), directory)
        for file, text in texts.items():
            with open(os.path.join(directory, file), "w") as out:
                out.write(mutant.text if mutant.file == file else text)
        with open(os.path.join(directory, "kernel.cu"), "a") as out:
            out.write(f"// {mutant.name}\n")
        params_of[name] = (config[0], None)
    path, db = os.path.join(work, f"{tag}.yaml"), os.path.join(work, f"{tag}.db")
    cover.write_config(path, {"p": config[1]}, params_of, SHORT)
    ran = subprocess.run([cover.fatune, "--config", path, "--device", "cpu", "--families", families, "--db", db, "--no-counters",
                          "--quiet", "--jobs", "1"], capture_output=True, text=True, env=dict(env, FATUNE_CPU_SEED=str(seed)))
    found = subprocess.run([cover.fatune, "query", "--db", db, "--all", "--json"], capture_output=True, text=True)
    rows = {row["contestant"]: row for row in json.loads(found.stdout or "[]")}
    result = []
    for name in params_of:
        row = rows.get(name)
        if not row:
            complain(f"{family}, {tag}: not tried\n{ran.stderr[-2000:]}")
            return None
        result.append((row["outcome"], row["detail"] or ""))
    shutil.rmtree(families)
    return result


def test_family(work, family, path, part, parts):
    texts = sources(family)
    configs, listed, marks = read_list(path, texts)
    mutants = list(deletions(texts)) + listed
    apply_marks(path, mutants, marks)
    wanted = os.environ.get("FATUNE_MUTANTS", "all")
    mutants = [m for i, m in enumerate(mutants) if i % parts == part and (wanted == "all" or re.search(wanted, m.name))]
    alive = list(mutants)
    jobs = int(os.environ.get("FATUNE_TEST_JOBS", "2"))
    # Under the sanitizer only reads can still show, and it is slow.
    for i, seed in enumerate(SEEDS + [SEEDS[0]] * bool(os.environ.get("FATUNE_GPU_WORKER"))):
        is_sanitized = i == len(SEEDS)
        env = dict(os.environ, FATUNE_CPU_CXXFLAGS=SANITIZED if is_sanitized else FLAGS)
        if not is_sanitized:
            env.pop("FATUNE_GPU_WORKER", None)
        for config_name, config in configs.items():
            these = [m for m in alive if (not m.only or config_name in m.only) and (i == 0 or not m.kind)]
            if not these:
                continue
            begin = time.monotonic()
            shares = [s for s in (these[k::jobs] for k in range(jobs)) if s]
            with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
                all_results = list(pool.map(
                    lambda k: run_round(work, family, f"{family}-{config_name}-{i}-{k}", shares[k], texts, config, seed, env),
                    range(len(shares))))
            for share, results in zip(shares, all_results):
                for mutant, (outcome, detail) in zip(share, results or []):
                    if outcome == "compile_failed":
                        complain(f"{path}: '{mutant.name}' does not compile: {detail}")
                    if outcome != "ok":
                        mutant.outcome, mutant.detail, mutant.where = outcome, detail, f"{config_name}, seed {seed}{', sanitized' * is_sanitized}"
            alive = [m for m in alive if not m.outcome]
            print(f"{family} {config_name}, seed {seed}{', sanitized' * is_sanitized}: {len(these)} mutants, {sum(not m.outcome for m in these)} alive after "
                  f"{time.monotonic() - begin:.0f} s", flush=True)
    return mutants


def show(family, mutants):
    """The table, and what is wrong with it."""
    caught = [m for m in mutants if m.outcome and m.kind in (None, "missed")]
    missed = [m for m in mutants if not m.outcome and m.kind in (None, "missed")]
    print(f"\n{family}: {len(caught)} caught, {len(missed)} missed, {len(mutants) - len(caught) - len(missed)} not shown or redundant")
    for m in mutants:
        kind = "caught" if m.outcome else m.kind or "missed"
        text = f"{m.outcome} ({m.where}): {m.detail}" if m.outcome else m.reason
        print(f"  {kind:9}  {m.name}: {text[:220]}")
        if m.outcome and m.kind in ("not shown", "redundant"):
            complain(f"{family}: '{m.name}' is listed as {m.kind}, but it was caught")
        if not m.outcome and not m.kind:
            complain(f"{family}: '{m.name}' was missed")
    if len(missed) > (1 - WANTED) * (len(caught) + len(missed)) and len(mutants) > 1 / (1 - WANTED):
        complain(f"{family}: {len(caught)} of {len(caught) + len(missed)} mutants caught, wanted {WANTED:.0%}")


def main():
    work, lists = sys.argv[1], sys.argv[2]
    wanted = os.environ.get("FATUNE_TEST_FAMILY", "")
    parts = int(os.environ.get("FATUNE_MUTANTS_PARTS", "1"))
    part = int(os.environ.get("FATUNE_MUTANTS_PART", "0"))
    for family in [f.name for f in cover.families()]:
        path = os.path.join(lists, f"{family}.txt")
        if wanted not in ("", family):
            continue
        if not os.path.exists(path):
            complain(f"there is no {path}: which mutants does {family} have?")
            continue
        show(family, test_family(work, family, path, part, parts))
    print(f"\n{len(complaints)} complaints")
    return len(complaints) > 0


if __name__ == "__main__":
    sys.exit(main())
