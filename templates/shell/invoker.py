#!/usr/bin/env python3
"""Runs the steps of generated shell plans for an engine that speaks SOAP, such as Apache ODE.

Usage: invoker.py --root DIR --state DIR [--port N]
  --root DIR       the folder with the plans: DIR/<plan>/shell/plan.sh
  --state DIR      the service instance, as plan.sh takes it
  --port N         0 (the default) is any that is free; where it listens is printed
  --host ADDRESS   127.0.0.1 unless told; who can reach it can run the plans
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
import http.client
import http.server
import ipaddress
import os
import signal
import socket
import sys
import threading
import time
import urllib.parse

sys.dont_write_bytecode = True  # what was packed stays as it is

from invoker_messages import BadMessage, Call, response, sendable, soap_fault  # noqa: E402
from invoker_plans import Failed, Plans, closes_run, perform  # noqa: E402

LARGEST_MESSAGE = 64 << 20


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


def log(sentence):
    print(f"{time.strftime('%H:%M:%S')} {sentence}", file=sys.stderr, flush=True)


def is_loopback(host):
    try:
        return all(ipaddress.ip_address(entry[4][0]).is_loopback for entry in socket.getaddrinfo(host, None))
    except (OSError, ValueError):
        return False


def call_back(address, content):
    """Posts an answer; the engine may be busy for a moment."""
    where = urllib.parse.urlsplit(address)
    for pause in (0.1, 0.5, 2, 5, None):
        connection = http.client.HTTPConnection(where.hostname, where.port or 80, timeout=60)
        try:
            connection.request("POST", where.path or "/", content, {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": '"callback"'})
            status = connection.getresponse().status
            if status >= 300:
                log(f"{address} answered a callback with HTTP {status}")
            return
        except OSError as problem:
            if pause is None:
                log(f"{address} cannot be called back: {problem}")
            else:
                time.sleep(pause)
        finally:
            connection.close()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # 40 ms per call otherwise

    def do_POST(self):
        try:
            call = Call(self.read_message())
            if call.reply_to is None:
                parameters, _ = self.server.invoker.answer(call)
                self.send(200, response(parameters))
            else:
                self.accept(call)
        except BadMessage as problem:
            self.close_connection = True  # what follows may be the rest of it
            self.send(400, soap_fault("Client", str(problem)))

    def read_message(self):
        if self.path.split("?")[0] != "/invoker":
            raise BadMessage("the invoker is at /invoker")
        # A web page can make a browser post here, but not so.
        if self.headers.get("Origin") or self.headers.get_content_type() not in ("text/xml", "application/xml"):
            raise BadMessage("a message is text/xml, and comes from no web page")
        if self.headers.get("Transfer-Encoding", "").lower() == "chunked":
            return self.read_chunks()
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > LARGEST_MESSAGE:
            raise BadMessage("Content-Length is missing, or too large")
        return self.rfile.read(int(length))

    def read_chunks(self):
        message = b""
        while True:
            try:
                size = int(self.rfile.readline(100).split(b";")[0], 16)
            except ValueError:
                raise BadMessage("a chunk has no size") from None
            if size < 0 or len(message) + size > LARGEST_MESSAGE:
                raise BadMessage("the message is too large")
            message += self.rfile.read(size)
            while self.rfile.readline(1000) not in (b"\r\n", b"\n", b""):  # after the last one there may be headers
                pass
            if size == 0:
                return message

    def accept(self, call):
        where = urllib.parse.urlsplit(call.reply_to)
        if where.scheme != "http" or not where.hostname:
            raise BadMessage("ReplyTo is no http address")
        if self.server.only_loopback and not is_loopback(where.hostname):
            raise BadMessage("ReplyTo is not on this machine")

        def work():
            parameters, first = self.server.invoker.answer(call)
            if first or not call.message_id:
                call_back(call.reply_to, response(parameters, call.message_id))

        threading.Thread(target=work, daemon=True).start()
        self.send(202, b"")

    def send(self, status, content):
        self.send_response(status)
        self.send_header("Content-Type", "text/xml; charset=utf-8")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        """Calls are logged by what they ask for."""


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512

    def handle_error(self, request, client_address):
        log(f"a connection broke: {sys.exc_info()[0].__name__}")


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
    parser.add_argument("--idle-exit", type=float)
    parser.add_argument("--json-log")
    options = parser.parse_args()
    if not os.path.isdir(options.root):
        parser.error(f"there is no folder {options.root}")
    plans = Plans(options.root, options.state, options.json_log)
    with Server((options.host, options.port), Handler) as server:
        server.invoker = Invoker(plans)
        server.only_loopback = is_loopback(options.host)
        for word in (signal.SIGTERM, signal.SIGINT):
            signal.signal(word, lambda *_: threading.Thread(target=server.shutdown).start())
        if options.idle_exit:
            threading.Thread(target=end_when_idle, args=(server, options.idle_exit), daemon=True).start()
        print(f"listening on http://{options.host}:{server.server_address[1]}/invoker", flush=True)
        server.serve_forever()
        plans.stop()


if __name__ == "__main__":
    main()
