#!/usr/bin/env python3
"""What it takes to tell a reactor something that nobody listens to, as a ratio to bare bash processes that append a line.

Usage: bench_reactor.py PLANBUILDER [--calls N] [--nodes N]. Exit code 1 if it takes more than twice as long.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

LIMIT = 2

TEMPLATE = """tosca_definitions_version: tosca_simple_yaml_1_3
interface_types:
  Alive: {derived_from: tosca.interfaces.Root, notifications: {failed: {}, heartbeat: {}}}
node_types:
  Web:
    derived_from: tosca.nodes.Root
    attributes: {level: {type: integer}}
    interfaces: {Alive: {type: Alive, notifications: {failed: {outputs: {level: [SELF, level]}}}}}
topology_template:
  node_templates:
"""


def processor_time(words, calls, environment):
    """Of the processes alone, in seconds: others may be at work too."""
    before = os.times()
    for _ in range(calls):
        subprocess.run(words, env=environment, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("planbuilder")
    parser.add_argument("--calls", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=10)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "service.yaml").write_text(TEMPLATE + "".join(f"    n{index}: {{type: Web}}\n" for index in range(options.nodes)))
        subprocess.run([options.planbuilder, "generate", folder / "service.yaml", "--target", "shell", "-q", "-o", folder / "out"], check=True)
        environment = {**os.environ, "PLANBUILDER_STATE": str(folder / "state")}
        subprocess.run(["bash", folder / "out/build/shell/plan.sh", "--no-sync"], env=environment, check=True, stderr=subprocess.DEVNULL)
        (folder / "bare.sh").write_text('#!/usr/bin/env bash\nprintf "%s\\n" "$1" >>"$2"\n')
        bare = processor_time(["bash", folder / "bare.sh", "heartbeat", folder / "lines"], options.calls, environment)
        told = processor_time(["bash", folder / "out/reactor/react.sh", "notify", "n0", "Alive.heartbeat"], options.calls, environment)
    print(f"{options.calls} notifications, {options.nodes} nodes: {told:.2f} s; bare processes: {bare:.2f} s; ratio {told / bare:.2f}, at most {LIMIT}")
    sys.exit(told > LIMIT * bare)


if __name__ == "__main__":
    main()
