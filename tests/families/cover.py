"""cover.py -- what tests of all families share: the fatune that is tested, its families, and pairwise covers of their builds

A cover is a set of builds in which each value of each parameter occurs, and each pair of corner values that any allowed
build has: corners are the first and the last of numbers, and all names. It is chosen from what `fatune compile --list`
allows.
"""
import itertools
import json
import os
import re
import subprocess
import sys

fatune = os.environ["FATUNE"]
complaints = []


def complain(text):
    complaints.append(text)
    print(text, flush=True)


def output(*args):
    return subprocess.run([fatune, *args], check=True, capture_output=True, text=True).stdout


def parse(config):
    return dict(item.split("=") for item in config.split(","))


class Family:
    def __init__(self, name, rows):
        self.name = name
        self.params = {row["parameter"]: row["values"].split() for row in rows if row["at"] == "build"}
        self.launch_params = {row["parameter"]: row["values"].split() for row in rows if row["at"] == "launch"}
        self.defaults = {row["parameter"]: row["default"] for row in rows}
        self.launch_defaults = {name: self.defaults[name] for name in self.launch_params}


def families():
    rows = json.loads(output("list", "params", "--json"))
    names = [row["family"] for row in json.loads(output("list", "families", "--json"))]
    return [Family(name, [row for row in rows if row["family"] == name]) for name in names]


def any_of(configs):
    """An expression that is true for these configs."""
    return " || ".join(" && ".join(f"{k} == {v}" for k, v in config.items()) for config in configs)


def write_config(path, problems, searched, more=()):
    """A config file: problems is {name: fields}, searched {family: (params, configs to choose from or None)}."""
    with open(path, "w") as file:
        file.write("problems:\n")
        for name, fields in problems.items():
            file.write(f"  - {{name: {name}, {fields}}}\n")
        file.write("families:\n")
        for family, (params, only) in searched.items():
            file.write(f"  {family}:\n    params: {{{', '.join(f'{k}: {v}' for k, v in params.items())}}}\n")
            if only:
                file.write(f"    constraints:\n      - {{prefer: \"{any_of(only)}\", why: these cover the space}}\n")
        for line in more:
            file.write(line + "\n")
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
    """Some of the builds, in which all that any of them has of what is wanted occurs; no pairs of a parameter without values."""
    at_corner = {name: corners(values) if values else set() for name, values in params.items()}
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
