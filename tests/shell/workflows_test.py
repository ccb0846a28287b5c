#!/usr/bin/env python3
"""Random workflows with random failures, run by bash: what must be taken is taken, nothing else begins, and a run that stopped comes to
the same end when it is resumed. Usage: workflows_test.py EMIT_PLAN SEEDS"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

import trace
from service import PATIENCE, expect
from workflows import Outcomes, random_failures, random_workflow, write_workflow


def call(folder, *arguments):
    environment = {**os.environ, "FAILING": str(folder / "failing"), "PLANBUILDER_STATE": str(folder / "state"), "PLANBUILDER_NO_SYNC": "1"}
    return subprocess.run(["bash", folder / "out/build/shell/plan.sh", *arguments], env=environment, capture_output=True, text=True,
                          check=False, timeout=PATIENCE)


def run(folder, plan, failures, *arguments):
    (folder / "failing").write_text("".join(f"{failure}\n" for failure in failures))
    result = call(folder, *arguments, "--json-log", folder / "log")
    wrong = trace.check(plan, trace.read_trace(folder / "log"), complete=result.returncode == 0)
    expect(not wrong, "\n".join(wrong), result.stderr)
    return result


def expect_outcomes(folder, outcomes):
    told = json.loads(call(folder, "status", "--json").stdout)["runs"][0]
    expect(told["state"] == "finished" and told["steps"]["left"] == 0, told)
    handled = sorted({step.rpartition("/")[0] for step in told["steps"].get("handled", [])})
    expect(handled == sorted(outcomes.all("failed")), "handled:", handled, outcomes.by_id)
    expect(told["steps"].get("not_taken", 0) == len(outcomes.all("not taken")), "not taken:", told, outcomes.by_id)


def play(emit_plan, folder, seed):
    """Returns how often it went on after a failure, and whether it stopped at one."""
    dice = random.Random(seed)
    plan = random_workflow(dice, "shop", 12)
    failures = random_failures(dice, plan)
    outcomes = Outcomes(plan, failures)
    write_workflow(emit_plan, plan, folder, "shell")
    result = run(folder, plan, failures)
    expect(result.returncode == (1 if outcomes.stops else 0), result.returncode, result.stderr)
    if not outcomes.stops:
        expect_outcomes(folder, outcomes)
        return len(outcomes.all("failed")), False
    handled = [line.split("\t")[1] for line in (folder / "state/runs/1/journal").read_text().splitlines() if line.startswith("handled\t")]
    resumed = run(folder, plan, [], "resume")  # what failed is mended, but where the plan went on it does not go back
    expect(resumed.returncode == 0, resumed.stderr)
    lasting = [failure for failure in failures if any(failure.split("-")[0] == stems.split("_")[0] for stems in handled)]
    expect_outcomes(folder, Outcomes(plan, lasting))
    return len(handled), True


def main():
    emit_plan, seeds = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as temporary:
        played = []
        for seed in range(seeds):
            try:
                played.append(play(emit_plan, pathlib.Path(temporary) / str(seed), seed))
            except AssertionError as problem:
                raise AssertionError(f"seed {seed}: {problem}") from problem
    handled, stopped = sum(each for each, _ in played), sum(stop for _, stop in played)
    expect(handled > 0 and 0 < stopped < seeds, "these seeds say little:", played)
    print(f"{seeds} workflows: {handled} failures were handled, {stopped} runs stopped and were resumed")


if __name__ == "__main__":
    main()
