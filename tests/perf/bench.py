#!/usr/bin/env python3
"""Measures `planbuilder validate` on large topologies against the bare YAML parse of the same file; prints one table.

Usage: bench.py PLANBUILDER BARE_PARSE [--sizes 1000,10000,100000] [--shapes stack,chain,...]
Only ratios within one run mean something: machines differ, and so do their loads.
"""
import argparse
import dataclasses
import os
import signal
import statistics
import subprocess
import sys
import tempfile

import topologies

# The targets. Those of time and memory hold from JUDGED_FROM items on: below, starting the program is what is measured.
MOST_PER_ITEM = 1.5  # time per node (or type), largest against smallest size
MOST_TIME = 1.6  # validate against the bare parse
MOST_MEMORY = 12  # peak memory against the size of the file
JUDGED_FROM = 10_000
TIMEOUT_SECONDS = 300


@dataclasses.dataclass
class Measure:
    seconds: float  # of processor time
    memory: int  # peak, in bytes
    exit_code: int


def measure(command):
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    previous = signal.signal(signal.SIGALRM, lambda *_: process.kill())
    signal.alarm(TIMEOUT_SECONDS)
    _, status, usage = os.wait4(process.pid, 0)
    signal.alarm(0)
    signal.signal(signal.SIGALRM, previous)
    process.returncode = os.waitstatus_to_exitcode(status)  # reaped here, so that Popen does not wait again
    return Measure(usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024, process.returncode)


def median(command, repeats):
    runs = [measure(command) for _ in range(repeats)]
    return Measure(statistics.median(run.seconds for run in runs), max(run.memory for run in runs), runs[-1].exit_code)


def judged(value, most, counts=True):
    return f"{value:.2f}{' MISS' if counts and value > most else ''}"


def bench_shape(shape, sizes, planbuilder, bare_parse, folder):
    """Prints a row per size; returns how many targets were missed, and how many runs failed."""
    misses = failures = 0
    first_per_item = None
    for size in sorted({min(size, topologies.LARGEST.get(shape, size)) for size in sizes}):
        path = topologies.write(shape, size, folder)
        repeats = 3 if size <= 10_000 else 1
        bare = median([bare_parse, path], repeats)
        whole = median([planbuilder, "validate", path], repeats)
        bytes_read = path.stat().st_size
        path.unlink()
        per_item = whole.seconds / size
        first_per_item = first_per_item or per_item
        cells = [judged(whole.seconds / bare.seconds, MOST_TIME, size >= JUDGED_FROM),
                 judged(whole.memory / bytes_read, MOST_MEMORY, size >= JUDGED_FROM),
                 judged(per_item / first_per_item, MOST_PER_ITEM)]
        remark = "" if whole.exit_code == bare.exit_code == 0 else f"FAILED: exit codes {bare.exit_code}, {whole.exit_code}"
        print(f"{shape:8} {size:7} {bytes_read / 1e6:8.2f} {bare.seconds:8.3f} {whole.seconds:10.3f} {whole.memory / 1e6:8.0f}"
              f" {cells[0]:>14} {cells[1]:>14} {cells[2]:>14} {remark}", flush=True)
        misses += sum("MISS" in cell for cell in cells)
        failures += remark != ""
    return misses, failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("planbuilder")
    parser.add_argument("bare_parse")
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--shapes", default=",".join(topologies.SHAPES))
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    print(f"{'shape':8} {'size':>7} {'file MB':>8} {'bare s':>8} {'validate s':>10} {'peak MB':>8}"
          f" {'validate/bare':>14} {'peak/file':>14} {'time per item':>14}")
    misses = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for shape in options.shapes.split(","):
            missed, failed = bench_shape(shape, sizes, options.planbuilder, options.bare_parse, folder)
            misses += missed
            failures += failed
    print(f"targets: validate/bare at most {MOST_TIME}, peak/file at most {MOST_MEMORY}, time per item at most {MOST_PER_ITEM}"
          f" times that of the smallest size; {misses} missed, {failures} runs failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
