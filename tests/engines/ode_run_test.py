#!/usr/bin/env python3
"""Runs generated processes on Apache ODE: started by a SOAP message, each call done by the reference invoker. What ran is held
against the order of the plan. Usage: ode_run_test.py PLANBUILDER"""
import json
import os
import pathlib
import shutil
import socket
import sys
import tempfile
import urllib.request

import bpel_check
from engine import PATIENCE, Deployed, Fault, Ode, expect, need_engine, side_by_side

SAMPLES = pathlib.Path(__file__).parents[2] / "samples"
HOSTILE = "a'b\"c$(touch x)`y`\\ <&]]> \t\r\n-- \u00e9 \U0001f600 {$x} &amp; &#13; <![CDATA[\n"
# Those in the middle of a diamond wait for one another: nobody is done before all have begun. Each opens the gate before it
# says that it has begun, so the line that whoever comes last writes for each is still there for those who are slow to read.
TOGETHER = r"""#!/usr/bin/env bash
[[ $PLANBUILDER_NODE == m* ]] || exit 0
exec 3<>"$TRACE/gate"
: >"$TRACE/$PLANBUILDER_NODE"
begun=("$TRACE"/m*)
if ((${#begun[@]} == WIDTH)); then printf '%s\n' "${begun[@]}" >&3; fi
read -r -u 3
"""
WIDTH = 48
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
    _, outputs = call_with_ports(ode, service, "build", "nginx_port", "redis_port", "app_port")
    service.check_trace("build")
    expect_answer(outputs["url"])
    for _ in range(2):
        ports, _ = call_with_ports(ode, service, "scale-out-app_tier", "app_port")
        service.check_trace("scale-out-app_tier")
        expect_answer(f"http://127.0.0.1:{ports['app_port']}/")
    ode.call(service, "terminate")
    ran = service.check_trace("terminate")
    instances = [event["instance"] for event in ran if event["step"] == "app/terminate/delete" and event["event"] == "done"]
    expect(instances == [3, 2, 1], "instances of app were removed so:", instances)
    expect(not directory.exists(), "files are left:", *directory.rglob("*"))
    expect(not processes_in(directory), "processes are left:", processes_in(directory))
    expect(not any((service.state / "instances/nodes").glob("*")), "instances are left")


def call_with_ports(ode, service, plan, *names):
    """The ports, and what the plan gave. When somebody else was quicker to take one of them, the plan was taken back, and begins again
    with others."""
    for _ in range(5):
        ports = dict(zip(names, free_ports(len(names))))
        try:
            return ports, ode.call(service, plan, {"directory": service.folder / "guestbook", **ports})
        except Fault as fault:
            problem = fault
            if "Address already in use" not in fault.reason:
                break
    raise problem


def free_ports(count):
    """All taken at once, so that all differ."""
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def expect_answer(url):
    with urllib.request.urlopen(url, timeout=PATIENCE) as page:
        expect(page.status == 200 and b"Guestbook" in page.read(), url, "is no guestbook")


def processes_in(directory):
    """Servers work in directories below, even when those have been deleted."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "cwd").startswith(f"{directory}/"):
                found.append(process.name)
        except OSError:
            pass  # it has ended, or is not ours
    return found


def test_life(ode, service):
    """Built and terminated, in the order of both plans."""
    ode.call(service, "build")
    service.check_trace("build")
    ode.call(service, "terminate")
    service.check_trace("terminate")
    expect(not any((service.state / "instances/nodes").glob("*")), "instances are left")


def wide(planbuilder, folder, *options):
    """Only if all that may run side by side does, its plan comes to an end."""
    model = write(folder, diamond(WIDTH), {"create.sh": TOGETHER})
    (folder / "begun").mkdir()
    os.mkfifo(folder / "begun/gate")
    return Deployed(planbuilder, model, *options, environment={**os.environ, "TRACE": str(folder / "begun"), "WIDTH": str(WIDTH)})


def test_diamond(ode, service):
    ode.call(service, "build")
    service.check_trace("build")


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
            "wide": wide(planbuilder, folder / "wide"),
            "wide by callback": wide(planbuilder, folder / "wide_callback", *callback),
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
            test_diamond(ode, services[name])
            print(f"{name}: done", flush=True)
        if "guestbook" in services:
            try:
                test_guestbook(ode, services["guestbook"])
            finally:
                services["guestbook"].remove()
        ode.expect_nobody_waits()
        side_by_side([service.close for service in services.values()])
        ode.stop()


if __name__ == "__main__":
    main()
