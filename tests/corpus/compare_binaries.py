#!/usr/bin/env python3
"""Compares what two binaries of planbuilder make of the samples and of the third-party corpus, byte by byte.

Usage: compare_binaries.py OLD NEW [CORPUS] [--only WORD]
For a change that must not change what is written. Lists what differs; exit code 1 if anything does.
"""
import argparse
import concurrent.futures
import hashlib
import pathlib
import subprocess
import sys
import tempfile

SOURCE = pathlib.Path(__file__).parent.parent.parent
JOBS = 2
TIMEOUT_SECONDS = 120
ALL_TARGETS = "shell,json,bpel,bpel-opentosca"

# What is asked of every input; OUT stands for a folder or file that the command writes.
COMMANDS = {
    "validate": ["validate", "--json"],
    "plan": ["plan", "--all", "--json"],
    "plan by events": ["plan", "--all", "--json", "--derive", "events"],
    "plan as text": ["plan", "--all"],
    "plugins": ["plugins", "--json"],
    "simulate": ["simulate", "--json"],
    "generate": ["generate", "--target", ALL_TARGETS, "--allow-missing-artifacts", "-o", "OUT"],
    "pack": ["pack", "--target", ALL_TARGETS, "--allow-missing-artifacts", "-o", "OUT"],
}


def inputs_of(corpus):
    yield from (SOURCE / "samples" / name for name in ("guestbook", "figures/xml", "figures/yaml-1.3", "figures/yaml-2.0"))
    yield from sorted((SOURCE / "samples/events").glob("*.yaml"))
    for expected in sorted(corpus.glob("*/expected.tsv")) if corpus else []:
        for line in expected.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                yield expected.parent / line.split("\t")[0]


def digest_of(path):
    """Of a file, or of a folder with all that is in it; nothing when it is not there."""
    files = sorted(path.rglob("*")) if path.is_dir() else [path]
    return {file.relative_to(path).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files if file.is_file()}


def run(binary, command, subject, import_map):
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "out.csar"
        words = [str(out) if word == "OUT" else word for word in COMMANDS[command]]
        imports = [] if command == "pack" else import_map  # which is recorded in what is packed
        done = subprocess.run([binary, words[0], str(subject), *words[1:], *imports], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, timeout=TIMEOUT_SECONDS, check=False)
        texts = [text.replace(folder.encode(), b"OUT") for text in (done.stdout, done.stderr)]
        return done.returncode, *texts, digest_of(out)


def difference(old, new):
    """The first thing that differs, in words."""
    for name, before, after in zip(("exit code", "standard output", "messages"), old, new):
        if before != after:
            return name if isinstance(before, bytes) else f"{name} {before} -> {after}"
    files = sorted(name for name in old[3].keys() | new[3].keys() if old[3].get(name) != new[3].get(name))
    return "files: " + ", ".join(files[:3]) if files else None


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("corpus", nargs="?", type=pathlib.Path)
    parser.add_argument("--only", default="", help="only inputs and commands with this word in them")
    options = parser.parse_args()
    import_map = ["--import-map", str(options.corpus / "import-map.tsv")] if options.corpus else []
    cases = [(subject, command) for subject in inputs_of(options.corpus) for command in COMMANDS
             if options.only in f"{subject} {command}"]

    def compare(case):
        subject, command = case
        return difference(*(run(binary, command, subject, import_map) for binary in (options.old, options.new)))

    differing = 0
    with concurrent.futures.ThreadPoolExecutor(JOBS) as workers:
        for (subject, command), found in zip(cases, workers.map(compare, cases)):
            if found:
                differing += 1
                print(f"{command} {subject}: {found}")
    print(f"{len(cases)} runs of each binary, {differing} of them differ")
    return 1 if differing or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
