#!/usr/bin/env python3
"""Runs generated processes on Apache ODE: started by a SOAP message, each call done by the reference invoker. What ran is held
against the order of the plan. Usage: ode_run_test.py PLANBUILDER"""
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
import urllib.request

import bpel_check
from engine import Deployed, Ode, expect, free_port, need_engine, overlapping, side_by_side

SAMPLES = pathlib.Path(__file__).parents[2] / "samples"
HOSTILE = "a'b\"c$(touch x)`y`\\ <&]]> \t\r\n-- \u00e9 \U0001f600 {$x} &amp; &#13; <![CDATA[\n"
SLEEP = "#!/usr/bin/env bash\nsleep 0.05\n"
# What the operation got, byte for byte; and back as an output.
COPY = r"""#!/usr/bin/env python3
import os, pathlib
folder = pathlib.Path(os.environ["TRACE"])
for name, value in os.environb.items():
    if name.startswith(b"INPUT_") or name == b"plain":
        (folder / os.fsdecode(name)).write_bytes(value)
with open(os.environ["PLANBUILDER_OUTPUTS"], "ab") as outputs:
    outputs.write(b"out put<<-- the end --\n" + os.environb[b"plain"] + b"\n-- the end --\n")
"""


def write(folder, model, files):
    """A service; its name is that of the file. On one engine names must differ."""
    folder.mkdir(exist_ok=True)
    for name, content in files.items():
        (folder / name).write_text(content, newline="")
        (folder / name).chmod(0o755)
    path = folder / f"{folder.name}.yaml"
    path.write_text(model)
    return path


def renamed(sample, folder):
    shutil.copytree(sample, folder)
    model = folder / "figures.yaml"
    model.write_text(model.read_text().replace("template_name: figures", f"template_name: {folder.name}"))
    return model


def diamond(width):
    """One before many, and all of them before one."""
    def node(below):
        requirements = "".join(f"\n        - dependency: {other}" for other in below)
        return "\n      type: N" + (f"\n      requirements:{requirements}" if below else "")

    middle = [f"m{number}" for number in range(width)]
    nodes = {"first": node([]), **{name: node(["first"]) for name in middle}, "last": node(middle)}
    return ("tosca_definitions_version: tosca_simple_yaml_1_3\nnode_types:\n  N:\n    derived_from: tosca.nodes.Root\n    interfaces:\n"
            "      Standard: {type: tosca.interfaces.node.lifecycle.Standard, operations: {create: {implementation: create.sh}}}\n"
            "topology_template:\n  node_templates:\n" + "".join(f"    {name}:{text}\n" for name, text in nodes.items()))


def hostile_model():
    """Names and values that no language likes. JSON is YAML, but for characters that JSON writes as two."""
    odd = "it's <a> & \"b\""
    model = {"tosca_definitions_version": "tosca_simple_yaml_1_3",
             "node_types": {"N": {"derived_from": "tosca.nodes.Root", "properties": {"te xt": {"type": "string"}, "given": {"type": "string"}},
                                  "attributes": {"came back": {"type": "string"}}}},
             "topology_template": {
                 "inputs": {"in-put & co": {"type": "string"}},
                 "node_templates": {odd: {
                     "type": "N", "properties": {"te xt": HOSTILE, "given": {"get_input": "in-put & co"}},
                     "interfaces": {"Standard": {"operations": {"create": {
                         "implementation": "copy.py",
                         "inputs": {"plain": {"get_property": ["SELF", "te xt"]}, "fix-ed": HOSTILE, "gi.ven": {"get_input": "in-put & co"},
                                    "jo ined": {"concat": ["<", {"get_property": ["SELF", "given"]}, ">"]}},
                         "outputs": {"out put": ["SELF", "came back"]}}}}}}},
                 "outputs": {"what came": {"value": {"get_attribute": [odd, "came back"]}}}}}
    return json.dumps(model, ensure_ascii=False)


def test_guestbook(ode, service):
    """Built, visited, scaled out twice, so that there are three instances; then nothing is left."""
    directory = service.folder / "guestbook"
    ports = {name: free_port() for name in ("nginx_port", "redis_port", "app_port", "second", "third")}
    inputs = {"directory": directory, **{name: ports[name] for name in ("nginx_port", "redis_port", "app_port")}}
    url = ode.call(service, "build", inputs)["url"]
    expect(overlapping(service.check_trace("build")), "nothing ran side by side")
    with urllib.request.urlopen(f"{url}/?name=ada&text=hello", timeout=10) as page:
        expect(page.status == 200, "the guestbook does not answer")
    for name in "second", "third":
        ode.call(service, "scale-out-app_tier", {"directory": directory, "app_port": ports[name]})
        service.check_trace("scale-out-app_tier")
        expect(answers(ports[name]), name, "instance of the app does not answer")
    ode.call(service, "terminate")
    ran = service.check_trace("terminate")
    instances = [event["instance"] for event in ran if event["step"] == "app/terminate/delete" and event["event"] == "done"]
    expect(instances == [3, 2, 1], "instances of app were removed so:", instances)
    expect(not any(answers(port) for port in ports.values()), "something still answers")
    expect(not any((service.state / "instances/nodes").glob("*")), "instances are left")


def answers(port):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5):
            return True
    except OSError:
        return False


def test_life(ode, service):
    """Built and terminated, in the order of both plans."""
    ode.call(service, "build")
    service.check_trace("build")
    ode.call(service, "terminate")
    service.check_trace("terminate")
    expect(not any((service.state / "instances/nodes").glob("*")), "instances are left")


def test_diamond(ode, service, width):
    began = time.monotonic()
    ode.call(service, "build")
    ran = service.check_trace("build")
    pairs = {pair for pair in overlapping(ran) if all(step.startswith("m") for step in pair)}
    expect(len(pairs) >= width, "few ran side by side:", len(pairs))
    return time.monotonic() - began


def test_hostile(ode, service, folder):
    outputs = ode.call(service, "build", {"in-put & co": HOSTILE})
    expect(outputs == {"what came": HOSTILE}, outputs)
    got = {path.name: path.read_bytes().decode() for path in folder.iterdir()}
    wanted = {"plain": HOSTILE, "INPUT_fix_2Ded": HOSTILE, "INPUT_gi_2Even": HOSTILE, "INPUT_jo_20ined": f"<{HOSTILE}>"}
    expect(got == wanted, got)
    service.check_trace("build")


def main():
    need_engine()
    planbuilder = sys.argv[1]
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "got").mkdir()
        callback = ["--bpel-calls", "callback"]
        services = {
            "figures": Deployed(planbuilder, SAMPLES / "figures/xml"),
            "figures by callback": Deployed(planbuilder, renamed(SAMPLES / "figures/yaml-1.3", folder / "by_callback"), *callback),
            "figures by events": Deployed(planbuilder, renamed(SAMPLES / "figures/yaml-2.0", folder / "by_events"), "--derive", "events"),
            "wide": Deployed(planbuilder, write(folder / "wide", diamond(48), {"create.sh": SLEEP})),
            "wide by callback": Deployed(planbuilder, write(folder / "wide_callback", diamond(48), {"create.sh": SLEEP}), *callback),
            "hostile": Deployed(planbuilder, write(folder / "hostile", hostile_model(), {"copy.py": COPY}),
                                environment={**os.environ, "TRACE": str(folder / "got")}),
        }
        if shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin") and shutil.which("redis-server"):
            services["guestbook"] = Deployed(planbuilder, SAMPLES / "guestbook")
        else:
            print("guestbook: left out, nginx or redis-server is not installed")
        for service in services.values():
            for plan in service.plans():
                wrong = bpel_check.check_folder(service.folder / "out" / plan / "bpel")
                expect(not wrong, plan, wrong)
        ode = Ode(*services.values())
        for name in "figures", "figures by callback", "figures by events":
            test_life(ode, services[name])
            print(f"{name}: done", flush=True)
        test_hostile(ode, services["hostile"], folder / "got")
        print("hostile: done")
        for name in "wide", "wide by callback":
            print(f"{name}: {test_diamond(ode, services[name], 48):.1f} s")
        if "guestbook" in services:
            try:
                test_guestbook(ode, services["guestbook"])
            finally:
                services["guestbook"].remove()
        ode.expect_nobody_waits()
        ode.stop()
        side_by_side([service.close for service in services.values()])


if __name__ == "__main__":
    main()
