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


def main():
    service = Service(sys.argv[1], TEMPLATE, {"slow.sh": "sleep 2.2\n", "quick.sh": "exit 0\n"})
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
    expect(process.wait() == 0, seen)
    text = seen.decode()
    expect(re.search(r"  slow/provision/create  1\.\d s", text), "the step that runs", repr(text))
    expect(re.search(r"\[#+ +\] \d/8  \d\.\d s", text), "the bar", repr(text))
    expect("\x1b[" in text and "build finished: 8 steps" in text, "the end", repr(text))
    expect(re.search(r"2\.\d s  slow/provision/create", text), "the slowest", repr(text))
    service.close()
    print("what runs, the bar and the slowest step are shown")


if __name__ == "__main__":
    main()
