#!/usr/bin/env python3
"""Plans every workflow of every service of a third-party corpus: each is planned with all its steps, or an error says why not.

Usage: workflows_test.py BINARY CORPUS
The corpus is not part of this repository; without it the test is skipped (exit code 77).
"""
import json
import pathlib
import re
import subprocess
import sys

SKIPPED = 77
LEAST = 5  # so many workflows must be found, or the test looks at nothing


def run(binary, *words):
    return subprocess.run([binary, *words], capture_output=True, text=True)


def lost_steps(workflow, plan):
    """Steps that nothing in the plan has the name of. What is only delegated has names of its own."""
    done = {activity["transition"].split(".")[0] for activity in plan["activities"]}
    return [step["name"] for step in workflow.get("steps", [])
            if step["name"] not in done and any(kind != "delegate" for kind in kinds_of(step))]


def kinds_of(step):
    return [activity["kind"] for activity in step.get("activities", [])] or ["nothing"]


def problem_of(binary, path, workflow):
    result = run(binary, "plan", str(path), "--workflow", workflow["name"], "--format", "json")
    if result.returncode == 1 and "error[" in result.stderr:
        return None
    if result.returncode != 0:
        return f"ends with {result.returncode}: {result.stderr[:300]}"
    plan = json.loads(result.stdout)
    if plan["derivation"] != "workflow":
        return f"is derived from {plan['derivation']}"
    lost = lost_steps(workflow, plan)
    return f"has lost the steps {', '.join(lost)}" if lost else None


def workflows_of(binary, path):
    """Of a valid service; what is not valid has its own test."""
    result = run(binary, "dump", str(path), "--stage", "topology")
    return json.loads(result.stdout).get("workflows", []) if result.returncode == 0 else []


def main():
    binary, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    if not corpus.is_dir():
        return SKIPPED
    written = re.compile(r"^\s*workflows:", re.MULTILINE)
    files = [path for path in sorted(corpus.rglob("*.y*ml")) if written.search(path.read_text(encoding="utf-8", errors="replace"))]
    found = [(path, workflow) for path in files for workflow in workflows_of(binary, path)]
    problems = [(path, workflow["name"], problem) for path, workflow in found if (problem := problem_of(binary, path, workflow))]
    for path, name, problem in problems:
        print(f"{path.relative_to(corpus)}: the workflow '{name}' {problem}")
    print(f"{len(found)} workflows in {len(files)} files, {len(problems)} problems")
    return 1 if problems or len(found) < LEAST else 0


if __name__ == "__main__":
    sys.exit(main())
