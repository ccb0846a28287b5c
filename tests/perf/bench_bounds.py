#!/usr/bin/env python3
"""Measures models that ask for much (tests/bounds/models.py), each at a size and at twice that size; prints one table.

Usage: bench_bounds.py PLANBUILDER [--share 10]
Only ratios within one run mean something. With a share, sizes are so many times smaller.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "bounds"))
import models  # noqa: E402

MOST_RATIO = 3  # of twice the size: 2 is linear, 4 is quadratic

# Name, model of a size, the size, and the command.
CASES = [
    ("chain of imports", models.chain_of_imports, 10_000, "validate"),
    ("imports of imports", models.imports_of_imports, 2_000, "validate"),
    ("chain of event types", models.chain_of_event_types, 4_000, "validate"),
    ("chain of properties", models.chain_of_properties, 10_000, "validate"),
    ("equal filters", lambda folder, size: models.filters(folder, size, different=False), 20_000, "validate"),
    ("equal filters of 2.0", lambda folder, size: models.filters_2_0(folder, size, different=False), 20_000, "validate"),
    ("events without rest", models.events_without_rest, 20_000, "plan"),
    ("steps of a workflow", models.steps_of_workflow, 10_000, "plan"),
]


def measure(planbuilder, make, size, command):
    """Processor seconds and peak memory in bytes."""
    with tempfile.TemporaryDirectory() as place:
        entry = make(pathlib.Path(place), size)
        process = subprocess.Popen([planbuilder, command, entry], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return None if process.returncode not in (0, 1) else (usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("planbuilder")
    parser.add_argument("--share", type=int, default=1)
    options = parser.parse_args()
    misses = failures = 0
    print(f"{'model':22} {'size':>7} {'seconds':>8} {'twice':>8} {'ratio':>6} {'peak MB':>8}")
    for name, make, size, command in CASES:
        size //= options.share
        runs = [measure(options.planbuilder, make, each, command) for each in (size, 2 * size)]
        if None in runs:
            print(f"{name:22} {size:7} FAILED")
            failures += 1
            continue
        ratio = runs[1][0] / max(runs[0][0], 1e-9)
        misses += ratio > MOST_RATIO
        print(f"{name:22} {size:7} {runs[0][0]:8.2f} {runs[1][0]:8.2f} {ratio:6.2f} {runs[1][1] / 1e6:8.0f}"
              f"{' MISS' if ratio > MOST_RATIO else ''}", flush=True)
    print(f"target: twice the size takes at most {MOST_RATIO} times as long; {misses} missed, {failures} runs failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
