#!/usr/bin/env python3
"""Runs `planbuilder validate` on every case of a third-party corpus and compares with the verdict its origin expects.

Usage: corpus_test.py BINARY CORPUS [GROUP...]
The corpus is not part of this repository; without it the test is skipped (exit code 77).
"""
import concurrent.futures
import dataclasses
import pathlib
import re
import subprocess
import sys

# How many cases of each group must agree. Raise a number when the reader gets better; never lower it.
THRESHOLDS = {
    "simple-1.x": 111,
    "oasis-2.0": 238,
    "puccini-2.0": 5,
    "opentosca-xml": 23,
}
TIMEOUT_SECONDS = 300
JOBS = 2
SKIPPED = 77
HERE = pathlib.Path(__file__).parent


@dataclasses.dataclass
class Case:
    path: pathlib.Path
    name: str  # group/path, as in exceptions.tsv
    expected: str  # accept, reject, unknown; or "valid, N nodes, M relationships" where the counts are known


@dataclasses.dataclass
class Outcome:
    case: Case
    verdict: str  # accept, reject, crash, hang; or the counts
    reason: str  # the first line that says why

    @property
    def broken(self):
        return self.verdict in ("crash", "hang")

    @property
    def agrees(self):
        return self.verdict == self.case.expected


def rows(path):
    """The lines of a tab separated file, without its comments."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    return [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]


def count_of(number, noun):
    return f"{number} {noun}" if number == "1" else f"{number} {noun}s"


def cases_of(group, corpus):
    overridden = {row[0]: row[1] for row in rows(HERE / "exceptions.tsv")}
    for path, *columns in rows(corpus / group / "expected.tsv"):
        if columns[0].isdigit():
            expected = f"valid, {count_of(columns[0], 'node')}, {count_of(columns[1], 'relationship')}"
        else:
            expected = columns[0]
        name = f"{group}/{path}"
        yield Case(corpus / group / path, name, overridden.get(name, expected))


def first_error(text):
    lines = text.splitlines()
    line = next((line for line in lines if re.search(r"\berror\b", line)), lines[0] if lines else "")
    return "".join(letter if letter.isprintable() else "?" for letter in line)


def judge(case, command):
    try:
        # A case's own folder, so that places in messages stay short.
        done = subprocess.run([*command, case.path.name], cwd=case.path.parent, timeout=TIMEOUT_SECONDS,
                              capture_output=True, text=True, errors="replace", check=False)
    except subprocess.TimeoutExpired:
        return Outcome(case, "hang", f"no answer after {TIMEOUT_SECONDS} seconds")
    sanitizer = re.search(r"^.*(AddressSanitizer|LeakSanitizer|runtime error:).*$", done.stderr, re.MULTILINE)
    if sanitizer or done.returncode not in (0, 1, 2):
        return Outcome(case, "crash", sanitizer[0] if sanitizer else f"exit code {done.returncode}: {done.stderr[-200:]}")
    if done.returncode != 0:
        return Outcome(case, "reject", first_error(done.stderr))
    counts = re.search(r"valid, \d+ nodes?, \d+ relationships?", done.stdout)
    if case.expected.startswith("valid, "):
        return Outcome(case, counts[0] if counts else "accept", "")
    return Outcome(case, "accept", "")


def run_group(group, corpus, command):
    """Prints what came out; true when the group is as good as it has to be."""
    with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
        outcomes = list(pool.map(lambda case: judge(case, command), cases_of(group, corpus)))
    decided = [outcome for outcome in outcomes if outcome.case.expected != "unknown"]
    agreeing = sum(outcome.agrees for outcome in decided)
    crashes = sum(outcome.verdict == "crash" for outcome in outcomes)
    hangs = sum(outcome.verdict == "hang" for outcome in outcomes)
    for outcome in outcomes:
        if outcome.broken or (outcome in decided and not outcome.agrees):
            print(f"  {outcome.case.name}: expected {outcome.case.expected}, got {outcome.verdict}  {outcome.reason}")
    threshold = THRESHOLDS[group]
    print(f"{group}: {agreeing} of {len(decided)} decided cases agree (at least {threshold} must), "
          f"{crashes} crashes, {hangs} hangs in {len(outcomes)} cases")
    return agreeing >= threshold and crashes + hangs == 0


def main(binary, corpus, *groups):
    corpus = pathlib.Path(corpus).resolve()
    if not corpus.is_dir():
        print(f"skipped: there is no corpus at {corpus}")
        return SKIPPED
    command = [str(pathlib.Path(binary).resolve()), "validate"]
    usage = subprocess.run([*command, "--help"], capture_output=True, text=True, check=True).stdout
    if "--import-map" in usage:
        command += ["--import-map", str(corpus / "import-map.tsv")]
    passed = [run_group(group, corpus, command) for group in groups or THRESHOLDS]
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
