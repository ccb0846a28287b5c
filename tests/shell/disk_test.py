#!/usr/bin/env python3
"""Runs plans on disks that are too small, that have too few inodes, and that cannot be written any more. What cannot be written is
not done: the run stops with exit code 1 and a sentence, and goes on when there is room, to the same end.
Usage: disk_test.py PLANBUILDER [STRIDE]   of the sizes, every STRIDE-th (default: every one)"""
import collections
import contextlib
import os
import shutil
import subprocess
import sys

from service import Service, expect, wait_until

SKIP = 77
PAGE = 4096
TEMPLATE = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  N:
    derived_from: tosca.nodes.Root
    properties: {text: {type: string, default: abc}}
    attributes: {pid: {type: string}}
topology_template:
  inputs: {text: {type: string, default: xyz}, password: {type: string}}
  node_templates:
    a:
      type: N
      properties: {text: {get_input: text}}
      interfaces: {Standard: {operations: {create: {implementation: work.sh, inputs: {password: {get_input: password}},
        outputs: {pid: [SELF, pid]}}, start: work.sh, stop: work.sh, delete: work.sh}}}
    b:
      type: N
      requirements: [dependency: a]
      interfaces: {Standard: {operations: {create: {implementation: work.sh, outputs: {pid: [SELF, pid]}}, delete: work.sh}}}
  outputs: {pid: {value: {get_attribute: [a, pid]}}}
"""
# Its trace is on another disk. It does not care whether its own writing succeeds.
WORK = r"""#!/usr/bin/env bash
printf '%s_%s\n' "$PLANBUILDER_NODE" "$PLANBUILDER_OPERATION" >>"$TRACE"
while [[ -e $TRACE.stop.$PLANBUILDER_NODE.$PLANBUILDER_OPERATION ]]; do sleep 0.02; done
echo hello
printf 'pid=of %s\n' "$PLANBUILDER_NODE" >>"$PLANBUILDER_OUTPUTS"
exit 0
"""
GIVEN = {"build": ("--input", "password=hidden-1", "--secrets", "keep"), "terminate": ()}


class Disk:
    """A file system in memory, with the state directory of a service on it."""

    def __init__(self, service):
        self.service = service
        self.folder = service.folder / "disk"
        self.folder.mkdir()
        service.state = self.folder / "state"
        self.is_there = False

    def renew(self, **limits):
        self.drop()
        subprocess.run(["mount", "-t", "tmpfs", "-o", options(limits), "planbuilder-test", self.folder], check=True)
        self.is_there = True
        (self.service.folder / "trace").unlink(missing_ok=True)

    def drop(self):
        if self.is_there:
            subprocess.run(["umount", self.folder], check=True)
        self.is_there = False

    def resize(self, **limits):
        subprocess.run(["mount", "-o", f"remount,{options(limits)}", self.folder], check=True)

    def used(self):
        found = os.statvfs(self.folder)
        return (found.f_blocks - found.f_bfree) * found.f_frsize, found.f_files - found.f_ffree


def options(limits):
    return ",".join(f"{name}={value}" for name, value in {"size": "16m", "nr_inodes": 5000, **limits}.items())


@contextlib.contextmanager
def read_only(folder):
    """What is opened from now on cannot be written; what is open already can."""
    subprocess.run(["mount", "--bind", folder, folder], check=True)
    try:
        subprocess.run(["mount", "-o", "remount,bind,ro", folder], check=True)
        yield
    finally:
        subprocess.run(["umount", folder], check=True)


def traced(service):
    path = service.folder / "trace"
    return path.read_text().split() if path.exists() else []


def books(service):
    """What is there: the instances with all their values, and the outputs of the last run."""
    instances = service.state / "instances"
    found = {str(path.relative_to(instances)): path.read_bytes() for path in instances.rglob("*") if path.is_file()}
    return found, service.call("outputs", "--show-secrets").stdout


def check_books(service, known, *when):
    found = books(service)
    changed = {name for name in {*found[0], *known[0]} if found[0].get(name) != known[0].get(name)}
    expect(found == known, *when, "other books:", {name: (found[0].get(name), known[0].get(name)) for name in changed}, found[1])


def check_journal(service, operations):
    """Every operation that ran is there, in its order, and was done once."""
    started, done = collections.Counter(), collections.Counter()
    for run in sorted((service.state / "runs").iterdir()):
        for words in service.journal(run.name):
            name = "_".join(part for part in words[1].split("_") if part not in ("provision", "terminate")) if len(words) > 1 else ""
            started[name] += words[0] == "start"
            done[name] += words[0] == "done"
    ran = collections.Counter(traced(service))
    for name in operations:
        expect(done[name] == 1, name, "is recorded", done[name], "times")
        expect(1 <= ran[name] <= started[name], name, "ran", ran[name], "times and was started", started[name], "times")
    firsts = list(dict.fromkeys(traced(service)))
    expect(firsts == operations, "in another order:", firsts)


def finish(service, plan, result):
    """After a run that may have failed, and when there is room."""
    if result.returncode == 0:
        return
    expect(result.returncode == 1, "exit code", result.returncode, result.stderr)
    expect("cannot write" in result.stderr or "Failed:" in result.stderr, result.stderr)
    again = service.call("resume", plan=plan)
    if again.returncode == 3 and ("there is no run" in again.stderr or "nothing to resume" in again.stderr):  # it was not begun
        expect("Go on with" not in result.stderr, result.stderr)
        again = service.call(*GIVEN[plan], plan=plan)
    expect(again.returncode == 0, "it does not go on:", again.returncode, again.stderr, "\nbefore:", result.stderr)


BUILT = ["a_create", "a_start", "b_create"]
REMOVED = ["b_delete", "a_stop", "a_delete"]


def reference(disk):
    """The books of an undisturbed build, and what it and the removal take at most."""
    service = disk.service
    disk.renew()
    (service.folder / "trace.stop.b.create").touch()
    process = subprocess.Popen(["bash", service.script(), *GIVEN["build"]], env=service.environment(), stderr=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL)
    wait_until(lambda: "b_create" in traced(service), "b is under way")
    needed = disk.used()
    (service.folder / "trace.stop.b.create").unlink()
    expect(process.wait() == 0, "the reference fails")
    expect(traced(service) == BUILT, traced(service))
    return books(service), needed


def build_within(disk, known, **limits):
    """True when there was enough."""
    service = disk.service
    disk.renew(**limits)
    result = service.call(*GIVEN["build"])
    if result.returncode == 0:
        expect(traced(service) == BUILT, "exit code 0, but only this ran:", traced(service), result.stderr)
    disk.resize()
    finish(service, "build", result)
    check_journal(service, BUILT)
    check_books(service, known, limits, result.stderr)
    return result.returncode == 0


def remove_within(disk, **limits):
    """True when there was enough. What is there already takes its part."""
    service = disk.service
    disk.renew()
    expect(service.call(*GIVEN["build"]).returncode == 0, "build")
    used = disk.used()
    disk.resize(**{name: used[0 if name == "size" else 1] + value for name, value in limits.items()})
    result = service.call(plan="terminate")
    left = list((service.state / "instances").glob("*/*/*/run"))
    expect(result.returncode != 0 or not left, "exit code 0, but these are left:", left)
    disk.resize()
    finish(service, "terminate", result)
    check_journal(service, BUILT + REMOVED)
    expect(not list((service.state / "instances").glob("*/*")), "something is left")
    return result.returncode == 0


def test_sizes(disk, stride):
    known, (size, inodes) = reference(disk)
    tried = {}
    for what, try_within, limit, first, step in (
            ("build in bytes", lambda value: build_within(disk, known, size=value), "size", PAGE, PAGE),
            ("build in inodes", lambda value: build_within(disk, known, nr_inodes=value), "nr_inodes", 2, 1),
            ("remove in bytes", lambda value: remove_within(disk, size=value), "size", PAGE, PAGE),
            ("remove in inodes", lambda value: remove_within(disk, nr_inodes=value), "nr_inodes", 1, 1)):
        most = 4 * (size if limit == "size" else inodes)
        tried[what] = list(range(first, most, step * stride))
        for value in tried[what]:
            if try_within(value):
                break
        else:
            expect(False, what, "is never enough")
        expect(value > first, what, "was always enough")
        tried[what] = tried[what].index(value) + 1
    print("tried:", tried)


def start_until(disk, operation):
    """A build that stands in this operation."""
    service = disk.service
    disk.renew()
    stop = service.folder / f"trace.stop.{operation.replace('_', '.')}"
    stop.touch()
    process = subprocess.Popen(["bash", service.script(), *GIVEN["build"]], env=service.environment(), stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
    wait_until(lambda: operation in traced(service) or process.poll() is not None, f"{operation} is under way")
    return process, stop


def ended(process):
    said = process.communicate()[1]
    return subprocess.CompletedProcess([], process.returncode, "", said)


def test_read_only(disk, known):
    for folder in "instances", "runs/1/context", "":
        process, stop = start_until(disk, "a_start")
        with read_only(disk.service.state / folder):
            stop.unlink()
            result = ended(process)
        expect(result.returncode == 1, folder, "exit code", result.returncode, result.stderr)
        finish(disk.service, "build", result)
        check_journal(disk.service, BUILT)
        check_books(disk.service, known, folder, result.stderr)


def test_lost_log(disk, known):
    """Where the log should be, there is a folder."""
    process, stop = start_until(disk, "a_create")
    for name in "a_provision_start", "b_provision_create":
        (disk.service.state / f"runs/1/logs/{name}.log").mkdir()
    stop.unlink()
    result = ended(process)
    expect(result.returncode == 0 and "warning" in result.stderr and "is lost" in result.stderr, result.returncode, result.stderr)
    check_journal(disk.service, BUILT)
    check_books(disk.service, known)


def enter_own_namespace():
    """Mounts that vanish with this process. Who may not, mounts as root, or skips."""
    if os.environ.get("PLANBUILDER_DISK_TEST") or not shutil.which("unshare"):
        return
    if subprocess.run(["unshare", "-rm", "true"], stderr=subprocess.DEVNULL, check=False).returncode == 0:
        os.environ["PLANBUILDER_DISK_TEST"] = "1"
        os.execvp("unshare", ["unshare", "-rm", sys.executable, *sys.argv])


def main():
    enter_own_namespace()
    service = Service(sys.argv[1], TEMPLATE, {"work.sh": WORK})
    disk = Disk(service)
    try:
        disk.renew()
    except (OSError, subprocess.CalledProcessError) as problem:
        print("skipped: no disk can be mounted here:", problem)
        service.close()
        sys.exit(SKIP)
    try:
        known, _ = reference(disk)
        test_read_only(disk, known)
        test_lost_log(disk, known)
        test_sizes(disk, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    finally:
        disk.drop()
    service.close()


if __name__ == "__main__":
    main()
