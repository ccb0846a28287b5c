"""Random plans like those of workflows that a model writes out: steps of several parts, which wait for the success or the failure of
others. The same dice give the same plan."""
import json
import subprocess

# Fails for the nodes that are named in the file $FAILING, where they are called for this operation: `n3-start`. Those in $KILLING kill
# the scheduler, once, whose number is in the lock.
SCRIPT = r"""#!/usr/bin/env bash
name=$PLANBUILDER_NODE-$PLANBUILDER_OPERATION
if [[ -n ${KILLING-} ]] && grep -qxF -- "$name" "$KILLING" && mkdir -- "$KILLING.$name" 2>/dev/null; then
  kill -KILL "$(head -n 1 -- "$PLANBUILDER_STATE/lock")"
fi
! grep -qxF -- "$name" "$FAILING"
"""


def invoke(activity, operation):
    return {"id": f"{activity}/{operation}", "kind": "invoke", "interface": "Standard", "operation": operation, "artifact": {"file": "x.sh"},
            "undo": {"interface": "Standard", "operation": f"un{operation}", "artifact": {"file": "x.sh"}}}


def new_activity(node, operations):
    name = f"{node}/provision"
    return {"id": name, "entity": {"node": node}, "transition": "provision",
            "steps": [{"id": f"{name}/record", "kind": "record", "what": "create"}, *(invoke(name, each) for each in operations)]}


def random_workflow(dice, service, size):
    """A step of the workflow waits for up to three earlier ones: all parts of the one for all parts of the other."""
    activities, edges, steps = [], [], []
    while len(activities) < size:
        parts = [new_activity(f"n{len(activities) + i}", ["create", "start"][:dice.randint(1, 2)]) for i in range(dice.randint(1, 3))]
        for before in sorted(dice.sample(range(len(steps)), min(len(steps), dice.randint(0, 3)))):
            failure = {"failure_of": f"s{before}"} if dice.random() < 0.4 else {}
            edges += [{"from": one["id"], "to": part["id"], **failure, "origins": [{"rule": "workflow"}]}
                      for one in steps[before] for part in parts]
        steps.append(parts)
        activities += parts
    return {"format": "planbuilder/plan/1", "name": "build", "kind": "build", "derivation": "workflow", "service": {"name": service},
            "inputs": [], "outputs": [], "failure": {"policy": "stop"}, "activities": activities, "edges": edges, "diagnostics": []}


def operations_of(plan):
    """As the script knows them, with their activities."""
    return [(f"{activity['entity']['node']}-{step['operation']}", activity["id"]) for activity in plan["activities"]
            for step in activity["steps"][1:]]


def random_failures(dice, plan):
    """Operations that fail: mostly where the plan goes on from that."""
    goes_on = {edge["from"] for edge in plan["edges"] if "failure_of" in edge}
    return [name for name, activity in operations_of(plan) if dice.random() < (0.4 if activity in goes_on else 0.04)]


class Outcomes:
    """What must become of each activity: done, failed or not taken. It is known where nothing fails that the plan does not go on from."""

    def __init__(self, plan, failures):
        self.by_id = {}
        goes_on = {edge["from"] for edge in plan["edges"] if "failure_of" in edge}
        for activity in plan["activities"]:
            incoming = [edge for edge in plan["edges"] if edge["to"] == activity["id"]]
            done = all(self.by_id[edge["from"]] == "done" for edge in incoming if "failure_of" not in edge)
            failed = all(any(self.by_id[other["from"]] == "failed" for other in incoming if other.get("failure_of") == step)
                         for step in {edge["failure_of"] for edge in incoming if "failure_of" in edge})
            breaks = any(name in failures for name, _ in operations_of({"activities": [activity]}))
            self.by_id[activity["id"]] = "not taken" if not (done and failed) else "failed" if breaks else "done"
        self.stops = any(outcome == "failed" and name not in goes_on for name, outcome in self.by_id.items())

    def all(self, outcome):
        return [name for name, each in self.by_id.items() if each == outcome]


def write_workflow(emit_plan, plan, folder, *targets):
    """Its files below the folder, as planbuilder generate writes them; the script beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "plan.json").write_text(json.dumps(plan))
    (folder / "files").mkdir(exist_ok=True)
    (folder / "files/x.sh").write_text(SCRIPT)
    made = subprocess.run([emit_plan, folder / "plan.json", folder / "out", *targets], capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    (folder / "out/files").symlink_to(folder / "files")
