"""Messages of the invoker: SOAP 1.1, in the schema of OpenTOSCA's invoker."""
import xml.parsers.expat

ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/"
SCHEMA = "http://siserver.org/schema"
PLAN_INTERFACE = "urn:planbuilder:plan"
DEEPEST = 50
MOST_ELEMENTS = 100_000


class BadMessage(Exception):
    """What was sent is no call of the invoker."""


class Element:
    """Of a message: its name with namespace, the text directly inside, and its children."""

    __slots__ = "space", "name", "texts", "children"

    def __init__(self, name):
        self.space, _, self.name = name.rpartition(" ")
        self.texts = []
        self.children = []

    @property
    def text(self):
        return "".join(self.texts)

    def child(self, name):
        return next((child for child in self.children if child.name == name and child.space in ("", self.space, SCHEMA)), None)

    def text_of(self, name):
        child = self.child(name)
        return child.text if child else ""


def parse(document):
    """The root of an XML document that has no DTD."""
    parser = xml.parsers.expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    top = Element("")
    open_elements = [top]
    count = 0

    def start(name, _):
        nonlocal count
        count += 1
        if count > MOST_ELEMENTS:
            raise BadMessage("the message has too many elements")
        if len(open_elements) > DEEPEST:
            raise BadMessage("the message is nested too deeply")
        element = Element(name)
        open_elements[-1].children.append(element)
        open_elements.append(element)

    def text(data):
        open_elements[-1].texts.append(data)

    def refuse(*_):
        raise BadMessage("a message must not have a document type")

    parser.StartElementHandler = start
    parser.EndElementHandler = lambda _: open_elements.pop()
    parser.CharacterDataHandler = text
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(document, True)
    except xml.parsers.expat.ExpatError as problem:
        raise BadMessage(f"this is no XML: {problem}") from None
    return top.children[0]


def is_sendable(text):
    """XML 1.0 has no way to write the rest."""
    return all(c in "\t\n\r" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c >= "\U00010000" for c in text)


def sendable(text):
    """The text, with a mark in the place of what cannot be sent."""
    return "".join(c if is_sendable(c) else "\ufffd" for c in text)


def escape(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")


def in_envelope(content):
    return f'<soap:Envelope xmlns:soap="{ENVELOPE}"><soap:Body>{content}</soap:Body></soap:Envelope>'.encode()


def soap_fault(code, reason):
    return in_envelope(f"<soap:Fault><faultcode>soap:{code}</faultcode><faultstring>{escape(reason)}</faultstring></soap:Fault>")


def response(parameters, message_id=None):
    text = f"<MessageID>{escape(message_id)}</MessageID>" if message_id else ""
    text += "<Params>"
    for key, value in parameters:
        text += f"<Param><key>{escape(key)}</key><value>{escape(value)}</value></Param>"
    return in_envelope(f'<invokeResponse xmlns="{SCHEMA}">{text}</Params></invokeResponse>')


class Call:
    """One message to the invoker."""

    def __init__(self, document):
        envelope = parse(document)
        body = next((child for child in envelope.children if (child.space, child.name) == (ENVELOPE, "Body")), None)
        if (envelope.space, envelope.name) != (ENVELOPE, "Envelope") or body is None or len(body.children) != 1:
            raise BadMessage("this is no SOAP 1.1 envelope with one element in its body")
        request = body.children[0]
        if request.space != SCHEMA or request.name not in ("invokeOperationSync", "invokeOperationAsync"):
            raise BadMessage(f"there is no operation {request.name}")
        self.plan = request.text_of("ServiceInstanceID")
        self.run = request.text_of("PlanCorrelationID")
        self.instance = request.text_of("NodeInstanceID")
        self.interface = request.text_of("InterfaceName")
        self.operation = request.text_of("OperationName")
        self.message_id = request.text_of("MessageID")
        self.reply_to = request.text_of("ReplyTo") if request.name == "invokeOperationAsync" else None
        parameters = request.child("Params")
        self.parameters = []
        for parameter in parameters.children if parameters else []:
            if parameter.text_of("key"):  # one without a name stands for an input that nobody gave
                self.parameters.append((parameter.text_of("key"), parameter.text_of("value")))
        self.steps = [value for key, value in self.parameters if key == "planbuilder.step"]
        if self.reply_to is not None and not (self.reply_to and self.message_id):
            raise BadMessage("an asynchronous call needs ReplyTo and MessageID")

    def inputs(self):
        """Those of the operation; what else is sent begins with planbuilder."""
        marked = "planbuilder.input."
        return [(key[len(marked):] if key.startswith(marked) else key, value) for key, value in self.parameters
                if key.startswith(marked) or not key.startswith("planbuilder.")]

    def activity(self):
        return next((value for key, value in self.parameters if key == "planbuilder.activity"), "")

    def key(self):
        """Messages with the same key are one call, sent twice. Only by its ticket is a `begin` told from another."""
        if self.interface == PLAN_INTERFACE and (self.operation == "ticket" or self.operation == "begin" and not self.run):
            return None
        return self.message_id or (self.plan, self.run, self.interface, self.operation, self.instance, self.activity(), *self.steps)

    def __str__(self):
        words = [self.plan, self.operation, *(self.steps or [self.activity()]), self.instance and f"of instance {self.instance}"]
        return "".join(c if c.isprintable() else "?" for c in " ".join(filter(None, words)))
