#!/usr/bin/env python3
"""Kills runs of random services in every way, resumes them until they are done, and compares what is there with what is there
where nobody was killed. When somebody is killed is left to chance: whenever it is, the outcome must be right.

Usage: kills.py PLANBUILDER [--kills N] [--seed N]
"""
import argparse
import collections
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import time

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "shell"))
from invoker_kills import attack_invoker  # noqa: E402  pylint: disable=wrong-import-position
import promises  # noqa: E402  pylint: disable=wrong-import-position
from random_service import OPERATIONS, random_service  # noqa: E402  pylint: disable=wrong-import-position
from service import expect, wait_until  # noqa: E402  pylint: disable=wrong-import-position

JOBS = 3
SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT)
STOPPED = (1, 3, 129, 130, 143, *(-number for number in SIGNALS))  # exit codes of a run that somebody hit
SENTENCES = ("left behind", "left no record")  # all of them must be seen at least once
# What a plan is run with, and how it ends if nobody is killed. A service goes through all of them, from top to bottom.
PHASES = (("build", ("--undo-on-failure",), "n0/1 start", 4), ("build", (), "", 0), ("scale-out-tier", (), "", 0),
          ("scale-out-tier", ("--by", "2"), "", 0), ("scale-in-tier", (), "", 0), ("terminate", (), "", 0))


def part_of(words, variables):
    """What a process is to the run, by its command line and its environment. Helpers, such as mkdir, are hit by nobody alone."""
    if b"PLANBUILDER_OPERATION=" in variables:
        return "program"
    return "worker" if b"scratch/settings" in words else "scheduler" if b"plan.sh" in words else "helper"


def living(service):
    """The processes of the service by their part in it."""
    wanted = f"PLANBUILDER_STATE={service.state}".encode()
    found = collections.defaultdict(list)
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            words = pathlib.Path("/proc", entry, "cmdline").read_bytes()
            variables = pathlib.Path("/proc", entry, "environ").read_bytes()
            if words and wanted in variables.split(b"\0"):
                found[part_of(words, variables)].append(int(entry))
        except OSError:
            pass
    return found


def send(process, number):
    try:
        os.kill(process, number)
    except ProcessLookupError:
        pass


def progress(service):
    """How far it is: lines of the journals and of the trace."""
    return sum(path.read_bytes().count(b"\n") for path in [*service.state.glob("runs/[1-9]*/journal"), *service.folder.glob("trace")])


class Attack:
    """One service and its runs; counts what was done to them."""

    def __init__(self, planbuilder, seed):
        self.dice = random.Random(f"kills {seed}")
        self.service = random_service(planbuilder, self.dice)
        self.killed = collections.Counter()
        self.phase = ()
        self.reruns = 0  # programs that may have started once more, in this phase
        self.again = 0  # that did, in all
        self.said = collections.Counter()  # what runs told of those before them

    def start(self, plan, command, options, broken):
        environment = self.service.environment(BROKEN=broken)
        return subprocess.Popen(["bash", self.service.script(plan), command, *options, "--jobs", str(JOBS)], env=environment,
                                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True)

    def reference(self):
        """Every phase without a kill: its books and its trace."""
        seen = []
        for plan, options, broken, code in PHASES:
            process = self.start(plan, "run", options, broken)
            errors = process.communicate()[1]
            expect(process.returncode == code, plan, process.returncode, errors)
            seen.append((promises.books(self.service), self.take_trace()))
        shutil.rmtree(self.service.state)
        return seen

    def take_trace(self):
        events = promises.traced(self.service)
        for path in self.service.folder.glob("trace*"):
            path.unlink()
        return events

    # Each of these does something to a run that is under way, and says how many programs it may have ended before their record.
    def kill_scheduler(self, process, _):
        send(process.pid, signal.SIGKILL)
        return 0

    def ask_scheduler(self, process, _):
        send(process.pid, self.dice.choice(SIGNALS[1:]))
        return JOBS

    def kill_workers(self, _, parts):
        for worker in parts["worker"]:
            send(worker, self.dice.choice(SIGNALS))
        return JOBS

    def kill_programs(self, _, parts):
        for program in parts["program"]:
            send(program, self.dice.choice(SIGNALS))
        return JOBS

    def kill_all(self, _, parts):
        for process in sum(parts.values(), []):
            send(process, signal.SIGKILL)
        return JOBS

    def pause_worker(self, process, parts):
        """Workers that stand still when their scheduler dies are hung up by the kernel, as a process group that nobody is left for."""
        dies = self.dice.random() < 0.5
        for worker in parts["worker"]:
            send(worker, signal.SIGSTOP)
        if dies:
            send(process.pid, signal.SIGKILL)
        for worker in parts["worker"]:
            send(worker, signal.SIGCONT)
        return JOBS if dies else 0

    def pause_scheduler(self, process, _):
        """Who comes meanwhile is sent away: the run is alive."""
        send(process.pid, signal.SIGSTOP)
        self.resume_beside(1)
        send(process.pid, signal.SIGCONT)
        return 0

    def resume_twice(self, process, _):
        """Of two that resume at the same time one does it."""
        send(process.pid, signal.SIGKILL)
        self.resume_beside(2)
        return 0

    def resume_beside(self, number):
        """Each does it or is refused. One that is paused may have begun nothing yet."""
        plan, kept, broken, code = self.phase
        for other in [self.start(plan, "resume", kept, broken) for _ in range(number)]:
            errors = other.communicate()[1]
            expect(other.returncode in (code, 3), plan, other.returncode, errors)

    def attack_run(self, plan, options, broken, code):
        """Runs a plan with one kill after the other until it is done."""
        command, runs = "run", self.count_runs()
        kept = tuple(word for word in options if word == "--undo-on-failure")  # resume knows the rest
        self.phase = plan, kept, broken, code
        ways = [self.kill_scheduler, self.ask_scheduler, self.kill_workers, self.kill_programs, self.kill_all, self.pause_worker,
                self.pause_scheduler, self.resume_twice]
        for _ in range(200):
            process = self.start(plan, command, options if command == "run" else kept, broken)
            until = progress(self.service) + self.dice.randrange(12)
            wait_until(lambda: progress(self.service) >= until or process.poll() is not None, "the plan gets on", pause=0.005)
            time.sleep(self.dice.uniform(0, 0.03))  # also between the lines
            if process.poll() is None:
                way = self.dice.choice(ways)
                self.reruns += way(process, living(self.service))
                self.killed[way.__name__] += 1
            errors = process.communicate()[1]
            self.said.update(sentence for sentence in SENTENCES if sentence in errors)
            if process.returncode == code:
                return
            expect(process.returncode in STOPPED, plan, command, process.returncode, errors)
            if "nothing to resume" in errors:
                return
            if self.count_runs() > runs:
                command = "resume"
        expect(False, plan, "does not end")

    def count_runs(self):
        return len(list(self.service.state.glob("runs/[1-9]*")))

    def check(self, plan, broken, first, expected):
        wait_until(lambda: not living(self.service), "all that was left behind ends")
        expected_books, expected_trace = expected
        events = self.take_trace()
        for run in range(first + 1, self.count_runs() + 1):
            self.again += promises.check_journal(self.service, run, self.reruns)
            promises.check_order(self.service, plan, run)
            if broken:
                promises.check_taken_back(self.service, run, [forth for forth, _ in OPERATIONS])
        promises.check_trace(events, events if broken else expected_trace, self.reruns)  # how far it came is left to chance
        promises.check_same_books(self.service, expected_books)
        self.reruns = 0

    def run(self):
        expected = self.reference()
        for (plan, options, broken, code), seen in zip(PHASES, expected):
            first = self.count_runs()
            self.attack_run(plan, options, broken, code)
            self.check(plan, broken, first, seen)
        self.service.close()


def test_row(planbuilder):
    """A row of runs that was left between two of them goes on once, also if two found it like that."""
    service = random_service(planbuilder, random.Random("row"))
    expect(service.call().returncode == 0 and service.call(plan="scale-out-tier").returncode == 0, "a service with one tip more")
    (service.state / "runs/2/row").write_text("1")
    going_on = [service.call("--by", "1", "--after", "2", plan="scale-out-tier") for _ in range(2)]
    expect([each.returncode for each in going_on] == [0, 3], [(each.returncode, each.stderr) for each in going_on])
    expect(len(list(service.state.glob("instances/nodes/tip/*/run"))) == 3, "one tip each")
    service.close()


def test_leftovers(planbuilder):
    """What an instance left that is gone, and not swept away, is not that of the next one."""
    service = random_service(planbuilder, random.Random("leftovers"))
    seen = []
    for _ in range(2):
        expect(service.call().returncode == 0, "a run")
        seen.append({path: content for path, content in promises.books(service).items() if not path.endswith("/run")})
        expect(service.call(plan="terminate").returncode == 0, "its end")
        left = service.state / "instances/nodes/n0/1"
        left.mkdir(parents=True)
        for name, content in ("run", ""), ("output.Standard.delete.made_by", "n0/1 delete"), ("attribute.old", "x"):
            (left / name).write_text(content)
    expect(seen[0] == seen[1], seen[1], "is there, and", seen[0], "where nothing was left")
    service.close()


def is_broken(check, *arguments):
    try:
        check(*arguments)
    except AssertionError:
        return True
    return False


def test_promises(planbuilder):
    """Whoever breaks a promise is found out."""
    service = random_service(planbuilder, random.Random("promises"))
    expect(service.call().returncode == 0, "a run")
    journal, books, trace = service.state / "runs/1/journal", promises.books(service), promises.traced(service)
    lines = journal.read_text().splitlines(keepends=True)
    start = next(line for line in lines if line.startswith("start"))
    end = next(line for line in lines if line.startswith("done\t" + start.split("\t")[1]))
    last = [line for line in lines if line.startswith("start")][-1]
    damages = (("", promises.check_journal, 1, 0), (end, promises.check_journal, 1, 0), (start, promises.check_journal, 1, 9))
    for line, check, run, allowed in damages:
        journal.write_text("".join(lines) + line)
        expect(is_broken(check, service, run, allowed) == bool(line), "a line more:", line)
    journal.write_text(lines[0] + last + "".join(lines[1:]))
    expect(is_broken(promises.check_order, service, "build", 1), "the last one first")
    journal.write_text("".join(lines))
    expect(not is_broken(promises.check_order, service, "build", 1), "as it was")
    expect(is_broken(promises.check_trace, trace + trace[-1:], trace, 0), "an operation once more")
    expect(is_broken(promises.check_trace, [*trace, ("overlap", "a/1", "create")], trace, 9), "two at the same time")
    expect(is_broken(promises.check_trace, trace[:-1], trace, 9), "one that is left out")
    expect(is_broken(promises.check_same_books, service, {**books, "instances/nodes/x/1/run": b"1"}), "an instance less")
    expect(not is_broken(promises.check_same_books, service, books), "the same books")
    service.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("planbuilder")
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    test_promises(wanted.planbuilder)
    test_row(wanted.planbuilder)
    test_leftovers(wanted.planbuilder)
    invokers = attack_invoker(wanted.planbuilder, random.Random(f"invoker {wanted.seed}"), wanted.kills // 10)
    killed, said, again, services = collections.Counter(), collections.Counter(), 0, 0
    while killed.total() < wanted.kills or len(said) < len(SENTENCES):
        attack = Attack(wanted.planbuilder, f"{wanted.seed}.{services}")
        try:
            attack.run()
        except BaseException:
            print(f"seed {wanted.seed}, service {services}: {dict(attack.killed)}; all of it is in {attack.service.folder}", file=sys.stderr)
            attack.service.temporary._finalizer.detach()  # pylint: disable=protected-access
            raise
        killed += attack.killed
        said += attack.said
        again += attack.again
        services += 1
    print(f"{killed.total()} kills of runs of {services} services; {again} programs started again, as they must")
    print(f"{invokers:6} kills of invokers")
    for name, count in sorted(killed.items()) + sorted(said.items()):
        print(f"{count:6} {name.replace('_', ' ')}")


if __name__ == "__main__":
    main()
