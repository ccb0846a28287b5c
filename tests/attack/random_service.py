"""Random small services with a part that scales, whose operations leave a trace: the same dice give the same service."""
from service import SCALING, Service

TYPES = SCALING + """node_types:
  attack.Part:
    derived_from: tosca.nodes.Root
    attributes: {made_by: {type: string}}
    capabilities: {host: tosca.capabilities.Container, endpoint: tosca.capabilities.Endpoint}
    requirements:
      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn, occurrences: [0, 1]}
      - uses: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo, occurrences: [0, UNBOUNDED]}
topology_template:
  node_templates:
"""
LINK = """  relationship_templates:
    link:
      type: tosca.relationships.ConnectsTo
      interfaces: {Configure: {operations: {add_target: work.sh, remove_target: work.sh}}}
"""
REGION = """  policies:
    - tier:
        type: planbuilder.policies.ScalingRegion
        targets: [%s]
        properties: {strategies: {%s}}
"""
# Each call writes down when it starts and ends, notices when it is not alone, and is slow enough to be hit. What BROKEN names, with | between, fails.
WORK = r"""#!/usr/bin/env bash
call="$PLANBUILDER_INSTANCE $PLANBUILDER_OPERATION"
exec 9>"$TRACE.${call//[\/ ]/_}"
flock -n 9 || printf 'overlap %s\n' "$call" >>"$TRACE"
printf 'start %s\n' "$call" >>"$TRACE"
sleep 0.0$((RANDOM % 5))
[[ "|${BROKEN-}|" != *"|$call|"* ]] || exit 7
printf 'made_by=%s\n' "$call" >>"$PLANBUILDER_OUTPUTS"
printf 'end %s\n' "$call" >>"$TRACE"
"""
OPERATIONS = (("create", "delete"), ("start", "stop"))  # each with its inverse


def node_lines(dice, name, before):
    """As YAML, with what it stands on and uses."""
    wanted = [f"host: {dice.choice(before)}"] if before and dice.random() < 0.6 else []
    wanted += [f"uses: {other}" for other in dice.sample(before, dice.randint(0, min(2, len(before))))]
    calls = []
    for forth, back in OPERATIONS:
        if not before or dice.random() < 0.8:  # the first one has all
            outputs = ", outputs: {made_by: [SELF, made_by]}" if forth == "create" else ""
            calls += [f"{forth}: {{implementation: work.sh{outputs}}}", f"{back}: work.sh"]
    return (f"    {name}:\n      type: attack.Part\n      requirements: [{', '.join('{' + each + '}' for each in wanted)}]\n"
            f"      interfaces: {{Standard: {{operations: {{{', '.join(calls)}}}}}}}\n")


def random_service(planbuilder, dice):
    """The last node scales: nothing needs it, and it uses the first one by a relationship with operations."""
    names = [f"n{number}" for number in range(dice.randint(2, 5))]
    text = TYPES + "".join(node_lines(dice, name, names[:number]) for number, name in enumerate(names))
    text += ("    tip:\n      type: attack.Part\n      requirements: [{uses: {node: n0, relationship: link}}]\n"
             "      interfaces: {Standard: {operations: {create: {implementation: work.sh, outputs: {made_by: [SELF, made_by]}}, delete: work.sh}}}\n")
    text += LINK + REGION % ("tip", "n0: FirstInstance")
    text += "  outputs: {tip: {value: {get_attribute: [tip, made_by]}}}\n"
    return Service(planbuilder, text, {"work.sh": WORK})
