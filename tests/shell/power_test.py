#!/usr/bin/env python3
"""Lets the machine fall at every moment that matters: what was brought to the disk by then is all that is left, or that and the
journal, which a disk may write earlier than the books. Runs go on from there, to the same end.
Usage: power_test.py PLANBUILDER [STRIDE]   of the moments, every STRIDE-th (default: every one)"""
import os
import pathlib
import shutil
import signal
import subprocess
import sys

from disk_test import BUILT, TEMPLATE, WORK, check_books, books, traced
from service import Service, expect, wait_until

# Brings the state directory to a "disk": numbered copies, each with the trace. Before, what a disk may have written by itself.
SYNC = r"""#!/usr/bin/env bash
exec 9>"$DISK/lock"
flock 9
copies=("$DISK"/[0-9]*)
number=${#copies[@]}
if [[ -e ${copies[0]} ]]; then
  cp -a "${copies[number - 1]}" "$DISK/early.$number"
  cp -a "$PLANBUILDER_STATE/runs/1/journal" "$DISK/early.$number/runs/1/journal" 2>/dev/null
else
  number=0
fi
cp "$TRACE" "$DISK/trace.$number" 2>/dev/null
cp -a "$PLANBUILDER_STATE" "$DISK/new" && mv "$DISK/new" "$DISK/$(printf %03d "$number")"
[[ ! -e $DISK/full ]]
"""
# Whatever the disk of the test is, it is none in memory.
STAT = """#!/usr/bin/env bash
case $1 in -f) echo ext4 ;; *) exec "$STAT" "$@" ;; esac
"""


class Machine:
    def __init__(self, service):
        self.service = service
        self.disk = service.folder / "copies"
        self.disk.mkdir()
        programs = service.folder / "programs"
        for name, text in (("sync", SYNC), ("stat", STAT)):
            path = programs / name
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
            path.chmod(0o755)
        self.environment = {"PATH": f"{programs}:{os.environ['PATH']}", "DISK": str(self.disk), "STAT": shutil.which("stat"),
                            "PLANBUILDER_NO_SYNC": ""}

    def fall(self, copy):
        """All that is left is this copy."""
        shutil.rmtree(self.service.state)
        subprocess.run(["cp", "-a", copy, self.service.state], check=True)  # with its pipes
        (self.service.folder / "trace").unlink(missing_ok=True)


def done_in(state, run=1):
    path = state / f"runs/{run}/journal"
    lines = path.read_text().splitlines() if path.exists() else []
    return [line.split("\t")[1] for line in lines if line.startswith("done\t") and len(line.split("\t")) == 5]


def operations_in(steps):
    return [step.replace("_provision", "") for step in steps if step.replace("_provision", "") in BUILT]


def go_on(machine, copy, known):
    service = machine.service
    machine.fall(copy)
    before = operations_in(done_in(service.state))
    begun = (service.state / "runs/1").exists()
    result = service.call("resume" if begun else "run", "--input", "password=hidden-1")
    finished = "nothing to resume" in result.stderr
    expect(result.returncode == 0 or finished, copy.name, result.returncode, result.stderr)
    expect(not set(traced(service)) & set(before), copy.name, "ran again:", traced(service), "done before:", before)
    expect(sorted(before + traced(service)) == sorted(BUILT), copy.name, "done", before, "ran", traced(service))
    steps = done_in(service.state)
    expect(len(steps) == len(set(steps)), copy.name, "recorded twice:", steps)
    check_books(service, known, copy.name)


def test_order(machine):
    """When an operation began, all before it were on the disk."""
    copies = sorted(machine.disk.glob("[0-9][0-9][0-9]"))
    expect(len(copies) > len(BUILT), "there are only", len(copies), "syncs")
    for number, copy in enumerate(copies[:-1]):
        later = machine.disk / f"trace.{number + 1}"
        begun = later.read_text().split() if later.exists() else []
        kept = operations_in(done_in(copy))
        expect(set(begun[:-1]) <= set(kept), copy.name, "has", kept, "when these had begun:", begun)
    return copies


def test_falls(machine, stride):
    service = machine.service
    result = service.call("--input", "password=hidden-1", "--jobs", "1", **machine.environment)
    expect(result.returncode == 0 and traced(service) == BUILT, result.stderr)
    known = books(service)
    copies = [*test_order(machine), *sorted(machine.disk.glob("early.*"))][::stride]
    for copy in copies:
        go_on(machine, copy, known)
    print(len(copies), "falls")
    return known


def test_disk_fails(machine, known):
    """What cannot be brought to the disk is not done."""
    service = machine.service
    shutil.rmtree(service.state)
    process, stop = start_until_a_starts(service, **machine.environment)
    (machine.disk / "full").touch()
    stop.unlink()
    said = process.communicate()[1]
    expect(process.returncode == 1 and "cannot write" in said, process.returncode, said)
    expect("b_create" not in traced(service), "nothing else is begun")
    (machine.disk / "full").unlink()
    again = service.call("resume", "--input", "password=hidden-1", **machine.environment)
    expect(again.returncode == 0, again.stderr)
    check_books(service, known)
    shutil.rmtree(service.state)


def start_until_a_starts(service, **more):
    """A build that stands in the operation a_start, and what holds it there."""
    (service.folder / "trace").unlink(missing_ok=True)
    stop = service.folder / "trace.stop.a.start"
    stop.touch()
    process = subprocess.Popen(["bash", service.script(), "--input", "password=hidden-1"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True, env=service.environment(**more))
    wait_until(lambda: "a_start" in traced(service) or process.poll() is not None, "a is under way")
    return process, stop


def test_no_sync(machine):
    """Nothing is brought to the disk by a run that is told so."""
    before = len(os.listdir(machine.disk))
    result = machine.service.call("--input", "password=hidden-1", "--no-sync", **machine.environment)
    expect(result.returncode == 0, result.stderr)
    expect(len(os.listdir(machine.disk)) == before, "it was synced")
    shutil.rmtree(machine.service.state)


def test_clock(service):
    """A clock that is set does not hide a program that lives on; a machine that was started anew has none."""
    for what, waits in (("clock", True), ("boot", False)):
        process, stop = start_until_a_starts(service)
        worker = next(path for path in pathlib.Path("/proc").glob("[0-9]*/cmdline")
                      if str(service.state / "runs/1/scratch/settings").encode() in read(path))
        for each in process.pid, int(worker.parent.name):
            os.kill(each, signal.SIGKILL)
        process.wait()
        change_start(service, what)
        resumed = subprocess.Popen(["bash", service.script(), "resume", "--input", "password=hidden-1"], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True, env=service.environment())
        said = ""
        while "a_provision_start" not in said:
            said = resumed.stderr.readline()
            expect(said, "it says nothing of what was under way")
        expect(("Waiting for" in said) == waits, what, said)
        stop.unlink()
        rest = resumed.communicate()[1]
        expect(resumed.returncode == 0 and traced(service).count("a_start") == 2, rest, traced(service))
        shutil.rmtree(service.state)


def read(path):
    try:
        return path.read_bytes()
    except OSError:
        return b""


def change_start(service, what):
    path = service.state / "runs/1/journal"
    lines = [line.split("\t") for line in path.read_text().splitlines()]
    for words in lines:
        if words[:2] == ["start", "a_provision_start"]:
            if what == "clock":
                words[4] = str(int(words[4]) - 3600 * 1000000)
            else:
                words[6] = "another"
    path.write_text("".join("\t".join(words) + "\n" for words in lines))


def main():
    service = Service(sys.argv[1], TEMPLATE, {"work.sh": WORK})
    machine = Machine(service)
    known = test_falls(machine, int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    test_disk_fails(machine, known)
    test_no_sync(machine)
    test_clock(service)
    service.close()


if __name__ == "__main__":
    main()
