#!/usr/bin/env python3
"""Damages the state directory of a service at rest, in random ways, and then asks every command of its plans. Each does what is right,
or says what is wrong: nothing hangs, no message is one of bash, and nothing that was done is done again in silence.

Usage: records.py PLANBUILDER [--damages N] [--seed N]
"""
import argparse
import collections
import pathlib
import random
import re
import shutil
import subprocess
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "shell"))
import promises  # noqa: E402  pylint: disable=wrong-import-position
from random_service import random_service  # noqa: E402  pylint: disable=wrong-import-position
from service import expect  # noqa: E402  pylint: disable=wrong-import-position

CODES = {0: "done", 1: "failed", 2: "unreadable", 3: "refused", 4: "taken back"}
OF_BASH = re.compile(r"(^|[/ ])[\w.]+(\.sh)?: line \d+: |unbound variable|syntax error", re.MULTILINE)
# What comes before a state directory is at rest: calls of plans, and the operation that is broken in the last one.
PASTS = {
    "a build that failed": ((("build", "run"), "tip/1 create"),),
    "a service": ((("build", "run"), ""),),
    "a service that failed to grow": ((("build", "run"), ""), (("scale-out-tier", "run", "--by", "2"), "tip/3 create")),
    "a build that is half taken back": ((("build", "run", "--undo-on-failure"), "tip/1 create|n0/1 stop"),),
}
# What is asked then, one after the other, each of what the one before it left.
COMMANDS = (("build", "status"), ("build", "status", "--json"), ("build", "outputs"), ("build", "resume"), ("scale-out-tier", "resume"),
            ("scale-out-tier", "run"), ("build", "abandon"), ("terminate", "run"), ("build", "status"), ("build", "run"))


def cut(content, dice):
    return content[:dice.randrange(len(content) + 1)]


def flip(content, dice):
    at = dice.randrange(len(content))
    return content[:at] + bytes([content[at] ^ 1 << dice.randrange(8)]) + content[at + 1:]


def without_a_line(content, dice):
    lines = content.splitlines(keepends=True)
    del lines[dice.randrange(len(lines))]
    return b"".join(lines)


def with_a_line_twice(content, dice):
    lines = content.splitlines(keepends=True)
    lines.insert(dice.randrange(len(lines) + 1), dice.choice(lines))
    return b"".join(lines)


def shuffled(content, dice):
    lines = content.splitlines(keepends=True)
    dice.shuffle(lines)
    return b"".join(lines)


def with_rubbish(content, dice):
    at = dice.randrange(len(content) + 1)
    return content[:at] + dice.randbytes(dice.randint(1, 20)) + content[at:]


IN_FILES = (cut, flip, without_a_line, with_a_line_twice, shuffled, with_rubbish, lambda content, dice: b"")


def delete(path):
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink()


def turn_over(path, _):
    """A file becomes a folder, and a folder a file."""
    was_folder = path.is_dir()
    delete(path)
    if was_folder:
        path.write_text("x")
    else:
        path.mkdir()


def add_stranger(path, dice):
    folder = path if path.is_dir() else path.parent
    name = dice.choice((".DS_Store", "9", "0", "1 (copy)", "journal.bak", "%", "007", "-n", "new\nline", "lost+found"))
    if not (folder / name).exists():
        if dice.random() < 0.5:
            (folder / name).write_bytes(dice.choice((b"", b"x", b"1\n")))
        else:
            (folder / name).mkdir()


def damage(state, dice):
    """Does it, and says what was done. Half of it is done to journals. Vaults are left to test_vault: a finding could cost a folder of ours."""
    every = sorted(path for path in state.rglob("*") if "logs" not in path.parts and path.name != "vault")
    files = [path for path in every if path.is_file() and path.stat().st_size]
    journals = [path for path in files if path.name == "journal"]
    chance = dice.random()
    if chance < 0.7:
        path, change = dice.choice(journals if dice.random() < 0.5 else files), dice.choice(IN_FILES)
        path.write_bytes(change(path.read_bytes(), dice))
        return f"{getattr(change, '__name__', change)} {path.relative_to(state)}"
    path, change = dice.choice(every), dice.choice((lambda path, _: delete(path), turn_over, add_stranger))
    name = {delete: "delete"}.get(change, getattr(change, "__name__", "")).replace("<lambda>", "delete")
    change(path, dice)
    return f"{name} {path.relative_to(state)}"


def ended(service):
    return [event[1:] for event in promises.traced(service) if event[0] == "end"]


def check(command, result, before, after):
    """One command: what it said, and what ran before it and because of it."""
    said = result.stdout + result.stderr
    expect(result.returncode in CODES, command, "ended with", result.returncode, said)
    expect(not OF_BASH.search(said), command, "says what only bash understands:", said)
    expect(result.returncode == 0 or result.stderr.strip(), command, "ended with", result.returncode, "and said nothing")
    if command[1] == "resume":
        again = [call for call in after if call in before]
        expect(not again or "runs again" in said, command, "did again in silence:", again, said)


class Damages:
    """Services at rest, which are damaged again and again."""

    def __init__(self, planbuilder, seed):
        self.dice = random.Random(f"records {seed}")
        self.service = random_service(planbuilder, self.dice)
        self.rests, self.codes, self.findings = {}, collections.Counter(), 0
        for name, calls in PASTS.items():
            self.rests[name] = self.prepare(name, calls)

    def prepare(self, name, calls):
        """Lets it happen, and keeps a copy of what is then there."""
        for call, broken in calls:
            self.call(call, broken)
        kept = self.service.folder / "rests" / name
        shutil.copytree(self.service.state, kept / "state", symlinks=True)
        shutil.move(self.service.folder / "trace", kept / "trace")
        shutil.rmtree(self.service.state)
        return kept

    def call(self, call, broken=""):
        return self.service.call(*call[1:], plan=call[0], BROKEN=broken)

    def rest(self, name):
        """Everything is as it was then."""
        shutil.rmtree(self.service.state, ignore_errors=True)
        shutil.copytree(self.rests[name] / "state", self.service.state, symlinks=True)
        shutil.copy(self.rests[name] / "trace", self.service.folder / "trace")

    def strike(self):
        """One damage, and all commands after it."""
        name = self.dice.choice(sorted(self.rests))
        self.rest(name)
        done = f"{name}: " + ", ".join(damage(self.service.state, self.dice) for _ in range(self.dice.choice((1, 1, 2))))
        for command in COMMANDS:
            before = ended(self.service)
            try:
                result = self.call(command)
                check(command, result, before, ended(self.service)[len(before):])
            except (AssertionError, subprocess.TimeoutExpired) as finding:
                print(f"{done}\n{finding}\n", file=sys.stderr)
                self.findings += 1
                return
            self.codes[f"{CODES[result.returncode]} by {command[1]}"] += 1
            if command[1] != "status" and self.dice.random() < 0.3:
                return


def test_vault(damages):
    """A run removes its vault when it ends. If the name of the vault is damaged, no other folder is removed."""
    folder = damages.service.folder / "planbuilder-1"
    folder.mkdir()
    (folder / "kept").write_text("x")
    for command in "resume", "abandon":
        damages.rest("a build that failed")
        (damages.service.state / "runs/1/vault").write_text(str(folder))
        result = damages.call(("build", command))
        expect(result.returncode == 2 and "vault is damaged" in result.stderr, result.returncode, result.stderr)
        expect((folder / "kept").exists(), command, "removed a folder that is no vault")


def test_journal(damages):
    """A line twice is undone once; a line that is damaged is refused; lines that are lost are told of."""
    journal = damages.service.state / "runs/1/journal"
    damages.rest("a build that is half taken back")
    lines = journal.read_text().splitlines(keepends=True)
    journal.write_text("".join(line * (1 + line.startswith("done\tn0_provision_start\t")) for line in lines))
    result = damages.call(("build", "resume"))
    expect(result.returncode == 4, result.returncode, result.stderr)
    expect(ended(damages.service).count(("n0/1", "stop")) == 1, "n0 was stopped", ended(damages.service))
    damages.rest("a build that failed")
    whole = journal.read_text()
    journal.write_text(whole.replace("done\tn0_provision_create", "dome\tn0_provision_create"))
    result = damages.call(("build", "resume"))
    expect(result.returncode == 3 and "is damaged: mend it, or abandon the run" in result.stderr, result.returncode, result.stderr)
    journal.write_text(whole.splitlines(keepends=True)[0])
    result = damages.call(("build", "resume"))
    expect(result.returncode == 0 and "n0_provision_create left a log and no record" in result.stderr, result.returncode, result.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("planbuilder")
    parser.add_argument("--damages", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    damages = Damages(wanted.planbuilder, wanted.seed)
    test_vault(damages)
    test_journal(damages)
    for _ in range(wanted.damages):
        damages.strike()
    damages.service.close()
    print(f"{wanted.damages} damages, {damages.codes.total()} commands")
    for name, count in sorted(damages.codes.items()):
        print(f"{count:6} {name}")
    return damages.findings > 0


if __name__ == "__main__":
    sys.exit(main())
