#!/usr/bin/env python3
"""Random workflows with random failures on Apache ODE: links and join conditions decide what is taken. A failure that the plan does not go
on from undoes everything. Usage: ode_workflows_test.py EMIT_PLAN SEEDS"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import bpel_check
from engine import PATIENCE, Deployed, Fault, Ode, expect, need_engine, side_by_side
from workflows import Outcomes, random_failures, random_workflow, write_workflow


class Workflow(Deployed):
    """A plan that no model leads to, with an invoker of its own."""

    def __init__(self, emit_plan, plan, failures, scratch, calls="sync"):
        self.plan, self.outcomes = plan, Outcomes(plan, failures)
        failing = scratch / f"{plan['service']['name']}.failing"
        failing.write_text("".join(f"{failure}\n" for failure in failures))
        super().__init__(emit_plan, plan, f"bpel-calls={calls}",
                         environment={**os.environ, "FAILING": str(failing), "PLANBUILDER_NO_SYNC": "1"})
        for target in "bpel", "bpel-opentosca":
            wrong = bpel_check.check_folder(self.folder / "out/build" / target)
            expect(not wrong, wrong)

    def write(self, planbuilder, source, *options):
        write_workflow(planbuilder, source, self.folder, "bpel", "json", "bpel-opentosca", *options)

    def steps_of_run(self):
        said = subprocess.run(["bash", self.folder / "out/build/shell/plan.sh", "status", "--json", "--state", self.state],
                              capture_output=True, text=True, check=True, timeout=PATIENCE)
        return json.loads(said.stdout)["runs"][0]["steps"]

    def expect_done(self):
        self.check_trace("build")
        told = self.steps_of_run()
        handled = {step.rpartition("/")[0] for step in told.get("handled", [])}
        expect(handled == set(self.outcomes.all("failed")), "handled:", told, self.outcomes.by_id)
        expect(told.get("not_taken", 0) == len(self.outcomes.all("not taken")), "not taken:", told, self.outcomes.by_id)

    def expect_undone(self):
        self.check_trace("build", complete=False)
        expect(self.journal(1)[-1][0] == "abandoned", "the run is open")
        expect(not any((self.state / "instances/nodes").glob("*")), "instances are left")

    def play(self, ode):
        try:
            ode.call(self, "build")
        except Fault as fault:
            expect(self.outcomes.stops, "it failed:", fault)
            self.expect_undone()
        else:
            expect(not self.outcomes.stops, "it did not fail", self.outcomes.by_id)
            self.expect_done()


def random_services(emit_plan, seeds, scratch):
    for seed in range(seeds):
        dice = random.Random(seed)
        plan = random_workflow(dice, f"w{seed}", 10)
        yield Workflow(emit_plan, plan, random_failures(dice, plan), scratch, ("sync", "callback")[seed % 2])


def expect_refused(ode, service):
    """Its guard does not hold: the process ends before anything begins."""
    try:
        ode.call(service, "build")
    except Fault as fault:
        expect("this plan does not run now" in fault.reason, fault)
    else:
        raise AssertionError("it ran against its guard")
    expect(not (service.state / "runs/1").exists(), "a run was begun")


def main():
    need_engine()
    emit_plan, seeds = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as temporary:
        scratch = pathlib.Path(temporary)
        services = list(random_services(emit_plan, seeds, scratch))
        guard = {"$equal": [{"$get_attribute": ["node", "n0", "state"]}, "started"]}
        refused = Workflow(emit_plan, {**random_workflow(random.Random(0), "guarded", 2), "guard": guard}, [], scratch)
        ode = Ode(*services, refused)
        for service in services:
            try:
                service.play(ode)
            except AssertionError as problem:
                raise AssertionError(f"{service.plan['service']['name']}: {problem}\n{service.log_of_invoker()}") from problem
        expect_refused(ode, refused)
        ode.expect_nobody_waits()
        handled = sum(len(service.outcomes.all("failed")) for service in services if not service.outcomes.stops)
        stopped = sum(service.outcomes.stops for service in services)
        expect(handled > 0 and 0 < stopped < seeds, "these seeds say little:", handled, stopped)
        side_by_side([service.close for service in [*services, refused]])
        ode.stop()
    print(f"{seeds} workflows: {handled} failures were handled, {stopped} runs were undone")


if __name__ == "__main__":
    main()
