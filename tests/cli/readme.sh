#!/usr/bin/env bash
# readme.sh -- what README.md and kernel_templates/README.md show is true: every command, the first family, the C snippet
#
# Commands of indented and console blocks run in an empty directory with fatune in PATH. Those that need a GPU must end with 0
# where there is one; elsewhere, told that its driver is not there, with 3 and a hint, and a second time beside the fake worker, so that there is something to
# query. The transcript at the top of README.md is of a real run: its commands must only parse.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
top=$PWD bad=0
complain() { echo "$1"; bad=1; }
mkdir "$TEST_TMP/bin" "$TEST_TMP/here" "$TEST_TMP/my"
ln -s "$FATUNE" "$TEST_TMP/bin/fatune"
PATH=$TEST_TMP/bin:$PATH
has() { "$FATUNE" doctor --json 2>/dev/null | grep -A1 "\"check\": \"$1\"" | grep -q '"ok"'; }
has_gpu= has_nvrtc=
has 'gpu 0' && has_gpu=yes
has nvrtc && has_nvrtc=yes

python3 - "$TEST_TMP" <<'END' || exit 1
"""Takes the files apart: NAME.commands (KIND, tab, command), snippet.c, the files of the first family."""
import re, sys
work = sys.argv[1]
for source, name in (("README.md", "main"), ("kernel_templates/README.md", "families")):
    fence = language = before = None
    block, commands = [], []
    for line in open(source).read().split("\n"):
        if fence is None and re.match(r"\s*```", line):
            fence, language, block = line[: line.index("`")], line.strip("` \t"), []
        elif fence is not None and line.strip() == "```":
            fence = None
            text = "\n".join(block) + "\n"
            if language == "c":
                open(f"{work}/snippet.c", "w").write(text)
            elif language in ("cuda", "yaml"):
                open(f"{work}/my/{'kernel.cu' if language == 'cuda' else 'family.yaml'}", "w").write(text)
            elif language == "console":
                kind = "shown" if name == "main" else "run"
                commands += [(kind, re.sub(r"\s+#.*", "", c[2:])) for c in block if c.startswith("$ fatune")]
                if name == "main" and not re.search("NVIDIA [A-Z]|^cpu: ", text, re.M):
                    sys.exit("the transcript of README.md does not name the device that it is from")
                if any(c.startswith("$ ") and not c.startswith("$ fatune") for c in block):
                    commands.append((kind, "fatune --help"))
        elif fence is not None:
            block.append(line[len(fence):])
        elif re.match(r"    (\$ )?fatune ", line):
            commands.append(("run", re.sub(r"\s+#.*", "", line.strip().removeprefix("$ "))))
    with open(f"{work}/{name}.commands", "w") as file:
        file.writelines(f"{kind}\t{command}\n" for kind, command in commands)
END
grep -q . "$TEST_TMP/main.commands" && grep -q . "$TEST_TMP/families.commands" || complain "no commands were found"
grep -q '^shown' "$TEST_TMP/main.commands" || echo "warning: README.md has no transcript of a run"

needs_gpu() { [[ $1 =~ ^fatune\ (--config|tune|verify|reproduce) && ! $1 =~ --(help|dry-run) ]]; }
needs_nvrtc() { [[ $1 =~ ^fatune\ compile ]]; }

run() { # COMMAND WANTED-STATUS
    local status
    (cd "$TEST_TMP/here" && bash -c "$1" >"$TEST_TMP/out" 2>"$TEST_TMP/err" </dev/null)
    status=$?
    [ "$status" = "$2" ] || complain "$1: exit status $status, wanted $2: $(tail -n 3 "$TEST_TMP/err")"
    [ "$2" = 0 ] || grep -q '^hint: ' "$TEST_TMP/err" || complain "$1: no hint: $(cat "$TEST_TMP/err")"
}

# The first family: as shown, and the one that the GPU tests tune.
mkdir -p "$TEST_TMP/here/my/naive_decode"
mv "$TEST_TMP"/my/* "$TEST_TMP/here/my/naive_decode/"
diff -r tests/data/families/naive_decode "$TEST_TMP/here/my/naive_decode" || complain "the first family differs from tests/data/families/naive_decode"

for commands in main families; do
    while IFS=$'\t' read -r kind command; do
        if [ "$kind" = shown ]; then
            if needs_gpu "$command" && [[ ! $command =~ ^fatune\ (verify|reproduce) ]]; then run "$command --dry-run" 0; else run "$command --help" 0; fi
        elif [[ $command == *' --device cpu'* ]]; then
            [ ! -e "$(dirname "$FATUNE")/libfatune_cpu.so" ] || run "$command" 0
        elif needs_gpu "$command"; then
            # The CPU device, which takes the GPU's place by itself, has tests of its own: here it would take minutes.
            [ -n "$has_gpu" ] || FATUNE_LIBCUDA=$TEST_TMP/none run "$command" 3
            [ -z "$has_gpu" ] || run "$command" 0
            [ -n "$has_gpu" ] || [ -z "$has_nvrtc" ] || [[ $command =~ ^fatune\ (verify|reproduce) ]] ||
                FATUNE_GPU_WORKER=$top/tests/fake/gpu_worker.py run "$command" 0
        elif [ -n "$has_nvrtc" ] || ! needs_nvrtc "$command"; then
            [ -z "$has_nvrtc" ] && [[ $command =~ ^fatune\ (query|export|merge) ]] || run "$command" 0
        fi
    done <"$TEST_TMP/$commands.commands"
done
if [ -n "$has_nvrtc" ]; then
    (cd "$TEST_TMP/here" && fatune query --all --family naive_decode --csv) >"$TEST_TMP/naive.csv" 2>"$TEST_TMP/err" ||
        complain "no trials of the first family: $(cat "$TEST_TMP/err")"
fi

# The snippet, in a function that has what it takes for granted.
{
    printf '#include "fatune.h"\nvoid snippet(int batch, int max_kv, fatune_args args, void *stream);\n'
    printf 'void snippet(int batch, int max_kv, fatune_args args, void *stream)\n{\n'
    cat "$TEST_TMP/snippet.c"
    printf 'args.workspace_bytes = bytes;\n}\n'
} >"$TEST_TMP/in_function.c"
${CC:-cc} -std=c11 -Wall -Wextra -Werror -Wno-unused-but-set-parameter -Ituner/runtime -fsyntax-only "$TEST_TMP/in_function.c" || complain "the C snippet of README.md does not compile"
exit $bad
