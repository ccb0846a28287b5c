#!/usr/bin/env python3
"""Holds the #include lines of every folder against the folders that its CMake library may use, and looks for names of targets where none may stand."""
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
internal_headers = {"planbuilder/flow/graph.h", "planbuilder/cli/common_options.h", "planbuilder/emit/template/template_engine.h", "planbuilder/emit/template/fields.h",
                    "planbuilder/tosca/xml/document.h", "planbuilder/tosca/xml/names.h", "planbuilder/pack/xml_service.h"}

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
            elif file.suffix == ".h" and path not in internal_headers and heavy.search(line) and line.startswith("#include"):
                problems.append(f"{path}:{number}: a heavy header in a public header: {line}")
# A target is known in its own folder: whoever writes, packs or shows plans asks it, and never asks for its name.
targets = [re.search(r'\.name = "([^"]+)"', file.read_text())[1] for file in sorted((source / "planbuilder/emit").glob("*/target.cpp"))]
name_of_target = re.compile(r"(?<![\w./-])(" + "|".join(sorted(targets, key=len, reverse=True)) + r")(?![\w/-])")
texts = {".cpp": re.compile(r'"(?:[^"\\]|\\.)*"'), ".js": re.compile(r"'(?:[^'\\]|\\.)*'")}
texts[".h"] = texts[".cpp"]
# Formats of output and of highlighting are called like targets; the page itself shows the plan document.
about_formats = re.compile(r"""format|"text"|ENDINGS|codeBlock|'json'""")
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
print("\n".join(problems) or f"{len(folder_of)} folders use only what they may")
sys.exit(bool(problems))
