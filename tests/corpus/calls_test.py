#!/usr/bin/env python3
"""Compares what our plans call with what the plans of OpenTOSCA's own plan builder call, activity by activity.

Usage: calls_test.py BINARY CORPUS
A call is the entity whose operation it is, the interface and the operation; each counts as often as it is made. Where they
differ on purpose, call_differences.tsv says why: archive, kind, who has the call that the other has not (ours or theirs),
activity, entity, interface, operation, the reason. `*` stands for any name. An activity that nobody fills must have a warning.
The corpus is not part of this repository; without it the test is skipped (exit code 77).
"""
import collections
import fnmatch
import pathlib
import sys

from plans_test import HERE, KINDS, SKIPPED, plan_document

NAMES = {"_PROVISIONING": "/provision", "_TERMINATION": "/terminate", "_BACKUP": "/freeze"}


def our_name(name):
    for suffix, own in NAMES.items():
        if name.endswith(suffix):
            return name.removesuffix(suffix) + own
    return name


def read_reference(folder):
    """(archive, kind) -> how often each (activity, entity, interface, operation) is called."""
    plans = collections.defaultdict(collections.Counter)
    for line in (folder / "plans.tsv").read_text().splitlines():
        archive, kind, what, *rest = line.split("\t")
        if kind not in KINDS:
            continue
        calls = plans[archive, kind]
        if what == "call":
            calls[(our_name(rest[0]), *rest[1:4])] += 1
    return plans


def our_calls(binary, archive, kind):
    plan, problems = plan_document(binary, archive, kind)
    if plan is None:
        return None, problems
    warned = " ".join(d["summary"] for d in plan["diagnostics"] if d["code"] == "activity-unfilled")
    calls, problems = collections.Counter(), []
    for activity in plan["activities"]:
        if not activity.get("filled_by") and f"'{activity['id']}'" not in warned:
            problems.append(f"{activity['id']} is neither filled nor explained")
        for step in activity["steps"]:
            if step["kind"] == "invoke":
                entity = next(iter(step.get("entity", activity["entity"]).values()))
                calls[(activity["id"], entity, step["interface"], step["operation"])] += 1
    return calls, problems


def read_differences():
    lines = (HERE / "call_differences.tsv").read_text().splitlines()
    return [line.split("\t") for line in lines if line and not line.startswith("#")]


def main():
    binary, corpus = sys.argv[1], pathlib.Path(sys.argv[2])
    folder = corpus / "opentosca-xml"
    if not folder.is_dir():
        print(f"no corpus in {corpus}: skipped")
        return SKIPPED
    differences, used = read_differences(), set()

    def is_known(*names):
        for number, row in enumerate(differences):
            if all(fnmatch.fnmatchcase(name, pattern) for name, pattern in zip(names, row)):
                used.add(number)
                return True
        return False

    failures, same, differing = [], 0, 0
    reference = read_reference(folder)
    for (archive, kind), theirs in sorted(reference.items()):
        ours, problems = our_calls(binary, str(folder / archive), kind)
        failures += [f"{archive} {kind}: {problem}" for problem in problems]
        if ours is None:
            continue
        same += (ours & theirs).total()
        for whose, calls in (("ours", ours - theirs), ("theirs", theirs - ours)):
            differing += calls.total()
            failures += [f"{archive} {kind}: only {whose}: {' '.join(call)} ({count} times)"
                         for call, count in sorted(calls.items()) if not is_known(archive, kind, whose, *call)]
    failures += [f"call_differences.tsv: no such difference any more: {' '.join(row)}"
                 for number, row in enumerate(differences) if number not in used]
    print(f"{len(reference)} plans: {same} calls are the same, {differing} differ, {len(failures)} problems")
    for failure in failures[:200]:
        print("  " + failure)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
