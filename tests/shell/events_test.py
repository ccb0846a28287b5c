#!/usr/bin/env python3
"""Plans of events find the instances that are there, and what events set is kept. Usage: events_test.py PLANBUILDER"""
import sys

from service import Service, expect

TEMPLATE = """
tosca_definitions_version: tosca_2_0
interface_types:
  Life:
    attributes:
      state: {type: string, default: absent}
      phase: {type: string, default: none}
      previous: {type: string, default: none}
    operations:
      make:
        on_entry: {set: {state: making, phase: first}}
        on_success: {set: {state: there, phase: second}}
        on_failure: {set: {state: broken, phase: lost}}
      save:
        precondition: {$equal: [{$get_state: [state]}, there]}
        on_entry: {set: {phase: saving}}
        on_success: {set: {previous: {$get_state: [phase]}, phase: saved}}
      remove:
        on_success: {set: {state: absent}}
  Bond:
    attributes: {quality: {type: string, default: none}}
    operations:
      tie: {on_success: {set: {quality: good}}}
      test: {on_success: {set: {quality: tested}}}
capability_types: {Service: {}}
relationship_types:
  Uses:
    interfaces:
      bond:
        type: Bond
        operations: {tie: {implementation: work.sh}, test: {implementation: work.sh}}
node_types:
  Thing:
    capabilities: {service: {type: Service}}
    requirements:
      - uses: {capability: Service, relationship: Uses, count_range: [0, UNBOUNDED]}
    interfaces:
      life:
        type: Life
        operations:
          make:
            implementation: work.sh
            on_success: {triggers: [{event: [SELF, RELATIONSHIP, uses, ALL, INTERFACE, bond, tie]}]}
          save:
            implementation: work.sh
            on_success: {triggers: [{event: [SELF, RELATIONSHIP, uses, ALL, INTERFACE, bond, test]}]}
          remove: {implementation: work.sh}
service_template:
  events:
    deploy: {triggers: [{event: [ALL, INTERFACE, life, make]}]}
    undeploy: {triggers: [{event: [ALL, INTERFACE, life, remove]}]}
    backup: {triggers: [{event: [ALL, INTERFACE, life, save]}]}
  node_templates:
    shop:
      type: Thing
      count: 2
      requirements: [uses: base]
    base: {type: Thing}
"""
# The books while an operation runs, and its own name.
WORK = """#!/usr/bin/env bash
folder=$PLANBUILDER_STATE/instances/nodes/$PLANBUILDER_INSTANCE
[[ $PLANBUILDER_ENTITY != *.* ]] || folder=$PLANBUILDER_STATE/instances/relationships/$PLANBUILDER_INSTANCE
echo "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE $(cat "$folder/state" 2>/dev/null) $(cat "$folder/attribute.phase" 2>/dev/null)" >>"$TRACE"
[[ "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE" != "${BROKEN-}" ]]
"""


def of(service, path):
    return (service.state / "instances" / path).read_text()


def traced(service):
    path = service.folder / "trace"
    lines = sorted(path.read_text().splitlines()) if path.exists() else []
    path.unlink(missing_ok=True)
    return lines


def check(service, code, *arguments, plan, **more):
    result = service.call(*arguments, plan=plan, **more)
    expect(result.returncode == code, plan, arguments, result.returncode, result.stderr)
    return result


def test_books(service):
    expect("build it first" in check(service, 3, plan="event-backup").stderr, "nothing is there")
    check(service, 1, plan="build", BROKEN="make base/1")
    expect((of(service, "nodes/base/1/state"), of(service, "nodes/base/1/attribute.phase")) == ("broken", "lost"), "on failure")
    check(service, 0, "resume", plan="build")
    lines = traced(service)
    expect("make base/1 making first" in lines, "on entry", lines)
    for node in "base/1", "shop/1", "shop/2":
        expect((of(service, f"nodes/{node}/state"), of(service, f"nodes/{node}/attribute.phase")) == ("there", "second"), "on success", node)
    expect(of(service, "relationships/shop.uses/1/attribute.quality") == "good", "of a relationship")


def test_every_instance(service):
    check(service, 0, plan="event-backup")
    expect(traced(service) == ["save base/1 there saving", "save shop/1 there saving", "save shop/2 there saving",
                               "test shop.uses/1  ", "test shop.uses/2  "], "each instance")
    expect(of(service, "nodes/shop/2/attribute.phase") == "saved" and of(service, "nodes/shop/2/attribute.previous") == "saving", "what was read")
    expect(of(service, "relationships/shop.uses/2/attribute.quality") == "tested", "of a relationship")


def test_one_instance(service):
    check(service, 0, "--instance", "shop=2", plan="event-backup")
    expect(traced(service) == ["save base/1 there saving", "save shop/2 there saving", "test shop.uses/2  "], "the chosen one")
    check(service, 3, "--instance", "shop=7", plan="event-backup")
    check(service, 2, "--instance", "nobody=1", plan="event-backup")
    check(service, 2, "--instance", "shop=1", plan="terminate")
    check(service, 1, "--instance", "shop=1", plan="event-backup", BROKEN="save shop/1")
    check(service, 0, "resume", plan="event-backup")
    expect("save shop/2 there saved" not in traced(service), "it knows what was chosen")


def main():
    service = Service(sys.argv[1], TEMPLATE, {"work.sh": WORK})
    for test in test_books, test_every_instance, test_one_instance:
        test(service)
        print(test.__name__)
    check(service, 0, plan="terminate")
    expect(not any((service.state / "instances/nodes").glob("*")), "all is gone")
    service.close()


if __name__ == "__main__":
    main()
