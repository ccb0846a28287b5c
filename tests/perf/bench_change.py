#!/usr/bin/env python3
"""Measures planning an update: a model in which 100 nodes changed, against reading and planning both versions; prints one table.

Usage: bench_change.py PLANBUILDER [--sizes 1000,100000]
The size is the number of nodes. Only ratios within one run mean something.
"""
import argparse
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

import topologies

CHANGES = 100
MOST_OF_PLANNING = 1.3  # time to plan the update, against that of planning both versions
MOST_PER_NODE = 3  # time per node, largest against smallest size


def seconds(runs, *command):
    best = None
    for _ in range(runs):
        start = time.monotonic()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        best = min(best or 1e9, time.monotonic() - start)
    return best


def change(text):
    """The same model with other ports in some nodes."""
    dice = random.Random(7)
    places = [match for match in re.finditer(r"^        port: (\d+)$", text, re.M)]
    chosen = sorted(dice.sample(places, min(CHANGES, len(places))), key=lambda match: match.start(), reverse=True)
    for match in chosen:
        text = text[:match.start(1)] + str(int(match[1]) % 60000 + 1024) + text[match.end(1):]
    return text


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("planbuilder")
    parser.add_argument("--sizes", default="1000,100000")
    parser.add_argument("--shapes", default="layered,chain,hub,stack")
    options = parser.parse_args()
    misses = 0
    print(f"{'shape':8} {'nodes':>8} {'both':>8} {'update':>8} {'ratio':>6} {'us/node':>8} {'against first':>14}")
    for shape in options.shapes.split(","):
        first = None
        for size in sorted(int(size) for size in options.sizes.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                old = pathlib.Path(topologies.write(shape, size, folder))
                new = old.with_name("new.yaml")
                new.write_text(change(old.read_text()))
                runs = 3 if size <= 10_000 else 1
                plan = [options.planbuilder, "plan", "--format", "json"]
                both = seconds(runs, *plan, old) + seconds(runs, *plan, new)
                update = seconds(runs, *plan, new, "--from", old)
            first = first or update / size
            growth = update / size / first
            missed = update / both > MOST_OF_PLANNING or growth > MOST_PER_NODE
            misses += missed
            print(f"{shape:8} {size:8} {both:8.3f} {update:8.3f} {update / both:6.2f} {update / size * 1e6:8.2f} {growth:14.2f}"
                  f"{' MISS' if missed else ''}", flush=True)
    print(f"targets: at most {MOST_OF_PLANNING} times planning both versions, and {MOST_PER_NODE} times the time per node of the smallest"
          f" size; {misses} missed")


if __name__ == "__main__":
    sys.exit(main())
