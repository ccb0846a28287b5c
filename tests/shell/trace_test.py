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


# try has the parts a and b; mend follows its failure, next its success, last that of mend.
BRANCHES = {"name": "wf", "activities": [activity(name, ["1"]) for name in ("a", "b", "mend", "next", "last")],
            "edges": [{"from": "a", "to": "mend", "failure_of": "try"}, {"from": "b", "to": "mend", "failure_of": "try"},
                      {"from": "a", "to": "next"}, {"from": "b", "to": "next"}, {"from": "mend", "to": "last"}]}
BRANCH_CASES = {
    "+a/1 -a/1 +b/1 -b/1 +next/1 -next/1": "",
    "+a/1 +b/1 !a/1 -b/1 +mend/1 -mend/1 +last/1 -last/1": "",
    "+a/1 !a/1 +b/1 !b/1 +mend/1 -mend/1 +last/1 -last/1": "",
    "+a/1 !a/1 +a/1 -a/1 +b/1 -b/1 +next/1 -next/1": "",  # tried again
    "+a/1 !a/1 +b/1 +mend/1 -b/1 -mend/1 +last/1 -last/1": "mend started before b came to rest",
    "+a/1 -a/1 +b/1 -b/1 +next/1 -next/1 +mend/1 -mend/1": "mend started, but try did not fail",
    "+a/1 !a/1 +b/1 -b/1 +mend/1 -mend/1": "last/1 was not done",
    "+a/1 !a/1 +b/1 -b/1": "mend/1 was not done",
    "+a/1 !a/1 +b/1 -b/1 +mend/1 !mend/1": "mend/1 was not done",
    "+a/1 -a/1 +b/1 -b/1 +next/1 -next/1 +last/1 -last/1": "last began, and was not to be taken",
    "+a/1 -a/1 +b/1 -b/1": "next/1 was not done",
    "+a/1 !a/1 +b/1 -b/1 +next/1 -next/1": "next started, but a/1 is not done",
}


def main():
    for text, wanted in BRANCH_CASES.items():
        found = "; ".join(trace.check(BRANCHES, events(text), complete=True))
        expect(wanted in found if wanted else not found, f"{text!r}: wanted {wanted!r}, found {found!r}")
    for text, wanted in CASES.items():
        found = "; ".join(trace.check(PLAN, events(text)))
        expect(wanted in found if wanted else not found, f"{text!r}: wanted {wanted!r}, found {found!r}")
    expect(trace.check(PLAN, events("+a/1 -a/1"), complete=True) == ["a/2 was not done", "b/1 was not done"], "complete")
    print(f"{len(CASES) + len(BRANCH_CASES)} traces judged as they should be")


if __name__ == "__main__":
    main()
