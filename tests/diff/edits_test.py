#!/usr/bin/env python3
"""Edits random services in ways whose meaning for the plans is known, and holds what planbuilder diff says against it.

Usage: edits_test.py PLANBUILDER [ROUNDS]
Besides, every answer is held against the plan documents of both sides, compared here the slow and obvious way.
"""
import copy
import itertools
import json
import pathlib
import random
import subprocess
import sys
import tempfile

planbuilder, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 8
TYPES = """\
tosca_definitions_version: tosca_simple_yaml_1_3
metadata: { template_name: edits }
node_types:
  edits.Part:
    derived_from: tosca.nodes.Root
    properties: { label: { type: string } }
    capabilities: { host: tosca.capabilities.Container, endpoint: tosca.capabilities.Endpoint }
    requirements:
      - host: { capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [ 0, 1 ] }
      - uses: { capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo, occurrences: [ 0, UNBOUNDED ] }
topology_template:
  node_templates:
"""


def random_service(dice):
    """Nodes by name: label, port, and the nodes that they stand on, use and depend on, all declared before."""
    service, names = {}, [f"part{number}" for number in range(dice.randint(4, 9))]
    for number, name in enumerate(names):
        before = names[:number]
        service[name] = {
            "label": f"label of {name}", "port": dice.randint(1, 9999),
            "host": dice.sample(before, 1) if before and dice.random() < 0.6 else [],
            "uses": dice.sample(before, dice.randint(0, min(2, number))),
            "dependency": dice.sample(before, 1) if before and dice.random() < 0.2 else []}
    return service


def write(service, path, reorder=None):
    """As definitions; `reorder` shuffles what has no order, and adds lines that mean nothing."""
    nodes = list(service.items())
    if reorder:
        reorder.shuffle(nodes)
    text = TYPES
    for name, node in nodes:
        kinds = ["host", "uses", "dependency"]
        if reorder:
            reorder.shuffle(kinds)
            text += f"\n    # {reorder.random()}\n"
        wanted = [f"{{ {kind}: {target} }}" for kind in kinds for target in node[kind]]
        parts = [f"properties: {{ label: {node['label']} }}", f"requirements: [ {', '.join(wanted)} ]",
                 f"interfaces: {{ Standard: {{ create: {{ implementation: create.sh, inputs: {{ port: {node['port']} }} }} }} }}"]
        if reorder:
            reorder.shuffle(parts)
        text += f"    {name}:\n      type: edits.Part\n" + "".join(f"      {part}\n" for part in parts)
    path.write_text(text)
    return str(path)


def run(*arguments):
    result = subprocess.run([planbuilder, *arguments], capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


def relationships(name, node):
    """The ids of those that start at a node."""
    for kind in ("host", "uses", "dependency"):
        for number in range(len(node[kind])):
            yield f"{name}.{kind}" + (f".{number}" if number else "")


# Each edit changes the service and returns what must differ in the build plan: ids that are added, removed, changed, and renames
# of nodes. Nothing stands for "no expectation", which is left to the slow comparison.
def add_node(service, dice):
    below = dice.choice(sorted(service))
    service["extra"] = {"label": "extra", "port": 1, "host": [below], "uses": [], "dependency": []}
    return {"added": {"extra", "extra.host"}, "removed": set(), "changed": set(), "renames": {}}


def drop_node(service, dice):
    used = {target for node in service.values() for kind in ("host", "uses", "dependency") for target in node[kind]}
    name = dice.choice(sorted(set(service) - used))
    removed = {name, *relationships(name, service[name])}
    del service[name]
    return {"added": set(), "removed": removed, "changed": set(), "renames": {}}


def drop_relationship(service, dice):
    choices = [(name, kind) for name, node in service.items() for kind in ("uses", "dependency") if len(node[kind]) == 1]
    if not choices:
        return None
    name, kind = dice.choice(choices)
    service[name][kind] = []
    return {"added": set(), "removed": {f"{name}.{kind}"}, "changed": set(), "renames": {}}


def change_input(service, dice):
    name = dice.choice(sorted(service))
    service[name]["port"] += 1
    return {"added": set(), "removed": set(), "changed": {name}, "renames": {}}


def reorder_lines(service, dice):
    return {"added": set(), "removed": set(), "changed": set(), "renames": {}}


def rename_node(service, dice):
    name = dice.choice(sorted(service))
    for old in list(service):  # the order of declaration stays
        node = service.pop(old)
        for kind in ("host", "uses", "dependency"):
            node[kind] = ["renamed" if target == name else target for target in node[kind]]
        service["renamed" if old == name else old] = node
    return {"added": set(), "removed": set(), "changed": set(), "renames": {name: "renamed"}}


def order_of(plan):
    """All ordered pairs of activities."""
    after = {activity["id"]: set() for activity in plan["activities"]}
    for edge in reversed(plan["edges"]):
        after[edge["from"]] |= {edge["to"]} | after[edge["to"]]
    return {(first, second) for first, rest in after.items() for second in rest}


def minimal(here, there):
    """What one plan orders and the other does not, among common activities with nothing common between them."""
    order, other = order_of(here), order_of(there)
    common = {activity["id"] for activity in here["activities"]} & {activity["id"] for activity in there["activities"]}
    return {(a, b) for a, b in order - other if {a, b} <= common
            and not any((a, c) in order and (c, b) in order for c in common)}


def check(case, condition, what):
    if not condition:
        sys.exit(f"{case}: {what}")


def check_order(case, difference, old, new):
    """By the plain definition; without renames the ids of both sides are the same."""
    for name in ("build", "terminate"):
        before, after = (next(plan for plan in side["plans"] if plan["name"] == name) for side in (old, new))
        found = next((plan for plan in difference["plans"] if plan["name"] == name), None)
        said = {kind: {(pair["from"], pair["to"]) for pair in found["order"][kind]} if found else set() for kind in ("gained", "lost")}
        check(case, said["gained"] == minimal(after, before), f"{name} gained {said['gained']}")
        check(case, said["lost"] == minimal(before, after), f"{name} lost {said['lost']}")


def check_edit(case, difference, expected):
    build = next((plan for plan in difference["plans"] if plan["name"] == "build"), None)
    for kind in ("added", "removed", "changed"):
        said = {activity["id"].removesuffix("/provision") for activity in build["activities"][kind]} if build else set()
        check(case, said == expected[kind], f"{kind}: {said} instead of {expected[kind]}")
    renames = {rename["node"]: rename["to"] for rename in difference["renames"] if "node" in rename}
    check(case, renames == expected["renames"], f"renames: {renames} instead of {expected['renames']}")


def main():
    cases = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "create.sh").write_text("#!/bin/sh\n")
        for seed, edit in itertools.product(range(rounds), (add_node, drop_node, drop_relationship, change_input, reorder_lines, rename_node)):
            dice = random.Random(f"{seed} {edit.__name__}")
            case = f"seed {seed}, {edit.__name__}"
            service = random_service(dice)
            old = write(service, folder / "old.yaml")
            edited = copy.deepcopy(service)
            expected = edit(edited, dice)
            if expected is None:
                continue
            new = write(edited, folder / "new.yaml", reorder=dice)
            code, out, err = run("diff", old, new, "--json")
            check(case, code in (0, 1), err)
            difference = json.loads(out)
            check(case, code == (0 if difference["equal"] else 1), f"exit code {code}")
            check(case, difference["equal"] == (edit is reorder_lines), out)
            check_edit(case, difference, expected)
            if edit is rename_node:
                check(case, not difference["plans"], f"more than the name differs: {out}")
            code, out, err = run("diff", old, new, "--json", "--no-renames")
            plans = [json.loads(run("plan", path, "--all", "--json")[1]) for path in (old, new)]
            check_order(case, json.loads(out), *plans)
            cases += 1
    print(f"{cases} edits, each as expected")


main()
