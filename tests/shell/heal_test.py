#!/usr/bin/env python3
"""A process of a service is killed, and healed by hand. Usage: heal_test.py PLANBUILDER"""
import os
import signal
import sys

from service import SCALING, Service, expect, wait_until

TEMPLATE = SCALING + """node_types:
  N:
    derived_from: tosca.nodes.SoftwareComponent
    properties: {word: {type: string}}
    requirements:
      - uses: {capability: tosca.capabilities.Node, relationship: tosca.relationships.ConnectsTo, occurrences: [0, UNBOUNDED]}
topology_template:
  inputs: {word: {type: string}}
  node_templates:
    machine: {type: tosca.nodes.Compute}
    proxy:
      type: N
      properties: {word: none}
      requirements: [host: machine, uses: {node: app, relationship: route}]
      interfaces: {Standard: {operations: {create: work.sh}}}
    app:
      type: N
      properties: {word: {get_input: word}}
      requirements: [host: machine]
      interfaces:
        Standard:
          inputs: {word: {get_property: [SELF, word]}}
          operations: {create: work.sh, configure: work.sh, start: start.sh, stop: stop.sh, delete: work.sh}
  relationship_templates:
    route: {type: tosca.relationships.ConnectsTo, interfaces: {Configure: {operations: {add_target: work.sh, remove_target: work.sh}}}}
  policies:
    - tier: {type: planbuilder.policies.ScalingRegion, targets: [app], properties: {strategies: {machine: FirstInstance, proxy: FirstInstance}}}
"""
SAY = 'echo "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE" >>"$TRACE"\n'
FILES = {
    "work.sh": SAY + '[[ "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE" != "${BROKEN-}" ]]\n',
    "start.sh": SAY + """[[ "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE" != "${BROKEN-}" ]] || exit 1
sleep 1000 </dev/null >/dev/null 2>&1 &
echo $! >"$TRACE.pid.${PLANBUILDER_INSTANCE##*/}.$word"
""",
    "stop.sh": SAY + 'kill "$(cat "$TRACE.pid.${PLANBUILDER_INSTANCE##*/}.$word")"\n',  # fails if it is gone
}
RESTART = ["remove_target", "stop", "start", "add_target"]
RECREATE = ["remove_target", "stop", "delete", "create", "configure", "start", "add_target"]


def pid(service, number):
    return int((service.folder / f"trace.pid.{number}.hello").read_text())


def lives(process):
    try:
        with open(f"/proc/{process}/stat", encoding="ascii") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def kill(service, number):
    process = pid(service, number)
    os.kill(process, signal.SIGKILL)
    wait_until(lambda: not lives(process), "it is dead")


def heal(service, *arguments, code=0, **more):
    (service.folder / "trace").unlink(missing_ok=True)
    result = service.call("heal", *arguments, **more)
    expect(result.returncode == code, arguments, result.returncode, result.stderr)
    return result


def operations(service, number):
    """What was called; the instances of the route have the same numbers."""
    lines = (service.folder / "trace").read_text().splitlines()
    expect(all(line.endswith(f"/{number}") for line in lines), "others were touched:", lines)
    return [line.split()[0] for line in lines]


def test_restart(service):
    for number in 2, 1:
        kill(service, number)
        said = heal(service, f"app/{number}").stderr
        expect("no inverse" not in said, said)
        expect(operations(service, number) == RESTART, operations(service, number))
        expect(lives(pid(service, number)), "it runs again")
        expect("may need the same: proxy/1" in said, said)
        expect((service.state / f"instances/nodes/app/{number}/state").read_text() == "started", "its state")


def test_dry_run(service):
    kill(service, 1)
    shown = heal(service, "app/1", "--dry-run").stdout
    order = [shown.find(f"invoke   {each}") for each in ("Configure.remove_target", "Standard.stop", "Standard.start", "Configure.add_target")]
    expect(-1 not in order and order == sorted(order) and "delete" not in shown, shown)
    expect(not (service.folder / "trace").exists(), "nothing was called")


def test_failure(service):
    """The process of app/1 is dead. It does not start at once; the run is resumed."""
    heal(service, "app/1", code=1, BROKEN="start app/1")
    expect((service.state / "instances/nodes/app/1/state").read_text() == "configured", "what it is meanwhile")
    expect("is not finished" in heal(service, "app/1", code=3).stderr, "one at a time")
    result = service.call("resume")
    expect(result.returncode == 0, result.stderr)
    expect(operations(service, 1) == ["start", "add_target"], operations(service, 1))
    expect(lives(pid(service, 1)), "it runs again")


def test_recreate(service):
    kill(service, 2)
    heal(service, "app/2", code=1, BROKEN="start app/2")
    expect(service.call("abandon").returncode == 0, "abandon")
    heal(service, "app/2")  # by its state
    expect(operations(service, 2) == RECREATE, operations(service, 2))
    heal(service, "app/1", "--recreate")  # as asked
    expect(operations(service, 1) == RECREATE, operations(service, 1))
    expect(lives(pid(service, 1)) and lives(pid(service, 2)), "both run")


def test_refusals(service):
    expect("app/1 app/2" in heal(service, "app", code=3).stderr, "which one")
    heal(service, "app/3", code=3)
    heal(service, "nobody", code=2)
    heal(service, code=2)
    heal(service, "app/1", code=2, plan="terminate")
    before = len(list((service.state / "runs").iterdir()))
    said = heal(service, "proxy").stderr  # which has no inverse: it is made again
    expect("The plan has no inverse of what it does for proxy" in said and "on what is there: create." in said, said)
    expect("create proxy/1" in (service.folder / "trace").read_text(), "its only operation")
    expect(len(list((service.state / "runs").iterdir())) == before + 1, "a run as any other")


def main():
    service = Service(sys.argv[1], TEMPLATE, FILES)
    for plan in "build", "scale-out-tier":
        result = service.call("--input", "word=hello", plan=plan)
        expect(result.returncode == 0, result.stderr)
    try:
        for test in test_restart, test_dry_run, test_failure, test_recreate, test_refusals:
            test(service)
            print(test.__name__)
        result = service.call(plan="terminate")
        expect(result.returncode == 0, result.stderr)
        expect(not lives(pid(service, 1)) and not lives(pid(service, 2)), "nothing is left")
    finally:
        for number in 1, 2:
            if lives(pid(service, number)):
                os.kill(pid(service, number), signal.SIGKILL)
    service.close()


if __name__ == "__main__":
    main()
