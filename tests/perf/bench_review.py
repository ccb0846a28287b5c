#!/usr/bin/env python3
"""Measures writing the page of a review against writing the plan document of the same service; prints one table.

Usage: bench_review.py PLANBUILDER [--sizes 1000,100000]
The size is the number of activities, more or less. Only ratios within one run mean something.
"""
import argparse
import os
import resource
import subprocess
import sys
import tempfile

import topologies
from bench_diff import ACTIVITIES_PER_NODE

MOST_OF_PLAN = 4  # time of review, against that of plan --json, where the files of targets are left out
MOST_PER_ACTIVITY = 3  # time per activity, largest against smallest size
MOST_BYTES = 2000  # of the page per activity, beside what every page has


def seconds(command, runs):
    """The best of some runs, in processor time of the child."""
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("planbuilder")
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--shapes", default="layered,chain,hub,stack")
    options = parser.parse_args()
    misses = 0
    print(f"{'shape':8} {'size':>8} {'plan --json':>12} {'review':>8} {'ratio':>6} {'us/activity':>12} {'bytes/activity':>15} {'against first':>14}")
    for shape in options.shapes.split(","):
        first = None
        for size in sorted(int(size) for size in options.sizes.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                service = topologies.write(shape, int(size / ACTIVITIES_PER_NODE[shape]) // 10 * 10, folder)
                runs = 3 if size <= 10_000 else 2
                plan = seconds([options.planbuilder, "plan", service, "--json"], runs)
                page = f"{folder}/page.html"
                review = seconds([options.planbuilder, "review", service, "--kind", "build", "-o", page], runs)
                bytes_each = (os.path.getsize(page) - 150_000) / size
            each = review / size
            first = first or each
            large = size > 5_000  # small plans bring the files of targets
            missed = each / first > MOST_PER_ACTIVITY or (large and (review / plan > MOST_OF_PLAN or bytes_each > MOST_BYTES))
            misses += missed
            print(f"{shape:8} {size:8} {plan:12.3f} {review:8.3f} {review / plan:6.2f} {each * 1e6:12.2f} {bytes_each:15.0f} {each / first:14.2f}"
                  f"{' MISS' if missed else ''}", flush=True)
    print(f"targets: at most {MOST_OF_PLAN} times plan --json and {MOST_BYTES} bytes per activity above 5,000 activities, and {MOST_PER_ACTIVITY} times"
          f" the time of the smallest size per activity; {misses} missed")


if __name__ == "__main__":
    sys.exit(main())
