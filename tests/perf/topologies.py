#!/usr/bin/env python3
"""Writes large topologies in TOSCA 1.3, or in 2.0 where the shape ends with -2.0: the same bytes for the same shape and size.

Usage: topologies.py SHAPE SIZE FOLDER
The size is the number of nodes; of the shape `types`, that of types.
"""
import pathlib
import random
import sys

HEADER = """\
tosca_definitions_version: tosca_simple_yaml_1_3
metadata: { template_name: bench }
node_types:
  bench.Part:
    derived_from: tosca.nodes.Root
    properties:
      label: { type: string }
      zone: { type: string, default: here }
      port: { type: integer, required: false, constraints: [ { in_range: [ 1, 65535 ] } ] }
      memory: { type: scalar-unit.size, default: 512 MB }
      peers: { type: list, entry_schema: { type: string }, required: false }
    attributes:
      address: { type: string }
    capabilities:
      host: tosca.capabilities.Container
      endpoint: tosca.capabilities.Endpoint
    requirements:
      - host: { capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [ 0, 1 ] }
      - uses: { capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo, occurrences: [ 0, UNBOUNDED ] }
"""
HEADER_2_0 = """\
tosca_definitions_version: tosca_2_0
metadata: { template_name: bench }
data_types:
  bench.Size: { derived_from: scalar, units: { B: 1, MB: 1000000, GB: 1000000000 }, canonical_unit: B }
capability_types: { Feature: {}, Container: {}, Endpoint: {} }
relationship_types: { DependsOn: {}, HostedOn: {}, ConnectsTo: {} }
interface_types:
  Lifecycle.Standard: { operations: { create: {}, start: {} } }
node_types:
  bench.Part:
    properties:
      label: { type: string }
      zone: { type: string, default: here }
      port: { type: integer, required: false, validation: { $and: [ { $greater_or_equal: [ $value, 1 ] }, { $less_than: [ $value, 65536 ] } ] } }
      memory: { type: bench.Size, default: 512 MB }
      peers: { type: list, entry_schema: { type: string }, required: false }
    attributes:
      address: { type: string }
    capabilities: { feature: Feature, host: Container, endpoint: Endpoint }
    requirements:
      - dependency: { capability: Feature, relationship: DependsOn, count_range: [ 0, UNBOUNDED ] }
      - host: { capability: Container, relationship: HostedOn, count_range: [ 0, 1 ] }
      - uses: { capability: Endpoint, relationship: ConnectsTo, count_range: [ 0, UNBOUNDED ] }
    interfaces:
      Standard: { type: Lifecycle.Standard }
"""
VERSION_2_0 = "-2.0"
# What a layer of a stack is called, from the bottom.
STACK = ["network", "vm", "os", "runtime", "app"]


def node(name, requirements, dice, type_name="bench.Part"):
    """One node template; about one in three calls functions, one in four has operations."""
    lines = [f"    {name}:", f"      type: {type_name}", "      properties:", f"        label: the part {name}",
             f"        port: {dice.randint(1024, 65535)}", f"        memory: {2 ** dice.randint(0, 6)} GB"]
    if dice.random() < 0.33:
        lines += ["        zone: { get_input: zone }",
                  "        peers: [ { get_property: [ SELF, label ] }, { concat: [ peer-, { get_input: zone } ] } ]"]
    if requirements:
        lines.append("      requirements:")
        lines += [f"        - {requirement}: {target}" for requirement, target in requirements]
    if dice.random() < 0.25:
        lines += ["      interfaces:", "        Standard:", "          operations:", "            create: create.sh",
                  "            start:", "              implementation: start.sh", "              inputs:",
                  "                port: { get_property: [ SELF, port ] }", "                zone: { get_input: zone }"]
    return lines


def stack(count, dice):
    """Many independent stacks of five."""
    for number in range(count // len(STACK)):
        below = None
        for layer in STACK:
            name = f"{layer}_{number}"
            yield node(name, [("host", below)] if below else [], dice)
            below = name


def chain(count, dice):
    """One chain over all nodes: its lower half is hosted, its upper half depends."""
    for number in range(count):
        requirement = "host" if number < count // 2 else "dependency"
        yield node(f"link_{number}", [(requirement, f"link_{number - 1}")] if number else [], dice)


def hub(count, dice):
    """All nodes connect to the first."""
    for number in range(count):
        yield node(f"part_{number}", [("uses", "part_0")] if number else [], dice)


def layered(count, dice):
    """Ten layers; a node uses two or three of the layer below."""
    width = count // 10
    for number in range(count):
        first = (number // width - 1) * width
        targets = sorted(dice.sample(range(first, first + width), dice.randint(2, 3))) if first >= 0 else []
        yield node(f"part_{number}", [("uses", f"part_{target}") for target in targets], dice)


def mesh(count, dice):
    """A hundred layers; a node depends on three of any layer below: many orders that follow from others."""
    width = count // 100
    for number in range(count):
        below = number // width * width
        targets = sorted(dice.sample(range(below), 3)) if below >= 3 else []
        yield node(f"part_{number}", [("dependency", f"part_{target}") for target in targets], dice)


def typed(count, dice):
    """Nodes of types that derive from one another in one chain, ten nodes per type."""
    for number in range(count):
        yield node(f"part_{number}", [("host", f"part_{number - 1}")] if number % 5 else [], dice, f"bench.Part{number // 10}")


def types(count, dice):
    """One node, of the last of many types that derive from one another."""
    yield node("part", [], dice, f"bench.Part{count - 1}")


def type_chain(length, adds):
    """Each type refines a property; it also adds one, if so wanted."""
    for number in range(length):
        parent = f"bench.Part{number - 1}" if number else "bench.Part"
        lines = [f"  bench.Part{number}:", f"    derived_from: {parent}", "    properties:",
                 f"      zone: {{ type: string, default: zone-{number} }}"]
        if adds:
            lines.append(f"      size_{number}: {{ type: integer, default: {number}, constraints: [ {{ greater_or_equal: 0 }} ] }}")
        yield lines


SHAPES = {shape.__name__: shape for shape in (stack, chain, hub, layered, mesh, typed, types)}
LARGEST = {"types": 10_000}  # where there is no use for more


def write(shape, count, folder):
    """Writes the service and the files it names; returns the path of its definitions."""
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for script in ("create.sh", "start.sh"):
        (folder / script).write_text("#!/bin/sh\n")
    path = folder / f"{shape}-{count}.yaml"
    if shape.endswith(VERSION_2_0):
        write_2_0(shape.removesuffix(VERSION_2_0), count, path)
        return path
    with path.open("w") as out:
        out.write(HEADER)
        length = {"typed": count // 10, "types": count}.get(shape, 0)
        for lines in type_chain(length, adds=shape == "types"):
            out.write("\n".join(lines) + "\n")
        out.write("topology_template:\n  inputs:\n    zone: { type: string }\n  node_templates:\n")
        for lines in SHAPES[shape](count, random.Random(1)):
            out.write("\n".join(lines) + "\n")
    return path


def write_2_0(shape, count, path):
    """The same nodes: only functions are written otherwise."""
    with path.open("w") as out:
        out.write(HEADER_2_0)
        out.write("service_template:\n  inputs:\n    zone: { type: string }\n  node_templates:\n")
        for lines in SHAPES[shape](count, random.Random(1)):
            text = "\n".join(lines) + "\n"
            for function in ("get_input", "get_property", "concat"):
                text = text.replace(f"{{ {function}:", f"{{ ${function}:")
            out.write(text)


if __name__ == "__main__":
    print(write(sys.argv[1], int(sys.argv[2]), sys.argv[3]))
