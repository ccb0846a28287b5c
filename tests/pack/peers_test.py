#!/usr/bin/env python3
"""A CSAR that other parsers load they still load when plans were packed into it without declarations.

Usage: peers_test.py BINARY SOURCE CORPUS
The parsers are installed once into the user's cache; where they cannot be fetched the test is skipped (exit code 77). Without
the corpus, which is not part of this repository, only a small service and the guestbook are tried.
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import venv
import zipfile

SKIPPED = 77
# opera's parser asks for a PyYAML that cannot be built any more: its dependencies are named here instead.
WITHOUT_DEPENDENCIES = ["opera-tosca-parser==0.2.2"]
PACKAGES = ["PyYAML==6.0.3", "shtab==1.13.0", "setuptools==65.5.0", "tosca-parser==2.15.0"]

SMALL = """tosca_definitions_version: tosca_simple_yaml_1_3
metadata:
  template_name: small
  template_author: planbuilder
  template_version: 1.0.0
topology_template:
  node_templates:
    machine:
      type: tosca.nodes.Compute
"""
META = "TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: planbuilder\nEntry-Definitions: service.yaml\n"


def parsers():
    """The parsers in an environment of their own, by name."""
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "planbuilder" / "peers-1"
    if not (cache / "complete").exists():
        venv.create(cache, with_pip=True, clear=True)
        for packages in (["--no-deps", *WITHOUT_DEPENDENCIES], PACKAGES):
            if subprocess.run([cache / "bin" / "pip", "install", "--quiet", *packages], capture_output=True).returncode != 0:
                print("the parsers cannot be fetched")
                sys.exit(SKIPPED)
        (cache / "complete").touch()
    return {"opera": [cache / "bin" / "opera-tosca-parser", "parse"], "tosca-parser": [cache / "bin" / "tosca-parser", "--template-file"]}


def accepts(command, archive):
    # Messages of some parsers go to a log beside them, and do not count.
    return subprocess.run([*map(str, command), str(archive)], capture_output=True, cwd=archive.parent).returncode == 0


def zipped(folder, archive):
    with zipfile.ZipFile(archive, "w") as out:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                out.write(path, path.relative_to(folder))
    return archive


def cases(place):
    small = place / "small"
    (small / "TOSCA-Metadata").mkdir(parents=True)
    (small / "service.yaml").write_text(SMALL)
    (small / "TOSCA-Metadata" / "TOSCA.meta").write_text(META)
    yield zipped(small, place / "small.csar")
    yield zipped(source / "samples" / "guestbook", place / "guestbook.csar")
    for path in sorted((corpus / "simple-1.x").rglob("*")):
        if path.suffix in (".csar", ".zip") and zipfile.is_zipfile(path):
            yield path


binary, source, corpus = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
problems, accepted = [], {}
peers = parsers()
with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder)
    for original in cases(place):
        packed = place / ("packed-" + original.name)
        made = subprocess.run([binary, "pack", original, "-o", packed, "--declare", "none", "--allow-missing-artifacts"], capture_output=True, text=True)
        if made.returncode != 0:
            if original.name in ("small.csar", "guestbook.csar"):
                problems.append(f"{original.name} is not packed: {made.stderr}")
            continue
        for name, command in peers.items():
            if not accepts(command, original):
                continue
            accepted[name] = accepted.get(name, 0) + 1
            if not accepts(command, packed):
                problems.append(f"{name} does not load {original.name} any more")
for name in peers:
    if name not in accepted:
        problems.append(f"{name} loads nothing at all, so that this test shows nothing")
print("\n".join(problems) or ", ".join(f"{name} still loads {count}" for name, count in sorted(accepted.items())))
sys.exit(bool(problems))
