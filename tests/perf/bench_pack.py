#!/usr/bin/env python3
"""Measures packing a CSAR with one large entry against copying the file, and how much memory it takes; prints one table.

Usage: bench_pack.py PLANBUILDER [--megabytes 10,500] [--ways folder:zip,...] [--sparse]
A way is what goes in and what comes out. Only ratios within one run mean something; the memory must stay below its bound
whatever the size.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile

MOST_MEMORY = 200  # MB
MOST_OF_COPYING = 12  # time to pack, against that of copying: entries are read, verified and written
WAYS = "folder:zip,folder:tar,folder:tar.gz,zip:zip,deflated:zip,zip:tar,tar:tar,tar:zip,tar.gz:tar.gz"
SERVICE = "tosca_definitions_version: tosca_simple_yaml_1_3\nmetadata: { template_name: s, template_version: 1.0 }\n"
SERVICE += "topology_template: { node_templates: { n: { type: tosca.nodes.Root } } }\n"


def write_large(path, megabytes, sparse):
    with open(path, "wb") as out:
        if sparse:
            out.truncate(megabytes << 20)
        else:
            piece = os.urandom(1 << 19) + bytes(1 << 19)
            for _ in range(megabytes):
                out.write(piece)


def make_input(kind, folder, work):
    """The folder as an input of that kind."""
    if kind == "folder":
        return folder
    path = work / f"in.{kind}"
    if kind in ("zip", "deflated"):
        method = zipfile.ZIP_STORED if kind == "zip" else zipfile.ZIP_DEFLATED
        with zipfile.ZipFile(path, "w", method, compresslevel=1) as out:
            for file in sorted(folder.iterdir()):
                out.write(file, file.name)
    else:
        options = {"compresslevel": 1} if kind == "tar.gz" else {}
        with tarfile.open(path, "w:gz" if kind == "tar.gz" else "w", **options) as out:
            for file in sorted(folder.iterdir()):
                out.add(file, file.name)
    return path


def timed(command):
    """Seconds on the clock, and the most memory in MB."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command} ended with {process.returncode}")
    return time.monotonic() - start, usage.ru_maxrss / 1024


def check_size(path, form, size):
    """That another reader finds the whole entry; in gzip that would take too long."""
    if form == "zip":
        found = zipfile.ZipFile(path).getinfo("large.bin").file_size
    elif form == "tar":
        found = tarfile.open(path).getmember("large.bin").size
    else:
        return
    if found != size:
        raise SystemExit(f"{path.name} has {found} bytes of {size}")


def measure(options, way, megabytes, work):
    kind, form = way.split(":")
    folder = work / "in"
    folder.mkdir()
    (folder / "service.yaml").write_text(SERVICE)
    write_large(folder / "large.bin", megabytes, options.sparse)
    copying, _ = timed(["cp", "--sparse=never", "--reflink=never", folder / "large.bin", work / "copy"])
    (work / "copy").unlink()
    given = make_input(kind, folder, work)
    if kind != "folder":
        (folder / "large.bin").unlink()
    size = max(megabytes + 1, 2048) * 2
    out = work / f"out.{form}"
    packing = timed([options.planbuilder, "pack", given, "-o", out, "--limit", f"archive-entry-size={size}M",
                     "--limit", f"archive-total-size={size}M", "--limit", "archive-ratio=100000"])
    check_size(out, form, megabytes << 20)
    return copying, *packing


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("planbuilder")
    parser.add_argument("--megabytes", default="10,500")
    parser.add_argument("--ways", default=WAYS)
    parser.add_argument("--sparse", action="store_true", help="the large file is a hole")
    options = parser.parse_args()
    slow, large = 0, 0
    print(f"{'in':>8} {'out':>7} {'MB':>6} {'cp':>8} {'pack':>8} {'ratio':>6} {'memory':>7}")
    for megabytes in map(int, options.megabytes.split(",")):
        for way in options.ways.split(","):
            with tempfile.TemporaryDirectory() as work:
                copying, packing, memory = measure(options, way, megabytes, pathlib.Path(work))
            kind, form = way.split(":")
            missed = megabytes >= 100 and packing / copying > MOST_OF_COPYING
            slow, large = slow + missed, large + (memory > MOST_MEMORY)
            print(f"{kind:>8} {form:>7} {megabytes:6} {copying:8.2f} {packing:8.2f} {packing / copying:6.1f} {memory:7.0f}"
                  f"{' MISS' if missed else ''}{' TOO LARGE' if memory > MOST_MEMORY else ''}", flush=True)
    print(f"targets: at most {MOST_OF_COPYING} times the time of copying (from 100 MB on), {slow} missed; never more than"
          f" {MOST_MEMORY} MB of memory, {large} missed")
    return large > 0


if __name__ == "__main__":
    sys.exit(main())
