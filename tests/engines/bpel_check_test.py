#!/usr/bin/env python3
"""The checker finds what is wrong: a process as it is generated has no problem, and each of these damages is found.

Usage: bpel_check_test.py PLANBUILDER
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import bpel_check

SERVICE = """tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  node_templates:
    base: {type: tosca.nodes.Root, interfaces: {Standard: {operations: {create: x.sh, delete: x.sh}}}}
    left: {type: tosca.nodes.Root, requirements: [dependency: base], interfaces: {Standard: {operations: {create: x.sh}}}}
    right: {type: tosca.nodes.Root, requirements: [dependency: base], interfaces: {Standard: {operations: {create: x.sh}}}}
    top: {type: tosca.nodes.Root, requirements: [dependency: left, dependency: right]}
"""
LINK = "base--provision---left.dependency--provision"
SOURCE = f'<source linkName="{LINK}"/>'
TARGET = f'<target linkName="{LINK}"/>'

# (what is damaged, file, a pattern, what takes its place once, what the checker says)
DAMAGES = [
    ("not well-formed", "bpel", "</process>", "", "no element found"),
    ("a document type", "bpel", "<process ", "<!DOCTYPE process><process ", "document type"),
    ("an unknown construct", "bpel", "<rethrow/>", "<exit/>", "<exit> is no construct"),
    ("a missing attribute", "bpel", ' suppressJoinFailure="yes"', "", "no attribute 'suppressJoinFailure'"),
    ("join failures that show", "bpel", 'suppressJoinFailure="yes"', 'suppressJoinFailure="no"', "must be suppressed"),
    ("an attribute too much", "bpel", "<rethrow/>", '<rethrow isolated="yes"/>', "may not have the attribute 'isolated'"),
    ("children in the wrong order", "bpel", r"(<terminationHandler>.*?</terminationHandler>)(\s*)(<sequence>)", r"\3\2\1",
     "wrong order"),
    ("a link that is not declared", "bpel", f'<link name="{LINK}"/>', "", "is not declared"),
    ("a link declared twice", "bpel", f'<link name="{LINK}"/>', f'<link name="{LINK}"/><link name="{LINK}"/>', "declared twice"),
    ("a link without target", "bpel", f"<targets>\\s*<joinCondition>.{LINK}</joinCondition>\\s*{TARGET}\\s*</targets>", "", "has 0 targets"),
    ("a link with two sources", "bpel", SOURCE, SOURCE + SOURCE, "has 2 sources"),
    ("a join condition that forgets a link", "bpel", r"(<joinCondition>)(\S+) and \S+(</joinCondition>)", r"\1\2\3", "join condition"),
    ("a join condition with or", "bpel", r"(<joinCondition>\S+) and ", r"\1 or ", "join condition"),
    ("a transition condition on what is not there", "bpel", SOURCE,
     f'<source linkName="{LINK}"><transitionCondition>$walk = 1</transitionCondition></source>', "no variable 'walk'"),
    ("no join condition", "bpel", "<joinCondition>[^<]*</joinCondition>", "", "<targets> has wrong children"),
    ("an unknown variable", "bpel", r"<from>\$run</from>", "<from>$walk</from>", "no variable 'walk'"),
    ("an unknown part", "bpel", r"\$answer\.invokeResponse", "$answer.response", "no part 'response'"),
    ("a variable of an unknown type", "bpel", 'messageType="i:invokeResponse"', 'messageType="i:other"', "unknown type"),
    ("a variable with a dot", "bpel", '<variable name="rest"', '<variable name="r.est"', "has a dot"),
    ("a variable declared twice", "bpel", '<variable name="rest"', '<variable name="run"', "declared twice"),
    ("an unknown prefix", "bpel", r"s:key = 'Fault'", "zz:key = 'Fault'", "unknown prefix 'zz'"),
    ("an unknown partner link", "bpel", '<invoke partnerLink="invoker"', '<invoke partnerLink="nobody"', "no partner link 'nobody'"),
    ("an unknown partner link type", "bpel", 'partnerLinkType="i:invoker"', 'partnerLinkType="i:none"', "no partner link type"),
    ("an unknown role", "bpel", 'partnerRole="invoker"', 'partnerRole="boss"', "roles"),
    ("an unknown operation", "bpel", 'operation="invokeOperationSync" inputVariable', 'operation="invoke" inputVariable', "no operation"),
    ("another port type", "bpel", 'partnerLink="invoker" operation', 'partnerLink="invoker" portType="i:CallbackPortType" operation', "is not that of the partner link"),
    ("an invoke without output", "bpel", ' outputVariable="answer"', "", "belong together"),
    ("an invoke with the wrong message", "bpel", 'inputVariable="call"', 'inputVariable="answer"', "does not hold the message"),
    ("a fault that is not declared", "bpel", 'faultName="p:planFault"', 'faultName="p:other"', "no such answer"),
    ("two scopes of one name", "bpel", '<scope name="top--provision">', '<scope name="base--provision">', "a second scope"),
    ("compensation of nothing", "bpel", '<compensateScope target="base--', '<compensateScope target="bass--', "not directly inside"),
    ("compensation outside of handlers", "bpel", r"(.*)<throw faultName=\"p:stepFailed\"/>", r'\1<compensateScope target="plan"/>', "compensation outside"),
    ("rethrow outside of handlers", "bpel", r"(.*)<throw faultName=\"p:stepFailed\"/>", r"\1<rethrow/>", "rethrow outside"),
    ("an alarm that is no scope", "bpel", r"</for><scope>(<throw[^>]*>)</scope>", r"</for>\1", "is a scope"),
    ("a second start", "bpel", 'createInstance="yes"', 'createInstance="no"', "0 activities start"),
    ("an assignment to nothing", "bpel", r"<to>\$failure", "<to>failure", "no place that can be assigned"),
    ("a message in the wrong order", "bpel", r"(<InterfaceName>[^<]*</InterfaceName>)(<OperationName>[^<]*</OperationName>)", r"\2\1",
     "not as its schema says"),
    ("a message without a name", "bpel", "<NodeTemplateID>[^<]*</NodeTemplateID>", "", "names no node or relationship"),
    ("another element than the part's", "bpel", 'xmlns="http://siserver.org/schema"', 'xmlns="http://siserver.org/other"', "is not the element"),
    ("a file that is not there", "bpel", 'location="invoker.wsdl"', 'location="other.wsdl"', "there is no file"),
    ("a message without element", "wsdl", r'name="payload" element="p:(\w+)Request"', r'name="payload" element="p:\1Requests"', "has no element"),
    ("a binding of nothing", "wsdl", r'(<binding name="\w+" type="p:\w+)PortType"', r'\1PortTypes"', "no port type"),
    ("partner link types behind types", "wsdl", r"(<plnk:partnerLinkType.*?</plnk:partnerLinkType>)(.*</types>)", r"\2\1", "before types"),
    ("a process that is not described", "deploy.xml", 'process name="p:', 'process name="p:x', "described 0 times"),
    ("a partner link that is not provided", "deploy.xml", '<provide partnerLink="client">', '<provide partnerLink="clint">', "<provide>"),
    ("a port that is not there", "deploy.xml", 'port="InvokePort"', 'port="Port"', "no such service or port"),
]
CALLBACK_DAMAGES = [
    ("an unknown correlation set", "bpel", '<correlation set="message"', '<correlation set="none"', "no correlation set"),
    ("a property without alias", "invoker.wsdl", r"<vprop:propertyAlias.*?</vprop:propertyAlias>", "", "has no alias"),
    ("an unknown property", "bpel", 'properties="i:messageId"', 'properties="i:other"', "no property"),
    ("a message without an address", "bpel", "<ReplyTo>[^<]*</ReplyTo>", "", "with ['MessageID']"),
]


def generate(planbuilder, folder, *options):
    (folder / "x.sh").write_text("exit 0\n")
    (folder / "service.yaml").write_text(SERVICE)
    subprocess.run([planbuilder, "generate", folder / "service.yaml", "--target", "bpel", "-o", folder / "out", "-q", *options], check=True)
    return folder / "out/build/bpel"


def check_damage(folder, damage):
    what, ending, pattern, replacement, expected = damage
    path = next(folder.glob(f"build.{ending}")) if ending in ("bpel", "wsdl") else folder / ending
    original = path.read_text()
    damaged = re.sub(pattern, replacement, original, count=1, flags=re.S)
    assert damaged != original, f"{what}: nothing was damaged"
    path.write_text(damaged)
    problems = bpel_check.check_folder(folder)
    path.write_text(original)
    assert any(expected in problem for problem in problems), f"{what}: not found, but {problems}"


def in_a_circle(text):
    """Two links that lead from one activity to the other and back."""
    branches = "".join(f'<empty><targets><joinCondition>${there}</joinCondition><target linkName="{there}"/></targets>'
                       f'<sources><source linkName="{back}"/></sources></empty>' for there, back in (("to", "fro"), ("fro", "to")))
    flow = f'<flow><links><link name="to"/><link name="fro"/></links>{branches}</flow>'
    return text.replace('    <scope name="plan">', flow + '<scope name="plan">')


def into_a_loop(text):
    """One end of a link inside of a loop, the other one outside."""
    inside = '<empty><targets><joinCondition>$in</joinCondition><target linkName="in"/></targets></empty>'
    loop = ('<forEach counterName="n" parallel="no"><startCounterValue>1</startCounterValue><finalCounterValue>1</finalCounterValue>'
            f"<scope>{inside}</scope></forEach>")
    flow = f'<flow><links><link name="in"/></links><empty><sources><source linkName="in"/></sources></empty>{loop}</flow>'
    return text.replace('    <scope name="plan">', flow + '<scope name="plan">')


def check_order(folder, damage, expected):
    path = folder / "build.bpel"
    original = path.read_text()
    path.write_text(damage(original))
    problems = bpel_check.check_folder(folder)
    path.write_text(original)
    assert len(problems) == 1 and expected in problems[0], problems


def main():
    planbuilder = sys.argv[1]
    for options, damages in (((), DAMAGES), (("--bpel-calls", "callback"), CALLBACK_DAMAGES)):
        with tempfile.TemporaryDirectory() as name:
            folder = generate(planbuilder, pathlib.Path(name), *options)
            problems = bpel_check.check_folder(folder)
            assert not problems, "\n".join(problems)
            for damage in damages:
                check_damage(folder, damage)
            if not options:
                check_order(folder, in_a_circle, "round in a circle")
                check_order(folder, into_a_loop, "crosses <forEach>")
    print(f"{len(DAMAGES) + len(CALLBACK_DAMAGES) + 2} damages found")


if __name__ == "__main__":
    main()
