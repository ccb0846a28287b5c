#!/usr/bin/env python3
"""What can be removed is removed, also after a failure (TOSCA 1.3, 7.3.7). Usage: removal_test.py PLANBUILDER"""
import sys

from service import Service, expect

TEMPLATE = """tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Thing: {derived_from: tosca.nodes.Root, interfaces: {Standard: {operations: {create: work.sh, delete: work.sh}}}}
topology_template:
  node_templates:
    ground: {type: Thing}
    broken: {type: Thing, requirements: [dependency: ground]}
    lone: {type: Thing}
    base: {type: Thing}
    top: {type: Thing, requirements: [dependency: base]}
"""
WORK = '#!/usr/bin/env bash\necho "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE" >>"$TRACE"\n[[ $PLANBUILDER_INSTANCE != "$BROKEN"/* ]]\n'


def removed(service, *options, broken="broken"):
    """The exit code, and what was called."""
    trace = service.folder / "trace"
    trace.unlink(missing_ok=True)
    result = service.run("--jobs", "1", *options, plan="terminate", BROKEN=broken)
    return result.returncode, [line.split()[1].split("/")[0] for line in trace.read_text().splitlines()]


def main():
    service = Service(sys.argv[1], TEMPLATE, {"work.sh": WORK})
    expect(service.call(BROKEN="").returncode == 0, "built")
    code, called = removed(service)
    expect(code == 1 and sorted(called) == ["base", "broken", "lone", "top"], "all but what lies below it", code, called)
    said = service.call("resume", plan="terminate", BROKEN="")
    expect(said.returncode == 0 and not list(service.state.glob("instances/nodes/*/1/run")), "the rest", said.stderr)
    expect(service.call(BROKEN="").returncode == 0, "built again")
    code, called = removed(service, "--stop-on-failure", broken="lone")
    expect(code == 1 and called[-1] == "lone" and len(called) < 5, "it stops where it is told to", code, called)
    service.close()


if __name__ == "__main__":
    main()
