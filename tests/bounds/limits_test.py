#!/usr/bin/env python3
"""Each limit from both sides: what is just within it is accepted, what is just beyond is refused with its code.

The limits, and their codes, are those of the page that lists them, so a new one needs a case here.
Usage: limits_test.py PLANBUILDER SOURCES
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

import models

SERVICE = models.service(["x: {type: Root}"])


def archive(folder, files, compression=zipfile.ZIP_DEFLATED):
    with zipfile.ZipFile(folder / "a.csar", "w", compression) as out:
        for name, content in files.items():
            out.writestr(name, content)
    return folder / "a.csar"


def with_entries(folder, count):
    return archive(folder, {"service.yaml": SERVICE} | {f"f{i}": "" for i in range(count - 1)})


def with_entry_size(folder, size):
    return archive(folder, {"service.yaml": SERVICE, "large": "x" * size})


def with_total_size(folder, size):
    return archive(folder, {"service.yaml": SERVICE, "rest": "x" * (size - len(SERVICE))})


def with_ratio(folder, ratio):
    """Stored bytes and compressible ones, so that the ratio is between this one and the next."""
    size = 1 << 21
    # Digits of no order are stored almost as they are; the rest takes a thousandth.
    import random
    noise = random.Random(1).randbytes(size)
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        path = archive(folder, {"service.yaml": SERVICE, "large": noise[:middle] + bytes(size - middle)})
        with zipfile.ZipFile(path) as made:
            packed = made.getinfo("large").compress_size
        if size // packed > ratio:
            low = middle + 1
        else:
            high = middle
    return archive(folder, {"service.yaml": SERVICE, "large": noise[:low] + bytes(size - low)})


def with_files(folder, count):
    return models.chain_of_imports(folder, count)


def with_substitutes(folder, nodes):
    """One node in the place of which there are so many."""
    models.write(folder, "types.yaml", models.SIMPLE + "node_types:\n  T: {derived_from: Root}\n")
    names = "".join(f"    n{i}: {{type: Root}}\n" for i in range(nodes - 1))
    models.write(folder, "other.yaml", models.SIMPLE + "imports: [types.yaml]\ntopology_template:\n  substitution_mappings: {node_type: T}\n"
                 "  node_templates:\n" + names)
    return models.write(folder, "service.yaml", models.service(["x: {type: T, directives: [substitute]}", "y: {type: Root}"],
                                                              "imports: [types.yaml, other.yaml]\n"))


def with_checks(folder, checks):
    """One requirement with a filter, and so many candidates."""
    types = """node_types:
  A: {derived_from: Root, requirements: [r: {capability: Node, node: B, relationship: DependsOn, occurrences: [0, 1]}]}
  B: {derived_from: Root, properties: {p: {type: integer}}}
"""
    nodes = ["a: {type: A, requirements: [r: {node_filter: {properties: [p: {equal: -1}]}}]}"]
    return models.write(folder, "service.yaml", models.service(nodes + [f"b{i}: {{type: B, properties: {{p: {i}}}}}" for i in range(checks)], types))


def with_nodes(folder, count):
    """Every key, value, map and list is one; these are 14 besides those in the list."""
    items = ", ".join("x" for _ in range(count - 14))
    return models.write(folder, "service.yaml", models.SIMPLE + f"metadata: {{m: &a x}}\ndsl_definitions:\n  a: [{items}]\n  b: *a\n")


def with_elements(folder, depth):
    """Properties inside one another; five elements stand around them."""
    inner = depth - 5
    return models.write(folder, "service.tosca", '<Definitions id="d" targetNamespace="urn:t" xmlns:t="urn:t"'
                        ' xmlns="http://docs.oasis-open.org/tosca/ns/2011/12"><NodeType name="N"/><ServiceTemplate id="s"><TopologyTemplate>'
                        '<NodeTemplate id="n" type="t:N"><Properties>' + "<p>" * inner + "x" + "</p>" * inner +
                        "</Properties></NodeTemplate></TopologyTemplate></ServiceTemplate></Definitions>")


# A number, and a model that has just so many of what is counted.
CASES = {
    "archive-entries": (5, with_entries),
    "archive-entry-size": (5000, with_entry_size),
    "archive-total-size": (5000, with_total_size),
    "archive-ratio": (20, with_ratio),
    "yaml-depth": (12, models.nested),
    "yaml-nodes": (100, with_nodes),
    "xml-depth": (8, with_elements),
    "imported-files": (7, with_files),
    "substituted-nodes": (6, with_substitutes),
    "filter-checks": (9, with_checks),
}


def known_limits(sources):
    page = (sources / "planbuilder/driver/limits.md").read_text()
    return re.findall(r"^\| `([a-z-]+)` \| [0-9]+ \| `([a-z-]+)` \|", page, re.MULTILINE)


def said(planbuilder, entry, limit):
    done = subprocess.run([planbuilder, "validate", entry, "--limit", limit], capture_output=True, text=True)
    return done.returncode, done.stderr


def main():
    planbuilder, sources = sys.argv[1], pathlib.Path(sys.argv[2])
    limits = known_limits(sources)
    problems = [f"{name}: no case" for name, _ in limits if name not in CASES]
    for name, code in limits:
        if name not in CASES:
            continue
        number, make = CASES[name]
        for amount, refused in ((number, False), (number + 1, True)):
            with tempfile.TemporaryDirectory() as place:
                exit_code, messages = said(planbuilder, make(pathlib.Path(place), amount), f"{name}={number}")
            if exit_code != int(refused) or (f"error[{code}]" in messages) != refused or (refused and f"--limit {name}=VALUE" not in messages):
                problems.append(f"{name}={number}: {amount} ends with {exit_code}: {messages[:400]}")
    print("\n".join(problems) if problems else f"{len(limits)} limits hold on both sides")
    return 1 if problems or not limits else 0


if __name__ == "__main__":
    sys.exit(main())
