#!/usr/bin/env python3
"""samples/recovery: a server is killed, its monitor tells the reactor, and a workflow brings it back. Usage: recovery_test.py PLANBUILDER"""
import os
import pathlib
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1] / "support"))
from patience import PATIENCE, wait_until  # noqa: E402  pylint: disable=wrong-import-position

SAMPLE = pathlib.Path(__file__).resolve().parents[2] / "samples/recovery"


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def page(port):
    """What the server shows; nothing when it does not answer."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"http://127.0.0.1:{port}/", timeout=PATIENCE) as answer:
            return answer.read().decode().strip()
    except OSError:
        return ""


def pid(folder, server):
    return int((folder / server / "server.pid").read_text())


def main(planbuilder):
    with tempfile.TemporaryDirectory() as temporary:
        work = pathlib.Path(temporary)
        service, out = work / "service", work / "out"
        environment = {**os.environ, "PLANBUILDER_STATE": str(work / "state"), "PLANBUILDER_NO_SYNC": "1"}

        def run(*command):
            done = subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False)
            assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
            return done.stdout + done.stderr

        run(planbuilder, "generate", SAMPLE, "--target", "shell", "-o", out)
        ports = {"store": free_port(), "shop": free_port()}
        run(out / "build/shell/plan.sh", "--input", f"directory={service}", "--input", f"store_port={ports['store']}", "--input",
            f"shop_port={ports['shop']}")
        assert page(ports["shop"]) == "The shop says: This is the store.", page(ports["shop"])
        run(out / "reactor/react.sh", "subscribe")
        try:
            for server in ("store", "shop", "store"):
                killed = pid(service, server)
                # What the store says now, the shop shows only after the workflow has asked again.
                (service / "store/pages/index.html").write_text(f"This is the store after {killed}.\n")
                os.kill(killed, signal.SIGKILL)
                wait_until(lambda: page(ports["shop"]) == f"The shop says: This is the store after {killed}.", f"{server} is back")  # pylint: disable=cell-var-from-loop
                assert pid(service, server) != killed
                wait_until(lambda: "0 entries not settled" in run(out / "reactor/react.sh", "status"), "it is settled")
        finally:
            run(out / "reactor/react.sh", "unsubscribe")
        run(out / "terminate/shell/plan.sh")
        assert not list(service.glob("*")), list(service.glob("*"))
        assert not page(ports["shop"])


if __name__ == "__main__":
    main(*sys.argv[1:])
