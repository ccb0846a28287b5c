#!/usr/bin/env python3
"""Compares the order of our plans with the one that OpenTOSCA's own plan builder derives for the same archives.

Usage: plans_test.py BINARY CORPUS
Orders are compared by reachability, activity by activity. Where they differ on purpose, plan_differences.tsv says why:
archive, kind, who has the pair that the other has not (ours or theirs), the two activities, the reason. `*` stands for any name.
The corpus is not part of this repository; without it the test is skipped (exit code 77).
"""
import collections
import fnmatch
import json
import pathlib
import subprocess
import sys

SKIPPED = 77
HERE = pathlib.Path(__file__).parent
KINDS = {"build": "build", "termination": "terminate", "scaleout": "scale-out", "backup": "backup"}
# How activities are called there and here.
NAMES = {
    "_provisioning_activity": "/provision",
    "_termination_activity": "/terminate",
    "_strategicselection_activity": "/select",
    "_recursiveselection_activity": "/select",
    "_management_activity": "/freeze",
}
CALLS_NOTHING = "_none_activity"  # of a plan that calls operations of what is there; ours leave it out, and keep the order


def our_name(name):
    for suffix, own in NAMES.items():
        if name.endswith(suffix):
            return name.removesuffix(suffix) + own
    return name


def read_reference(folder):
    """(archive, kind) -> the activities and the pairs of their partial order."""
    plans = collections.defaultdict(lambda: (set(), set()))
    for line in (folder / "plans.tsv").read_text().splitlines():
        archive, kind, what, *rest = line.split("\t")
        if kind not in KINDS or what not in ("activity", "before"):
            continue
        names = [our_name(name) for name in rest]
        if what == "activity":
            plans[archive, kind][0].add(names[0])
        else:
            plans[archive, kind][1].add(tuple(names))
    return plans


def closure(activities, edges):
    after = collections.defaultdict(set)
    for first, second in edges:
        after[first].add(second)
    pairs = set()
    for start in activities:
        waiting, seen = [start], set()
        while waiting:
            for following in after[waiting.pop()]:
                if following not in seen:
                    seen.add(following)
                    waiting.append(following)
        pairs.update((start, end) for end in seen)
    return pairs


def plan_document(binary, archive, kind):
    """The plan, or nothing and the start of what was said instead."""
    command = [binary, "plan", archive, "--kind", KINDS[kind], "--json"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    if result.returncode != 0:
        return None, result.stderr.strip().splitlines()[:3]
    return json.loads(result.stdout), []


def our_plan(binary, archive, kind):
    plan, problems = plan_document(binary, archive, kind)
    if plan is None:
        return None, problems
    activities = {activity["id"] for activity in plan["activities"]}
    full = closure(activities, [(edge["from"], edge["to"]) for edge in plan["edges"]])
    reduced = closure(activities, [(e["from"], e["to"]) for e in plan["edges"] if not e.get("redundant")])
    problems = [] if full == reduced else ["the reduced edges do not give the whole order"]
    problems += [d["summary"] for d in plan["diagnostics"] if d["severity"] == "error"]
    return (activities, full), problems


def read_differences():
    rows = []
    for line in (HERE / "plan_differences.tsv").read_text().splitlines():
        if line and not line.startswith("#"):
            rows.append(line.split("\t"))
    return rows


def main():
    binary, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    folder = corpus / "opentosca-xml"
    if not folder.is_dir():
        print(f"no corpus in {corpus}: skipped")
        return SKIPPED
    differences, used = read_differences(), set()

    def is_known(archive, kind, whose, first, second):
        for number, row in enumerate(differences):
            if all(fnmatch.fnmatchcase(name, pattern) for name, pattern in zip((archive, kind, whose, first, second), row)):
                used.add(number)
                return True
        return False

    failures, equal, pairs = [], 0, 0
    reference = read_reference(folder)
    for (archive, kind), (their_activities, their_edges) in sorted(reference.items()):
        ours, problems = our_plan(binary, str(folder / archive), kind)
        failures += [f"{archive} {kind}: {problem}" for problem in problems]
        if ours is None:
            continue
        our_activities, our_pairs = ours
        their_pairs = closure(their_activities, their_edges)
        their_activities = {name for name in their_activities if not name.endswith(CALLS_NOTHING)}
        their_pairs = {pair for pair in their_pairs if their_activities.issuperset(pair)}
        pairs += len(their_pairs)
        unexplained = [("ours", *pair) for pair in sorted(our_pairs - their_pairs)]
        unexplained += [("theirs", *pair) for pair in sorted(their_pairs - our_pairs)]
        unexplained += [("ours", name, "") for name in sorted(our_activities - their_activities)]
        unexplained += [("theirs", name, "") for name in sorted(their_activities - our_activities)]
        equal += not unexplained
        failures += [f"{archive} {kind}: only {whose}: {first} -> {second}" for whose, first, second in unexplained
                     if not is_known(archive, kind, whose, first, second)]
    failures += [f"plan_differences.tsv: no such difference any more: {' '.join(row)}"
                 for number, row in enumerate(differences) if number not in used]
    print(f"{len(reference)} plans, {pairs} ordered pairs: {equal} plans are equal, {len(reference) - equal} differ, "
          f"{len(failures)} differences are unexplained")
    for failure in failures[:40]:
        print("  " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
