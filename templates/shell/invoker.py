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
OPERATIONS, under the interface urn:planbuilder:plan. What went wrong in a plan is the parameter Fault of the answer; what
is wrong with the message is a SOAP fault.
"""
import argparse
import concurrent.futures
import http.client
import http.server
import ipaddress
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import xml.parsers.expat

ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/"
SCHEMA = "http://siserver.org/schema"
PLAN_INTERFACE = "urn:planbuilder:plan"
LARGEST_MESSAGE = 64 << 20
DEEPEST = 50
LONGEST_REASON = 4000


class BadMessage(Exception):
    """What was sent is no call of the invoker."""


class Failed(Exception):
    """The plan refused, or the step failed."""


# --- messages ---------------------------------------------------------------------------------------------------------


class Element:
    """Of a message: its name with namespace, the text directly inside, and its children."""

    def __init__(self, name):
        space, _, self.name = name.rpartition(" ")
        self.space = space
        self.text = ""
        self.children = []

    def child(self, name):
        return next((child for child in self.children if child.name == name and child.space in ("", self.space, SCHEMA)), None)

    def text_of(self, name):
        child = self.child(name)
        return child.text if child else ""


def parse(document):
    """The root of an XML document that has no DTD."""
    parser = xml.parsers.expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    top = Element("")
    open_elements = [top]

    def start(name, _):
        if len(open_elements) > DEEPEST:
            raise BadMessage("the message is nested too deeply")
        element = Element(name)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def text(data):
        open_elements[-1].text += data

    def refuse(*_):
        raise BadMessage("a message must not have a document type")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_elements.pop()
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(document, True)
    except xml.parsers.expat.ExpatError as problem:
        raise BadMessage(f"this is no XML: {problem}") from None
    return top.children[0]


def is_sendable(text):
    """XML 1.0 has no way to write the rest."""
    return all(c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c >= "\U00010000" for c in text)


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def in_envelope(content):
    return f'<soap:Envelope xmlns:soap="{ENVELOPE}"><soap:Body>{content}</soap:Body></soap:Envelope>'.encode()


def soap_fault(code, reason):
    return in_envelope(f"<soap:Fault><faultcode>soap:{code}</faultcode><faultstring>{escape(reason)}</faultstring></soap:Fault>")


def response(parameters, message_id=None):
    text = f"<MessageID>{escape(message_id)}</MessageID>" if message_id else ""
    text += "<Params>"
    for key, value in parameters:
        text += f"<Param><key>{escape(key)}</key><value>{escape(value)}</value></Param>"
    return in_envelope(f'<invokeResponse xmlns="{SCHEMA}">{text}</Params></invokeResponse>')


class Call:
    """One message to the invoker."""

    def __init__(self, document):
        envelope = parse(document)
        body = next((child for child in envelope.children if (child.space, child.name) == (ENVELOPE, "Body")), None)
        if (envelope.space, envelope.name) != (ENVELOPE, "Envelope") or body is None or len(body.children) != 1:
            raise BadMessage("this is no SOAP 1.1 envelope with one element in its body")
        request = body.children[0]
        if request.space != SCHEMA or request.name not in ("invokeOperationSync", "invokeOperationAsync"):
            raise BadMessage(f"there is no operation {request.name}")
        self.plan = request.text_of("ServiceInstanceID")
        self.run = request.text_of("PlanCorrelationID")
        self.instance = request.text_of("NodeInstanceID")
        self.interface = request.text_of("InterfaceName")
        self.operation = request.text_of("OperationName")
        self.message_id = request.text_of("MessageID")
        self.reply_to = request.text_of("ReplyTo") if request.name == "invokeOperationAsync" else None
        parameters = request.child("Params")
        self.parameters = []
        for parameter in parameters.children if parameters else []:
            if parameter.text_of("key"):  # one without a name stands for an input that nobody gave
                self.parameters.append((parameter.text_of("key"), parameter.text_of("value")))
        self.steps = [value for key, value in self.parameters if key == "planbuilder.step"]
        if self.reply_to is not None and not (self.reply_to and self.message_id):
            raise BadMessage("an asynchronous call needs ReplyTo and MessageID")

    def inputs(self):
        """Those of the operation; what else is sent begins with planbuilder."""
        marked = "planbuilder.input."
        return [(key[len(marked):] if key.startswith(marked) else key, value) for key, value in self.parameters
                if key.startswith(marked) or not key.startswith("planbuilder.")]

    def activity(self):
        return next((value for key, value in self.parameters if key == "planbuilder.activity"), "")

    def key(self):
        """Messages with the same key are one call, sent twice. Nothing tells two `begin` apart."""
        if self.operation == "begin" and self.interface == PLAN_INTERFACE:
            return None
        return self.message_id or (self.plan, self.run, self.interface, self.operation, self.instance, self.activity(), *self.steps)

    def __str__(self):
        words = [self.plan, self.operation, *(self.steps or [self.activity()]), self.instance and f"of instance {self.instance}"]
        return "".join(c if c.isprintable() else "?" for c in " ".join(filter(None, words)))


# --- what is done with them -----------------------------------------------------------------------------------------------


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


def begin(plans, call):
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".json") as inputs:  # for nobody else to read
        json.dump(dict(call.inputs()), inputs)
        inputs.flush()
        return [("planbuilder.run", plans.run(call.plan, ["begin", "--inputs", inputs.name]).strip())]


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


OPERATIONS = {"begin": begin, "steps": steps, "instances": instances, "condition": condition, "failed": failed, "undo": undo,
              "finish": finish, "abandon": abandon}


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
                promise.set_result(self.perform(call))
            return known.result(), first
        finally:
            with self.lock:
                self.active -= 1
                self.last_call = time.monotonic()

    def perform(self, call):
        began = time.monotonic()
        problem = None
        try:
            if call.interface != PLAN_INTERFACE:
                parameters = invoke(self.plans, call)
            elif call.operation in OPERATIONS:
                parameters = OPERATIONS[call.operation](self.plans, call)
            else:
                raise Failed(f"there is no operation '{call.operation}' of {PLAN_INTERFACE}")
            for key, value in parameters:
                if not is_sendable(key + value):
                    raise Failed(f"XML cannot carry the value of {key!a}")
        except Failed as failure:
            problem = str(failure)
        except Exception as defect:  # whoever called waits for an answer
            problem = f"the invoker failed: {type(defect).__name__}"
            print(f"invoker: {defect!r}", file=sys.stderr)
        if call.interface == PLAN_INTERFACE and call.operation in ("finish", "abandon") and problem is None:
            self.forget(call)
        log(f"{call}: {'failed' if problem else 'done'} in {time.monotonic() - began:.2f} s")
        return parameters if problem is None else [("Fault", "".join(c if is_sendable(c) else "\ufffd" for c in problem))]

    def forget(self, call):
        """The run is over: its scripts refuse what comes late."""
        with self.lock:
            self.answers = {key: known for key, known in self.answers.items() if known[0] != call.run or key == call.key()}


def log(sentence):
    print(f"{time.strftime('%H:%M:%S')} {sentence}", file=sys.stderr, flush=True)


# --- the service ------------------------------------------------------------------------------------------------------------


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
