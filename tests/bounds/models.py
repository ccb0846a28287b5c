"""Models that are small and ask for much. Each function writes one into a folder and returns its entry."""

SIMPLE = "tosca_definitions_version: tosca_simple_yaml_1_3\n"
NEW = "tosca_definitions_version: tosca_2_0\n"


def write(folder, name, text):
    path = folder / name
    path.write_text(text)
    return path


def service(nodes, before=""):
    return SIMPLE + before + "topology_template:\n  node_templates:\n" + "".join(f"    {node}\n" for node in nodes)


def chain_of_imports(folder, count):
    """Each file imports the next one and derives its type from that of the next one."""
    for i in range(count + 1):
        last = i == count
        text = ("" if last else f"imports: [f{i + 1}.yaml]\n") + f"node_types:\n  T{i}: {{derived_from: {'Root' if last else f'T{i + 1}'}}}\n"
        write(folder, f"f{i}.yaml", service(["x: {type: T0}"], text) if i == 0 else SIMPLE + text)
    return folder / "f0.yaml"


def imports_of_imports(folder, count):
    """Each file imports the next two under namespaces: the number of ways grows like that of rabbits."""
    for i in range(count + 1):
        imports = "".join(f"  - {{file: f{j}.yaml, namespace_prefix: {name}}}\n" for j, name in ((i + 1, "a"), (i + 2, "b")) if j <= count)
        text = (f"imports:\n{imports}" if imports else "") + f"node_types:\n  T{i}: {{derived_from: Root}}\n"
        write(folder, f"f{i}.yaml", service(["x: {type: T0}"], text) if i == 0 else SIMPLE + text)
    return folder / "f0.yaml"


def substitutes_of_substitutes(folder, levels):
    """Each service has two nodes that the next service stands for."""
    types = "".join(f"  T{i}: {{derived_from: Root}}\n" for i in range(levels + 1))
    write(folder, "types.yaml", SIMPLE + "node_types:\n" + types)
    for i in range(levels):
        ask = "" if i + 1 == levels else ", directives: [substitute]"
        mapping = f"  substitution_mappings: {{node_type: T{i}}}\n"
        nodes = "".join(f"    {name}: {{type: T{i + 1}{ask}}}\n" for name in "ab")
        write(folder, f"s{i}.yaml", f"{SIMPLE}imports: [types.yaml]\ntopology_template:\n{mapping}  node_templates:\n{nodes}")
    imports = ", ".join(["types.yaml"] + [f"s{i}.yaml" for i in range(levels)])
    return write(folder, "service.yaml", service(["x: {type: T0, directives: [substitute]}"], f"imports: [{imports}]\n"))


def chain_of_substitutes(folder, levels):
    """Each service has a node that the next service stands for, and one that stays."""
    types = "".join(f"  T{i}: {{derived_from: Root}}\n" for i in range(levels + 1))
    write(folder, "types.yaml", SIMPLE + "node_types:\n" + types)
    for i in range(levels):
        ask = "" if i + 1 == levels else ", directives: [substitute]"
        write(folder, f"s{i}.yaml", f"{SIMPLE}imports: [types.yaml]\ntopology_template:\n  substitution_mappings: {{node_type: T{i}}}\n"
              f"  node_templates:\n    a: {{type: T{i + 1}{ask}}}\n    b: {{type: Root}}\n")
    imports = ", ".join(["types.yaml"] + [f"s{i}.yaml" for i in range(levels)])
    return write(folder, "service.yaml", service(["x: {type: T0, directives: [substitute]}"], f"imports: [{imports}]\n"))


def chain_of_properties(folder, count):
    """Each property of a node reads the one before."""
    types = "".join(f"      p{i}: {{type: string}}\n" for i in range(count))
    values = "".join(f"        p{i}: {{get_property: [SELF, p{i - 1}]}}\n" for i in range(1, count))
    text = f"node_types:\n  T:\n    derived_from: Root\n    properties:\n{types}"
    return write(folder, "service.yaml", service(["x:\n      type: T\n      properties:\n        p0: x\n" + values], text))


def filters(folder, count, different):
    """As many requirements as candidates, none of which fits."""
    types = """node_types:
  A: {derived_from: Root, requirements: [r: {capability: Node, node: B, relationship: DependsOn, occurrences: [0, 1]}]}
  B: {derived_from: Root, properties: {p: {type: integer}}}
"""
    wanted = [count + (i if different else 0) for i in range(count)]
    nodes = [f"a{i}: {{type: A, requirements: [r: {{node_filter: {{properties: [p: {{equal: {value}}}]}}}}]}}" for i, value in enumerate(wanted)]
    nodes += [f"b{i}: {{type: B, properties: {{p: {i}}}}}" for i in range(count)]
    return write(folder, "service.yaml", service(nodes, types))


def filters_2_0(folder, count, different):
    types = """capability_types: {C: {}}
relationship_types: {R: {}}
node_types:
  A: {requirements: [r: {capability: C, node: B, relationship: R}]}
  B: {capabilities: {c: {type: C}}, properties: {p: {type: integer}}}
service_template:
  node_templates:
"""
    nodes = ""
    for i in range(count):
        condition = f"{{$equal: [{{$get_property: [SELF, p]}}, {count + (i if different else 0)}]}}"
        nodes += f"    a{i}: {{type: A, requirements: [r: {{node_filter: {condition}}}]}}\n"
    nodes += "".join(f"    b{i}: {{type: B, properties: {{p: {i}}}}}\n" for i in range(count))
    return write(folder, "service.yaml", NEW + types + nodes)


def events_without_rest(folder, count):
    """Each node sends an event to itself again and again, under a condition that only a run can answer."""
    text = """interface_types:
  Life:
    attributes: {state: {type: string, default: a}}
    operations:
      go:
        outputs: {state: [SELF, state]}
        precondition: {$not: [{$equal: [{$get_state: [state]}, never]}]}
        on_success: {triggers: [{event: go}]}
node_types:
  N: {interfaces: {life: {type: Life}}}
service_template:
  events:
    deploy: {triggers: [{event: [ALL, INTERFACE, life, go]}]}
  node_templates:
"""
    return write(folder, "service.yaml", NEW + text + "".join(f"    n{i}: {{type: N}}\n" for i in range(count)))


def chain_of_event_types(folder, count):
    """Each type adds a precondition to an operation that it inherits."""
    text = """interface_types:
  Life:
    attributes: {state: {type: string, default: a}}
    operations: {go: {on_success: {set: {state: b}}}}
node_types:
  T0: {interfaces: {life: {type: Life}}}
"""
    for i in range(1, count):
        condition = f"{{$not: [{{$equal: [{{$get_state: [state]}}, never{i}]}}]}}"
        text += f"  T{i}: {{derived_from: T{i - 1}, interfaces: {{life: {{operations: {{go: {{precondition: {condition}}}}}}}}}}}\n"
    text += "service_template:\n  events: {deploy: {triggers: [{event: [ALL, INTERFACE, life, go]}]}}\n"
    return write(folder, "service.yaml", f"{NEW}{text}  node_templates: {{x: {{type: T{count - 1}}}}}\n")


def steps_of_workflow(folder, count):
    """A workflow of so many steps in a row, each with a filter and a branch for its failure."""
    steps = "".join(
        f"        s{i}: {{target: n, filter: [{{level: [{{less_than: {i}}}]}}], activities: [{{set_state: a}}], "
        f"on_success: [{f's{i + 1}' if i + 1 < count else ''}], on_failure: [f{i}]}}\n"
        f"        f{i}: {{target: n, activities: [{{set_state: b}}]}}\n" for i in range(count))
    types = "node_types:\n  N: {derived_from: tosca.nodes.Root, attributes: {level: {type: integer, default: 0}}}\n"
    return write(folder, "service.yaml", service(["n: {type: N}"], types) + "  workflows:\n    deploy:\n      steps:\n" + steps)


def workflows_of_workflows(folder, levels):
    """Each workflow inlines the next one twice."""
    workflows = "".join(f"    {f'w{i}' if i else 'deploy'}: {{steps: {{a: {{target: n, activities: "
                        f"[{{inline: w{i + 1}}}, {{inline: w{i + 1}}}]}}}}}}\n" for i in range(levels))
    last = f"    w{levels}: {{steps: {{a: {{target: n, activities: [{{set_state: a}}]}}}}}}\n"
    return write(folder, "service.yaml", service(["n: {type: tosca.nodes.Root}"]) + "  workflows:\n" + workflows + last)


def nested(folder, depth):
    """Lists inside lists; three maps stand around them."""
    return write(folder, "service.yaml", service([f"x: {{type: Root, metadata: {{m: {'[' * (depth - 5)}x{']' * (depth - 5)}}}}}"]))


def aliases(folder, count):
    """As many values as that, with those that aliases stand for."""
    return write(folder, "service.yaml", SIMPLE + "metadata: {m: x}\ndsl_definitions:\n  a: &a [" + "x, " * count + "x]\n  b: *a\n")
