#!/usr/bin/env python3
"""Runs the steps of generated shell plans for an engine that speaks SOAP, such as Apache ODE.

Usage: invoker.py --root DIR --state DIR [--port N]
  --root DIR       the folder with the plans: DIR/<plan>/shell/plan.sh
  --state DIR      the service instance, as plan.sh takes it
  --port N         0 (the default) is any that is free; where it listens is printed
  --host ADDRESS   127.0.0.1 unless told; who can reach it, and knows the token, can run the plans
  --token-file F   who calls must know what is in this file, which is made if it is not there; off loopback it is STATE/invoker-token
  --idle-exit S    ends when nobody has called for S seconds
  --json-log FILE  start and end of each step, as plan.sh writes it

It serves the invoker of OpenTOSCA (http://siserver.org/wsdl): invokeOperationSync is answered with invokeResponse,
invokeOperationAsync is accepted at once, and the answer posted to ReplyTo. A call names the plan (ServiceInstanceID), its
run (PlanCorrelationID) and the step (the parameter planbuilder.step); what engines call besides steps is in the table
OPERATIONS of invoker_plans.py, under the interface urn:planbuilder:plan. What went wrong in a plan is the parameter Fault of
the answer; what is wrong with the message is a SOAP fault.
"""
import argparse
import concurrent.futures
import os
import signal
import sys
import threading
import time

sys.dont_write_bytecode = True  # what was packed stays as it is

from invoker_http import Server, is_loopback, log, read_token  # noqa: E402
from invoker_messages import sendable  # noqa: E402
from invoker_plans import Failed, Plans, closes_run, perform  # noqa: E402


class Invoker:
    """Does each call once, however often it is sent."""

    def __init__(self, plans):
        self.plans = plans
        self.lock = threading.Lock()
        self.answers = {}  # key of a call -> its run, and the answer, or the promise of it
        self.active = 0
        self.last_call = time.monotonic()

    def answer(self, call):
        """The parameters of the answer, and whether this message was the first of its call."""
        key = call.key()
        promise = concurrent.futures.Future()
        with self.lock:
            self.active += 1
            if key is not None:
                _, known = self.answers.setdefault(key, (call.run, promise))
                first = known is promise
            else:
                known, first = promise, True
        try:
            if first:
                promise.set_result(self.answer_first(call))
            return known.result(), first
        finally:
            with self.lock:
                self.active -= 1
                self.last_call = time.monotonic()

    def answer_first(self, call):
        began = time.monotonic()
        try:
            parameters, how = perform(self.plans, call), "done"
            if closes_run(call):
                self.forget(call)
        except Failed as failure:
            parameters, how = [("Fault", sendable(str(failure)))], "failed"
        except Exception as defect:  # whoever called waits for an answer
            parameters, how = [("Fault", f"the invoker failed: {type(defect).__name__}")], f"the invoker failed: {defect!r}"
        log(f"{call}: {how} in {time.monotonic() - began:.2f} s")
        return parameters

    def forget(self, call):
        """The run is over: its scripts refuse what comes late."""
        with self.lock:
            self.answers = {key: known for key, known in self.answers.items() if known[0] != call.run or key == call.key()}


def end_when_idle(server, seconds):
    while True:
        time.sleep(min(seconds, 0.2))
        with server.invoker.lock:
            idle = server.invoker.active == 0 and time.monotonic() - server.invoker.last_call >= seconds
        if idle:
            server.shutdown()
            return


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("Usage: "), add_help=True)
    parser.add_argument("--root", required=True)
    parser.add_argument("--state", required=True)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--token-file")
    parser.add_argument("--idle-exit", type=float)
    parser.add_argument("--json-log")
    options = parser.parse_args()
    if not os.path.isdir(options.root):
        parser.error(f"there is no folder {options.root}")
    plans = Plans(options.root, options.state, options.json_log)
    only_loopback = is_loopback(options.host)
    token_file = options.token_file or (None if only_loopback else os.path.join(options.state, "invoker-token"))
    with Server((options.host, options.port), Invoker(plans), only_loopback, read_token(token_file)) as server:
        for word in (signal.SIGTERM, signal.SIGINT):
            signal.signal(word, lambda *_: threading.Thread(target=server.shutdown).start())
        if options.idle_exit:
            threading.Thread(target=end_when_idle, args=(server, options.idle_exit), daemon=True).start()
        if token_file:
            print(f"callers must know the token in {token_file}", file=sys.stderr, flush=True)
        print(f"listening on http://{options.host}:{server.server_address[1]}/invoker", flush=True)
        server.serve_forever()
        plans.stop()


if __name__ == "__main__":
    main()
