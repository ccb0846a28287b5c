#!/usr/bin/env python3
"""Sends thousands of hostile texts through a plan, as values in the model, as inputs and as outputs, and compares what programs
received byte for byte. Usage: hostile_test.py PLANBUILDER"""
import json
import os
import random
import re
import sys

from service import Service, expect

NODES = 20
VALUES = 120  # per node
INPUTS = 200
PARTS = ["'", '"', "\\", "\n", "\r", "\t", " ", "$", "$(touch x)", "`touch x`", "${HOME}", "$'a'", "$((1+1))", ";touch x;", "|", "&", "<",
         ">", "*", "?", "[a-z]", "{a,b}", "~", "!", "#", "-n", "-e", "--", "=", "%s%n", "(", ")", "\x01", "\x1b[31m", "\x7f", "ä", "€",
         "\U0001f600", "\u2028", "a", "0", "END", "<<END", "<% x %>", "<{ x }>", "%% if", "}}", "{{ x }}", "eval ", "pb_value", "@", ":"]
# Every variable v<number> is written to a file as it is, and given back as an output.
COPY = r"""import os, pathlib
folder = pathlib.Path(os.environ["TRACE"] + "." + os.environ["PLANBUILDER_NODE"])
folder.mkdir()
with open(os.environ["PLANBUILDER_OUTPUTS"], "ab") as outputs:
    for name, value in os.environb.items():
        if name.startswith(b"v") and name[1:].removesuffix(b"_FILE").isdigit():
            if name.endswith(b"_FILE"):
                name, value = name.removesuffix(b"_FILE"), pathlib.Path(os.fsdecode(value)).read_bytes()
            (folder / os.fsdecode(name)).write_bytes(value)
            if name == b"v0":
                outputs.write(b"first<<a mark that is not inside\n" + value + b"\na mark that is not inside\n")
"""


def hostile(length):
    return "".join(random.choice(PARTS) for _ in range(length))


def template(model, inputs):
    """Node n<i> has the values model[i]; the node `inputs` has all inputs. JSON is YAML."""
    names = [f"v{number}" for number in range(max(VALUES, INPUTS))]
    properties = {name: {"type": "string", "required": False} for name in names}

    def node(values):
        return {"type": "N", "properties": values, "interfaces": {"Standard": {"operations": {"create": {
            "implementation": "copy.py", "inputs": {name: {"get_property": ["SELF", name]} for name in values},
            "outputs": {"first": ["SELF", "first"]}}}}}}

    nodes = {f"n{i}": node(values) for i, values in enumerate(model)}
    nodes["inputs"] = node({name: {"get_input": name} for name in inputs})
    # But for characters that JSON writes as two.
    return re.sub(r"\\ud83d\\ude00", r"\\U0001f600", json.dumps({
        "tosca_definitions_version": "tosca_simple_yaml_1_3",
        "node_types": {"N": {"derived_from": "tosca.nodes.Root", "properties": properties,
                             "attributes": {"first": {"type": "string"}}}},
        "topology_template": {
            "inputs": {name: {"type": "string"} for name in inputs}, "node_templates": nodes,
            "outputs": {name: {"value": {"get_attribute": [name, "first"]}} for name in nodes}}}))


def compare(folder, values):
    expect(len(os.listdir(folder)) == len(values), folder, "has", len(os.listdir(folder)), "of", len(values))
    for name, value in values.items():
        received = (folder / name).read_bytes()
        expect(received == value.encode(), f"{folder.name}: {name} was {value[:200]!r}, arrived as {received[:200]!r}")


def main():
    random.seed(23)
    model = [{f"v{number}": hostile(random.choice([1, 2, 3, 5, 8, 40])) for number in range(VALUES)} for _ in range(NODES)]
    inputs = {f"v{number}": hostile(random.choice([1, 2, 3, 5, 8, 40])) for number in range(INPUTS)}
    model[0]["v1"] = hostile(1000) * 300  # about 1 MB
    inputs["v1"] = hostile(1000) * 300
    service = Service(sys.argv[1], template(model, inputs), {"copy.py": COPY})
    given = service.write("inputs.json", json.dumps(inputs))
    result = service.run("--inputs", str(given))
    expect(result.returncode == 0, result.stderr[-2000:])
    for i, values in enumerate(model):
        compare(service.folder / f"trace.n{i}", values)
    compare(service.folder / "trace.inputs", inputs)
    for name, values in [*((f"n{i}", values) for i, values in enumerate(model)), ("inputs", inputs)]:
        output = (service.state / "runs/1/outputs" / name).read_bytes()
        expect(output == values["v0"].encode(), name, repr(output), repr(values["v0"]))
    touched = [path for path in service.folder.rglob("x") if path.is_file()]
    expect(not touched, "something was executed:", touched)
    print(f"{NODES * VALUES + INPUTS} texts arrived as they were, two of them of {len(inputs['v1'].encode())} bytes")
    service.close()


if __name__ == "__main__":
    main()
