#!/usr/bin/env python3
"""Measures what the generated shell plan adds to the commands that it runs: a plan of many trivial operations against the same
commands under bare xargs, with as many jobs, in the same run.

Usage: shell_bench.py PLANBUILDER [--operations 1000,10000] [--jobs 4] [--folder DIR]
The folder says on which disk the state is; in memory (the default) nothing is brought to a disk, which would take longer than all else.
Only the ratio means something: machines differ, and so do their loads.
"""
import argparse
import dataclasses
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

MOST_RATIO = 2.0  # the plan against xargs; judged from JUDGED_FROM operations on, below it is the start that is measured
JUDGED_FROM = 10_000


OPERATIONS = ("create", "configure", "start")


def write_service(folder, count):
    """Nodes of three operations each, side by side."""
    operations = ", ".join(f"{name}: noop.sh" for name in OPERATIONS)
    node = f"type: tosca.nodes.Root, interfaces: {{Standard: {{operations: {{{operations}}}}}}}"
    nodes = "".join(f"    n{i}: {{{node}}}\n" for i in range(count // len(OPERATIONS)))
    (folder / "service.yaml").write_text(
        "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n" + nodes)
    (folder / "noop.sh").write_text("exit 0\n")


@dataclasses.dataclass
class Measure:
    seconds: float
    processor: float  # seconds of all processors together


def measure(command, **options):
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    result = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=False, **options)
    after, ended = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    if result.returncode != 0:
        sys.exit(f"{command[0]}: exit code {result.returncode}\n{result.stderr[-2000:]}")
    return Measure(ended - began, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def bench(planbuilder, count, jobs, disk):
    """Prints a row; true when the target is met or not judged."""
    # In memory where that is possible: disks differ more than what is measured here.
    with tempfile.TemporaryDirectory(dir=disk or ("/dev/shm" if os.access("/dev/shm", os.W_OK) else None)) as name:
        folder = pathlib.Path(name)
        write_service(folder, count)
        measure([planbuilder, "generate", folder / "service.yaml", "--target", "shell", "-o", folder / "out"])
        numbers = "\n".join(map(str, range(count)))
        bare = measure(["xargs", "-P", str(jobs), "-n", "1", "bash", "./noop.sh"], cwd=folder, input=numbers)
        plan = measure(["bash", folder / "out/build/shell/plan.sh", "--state", folder / "state", "--jobs", str(jobs)])
        steps = count // len(OPERATIONS) * (1 + 2 * len(OPERATIONS))  # a node is recorded; its state is set each time
        ratio = plan.seconds / bare.seconds
        missed = count >= JUDGED_FROM and ratio > MOST_RATIO
        print(f"{count:8} operations ({steps} steps): xargs {bare.seconds:7.2f} s, plan {plan.seconds:7.2f} s, ratio {ratio:.2f}"
              f"{' MISS' if missed else ''} (of processor time {plan.processor / bare.processor:.2f})", flush=True)
        return not missed


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("planbuilder")
    parser.add_argument("--operations", default="1000,10000")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--folder")
    arguments = parser.parse_args()
    met = [bench(arguments.planbuilder, int(count), arguments.jobs, arguments.folder) for count in arguments.operations.split(",")]
    sys.exit(0 if all(met) else 1)


if __name__ == "__main__":
    main()
