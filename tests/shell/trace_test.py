#!/usr/bin/env python3
"""The trace checker finds what it is there to find. Usage: trace_test.py [PLANBUILDER]"""
import trace
from service import expect


def activity(name, steps, **more):
    return {"id": name, "steps": [{"id": f"{name}/{step}"} for step in steps], **more}


PLAN = {"name": "build", "activities": [activity("a", ["1", "2"]), activity("b", ["1"]), activity("each", ["1", "2"], loop="instances")],
        "edges": [{"from": "a", "to": "b"}, {"from": "b", "to": "each"}]}


def events(text):
    """`+a/1 -a/1`: started and done, one after the other; `!` failed; `@3` for instance 3, `=2` of run 2."""
    marks = {"+": "start", "-": "done", "!": "failed"}
    found = []
    for time, word in enumerate(text.split()):
        word, _, run = word.partition("=")
        step, _, instance = word[1:].partition("@")
        found.append({"event": marks[word[0]], "step": step, "time": time, "instance": instance or None, "run": run or 1})
    return found


GOOD = "+a/1 -a/1 +a/2 -a/2 +b/1 -b/1 +each/1@2 -each/1@2 +each/2@2 -each/2@2 +each/1@1 -each/1@1"
CASES = {  # a trace, and the words that are found in it
    GOOD: "",
    "": "",
    "+a/1 -a/1 +a/1=2 -a/1=2": "",
    "+a/1 !a/1 +a/1 -a/1": "",
    "+a/1 -a/1 +a/2 +b/1 -a/2 -b/1": "b started before a was done",
    "+a/1 -a/1 +b/1": "b started, but a/2 is not done",
    "+a/2 -a/2 +a/1 -a/1": "a/2 started before a/1 was done",
    "+a/1 -a/1 +a/1 -a/1": "a/1 was done 2 times",
    "+a/1 !a/1 +a/2": "a/2 started before a/1 was done",
    "-a/1": "a/1 ended without a start",
    "+c/1": "c/1 is no step of the plan",
    GOOD + " +each/2@1 -each/2@1 +each/2@3": "each/2 started before each/1 was done",
}


def main():
    for text, wanted in CASES.items():
        found = "; ".join(trace.check(PLAN, events(text)))
        expect(wanted in found if wanted else not found, f"{text!r}: wanted {wanted!r}, found {found!r}")
    expect(trace.check(PLAN, events("+a/1 -a/1"), complete=True) == ["a/2 was not done", "b/1 was not done"], "complete")
    print(f"{len(CASES)} traces judged as they should be")


if __name__ == "__main__":
    main()
