#!/usr/bin/env python3
"""Plans that call operations of what is there: start, stop, restart, check, run and discover, and kinds of the user's own.

Usage: kinds_test.py PLANBUILDER
"""
import subprocess
import sys

from service import Service, expect

TEMPLATE = """
tosca_definitions_version: tosca_simple_yaml_1_3
interface_types:
  Install:
    derived_from: tosca.interfaces.Root
    operations: {check: {}, discover: {}}
relationship_types:
  Needs: {derived_from: tosca.relationships.DependsOn}
node_types:
  Part:
    derived_from: tosca.nodes.Root
    attributes: {seen: {type: string}}
    capabilities: {base: tosca.capabilities.Container, any: tosca.capabilities.Node}
    requirements:
      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}
      - needs: {capability: tosca.capabilities.Node, relationship: Needs, occurrences: [0, UNBOUNDED]}
    interfaces:
      Install:
        type: Install
        operations:
          check: {implementation: work.sh, outputs: {seen: [SELF, seen]}}
          discover: work.sh
      Standard: {operations: {create: work.sh}}
  Program:
    derived_from: Part
    interfaces:
      Standard: {operations: {start: work.sh, stop: work.sh}}
topology_template:
  node_templates:
    machine: {type: Part}
    store: {type: Program, requirements: [{host: machine}]}
    shop: {type: Program, requirements: [{host: machine}, {needs: store}]}
"""
# What was called, in which state; `BROKEN` fails, and what stands in `WORLD` is what discover and check see.
WORK = """#!/usr/bin/env bash
echo "$PLANBUILDER_NODE.$PLANBUILDER_OPERATION $(cat "$PLANBUILDER_STATE/instances/nodes/$PLANBUILDER_INSTANCE/state" 2>/dev/null)" >>"$TRACE"
[[ " ${BROKEN-} " != *" $PLANBUILDER_NODE.$PLANBUILDER_OPERATION "* ]] || exit 7
case $PLANBUILDER_OPERATION in
  check | discover)
    echo "seen=$PLANBUILDER_OPERATION" >>"$PLANBUILDER_OUTPUTS"
    [[ -z ${WORLD-} ]] || { [[ $WORLD == *" $PLANBUILDER_NODE "* ]] && echo status=ok || echo status=absent; } >>"$PLANBUILDER_REPORT" ;;
esac
"""
KINDS = """
kind: wake
does: Wakes all up, whatever they need
about: service
calls: Standard.start
order: any
"""


def traced(service):
    """What was called since it was asked last."""
    path = service.folder / "trace"
    lines = path.read_text().splitlines() if path.exists() else []
    path.unlink(missing_ok=True)
    return lines


def of(service, node, name):
    path = service.state / "instances/nodes" / node / "1" / name
    return path.read_text() if path.exists() else None


def states(service):
    return [of(service, node, "state") for node in ("machine", "store", "shop")]


def built(planbuilder, *options):
    service = Service(planbuilder, TEMPLATE, {"work.sh": WORK, "kinds.txt": KINDS}, *options)
    result = service.run()
    expect(result.returncode == 0, result.stderr)
    traced(service)
    return service


def test_stop_and_start(planbuilder):
    service = built(planbuilder, "--also", "stop", "--also", "start", "--also", "restart")
    expect(service.run(plan="stop").returncode == 0)
    expect(traced(service) == ["shop.stop stopping", "store.stop stopping"])
    expect(states(service) == ["started", "stopped", "stopped"], states(service))
    expect([of(service, node, "status") for node in ("store", "shop")] == ["pending", "pending"])
    expect(service.run(plan="stop").returncode == 0)
    expect(traced(service) == [], "what is stopped is not stopped again")
    expect(service.run(plan="start").returncode == 0)
    expect(traced(service) == ["store.start starting", "shop.start starting"])
    expect(states(service) == ["started"] * 3, states(service))
    expect([of(service, node, "status") for node in ("store", "shop")] == ["ok", "ok"])
    expect(service.run(plan="restart").returncode == 0)
    expect(traced(service) == ["shop.stop stopping", "store.stop stopping", "store.start starting", "shop.start starting"])
    service.close()


def test_a_failed_stop_is_resumed(planbuilder):
    service = built(planbuilder, "--also", "restart")
    result = service.run(plan="restart", BROKEN="store.stop")
    expect(result.returncode == 1, result.stderr)
    expect(states(service) == ["started", "stopping", "stopped"], states(service))
    expect(service.call("resume", plan="restart").returncode == 0)
    expect(traced(service) == ["shop.stop stopping", "store.stop stopping", "store.stop stopping", "store.start starting", "shop.start starting"])
    expect(states(service) == ["started"] * 3)
    service.close()


def test_check_asks_all(planbuilder):
    service = built(planbuilder)
    result = service.run(plan="check", BROKEN="machine.check store.check")
    expect(result.returncode == 0, result.stderr)
    expect(traced(service) == ["machine.check started", "store.check started", "shop.check started"])
    expect("no answer: machine/1 (exit code 7)" in result.stderr, result.stderr)
    expect([of(service, node, "status") for node in ("machine", "store")] == ["unknown", "unknown"])
    expect(of(service, "shop", "attribute.seen") == "check")
    result = service.run(plan="check")
    expect("no answer" not in result.stderr, result.stderr)
    expect(of(service, "machine", "status") in (None, "ok"), of(service, "machine", "status"))
    service.close()


def test_check_needs_a_service(planbuilder):
    service = Service(planbuilder, TEMPLATE, {"work.sh": WORK})
    result = service.call(plan="check")
    expect(result.returncode == 3 and "there is no service" in result.stderr, result.stderr)
    service.close()


def test_run_calls_one_operation(planbuilder):
    service = built(planbuilder, "--also", "run=Standard.start", "--also", "wake", "--kinds", "kinds.txt")
    expect(service.run(plan="run-Standard.start").returncode == 0)
    expect(traced(service) == ["store.start started", "shop.start started"])
    expect(service.run(plan="wake").returncode == 0)
    expect(sorted(traced(service)) == ["shop.start started", "store.start started"])
    expect(service.document("wake")["edges"] == [])
    service.close()


def test_discover_records_what_is_there(planbuilder):
    service = Service(planbuilder, TEMPLATE, {"work.sh": WORK}, "--also", "terminate")
    result = service.run(plan="discover", WORLD=" machine store ")
    expect(result.returncode == 0, result.stderr)
    expect(sorted(traced(service)) == ["machine.discover ", "shop.discover ", "store.discover "])
    expect(of(service, "machine", "run") == "1" and of(service, "machine", "found"))
    expect(of(service, "machine", "status") == "ok", of(service, "machine", "status"))
    expect(not of(service, "shop", "run"), "what is absent is in no books")
    result = service.run(plan="discover", WORLD=" shop ")
    expect(result.returncode == 0, result.stderr)
    expect(of(service, "shop", "run") == "2" and of(service, "shop", "found"))
    expect(of(service, "machine", "run") == "1" and of(service, "machine", "status") == "absent", "what was there stays in the books")
    service.close()


def test_discover_that_fails_records_nothing(planbuilder):
    service = Service(planbuilder, TEMPLATE, {"work.sh": WORK})
    result = service.run(plan="discover", BROKEN="machine.discover", WORLD=" machine store shop ")
    expect(result.returncode == 0 and "no answer: machine/1" in result.stderr, result.stderr)
    expect(not of(service, "machine", "run") and of(service, "store", "run") == "1")
    service.close()


def test_a_dry_run_changes_nothing(planbuilder):
    service = Service(planbuilder, TEMPLATE, {"work.sh": WORK})
    result = service.call("--dry-run", plan="discover")
    expect(result.returncode == 0 and "look for an instance of node machine" in result.stdout, result.stdout + result.stderr)
    expect(not service.state.exists() and traced(service) == [])
    service.close()


def test_wrong_words(planbuilder):
    service = Service(planbuilder, TEMPLATE, {"work.sh": WORK})
    model = service.folder / "service/service.yaml"

    def said(*options):
        result = subprocess.run([planbuilder, "plan", model, *options], capture_output=True, text=True, check=False)
        expect(result.returncode == 1, options, result.returncode)
        return result.stderr

    expect("there is no kind of plan 'chekc' (did you mean 'check'?)" in said("--kind", "chekc"))
    expect("--kind run calls one operation: name it by --operation INTERFACE.OPERATION" in said("--kind", "run"))
    expect("--operation is for --kind run" in said("--operation", "Standard.start"))
    expect("there is nothing to do for the backup plan" in said("--kind", "backup"))
    expect("there is no kind of plan 'nap'" in said("--all", "--also", "nap"))
    wrong = service.write("wrong.txt", "kind: x\ndoes: Does\nabout: service\ncalls: *.a\norder: bild\n")
    expect(f"{wrong}:5:8: error[bad-semantics]: 'bild' is none of build" in said("--kinds", wrong))
    service.close()


def main():
    tests = [test for name, test in sorted(globals().items()) if name.startswith("test_")]
    for test in tests:
        test(sys.argv[1])
    print(f"{len(tests)} tests of plans that call operations passed")


if __name__ == "__main__":
    main()
