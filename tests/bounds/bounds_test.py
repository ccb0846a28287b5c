#!/usr/bin/env python3
"""Small inputs that ask for much: each ends, with the verdict that is written here, and takes little memory.

Usage: bounds_test.py PLANBUILDER [SANITIZERS]
Under sanitizers memory is not looked at.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

import models

MEMORY_PER_BYTE = 64
MEMORY_FOR_ALL = 64 << 20
HANGS = 300  # seconds; only ends what would not end

# Name, model, command, and the code of the error that refuses it; none: it is accepted.
CASES = [
    ("a chain of imports", lambda folder: models.chain_of_imports(folder, 1500), "validate", None),
    ("imports of imports", lambda folder: models.imports_of_imports(folder, 60), "validate", None),
    ("substitutes of substitutes", lambda folder: models.substitutes_of_substitutes(folder, 30), "validate", "substitution-limit"),
    ("a chain of substitutes", lambda folder: models.chain_of_substitutes(folder, 100), "validate", None),
    ("too long a chain of substitutes", lambda folder: models.chain_of_substitutes(folder, 60), "validate --limit substituted-nodes=70",
     "substitution-limit"),
    ("a chain of types with events", lambda folder: models.chain_of_event_types(folder, 3000), "validate", None),
    ("a chain of properties", lambda folder: models.chain_of_properties(folder, 3000), "validate", "bad-function"),
    ("equal filters", lambda folder: models.filters(folder, 5000, different=False), "validate", None),
    ("equal filters of 2.0", lambda folder: models.filters_2_0(folder, 3000, different=False), "validate", None),
    ("different filters", lambda folder: models.filters(folder, 3500, different=True), "validate --limit filter-checks=200000", "filter-limit"),
    ("events without rest", lambda folder: models.events_without_rest(folder, 5), "plan", "endless"),
    ("many events without rest", lambda folder: models.events_without_rest(folder, 300), "plan", "endless"),
    ("steps of a workflow", lambda folder: models.steps_of_workflow(folder, 2000), "plan", None),
    ("workflows of workflows", lambda folder: models.workflows_of_workflows(folder, 40), "plan", "workflow-limit"),
    ("deep nesting", lambda folder: models.nested(folder, 20000), "validate --limit yaml-depth=450", "yaml-limit"),
    ("many aliases", lambda folder: models.aliases(folder, 1000), "validate --limit yaml-nodes=1000", "yaml-limit"),
]


def run(planbuilder, command, entry):
    """Exit code, messages, and the most memory that it had, in bytes."""
    words = command.split()
    with tempfile.TemporaryFile("w+") as messages:
        process = subprocess.Popen([planbuilder, words[0], entry, *words[1:]], stdout=subprocess.DEVNULL, stderr=messages)
        # The limit is for the processor: how long a case takes beside others says nothing.
        subprocess.run(["prlimit", f"--cpu={HANGS}", "--pid", str(process.pid)], stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        messages.seek(0)
        return process.returncode, messages.read(), usage.ru_maxrss * 1024


def problem_of(case, planbuilder, sanitized):
    _, make, command, code = case
    with tempfile.TemporaryDirectory() as place:
        folder = pathlib.Path(place)
        entry = make(folder)
        size = sum(file.stat().st_size for file in folder.iterdir())
        exit_code, messages, memory = run(planbuilder, command, entry)
    if exit_code != (1 if code else 0):
        return f"ends with {exit_code}: {messages[:300]}"
    if code and f"error[{code}]" not in messages:
        return f"is refused, but not with {code}: {messages[:300]}"
    most = MEMORY_PER_BYTE * size + MEMORY_FOR_ALL
    if memory > most and not sanitized:
        return f"takes {memory >> 20} MB, and {most >> 20} MB are allowed for {size >> 10} kB"
    return None


def main():
    planbuilder, sanitized = sys.argv[1], len(sys.argv) > 2
    failed = 0
    for case in CASES:
        problem = problem_of(case, planbuilder, sanitized)
        print(f"{'FAIL' if problem else 'ok  '} {case[0]}{': ' + problem if problem else ''}", flush=True)
        failed += problem is not None
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
