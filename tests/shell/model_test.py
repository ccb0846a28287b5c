#!/usr/bin/env python3
"""Plans of another service, or of another version of its model, are refused unless all that they touch is the same.
Usage: model_test.py PLANBUILDER"""
import json
import shutil
import sys

from service import SCALING, Service, expect

TEMPLATE = """metadata: {{template_name: {name}}}
node_types:
  N:
    derived_from: tosca.nodes.Root
    properties: {{size: {{type: integer, default: 1}}}}
topology_template:
  node_templates:
    {a}: {{type: N, properties: {{size: {size}}}, interfaces: {{Standard: {{operations: {{create: work.sh, delete: work.sh}}}}}}}}
    b: {{type: N, requirements: [dependency: {a}], interfaces: {{Standard: {{operations: {{create: work.sh, delete: work.sh}}}}}}}}
    c: {{type: N, properties: {{size: {size_of_c}}}}}
  policies:
    - tier:
        type: planbuilder.policies.ScalingRegion
        targets: [b]
        properties: {{strategies: {{{a}: FirstInstance}}}}
  outputs: {{text: {{value: {text}}}}}
"""
WORK = 'echo "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE" >>"$TRACE"\n'
FIRST = {"name": "shop", "a": "a", "size": 1, "size_of_c": 1, "text": "one"}


class Versions:
    """Services that share a state directory."""

    def __init__(self, planbuilder):
        self.planbuilder = planbuilder
        self.first = self.version()

    def version(self, **changes):
        service = Service(self.planbuilder, SCALING + TEMPLATE.format(**{**FIRST, **changes}), {"work.sh": WORK})
        if changes:
            service.state = self.first.state
        return service

    def check(self, code, words, *arguments, plan="terminate", service=None):
        result = (service or self.first).call(*arguments, plan=plan)
        expect(result.returncode == code, plan, arguments, result.returncode, result.stderr)
        for each in words:
            expect(each in result.stderr, f"'{each}' is not in", result.stderr)
        return result

    def is_there(self, name):
        return any((self.first.state / "instances/nodes").glob(f"{name}/*"))


def test_other_version(all_versions):
    renamed = all_versions.version(a="z")
    resized = all_versions.version(size=2)
    all_versions.check(0, [], plan="build")
    refused = all_versions.check(3, ["unknown to this plan: a", "In this plan, but not there: z", "--allow-other-model"], service=renamed)
    expect("b.dependency/1" in refused.stderr, "it leads elsewhere", refused.stderr)
    all_versions.check(3, ["Not as they were made: a/1"], service=resized)
    dry = all_versions.check(3, ["Not as they were made: a/1"], "--dry-run", service=resized)
    expect("wave 1" in dry.stdout, dry.stdout)
    all_versions.check(3, ["Not as they were made: a/1"], plan="scale-out-tier", service=resized)
    expect(all_versions.is_there("a") and not all_versions.is_there("z"), "nothing happened")


def test_what_is_touched_counts(all_versions):
    other = all_versions.version(size_of_c=2)
    all_versions.check(0, [], plan="scale-out-tier", service=other)  # which has nothing to do with c
    all_versions.check(3, ["Not as they were made: c/1"], service=other)
    all_versions.check(0, [], service=all_versions.first)  # all was made as it knows it
    expect(not all_versions.is_there("b"), "all is gone")


def test_same_entities(all_versions):
    all_versions.check(0, [], plan="build")
    all_versions.check(0, [], service=all_versions.version(text="two"))
    expect(not all_versions.is_there("a"), "all is gone")


def test_allowed(all_versions):
    all_versions.check(0, [], plan="build")
    status = json.loads(all_versions.first.call("status", "--json").stdout)
    expect(status["service"] == "shop" and len(status["models"]) == 1, status)
    resized = all_versions.version(size=2)
    all_versions.check(0, [], "--allow-other-model", plan="scale-out-tier", service=resized)
    all_versions.check(3, ["Not as they were made: a/1"], service=resized)
    expect(len(json.loads(all_versions.first.call("status", "--json").stdout)["models"]) == 2, "both models worked on it")
    all_versions.check(0, [], "--allow-other-model", service=resized)
    all_versions.check(0, [], plan="build", service=resized)  # nothing is left that could differ
    all_versions.check(0, [], service=resized)


def test_other_service(all_versions):
    all_versions.check(0, [], plan="build")
    other = all_versions.version(name="bakery")
    for plan in "build", "terminate", "scale-out-tier":
        all_versions.check(3, ["'shop'", "'bakery'"], "--allow-other-model", plan=plan, service=other)


def test_old_state(all_versions):
    """Of the time before this was kept: the first plan that comes is believed."""
    state = all_versions.first.state
    shutil.rmtree(state)
    all_versions.check(0, [], plan="build")
    for path in [state / "service", *state.glob("instances/*/*/*/model"), *state.glob("instances/*/*/*/secrets")]:
        path.unlink()
    resized = all_versions.version(size=2)
    attributes = json.loads(resized.call("status", "--json").stdout)["instances"][0]["properties"]
    expect(set(attributes.values()) == {"***"}, "nobody knows what is secret", attributes)
    all_versions.check(0, [], plan="scale-out-tier", service=resized)
    all_versions.check(3, ["Not as they were made: b/1 c/1 b.dependency/1 a/1"], service=all_versions.first)
    all_versions.check(0, [], "--allow-other-model")


def main():
    all_versions = Versions(sys.argv[1])
    for test in test_other_version, test_what_is_touched_counts, test_same_entities, test_allowed, test_other_service, test_old_state:
        test(all_versions)
    print("plans of other services and of other versions are told from the right ones")


if __name__ == "__main__":
    main()
