#!/usr/bin/env python3
"""Names that are longer than a file name may be, of everything that the books hold. Usage: names_test.py PLANBUILDER"""
import json
import sys

from service import Service, expect

LENGTHS = 100, 237, 238, 239, 245, 255, 256, 400
WORK = r"""#!/usr/bin/env bash
for name in "${!v_@}"; do printf '%s=%s\n' "$name" "${!name}" >>"$PLANBUILDER_OUTPUTS"; done
printf '%s\n' "$PLANBUILDER_INSTANCE" >>"$TRACE"
"""


def names():
    """Two of each length, which differ in the last byte only."""
    return [("v_" + "n" * length)[:length - 1] + last for length in LENGTHS for last in "ab"]


def template():
    node = "N" * 300
    properties = {name: {"get_input": name} for name in names()}
    call = {"implementation": "work.sh", "inputs": {name: {"get_property": ["SELF", name]} for name in names()},
            "outputs": {name: ["SELF", f"{name}_read"] for name in names()}}
    return json.dumps({
        "tosca_definitions_version": "tosca_simple_yaml_1_3",
        "node_types": {"T": {
            "derived_from": "tosca.nodes.Root", "properties": {name: {"type": "string"} for name in names()},
            "attributes": {f"{name}_read": {"type": "string"} for name in names()}}},
        "topology_template": {
            "inputs": {name: {"type": "string"} for name in names()},
            "node_templates": {
                node + "1": {"type": "T", "properties": properties, "interfaces": {"Standard": {"operations": {"create": call}}}},
                node + "2": {"type": "tosca.nodes.Root", "requirements": [{"dependency": node + "1"}],
                             "interfaces": {"Standard": {"operations": {"create": "work.sh"}}}}},
            "outputs": {name: {"value": {"get_attribute": [node + "1", f"{name}_read"]}} for name in names()}}})


def main():
    service = Service(sys.argv[1], template(), {"work.sh": WORK})
    given = {name: f"value {number}" for number, name in enumerate(names())}
    result = service.run("--inputs", str(service.write("inputs.json", json.dumps(given))))
    expect(result.returncode == 0, result.stderr)
    shown = dict(line.split("=", 1) for line in result.stdout.splitlines())
    expect(shown == given, "outputs:", shown)
    expect(json.loads(service.call("outputs", "--json").stdout)["outputs"] == given, "as JSON")
    status = json.loads(service.call("status", "--json").stdout)
    first = next(each for each in status["instances"] if each["id"] == "N" * 300 + "1")
    expect(first["properties"] == given and first["attributes"] == {f"{name}_read": value for name, value in given.items()}, first)
    expect("N" * 300 + "2/1: started" in service.call("status").stdout, "for people")
    result = service.call("--only", "N" * 300 + "1/provision/create")
    expect(result.returncode == 0 and dict(line.split("=", 1) for line in result.stdout.splitlines()) == given, "a part", result.stderr)
    removed = service.run(plan="terminate")
    expect(removed.returncode == 0 and not any((service.state / "instances/nodes").iterdir()), removed.stderr)
    again = service.run()
    expect(again.returncode == 2 and "without a value" in again.stderr, "a service that is gone is forgotten", again.stderr)
    service.close()


if __name__ == "__main__":
    main()
