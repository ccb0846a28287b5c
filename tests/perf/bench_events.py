#!/usr/bin/env python3
"""Measures how build plans are derived from events, by the shipped life cycle laid over large services; prints one table.

Usage: bench_events.py EVENTS_DERIVE [--sizes 1000,100000]
Only ratios within one run mean something: machines differ, and so do their loads.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

MOST_PER_OPERATION = 2  # time per operation, largest against smallest size
MOST_HUB = 2  # time per relationship of a hub against that of a chain
MOST_BYTES = 4 * 10**9
SAMPLES = pathlib.Path(__file__).resolve().parents[2] / "samples"


def measure(program, shape, size):
    """Processor seconds of one run, operations, and peak memory in bytes."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen([program, SAMPLES, shape, str(size)], stdout=out)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        words = out.read().split()
    if process.returncode != 0:
        return None
    return usage.ru_utime + usage.ru_stime, int(words[1]), usage.ru_maxrss * 1024


def best(program, shape, size):
    runs = [measure(program, shape, size) for _ in range(5 if size <= 10_000 else 1)]
    return None if None in runs else min(runs)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--sizes", default="1000,100000")
    options = parser.parse_args()
    sizes = sorted(int(size) for size in options.sizes.split(","))
    print(f"{'events':8} {'nodes':>7} {'operations':>10} {'seconds':>8} {'peak GB':>8} {'us/operation':>13} {'against first':>14}")
    misses = failures = 0
    per_relationship = {}
    for shape in ("layered", "chain", "hub"):
        first = None
        for size in sizes:
            run = best(options.program, shape, size)
            if run is None:
                print(f"{shape:8} {size:7} FAILED")
                failures += 1
                continue
            seconds, operations, memory = run
            per_operation = seconds / operations
            first = first or per_operation
            ratio = per_operation / first
            missed = ratio > MOST_PER_OPERATION or memory > MOST_BYTES
            misses += missed
            per_relationship[shape] = seconds / (size - 1)
            print(f"{shape:8} {size:7} {operations:10} {seconds:8.2f} {memory / 1e9:8.2f} {per_operation * 1e6:13.2f} {ratio:14.2f}"
                  f"{' MISS' if missed else ''}", flush=True)
    if {"chain", "hub"} <= per_relationship.keys():
        ratio = per_relationship["hub"] / per_relationship["chain"]
        misses += ratio > MOST_HUB
        print(f"a relationship of a hub costs {ratio:.2f} times as much as one of a chain{' MISS' if ratio > MOST_HUB else ''}")
    print(f"targets: time per operation at most {MOST_PER_OPERATION} times that of the smallest size, a hub at most {MOST_HUB} times a"
          f" chain, {MOST_BYTES / 1e9:.0f} GB; {misses} missed, {failures} runs failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
