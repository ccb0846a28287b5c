#!/usr/bin/env python3
"""On a terminal a plan shows what is running, for how long, and a bar. Usage: terminal_test.py PLANBUILDER"""
import os
import pty
import re
import subprocess
import sys

from service import Service, expect

TEMPLATE = """tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    slow: {type: tosca.nodes.Root, interfaces: {Standard: {operations: {create: slow.sh}}}}
    quick: {type: tosca.nodes.Root, interfaces: {Standard: {operations: {create: quick.sh}}}}
"""


# While the slow one runs: the step, for a second at least, and the bar.
SHOWN = (r"  slow/provision/create  [1-9]\d*\.\d s", r"\[#+ +\] 5/8  \d+\.\d s")


def main():
    slow = 'while [ ! -e "$TRACE" ]; do sleep 0.1; done\n'  # until all of that was seen
    service = Service(sys.argv[1], TEMPLATE, {"slow.sh": slow, "quick.sh": "exit 0\n"})
    ours, theirs = pty.openpty()
    process = subprocess.Popen(["bash", service.script()], env=service.environment(TERM="xterm"), stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=theirs)
    os.close(theirs)
    seen = b""
    while True:
        try:
            part = os.read(ours, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
        if all(re.search(each, seen.decode(errors="replace")) for each in SHOWN):
            (service.folder / "trace").touch()
    expect(process.wait() == 0, seen)
    text = seen.decode()
    expect("\x1b[" in text and "build finished: 8 steps" in text, "the end", repr(text))
    expect(re.search(r"\d\.\d s  slow/provision/create\r?\n", text), "the slowest", repr(text))
    service.close()
    print("what runs, the bar and the slowest step are shown")


if __name__ == "__main__":
    main()
