#!/usr/bin/env python3
"""Kills runs of a shell plan at random moments, at least KILLS times, and resumes them: no recorded step runs again, none is
skipped, and one still in flight is waited for. Moments are told by what was traced, however quick the machine is.
Usage: kill_test.py PLANBUILDER"""
import os
import random
import shutil
import signal
import subprocess
import sys
import time

import trace
from service import Service, expect, wait_until

KILLS = 100
LINES = 20  # of the trace until the next kill, at most
NODES = 24
TEMPLATE = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n" + "".join(
    f"    n{i}:\n      type: tosca.nodes.Root\n      interfaces: {{Standard: {{operations: {{create: work.sh, start: work.sh}}}}}}\n"
    + (f"      requirements: [dependency: n{i // 3}]\n" if i else "") for i in range(NODES))
# Each call leaves its own trace, and notices when it is not alone.
WORK = r"""
say() { printf '{"event":"%s","step":"%s/provision/%s","time":%s}\n' "$1" "$PLANBUILDER_NODE" "$PLANBUILDER_OPERATION" \
  "${EPOCHREALTIME/./}" >>"$TRACE"; }
exec 9>"$TRACE.$PLANBUILDER_NODE.$PLANBUILDER_OPERATION"
flock -n 9 || say overlap
say start
sleep 0.0$((RANDOM % 4))
say done
"""


def processes_of(service):
    """Workers and programs of the run, by the state directory in their environment or command."""
    wanted = str(service.state).encode()
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as command:
                if wanted in command.read():
                    found.append(int(entry))
        except OSError:
            pass
    return found


def traced(service):
    path = service.folder / "trace"
    return path.read_bytes().count(b"\n") if path.exists() else 0


def run_once(service, command, kill_workers):
    """Starts the plan and kills it when it got on a little. Returns its exit code and what it said."""
    until = traced(service) + random.randrange(LINES)
    process = subprocess.Popen(["bash", service.script(), command, "--jobs", "4"], env=service.environment(),
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: traced(service) >= until or process.poll() is not None, "the plan gets on", pause=0.005)
    time.sleep(random.uniform(0, 0.05))  # also between the lines
    process.send_signal(signal.SIGKILL)
    if kill_workers:
        for worker in processes_of(service):
            try:
                os.kill(worker, signal.SIGKILL)
            except ProcessLookupError:
                pass
    errors = process.communicate()[1]
    return process.returncode, errors


def check_run(service, killed_workers):
    """After the run is finished: the journal has every step once, and programs ran once unless their workers were killed."""
    plan = service.document()
    steps = sum(len(activity["steps"]) for activity in plan["activities"])
    done = [words[1] for words in service.journal() if words[0] == "done"]
    expect(len(done) == len(set(done)) == steps, "recorded", len(done), "different", len(set(done)), "of", steps)
    events = trace.read_trace(service.folder / "trace")
    ended = [event["step"] for event in events if event["event"] == "done"]
    expect(len(set(ended)) == 2 * NODES, "programs", len(set(ended)))
    if not killed_workers:
        expect(len(ended) == 2 * NODES, "programs ran again:", sorted(step for step in ended if ended.count(step) > 1))
    overlaps = [event["step"] for event in events if event["event"] == "overlap"]
    expect(not overlaps, "twice at the same time:", overlaps)


def main():
    random.seed(8)
    service = Service(sys.argv[1], TEMPLATE, {"work.sh": WORK})
    kills = rounds = 0
    announced = waited = 0
    while kills < KILLS or not (waited and announced):
        rounds += 1
        kill_workers = rounds % 3 == 0
        command = "run"
        for attempt in range(1000):
            code, errors = run_once(service, command, kill_workers and attempt % 2 == 1)
            waited += "left behind" in errors
            announced += "left no record" in errors
            if (service.state / "runs/1").exists():
                command = "resume"
            if code == 0 or "nothing to resume" in errors:
                break
            expect(code == -signal.SIGKILL, "exit code", code, errors)
            kills += 1
        else:
            expect(False, "no end")
        check_run(service, kill_workers)
        shutil.rmtree(service.state)
        (service.folder / "trace").unlink()
    print(f"{kills} kills in {rounds} runs: {waited} waits for what was in flight, {announced} announcements of steps that died")
    service.close()


if __name__ == "__main__":
    main()
