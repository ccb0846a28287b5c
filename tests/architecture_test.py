#!/usr/bin/env python3
"""Holds the #include lines of every folder against the folders that its CMake library may use."""
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
internal_headers = {"planbuilder/flow/graph.h", "planbuilder/emit/template_engine.h", "planbuilder/emit/fields.h",
                    "planbuilder/tosca/xml/document.h", "planbuilder/tosca/xml/names.h", "planbuilder/pack/xml_service.h"}

# CLI11 takes longest of all: commands are data, which one file hands to it.
knows_cli11 = "planbuilder/cli/command_line.cpp"

problems = []
for name, folder in folder_of.items():
    for file in sorted((source / folder).rglob("*")):
        path = file.relative_to(source).as_posix()
        if file.suffix not in (".h", ".cpp") or library_of(path) != name:
            continue
        for number, line in enumerate(file.read_text().splitlines(), 1):
            if include := re.match(r'#include "([^"]+)"', line):
                other = library_of(include[1])
                if other and other != name and other not in uses[name]:
                    problems.append(f"{path}:{number}: {name} does not name {other} in its CMakeLists.txt")
            elif line.startswith("#include <CLI") and path != knows_cli11:
                problems.append(f"{path}:{number}: only {knows_cli11} includes CLI11")
            elif file.suffix == ".h" and path not in internal_headers and heavy.search(line) and line.startswith("#include"):
                problems.append(f"{path}:{number}: a heavy header in a public header: {line}")
print("\n".join(problems) or f"{len(folder_of)} folders use only what they may")
sys.exit(bool(problems))
