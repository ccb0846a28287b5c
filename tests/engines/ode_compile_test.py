#!/usr/bin/env python3
"""ODE's compiler takes every process that the samples and the archives of others give, in both dialects, and a larger one; and it says
so when it does not. Usage: ode_compile_test.py PLANBUILDER"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

import generated
from engine import compile_all, expect, need_engine

sys.path.append(str(pathlib.Path(__file__).parents[1] / "perf"))
import topologies  # noqa: E402  pylint: disable=wrong-import-position

LARGE = 100  # nodes; with their relationships about three times as many activities, all in one order


def test_refuses(good, folder):
    """A process that names a link which is not there, and a folder that is not."""
    broken = folder / "broken"
    shutil.copytree(good, broken)
    for path in broken.glob("*.bpel"):
        path.write_text(path.read_text().replace("<source linkName=\"", "<source linkName=\"not-", 1))
    said = compile_all([broken, good, folder / "nothing"])
    expect([line for line in said if not line.startswith(" ")] == [f"error {broken}", f"error {folder / 'nothing'}"], said)


def large(planbuilder, folder):
    """ODE goes along the links when it writes what it compiled: as deep as the order is long."""
    model = topologies.write("layered", LARGE, folder / "large")
    subprocess.run([planbuilder, "generate", model, "--target", "bpel", "-o", folder / "large/out", "-q"], check=True)
    return folder / "large/out/build/bpel"


def main():
    need_engine()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        processes = [*generated.generate(sys.argv[1], folder), large(sys.argv[1], folder)]
        wrong = compile_all(processes)
        expect(not wrong, "\n".join(wrong))
        test_refuses(next(path for path in processes if path.parts[-4:-1] == ("guestbook", "bpel", "build")), folder)
        print(f"{len(processes)} processes compile")


if __name__ == "__main__":
    main()
