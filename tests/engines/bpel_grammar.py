"""The shape of the BPEL constructs that planbuilder writes: which attributes each has, and which children in which order."""
import re

BPEL = "http://docs.oasis-open.org/wsbpel/2.0/process/executable"
ACTIVITIES = ("assign", "compensateScope", "empty", "extensionActivity", "flow", "forEach", "if", "invoke", "pick", "receive", "reply",
              "rethrow", "scope", "sequence", "throw", "wait")
STANDARD = "targets? sources? "  # what any activity begins with

# element: (attributes, those with ! are required; children in order, with ?, * or + behind those that may be missing or repeated)
GRAMMAR = {
    "process": ("name! targetNamespace! suppressJoinFailure! queryLanguage expressionLanguage",
                "extensions? import* partnerLinks? variables? correlationSets? faultHandlers? eventHandlers? ACTIVITY"),
    "extensions": ("", "extension+"), "extension": ("namespace! mustUnderstand!", ""),
    "import": ("namespace! location! importType!", ""),
    "partnerLinks": ("", "partnerLink+"), "partnerLink": ("name! partnerLinkType! myRole partnerRole", ""),
    "variables": ("", "variable+"), "variable": ("name! messageType type element", ""),
    "correlationSets": ("", "correlationSet+"), "correlationSet": ("name! properties!", ""),
    "faultHandlers": ("", "catch* catchAll?"), "catch": ("faultName!", "ACTIVITY"), "catchAll": ("", "ACTIVITY"),
    "compensationHandler": ("", "ACTIVITY"), "terminationHandler": ("", "ACTIVITY"),
    "eventHandlers": ("", "onAlarm+"),
    "scope": ("name", STANDARD + "partnerLinks? variables? correlationSets? faultHandlers? compensationHandler? terminationHandler?"
                                 " eventHandlers? ACTIVITY"),
    "flow": ("name", STANDARD + "links? ACTIVITY+"), "links": ("", "link+"), "link": ("name!", ""),
    "targets": ("", "joinCondition target+"), "joinCondition": ("", ""), "target": ("linkName!", ""),
    "sources": ("", "source+"), "source": ("linkName!", "transitionCondition?"), "transitionCondition": ("", ""),
    "sequence": ("name", STANDARD + "ACTIVITY+"),
    "if": ("name", STANDARD + "condition ACTIVITY elseif* else?"), "elseif": ("", "condition ACTIVITY"), "else": ("", "ACTIVITY"),
    "condition": ("", ""),
    "forEach": ("counterName! parallel!", STANDARD + "startCounterValue finalCounterValue scope"),
    "startCounterValue": ("", ""), "finalCounterValue": ("", ""),
    "pick": ("name", STANDARD + "onMessage+ onAlarm*"),
    "onMessage": ("partnerLink! portType! operation! variable!", "correlations? ACTIVITY"),
    "onAlarm": ("", "for ACTIVITY"), "for": ("", ""),
    "receive": ("name partnerLink! portType! operation! variable! createInstance", STANDARD + "correlations?"),
    "reply": ("name partnerLink! portType! operation! variable! faultName", STANDARD + "correlations?"),
    "invoke": ("name partnerLink! portType operation! inputVariable! outputVariable", STANDARD + "correlations?"),
    "correlations": ("", "correlation+"), "correlation": ("set! initiate!", ""),
    "assign": ("name", STANDARD + "copy+"), "copy": ("", "from to"),
    "from": ("variable part header partnerLink endpointReference", "literal?"), "to": ("variable part partnerLink", ""),
    "literal": ("", "ANY?"),
    "throw": ("faultName!", STANDARD), "rethrow": ("", STANDARD), "empty": ("name", STANDARD),
    "compensateScope": ("target!", STANDARD),
    "wait": ("name", STANDARD + "for"),
    "extensionActivity": ("", "ANY"),
    "documentation": ("", ""),
}


def content_pattern(content):
    parts = []
    for word in content.split():
        name, times = re.fullmatch(r"(\w+)([?*+]?)", word).groups()
        names = {"ACTIVITY": "|".join(ACTIVITIES), "ANY": r"#"}.get(name, name)
        parts.append(f"(?:(?:{names}) ){times}")
    return re.compile("(?:documentation )*" + "".join(parts))


ATTRIBUTES = {tag: {word.rstrip("!"): word.endswith("!") for word in attributes.split()} for tag, (attributes, _) in GRAMMAR.items()}
CONTENTS = {tag: content_pattern(content) for tag, (_, content) in GRAMMAR.items()}


def check_shape(node):
    """What is wrong with the attributes and the children of one element."""
    if node.tag not in GRAMMAR:
        return [f"<{node.tag}> is no construct that we write"]
    allowed = ATTRIBUTES[node.tag]
    problems = [f"<{node.tag}> has no attribute '{name}'" for name, required in allowed.items() if required and name not in node.attributes]
    problems += [f"<{node.tag}> may not have the attribute '{name}'" for name in node.attributes if name not in allowed]
    children = "".join((child.tag if child.space == BPEL else "#") + " " for child in node.children)
    if not CONTENTS[node.tag].fullmatch(children):
        shown = children if len(children) < 200 else children[:200] + "..."
        problems.append(f"<{node.tag}> has wrong children, or in the wrong order: {shown}")
    return problems
