#!/usr/bin/env python3
"""Packs the samples and every case of the corpus that can be planned, and looks at what came out: it is valid, its model and its plans
are those of the original, it can be packed again without a difference, and without declarations the definitions are what they were.

Usage: pack_test.py BINARY SOURCE CORPUS N, where only every Nth case of the corpus is packed
Without the corpus, which is not part of this repository, only the samples are packed.
"""
import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

LEAST = 60  # of all cases must pack
# A text in quotes goes on where its key does not: what cannot be proven is not declared.
UNPROVEN = {"s66.yaml"}
# What packing never could: values that the shell target does not know, files that lie outside of what is given.
CANNOT = ("error[target-cannot]", "error[archive-unsafe-name]")


def run(*arguments):
    return subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True)


def without_places(value):
    """Plan documents but for what an edit of the definitions moves."""
    if isinstance(value, dict):
        return {key: without_places(item) for key, item in value.items() if key != "at"}
    return [without_places(item) for item in value] if isinstance(value, list) else value


def files_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def original_of(case, name):
    """The bytes of a definitions file before it was packed."""
    if zipfile.is_zipfile(case):
        return files_of(case).get(name)
    path = (case if case.is_dir() else case.parent) / name
    return path.read_bytes() if path.is_file() else None


def check(case, place, options):
    """The problems with a case; none at all when it cannot be packed to begin with."""
    if run("plan", case, "--all", "--json", *options).returncode != 0:
        return None
    name = case.name if case.suffix == ".csar" else case.stem + ".csar"
    packed, again, plain = (place / folder / name for folder in ("packed", "again", "plain"))
    for path in (packed, again, plain):
        path.parent.mkdir(exist_ok=True)
    made = run("pack", case, "-o", packed, "--allow-missing-artifacts", "--target", "shell,json", *options)
    if any(code in made.stderr for code in CANNOT):
        return None
    if made.returncode != 0:
        return [f"is not packed: {made.stderr}"]
    problems = []

    def expect(condition, what, result=None):
        if not condition:
            problems.append(what + (f": {result.stdout}{result.stderr}" if result else ""))

    expect(("could not be proven" in made.stderr) == (case.name in UNPROVEN), "a proof that is not expected: " + made.stderr)
    validated = run("validate", packed, *options)
    expect(validated.returncode == 0, "is not valid any more", validated)
    compared = run("diff", case, packed, *options)
    expect(compared.returncode == 0 and compared.stdout == "no differences\n", "differs", compared)
    before, after = (json.loads(run("plan", side, "--all", "--json", *options).stdout) for side in (case, packed))
    expect([plan["service"]["digest"] for plan in before["plans"]] == [plan["service"]["digest"] for plan in after["plans"]], "another digest")
    for document in (before, after):
        for plan in document["plans"]:
            plan.pop("diagnostics", None)  # which speak of places in words
    expect(without_places(before) == without_places(after), "other plans")
    repacked = run("pack", packed, "-o", again, "--allow-missing-artifacts", "--target", "shell,json", *options)
    expect(repacked.returncode == 0 and again.read_bytes() == packed.read_bytes(), "packing again makes a difference", repacked)
    inspected = run("inspect", packed, "--check", "--json", *options)
    expect(inspected.returncode == 0, "is not in order", inspected)
    run("pack", packed, "-o", plain, "--allow-missing-artifacts", "--target", "shell,json", "--declare", "none", *options)
    declared = json.loads(files_of(packed)["Plans/planbuilder.json"])["definitions"]
    restored = files_of(plain)
    for file in declared:
        expect(restored[file["path"]] == original_of(case, file["path"]), f"{file['path']} is not what it was")
    return problems


binary, source, corpus, stride = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), int(sys.argv[4])
samples = [source / "samples" / name for name in ("guestbook", "figures/xml", "figures/yaml-1.3", "figures/yaml-2.0", "events/vnf.yaml")]
cases = [(sample, []) for sample in samples]
if corpus.is_dir():
    for listing in sorted(corpus.glob("*/expected.tsv")):
        for line in listing.read_text().splitlines():
            path, verdict = line.split("\t")[:2]
            if verdict == "accept":
                cases.append((listing.parent / path, ["--import-map", corpus / "import-map.tsv"]))
cases[len(samples):] = cases[len(samples)::stride]
packed_cases, failed = 0, []
for case, options in cases:
    with tempfile.TemporaryDirectory() as place:
        found = check(case, pathlib.Path(place), options)
    packed_cases += found is not None
    failed += [f"{case}: {problem}" for problem in found or []]
    if case in samples and found is None:
        failed.append(f"{case}: cannot be planned")
print("\n".join(failed) or f"{packed_cases} of {len(cases)} packed, all as they were")
sys.exit(bool(failed) or (corpus.is_dir() and packed_cases < LEAST // stride))
