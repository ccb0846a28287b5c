#!/usr/bin/env python3
"""What a plan says of itself is so: while it waits, in its status, in its outputs, before it runs. Usage: truth_test.py PLANBUILDER"""
import json
import os
import pty
import socket
import subprocess
import sys

from service import Service, expect, wait_until

TEMPLATE = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.Root
    properties: {password: {type: string}, port: {type: integer, default: 1}}
    attributes: {pid: {type: string}, api_token: {type: string}}
topology_template:
  inputs: {password: {type: string, default: hidden-1}}
  node_templates:
    a:
      type: N
      properties: {password: {get_input: password}}
      interfaces:
        Standard:
          operations: {create: {implementation: work.sh, outputs: {pid: [SELF, pid], token: [SELF, api_token]}}, delete: work.sh}
    b:
      type: N
      properties: {password: hidden-3}
      requirements: [dependency: a]
      interfaces: {Standard: {operations: {create: work.sh, delete: work.sh}}}
  outputs: {pid: {value: {get_attribute: [a, pid]}}}
"""
WORK = """#!/usr/bin/env bash
[[ $PLANBUILDER_NODE != "${BROKEN-}" ]] || { printf '%s\\n' "${SAYS-}"; exit 7; }
printf 'pid=%s\\ntoken=hidden-2\\n' "${PID-1}" >>"$PLANBUILDER_OUTPUTS"
"""
PORT = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types: {N: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}}
topology_template:
  inputs: {port: {type: integer, default: 1}}
  node_templates: {a: {type: N, properties: {port: {get_input: port}}}}
"""
WAITING = """
format: planbuilder/plugin/1
name: waits
kind: type
description: Waits for a port.
match: {types: [N]}
transitions:
  provision: [record: create, {wait: port, port: port, timeout: 600}]
  terminate: [record: remove]
"""
BRINGING = """
format: planbuilder/plugin/1
name: brings
kind: type
description: Brings its own lines.
match: {types: [N]}
transitions:
  provision: [record: create, {set-state: started, templates: {shell: own.sh.inja}}]
  terminate: [record: remove]
"""


def status(service):
    return json.loads(service.call("status", "--json").stdout)


def run(service, code, *arguments, **more):
    result = service.call(*arguments, **more)
    expect(result.returncode == code, arguments, result.returncode, result.stderr)
    return result


def test_status(service):
    expect(status(service) == {"service": None, "models": [], "runs": [], "instances": []}, status(service))
    run(service, 1, *service.secrets, BROKEN="b")
    seen = status(service)
    expect(seen["runs"] == [{"run": 1, "plan": "build", "state": "unfinished",
                             "steps": {"done": 6, "failed": ["b/provision/create"], "left": len(steps_of(service)) - 7}}], seen["runs"])
    expect("failed: b/provision/create" in service.call("status").stdout, "for people")
    run(service, 0, "resume")
    seen = status(service)
    expect(seen["runs"][0]["state"] == "finished" and seen["runs"][0]["steps"] == {"done": len(steps_of(service)), "failed": [], "left": 0}, seen)
    first = seen["instances"][0]
    expect((first["kind"], first["id"], first["number"], first["state"], first["run"]) == ("node", "a", 1, "started", 1), first)
    expect(first["properties"] == {"password": "***", "port": "1"}, first)
    expect(first["attributes"] == {"pid": "1", "api_token": "***"}, first)
    joint = next(each for each in seen["instances"] if each["kind"] == "relationship")
    expect(joint["source"] == "b/1" and joint["targets"] == ["a/1"], joint)
    expect("hidden" not in service.call("status", "--json").stdout, "secrets")


def steps_of(service):
    return [step["id"] for activity in service.document()["activities"] for step in activity["steps"]]


def test_outputs(service):
    expect(run(service, 0, "outputs").stdout == "pid=1\n", "of the build")
    expect(run(service, 0, "--only", "a/provision/create", PID="2").stdout == "pid=2\n", "of the part")
    expect(run(service, 0, "outputs").stdout == "pid=2\n", "as it is now")
    expect(status(service)["runs"][-1]["part"] == {"only": "a/provision/create"}, status(service)["runs"])
    run(service, 0, plan="terminate")
    expect("removed" in run(service, 3, "outputs").stderr, "there is nothing any more")


def test_dry_run(service):
    run(service, 0, *service.secrets)
    refused = run(service, 3, "--dry-run")
    expect("wave 1" in refused.stdout and "built already" in refused.stderr, refused)
    expect(run(service, 0, "--dry-run", plan="terminate").returncode == 0, "which could run")
    run(service, 2, "resume", "--dry-run")


def test_unreadable(service):
    """What cannot be read is not taken for nothing."""
    run(service, 0, PLANBUILDER_STATE=str(service.folder / "nothing"), *["status"])
    expect("cannot read" in run(service, 2, "status", PLANBUILDER_STATE=str(service.script())).stderr, "a file")
    (service.state / "runs/1/journal").rename(service.folder / "journal")
    for command in (["status"], ["status", "--json"], ["outputs"]):
        (service.state / "runs").rename(service.folder / "runs")
        (service.state / "runs").touch()
        expect("cannot read" in run(service, 2, *command).stderr, command)
        (service.state / "runs").unlink()
        (service.folder / "runs").rename(service.state / "runs")
    expect("cannot read" in run(service, 2, "status", "--json").stderr, "a run without a journal")
    (service.folder / "journal").rename(service.state / "runs/1/journal")
    run(service, 0, "status", "--json")


def test_controls(service):
    """What an operation prints is shown, and does not move the cursor."""
    run(service, 0, plan="terminate")
    failed = run(service, 1, *service.secrets, BROKEN="a", SAYS="\x1b[2J\x9b31m red\ttext \\n")
    expect("\x1b" not in failed.stderr and "\x9b" not in failed.stderr, repr(failed.stderr))
    expect("  | \\x1b[2J\\u009b31m red\\ttext \\n" in failed.stderr, failed.stderr)
    run(service, 0, "abandon")


def test_digest(service):
    """A run does not begin, nor go on, with a digest that was not computed."""
    run(service, 0, plan="terminate")
    killed = service.write("killed/sha256sum", "#!/bin/sh\nkill -KILL $$\n")
    killed.chmod(0o755)
    path = f"{killed.parent}:{os.environ['PATH']}"
    runs = status(service)["runs"]
    expect("cannot compute a digest" in run(service, 1, *service.secrets, PATH=path).stderr, "before a run")
    expect(status(service)["runs"] == runs, "none has begun", status(service)["runs"])
    run(service, 1, *service.secrets, BROKEN="b")
    expect("cannot compute a digest" in run(service, 1, "resume", PATH=path).stderr, "before it goes on")
    run(service, 0, "resume")


def with_plugin(planbuilder, plugin, more):
    service = Service(planbuilder, PORT, {"plugins/own/plugin.yaml": plugin, **more})
    made = subprocess.run([planbuilder, "generate", service.folder / "service/service.yaml", "--target", "shell,json", "--plugin-dir",
                           service.folder / "service/plugins", "-o", service.folder / "out"], capture_output=True, text=True, check=False)
    expect(made.returncode == 0, made.stderr)
    return service


def test_template_of_plugin(planbuilder):
    """It may do anything, so a dry run does not run it."""
    service = with_plugin(planbuilder, BRINGING, {"plugins/own/own.sh.inja": '  echo executed >>"$TRACE"\n  set_state <{ sh(state) }>\n'})
    shown = run(service, 0, "--dry-run").stdout
    expect("template of a plugin: a/provision/set-started" in shown, shown)
    expect(not (service.folder / "trace").exists(), "it was executed")
    run(service, 0)
    expect((service.folder / "trace").read_text() == "executed\n", "it runs")
    service.close()


def test_wait(planbuilder):
    service = with_plugin(planbuilder, WAITING, {})
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))  # and nobody listens yet
        port = listener.getsockname()[1]
        log = service.folder / "waits.json"
        process = subprocess.Popen(["bash", service.script(), "--input", f"port={port}", "--json-log", log], env=service.environment(),
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        said = ""
        for line in process.stderr:
            said = line
            if "the last try" in line:
                break
        expect(f"waits until somebody listens on port {port}" in said and "refused" in said.lower(), said)
        wait_until(lambda: "waiting" in log.read_text(), "the log has it")
        listener.listen()
        expect(process.wait() == 0, process.stderr.read())
    waiting = next(each for each in map(json.loads, log.read_text().splitlines()) if each["event"] == "waiting")
    expect(waiting["step"] == "a/provision/wait" and str(port) in waiting["for"] and "refused" in waiting["because"].lower(), waiting)
    logged = next((service.state / "runs/1/logs").glob("*wait*")).read_text()
    expect("planbuilder: waits until somebody listens" in logged, logged)
    test_wait_on_terminal(service)
    service.close()


def test_wait_on_terminal(service):
    run(service, 0, plan="terminate")
    ours, theirs = pty.openpty()
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        process = subprocess.Popen(["bash", service.script(), "--input", f"port={port}"], env=service.environment(TERM="xterm", COLUMNS="300"),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        seen = b""
        while b"the last try: " not in seen:
            seen += os.read(ours, 4096)
        listener.listen()
        try:  # so that it can write on
            while os.read(ours, 4096):
                pass
        except OSError:  # the other end is closed
            pass
        expect(process.wait() == 0, "it ends")
    expect(f"    waits until somebody listens on port {port}".encode() in seen, seen)


def main():
    service = Service(sys.argv[1], TEMPLATE, {"work.sh": WORK})
    for test, given in ((test_status, service), (test_outputs, service), (test_dry_run, service), (test_unreadable, service),
                        (test_controls, service), (test_digest, service), (test_template_of_plugin, sys.argv[1]),
                        (test_wait, sys.argv[1])):
        test(given)
        print(test.__name__)
    service.close()


if __name__ == "__main__":
    main()
