#!/usr/bin/env python3
"""Checks the #include lines of every folder against the folders that its CMake library may use, and looks for cycles of modules
and for names of targets where none may stand."""
import pathlib
import re
import sys

source, folders_tsv = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
uses, folder_of = {}, {}
for line in folders_tsv.read_text().splitlines():
    name, folder, used = line.split("\t")
    folder_of[name], uses[name] = folder, set(used.split())


def library_of(path):
    fitting = [name for name, folder in folder_of.items() if path.startswith(folder + "/")]
    return max(fitting, key=lambda name: len(folder_of[name]), default=None)


# Headers of these libraries stay inside the folder that uses them: they cost seconds per file.
heavy = re.compile(r"<(yaml-cpp|pugixml|inja|nlohmann|boost/graph|CLI|zip\.h)")
internal_headers = {"planbuilder/flow/graph.h", "planbuilder/emit/template/template_engine.h", "planbuilder/emit/template/fields.h",
                    "planbuilder/tosca/xml/document.h", "planbuilder/tosca/xml/names.h", "planbuilder/pack/xml_service.h"}

# CLI11 takes longest of all: commands are data, which one file hands to it.
knows_cli11 = "planbuilder/cli/command_line.cpp"

# Modules that may be part of a cycle, with the reason. A row that is needed no more is a problem too.
known_cycles = {
    ("planbuilder/emit/template/block", "planbuilder/emit/template/fields", "planbuilder/emit/template/shape"): "the fields of a template may be blocks",
    ("planbuilder/events/compile_behaviour", "planbuilder/events/compile_condition", "planbuilder/events/model"):
        "the model is compiled by what is part of it",
}

problems = []
includes = {}  # module -> modules that its header or its source includes
for top in ("csar", "planbuilder", "plugins"):
    for file in sorted((source / top).rglob("*")):
        if file.suffix not in (".h", ".cpp"):
            continue
        path = file.relative_to(source).as_posix()
        name = library_of(path)
        module = path.rsplit(".", 1)[0]
        included = includes.setdefault(module, set())
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if include := re.match(r'#include "([^"]+)\.h"', line):
                included.add(include[1])
                other = library_of(include[1])
                if name and other and other != name and other not in uses[name]:
                    problems.append(f"{path}:{number}: {name} does not name {other} in its CMakeLists.txt")
            elif line.startswith("#include <CLI") and path != knows_cli11:
                problems.append(f"{path}:{number}: only {knows_cli11} includes CLI11")
            elif file.suffix == ".h" and path not in internal_headers and heavy.search(line) and line.startswith("#include"):
                problems.append(f"{path}:{number}: a heavy header in a public header: {line}")


def find_cycles():
    """The strongly connected components of more than one module, each sorted (Tarjan, without recursion)."""
    number, low, stack, found = {}, {}, [], []
    for start in sorted(includes):
        work = [] if start in number else [(start, iter(sorted(includes[start])))]
        while work:
            module, rest = work[-1]
            if module not in number:
                number[module] = low[module] = len(number)
                stack.append(module)
            for other in rest:
                if other == module or other not in includes:
                    continue
                if other not in number:
                    work.append((other, iter(sorted(includes[other]))))
                    break
                if other in stack:
                    low[module] = min(low[module], number[other])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[module])
                if low[module] == number[module]:
                    at = stack.index(module)
                    if len(stack) - at > 1:
                        found.append(tuple(sorted(stack[at:])))
                    del stack[at:]
    return sorted(found)


cycles = find_cycles()
problems += [f"these modules include one another: {', '.join(cycle)}" for cycle in cycles if cycle not in known_cycles]
problems += [f"there is no cycle any more of {', '.join(known)}: take it out of known_cycles" for known in known_cycles if known not in cycles]

# A target is known in its own folder: whoever writes, packs or shows plans asks it, and never asks for its name.
targets = [re.search(r'\.name = "([^"]+)"', file.read_text())[1] for file in sorted((source / "planbuilder/emit").glob("*/target.cpp"))]
name_of_target = re.compile(r"(?<![\w./-])(" + "|".join(sorted(targets, key=len, reverse=True)) + r")(?![\w/-])")
texts = {".cpp": re.compile(r'"(?:[^"\\]|\\.)*"'), ".js": re.compile(r"'(?:[^'\\]|\\.)*'")}
texts[".h"] = texts[".cpp"]
# Formats of output and of highlighting are called like targets; the page itself shows the plan document.
about_formats = re.compile(r"""format|"text[",]|ENDINGS|codeBlock|'json'""")
for folder in ("cli", "driver", "pack", "review"):
    for file in sorted((source / "planbuilder" / folder).rglob("*")):
        if file.suffix not in texts:
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if line.startswith("#include") or about_formats.search(line):
                continue
            for text in texts[file.suffix].findall(line):
                if found := name_of_target.search(text):
                    problems.append(f"{file.relative_to(source)}:{number}: the target {found[1]} is named outside of its folder: {text}")
print("\n".join(problems) or f"{len(folder_of)} folders use only what they may, {len(includes)} modules are in an order")
sys.exit(bool(problems))
