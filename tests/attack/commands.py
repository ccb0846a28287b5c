#!/usr/bin/env python3
"""Gives inputs that survived the attack to one command after the other: what one writes, the next must accept.

Usage: commands.py PLANBUILDER KEPT [--findings DIR] [--sanitized]
KEPT is a folder that `attack --keep` wrote. What `plan` writes must be accepted by `diff` and by the schema, what `pack` writes by
`validate` and `inspect`, what `generate` writes by bash and by the checker of BPEL. A finding is a copy of the input, and the
commands that repeat it.
"""
import argparse
import json
import pathlib
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(SOURCE / "tests/engines"))
import bpel_check  # noqa: E402  pylint: disable=wrong-import-position

try:
    import jsonschema
except ImportError:
    jsonschema = None

MEGABYTE = 1 << 20
SECONDS = 10  # of processor time, for one command


class Finding(Exception):
    """What is wrong, in a sentence."""


class Chain:
    """The commands that one input goes through."""

    def __init__(self, planbuilder, sanitized, folder):
        self.planbuilder, self.sanitized, self.folder = planbuilder, sanitized, folder
        self.lines = []  # what was run, as it would be typed

    def run(self, *words, codes=(0,), size=0):
        """One command; its exit code must be one of these. Gives the code and what it printed."""
        command = [self.planbuilder, *map(str, words)]
        self.lines.append(shlex.join(command))
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        limit = SECONDS * (10 if self.sanitized else 1)
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit)))
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        if "error[internal]" in done.stderr or "Sanitizer" in done.stderr or "runtime error" in done.stderr:
            raise Finding(done.stderr)
        if done.returncode not in codes:
            raise Finding(f"exit code {done.returncode}: {done.stderr or done.stdout}")
        # The largest that a child ever was: only who raised it is to blame.
        if not self.sanitized and memory > before * 1024 and memory > 64 * MEGABYTE + 64 * size:
            raise Finding(f"{memory / MEGABYTE:.0f} MB of memory for {size} bytes")
        return done.returncode, done.stdout

    def try_plan(self, service, size):
        text = self.run("plan", service, "--all", "--json", size=size)[1]
        plans = self.folder / "plans.json"
        plans.write_text(text)
        self.run("diff", plans, plans, size=len(text))
        self.run("diff", service, plans, size=len(text))
        if jsonschema:
            schema = json.loads((SOURCE / "planbuilder/plan/plan.schema.json").read_text())
            for error in jsonschema.Draft202012Validator(schema).iter_errors(json.loads(text)):
                raise Finding(f"the schema refuses what plan writes: {error.json_path}: {error.message}")

    def try_generate(self, service, size):
        out = self.folder / "out"
        code, _ = self.run("generate", service, "--target", "shell,json,bpel,bpel-opentosca", "--allow-missing-artifacts", "-o", out,
                           codes=(0, 1), size=size)
        if code != 0:
            return
        for script in sorted(out.glob("*/shell/*.sh")):
            checked = subprocess.run(["bash", "-n", script], capture_output=True, text=True, check=False)
            if checked.returncode != 0 or checked.stderr:
                raise Finding(f"bash refuses what generate writes: {checked.stderr}")
        for process in sorted(path.parent for path in out.glob("*/*/*.bpel")):
            for problem in bpel_check.check_folder(process):
                raise Finding(f"the checker refuses what generate writes: {process.name}: {problem}")

    def try_pack(self, service, size):
        packed = self.folder / "packed.csar"
        code, _ = self.run("pack", service, "--allow-missing-artifacts", "-o", packed, codes=(0, 1), size=size)
        if code == 0:
            self.run("validate", packed, size=packed.stat().st_size)
            self.run("inspect", packed, "--check", size=packed.stat().st_size)
            self.run("approve", packed, "--by", "somebody", size=packed.stat().st_size)
            self.run("inspect", packed, "--check", "--json", size=packed.stat().st_size)

    def try_service(self, service):
        size = size_of(service)
        self.run("validate", service, size=size)
        self.try_plan(service, size)
        self.try_generate(service, size)
        self.try_pack(service, size)
        self.run("review", service, "-o", self.folder / "page.html", codes=(0, 1), size=size)

    def try_document(self, document):
        """A plan document, beside which a healthy one lies."""
        size = size_of(document)
        self.run("diff", document.parent / "before.json", document, codes=(0, 1), size=size)
        self.run("review", document, "-o", self.folder / "page.html", codes=(0, 1), size=size)
        self.run("approve", document, "--by", "somebody", "-o", self.folder / "approval", codes=(0, 1, 2), size=size)

    def try_record(self, folder):
        self.run("inspect", folder, "--json", size=size_of(folder))
        self.try_pack(folder, size_of(folder))

    def try_plugin(self, plugin):
        self.run("plugins", SOURCE / "samples/guestbook", "--plugin-dir", plugin.parent, size=size_of(SOURCE / "samples/guestbook"))

    def attempt(self, subject, path):
        """Import maps and tables say nothing that commands would see otherwise than the attack itself."""
        {"plan": self.try_document, "record": self.try_record, "plugin": self.try_plugin, "semantics": lambda _: None,
         "import-map": lambda _: None}.get(subject, self.try_service)(path)


def size_of(path):
    return sum(each.stat().st_size for each in ([path] if path.is_file() else path.rglob("*")) if each.is_file())


def write_finding(findings, subject, path, chain, problem):
    folder = findings / f"command-{subject}-{path.parent.name if path.is_file() else path.name}"
    shutil.copytree(path.parent if path.is_file() else path, folder / "input", dirs_exist_ok=True)
    (folder / "report").write_text(f"{problem}\n\nThe last of these commands:\n" + "\n".join(chain.lines) + "\n")
    print(f"{folder}: {str(problem).splitlines()[0]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("planbuilder")
    parser.add_argument("kept", type=pathlib.Path)
    parser.add_argument("--findings", type=pathlib.Path, default=pathlib.Path("findings"))
    parser.add_argument("--sanitized", action="store_true", help="the binary needs more time and memory than usual")
    wanted = parser.parse_args()
    commands = found = 0
    inputs = [line.split("\t") for line in (wanted.kept / "list.tsv").read_text().splitlines()]
    for subject, path in inputs:
        with tempfile.TemporaryDirectory() as folder:
            chain = Chain(wanted.planbuilder, wanted.sanitized, pathlib.Path(folder))
            try:
                chain.attempt(subject, pathlib.Path(path))
            except Finding as problem:
                write_finding(wanted.findings, subject, pathlib.Path(path), chain, problem)
                found += 1
            commands += len(chain.lines)
    if not jsonschema:
        print("commands.py: python3-jsonschema is not there, so the schema was not asked")
    print(f"{len(inputs)} inputs, {commands} commands, {found} findings")
    return 1 if found or not inputs else 0


if __name__ == "__main__":
    sys.exit(main())
