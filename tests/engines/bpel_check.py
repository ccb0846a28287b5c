#!/usr/bin/env python3
"""Holds BPEL processes against what the standard's static analysis asks for: engines accept some of these, and then hang.

Usage: bpel_check.py FOLDER...     each with *.bpel, the WSDL and schema files that it names, and deploy.xml
Prints what is wrong with file and line; exit code 1 when there is anything. Checked are: well-formed XML; attributes, children and
their order (bpel_grammar.py); links (declared, one source, one target, no cycle, no crossing of loops and handlers); join conditions;
variables, partner links, correlation sets, operations, messages and parts, through the WSDLs; names of scopes and what is
compensated; messages to the invoker in the order of its schema; the deployment descriptor.
"""
import pathlib
import re
import sys

import xml_nodes
from bpel_grammar import BPEL, check_shape
from wsdl import SCHEMA, Wsdl

# A link may enter none of these; it may leave the last three.
CLOSED = ("forEach", "eventHandlers", "compensationHandler", "catch", "catchAll", "terminationHandler")
MAY_BE_LEFT = CLOSED[3:]
HANDLERS = ("catch", "catchAll", "compensationHandler", "terminationHandler")
MESSAGE_ORDER = ["PlanCorrelationID", "CsarID", "ServiceInstanceID", "NodeInstanceID", "ServiceTemplateIDNamespaceURI",
                 "ServiceTemplateIDLocalPart", "NodeTemplateID", "RelationshipTemplateID", "InterfaceName", "OperationName", "ReplyTo",
                 "MessageID", "Params"]
REQUIRED = {"CsarID", "ServiceInstanceID", "ServiceTemplateIDNamespaceURI", "ServiceTemplateIDLocalPart", "OperationName"}
LITERAL = re.compile(r"'[^']*'|\"[^\"]*\"")
VARIABLE = re.compile(r"\$([\w-]+)(?:\.([\w.-]+))?")
PREFIX = re.compile(r"([A-Za-z_][\w.-]*):(?=[A-Za-z_])")
# All links; of those that wait for a failure one of several is enough: $a and $b and ($c or $d).
PART_OF_JOIN = r"(?:\$[\w.-]+|\(\$[\w.-]+(?: or \$[\w.-]+)+\))"
JOIN = re.compile(f"{PART_OF_JOIN}(?: and {PART_OF_JOIN})*")


class Frame:
    """What a scope, a loop or the process declares, and what is around it."""

    def __init__(self, outer=None):
        self.outer = outer
        self.variables, self.links_of_partners, self.correlations = {}, {}, {}

    def find(self, table, name):
        frame = self
        while frame is not None:
            if name in getattr(frame, table):
                return getattr(frame, table)[name]
            frame = frame.outer
        return None


class Checker:
    def __init__(self, path):
        self.path, self.problems, self.wsdl = path, [], Wsdl()
        self.scope_names, self.partner_links, self.extensions = set(), {}, set()
        self.starts = 0

    def problem(self, node, text):
        self.problems.append(f"{self.path.name}:{node.line}: {text}")

    def run(self):
        try:
            root = xml_nodes.parse(self.path)
            self.load_imports(root)
            self.problems += self.wsdl.check()
            self.visit(root, Frame(), None)
            if root.get("suppressJoinFailure") != "yes":
                self.problem(root, "join failures must be suppressed")
            if self.starts != 1:
                self.problem(root, f"{self.starts} activities start an instance")
            self.check_deployment(root)
        except (ValueError, OSError) as error:
            self.problems.append(str(error))
        return self.problems

    def load_imports(self, root):
        for each in root.all("import"):
            location = self.path.parent / each.get("location", "")
            if not location.is_file():
                self.problem(each, f"there is no file {each.get('location')}")
            else:
                self.wsdl.load(location)

    # --- the walk ---

    def visit(self, node, frame, owner):
        """`owner` is the innermost scope (or the process) around the node."""
        for text in check_shape(node):
            self.problem(node, text)
        if node.tag in ("process", "scope"):
            frame = self.declare(node, frame)
            owner = node
        elif node.tag == "forEach":
            frame = Frame(frame)
            frame.variables[node.get("counterName")] = ("type", (SCHEMA, "unsignedInt"))
        rule = getattr(self, "check_" + node.tag, None)
        if rule:
            rule(node, frame, owner)
        if node.tag in ("literal", "extensionActivity"):
            return
        for child in node.children:
            self.visit(child, frame, owner)

    def declare(self, node, outer):
        frame = Frame(outer)
        name = node.get("name")
        if node.tag == "scope" and name is not None:
            if name in self.scope_names:
                self.problem(node, f"a second scope '{name}'")
            self.scope_names.add(name)
        for each in self.declared(node, "variables"):
            self.add(frame.variables, each, self.variable_type(each))
            if "." in each.get("name", ""):
                self.problem(each, f"the name of the variable '{each.get('name')}' has a dot")
        for each in self.declared(node, "partnerLinks"):
            self.add(frame.links_of_partners, each, each)
            self.partner_links.setdefault(each.get("name"), each)
        for each in self.declared(node, "correlationSets"):
            self.add(frame.correlations, each, each)
        return frame

    @staticmethod
    def declared(node, group):
        group = node.find(group)
        return group.children if group is not None else []

    def add(self, table, node, value):
        if node.get("name") in table:
            self.problem(node, f"<{node.tag}> '{node.get('name')}' is declared twice")
        table[node.get("name")] = value

    def variable_type(self, node):
        kinds = [kind for kind in ("messageType", "type", "element") if node.get(kind)]
        if len(kinds) != 1:
            self.problem(node, f"the variable '{node.get('name')}' has {len(kinds)} types")
            return ("type", None)
        name = node.resolve(node.get(kinds[0]))
        known = {"messageType": self.wsdl.messages, "element": self.wsdl.elements}.get(kinds[0])
        if name is None or (known is not None and name not in known) or (known is None and name[0] != SCHEMA):
            self.problem(node, f"the variable '{node.get('name')}' has an unknown type {node.get(kinds[0])}")
        return (kinds[0], name)

    def check_extension(self, node, *_):
        self.extensions.add(node.get("namespace"))

    def check_extensionActivity(self, node, frame, _):
        for child in node.children:
            if child.space not in self.extensions:
                self.problem(node, f"an activity of the extension {child.space}, which is not declared")
            for name in ("request", "response"):
                if child.get(name) is not None:
                    self.known_variable(child, child.get(name), frame)
            for name in re.findall(r"\$bpelvar\[([^\]]*)\]", child.get("uri", "")):
                self.known_variable(child, name, frame)

    def check_partnerLink(self, node, *_):
        roles = self.wsdl.link_types.get(node.resolve(node.get("partnerLinkType", "")))
        if roles is None:
            self.problem(node, f"there is no partner link type {node.get('partnerLinkType')}")
            return
        used = [node.get(role) for role in ("myRole", "partnerRole") if node.get(role)]
        if not used or any(role not in roles for role in used):
            self.problem(node, f"the roles {used} are not those of {node.get('partnerLinkType')}")

    def check_correlationSet(self, node, *_):
        for name in node.get("properties", "").split():
            if node.resolve(name) not in self.wsdl.properties:
                self.problem(node, f"there is no property {name}")

    # --- order ---

    def check_flow(self, flow, *_):
        links = {}
        for link in self.declared(flow, "links"):
            self.add(links, link, {"source": [], "target": []})
        self.collect_ends(flow, flow, links)
        after, before = {}, {}
        for name, ends in links.items():
            for end, activities in ends.items():
                if len(activities) != 1:
                    self.problem(flow, f"the link '{name}' has {len(activities)} {end}s")
            if len(ends["source"]) == len(ends["target"]) == 1:
                source, target = (self.branch(flow, ends[end][0]) for end in ("source", "target"))
                after.setdefault(id(source), []).append(id(target))
                before[id(target)] = before.get(id(target), 0) + 1
        self.check_acyclic(flow, after, before)

    def collect_ends(self, flow, top, links):
        """Ends of the links inside; a flow within has links of its own, and is looked at too, since it sees those around it."""
        waiting = [top]
        while waiting:
            node = waiting.pop()
            if node.tag in ("source", "target") and node.space == BPEL:
                name = node.get("linkName")
                if name in links:
                    links[name][node.tag].append(node.parent.parent)
                    self.check_crossing(flow, node, name)
                elif not self.known_link(node, name):
                    self.problem(node, f"the link '{name}' is not declared")
            if node.tag != "literal":
                waiting += node.children

    @staticmethod
    def known_link(node, name):
        while node is not None:
            links = node.find("links") if node.tag == "flow" else None
            if links is not None and any(link.get("name") == name for link in links.children):
                return True
            node = node.parent
        return False

    def check_crossing(self, flow, end, name):
        node = end.parent.parent.parent  # what is around the activity that has the end
        while node is not flow:
            if node.tag in CLOSED and not (end.tag == "source" and node.tag in MAY_BE_LEFT):
                self.problem(end, f"the link '{name}' crosses <{node.tag}>")
            node = node.parent

    @staticmethod
    def branch(flow, node):
        while node.parent is not flow:
            node = node.parent
        return node

    def check_acyclic(self, flow, after, before):
        ready = [node for node in after if not before.get(node)]
        done = 0
        while ready:
            done += 1
            for following in after.get(ready.pop(), []):
                before[following] -= 1
                if before[following] == 0:
                    ready.append(following)
        if any(before.values()):
            self.problem(flow, "the links of a flow lead round in a circle")

    def check_targets(self, node, *_):
        incoming = [target.get("linkName") for target in node.all("target")]
        join = node.find("joinCondition")
        text = join.text if join is not None else ""
        if not JOIN.fullmatch(text) or sorted(re.findall(r"\$([\w.-]+)", text)) != sorted(incoming):
            self.problem(node, f"the join condition '{text}' does not ask for all incoming links: {', '.join(incoming)}")

    # --- messages ---

    def role(self, node, frame, own):
        """The operation that an activity names; None after a complaint."""
        link = frame.find("links_of_partners", node.get("partnerLink"))
        if link is None:
            self.problem(node, f"there is no partner link '{node.get('partnerLink')}'")
            return None
        role = link.get("myRole" if own else "partnerRole")
        port_type = self.wsdl.link_types.get(link.resolve(link.get("partnerLinkType", "")), {}).get(role)
        named = node.get("portType")  # may be left out: the partner link has it
        if role is None or (named is not None and node.resolve(named) != port_type):
            self.problem(node, f"the port type {node.get('portType')} is not that of the partner link '{node.get('partnerLink')}'")
            return None
        operation = self.wsdl.port_types.get(port_type, {}).get(node.get("operation"))
        if operation is None:
            self.problem(node, f"the port type {port_type} has no operation '{node.get('operation')}'")
        return operation

    def holds(self, node, name, frame, message):
        kind = self.known_variable(node, name, frame)
        if kind is not None and kind != ("messageType", message):
            self.problem(node, f"the variable '{name}' does not hold the message {message}")

    def known_variable(self, node, name, frame):
        kind = frame.find("variables", name)
        if kind is None:
            self.problem(node, f"there is no variable '{name}'")
        return kind

    def check_invoke(self, node, frame, _):
        operation = self.role(node, frame, own=False)
        if operation is None:
            return
        self.holds(node, node.get("inputVariable"), frame, operation.input)
        if (operation.output is None) != (node.get("outputVariable") is None):
            self.problem(node, "an output variable and an operation that answers belong together")
        elif operation.output is not None:
            self.holds(node, node.get("outputVariable"), frame, operation.output)
        self.check_correlations(node, frame, operation.input)

    def check_receive(self, node, frame, _):
        self.starts += node.get("createInstance") == "yes"
        operation = self.role(node, frame, own=True)
        if operation is not None:
            self.holds(node, node.get("variable"), frame, operation.input)
            self.check_correlations(node, frame, operation.input)

    check_onMessage = check_receive

    def check_reply(self, node, frame, _):
        operation = self.role(node, frame, own=True)
        if operation is None:
            return
        fault = node.get("faultName")
        message = operation.output if fault is None else operation.faults.get(fault.rpartition(":")[2])
        if message is None:
            self.problem(node, f"the operation '{node.get('operation')}' has no such answer")
        else:
            self.holds(node, node.get("variable"), frame, message)

    def check_correlations(self, node, frame, message):
        group = node.find("correlations")
        for each in group.children if group is not None else []:
            declared = frame.find("correlations", each.get("set"))
            if declared is None:
                self.problem(each, f"there is no correlation set '{each.get('set')}'")
                continue
            for name in declared.get("properties", "").split():
                if (declared.resolve(name), message) not in self.wsdl.aliases:
                    self.problem(each, f"the property {name} has no alias in the message {message}")

    # --- values ---

    def check_expression(self, node, frame, _=None):
        text = LITERAL.sub("''", node.text)
        if not text.strip():
            self.problem(node, f"<{node.tag}> is empty")
        for name, part in VARIABLE.findall(text):
            kind = self.known_variable(node, name, frame)
            if kind is not None and kind[0] == "messageType" and part not in self.wsdl.messages.get(kind[1], {}):
                self.problem(node, f"the variable '{name}' has no part '{part}'")
            elif kind is not None and kind[0] != "messageType" and part:
                self.problem(node, f"the variable '{name}' has no parts")
        for prefix in PREFIX.findall(text):
            if prefix not in node.prefixes:
                self.problem(node, f"unknown prefix '{prefix}' in an expression")

    check_condition = check_transitionCondition = check_startCounterValue = check_finalCounterValue = check_for = check_expression

    def check_from(self, node, frame, _):
        if node.find("literal") is not None:
            return
        if node.get("variable") or node.get("partnerLink"):
            self.check_place(node, frame)
        else:
            self.check_expression(node, frame)

    def check_to(self, node, frame, _):
        if node.get("variable") or node.get("partnerLink"):
            self.check_place(node, frame)
        elif not VARIABLE.match(node.text):
            self.problem(node, f"'{node.text}' is no place that can be assigned to")
        else:
            self.check_expression(node, frame)

    def check_place(self, node, frame):
        if node.get("partnerLink"):
            if frame.find("links_of_partners", node.get("partnerLink")) is None:
                self.problem(node, f"there is no partner link '{node.get('partnerLink')}'")
            return
        kind = self.known_variable(node, node.get("variable"), frame)
        part = node.get("part")
        if kind is not None and part is not None and part not in self.wsdl.messages.get(kind[1], {}):
            self.problem(node, f"the variable '{node.get('variable')}' has no part '{part}'")

    def check_copy(self, node, frame, _):
        source, place = node.find("from"), node.find("to")
        literal = source.find("literal") if source is not None else None
        if literal is None or place is None or not literal.children:
            return
        element = literal.children[0]
        kind = frame.find("variables", place.get("variable")) or (None, None)
        expected = self.wsdl.messages.get(kind[1], {}).get(place.get("part"))
        if expected is not None and expected != (element.space, element.tag):
            self.problem(literal, f"<{element.tag}> is not the element of the part '{place.get('part')}'")
        if element.tag.startswith("invokeOperation"):
            self.check_message(element)

    def check_message(self, element):
        """To the invoker: in the order of its schema."""
        names = [child.tag for child in element.children]
        places = [MESSAGE_ORDER.index(name) if name in MESSAGE_ORDER else -1 for name in names]
        asynchronous = {"ReplyTo", "MessageID"} & set(names)
        if places != sorted(set(places)) or -1 in places or not REQUIRED <= set(names):
            self.problem(element, f"<{element.tag}> is not as its schema says: {' '.join(names)}")
        if len({"NodeTemplateID", "RelationshipTemplateID"} & set(names)) != 1:
            self.problem(element, f"<{element.tag}> names no node or relationship, or both")
        if len(asynchronous) != (2 if element.tag == "invokeOperationAsync" else 0):
            self.problem(element, f"<{element.tag}> with {sorted(asynchronous)}")
        params = element.find("Params")
        for param in params.children if params is not None else []:
            if [child.tag for child in param.children] != ["key", "value"]:
                self.problem(param, "a Param is a key and a value")

    # --- faults ---

    def check_throw(self, node, *_):
        if node.resolve(node.get("faultName", "")) is None:
            self.problem(node, f"unknown prefix in {node.get('faultName')}")

    def check_rethrow(self, node, *_):
        if self.handler(node) is None or self.handler(node).tag not in ("catch", "catchAll"):
            self.problem(node, "rethrow outside of a fault handler")

    @staticmethod
    def handler(node):
        while node is not None and node.tag not in HANDLERS:
            node = node.parent
        return node

    def check_compensateScope(self, node, *_):
        handler = self.handler(node)
        if handler is None:
            self.problem(node, "compensation outside of a handler")
            return
        owner = handler.parent if handler.parent.tag in ("scope", "process") else handler.parent.parent
        if node.get("target") not in self.enclosed_scopes(owner):
            self.problem(node, f"the scope '{node.get('target')}' is not directly inside the one whose handler compensates it")

    def enclosed_scopes(self, owner):
        known = self.__dict__.setdefault("enclosed", {})
        if id(owner) not in known:
            names, waiting = set(), [child for child in owner.children if not child.tag.endswith(("Handler", "Handlers"))]
            while waiting:
                node = waiting.pop()
                if node.tag == "scope":
                    names.add(node.get("name"))
                elif node.tag != "literal":
                    waiting += node.children
            known[id(owner)] = names
        return known[id(owner)]

    def check_eventHandlers(self, node, *_):
        for alarm in node.children:
            if alarm.children and alarm.children[-1].tag != "scope":
                self.problem(alarm, "what an event handler does is a scope")

    # --- deployment ---

    def check_deployment(self, process):
        path = self.path.parent / "deploy.xml"
        root = xml_nodes.parse(path)
        own = (process.get("targetNamespace"), process.get("name"))
        described = [each for each in root.all("process") if each.resolve(each.get("name")) == own]
        if len(described) != 1:
            self.problems.append(f"deploy.xml: the process {own[1]} is described {len(described)} times")
            return
        for tag, role in (("provide", "myRole"), ("invoke", "partnerRole")):
            named = {each.get("partnerLink"): each for each in described[0].all(tag)}
            needed = {name for name, link in self.partner_links.items() if link.get(role)}
            if set(named) != needed:
                self.problems.append(f"deploy.xml: <{tag}> for {sorted(named)} instead of {sorted(needed)}")
            for each in named.values():
                service = each.find("service")
                ports = self.wsdl.services.get(service.resolve(service.get("name")), {}) if service is not None else {}
                if service is None or service.get("port") not in ports:
                    self.problems.append(f"deploy.xml:{each.line}: no such service or port")


def check_folder(folder):
    """All problems of all processes in a folder."""
    processes = sorted(pathlib.Path(folder).glob("*.bpel"))
    problems = [] if processes else [f"{folder}: no process"]
    for path in processes:
        problems += Checker(path).run()
    return problems


def main():
    wrong = 0
    for folder in sys.argv[1:]:
        problems = check_folder(folder)
        for text in problems:
            print(f"{folder}: {text}")
        wrong += bool(problems)
    print(f"{len(sys.argv) - 1} folders, {wrong} with problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
