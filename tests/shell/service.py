"""Small services for tests that run shell plans: written, planned, run and looked at."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import trace

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from patience import PATIENCE, wait_until  # noqa: E402  pylint: disable=wrong-import-position


# The beginning of a service that has regions.
SCALING = """tosca_definitions_version: tosca_simple_yaml_1_3
policy_types:
  planbuilder.policies.ScalingRegion:
    derived_from: tosca.policies.Scaling
    properties:
      strategies: {type: map, required: false, entry_schema: {type: string}}
"""


class Service:
    """A folder with a service, its generated plans and its state."""

    def __init__(self, planbuilder, template, files, *options):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name)
        self.state = self.folder / "state"
        (self.folder / "service").mkdir()
        self.write("service.yaml", template)
        for name, content in files.items():
            self.write(name, content)
        self.secrets = ("--secrets", f"file={self.folder / 'secrets.json'}")  # options of a run: those of the template
        made = subprocess.run([pathlib.Path(planbuilder).resolve(), "generate", self.folder / "service/service.yaml", "--target", "shell,json", "-o",
                               self.folder / "out", "--secrets-file", self.folder / "secrets.json", *options],
                              cwd=self.folder / "service", capture_output=True, text=True, check=False)
        expect(made.returncode == 0, made.stderr)

    def write(self, name, content):
        path = self.folder / "service" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def script(self, plan="build"):
        return self.folder / "out" / plan / "shell/plan.sh"

    def document(self, plan="build"):
        return json.loads((self.folder / "out" / plan / "json/plan.json").read_text())

    def environment(self, **more):
        """Without syncs, which take longer than what most tests look at."""
        return {**os.environ, "TRACE": str(self.folder / "trace"), "PLANBUILDER_STATE": str(self.state), "PLANBUILDER_NO_SYNC": "1", **more}

    def call(self, *arguments, plan="build", **more):
        """Runs the script of a plan to its end: also for parts of the plan, whose order says little."""
        return subprocess.run(["bash", self.script(plan), *arguments], env=self.environment(**more), capture_output=True, text=True,
                              errors="surrogateescape", check=False, timeout=PATIENCE)

    def run(self, *arguments, plan="build", **more):
        """Runs a plan to its end, and holds what happened against its order."""
        log = self.folder / "log.json"
        log.unlink(missing_ok=True)
        result = self.call(*arguments, "--json-log", log, plan=plan, **more)
        if log.exists():
            wrong = trace.check(self.document(plan), trace.read_trace(log))
            assert not wrong, "\n".join(wrong)
        return result

    def journal(self, run=1):
        """The lines of the journal as lists of words."""
        return [line.split("\t") for line in (self.state / f"runs/{run}/journal").read_text().splitlines()]

    def close(self):
        self.temporary.cleanup()


def expect(condition, *words):
    """Unlike assert it is there with -O too, and it shows what was seen."""
    if not condition:
        raise AssertionError(" ".join(map(str, words)))
