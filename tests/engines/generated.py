"""Every process that the samples and the archives of others give: all plan kinds, in both dialects."""
import concurrent.futures
import os
import pathlib
import subprocess

SOURCE = pathlib.Path(__file__).parents[2]
DIALECTS = "bpel", "bpel-opentosca"


def sources():
    """Name and command line of each service."""
    samples = SOURCE / "samples"
    found = {"guestbook": [samples / "guestbook"], "guestbook-events": [samples / "guestbook", "--derive", "events"]}
    found |= {f"figures-{path.name}": [path] for path in sorted((samples / "figures").iterdir()) if path.is_dir()}
    stuck = "seed"  # has no plan, as it is meant to
    found |= {f"events-{path.stem}": [path] for path in sorted((samples / "events").glob("*.yaml")) if path.stem != stuck}
    found["guestbook-callback"] = [samples / "guestbook", "--bpel-calls", "callback"]
    corpus = SOURCE.parent / "shared/corpus/opentosca-xml"
    found |= {path.stem: [path, "--allow-missing-artifacts"] for path in sorted(corpus.rglob("*.csar"))}
    return found


def generate(planbuilder, folder):
    """Generates all of them below a folder, as SERVICE/DIALECT/PLAN/DIALECT; returns these folders."""
    def one(item):
        name, arguments = item
        folders = []
        for dialect in DIALECTS:
            out = folder / name / dialect
            out.parent.mkdir(parents=True, exist_ok=True)
            made = subprocess.run([planbuilder, "generate", *arguments, "--target", dialect, "-o", out], capture_output=True, text=True,
                                  check=False)
            if made.returncode != 0:
                raise RuntimeError(f"{name} as {dialect}: {made.stderr}")
            folders += sorted(out.glob(f"*/{dialect}"))
        return folders

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [folder for folders in pool.map(one, sources().items()) for folder in folders]
