#!/usr/bin/env python3
"""Measures comparing large plans against reading their documents; prints one table.

Usage: bench_diff.py PLANBUILDER DIFF [--sizes 1000,100000]
The size is the number of activities, more or less. Only ratios within one run mean something.
"""
import argparse
import subprocess
import sys
import tempfile

import topologies

MOST_OF_READING = 2  # time to compare, against that of reading both documents
MOST_PER_ACTIVITY = 3  # time per activity, largest against smallest size
ACTIVITIES_PER_NODE = {"layered": 3.25, "chain": 2, "hub": 2, "stack": 1.8}


def measure(options, shape, size, folder):
    """Activities, seconds to read, and per edit seconds to compare and what was found; the best of some runs."""
    definitions = topologies.write(shape, int(size / ACTIVITIES_PER_NODE[shape]) // 10 * 10, folder)
    document = f"{folder}/plan.json"
    with open(document, "w") as out:
        subprocess.run([options.planbuilder, "plan", definitions, "--json"], stdout=out, stderr=subprocess.DEVNULL, check=True)
    best = None
    for _ in range(5 if size <= 10_000 else 2):
        lines = subprocess.run([options.program, document], capture_output=True, text=True, check=True).stdout.splitlines()
        activities, reading = lines[0].split()
        edits = {name: (float(seconds), int(found)) for name, seconds, found in map(str.split, lines[1:])}
        if best:
            reading = min(float(reading), best[1])
            edits = {name: min(edit, best[2][name]) for name, edit in edits.items()}
        best = int(activities), float(reading), edits
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("planbuilder")
    parser.add_argument("program")
    parser.add_argument("--sizes", default="1000,100000")
    parser.add_argument("--shapes", default="layered,chain,hub,stack")
    options = parser.parse_args()
    misses = 0
    print(f"{'shape':8} {'activities':>10} {'edit':8} {'found':>8} {'reading':>8} {'diff':>8} {'ratio':>6} {'us/activity':>12} {'against first':>14}")
    for shape in options.shapes.split(","):
        first = {}
        for size in sorted(int(size) for size in options.sizes.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                activities, reading, edits = measure(options, shape, size, folder)
            for name, (seconds, found) in edits.items():
                each = seconds / activities
                growth = each / first.setdefault(name, each)
                missed = seconds / reading > MOST_OF_READING or growth > MOST_PER_ACTIVITY
                misses += missed
                print(f"{shape:8} {activities:10} {name:8} {found:8} {reading:8.3f} {seconds:8.3f} {seconds / reading:6.2f} {each * 1e6:12.2f}"
                      f" {growth:14.2f}{' MISS' if missed else ''}", flush=True)
    print(f"targets: at most {MOST_OF_READING} times the time of reading, and {MOST_PER_ACTIVITY} times that of the smallest size per"
          f" activity; {misses} missed")


if __name__ == "__main__":
    sys.exit(main())
