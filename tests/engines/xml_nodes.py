"""XML as a tree that remembers lines and prefixes: names in attribute values and expressions need the prefixes in scope."""
import xml.parsers.expat


class Node:
    """An element. `tag` is its local name, `space` its namespace; `prefixes` are those in scope here."""
    __slots__ = ("tag", "space", "attributes", "children", "text", "line", "prefixes", "parent")

    def __init__(self, tag, space, attributes, line, prefixes, parent):
        self.tag, self.space, self.attributes, self.line, self.prefixes, self.parent = tag, space, attributes, line, prefixes, parent
        self.children, self.text = [], ""

    def get(self, name, default=None):
        return self.attributes.get(name, default)

    def find(self, tag):
        return next((child for child in self.children if child.tag == tag), None)

    def all(self, tag):
        return [child for child in self.children if child.tag == tag]

    def resolve(self, name):
        """A prefixed name as (namespace, local name); None when the prefix is unknown."""
        prefix, _, local = name.rpartition(":")
        space = self.prefixes.get(prefix)
        return (space, local) if space is not None or not prefix else None


def parse(path):
    """Raises ValueError, with the place, for what is not well-formed or has a document type."""
    parser = xml.parsers.expat.ParserCreate()
    roots, stack = [], []

    def start(name, attributes):
        prefixes = stack[-1].prefixes if stack else {"xml": "http://www.w3.org/XML/1998/namespace"}
        own = {key.partition(":")[2]: value for key, value in attributes.items() if key == "xmlns" or key.startswith("xmlns:")}
        if own:
            prefixes = {**prefixes, **own}
        prefix, _, local = name.rpartition(":")
        if prefix and prefix not in prefixes:
            raise ValueError(f"{path}:{parser.CurrentLineNumber}: unknown prefix '{prefix}'")
        node = Node(local, prefixes.get(prefix), {key: value for key, value in attributes.items() if not key.startswith("xmlns")},
                    parser.CurrentLineNumber, prefixes, stack[-1] if stack else None)
        (stack[-1].children if stack else roots).append(node)
        stack.append(node)

    def text(data):
        stack[-1].text += data

    def doctype(*_):
        raise ValueError(f"{path}: a document type")

    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, lambda _: stack.pop()
    parser.CharacterDataHandler, parser.StartDoctypeDeclHandler = text, doctype
    try:
        parser.Parse(path.read_bytes(), True)
    except xml.parsers.expat.ExpatError as error:
        raise ValueError(f"{path}: {error}") from error
    return roots[0]
