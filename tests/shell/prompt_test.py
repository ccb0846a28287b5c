#!/usr/bin/env python3
"""On a terminal a plan asks for inputs that are missing; secrets survive a killed run, and only as long. Usage: prompt_test.py PLANBUILDER"""
import os
import pathlib
import pty
import signal
import subprocess
import sys

from service import Service, expect
from patience import wait_until

TEMPLATE = """tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    port: {type: integer, description: where it listens, constraints: [in_range: [1024, 65535]]}
    password: {type: string, constraints: [min_length: 6]}
  node_templates:
    app:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          operations:
            create: {implementation: show.sh, inputs: {port: {get_input: port}, password: {get_input: password}}}
            configure: {implementation: wait.sh, inputs: {password: {get_input: password}}}
"""
SHOW = 'printf "%s %s" "$port" "$password" >"$TRACE"; echo "my password is $password"\n'
WAIT = 'echo "$password"; touch "$TRACE.waiting"; while [ ! -e "$TRACE.go" ]; do sleep 0.1; done\n'
SECRET = "hush-4711"


def holders(folder):
    return [path for path in folder.rglob("*") if path.is_file() and SECRET.encode() in path.read_bytes()]


def converse(command, environment, answers):
    """Runs it on a terminal, and types each answer when its question has come. Gives the exit code and what was seen."""
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe(command[0], command, environment)
    seen, known, answered = "", 0, 0
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part.decode(errors="replace")
        while answered < len(answers) and answers[answered][0] in seen[known:]:
            question, answer = answers[answered]
            known = seen.index(question, known) + len(question)
            os.write(terminal, (answer + "\n").encode())
            answered += 1
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status), seen


def ask(service):
    (service.folder / "trace.go").touch()
    answers = [("port (integer): ", "80"), ("port (integer): ", "8080"), ("password (string, secret): ", "short"),
               ("password (string, secret): ", SECRET)]
    code, seen = converse(["bash", str(service.script())], service.environment(TERM="dumb"), answers)
    expect(code == 0, "exit code", code, seen)
    expect("'80' is refused; it must be between 1024 and 65535" in seen, seen)
    expect("its value is refused; it must be at least 6 characters long" in seen, seen)
    expect(SECRET not in seen and "short" not in seen, "secrets are not echoed", seen)
    expect((service.folder / "trace").read_text() == f"8080 {SECRET}", "the operation got both")
    expect(not holders(service.state), "the state directory has the secret", holders(service.state))


def kill(service):
    """The run is killed while its operation waits; what was typed once is not asked for again, and nothing of it stays."""
    (service.folder / "trace.go").unlink()
    (service.folder / "trace.waiting").unlink()
    state = service.folder / "killed"
    environment = service.environment(PLANBUILDER_STATE=str(state))
    given = ["--input", "port=8080", "--input", f"password={SECRET}"]
    with subprocess.Popen(["bash", service.script(), *given], env=environment, stderr=subprocess.DEVNULL) as process:
        wait_until((service.folder / "trace.waiting").exists, "the operation to wait")
        vault = pathlib.Path((state / "runs/1/vault").read_text())
        expect(vault.is_dir() and vault.stat().st_mode & 0o77 == 0, "a vault for this user only", vault)
        expect(not holders(state), "the state directory has the secret", holders(state))
        process.send_signal(signal.SIGKILL)
    (service.folder / "trace.go").touch()
    resumed = subprocess.run(["bash", service.script(), "resume"], env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                             text=True, check=False)
    expect(resumed.returncode == 0, resumed.stderr)
    expect(not vault.exists(), "the vault is still there")
    expect(not holders(state), "the state directory has the secret", holders(state))


def main():
    service = Service(sys.argv[1], TEMPLATE, {"show.sh": SHOW, "wait.sh": WAIT})
    ask(service)
    kill(service)
    service.close()
    print("inputs are asked for, and secrets stay nowhere")


if __name__ == "__main__":
    main()
