#!/usr/bin/env python3
"""Plans every workflow of every service of a third-party corpus: each is planned with all its steps, or an error says why not, as workflows.tsv has it.

Usage: workflows_test.py BINARY CORPUS
The corpus is not part of this repository; without it the test is skipped (exit code 77).
"""
import json
import pathlib
import re
import subprocess
import sys

SKIPPED = 77
TABLE = pathlib.Path(__file__).parent / "workflows.tsv"


def run(binary, *words):
    return subprocess.run([binary, *words], capture_output=True, text=True)


def lost_steps(workflow, plan):
    """Steps that nothing in the plan has the name of. What is only delegated has names of its own."""
    done = {activity["transition"].split(".")[0] for activity in plan["activities"]}
    return [step["name"] for step in workflow.get("steps", [])
            if step["name"] not in done and any(kind != "delegate" for kind in kinds_of(step))]


def kinds_of(step):
    return [activity["kind"] for activity in step.get("activities", [])] or ["nothing"]


def errors_in(result):
    return ",".join(sorted(set(re.findall(r"error\[([a-z-]+)\]", result.stderr)))) or f"ends with {result.returncode}"


def outcome_of(binary, path, workflow):
    """The number of activities, or the codes of errors. What was lost in silence is said in words that no row has."""
    result = run(binary, "plan", str(path), "--workflow", workflow["name"], "--format", "json")
    if result.returncode != 0:
        return errors_in(result)
    plan = json.loads(result.stdout)
    if plan["derivation"] != "workflow":
        return f"is derived from {plan['derivation']}"
    lost = lost_steps(workflow, plan)
    return f"has lost the steps {', '.join(lost)}" if lost else str(len(plan["activities"]))


def outcomes_of(binary, path):
    result = run(binary, "dump", str(path), "--stage", "topology")
    if result.returncode != 0:
        return {"-": errors_in(result)}
    return {workflow["name"]: outcome_of(binary, path, workflow) for workflow in json.loads(result.stdout).get("workflows", [])}


def read_table():
    rows = (line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {(row[0], row[1]): row[2] for row in rows}


def main():
    binary, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    if not corpus.is_dir():
        return SKIPPED
    written = re.compile(r"^\s*workflows:", re.MULTILINE)
    files = [path for path in sorted(corpus.rglob("*.y*ml")) if written.search(path.read_text(encoding="utf-8", errors="replace"))]
    found = {(str(path.relative_to(corpus)), name): outcome for path in files for name, outcome in outcomes_of(binary, path).items()}
    table = read_table()
    for case in sorted({*found, *table}):
        if found.get(case) != table.get(case):
            print("\t".join(case), "is", found.get(case), "but", TABLE.name, "says", table.get(case))
    print(f"{len(found)} cases in {len(files)} files")
    return 0 if found == table else 1


if __name__ == "__main__":
    sys.exit(main())
