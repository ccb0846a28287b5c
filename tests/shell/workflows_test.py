#!/usr/bin/env python3
"""Random workflows with random failures, run by bash: what must be taken is taken, nothing else begins, and a run that stopped or was
killed comes to the same end when it is resumed. Usage: workflows_test.py EMIT_PLAN SEEDS"""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile

import trace
from service import PATIENCE, expect
from workflows import Outcomes, operations_of, random_failures, random_workflow, write_workflow


def call(folder, *arguments, state="state", **more):
    environment = {**os.environ, "FAILING": str(folder / "failing"), "PLANBUILDER_STATE": str(folder / state), "PLANBUILDER_NO_SYNC": "1", **more}
    return subprocess.run(["bash", folder / "out/build/shell/plan.sh", *arguments], env=environment, capture_output=True, text=True,
                          check=False, timeout=PATIENCE)


def run(folder, plan, failures, *arguments):
    (folder / "failing").write_text("".join(f"{failure}\n" for failure in failures))
    result = call(folder, *arguments, "--json-log", folder / "log")
    wrong = trace.check(plan, trace.read_trace(folder / "log"), complete=result.returncode == 0)
    expect(not wrong, "\n".join(wrong), result.stderr)
    return result


def expect_outcomes(folder, outcomes, state="state"):
    told = json.loads(call(folder, "status", "--json", state=state).stdout)["runs"][0]
    expect(told["state"] == "finished" and told["steps"]["left"] == 0, told)
    handled = sorted({step.rpartition("/")[0] for step in told["steps"].get("handled", [])})
    expect(handled == sorted(outcomes.all("failed")), "handled:", handled, outcomes.by_id)
    expect(told["steps"].get("not_taken", 0) == len(outcomes.all("not taken")), "not taken:", told, outcomes.by_id)


def play_killed(folder, plan, outcomes, dice):
    """Some operations kill the scheduler; whoever resumes the run comes to the same end."""
    killing = folder / "killing"
    names = [name for name, activity in operations_of(plan) if outcomes.by_id[activity] != "not taken"]
    killing.write_text("".join(f"{name}\n" for name in dice.sample(names, min(3, len(names)))))
    command, kills = "run", -1
    result = None
    while result is None or result.returncode == -signal.SIGKILL:
        result = call(folder, command, state="killed", KILLING=str(killing))
        command, kills = "resume" if (folder / "killed/runs/1").exists() else "run", kills + 1
    expect(result.returncode == 0, result.returncode, result.stderr)
    expect_outcomes(folder, outcomes, "killed")
    return kills


def play(emit_plan, folder, seed):
    """Returns how often it went on after a failure, how often it stopped at one, and how often it was killed."""
    dice = random.Random(seed)
    plan = random_workflow(dice, "shop", 12)
    failures = random_failures(dice, plan)
    outcomes = Outcomes(plan, failures)
    write_workflow(emit_plan, plan, folder, "shell")
    result = run(folder, plan, failures)
    expect(result.returncode == (1 if outcomes.stops else 0), result.returncode, result.stderr)
    if not outcomes.stops:
        expect_outcomes(folder, outcomes)
        return len(outcomes.all("failed")), 0, play_killed(folder, plan, outcomes, dice)
    handled = [line.split("\t")[1] for line in (folder / "state/runs/1/journal").read_text().splitlines() if line.startswith("handled\t")]
    resumed = run(folder, plan, [], "resume")  # what failed is mended, but where the plan went on it does not go back
    expect(resumed.returncode == 0, resumed.stderr)
    lasting = [failure for failure in failures if any(failure.split("-")[0] == stems.split("_")[0] for stems in handled)]
    expect_outcomes(folder, Outcomes(plan, lasting))
    return len(handled), 1, 0


def main():
    emit_plan, seeds = sys.argv[1], int(sys.argv[2])
    with tempfile.TemporaryDirectory() as temporary:
        played = []
        for seed in range(seeds):
            try:
                played.append(play(emit_plan, pathlib.Path(temporary) / str(seed), seed))
            except AssertionError as problem:
                raise AssertionError(f"seed {seed}: {problem}") from problem
    handled, stopped, killed = (sum(each) for each in zip(*played))
    expect(handled > 0 and 0 < stopped < seeds and killed > 0, "these seeds say little:", played)
    print(f"{seeds} workflows: {handled} failures were handled, {stopped} runs stopped and {killed} were killed; all were resumed")


if __name__ == "__main__":
    main()
