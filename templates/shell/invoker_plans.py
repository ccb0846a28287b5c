"""What calls of the invoker do: they run the scripts of plans."""
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import time
import uuid

from invoker_messages import PLAN_INTERFACE, is_sendable

LONGEST_REASON = 4000


class Failed(Exception):
    """The plan refused, or the step failed."""


class Plans:
    """The plans in a folder, run against one service instance."""

    def __init__(self, root, state, json_log):
        self.root = pathlib.Path(root).absolute()
        self.options = ["--state", str(pathlib.Path(state).absolute())]
        if json_log:
            self.options += ["--json-log", str(pathlib.Path(json_log).absolute())]
        self.running = set()

    def script(self, plan):
        path = self.root / plan / "shell" / "plan.sh"
        if plan not in os.listdir(self.root) or not path.is_file():
            raise Failed(f"there is no plan '{plan}' in {self.root}")
        return str(path)

    def run(self, plan, words, operands=()):
        """What the plan's script prints."""
        command = ["bash", self.script(plan), *words, *self.options, "--", *operands]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              start_new_session=True) as process:
            self.running.add(process)
            try:
                out, err = process.communicate()
            finally:
                self.running.discard(process)
        if process.returncode != 0:
            reason = err.decode(errors="replace").strip()
            raise Failed(reason[-LONGEST_REASON:] or f"exit code {process.returncode}")
        return out.decode("utf-8", "surrogateescape")

    def stop(self):
        """The programs of all steps, by their sessions."""
        for word, seconds in ((signal.SIGTERM, 5), (signal.SIGKILL, 1)):
            for process in list(self.running):
                try:
                    os.killpg(process.pid, word)
                except ProcessLookupError:
                    pass
            deadline = time.monotonic() + seconds
            while self.running and time.monotonic() < deadline:
                time.sleep(0.05)


def ticket(_, __):
    """What tells one process from another: a process has nothing of that kind itself. Asked twice, one ticket is never used."""
    return [("planbuilder.ticket", uuid.uuid4().hex)]


def begin(plans, call):
    once = ["--ticket", call.run] if call.run else []
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".json") as inputs:  # for nobody else to read
        json.dump(dict(call.inputs()), inputs)
        inputs.flush()
        return [("planbuilder.run", plans.run(call.plan, ["begin", *once, "--inputs", inputs.name]).strip())]


def run_steps(plans, call, words=()):
    if not call.steps:
        raise Failed("the call names no step")
    words = ["step", "--json", *which_run(call), *words]
    if call.instance:
        words += ["--instance", call.instance]
    return json.loads(plans.run(call.plan, words, call.steps))


def invoke(plans, call):
    """A step that invokes an operation: what is sent is what the operation gets."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", newline="") as arguments:
        for name, value in call.inputs():
            arguments.write(f"{name}\0{value}\0")
        arguments.flush()
        gave = run_steps(plans, call, ["--arguments", arguments.name])
    own = [(name, value) for name, value in gave.get("outputs", {}).items() if name != "Fault" and not name.startswith("planbuilder.")]
    return own + [(f"planbuilder.attribute.{kind}.{entity}.{name}", value) for kind, entity, name, value in gave.get("mapped", [])]


def steps(plans, call):
    gave = run_steps(plans, call)
    known = [("planbuilder.instance", gave["instance"])] if "instance" in gave else []
    known += [(f"property.{name}", value) for name, value in gave.get("properties", {}).items()]
    return known + [(f"attribute.{name}", value) for name, value in gave.get("attributes", {}).items()]


def instances(plans, call):
    numbers = plans.run(call.plan, ["instances", *which_run(call)], [call.activity()]).split()
    return [("planbuilder.count", str(len(numbers)))] + [(f"planbuilder.instance.{at}", number) for at, number in enumerate(numbers, 1)]


def condition(plans, call):
    words = ["condition", *which_run(call)] + (["--instance", call.instance] if call.instance else [])
    return [("planbuilder.holds", plans.run(call.plan, words, [call.activity()]).strip())]


def failed(plans, call):
    plans.run(call.plan, ["failed", *which_run(call)], [call.activity()])
    return []


def undo(plans, call):
    if call.steps:
        plans.run(call.plan, ["undo", *which_run(call)], call.steps)
    return []


def finish(plans, call):
    return list(json.loads(plans.run(call.plan, ["finish", "--json", *which_run(call)]))["outputs"].items())


def abandon(plans, call):
    plans.run(call.plan, ["abandon", *which_run(call)])
    return []


def which_run(call):
    return ["--run", call.run] if call.run else []


OPERATIONS = {"ticket": ticket, "begin": begin, "steps": steps, "instances": instances, "condition": condition, "failed": failed,
              "undo": undo, "finish": finish, "abandon": abandon}


def perform(plans, call):
    """The parameters of the answer. Raises Failed."""
    if call.interface != PLAN_INTERFACE:
        parameters = invoke(plans, call)
    elif call.operation in OPERATIONS:
        parameters = OPERATIONS[call.operation](plans, call)
    else:
        raise Failed(f"there is no operation '{call.operation}' of {PLAN_INTERFACE}")
    for key, value in parameters:
        if not is_sendable(key + value):
            raise Failed(f"XML cannot carry the value of {key!a}")
    return parameters


def closes_run(call):
    return call.interface == PLAN_INTERFACE and call.operation in ("finish", "abandon")
