"""Kills the invoker while an engine calls it, and starts another one: a call that is repeated is done once."""
import fcntl
import http.client
import os
import shutil
import subprocess
import threading
import time

import promises
from invoker_test import Invoker
from random_service import random_service
from service import expect

PLAN = "build"


class Engine:
    """Keeps the order of a plan, and repeats a call until it is answered."""

    def __init__(self, service, dice, kills):
        self.service, self.dice, self.kills_left = service, dice, kills
        self.killed = 0
        self.invoker = Invoker(service)

    def call(self, operation, *parameters, run):
        while True:
            killer = threading.Thread(target=self.kill_soon)
            try:
                killer.start()
                answer = self.invoker.call(operation, *parameters, plan=PLAN, run=run)
                expect("Fault" not in answer, operation, parameters, answer)
                return answer
            except (OSError, http.client.HTTPException):
                pass
            finally:
                killer.join()
                if self.invoker.process.poll() is not None:
                    self.invoker = Invoker(self.service)

    def kill_soon(self):
        if self.kills_left > 0 and self.dice.random() < 0.5:
            self.kills_left -= 1
            time.sleep(self.dice.uniform(0, 0.3))
            self.invoker.process.kill()
            self.invoker.process.wait()
            self.killed += 1

    def run(self):
        ticket = self.call("ticket", run="")["planbuilder.ticket"]
        run = self.call("begin", run=ticket)["planbuilder.run"]
        for activity in self.service.document(PLAN)["activities"]:
            for step in activity["steps"]:
                self.call("steps", ("planbuilder.step", step["id"]), run=run)
        self.call("finish", run=run)
        self.kills_left = 0
        self.invoker.stop()


def check_closed(service):
    """Who never got the answer of the last call asks again, also while the first one is at work; a finished run is not abandoned."""
    first = service.call("finish", "--run", "1", "--json", plan=PLAN)
    expect(first.returncode == 0, "finish once more:", first.returncode, first.stderr)
    with open(service.state / "lock", "r+", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        again = subprocess.Popen(["bash", service.script(PLAN), "finish", "--run", "1", "--json"], env=service.environment(),
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        expect("Waiting for process" in again.stderr.readline(), "it waits")
    said = again.communicate()
    expect(again.returncode == 0 and said[0] == first.stdout, again.returncode, said)
    refused = service.call("abandon", "--run", "1", plan=PLAN)
    expect(refused.returncode == 3 and "nothing to abandon" in refused.stderr, refused.returncode, refused.stderr)


def attack_invoker(planbuilder, dice, kills):
    """Returns how often it was killed."""
    service = random_service(planbuilder, dice)
    expect(service.call().returncode == 0, "the run that nobody kills")
    books, trace = promises.books(service), promises.traced(service)
    shutil.rmtree(service.state)
    for path in service.folder.glob("trace*"):
        path.unlink()
    engine = Engine(service, dice, kills)
    engine.run()
    check_closed(service)
    promises.check_journal(service, 1, 0)
    promises.check_order(service, PLAN, 1)
    promises.check_trace(promises.traced(service), trace, 0)
    promises.check_same_books(service, books)
    service.close()
    return engine.killed
