#!/usr/bin/env python3
"""Measures how long ODE's compiler takes for the process of a wide plan.

Usage: ode_bench.py PLANBUILDER [--size N]     N activities that may run side by side; 5000 unless told
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parents[1] / "engines"))

from engine import compile_all, expect  # noqa: E402
from ode_run_test import diamond, write  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("planbuilder")
    parser.add_argument("--size", type=int, default=5000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        # Each node has an activity, and so has each of its two relationships.
        model = write(folder / "wide", diamond(options.size // 3), {"create.sh": ""})
        subprocess.run([options.planbuilder, "generate", model, "--target", "bpel", "-o", folder / "out", "-q"], check=True)
        process = folder / "out/build/bpel"
        began = time.monotonic()
        wrong = compile_all([process])
        expect(not wrong, wrong)
        size = (process / "build.bpel").stat().st_size >> 10
        print(f"{options.size} activities, {size} KiB: compiled in {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()
