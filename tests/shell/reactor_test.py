#!/usr/bin/env python3
"""The reactor takes notifications in, keeps what they tell, and runs what they set off: each once, whatever is killed.
Usage: reactor_test.py PLANBUILDER [ROUNDS]: so often it is killed"""
import fcntl
import json
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import time

try:
    import jsonschema
except ImportError:
    jsonschema = None

from service import PATIENCE, SCALING, Service, expect, wait_until

TEMPLATE = SCALING + """
interface_types:
  Alive:
    derived_from: tosca.interfaces.Root
    notifications:
      failed: {implementation: subscribe.sh}
      load: {}
      heartbeat: {}
      rotated: {}
node_types:
  Web:
    derived_from: tosca.nodes.Root
    attributes:
      level: {type: integer, default: 0}
      load: {type: float}
      context: {type: string}
      api_token: {type: string}
    interfaces:
      Standard: {operations: {create: work.sh, delete: work.sh}}
      Care: {type: tosca.interfaces.Root, operations: {tune: tune.sh}}
      Alive:
        type: Alive
        notifications:
          failed: {outputs: {level: [SELF, level], environment: [SELF, context]}}
          load: {outputs: {value: [SELF, load]}}
          rotated: {outputs: {token: [SELF, api_token]}}
relationship_types:
  Joins:
    derived_from: tosca.relationships.DependsOn
    attributes: {quality: {type: string}}
    interfaces:
      Alive:
        type: Alive
        notifications:
          load: {outputs: {mine: [SELF, quality], left: [SOURCE, context], right: [TARGET, context]}}
topology_template:
  inputs: {limit: {type: integer, default: 2}}
  node_templates:
    web: {type: Web}
    user: {type: Web, requirements: [dependency: {node: "it's", relationship: Joins}]}
    "it's": {type: Web}
  workflows:
    tune:
      inputs: {size: {type: integer}, words: {type: string}}
      steps:
        tune:
          target: user
          activities:
            - call_operation: {operation: Care.tune, inputs: {size: {get_input: size}, words: {get_input: words}}}
  policies:
    - care:
        type: tosca.policies.Root
        targets: [user]
        triggers:
          odd:
            event: oddity
            action: [{inline: {workflow: tune, inputs: {size: 7, words: "it's \\"so\\"\\n=$(touch pwned)\\\\ \\t{end}"}}}]
    - grow:
        type: planbuilder.policies.ScalingRegion
        targets: [web]
        triggers:
          severe:
            event: Alive.failed
            condition: [{level: [{greater_than: {get_input: limit}}]}]
            action: [{inline: scale_out}]
          lasting:
            event: Alive.load
            condition: {constraint: [{load: {greater_than: 80}}], evaluations: 3}
            action: [{inline: scale_out}]
          alarm:
            event: fire
            action: [{inline: scale_out}]
          closed:
            event: Alive.failed
            schedule: {start_time: 2001-01-01T00:00:00Z, end_time: 2002-01-01T00:00:00Z}
            action: [{inline: scale_out}]
          nightly:
            event: night
            schedule: {start_time: 2001-01-01T00:00:00Z, end_time: 2999-01-01T00:00:00Z}
            action: [{inline: scale_out}]
          hot:
            event: heat
            condition: {constraint: [{context: {equal: hot}}], period: 1 h}
            action: [{inline: scale_out}]
    - shrink:
        type: tosca.policies.Scaling
        targets: [web]
        triggers:
          calm:
            event: Alive.load
            condition: {constraint: [{load: {less_than: 10}}], evaluations: 2, method: average}
            action: [{inline: scale_in}]
"""
WORK = '#!/usr/bin/env bash\necho "$PLANBUILDER_OPERATION $PLANBUILDER_INSTANCE" >>"$TRACE"\n[[ ! -e $PLANBUILDER_STATE/broken ]]\n'
TUNE = '#!/usr/bin/env bash\nprintf "%s:%s" "$size" "$words" >"$TRACE"\n'
SUBSCRIBE = '#!/usr/bin/env bash\necho "$PLANBUILDER_SUBSCRIPTION $PLANBUILDER_INSTANCE $PLANBUILDER_NOTIFICATION" >>"$TRACE"\n'


class Reactor:
    """A service that is built, and its reactor."""

    def __init__(self, service):
        self.service = service
        self.script = service.folder / "out/reactor/react.sh"
        self.folder = service.state / "reactor"

    def start(self, *arguments, **more):
        return subprocess.Popen(["bash", self.script, *arguments], env=self.service.environment(**more), stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True)

    def call(self, code, *arguments, text=None, **more):
        """What it says; the exit code must be that one."""
        done = subprocess.run(["bash", self.script, *arguments], env=self.service.environment(**more), input=text or "", text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=PATIENCE)
        expect(done.returncode == code, arguments, "ended with", done.returncode, done.stdout)
        return done.stdout

    def attribute(self, name, node="web", number=1):
        path = self.service.state / f"instances/nodes/{node}/{number}/attribute.{name}"
        return path.read_text() if path.exists() else None

    def journal(self):
        """When, entry, whom, event and what became of it, of each entry that is settled."""
        path = self.folder / "journal"
        return [line.split("\t") for line in path.read_text().splitlines()] if path.exists() else []

    def runs(self):
        return len([path for path in (self.service.state / "runs").iterdir() if path.name.isdigit()])

    def fresh(self):
        """Built anew, with nothing told yet."""
        shutil.rmtree(self.service.state, ignore_errors=True)
        result = self.service.call()
        expect(result.returncode == 0, result.stderr)


def test_outputs_become_attributes(reactor):
    reactor.call(0, "notify", "web", "Alive.failed", "level=1", "environment=$(touch /nowhere) 'x' \\ \x1b[2J")
    expect(reactor.attribute("level") == "1", "kept")
    expect(reactor.attribute("context") == "$(touch /nowhere) 'x' \\ \x1b[2J", "byte for byte")
    expect(reactor.runs() == 1, "a low level sets nothing off")
    said = reactor.journal()[-1]
    expect(said[2:4] == ["web/1", "Alive.failed"] and "grow.severe: its condition does not hold" in said[4] and
           "grow.closed: it is not valid any more" in said[4], said)
    reactor.call(0, "notify", "it's/1", "Alive.load", "-", text='{"value": 7.5}')
    expect(reactor.attribute("load", "it's") == "7.5", "JSON")
    reactor.call(0, "notify", "web/1", "load", "-", text="value=5\n")
    expect(reactor.attribute("load") == "5", "lines, and the bare name")
    reactor.call(0, "notify", "web", "Alive.rotated", "token=hushhush")
    told = told_in(reactor.service.state, "hushhush")
    expect(told == "" and (reactor.service.state / "instances/nodes/web/1/attribute.api_token%secret").exists(), "a secret is not kept", told)


def told_in(folder, text):
    return subprocess.run(["grep", "-rl", text, folder], capture_output=True, text=True, check=False).stdout


def test_a_secret_waits_in_memory(reactor):
    """While somebody else settles entries, and after its teller was killed."""
    memory = reactor.service.folder / "memory"
    memory.mkdir(exist_ok=True)
    reactor.call(0, "notify", "web", "Alive.heartbeat")
    (reactor.folder / "inbox").mkdir(exist_ok=True)
    with open(reactor.folder / "lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        teller = reactor.start("notify", "web", "Alive.rotated", "token=hushhush", XDG_RUNTIME_DIR=str(memory))
        wait_until(lambda: list((reactor.folder / "inbox").glob("*")), "it is taken in")
        expect(told_in(reactor.service.state, "hushhush") == "", "nowhere in the state")
        expect(told_in(memory, "hushhush") != "", "but in memory")
        os.killpg(teller.pid, signal.SIGKILL)
        teller.communicate()
    reactor.call(0, "resume", XDG_RUNTIME_DIR=str(memory))
    expect(reactor.journal()[-1][3] == "Alive.rotated" and reactor.journal()[-1][4] == "1 attribute", reactor.journal())
    expect(not list(memory.iterdir()), "nothing stays", list(memory.rglob("*")))


def test_a_secret_is_kept_where_that_is_wanted(reactor):
    shutil.rmtree(reactor.service.state)
    expect(reactor.service.call("--secrets", "keep").returncode == 0, "built")
    reactor.call(0, "notify", "web", "Alive.rotated", "token=hush]$(touch pwned)\nhush")
    kept = reactor.service.state / "secrets/instances/nodes/web/1/attribute.api_token"
    expect(kept.read_text() == "hush]$(touch pwned)\nhush", "byte for byte")
    expect(told_in(reactor.service.state / "reactor", "hush") == "" and not list((reactor.service.state / "secrets").rglob("reactor/*")), "and nowhere else")


def test_relationships_tell_of_both_ends(reactor):
    reactor.call(0, "notify", "user.dependency", "Alive.load", "mine=good", "left=source", "right=target")
    quality = reactor.service.state / "instances/relationships/user.dependency/1/attribute.quality"
    expect(quality.read_text() == "good", "its own")
    expect((reactor.attribute("context", "user"), reactor.attribute("context", "it's")) == ("source", "target"), "those of its ends")


def tell(path, text):
    with socket.socket(socket.AF_UNIX) as connection:
        connection.connect(str(path))
        connection.sendall(text)
        connection.shutdown(socket.SHUT_WR)
        return connection.recv(100).decode()


def test_a_socket(reactor):
    path = reactor.service.folder / "socket"
    started = reactor.start("serve", "--socket", path)
    try:
        expect(started.stdout.readline().startswith("listening at"), "it says so")
        expect(tell(path, b"web/1 Alive.failed\nlevel=2\n") == "0\n" and reactor.attribute("level") == "2", "lines")
        expect(tell(path, b'web Alive.load\n{"value": 4}') == "0\n" and reactor.attribute("load") == "4", "JSON")
        expect(tell(path, b"nobody Alive.load\n") == "2\n" and tell(path, b"") == "2\n" and tell(path, b"--help x\n") == "2\n", "what makes no sense")
        expect(path.stat().st_mode & 0o077 == 0, "for the user alone")
    finally:
        os.killpg(started.pid, signal.SIGTERM)
        started.communicate()


def test_wrong_calls(reactor):
    for code, words, why in ((2, ["notify", "web"], "needs a node"), (2, ["notify", "nobody", "Alive.failed"], "has no notification"),
                             (2, ["notify", "web", "Alive.failed", "level"], "not NAME=VALUE"), (2, ["frob\x1b"], "unknown command 'frob\\x1b'"),
                             (3, ["notify", "web/9", "Alive.failed"], "no instance 9"), (2, ["raise", "flood"], "no reaction"),
                             (2, ["forget", "../lock"], "needs an entry"), (2, ["notify", "--frob"], "unknown option")):
        said = reactor.call(code, *words)
        expect(why in said, words, said)
    expect(not list((reactor.folder / "inbox").glob("*")) if reactor.folder.exists() else True, "nothing is taken in")


def test_a_trigger_runs_its_plan(reactor):
    said = reactor.call(0, "notify", "web", "Alive.failed", "level=3")
    expect(reactor.runs() == 2 and "grow.severe: run 2 of scale-out-grow is finished" in reactor.journal()[-1][4], said)
    expect((reactor.service.state / "instances/nodes/web/2/run").read_text() == "2", "one more")
    expect("several instances" in reactor.call(3, "notify", "web", "Alive.failed", "level=3"), "which one is asked")
    reactor.call(0, "raise", "fire")
    expect(reactor.runs() == 3, "an event from elsewhere")


def test_a_plan_is_given_inputs(reactor):
    trace = reactor.service.folder / "given"
    said = reactor.call(0, "raise", "oddity", TRACE=str(trace))
    expect("care.odd: run 2 of workflow-tune is finished" in reactor.journal()[-1][4], said)
    expect(trace.read_text() == "7:it's \"so\"\n=$(touch pwned)\\ \t{end}", "byte for byte", trace.read_text())
    expect(not list(reactor.service.folder.rglob("pwned")), "nothing of it is code")


def test_evaluations_and_methods(reactor):
    for value, runs in ((90, 1), (91, 1), (70, 1), (90, 1), (95, 1), (99, 2), (99, 2)):
        reactor.call(0, "notify", "web/1", "Alive.load", f"value={value}")
        expect(reactor.runs() == runs, value, reactor.journal()[-1])
    reactor.call(0, "notify", "web/2", "Alive.load", "value=12")
    expect("shrink.calm: 1 of 2 evaluations" in reactor.journal()[-1][4], "each instance by itself", reactor.journal()[-1])
    reactor.call(0, "notify", "web/2", "Alive.load", "value=4.5")
    expect("shrink.calm: run 3 of scale-in-grow is finished" in reactor.journal()[-1][4], reactor.journal()[-1])


def test_a_failed_plan_is_held_up(reactor):
    (reactor.service.state / "broken").touch()
    said = reactor.call(1, "notify", "web", "Alive.failed", "level=3")
    expect("react.sh resume goes on" in said, said)
    reactor.call(0, "notify", "web/1", "Alive.failed", "level=4")
    expect("was under way already" in reactor.journal()[-1][4], reactor.journal())
    expect(reactor.attribute("level") == "4", "what is told meanwhile is kept")
    said = reactor.call(3, "raise", "fire")
    expect("no other can begin" in said, said)
    expect("2 entries not settled" in reactor.call(0, "status"), "both wait")
    (reactor.service.state / "broken").unlink()
    reactor.call(0, "resume")
    expect(reactor.runs() == 3 and not list((reactor.folder / "inbox").glob("*")), "both went on", reactor.journal())


def test_the_clock(reactor):
    reactor.call(0, "notify", "web", "Alive.failed", "environment=hot")
    reactor.call(0, "schedule")
    expect(reactor.runs() == 3, "both are due", reactor.journal())
    reactor.call(0, "schedule")
    expect(reactor.runs() == 3, "one is done for ever, the other for an hour", reactor.journal())
    clock = reactor.folder / "reactions/grow.hot/clock"
    clock.write_text(str(int(clock.read_text()) - 3_600_000_000))
    reactor.call(0, "schedule")
    expect(reactor.runs() == 4 and reactor.journal()[-1][3] == "grow.hot", "an hour later", reactor.journal())
    expect((reactor.script.parent / "react.timer").exists(), "a sample")


def test_files_and_subscriptions(reactor):
    drop = reactor.service.folder / "drop"
    drop.mkdir(exist_ok=True)
    (drop / "a").write_text("web Alive.failed\nlevel=2\n")
    (drop / "b").write_text('web/1 Alive.load\n{"value": 3}')
    (drop / "c").write_text("nobody Alive.failed\n")
    reactor.call(0, "serve", "--watch", drop, "--once")
    expect((reactor.attribute("level"), reactor.attribute("load")) == ("2", "3"), "both are taken in")
    expect(not list(drop.iterdir()) and (reactor.folder / "refused/c").exists(), "what makes no sense is put aside")
    trace = reactor.service.folder / "trace"
    trace.unlink(missing_ok=True)
    reactor.call(0, "subscribe")
    reactor.call(0, "subscribe")
    expect(sorted(trace.read_text().splitlines()) == [f"subscribe {of}/1 Alive.failed" for of in ("it's", "user.dependency", "user", "web")], trace.read_text())
    reactor.call(0, "unsubscribe")
    expect(len(trace.read_text().splitlines()) == 8, "and back", trace.read_text())


def test_unheard_notifications_are_cheap(reactor):
    """They start no process: what they take is what bash takes to start, and to read one small file."""
    reactor.call(0, "notify", "web", "Alive.heartbeat")
    expect(reactor.journal()[-1][2:] == ["web/1", "Alive.heartbeat", "nothing listens to it"], reactor.journal())
    seen = subprocess.run(["strace", "-f", "-e", "trace=execve,clone,clone3,fork,vfork", "bash", reactor.script, "notify", "web", "Alive.heartbeat"],
                          env=reactor.service.environment(), capture_output=True, text=True, check=False) if shutil.which("strace") else None
    if seen is not None and "ptrace" not in seen.stderr:
        calls = [line for line in seen.stderr.splitlines() if "(" in line and not line.startswith("+++")]
        expect(len(calls) == 1, "only itself", calls)


def test_only_what_is_approved_runs(reactor):
    """The program, what it reads, what it runs to subscribe, and its plans."""
    out = reactor.script.parent.parent
    trace = reactor.service.folder / "trace"
    notify = ("notify", "--require-approval", "web/1", "Alive.failed", "level=3")
    said = reactor.call(3, *notify)
    expect("reactor is not approved" in said and not list((reactor.folder / "inbox").glob("*")) and reactor.runs() == 1, said)
    approved = subprocess.run([sys.argv[1], "approve", out, "--by", "Ada"], capture_output=True, text=True, check=False)
    expect(approved.returncode == 0 and "plans and the reactor approved by Ada" in approved.stdout, approved.stdout, approved.stderr)
    try:
        reactor.call(0, *notify)
        expect(reactor.runs() == 2 and list(reactor.service.state.glob("runs/2/approved*")) == [], "a run of what is approved", reactor.journal())
        trace.unlink(missing_ok=True)
        reactor.call(0, "subscribe", "--require-approval")
        expect(len(trace.read_text().splitlines()) > 3, trace.read_text())
        for path in (reactor.script.parent / "reactions.sh", out / "build/shell/runtime.sh", out / "files/subscribe.sh", out / "scale-out-grow/shell/plan.sh"):
            before = path.read_text()
            path.write_text(before + "\n# changed\n")
            said = reactor.call(3, *notify)
            expect("is not what was approved" in said and reactor.runs() == 2, path, said)
            path.write_text(before)
        reactor.call(0, "resume")
    finally:
        shutil.rmtree(out / "approvals")


def settle(reactor):
    """Workers of a killed run may still end a step."""
    wait_until(lambda: subprocess.run(["flock", "-n", reactor.service.state / "lock", "true"], check=False).returncode == 0, "nobody is at work")
    reactor.call(0, "resume")


def kill(process):
    """With all that it started; it may have ended."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.communicate()


def test_killed_under_a_stream(reactor):
    """Of some that tell at the same time, one is killed. The others go on with what it began, or are held up by it till somebody resumes."""
    chance = random.Random(20_26)
    least = 0
    for turn in range(int(sys.argv[2]) if len(sys.argv) > 2 else 4):
        tellers = [reactor.start("notify", "web/1", "Alive.failed", f"level={turn * 10 + each + 10}") for each in range(3)]
        time.sleep(chance.uniform(0, 1))  # where it is by then does not matter: whatever it did must be taken up
        victim = tellers.pop(chance.randrange(len(tellers)))
        kill(victim)
        for teller in tellers:
            said, _ = teller.communicate(timeout=PATIENCE)
            expect(teller.returncode in (0, 3), said)
        settle(reactor)
        least, most = least + len(tellers), least + len(tellers) + 1
        entries = [row for row in reactor.journal() if row[1] != "-"]
        expect(len({row[1] for row in entries}) == len(entries), "each is settled once", entries)
        expect(least <= len(entries) <= most, "none is lost", least, most, entries)
        least = max(least, len(entries))
        ended = [row[4].count("is finished") for row in entries]
        expect(all(count + ("was under way already" in row[4]) == 1 for count, row in zip(ended, entries)), "each acts once, or not at all", entries)
        expect(reactor.runs() == sum(ended) + 1, "one run for each that acted", reactor.runs(), entries)
        expect(not list((reactor.folder / "inbox").glob("*")), "nothing is left")


def test_many_at_a_time(reactor):
    started = [reactor.start("notify", "web/1", "Alive.failed", f"level={level}") for level in range(5)]
    for each in started:
        said, _ = each.communicate(timeout=PATIENCE)
        expect(each.returncode == 0, said)
    rows = reactor.journal()
    expect(len(rows) == 5 and len({row[1] for row in rows}) == 5, rows)
    ran = sum("is finished" in row[4] for row in rows)
    expect(reactor.runs() == ran + 1, "one run for each that acted", rows)


def test_shellcheck(reactor):
    if shutil.which("shellcheck"):
        for script in "react.sh", "reactions.sh":
            checked = subprocess.run(["shellcheck", reactor.script.parent / script], capture_output=True, text=True, check=False)
            expect(checked.returncode == 0, checked.stdout)
    document = json.loads((reactor.script.parent / "reactions.json").read_text())
    expect(document["format"] == "planbuilder/reactions/1", document["format"])
    if jsonschema:
        schema = pathlib.Path(__file__).resolve().parents[2] / "planbuilder/react/reactions.schema.json"
        jsonschema.Draft202012Validator(json.loads(schema.read_text())).validate(document)


HOSTILE = """
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Web:
    derived_from: tosca.nodes.Root
    attributes: {"a]b$(touch pwned)": {type: string}}
    interfaces:
      "I`touch pwned`":
        type: tosca.interfaces.Root
        notifications:
          "n$(touch pwned)'\\"": {outputs: {"o]$(touch pwned)": [SELF, "a]b$(touch pwned)"]}}
topology_template:
  node_templates: {"x$(touch pwned)'] *": {type: Web}}
  policies:
    - "p]$(touch pwned)": {type: tosca.policies.Root, triggers: {"t'`touch pwned`": {event: "I`touch pwned`.n$(touch pwned)'\\"",
        condition: [{"a]b$(touch pwned)": {equal: "$(touch pwned)"}}], action: [{inline: "w$(touch pwned)"}]}}}
"""


def test_hostile_names(planbuilder):
    service = Service(planbuilder, HOSTILE, {})
    reactor = Reactor(service)
    reactor.fresh()
    node, event = "x$(touch pwned)'] *", "I`touch pwned`.n$(touch pwned)'\""
    said = reactor.call(3, "notify", node, event, "o]$(touch pwned)=$(touch pwned)")
    expect("there is no plan 'workflow-w$(touch pwned)'" in said, said)
    expect("there is no plan" in reactor.journal()[-1][4], reactor.journal())
    expect((service.state / f"instances/nodes/{node}/1/attribute.a]b$(touch pwned)").read_text() == "$(touch pwned)", "kept")
    reactor.call(0, "notify", node, event, "o]$(touch pwned)=else")
    expect("does not hold" in reactor.journal()[-1][4], reactor.journal()[-1])
    reactor.call(0, "status")
    expect(not list(pathlib.Path.cwd().glob("pwned")) and not list(service.folder.rglob("pwned")), "nothing of it is code")
    service.close()


def main():
    service = Service(sys.argv[1], TEMPLATE, {"work.sh": WORK, "subscribe.sh": SUBSCRIBE, "tune.sh": TUNE})
    reactor = Reactor(service)
    for test in (test_shellcheck, test_outputs_become_attributes, test_a_secret_waits_in_memory, test_a_secret_is_kept_where_that_is_wanted,
                 test_relationships_tell_of_both_ends, test_a_socket, test_wrong_calls, test_a_trigger_runs_its_plan,
                 test_a_plan_is_given_inputs, test_evaluations_and_methods,
                 test_a_failed_plan_is_held_up, test_the_clock, test_files_and_subscriptions, test_unheard_notifications_are_cheap, test_only_what_is_approved_runs, test_many_at_a_time,
                 test_killed_under_a_stream):
        reactor.fresh()
        test(reactor)
        print(test.__name__, flush=True)
    service.close()
    test_hostile_names(sys.argv[1])
    print("test_hostile_names")


if __name__ == "__main__":
    main()
