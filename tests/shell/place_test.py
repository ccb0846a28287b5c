#!/usr/bin/env python3
"""Operations that run elsewhere: over SSH (an sshd of our own on loopback), by Ansible, and in a container (a docker that records
its arguments). Usage: place_test.py PLANBUILDER"""
import getpass
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from service import PATIENCE, Service, expect, wait_until

TYPES = """tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Machine:
    derived_from: tosca.nodes.Compute
    properties:
      connection: {type: string, required: false}
      container_id: {type: string, required: false}
      ssh_user: {type: string, required: false}
      ssh_port: {type: integer, required: false}
      ssh_key_file: {type: string, required: false}
      ssh_known_hosts_file: {type: string, required: false}
  App:
    derived_from: tosca.nodes.SoftwareComponent
    properties: {text: {type: string}, big: {type: string, required: false}}
    attributes: {answer: {type: string}}
topology_template:
  inputs: {text: {type: string}, big: {type: string, default: small}}
"""
NODES = """  node_templates:
    machine: {{type: Machine, properties: {properties}, attributes: {{private_address: {address}}}}}
    app:
      type: App
      properties: {{text: {{get_input: text}}, big: {{get_input: big}}}}
      requirements: [host: machine]
      interfaces:
        Standard:
          operations:
            create:
              implementation: {{primary: {file}, dependencies: [scripts/lib.sh]}}
              inputs: {{text: {{get_property: [SELF, text]}}, big: {{get_property: [SELF, big]}}}}
              outputs: {{answer: [SELF, answer]}}
  outputs: {{answer: {{value: {{get_attribute: [app, answer]}}}}}}
"""
SCRIPT = r"""source ./lib.sh
printf 'answer<<END\n%s %s %s\nEND\n' "$(where)" "$text" "${big-$(wc -c <"$big_FILE")}" >>"$PLANBUILDER_OUTPUTS"
"""
LIBRARY = 'where() { if [ -n "${SSH_CONNECTION-}" ]; then echo by ssh; else echo in "${FAKE_CONTAINER-no container}"; fi; }\n'
HOSTILE = "it's \"$(touch x)\" `touch x` \\ * ä"


def service_for(planbuilder, properties, address="127.0.0.1", file="scripts/create.sh", script=SCRIPT):
    template = TYPES + NODES.format(properties=properties, address=address, file=file)
    return Service(planbuilder, template, {file: script, "scripts/lib.sh": LIBRARY})


def run_with_text(service, **more):
    inputs = service.write("inputs", f"text={HOSTILE}\nbig={'x' * 200_000}\n")
    return service.run("--inputs", str(inputs), **more)


class SshServer:
    """With keys and a home of its own; it ends with the test. The port is ours from the start, whether it listens or not."""

    def __init__(self, listens=True):
        self.temporary = tempfile.TemporaryDirectory()
        folder = self.folder = pathlib.Path(self.temporary.name)
        for name in ("host", "user"):
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / name], check=True)
        self.home = folder / "home"
        self.home.mkdir()
        self.socket = socket.socket()
        self.socket.bind(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        shutil.copy(folder / "user.pub", folder / "authorized_keys")
        (folder / "known_hosts").write_text(f"[127.0.0.1]:{self.port} {(folder / 'host.pub').read_text()}")
        (folder / "config").write_text(
            f"HostKey {folder}/host\nPidFile none\nStrictModes no\nUsePAM no\n"
            f'ForceCommand cd {self.home} && HOME={self.home} exec "$SHELL" -c "$SSH_ORIGINAL_COMMAND"\n'
            f"AuthorizedKeysFile {folder}/authorized_keys\nPasswordAuthentication no\nPermitRootLogin prohibit-password\n")
        if os.getuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)
        self.sessions = []
        if listens:
            self.listen()

    def listen(self):
        self.socket.listen()
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        """An sshd for each connection."""
        server = shutil.which("sshd", path=os.environ["PATH"] + ":/usr/sbin")
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:  # it was closed
                return
            with connection:
                self.sessions.append(subprocess.Popen([server, "-i", "-f", self.folder / "config", "-E", self.folder / "log"],
                                                      stdin=connection, stdout=connection))

    def properties(self, **other):
        words = {"connection": "ssh", "ssh_user": getpass.getuser(), "ssh_port": self.port, "ssh_key_file": f"{self.folder}/user",
                 "ssh_known_hosts_file": f"{self.folder}/known_hosts", **other}
        return "{" + ", ".join(f"{name}: {value}" for name, value in words.items()) + "}"

    def left(self):
        """What operations left behind."""
        return list(self.home.iterdir())

    def close(self):
        self.socket.close()
        for session in self.sessions:
            session.terminate()
            session.wait()
        self.temporary.cleanup()


def test_ssh(planbuilder):
    server = SshServer()
    try:
        service = service_for(planbuilder, server.properties())
        result = run_with_text(service)
        expect(result.returncode == 0, result.stderr)
        expect(result.stdout == f"answer=by ssh {HOSTILE} 200000\n", repr(result.stdout))
        expect(not server.left(), "left behind:", server.left())
        service.close()
        check_transfer(planbuilder, server)
        check_strange_host(planbuilder, server)
        check_interrupt(planbuilder, server)
    finally:
        server.close()
    check_late_machine(planbuilder)


def check_transfer(planbuilder, server):
    """A deployment artifact is there before the first operation; the machine was waited for."""
    template = TYPES + NODES.format(properties=server.properties(), address="127.0.0.1", file="scripts/create.sh")
    template = template.replace("      requirements: [host: machine]", "      requirements: [host: machine]\n"
                                "      artifacts: {data: {type: tosca.artifacts.File, file: data/some file.txt}}")
    script = 'echo "answer=$(cat "$PLANBUILDER_SENT"/*/"data/some file.txt")" >>"$PLANBUILDER_OUTPUTS"\n'
    service = Service(planbuilder, template, {"scripts/create.sh": script, "scripts/lib.sh": "", "data/some file.txt": "the content\n"})
    steps = {step["id"]: step for activity in service.document()["activities"] for step in activity["steps"]}
    expect(steps["machine/provision/wait"]["until"] == "reachable", steps)
    result = service.run("--input", "text=t")
    expect(result.returncode == 0, result.stderr)
    expect(result.stdout == "answer=the content\n", repr(result.stdout))
    expect((server.home / steps["app/provision/transfer"]["to"]).read_text() == "the content\n", "it went elsewhere")
    service.close()


def check_late_machine(planbuilder):
    """One that is not there yet is waited for, while it comes up."""
    server = SshServer(listens=False)
    service = service_for(planbuilder, server.properties())
    process = subprocess.Popen(["bash", service.script(), "--input", "text=t"], env=service.environment(), stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True)
    try:
        wait_until(lambda: was_refused(service) or process.poll() is not None, "the machine is asked for")
        expect(process.poll() is None, "it did not wait")
        server.listen()
        out, err = process.communicate(timeout=PATIENCE)
        expect(process.returncode == 0 and out.startswith("answer=by ssh"), err)
    finally:
        server.close()
        if process.poll() is None:
            process.terminate()
        service.close()


def was_refused(service):
    return any("Connection refused" in answer.read_text() for answer in service.state.glob("runs/1/scratch/*.answer"))


def check_strange_host(planbuilder, server):
    """A key that is not known is refused; nobody is asked."""
    (server.folder / "nobody").write_text("")
    service = service_for(planbuilder, server.properties(ssh_known_hosts_file=f"{server.folder}/nobody"))
    result = run_with_text(service)
    expect(result.returncode == 1 and "Host key verification failed" in result.stderr, result.stderr)
    service.close()


def check_interrupt(planbuilder, server):
    """TERM also ends the program over there."""
    service = service_for(planbuilder, server.properties(), script=f'echo $$ >"{server.folder}/pid"; sleep 1000 & wait\n')
    process = subprocess.Popen(["bash", service.script(), "--input", "text=t"], env=service.environment(), stderr=subprocess.DEVNULL)
    pid = server.folder / "pid"
    wait_until(lambda: pid.exists() and pid.read_text(), "it runs")
    process.send_signal(signal.SIGTERM)
    expect(process.wait(PATIENCE) == 143, "exit code", process.returncode)
    wait_until(lambda: not os.path.exists(f"/proc/{pid.read_text().strip()}"), "it has ended over there")
    service.close()


def test_ansible(planbuilder):
    playbook = """- hosts: all
  gather_facts: false
  tasks:
    - copy: {content: "answer={{ text }}", dest: "{{ lookup('env', 'PLANBUILDER_OUTPUTS') }}"}
"""
    service = service_for(planbuilder, "{}", file="play/book.yml", script=playbook)
    result = run_with_text(service, ANSIBLE_LOCAL_TEMP=str(service.folder), ANSIBLE_REMOTE_TEMP=str(service.folder / "remote"))
    expect(result.returncode == 0, result.stderr)
    expect(result.stdout == f"answer={HOSTILE}\n", repr(result.stdout))
    service.close()


def test_container(planbuilder):
    service = service_for(planbuilder, "{container_id: box}")
    fake = service.write("bin/docker", '#!/usr/bin/env bash\nprintf "%s\\n" "${*:1:$#-1}" >>"$TRACE"\ncd "$ROOT" && '
                                       'FAKE_CONTAINER=$3 exec sh -c "${*: -1}"\n')
    fake.chmod(0o755)
    root = service.folder / "root"
    root.mkdir()
    result = run_with_text(service, PATH=f"{fake.parent}:{os.environ['PATH']}", ROOT=str(root))
    expect(result.returncode == 0, result.stderr)
    expect(result.stdout == f"answer=in box {HOSTILE} 200000\n", repr(result.stdout))
    expect(set((service.folder / "trace").read_text().splitlines()) == {"exec -i box sh -c"}, "arguments")
    expect(not list(root.iterdir()), "left behind")
    service.close()


def main():
    tests = {"container": test_container}
    for name, program, test in (("ssh", "sshd", test_ssh), ("ansible", "ansible-playbook", test_ansible)):
        if shutil.which(program, path=os.environ["PATH"] + ":/usr/sbin"):
            tests[name] = test
        else:
            print(f"{name}: left out, {program} is not installed")
    for name, test in tests.items():
        test(sys.argv[1])
        print(f"{name}: fine")


if __name__ == "__main__":
    main()
