#!/usr/bin/env python3
"""Refuses features of bash later than 4.3 in what generated shell plans are made of. Usage: bash_version_test.py SOURCE"""
import pathlib
import re
import sys

# What is refused, and the version that brought it.
LATER = [
    (r"\$\{[A-Za-z_][A-Za-z0-9_]*(\[[^]]*\])?@[A-Za-z]\}", "4.4", "${x@Q} and other transformations"),
    (r"\blocal\s+-(\s|;|$)", "4.4", "local -"),
    (r"\b(mapfile|readarray)\b[^|;]*\s-[A-Za-z]*d", "4.4", "mapfile -d"),
    (r"\binherit_errexit\b", "4.4", "shopt inherit_errexit"),
    (r"\blocalvar_inherit\b|\blocalvar_unset\b|\bassoc_expand_once\b|\bprogcomp_alias\b", "5.0", "options of 5.0"),
    (r"\bPS0\b", "4.4", "PS0"),
    (r"\bEXECIGNORE\b", "4.4", "EXECIGNORE"),
    (r"\bEPOCH(REALTIME|SECONDS)\b", "5.0", "EPOCHREALTIME and EPOCHSECONDS"),
    (r"\bBASH_ARGV0\b", "5.0", "BASH_ARGV0"),
    (r"\bwait\s+(-[A-Za-z]+\s+)*-[A-Za-z]*f", "5.0", "wait -f"),
    (r"\bhistory\s+-d\s+\S+-", "5.0", "history -d with a range"),
    (r"\bwait\s+(-[A-Za-z]+\s+)*-[A-Za-z]*p", "5.1", "wait -p"),
    (r"\bSRANDOM\b", "5.1", "SRANDOM"),
    (r"\$\{[A-Za-z_][A-Za-z0-9_]*\[[@*]\]:[^}]*:\s*-", "no", "an array's part with a negative length"),
    (r"\bread\s+-[A-Za-z]*E", "5.3", "read -E"),
    (r"\$\{\s+[^}]", "5.3", "${ command; }"),
    (r"\bpatsub_replacement\b|\bvarredir_close\b|\bnoexpand_translation\b", "5.2", "options of 5.2"),
    (r"\bBASH_(MONOSECONDS|TRAPSIG)\b|\bGLOBSORT\b", "5.3", "variables of 5.3"),
]
# In an older bash the variable is not set: what asks for that first has something else to fall back on.
GUARDS = {"EPOCHREALTIME and EPOCHSECONDS": re.compile(r"\$\{EPOCHREALTIME-\}")}

ALLOWED = """
declare -n name=other; local -A map=(); [[ -v x ]]; wait "$pid"; wait -n; printf '%(%s)T' -1; mapfile -t lines; "${list[@]: -1}"
x=${x//a/b}; ${x^^}; ${a[@]+"${a[@]}"}; read -r -N 5 -t 1 -u 3 x; exec {fd}>&-; local value; kill -- "-$child"; ${x:-y@Q}
"""
REFUSED = [("x=${x@Q}", "4.4"), ('"${a[@]@Q}"', "4.4"), ("local -; set -f", "4.4"), ("mapfile -d '' -t files", "4.4"), ("now=$EPOCHSECONDS", "5.0"),
           ("BASH_ARGV0=x", "5.0"), ("wait -f $pid", "5.0"), ("wait -n -p done", "5.1"), ("echo $SRANDOM", "5.1"), ("x=${ date; }", "5.3"),
           ("${a[@]:0:-1}", "no")]


def without_comments(text):
    """A # at the start of a line or after a blank begins one; what looks so inside quotes only hides a little from us."""
    return [re.sub(r"(^|\s)#.*", "", line) for line in text.splitlines()]


def later_features(text):
    """(line number, version, what) of each."""
    found = []
    guarded = {what for what, guard in GUARDS.items() if guard.search(text)}
    for number, line in enumerate(without_comments(text), 1):
        for pattern, version, what in LATER:
            if what not in guarded and re.search(pattern, line):
                found.append((number, version, what))
                break
    return found


def check_ourselves():
    problems = [f"refused although 4.3 has it: {found}" for found in later_features(ALLOWED)]
    for line, version in REFUSED:
        found = later_features(line)
        if [item[1] for item in found] != [version]:
            problems.append(f"{line}: {version} brought it, but it was judged {found}")
    return problems


def main():
    templates = pathlib.Path(sys.argv[1]) / "templates"
    files = sorted(file for name in ("shell", "reactor") for ending in ("*.sh", "*.sh.inja") for file in (templates / name).rglob(ending))
    problems = check_ourselves()
    for path in files:
        for number, version, what in later_features(path.read_text()):
            problems.append(f"{path.relative_to(sys.argv[1])}:{number}: bash {version} brought {what}; plans run on 4.3")
    if len(files) < 20:
        problems.append(f"only {len(files)} files were found")
    print(f"{len(files)} files, {len(problems)} problems", *problems, sep="\n  ")
    sys.exit(1 if problems else 0)


main()
