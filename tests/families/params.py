"""params.py DIRECTORY -- compares the FT_ names that a family's sources use with those of the header generated for it

The header is that of the family's default, from the cache of builds. Each FT_ name of kernel.cu and of what it includes must be defined there or in
one of these files. In return each build parameter and each specialised field must be used by the sources or by the
contract's own compile-time values, and each derived compile-time value by the sources or by another part of the contract.
"""
import glob
import os
import re
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import compile as builds  # noqa: E402, of this directory
import cover  # noqa: E402

TEMPLATES = os.path.join(os.environ.get("FATUNE_SHARE", "."), "kernel_templates")
# Fields that follow from another one of the family; a kernel that has only one type need not look at it three times.
IMPLIED = {"FT_HEAD_DIM_V", "FT_KV_DTYPE", "FT_O_DTYPE"}


def strip_comments(text):
    return re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.S)


def sources(path, seen):
    """Text of a file and of all that it includes with quotes, but for the generated header."""
    with open(path) as file:
        text = strip_comments(file.read())
    seen[path] = text
    for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', text, flags=re.M):
        for folder in (os.path.dirname(path), os.path.join(TEMPLATES, "common")):
            found = os.path.join(folder, name)
            if os.path.exists(found) and found not in seen:
                sources(found, seen)
                break
    return seen


def generated_header(family, defaults):
    """Names and which of them are build parameters, from the header that the cache keeps beside the build."""
    cache = os.path.join(builds.work, f"cache-{family.name}")
    env = dict(os.environ, FATUNE_CACHE=cache)
    for problem in builds.PROBLEMS:
        rows = builds.compile(builds.write_config(family, [problem], defaults), "sm_90a", env=env)
        if rows:
            (path,) = glob.glob(f"{cache}/builds/*/*/fatune_config.h")
            with open(path) as file:
                return set(re.findall(r"^#define (FT_\w+)", file.read(), flags=re.M))
    sys.exit(f"{family.name} supports none of the problems of compile.py")


def check(family, params, offered):
    complaints = []
    texts = sources(os.path.join(TEMPLATES, family, "kernel.cu"), {})
    defined = set().union(*(re.findall(r"^\s*#\s*define\s+(FT_\w+)", t, flags=re.M) for t in texts.values()))
    used = set().union(*(re.findall(r"\bFT_[A-Z0-9_]+\b", t) for t in texts.values()))
    # Enumerators and constants of plain C headers are defined, too.
    defined |= set().union(*(re.findall(r"\b(FT_[A-Z0-9_]+)\s*(?:=|,|\})", e) for t in texts.values()
                             for e in re.findall(r"\benum\b[^{;]*\{([^}]*\})", t)))
    for name in sorted(used - offered - defined):
        where = ", ".join(os.path.basename(p) for p, t in texts.items() if re.search(rf"\b{name}\b", t))
        complaints.append(f"{name} of {where} is neither in the generated header nor defined")

    with open(os.path.join(TEMPLATES, family, "family.yaml")) as file:
        contract = re.sub(r"(^|\s)#[^\n]*", "", file.read())
    derived = re.search(r"^derived:\n((?:[ \t]+[^\n]*\n|\n)*)", contract, flags=re.M)
    values = dict(re.findall(r"^[ \t]+(\w+):(.*)$", derived[1], flags=re.M)) if derived else {}
    outside = contract.replace(derived[1], "") if derived else contract
    by_macro = {f"FT_{name.upper()}": name for name in [*params, *values]}
    for macro in sorted(offered - used - IMPLIED):
        name = by_macro.get(macro)
        if name in params:
            # It may act through a derived value that the sources use.
            users = {f"FT_{v.upper()}" for v, text in values.items() if re.search(rf"\b{name}\b", text)}
            if not users & used:
                complaints.append(f"no use of {macro}: the kernel ignores the parameter '{name}'")
        elif name:
            others = "".join(text for v, text in values.items() if v != name) + outside
            if not re.search(rf"(?<![.\w]){name}\b", others):
                complaints.append(f"no use of {macro}: nobody needs the derived value '{name}'")
        elif re.match(r"FT_(PASS|WS|TMA)_", macro):
            complaints.append(f"no use of {macro}: the kernel ignores what the contract passes")
    specialised = re.search(r"^specialise:\s*\[([^\]]*)\]", contract, flags=re.M)
    for field in re.findall(r"\w+", specialised[1]) if specialised else []:
        macro = f"FT_{field.upper()}"
        if macro not in used and not any(f"FT_{v.upper()}" in used for v, text in values.items() if f"p.{field}" in text):
            complaints.append(f"no use of {macro}: the kernel is specialised on '{field}' and ignores it")
    for text in complaints:
        print(f"{family}: {text}")
    return len(complaints)


def main():
    families = cover.families()
    n = sum(check(family.name, family.params, generated_header(family, family.defaults)) for family in families)
    print(f"{len(families)} families, {n} complaints")
    return n > 0


sys.exit(main())
