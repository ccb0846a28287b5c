"""What a run promises, held against what it left: the journal, the trace of its operations, the instance data."""
import collections

from service import expect

RECORD_OF = {"start": "done", "failed": "done", "undo-start": "undone", "undo-failed": "undone"}


def books(service):
    """All instance data as a table: file -> content. What was swept away, or is about to be, is not there."""
    found = {}
    for run in sorted(service.state.glob("instances/*/*/*/run")):
        if run.read_bytes():
            for path in sorted(run.parent.iterdir()):
                found[str(path.relative_to(service.state))] = path.read_bytes()
    return found


def traced(service):
    """The calls of operations, in words: start, end or overlap; the instance; the operation."""
    path = service.folder / "trace"
    return [tuple(line.split(" ")) for line in path.read_text().splitlines()] if path.exists() else []


def check_journal(service, run, reruns_allowed):
    """Each step has one record per instance, and nothing starts after it. What failed may start again, and so may what was killed
    before its record: returns how many of those there are."""
    records, starts = collections.Counter(), collections.Counter()
    for words in service.journal(run):
        key = (RECORD_OF.get(words[0]), *words[1:3])
        if words[0] in ("failed", "undo-failed"):
            starts[key] -= 1
        elif words[0] in RECORD_OF:
            expect(records[key] == 0, "run", run, "starts again what is recorded:", key)
            starts[key] += 1
        elif words[0] in ("done", "undone", "skipped"):
            records[tuple(words[:3])] += 1
    twice = [key for key, count in records.items() if count > 1]
    expect(not twice, "run", run, "records twice:", twice)
    again = sum(max(count - 1, 0) for count in starts.values())
    expect(again <= reruns_allowed, "run", run, "started", again, "programs again, of which", reruns_allowed, "can be explained")
    return again


def check_trace(events, expected, reruns_allowed):
    """The operations of the run that nobody killed, and no other; as often, but for those that were killed before their record."""
    overlaps = [event for event in events if event[0] == "overlap"]
    expect(not overlaps, "twice at the same time:", overlaps)
    ended = collections.Counter(event[1:] for event in events if event[0] == "end")
    wanted = collections.Counter(event[1:] for event in expected if event[0] == "end")
    expect(set(ended) == set(wanted), "operations that ended:", sorted(set(ended) ^ set(wanted)))
    more = sum((ended - wanted).values())
    expect(more <= reruns_allowed, "operations ended once more:", ended - wanted, "and", reruns_allowed, "can be explained")


def check_taken_back(service, run, inverses):
    """Every operation that was recorded was undone, once."""
    stems = dict(line.split("\t")[:2] for line in (service.state / f"runs/{run}/steps").read_text().splitlines())
    seen = collections.defaultdict(set)
    for words in service.journal(run):
        if words[0] in ("done", "undone") and stems[words[1]].rsplit("/", 1)[1] in inverses:
            seen[words[0]].add(words[1])
    expect(seen["done"] == seen["undone"], "run", run, "leaves", seen["done"] ^ seen["undone"])


def check_order(service, plan, run):
    """No operation starts before all that the plan has before it is recorded. Looping activities may have nothing to do."""
    activities = {activity["id"]: activity for activity in service.document(plan)["activities"]}
    stems = dict(line.split("\t")[:2] for line in (service.state / f"runs/{run}/steps").read_text().splitlines())
    activity_of = {step["id"]: name for name, activity in activities.items() for step in activity["steps"]}
    before = collections.defaultdict(list)
    for edge in service.document(plan)["edges"]:
        before[edge["to"]].append(edge["from"])
    done = set()
    for words in service.journal(run):
        if words[0] == "undoing":
            return
        if words[0] not in ("start", "done", "skipped"):
            continue
        step = stems[words[1]]
        if words[0] != "start":
            done.add(step)
            continue
        for name in before[activity_of[step]]:
            missing = [each["id"] for each in activities[name]["steps"] if each["id"] not in done and not activities[name].get("loop")]
            expect(not missing, step, "started before", missing, "was recorded")


def check_same_books(service, expected):
    seen = books(service)
    for path in sorted(set(seen) | set(expected)):
        expect(seen.get(path) == expected.get(path), path, "is", seen.get(path), "and is", expected.get(path), "where nobody was killed")
