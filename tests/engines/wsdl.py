"""What the WSDL files beside a process declare: messages, port types, partner link types, properties, services."""
import dataclasses

from xml_nodes import parse

SCHEMA = "http://www.w3.org/2001/XMLSchema"


@dataclasses.dataclass
class Operation:
    input: tuple
    output: tuple = None
    faults: dict = dataclasses.field(default_factory=dict)  # by name


class Wsdl:
    """All files together; every table is by (namespace, local name)."""

    def __init__(self):
        self.elements, self.messages, self.port_types, self.link_types = set(), {}, {}, {}
        self.properties, self.aliases, self.bindings, self.services = set(), {}, {}, {}
        self.problems, self.read = [], set()

    def load(self, path):
        if path in self.read:
            return
        self.read.add(path)
        root = parse(path)
        if root.space == SCHEMA:
            self.read_schema(root, path)
            return
        space = root.get("targetNamespace")
        tags = [child.tag for child in root.children]
        if "partnerLinkType" in tags and "types" in tags and tags.index("types") < tags.index("partnerLinkType"):
            self.problem(path, root, "partner link types must come before types")
        for child in root.children:
            name = (space, child.get("name"))
            if child.tag == "types":
                for schema in child.all("schema"):
                    self.read_schema(schema, path)
            elif child.tag == "import":
                self.load(path.parent / child.get("location"))
            elif child.tag == "message":
                self.messages[name] = {part.get("name"): part.resolve(part.get("element")) for part in child.all("part")}
            elif child.tag == "portType":
                self.port_types[name] = {each.get("name"): self.operation(each) for each in child.all("operation")}
            elif child.tag == "partnerLinkType":
                self.link_types[name] = {role.get("name"): role.resolve(role.get("portType")) for role in child.all("role")}
            elif child.tag == "property":
                self.properties.add(name)
            elif child.tag == "propertyAlias":
                key = child.resolve(child.get("propertyName")), child.resolve(child.get("messageType"))
                self.aliases[key] = child.get("part")
            elif child.tag == "binding":
                self.bindings[name] = child.resolve(child.get("type"))
            elif child.tag == "service":
                self.services[name] = {port.get("name"): port.resolve(port.get("binding")) for port in child.all("port")}

    @staticmethod
    def operation(node):
        message = lambda child: child.resolve(child.get("message")) if child is not None else None  # noqa: E731
        return Operation(message(node.find("input")), message(node.find("output")),
                         {fault.get("name"): message(fault) for fault in node.all("fault")})

    def read_schema(self, schema, path):
        space = schema.get("targetNamespace")
        for child in schema.children:
            if child.tag == "element":
                self.elements.add((space, child.get("name")))
            elif child.tag == "import" and child.get("schemaLocation"):
                self.load(path.parent / child.get("schemaLocation"))

    def problem(self, path, node, text):
        self.problems.append(f"{path.name}:{node.line}: {text}")

    def check(self):
        """What refers to nothing, inside the files."""
        wrong = []
        for message, parts in self.messages.items():
            wrong += [f"message {message[1]}: part {part} has no element" for part, element in parts.items() if element not in self.elements]
        for port_type, operations in self.port_types.items():
            for name, operation in operations.items():
                used = [operation.input, *operation.faults.values()] + ([operation.output] if operation.output else [])
                wrong += [f"operation {port_type[1]}.{name}: no message {each}" for each in used if each not in self.messages]
        for link_type, roles in self.link_types.items():
            wrong += [f"partner link type {link_type[1]}: no port type {each}" for each in roles.values() if each not in self.port_types]
        for (name, message), part in self.aliases.items():
            if name not in self.properties or part not in self.messages.get(message, {}):
                wrong.append(f"alias of {name}: no such property, message or part")
        wrong += [f"binding {name[1]}: no port type {kind}" for name, kind in self.bindings.items() if kind not in self.port_types]
        for service, ports in self.services.items():
            wrong += [f"service {service[1]}: no binding {each}" for each in ports.values() if each not in self.bindings]
        return self.problems + wrong
