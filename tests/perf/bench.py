#!/usr/bin/env python3
"""Measures `planbuilder validate` on large topologies against the bare YAML parse of the same file, and what deriving the build
plan costs beside reading; prints one table, then our reduction of orders against that of Boost.

Usage: bench.py PLANBUILDER BARE_PARSE DERIVE [--sizes 1000,10000,100000] [--shapes stack,chain,...]
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
MOST_DERIVING = 0.5  # deriving, reducing and checking the build plan against reading the file
MOST_BYTES = 2 * 10**9  # of memory when planning
REDUCED = 20_000  # activities: what boost::transitive_reduction can do in a few seconds
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


def derive_times(derive, path):
    """Seconds to read and to derive, and the peak memory; None when it failed."""
    with tempfile.TemporaryFile("w+") as out:
        process = subprocess.Popen([derive, path], stdout=out, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        words = out.read().split()
    return (float(words[0]), float(words[1]), usage.ru_maxrss * 1024) if process.returncode == 0 else None


def bench_reduction(derive, size):
    """Both must keep the same number of edges, or the program fails."""
    result = subprocess.run([derive, "--reduce", str(size)], capture_output=True, text=True, check=False)
    if result.returncode != 0:
        print(f"reduction of {size} activities: FAILED: {result.stdout}")
        return 1
    ours, boost, kept, _ = result.stdout.split()
    print(f"reduction of {size} activities with {3 * size} edges to {kept}: {float(ours):.3f} s, boost::transitive_reduction"
          f" {float(boost):.3f} s")
    return 0


def bench_shape(shape, sizes, planbuilder, bare_parse, derive, folder):
    """Prints a row per size; returns how many targets were missed, and how many runs failed."""
    misses = failures = 0
    first_per_item = None
    for size in sorted({min(size, topologies.LARGEST.get(shape, size)) for size in sizes}):
        path = topologies.write(shape, size, folder)
        repeats = 3 if size <= 10_000 else 1
        bare = median([bare_parse, path], repeats)
        whole = median([planbuilder, "validate", path], repeats)
        bytes_read = path.stat().st_size
        planned = derive_times(derive, path)
        path.unlink()
        per_item = whole.seconds / size
        first_per_item = first_per_item or per_item
        cells = [judged(whole.seconds / bare.seconds, MOST_TIME, size >= JUDGED_FROM),
                 judged(whole.memory / bytes_read, MOST_MEMORY, size >= JUDGED_FROM),
                 judged(per_item / first_per_item, MOST_PER_ITEM),
                 judged(planned[1] / planned[0], MOST_DERIVING, size >= JUDGED_FROM) if planned else "-",
                 judged(planned[2] / 1e9, MOST_BYTES / 1e9) if planned else "-"]
        remark = "" if whole.exit_code == bare.exit_code == 0 else f"FAILED: exit codes {bare.exit_code}, {whole.exit_code}"
        remark += "" if planned else " FAILED: no plan"
        print(f"{shape:11} {size:7} {bytes_read / 1e6:8.2f} {bare.seconds:8.3f} {whole.seconds:10.3f} {whole.memory / 1e6:8.0f}"
              f" {cells[0]:>14} {cells[1]:>14} {cells[2]:>14} {cells[3]:>12} {cells[4]:>10} {remark}", flush=True)
        misses += sum("MISS" in cell for cell in cells)
        failures += remark != ""
    return misses, failures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("planbuilder")
    parser.add_argument("bare_parse")
    parser.add_argument("derive")
    parser.add_argument("--sizes", default="1000,10000,100000")
    parser.add_argument("--shapes", default=",".join([*topologies.SHAPES, "stack-2.0", "hub-2.0", "layered-2.0"]))
    options = parser.parse_args()
    sizes = [int(size) for size in options.sizes.split(",")]
    print(f"{'shape':11} {'size':>7} {'file MB':>8} {'bare s':>8} {'validate s':>10} {'peak MB':>8}"
          f" {'validate/bare':>14} {'peak/file':>14} {'time per item':>14} {'derive/read':>12} {'plan GB':>10}")
    misses = failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for shape in options.shapes.split(","):
            missed, failed = bench_shape(shape, sizes, options.planbuilder, options.bare_parse, options.derive, folder)
            misses += missed
            failures += failed
    failures += bench_reduction(options.derive, min(REDUCED, max(sizes)))
    print(f"targets: validate/bare at most {MOST_TIME}, peak/file at most {MOST_MEMORY}, derive/read at most"
          f" {MOST_DERIVING}, time per item at most {MOST_PER_ITEM}"
          f" times that of the smallest size; {misses} missed, {failures} runs failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
