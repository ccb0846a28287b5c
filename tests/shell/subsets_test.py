#!/usr/bin/env python3
"""Every part of every plan against every state of the books: it does the right thing, or is refused with a sentence. Afterwards the books
are consistent, and all that is there can be removed. Usage: subsets_test.py PLANBUILDER [N], where only every Nth is tried (5)"""
import concurrent.futures
import os
import pathlib
import shutil
import sys
import tempfile

from service import SCALING, Service, expect

PLANS = ("build", "terminate", "scale-out-tier", "scale-in-tier")
SINGLE = ("machine", "db")  # the region is the app alone
TEMPLATE = SCALING + """node_types:
  N:
    derived_from: tosca.nodes.SoftwareComponent
    properties: {port: {type: integer, default: 1}}
    attributes: {pid: {type: string}}
    requirements:
      - uses: {capability: tosca.capabilities.Node, relationship: tosca.relationships.ConnectsTo, occurrences: [0, UNBOUNDED]}
topology_template:
  node_templates:
    machine: {type: tosca.nodes.Compute, interfaces: {Standard: {operations: {create: work.sh, delete: work.sh}}}}
    db:
      type: N
      requirements: [host: machine]
      interfaces: {Standard: {operations: {create: {implementation: work.sh, outputs: {pid: [SELF, pid]}}, delete: work.sh}}}
    app:
      type: N
      requirements: [host: machine, uses: {node: db, relationship: link}]
      interfaces:
        Standard:
          operations:
            create: {implementation: work.sh, inputs: {db: {concat: [{get_property: [db, port]}, ":", {get_attribute: [db, pid]}]}}}
            delete: work.sh
  relationship_templates:
    link:
      type: tosca.relationships.ConnectsTo
      interfaces:
        Configure:
          operations:
            add_target: {implementation: work.sh, inputs: {to: {get_attribute: [TARGET, pid]}}}
            remove_target: {implementation: work.sh, inputs: {to: {get_attribute: [TARGET, pid]}}}
  policies:
    - tier:
        type: planbuilder.policies.ScalingRegion
        targets: [app]
        properties: {strategies: {db: FirstInstance, machine: FirstInstance}}
  outputs: {pid: {value: {get_attribute: [db, pid]}}}
"""
WORK = """#!/usr/bin/env bash
[[ "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE" != "${BROKEN-}" ]] || exit 7
echo pid=4711 >>"$PLANBUILDER_OUTPUTS"
"""


class Books:
    """What a state directory says is there."""

    def __init__(self, state):
        self.nodes, self.ends = {}, {}
        for run in state.glob("instances/*/*/*/run"):
            if not run.read_bytes():
                continue
            kind, name, number = run.parts[-4:-1]
            if kind == "nodes":
                self.nodes.setdefault(name, set()).add(number)
            else:
                lines = [(run.parent / end).read_text() for end in ("source", "target")]
                self.ends[f"{name}/{number}"] = tuple(" ".join(lines).split())

    def __eq__(self, other):
        return self.nodes == other.nodes and self.ends == other.ends

    def wrong(self):
        """What is inconsistent, in words."""
        found = [f"several instances of {name}" for name in SINGLE if len(self.nodes.get(name, ())) > 1]
        for name, ends in self.ends.items():
            found += [f"{name} leads to {end}, which is not there" for end in ends
                      if end.split("/")[1] not in self.nodes.get(end.split("/")[0], ())]
        joints = [(name.split("/")[0], ends) for name, ends in self.ends.items()]
        return found + [f"{joint} is there twice" for joint in set(joints) if joints.count(joint) > 1]


def run(service, state, plan, *arguments, **more):
    return service.call(*arguments, plan=plan, PLANBUILDER_STATE=str(state), **more)


def situations(service, folder):
    """By name a state directory each."""
    def make(name, *steps):
        state = folder / name
        for plan, code, arguments, more in steps:
            made = run(service, state, plan, *arguments, **more)
            expect(made.returncode == code, name, plan, made.returncode, made.stderr)
        expect(name == "failed" or not Books(state).wrong(), name, Books(state).wrong())  # which is in the middle of it
        return name, state

    built = ("build", 0, (), {})
    failed = ("build", 1, (), {"BROKEN": "create app/1"})
    return dict((make("empty"), make("built", built), make("failed", failed), make("half-built", failed, ("build", 0, ("abandon",), {})),
                 make("scaled-out", built, ("scale-out-tier", 0, (), {})), make("terminated", built, ("terminate", 0, (), {}))))


def parts(service, plan):
    """All ids of the plan, each alone and as a beginning; and the whole plan."""
    yield ()
    for activity in service.document(plan)["activities"]:
        for ident in [activity["id"]] + [step["id"] for step in activity["steps"]]:
            yield "--only", ident
            yield "--from", ident


def try_part(service, before, folder, plan, part):
    """What is wrong, in words; or how it went."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        state = pathlib.Path(place) / "state"
        if before.exists():
            shutil.copytree(before, state)
        was = Books(state)
        result = run(service, state, plan, *part)
        if result.returncode == 3 and "say which one with --instance" in result.stderr:
            result = run(service, state, plan, *part, "--instance", "app=1")
        shown = f"{before.name}: {plan} {' '.join(part)}: exit code {result.returncode}: {result.stderr}"
        is_now = Books(state)
        if result.returncode not in (0, 3) or (result.returncode == 3 and (is_now != was or "planbuilder: " not in result.stderr)):
            return shown
        if result.returncode == 3:
            return "refused"
        if is_now.wrong():
            return f"{shown}\n{is_now.wrong()}"
        if is_now != was:
            removed = run(service, state, "terminate")
            left = Books(state)
            if removed.returncode != 0 or left.nodes or left.ends:
                return f"{shown}\ncannot be removed: {removed.stderr}\n{left.nodes} {left.ends}"
        return "done"


def main():
    service = Service(sys.argv[1], TEMPLATE, {"work.sh": WORK})
    folder = service.folder / "states"
    folder.mkdir()
    states = situations(service, folder)
    cases = [(service, state, folder, plan, part) for state in states.values() for plan in PLANS for part in parts(service, plan)]
    cases = cases[::int(sys.argv[2]) if len(sys.argv) > 2 else 5]
    with concurrent.futures.ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        results = list(pool.map(lambda case: try_part(*case), cases))
    wrong = [result for result in results if result not in ("refused", "done")]
    expect(not wrong, f"{len(wrong)} of {len(cases)} are wrong:\n\n" + "\n".join(wrong[:20]))
    counts = {name: results.count(name) for name in ("done", "refused")}
    expect(min(counts.values()) > len(cases) // 10, "one-sided:", counts)
    service.close()
    print(f"{len(cases)} parts against {len(states)} states: {counts}")


if __name__ == "__main__":
    main()
