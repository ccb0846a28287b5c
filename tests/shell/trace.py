#!/usr/bin/env python3
"""Holds a trace of what ran against the order that a plan document asks for, and says what is violated.

Usage: trace.py [--complete] PLAN.json TRACE   (exit code 1 when something is; PLAN.json may hold several plans)
A trace has one JSON object per line, such as the --json-log of a shell plan: event (start, done or failed; others say nothing of
the order), step, time, and plan, run and instance where there are any. Of each run it is checked that
- a step starts when all steps of all activities before its own are done, and when the one before it in its activity is,
- a step that ends was started, and none is done twice for the same instance.
With --complete, also that every step of the plan is done; a looping activity may have had nothing to do.
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
    by_id = {activity["id"]: activity for activity in plan["activities"]}
    for edge in plan["edges"]:
        wrong += check_edge(by_id[edge["from"]], edge, first, last, done)
    for activity in plan["activities"]:
        wrong += check_steps(activity, starts, ends)
        if complete and not activity.get("loop"):
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
