"""Generated processes on Apache ODE, with the reference invoker beside it: started, called and stopped by a test."""
import atexit
import concurrent.futures
import http.client
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.parse
import xml.etree.ElementTree
from xml.sax.saxutils import escape

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / folder) for folder in ("shell", "support")]

import trace  # noqa: E402  pylint: disable=wrong-import-position
from patience import PATIENCE, wait_until  # noqa: E402  pylint: disable=wrong-import-position
from service import expect  # noqa: E402  pylint: disable=wrong-import-position

ODE = HERE / "ode/ode"
ENGINE = "http://localhost:8080/ode/processes"  # what generated files say, unless told
INVOKER = "http://localhost:8081/invoker"
WSDL, SCHEMA, SOAP = ("{http://schemas.xmlsoap.org/wsdl/}", "{http://www.w3.org/2001/XMLSchema}",
                      "{http://schemas.xmlsoap.org/soap/envelope/}")


def need_engine():
    """Java and Maven; without them nothing here can run, and the test is left out."""
    if not (shutil.which("javac") and shutil.which("mvn")):
        print("Java 17 and Maven are not there")
        sys.exit(77)


class Fault(Exception):
    """What a process answered instead: the activity that failed, and why."""

    def __init__(self, activity, reason):
        super().__init__(f"{activity}: {reason}")
        self.activity, self.reason = activity, reason


class Deployed:
    """The plans of one service, generated for ODE, with an invoker of their own."""

    def __init__(self, planbuilder, source, *options, environment=None, invoker=None):
        self.temporary = tempfile.TemporaryDirectory(prefix="planbuilder-engine-")
        self.folder = pathlib.Path(self.temporary.name)
        self.state, self.log = self.folder / "state", self.folder / "log.json"
        self.write(planbuilder, source, *options)
        self.process = None
        self.invoker = invoker or self.start_invoker(environment)

    def write(self, planbuilder, source, *options):
        made = subprocess.run([planbuilder, "generate", source, "--target", "bpel,json", "-o", self.folder / "out", *options],
                              capture_output=True, text=True, check=False)
        expect(made.returncode == 0, made.stderr)

    def start_invoker(self, environment):
        script = next(self.folder.glob("out/*/shell/invoker.py"))
        self.process = subprocess.Popen(
            [sys.executable, script, "--root", self.folder / "out", "--state", self.state, "--json-log", self.log, "--idle-exit", "1800"],
            stdout=subprocess.PIPE, stderr=open(self.folder / "invoker.log", "w", encoding="utf-8"), text=True, env=environment)
        atexit.register(self.process.terminate)  # when the test fails
        return self.process.stdout.readline().split()[-1]

    def document(self, plan):
        return json.loads((self.folder / "out" / plan / "json/plan.json").read_text())

    def plans(self):
        return sorted(path.parent.name for path in self.folder.glob("out/*/bpel"))

    def deployable(self, plan, engine):
        """A copy of the process that knows where engine and invoker are."""
        copy = self.folder / "deployed" / plan
        shutil.copytree(self.folder / "out" / plan / "bpel", copy)
        for path in copy.iterdir():
            path.write_text(path.read_text().replace(ENGINE, f"{engine}/ode/processes").replace(INVOKER, self.invoker))
        return copy

    def events(self):
        return trace.read_trace(self.log) if self.log.exists() else []

    def check_trace(self, plan, complete=True):
        """Of the last run of the plan; returns what ran."""
        document = self.document(plan)
        events = [event for event in self.events() if event["plan"] == document["name"]]
        expect(events, f"nothing of {plan} ran")
        last = max(event["run"] for event in events)
        ran = [event for event in events if event["run"] == last]
        wrong = trace.check(document, ran, complete)
        expect(not wrong, "\n".join(wrong))
        return ran

    def remove(self):
        """What stands is taken away without the engine, after a failure."""
        for plan, word in ("build", "abandon"), ("terminate", "run"):
            script = self.folder / "out" / plan / "shell/plan.sh"
            subprocess.run(["bash", script, word, "--state", self.state], capture_output=True, check=False, timeout=PATIENCE)

    def journal(self, run):
        return [line.split("\t") for line in (self.state / f"runs/{run}/journal").read_text().splitlines()]

    def log_of_invoker(self):
        return (self.folder / "invoker.log").read_text()

    def close(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            expect(self.process.wait(PATIENCE) == 0, "the invoker did not end")
            said = self.log_of_invoker()
            expect("Traceback" not in said and "the invoker failed" not in said, said)
        self.temporary.cleanup()


class Ode:
    """One engine with the processes of several services."""

    def __init__(self, *services):
        self.process = subprocess.Popen([ODE, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        expect(line.startswith("listening on http://127.0.0.1:"), "the engine did not start:", line)
        address = line.split()[-1]
        self.port = urllib.parse.urlsplit(address).port
        self.folders = {(service, plan): service.deployable(plan, address) for service in services for plan in service.plans()}
        self.process.stdin.write("".join(f"{folder}\n" for folder in self.folders.values()) + "\n")
        self.process.stdin.flush()
        expect(self.process.stdout.readline() == "ready\n", "the engine does not take the processes")

    def call(self, service, plan, inputs=None):
        """Starts the plan by a SOAP message; returns its outputs, or raises Fault."""
        document = service.document(plan)
        wsdl = Interface(self.folders[service, plan])
        given = inputs or {}
        expect(given.keys() <= {entry["name"] for entry in document["inputs"]}, "no such inputs:", given)
        fields = "".join(f"<{element}>{escape(str(given[entry['name']]), {chr(13): '&#13;'})}</{element}>"
                         for entry, element in zip(document["inputs"], wsdl.request_fields) if entry["name"] in given)
        body = f'<{wsdl.request} xmlns="{wsdl.namespace}">{fields}</{wsdl.request}>'
        root = xml.etree.ElementTree.fromstring(self.post(wsdl.path, body))
        answer = root.find(f"{SOAP}Body")[0]
        if answer.tag == f"{SOAP}Fault":
            detail = answer.find(f"detail/{{{wsdl.namespace}}}planFault")
            expect(detail is not None, "a fault of the engine:", answer.findtext("faultstring"))
            raise Fault(*(detail.findtext(f"{{{wsdl.namespace}}}{name}") for name in ("activity", "reason")))
        names = {element: entry["name"] for entry, element in zip(document.get("outputs", []), wsdl.response_fields)}
        return {names[child.tag.split("}")[1]]: child.text or "" for child in answer}

    def post(self, path, body):
        connection = self.connect()
        connection.request("POST", path, f'<e:Envelope xmlns:e="{SOAP[1:-1]}"><e:Body>{body}</e:Body></e:Envelope>'.encode(),
                           {"Content-Type": "text/xml; charset=utf-8"})
        answer = connection.getresponse().read()
        connection.close()
        return answer

    def expect_nobody_waits(self):
        """No process is left; it may take a moment until the last one has ended."""
        wait_until(lambda: int(self.get("/ode/instances")) == 0, "no process is alive")

    def ring_alarms(self):
        """Whatever a process waits for, in vain: its time is over."""
        self.get("/ode/alarms")

    def get(self, path):
        connection = self.connect()
        connection.request("GET", path)
        answer = connection.getresponse().read()
        connection.close()
        return answer

    def connect(self):
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def stop(self):
        self.process.stdin.close()
        expect(self.process.wait(PATIENCE) == 0, "the engine did not end")


class Interface:
    """What a process says of itself."""

    def __init__(self, folder):
        root = xml.etree.ElementTree.parse(folder / f"{next(folder.glob('*.bpel')).stem}.wsdl").getroot()
        self.namespace = root.get("targetNamespace")
        elements = root.findall(f".//{SCHEMA}schema/{SCHEMA}element")
        self.request = elements[0].get("name")
        self.request_fields, self.response_fields = ([field.get("name") for field in element.iter(f"{SCHEMA}element")][1:]
                                                     for element in elements[:2])
        service = next(entry for entry in root.findall(f"{WSDL}service") if not entry.get("name").endswith("CallbackService"))
        self.path = urllib.parse.urlsplit(service[0][0].get("location")).path


def side_by_side(tasks):
    """Runs functions at the same time; their results in order."""
    with concurrent.futures.ThreadPoolExecutor(len(tasks)) as pool:
        return [future.result() for future in [pool.submit(task) for task in tasks]]


def compile_all(folders):
    """The errors of the compiler, by folder."""
    said = subprocess.run([ODE, "compile", *folders], capture_output=True, text=True, check=False)
    lines = said.stdout.splitlines()
    expect(len([line for line in lines if re.match("(ok|error) ", line)]) == len(folders), said.stdout, said.stderr)
    return [line for line in lines if not line.startswith("ok ")]
