#!/usr/bin/env python3
"""Random workflows as models write them, planned and run by bash with random failures: exactly the steps run that the text of the standard
lets run, in an order that the plan allows; what can never start is refused. Usage: workflow_models_test.py PLANBUILDER SEEDS"""
import itertools
import random
import subprocess
import sys
import tempfile

import trace
from service import Service, expect

NODES = ("db", "app", "web")
TYPES = """tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Worker:
    derived_from: tosca.nodes.Root
    interfaces: {Care: {type: tosca.interfaces.Root, operations: {work: work.sh}}}
topology_template:
  node_templates: {db: {type: Worker}, app: {type: Worker}, web: {type: Worker}}
  workflows:
    care:
      steps:
"""
WORK = '#!/usr/bin/env bash\necho "$step" >>"$TRACE"\n[[ " $FAILING " != *" $step "* ]]\n'


class Workflow:
    """Steps, and who follows whom after a success and after a failure."""

    def __init__(self, dice):
        self.steps = [f"s{index}" for index in range(dice.randint(3, 8))]
        self.target = {step: dice.choice(NODES) for step in self.steps}
        self.after = {kind: {step: [] for step in self.steps} for kind in ("on_success", "on_failure")}
        for one, other in itertools.combinations(self.steps, 2):
            kind = dice.choices(("on_success", "on_failure", None), (4, 2, 6))[0]
            if kind:
                self.after[kind][one].append(other)

    def model(self):
        text = TYPES
        for step in self.steps:
            text += f"        {step}:\n          target: {self.target[step]}\n"
            text += f"          activities: [call_operation: {{operation: Care.work, inputs: {{step: {step}}}}}]\n"
            for kind, after in self.after.items():
                if after[step]:
                    text += f"          {kind}: [{', '.join(after[step])}]\n"
        return text

    def before(self, kind, step):
        return [one for one in self.steps if step in self.after[kind][one]]

    def taken(self, failing):
        """The steps that run: after the success of all, and the failure of one, of those that name them."""
        done, failed = set(), set()
        for step in self.steps:  # each comes after those that name it
            failures = self.before("on_failure", step)
            if done.issuperset(self.before("on_success", step)) and (not failures or failed.intersection(failures)):
                (failed if step in failing else done).add(step)
        return done, failed

    def dead(self):
        """Steps that no set of failures lets run."""
        sets = itertools.chain.from_iterable(itertools.combinations(self.steps, count) for count in range(len(self.steps) + 1))
        alive = set().union(*(set().union(*self.taken(set(failing))) for failing in sets))
        return set(self.steps) - alive


def play(service, workflow, failing):
    run = service.folder / "trace"
    run.unlink(missing_ok=True)
    log = service.folder / "log"
    log.unlink(missing_ok=True)
    result = service.call("--json-log", log, plan="workflow-care", FAILING=" ".join(failing))
    ran = run.read_text().split() if run.exists() else []
    done, failed = workflow.taken(failing)
    stops = any(not workflow.after["on_failure"][step] for step in failed)
    expect(len(set(ran)) == len(ran) and set(ran) <= done | failed, "ran:", ran, "expected:", done, failed, workflow.model())
    expect(result.returncode == (1 if stops else 0), result.returncode, result.stderr)
    expect(stops or set(ran) == done | failed, "ran:", ran, "expected:", done, failed, workflow.model())
    wrong = trace.check(service.document("workflow-care"), trace.read_trace(log), complete=not stops)
    expect(not wrong, "\n".join(wrong))
    if stops:
        expect(service.call("abandon", plan="workflow-care").returncode == 0, "abandoned")


def is_refused(planbuilder, workflow):
    """Who refuses must be right. What never starts for other reasons is planned, and must not run."""
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as model:
        model.write(workflow.model())
        model.flush()
        said = subprocess.run([planbuilder, "plan", model.name, "--workflow", "care"], capture_output=True, text=True, check=False)
    expect(said.returncode == 0 or (workflow.dead() and "error[dead-join]" in said.stderr), workflow.dead(), workflow.model(), said.stderr)
    return said.returncode == 1


def main():
    planbuilder, seeds = sys.argv[1], int(sys.argv[2])
    planned = 0
    for seed in range(seeds):
        dice = random.Random(seed)
        workflow = Workflow(dice)
        if is_refused(planbuilder, workflow):
            continue
        planned += 1
        service = Service(planbuilder, workflow.model(), {"work.sh": WORK})
        expect(service.call().returncode == 0, "built")
        for _ in range(3):
            play(service, workflow, set(dice.sample(workflow.steps, dice.randint(0, 2))))
        service.close()
    print(f"{planned} of {seeds} were run")
    expect(planned > seeds / 4, "too few can run at all")


if __name__ == "__main__":
    main()
