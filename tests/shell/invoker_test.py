#!/usr/bin/env python3
"""The reference invoker by itself: raw SOAP posts, answered at once or by callback. Usage: invoker_test.py PLANBUILDER"""
import http.client
import http.server
import pathlib
import queue
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import xml.etree.ElementTree
from xml.sax.saxutils import escape

from service import PATIENCE, Service, expect, wait_until

INVOKER = pathlib.Path(__file__).parents[2] / "templates/shell/invoker.py"
# The same with limits that a test can reach: IDLE seconds, CONNECTIONS.
NARROW = """import sys
sys.path.insert(0, sys.argv.pop(1))
import invoker_http
invoker_http.Handler.timeout, invoker_http.MOST_CONNECTIONS, invoker_http.PATIENCE = float(sys.argv.pop(1)), int(sys.argv.pop(1)), 0.2
import invoker
invoker.main()
"""
SCHEMA = "{http://siserver.org/schema}"
HOSTILE = "a'b\"c$(touch x)`y`\\ <&]]> \t\r\n-- \u00e9 \U0001f600\n"
TEMPLATE = r"""
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.Root
    properties: {text: {type: string}}
    attributes: {pid: {type: string}}
topology_template:
  inputs: {text: {type: string}}
  node_templates:
    a: &node
      type: N
      properties: {text: {get_input: text}}
      interfaces:
        Standard:
          operations:
            create:
              implementation: create.sh
              inputs: {text: {get_property: [SELF, text]}, max-clients: 5}
              outputs: {pid: [SELF, pid]}
    b: *node
  outputs: {pid: {value: {get_attribute: [a, pid]}}}
"""
CREATE = r"""#!/usr/bin/env bash
printf '%s\0%s' "$text" "$INPUT_max_2Dclients" >"$TRACE.$PLANBUILDER_NODE"
echo once >>"$TRACE"
while [[ $text == slow && ! -e $TRACE.go ]]; do sleep 0.05; done
[[ $text != broken ]] || { echo "no luck"; exit 3; }
printf 'pid<<END\n%s\nEND\nFault=no\n' "$text" >>"$PLANBUILDER_OUTPUTS"
"""


class Invoker:
    def __init__(self, service, *options, narrow=()):
        self.log = tempfile.TemporaryFile("w+", encoding="utf-8")
        program = ["-c", NARROW, INVOKER.parent, *map(str, narrow)] if narrow else [INVOKER]
        self.process = subprocess.Popen([sys.executable, "-B", *program, "--root", service.folder / "out", "--state", service.state, *options],
                                        stdout=subprocess.PIPE, stderr=self.log, text=True, env=service.environment())
        line = self.process.stdout.readline()
        expect(line.startswith("listening on http://127.0.0.1:"), line)
        self.port = int(line.split(":")[2].split("/")[0])

    def post(self, content, path="/invoker", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("POST", path, content, {"Content-Type": "text/xml", **headers})
        response = connection.getresponse()
        return response.status, response.read()

    def call(self, operation, *parameters, interface="urn:planbuilder:plan", plan="build", run="1", instance=""):
        """The parameters of the answer."""
        status, answer = self.post(request("Sync", operation, parameters, interface, plan, run, instance))
        expect(status == 200, status, answer)
        return parameters_of(answer)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        expect(self.process.wait(PATIENCE) == 0, "the invoker did not end")
        self.log.seek(0)
        return self.log.read()


def request(how, operation, parameters=(), interface="urn:planbuilder:plan", plan="build", run="1", instance="", more=""):
    def text(value):
        return escape(value, {"\r": "&#13;"})

    listed = "".join(f"<Param><key>{text(key)}</key><value>{text(value)}</value></Param>" for key, value in parameters)
    return (f'<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><s:invokeOperation{how} '
            f'xmlns:s="http://siserver.org/schema"><PlanCorrelationID>{run}</PlanCorrelationID><CsarID>c</CsarID>'
            f"<ServiceInstanceID>{text(plan)}</ServiceInstanceID><NodeInstanceID>{instance}</NodeInstanceID>"
            f"<NodeTemplateID>a</NodeTemplateID><InterfaceName>{interface}</InterfaceName><OperationName>{operation}</OperationName>{more}"
            f"<Params>{listed}</Params></s:invokeOperation{how}></e:Body></e:Envelope>").encode()


def parameters_of(envelope):
    found = xml.etree.ElementTree.fromstring(envelope).find(f".//{SCHEMA}invokeResponse")
    expect(found is not None, envelope)
    return {param.find(f"{SCHEMA}key").text: param.find(f"{SCHEMA}value").text or "" for param in found.iter(f"{SCHEMA}Param")}


def create(invoker, node, text, **more):
    return invoker.call("create", ("planbuilder.step", f"{node}/provision/create"), ("text", text), ("max-clients", "7"),
                        interface="Standard", **more)


def test_life(service, invoker):
    expect("there is no plan" in invoker.call("begin", plan="../build")["Fault"], "a plan elsewhere")
    expect("no such inputs" in invoker.call("begin", ("nonsense", "x"), run="")["Fault"], "unknown inputs")
    tickets = [invoker.call("ticket", run="")["planbuilder.ticket"] for _ in range(2)]
    expect(tickets[0] != tickets[1], "a ticket is never given twice")
    for _ in range(2):  # the second time it is a repetition
        expect(invoker.call("begin", ("text", "x"), ("", "ignored"), run=tickets[0]) == {"planbuilder.run": "1"}, "begin")
    expect("is not finished" in invoker.call("begin", ("text", "x"), run=tickets[1])["Fault"], "another process")
    recorded = invoker.call("steps", ("planbuilder.step", "a/provision/record"))
    expect(recorded["planbuilder.instance"] == "1" and recorded["property.text"] == "x", recorded)
    for _ in range(2):  # the second time it is a repetition
        expect(create(invoker, "a", HOSTILE) == {"pid": HOSTILE, "planbuilder.attribute.node.a.pid": HOSTILE}, "outputs")
    expect((service.folder / "trace.a").read_bytes() == HOSTILE.encode() + b"\0" + b"7", "what the operation got")
    expect((service.folder / "trace").read_text() == "once\n", "it ran once")
    expect(invoker.call("condition", ("planbuilder.activity", "a/provision")) == {"planbuilder.holds": "true"}, "condition")
    invoker.call("steps", ("planbuilder.step", "b/provision/record"))
    expect("no luck" in create(invoker, "b", "broken")["Fault"], "the end of the log")
    expect(invoker.call("failed", ("planbuilder.activity", "b/provision")) == {}, "failed")
    take_back(invoker, "1")
    expect("is being taken back" in invoker.call("steps", ("planbuilder.step", "a/provision/set-created"))["Fault"], "late")
    expect(invoker.call("abandon", ("reason", "x")) == {}, "abandon")
    expect(not any((service.state / "instances/nodes").glob("*")), "all is gone")


def take_back(invoker, run):
    for node in "a", "b":
        undone = invoker.call("undo", ("planbuilder.step", f"{node}/provision/create"), ("planbuilder.step", f"{node}/provision/record"), run=run)
        expect(undone == {}, undone)


def test_outputs(invoker):
    expect(invoker.call("begin", ("text", HOSTILE), run="") == {"planbuilder.run": "3"}, "begin")
    for node in "a", "b":
        invoker.call("steps", ("planbuilder.step", f"{node}/provision/record"), run="3")
        expect(invoker.call("create", ("planbuilder.step", f"{node}/provision/create"), interface="Standard", run="3")["pid"] == HOSTILE,
               "what is not sent is computed")
        rest = [("planbuilder.step", f"{node}/provision/set-{state}") for state in ("created", "started")]
        invoker.call("steps", *rest, run="3")
    expect(invoker.call("finish", run="3") == {"pid": HOSTILE}, "outputs of the plan")
    expect(invoker.call("finish", run="3") == {"pid": HOSTILE}, "again")
    expect(invoker.call("begin", plan="terminate", run="") == {"planbuilder.run": "4"}, "begin")
    found = invoker.call("instances", ("planbuilder.activity", "a/terminate"), plan="terminate", run="4")
    expect(found == {"planbuilder.count": "1", "planbuilder.instance.1": "1"}, found)
    removed = invoker.call("steps", ("planbuilder.step", "a/terminate/remove"), plan="terminate", run="4", instance="1")
    expect(removed == {}, removed)
    found = invoker.call("instances", ("planbuilder.activity", "a/terminate"), plan="terminate", run="04")
    expect("Fault" in found, "another run")
    expect(invoker.call("abandon", plan="terminate", run="4") == {}, "abandon")


def test_callback(service, invoker):
    """Accepted at once; answered to ReplyTo, with the MessageID; a repetition while it runs is answered once."""
    answers = queue.Queue()

    class Engine(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            answers.put(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(202)
            self.end_headers()

        def log_message(self, *_):
            pass

    engine = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Engine)
    threading.Thread(target=engine.serve_forever, daemon=True).start()
    expect(invoker.call("begin", ("text", "x"), run="") == {"planbuilder.run": "2"}, "begin")
    invoker.call("steps", ("planbuilder.step", "a/provision/record"), run="2")
    (service.folder / "trace").unlink()
    more = f"<ReplyTo>http://localhost:{engine.server_port}/back</ReplyTo><MessageID>m&amp;1</MessageID>"
    message = request("Async", "create", [("planbuilder.step", "a/provision/create"), ("text", "slow")], "Standard", run="2", more=more)
    for _ in range(3):
        status, content = invoker.post(message)
        expect((status, content) == (202, b""), status, content)
    (service.folder / "trace.go").touch()
    answer = answers.get(timeout=PATIENCE)
    expect(b"<MessageID>m&amp;1</MessageID>" in answer and parameters_of(answer)["pid"] == "slow", answer)
    expect((service.folder / "trace").read_text() == "once\n", "it ran once")
    for reply_to in ("ftp://localhost/x", "http://192.0.2.1/x", "", "http://localhost:99999/x", "http://localhost:x/", "http://localhost:/x",
                     "http://[::1", "http://localhost/a b", "http://me@localhost/x", "http://no.such.host.invalid/x", "nonsense"):
        status, content = invoker.post(message.replace(f"http://localhost:{engine.server_port}/back".encode(), reply_to.encode()))
        expect(status == 400 and b"ReplyTo" in content, status, content)
    take_back(invoker, "2")
    expect(invoker.call("abandon", run="2") == {}, "abandon")
    expect(answers.empty(), "one call, one answer")
    engine.shutdown()


def test_forgetful(service):
    """What was begun by an invoker that is no more is not begun again by the next; and its ticket closes it."""
    ticket = ""
    for _ in range(2):
        invoker = Invoker(service)
        ticket = ticket or invoker.call("ticket", run="")["planbuilder.ticket"]
        expect(invoker.call("begin", plan="terminate", run=ticket) == {"planbuilder.run": "5"}, "begin")
        invoker.stop()
    invoker = Invoker(service)
    expect(invoker.call("abandon", plan="terminate", run=ticket) == {}, "abandon")
    expect("is abandoned" in invoker.call("abandon", plan="terminate", run="5")["Fault"], "it is closed")
    invoker.stop()


def test_bad_messages(invoker):
    good = request("Sync", "condition", [("planbuilder.activity", "a/provision")])
    doctype = b'<!DOCTYPE x [<!ENTITY y "z">]>'
    for message, why in ((b"", b"no XML"), (b"<a", b"no XML"), (b"<a/>", b"no SOAP"), (doctype + good, b"document type"),
                         (b"<a>" * 60 + b"</a>" * 60, b"too deeply"), (good.replace(b"OperationSync", b"OperationX"), b"no operation"),
                         (good.replace(b"Envelope", b"Envelop"), b"no SOAP"), (b"\xff\xfe\xfd", b"no XML")):
        status, answer = invoker.post(message)
        expect(status == 400 and b"soap:Fault" in answer and why in answer and b"Traceback" not in answer, status, answer)
    expect(invoker.post(good, path="/other")[0] == 400, "another path")
    expect(invoker.post(good, Origin="http://example.org")[0] == 400, "from a web page")
    expect(invoker.post(good, **{"Content-Type": "text/plain"})[0] == 400, "as a web page can")
    expect("no operation" in invoker.call("nonsense")["Fault"], "an operation that is not there")
    expect("no step" in invoker.call("steps")["Fault"], "no step")
    chunks = [good[at:at + 100] for at in range(0, len(good), 100)]
    status, answer = invoker.post(iter(chunks))  # sent chunk by chunk
    expect(status == 200, status, answer)
    with socket.create_connection(("127.0.0.1", invoker.port)) as broken:
        broken.sendall(b"POST /invoker HTTP/1.1\r\nHost: x\r\nContent-Type: text/xml\r\nContent-Length: 99\r\n\r\n<a")
    expect(invoker.post(good)[0] == 200, "it lives on")


GOOD = request("Sync", "condition", [("planbuilder.activity", "a/provision")])


def test_callers(service, invoker):
    """Who is no friend: other names of this machine, no token."""
    for host in "localhost:1", "127.0.0.1", "[::1]:80", "LOCALHOST":
        expect(invoker.post(GOOD, Host=host)[0] == 200, host)
    for host in "example.org", "localhost.example.org:80", "192.0.2.1", "":
        status, answer = invoker.post(GOOD, Host=host)
        expect(status == 400 and b"soap:Fault" in answer and b"Host" in answer, host, status, answer)
    guarded = Invoker(service, "--token-file", service.folder / "tokens/one")
    path = service.folder / "tokens/one"
    token = path.read_text().strip()
    expect(path.stat().st_mode & 0o777 == 0o600 and len(token) >= 32, "the token is for one user only")
    for headers, where, code in (({}, "", 401), ({"Authorization": "Bearer x"}, "", 401), ({}, "?token=x", 401),
                                 ({"Authorization": f"Bearer {token}"}, "", 200), ({}, f"?token={token}", 200)):
        status, answer = guarded.post(GOOD, path=f"/invoker{where}", **headers)
        expect(status == code and (code == 200 or b"soap:Fault" in answer), headers, where, status, answer)
    expect(token not in guarded.stop(), "the log has no token")
    again = Invoker(service, "--token-file", path)
    expect(again.post(GOOD, path=f"/invoker?token={token}")[0] == 200, "it stays the same")
    again.stop()


def raw(invoker, text):
    with socket.create_connection(("127.0.0.1", invoker.port), timeout=PATIENCE) as connection:
        connection.sendall(text)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def send(invoker, message):
    try:
        expect(invoker.post(message)[0] in (200, 503), "an answer")
    except OSError:  # it was refused before all of it was sent
        pass


def raw_or_gone(invoker, text):
    """The same, but nothing if the invoker gave up before the text was sent."""
    try:
        return raw(invoker, text)
    except OSError:
        return b""


def test_limits(service, invoker):
    head = b"POST /invoker HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/xml\r\n"
    for text, why in ((head + b"Content-Length: 99999999\r\n\r\n", b"too large"),
                      (head + b"Transfer-Encoding: chunked\r\n\r\nfffffff\r\n", b"too large"),
                      (head + b"Transfer-Encoding: chunked\r\n\r\nx\r\n", b"no size"),
                      (b"GET /invoker HTTP/1.1\r\nHost: localhost\r\n\r\n", b"Unsupported method"), (b"nonsense\r\n\r\n", b"Bad request")):
        answer = raw(invoker, text)
        expect(b"soap:Fault" in answer and why in answer, text, answer)
    status, answer = invoker.post(b"<a>" + b"<b/>" * 200_000 + b"</a>")
    expect(status == 400 and b"too many elements" in answer, status, answer)
    large = GOOD.replace(b"<CsarID>c<", b"<CsarID>" + b"c" * (15 << 20) + b"<")
    senders = [threading.Thread(target=send, args=(invoker, large)) for _ in range(8)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    peak = next(int(line.split()[1]) for line in open(f"/proc/{invoker.process.pid}/status", encoding="utf-8") if line.startswith("VmHWM"))
    expect(peak < 300_000, "eight large messages took", peak, "kB")
    impatient = Invoker(service, narrow=(0.3, 50))
    expect(raw(impatient, b"") == b"", "a silent connection ends")
    wait_until(lambda: b"does not arrive" in raw_or_gone(impatient, head + b"Content-Length: 9\r\n\r\n<a"), "half a message ends")
    impatient.stop()
    crowded = Invoker(service, narrow=(PATIENCE, 2))
    with socket.create_connection(("127.0.0.1", crowded.port)), socket.create_connection(("127.0.0.1", crowded.port)):
        answer = raw(crowded, b"")
        expect(b"503" in answer and b"too many connections" in answer, answer)
    wait_until(lambda: crowded.post(GOOD)[0] == 200, "there is a place again")
    crowded.stop()


def main():
    service = Service(sys.argv[1], TEMPLATE, {"create.sh": CREATE})
    invoker = Invoker(service)
    test_life(service, invoker)
    test_callback(service, invoker)
    test_outputs(invoker)
    test_bad_messages(invoker)
    test_callers(service, invoker)
    test_limits(service, invoker)
    log = invoker.stop()
    expect("build create a/provision/create: done in" in log and "touch x" not in log and "Traceback" not in log, log)
    test_forgetful(service)
    idle = Invoker(service, "--idle-exit", "0.5")
    expect(idle.process.wait(PATIENCE) == 0, "it ends when nobody calls")
    service.close()


if __name__ == "__main__":
    main()
