#!/usr/bin/env python3
"""Watches a server, and tells the reactor when it is gone. `react.sh subscribe` and `unsubscribe` run it."""
import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import time

REACTOR = pathlib.Path(os.environ["PLANBUILDER_REACTOR"])
INSTANCE = os.environ["PLANBUILDER_INSTANCE"]
PLAN = REACTOR.parent.parent / "build" / "shell" / "plan.sh"


def directory():
    """Of the server: a property of the instance."""
    status = json.loads(subprocess.run([PLAN, "status", "--json"], check=True, capture_output=True).stdout)
    node, number = INSTANCE.rsplit("/", 1)
    for instance in status["instances"]:
        if (instance["id"], str(instance["number"])) == (node, number):
            return pathlib.Path(instance["properties"]["directory"])
    sys.exit(f"there is no instance {INSTANCE}")


def read_number(path):
    try:
        return int(path.read_text())
    except (OSError, ValueError):
        return None


def wait_for_end(process):
    """Returns when the process is gone, without asking again and again."""
    try:
        descriptor = os.pidfd_open(process)
    except ProcessLookupError:
        return
    select.select([descriptor], [], [])
    os.close(descriptor)


def watch(folder):
    while True:
        process = read_number(folder / "server.pid")
        if process is None:  # it was stopped, or is about to be started
            time.sleep(0.2)
            continue
        wait_for_end(process)
        if read_number(folder / "server.pid") != process:
            continue
        # When this returns, the service has reacted.
        subprocess.run([REACTOR, "notify", INSTANCE, "StayingAlive.failure_report", "level=1", f"context=process {process} is gone"],
                       check=False, stdin=subprocess.DEVNULL)
        time.sleep(0.2)


def subscribe():
    folder = directory()
    with open(folder / "monitor.log", "a", encoding="utf-8") as log:
        monitor = subprocess.Popen([sys.executable, __file__, "watch", folder], stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                   start_new_session=True)
    (folder / "monitor.pid").write_text(str(monitor.pid))


def unsubscribe():
    folder = directory()
    process = read_number(folder / "monitor.pid")
    if process is not None:
        try:
            os.kill(process, signal.SIGTERM)
        except ProcessLookupError:
            pass
        wait_for_end(process)
    for name in ("monitor.pid", "monitor.log"):
        (folder / name).unlink(missing_ok=True)


if sys.argv[1:2] == ["watch"]:
    watch(pathlib.Path(sys.argv[2]))
elif os.environ["PLANBUILDER_SUBSCRIPTION"] == "subscribe":
    subscribe()
else:
    unsubscribe()
