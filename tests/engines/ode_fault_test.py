#!/usr/bin/env python3
"""What processes do on Apache ODE when something fails: a step, the way to the invoker, or an answer that never comes. The answer
names the activity, what was done is taken back in reverse order, and no process is left waiting.
Usage: ode_fault_test.py PLANBUILDER"""
import concurrent.futures
import http.client
import http.server
import os
import pathlib
import sys
import tempfile
import threading
import urllib.parse

from engine import PATIENCE, Deployed, Fault, Ode, expect, need_engine, side_by_side, wait_until

# a before b and slow, and these before c.
MODEL = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.Root
    interfaces:
      Standard:
        operations: {create: {implementation: x.sh}, delete: {implementation: x.sh}}
topology_template:
  node_templates:
    a: {type: N}
    b: {type: N, requirements: [{dependency: a}]}
    slow: {type: N, requirements: [{dependency: a}]}
    c: {type: N, requirements: [{dependency: b}, {dependency: slow}]}
"""
BEFORE = [("a", "b"), ("a", "slow"), ("b", "c"), ("slow", "c")]
# When b fails, slow is under way: each waits until the journal of the run says so of the other.
SCRIPT = r"""#!/usr/bin/env bash
echo "$PLANBUILDER_OPERATION $PLANBUILDER_NODE" >>"$TRACE/calls"
[[ $PLANBUILDER_OPERATION == create ]] || exit 0
read -r what <"$TRACE/what"
wait_until() { until grep -qP "^$1\t$2_provision_create\t" "${PLANBUILDER_OUTPUTS%/scratch/*}/journal"; do sleep 0.1; done; }
case "$what, $PLANBUILDER_NODE" in
  "b fails, b") wait_until start slow ;;
  "b fails, slow") wait_until failed b ;;
esac
case $what in
  "$PLANBUILDER_NODE fails") echo "no luck"; exit 3 ;;
  "$PLANBUILDER_NODE hangs") sleep 1000 ;;
esac
"""


class Line(http.server.ThreadingHTTPServer):
    """Between engine and invoker; it can be told to lose the calls of a step (but not those that undo it) or of an operation, or
    their answers, or to deliver them twice."""
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Passing)
        self.invoker, self.step, self.how, self.met = None, None, None, False
        threading.Thread(target=self.serve_forever, daemon=True).start()


class Passing(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def do_POST(self):
        message = self.rfile.read(int(self.headers["Content-Length"]))
        meant = self.server.step and f">{self.server.step}<".encode() in message and b">undo<" not in message
        how = self.server.how if meant else "pass"
        self.close_connection = how in ("drop", "error", "mute")
        self.server.met |= bool(meant)
        if how == "error":
            self.answer(500, b"<html>out of order</html>")
        elif how != "drop":
            answers = [self.deliver(message) for _ in range(2 if how == "twice" else 1)]
            if how != "mute":
                self.answer(*answers[-1])

    def deliver(self, message):
        where = urllib.parse.urlsplit(self.server.invoker)
        connection = http.client.HTTPConnection(where.hostname, where.port, timeout=PATIENCE)
        connection.request("POST", where.path, message, {"Content-Type": "text/xml"})
        answer = connection.getresponse()
        content = answer.status, answer.read()
        connection.close()
        return content

    def answer(self, status, content):
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


class Scenario:
    """A service whose build plan fails in one way after the other; it is taken back each time, so that it can begin again."""

    def __init__(self, planbuilder, folder, calls):
        self.calls, self.folder = calls, folder / calls
        self.folder.mkdir()
        self.line = Line()
        self.tell("nothing")
        model = folder / f"faults_{calls}.yaml"
        model.write_text(MODEL)
        self.service = Deployed(planbuilder, model, "--bpel-calls", calls, "--bpel-timeout", str(PATIENCE),
                                environment={**os.environ, "TRACE": str(self.folder)})
        self.line.invoker = self.service.invoker
        self.service.invoker = f"http://127.0.0.1:{self.line.server_port}/invoker"
        self.run = 0

    def tell(self, what, step=None, how=None):
        (self.folder / "what").write_text(what + "\n")
        (self.folder / "calls").write_text("")
        self.line.step, self.line.how, self.line.met = step, how, False

    def expect_fault(self, ode, activity, reason, done, hangs=None):
        """The plan fails there; `done`, the nodes that were made, are taken back, and nothing begins after what failed. When `hangs`
        holds, nothing but an alarm can end what the process waits for."""
        try:
            outputs = self.call_until(ode, hangs) if hangs else ode.call(self.service, "build")
        except Fault as fault:
            expect(fault.activity == activity and reason in fault.reason, fault)
        else:
            raise AssertionError(f"the plan did not fail: {outputs}")
        self.run += 1
        try:
            self.expect_taken_back(activity.split("/")[0], done)
        except AssertionError as problem:
            journal = "\n".join(" ".join(words) for words in self.service.journal(self.run))
            raise AssertionError(f"{self.folder.name}: {problem}\n{journal}\n{self.service.log_of_invoker()}") from None

    def call_until(self, ode, hangs):
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            answer = pool.submit(ode.call, self.service, "build")
            wait_until(lambda: hangs() or answer.done(), "the process hangs")
            expect(not answer.done(), "the process does not wait:", answer)
            ode.ring_alarms()
            return answer.result()

    def was_called(self, call):
        return call in (self.folder / "calls").read_text().splitlines()

    def expect_taken_back(self, failed, done):
        calls = [call.split() for call in (self.folder / "calls").read_text().splitlines()]
        created = {node for operation, node in calls if operation == "create"}
        deleted = [node for operation, node in calls if operation == "delete"]
        expect(created - {failed} == set(done), "created:", calls)
        expect(sorted(deleted) == sorted(done), "deleted:", calls)
        for first, later in BEFORE:
            if later in deleted:
                expect(deleted.index(later) < deleted.index(first), "not in reverse order:", deleted)
        journal = self.service.journal(self.run)
        undone = [words[1] for words in journal if words[0] == "undone"]
        expect(len(undone) == len(set(undone)), "undone twice:", undone)
        expect(journal[-1][0] == "abandoned", "the run is open")
        expect(not any((self.service.state / "instances/nodes").glob("*")), "instances are left")


def play(ode, scenario):
    scenario.tell("b fails")
    scenario.expect_fault(ode, "b/provision", "no luck", ["a", "slow"])
    scenario.tell("c fails")
    scenario.expect_fault(ode, "c/provision", "no luck", ["a", "b", "slow"])
    scenario.tell("a fails")
    scenario.expect_fault(ode, "a/provision", "no luck", [])
    begin_badly(ode, scenario)


def get_no_answer(ode, scenario):
    """From c, since nothing else waits then: alarms go off for all. Of a call that is answered at once its loss is noticed."""
    scenario.tell("c hangs")
    scenario.expect_fault(ode, "c/provision", "did not answer", ["a", "b", "slow"], lambda: scenario.was_called("create c"))
    for how in "drop", "error":
        scenario.tell("nothing", "c/provision/create", how)
        lost = (lambda: scenario.line.met) if scenario.calls == "callback" else None
        scenario.expect_fault(ode, "c/provision", "did not answer", ["a", "b", "slow"], lost)


def begin_badly(ode, scenario):
    """The run is open, and the process does not know its number: it is closed all the same."""
    scenario.tell("nothing", "begin", "mute")
    scenario.expect_fault(ode, "", "did not answer", [])
    scenario.tell("nothing", "ticket", "drop")
    try:
        ode.call(scenario.service, "build")
        raise AssertionError("it began without a ticket")
    except Fault as fault:
        expect("did not answer" in fault.reason, fault)


def main():
    need_engine()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "x.sh").write_text(SCRIPT)
        scenarios = [Scenario(sys.argv[1], folder, calls) for calls in ("sync", "callback")]
        ode = Ode(*(scenario.service for scenario in scenarios))
        side_by_side([lambda scenario=scenario: play(ode, scenario) for scenario in scenarios])
        for scenario in scenarios:
            get_no_answer(ode, scenario)
        ode.expect_nobody_waits()
        for scenario in scenarios:  # and nothing stands in the way of a run without faults
            scenario.tell("nothing", "begin", "twice")
            ode.call(scenario.service, "build")
            expect(scenario.service.journal(scenario.run + 1)[-1][0] == "finished", "one run")
        ode.expect_nobody_waits()
        for scenario in scenarios:
            scenario.service.close()
        ode.stop()


if __name__ == "__main__":
    main()
