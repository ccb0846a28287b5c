#!/usr/bin/env python3
"""Compares every archive of the corpus that can be planned with its own plan documents: nothing differs. And with those without one
node: what is removed is what belongs to that node.

Usage: diff_test.py BINARY CORPUS
The corpus is not part of this repository; without it the test is skipped (exit code 77).
"""
import json
import pathlib
import subprocess
import sys
import tempfile

SKIPPED = 77
MOST = 12  # archives, so that it stays quick


def run(*arguments):
    return subprocess.run([binary, *arguments], capture_output=True, text=True)


def without_a_node(document):
    """The plans without all that acts on one node, and the ids that are gone."""
    node = next(activity["entity"]["node"] for activity in document["plans"][0]["activities"] if "node" in activity["entity"])
    gone = set()
    for plan in document["plans"]:
        ids = {activity["id"] for activity in plan["activities"] if activity["entity"].get("node") == node}
        plan["activities"] = [activity for activity in plan["activities"] if activity["id"] not in ids]
        plan["edges"] = [edge for edge in plan["edges"] if not {edge["from"], edge["to"]} & ids]
        gone |= {(plan["name"], activity) for activity in ids}
    return gone


def check(archive, folder):
    """The problem with an archive, or none; whether it could be planned."""
    planned = run("plan", archive, "--all", "--json")
    if planned.returncode != 0:
        return None, False
    document = folder / "plans.json"
    document.write_text(planned.stdout)
    same = run("diff", archive, document)
    if same.returncode != 0 or same.stdout != "no differences\n":
        return f"differs from its own plans: {same.stdout}{same.stderr}", True
    edited = json.loads(planned.stdout)
    expected = without_a_node(edited)
    document.write_text(json.dumps(edited, sort_keys=True))
    other = run("diff", archive, document, "--json")
    if other.returncode != 1:
        return f"exit code {other.returncode}: {other.stderr}", True
    found = {(plan["name"], activity["id"]) for plan in json.loads(other.stdout)["plans"] for activity in plan["activities"]["removed"]}
    return (None if found == expected else f"{found} is removed instead of {expected}"), True


binary, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
if not corpus.is_dir():
    sys.exit(SKIPPED)
compared, problems = 0, []
with tempfile.TemporaryDirectory() as place:
    for path in sorted(corpus.glob("*/*.csar")):
        if compared == MOST:
            break
        problem, was_planned = check(path, pathlib.Path(place))
        compared += was_planned
        if problem:
            problems.append(f"{path.name}: {problem}")
print("\n".join(problems) or f"{compared} archives compared with their plans")
sys.exit(bool(problems) or compared == 0)
