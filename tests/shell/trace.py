#!/usr/bin/env python3
"""Holds a trace of what ran against the order that a plan document asks for, and says what is violated.

Usage: trace.py [--complete] PLAN.json TRACE   (exit code 1 when something is; PLAN.json may hold several plans)
A trace has one JSON object per line, such as the --json-log of a shell plan: event (start, done or failed; others say nothing of
the order), step, time, and plan, run and instance where there are any. Of each run it is checked that
- a step starts when all steps of all activities before its own are done, and when the one before it in its activity is,
- what waits for a failure starts when all that it waits for came to rest, and of each step of the workflow one part failed,
- a step that ends was started, and none is done twice for the same instance.
With --complete, also that every step of the plan is done that was to be taken, and no other; a looping activity may have had nothing
to do.
"""
import collections
import json
import sys


def read_trace(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def check_run(plan, events, complete):
    """A list of sentences; empty when all is well."""
    wrong = []
    activity_of = {step["id"]: activity for activity in plan["activities"] for step in activity["steps"]}
    starts = collections.defaultdict(list)  # by step and instance
    ends = collections.defaultdict(list)
    for event in events:
        key = (event["step"], event.get("instance"))
        if event["step"] not in activity_of:
            wrong.append(f"{event['step']} is no step of the plan")
        elif event["event"] == "start":
            starts[key].append(event["time"])
        elif event["event"] in ("done", "failed"):
            if len(ends[key]) >= len(starts[key]):
                wrong.append(f"{event['step']} ended without a start")
            ends[key].append(event["time"] if event["event"] == "done" else None)
    for (step, instance), times in ends.items():
        if len([time for time in times if time is not None]) > 1:
            wrong.append(f"{step} was done {len(times)} times" + (f" for instance {instance}" if instance else ""))
    first, last = collections.defaultdict(list), collections.defaultdict(list)  # by activity
    for (step, _), times in starts.items():
        first[activity_of[step]["id"]] += times
    for (step, _), times in ends.items():
        last[activity_of[step]["id"]] += [time for time in times if time is not None]
    done = {step for (step, _), times in ends.items() if any(time is not None for time in times)}
    failed = {step for (step, _), times in ends.items() if times and times[-1] is None}
    by_id = {activity["id"]: activity for activity in plan["activities"]}
    for edge in plan["edges"]:
        if not edge.get("failure_of"):
            wrong += check_edge(by_id[edge["from"]], edge, first, last, done)
    for activity in plan["activities"]:
        wrong += check_steps(activity, starts, ends)
    return wrong + check_branches(plan, events, first, failed) + (check_taken(plan, first, done, failed) if complete else [])


def failures_before(plan):
    """By activity: the steps of the workflow whose failure it waits for, and their parts."""
    found = collections.defaultdict(lambda: collections.defaultdict(list))
    for edge in plan["edges"]:
        if edge.get("failure_of"):
            found[edge["to"]][edge["failure_of"]].append(edge["from"])
    return found


def check_branches(plan, events, first, failed):
    """What waits for a failure waited for it, and for the rest of that step to come to its end."""
    wrong = []
    last_end = collections.defaultdict(int)  # by activity, however it ended
    steps = {step["id"]: activity["id"] for activity in plan["activities"] for step in activity["steps"]}
    for event in events:
        if event["event"] in ("done", "failed") and event["step"] in steps:
            activity = steps[event["step"]]
            last_end[activity] = max(last_end[activity], event["time"])
    broken = {steps[step] for step in failed}
    for activity, groups in failures_before(plan).items():
        if not first[activity]:
            continue
        for name, parts in groups.items():
            if not broken.intersection(parts):
                wrong.append(f"{activity} started, but {name} did not fail")
            wrong += [f"{activity} started before {part} came to rest" for part in parts if last_end[part] > min(first[activity])]
    return wrong


def check_taken(plan, first, done, failed):
    """What was to be taken is done, or failed where the plan goes on from that; and nothing else began."""
    wrong, outcomes = [], {}
    needed = collections.defaultdict(list)
    groups, goes_on = failures_before(plan), set()
    for edge in plan["edges"]:
        if edge.get("failure_of"):
            goes_on.add(edge["from"])
        else:
            needed[edge["to"]].append(edge["from"])
    for activity in plan["activities"]:  # in topological order
        name = activity["id"]
        taken = all(outcomes[before] == "done" for before in needed[name]) and all(
            any(outcomes[part] == "failed" for part in parts) for parts in groups[name].values())
        broke = any(step["id"] in failed for step in activity["steps"])
        outcomes[name] = "not taken" if not taken else "failed" if broke else "done"
        if not taken and first[name]:
            wrong.append(f"{name} began, and was not to be taken")
        if taken and not activity.get("loop") and not (broke and name in goes_on):
            wrong += [f"{step['id']} was not done" for step in activity["steps"] if step["id"] not in done]
    return wrong


def check_edge(before, edge, first, last, done):
    if not first[edge["to"]]:
        return []
    missing = [step["id"] for step in before["steps"] if step["id"] not in done and not before.get("loop")]
    if missing:
        return [f"{edge['to']} started, but {missing[0]} is not done"]
    if last[edge["from"]] and max(last[edge["from"]]) > min(first[edge["to"]]):
        return [f"{edge['to']} started before {edge['from']} was done"]
    return []


def check_steps(activity, starts, ends):
    wrong = []
    steps = [step["id"] for step in activity["steps"]]
    for instance in {instance for step, instance in starts if step in steps}:
        for before, after in zip(steps, steps[1:]):
            ended = [time for time in ends[before, instance] if time is not None]
            if starts[after, instance] and (not ended or min(ended) > min(starts[after, instance])):
                wrong.append(f"{after} started before {before} was done")
    return wrong


def check(plan, events, complete=False):
    runs = collections.defaultdict(list)
    for event in events:
        if event.get("plan", plan["name"]) == plan["name"]:
            runs[event.get("run")].append(event)
    return [sentence for events_of_run in runs.values() for sentence in check_run(plan, events_of_run, complete)]


def main():
    words = [word for word in sys.argv[1:] if word != "--complete"]
    with open(words[0], encoding="utf-8") as document:
        plans = json.load(document)
    events = read_trace(words[1])
    wrong = [] if events else ["nothing ran"]
    for plan in plans.get("plans", [plans]):
        wrong += check(plan, events, "--complete" in sys.argv)
    print("\n".join(wrong) if wrong else "the order was kept")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
