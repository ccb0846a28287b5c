#!/usr/bin/env python3
"""Measures how build plans are written as BPEL processes, and checks what was written; prints one table.

Usage: bench_bpel.py BPEL_EMIT [--sizes 500,5000] [--shapes stack,layered]
The size is the number of nodes; with their relationships there are about twice as many activities. Only ratios within one run mean
something: machines differ, and so do their loads.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import topologies

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "engines"))
import bpel_check  # noqa: E402

MOST_PER_ACTIVITY = 2  # time and bytes per activity, largest against smallest size
MOST_WRITING = 1  # writing against reading; judged from JUDGED_FROM activities on
JUDGED_FROM = 5_000
REPEATS = 3
TARGETS = ("bpel",)  # the services have structured values with calls inside, which no process for the container can compute


def measure(program, path, target, folder):
    """Seconds to read and to write, activities, bytes: of the quickest run."""
    runs = [subprocess.run([program, path, target, folder], capture_output=True, text=True, check=True).stdout.split() for _ in range(REPEATS)]
    reading, writing = (min(float(run[column]) for run in runs) for column in (0, 1))
    return reading, writing, int(runs[0][2]), int(runs[0][3])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--sizes", default="500,5000")
    parser.add_argument("--shapes", default="stack,layered")
    options = parser.parse_args()
    misses = failures = 0
    print(f"{'shape':8} {'target':15} {'activities':>10} {'read s':>8} {'write s':>8} {'write/read':>11} {'us/activity':>12} {'bytes/activity':>15}")
    with tempfile.TemporaryDirectory() as name:
        for shape in options.shapes.split(","):
            for target in TARGETS:
                first = None
                for size in sorted(map(int, options.sizes.split(","))):
                    path, folder = topologies.write(shape, size, name), pathlib.Path(name) / f"{shape}-{target}-{size}"
                    reading, writing, activities, size_in_bytes = measure(options.program, path, target, folder)
                    first = first or (writing / activities, size_in_bytes / activities)
                    missed = writing / activities > MOST_PER_ACTIVITY * first[0] or size_in_bytes / activities > MOST_PER_ACTIVITY * first[1]
                    missed = missed or (activities >= JUDGED_FROM and writing > MOST_WRITING * reading)
                    misses += missed
                    problems = bpel_check.check_folder(folder)
                    failures += bool(problems)
                    print(f"{shape:8} {target:15} {activities:10} {reading:8.3f} {writing:8.3f} {writing / reading:11.2f}"
                          f" {writing / activities * 1e6:12.1f} {size_in_bytes / activities:15.0f}{' MISS' if missed else ''}"
                          f"{' FAILED: ' + problems[0] if problems else ''}", flush=True)
    print(f"targets: time and bytes per activity at most {MOST_PER_ACTIVITY} times those of the smallest size, writing at most {MOST_WRITING}"
          f" times reading from {JUDGED_FROM} activities on; {misses} missed, {failures} processes with problems")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
